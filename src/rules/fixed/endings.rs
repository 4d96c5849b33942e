//! What tables of endings need of a game on fixed boards.

use super::board::FixedBoard;
use super::spec::{EnPassant, GameSpec, Mode, MoveRule, PromotionSpec, RideSpec};
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
        let transfer = |landing| Some(*self.game.transfer.as_ref()?[0].get(landing));
        ways(&self.game.spec, piece, from, &transfer)
    }

    fn promotions(&self, piece: Piece) -> Vec<PieceType> {
        let promotion = self.game.spec.kinds[piece.kind.index()].promotion.as_ref();
        let kinds = promotion.map_or(&[][..], |promotion| &promotion.to);
        kinds.iter().map(|&kind| PieceType::new(kind.into())).collect()
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

/// Returns the ways of a piece from a cell. `transfer` gives where a piece goes after it has landed
/// on a cell, if pieces do.
fn ways(
    spec: &GameSpec,
    piece: Piece,
    from: Place,
    transfer: &dyn Fn(Place) -> Option<Place>,
) -> Vec<Way> {
    let kind = &spec.kinds[piece.kind.index()];
    let rules = kind.rules.iter().filter(|rule| !rule.is_first());
    let seen = usize::from(spec.as_seen_by(piece.side, from));
    let rules = rules.filter(|rule| rule.from[seen]);
    let mut ways: Vec<Way> =
        rules.flat_map(|rule| ways_of_rule(spec, piece, rule, from, transfer)).collect();
    let frozen = kind.freezes.iter().filter_map(|&by| spec.step(piece.side, from, by));
    ways.extend(frozen.map(|to| way(to, WayKind::Freeze)));
    ways.extend(ways_of_rides(spec, piece, from, &ways));
    ways.sort_unstable();
    ways.dedup();
    ways
}

fn way(to: Place, kind: WayKind) -> Way {
    Way { to, kind, promotes: Promotes::No, over: Vec::new(), is_exact: true }
}

fn ways_of_rule(
    spec: &GameSpec,
    piece: Piece,
    rule: &MoveRule,
    from: Place,
    transfer: &dyn Fn(Place) -> Option<Place>,
) -> Vec<Way> {
    let kinds: &[WayKind] = match rule.mode {
        Mode::Both => &[WayKind::Step, WayKind::Capture],
        Mode::Step => &[WayKind::Step],
        Mode::Capture => &[WayKind::Capture],
        Mode::FromAfar => &[WayKind::FromAfar],
    };
    let promotion = spec.kinds[piece.kind.index()].promotion.as_ref();
    let seen = |cell: Place| usize::from(spec.as_seen_by(piece.side, cell));
    let ends = spec.ends(piece.side, rule, from).into_iter();
    let ends = ends.filter(|(to, _)| *to != from && rule.onto[seen(*to)]);
    let ways = ends.flat_map(|(landing, mut over)| {
        let promotes =
            promotion.map_or(Promotes::No, |promotion| promotes_on(promotion, seen(landing)));
        let transferred = transfer(landing);
        over.extend(transferred.map(|_| landing));
        over.sort_unstable();
        over.dedup();
        let to = transferred.unwrap_or(landing);
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
fn ways_of_rides(spec: &GameSpec, piece: Piece, from: Place, ways: &[Way]) -> Vec<Way> {
    let is_own =
        |ride: &&RideSpec| ride.side == piece.side && usize::from(ride.kind) == piece.kind.index();
    let Some(ride) = spec.rides.iter().find(is_own) else { return Vec::new() };
    if !ways.iter().any(|way| way.kind == WayKind::Step && way.to == ride.stop) {
        return Vec::new();
    }
    let ends = ride.ends.iter().filter(|&&end| end != from);
    ends.map(|&to| Way { is_exact: false, ..way(to, WayKind::Step) }).collect()
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
