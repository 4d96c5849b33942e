//! Making moves: updates the pieces, the rights, the counters and the key.

use super::board::{FixedBoard, NO_CELL};
use super::cells::CellSet;
use super::outline::Features;
use super::tables::BLACK_KEY;
use crate::geometry::Place;
use crate::moves::{Move, MoveType, Piece, PieceType, Side};
use crate::rules::{Checks, Observer, Rules};

impl<const W: usize, const ID: usize> FixedBoard<W, ID> {
    /// Makes a legal move on a copy of this board.
    #[inline(always)]
    pub(super) fn make_on<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        *child = *self;
        let may_be_captured = if mv.kind() == MoveType::Normal && !self.features().has_transfer {
            self.make_normal(mv, child, observer)
        } else {
            self.make_special(mv, child, observer);
            false
        };
        child.finish(self);
        if may_be_captured {
            child.update_capturable();
        }
    }

    #[inline(never)]
    fn make_special<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        child.begin(self);
        match mv.kind() {
            MoveType::Normal | MoveType::Platform => child.make_transfer(mv, observer),
            MoveType::EnPassant => child.make_en_passant(mv, self.ep_piece, observer),
            MoveType::Castling => child.make_castling(mv, observer),
            _ if self.is_from_afar(mv) => {
                child.remove_piece(self.side.other(), self.kind_on(mv.to()), mv.to(), observer);
                child.halfmove_clock = 0;
                child.lose_rights(mv.to(), mv.to());
            }
            _ => child.make_ride(mv, observer),
        }
    }

    /// Returns where the piece of a move lands, before it goes over to another level. Where pieces
    /// do that, there are no captures en passant.
    #[inline(always)]
    pub(super) fn landing_cell(&self, mv: Move) -> Place {
        match &self.game.transfer {
            Some([_, landing]) if self.features().has_transfer && mv.kind() == MoveType::Normal => {
                *landing.get(mv.to())
            }
            _ => mv.to(),
        }
    }

    /// Returns whether a special move captures from where the piece stands. Otherwise it is a ride,
    /// which ends on an empty cell.
    #[inline]
    pub(super) fn is_from_afar(&self, mv: Move) -> bool {
        self.has_piece(self.side.other(), mv.to())
    }

    /// Makes a null move.
    pub(super) fn pass(&self) -> Self {
        let mut child = *self;
        child.begin(self);
        child.finish(self);
        child
    }

    /// The first step of every move: clears the en passant right and counts the clock.
    #[inline(always)]
    fn begin(&mut self, before: &Self) {
        self.key = before.key ^ BLACK_KEY;
        if self.features().has_en_passant {
            if before.capturable != 0 {
                self.key ^= before.ep_key();
                self.capturable = 0;
            }
            (self.ep_piece, self.ep_origin) = (NO_CELL, NO_CELL);
        }
        self.halfmove_clock = before.halfmove_clock.saturating_add(1);
    }

    /// Switches the side to move: the last step, after which only
    /// [`FixedBoard::update_capturable`] may follow.
    #[inline(always)]
    fn finish(&mut self, before: &Self) {
        let completed = before.side.index() as u16;
        self.fullmove_number = before.fullmove_number.saturating_add(completed);
        self.side = before.side.other();
    }

    #[inline(always)]
    fn remove_piece<O: Observer>(&mut self, side: Side, kind: u8, cell: Place, observer: &mut O) {
        self.clear_bits(cell);
        self.key ^= self.game.keys.piece(side, kind, cell);
        observer.piece_removed(piece(side, kind), cell);
    }

    #[inline(always)]
    fn put_piece<O: Observer>(&mut self, side: Side, kind: u8, cell: Place, observer: &mut O) {
        self.put_bits(side, kind, cell);
        self.key ^= self.game.keys.piece(side, kind, cell);
        observer.piece_added(piece(side, kind), cell);
    }

    /// Makes a move without castling, capture en passant and change of level on a copy of this
    /// board. Returns whether a piece may be near enough to capture the moved one en passant. What
    /// is read comes from this board, since reading what has just been written would wait for it.
    #[inline(always)]
    fn make_normal<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) -> bool {
        let (side, from, to) = (self.side, mv.from(), mv.to());
        let kind = self.kind_on(from);
        let is_capture = self.has_piece(side.other(), to);
        child.begin(self);
        let keys = self.game.keys.pieces(side, kind);
        child.key ^= keys[usize::from(from)] ^ keys[usize::from(to)];
        observer.piece_removed(piece(side, kind), from);
        if is_capture {
            let captured = self.kind_on(to);
            child.key ^= self.game.keys.piece(side.other(), captured, to);
            observer.piece_removed(piece(side.other(), captured), to);
        }
        child.move_bits(from, to);
        if kind == self.features().king {
            child.kings[side.index()] = to;
        }
        match mv.promotion() {
            None => observer.piece_added(piece(side, kind), to),
            Some(promoted) => {
                child.clear_bits(to);
                child.key ^= keys[usize::from(to)];
                child.put_piece(side, promoted.index() as u8, to, observer);
            }
        }
        if is_capture || mv.is_promotion() || self.is_progress(kind, from, to) {
            child.halfmove_clock = 0;
        }
        child.lose_rights(from, to);
        self.features().has_en_passant
            && !is_capture
            && !mv.is_promotion()
            && child.record_run(self, kind, from, to)
    }

    /// Makes a move to a cell on another level than the one where the piece lands.
    fn make_transfer<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let (side, from, landing) = (self.side, mv.from(), self.landing_cell(mv));
        let kind = self.kind_on(from);
        let is_capture = self.has_piece(side.other(), landing);
        self.remove_piece(side, kind, from, observer);
        if is_capture {
            self.remove_piece(side.other(), self.kind_on(landing), landing, observer);
        }
        let becomes = mv.promotion().map_or(kind, |kind| kind.index() as u8);
        self.put_piece(side, becomes, mv.to(), observer);
        if is_capture || mv.is_promotion() || self.is_progress(kind, from, mv.to()) {
            self.halfmove_clock = 0;
        }
        self.lose_rights(from, landing);
    }

    /// Returns whether a move of a kind of piece resets the clock, besides captures and promotions.
    #[inline(always)]
    fn is_progress(&self, kind: u8, from: Place, to: Place) -> bool {
        let features = self.features();
        let rank = |cell| self.game.spec.coordinates(cell)[1];
        features.progress >> kind & 1 != 0
            || features.progress_by_rank >> kind & 1 != 0 && rank(from) != rank(to)
    }

    /// Removes the castling rights and first moves that end with a move from one cell and a capture
    /// on another.
    #[inline(always)]
    fn lose_rights(&mut self, from: Place, to: Place) {
        if self.features().has_unmoved {
            for cell in [from, to] {
                if self.remove_unmoved(cell) {
                    self.key ^= self.game.keys.fresh[usize::from(cell)];
                }
            }
        }
        if self.features().has_castling && self.castling != 0 {
            let kept = *self.game.rights_kept.get(from) & *self.game.rights_kept.get(to);
            self.keep_rights(kept);
        }
    }

    #[inline(always)]
    fn keep_rights(&mut self, kept: u16) {
        if self.castling & !kept != 0 {
            self.key ^= self.castling_key();
            self.castling &= kept;
            self.key ^= self.castling_key();
        }
    }

    pub(super) fn castling_key(&self) -> u64 {
        let keys = self.game.keys.castling.iter().enumerate();
        let held = keys.filter(|(index, _)| self.castling >> index & 1 != 0);
        held.fold(0, |key, (_, number)| key ^ number)
    }

    /// Records a move that may pass cells on which its piece can be captured. Returns whether an
    /// enemy piece may be near enough for that.
    #[inline(always)]
    fn record_run(&mut self, before: &Self, kind: u8, from: Place, to: Place) -> bool {
        let Features { runners, first_runners, .. } = self.features();
        let is_runner = |kinds: u16| kinds >> kind & 1 != 0;
        let runs = before.tables(before.side).runs_from.get(from);
        if !is_runner(runners)
            || is_runner(first_runners) && !before.unmoved().contains(from)
            || !runs.ends.contains(to)
        {
            return false;
        }
        (self.ep_piece, self.ep_origin) = (to, from);
        let enemy = before.of_kind(kind) & before.pieces(before.side.other());
        !(runs.capturers & enemy).is_empty()
    }

    /// Returns the cells on which the piece of the last move can be captured, as bits in the order
    /// of its passable cells. No way leads over the cells where it begins and ends, so the board
    /// after the move shows which ways were open.
    #[inline]
    pub(super) fn ep_cells(&self) -> u16 {
        let (from, to) = (self.ep_origin, self.ep_piece);
        if to == NO_CELL {
            return 0;
        }
        let occupied = self.occupied();
        let runs = &self.tables(self.side.other()).runs[usize::from(self.kind_on(to))];
        let runs = runs[usize::from(from)].iter().flat_map(|runs| runs.ending_on(to));
        let open = runs.filter(|run| (run.over & occupied).is_empty());
        open.fold(0, |passed, run| passed | run.passed)
    }

    /// Returns the cells of these bits of the passed cells.
    pub(super) fn ep_cells_from_bits(&self, bits: u16) -> impl Iterator<Item = Place> + use<W, ID> {
        let tables = self.tables(self.side.other());
        let kind = if self.ep_piece == NO_CELL { 0 } else { self.kind_on(self.ep_piece) };
        let runs = tables
            .runs
            .get(usize::from(kind))
            .and_then(|runs| runs.get(usize::from(self.ep_origin)));
        let cells = runs.and_then(Option::as_ref).map_or(&[][..], |runs| runs.passable.as_slice());
        (0..).zip(cells).filter(move |(index, _)| bits >> index & 1 != 0).map(|(_, &cell)| cell)
    }

    /// Calls `visit` with each of these bits of the passed cells and its cell.
    #[inline(always)]
    fn for_each_ep_cell(&self, mut bits: u16, mut visit: impl FnMut(u32, Place)) {
        let tables = self.tables(self.side.other());
        let kind = usize::from(self.kind_on(self.ep_piece));
        let Some(runs) = &tables.runs[kind][usize::from(self.ep_origin)] else { return };
        while bits != 0 {
            let bit = bits.trailing_zeros();
            if let Some(&cell) = runs.passable.get(bit as usize) {
                visit(bit, cell);
            }
            bits &= bits - 1;
        }
    }

    /// Sets the cells on which the side to move has a legal capture en passant.
    #[inline(never)]
    pub(super) fn update_capturable(&mut self) {
        self.capturable = 0;
        let passed = self.ep_cells();
        if passed == 0 {
            return;
        }
        let kind = self.kind_on(self.ep_piece);
        let own = self.of_kind(kind) & self.pieces(self.side);
        let attacks = &self.tables(self.side).attacks;
        let mut near = 0;
        self.for_each_ep_cell(passed, |bit, cell| {
            near |= u16::from(!(attacks.leaps(kind, cell) & own).is_empty()) << bit;
        });
        if near == 0 {
            return;
        }
        let info = self.check_info();
        let mut capturable = 0;
        self.for_each_ep_cell(near, |bit, to| {
            let mut captures = self.ep_captures(to, &info).into_iter();
            capturable |= u16::from(captures.any(|mv| self.is_legal_ep(mv))) << bit;
        });
        self.capturable = capturable;
        if self.capturable != 0 {
            self.key ^= self.ep_key();
        }
    }

    /// Returns whether a capture en passant leaves the king safe.
    pub(super) fn is_legal_ep(&self, mv: Move) -> bool {
        if self.features().tests_moves {
            return self.is_safe_after(mv);
        }
        let gone = CellSet::from_cell(self.ep_piece);
        let occupied = self.occupied().without(gone | CellSet::from_cell(mv.from()))
            | CellSet::from_cell(mv.to());
        let by = self.side.other();
        let kinds = self.by_kind();
        let enemy = self.attacking_pieces(by, &kinds, self.pieces(by).without(gone));
        !self.is_attacked(&enemy, self.king_cell(self.side), &occupied)
    }

    /// Returns the key number of the legal captures en passant.
    pub(super) fn ep_key(&self) -> u64 {
        let keys = &self.game.keys;
        let cells = self.ep_cells_from_bits(self.capturable);
        cells.fold(keys.ep_pawn[usize::from(self.ep_piece)], |key, cell| {
            key ^ keys.ep_cell[usize::from(cell)]
        })
    }

    #[inline(never)]
    fn make_en_passant<O: Observer>(&mut self, mv: Move, ep_piece: Place, observer: &mut O) {
        let (side, kind) = (self.side, self.kind_on(mv.from()));
        self.remove_piece(side, kind, mv.from(), observer);
        self.remove_piece(side.other(), self.kind_on(ep_piece), ep_piece, observer);
        self.put_piece(
            side,
            mv.promotion().map_or(kind, |kind| kind.index() as u8),
            mv.to(),
            observer,
        );
        self.halfmove_clock = 0;
        self.lose_rights(mv.from(), ep_piece);
    }

    #[inline(never)]
    fn make_castling<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let side = self.side;
        let castling = self.game.castlings.iter().find(|castling| {
            castling.side == side && (castling.king[0], castling.written) == (mv.from(), mv.to())
        });
        let Some(castling) = castling else { return };
        let ([king, king_to], [rook, rook_to]) = (castling.king, castling.rook);
        let (king_kind, rook_kind) = (self.kind_on(king), self.kind_on(rook));
        self.remove_piece(side, king_kind, king, observer);
        self.remove_piece(side, rook_kind, rook, observer);
        self.put_piece(side, king_kind, king_to, observer);
        self.put_piece(side, rook_kind, rook_to, observer);
        if self.is_progress(king_kind, king, king_to) {
            self.halfmove_clock = 0;
        }
        self.lose_rights(king, rook);
    }

    #[inline(never)]
    fn make_ride<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let side = self.side;
        let Some(ride) = &self.tables(side).ride else { return };
        if self.has_piece(side.other(), ride.stop) {
            self.remove_piece(side.other(), self.kind_on(ride.stop), ride.stop, observer);
            self.halfmove_clock = 0;
        }
        let kind = self.kind_on(mv.from());
        if self.is_progress(kind, mv.from(), mv.to()) {
            self.halfmove_clock = 0;
        }
        self.remove_piece(side, kind, mv.from(), observer);
        self.put_piece(side, kind, mv.to(), observer);
        self.lose_rights(mv.from(), ride.stop);
    }

    /// Returns whether a pseudo-legal move leaves the own king safe: after it, and where pieces go
    /// over to another level also before they do, on the level of the move.
    pub(super) fn is_safe_after(&self, mv: Move) -> bool {
        let side = self.side;
        let landing = self.landing_cell(mv);
        let mut board = *self;
        match mv.kind() {
            MoveType::Normal | MoveType::Platform | MoveType::EnPassant => {
                let kind = self.kind_on(mv.from());
                let kind = mv.promotion().map_or(kind, |kind| kind.index() as u8);
                board.clear_bits(mv.from());
                let captured =
                    if mv.kind() == MoveType::EnPassant { self.ep_piece } else { landing };
                board.clear_bits(captured);
                if landing != mv.to() {
                    let mut before = board;
                    before.put_bits(side, kind, landing);
                    let level = |cell| self.game.spec.coordinates(cell)[2];
                    if level(before.king_cell(side)) == level(landing)
                        && before.is_king_attacked(side)
                    {
                        return false;
                    }
                }
                board.put_bits(side, kind, mv.to());
            }
            MoveType::Special if self.is_from_afar(mv) => board.clear_bits(mv.to()),
            MoveType::Special => {
                let Some(ride) = &self.tables(side).ride else { return false };
                board.clear_bits(ride.stop);
                board.clear_bits(mv.from());
                let mut before = board;
                before.put_bits(side, self.game.king, ride.stop);
                if before.is_king_attacked(side) {
                    return false;
                }
                board.put_bits(side, self.game.king, mv.to());
            }
            MoveType::Castling => {
                board.make_castling(mv, &mut ());
            }
        }
        !board.is_king_attacked(side)
    }

    /// Sets the key and [`FixedBoard::capturable`] after the other fields have been set.
    pub(super) fn update_key(&mut self) {
        self.key = 0;
        self.update_capturable();
        self.key = self.compute_key();
    }
}

fn piece(side: Side, kind: u8) -> Piece {
    Piece { kind: PieceType::new(kind.into()), side }
}
