//! Making a move on the staircase. [`MakeMove`] makes normal moves and castles; a rule set
//! implements captures en passant, platform moves and what is special about double steps and
//! captures. Each change to a [`StaircaseState`] keeps the key up to date.
//!
//! What can go wrong: [`StaircaseState::sort_slots`] moves the pieces of a platform to the squares
//! of another slot. Squares that were looked up before it are stale.

use super::state::{KEYS, NO_CELL, StaircaseState};
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::FIXED_CELLS;
use crate::geometry::{Place, byte_index};
use crate::moves::{Move, MoveType, PieceType, Side};
use crate::rules::Observer;
use crate::rules::quad_bitboards::{code_of, piece_from_code};

/// Makes moves: a rule set implements the required methods, the provided ones build on them.
pub(crate) trait MakeMove: Copy {
    /// Returns the state of the board.
    fn state(&self) -> &StaircaseState;
    /// Returns the state of the board, to change it.
    fn state_mut(&mut self) -> &mut StaircaseState;

    /// The castlings in the order of the letters `KQkq`.
    const CASTLINGS: [Castling; 4];
    /// The castling rights (bits in the order `KQkq`) that outlast a move from or to each cell.
    const RIGHTS_KEPT: &'static [u8; 256] = &rights_kept(&Self::CASTLINGS);

    /// Returns the cell where a pawn can be captured en passant after its first move; `None` if
    /// that is no double step.
    fn double_step_ep_cell(&self, mv: Move) -> Option<Place>;
    /// Applies the further effects of a capture by `side` on that square. By default there are
    /// none.
    #[inline(always)]
    fn after_capture<O: Observer>(&mut self, _square: u8, _side: Side, _observer: &mut O) {}
    /// Captures the pawn on that cell en passant. Leaves the side to move as it is.
    fn make_en_passant<O: Observer>(&mut self, mv: Move, ep_pawn: Place, observer: &mut O);
    /// Moves a platform from post to post on a copy of the board `before`. Leaves the side to move
    /// as it is. Implementations read from `before` where they can, since reading what was just
    /// stored is slow.
    fn make_platform<O: Observer>(&mut self, mv: Move, before: &Self, observer: &mut O);
    /// Returns whether a legal move captures en passant. There must be a pawn that has just made a
    /// double step.
    fn has_legal_ep(&self) -> bool;

    /// Writes the board after a legal move to `child`.
    #[inline(always)]
    fn apply_move<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        *child = *self;
        if mv.kind() != MoveType::Normal {
            self.make_special(mv, child, observer);
        } else if self.make_normal(mv, child, observer) && child.has_legal_ep() {
            child.state_mut().add_ep_to_key();
        }
    }

    /// Makes a normal move on `child`, which is a copy of this board, and gives the move to the
    /// other side. Returns whether it is a double step; then a right to capture en passant is not
    /// yet part of the key.
    #[inline(always)]
    fn make_normal<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) -> bool {
        let state = self.state();
        let moved = state.move_piece(mv, child.state_mut(), observer);
        let ep_cell = if moved.was_unmoved { self.double_step_ep_cell(mv) } else { None };
        if let Some(ep_cell) = ep_cell {
            child.state_mut().ep_pawn = mv.to();
            child.state_mut().ep_cell = ep_cell;
        }
        if moved.captured {
            child.after_capture(moved.to, state.side, observer);
        }
        let kept = |cell: Place| Self::RIGHTS_KEPT[byte_index(cell)];
        child.state_mut().keep_rights(kept(mv.from()) & kept(mv.to()));
        ep_cell.is_some()
    }

    /// Makes any move but a normal one on `child`, which is a copy of this board, and gives the
    /// move to the other side.
    #[inline(never)]
    fn make_special<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        child.state_mut().begin();
        match mv.kind() {
            MoveType::EnPassant => child.make_en_passant(mv, self.state().ep_pawn, observer),
            MoveType::Castling => child.make_castling(mv, observer),
            MoveType::Platform => child.make_platform(mv, self, observer),
            MoveType::Normal | MoveType::Special => {}
        }
        child.state_mut().switch_side();
    }

    /// Returns the board after a null move.
    fn after_null_move(&self) -> Self {
        let mut child = *self;
        child.state_mut().begin();
        child.state_mut().switch_side();
        child
    }

    /// Returns the board without a piece; see [`Rules::without_piece`](crate::rules::Rules).
    fn after_removal(&self, cell: Place) -> Self {
        let mut board = *self;
        let state = board.state_mut();
        let bit = 1 << state.square(cell);
        state.pieces.clear(bit);
        state.unmoved_pawns &= !bit;
        state.castling &= Self::RIGHTS_KEPT[byte_index(cell)];
        (state.ep_pawn, state.ep_cell) = (NO_CELL, NO_CELL);
        board.finish_setup();
        board
    }

    /// Returns whether a legal move captures en passant, which is part of the key.
    fn has_ep_right(&self) -> bool {
        self.state().ep_pawn != NO_CELL && self.has_legal_ep()
    }

    /// Makes the castling that the move names. Leaves the side to move as it is.
    fn make_castling<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let mut castlings = Self::CASTLINGS.into_iter();
        let meant = castlings.find(|c| c.king == mv.from() && c.rook == mv.to());
        if let Some(castling) = meant {
            self.state_mut().castle(castling, observer);
            self.state_mut().keep_rights(Self::RIGHTS_KEPT[byte_index(castling.king)]);
        }
    }

    /// Returns the board after an en passant capture with the same side to move, to look for
    /// attacks on its king.
    fn after_en_passant(&self, mv: Move) -> Self {
        let mut child = *self;
        child.make_en_passant(mv, self.state().ep_pawn, &mut ());
        child
    }

    /// Computes the Zobrist key from the whole position.
    fn compute_zobrist_key(&self) -> u64 {
        let ep_key = if self.has_ep_right() { self.state().ep_key() } else { 0 };
        self.state().compute_key_without_ep() ^ ep_key
    }

    /// Sets the key once the other fields are filled in.
    fn finish_setup(&mut self) {
        let (ep_in_key, key) = (self.has_ep_right(), self.compute_zobrist_key());
        let state = self.state_mut();
        (state.ep_in_key, state.key) = (ep_in_key, key);
    }
}

/// The cells of one castling.
#[derive(Clone, Copy)]
pub(crate) struct Castling {
    /// The king's cell.
    pub(crate) king: Place,
    /// The rook's cell.
    pub(crate) rook: Place,
    /// The cell that the king moves to.
    pub(crate) king_to: Place,
    /// The cell that the rook moves to.
    pub(crate) rook_to: Place,
}

/// Returns the castling rights (bits in the order `KQkq`) that outlast a move from or to each cell.
const fn rights_kept(castlings: &[Castling; 4]) -> [u8; 256] {
    let mut table = [0b1111; 256];
    let mut right = 0;
    while right < 4 {
        table[castlings[right].king as usize] &= !(1 << right);
        table[castlings[right].rook as usize] &= !(1 << right);
        right += 1;
    }
    table
}

/// The effect of a normal move.
struct MoveEffect {
    /// The square that the piece moved to.
    to: u8,
    /// Whether it captured.
    captured: bool,
    /// Whether it was the first move of a pawn.
    was_unmoved: bool,
}

impl StaircaseState {
    /// Begins a special or null move: removes the right to capture en passant and advances the
    /// clock.
    #[inline(always)]
    fn begin(&mut self) {
        if self.ep_in_key {
            self.key ^= self.ep_key();
            self.ep_in_key = false;
        }
        self.ep_pawn = NO_CELL;
        self.ep_cell = NO_CELL;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
    }

    /// Gives the move to the other side.
    #[inline(always)]
    fn switch_side(&mut self) {
        self.fullmove_number = self.fullmove_number.saturating_add(self.side.index() as u16);
        self.side = self.side.other();
        self.key ^= KEYS.black;
    }

    /// Adds the right to capture en passant to the key.
    #[inline(always)]
    fn add_ep_to_key(&mut self) {
        self.ep_in_key = true;
        self.key ^= self.ep_key();
    }

    /// Removes a piece of that side, and its right to a double step.
    #[inline(always)]
    pub(crate) fn remove_piece<O: Observer>(
        &mut self,
        side: Side,
        square: u8,
        cell: Place,
        observer: &mut O,
    ) {
        let code = self.code(square);
        let bit = 1 << square;
        self.pieces.clear(bit);
        if self.unmoved_pawns & bit != 0 {
            self.unmoved_pawns &= !bit;
            self.key ^= KEYS.unmoved_pawns[byte_index(cell)];
        }
        self.key ^= KEYS.pieces.get(side, code, cell);
        observer.piece_removed(piece_from_code(side, code), cell);
    }

    /// Puts a piece with that code on an empty square.
    #[inline(always)]
    pub(crate) fn put_piece<O: Observer>(
        &mut self,
        side: Side,
        code: usize,
        square: u8,
        cell: Place,
        observer: &mut O,
    ) {
        self.pieces.put(side, code, square.into());
        self.key ^= KEYS.pieces.get(side, code, cell);
        observer.piece_added(piece_from_code(side, code), cell);
    }

    /// Moves a piece from cell to cell on `child`, which is a copy of this state, and does the work
    /// of [`StaircaseState::begin`] and [`StaircaseState::switch_side`]. All bit planes change at
    /// once, since most moves are of this kind. Every field is read from `self`: reading what was
    /// just stored to `child` is slow.
    #[inline(always)]
    fn move_piece<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) -> MoveEffect {
        let side = self.side;
        let (from, to) = (self.square(mv.from()), self.square(mv.to()));
        let codes = [from, to].map(|square| self.pieces.code_and_color(square.into()));
        let [code, captured] = codes.map(|both| both % 8);
        let kept = !(1 << from | 1 << to);
        child.pieces = self.pieces.with_move(from.into(), to.into());
        let mut key = self.key ^ if self.ep_in_key { self.ep_key() } else { 0 };
        key ^= KEYS.pieces.change_by_move(mv, codes);
        observer.piece_removed(piece_from_code(side, code), mv.from());
        if captured != 0 {
            observer.piece_removed(piece_from_code(side.other(), captured), mv.to());
        }
        let mut placed = code;
        if let Some(kind) = mv.promotion() {
            placed = code_of(kind);
            child.pieces.change_code(to.into(), code, placed);
            key ^= KEYS.pieces.get(side, code, mv.to()) ^ KEYS.pieces.get(side, placed, mv.to());
        }
        observer.piece_added(piece_from_code(side, placed), mv.to());
        let progress = captured != 0 || code == code_of(PieceType::PAWN);
        child.halfmove_clock = if progress { 0 } else { self.halfmove_clock.saturating_add(1) };
        let was_unmoved = self.unmoved_pawns >> from & 1 != 0;
        if was_unmoved {
            key ^= KEYS.unmoved_pawns[byte_index(mv.from())];
        }
        if captured != 0 && self.unmoved_pawns >> to & 1 != 0 {
            key ^= KEYS.unmoved_pawns[byte_index(mv.to())];
        }
        child.unmoved_pawns = self.unmoved_pawns & kept;
        child.ep_in_key = false;
        child.ep_pawn = NO_CELL;
        child.ep_cell = NO_CELL;
        child.side = side.other();
        child.fullmove_number = self.fullmove_number.saturating_add(side.index() as u16);
        child.key = key ^ KEYS.black;
        MoveEffect { to, captured: captured != 0, was_unmoved }
    }

    /// Removes the castling rights that are not in the set.
    #[inline(always)]
    pub(crate) fn keep_rights(&mut self, kept: u8) {
        if self.castling & !kept != 0 {
            self.key ^= KEYS.castling[usize::from(self.castling)];
            self.castling &= kept;
            self.key ^= KEYS.castling[usize::from(self.castling)];
        }
    }

    /// Captures the pawn on a cell en passant and returns the square of that pawn.
    #[inline(always)]
    pub(crate) fn capture_ep<O: Observer>(
        &mut self,
        mv: Move,
        ep_pawn: Place,
        observer: &mut O,
    ) -> u8 {
        let side = self.side;
        let (from, to, gone) = (self.square(mv.from()), self.square(mv.to()), self.square(ep_pawn));
        self.remove_piece(side, from, mv.from(), observer);
        self.remove_piece(side.other(), gone, ep_pawn, observer);
        let placed = code_of(mv.promotion().unwrap_or(PieceType::PAWN));
        self.put_piece(side, placed, to, mv.to(), observer);
        self.halfmove_clock = 0;
        gone
    }

    /// Moves king and rook to where they castle.
    pub(crate) fn castle<O: Observer>(&mut self, castling: Castling, observer: &mut O) {
        let side = self.side;
        let square = |cell| self.square(cell);
        let (king, rook) = (square(castling.king), square(castling.rook));
        let (king_to, rook_to) = (square(castling.king_to), square(castling.rook_to));
        self.remove_piece(side, king, castling.king, observer);
        self.remove_piece(side, rook, castling.rook, observer);
        self.put_piece(side, code_of(PieceType::KING), king_to, castling.king_to, observer);
        self.put_piece(side, code_of(PieceType::ROOK), rook_to, castling.rook_to, observer);
    }

    /// Moves the platform of a slot to a vacant post, sorts the slots by post together with their
    /// pieces, and returns the platform's new slot, which is mostly the old one. Does not change
    /// the key. Without loops, so that a board can stay in registers.
    #[inline(always)]
    pub(crate) fn sort_slots(&mut self, old: usize, post: u8) -> usize {
        let is_before = |other: usize| other != old && self.posts[other] < post;
        let new = (0..4).map(|other| usize::from(is_before(other))).sum();
        let low_bits = |count: usize| (1u64 << count) - 1;
        // Takes the old slot out and puts `value` in at its new place. A slot has `width` bits.
        let replaced = |slots: u64, width: usize, value: u64| {
            let (before_old, before_new) = (low_bits(width * old), low_bits(width * new));
            let others = slots & before_old | slots >> width & !before_old;
            others & before_new | value << (width * new) | (others & !before_new) << width
        };
        let moved = |slots: u64, width: usize| {
            replaced(slots, width, slots >> (width * old) & low_bits(width))
        };
        let moved_squares = |squares: u64| {
            squares & low_bits(FIXED_CELLS) | moved(squares >> FIXED_CELLS, 4) << FIXED_CELLS
        };
        if new != old {
            self.pieces.permute(moved_squares);
            self.unmoved_pawns = moved_squares(self.unmoved_pawns);
            self.black_owned = moved(u64::from(self.black_owned), 1) as u8;
        }
        let posts = u64::from(u32::from_le_bytes(self.posts));
        self.posts = (replaced(posts, 8, u64::from(post)) as u32).to_le_bytes();
        new
    }

    /// Computes the key from the whole position, without the right to capture en passant.
    pub(crate) fn compute_key_without_ep(&self) -> u64 {
        let mut key = KEYS.castling[usize::from(self.castling)];
        for square in BitIter(self.occupied()) {
            let piece = self.pieces.code_and_color(square.into());
            key ^= KEYS.pieces.get_by_code_and_color(piece, self.cell(square));
        }
        for square in BitIter(self.unmoved_pawns) {
            key ^= KEYS.unmoved_pawns[byte_index(self.cell(square))];
        }
        for (slot, &post) in self.posts.iter().enumerate() {
            key ^= KEYS.platform[self.owner(slot).index()][usize::from(post)];
        }
        if self.side == Side::Black {
            key ^= KEYS.black;
        }
        key
    }
}
