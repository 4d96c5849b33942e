//! A game in progress, of whatever rule set: a façade that is not generic, so that sessions and
//! tools compile against it once.
//!
//! [`Game`] is object-safe; [`Played`] is its one implementation, generic in the board. A position
//! is set all or nothing: a faulty text leaves the game as it was.

use crate::eval::Evaluate;
use crate::moves::{Kind, Man, Move, Place, Side};
use crate::notation::{Scribe, read_move};
use crate::position::Position;
use crate::position::perft::{Counting, divide};
use crate::rules::registry::{Variant, Visitor};
use crate::rules::{Conventions, Ending, Fault, Notation, Point, Text};

/// Why a position was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetError {
    /// The position string is at fault: every fault that can be told.
    #[error("position string: {}", listed(.0))]
    Position(Vec<Fault>),
    /// A move is not legal where it stands in the list.
    #[error("move {number} of the list, \"{text}\": {}", .fault.fault)]
    Move {
        /// Its place in the list of moves, from 1.
        number: usize,
        /// What was read.
        text: String,
        /// Why there is no such move.
        fault: Fault,
    },
}

/// The faults on one line.
fn listed(faults: &[Fault]) -> String {
    faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("; ")
}

/// A legal move as a board that knows no rules needs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveInfo {
    /// The move in wire notation.
    pub text: String,
    /// The move in the notation asked for.
    pub notation: String,
    /// The cell or post it leaves.
    pub from: String,
    /// The cell or post it goes to.
    pub to: String,
    /// The cell of the man it captures.
    pub captured: Option<String>,
    /// What the pawns that it promotes become; empty for most moves.
    pub promotions: Vec<Kind>,
    /// Does a platform move?
    pub platform: bool,
}

/// The space of a rule set, named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Space {
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
    pub start: String,
}

/// A position with its past, of whatever rule set.
pub trait Game: Send {
    /// The rule set.
    fn variant(&self) -> Variant;
    /// The notations of the rule set, the one that is shown first; the wire is among them.
    fn notations(&self) -> Vec<Notation>;
    /// Sets the position of this string (the start position without one) and plays the moves.
    /// On an error nothing changes.
    fn set(&mut self, position: Option<&str>, moves: &[&str]) -> Result<(), SetError>;
    /// Plays the legal move of this text, in any notation of the rule set. On an error nothing
    /// changes.
    fn play(&mut self, text: &str) -> Result<(), Fault>;
    /// Reads and writes texts by these conventions from now on; begins again at the start.
    fn set_conventions(&mut self, conventions: Conventions);
    /// The canonical position string.
    fn position_string(&self) -> String;
    /// The board drawn for people, in several lines.
    fn draw(&self) -> String;
    /// The Zobrist key.
    fn key(&self) -> u64;
    /// The side to move.
    fn side(&self) -> Side;
    /// The cells of the men that give check.
    fn checkers(&self) -> Vec<String>;
    /// Is the side to move in check?
    fn in_check(&self) -> bool;
    /// The move that led here, if the game knows it.
    fn last_move(&self, notation: Notation) -> Option<String>;
    /// Is the game over, and how?
    fn ending(&self) -> Option<Ending>;
    /// The men with the names of their cells, in cell order.
    fn men(&self) -> Vec<(String, Man)>;
    /// The platforms in post order: the name of the post, and the owner where there are owners.
    fn platforms(&self) -> Vec<(String, Option<Side>)>;
    /// The legal moves, described in that notation as well.
    fn moves(&self, notation: Notation) -> Vec<MoveInfo>;
    /// The legal move of this text in any notation of the rule set, in wire notation.
    fn read_move(&self, text: &str) -> Result<String, Fault>;
    /// The space the game is played in.
    fn geometry(&self) -> Space;
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

        fn visit<B: Text + Evaluate>(self) -> Box<dyn Game> {
            Box::new(Played::<B>::new(self.0))
        }
    }
    variant.visit(New(variant))
}

/// The one implementation of [`Game`].
#[derive(Clone)]
pub struct Played<B> {
    variant: Variant,
    conventions: Conventions,
    position: Position<B>,
}

impl<B: Text> Played<B> {
    /// The start position.
    pub fn new(variant: Variant) -> Self {
        let position = Position::new(B::start());
        Played { variant, conventions: Conventions::default(), position }
    }

    /// The position with its past.
    pub fn position(&self) -> &Position<B> {
        &self.position
    }

    /// The board of the start position, by the conventions that hold.
    fn start(&self) -> B {
        let start = B::start();
        B::parse_under(&start.write(), self.conventions).unwrap_or(start)
    }

    /// Perft by move; on one thread if more cannot be started.
    fn counts(&self, depth: u32, threads: usize, counting: Counting) -> Vec<(Move, u64)> {
        let board = self.position.board();
        divide(board, depth, counting, threads).unwrap_or_else(|_| alone(board, depth, counting))
    }

    /// What a board without rules must know of a move.
    fn describe(&self, scribe: &Scribe<'_, B>, notation: Notation, mv: Move) -> MoveInfo {
        let board = self.position.board();
        MoveInfo {
            text: board.move_text(mv),
            notation: scribe.write(notation, mv),
            from: B::place_name(mv.from()),
            to: B::place_name(mv.to()),
            captured: board.captured(mv).map(|(_, cell)| B::place_name(cell)),
            promotions: [mv.promotion(), mv.second_promotion()].into_iter().flatten().collect(),
            platform: mv.is_platform(),
        }
    }
}

impl<B: Text + Evaluate> Game for Played<B> {
    fn variant(&self) -> Variant {
        self.variant
    }

    fn notations(&self) -> Vec<Notation> {
        B::NOTATIONS.iter().copied().chain([Notation::Wire]).collect()
    }

    fn set(&mut self, position: Option<&str>, moves: &[&str]) -> Result<(), SetError> {
        let board = match position {
            Some(text) => B::parse_under(text, self.conventions).map_err(SetError::Position)?,
            None => self.start(),
        };
        let mut position = Position::new(board);
        for (index, &text) in moves.iter().enumerate() {
            play(&mut position, text).map_err(|fault| SetError::Move {
                number: index + 1,
                text: text.to_owned(),
                fault,
            })?;
        }
        self.position = position;
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), Fault> {
        play(&mut self.position, text)
    }

    fn set_conventions(&mut self, conventions: Conventions) {
        self.conventions = conventions;
        self.position = Position::new(self.start());
    }

    fn position_string(&self) -> String {
        self.position.board().write()
    }

    fn draw(&self) -> String {
        self.position.board().draw()
    }

    fn key(&self) -> u64 {
        self.position.board().key()
    }

    fn side(&self) -> Side {
        self.position.side()
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
        Some(Scribe::new(before.board()).write(notation, mv))
    }

    fn ending(&self) -> Option<Ending> {
        self.position.ending()
    }

    fn men(&self) -> Vec<(String, Man)> {
        let board = self.position.board();
        cells::<B>().filter_map(|cell| Some((B::place_name(cell), board.man_at(cell)?))).collect()
    }

    fn platforms(&self) -> Vec<(String, Option<Side>)> {
        let platforms = self.position.board().platforms();
        platforms.into_iter().map(|(post, owner)| (B::place_name(post), owner)).collect()
    }

    fn moves(&self, notation: Notation) -> Vec<MoveInfo> {
        let scribe = Scribe::new(self.position.board());
        scribe.legal().iter().map(|&mv| self.describe(&scribe, notation, mv)).collect()
    }

    fn read_move(&self, text: &str) -> Result<String, Fault> {
        let board = self.position.board();
        read_move(board, text).map(|mv| board.move_text(mv))
    }

    fn geometry(&self) -> Space {
        let posts = (B::CELLS..B::CELLS + B::POSTS).map(|post| post as Place);
        Space {
            files: B::FILES,
            ranks: B::RANKS,
            levels: B::LEVELS,
            cells: cells::<B>().map(|cell| (B::place_name(cell), B::point(cell))).collect(),
            posts: posts
                .map(|post| {
                    let covered = B::covered(post).into_iter().map(B::place_name).collect();
                    (B::place_name(post), covered)
                })
                .collect(),
            start: B::start().write(),
        }
    }

    fn perft(&self, depth: u32, threads: usize, bulk: bool) -> u64 {
        let counting = if bulk { Counting::Bulk } else { Counting::Plain };
        if depth == 0 {
            return 1;
        }
        self.counts(depth, threads, counting).into_iter().map(|(_, count)| count).sum()
    }

    fn divide(&self, depth: u32, threads: usize) -> Vec<(String, u64)> {
        let board = self.position.board();
        let counts = self.counts(depth, threads, Counting::Bulk);
        counts.into_iter().map(|(mv, count)| (board.move_text(mv), count)).collect()
    }

    fn evaluation(&self) -> (i32, Vec<(&'static str, i32)>) {
        let board = self.position.board();
        (board.evaluate(&board.accumulate()), board.terms())
    }

    fn box_clone(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }
}

/// Makes the legal move of this text.
fn play<B: Text>(position: &mut Position<B>, text: &str) -> Result<(), Fault> {
    let mv = read_move(position.board(), text)?;
    position.make(mv, &mut ());
    Ok(())
}

/// Perft by move on this thread.
fn alone<B: Text>(board: &B, depth: u32, counting: Counting) -> Vec<(Move, u64)> {
    divide(board, depth, counting, 1).unwrap_or_default()
}

/// The cells that can exist.
fn cells<B: Text>() -> impl Iterator<Item = Place> {
    (0..B::CELLS).map(|cell| cell as Place)
}
