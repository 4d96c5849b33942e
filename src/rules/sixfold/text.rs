//! Position strings, moves in wire notation and drawings of `sixfold`.

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

/// X1, the start position.
const START_FEN: &str = "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4 \
     b16+:PP/RQ,b34+:2/2,b82-:rk/pp,e16+:PP/KR,e64-:2/2,e82-:qr/pp w - * * 0 1";

/// Does a pawn of this cell begin the game on a platform?
fn is_early_start(cell: Place) -> bool {
    usize::from(cell) >= FIXED_CELLS
}

/// Returns the board of the start position.
pub(super) fn startpos() -> Board {
    Board::from_fen(START_FEN).unwrap_or(Board::empty(0))
}

impl Board {
    /// Puts a set-up on a board; `Err` tells what the rules do not allow.
    fn from_setup(setup: &Setup) -> Result<Self, Vec<ParseError>> {
        let mut faults = Vec::new();
        let man_at = |cell: Place| setup.pieces.get(usize::from(cell)).copied().flatten();
        let is_pawn = |cell| matches!(man_at(cell), Some(Piece { kind: PieceType::Pawn, .. }));
        let starts = staircase::pawns_at_start(&PAWN_STARTS, man_at);
        let early_starts: Vec<Place> =
            starts.iter().copied().filter(|&cell| is_early_start(cell)).collect();

        let mut marks =
            |text, field, starts: &[Place], is_fit: &dyn Fn(Place) -> Option<String>| {
                let is_fit = |cell| is_fit(cell).map_or(Ok(()), Err);
                parse_cells::<Self>(text, field, starts, is_fit).unwrap_or_else(|more| {
                    faults.extend(more);
                    Vec::new()
                })
            };
        let early = marks(&setup.sixth_field, "early", &early_starts, &|cell| {
            (!is_pawn(cell)).then(|| "holds no pawn".into())
        });
        let fresh = marks(&setup.unmoved_pawns, "fresh", &starts, &|cell| match man_at(cell) {
            Some(Piece { kind: PieceType::Pawn, .. }) if starts.contains(&cell) => None,
            Some(Piece { kind: PieceType::Pawn, side }) => {
                Some(format!("is no start cell of a pawn of {side:?}"))
            }
            _ => Some("holds no pawn".into()),
        });

        faults.extend(piece_errors::<Self>(&setup.pieces, |side, cell| {
            let rank = Self::point(cell).rank;
            let [late_goal, early_goal] = match side {
                Side::White => PROMOTION_RANKS[0],
                Side::Black => PROMOTION_RANKS[1],
            };
            let goal = if early.contains(&cell) { early_goal } else { late_goal };
            if side == Side::White { rank >= goal } else { rank <= goal }
        }));
        if setup.castling != 0 {
            let fault = "there is no castling in `sixfold`, `-` expected".into();
            faults.push(ParseError { field: "castling", message: fault });
        }
        if !faults.is_empty() {
            return Err(faults);
        }

        let posts = setup.platforms.iter().fold(0, |posts, &(post, _)| posts | 1 << post);
        let mut board = Self::empty(posts);
        board.side = setup.side;
        board.halfmove_clock = setup.halfmove_clock;
        board.fullmove_number = setup.fullmove_number;
        for (cell, man) in (0..).zip(setup.pieces) {
            if let Some(Piece { kind, side }) = man {
                let code = if early.contains(&cell) { EARLY_PAWN } else { code_of(kind) };
                board.put_piece(side, code, cell, &mut ());
            }
        }
        board.unmoved_pawns = fresh.iter().fold(0, |fresh, &cell| fresh | start_bit(cell));
        board.key = compute_key(&board);
        if board.is_king_attacked(board.side.other()) {
            return Err(vec![opponent_in_check(board.side.other())]);
        }
        Ok(board)
    }

    fn setup(&self) -> Setup {
        let platforms = self.platforms().into_iter();
        let mut setup = Setup::empty(
            platforms.map(|(post, owner)| (post - CELL_COUNT as Place, owner)).collect(),
        );
        for (cell, man) in (0..).zip(&mut setup.pieces) {
            *man = self.piece_at(cell);
        }
        setup.side = self.side;
        let starts = staircase::pawns_at_start(&PAWN_STARTS, |cell| self.piece_at(cell));
        let early_starts: Vec<Place> =
            starts.iter().copied().filter(|&cell| is_early_start(cell)).collect();
        let fresh: Vec<Place> = starts
            .iter()
            .copied()
            .filter(|&cell| self.unmoved_pawns & start_bit(cell) != 0)
            .collect();
        let early: Vec<Place> = self.early_pawns().iter().collect();
        setup.unmoved_pawns = write_cells::<Self>(&fresh, &starts);
        setup.sixth_field = write_cells::<Self>(&early, &early_starts);
        setup.halfmove_clock = self.halfmove_clock;
        setup.fullmove_number = self.fullmove_number;
        setup
    }

    /// Why a move that could be read is not legal.
    fn explain_illegal_move(&self, from: Place, to: Place, kinds: &[PieceType]) -> String {
        let (from_name, to_name) = (Space::place_name(from), Space::place_name(to));
        if (usize::from(from) >= CELL_COUNT) != (usize::from(to) >= CELL_COUNT) {
            return "a man goes from cell to cell, a platform from post to post".into();
        }
        if self.variant_outcome().is_some() {
            return "the game is over: a side is left with its king alone".into();
        }
        if usize::from(from) >= CELL_COUNT {
            return self.explain_illegal_platform_move(from, to, kinds);
        }
        for cell in [from, to] {
            if !self.is_live(cell) {
                return format!("no platform makes {} a cell now", Space::place_name(cell));
            }
        }
        let Some(man) = self.piece_at(from) else {
            return format!("no man stands on {from_name}");
        };
        if man.side != self.side {
            return format!("the man on {from_name} is {:?}'s, who is not to move", man.side);
        }
        if self.piece_at(to).is_some_and(|other| other.side == self.side) {
            return format!("a man of the same side stands on {to_name}");
        }
        let plain = Move::new(from, to, MoveType::Normal);
        let queening = plain.with_promotions(PieceType::Queen, None);
        match kinds {
            [] if self.is_generated(plain, false) => "it leaves the king attacked".into(),
            [] if self.is_generated(queening, false) => {
                "the pawn promotes there: the letter `q` expected".into()
            }
            [PieceType::Queen] if self.is_generated(queening, false) => {
                "it leaves the king attacked".into()
            }
            [_, ..] if self.is_generated(queening, false) => {
                "a pawn promotes to a queen only: one letter `q` expected".into()
            }
            [_, ..] if self.is_generated(plain, false) => {
                "it promotes nothing there: no letter expected".into()
            }
            _ => {
                let name = format!("{:?}", man.kind).to_lowercase();
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
        let men: Vec<Piece> = covered.iter().filter_map(|&cell| self.piece_at(cell)).collect();
        if men.iter().any(|man| man.side != self.side) {
            return format!("the platform on {from_name} holds an enemy");
        }
        if men.iter().any(|man| man.kind == PieceType::King) {
            return format!("the platform on {from_name} holds the king");
        }
        if men.is_empty() {
            return format!("the platform on {from_name} holds no man of the side to move");
        }
        format!(
            "the platform on {from_name} carries a pawn: it must go on covering the same ranks, \
             which {to_name} does not"
        )
    }
}

/// The bit of a start cell; 0 for all others.
fn start_bit(cell: Place) -> u16 {
    START_BIT.get(usize::from(cell)).copied().unwrap_or(0)
}

impl BoardText for Board {
    const NOTATIONS: &'static [Notation] = &[Notation::Roth, Notation::Smith];

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
