//! Legal moves: checks and pins first, then each man's cells.
//!
//! The king tries each of its cells. No move of another man opens a line but by leaving it, and
//! platforms are looked after in `platforms`.

use super::cells::{
    CELL_OF_WING, Cells, FIXED_BOARDS, LEFT, ON_POSTS, RIGHT, SINGLE, WINGS, on_wing,
};
use super::lines::{bishop, rook, rook_on_board, rook_on_platform};
use super::sinks::{Counter, Lister, Sink};
use super::tables::{
    DOUBLE_STEPS, GOALS, KING, KNIGHT, PAWN_ATTACKS, PAWN_STEPS, Reach, START_BIT, start_cell,
    wing_of,
};
use super::{Board, EARLY_PAWN, KIND_OF_CODE};
use crate::geometry::bits::Bits;
use crate::geometry::staircase::{CELLS, PLACES};
use crate::moves::{Kind, Manner, Move, MoveList, Place, Side};
use crate::rules::Part;

/// Which moves are wanted; only legal ones.
#[derive(Clone, Copy)]
pub struct Wanted {
    /// Captures and promotions.
    pub noisy: bool,
    /// What men do else.
    pub quiet: bool,
    /// Platform moves.
    pub platforms: bool,
}

impl Wanted {
    const ALL: Wanted = Wanted { noisy: true, quiet: true, platforms: true };
}

/// Where men may go, as far as checks and what is wanted allow.
struct Targets {
    /// Men other than pawns.
    all: Cells,
    /// Pawns that capture.
    enemy: Cells,
    /// Pawns that step; those that do not promote, if only they are wanted.
    empty: Cells,
    /// Every empty cell, which a first move of two may pass over.
    vacant: Cells,
}

impl Board {
    #[inline(always)]
    fn generate_into<S: Sink>(&self, wanted: Wanted, sink: &mut S) {
        if self.is_over() {
            return;
        }
        let blockers = self.blockers();
        let legality = self.legality(&blockers);
        if wanted.noisy || wanted.quiet {
            let enemy = self.men(self.side.other());
            let vacant = !blockers;
            let mut all = Cells::NONE;
            if wanted.noisy {
                all = all | enemy;
            }
            if wanted.quiet {
                all = all | vacant;
            }
            self.king_moves(&all, &blockers, sink);
            let evasions = legality.evasions;
            let targets = Targets {
                all: all & evasions,
                enemy: if wanted.noisy { enemy & evasions } else { Cells::NONE },
                empty: vacant & evasions,
                vacant,
            };
            self.men_moves(&targets, &blockers, !legality.pinned, wanted, sink);
            if !legality.pinned.is_empty() {
                self.pinned_moves(&targets, &blockers, legality.pinned, wanted, sink);
            }
        }
        self.platform_moves(&legality, wanted, sink);
    }

    #[inline(always)]
    fn king_moves<S: Sink>(&self, targets: &Cells, blockers: &Cells, sink: &mut S) {
        let king = self.king_cell(self.side);
        let wing = wing_of(king);
        let mut to = KING[usize::from(king)].within(targets, wing);
        // The king does not hide the cells behind it.
        let blockers = *blockers & !SINGLE[usize::from(king)];
        let enemy = self.side.other();
        for cell in Bits(to.fixed) {
            if self.is_attacked(cell, enemy, &blockers) {
                to.fixed &= !(1 << cell);
            }
        }
        for bit in Bits(to.wing) {
            let cell = CELL_OF_WING[(wing - 1) % 2][usize::from(bit) % 64];
            if self.is_attacked(cell, enemy, &blockers) {
                to.wing &= !(1 << bit);
            }
        }
        sink.men(king, to, wing);
    }

    /// The moves of all men of a set but the king.
    #[inline(always)]
    fn men_moves<S: Sink>(
        &self,
        targets: &Targets,
        blockers: &Cells,
        movers: Cells,
        wanted: Wanted,
        sink: &mut S,
    ) {
        let movers = self.men(self.side) & movers;
        if S::COUNTS {
            self.pawn_moves(self.pawns() & movers, 0, targets, wanted, sink);
        } else {
            let early = self.early_pawns() & movers;
            self.pawn_moves(self.pawns() & movers & !early, 0, targets, wanted, sink);
            self.pawn_moves(early, 1, targets, wanted, sink);
        }
        if wanted.quiet {
            self.double_steps(movers, targets, sink);
        }
        self.knight_moves(self.knights() & movers, &targets.all, sink);
        let (lines, diagonals) = (self.on_lines() & movers, self.on_diagonals() & movers);
        for from in Bits(diagonals.0[FIXED_BOARDS]) {
            let wing = wing_of(from);
            sink.men(from, bishop(from, blockers).within(&targets.all, wing), wing);
        }
        for from in Bits(lines.0[FIXED_BOARDS]) {
            let wing = wing_of(from);
            sink.men(from, rook_on_board(from, blockers).within(&targets.all, wing), wing);
        }
        for wing in WINGS {
            for bit in Bits(diagonals.0[wing] & ON_POSTS) {
                let from = on_wing(wing, bit);
                sink.men(from, bishop(from, blockers).within(&targets.all, wing), wing);
            }
            for bit in Bits(lines.0[wing] & ON_POSTS) {
                let from = on_wing(wing, bit);
                let reach = rook_on_platform(from, wing, blockers);
                sink.men(from, reach.within(&targets.all, wing), wing);
            }
        }
    }

    #[inline(always)]
    fn knight_moves<S: Sink>(&self, knights: Cells, targets: &Cells, sink: &mut S) {
        for from in knights.each() {
            let [fixed, left, right] = (KNIGHT[usize::from(from)] & *targets).0;
            sink.men(from, Reach { fixed, wing: left }, LEFT);
            sink.men(from, Reach { fixed: 0, wing: right }, RIGHT);
        }
    }

    /// Captures and single steps of pawns, late ones (0) or early ones (1).
    #[inline(always)]
    fn pawn_moves<S: Sink>(
        &self,
        pawns: Cells,
        early: usize,
        targets: &Targets,
        wanted: Wanted,
        sink: &mut S,
    ) {
        let side = self.side.index();
        let goal = &GOALS[side][early];
        let mut empty = targets.empty;
        if !wanted.quiet {
            empty = empty & *goal;
        }
        if !wanted.noisy {
            empty = empty & !*goal;
        }
        let mut visit = |from: Place, wing: usize| {
            let steps = PAWN_STEPS[side][usize::from(from)].within(&empty, wing);
            let takes = PAWN_ATTACKS[side][usize::from(from)].within(&targets.enemy, wing);
            // A cell is empty or not: the two have none in common.
            let to = Reach { fixed: steps.fixed | takes.fixed, wing: steps.wing | takes.wing };
            sink.pawn(from, to, wing, goal);
        };
        for from in Bits(pawns.0[FIXED_BOARDS]) {
            visit(from, wing_of(from));
        }
        for wing in WINGS {
            for bit in Bits(pawns.0[wing] & ON_POSTS) {
                visit(on_wing(wing, bit), wing);
            }
        }
    }

    /// First moves of two.
    #[inline(always)]
    fn double_steps<S: Sink>(&self, movers: Cells, targets: &Targets, sink: &mut S) {
        let own = if self.side == Side::White { 0x00ff } else { 0xff00 };
        for number in Bits(u64::from(self.fresh & own)) {
            let from = start_cell(number);
            if !movers.holds(from) {
                continue;
            }
            for double in &DOUBLE_STEPS[usize::from(number) % 16] {
                let both = double.both;
                if both != 0
                    && targets.vacant.0[double.word] & both == both
                    && targets.empty.holds(double.to)
                {
                    sink.double_step(from, double.to);
                }
            }
        }
    }

    /// The moves of the pinned men, each held to its line.
    #[inline(never)]
    fn pinned_moves<S: Sink>(
        &self,
        targets: &Targets,
        blockers: &Cells,
        pinned: Cells,
        wanted: Wanted,
        sink: &mut S,
    ) {
        for man in pinned.each() {
            let mask = self.pin_mask(man, blockers);
            let targets = Targets {
                all: targets.all & mask,
                enemy: targets.enemy & mask,
                empty: targets.empty & mask,
                vacant: targets.vacant,
            };
            self.men_moves(&targets, blockers, SINGLE[usize::from(man)], wanted, sink);
        }
    }

    /// The number of legal moves.
    #[inline(never)]
    pub(super) fn count_legal(&self) -> u64 {
        let mut counter = Counter(0);
        self.generate_into(Wanted::ALL, &mut counter);
        counter.0
    }

    /// Adds the legal moves of that part to the list. Each part has a copy of the generator of its
    /// own, without what it does not want.
    #[inline]
    pub(super) fn list(&self, part: Part, list: &mut MoveList) {
        match part {
            Part::All => self.list_all(list),
            Part::Noisy => self.list_noisy(list),
            Part::Quiet => self.list_quiet(list),
            Part::Platforms => self.list_platforms(list),
        }
    }

    #[inline(never)]
    fn list_all(&self, list: &mut MoveList) {
        self.generate_into(Wanted::ALL, &mut Lister(list));
    }

    #[inline(never)]
    fn list_noisy(&self, list: &mut MoveList) {
        let wanted = Wanted { noisy: true, quiet: false, platforms: false };
        self.generate_into(wanted, &mut Lister(list));
    }

    #[inline(never)]
    fn list_quiet(&self, list: &mut MoveList) {
        let wanted = Wanted { noisy: false, quiet: true, platforms: false };
        self.generate_into(wanted, &mut Lister(list));
    }

    #[inline(never)]
    fn list_platforms(&self, list: &mut MoveList) {
        let wanted = Wanted { noisy: false, quiet: false, platforms: true };
        self.generate_into(wanted, &mut Lister(list));
    }

    /// Would [`Board::list`] give this move (if `legal` is false, but for a king left attacked)?
    /// Takes any move whatever.
    pub(super) fn allows(&self, mv: Move, legal: bool) -> bool {
        match mv.manner() {
            Manner::Plain => self.allows_man(mv, legal),
            Manner::Platform => self.allows_platform(mv, legal),
            Manner::EnPassant | Manner::Castling | Manner::Ride => false,
        }
    }

    fn allows_man(&self, mv: Move, legal: bool) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if usize::from(from.max(to)) >= CELLS || self.is_over() {
            return false;
        }
        let blockers = self.blockers();
        let (own, enemy) = (self.men(self.side), self.men(self.side.other()));
        if !own.holds(from) || !(enemy | !blockers).holds(to) {
            return false;
        }
        let code = self.code(from);
        let kind = KIND_OF_CODE[code];
        let promotes = kind == Some(Kind::Pawn)
            && GOALS[self.side.index()][usize::from(code == EARLY_PAWN)].holds(to);
        let letter_fits =
            mv.second_promotion().is_none() && mv.promotion() == promotes.then_some(Kind::Queen);
        if !letter_fits || !self.reached_by(from, kind, &blockers).holds(to) {
            return false;
        }
        if !legal {
            return true;
        }
        if kind == Some(Kind::King) {
            let blockers = blockers & !SINGLE[usize::from(from)];
            return !self.is_attacked(to, self.side.other(), &blockers);
        }
        let legality = self.legality(&blockers);
        legality.evasions.holds(to)
            && (!legality.pinned.holds(from) || self.pin_mask(from, &blockers).holds(to))
    }

    /// Where a man of the side to move could go, were all kings safe; cells of its own men may be
    /// among them.
    fn reached_by(&self, from: Place, kind: Option<Kind>, blockers: &Cells) -> Cells {
        let (cell, wing, side) = (usize::from(from), wing_of(from), self.side.index());
        let reach = match kind {
            None | Some(Kind::Platform) => return Cells::NONE,
            Some(Kind::Knight) => {
                let to = KNIGHT[cell];
                return to | Cells::of_word(FIXED_BOARDS, to.0[FIXED_BOARDS]);
            }
            Some(Kind::King) => KING[cell],
            Some(Kind::Bishop) => bishop(from, blockers),
            Some(Kind::Rook) => rook(from, blockers),
            Some(Kind::Queen) => {
                let (lines, diagonals) = (rook(from, blockers), bishop(from, blockers));
                return lines.cells(wing) | diagonals.cells(wing);
            }
            Some(Kind::Pawn) => {
                let steps = PAWN_STEPS[side][cell].cells(wing) & !*blockers;
                let takes = PAWN_ATTACKS[side][cell].cells(wing) & *blockers;
                return steps | takes | self.double_steps_from(from, !*blockers);
            }
        };
        reach.cells(wing)
    }

    /// Where a fresh pawn's first move of two leads.
    fn double_steps_from(&self, from: Place, vacant: Cells) -> Cells {
        let start = START_BIT[usize::from(from)] & self.fresh;
        let mut to = Cells::NONE;
        if start != 0 {
            for double in &DOUBLE_STEPS[start.trailing_zeros() as usize % 16] {
                if double.both != 0 && vacant.0[double.word] & double.both == double.both {
                    to = to | SINGLE[usize::from(double.to)];
                }
            }
        }
        to
    }

    fn allows_platform(&self, mv: Move, legal: bool) -> bool {
        let posts = CELLS as Place..PLACES as Place;
        if mv.promotes() || !posts.contains(&mv.from()) || !posts.contains(&mv.to()) {
            return false;
        }
        let (from, to) = (mv.from() - posts.start, mv.to() - posts.start);
        let possible = !self.is_over()
            && self.is_held(from)
            && self.movable_platforms() >> from & 1 != 0
            && self.platform_targets(from, self.platforms_with_pawns()) >> to & 1 != 0;
        possible && (!legal || !self.exposes_king(from, to))
    }
}
