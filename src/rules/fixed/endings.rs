//! What tables of endings need of a game on fixed boards.

use super::board::FixedBoard;
use super::spec::{EnPassant, KindSpec, Mode, MoveRule, PromotionSpec};
use super::tables::BLACK_KEY;
use crate::geometry::Place;
use crate::moves::{Piece, PieceType, Side};
use crate::rules::{Endings, Promotes, Rules, Way, WayKind};

impl<const W: usize, const ID: usize> Endings for FixedBoard<W, ID> {
    fn no_endings(&self, pieces: &[Piece]) -> Option<&'static str> {
        let spec = &self.game.spec;
        let runs = |side: Side| {
            let own = pieces.iter().filter(|piece| piece.side == side);
            let mut rules = own.flat_map(|piece| &spec.kinds[piece.kind.index()].rules);
            rules.any(|rule| rule.en_passant != EnPassant::None && !rule.is_first())
        };
        Side::ALL.into_iter().all(runs).then_some("pawns of both sides can capture en passant")
    }

    fn ways(&self, piece: Piece, from: Place) -> Vec<Way> {
        let spec = &self.game.spec;
        let kind = &spec.kinds[piece.kind.index()];
        let rules = kind.rules.iter().filter(|rule| !rule.is_first());
        let seen = usize::from(spec.as_seen_by(piece.side, from));
        let rules = rules.filter(|rule| rule.from[seen]);
        let mut ways: Vec<Way> =
            rules.flat_map(|rule| self.ways_of_rule(kind, piece.side, rule, from)).collect();
        let frozen = kind.freezes.iter().filter_map(|&by| spec.step(piece.side, from, by));
        ways.extend(frozen.map(|to| way(to, WayKind::Freeze)));
        ways.extend(self.ways_of_rides(piece, from, &ways));
        ways.sort_unstable();
        ways.dedup();
        ways
    }

    fn promotions(&self, piece: Piece) -> Vec<PieceType> {
        let promotion = self.game.spec.kinds[piece.kind.index()].promotion.as_ref();
        let kinds = promotion.into_iter().flat_map(|promotion| &promotion.to);
        kinds.map(|&kind| PieceType::new(kind.into())).collect()
    }

    fn can_stand(&self, piece: Piece, cell: Place) -> bool {
        self.game.all.contains(cell)
            && self.tables(piece.side).stands_on[piece.kind.index()].contains(cell)
            && !self.kind_must_have_promoted(piece.kind, piece.side, cell)
    }

    fn can_stand_together(&self, [cell, other]: [Place; 2]) -> bool {
        !self.game.transfer.as_ref().is_some_and(|[transfer, landing]| {
            *transfer.get(cell) == other && *landing.get(cell) == other
        })
    }

    fn placed_pieces(&self) -> Vec<(Piece, Place)> {
        let cells = self.occupied().iter();
        cells.filter_map(|cell| Some((self.piece_at(cell)?, cell))).collect()
    }

    fn piece_count(&self) -> usize {
        self.occupied().count() as usize
    }

    fn with_pieces(&self, pieces: &[(Piece, Place)], side: Side) -> Self {
        let mut board = Self::empty(self.game);
        board.side = side;
        board.key = if side == Side::Black { BLACK_KEY } else { 0 };
        for &(Piece { kind, side }, cell) in pieces {
            let kind = kind.index() as u8;
            board.put_bits(side, kind, cell);
            board.key ^= self.game.keys.piece(side, kind, cell);
        }
        board
    }
}

fn way(to: Place, kind: WayKind) -> Way {
    Way { to, kind, promotes: Promotes::No, over: Vec::new(), is_exact: true }
}

impl<const W: usize, const ID: usize> FixedBoard<W, ID> {
    fn ways_of_rule(&self, kind: &KindSpec, side: Side, rule: &MoveRule, from: Place) -> Vec<Way> {
        let spec = &self.game.spec;
        let kinds: &[WayKind] = match rule.mode {
            Mode::Both => &[WayKind::Step, WayKind::Capture],
            Mode::Step => &[WayKind::Step],
            Mode::Capture => &[WayKind::Capture],
            Mode::FromAfar => &[WayKind::FromAfar],
        };
        let ends = spec.ends(side, rule, from).into_iter();
        let ends = ends
            .filter(|(to, _)| *to != from && rule.onto[usize::from(spec.as_seen_by(side, *to))]);
        let ways = ends.flat_map(|(landing, mut over)| {
            let promotes = kind.promotion.as_ref().map_or(Promotes::No, |promotion| {
                promotes_on(promotion, usize::from(spec.as_seen_by(side, landing)))
            });
            let to = match &self.game.transfer {
                Some([transfer, _]) => {
                    over.push(landing);
                    *transfer.get(landing)
                }
                None => landing,
            };
            over.sort_unstable();
            over.dedup();
            kinds.iter().map(move |&kind| Way {
                to,
                kind,
                promotes,
                over: over.clone(),
                is_exact: to == landing,
            })
        });
        ways.collect()
    }

    /// Returns the rides of a king from a cell. `ways` are its other ways.
    fn ways_of_rides(&self, piece: Piece, from: Place, ways: &[Way]) -> Vec<Way> {
        let Some(ride) = &self.tables(piece.side).ride else { return Vec::new() };
        let reaches = |way: &Way| way.kind == WayKind::Step && way.to == ride.stop;
        if piece.kind != PieceType::new(self.game.king.into()) || !ways.iter().any(reaches) {
            return Vec::new();
        }
        let ends = ride.ends.iter().filter(|&end| end != from);
        ends.map(|to| Way { is_exact: false, ..way(to, WayKind::Step) }).collect()
    }
}

fn promotes_on(promotion: &PromotionSpec, seen: usize) -> Promotes {
    if promotion.must[seen] {
        Promotes::Must
    } else if promotion.may[seen] {
        Promotes::May
    } else {
        Promotes::No
    }
}
