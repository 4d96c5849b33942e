//! What the search asks of a board besides moves: counters, the end of the game, exchanges, keys of
//! parts.

use super::attacks::CheckInfo;
use super::board::FixedBoard;
use super::cells::CellSet;
use super::spec::Ending;
use crate::geometry::Place;
use crate::moves::{Move, MoveType, PieceType, Side};
use crate::rules::zobrist::hash_words;
use crate::rules::{CorrectionKeys, EndReason, Outcome};

impl<const W: usize> FixedBoard<W> {
    /// The side to move.
    #[inline(always)]
    pub fn side_to_move(&self) -> Side {
        self.side
    }

    /// The Zobrist key.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The number of plies since the last capture, pawn move or promotion.
    #[inline(always)]
    pub fn halfmove_clock(&self) -> u32 {
        u32::from(self.halfmove_clock)
    }

    /// The number of the move.
    pub fn fullmove_number(&self) -> u32 {
        u32::from(self.fullmove_number)
    }

    /// Returns whether this cell exists.
    pub fn is_live(&self, cell: Place) -> bool {
        self.game.all.contains(cell)
    }

    /// Returns whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.is_king_attacked(self.side)
    }

    /// Returns the cells of the pieces that give check to the side to move.
    pub fn checkers(&self) -> Vec<Place> {
        self.check_info().checkers.iter().collect()
    }

    /// The kinds that count as pawns, of both sides.
    #[inline(always)]
    fn pawns(&self) -> CellSet<W> {
        let mut kinds = self.game.pawn_kinds;
        let mut pawns = CellSet::EMPTY;
        while kinds != 0 {
            pawns |= self.of_kind(kinds.trailing_zeros() as u8);
            kinds &= kinds - 1;
        }
        pawns
    }

    /// Returns the hashes that index the correction history.
    #[inline]
    pub fn correction_keys(&self) -> CorrectionKeys {
        let pawns = self.pawns();
        let others = |side: Side| {
            let pieces = self.pieces(side).without(pawns);
            hash_words(self.planes.iter().flat_map(|plane| (*plane & pieces).0).chain(pieces.0))
        };
        CorrectionKeys {
            pawn: hash_words(Side::ALL.into_iter().flat_map(|side| (pawns & self.pieces(side)).0)),
            non_pawn: Side::ALL.map(others),
            platform: 0,
        }
    }

    /// Returns whether the side to move has a piece other than king and pawns.
    pub fn has_non_pawn_material(&self) -> bool {
        let king = CellSet::from_cell(self.king_cell(self.side));
        !self.pieces(self.side).without(self.pawns() | king).is_empty()
    }

    /// Returns the outcome if the pieces on the board end the game.
    #[inline(never)]
    pub fn variant_outcome(&self) -> Option<Outcome> {
        let counts = Side::ALL.map(|side| self.pieces(side).count());
        if self.game.spec.bare_king != Ending::None {
            let draw = Outcome { winner: None, reason: EndReason::BareKing };
            let bare = |side: Side| match self.game.spec.bare_king {
                Ending::Win => Outcome { winner: Some(side), ..draw },
                Ending::Loss => Outcome { winner: Some(side.other()), ..draw },
                Ending::Draw | Ending::None => draw,
            };
            match counts {
                [1, 1] => return Some(draw),
                [1, _] => return Some(bare(Side::White)),
                [_, 1] => return Some(bare(Side::Black)),
                _ => {}
            }
        }
        if counts[0].min(counts[1]) > 1 || counts[0] + counts[1] > self.game.max_dead {
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

    /// Returns the type of the piece that moves.
    #[inline]
    pub fn moved_piece(&self, mv: Move) -> PieceType {
        PieceType::new(self.kind_on(mv.from()).into())
    }

    /// Returns the captured piece and its cell.
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<(PieceType, Place)> {
        let cell = match mv.kind() {
            MoveType::Normal | MoveType::Platform => self.landing_cell(mv),
            MoveType::EnPassant => self.ep_piece,
            MoveType::Castling => return None,
            MoveType::Special if self.is_from_afar(mv) => mv.to(),
            MoveType::Special => self.tables(self.side).ride.as_ref()?.stop,
        };
        let is_enemy = self.pieces(self.side.other()).contains(cell);
        is_enemy.then(|| (PieceType::new(self.kind_on(cell).into()), cell))
    }

    /// Returns whether a move is a capture or a promotion.
    #[inline]
    pub fn is_noisy(&self, mv: Move) -> bool {
        mv.is_promotion() || self.captured(mv).is_some()
    }

    /// Returns whether a legal move gives check.
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        self.may_give_check(mv) && self.make(mv, &mut ()).in_check()
    }

    /// Returns false only if a legal move gives no check: a test that is cheaper than making the
    /// move.
    #[inline]
    pub fn may_give_check(&self, mv: Move) -> bool {
        if self.game.tests_moves || mv.kind() != MoveType::Normal {
            return true;
        }
        let king = self.king_cell(self.side.other());
        let kind = mv.promotion().map_or(self.kind_on(mv.from()), |kind| kind.index() as u8);
        let tables = self.tables(self.side);
        let mut lines = CellSet::EMPTY;
        for attack in tables.leap_attacks.iter().filter(|attack| attack.kind == kind) {
            if attack.table.get(king).contains(mv.to()) {
                return true;
            }
        }
        for class in &tables.line_classes {
            let reach = class.reach.get(king);
            lines |= *reach;
            if reach.contains(mv.to()) && class.kinds.contains(&kind) {
                return true;
            }
        }
        if !lines.contains(mv.from()) {
            return false;
        }
        let others = self.pieces(self.side).without(CellSet::from_cell(mv.from()));
        tables.line_classes.iter().any(|class| {
            let kinds = class.kinds.iter();
            kinds.fold(CellSet::EMPTY, |set, &kind| set | self.of_kind(kind))
                & others
                & *class.reach.get(king)
                != CellSet::EMPTY
        })
    }

    /// Returns whether the static exchange evaluation of a move is at least `threshold` centipawns.
    pub fn see_ge(&self, info: &CheckInfo<W>, mv: Move, threshold: i32) -> bool {
        let game = self.game;
        let value = |kind: u8| game.values[usize::from(kind) % PieceType::MAX_COUNT];
        let captured = self.captured(mv);
        let mut gain = captured.map_or(0, |(kind, _)| value(kind.index() as u8)) - threshold;
        if matches!(mv.kind(), MoveType::Castling | MoveType::Special) {
            return gain >= 0;
        }
        let mut standing = self.kind_on(mv.from());
        if let Some(kind) = mv.promotion() {
            gain += value(kind.index() as u8) - value(standing);
            standing = kind.index() as u8;
        }
        if gain < 0 {
            return false;
        }
        // The amount that the side to capture must win back. If it is zero or less, the mover passes
        // even if the piece is lost.
        let mut owed = value(standing) - gain;
        if owed <= 0 && standing != game.king {
            return true;
        }
        let mut gone = CellSet::from_cell(mv.from()) | CellSet::from_cell(mv.to());
        if let Some((_, cell)) = captured {
            gone.insert(cell);
        }
        let mut pieces = self.occupied().without(gone);
        let capturers = |pieces: &CellSet<W>, side: Side| {
            let active = self.active(side, &info.kinds) & *pieces;
            let attacking = self.attacking_pieces(side, &info.kinds, active);
            self.attackers_among(&attacking, mv.to(), pieces)
        };
        let (mut side, mut passes) = (self.side, true);
        loop {
            side = side.other();
            // The capturers are found anew after each capture, which may open a line.
            let attackers = capturers(&pieces, side);
            let least = game.by_value.iter().find_map(|&kind| {
                let cell =
                    (info.kinds[usize::from(kind) % PieceType::MAX_COUNT] & attackers).first()?;
                Some((cell, kind))
            });
            let Some((cell, kind)) = least else { return passes };
            passes = !passes;
            if kind == game.king {
                // The king cannot capture a defended piece.
                let defenders = capturers(&pieces, side.other());
                return passes == defenders.is_empty();
            }
            pieces.remove(cell);
            owed = value(kind) - owed;
            if owed < i32::from(passes) {
                return passes;
            }
        }
    }
}
