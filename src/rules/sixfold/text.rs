//! FENs, UCI moves and diagrams of `sixfold`.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::board::{Board, EARLY_PAWN, PLATFORM_COUNT, code_of};
use super::make::compute_key;
use super::tables::{PAWN_STARTS, PROMOTION_RANKS, START_BIT, Space};
use crate::geometry::Place;
use crate::geometry::staircase::{CELL_COUNT, FIXED_CELLS};
use crate::moves::{Move, MoveType, Piece, PieceType, Side};
use crate::rules::diagram::diagram;
use crate::rules::fen_fields::{opponent_in_check, parse_cells, piece_errors, write_cells};
use crate::rules::staircase::{self, Setup};
use crate::rules::{BoardText, Geometry, Notation, ParseError, Rules};

/// Rule X1: the start position.
const START_FEN: &str = "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4 \
     b16+:PP/RQ,b34+:2/2,b82-:rk/pp,e16+:PP/KR,e64-:2/2,e82-:qr/pp w - * * 0 1";

/// Returns whether a start cell is on a platform, so that its pawn is an early one.
fn is_early_start(cell: Place) -> bool {
    usize::from(cell) >= FIXED_CELLS
}

/// Returns the board of the start position.
pub(super) fn startpos() -> Board {
    Board::from_fen(START_FEN).unwrap_or(Board::empty(0))
}

impl Board {
    /// Returns the board of a setup, or what the rules do not allow in it.
    fn from_setup(setup: &Setup) -> Result<Self, Vec<ParseError>> {
        let mut errors = Vec::new();
        let piece_at = |cell: Place| setup.pieces.get(usize::from(cell)).copied().flatten();
        let is_pawn = |cell| matches!(piece_at(cell), Some(Piece { kind: PieceType::Pawn, .. }));
        let starts = staircase::pawns_at_start(&PAWN_STARTS, piece_at);
        let early_starts: Vec<Place> =
            starts.iter().copied().filter(|&cell| is_early_start(cell)).collect();

        let mut parse_pawns =
            |text, field, starts: &[Place], error: &dyn Fn(Place) -> Option<String>| {
                let check = |cell| error(cell).map_or(Ok(()), Err);
                parse_cells::<Self>(text, field, starts, check).unwrap_or_else(|more| {
                    errors.extend(more);
                    Vec::new()
                })
            };
        let early = parse_pawns(&setup.sixth_field, "early", &early_starts, &|cell| {
            (!is_pawn(cell)).then(|| "holds no pawn".into())
        });
        let unmoved =
            parse_pawns(
                &setup.unmoved_pawns,
                "unmoved pawns",
                &starts,
                &|cell| match piece_at(cell) {
                    Some(Piece { kind: PieceType::Pawn, .. }) if starts.contains(&cell) => None,
                    Some(Piece { kind: PieceType::Pawn, side }) => {
                        Some(format!("is no start cell of a pawn of {side:?}"))
                    }
                    _ => Some("holds no pawn".into()),
                },
            );

        errors.extend(piece_errors::<Self>(&setup.pieces, |side, cell| {
            let rank = Self::point(cell).rank;
            let [late_rank, early_rank] = match side {
                Side::White => PROMOTION_RANKS[0],
                Side::Black => PROMOTION_RANKS[1],
            };
            let promotion = if early.contains(&cell) { early_rank } else { late_rank };
            if side == Side::White { rank >= promotion } else { rank <= promotion }
        }));
        if setup.castling != 0 {
            let message = "there is no castling in `sixfold`, `-` expected".into();
            errors.push(ParseError { field: "castling", message });
        }
        if !errors.is_empty() {
            return Err(errors);
        }

        let posts = setup.platforms.iter().fold(0, |posts, &(post, _)| posts | 1 << post);
        let mut board = Self::empty(posts);
        board.side = setup.side;
        board.halfmove_clock = setup.halfmove_clock;
        board.fullmove_number = setup.fullmove_number;
        for (cell, piece) in (0..).zip(setup.pieces) {
            if let Some(Piece { kind, side }) = piece {
                let code = if early.contains(&cell) { EARLY_PAWN } else { code_of(kind) };
                board.put_piece(side, code, cell, &mut ());
            }
        }
        board.unmoved_pawns = unmoved.iter().fold(0, |pawns, &cell| pawns | start_bit(cell));
        board.key = compute_key(&board);
        if board.is_king_attacked(board.side.other()) {
            return Err(vec![opponent_in_check(board.side.other())]);
        }
        Ok(board)
    }

    /// Returns the setup of the board, for its FEN.
    fn setup(&self) -> Setup {
        let platforms = self.platforms().into_iter();
        let mut setup = Setup::empty(
            platforms.map(|(post, owner)| (post - CELL_COUNT as Place, owner)).collect(),
        );
        for (cell, piece) in (0..).zip(&mut setup.pieces) {
            *piece = self.piece_at(cell);
        }
        setup.side = self.side;
        let starts = staircase::pawns_at_start(&PAWN_STARTS, |cell| self.piece_at(cell));
        let early_starts: Vec<Place> =
            starts.iter().copied().filter(|&cell| is_early_start(cell)).collect();
        let unmoved: Vec<Place> = starts
            .iter()
            .copied()
            .filter(|&cell| self.unmoved_pawns & start_bit(cell) != 0)
            .collect();
        let early: Vec<Place> = self.early_pawns().iter().collect();
        setup.unmoved_pawns = write_cells::<Self>(&unmoved, &starts);
        setup.sixth_field = write_cells::<Self>(&early, &early_starts);
        setup.halfmove_clock = self.halfmove_clock;
        setup.fullmove_number = self.fullmove_number;
        setup
    }

    /// Explains why a well-formed move is not legal.
    fn explain_illegal_move(&self, from: Place, to: Place, kinds: &[PieceType]) -> String {
        let (from_name, to_name) = (Space::place_name(from), Space::place_name(to));
        if (usize::from(from) >= CELL_COUNT) != (usize::from(to) >= CELL_COUNT) {
            return "a piece moves from cell to cell, a platform from post to post".into();
        }
        if self.variant_outcome().is_some() {
            return "the game is over: a side has only its king".into();
        }
        if usize::from(from) >= CELL_COUNT {
            return self.explain_illegal_platform_move(from, to, kinds);
        }
        for cell in [from, to] {
            if !self.is_live(cell) {
                return format!("no platform covers {}", Space::place_name(cell));
            }
        }
        let Some(piece) = self.piece_at(from) else {
            return format!("no piece stands on {from_name}");
        };
        if piece.side != self.side {
            return format!("the piece on {from_name} is {:?}'s, who is not to move", piece.side);
        }
        if self.piece_at(to).is_some_and(|other| other.side == self.side) {
            return format!("a piece of the same side stands on {to_name}");
        }
        let normal = Move::new(from, to, MoveType::Normal);
        let promoting = normal.with_promotions(PieceType::Queen, None);
        match kinds {
            [] if self.is_generated(normal, false) => "it leaves the king attacked".into(),
            [] if self.is_generated(promoting, false) => {
                "the pawn promotes there: the letter `q` expected".into()
            }
            [PieceType::Queen] if self.is_generated(promoting, false) => {
                "it leaves the king attacked".into()
            }
            [_, ..] if self.is_generated(promoting, false) => {
                "a pawn promotes to a queen only: one letter `q` expected".into()
            }
            [_, ..] if self.is_generated(normal, false) => {
                "it promotes nothing there: no letter expected".into()
            }
            _ => {
                let name = format!("{:?}", piece.kind).to_lowercase();
                format!("the {name} on {from_name} does not reach {to_name} by a free line")
            }
        }
    }

    fn explain_illegal_platform_move(&self, from: Place, to: Place, kinds: &[PieceType]) -> String {
        let (from_name, to_name) = (Space::place_name(from), Space::place_name(to));
        let [from_post, to_post] = [from, to].map(|place| place - CELL_COUNT as Place);
        if !self.has_platform(from_post) {
            return format!("no platform stands on {from_name}");
        }
        if self.has_platform(to_post) {
            return format!("a platform stands on {to_name} already");
        }
        if !kinds.is_empty() {
            return "a platform move promotes nothing: no letter expected".into();
        }
        if self.is_generated(Move::new(from, to, MoveType::Platform), false) {
            return "it leaves the king attacked".into();
        }
        let covered = Self::covered_cells(from);
        let pieces: Vec<Piece> = covered.iter().filter_map(|&cell| self.piece_at(cell)).collect();
        if pieces.iter().any(|piece| piece.side != self.side) {
            return format!("the platform on {from_name} holds an enemy piece");
        }
        if pieces.iter().any(|piece| piece.kind == PieceType::King) {
            return format!("the platform on {from_name} holds the king");
        }
        if pieces.is_empty() {
            return format!("the platform on {from_name} holds no piece of the side to move");
        }
        format!(
            "the platform on {from_name} carries a pawn: it may move only to a post that covers \
             the same ranks, unlike {to_name}"
        )
    }
}

/// Returns the bit of a start cell in a set of unmoved pawns; 0 for other cells.
fn start_bit(cell: Place) -> u16 {
    START_BIT.get(usize::from(cell)).copied().unwrap_or(0)
}

impl BoardText for Board {
    const NOTATIONS: &'static [Notation] = &[Notation::Roth, Notation::Smith, Notation::Meder];

    fn from_fen(text: &str) -> Result<Self, Vec<ParseError>> {
        Self::from_setup(&Setup::from_fen::<true>(text, PLATFORM_COUNT, false)?)
    }

    fn to_fen(&self) -> String {
        self.setup().to_fen::<true>()
    }

    fn move_to_uci(&self, mv: Move) -> String {
        staircase::move_to_uci::<true>(mv)
    }

    fn parse_uci_move(&self, text: &str) -> Result<Move, ParseError> {
        staircase::parse_uci_move::<true, _>(self, text, |from, to, kinds| {
            self.explain_illegal_move(from, to, kinds)
        })
    }

    fn diagram(&self) -> String {
        diagram(self)
    }
}
