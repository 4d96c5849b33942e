//! Pieces, the end of a game, and the places of a board.

use crate::board::no_cell;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use triskelion::moves::{Piece, Side};
use triskelion::rules::{GameInfo, Outcome};
use triskelion_protocol::json;

/// A piece: its kind and its side.
///
/// >>> import triskelion
/// >>> piece = triskelion.Board("chess").piece_at("b8")
/// >>> piece.symbol(), piece.name, piece.color == triskelion.BLACK
/// ('n', 'knight', True)
#[pyclass(frozen, eq, hash, module = "triskelion", name = "Piece")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyPiece {
    letter: char,
    /// The name of the kind of piece, in lower case.
    #[pyo3(get)]
    name: String,
    /// `WHITE` or `BLACK`.
    #[pyo3(get)]
    color: bool,
}

impl PyPiece {
    /// Returns a piece of a game as an object.
    pub(crate) fn new(info: &GameInfo, piece: Piece) -> PyPiece {
        PyPiece {
            letter: info.pieces.letter(piece.kind),
            name: info.pieces.name(piece.kind).to_owned(),
            color: piece.side == Side::White,
        }
    }
}

#[pymethods]
impl PyPiece {
    /// Returns the letter of the piece in a FEN: upper case for White.
    fn symbol(&self) -> char {
        if self.color { self.letter.to_ascii_uppercase() } else { self.letter }
    }

    /// The lower-case letter of the kind of piece.
    #[getter]
    fn letter(&self) -> char {
        self.letter
    }

    fn __str__(&self) -> char {
        self.symbol()
    }

    fn __repr__(&self) -> String {
        let side = if self.color { "white" } else { "black" };
        format!("<Piece {}: {side} {}>", self.symbol(), self.name)
    }
}

/// How a game ended.
///
/// >>> import triskelion
/// >>> board = triskelion.Board("chess")
/// >>> for text in ["f3", "e5", "g4", "Qh4#"]:
/// ...     _ = board.push_text(text)
/// >>> outcome = board.outcome()
/// >>> outcome.winner == triskelion.BLACK, outcome.reason, outcome.result()
/// (True, 'checkmate', '0-1')
#[pyclass(frozen, eq, hash, module = "triskelion", name = "Outcome")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyOutcome {
    /// `WHITE`, `BLACK`, or `None` for a draw.
    #[pyo3(get)]
    winner: Option<bool>,
    /// Why the game ended: "checkmate", "stalemate", "dead-position", "repetition", "fifty-moves"
    /// or "bare-king".
    #[pyo3(get)]
    reason: &'static str,
}

impl From<Outcome> for PyOutcome {
    fn from(outcome: Outcome) -> PyOutcome {
        let winner = outcome.winner.map(|side| side == Side::White);
        PyOutcome { winner, reason: outcome.reason.name() }
    }
}

impl PyOutcome {
    /// Why the game ended.
    pub(crate) fn reason(&self) -> &'static str {
        self.reason
    }
}

#[pymethods]
impl PyOutcome {
    /// Returns "1-0", "0-1" or "1/2-1/2".
    pub(crate) fn result(&self) -> &'static str {
        match self.winner {
            Some(true) => "1-0",
            Some(false) => "0-1",
            None => "1/2-1/2",
        }
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {} by {}>", self.result(), self.reason)
    }
}

/// A cell and its coordinates.
#[pyclass(frozen, get_all, eq, hash, module = "triskelion", name = "Cell")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyCell {
    /// The name in UCI notation.
    name: String,
    /// The file, 0 for a.
    file: u8,
    /// The rank, as in the name.
    rank: u8,
    /// The level, as in the name; 1 is the lowest.
    level: u8,
}

#[pymethods]
impl PyCell {
    fn __repr__(&self) -> String {
        format!("<Cell {}>", self.name)
    }
}

/// A post: a place where a platform can stand.
#[pyclass(frozen, get_all, eq, hash, module = "triskelion", name = "Post")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyPost {
    /// The name in UCI notation.
    name: String,
    /// The names of the cells that exist while a platform stands on the post.
    covers: Vec<String>,
}

#[pymethods]
impl PyPost {
    fn __repr__(&self) -> String {
        format!("<Post {}>", self.name)
    }
}

/// A kind of piece.
#[pyclass(frozen, get_all, eq, hash, module = "triskelion", name = "PieceKind")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyPieceKind {
    /// The lower-case letter in FENs.
    letter: char,
    /// The name, in lower case.
    name: String,
    /// Whether the game is about its capture: a king.
    royal: bool,
}

#[pymethods]
impl PyPieceKind {
    fn __repr__(&self) -> String {
        format!("<PieceKind {}: {}>", self.letter, self.name)
    }
}

/// The cells, posts and kinds of pieces of a game.
///
/// >>> import triskelion
/// >>> geometry = triskelion.Board().geometry
/// >>> geometry.files, geometry.ranks, geometry.levels
/// (6, 10, 7)
/// >>> geometry.cell("b22").level
/// 2
#[pyclass(frozen, get_all, module = "triskelion", name = "Geometry")]
pub(crate) struct PyGeometry {
    /// The name of the game.
    variant: String,
    /// The name of the game for people.
    title: String,
    /// The number of files.
    files: usize,
    /// The number of ranks.
    ranks: usize,
    /// The number of levels.
    levels: usize,
    /// Every cell that can exist, including those of posts without a platform.
    cells: Py<PyTuple>,
    /// The posts; empty in games without platforms.
    posts: Py<PyTuple>,
    /// The kinds of pieces.
    pieces: Py<PyTuple>,
    /// The FEN of the start position.
    start_fen: String,
}

impl PyGeometry {
    /// Returns the geometry of a game as an object. `variant` is its name.
    pub(crate) fn new(
        py: Python<'_>,
        variant: String,
        geometry: json::Geometry,
    ) -> PyResult<PyGeometry> {
        let cells = geometry.cells.into_iter();
        let cells =
            cells.map(|json::Cell { name, file, rank, level }| PyCell { name, file, rank, level });
        let cells = PyTuple::new(py, cells)?;
        let posts = geometry.posts.into_iter();
        let posts = posts.map(|json::Post { name, covers }| PyPost { name, covers });
        let pieces = geometry.pieces.into_iter();
        let pieces = pieces.map(|json::PieceKind { letter, name, royal }| PyPieceKind {
            letter,
            name,
            royal,
        });
        Ok(PyGeometry {
            variant,
            title: geometry.title,
            files: geometry.files,
            ranks: geometry.ranks,
            levels: geometry.levels,
            cells: cells.unbind(),
            posts: PyTuple::new(py, posts)?.unbind(),
            pieces: PyTuple::new(py, pieces)?.unbind(),
            start_fen: geometry.startpos,
        })
    }
}

#[pymethods]
impl PyGeometry {
    /// Returns the cell of this name. Raises `ValueError` if there is none.
    fn cell<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let mut cells = self.cells.bind(py).iter();
        let is_named = |cell: &Bound<'_, PyAny>| {
            cell.cast::<PyCell>().is_ok_and(|cell| cell.get().name == name)
        };
        cells.find(is_named).ok_or_else(|| no_cell(name))
    }

    fn __repr__(&self) -> String {
        format!("<Geometry of {}: {}×{}×{}>", self.variant, self.files, self.ranks, self.levels)
    }
}

/// Adds the classes of this file to the module.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<PyPiece>()?;
    m.add_class::<PyOutcome>()?;
    m.add_class::<PyCell>()?;
    m.add_class::<PyPost>()?;
    m.add_class::<PyPieceKind>()?;
    m.add_class::<PyGeometry>()
}
