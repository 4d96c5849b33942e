//! A game of any rule set behind one object-safe trait, so that sessions and tools are not generic.
//!
//! [`VariantGame`] is the only implementation of [`Game`]; it is generic in the board. An error
//! never changes the game.

use crate::endings::EndingBoard;
use crate::geometry::{Place, Point};
use crate::moves::{Move, Piece, Side};
use crate::notation::{NotationCodec, parse_move};
use crate::position::Position;
use crate::position::perft::{PerftMode, PerftStats, divide, perft_stats, total};
use crate::profiles::RuleSet;
use crate::registry::{Variant, Visitor};
use crate::rules::diagram::diagram;
use crate::rules::{
    AnyBoardText, BoardText, CastlingMode, FenError, GameInfo, Notation, Outcome, ParseError,
    UciPlaces,
};
use std::any::Any;
use std::fmt;
use triskelion_protocol::{GameResult, json};

/// Why a position was rejected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetPositionError {
    /// The FEN is invalid.
    #[error(transparent)]
    Position(#[from] FenError),
    /// A move of the list is not legal.
    #[error("move {number} of the list, \"{text}\": {}", .error.message)]
    Move {
        /// The number of the move in the list, from 1.
        number: usize,
        /// The text of the move.
        text: String,
        /// Why the move is not legal.
        error: ParseError,
    },
}

/// A position with its history, of any rule set.
///
/// Moves are values: [`Game::moves`] lists them, [`Game::make`] plays one. They mean something in
/// the position that they come from; their texts are those of [`Game::move_text`].
///
/// ```
/// use triskelion::game::new_game;
/// use triskelion::registry::Variant;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut game = new_game(Variant::Raumschach);
/// let mv = game.parse_move("BBa1-Ca2")?;
/// assert!(game.moves().contains(&mv));
/// game.make(mv)?;
/// let copy = game.clone();
/// assert_eq!(game.undo(), Some(mv));
/// assert_ne!(game.fen(), copy.fen());
/// # Ok(())
/// # }
/// ```
pub trait Game: Any + Send + Sync {
    /// Returns the rule set.
    fn variant(&self) -> Variant;
    /// Returns the board: the position without its history.
    fn board(&self) -> &dyn AnyBoardText;
    /// Returns the notations of the rule set: its default first, UCI last.
    fn notations(&self) -> Vec<Notation> {
        self.variant().game().notations.iter().copied().chain([Notation::Uci]).collect()
    }
    /// Sets the position of this FEN (`None` for the start position) and plays the moves. On an
    /// error nothing changes.
    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), SetPositionError>;
    /// Plays a legal move, given in any notation of the rule set. On an error nothing changes.
    fn play(&mut self, text: &str) -> Result<(), ParseError>;
    /// Returns the legal moves, in the order of generation, also if the game is over by a draw.
    fn moves(&self) -> Vec<Move> {
        self.board().legal_moves().to_vec()
    }
    /// Returns whether a move is legal.
    fn is_legal(&self, mv: Move) -> bool;
    /// Plays a legal move. On an error nothing changes.
    fn make(&mut self, mv: Move) -> Result<(), IllegalMove>;
    /// Takes back the last move since the position was set, and returns it.
    fn undo(&mut self) -> Option<Move>;
    /// Returns the moves since the position was set.
    fn moves_played(&self) -> Vec<Move>;
    /// Returns the board, as tables of endings see it.
    fn ending_board(&self) -> &dyn EndingBoard;
    /// Reads a legal move in any notation of the rule set.
    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        parse_move(self.board(), text)
    }
    /// Returns the text of a legal move in a notation of the rule set.
    fn move_text(&self, mv: Move, notation: Notation) -> String {
        NotationCodec::new(self.board()).format(notation, mv)
    }
    /// Returns the places that UCI notation names in a move.
    fn uci_places(&self, mv: Move) -> UciPlaces {
        self.board().uci_places(mv)
    }
    /// Returns the cell of the piece that a legal move captures.
    fn captured_cell(&self, mv: Move) -> Option<Place> {
        self.board().captured(mv).map(|(_, cell)| cell)
    }
    /// Returns whether a legal move gives check.
    fn gives_check(&self, mv: Move) -> bool {
        self.board().gives_check(mv)
    }
    /// Returns the piece on a cell.
    fn piece_at(&self, cell: Place) -> Option<Piece> {
        self.board().piece_at(cell)
    }
    /// Returns the number of plies since the last capture or progress.
    fn halfmove_clock(&self) -> u32 {
        self.board().halfmove_clock()
    }
    /// Returns the number of the move: 1 at the start, one more after each move of Black.
    fn fullmove_number(&self) -> u32 {
        self.board().fullmove_number()
    }
    /// Returns how often the position has occurred before, since it was set.
    fn repetitions(&self) -> usize;
    /// Sets how castling is written, and returns to the start position.
    fn set_castling_mode(&mut self, castling_mode: CastlingMode);
    /// Returns the canonical FEN.
    fn fen(&self) -> String {
        self.board().to_fen()
    }
    /// Returns a text diagram of the board, in several lines.
    fn diagram(&self) -> String {
        diagram(self.board())
    }
    /// Returns the Zobrist key.
    fn key(&self) -> u64;
    /// Returns the side to move.
    fn side_to_move(&self) -> Side;
    /// Returns the cells of the pieces that give check.
    fn checkers(&self) -> Vec<String> {
        place_names(self.variant().game(), self.board().checkers())
    }
    /// Returns whether the side to move is in check.
    fn in_check(&self) -> bool;
    /// Returns the last move played; `None` before the first.
    fn last_move(&self, notation: Notation) -> Option<String>;
    /// Returns the outcome; `None` if the game is not over.
    fn outcome(&self) -> Option<Outcome>;
    /// Returns the names of the occupied cells, in cell order, and the letters of the pieces as in
    /// a FEN.
    fn pieces(&self) -> Vec<(String, char)> {
        pieces(self.board())
    }
    /// Returns the platforms in post order: the name of the post, and the owner if platforms have
    /// owners.
    fn platforms(&self) -> Vec<(String, Option<Side>)> {
        platforms(self.board())
    }
    /// Returns the legal moves; their `display` text is in `notation`.
    fn legal_moves(&self, notation: Notation) -> Vec<json::Move> {
        legal_moves(self.board(), notation)
    }
    /// Converts a legal move from any notation of the rule set to UCI notation.
    fn to_uci(&self, text: &str) -> Result<String, ParseError> {
        self.parse_move(text).map(|mv| self.board().move_to_uci(mv))
    }
    /// Returns the cells and posts of the rule set.
    fn geometry(&self) -> json::Geometry {
        geometry(self.variant().game(), self.variant().title())
    }
    /// Counts the sequences of `depth` legal moves. Uses one thread if more cannot be started.
    fn perft(&self, depth: u32, threads: usize, mode: PerftMode<'_>) -> u64 {
        if depth == 0 { 1 } else { sum(&self.count_by_move(depth, threads, mode)) }
    }
    /// Counts the sequences for each legal move, in UCI notation; `depth` includes that move.
    fn divide(&self, depth: u32, threads: usize, mode: PerftMode<'_>) -> Vec<(String, u64)> {
        with_uci(self.board(), &self.count_by_move(depth, threads, mode))
    }
    /// Counts the sequences for each legal move as [`Game::divide`].
    fn count_by_move(&self, depth: u32, threads: usize, mode: PerftMode<'_>) -> Vec<(Move, u64)>;
    /// Returns the statistics of perft for each depth from 1 to `depth`. Uses one thread if more
    /// cannot be started.
    fn perft_stats(&self, depth: u32, threads: usize) -> Vec<PerftStats>;
    /// Returns a copy with its history.
    fn box_clone(&self) -> Box<dyn Game>;
}

/// A move that is not legal in the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is not legal in this position")]
pub struct IllegalMove(pub Move);

impl Clone for Box<dyn Game> {
    fn clone(&self) -> Self {
        self.box_clone()
    }
}

/// The FEN.
impl fmt::Display for dyn Game + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

#[cfg(feature = "tournament")]
impl dyn Game {
    /// Returns the position with its history; `None` if the boards of the game are not of this
    /// type.
    pub(crate) fn position<B: RuleSet>(&self) -> Option<&Position<B>> {
        (self as &dyn Any).downcast_ref::<VariantGame<B>>().map(VariantGame::position)
    }
}

impl dyn Game + '_ {
    /// Returns the legal moves, or those from one cell or post, sorted by their UCI text; `None` if
    /// there is no such place.
    pub fn sorted_moves(&self, notation: Notation, from: Option<&str>) -> Option<Vec<json::Move>> {
        let mut moves = self.legal_moves(notation);
        if let Some(from) = from {
            if !self.geometry().has_place(from) {
                return None;
            }
            moves.retain(|mv| mv.from == from);
        }
        moves.sort_by(|a, b| a.uci.cmp(&b.uci));
        Some(moves)
    }
}

/// Creates a game of the rule set at its start position.
pub fn new_game(variant: Variant) -> Box<dyn Game> {
    struct NewGame(Variant);
    impl Visitor for NewGame {
        type Output = Box<dyn Game>;

        fn visit<B: RuleSet>(self, _game: &'static GameInfo) -> Box<dyn Game> {
            Box::new(VariantGame::<B>::new(self.0))
        }
    }
    variant.visit(NewGame(variant))
}

/// The only implementation of [`Game`].
#[derive(Clone)]
pub struct VariantGame<B> {
    variant: Variant,
    castling_mode: CastlingMode,
    position: Position<B>,
}

impl<B: RuleSet> VariantGame<B> {
    /// Creates a game at the start position.
    pub fn new(variant: Variant) -> Self {
        let game = variant.game();
        let position = Position::new(B::start(game));
        VariantGame { variant, castling_mode: CastlingMode::Standard, position }
    }

    /// Returns the position with its history.
    pub fn position(&self) -> &Position<B> {
        &self.position
    }

    /// Returns the board of the start position in the current castling mode.
    fn startpos(&self) -> B {
        let game = self.variant.game();
        let start = B::start(game);
        B::parse_fen_with(game, &start.to_fen(), self.castling_mode).unwrap_or(start)
    }
}

impl<B: RuleSet> Game for VariantGame<B> {
    fn variant(&self) -> Variant {
        self.variant
    }

    fn board(&self) -> &dyn AnyBoardText {
        self.position.board()
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), SetPositionError> {
        let game = self.variant.game();
        let board = match fen {
            Some(fen) => B::parse_fen_with(game, fen, self.castling_mode).map_err(FenError)?,
            None => self.startpos(),
        };
        let mut position = Position::new(board);
        for (index, &text) in moves.iter().enumerate() {
            play(&mut position, text).map_err(|error| SetPositionError::Move {
                number: index + 1,
                text: text.to_owned(),
                error,
            })?;
        }
        self.position = position;
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), ParseError> {
        play(&mut self.position, text)
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.position.board().is_legal(mv)
    }

    fn make(&mut self, mv: Move) -> Result<(), IllegalMove> {
        match self.is_legal(mv) {
            true => self.position.make(mv, &mut ()),
            false => return Err(IllegalMove(mv)),
        }
        Ok(())
    }

    fn undo(&mut self) -> Option<Move> {
        let mv = self.position.last_move()?;
        self.position.unmake();
        Some(mv)
    }

    fn moves_played(&self) -> Vec<Move> {
        self.position.moves().collect()
    }

    fn ending_board(&self) -> &dyn EndingBoard {
        self.position.board()
    }

    fn repetitions(&self) -> usize {
        self.position.repetitions()
    }

    fn set_castling_mode(&mut self, castling_mode: CastlingMode) {
        self.castling_mode = castling_mode;
        self.position = Position::new(self.startpos());
    }

    fn key(&self) -> u64 {
        self.position.board().key()
    }

    fn side_to_move(&self) -> Side {
        self.position.side_to_move()
    }

    fn in_check(&self) -> bool {
        self.position.in_check()
    }

    fn last_move(&self, notation: Notation) -> Option<String> {
        let mv = self.position.last_move()?;
        Some(NotationCodec::new(self.position.previous_board()?).format(notation, mv))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn count_by_move(&self, depth: u32, threads: usize, mode: PerftMode<'_>) -> Vec<(Move, u64)> {
        let board = self.position.board();
        divide(board, depth, mode, threads)
            .unwrap_or_else(|_| divide(board, depth, mode, 1).unwrap_or_default())
    }

    fn perft_stats(&self, depth: u32, threads: usize) -> Vec<PerftStats> {
        let (board, depth) = (self.position.board(), depth as usize);
        perft_stats(board, depth, threads)
            .unwrap_or_else(|_| perft_stats(board, depth, 1).unwrap_or_default())
    }

    fn box_clone(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }
}

/// Returns the cells and posts of a rule set.
pub fn geometry(game: &GameInfo, title: &str) -> json::Geometry {
    let posts = game.posts();
    let posts = posts.filter(|&post| game.space.exists(post)).map(|post| {
        let covers = game
            .space
            .covered_cells(post)
            .into_iter()
            .map(|place| game.space.place_name(place))
            .collect();
        json::Post { name: game.space.place_name(post), covers }
    });
    let cells = game.cells().filter(|&cell| game.space.exists(cell)).map(|cell| {
        let Point { file, rank, level } = game.space.point(cell);
        json::Cell { name: game.space.place_name(cell), file, rank, level }
    });
    let pieces = game.pieces.kinds().map(|kind| json::PieceKind {
        letter: game.pieces.letter(kind),
        name: game.pieces.name(kind).to_owned(),
        royal: kind == game.king,
    });
    json::Geometry {
        variant: game.name.to_owned(),
        files: game.files,
        ranks: game.ranks,
        levels: game.levels,
        cells: cells.collect(),
        posts: posts.collect(),
        title: title.to_owned(),
        pieces: pieces.collect(),
        startpos: game.start_fen.to_owned(),
    }
}

/// Returns the names of places.
fn place_names(game: &GameInfo, places: Vec<Place>) -> Vec<String> {
    places.into_iter().map(|place| game.space.place_name(place)).collect()
}

/// Returns the occupied cells and the letters of the pieces, as [`Game::pieces`].
fn pieces(board: &dyn AnyBoardText) -> Vec<(String, char)> {
    let game = board.game();
    let letter = |cell| board.piece_at(cell).map(|piece| game.pieces.piece_letter(piece));
    game.cells().filter_map(|cell| Some((game.space.place_name(cell), letter(cell)?))).collect()
}

/// Returns the platforms, as [`Game::platforms`].
fn platforms(board: &dyn AnyBoardText) -> Vec<(String, Option<Side>)> {
    let (game, platforms) = (board.game(), board.platforms());
    platforms.into_iter().map(|(post, owner)| (game.space.place_name(post), owner)).collect()
}

/// Describes the legal moves, as [`Game::legal_moves`].
fn legal_moves(board: &dyn AnyBoardText, notation: Notation) -> Vec<json::Move> {
    let (game, codec) = (board.game(), NotationCodec::new(board));
    let describe = |&mv: &Move| json::Move {
        uci: board.move_to_uci(mv),
        display: codec.format(notation, mv),
        from: game.space.place_name(mv.from()),
        to: game.space.place_name(mv.to()),
        captured_cell: board.captured(mv).map(|(_, cell)| game.space.place_name(cell)),
        promotion: mv.promotions().map(|kind| game.pieces.letter(kind)).collect(),
        is_platform_move: mv.is_platform_move(),
    };
    codec.legal_moves().iter().map(describe).collect()
}

/// Returns the sum of the counts of moves.
fn sum(counts: &[(Move, u64)]) -> u64 {
    total(counts.iter().map(|&(_, count)| count))
}

/// Returns the counts of moves with their texts in UCI notation.
fn with_uci(board: &dyn AnyBoardText, counts: &[(Move, u64)]) -> Vec<(String, u64)> {
    counts.iter().map(|&(mv, count)| (board.move_to_uci(mv), count)).collect()
}

/// Returns the result of a game that this side won, or nobody.
pub(crate) const fn result_of(winner: Option<Side>) -> GameResult {
    match winner {
        Some(Side::White) => GameResult::FirstWins,
        Some(Side::Black) => GameResult::SecondWins,
        None => GameResult::Draw,
    }
}

/// Parses and makes a legal move.
fn play<B: BoardText>(position: &mut Position<B>, text: &str) -> Result<(), ParseError> {
    let mv = parse_move(position.board(), text)?;
    position.make(mv, &mut ());
    Ok(())
}
