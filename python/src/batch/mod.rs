//! Many games at once for learning programs.
//!
//! `games.rs` plays them, `observation.rs` describes positions as planes, `memory.rs` has the
//! arrays. Invariant: whoever holds the lock of the state does not wait for the interpreter.

mod games;
mod memory;
mod observation;

use crate::actions::{Actions, side, variant_from_text};
use games::{Common, Games, Rows, new_games};
use memory::SharedArray;
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1};
use observation::Planes;
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Mutex, MutexGuard, PoisonError};
use triskelion::cores::cores;
use triskelion::moves::Side;
use triskelion::rules::EndReason;

/// The largest number of games.
const MAX_GAMES: usize = 1 << 20;
/// The largest number of threads.
const MAX_THREADS: usize = 1024;
/// The largest number of random plies at the beginning of a game.
const MAX_OPENING_PLIES: u32 = 1000;

/// Adds what this file has to the module.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<BatchEnv>()?;
    m.add_function(wrap_pyfunction!(observation_channels, m)?)?;
    m.add_function(wrap_pyfunction!(observation_shape, m)?)
}

/// Returns the names of the channels of an observation, in their order.
#[pyfunction]
#[pyo3(signature = (variant = "federation"))]
fn observation_channels(variant: &str) -> PyResult<Vec<String>> {
    Ok(Planes::new(variant_from_text(variant)?).channels)
}

/// Returns the shape of an observation: channels, levels, ranks, files.
#[pyfunction]
#[pyo3(signature = (variant = "federation"))]
fn observation_shape(variant: &str) -> PyResult<(usize, usize, usize, usize)> {
    Ok(shape_of(&Planes::new(variant_from_text(variant)?)))
}

fn shape_of(planes: &Planes) -> (usize, usize, usize, usize) {
    let [levels, ranks, files] = planes.shape;
    (planes.channels.len(), levels, ranks, files)
}

/// Games of one rule set in step.
///
/// The arrays are the same objects from the first call to the last. Rust writes them in place, and
/// they cannot be written from Python. Copy what must outlast the next call.
#[pyclass(frozen, module = "triskelion.envs")]
pub(crate) struct BatchEnv {
    common: Common,
    count: usize,
    threads: usize,
    state: Mutex<State>,
    /// The threads; `None` if one is enough.
    pool: Option<ThreadPool>,
    arrays: Arrays,
}

/// The arrays as Python objects.
struct Arrays {
    observations: Option<Py<PyArrayDyn<u8>>>,
    masks: Option<Py<PyArrayDyn<bool>>>,
    rewards: Py<PyArrayDyn<f32>>,
    terminated: Py<PyArrayDyn<bool>>,
    truncated: Py<PyArrayDyn<bool>>,
    to_play: Py<PyArrayDyn<i8>>,
    winner: Py<PyArrayDyn<i8>>,
    reason: Py<PyArrayDyn<i8>>,
    plies: Py<PyArrayDyn<i32>>,
}

/// The games and the memory of the arrays.
struct State {
    games: Box<dyn Games>,
    observations: Option<SharedArray<u8>>,
    masks: Option<SharedArray<bool>>,
    rewards: SharedArray<f32>,
    terminated: SharedArray<bool>,
    truncated: SharedArray<bool>,
    to_play: SharedArray<i8>,
    winner: SharedArray<i8>,
    reason: SharedArray<i8>,
    plies: SharedArray<i32>,
}

impl State {
    /// Returns the games and the rows of all of them.
    fn split(&mut self) -> (&mut dyn Games, Rows<'_>) {
        let rows = Rows {
            observations: self.observations.as_mut().map_or(&mut [], |it| it.as_mut_slice()),
            masks: self.masks.as_mut().map_or(&mut [], |it| it.as_mut_slice()),
            rewards: self.rewards.as_mut_slice(),
            terminated: self.terminated.as_mut_slice(),
            truncated: self.truncated.as_mut_slice(),
            to_play: self.to_play.as_mut_slice(),
            winner: self.winner.as_mut_slice(),
            reason: self.reason.as_mut_slice(),
            plies: self.plies.as_mut_slice(),
        };
        (&mut *self.games, rows)
    }
}

impl BatchEnv {
    /// Runs a function on the games, without the interpreter and on the threads of the batch.
    fn run<T: Send>(
        &self,
        py: Python<'_>,
        run: impl FnOnce(&mut dyn Games, Rows<'_>, &Common) -> T + Send,
    ) -> T {
        py.detach(|| {
            let mut state = self.lock();
            let (games, rows) = state.split();
            match &self.pool {
                Some(pool) => pool.install(|| run(games, rows, &self.common)),
                None => run(games, rows, &self.common),
            }
        })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the side to move of a game.
    fn side_to_move(&self, py: Python<'_>, game: usize) -> Side {
        let black = py.detach(|| self.lock().to_play.as_mut_slice().get(game) == Some(&1));
        side(black)
    }

    /// Returns the error of an action that is no number of one.
    fn no_action(&self, action: i64) -> String {
        let last = self.common.actions.count().saturating_sub(1);
        format!("action {action}, 0 to {last} expected")
    }

    /// Returns the text of an action.
    fn text(&self, side: Side, action: i64) -> Option<String> {
        self.common.actions.text(side, usize::try_from(action).ok()?)
    }

    /// Returns an error if there is no such game.
    fn check_game(&self, game: usize) -> PyResult<()> {
        if game < self.count {
            return Ok(());
        }
        let last = self.count - 1;
        Err(PyIndexError::new_err(format!("game {game}, 0 to {last} expected")))
    }

    /// Returns the actions of an argument, one for each game.
    fn actions_of(&self, actions: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
        let list: Vec<i64> = if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i32>>() {
            array.as_array().iter().map(|&action| i64::from(action)).collect()
        } else if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i64>>() {
            array.as_array().iter().copied().collect()
        } else {
            actions.extract().map_err(|_| {
                PyTypeError::new_err("an array of int32 or int64 with one action a game expected")
            })?
        };
        match list.len() == self.count {
            true => Ok(list),
            false => {
                let (read, expected) = (list.len(), self.count);
                Err(PyValueError::new_err(format!("{read} actions read, {expected} expected")))
            }
        }
    }
}

#[pymethods]
impl BatchEnv {
    /// Creates `n` games of a rule set, given by its name or the path of its file.
    #[new]
    #[pyo3(signature = (
        variant = "federation", n = 1, *, seed = 0, max_plies = 1000, opening_plies = 0,
        observations = true, masks = true, auto_reset = true, threads = None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keyword arguments in Python")]
    fn new(
        py: Python<'_>,
        variant: &str,
        n: usize,
        seed: u64,
        max_plies: u32,
        opening_plies: u32,
        observations: bool,
        masks: bool,
        auto_reset: bool,
        threads: Option<usize>,
    ) -> PyResult<BatchEnv> {
        if n == 0 || n > MAX_GAMES {
            let message = format!("{n} games, 1 to {MAX_GAMES} expected");
            return Err(PyValueError::new_err(message));
        }
        if opening_plies > MAX_OPENING_PLIES || max_plies > 0 && opening_plies >= max_plies {
            let most = if max_plies > 0 { max_plies - 1 } else { MAX_OPENING_PLIES };
            let most = most.min(MAX_OPENING_PLIES);
            let message = format!("{opening_plies} opening plies, at most {most} expected");
            return Err(PyValueError::new_err(message));
        }
        let threads = threads.unwrap_or_else(cores);
        if threads == 0 || threads > MAX_THREADS {
            let message = format!("{threads} threads, 1 to {MAX_THREADS} expected");
            return Err(PyValueError::new_err(message));
        }
        let variant = variant_from_text(variant)?;
        let common = py.detach(|| Common {
            actions: Actions::of(variant),
            planes: Planes::new(variant),
            variant,
            max_plies,
            opening_plies,
            auto_reset,
            has_observations: observations,
            has_masks: masks,
        });
        let (channels, levels, ranks, files) = shape_of(&common.planes);
        let shape = [n, channels, levels, ranks, files];
        let state = State {
            games: py.detach(|| new_games(n, &common)),
            observations: match observations {
                true => Some(SharedArray::new(py, &shape)?),
                false => None,
            },
            masks: match masks {
                true => Some(SharedArray::new(py, &[n, common.actions.count()])?),
                false => None,
            },
            rewards: SharedArray::new(py, &[n])?,
            terminated: SharedArray::new(py, &[n])?,
            truncated: SharedArray::new(py, &[n])?,
            to_play: SharedArray::new(py, &[n])?,
            winner: SharedArray::new(py, &[n])?,
            reason: SharedArray::new(py, &[n])?,
            plies: SharedArray::new(py, &[n])?,
        };
        let arrays = Arrays {
            observations: state.observations.as_ref().map(|it| it.array(py)),
            masks: state.masks.as_ref().map(|it| it.array(py)),
            rewards: state.rewards.array(py),
            terminated: state.terminated.array(py),
            truncated: state.truncated.array(py),
            to_play: state.to_play.array(py),
            winner: state.winner.array(py),
            reason: state.reason.array(py),
            plies: state.plies.array(py),
        };
        let pool = match threads {
            1 => None,
            _ => Some(ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| {
                PyRuntimeError::new_err(format!("{threads} threads cannot be started: {error}"))
            })?),
        };
        let env = BatchEnv { common, count: n, threads, state: Mutex::new(state), pool, arrays };
        env.run(py, |games, rows, common| games.reset(Some(seed), rows, common));
        Ok(env)
    }

    /// The name of the rule set.
    #[getter]
    fn variant(&self) -> &'static str {
        self.common.variant.name()
    }

    /// The number of games.
    #[getter]
    fn n(&self) -> usize {
        self.count
    }

    /// The number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    /// The number of actions.
    #[getter]
    fn action_count(&self) -> usize {
        self.common.actions.count()
    }

    /// The shape of the observation of one game: channels, levels, ranks, files.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize, usize) {
        shape_of(&self.common.planes)
    }

    /// The names of the channels of an observation.
    #[getter]
    fn channels(&self) -> Vec<String> {
        self.common.planes.channels.clone()
    }

    /// The names of the reasons why a game ends, by their numbers in `reason`.
    #[classattr]
    const REASONS: [&'static str; EndReason::ALL.len()] = {
        let mut names = [""; EndReason::ALL.len()];
        let mut index = 0;
        while index < names.len() {
            names[index] = EndReason::ALL[index].name();
            index += 1;
        }
        names
    };

    /// What the side to move sees: `uint8`, games × channels × levels × ranks × files; `None` if
    /// switched off.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Option<Py<PyArrayDyn<u8>>> {
        self.arrays.observations.as_ref().map(|array| array.clone_ref(py))
    }

    /// The legal actions: `bool`, games × actions; `None` if switched off.
    #[getter]
    fn action_masks(&self, py: Python<'_>) -> Option<Py<PyArrayDyn<bool>>> {
        self.arrays.masks.as_ref().map(|array| array.clone_ref(py))
    }

    /// The rewards of the last step for the players that moved in it: 1, 0 or -1 as `float32`.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArrayDyn<f32>> {
        self.arrays.rewards.clone_ref(py)
    }

    /// Whether the last step ended each game by the rules.
    #[getter]
    fn terminated(&self, py: Python<'_>) -> Py<PyArrayDyn<bool>> {
        self.arrays.terminated.clone_ref(py)
    }

    /// Whether the last step reached the limit of plies.
    #[getter]
    fn truncated(&self, py: Python<'_>) -> Py<PyArrayDyn<bool>> {
        self.arrays.truncated.clone_ref(py)
    }

    /// The side to move: 0 for White, 1 for Black, as `int8`.
    #[getter]
    fn to_play(&self, py: Python<'_>) -> Py<PyArrayDyn<i8>> {
        self.arrays.to_play.clone_ref(py)
    }

    /// The winner of each game that the last step ended: 1 for White, -1 for Black, else 0, as
    /// `int8`.
    #[getter]
    fn winner(&self, py: Python<'_>) -> Py<PyArrayDyn<i8>> {
        self.arrays.winner.clone_ref(py)
    }

    /// The number in `REASONS` of the reason why the last step ended each game, -1 if it goes on or
    /// was cut off, as `int8`.
    #[getter]
    fn reason(&self, py: Python<'_>) -> Py<PyArrayDyn<i8>> {
        self.arrays.reason.clone_ref(py)
    }

    /// The number of plies of each game, also of one that the last step ended, as `int32`.
    #[getter]
    fn plies(&self, py: Python<'_>) -> Py<PyArrayDyn<i32>> {
        self.arrays.plies.clone_ref(py)
    }

    /// Begins new games and returns the observations. A seed sets the random numbers.
    #[pyo3(signature = (seed = None))]
    fn reset(&self, py: Python<'_>, seed: Option<u64>) -> Option<Py<PyArrayDyn<u8>>> {
        self.run(py, |games, rows, common| games.reset(seed, rows, common));
        self.observations(py)
    }

    /// Plays an action in each game. Returns observations, rewards, terminated, truncated.
    ///
    /// Raises `ValueError` if an action is not legal; nothing changes then.
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let actions = self.actions_of(actions)?;
        let result = self.run(py, |games, rows, common| games.step(&actions, rows, common));
        if let Err(illegal) = result {
            let (game, action) = (illegal.game, illegal.action);
            let message = match self.text(self.side_to_move(py, game), action) {
                Some(text) => format!("game {game}: action {action}, `{text}`, is not legal"),
                None => format!("game {game}: {}", self.no_action(action)),
            };
            return Err(PyValueError::new_err(message));
        }
        let rewards = self.rewards(py);
        (self.observations(py), rewards, self.terminated(py), self.truncated(py)).into_pyobject(py)
    }

    /// Plays random legal moves in each game and returns how many games ended.
    #[pyo3(signature = (steps = 1))]
    fn random_steps(&self, py: Python<'_>, steps: u64) -> PyResult<usize> {
        // The moves between two looks at what interrupts a program.
        const MOVES: u64 = 1 << 20;
        let most = (MOVES / self.count as u64).max(1);
        let (mut ended, mut left) = (0, steps);
        loop {
            let part = left.min(most);
            ended += self.run(py, |games, rows, common| games.random_steps(part, rows, common));
            left -= part;
            if left == 0 {
                return Ok(ended);
            }
            py.check_signals()?;
        }
    }

    /// Returns a random legal action of each game; -1 for a game that is over.
    fn sample_actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        PyArray1::from_vec(py, self.run(py, |games, _, common| games.sample(common)))
    }

    /// Returns the legal actions of a game, in the order of `legal_moves`.
    fn legal_actions<'py>(
        &self,
        py: Python<'py>,
        game: usize,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        self.check_game(game)?;
        let actions = self.run(py, |games, _, common| games.legal_actions(game, common));
        let actions = actions.into_iter().map(|(action, _)| action as i32).collect();
        Ok(PyArray1::from_vec(py, actions))
    }

    /// Returns the legal moves of a game in UCI notation.
    fn legal_moves(&self, py: Python<'_>, game: usize) -> PyResult<Vec<String>> {
        self.check_game(game)?;
        let actions = self.run(py, |games, _, common| games.legal_actions(game, common));
        Ok(actions.into_iter().map(|(_, text)| text).collect())
    }

    /// Returns the FEN of a game.
    fn board(&self, py: Python<'_>, game: usize) -> PyResult<String> {
        self.check_game(game)?;
        Ok(self.run(py, |games, _, _| games.fen(game)).unwrap_or_default())
    }

    /// Returns the FENs of all games.
    fn fens(&self, py: Python<'_>) -> Vec<String> {
        let all = 0..self.count;
        self.run(py, |games, _, _| all.map(|game| games.fen(game).unwrap_or_default()).collect())
    }

    /// Sets the position of a game, without a history.
    ///
    /// Raises `ValueError` if the FEN is wrong or the game is over there; nothing changes then.
    fn set_board(&self, py: Python<'_>, game: usize, fen: &str) -> PyResult<()> {
        self.check_game(game)?;
        let result = self.run(py, |games, mut rows, common| {
            rows.split(game);
            games.set_fen(game, fen, rows.split(1), common)
        });
        result.map_err(PyValueError::new_err)
    }

    /// Returns a copy of what a side sees of a game: the side to move, or Black or White if `black`
    /// is true or false. Needs `observations=True`.
    #[pyo3(signature = (game, black = None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        game: usize,
        black: Option<bool>,
    ) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        self.check_game(game)?;
        if !self.common.has_observations {
            let message = "the batch has no observations (`observations=False`)";
            return Err(PyValueError::new_err(message));
        }
        let mut out = vec![0; self.common.planes.size()];
        let seen_by = black.map(side);
        self.run(py, |games, _, common| games.observe(game, seen_by, &mut out, common));
        let (channels, levels, ranks, files) = self.observation_shape();
        PyArray1::from_vec(py, out).reshape(&[channels, levels, ranks, files][..])
    }

    /// Returns the move of an action in UCI notation, as the side to move of a game reads it.
    fn action_to_move(&self, py: Python<'_>, game: usize, action: i64) -> PyResult<String> {
        self.check_game(game)?;
        let text = self.text(self.side_to_move(py, game), action);
        text.ok_or_else(|| PyIndexError::new_err(self.no_action(action)))
    }

    /// Returns the action of a move in UCI notation of the side to move of a game, legal or not.
    fn move_to_action(&self, py: Python<'_>, game: usize, text: &str) -> PyResult<u32> {
        self.check_game(game)?;
        let side = self.side_to_move(py, game);
        let action = py.detach(|| self.common.actions.action_of_text(side, text));
        action.ok_or_else(|| {
            let name = self.variant();
            PyValueError::new_err(format!("no move of {name} has the text `{text}`"))
        })
    }

    fn __repr__(&self) -> String {
        format!("<BatchEnv {} games of {}>", self.count, self.variant())
    }
}
