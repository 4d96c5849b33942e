//! Formats and parses the moves of one position.

use super::parts::{is_castling, uci_text, without_marks};
use super::unmatched::Unmatched;
use super::{maack, meder, roth, san, smith};
use crate::geometry::Place;
use crate::moves::{Move, MoveList, MoveType, PieceType};
use crate::rules::{AnyBoardText, Notation, ParseError};

/// Formats and parses the moves of one position.
pub struct NotationCodec<'a> {
    board: &'a dyn AnyBoardText,
    legal_moves: MoveList,
}

impl<'a> NotationCodec<'a> {
    /// Creates a codec for this position.
    pub fn new(board: &'a dyn AnyBoardText) -> Self {
        NotationCodec { board, legal_moves: board.legal_moves() }
    }

    /// Returns the legal moves.
    pub fn legal_moves(&self) -> &[Move] {
        &self.legal_moves
    }

    /// Formats a legal move. The text is meaningless if the rule set does not have the notation.
    pub fn format(&self, notation: Notation, mv: Move) -> String {
        match notation {
            Notation::Uci => self.board.move_to_uci(mv),
            Notation::Roth => roth::format(self.board, mv),
            Notation::Smith => smith::format(self.board, &self.legal_moves, mv),
            Notation::Meder => meder::format(self.board, &self.legal_moves, mv),
            Notation::Maack => maack::format(self.board, mv),
            Notation::San => san::format(self.board, &self.legal_moves, mv),
        }
    }

    /// Parses a legal move in one notation.
    pub fn parse(&self, notation: Notation, text: &str) -> Result<Move, ParseError> {
        if notation == Notation::Uci {
            return self.board.parse_uci_move(text);
        }
        let bare = without_marks(text);
        let moves = self.matching_moves(notation, &bare);
        match moves[..] {
            [mv] => Ok(mv),
            [] => Err(self.explain_no_match(notation, &bare).unwrap_or_else(|| {
                move_error(format!("`{text}` is not a move in {notation} notation"))
            })),
            [..] => Err(self.ambiguity_error(&moves)),
        }
    }

    /// Parses a legal move in any of the rule set's notations for people. Returns `uci_error` if
    /// the text resembles none of them.
    fn parse_any(&self, text: &str, uci_error: ParseError) -> Result<Move, ParseError> {
        let game = self.board.game();
        let bare = without_marks(text);
        let mut found: Option<Move> = None;
        for &notation in game.notations {
            let moves = self.matching_moves(notation, &bare);
            for &mv in &moves {
                if found.is_some_and(|found| found != mv) {
                    return Err(self.ambiguity_error(&moves));
                }
                found = Some(mv);
            }
        }
        let explain =
            || game.notations.iter().find_map(|&notation| self.explain_no_match(notation, &bare));
        found.ok_or_else(|| explain().unwrap_or(uci_error))
    }

    /// Returns the moves that accept this text without marks.
    fn matching_moves(&self, notation: Notation, bare: &str) -> Vec<Move> {
        // Few moves have their destination in the text, and only their texts are made.
        let names_destination = |mv: &Move| {
            mv.kind() == MoveType::Castling
                || self.place_names(notation, mv.to()).iter().any(|name| bare.contains(name))
        };
        let accepts =
            |mv: &Move| self.accepted_texts(notation, *mv).iter().any(|text| text == bare);
        let moves = self.legal_moves.iter().copied();
        moves.filter(names_destination).filter(accepts).collect()
    }

    /// Returns every name of a place in texts of a notation.
    fn place_names(&self, notation: Notation, place: Place) -> Vec<String> {
        let game = self.board.game();
        match notation {
            Notation::Uci | Notation::San => vec![game.space.place_name(place)],
            Notation::Roth => vec![roth::place_name(game, place)],
            Notation::Smith => vec![smith::place_name(place)],
            Notation::Meder => meder::place_names(game, place),
            Notation::Maack => vec![maack::cell_name(game, place)],
        }
    }

    /// Returns every text that a move accepts. Each contains a name of the destination, except that
    /// of castling.
    fn accepted_texts(&self, notation: Notation, mv: Move) -> Vec<String> {
        match notation {
            Notation::Uci => vec![self.board.move_to_uci(mv)],
            Notation::Roth => roth::accepted_texts(self.board, mv),
            Notation::Smith => smith::accepted_texts(self.board, mv),
            Notation::Meder => meder::accepted_texts(self.board, mv),
            Notation::Maack => maack::accepted_texts(self.board, mv),
            Notation::San => san::accepted_texts(self.board, mv),
        }
    }

    fn ambiguity_error(&self, moves: &[Move]) -> ParseError {
        let texts: Vec<String> = moves.iter().map(|&mv| self.board.move_to_uci(mv)).collect();
        move_error(format!("ambiguous: it can be {}", texts.join(" or ")))
    }

    /// Explains why no legal move accepts this text without marks. Returns `None` if the text does
    /// not resemble the notation.
    fn explain_no_match(&self, notation: Notation, bare: &str) -> Option<ParseError> {
        let game = self.board.game();
        if is_castling(bare) {
            return Some(move_error(format!("castling `{bare}` is not legal")));
        }
        let unmatched = match notation {
            Notation::Uci => None,
            Notation::Roth => roth::interpret(bare),
            Notation::Smith => smith::interpret(game, bare),
            Notation::Meder => meder::interpret(game, bare),
            Notation::Maack => maack::interpret(game, bare),
            Notation::San => san::interpret(game, bare),
        }?;
        Some(move_error(match unmatched {
            Unmatched::Error(message) => message,
            Unmatched::UciMove(uci) => self.explain_uci_move(notation, &uci),
            Unmatched::PieceMove { kind, origins, to, promotion } => {
                self.explain_piece_move(notation, kind, &origins, to, &promotion)
            }
        }))
    }

    /// Explains why a move was not accepted, from its text in UCI notation.
    fn explain_uci_move(&self, notation: Notation, uci: &str) -> String {
        match self.board.parse_uci_move(uci) {
            Ok(mv) => format!("that move is written `{}`", self.format(notation, mv)),
            Err(error) => error.message,
        }
    }

    /// Explains why no piece of this type on one of the origins can go to a cell.
    fn explain_piece_move(
        &self,
        notation: Notation,
        kind: PieceType,
        origins: &[Place],
        to: Place,
        promotion: &str,
    ) -> String {
        let game = self.board.game();
        let name = game.pieces.name(kind);
        let side = self.board.side_to_move();
        let is_candidate = |cell: Place| {
            self.board.piece_at(cell).is_some_and(|piece| piece.side == side && piece.kind == kind)
        };
        let candidates: Vec<Place> =
            origins.iter().copied().filter(|&cell| is_candidate(cell)).collect();
        let moves = self.legal_moves.iter().copied();
        let moves: Vec<Move> =
            moves.filter(|mv| mv.to() == to && candidates.contains(&mv.from())).collect();
        let explain = |from| self.explain_uci_move(notation, &uci_text(game, from, to, promotion));
        match (&candidates[..], &moves[..]) {
            ([], _) => format!("no {name} of the side to move stands there"),
            (&[from], _) => explain(from),
            (_, []) => format!("no {name} can go to {}", game.space.place_name(to)),
            (_, [first, others @ ..]) if others.iter().all(|mv| mv.from() == first.from()) => {
                explain(first.from())
            }
            (_, moves) => self.ambiguity_error(moves).message,
        }
    }
}

/// Parses a legal move in any notation of the rule set in which it is unambiguous.
pub fn parse_move(board: &dyn AnyBoardText, text: &str) -> Result<Move, ParseError> {
    // UCI texts are the common case, and no other notation has the same texts.
    board
        .parse_uci_move(text)
        .or_else(|uci_error| NotationCodec::new(board).parse_any(text, uci_error))
}

/// Formats successive moves from a board, in UCI notation if the rule set does not have the
/// notation.
pub fn format_line(board: &dyn AnyBoardText, line: &[Move], notation: Notation) -> Vec<String> {
    let is_uci = !board.game().notations.contains(&notation);
    let mut board = board;
    let mut next;
    let mut texts = Vec::with_capacity(line.len());
    for &mv in line {
        texts.push(match is_uci {
            true => board.move_to_uci(mv),
            false => NotationCodec::new(board).format(notation, mv),
        });
        next = board.after(mv);
        board = &*next;
    }
    texts
}

fn move_error(message: String) -> ParseError {
    ParseError { field: "move", message }
}
