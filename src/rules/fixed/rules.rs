//! [`Rules`] for games on fixed boards: what the search asks of a board besides moves.

use super::any_game::game_of;
use super::attacks::CheckInfo;
use super::board::{FixedBoard, NO_CELL};
use super::cells::CellSet;
use super::outline::Features;
use super::spec::EventResult;
use super::tables::BLACK_KEY;
use crate::geometry::{Place, PlaceSet};
use crate::moves::{Move, MoveType, Piece, PieceType, Side};
use crate::rules::zobrist::{hash_word, hash_words};
use crate::rules::{
    BulkCount, Checks, CorrectionKeys, EndReason, Exchange, GameInfo, MoveGenerator, Observer,
    Outcome, Rules,
};

impl<const W: usize, const ID: usize> Rules for FixedBoard<W, ID> {
    #[inline(always)]
    fn game(&self) -> &'static GameInfo {
        self.game.info
    }

    /// # Panics
    /// If no game on boards of this size has been loaded with this information.
    fn start(game: &'static GameInfo) -> Self {
        FixedBoard::at_start(game_of(game))
    }

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    fn compute_key(&self) -> u64 {
        let keys = &self.game.keys;
        let mut key = self.castling_key();
        for side in Side::ALL {
            for cell in self.pieces(side).iter() {
                key ^= keys.piece(side, self.kind_on(cell), cell);
            }
        }
        for cell in self.unmoved().iter() {
            key ^= keys.fresh[usize::from(cell)];
        }
        if self.side == Side::Black {
            key ^= BLACK_KEY;
        }
        if self.capturable != 0 {
            key ^= self.ep_key();
        }
        key
    }

    #[inline(always)]
    fn likely_key_after(&self, mv: Move) -> Option<u64> {
        let keys = &self.game.keys;
        let (kind, side) = (self.kind_on(mv.from()), self.side);
        let landing = self.landing_cell(mv);
        let mut key = self.key ^ BLACK_KEY;
        key ^= keys.piece(side, kind, mv.from()) ^ keys.piece(side, kind, mv.to());
        if self.has_piece(side.other(), landing) {
            key ^= keys.piece(side.other(), self.kind_on(landing), landing);
        }
        Some(key)
    }

    #[inline]
    fn correction_keys(&self) -> CorrectionKeys {
        let pawns = self.pawns();
        let sides = Side::ALL.map(|side| self.pieces(side));
        let [p0, p1, p2, p3] = self.planes();
        let others = |pieces: CellSet<W>| {
            let others = pieces.without(pawns);
            match self.features().kinds {
                0..=8 => hash_sets([others, p0 & others, p1 & others, p2 & others]),
                _ => hash_sets([others, p0 & others, p1 & others, p2 & others, p3 & others]),
            }
        };
        CorrectionKeys {
            pawn: hash_sets(sides.map(|pieces| pieces & pawns)),
            non_pawn: sides.map(others),
            platform: 0,
        }
    }

    #[inline(always)]
    fn halfmove_clock(&self) -> u32 {
        u32::from(self.halfmove_clock)
    }

    fn fullmove_number(&self) -> u32 {
        u32::from(self.fullmove_number)
    }

    #[inline]
    fn piece_at(&self, cell: Place) -> Option<Piece> {
        let side = match Side::ALL.map(|side| self.has_piece(side, cell)) {
            [true, _] => Side::White,
            [_, true] => Side::Black,
            _ => return None,
        };
        Some(Piece { kind: PieceType::new(self.kind_on(cell).into()), side })
    }

    fn is_live(&self, cell: Place) -> bool {
        self.game.all.contains(cell)
    }

    #[inline(always)]
    fn king_cell(&self, side: Side) -> Place {
        self.kings[side.index()]
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.is_king_attacked(self.side)
    }

    fn checkers(&self) -> Vec<Place> {
        self.check_info().checkers.iter().collect()
    }

    fn attacked_cells(&self, info: &CheckInfo<W>, by: Side) -> PlaceSet {
        PlaceSet::from_words(self.attacked_set(info, by).0)
    }

    fn is_pseudo_legal(&self, mv: Move) -> bool {
        // Some pieces move in another way while in check.
        self.is_generated(&self.check_info(), mv, false)
    }

    #[inline]
    fn check_filter(&self) -> impl Fn(Move) -> bool {
        let king = self.king_cell(self.side.other());
        let Features { sliders, bent, freezes, has_transfer, .. } = self.features();
        let attacks = &self.tables(self.side).attacks;
        let near = attacks.near(king);
        let own = near.from & self.pieces(self.side);
        move |mv| {
            if mv.kind() != MoveType::Normal {
                return true;
            }
            if near.from.contains(mv.to()) {
                let kind =
                    mv.promotion().map_or(self.kind_on(mv.from()), |kind| kind.index() as u8);
                let direct = attacks.leaps(kind, king) | attacks.lines(kind, king);
                if bent >> kind & 1 != 0 || direct.contains(mv.to()) {
                    return true;
                }
            }
            if freezes && self.captures_freezer(mv) {
                return true;
            }
            let opens_line = near.over.contains(mv.from())
                || has_transfer && near.over.contains(self.landing_cell(mv));
            if !opens_line {
                return false;
            }
            let others = own.without(CellSet::from_cell(mv.from()));
            others.iter().any(|from| (sliders | bent) >> self.kind_on(from) & 1 != 0)
        }
    }

    #[inline(always)]
    fn make_into<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        self.make_on(mv, child, observer);
    }

    fn make_null(&self) -> Self {
        self.pass()
    }

    fn without_piece(&self, cell: Place) -> Self {
        let mut board = *self;
        board.clear_bits(cell);
        board.set_unmoved(board.unmoved().without(CellSet::from_cell(cell)));
        board.castling &= *self.game.rights_kept.get(cell);
        (board.ep_piece, board.ep_origin) = (NO_CELL, NO_CELL);
        board.update_key();
        board
    }

    #[inline]
    fn moved_piece(&self, mv: Move) -> PieceType {
        PieceType::new(self.kind_on(mv.from()).into())
    }

    #[inline(always)]
    fn captured(&self, mv: Move) -> Option<(PieceType, Place)> {
        let cell = match mv.kind() {
            MoveType::Normal | MoveType::Platform => self.landing_cell(mv),
            MoveType::EnPassant => self.ep_piece,
            MoveType::Castling => return None,
            MoveType::Special if self.is_from_afar(mv) => mv.to(),
            MoveType::Special => self.tables(self.side).ride.as_ref()?.stop,
        };
        let is_enemy = self.has_piece(self.side.other(), cell);
        is_enemy.then(|| (PieceType::new(self.kind_on(cell).into()), cell))
    }

    fn has_non_pawn_material(&self) -> bool {
        let king = CellSet::from_cell(self.king_cell(self.side));
        !self.pieces(self.side).without(self.pawns() | king).is_empty()
    }

    #[inline(always)]
    fn variant_outcome(&self) -> Option<Outcome> {
        if self.occupied().count() > self.features().max_dead {
            return None;
        }
        self.material_outcome()
    }

    fn mobility(&self, values: &[i32; PieceType::MAX_COUNT]) -> i32 {
        self.value_of_moves(values)
    }

    #[inline]
    fn is_irreversible(&self, mv: Move) -> bool {
        self.game.never_return >> self.kind_on(mv.from()) & 1 != 0 || self.is_noisy(mv)
    }
}

impl<const W: usize, const ID: usize> BulkCount for FixedBoard<W, ID> {}

impl<const W: usize, const ID: usize> Exchange for FixedBoard<W, ID> {
    type Pieces = CellSet<W>;

    #[inline(always)]
    fn pieces_beside(&self, mv: Move) -> CellSet<W> {
        let mut gone = CellSet::from_cell(mv.from()) | CellSet::from_cell(mv.to());
        // A normal move captures where it ends, unless its piece goes over to another level.
        if (mv.kind() != MoveType::Normal || self.features().has_transfer)
            && let Some((_, cell)) = self.captured(mv)
        {
            gone.insert(cell);
        }
        self.occupied().without(gone)
    }

    #[inline(always)]
    fn capturers(
        &self,
        info: &CheckInfo<W>,
        mv: Move,
        pieces: CellSet<W>,
        side: Side,
    ) -> CellSet<W> {
        let active = self.active(side) & pieces;
        let attacking = self.attacking_pieces(side, &info.kinds, active);
        let Features { light, leapers, .. } = self.features();
        let least = attacking.leaping(mv.to(), light);
        if !least.is_empty() {
            return least;
        }
        attacking.leaping(mv.to(), leapers & !light)
            | self.sliders_among(&attacking, mv.to(), &pieces)
    }

    #[inline(always)]
    fn least_valuable(&self, pieces: CellSet<W>) -> Option<(CellSet<W>, PieceType)> {
        // Few pieces capture, so that each is looked at, and not each kind. The rank of the value
        // comes first, so that the least number stands for the least valuable piece.
        let mut least = u32::MAX;
        pieces.for_each(|cell| {
            let kind = self.kind_on(cell);
            let rank = u32::from(self.game.value_ranks[usize::from(kind)]);
            least = least.min(rank << 24 | u32::from(kind) << 16 | u32::from(cell));
        });
        let [cell_low, cell_high, kind, _] = least.to_le_bytes();
        let cell = CellSet::from_cell(Place::from_le_bytes([cell_low, cell_high]));
        (least != u32::MAX).then(|| (cell, PieceType::new(kind.into())))
    }
}

impl<const W: usize, const ID: usize> FixedBoard<W, ID> {
    /// Returns the kinds that count as pawns, of both sides.
    #[inline(always)]
    fn pawns(&self) -> CellSet<W> {
        let mut kinds = self.features().pawns;
        let mut pawns = CellSet::EMPTY;
        while kinds != 0 {
            pawns |= self.of_kind(kinds.trailing_zeros() as u8);
            kinds &= kinds - 1;
        }
        pawns
    }

    /// Returns the outcome if the game ends by the pieces that are left.
    #[inline(never)]
    fn material_outcome(&self) -> Option<Outcome> {
        let counts = Side::ALL.map(|side| self.pieces(side).count());
        if self.game.spec.bare_king != EventResult::None
            && let Some(outcome) = self.bare_king_outcome(counts)
        {
            return Some(outcome);
        }
        if counts[0].min(counts[1]) > 1 {
            return None;
        }
        let stronger = if counts[0] > 1 { Side::White } else { Side::Black };
        let mut kinds: Vec<u8> =
            self.pieces(stronger).iter().map(|cell| self.kind_on(cell)).collect();
        kinds.retain(|&kind| kind != self.game.king);
        kinds.sort_unstable();
        let is_dead = self.game.spec.dead_material.contains(&kinds);
        is_dead.then_some(Outcome { winner: None, reason: EndReason::DeadPosition })
    }

    /// Returns the outcome if a side has only its king, where this ends the game. `counts` are the
    /// numbers of pieces by side.
    fn bare_king_outcome(&self, counts: [u32; 2]) -> Option<Outcome> {
        let draw = Outcome { winner: None, reason: EndReason::BareKing };
        let bare = |side: Side| match self.game.spec.bare_king {
            EventResult::Win => Outcome { winner: Some(side), ..draw },
            EventResult::Loss => Outcome { winner: Some(side.other()), ..draw },
            EventResult::Draw | EventResult::None => draw,
        };
        match counts {
            [1, 1] => Some(draw),
            [1, _] => Some(bare(Side::White)),
            [_, 1] => Some(bare(Side::Black)),
            _ => None,
        }
    }

    /// Returns whether a move captures a piece that holds others fast.
    fn captures_freezer(&self, mv: Move) -> bool {
        let mut freezers = self.tables(self.side.other()).freezers.iter();
        self.captured(mv)
            .is_some_and(|(kind, _)| freezers.any(|it| usize::from(it.kind) == kind.index()))
    }
}

/// Returns a hash of sets. Each word has a hash of its own, so that they do not wait for each
/// other.
#[inline(always)]
fn hash_sets<const W: usize, const N: usize>(sets: [CellSet<W>; N]) -> u64 {
    let mut hashes = [0; W];
    for set in sets {
        for (hash, word) in hashes.iter_mut().zip(set.0) {
            *hash = hash_word(*hash, word);
        }
    }
    hash_words(hashes)
}
