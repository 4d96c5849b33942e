//! The rule sets, and the traits that the modules above them use.
//!
//! A rule set is a `Copy` board type (for example [`Chess`]) that implements [`Checks`] (what the
//! moves of a node share), [`MoveGenerator`], [`Rules`] (moves and the end of the game),
//! [`Exchange`] (static exchange evaluation), [`BulkCount`] (for perft alone), [`BoardText`] (FENs,
//! UCI moves, diagrams) and [`Endings`] (the moves back, for tables of endings). Its positions
//! share a [`GameInfo`], which is data. Positions and the search are generic in the board type,
//! texts and notations take an [`AnyBoard`]; they contain no rules. Comments name the rules by the
//! labels of `docs/rules.md`, as in F2.
//!
//! Invariant: [`Rules::is_legal`] accepts exactly the moves that [`Rules::generate`] lists. The
//! search plays moves from the transposition table after no other check than `is_legal`.
//! `tests/invariants.rs` compares the two over every encodable move.

mod any_board;
mod checking;
mod chess;
pub(crate) mod diagram;
mod endings;
mod federation;
pub(crate) mod fen;
pub mod fixed;
mod game_info;
pub(crate) mod generate;
mod kobayashi;
mod meder;
mod quad_bitboards;
mod rules_checksum;
pub(crate) mod see;
mod shared_replies;
pub(crate) mod sinks;
mod sixfold;
pub(crate) mod staircase;
mod text;
pub(crate) mod uci;
pub(crate) mod zobrist;

pub use any_board::AnyBoard;
pub use chess::Chess;
pub use endings::{Endings, Promotes, Way, WayKind};
pub use federation::{Federation, FederationPlain};
pub use fen::Setup;
pub use fixed::{Raumschach, SpaceChess};
pub(crate) use game_info::{Block, EMPTY};
pub use game_info::{
    CHESS_PROMOTIONS, ColorSymmetry, EndRules, FenFormat, GameInfo, Notation, Space, Stalemate,
    file_mirrored_places, mirrored_move,
};
pub use generate::{GenFilter, MoveGenerator};
pub use kobayashi::Kobayashi;
pub use meder::Meder;
pub use rules_checksum::{OtherRules, RulesChecksum};
pub use see::Exchange;
pub use sixfold::Sixfold;
pub use text::{AnyBoardText, BoardText, BuiltIn, CastlingMode, FenError};
pub(crate) use text::{fen_texts, getters};
pub use uci::UciPlaces;
pub(crate) use zobrist::splitmix64;

use crate::geometry::{Place, PlaceSet};
use crate::moves::{Move, MoveList, Piece, PieceType, Side};
use std::fmt;
use std::str::FromStr;

/// Selects the legal moves to generate. `Noisy`, `Quiet` and `Platforms` are disjoint and together
/// give `All`. In check each of them gives only evasions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GenType {
    /// Every legal move.
    All,
    /// Captures and promotions, including promotions by a platform move.
    Noisy,
    /// Piece moves, including castling, that neither capture nor promote.
    Quiet,
    /// Platform moves that do not promote.
    Platforms,
}

/// Receives the changes that a move makes on the board, to update derived state such as the inputs
/// of an evaluation. `()` does nothing, for perft.
///
/// Cells are physical. A piece on a moving platform is removed and added like any other.
pub trait Observer {
    /// A piece left a cell, by a move or a capture.
    fn piece_removed(&mut self, piece: Piece, cell: Place);
    /// A piece was placed on a cell.
    fn piece_added(&mut self, piece: Piece, cell: Place);
    /// A platform left a post, or that owner lost it.
    fn platform_removed(&mut self, owner: Option<Side>, post: Place);
    /// A platform was placed on a post, or that owner gained it.
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

/// Why a game ended by its rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// The side to move is in check and has no legal move: it loses.
    Checkmate,
    /// The side to move is not in check and has no legal move: a draw in most games.
    Stalemate,
    /// Neither side can mate: a draw.
    DeadPosition,
    /// The position occurs for the third time, or as often as the game says: a draw.
    Repetition,
    /// A hundred plies, or as many as the game says, without a capture, pawn move or promotion: a
    /// draw.
    FiftyMoves,
    /// A side has only its king, in a rule set where this loses: a loss, or a draw if both have.
    BareKing,
}

impl EndReason {
    /// All reasons.
    pub const ALL: [EndReason; 6] = [
        EndReason::Checkmate,
        EndReason::Stalemate,
        EndReason::DeadPosition,
        EndReason::Repetition,
        EndReason::FiftyMoves,
        EndReason::BareKing,
    ];

    /// Returns the name in the protocol, in game records and in match results.
    pub const fn name(self) -> &'static str {
        match self {
            EndReason::Checkmate => "checkmate",
            EndReason::Stalemate => "stalemate",
            EndReason::DeadPosition => "dead-position",
            EndReason::Repetition => "repetition",
            EndReason::FiftyMoves => "fifty-moves",
            EndReason::BareKing => "bare-king",
        }
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The side that won; `None` for a draw.
    pub winner: Option<Side>,
    /// Why the game ended.
    pub reason: EndReason,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(side) => write!(f, "{side} wins by {}", self.reason),
            None => write!(f, "draw by {}", self.reason),
        }
    }
}

/// Reads what `Display` writes, as in `White wins by checkmate`.
impl FromStr for Outcome {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let winners = [Some(Side::White), Some(Side::Black), None];
        let outcomes = EndReason::ALL
            .into_iter()
            .flat_map(|reason| winners.map(|winner| Outcome { winner, reason }));
        let mut same = outcomes.filter(|outcome| outcome.to_string() == text);
        same.next().ok_or_else(|| {
            let reasons = EndReason::ALL.map(EndReason::name).join(", ");
            let expected =
                "expected \"White wins by\", \"Black wins by\" or \"draw by\" and one of";
            ParseError {
                field: "outcome",
                message: format!("read \"{text}\", {expected} {reasons}"),
            }
        })
    }
}

/// Hashes of parts of a position. Positions that agree in a part have the same hash of it. The high
/// bits are well mixed; take an index from them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CorrectionKeys {
    /// The pawns of both sides.
    pub pawn: u64,
    /// The other pieces of each side.
    pub non_pawn: [u64; 2],
    /// The posts and owners of the platforms; constant in rule sets without platforms.
    pub platform: u64,
}

/// A board that computes checks and pins.
pub trait Checks {
    /// The checks and pins of the side to move, and the sets from which they follow. The moves of a
    /// node share them: the search computes them once a node and passes them to the methods that
    /// read them. They belong to the board that has computed them.
    type CheckInfo;

    /// Computes the checks and pins of the side to move.
    fn check_info(&self) -> Self::CheckInfo;
    /// Returns what [`Checks::check_info`] would if no piece attacked the king, so that it
    /// restricts no move.
    fn unrestricted_info(&self) -> Self::CheckInfo;
}

/// The rules of play on a board, which is a position without its history.
///
/// Every move passed to a method must come from a generator of this board or have passed
/// [`Rules::is_legal`], unless the method says that it takes any move.
pub trait Rules: MoveGenerator + Copy + Send + Sync + 'static {
    /// Returns what the positions of the game share.
    fn game(&self) -> &'static GameInfo;
    /// Returns the start position of a game on boards of this type.
    fn start(game: &'static GameInfo) -> Self;

    /// Returns the side to move.
    fn side_to_move(&self) -> Side;
    /// Returns the Zobrist key, updated incrementally. Positions that are equal for the repetition
    /// rule have equal keys; the counters are not part of it.
    fn key(&self) -> u64;
    /// Computes the key from scratch.
    fn compute_key(&self) -> u64;
    /// Predicts the key after a move, to prefetch memory before it is made. Right for a normal move
    /// without promotion that changes no right (castling, first moves, en passant) and no owner of
    /// a platform. `None` if that is no faster than making the move.
    #[inline(always)]
    fn likely_key_after(&self, _mv: Move) -> Option<u64> {
        None
    }
    /// Returns the hashes that index the correction history.
    fn correction_keys(&self) -> CorrectionKeys;
    /// Returns the number of plies since the last capture, pawn move or promotion.
    fn halfmove_clock(&self) -> u32;
    /// Returns the number of the move: 1 at the start, one more after each move of Black.
    fn fullmove_number(&self) -> u32;
    /// Returns the piece on a physical cell; `None` for an empty or missing cell and for a post.
    fn piece_at(&self, cell: Place) -> Option<Piece>;
    /// Returns whether this cell exists with the platforms on their present posts.
    fn is_live(&self, cell: Place) -> bool;
    /// Returns the platforms in post order: the post, and the owner if platforms have owners.
    fn platforms(&self) -> Vec<(Place, Option<Side>)> {
        Vec::new()
    }
    /// Returns the cell of a side's king.
    fn king_cell(&self, side: Side) -> Place;

    /// Returns whether the side to move is in check.
    fn in_check(&self) -> bool;
    /// Returns the cells of the pieces that give check to the side to move.
    fn checkers(&self) -> Vec<Place>;
    /// Returns the cells that the pieces of a side attack, pinned ones too. Cells that do not exist
    /// now may be among them.
    fn attacked_cells(&self, info: &Self::CheckInfo, by: Side) -> PlaceSet;
    /// Adds the legal moves of that type to the list.
    #[inline]
    fn generate_with(&self, info: &Self::CheckInfo, gen_type: GenType, list: &mut MoveList) {
        match gen_type {
            GenType::All => self.generate_all(info, list),
            GenType::Noisy => self.generate_noisy(info, list),
            GenType::Quiet => self.generate_quiet(info, list),
            GenType::Platforms if !Self::HAS_PLATFORMS => {}
            GenType::Platforms => self.generate_platforms(info, list),
        }
    }
    /// Adds the legal moves of that type to the list, for a caller that needs the checks and pins
    /// for nothing else.
    #[inline]
    fn generate(&self, gen_type: GenType, list: &mut MoveList) {
        self.generate_with(&self.check_info(), gen_type, list);
    }
    /// Returns all legal moves.
    #[inline]
    fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(GenType::All, &mut list);
        list
    }
    /// Counts the legal moves without listing them.
    #[inline(never)]
    fn count_legal_moves(&self) -> u64 {
        self.count_moves(Self::ALL_MOVES)
    }
    /// Returns whether a move is legal. Takes any move.
    #[inline]
    fn is_legal_with(&self, info: &Self::CheckInfo, mv: Move) -> bool {
        self.has_places(mv) && self.is_generated(info, mv, true)
    }
    /// Returns whether a move is legal, for a caller that needs the checks and pins for nothing
    /// else. Takes any move.
    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        self.is_legal_with(&self.check_info(), mv)
    }
    /// Returns whether a move is legal except that it may leave the king of its side attacked.
    /// Takes any move.
    fn is_pseudo_legal(&self, mv: Move) -> bool {
        self.has_places(mv) && self.is_generated(&self.unrestricted_info(), mv, false)
    }
    /// Returns whether a legal move gives check.
    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        self.check_filter()(mv) && self.make(mv, &mut ()).in_check()
    }
    /// Returns a test of legal moves that is cheaper than making them: it is false only of a move
    /// that gives no check. The test keeps what the moves of the position share.
    #[inline(always)]
    fn check_filter(&self) -> impl Fn(Move) -> bool {
        |_| true
    }
    /// Writes the board after a legal move into `child` and reports the changes to the observer.
    /// Building the child in place avoids a copy that waits for the stores.
    fn make_into<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O);
    /// Returns the board after a legal move and reports the changes to the observer.
    #[inline(always)]
    fn make<O: Observer>(&self, mv: Move, observer: &mut O) -> Self {
        let mut child = *self;
        self.make_into(mv, &mut child, observer);
        child
    }
    /// Returns the board after a null move. The side to move must not be in check.
    fn make_null(&self) -> Self;
    /// Returns the board without the piece on a cell, other than a king, and without the rights
    /// that depend on it. This is no position of a game: the side that has just moved may be in
    /// check. It serves to measure what the evaluation makes of the piece.
    fn without_piece(&self, cell: Place) -> Self;

    /// Returns whether the places of a move are numbers of places. Those of a move from elsewhere
    /// need not be.
    #[inline(always)]
    fn has_places(&self, mv: Move) -> bool {
        usize::from(mv.from().max(mv.to())) < self.game().place_count()
    }
    /// Returns the type of the piece that moves; for a platform the one after the last piece.
    fn moved_piece(&self, mv: Move) -> PieceType;
    /// Returns the captured piece and its cell.
    fn captured(&self, mv: Move) -> Option<(PieceType, Place)>;
    /// Returns whether the side to move has a piece other than king and pawns. Null-move pruning
    /// requires it, since zugzwang is common without.
    fn has_non_pawn_material(&self) -> bool;

    /// Returns the outcome if the pieces on the board end the game, such as king against king. Does
    /// not detect checkmate, stalemate, repetition or the fifty-move rule.
    fn variant_outcome(&self) -> Option<Outcome>;

    /// Returns the cell of a pawn that the side to move promotes at the beginning of its move, to
    /// the last promotion of the move. Only `meder` has such pawns.
    #[inline(always)]
    fn waiting_pawn(&self) -> Option<Place> {
        None
    }

    /// Returns whether no position from before a legal move can recur after it. Asked only of moves
    /// that reset the halfmove clock; the search for repetitions stops at an irreversible move.
    #[inline(always)]
    fn is_irreversible(&self, _mv: Move) -> bool {
        true
    }

    /// Returns the sum of these values of the kinds of pieces, by index, over the moves of the side
    /// to move, which is not in check. Moves that differ in the new piece only are one. A board may
    /// count moves that leave its king attacked.
    fn mobility(&self, values: &[i32; PieceType::MAX_COUNT]) -> i32 {
        let list = self.legal_moves();
        let moves = list.iter().filter(|mv| self.game().stands_for_promotions(**mv));
        moves.map(|&mv| values[self.moved_piece(mv).index()]).sum()
    }

    /// Returns whether a move is a capture or a promotion, as in [`GenType::Noisy`].
    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        mv.is_promotion() || self.captured(mv).is_some()
    }
}

/// A rule set that counts moves faster than by listing or making them. Only perft asks for it.
pub trait BulkCount: Rules {
    /// Counts the legal moves after each of these legal moves, all together.
    #[inline(never)]
    fn count_replies(&self, moves: &[Move]) -> u64 {
        match self.side_to_move() {
            Side::White => self.count_replies_to(Side::White, moves),
            Side::Black => self.count_replies_to(Side::Black, moves),
        }
    }

    /// As [`BulkCount::count_replies`], for the side to move, which is a constant. With this method
    /// and the generator inlined, a board after a move may stay in registers, without its key.
    #[inline(always)]
    fn count_replies_to(&self, _side: Side, moves: &[Move]) -> u64 {
        moves.iter().map(|&mv| self.make(mv, &mut ()).count_legal_moves()).sum()
    }
}

/// Why a text is not a valid FEN or move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{field}: {message}")]
pub struct ParseError {
    /// The field with the error: `platforms`, `side`, `move` …
    pub field: &'static str,
    /// What was read and what was expected.
    pub message: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_read_as_they_are_written() {
        for winner in [Some(Side::White), Some(Side::Black), None] {
            for reason in EndReason::ALL {
                let outcome = Outcome { winner, reason };
                assert_eq!(outcome.to_string().parse(), Ok(outcome));
            }
        }
        let error = "White wins".parse::<Outcome>().expect_err("no reason");
        assert!(
            error.to_string().starts_with("outcome: read \"White wins\", expected "),
            "{error}"
        );
    }

    #[test]
    fn boards_are_read_as_they_are_written() {
        fn check<B: BuiltIn + FromStr<Err = FenError> + fmt::Display>() {
            let board = B::startpos();
            let read: B = board.to_string().parse().expect("a FEN");
            assert_eq!(read.to_string(), B::game_info().start_fen);
            let error = "nonsense".parse::<B>().err().expect("no FEN");
            assert!(error.to_string().starts_with("FEN: "), "{error}");
        }
        check::<Federation>();
        check::<FederationPlain>();
        check::<Kobayashi>();
        check::<Meder>();
        check::<Sixfold>();
        check::<SpaceChess>();
        check::<Raumschach>();
        check::<Chess>();
    }
}
