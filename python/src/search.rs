//! What a search reports: scores, lines, results.

use crate::moves::PyMove;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::cmp::Ordering;
use std::sync::Arc;
use triskelion::engine::{Bound as ScoreBound, Info, Score};
use triskelion::game::Game;

/// A score from the point of view of the side to move.
///
/// Exactly one of `cp` and `mate` is a number. Scores are sorted from being mated to giving mate.
///
/// >>> import triskelion
/// >>> mated, mate = triskelion.Score(mate=-2), triskelion.Score(mate=1)
/// >>> mated < triskelion.Score(cp=0) < mate, -mated == triskelion.Score(mate=2)
/// (True, True)
#[pyclass(frozen, eq, ord, hash, module = "triskelion", name = "Score")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyScore {
    score: Score,
    /// Of a mate in 0 whether the other side is mated.
    gives_mate: bool,
}

impl PyScore {
    /// Returns a key by which scores are sorted.
    fn key(self) -> (i8, i64) {
        match self.score {
            Score::Centipawns(cp) => (0, cp),
            Score::Mate(moves) if moves > 0 || (moves == 0 && self.gives_mate) => (1, -moves),
            Score::Mate(moves) => (-1, -moves),
        }
    }
}

impl PartialOrd for PyScore {
    fn partial_cmp(&self, other: &PyScore) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for PyScore {
    fn cmp(&self, other: &PyScore) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl From<Score> for PyScore {
    fn from(score: Score) -> PyScore {
        PyScore { score, gives_mate: false }
    }
}

#[pymethods]
impl PyScore {
    #[new]
    #[pyo3(signature = (*, cp = None, mate = None))]
    fn new(cp: Option<i64>, mate: Option<i64>) -> PyResult<PyScore> {
        let score = match (cp, mate) {
            (Some(cp), None) => Score::Centipawns(cp),
            (None, Some(mate)) => Score::Mate(mate),
            _ => return Err(crate::variants::value_error("expected either cp or mate")),
        };
        Ok(score.into())
    }

    /// The score in hundredths of a pawn; `None` if it is a mate.
    #[getter]
    fn cp(&self) -> Option<i64> {
        match self.score {
            Score::Centipawns(cp) => Some(cp),
            Score::Mate(_) => None,
        }
    }

    /// The number of moves in which the side to move mates. If negative, it is mated; 0 if it is
    /// checkmated. `None` if the score is no mate.
    #[getter]
    fn mate(&self) -> Option<i64> {
        match self.score {
            Score::Mate(moves) => Some(moves),
            Score::Centipawns(_) => None,
        }
    }

    /// Returns whether the score is a mate.
    fn is_mate(&self) -> bool {
        self.mate().is_some()
    }

    /// Returns the score from the point of view of the other side.
    fn __neg__(&self) -> PyScore {
        match self.score {
            Score::Centipawns(cp) => Score::Centipawns(-cp).into(),
            Score::Mate(moves) => {
                PyScore { score: Score::Mate(-moves), gives_mate: moves == 0 && !self.gives_mate }
            }
        }
    }

    fn __str__(&self) -> String {
        self.score.to_string()
    }

    fn __repr__(&self) -> String {
        match self.score {
            Score::Centipawns(cp) => format!("Score(cp={cp})"),
            Score::Mate(mate) => format!("Score(mate={mate})"),
        }
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, pyo3::types::PyDict>)> {
        let named = pyo3::types::PyDict::new(py);
        named.set_item("cp", self.cp())?;
        named.set_item("mate", self.mate())?;
        Ok((PyTuple::empty(py), named))
    }
}

/// The state of a running search: one line of play with its score.
#[pyclass(frozen, module = "triskelion", name = "Info")]
#[derive(Clone)]
pub(crate) struct PyInfo {
    info: Arc<Info>,
    /// The position that is searched.
    root: Arc<dyn Game>,
}

impl PyInfo {
    /// Returns a message of a search as an object. `root` is the position that is searched.
    pub(crate) fn new(info: Info, root: Arc<dyn Game>) -> PyInfo {
        PyInfo { info: Arc::new(info), root }
    }

    /// The rank of the line, from 1.
    pub(crate) fn rank(&self) -> u64 {
        self.info.multipv.unwrap_or(1)
    }

    /// Whether there is a score, and with it a line of play.
    pub(crate) fn has_line(&self) -> bool {
        self.info.score.is_some()
    }
}

#[pymethods]
impl PyInfo {
    /// The completed depth in plies.
    #[getter]
    pub(crate) fn depth(&self) -> Option<u64> {
        self.info.depth
    }

    /// The length of the longest line searched, in plies.
    #[getter]
    fn seldepth(&self) -> Option<u64> {
        self.info.seldepth
    }

    /// The rank of this line, from 1.
    #[getter]
    fn multipv(&self) -> u64 {
        self.rank()
    }

    /// The score from the point of view of the side to move.
    #[getter]
    pub(crate) fn score(&self) -> Option<PyScore> {
        self.info.score.map(|(score, _)| score.into())
    }

    /// The relation of the score to the true value: "exact", "lower" (at least the score) or
    /// "upper".
    #[getter]
    fn bound(&self) -> Option<&'static str> {
        self.info.score.map(|(_, bound)| match bound {
            ScoreBound::Exact => "exact",
            ScoreBound::Lower => "lower",
            ScoreBound::Upper => "upper",
        })
    }

    /// The probabilities of win, draw and loss of the side to move, in permille.
    #[getter]
    pub(crate) fn wdl(&self) -> Option<(u64, u64, u64)> {
        self.info.wdl.map(|[win, draw, loss]| (win, draw, loss))
    }

    /// The number of nodes searched.
    #[getter]
    pub(crate) fn nodes(&self) -> Option<u64> {
        self.info.nodes
    }

    /// The number of nodes per second.
    #[getter]
    fn nps(&self) -> Option<u64> {
        self.info.nps
    }

    /// The occupancy of the transposition table, in permille.
    #[getter]
    fn hashfull(&self) -> Option<u64> {
        self.info.hashfull
    }

    /// The time since the start of the search, in seconds.
    #[getter]
    pub(crate) fn time(&self) -> Option<f64> {
        self.info.time.map(|milliseconds| milliseconds as f64 / 1000.0)
    }

    /// The principal variation: a list of moves.
    #[getter]
    pub(crate) fn pv(&self) -> Vec<PyMove> {
        moves(&*self.root, &self.info.pv)
    }

    fn __str__(&self) -> String {
        self.info.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<{}>", *self.info)
    }
}

/// Reads moves that follow each other from a position.
pub(crate) fn moves(root: &dyn Game, texts: &[String]) -> Vec<PyMove> {
    let mut game = root.box_clone();
    let mut moves = Vec::new();
    for text in texts {
        let Ok(mv) = game.parse_move(text) else { break };
        moves.push(PyMove::new(&*game, mv));
        if game.make(mv).is_err() {
            break;
        }
    }
    moves
}

/// What a search has found.
///
/// `move` is `None` if the position has no legal move or is decided. The score and what follows are
/// those of the best line; they are `None` or empty if the search has completed no line.
#[pyclass(frozen, module = "triskelion", name = "SearchResult")]
pub(crate) struct PySearchResult {
    /// The best move, or `None`.
    #[pyo3(get, name = "move")]
    best: Option<PyMove>,
    /// The expected reply, or `None`.
    #[pyo3(get)]
    ponder: Option<PyMove>,
    /// The last information on each line, the best line first.
    #[pyo3(get)]
    lines: Vec<PyInfo>,
}

impl PySearchResult {
    /// Reads the result of a search.
    pub(crate) fn new(
        root: &dyn Game,
        best: Option<String>,
        ponder: Option<String>,
        lines: Vec<PyInfo>,
    ) -> PySearchResult {
        let texts: Vec<String> = best.into_iter().chain(ponder).collect();
        let mut moves = moves(root, &texts).into_iter();
        PySearchResult { best: moves.next(), ponder: moves.next(), lines }
    }

    fn first(&self) -> Option<&PyInfo> {
        self.lines.first()
    }
}

#[pymethods]
impl PySearchResult {
    /// The score from the point of view of the side to move.
    #[getter]
    fn score(&self) -> Option<PyScore> {
        self.first().and_then(PyInfo::score)
    }

    /// The probabilities of win, draw and loss of the side to move, in permille.
    #[getter]
    fn wdl(&self) -> Option<(u64, u64, u64)> {
        self.first().and_then(PyInfo::wdl)
    }

    /// The principal variation: a list of moves.
    #[getter]
    fn pv(&self) -> Vec<PyMove> {
        self.first().map(PyInfo::pv).unwrap_or_default()
    }

    /// The number of nodes searched, by the last information.
    #[getter]
    fn nodes(&self) -> Option<u64> {
        self.lines.iter().filter_map(PyInfo::nodes).max()
    }

    /// The completed depth of the best line in plies.
    #[getter]
    fn depth(&self) -> Option<u64> {
        self.first().and_then(PyInfo::depth)
    }

    /// The duration of the search in seconds, by the last information.
    #[getter]
    fn time(&self) -> Option<f64> {
        self.lines.iter().filter_map(PyInfo::time).reduce(f64::max)
    }

    fn __repr__(&self) -> String {
        let mv = self.best.map_or("none".to_owned(), |mv| mv.text());
        match self.first() {
            Some(info) => format!("<SearchResult {mv}: {}>", info.__str__()),
            None => format!("<SearchResult {mv}>"),
        }
    }
}

/// Adds the classes of this file to the module.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<PyScore>()?;
    m.add_class::<PyInfo>()?;
    m.add_class::<PySearchResult>()
}
