//! The texts of a rule set: FENs, UCI moves and diagrams.

use super::diagram::diagram;
use super::fen::{Setup, field, format_fen, piece_errors};
use super::uci::{self, UciPlaces};
use super::{AnyBoard, GameInfo, ParseError, Rules};
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

/// The texts of a rule set: FENs, UCI moves and diagrams.
///
/// A rule set gives the form of its FENs and what only it can read and write; the provided methods
/// do the rest.
pub trait BoardText: Rules {
    /// Returns a board with the pieces, platforms, side to move and counters of a setup, and
    /// without rights.
    fn from_setup(game: &'static GameInfo, setup: &Setup) -> Self;
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
    /// Returns the text of a field of [`GameInfo::fen`] that is not in every [`Setup`].
    fn format_field(&self, _field: &'static str) -> String {
        "-".into()
    }
    /// Returns the places that UCI notation names in a move.
    fn uci_places(&self, mv: Move) -> UciPlaces {
        UciPlaces { from: mv.from(), captures_from_afar: false, via: None, to: mv.to() }
    }

    /// Parses and validates a FEN. Returns all errors, not only the first.
    fn parse_fen(game: &'static GameInfo, text: &str) -> Result<Self, Vec<ParseError>> {
        Self::parse_fen_with(game, text, CastlingMode::Standard)
    }
    /// Parses a FEN in a castling mode, which [`BoardText::move_to_uci`] of this board and its
    /// successors then uses. Rule sets without Chess960 ignore the mode.
    fn parse_fen_with(
        game: &'static GameInfo,
        text: &str,
        castling_mode: CastlingMode,
    ) -> Result<Self, Vec<ParseError>> {
        let setup = Setup::from_fen(game, text)?;
        let mut board = Self::from_setup(game, &setup);
        board.set_castling_mode(castling_mode);
        let mut errors = board.set_rights(&setup);
        errors
            .extend(piece_errors(game, &setup, &|side, cell| board.must_have_promoted(side, cell)));
        if !errors.is_empty() {
            return Err(errors);
        }
        if board.make_null().in_check() {
            let side = setup.side.other();
            let message = format!("{side}, who is not to move, stands in check");
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
        format_fen(self, &|field| self.format_field(field))
    }
    /// Returns the move in UCI notation.
    fn move_to_uci(&self, mv: Move) -> String {
        self.uci_places(mv).text(self.game(), mv)
    }
    /// Parses a legal move in UCI notation. The error says why the text is none: no such cell, no
    /// piece there, an impossible move, a king left in check …
    fn parse_uci_move(&self, text: &str) -> Result<Move, ParseError> {
        uci::parse_move(self, text, &|mv| self.uci_places(mv))
    }
    /// Returns a diagram: the levels side by side, coordinates, platforms, side to move. Every line
    /// ends with a line feed; no line is empty.
    fn diagram(&self) -> String {
        diagram(self)
    }
}

/// The texts of a board of any rule set; see [`AnyBoard`].
pub trait AnyBoardText: AnyBoard {
    /// See [`BoardText::to_fen`].
    fn to_fen(&self) -> String;
    /// See [`BoardText::uci_places`].
    fn uci_places(&self, mv: Move) -> UciPlaces;
    /// See [`BoardText::move_to_uci`].
    fn move_to_uci(&self, mv: Move) -> String;
    /// See [`BoardText::parse_uci_move`].
    fn parse_uci_move(&self, text: &str) -> Result<Move, ParseError>;
    /// Returns the board after a legal move.
    fn after(&self, mv: Move) -> Box<dyn AnyBoardText>;
}

impl<B: BoardText> AnyBoardText for B {
    fn to_fen(&self) -> String {
        BoardText::to_fen(self)
    }

    fn uci_places(&self, mv: Move) -> UciPlaces {
        BoardText::uci_places(self, mv)
    }

    fn move_to_uci(&self, mv: Move) -> String {
        BoardText::move_to_uci(self, mv)
    }

    fn parse_uci_move(&self, text: &str) -> Result<Move, ParseError> {
        BoardText::parse_uci_move(self, text)
    }

    fn after(&self, mv: Move) -> Box<dyn AnyBoardText> {
        Box::new(self.make(mv, &mut ()))
    }
}

/// A game that is part of the program, and its board type.
pub trait BuiltIn: BoardText {
    /// Returns what the positions of the game share.
    fn game_info() -> &'static GameInfo;

    /// Returns the start position.
    fn startpos() -> Self {
        Self::start(Self::game_info())
    }
    /// Parses a FEN as [`BoardText::parse_fen`] does.
    fn from_fen(text: &str) -> Result<Self, Vec<ParseError>> {
        Self::parse_fen(Self::game_info(), text)
    }
    /// Parses a FEN as [`BoardText::parse_fen_with`] does.
    fn from_fen_with(text: &str, castling_mode: CastlingMode) -> Result<Self, Vec<ParseError>> {
        Self::parse_fen_with(Self::game_info(), text, castling_mode)
    }
}

/// Why a text is no FEN of a board: all errors found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("FEN: {}", .0.iter().map(ParseError::to_string).collect::<Vec<_>>().join("; "))]
pub struct FenError(pub Vec<ParseError>);

/// Implements `Display` and `FromStr`, which write and read the FEN, for boards of the program.
macro_rules! fen_texts {
    ($($board:ident)*) => {$(
        impl std::fmt::Display for $board {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&$crate::rules::BoardText::to_fen(self))
            }
        }

        impl std::str::FromStr for $board {
            type Err = $crate::rules::FenError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::rules::BuiltIn::from_fen(text).map_err($crate::rules::FenError)
            }
        }
    )*};
}

pub(crate) use fen_texts;

/// Returns the board of the start position.
pub(crate) fn start_position<B: BoardText>(game: &'static GameInfo) -> B {
    match B::parse_fen(game, game.start_fen) {
        Ok(board) => board,
        Err(errors) => unreachable!("{}: {errors:?}", game.start_fen),
    }
}

/// The getters of [`Rules`] for a board whose fields are those of an expression.
macro_rules! getters {
    ($self:ident => $fields:expr) => {
        #[inline(always)]
        fn game(&self) -> &'static $crate::rules::GameInfo {
            <Self as $crate::rules::BuiltIn>::game_info()
        }
        fn start(game: &'static $crate::rules::GameInfo) -> Self {
            $crate::rules::text::start_position(game)
        }
        #[inline(always)]
        fn side_to_move(&$self) -> Side {
            $fields.side
        }
        #[inline(always)]
        fn key(&$self) -> u64 {
            $fields.key
        }
        #[inline(always)]
        fn halfmove_clock(&$self) -> u32 {
            u32::from($fields.halfmove_clock)
        }
        fn fullmove_number(&$self) -> u32 {
            u32::from($fields.fullmove_number)
        }
    };
}
pub(crate) use getters;
