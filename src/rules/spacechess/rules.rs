//! [`Rules`] for `spacechess`, and the making of moves: updates the pieces, the castling and en
//! passant rights, the unmoved pawns and the key.

use super::board::{Board, NO_CELL};
use super::legality::Legality;
use super::pawns::pawn_attacks;
use super::tables::{
    CASTLINGS, CELLS_PASSED, Castling, ELEVATORS, PASSABLE, PAWN_RULES, RIGHTS_KEPT, UNMOVED_BIT,
};
use crate::geometry::bits::BitIter;
use crate::geometry::plane::rank_of;
use crate::geometry::stack::{
    CELLS, CellSet, LEVELS, bishop_attacks, king_attacks, knight_attacks, level_of, rook_attacks,
    square_of,
};
use crate::geometry::{Place, PlaceSet, byte_index};
use crate::moves::{Move, MoveType, Piece, PieceType, Side};
use crate::rules::quad_bitboards::{
    PIECE_TYPE_OF_CODE, QuadBitboards, by_increasing_value, code_of, piece_from_code,
};
use crate::rules::see::{Exchange, first_among};
use crate::rules::zobrist::{PieceNumbers, fill, hash_words};
use crate::rules::{BulkCount, CorrectionKeys, EndReason, Observer, Outcome, Rules, getters};

impl Rules for Board {
    getters!(self => self);

    fn compute_key(&self) -> u64 {
        compute_key(self)
    }

    #[inline(always)]
    fn likely_key_after(&self, mv: Move) -> Option<u64> {
        if mv.kind() != MoveType::Normal {
            return None;
        }
        Some(likely_key_after(self, mv))
    }

    #[inline]
    fn correction_keys(&self) -> CorrectionKeys {
        let others =
            |side| hash_words(self.levels.iter().flat_map(|pieces| pieces.non_pawn_words(side)));
        CorrectionKeys {
            pawn: hash_words(self.levels.iter().flat_map(QuadBitboards::pawn_words)),
            non_pawn: Side::ALL.map(others),
            platform: 0,
        }
    }

    #[inline(always)]
    fn piece_at(&self, cell: Place) -> Option<Piece> {
        self.levels.get(level_of(cell))?.piece_at(square_of(cell) as Place)
    }

    fn is_live(&self, cell: Place) -> bool {
        usize::from(cell) < CELLS
    }

    fn king_cell(&self, side: Side) -> Place {
        self.king_cell(side)
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.is_king_attacked(self.side)
    }

    fn checkers(&self) -> Vec<Place> {
        let attackers = self.attackers(self.king_cell(self.side), &self.occupied());
        (attackers & self.pieces(self.side.other())).iter().collect()
    }

    #[inline]
    fn attacked_cells(&self, _info: &Legality, by: Side) -> PlaceSet {
        let (own, occupied) = (self.pieces(by), &self.occupied());
        let mut attacked = king_attacks(self.king_cell(by)) | pawn_attacks(by, self.pawns() & own);
        (self.knights() & own).for_each(|from| attacked |= knight_attacks(from));
        (self.bishops_and_queens() & own)
            .for_each(|from| attacked |= bishop_attacks(from, occupied).to_set());
        (self.rooks_and_queens() & own)
            .for_each(|from| attacked |= rook_attacks(from, occupied).to_set());
        PlaceSet::from_words(attacked.0)
    }

    #[inline(always)]
    fn may_give_check(&self, mv: Move) -> bool {
        mv.kind() != MoveType::Normal || self.may_attack_king(mv)
    }

    #[inline(always)]
    fn make_into<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        *child = *self;
        child.apply_move(mv, observer);
    }

    fn make_null(&self) -> Self {
        self.after_null_move()
    }

    fn without_piece(&self, cell: Place) -> Self {
        self.after_removal(cell)
    }

    #[inline]
    fn moved_piece(&self, mv: Move) -> PieceType {
        PIECE_TYPE_OF_CODE[self.code(mv.from())].unwrap_or(PieceType::PAWN)
    }

    #[inline]
    fn captured(&self, mv: Move) -> Option<(PieceType, Place)> {
        let on = |cell| Some((PIECE_TYPE_OF_CODE[self.code(cell)]?, cell));
        match mv.kind() {
            MoveType::Normal => on(mv.to()),
            MoveType::EnPassant => Some((PieceType::PAWN, self.ep_pawn)),
            MoveType::Special => on(ELEVATORS[self.side.index()]),
            MoveType::Castling | MoveType::Platform => None,
        }
    }

    fn has_non_pawn_material(&self) -> bool {
        !(self.pieces(self.side) & !self.pawns() & !self.kings()).is_empty()
    }

    fn variant_outcome(&self) -> Option<Outcome> {
        self.has_only_kings().then_some(Outcome { winner: None, reason: EndReason::DeadPosition })
    }
}

impl BulkCount for Board {}

impl Exchange for Board {
    type Pieces = CellSet;

    #[inline(always)]
    fn pieces_beside(&self, mv: Move) -> CellSet {
        let captured =
            self.captured(mv).map_or(CellSet::EMPTY, |(_, cell)| CellSet::from_cell(cell));
        self.occupied() & !(CellSet::from_cell(mv.from()) | captured)
    }

    #[inline(always)]
    fn capturers(&self, _: &Legality, mv: Move, pieces: CellSet, side: Side) -> CellSet {
        self.attackers(mv.to(), &pieces) & self.pieces(side)
    }

    #[inline(always)]
    fn least_valuable(&self, pieces: CellSet) -> Option<(CellSet, PieceType)> {
        let sliders = [self.rooks_and_queens(), self.bishops_and_queens()];
        let sets = by_increasing_value(self.pawns(), self.knights(), sliders, self.kings());
        let (set, kind) = first_among(sets, pieces)?;
        Some((CellSet::from_cell(set.iter().next()?), kind))
    }
}

const PAWN: usize = code_of(PieceType::PAWN);
const KING: usize = code_of(PieceType::KING);
const ROOK: usize = code_of(PieceType::ROOK);

/// The numbers that make up a key. Tables by cell have an entry for every [`byte_index`].
struct Keys {
    pieces: PieceNumbers<CELLS, { 15 * CELLS + 256 }>,
    /// By bit of an unmoved pawn; see [`UNMOVED_BIT`].
    unmoved_pawns: [u64; 64],
    /// By cell of a pawn that can be captured en passant.
    ep_pawn: [u64; 256],
    /// By cell on which it can be captured.
    ep_cell: [u64; 256],
    /// By castling rights.
    castling: [u64; 16],
    /// Black to move.
    black: u64,
}

static KEYS: Keys = {
    let (state, pieces) = PieceNumbers::fill(0x7370_6163_6563_6865, CELLS);
    let (state, unmoved_pawns) = fill(state);
    let (state, ep_pawn) = fill(state);
    let (state, ep_cell) = fill(state);
    let (state, castling) = fill(state);
    let (_, [black]) = fill(state);
    Keys { pieces, unmoved_pawns, ep_pawn, ep_cell, castling, black }
};

impl Board {
    /// Makes a legal move on this board.
    #[inline(always)]
    pub(super) fn apply_move<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let ep_pawn = self.ep_pawn;
        self.begin();
        match mv.kind() {
            MoveType::Normal | MoveType::Platform => self.make_normal(mv, observer),
            MoveType::EnPassant => self.make_en_passant(mv, ep_pawn, observer),
            MoveType::Castling => self.make_castling(mv, observer),
            MoveType::Special => self.make_ride(mv, observer),
        }
        self.finish();
    }

    /// Returns the board after a null move.
    pub(super) fn after_null_move(&self) -> Self {
        let mut child = *self;
        child.begin();
        child.finish();
        child
    }

    /// The first step of every move: clears the en passant right and counts the clock.
    #[inline(always)]
    fn begin(&mut self) {
        if self.capturable != 0 {
            self.key ^= self.ep_key();
            self.capturable = 0;
        }
        (self.ep_pawn, self.ep_origin, self.ep_cells) = (NO_CELL, NO_CELL, 0);
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
    }

    /// The last step of every move: switches the side to move and sets the en passant key.
    #[inline(always)]
    fn finish(&mut self) {
        self.fullmove_number = self.fullmove_number.saturating_add(self.side.index() as u16);
        self.side = self.side.other();
        self.key ^= KEYS.black;
        if self.ep_cells != 0 {
            self.update_capturable();
        }
    }

    /// Removes a piece of that code.
    #[inline(always)]
    fn remove_piece<O: Observer>(
        &mut self,
        side: Side,
        code: usize,
        cell: Place,
        observer: &mut O,
    ) {
        self.levels[level_of(cell) % LEVELS].clear(1 << square_of(cell));
        self.key ^= KEYS.pieces.get(side, code, cell);
        observer.piece_removed(piece_from_code(side, code), cell);
    }

    /// Puts a piece of that code on an empty cell.
    #[inline(always)]
    pub(super) fn put_piece<O: Observer>(
        &mut self,
        side: Side,
        code: usize,
        cell: Place,
        observer: &mut O,
    ) {
        self.levels[level_of(cell) % LEVELS].put(side, code, square_of(cell) as Place);
        self.key ^= KEYS.pieces.get(side, code, cell);
        observer.piece_added(piece_from_code(side, code), cell);
        if code == KING {
            self.kings[side.index()] = cell;
        }
    }

    #[inline(always)]
    fn make_normal<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let (side, from, to) = (self.side, mv.from(), mv.to());
        let (code, captured) = (self.code(from), self.code(to));
        let is_pawn = code == PAWN;
        let unmoved = 1 << UNMOVED_BIT[byte_index(from)];
        if is_pawn && self.unmoved_pawns & unmoved != 0 {
            self.record_run(from, to);
        }
        self.remove_piece(side, code, from, observer);
        if captured != 0 {
            self.remove_piece(side.other(), captured, to, observer);
        }
        let placed = mv.promotion().map_or(code, code_of);
        self.put_piece(side, placed, to, observer);
        if captured != 0 || is_pawn {
            self.halfmove_clock = 0;
        }
        self.keep_unmoved_pawns(!(unmoved | 1 << UNMOVED_BIT[byte_index(to)]));
        self.keep_rights(RIGHTS_KEPT[byte_index(from)] & RIGHTS_KEPT[byte_index(to)]);
    }

    /// Marks all pawns but these as moved.
    #[inline(always)]
    fn keep_unmoved_pawns(&mut self, kept: u64) {
        let lost = self.unmoved_pawns & !kept;
        self.unmoved_pawns &= kept;
        for bit in BitIter(lost) {
            self.key ^= KEYS.unmoved_pawns[usize::from(bit) % 64];
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

    /// Records the cells passed if this move of an unmoved pawn is a run of two or three steps
    /// (rule S5).
    #[inline(always)]
    fn record_run(&mut self, from: Place, to: Place) {
        let ep_cells = self.cells_passed(self.side, from, to);
        if ep_cells != 0 {
            (self.ep_pawn, self.ep_origin, self.ep_cells) = (to, from, ep_cells);
        }
    }

    /// Returns the cells that a first move passes (rule S5), as bits in the order of [`PASSABLE`]:
    /// none for a capture, a single step, or a run without a path over empty cells.
    pub(super) fn cells_passed(&self, side: Side, from: Place, to: Place) -> u8 {
        let (origin, target) = (square_of(from), square_of(to));
        let up = level_of(from).abs_diff(level_of(to));
        let ahead = rank_of(origin).abs_diff(rank_of(target));
        if origin.abs_diff(target) != 8 * ahead || ahead + up < 2 {
            return 0;
        }
        let occupied = self.occupied();
        let free = (0..PASSABLE.len()).fold(0, |free, index| {
            let cell = passable_cell(side, from, index);
            free | usize::from(cell.is_some_and(|cell| !occupied.contains(cell))) << index
        });
        let row = CELLS_PASSED.get(ahead).and_then(|rows| rows.get(up));
        row.map_or(0, |row| row[free % row.len()])
    }

    /// Returns the cells of these bits of the en passant cells.
    #[inline]
    pub(super) fn ep_cells_from_bits(&self, bits: u8) -> impl Iterator<Item = Place> {
        let (side, start) = (self.side.other(), self.ep_origin);
        BitIter(bits.into()).filter_map(move |index| passable_cell(side, start, index.into()))
    }

    /// Sets the cells on which the side to move has a legal en passant capture.
    #[inline(never)]
    fn update_capturable(&mut self) {
        let mut capturable = 0;
        for bit in BitIter(self.ep_cells.into()) {
            for to in self.ep_cells_from_bits(1 << bit) {
                if self.ep_captures(to).any(|mv| self.is_legal_ep(mv)) {
                    capturable |= 1 << bit;
                }
            }
        }
        self.capturable = capturable;
        if capturable != 0 {
            self.key ^= self.ep_key();
        }
    }

    /// Returns the key number of the legal en passant captures.
    fn ep_key(&self) -> u64 {
        let cells = self.ep_cells_from_bits(self.capturable);
        cells.fold(KEYS.ep_pawn[byte_index(self.ep_pawn)], |key, cell| {
            key ^ KEYS.ep_cell[byte_index(cell)]
        })
    }

    #[inline(never)]
    fn make_en_passant<O: Observer>(&mut self, mv: Move, ep_pawn: Place, observer: &mut O) {
        let side = self.side;
        self.remove_piece(side, PAWN, mv.from(), observer);
        self.remove_piece(side.other(), PAWN, ep_pawn, observer);
        self.put_piece(side, PAWN, mv.to(), observer);
        self.keep_unmoved_pawns(!(1 << UNMOVED_BIT[byte_index(mv.from())]));
        self.halfmove_clock = 0;
    }

    #[inline(never)]
    fn make_castling<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let side = self.side;
        let castling = CASTLINGS
            .iter()
            .find(|castling| castling.king == mv.from() && castling.rook == mv.to());
        let Some(&Castling { king, rook, king_to, rook_to, .. }) = castling else { return };
        self.remove_piece(side, KING, king, observer);
        self.remove_piece(side, ROOK, rook, observer);
        self.put_piece(side, KING, king_to, observer);
        self.put_piece(side, ROOK, rook_to, observer);
        self.keep_rights(RIGHTS_KEPT[byte_index(king)]);
    }

    /// Makes an elevator ride, which captures a piece on the elevator (rule S3).
    #[inline(never)]
    fn make_ride<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let side = self.side;
        let elevator = ELEVATORS[side.index()];
        let captured = self.code(elevator);
        if captured != 0 {
            self.remove_piece(side.other(), captured, elevator, observer);
            self.halfmove_clock = 0;
        }
        self.remove_piece(side, KING, mv.from(), observer);
        self.put_piece(side, KING, mv.to(), observer);
        let kept = [mv.from(), elevator, mv.to()].map(|cell| RIGHTS_KEPT[byte_index(cell)]);
        self.keep_rights(kept[0] & kept[1] & kept[2]);
    }

    /// Returns the board without a piece; see [`Rules::without_piece`](crate::rules::Rules).
    pub(super) fn after_removal(&self, cell: Place) -> Self {
        let mut board = *self;
        board.levels[level_of(cell) % LEVELS].clear(1 << square_of(cell));
        board.unmoved_pawns &= !(1 << UNMOVED_BIT[byte_index(cell)]);
        board.castling &= RIGHTS_KEPT[byte_index(cell)];
        (board.ep_pawn, board.ep_origin, board.ep_cells) = (NO_CELL, NO_CELL, 0);
        board.update_key();
        board
    }

    /// Sets the key and [`Board::capturable`] after the other fields have been set.
    pub(super) fn update_key(&mut self) {
        self.update_capturable();
        self.key = compute_key(self);
    }
}

/// Returns the key after a normal move without promotion that changes no right.
#[inline(always)]
pub(super) fn likely_key_after(board: &Board, mv: Move) -> u64 {
    let codes = [mv.from(), mv.to()].map(|cell| board.code(cell));
    board.key ^ KEYS.pieces.change_by_move(mv, board.side, codes) ^ KEYS.black
}

/// Computes the key from scratch.
pub(super) fn compute_key(board: &Board) -> u64 {
    let mut key = KEYS.castling[usize::from(board.castling)];
    for side in Side::ALL {
        for cell in board.pieces(side).iter() {
            key ^= KEYS.pieces.get(side, board.code(cell), cell);
        }
    }
    for bit in BitIter(board.unmoved_pawns) {
        key ^= KEYS.unmoved_pawns[usize::from(bit)];
    }
    if board.side == Side::Black {
        key ^= KEYS.black;
    }
    if board.capturable != 0 {
        key ^= board.ep_key();
    }
    key
}

/// Returns a cell of [`PASSABLE`] by its index, for a run from a start cell.
#[inline(always)]
fn passable_cell(side: Side, start: Place, index: usize) -> Option<Place> {
    let (ahead, up) = PASSABLE.get(index)?;
    let pawns = &PAWN_RULES[side.index()];
    let cell = start as i16 + ahead * pawns.ahead + up * pawns.up;
    (0..LEVELS as i16 * 64).contains(&cell).then_some(cell as Place)
}
