//! Legal moves: checks and pins first, then each man's cells.
//!
//! The king tries each of its cells, and the elevator (S3). En passant takes two men off the lines
//! and was tried out when the runner ran.

use super::Board;
use super::legality::{Legality, pawn_sources};
use super::pawns::{Black, PawnTargets, White};
use super::sinks::{Counter, Finder, Lister, Sink};
use super::tables::{CASTLINGS, ELEVATORS, elevator_column};
use crate::geometry::stack::{self, Cells, LEVELS, cell, king, knight, level_of, square_of};
use crate::moves::{Manner, Move, MoveList, Place, Side};
use crate::rules::Part;

/// Which moves are wanted.
#[derive(Clone, Copy)]
pub struct Wanted {
    /// Captures and promotions.
    pub noisy: bool,
    /// What men do else.
    pub quiet: bool,
    /// The men whose moves are wanted.
    pub sources: Cells,
    /// Only legal moves; else the king may be left attacked.
    pub legal: bool,
}

impl Wanted {
    const ALL: Wanted = Wanted { noisy: true, quiet: true, sources: Cells::ALL, legal: true };
}

/// Cells that moves may go to.
struct Targets {
    /// The men who may be taken, as far as that is wanted.
    enemy: Cells,
    /// The empty cells, as far as moves there are wanted.
    empty: Cells,
}

impl Board {
    #[inline(always)]
    fn generate_into<S: Sink>(&self, wanted: Wanted, sink: &mut S) {
        if self.only_kings() {
            return;
        }
        let occupied = self.occupied();
        let own = self.men(self.side);
        let enemy = occupied & !own;
        let legality = if wanted.legal { self.legality(&own, &enemy) } else { Legality::FREE };
        let targets = Targets {
            enemy: if wanted.noisy { enemy } else { Cells::NONE },
            empty: if wanted.quiet { !occupied } else { Cells::NONE },
        };
        self.king_moves(&targets, &occupied, &enemy, wanted, sink);
        if !legality.evasions.is_empty() {
            let pawn_targets = PawnTargets {
                empty: !occupied,
                goals: !occupied & legality.evasions,
                enemy: enemy & legality.evasions,
            };
            match self.side {
                Side::White => {
                    self.pawn_moves::<White, S>(&legality, wanted, &pawn_targets, sink);
                }
                Side::Black => {
                    self.pawn_moves::<Black, S>(&legality, wanted, &pawn_targets, sink);
                }
            }
            let targets = (targets.enemy | targets.empty) & legality.evasions;
            self.men_moves(own & wanted.sources, &occupied, &targets, &legality, sink);
        }
        if wanted.quiet && self.castling != 0 && !legality.in_check {
            self.castling_moves(&occupied, &enemy, wanted, sink);
        }
        let takes_runner = if wanted.legal { self.capturable } else { self.passed };
        if wanted.noisy && takes_runner != 0 {
            self.en_passant_moves(takes_runner, wanted, sink);
        }
    }

    /// Knights and sliders; a queen moves as rook and as bishop.
    #[inline(always)]
    fn men_moves<S: Sink>(
        &self,
        sources: Cells,
        occupied: &Cells,
        targets: &Cells,
        legality: &Legality,
        sink: &mut S,
    ) {
        let free = sources & !legality.pinned;
        (self.knights() & free).for_each(|from| sink.men(from, knight(from) & *targets));
        (self.on_diagonals() & free)
            .for_each(|from| sink.slides(from, stack::bishop(from, occupied), targets));
        (self.on_lines() & free)
            .for_each(|from| sink.slides(from, stack::rook(from, occupied), targets));
        let pinned = sources & legality.pinned;
        if !pinned.is_empty() {
            self.pinned_men_moves(pinned, occupied, targets, sink);
        }
    }

    /// A pinned knight cannot move at all.
    #[inline(never)]
    fn pinned_men_moves<S: Sink>(
        &self,
        pinned: Cells,
        occupied: &Cells,
        targets: &Cells,
        sink: &mut S,
    ) {
        for from in (self.on_diagonals() & pinned).iter() {
            sink.slides(from, stack::bishop(from, occupied), &(*targets & self.pin_mask(from)));
        }
        for from in (self.on_lines() & pinned).iter() {
            sink.slides(from, stack::rook(from, occupied), &(*targets & self.pin_mask(from)));
        }
    }

    /// S2, S3: takes on 18 cells, goes without capture to those on its level and one straight on.
    #[inline(always)]
    fn king_moves<S: Sink>(
        &self,
        targets: &Targets,
        occupied: &Cells,
        enemy: &Cells,
        wanted: Wanted,
        sink: &mut S,
    ) {
        let from = self.king_cell(self.side);
        if !wanted.sources.has(from) {
            return;
        }
        let goes = quiet_king(from, self.side) & targets.empty;
        let mut candidates = king(from) & targets.enemy | goes;
        if candidates.is_empty() {
            return;
        }
        // The king does not hide the cells behind it from a slider in line with it.
        let behind = *occupied & !Cells::of(from);
        let by = self.side.other();
        if wanted.legal {
            for level in 0..LEVELS {
                let mut left = candidates.0[level];
                while left != 0 {
                    let to = cell(level, left.trailing_zeros() as usize);
                    if self.is_attacked(to, by, enemy, &behind) {
                        candidates.0[level] &= !(left & left.wrapping_neg());
                    }
                    left &= left - 1;
                }
            }
        }
        sink.men(from, candidates);
        if candidates.has(ELEVATORS[self.side.index()]) {
            self.rides(from, &behind, enemy, wanted, sink);
        }
    }

    /// S3: having stepped onto the elevator the king rides on to a vacant cell of its column that
    /// is not attacked, but not back to the cell it came from.
    #[inline(never)]
    fn rides<S: Sink>(
        &self,
        from: Place,
        behind: &Cells,
        enemy: &Cells,
        wanted: Wanted,
        sink: &mut S,
    ) {
        let elevator = Cells::of(ELEVATORS[self.side.index()]);
        // What stood on the elevator has been taken, and the king goes on from there.
        let (occupied, enemy) = (*behind & !elevator, *enemy & !elevator);
        let ends = elevator_column(self.side) & !(elevator | occupied | Cells::of(from));
        for end in ends.iter() {
            if !wanted.legal || !self.is_attacked(end, self.side.other(), &enemy, &occupied) {
                sink.single(Move::new(from, end, Manner::Ride));
            }
        }
    }

    /// S4: every cell between king and rook is empty and not attacked.
    #[inline(always)]
    fn castling_moves<S: Sink>(
        &self,
        occupied: &Cells,
        enemy: &Cells,
        wanted: Wanted,
        sink: &mut S,
    ) {
        let first = 2 * self.side.index();
        for (right, castling) in CASTLINGS.iter().enumerate().skip(first).take(2) {
            if self.castling >> right & 1 != 0
                && (castling.between & *occupied).is_empty()
                && wanted.sources.has(castling.king)
                && !(wanted.legal && self.is_any_attacked(castling.between, enemy, occupied))
            {
                sink.single(Move::new(castling.king, castling.rook, Manner::Castling));
            }
        }
    }

    #[inline(never)]
    fn is_any_attacked(&self, cells: Cells, enemy: &Cells, occupied: &Cells) -> bool {
        cells.iter().any(|cell| self.is_attacked(cell, self.side.other(), enemy, occupied))
    }

    /// S5: on any of these cells that the runner passed, bits in the order of
    /// [`super::tables::PASSABLE`].
    #[inline(never)]
    fn en_passant_moves<S: Sink>(&self, on: u8, wanted: Wanted, sink: &mut S) {
        for to in self.passed_cells(on) {
            for mv in self.captors(to) {
                if wanted.sources.has(mv.from())
                    && (!wanted.legal || self.is_capture_of_runner_legal(mv))
                {
                    sink.single(mv);
                }
            }
        }
    }

    /// The captures of the runner on one of the cells that it passed, legal or not.
    pub(super) fn captors(&self, to: Place) -> impl Iterator<Item = Move> {
        let pawns = self.pawns() & self.men(self.side);
        let sources = pawn_sources(self.side, to) & pawns;
        sources.iter().map(move |from| Move::new(from, to, Manner::EnPassant))
    }

    /// Does this capture of the runner leave the king safe?
    pub(super) fn is_capture_of_runner_legal(&self, mv: Move) -> bool {
        let runner = Cells::of(self.runner);
        let gone = runner | Cells::of(mv.from());
        let occupied = self.occupied() & !gone | Cells::of(mv.to());
        let by = self.side.other();
        let enemy = self.men(by) & !runner;
        !self.is_attacked(self.king_cell(self.side), by, &enemy, &occupied)
    }

    /// The number of legal moves.
    #[inline(never)]
    pub(super) fn count_legal(&self) -> u64 {
        let mut counter = Counter(0);
        self.generate_into(Wanted::ALL, &mut counter);
        counter.0.into()
    }

    /// Adds the legal moves of that part to the list. Each part has a copy of the generator of its
    /// own, without what it does not want.
    #[inline]
    pub(super) fn list(&self, part: Part, list: &mut MoveList) {
        match part {
            Part::All => self.list_all(list),
            Part::Noisy => self.list_noisy(list),
            Part::Quiet => self.list_quiet(list),
            Part::Platforms => {}
        }
    }

    #[inline(never)]
    fn list_all(&self, list: &mut MoveList) {
        self.generate_into(Wanted::ALL, &mut Lister(list));
    }

    #[inline(never)]
    fn list_noisy(&self, list: &mut MoveList) {
        self.generate_into(Wanted { quiet: false, ..Wanted::ALL }, &mut Lister(list));
    }

    #[inline(never)]
    fn list_quiet(&self, list: &mut MoveList) {
        self.generate_into(Wanted { noisy: false, ..Wanted::ALL }, &mut Lister(list));
    }

    /// Would [`Board::list`] give this move (if `legal` is false, but for a king left attacked)?
    /// Takes any move whatever.
    pub(super) fn would_list(&self, mv: Move, legal: bool) -> bool {
        let sources = Cells::of(mv.from()) & self.men(self.side);
        if sources.is_empty() {
            return false;
        }
        let to = if mv.manner() == Manner::Plain { Cells::of(mv.to()) } else { Cells::NONE };
        let mut finder = Finder { mv, to, found: false };
        self.generate_into(Wanted { sources, legal, ..Wanted::ALL }, &mut finder);
        finder.found
    }
}

/// S2: where a king may go without capture.
#[inline(always)]
fn quiet_king(from: Place, side: Side) -> Cells {
    let (level, square) = (level_of(from), square_of(from));
    let mut cells = Cells::NONE;
    cells.0[level % LEVELS] = crate::geometry::plane::king(square);
    let on = match side {
        Side::White => level + 1,
        Side::Black => level.wrapping_sub(1),
    };
    if on < LEVELS {
        cells.0[on] = 1 << square;
    }
    cells
}
