//! Making a move: the child board, its key and its rights, in one go.

use super::keys::KEYS;
use super::tables::{
    CASTLINGS, Castling, ELEVATORS, FRESH_BIT, PASSABLE, PASSED, PAWNS, RIGHTS_KEPT,
};
use super::{Board, NONE};
use crate::geometry::bits::Bits;
use crate::geometry::plane::rank_of;
use crate::geometry::stack::{LEVELS, level_of, square_of};
use crate::moves::{Kind, Manner, Move, Place, Side};
use crate::rules::Observer;
use crate::rules::codes::code_of;
use crate::rules::men::man_of;

const PAWN: usize = code_of(Kind::Pawn);
const KING: usize = code_of(Kind::King);
const ROOK: usize = code_of(Kind::Rook);

impl Board {
    /// Makes a legal move on this board.
    #[inline(always)]
    pub(super) fn advance<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let runner = self.runner;
        self.begin();
        match mv.manner() {
            Manner::Plain | Manner::Platform => self.make_plain(mv, observer),
            Manner::EnPassant => self.make_en_passant(mv, runner, observer),
            Manner::Castling => self.make_castling(mv, observer),
            Manner::Ride => self.make_ride(mv, observer),
        }
        self.finish();
    }

    /// The board after passing.
    pub(super) fn null_child(&self) -> Self {
        let mut child = *self;
        child.begin();
        child.finish();
        child
    }

    /// What every move does first: the right to capture the runner is gone.
    #[inline(always)]
    fn begin(&mut self) {
        if self.capturable != 0 {
            self.key ^= self.runner_key();
            self.capturable = 0;
        }
        (self.runner, self.start, self.passed) = (NONE, NONE, 0);
        self.clock = self.clock.saturating_add(1);
    }

    /// What every move does last: the other side is to move.
    #[inline(always)]
    fn finish(&mut self) {
        self.move_number = self.move_number.saturating_add(self.side.index() as u16);
        self.side = self.side.other();
        self.key ^= KEYS.black;
        if self.passed != 0 {
            self.find_capturable();
        }
    }

    /// Takes a man of that code off.
    #[inline(always)]
    fn lift<O: Observer>(&mut self, side: Side, code: usize, cell: Place, observer: &mut O) {
        self.levels[level_of(cell) % LEVELS].clear(1 << square_of(cell));
        self.key ^= KEYS.man(side, code, cell);
        observer.lift(man_of(side, code), cell);
    }

    /// Puts a man of that code on an empty cell.
    #[inline(always)]
    pub(super) fn put<O: Observer>(
        &mut self,
        side: Side,
        code: usize,
        cell: Place,
        observer: &mut O,
    ) {
        self.levels[level_of(cell) % LEVELS].put(side, code, square_of(cell) as u8);
        self.key ^= KEYS.man(side, code, cell);
        observer.place(man_of(side, code), cell);
        if code == KING {
            self.kings[side.index()] = cell;
        }
    }

    /// The commonest manner, by far.
    #[inline(always)]
    fn make_plain<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let (side, from, to) = (self.side, mv.from(), mv.to());
        let (code, captured) = (self.code(from), self.code(to));
        let is_pawn = code == PAWN;
        let fresh = 1 << FRESH_BIT[usize::from(from)];
        if is_pawn && self.fresh & fresh != 0 {
            self.note_run(from, to);
        }
        self.lift(side, code, from, observer);
        if captured != 0 {
            self.lift(side.other(), captured, to, observer);
        }
        let placed = mv.promotion().map_or(code, code_of);
        self.put(side, placed, to, observer);
        if captured != 0 || is_pawn {
            self.clock = 0;
        }
        self.keep_fresh(!(fresh | 1 << FRESH_BIT[usize::from(to)]));
        self.keep_rights(RIGHTS_KEPT[usize::from(from)] & RIGHTS_KEPT[usize::from(to)]);
    }

    /// Only these pawns may still be fresh.
    #[inline(always)]
    fn keep_fresh(&mut self, kept: u64) {
        let lost = self.fresh & !kept;
        self.fresh &= kept;
        for bit in Bits(lost) {
            self.key ^= KEYS.fresh[usize::from(bit) % 64];
        }
    }

    #[inline(always)]
    fn keep_rights(&mut self, kept: u8) {
        if self.castling & !kept != 0 {
            self.key ^= KEYS.castling[usize::from(self.castling)];
            self.castling &= kept;
            self.key ^= KEYS.castling[usize::from(self.castling)];
        }
    }

    /// S5: if this move of a fresh pawn is a run of two or three steps, notes what it passes.
    #[inline(always)]
    fn note_run(&mut self, from: Place, to: Place) {
        let passed = self.passed_by(self.side, from, to);
        if passed != 0 {
            (self.runner, self.start, self.passed) = (to, from, passed);
        }
    }

    /// S5: what a first move passes, bits in the order of [`PASSABLE`]; none for a move that is no
    /// run of two or three steps past free cells. Where a pawn takes nothing is passed.
    pub(super) fn passed_by(&self, side: Side, from: Place, to: Place) -> u8 {
        let (start, goal) = (square_of(from), square_of(to));
        let on = level_of(from).abs_diff(level_of(to));
        let ahead = rank_of(start).abs_diff(rank_of(goal));
        if start.abs_diff(goal) != 8 * ahead || ahead + on < 2 {
            return 0;
        }
        let occupied = self.occupied();
        let free = (0..PASSABLE.len()).fold(0, |free, index| {
            let cell = passable(side, from, index);
            free | usize::from(cell.is_some_and(|cell| !occupied.has(cell))) << index
        });
        let row = PASSED.get(ahead).and_then(|rows| rows.get(on));
        row.map_or(0, |row| row[free % row.len()])
    }

    /// The cells of these that the runner passed.
    #[inline]
    pub(super) fn passed_cells(&self, of: u8) -> impl Iterator<Item = Place> {
        let (side, start) = (self.side.other(), self.start);
        Bits(of.into()).filter_map(move |index| passable(side, start, index.into()))
    }

    /// Finds out where the side now to move can legally capture the runner.
    #[inline(never)]
    fn find_capturable(&mut self) {
        let mut capturable = 0;
        for bit in Bits(self.passed.into()) {
            for to in self.passed_cells(1 << bit) {
                if self.captors(to).any(|mv| self.is_capture_of_runner_legal(mv)) {
                    capturable |= 1 << bit;
                }
            }
        }
        self.capturable = capturable;
        if capturable != 0 {
            self.key ^= self.runner_key();
        }
    }

    /// The key number of the captures of the runner.
    fn runner_key(&self) -> u64 {
        let cells = self.passed_cells(self.capturable);
        cells.fold(KEYS.runner[usize::from(self.runner)], |key, cell| {
            key ^ KEYS.passed[usize::from(cell)]
        })
    }

    #[inline(never)]
    fn make_en_passant<O: Observer>(&mut self, mv: Move, runner: Place, observer: &mut O) {
        let side = self.side;
        self.lift(side, PAWN, mv.from(), observer);
        self.lift(side.other(), PAWN, runner, observer);
        self.put(side, PAWN, mv.to(), observer);
        self.keep_fresh(!(1 << FRESH_BIT[usize::from(mv.from())]));
        self.clock = 0;
    }

    #[inline(never)]
    fn make_castling<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let side = self.side;
        let castling = CASTLINGS.iter().find(|c| c.king == mv.from() && c.rook == mv.to());
        let Some(&Castling { king, rook, king_to, rook_to, .. }) = castling else { return };
        self.lift(side, KING, king, observer);
        self.lift(side, ROOK, rook, observer);
        self.put(side, KING, king_to, observer);
        self.put(side, ROOK, rook_to, observer);
        self.keep_rights(RIGHTS_KEPT[usize::from(king)]);
    }

    /// S3: what stands on the elevator is taken on the way.
    #[inline(never)]
    fn make_ride<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let side = self.side;
        let elevator = ELEVATORS[side.index()];
        let captured = self.code(elevator);
        if captured != 0 {
            self.lift(side.other(), captured, elevator, observer);
            self.clock = 0;
        }
        self.lift(side, KING, mv.from(), observer);
        self.put(side, KING, mv.to(), observer);
        let kept = [mv.from(), elevator, mv.to()].map(|cell| RIGHTS_KEPT[usize::from(cell)]);
        self.keep_rights(kept[0] & kept[1] & kept[2]);
    }

    /// The key, computed afresh.
    pub(super) fn compute_key(&self) -> u64 {
        let mut key = KEYS.castling[usize::from(self.castling)];
        for side in Side::ALL {
            for cell in self.men(side).iter() {
                key ^= KEYS.man(side, self.code(cell), cell);
            }
        }
        for bit in Bits(self.fresh) {
            key ^= KEYS.fresh[usize::from(bit)];
        }
        if self.side == Side::Black {
            key ^= KEYS.black;
        }
        if self.capturable != 0 {
            key ^= self.runner_key();
        }
        key
    }

    /// Sets key and what goes with it, after the fields have been filled in.
    pub(super) fn settle(&mut self) {
        self.find_capturable();
        self.key = self.compute_key();
    }
}

/// The passable cell of that number, for a run from a start cell.
#[inline(always)]
fn passable(side: Side, start: Place, index: usize) -> Option<Place> {
    let (ahead, on) = PASSABLE.get(index)?;
    let pawns = &PAWNS[side.index()];
    let cell = i16::from(start) + ahead * pawns.ahead + on * pawns.rise;
    (0..LEVELS as i16 * 64).contains(&cell).then_some(cell as Place)
}
