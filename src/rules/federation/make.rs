//! Making a move: the child board, its key and its rights, in one go.

use super::keys::KEYS;
use super::tables::{CASTLINGS, COLUMN_OF, COLUMN_SQUARES, LEVEL_OF, RIGHTS_KEPT, TOP_FIXED};
use super::{Board, NONE};
use crate::geometry::bits::Bits;
use crate::geometry::columns::{COLUMNS, between};
use crate::geometry::staircase::{CELLS, FIXED, cell_of_post};
use crate::moves::{Kind, Man, Manner, Move, Place, Side};
use crate::rules::Observer;
use crate::rules::codes::{KIND_OF_CODE, code_of};

/// The column that a pawn's move steps over: one for a first move of two, else none.
#[inline(always)]
fn stepped_over(from: Place, to: Place) -> u64 {
    between(usize::from(COLUMN_OF[usize::from(from)]), usize::from(COLUMN_OF[usize::from(to)]))
}

impl<const ROOK_PAWNS: bool> Board<ROOK_PAWNS> {
    /// Makes a legal move on this board.
    #[inline(always)]
    pub(super) fn advance<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let runner = self.runner;
        self.begin();
        match mv.manner() {
            Manner::Plain | Manner::Ride => self.make_plain(mv, observer),
            Manner::EnPassant => self.make_en_passant(mv, runner, observer),
            Manner::Castling => self.make_castling(mv, observer),
            Manner::Platform => self.make_platform(mv, observer),
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
        if self.runner_in_key {
            self.key ^= self.runner_key();
            self.runner_in_key = false;
        }
        self.runner = NONE;
        self.passed = NONE;
        self.clock = self.clock.saturating_add(1);
    }

    /// What every move does last: the other side is to move.
    #[inline(always)]
    fn finish(&mut self) {
        self.move_number = self.move_number.saturating_add(self.side.index() as u16);
        self.side = self.side.other();
        self.key ^= KEYS.black;
        if self.runner != NONE && self.runner_can_be_captured() {
            self.runner_in_key = true;
            self.key ^= self.runner_key();
        }
    }

    #[inline(always)]
    fn man(side: Side, code: usize) -> Man {
        Man { kind: KIND_OF_CODE[code].unwrap_or(Kind::Pawn), side }
    }

    /// Takes a man of that code off; its rights go too.
    #[inline(always)]
    fn lift<O: Observer>(&mut self, side: Side, square: u8, cell: Place, observer: &mut O) {
        let code = self.code(square);
        let bit = 1 << square;
        for plane in &mut self.planes {
            *plane &= !bit;
        }
        self.white &= !bit;
        if self.fresh & bit != 0 {
            self.fresh &= !bit;
            self.key ^= KEYS.fresh[usize::from(cell)];
        }
        self.key ^= KEYS.man(side, code, cell);
        observer.lift(Self::man(side, code), cell);
    }

    /// Puts a man of that code on an empty square.
    #[inline(always)]
    pub(super) fn put<O: Observer>(
        &mut self,
        side: Side,
        code: usize,
        square: u8,
        cell: Place,
        observer: &mut O,
    ) {
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            *plane |= (code as u64 >> bit & 1) << square;
        }
        self.white |= u64::from(side == Side::White) << square;
        self.key ^= KEYS.man(side, code, cell);
        observer.place(Self::man(side, code), cell);
    }

    /// The commonest manner, by far: all planes at once, and rights only where there are any.
    #[inline(always)]
    fn make_plain<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let side = self.side;
        let (from, to) = (self.square(mv.from()), self.square(mv.to()));
        let (from_cell, to_cell) = (usize::from(mv.from()), usize::from(mv.to()));
        let (code, captured) = (self.code(from), self.code(to));
        let kept = !(1 << from | 1 << to);
        for plane in &mut self.planes {
            *plane = *plane & kept | (*plane >> from & 1) << to;
        }
        self.white = self.white & kept | u64::from(side == Side::White) << to;
        self.key ^= KEYS.man(side, code, mv.from()) ^ KEYS.man(side, code, mv.to());
        // No man captured: zero.
        self.key ^= KEYS.man(side.other(), captured, mv.to());
        observer.lift(Self::man(side, code), mv.from());
        if captured != 0 {
            observer.lift(Self::man(side.other(), captured), mv.to());
        }
        let mut placed = code;
        if let Some(kind) = mv.promotion() {
            placed = code_of(kind);
            for (bit, plane) in self.planes.iter_mut().enumerate() {
                *plane ^= ((code ^ placed) as u64 >> bit & 1) << to;
            }
            self.key ^= KEYS.man(side, code, mv.to()) ^ KEYS.man(side, placed, mv.to());
        }
        observer.place(Self::man(side, placed), mv.to());
        if captured != 0 || code == code_of(Kind::Pawn) {
            self.clock = 0;
        }
        // Whether a pawn is fresh is as good as random: no branch for the mover's key.
        let was_fresh = self.fresh >> from & 1;
        self.key ^= KEYS.fresh[from_cell] & was_fresh.wrapping_neg();
        if captured != 0 && self.fresh >> to & 1 != 0 {
            self.key ^= KEYS.fresh[to_cell];
        }
        self.fresh &= kept;
        if was_fresh != 0 && stepped_over(mv.from(), mv.to()) != 0 {
            self.runner = mv.to();
            self.passed = self.passed_cell(mv.from(), mv.to());
        }
        if captured != 0 && to >= FIXED as u8 {
            self.claim_platform(to, observer);
        }
        let rights = RIGHTS_KEPT[from_cell] & RIGHTS_KEPT[to_cell];
        if self.castling & !rights != 0 {
            self.keep_rights(rights);
        }
    }

    #[inline(always)]
    fn keep_rights(&mut self, kept: u8) {
        self.key ^= KEYS.castling[usize::from(self.castling)];
        self.castling &= kept;
        self.key ^= KEYS.castling[usize::from(self.castling)];
    }

    /// The one cell that a step of two passed over: on path A if that was free, else on path B.
    #[inline(never)]
    pub(super) fn passed_cell(&self, from: Place, to: Place) -> Place {
        let ceiling = LEVEL_OF[usize::from(from)].max(LEVEL_OF[usize::from(to)]);
        let column = stepped_over(from, to).trailing_zeros() as usize % COLUMNS;
        let squares = COLUMN_SQUARES.at(column, self.rows());
        if squares >> FIXED == 0 {
            // Without platforms there is one path.
            return TOP_FIXED[column][usize::from(ceiling) % 8];
        }
        // The highest cell under the ceiling, and the one just above it if there is one.
        let (mut highest, mut above) = ((0, 0, NONE), NONE);
        for square in Bits(squares) {
            let cell = self.cell(square);
            let level = LEVEL_OF[usize::from(cell)];
            if level <= ceiling && level > highest.0 {
                highest = (level, square, cell);
            }
            if level == ceiling | 1 {
                above = cell;
            }
        }
        let (level, square, cell) = highest;
        let path_a_is_free = level > 0 && self.occupied() >> square & 1 == 0;
        if path_a_is_free { cell } else { above }
    }

    /// Can the side now to move capture the runner by a legal move?
    #[inline(always)]
    fn runner_can_be_captured(&self) -> bool {
        self.runner_attackers() != 0 && self.a_captor_is_legal()
    }

    #[inline(never)]
    fn a_captor_is_legal(&self) -> bool {
        let mut captors = self.runner_captors();
        captors.any(|mv| !self.child_of_en_passant(mv).is_king_attacked(self.side))
    }

    /// The pawns of the side to move that attack the cell that the runner passed.
    #[inline(always)]
    fn runner_attackers(&self) -> u64 {
        let column = usize::from(COLUMN_OF[usize::from(self.passed)]);
        Self::pawn_attacks(self.side).at(column, self.rows()) & self.pawns() & self.men(self.side)
    }

    /// The board after capturing the runner, as far as lines are concerned.
    pub(super) fn child_of_en_passant(&self, mv: Move) -> Self {
        let mut child = *self;
        child.make_en_passant(mv, self.runner, &mut ());
        child
    }

    /// The captures of the runner that its attackers could make, legal or not, unpromoted.
    pub(super) fn runner_captors(&self) -> impl Iterator<Item = Move> + '_ {
        Bits(if self.passed == NONE { 0 } else { self.runner_attackers() })
            .map(|from| Move::new(self.cell(from), self.passed, Manner::EnPassant))
    }

    #[inline(never)]
    fn make_en_passant<O: Observer>(&mut self, mv: Move, runner: Place, observer: &mut O) {
        let side = self.side;
        let (from, to, gone) = (self.square(mv.from()), self.square(mv.to()), self.square(runner));
        self.lift(side, from, mv.from(), observer);
        self.lift(side.other(), gone, runner, observer);
        let placed = code_of(mv.promotion().unwrap_or(Kind::Pawn));
        self.put(side, placed, to, mv.to(), observer);
        self.clock = 0;
        if gone >= FIXED as u8 {
            self.claim_platform(gone, observer);
        }
    }

    /// After a capture on this square of a platform: if the last man of its owner is gone, it
    /// passes to the capturing side.
    #[inline(never)]
    fn claim_platform<O: Observer>(&mut self, square: u8, observer: &mut O) {
        let slot = usize::from(square - FIXED as u8) / 4;
        let (side, owner) = (self.side, self.owner(slot));
        let cells = 0b1111 << (FIXED + 4 * slot);
        if owner != side && self.men(owner) & cells == 0 {
            let post = self.posts[slot];
            let numbers = &KEYS.platform;
            self.key ^= numbers[0][usize::from(post)] ^ numbers[1][usize::from(post)];
            self.black_owned ^= 1 << slot;
            observer.lift_platform(Some(owner), CELLS as Place + post);
            observer.place_platform(Some(side), CELLS as Place + post);
        }
    }

    #[inline(never)]
    fn make_castling<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let side = self.side;
        let castling = CASTLINGS.iter().find(|c| c.king == mv.from() && c.rook == mv.to());
        let Some(&castling) = castling else { return };
        let square = |cell| self.square(cell);
        let (king, rook) = (square(castling.king), square(castling.rook));
        let (king_to, rook_to) = (square(castling.king_to), square(castling.rook_to));
        self.lift(side, king, castling.king, observer);
        self.lift(side, rook, castling.rook, observer);
        self.put(side, code_of(Kind::King), king_to, castling.king_to, observer);
        self.put(side, code_of(Kind::Rook), rook_to, castling.rook_to, observer);
        self.keep_rights(RIGHTS_KEPT[usize::from(castling.king)]);
    }

    #[inline(never)]
    fn make_platform<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let side = self.side;
        let (from, to) = (mv.from() - CELLS as Place, mv.to() - CELLS as Place);
        let slot = self.slot_near(from);
        let pilot = Bits(self.occupied() >> (FIXED + 4 * slot) & 0b1111).next();
        let mut landing = None;
        if let Some(within) = pilot {
            let square = FIXED as u8 + 4 * slot as u8 + within;
            self.lift(side, square, cell_of_post(from, within), observer);
            landing = Some(within);
        }
        let numbers = &KEYS.platform[side.index()];
        self.key ^= numbers[usize::from(from)] ^ numbers[usize::from(to)];
        observer.lift_platform(Some(side), mv.from());
        observer.place_platform(Some(side), mv.to());
        let slot = self.reorder(slot, to);
        if let Some(within) = landing {
            let square = FIXED as u8 + 4 * slot as u8 + within;
            let code = code_of(mv.promotion().unwrap_or(Kind::Pawn));
            self.put(side, code, square, cell_of_post(to, within), observer);
            if mv.promotes() {
                self.clock = 0;
            }
        }
    }

    /// Moves the (now empty) platform of a slot to a post and restores the order of the slots;
    /// gives its slot.
    fn reorder(&mut self, mut slot: usize, to: u8) -> usize {
        self.posts[slot] = to;
        while slot < 3 && self.posts[slot] > self.posts[slot + 1] {
            self.swap_slots(slot);
            slot += 1;
        }
        while slot > 0 && self.posts[slot - 1] > self.posts[slot] {
            self.swap_slots(slot - 1);
            slot -= 1;
        }
        slot
    }

    /// Swaps a slot with the next one, with all that stands there.
    fn swap_slots(&mut self, slot: usize) {
        let swap = |word: u64, width: usize, from: usize| {
            let mask = (1u64 << width) - 1;
            let differing = (word >> from ^ word >> (from + width)) & mask;
            word ^ (differing << from | differing << (from + width))
        };
        for word in self.planes.iter_mut().chain([&mut self.white, &mut self.fresh]) {
            *word = swap(*word, 4, FIXED + 4 * slot);
        }
        self.black_owned = swap(u64::from(self.black_owned), 1, slot) as u8;
        self.posts.swap(slot, slot + 1);
    }

    /// The key, computed afresh.
    pub(super) fn compute_key(&self) -> u64 {
        let mut key = KEYS.castling[usize::from(self.castling)];
        for square in Bits(self.occupied()) {
            let side = if self.white >> square & 1 != 0 { Side::White } else { Side::Black };
            key ^= KEYS.man(side, self.code(square), self.cell(square));
        }
        for square in Bits(self.fresh) {
            key ^= KEYS.fresh[usize::from(self.cell(square))];
        }
        for (slot, &post) in self.posts.iter().enumerate() {
            key ^= KEYS.platform[self.owner(slot).index()][usize::from(post)];
        }
        if self.side == Side::Black {
            key ^= KEYS.black;
        }
        if self.runner != NONE && self.runner_can_be_captured() {
            key ^= self.runner_key();
        }
        key
    }

    /// Sets key and what goes with it, after the fields have been filled in.
    pub(super) fn settle(&mut self) {
        self.runner_in_key = self.runner != NONE && self.runner_can_be_captured();
        self.key = self.compute_key();
    }
}
