//! A board: a position of any game, with its history.

use crate::moves::{LegalMoves, PyMove};
use crate::pieces::{PyGeometry, PyOutcome, PyPiece};
use crate::svg;
use crate::variants::{Source, find, name_of, restore, source_of, value_error};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;
use triskelion::game::{Game, new_game};
use triskelion::geometry::Place;
use triskelion::moves::{Move, MoveType, Side};
use triskelion::position::perft::PerftMode;
use triskelion::registry::Variant;
use triskelion::rules::{CastlingMode, EndReason, GameInfo, Notation, ParseError, UciPlaces};

/// Returns the error for a name that no cell has.
pub(crate) fn no_cell(name: &str) -> PyErr {
    value_error(format!("there is no cell `{name}`"))
}

/// Returns the error for a text that is no legal move.
fn move_error(text: &str, error: &ParseError) -> PyErr {
    value_error(format!("move \"{text}\": {}", error.message))
}

/// A position of a game with the moves that led to it.
///
/// `variant` is the name of a game (see `variants`) or the path of the file of one, `fen` the
/// position, without it the start position. With `chess960`, castling is written as the king
/// capturing its rook, and a FEN may have the rooks on other cells. Raises `ValueError` if there is
/// no such game or the FEN is invalid.
///
/// >>> import triskelion
/// >>> board = triskelion.Board()
/// >>> board.push_text("b22b34")
/// <Move b22b34>
/// >>> board.turn == triskelion.BLACK
/// True
/// >>> triskelion.Board("chess", "8/8/8/8/8/8/8/K1k w - - 0 1")
/// Traceback (most recent call last):
///     ...
/// ValueError: FEN: board: rank 1: 3 cells read in `K1k`, 8 expected
#[pyclass(module = "triskelion", name = "Board")]
pub(crate) struct PyBoard {
    variant: Variant,
    chess960: bool,
    /// The FEN of the first position; `None` for the start position of the game.
    start: Option<String>,
    game: Box<dyn Game>,
    stack: Vec<(Move, UciPlaces)>,
    /// The legal moves, once they have been asked for.
    legal: PyOnceLock<Py<LegalMoves>>,
}

/// A position as another board or an engine sets it up.
#[derive(Clone)]
pub(crate) struct Setup {
    /// The game.
    pub(crate) variant: Variant,
    /// How castling is written.
    pub(crate) castling_mode: CastlingMode,
    /// The FEN of the first position; `None` for the start position of the game.
    pub(crate) start: Option<String>,
    /// The moves in UCI notation.
    pub(crate) moves: Vec<String>,
}

impl PyBoard {
    /// Creates a board at a position.
    fn with_position(variant: Variant, fen: Option<&str>, chess960: bool) -> PyResult<PyBoard> {
        let mut game = new_game(variant);
        if chess960 {
            game.set_castling_mode(CastlingMode::Chess960);
        }
        if fen.is_some() {
            game.set_position(fen, &[]).map_err(value_error)?;
        }
        let start = fen.map(|_| game.fen());
        Ok(PyBoard { variant, chess960, start, game, stack: Vec::new(), legal: PyOnceLock::new() })
    }

    /// The position with its history.
    pub(crate) fn game(&self) -> &dyn Game {
        &*self.game
    }

    fn info(&self) -> &'static GameInfo {
        self.variant.game()
    }

    /// Returns the position as another board or an engine sets it up.
    pub(crate) fn setup(&self) -> Setup {
        let moves = self.stack.iter().map(|(mv, places)| places.text(self.info(), *mv));
        Setup {
            variant: self.variant,
            castling_mode: CastlingMode::from_chess960(self.chess960),
            start: self.start.clone(),
            moves: moves.collect(),
        }
    }

    /// Returns a move of this position as an object.
    fn object(&self, mv: Move) -> PyMove {
        PyMove::new(&*self.game, mv)
    }

    /// Returns whether a move is legal.
    fn accepts(&self, py: Python<'_>, mv: &PyMove) -> bool {
        match self.legal.get(py) {
            Some(moves) => moves.get().contains(mv),
            None => {
                mv.variant() == self.variant
                    && self.game.is_legal(mv.mv())
                    && self.game.uci_places(mv.mv()) == mv.places()
            }
        }
    }

    /// Checks that a move is legal.
    fn check_legal(&self, py: Python<'_>, mv: &PyMove) -> PyResult<()> {
        if self.accepts(py, mv) {
            return Ok(());
        }
        let text = mv.text();
        if mv.variant() != self.variant {
            let (read, expected) = (name_of(mv.variant()), name_of(self.variant));
            let message =
                format!("move \"{text}\": a move of {read} read, one of {expected} expected");
            return Err(value_error(message));
        }
        Err(match self.game.parse_move(&text) {
            Err(error) => move_error(&text, &error),
            // The text means another move here.
            Ok(_) => value_error(format!("move \"{text}\": it is not legal in this position")),
        })
    }

    fn parse(&self, text: &str) -> PyResult<Move> {
        self.game.parse_move(text).map_err(|error| move_error(text, &error))
    }

    /// Parses a move and checks that its text is in UCI notation.
    fn parse_strictly(&self, text: &str) -> PyResult<PyMove> {
        let mv = self.object(self.parse(text)?);
        let uci = mv.text();
        // Castling has two texts in UCI notation.
        let is_castling = || mv.mv().kind() == MoveType::Castling && !text.contains('-');
        if text == uci || is_castling() {
            return Ok(mv);
        }
        Err(value_error(format!("move \"{text}\": UCI notation expected, as in {uci}")))
    }

    /// Plays a legal move.
    fn play(&mut self, mv: &PyMove) -> PyResult<()> {
        self.game.make(mv.mv()).map_err(value_error)?;
        self.stack.push((mv.mv(), mv.places()));
        self.legal = PyOnceLock::new();
        Ok(())
    }

    /// Sets a position and forgets the moves.
    fn set_position(&mut self, fen: Option<&str>) -> PyResult<()> {
        self.game.set_position(fen, &[]).map_err(value_error)?;
        self.start = fen.map(|_| self.game.fen());
        self.stack.clear();
        self.legal = PyOnceLock::new();
        Ok(())
    }

    fn ends_by(&self, reason: EndReason) -> bool {
        self.game.outcome().is_some_and(|outcome| outcome.reason == reason)
    }

    fn cell(&self, name: &str) -> PyResult<Place> {
        let info = self.info();
        let cell = info.space.place_from_name(name);
        cell.filter(|&cell| usize::from(cell) < info.cell_count).ok_or_else(|| no_cell(name))
    }

    fn notation(&self, name: &str) -> PyResult<Notation> {
        let notations = self.game.notations();
        let found = notations.iter().copied().find(|notation| notation.name() == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = notations.iter().map(|notation| notation.name()).collect();
            let expected = names.join(", ");
            value_error(format!("notation: read \"{name}\", expected one of {expected}"))
        })
    }

    fn duplicate(&self, stack: bool) -> PyBoard {
        let mut game = self.game.clone();
        let mut start = self.start.clone();
        if !stack {
            let fen = game.fen();
            if game.set_position(Some(&fen), &[]).is_ok() {
                start = Some(fen);
            }
        }
        PyBoard {
            variant: self.variant,
            chess960: self.chess960,
            start,
            game,
            stack: if stack { self.stack.clone() } else { Vec::new() },
            legal: PyOnceLock::new(),
        }
    }
}

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(signature = (variant = "federation", fen = None, *, chess960 = false))]
    fn new(variant: &str, fen: Option<&str>, chess960: bool) -> PyResult<PyBoard> {
        PyBoard::with_position(find(variant)?, fen, chess960)
    }

    /// The name of the game.
    #[getter(variant)]
    fn variant_name(&self) -> String {
        name_of(self.variant)
    }

    /// The name of the game for people.
    #[getter]
    fn title(&self) -> &'static str {
        self.variant.title()
    }

    /// Whether castling is written as the king capturing its rook.
    #[getter]
    fn chess960(&self) -> bool {
        self.chess960
    }

    /// The legal moves: a sequence.
    ///
    /// They are also listed if the game is over by a draw.
    ///
    /// >>> import triskelion
    /// >>> board = triskelion.Board("chess")
    /// >>> len(board.legal_moves)
    /// 20
    /// >>> board.parse_move("e4") in board.legal_moves
    /// True
    #[getter]
    fn legal_moves(&self, py: Python<'_>) -> PyResult<Py<LegalMoves>> {
        let create = || Py::new(py, LegalMoves::new(&*self.game));
        Ok(self.legal.get_or_try_init(py, create)?.clone_ref(py))
    }

    /// Plays a legal move. Raises `ValueError` if it is not legal; then nothing changes.
    fn push(&mut self, py: Python<'_>, r#move: &Bound<'_, PyMove>) -> PyResult<()> {
        let mv = r#move.get();
        self.check_legal(py, mv)?;
        self.play(mv)
    }

    /// Plays a move given as text in any notation of the game, and returns it.
    ///
    /// Raises `ValueError` if the text is no legal move; then nothing changes.
    ///
    /// >>> import triskelion
    /// >>> board = triskelion.Board()
    /// >>> board.push_text("Pb2(2)-b4(4)")
    /// <Move b22b44>
    /// >>> board.push_text("b22b44")
    /// Traceback (most recent call last):
    ///     ...
    /// ValueError: move "b22b44": no piece stands on b22
    fn push_text(&mut self, text: &str) -> PyResult<PyMove> {
        let mv = self.object(self.parse(text)?);
        self.play(&mv)?;
        Ok(mv)
    }

    /// Plays a move given in UCI notation, and returns it. Raises `ValueError` for any other text.
    fn push_uci(&mut self, text: &str) -> PyResult<PyMove> {
        let mv = self.parse_strictly(text)?;
        self.play(&mv)?;
        Ok(mv)
    }

    /// Plays a move given as text, and returns it. The same as `push_text`, for users of
    /// python-chess.
    fn push_san(&mut self, text: &str) -> PyResult<PyMove> {
        self.push_text(text)
    }

    /// Takes back the last move and returns it. Raises `IndexError` if there is none.
    fn pop(&mut self) -> PyResult<PyMove> {
        let mv = self.peek()?;
        self.game.undo();
        self.stack.pop();
        self.legal = PyOnceLock::new();
        Ok(mv)
    }

    /// Returns the last move. Raises `IndexError` if there is none.
    fn peek(&self) -> PyResult<PyMove> {
        let last = self.stack.last();
        let &(mv, places) = last.ok_or_else(|| PyIndexError::new_err("no move was played"))?;
        Ok(PyMove::from_parts(mv, places, self.variant))
    }

    /// The moves played since the position was set.
    #[getter]
    fn move_stack(&self) -> Vec<PyMove> {
        let moves = self.stack.iter();
        moves.map(|&(mv, places)| PyMove::from_parts(mv, places, self.variant)).collect()
    }

    /// Returns the legal move of a text in any notation of the game. Raises `ValueError` with the
    /// reason if there is none.
    ///
    /// >>> import triskelion
    /// >>> triskelion.Board("raumschach").parse_move("NAb1-Ac3").uci()
    /// 'b11c31'
    fn parse_move(&self, text: &str) -> PyResult<PyMove> {
        Ok(self.object(self.parse(text)?))
    }

    /// Returns the legal move of a text in UCI notation. Raises `ValueError` if there is none.
    fn parse_uci(&self, text: &str) -> PyResult<PyMove> {
        self.parse_strictly(text)
    }

    /// Returns the legal move of a text. The same as `parse_move`, for users of python-chess.
    fn parse_san(&self, text: &str) -> PyResult<PyMove> {
        self.parse_move(text)
    }

    /// Returns the text of a legal move in a notation of the game, by default the first of
    /// `notations`.
    ///
    /// >>> import triskelion
    /// >>> board = triskelion.Board()
    /// >>> move = board.parse_move("b22b44")
    /// >>> board.move_text(move), board.move_text(move, "smith"), board.move_text(move, "meder")
    /// ('Pb2(2)-b4(4)', 'P-Na2', 'a4N')
    #[pyo3(signature = (r#move, notation = None))]
    fn move_text(
        &self,
        py: Python<'_>,
        r#move: &Bound<'_, PyMove>,
        notation: Option<&str>,
    ) -> PyResult<String> {
        let mv = r#move.get();
        self.check_legal(py, mv)?;
        let notation = match notation {
            Some(name) => self.notation(name)?,
            None => self.game.notations().into_iter().next().unwrap_or(Notation::Uci),
        };
        Ok(self.game.move_text(mv.mv(), notation))
    }

    /// Returns the text of a legal move in standard algebraic notation, for users of python-chess.
    ///
    /// Raises `ValueError` in a game without this notation.
    fn san(&self, py: Python<'_>, r#move: &Bound<'_, PyMove>) -> PyResult<String> {
        self.move_text(py, r#move, Some(Notation::San.name()))
    }

    /// The names of the notations of the game: its default first, "uci" last.
    #[getter]
    fn notations(&self) -> Vec<&'static str> {
        self.game.notations().into_iter().map(Notation::name).collect()
    }

    /// The position as a FEN.
    #[getter]
    fn fen(&self) -> String {
        self.game.fen()
    }

    /// The FEN of the position before the first move of `move_stack`.
    #[getter]
    fn start_fen(&self) -> String {
        self.start.clone().unwrap_or_else(|| self.info().start_fen.to_owned())
    }

    /// Sets the position and forgets the moves. Raises `ValueError` if the FEN is invalid; then
    /// nothing changes.
    fn set_fen(&mut self, fen: &str) -> PyResult<()> {
        self.set_position(Some(fen))
    }

    /// Returns to the start position of the game.
    fn reset(&mut self) -> PyResult<()> {
        self.set_position(None)
    }

    /// The side to move: `WHITE` or `BLACK`.
    #[getter]
    fn turn(&self) -> bool {
        self.game.side_to_move() == Side::White
    }

    /// The number of plies since the last capture or progress, as the game counts them.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.game.halfmove_clock()
    }

    /// The number of the move: 1 at the start, one more after each move of Black.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.game.fullmove_number()
    }

    /// Returns the number of plies since the start of the game, by the number of the move.
    fn ply(&self) -> u32 {
        2 * (self.game.fullmove_number().max(1) - 1) + u32::from(!self.turn())
    }

    /// Returns whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.game.in_check()
    }

    /// Returns whether the side to move is checkmated.
    fn is_checkmate(&self) -> bool {
        self.game.in_check() && self.ends_by(EndReason::Checkmate)
    }

    /// Returns whether the side to move has no legal move and is not in check.
    fn is_stalemate(&self) -> bool {
        !self.game.in_check() && self.ends_by(EndReason::Stalemate)
    }

    /// Returns whether the game is over by its rules. A draw needs no claim.
    fn is_game_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// Returns how the game ended, or `None` if it is not over.
    fn outcome(&self) -> Option<PyOutcome> {
        self.game.outcome().map(PyOutcome::from)
    }

    /// Returns "1-0", "0-1" or "1/2-1/2", or "*" if the game is not over.
    fn result(&self) -> &'static str {
        self.outcome().map_or("*", |outcome| outcome.result())
    }

    /// Returns whether the position has occurred at least `count` times, this time included.
    #[pyo3(signature = (count = 3))]
    fn is_repetition(&self, count: usize) -> bool {
        self.game.repetitions() + 1 >= count
    }

    /// Returns the cells of the pieces that give check.
    fn checkers(&self) -> Vec<String> {
        self.game.checkers()
    }

    /// Returns whether a move is legal.
    fn is_legal(&self, py: Python<'_>, r#move: &Bound<'_, PyMove>) -> bool {
        self.accepts(py, r#move.get())
    }

    /// Returns whether a legal move captures a piece.
    fn is_capture(&self, py: Python<'_>, r#move: &Bound<'_, PyMove>) -> PyResult<bool> {
        Ok(self.captured_cell(py, r#move)?.is_some())
    }

    /// Returns the cell of the piece that a legal move captures, or `None`.
    fn captured_cell(
        &self,
        py: Python<'_>,
        r#move: &Bound<'_, PyMove>,
    ) -> PyResult<Option<String>> {
        let mv = r#move.get();
        self.check_legal(py, mv)?;
        let cell = self.game.captured_cell(mv.mv());
        Ok(cell.map(|cell| self.info().space.place_name(cell)))
    }

    /// Returns whether a legal move gives check.
    fn gives_check(&self, py: Python<'_>, r#move: &Bound<'_, PyMove>) -> PyResult<bool> {
        let mv = r#move.get();
        self.check_legal(py, mv)?;
        Ok(self.game.gives_check(mv.mv()))
    }

    /// Returns the piece on a cell, or `None`. Raises `ValueError` if there is no such cell.
    fn piece_at(&self, cell: &str) -> PyResult<Option<PyPiece>> {
        let piece = self.game.piece_at(self.cell(cell)?);
        Ok(piece.map(|piece| PyPiece::new(self.info(), piece)))
    }

    /// Returns the pieces by the names of their cells.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (info, pieces) = (self.info(), PyDict::new(py));
        for cell in info.cells() {
            if let Some(piece) = self.game.piece_at(cell) {
                pieces.set_item(info.space.place_name(cell), PyPiece::new(info, piece))?;
            }
        }
        Ok(pieces)
    }

    /// The owners of the platforms by the names of their posts: `WHITE`, `BLACK`, or `None` in a
    /// game in which platforms have no owners.
    #[getter]
    fn platforms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let platforms = PyDict::new(py);
        for (post, owner) in self.game.platforms() {
            platforms.set_item(post, owner.map(|side| side == Side::White))?;
        }
        Ok(platforms)
    }

    /// The cells, posts and kinds of pieces of the game.
    #[getter]
    fn geometry(&self, py: Python<'_>) -> PyResult<PyGeometry> {
        PyGeometry::new(py, name_of(self.variant), self.game.geometry())
    }

    /// Returns the number of sequences of `depth` legal moves, counted on `threads` threads.
    ///
    /// >>> import triskelion
    /// >>> triskelion.Board().perft(3)
    /// 10172
    #[pyo3(signature = (depth, *, threads = 1))]
    fn perft(&self, py: Python<'_>, depth: u32, threads: usize) -> u64 {
        let game = self.game.clone();
        py.detach(move || game.perft(depth, threads, PerftMode::Bulk))
    }

    /// Returns the number of sequences of `depth` legal moves that begin with each legal move, by
    /// its text in UCI notation.
    #[pyo3(signature = (depth, *, threads = 1))]
    fn divide<'py>(
        &self,
        py: Python<'py>,
        depth: u32,
        threads: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        let game = self.game.clone();
        let counts = py.detach(move || game.divide(depth, threads, PerftMode::Bulk));
        let by_move = PyDict::new(py);
        for (text, count) in counts {
            by_move.set_item(text, count)?;
        }
        Ok(by_move)
    }

    /// Returns the Zobrist key of the position. Positions that are equal for the repetition rule
    /// have equal keys.
    fn key(&self) -> u64 {
        self.game.key()
    }

    /// Returns a copy of the board; without `stack` the copy has no moves to take back and knows of
    /// no repetition.
    #[pyo3(signature = (*, stack = true))]
    fn copy(&self, stack: bool) -> PyBoard {
        self.duplicate(stack)
    }

    /// Returns a picture of the board as SVG: its levels side by side, the lowest on the left, each
    /// seen from above. `flipped` shows it from Black's side; `size` is the width of a cell.
    #[pyo3(signature = (*, flipped = false, size = 32))]
    fn svg(&self, flipped: bool, size: u32) -> String {
        let last = self.stack.last().map(|&(mv, places)| (mv, places));
        svg::draw(&*self.game, last, flipped, size)
    }

    fn _repr_svg_(&self) -> String {
        self.svg(false, 32)
    }

    fn _repr_html_(&self) -> String {
        let side = if self.turn() { "White" } else { "Black" };
        let state = match self.outcome() {
            Some(outcome) => format!("{} ({})", outcome.result(), outcome.reason()),
            None => format!("{side} to move"),
        };
        let (svg, title) = (self.svg(false, 32), svg::escape(self.title()));
        let fen = svg::escape(&self.game.fen());
        format!("<div>{svg}<div>{title}: {state}</div><div><code>{fen}</code></div></div>")
    }

    fn __copy__(&self) -> PyBoard {
        self.duplicate(true)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyBoard {
        self.duplicate(true)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<PyBoard>() else { return false };
        // The board itself may be borrowed by this call only for reading.
        other.try_borrow().is_ok_and(|other| {
            self.variant == other.variant
                && self.game.key() == other.game.key()
                && self.game.fen() == other.game.fen()
        })
    }

    fn __hash__(&self) -> u64 {
        self.game.key()
    }

    fn __str__(&self) -> String {
        self.game.diagram().trim_end_matches('\n').to_owned()
    }

    fn __repr__(&self) -> String {
        let chess960 = if self.chess960 { ", chess960=True" } else { "" };
        format!("Board('{}', '{}'{chess960})", name_of(self.variant), self.game.fen())
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyBoard>) -> PyResult<(Bound<'py, PyAny>, BoardState)> {
        let board = slf.borrow();
        let Setup { start, moves, .. } = board.setup();
        let restore = slf.py().import("triskelion._native")?.getattr("_restore_board")?;
        let game = (name_of(board.variant), source_of(board.variant));
        Ok((restore, (game, start, board.chess960, moves)))
    }
}

/// The game, the FEN of the first position, whether it is Chess960, and the moves.
type BoardState = ((String, Option<Source>), Option<String>, bool, Vec<String>);

/// Returns a pickled board.
#[pyfunction]
fn _restore_board(
    game: (String, Option<Source>),
    start: Option<String>,
    chess960: bool,
    moves: Vec<String>,
) -> PyResult<PyBoard> {
    let variant = restore(&game.0, game.1)?;
    let mut board = PyBoard::with_position(variant, start.as_deref(), chess960)?;
    for text in moves {
        board.push_text(&text)?;
    }
    Ok(board)
}

/// Adds the class of this file to the module.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<PyBoard>()?;
    m.add_function(wrap_pyfunction!(_restore_board, m)?)
}
