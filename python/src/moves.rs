//! Moves and lists of moves.

use crate::variants::{Source, name_of, restore, source_of, value_error};
use pyo3::IntoPyObjectExt;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyIterator, PySlice, PyTuple};
use std::cmp::Ordering;
use triskelion::game::Game;
use triskelion::geometry::Place;
use triskelion::moves::{Move, MoveType};
use triskelion::registry::Variant;
use triskelion::rules::UciPlaces;

/// A move of one game. Moves are immutable, equal if they are written the same way, and sorted by
/// their text.
///
/// A board makes moves: `Board.parse_move`, `Board.legal_moves`. The text of a move is its UCI
/// notation.
///
/// >>> import triskelion
/// >>> board = triskelion.Board()
/// >>> move = board.parse_move("b22b44")
/// >>> str(move), move.from_cell, move.to_cell
/// ('b22b44', 'b22', 'b44')
#[pyclass(frozen, module = "triskelion", name = "Move")]
#[derive(Clone, Copy)]
pub(crate) struct PyMove {
    mv: Move,
    places: UciPlaces,
    variant: Variant,
}

impl PyMove {
    /// Returns a legal move of a game as an object.
    pub(crate) fn new(game: &dyn Game, mv: Move) -> PyMove {
        PyMove { mv, places: game.uci_places(mv), variant: game.variant() }
    }

    /// Returns a move of a game from what [`PyMove::mv`] and [`PyMove::places`] returned.
    pub(crate) fn from_parts(mv: Move, places: UciPlaces, variant: Variant) -> PyMove {
        PyMove { mv, places, variant }
    }

    /// The move.
    pub(crate) fn mv(&self) -> Move {
        self.mv
    }

    /// The game that the move belongs to.
    pub(crate) fn variant(&self) -> Variant {
        self.variant
    }

    /// The places that the text of the move names.
    pub(crate) fn places(&self) -> UciPlaces {
        self.places
    }

    /// Returns the move in UCI notation.
    pub(crate) fn text(&self) -> String {
        self.places.text(self.variant.game(), self.mv)
    }

    fn place_name(&self, place: Place) -> String {
        self.variant.game().space.place_name(place)
    }
}

impl PartialEq for PyMove {
    fn eq(&self, other: &PyMove) -> bool {
        self.mv == other.mv && self.places == other.places && self.variant == other.variant
    }
}

#[pymethods]
impl PyMove {
    /// Returns the move in UCI notation.
    fn uci(&self) -> String {
        self.text()
    }

    /// The cell that the piece leaves; of a platform move the post that the platform leaves.
    #[getter(from_cell)]
    fn origin(&self) -> String {
        self.place_name(self.places.from)
    }

    /// The cell to which the move goes, as its text names it; of a platform move the post.
    #[getter(to_cell)]
    fn destination(&self) -> String {
        self.place_name(self.places.to)
    }

    /// The cell between `from_cell` and `to_cell` that the text of the move names, or `None`.
    #[getter]
    fn via_cell(&self) -> Option<String> {
        self.places.via.map(|place| self.place_name(place))
    }

    /// The letter of the piece that a pawn becomes, or `None`. Two letters if two pawns promote.
    #[getter]
    fn promotion(&self) -> Option<String> {
        let letter = |kind| self.variant.game().pieces.letter(kind);
        self.mv.is_promotion().then(|| self.mv.promotions().map(letter).collect())
    }

    /// Whether a platform moves.
    #[getter]
    fn is_platform_move(&self) -> bool {
        self.mv.is_platform_move()
    }

    /// Whether the move is castling.
    #[getter]
    fn is_castling(&self) -> bool {
        self.mv.kind() == MoveType::Castling
    }

    /// Whether a pawn captures en passant.
    #[getter]
    fn is_en_passant(&self) -> bool {
        self.mv.kind() == MoveType::EnPassant
    }

    /// The name of the game that the move belongs to.
    #[getter(variant)]
    fn variant_name(&self) -> String {
        name_of(self.variant)
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.text())
    }

    fn __hash__(&self) -> u64 {
        u64::from(self.mv.to_bits())
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<PyMove>() else { return Ok(py.NotImplemented()) };
        let other = other.get();
        let order = || self.text().cmp(&other.text());
        let result = match op {
            CompareOp::Eq => self == other,
            CompareOp::Ne => self != other,
            CompareOp::Lt => order() == Ordering::Less,
            CompareOp::Le => order() != Ordering::Greater,
            CompareOp::Gt => order() == Ordering::Greater,
            CompareOp::Ge => order() != Ordering::Less,
        };
        result.into_py_any(py)
    }

    fn __copy__(slf: Py<PyMove>) -> Py<PyMove> {
        slf
    }

    fn __deepcopy__(slf: Py<PyMove>, _memo: Py<PyAny>) -> Py<PyMove> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyMove>) -> PyResult<(Bound<'py, PyAny>, MoveState)> {
        let mv = slf.get();
        let UciPlaces { from, captures_from_afar, via, to } = mv.places;
        let places = (from, captures_from_afar, via, to);
        let game = (name_of(mv.variant), source_of(mv.variant));
        let restore = slf.py().import("triskelion._native")?.getattr("_restore_move")?;
        Ok((restore, (game, mv.mv.to_bits(), places)))
    }
}

/// The game, the packed move, and the places of its text.
type MoveState = ((String, Option<Source>), u32, (Place, bool, Option<Place>, Place));

/// Returns a pickled move.
#[pyfunction]
fn _restore_move(
    game: (String, Option<Source>),
    bits: u32,
    places: (Place, bool, Option<Place>, Place),
) -> PyResult<PyMove> {
    let variant = restore(&game.0, game.1)?;
    let mv = Move::from_bits(bits);
    let mv = mv.ok_or_else(|| value_error(format!("{bits} read, a packed move expected")))?;
    let (from, captures_from_afar, via, to) = places;
    let count = variant.game().place_count();
    let named = [Some(from), via, Some(to), Some(mv.from()), Some(mv.to())];
    if let Some(place) = named.into_iter().flatten().find(|&place| usize::from(place) >= count) {
        return Err(value_error(format!("{place} read, a place of {} expected", variant.name())));
    }
    Ok(PyMove { mv, places: UciPlaces { from, captures_from_afar, via, to }, variant })
}

/// The legal moves of a position: a sequence that does not change when the board does.
///
/// >>> import triskelion
/// >>> moves = triskelion.Board("chess").legal_moves
/// >>> len(moves), str(moves[0])
/// (20, 'a2a3')
#[pyclass(frozen, sequence, module = "triskelion")]
pub(crate) struct LegalMoves {
    variant: Variant,
    moves: Vec<(Move, UciPlaces)>,
    /// The objects, once all are needed.
    objects: PyOnceLock<Py<PyTuple>>,
}

impl LegalMoves {
    /// Lists the legal moves of a position.
    pub(crate) fn new(game: &dyn Game) -> LegalMoves {
        let moves = game.moves().into_iter().map(|mv| (mv, game.uci_places(mv))).collect();
        LegalMoves { variant: game.variant(), moves, objects: PyOnceLock::new() }
    }

    /// Returns whether a move is among the moves.
    pub(crate) fn contains(&self, mv: &PyMove) -> bool {
        self.variant == mv.variant && self.moves.contains(&(mv.mv, mv.places))
    }

    fn objects<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyTuple>> {
        let variant = self.variant;
        let create = || {
            let moves = self.moves.iter().map(|&(mv, places)| PyMove { mv, places, variant });
            PyTuple::new(py, moves).map(Bound::unbind)
        };
        Ok(self.objects.get_or_try_init(py, create)?.bind(py))
    }
}

#[pymethods]
impl LegalMoves {
    /// Returns the number of moves.
    fn count(&self) -> usize {
        self.moves.len()
    }

    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __bool__(&self) -> bool {
        !self.moves.is_empty()
    }

    fn __contains__(&self, mv: &Bound<'_, PyAny>) -> bool {
        mv.cast::<PyMove>().is_ok_and(|mv| self.contains(mv.get()))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.objects(py)?.try_iter()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        if index.is_instance_of::<PySlice>() || self.objects.get(py).is_some() {
            return self.objects(py)?.as_any().get_item(index);
        }
        let number: isize = index.extract()?;
        let length = self.moves.len();
        let from_end = if number < 0 { length } else { 0 };
        let entry = from_end.checked_add_signed(number).and_then(|index| self.moves.get(index));
        let &(mv, places) =
            entry.ok_or_else(|| PyIndexError::new_err(format!("{number} of {length} moves")))?;
        Ok(Bound::new(py, PyMove { mv, places, variant: self.variant })?.into_any())
    }

    fn __repr__(&self) -> String {
        let info = self.variant.game();
        let texts = self.moves.iter().map(|(mv, places)| places.text(info, *mv));
        format!("<LegalMoves ({})>", texts.collect::<Vec<_>>().join(", "))
    }
}

/// Adds the classes of this file to the module.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<PyMove>()?;
    m.add_class::<LegalMoves>()?;
    m.add_function(wrap_pyfunction!(_restore_move, m)?)
}
