//! The rule sets, and the narrow traits that everything above them is written against.
//!
//! A rule set is a `Copy` board type (`federation::Board`) that implements [`Geometry`] (names of
//! space), [`Play`] (moves and the end of the game) and [`Text`] (position strings, moves and
//! drawings); [`crate::eval::Evaluate`] lies above. Search, table, session and tests are generic
//! in the board and know no rule. [`registry`] holds the one match from a name to a type.
//!
//! What can go wrong: a rule set that answers `is_legal` otherwise than its generator does lets
//! the transposition table play illegal moves. The laws in `tests/` compare the two over every
//! encodable move.

pub mod chess;
pub(crate) mod diagram;
pub mod federation;
pub(crate) mod fen_fields;
pub(crate) mod generate;
pub mod kobayashi;
pub(crate) mod piece_codes;
pub(crate) mod quad_bitboards;
pub(crate) mod see;
pub mod sixfold;
pub mod spacechess;
pub(crate) mod staircase;
pub(crate) mod zobrist;

use crate::geometry::Place;
use crate::geometry::Point;
use crate::moves::{Move, MoveList, Piece, PieceType, Side};
use std::fmt;

/// The space a rule set is played in: names of places, and where they lie.
pub trait Geometry {
    /// The name that `UCI_Variant` takes, in lower case.
    const NAME: &'static str;
    /// The number of files.
    const FILES: usize;
    /// The number of ranks.
    const RANKS: usize;
    /// The number of levels.
    const LEVELS: usize;
    /// The number of cells that can ever exist; places below it are cells, from it on posts.
    const CELLS: usize;
    /// The number of posts; 0 where nothing moves but the men.
    const POSTS: usize;

    /// Where a cell lies.
    fn point(cell: Place) -> Point;
    /// The cell that lies there.
    fn cell_at(point: Point) -> Option<Place>;
    /// The text of a cell or a post: `b22`, `e86-`.
    fn place_name(place: Place) -> String;
    /// The cell or post of that text.
    fn place_from_name(text: &str) -> Option<Place>;
    /// The cells that a platform on this post covers; empty where there are no posts.
    fn covered_cells(post: Place) -> Vec<Place>;
}

/// Which part of the legal moves to generate. `Noisy`, `Quiet` and `Platforms` are disjoint and
/// make up `All`; in check each of them holds the evasions of its kind, and `All` is all evasions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GenType {
    /// Every legal move.
    All,
    /// Captures and promotions, those by platform too.
    Noisy,
    /// What men do without capturing or promoting, castling included.
    Quiet,
    /// Platform moves that promote nothing.
    Platforms,
}

/// Listens to what a move changes on the board, for state that is derived from it (the inputs of
/// an evaluation). `()` is the observer that does nothing, for perft.
///
/// Cells are physical. A man that a platform carries is lifted and placed like any other.
pub trait Observer {
    /// A man leaves a cell, captured or on its way elsewhere.
    fn piece_removed(&mut self, man: Piece, cell: Place);
    /// A man comes to stand on a cell.
    fn piece_added(&mut self, man: Piece, cell: Place);
    /// A platform leaves a post, or ceases to belong to that owner.
    fn platform_removed(&mut self, owner: Option<Side>, post: Place);
    /// A platform comes to stand on a post, or comes to belong to that owner.
    fn platform_added(&mut self, owner: Option<Side>, post: Place);
}

impl Observer for () {
    #[inline(always)]
    fn piece_removed(&mut self, _: Piece, _: Place) {}
    #[inline(always)]
    fn piece_added(&mut self, _: Piece, _: Place) {}
    #[inline(always)]
    fn platform_removed(&mut self, _: Option<Side>, _: Place) {}
    #[inline(always)]
    fn platform_added(&mut self, _: Option<Side>, _: Place) {}
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// The side to move is in check and has no legal move: it has lost.
    Checkmate,
    /// The side to move is not in check and has no legal move: a draw.
    Stalemate,
    /// Neither side can ever mate: a draw at once.
    DeadPosition,
    /// The position stands for the third time: a draw.
    Repetition,
    /// A hundred half-moves without progress: a draw.
    FiftyMoves,
    /// One side is left with its king alone where the rules say that this loses.
    BareKing,
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EndReason::Checkmate => "checkmate",
            EndReason::Stalemate => "stalemate",
            EndReason::DeadPosition => "dead position",
            EndReason::Repetition => "threefold repetition",
            EndReason::FiftyMoves => "fifty-move rule",
            EndReason::BareKing => "bare king",
        })
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The side that has won; `None` for a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: EndReason,
}

/// Hashes of parts of a position, each good in its high bits: positions that share the part share the
/// hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CorrectionKeys {
    /// Where the pawns of both sides stand.
    pub pawn: u64,
    /// Where the other men of each side stand.
    pub non_pawn: [u64; 2],
    /// Where the platforms stand, and whose they are; the same for all positions where nothing
    /// moves but the men.
    pub platform: u64,
}

/// The rules of play on one board: a position without its history.
///
/// Every move handed to a method must come from a generator of this board or have passed
/// [`Play::is_legal`]; the methods that take any move say so.
pub trait Rules: Geometry + Copy + Send + Sync + 'static {
    /// The start position.
    fn startpos() -> Self;

    /// The side to move.
    fn side_to_move(&self) -> Side;
    /// The Zobrist key: equal for equal positions in the sense of the repetition rule (the
    /// counters do not enter), kept incrementally.
    fn key(&self) -> u64;
    /// The same key, computed afresh.
    fn compute_key(&self) -> u64;
    /// What of the position an evaluation is often wrong about in the same way, as hashes.
    fn correction_keys(&self) -> CorrectionKeys;
    /// Half-moves since the last capture, pawn move or promotion.
    fn halfmove_clock(&self) -> u32;
    /// The number of the move, from 1, counted up after Black's.
    fn fullmove_number(&self) -> u32;
    /// The man on a (physical) cell; `None` for an empty or missing cell and for a post.
    fn piece_at(&self, cell: Place) -> Option<Piece>;
    /// Does this cell exist as the platforms stand?
    fn is_live(&self, cell: Place) -> bool;
    /// The platforms in post order: post, and owner where platforms have owners.
    fn platforms(&self) -> Vec<(Place, Option<Side>)>;
    /// Where the king of a side stands.
    fn king_cell(&self, side: Side) -> Place;

    /// Is the side to move in check?
    fn in_check(&self) -> bool;
    /// The cells of the men that give check to the side to move.
    fn checkers(&self) -> Vec<Place>;
    /// Adds the legal moves of that part to the list.
    fn generate(&self, part: GenType, list: &mut MoveList);
    /// The number of legal moves, without listing them.
    fn count_legal_moves(&self) -> u64;
    /// Is this move legal here? Takes any move whatever.
    fn is_legal(&self, mv: Move) -> bool;
    /// Does this legal move give check?
    fn gives_check(&self, mv: Move) -> bool {
        self.make(mv, &mut ()).in_check()
    }
    /// Writes the board after a legal move over `child`, where the child is wanted: a child that
    /// is moved once more right after it was made waits for its own stores. The observer hears
    /// what changes.
    fn make_into<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O);
    /// The board after a legal move; the observer hears what changes.
    #[inline(always)]
    fn make<O: Observer>(&self, mv: Move, observer: &mut O) -> Self {
        let mut child = *self;
        self.make_into(mv, &mut child, observer);
        child
    }
    /// The board after passing the move. Not to be called in check.
    fn make_null(&self) -> Self;

    /// What moves.
    fn moved_piece(&self, mv: Move) -> PieceType;
    /// What the move captures, and where that man stands.
    fn captured(&self, mv: Move) -> Option<(PieceType, Place)>;
    /// Does static exchange evaluation give the mover at least `threshold` centipawns, in the
    /// values of [`Play::VALUES`]? A platform move passes exactly when `threshold <= 0`.
    fn see_ge(&self, mv: Move, threshold: i32) -> bool;
    /// What a man is worth in exchanges and move ordering, by [`Kind::index`], in centipawns; the
    /// king's is 0 and the platform's too.
    const PIECE_VALUES: [i32; PieceType::COUNT];
    /// Is passing the move safe, for null-move pruning: has the side to move more than pawns?
    fn has_non_pawn_material(&self) -> bool;

    /// Is the game over by the position itself (king against king …)? Does not look for mate,
    /// stalemate, repetition or the fifty-move rule.
    fn variant_outcome(&self) -> Option<Outcome>;

    /// Of a legal move that sets the clock to zero: can no position from before it come about again?
    /// The search for repetitions goes no further back.
    #[inline(always)]
    fn is_irreversible(&self, _mv: Move) -> bool {
        true
    }

    /// A capture or a promotion: the moves of [`Part::Noisy`].
    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        mv.is_promotion() || self.captured(mv).is_some()
    }
}

/// What is wrong with a text that should be a position or a move. `field` says where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{field}: {message}")]
pub struct ParseError {
    /// The part of the text that is wrong: `platforms`, `side`, `fen`…
    pub field: &'static str,
    /// What was read and what was expected.
    pub message: String,
}

/// How castling is written in FENs and UCI moves, as in shakmaty; the option `UCI_Chess960` selects it.
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

/// A way to write moves; [`crate::notation`] writes and reads them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// That of programs: what [`Text::move_text`] writes.
    Uci,
    /// Charles Roth's, levels in brackets; for any board that has levels.
    Roth,
    /// L. Lynn Smith's, local cells on lettered boards; for the staircase, its places numbered as
    /// [`crate::geometry::staircase`] numbers them.
    Smith,
    /// Standard algebraic notation; for a board of one level.
    San,
}

/// Position strings, move texts and drawings of a rule set.
pub trait BoardText: Rules {
    /// The notations for people that the rule set has, the one that is shown first. The wire
    /// notation is always there.
    const NOTATIONS: &'static [Notation];

    /// Reads and validates a position string; every fault that can be told is told.
    fn from_fen(text: &str) -> Result<Self, Vec<ParseError>>;
    /// Parses a FEN in a castling mode, which [`BoardText::move_to_uci`] of this board and its
    /// successors then uses. Rule sets without Chess960 ignore the mode.
    fn from_fen_with(text: &str, _castling_mode: CastlingMode) -> Result<Self, Vec<ParseError>> {
        Self::from_fen(text)
    }
    /// The canonical position string.
    fn to_fen(&self) -> String;
    /// The move in wire notation.
    fn move_to_uci(&self, mv: Move) -> String;
    /// The legal move of that wire text; the fault says why there is none (no such cell, no man
    /// there, not the way it moves, leaves the king attacked …).
    fn parse_uci_move(&self, text: &str) -> Result<Move, ParseError>;
    /// The board drawn for people: levels side by side, platforms at their posts, coordinates,
    /// side to move. Several lines, each ended; none of them empty.
    fn diagram(&self) -> String;
}
