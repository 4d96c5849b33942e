//! The texts of a rule set: FENs, UCI moves and diagrams.

use super::diagram::diagram;
use super::fen::{FenFormat, Setup, field, format_fen, piece_errors};
use super::uci::{self, UciPlaces};
use super::{ParseError, Rules};
use crate::geometry::Place;
use crate::moves::{Move, Side};

/// How castling is written in FENs and UCI moves, as in shakmaty; the option `UCI_Chess960` selects
/// it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CastlingMode {
    /// Castling is written as the king's move: `e1g1`. A FEN may grant rights only to king and
    /// rooks on their cells of the classical start position.
    #[default]
    Standard,
    /// Castling is written as the king taking its rook: `e1h1`. A FEN may grant rights to any rook
    /// beside a king on its home rank.
    Chess960,
}

impl CastlingMode {
    /// Returns `Chess960` if the argument is true, else `Standard`.
    pub const fn from_chess960(enabled: bool) -> CastlingMode {
        if enabled { CastlingMode::Chess960 } else { CastlingMode::Standard }
    }
}

/// A move notation; `notation` formats and parses moves in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// The notation of the protocol; see [`BoardText::move_to_uci`].
    Uci,
    /// Charles Roth's, with levels in brackets; for boards of several levels.
    Roth,
    /// L. Lynn Smith's, with local cells on lettered boards; for the staircase games, whose places
    /// `geometry::staircase` numbers.
    Smith,
    /// Jens Meder's, with boards and pins; for the staircase games, as above.
    Meder,
    /// That of books on Raumschach, with the level first.
    Maack,
    /// Standard algebraic notation; for boards of one level.
    San,
}

/// The texts of a rule set: FENs, UCI moves and diagrams.
///
/// A rule set gives the form of its FENs and what only it can read and write; the provided methods
/// do the rest.
pub trait BoardText: Rules {
    /// The notations of the rule set besides UCI, the default one first.
    const NOTATIONS: &'static [Notation];
    /// The form of the FENs.
    const FEN: FenFormat;
    /// The FEN of the start position.
    const START_FEN: &'static str;

    /// Returns a board with the pieces, platforms, side to move and counters of a setup, and without
    /// rights.
    fn from_setup(setup: &Setup) -> Self;
    /// Sets how castling is written.
    fn set_castling_mode(&mut self, _castling_mode: CastlingMode) {}
    /// Sets the rights that a setup grants. Returns the errors of these fields.
    fn set_rights(&mut self, _setup: &Setup) -> Vec<ParseError> {
        Vec::new()
    }
    /// Returns whether a pawn cannot stand on a cell, because it must have promoted there.
    fn must_have_promoted(&self, side: Side, cell: Place) -> bool;
    /// Sets the right to capture en passant from a field other than `-`. The error says why no move
    /// can have led to it.
    fn set_en_passant(&mut self, _text: &str) -> Result<(), String> {
        Ok(())
    }
    /// Computes the key and what else follows from the fields that the methods above have set.
    fn finish_setup(&mut self);
    /// Returns the text of a field of [`BoardText::FEN`] that is not in every [`Setup`].
    fn format_field(&self, _field: &'static str) -> String {
        "-".into()
    }
    /// Returns the places that UCI notation names in a move.
    fn uci_places(&self, mv: Move) -> UciPlaces {
        UciPlaces { from: mv.from(), via: None, to: mv.to() }
    }

    /// Parses and validates a FEN. Returns all errors, not only the first.
    fn from_fen(text: &str) -> Result<Self, Vec<ParseError>> {
        Self::from_fen_with(text, CastlingMode::Standard)
    }
    /// Parses a FEN in a castling mode, which [`BoardText::move_to_uci`] of this board and its
    /// successors then uses. Rule sets without Chess960 ignore the mode.
    fn from_fen_with(text: &str, castling_mode: CastlingMode) -> Result<Self, Vec<ParseError>> {
        let setup = Setup::from_fen::<Self>(text, &Self::FEN)?;
        let mut board = Self::from_setup(&setup);
        board.set_castling_mode(castling_mode);
        let mut errors = board.set_rights(&setup);
        errors.extend(piece_errors::<Self>(&setup, |side, cell| {
            board.must_have_promoted(side, cell)
        }));
        if !errors.is_empty() {
            return Err(errors);
        }
        if board.make_null().in_check() {
            let side = setup.side.other();
            let message = format!("{side:?}, who is not to move, stands in check");
            errors.push(ParseError { field: "side", message });
        }
        let text = setup.text(field::EN_PASSANT);
        if text != "-"
            && let Err(message) = board.set_en_passant(text)
        {
            errors.push(ParseError { field: field::EN_PASSANT, message });
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        board.finish_setup();
        Ok(board)
    }
    /// Returns the canonical FEN.
    fn to_fen(&self) -> String {
        format_fen(self, &Self::FEN, |field| self.format_field(field))
    }
    /// Returns the move in UCI notation.
    fn move_to_uci(&self, mv: Move) -> String {
        uci::format_move::<Self>(mv, self.uci_places(mv))
    }
    /// Parses a legal move in UCI notation. The error says why the text is none: no such cell, no
    /// piece there, an impossible move, a king left in check …
    fn parse_uci_move(&self, text: &str) -> Result<Move, ParseError> {
        uci::parse_move(self, text, |mv| self.uci_places(mv))
    }
    /// Returns a diagram: the levels side by side, coordinates, platforms, side to move. Every line
    /// ends with a line feed; no line is empty.
    fn diagram(&self) -> String {
        diagram(self)
    }
}

/// Returns the board of the start position.
pub(crate) fn start_position<B: BoardText>() -> B {
    match B::from_fen(B::START_FEN) {
        Ok(board) => board,
        Err(errors) => unreachable!("{}: {errors:?}", B::START_FEN),
    }
}
