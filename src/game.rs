//! A game in progress, of whatever rule set: a façade that is not generic, so that sessions and
//! tools compile against it once.
//!
//! [`Game`] is object-safe; [`Played`] is its one implementation, generic in the board. A position
//! is set all or nothing: a faulty text leaves the game as it was.

use crate::geometry::Place;
use crate::geometry::Point;
use crate::moves::{Move, Piece, PieceType, Side};
use crate::notation::{NotationCodec, parse_move};
use crate::position::Position;
use crate::position::perft::{PerftMode, divide};
use crate::registry::RuleSet;
use crate::registry::{Variant, Visitor};
use crate::rules::{BoardText, CastlingMode, Notation, Outcome, ParseError};

/// Why a position was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetPositionError {
    /// The position string is at fault: every fault that can be told.
    #[error("position string: {}", join_errors(.0))]
    Position(Vec<ParseError>),
    /// A move is not legal where it stands in the list.
    #[error("move {number} of the list, \"{text}\": {}", .error.message)]
    Move {
        /// Its place in the list of moves, from 1.
        number: usize,
        /// What was read.
        text: String,
        /// Why there is no such move.
        error: ParseError,
    },
}

/// The faults on one line.
fn join_errors(faults: &[ParseError]) -> String {
    faults.iter().map(ParseError::to_string).collect::<Vec<_>>().join("; ")
}

/// A legal move as a board that knows no rules needs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveInfo {
    /// The move in wire notation.
    pub uci: String,
    /// The move in the notation asked for.
    pub display: String,
    /// The cell or post it leaves.
    pub from: String,
    /// The cell or post it goes to.
    pub to: String,
    /// The cell of the man it captures.
    pub captured_cell: Option<String>,
    /// What the pawns that it promotes become; empty for most moves.
    pub promotions: Vec<PieceType>,
    /// Does a platform move?
    pub is_platform_move: bool,
}

/// The space of a rule set, named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardGeometry {
    /// The number of files.
    pub files: usize,
    /// The number of ranks.
    pub ranks: usize,
    /// The number of levels.
    pub levels: usize,
    /// Every cell that can exist: its name, and where it lies.
    pub cells: Vec<(String, Point)>,
    /// Every post: its name, and the names of the cells that a platform on it covers.
    pub posts: Vec<(String, Vec<String>)>,
    /// The position string of the start.
    pub startpos: String,
}

/// A position with its past, of whatever rule set.
pub trait Game: Send {
    /// The rule set.
    fn variant(&self) -> Variant;
    /// The notations of the rule set, the one that is shown first; the wire is among them.
    fn notations(&self) -> Vec<Notation>;
    /// Sets the position of this string (the start position without one) and plays the moves.
    /// On an error nothing changes.
    fn set_position(
        &mut self,
        position: Option<&str>,
        moves: &[&str],
    ) -> Result<(), SetPositionError>;
    /// Plays the legal move of this text, in any notation of the rule set. On an error nothing
    /// changes.
    fn play(&mut self, text: &str) -> Result<(), ParseError>;
    /// Reads and writes texts by these conventions from now on; begins again at the start.
    fn set_castling_mode(&mut self, castling_mode: CastlingMode);
    /// The canonical position string.
    fn fen(&self) -> String;
    /// The board drawn for people, in several lines.
    fn diagram(&self) -> String;
    /// The Zobrist key.
    fn key(&self) -> u64;
    /// The side to move.
    fn side_to_move(&self) -> Side;
    /// The cells of the men that give check.
    fn checkers(&self) -> Vec<String>;
    /// Is the side to move in check?
    fn in_check(&self) -> bool;
    /// The move that led here, if the game knows it.
    fn last_move(&self, notation: Notation) -> Option<String>;
    /// Is the game over, and how?
    fn outcome(&self) -> Option<Outcome>;
    /// The men with the names of their cells, in cell order.
    fn pieces(&self) -> Vec<(String, Piece)>;
    /// The platforms in post order: the name of the post, and the owner where there are owners.
    fn platforms(&self) -> Vec<(String, Option<Side>)>;
    /// The legal moves, described in that notation as well.
    fn legal_moves(&self, notation: Notation) -> Vec<MoveInfo>;
    /// The legal move of this text in any notation of the rule set, in wire notation.
    fn to_uci(&self, text: &str) -> Result<String, ParseError>;
    /// The space the game is played in.
    fn geometry(&self) -> BoardGeometry;
    /// The number of sequences of `depth` legal moves, with the last ply counted in bulk or made
    /// move by move.
    fn perft(&self, depth: u32, threads: usize, bulk: bool) -> u64;
    /// The same for each legal move; `depth` counts that move.
    fn divide(&self, depth: u32, threads: usize) -> Vec<(String, u64)>;
    /// The static evaluation from the side to move, and its terms from White's point of view, in
    /// centipawns.
    fn evaluation(&self) -> (i32, Vec<(&'static str, i32)>);
    /// A copy, past included.
    fn box_clone(&self) -> Box<dyn Game>;
}

/// A game of that rule set at its start position.
pub fn new_game(variant: Variant) -> Box<dyn Game> {
    struct New(Variant);
    impl Visitor for New {
        type Output = Box<dyn Game>;

        fn visit<B: RuleSet>(self) -> Box<dyn Game> {
            Box::new(VariantGame::<B>::new(self.0))
        }
    }
    variant.visit(New(variant))
}

/// The one implementation of [`Game`].
#[derive(Clone)]
pub struct VariantGame<B> {
    variant: Variant,
    castling_mode: CastlingMode,
    position: Position<B>,
}

impl<B: BoardText> VariantGame<B> {
    /// The start position.
    pub fn new(variant: Variant) -> Self {
        let position = Position::new(B::startpos());
        VariantGame { variant, castling_mode: CastlingMode::Standard, position }
    }

    /// The position with its past.
    pub fn position(&self) -> &Position<B> {
        &self.position
    }

    /// The board of the start position, by the conventions that hold.
    fn startpos(&self) -> B {
        let start = B::startpos();
        B::from_fen_with(&start.to_fen(), self.castling_mode).unwrap_or(start)
    }

    /// Perft by move; on one thread if more cannot be started.
    fn perft_by_move(&self, depth: u32, threads: usize, counting: PerftMode) -> Vec<(Move, u64)> {
        let board = self.position.board();
        divide(board, depth, counting, threads)
            .unwrap_or_else(|_| divide_on_one_thread(board, depth, counting))
    }

    /// What a board without rules must know of a move.
    fn describe(&self, scribe: &NotationCodec<'_, B>, notation: Notation, mv: Move) -> MoveInfo {
        let board = self.position.board();
        MoveInfo {
            uci: board.move_to_uci(mv),
            display: scribe.format(notation, mv),
            from: B::place_name(mv.from()),
            to: B::place_name(mv.to()),
            captured_cell: board.captured(mv).map(|(_, cell)| B::place_name(cell)),
            promotions: [mv.promotion(), mv.second_promotion()].into_iter().flatten().collect(),
            is_platform_move: mv.is_platform_move(),
        }
    }
}

impl<B: RuleSet> Game for VariantGame<B> {
    fn variant(&self) -> Variant {
        self.variant
    }

    fn notations(&self) -> Vec<Notation> {
        B::NOTATIONS.iter().copied().chain([Notation::Uci]).collect()
    }

    fn set_position(
        &mut self,
        position: Option<&str>,
        moves: &[&str],
    ) -> Result<(), SetPositionError> {
        let board = match position {
            Some(text) => {
                B::from_fen_with(text, self.castling_mode).map_err(SetPositionError::Position)?
            }
            None => self.startpos(),
        };
        let mut position = Position::new(board);
        for (index, &text) in moves.iter().enumerate() {
            play(&mut position, text).map_err(|fault| SetPositionError::Move {
                number: index + 1,
                text: text.to_owned(),
                error: fault,
            })?;
        }
        self.position = position;
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), ParseError> {
        play(&mut self.position, text)
    }

    fn set_castling_mode(&mut self, castling_mode: CastlingMode) {
        self.castling_mode = castling_mode;
        self.position = Position::new(self.startpos());
    }

    fn fen(&self) -> String {
        self.position.board().to_fen()
    }

    fn diagram(&self) -> String {
        self.position.board().diagram()
    }

    fn key(&self) -> u64 {
        self.position.board().key()
    }

    fn side_to_move(&self) -> Side {
        self.position.side_to_move()
    }

    fn checkers(&self) -> Vec<String> {
        self.position.board().checkers().into_iter().map(B::place_name).collect()
    }

    fn in_check(&self) -> bool {
        self.position.board().in_check()
    }

    fn last_move(&self, notation: Notation) -> Option<String> {
        let mv = self.position.last_move()?;
        let mut before = self.position.clone();
        before.unmake();
        Some(NotationCodec::new(before.board()).format(notation, mv))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn pieces(&self) -> Vec<(String, Piece)> {
        let board = self.position.board();
        cells::<B>().filter_map(|cell| Some((B::place_name(cell), board.piece_at(cell)?))).collect()
    }

    fn platforms(&self) -> Vec<(String, Option<Side>)> {
        let platforms = self.position.board().platforms();
        platforms.into_iter().map(|(post, owner)| (B::place_name(post), owner)).collect()
    }

    fn legal_moves(&self, notation: Notation) -> Vec<MoveInfo> {
        let scribe = NotationCodec::new(self.position.board());
        scribe.legal_moves().iter().map(|&mv| self.describe(&scribe, notation, mv)).collect()
    }

    fn to_uci(&self, text: &str) -> Result<String, ParseError> {
        let board = self.position.board();
        parse_move(board, text).map(|mv| board.move_to_uci(mv))
    }

    fn geometry(&self) -> BoardGeometry {
        let posts = (B::CELLS..B::CELLS + B::POSTS).map(|post| post as Place);
        BoardGeometry {
            files: B::FILES,
            ranks: B::RANKS,
            levels: B::LEVELS,
            cells: cells::<B>().map(|cell| (B::place_name(cell), B::point(cell))).collect(),
            posts: posts
                .map(|post| {
                    let covered = B::covered_cells(post).into_iter().map(B::place_name).collect();
                    (B::place_name(post), covered)
                })
                .collect(),
            startpos: B::startpos().to_fen(),
        }
    }

    fn perft(&self, depth: u32, threads: usize, bulk: bool) -> u64 {
        let counting = if bulk { PerftMode::Bulk } else { PerftMode::NoBulk };
        if depth == 0 {
            return 1;
        }
        self.perft_by_move(depth, threads, counting).into_iter().map(|(_, count)| count).sum()
    }

    fn divide(&self, depth: u32, threads: usize) -> Vec<(String, u64)> {
        let board = self.position.board();
        let counts = self.perft_by_move(depth, threads, PerftMode::Bulk);
        counts.into_iter().map(|(mv, count)| (board.move_to_uci(mv), count)).collect()
    }

    fn evaluation(&self) -> (i32, Vec<(&'static str, i32)>) {
        let board = self.position.board();
        (board.evaluate(&board.new_accumulator()), board.terms())
    }

    fn box_clone(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }
}

/// Makes the legal move of this text.
fn play<B: BoardText>(position: &mut Position<B>, text: &str) -> Result<(), ParseError> {
    let mv = parse_move(position.board(), text)?;
    position.make(mv, &mut ());
    Ok(())
}

/// Perft by move on this thread.
fn divide_on_one_thread<B: BoardText>(
    board: &B,
    depth: u32,
    counting: PerftMode,
) -> Vec<(Move, u64)> {
    divide(board, depth, counting, 1).unwrap_or_default()
}

/// The cells that can exist.
fn cells<B: BoardText>() -> impl Iterator<Item = Place> {
    (0..B::CELLS).map(|cell| cell as Place)
}
