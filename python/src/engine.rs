//! The engine: searches with the interpreter released, settings, the static evaluation.
//!
//! No thread waits for the interpreter while it holds the lock of the engine.

use crate::board::{PyBoard, Setup};
use crate::moves::PyMove;
use crate::search::{PyInfo, PySearchResult};
use crate::variants::{find, name_of, value_error};
use crossbeam_channel::{Receiver, RecvTimeoutError, unbounded};
use pyo3::exceptions::{PyRuntimeError, PyRuntimeWarning, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString};
use std::collections::BTreeMap;
use std::ffi::CString;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use triskelion::engine::options::{all_options, parse};
use triskelion::engine::{Engine, EngineMessage, EngineSetting, Evaluation, Limits};
use triskelion::game::Game;
use triskelion_protocol::{InfoString, OptionType};

/// How long a waiting thread may take to notice a signal such as Ctrl-C.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// The options of the protocol that are no settings of an engine here: boards have the game, the
/// position and the notation.
const OTHER_OPTIONS: [&str; 8] = [
    "Ponder",
    "VariantPath",
    "UCI_Variant",
    "UCI_Chess960",
    "Notation",
    "UCI_Notation",
    "UCI_ShowWDL",
    "Debug Log File",
];

/// An engine and its messages, shared by the objects that use it.
struct Shared {
    state: Mutex<State>,
    messages: Receiver<EngineMessage>,
    /// [`IDLE`], [`BUSY`] or [`STOPPING`].
    activity: AtomicU8,
}

/// No search runs, and no thread changes the engine.
const IDLE: u8 = 0;
/// A search runs whose end nobody has seen yet, or a thread changes the engine.
const BUSY: u8 = 1;
/// As [`BUSY`], and a search must stop, also one that has not begun yet.
const STOPPING: u8 = 2;

struct State {
    engine: Engine,
    /// The settings that a search may override.
    multipv: usize,
    threads: usize,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the position of a board. The engine changes the game if it must.
    fn set_up(&self, state: &mut State, setup: &Setup) -> Result<(), String> {
        let Setup { variant, castling_mode, start, moves } = setup;
        if state.engine.variant() != *variant {
            state.engine.set_variant(*variant);
        }
        let mode = EngineSetting::CastlingMode(*castling_mode);
        state.engine.set(mode).map_err(|error| error.to_string())?;
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        state.engine.set_position(start.as_deref(), &moves).map_err(|error| error.to_string())
    }

    /// Marks the engine as searching, or reports that it is.
    fn claim(&self) -> PyResult<()> {
        match self.activity.compare_exchange(IDLE, BUSY, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => Ok(()),
            Err(_) => Err(PyRuntimeError::new_err("the engine is searching")),
        }
    }

    fn release(&self) {
        self.activity.store(IDLE, Ordering::Release);
    }

    fn is_idle(&self) -> bool {
        self.activity.load(Ordering::Acquire) == IDLE
    }

    /// Stops the search, if one runs or is about to begin.
    fn stop(&self) {
        let stopping =
            self.activity.compare_exchange(BUSY, STOPPING, Ordering::AcqRel, Ordering::Acquire);
        if stopping != Err(IDLE) {
            self.lock().engine.stop();
        }
    }

    /// Sends messages that have come without a search as warnings.
    fn warn_of_messages(&self, py: Python<'_>) -> PyResult<()> {
        while let Ok(message) = self.messages.try_recv() {
            warn_of(py, &message)?;
        }
        Ok(())
    }
}

/// Sends a message for people as a warning.
fn warn_of(py: Python<'_>, message: &EngineMessage) -> PyResult<()> {
    let EngineMessage::InfoString(InfoString::Error(text) | InfoString::Message(text)) = message
    else {
        return Ok(());
    };
    let text = CString::new(text.replace('\0', "")).unwrap_or_default();
    PyErr::warn(py, py.get_type::<PyRuntimeWarning>().as_any(), &text, 2)
}

/// Seconds as milliseconds, at least 1.
fn milliseconds(name: &str, seconds: Option<f64>) -> PyResult<Option<u64>> {
    seconds
        .map(|seconds| match seconds.is_finite() && seconds >= 0.0 {
            true => Ok(((seconds * 1000.0) as u64).clamp(1, u64::from(u32::MAX))),
            false => Err(value_error(format!("{name}: {seconds} read, seconds expected"))),
        })
        .transpose()
}

/// A number of at least 1.
fn positive(name: &str, number: Option<u64>) -> PyResult<Option<u64>> {
    match number {
        Some(0) => Err(value_error(format!("{name}: 0 read, at least 1 expected"))),
        number => Ok(number),
    }
}

/// The keyword arguments of a search, all optional. See `Engine.search`.
struct SearchArguments {
    limits: Limits,
    multipv: Option<usize>,
    threads: Option<usize>,
}

impl SearchArguments {
    /// Reads the keyword arguments.
    fn read(arguments: Option<&Bound<'_, PyDict>>) -> PyResult<SearchArguments> {
        let mut limits = Limits::default();
        let (mut multipv, mut threads) = (None, None);
        for (name, value) in arguments.into_iter().flatten() {
            let name: String = name.extract()?;
            if value.is_none() {
                continue;
            }
            let number = || positive(&name, Some(value.extract()?));
            let seconds = || milliseconds(&name, Some(value.extract()?));
            match name.as_str() {
                "nodes" => limits.nodes = number()?,
                "depth" => limits.depth = number()?,
                "mate" => limits.mate = number()?,
                "time" => limits.movetime = seconds()?,
                "white_clock" => limits.wtime = seconds()?,
                "black_clock" => limits.btime = seconds()?,
                "white_inc" => limits.winc = seconds()?,
                "black_inc" => limits.binc = seconds()?,
                "remaining_moves" => limits.movestogo = number()?,
                "multipv" => multipv = number()?.map(|number| number as usize),
                "threads" => threads = number()?.map(|number| number as usize),
                "root_moves" => {
                    for mv in value.try_iter()? {
                        let mv = mv?;
                        limits.searchmoves.push(match mv.cast::<PyMove>() {
                            Ok(mv) => mv.get().text(),
                            Err(_) => mv.extract()?,
                        });
                    }
                }
                _ => {
                    let message = format!("unexpected keyword argument '{name}'");
                    return Err(PyTypeError::new_err(message));
                }
            }
        }
        Ok(SearchArguments { limits, multipv, threads })
    }
}

/// A running search.
struct Running {
    shared: Arc<Shared>,
    root: Arc<dyn Game>,
    /// The last information on each line.
    lines: BTreeMap<u64, PyInfo>,
    /// The best move and the expected reply, once the search has ended.
    end: Option<(Option<String>, Option<String>)>,
    /// Whether the search has ended, for threads that do not wait for it.
    has_ended: Arc<AtomicBool>,
}

impl Running {
    /// Starts a search of the position of a board.
    fn start(
        py: Python<'_>,
        shared: &Arc<Shared>,
        board: &PyBoard,
        arguments: SearchArguments,
    ) -> PyResult<Running> {
        let root: Arc<dyn Game> = Arc::from(board.game().box_clone());
        let mut texts = arguments.limits.searchmoves.iter();
        if let Some((text, error)) =
            texts.find_map(|text| Some((text, root.parse_move(text).err()?)))
        {
            return Err(value_error(format!("root_moves: move \"{text}\": {}", error.message)));
        }
        let setup = board.setup();
        shared.claim()?;
        let begin = || -> Result<(), String> {
            let mut state = shared.lock();
            let threads = arguments.threads.unwrap_or(state.threads);
            if state.engine.threads() != threads {
                set_number(&mut state.engine, "Threads", threads)?;
            }
            let multipv = arguments.multipv.unwrap_or(state.multipv);
            set_number(&mut state.engine, "MultiPV", multipv)?;
            shared.set_up(&mut state, &setup)?;
            state.engine.go(arguments.limits);
            if shared.activity.load(Ordering::Acquire) == STOPPING {
                state.engine.stop();
            }
            Ok(())
        };
        if let Err(error) = py.detach(begin) {
            shared.release();
            return Err(value_error(error));
        }
        Ok(Running {
            shared: Arc::clone(shared),
            root,
            lines: BTreeMap::new(),
            end: None,
            has_ended: Arc::default(),
        })
    }

    /// Waits for the next information. Returns `None` at the end of the search.
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<PyInfo>> {
        while self.end.is_none() {
            let messages = &self.shared.messages;
            match py.detach(|| messages.recv_timeout(SIGNAL_INTERVAL)) {
                Ok(EngineMessage::Info(info)) => {
                    let info = PyInfo::new(info, Arc::clone(&self.root));
                    if info.has_line() {
                        self.lines.insert(info.rank(), info.clone());
                    }
                    return Ok(Some(info));
                }
                Ok(EngineMessage::BestMove { best, ponder }) => self.set_end(best, ponder),
                Ok(message) => warn_of(py, &message)?,
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                // The engine lives as long as this search.
                Err(RecvTimeoutError::Disconnected) => self.set_end(None, None),
            }
        }
        Ok(None)
    }

    fn set_end(&mut self, best: Option<String>, ponder: Option<String>) {
        self.end = Some((best, ponder));
        self.has_ended.store(true, Ordering::Release);
        self.shared.release();
    }

    /// Stops the search and waits for its end, which takes no time that is worth a signal.
    fn finish(&mut self) {
        if self.end.is_some() {
            return;
        }
        self.shared.stop();
        while self.end.is_none() {
            match self.shared.messages.recv() {
                Ok(EngineMessage::Info(info)) if info.score.is_some() => {
                    let info = PyInfo::new(info, Arc::clone(&self.root));
                    self.lines.insert(info.rank(), info);
                }
                Ok(EngineMessage::BestMove { best, ponder }) => self.set_end(best, ponder),
                Ok(_) => {}
                Err(_) => self.set_end(None, None),
            }
        }
    }

    /// Returns the result of a search that has ended.
    fn result(&self) -> PySearchResult {
        let (best, ponder) = self.end.clone().unwrap_or_default();
        PySearchResult::new(&*self.root, best, ponder, self.lines.values().cloned().collect())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.finish();
    }
}

/// Sets an option to a number.
fn set_number(engine: &mut Engine, name: &str, number: usize) -> Result<(), String> {
    let setting = parse(name, Some(&number.to_string()))?;
    engine.set(setting).map(|_| ()).map_err(|error| error.to_string())
}

/// Returns the name of an option without its prefix, spaces and underscores, in lower case.
fn plain_name(name: &str) -> String {
    let name = name.strip_prefix("UCI_").unwrap_or(name);
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
}

/// Reads an option and its value.
fn read_setting(name: &str, value: &Bound<'_, PyAny>) -> PyResult<EngineSetting> {
    let options = all_options().into_iter();
    let mut options =
        options.filter(|option| !OTHER_OPTIONS.contains(&option.declaration.name.as_str()));
    let wanted = plain_name(name);
    let option = options.find(|option| {
        let plain = plain_name(&option.declaration.name);
        plain == wanted || option.declaration.is_named(name)
    });
    let option = option.ok_or_else(|| {
        let names = all_options().into_iter().map(|option| option.declaration.name);
        let names: Vec<String> =
            names.filter(|name| !OTHER_OPTIONS.contains(&name.as_str())).collect();
        value_error(format!("option name: read '{name}', expected one of {}", names.join(", ")))
    })?;
    let value = if value.is_none() {
        None
    } else if let Ok(on) = value.cast::<PyBool>() {
        Some(on.is_true().to_string())
    } else if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyString>() {
        Some(value.str()?.to_string())
    } else {
        // A path.
        Some(value.py().import("os")?.call_method1("fspath", (value,))?.extract()?)
    };
    option.parse(value.as_deref()).map_err(value_error)
}

/// An engine, for one search at a time.
///
/// It plays the game of the board that it is given; `variant` saves the change at the first search.
/// `threads` is the number of search threads, `hash` the size of the transposition table in MiB,
/// `eval_file` a network, "<hand>" for the hand-made evaluation. `skill_level` (0 to 20) and `elo`
/// limit the strength. Searches release the interpreter, and Ctrl-C stops them.
///
/// >>> import triskelion
/// >>> engine = triskelion.Engine("chess")
/// >>> board = triskelion.Board("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
/// >>> result = engine.search(board, depth=5)
/// >>> board.move_text(result.move), result.score
/// ('Ra8#', Score(mate=1))
#[pyclass(frozen, module = "triskelion", name = "Engine")]
pub(crate) struct PyEngine {
    shared: Arc<Shared>,
}

impl PyEngine {
    /// Changes settings while no search runs.
    fn apply(&self, py: Python<'_>, settings: Vec<EngineSetting>) -> PyResult<()> {
        self.shared.claim()?;
        let changed = py.detach(|| {
            let mut state = self.shared.lock();
            settings.into_iter().try_for_each(|setting| {
                let (multipv, threads) = match setting {
                    EngineSetting::MultiPv(lines) => (lines, state.threads),
                    EngineSetting::Threads(count) => (state.multipv, count),
                    _ => (state.multipv, state.threads),
                };
                state.engine.set(setting).map_err(|error| error.to_string())?;
                (state.multipv, state.threads) = (multipv, threads);
                Ok(())
            })
        });
        self.shared.release();
        self.shared.warn_of_messages(py)?;
        changed.map_err(|error: String| value_error(error))
    }

    /// Returns the static evaluation of a position.
    fn evaluation(&self, py: Python<'_>, board: &PyBoard) -> PyResult<Evaluation> {
        let setup = board.setup();
        self.shared.claim()?;
        let evaluation = py.detach(|| {
            let mut state = self.shared.lock();
            self.shared.set_up(&mut state, &setup)?;
            Ok(state.engine.evaluation())
        });
        self.shared.release();
        self.shared.warn_of_messages(py)?;
        evaluation.map_err(|error: String| value_error(error))
    }
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (
        variant = None, *, threads = 1, hash = 16, eval_file = None, skill_level = None, elo = None
    ))]
    fn new(
        py: Python<'_>,
        variant: Option<&str>,
        threads: u64,
        hash: u64,
        eval_file: Option<&Bound<'_, PyAny>>,
        skill_level: Option<u64>,
        elo: Option<u64>,
    ) -> PyResult<PyEngine> {
        let variant = variant.map(find).transpose()?.unwrap_or_default();
        let number =
            |name, number: u64| parse(name, Some(&number.to_string())).map_err(value_error);
        let mut settings = vec![number("Threads", threads)?, number("Hash", hash)?];
        settings.push(EngineSetting::ShowWdl(true));
        if let Some(level) = skill_level {
            settings.push(number("Skill Level", level)?);
        }
        if let Some(elo) = elo {
            settings.extend([number("UCI_Elo", elo)?, EngineSetting::LimitStrength(true)]);
        }
        if let Some(file) = eval_file {
            settings.push(read_setting("EvalFile", file)?);
        }
        let engine = py.detach(|| {
            let (sender, messages) = unbounded();
            let engine = Engine::new(variant, move |message| drop(sender.send(message)));
            let state = Mutex::new(State { engine, multipv: 1, threads: 1 });
            let shared = Shared { state, messages, activity: AtomicU8::new(IDLE) };
            PyEngine { shared: Arc::new(shared) }
        });
        engine.apply(py, settings)?;
        Ok(engine)
    }

    /// The name of the game that the engine has played last.
    #[getter]
    fn variant(&self, py: Python<'_>) -> String {
        name_of(py.detach(|| self.shared.lock().engine.variant()))
    }

    /// Searches a position and returns the result.
    ///
    /// Limits, of which one is needed: `nodes`, `time` in seconds, `depth` in plies, `mate` in
    /// moves, or the clocks `white_clock` and `black_clock` in seconds with the increments
    /// `white_inc` and `black_inc` and the number `remaining_moves` to the next time control. The
    /// first one reached ends the search. `multipv` is the number of lines, `threads` the number of
    /// threads; without them those of `configure`. `root_moves` are the moves to search. `on_info`
    /// is called with each `Info`.
    ///
    /// `stop` in another thread or in `on_info` ends the search, which then returns its result.
    /// Ctrl-C and an exception of `on_info` end it, too, and are raised.
    ///
    /// >>> import triskelion
    /// >>> result = triskelion.Engine().search(triskelion.Board(), nodes=5000, multipv=2)
    /// >>> len(result.lines), result.lines[0].score >= result.lines[1].score
    /// (2, True)
    /// >>> result.move == result.pv[0]
    /// True
    #[pyo3(
        signature = (board, *, on_info = None, **limits),
        text_signature = "($self, board, *, on_info=None, nodes=None, time=None, depth=None, mate=None, \
                          white_clock=None, black_clock=None, white_inc=None, black_inc=None, \
                          remaining_moves=None, multipv=None, threads=None, root_moves=None)"
    )]
    fn search(
        &self,
        py: Python<'_>,
        board: &PyBoard,
        on_info: Option<Bound<'_, PyAny>>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PySearchResult> {
        let arguments = SearchArguments::read(limits)?;
        if arguments.limits.is_unlimited() {
            return Err(value_error(
                "a limit expected: nodes, time, depth, mate or white_clock and black_clock; \
                 `analyse` searches without limits",
            ));
        }
        self.shared.warn_of_messages(py)?;
        let mut running = Running::start(py, &self.shared, board, arguments)?;
        let mut run = || -> PyResult<()> {
            while let Some(info) = running.next(py)? {
                if let Some(on_info) = &on_info {
                    on_info.call1((info,))?;
                }
            }
            Ok(())
        };
        match run() {
            Ok(()) => Ok(running.result()),
            Err(error) => {
                py.detach(|| running.finish());
                Err(error)
            }
        }
    }

    /// Starts a search and returns it: an iterator over each `Info`, and a context manager that
    /// stops the search at its end. Takes the arguments of `search`; without limits it searches
    /// until it is stopped.
    ///
    /// >>> import triskelion
    /// >>> engine = triskelion.Engine()
    /// >>> with engine.analyse(triskelion.Board()) as analysis:
    /// ...     for info in analysis:
    /// ...         if info.depth >= 4:
    /// ...             break
    /// >>> analysis.result().depth >= 4
    /// True
    #[pyo3(
        signature = (board, **limits),
        text_signature = "($self, board, *, nodes=None, time=None, depth=None, mate=None, \
                          white_clock=None, black_clock=None, white_inc=None, black_inc=None, \
                          remaining_moves=None, multipv=None, threads=None, root_moves=None)"
    )]
    fn analyse(
        &self,
        py: Python<'_>,
        board: &PyBoard,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Analysis> {
        let arguments = SearchArguments::read(limits)?;
        self.shared.warn_of_messages(py)?;
        let running = Running::start(py, &self.shared, board, arguments)?;
        Ok(Analysis {
            shared: Arc::clone(&self.shared),
            has_ended: Arc::clone(&running.has_ended),
            running: Mutex::new(running),
        })
    }

    /// Stops the running search, which then returns its result. Does nothing without one.
    fn stop(&self, py: Python<'_>) {
        py.detach(|| self.shared.stop());
    }

    /// Whether a search runs.
    #[getter]
    fn is_searching(&self) -> bool {
        !self.shared.is_idle()
    }

    /// Forgets what earlier searches have learned.
    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        self.shared.claim()?;
        py.detach(|| self.shared.lock().engine.new_game());
        self.shared.release();
        Ok(())
    }

    /// Sets options of the engine by name, ignoring case, spaces, underscores and the prefix
    /// `UCI_`.
    ///
    /// Raises `ValueError` for an unknown option or an invalid value. See `options`.
    ///
    /// >>> import triskelion
    /// >>> engine = triskelion.Engine()
    /// >>> engine.configure(hash=8, limit_strength=True, elo=1200)
    /// >>> engine.configure(hash=0)
    /// Traceback (most recent call last):
    ///     ...
    /// ValueError: option Hash: read '0', expected a whole number from 1 to 1048576
    #[pyo3(signature = (**options))]
    fn configure(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let mut settings = Vec::new();
        for (name, value) in options.into_iter().flatten() {
            settings.push(read_setting(&name.extract::<String>()?, &value)?);
        }
        self.apply(py, settings)
    }

    /// The options that `configure` sets: by name a dictionary with the type, the default and the
    /// range.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for option in all_options() {
            let declaration = option.declaration;
            if OTHER_OPTIONS.contains(&declaration.name.as_str()) {
                continue;
            }
            let entry = PyDict::new(py);
            match declaration.kind {
                OptionType::Check { default } => {
                    entry.set_item("type", "check")?;
                    entry.set_item("default", default)?;
                }
                OptionType::Spin { default, min, max } => {
                    entry.set_item("type", "spin")?;
                    entry.set_item("default", default)?;
                    entry.set_item("min", min)?;
                    entry.set_item("max", max)?;
                }
                OptionType::Combo { default, choices } => {
                    entry.set_item("type", "combo")?;
                    entry.set_item("default", default)?;
                    entry.set_item("choices", choices)?;
                }
                OptionType::String { default } => {
                    entry.set_item("type", "string")?;
                    entry.set_item("default", default)?;
                }
                OptionType::Button => entry.set_item("type", "button")?,
            }
            all.set_item(declaration.name, entry)?;
        }
        Ok(all)
    }

    /// Returns the static evaluation of a position in centipawns, from the point of view of the
    /// side to move.
    fn evaluate(&self, py: Python<'_>, board: &PyBoard) -> PyResult<i32> {
        self.evaluation(py, board).map(|evaluation| evaluation.value)
    }

    /// Returns the static evaluation of a position with its terms and the share of each piece.
    ///
    /// >>> import triskelion
    /// >>> explanation = triskelion.Engine().explain(triskelion.Board())
    /// >>> explanation.pieces["b03"] > explanation.pieces["a03"] > 0
    /// True
    fn explain(&self, py: Python<'_>, board: &PyBoard) -> PyResult<PyEvaluation> {
        let evaluation = self.evaluation(py, board)?;
        Ok(PyEvaluation {
            value: evaluation.value,
            terms: evaluation.terms.into_iter().collect(),
            pieces: evaluation.pieces.into_iter().collect(),
            diagram: evaluation.diagram,
        })
    }

    fn __enter__(slf: Py<PyEngine>) -> Py<PyEngine> {
        slf
    }

    /// Stops the running search.
    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, pyo3::types::PyTuple>) {
        self.stop(py);
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<Engine for {}>", self.variant(py))
    }
}

/// A running search: an iterator over each `Info`, and a context manager that stops the search.
#[pyclass(frozen, module = "triskelion")]
pub(crate) struct Analysis {
    shared: Arc<Shared>,
    /// Whether the search has ended: a later one is not to be stopped.
    has_ended: Arc<AtomicBool>,
    /// Locked by the thread that waits for information.
    running: Mutex<Running>,
}

impl Analysis {
    /// Asks the search to stop, if it still runs.
    fn request_stop(&self) {
        if !self.has_ended.load(Ordering::Acquire) {
            self.shared.stop();
        }
    }

    /// Stops the search and waits for its end.
    fn finish(&self, py: Python<'_>) -> PySearchResult {
        py.detach(|| {
            self.request_stop();
            let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
            running.finish();
            running.result()
        })
    }
}

#[pymethods]
impl Analysis {
    fn __iter__(slf: Py<Analysis>) -> Py<Analysis> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyInfo>> {
        let Ok(mut running) = self.running.try_lock() else {
            return Err(PyRuntimeError::new_err("another thread waits for this search"));
        };
        running.next(py)
    }

    /// Stops the search. The iterator still returns what the search has found before.
    fn stop(&self, py: Python<'_>) {
        py.detach(|| self.request_stop());
    }

    /// Stops the search, if it still runs, and returns its result.
    fn result(&self, py: Python<'_>) -> PySearchResult {
        self.finish(py)
    }

    /// Waits until the search ends by its limits, and returns its result.
    fn wait(&self, py: Python<'_>) -> PyResult<PySearchResult> {
        while self.__next__(py)?.is_some() {}
        Ok(self.finish(py))
    }

    fn __enter__(slf: Py<Analysis>) -> Py<Analysis> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, pyo3::types::PyTuple>) {
        self.finish(py);
    }
}

/// The static evaluation of a position, in centipawns.
#[pyclass(frozen, get_all, module = "triskelion", name = "Evaluation")]
pub(crate) struct PyEvaluation {
    /// The evaluation, from the point of view of the side to move.
    value: i32,
    /// The terms of the evaluation by name, from White's point of view.
    terms: BTreeMap<&'static str, i32>,
    /// What each piece but the kings adds to the evaluation, by the name of its cell, from White's
    /// point of view.
    pieces: BTreeMap<String, i32>,
    /// A diagram of the board with the worth of each piece in pawns.
    diagram: String,
}

#[pymethods]
impl PyEvaluation {
    fn __str__(&self) -> &str {
        &self.diagram
    }

    fn __repr__(&self) -> String {
        format!("<Evaluation {}>", self.value)
    }
}

/// Adds the classes of this file to the module.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<PyEngine>()?;
    m.add_class::<Analysis>()?;
    m.add_class::<PyEvaluation>()
}
