//! FENs, UCI moves and diagrams of Raumschach.

use super::board::Board;
use super::pawns::is_promotion_cell;
use super::sinks::PROMOTIONS;
use crate::geometry::Place;
use crate::moves::{Move, MoveType, Piece, PieceType};
use crate::rules::diagram::diagram;
use crate::rules::fen_fields::{
    LEVELS_FIELD, opponent_in_check, parse_counters, parse_levels, parse_side, piece_errors,
    write_levels, write_side,
};
use crate::rules::piece_codes::code_of;
use crate::rules::{BoardText, Geometry, Notation, ParseError, Rules};

/// Rule R1: the start position.
const START_FEN: &str = "rnknr/ppppp/5/5/5|ubqub/ppppp/5/5/5|5/5/5/5/5|\
     5/5/5/PPPPP/BUQBU|5/5/5/PPPPP/RNKNR w 0 1";

/// The names of the fields in error texts.
const FIELDS: [&str; 4] = [LEVELS_FIELD, "side", "halfmove clock", "move number"];

/// Returns the board of the start position.
pub(super) fn startpos() -> Board {
    Board::from_fen(START_FEN).unwrap_or(Board::EMPTY)
}

/// Parses the cells and the promotion of a move, legal or not.
fn parse_move_parts(text: &str) -> Result<(Place, Place, Option<PieceType>), String> {
    let letters: Vec<char> = text.chars().collect();
    let mut cells = Vec::new();
    for name in letters.chunks(3).take(2) {
        let name: String = name.iter().collect();
        let cell = Board::place_from_name(&name);
        cells.push(cell.ok_or_else(|| format!("there is no cell `{name}`"))?);
    }
    let (&[from, to], promotion) = (cells.as_slice(), letters.get(6..).unwrap_or_default()) else {
        return Err(format!("`{text}` read, two cells (and a promotion) expected"));
    };
    let promotion = match *promotion {
        [] => None,
        [letter] => {
            let kind = PieceType::from_letter(letter).filter(|kind| PROMOTIONS.contains(kind));
            Some(kind.ok_or_else(|| {
                format!("`{letter}` read, a promotion letter of `qrbun` expected")
            })?)
        }
        [..] => return Err(format!("`{text}` read, one promotion letter expected")),
    };
    Ok((from, to, promotion))
}

impl Board {
    /// Explains why a well-formed move is not legal.
    fn explain_illegal_move(&self, from: Place, to: Place, kind: Option<PieceType>) -> String {
        let [from_name, to_name] = [from, to].map(Self::place_name);
        let Some(piece) = self.piece_at(from) else {
            return format!("no piece stands on {from_name}");
        };
        if piece.side != self.side {
            return format!("the piece on {from_name} is {:?}'s, who is not to move", piece.side);
        }
        if self.has_only_kings() {
            return "only the kings are left, which ends the game".into();
        }
        if self.piece_at(to).is_some_and(|other| other.side == self.side) {
            return format!("a piece of the same side stands on {to_name}");
        }
        let bare = Move::new(from, to, MoveType::Normal);
        if self.is_generated(kind.map_or(bare, |kind| bare.with_promotions(kind, None)), false) {
            return "it leaves the king attacked".into();
        }
        if kind.is_none() && self.is_generated(bare.with_promotions(PieceType::Queen, None), false)
        {
            return "the pawn must promote there: a letter of `qrbun` expected".into();
        }
        if kind.is_some() && self.is_generated(bare, false) {
            return "it promotes nothing there: no letter expected".into();
        }
        let name = format!("{:?}", piece.kind).to_lowercase();
        format!("the {name} on {from_name} does not reach {to_name}")
    }
}

impl BoardText for Board {
    const NOTATIONS: &'static [Notation] = &[Notation::Maack];

    fn from_fen(text: &str) -> Result<Self, Vec<ParseError>> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let &[levels, side, clock, number] = fields.as_slice() else {
            let (read, names) = (fields.len(), FIELDS.join(", "));
            let message = format!("{read} fields read, 4 expected ({names})");
            return Err(vec![ParseError { field: "field count", message }]);
        };
        let mut errors = Vec::new();
        let pieces = parse_levels::<Self>(levels, &PieceType::PIECES, &mut errors);
        let mut board = Self::EMPTY;
        board.side = parse_side(side, &mut errors);
        (board.halfmove_clock, board.fullmove_number) = parse_counters(clock, number, &mut errors);
        if errors.is_empty() {
            errors = piece_errors::<Self>(&pieces, is_promotion_cell);
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        for (cell, &piece) in (0..).zip(&pieces) {
            if let Some(Piece { kind, side }) = piece {
                board.put_piece(side, code_of(kind), cell, &mut ());
            }
        }
        board.key = board.compute_key();
        if board.is_king_attacked(board.side.other()) {
            return Err(vec![opponent_in_check(board.side.other())]);
        }
        Ok(board)
    }

    fn to_fen(&self) -> String {
        let (levels, side) = (write_levels(self), write_side(self.side));
        format!("{levels} {side} {} {}", self.halfmove_clock, self.fullmove_number)
    }

    fn move_to_uci(&self, mv: Move) -> String {
        let mut text = Self::place_name(mv.from()) + &Self::place_name(mv.to());
        text.extend(mv.promotion().map(PieceType::letter));
        text
    }

    fn parse_uci_move(&self, text: &str) -> Result<Move, ParseError> {
        let error = |message| ParseError { field: "move", message };
        if text == "0000" {
            return Err(error("`0000`, the null move, is not legal in a game".into()));
        }
        let (from, to, kind) = parse_move_parts(text).map_err(error)?;
        let bare = Move::new(from, to, MoveType::Normal);
        let mv = kind.map_or(bare, |kind| bare.with_promotions(kind, None));
        if self.is_legal(mv) {
            Ok(mv)
        } else {
            Err(error(self.explain_illegal_move(from, to, kind)))
        }
    }

    fn diagram(&self) -> String {
        diagram(self)
    }
}
