//! Playing a match: worker threads play the games, and the calling thread stores the games, counts
//! results and decides when the match ends.
//!
//! Each worker takes the next unplayed game and has players of its own. Games end in any order.
//! Each game is written to the journal before it is counted, so a killed match loses only the
//! running games.

use super::cancel::CancelToken;
use super::config::{MatchConfig, ScheduledGame};
use super::game_end::GameEnd;
use super::journal::{Journal, JournalError};
use super::opening_suite::OpeningSuite;
use super::player::{Player, StartError, start_player};
use super::player_fault::PlayerFault;
use super::referee::{self, FinishedGame};
use super::scoreboard::Scoreboard;
use super::shared_tables::SharedTables;
use super::statistics::Verdict;
use crate::search::threads::STACK_SIZE;
use crate::sync::lock;
use crossbeam_channel::{Receiver, Sender, select_biased, unbounded};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

/// The interval at which the end of the worker threads is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// An event of a running match.
pub enum MatchEvent<'a> {
    /// A game has started.
    Started(ScheduledGame),
    /// A game has ended and is counted.
    Finished {
        /// The game.
        scheduled_game: ScheduledGame,
        /// Its end.
        end: GameEnd,
        /// The fault, if a player's fault ended the game.
        fault: Option<&'a PlayerFault>,
        /// The results including this game.
        scoreboard: &'a Scoreboard,
    },
    /// The user interrupted the match: running games are finished, no new games start.
    Draining,
}

/// The reason why a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// All games are played.
    Complete,
    /// The SPRT reached a verdict.
    Decided(Verdict),
    /// The user interrupted the match.
    Interrupted,
    /// The file that stops the match exists.
    Stopped,
}

/// The summary of the part of a match that this process played.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchSummary {
    /// The reason of the end.
    pub stop_reason: StopReason,
    /// The total running time of the worker threads.
    pub playing_time: Duration,
    /// The part of it that the players used.
    pub thinking_time: Duration,
}

/// An error that ends a match.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// A player cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A game cannot be written to the journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A thread cannot be started.
    #[error("could not start a thread: {0}")]
    Thread(#[from] std::io::Error),
}

/// A match to play.
pub struct Match<'a> {
    /// The configuration.
    pub config: &'a MatchConfig,
    /// The openings.
    pub opening_suite: &'a OpeningSuite,
    /// The number of games played at the same time.
    pub concurrency: usize,
    /// Interrupts by the user: the first lets the running games finish, the second stops at once.
    pub interrupts: Receiver<()>,
    /// No game starts once this file exists. A shard stops by it when the SPRT of the whole match
    /// is decided.
    pub stop_file: Option<&'a Path>,
}

/// A message of a worker thread.
enum WorkerEvent {
    Started(ScheduledGame),
    Finished(Box<FinishedGame>),
    Failed(StartError),
}

/// The state that the worker threads share.
struct MatchWorkers<'a> {
    match_: &'a Match<'a>,
    remaining_games: Mutex<Box<dyn Iterator<Item = ScheduledGame> + Send + 'a>>,
    /// No new games start.
    draining: AtomicBool,
    /// Cancels the running games.
    cancel_token: CancelToken,
    /// The total running time of the threads, in nanoseconds.
    playing_nanos: AtomicU64,
    /// The total time of the players, in nanoseconds.
    thinking_nanos: AtomicU64,
    events: Sender<WorkerEvent>,
}

impl Match<'_> {
    /// Plays the games that the scoreboard does not contain, appends them to the journal, if there
    /// is one, and passes every event to `on_event`.
    pub fn play(
        &self,
        scoreboard: &mut Scoreboard,
        journal: Option<&mut Journal>,
        on_event: &mut dyn FnMut(MatchEvent<'_>),
    ) -> Result<MatchSummary, MatchError> {
        if let Some(verdict) = self.verdict(scoreboard) {
            return Ok(MatchSummary {
                stop_reason: StopReason::Decided(verdict),
                playing_time: Duration::ZERO,
                thinking_time: Duration::ZERO,
            });
        }
        let finished = scoreboard.clone();
        let is_open = move |game: &ScheduledGame| !finished.contains(game.game);
        let (sender, events) = unbounded();
        let workers = MatchWorkers {
            match_: self,
            remaining_games: Mutex::new(Box::new(self.config.scheduled_games().filter(is_open))),
            draining: AtomicBool::new(false),
            cancel_token: CancelToken::default(),
            playing_nanos: AtomicU64::new(0),
            thinking_nanos: AtomicU64::new(0),
            events: sender,
        };
        let endings = self.config.endgames.map(SharedTables::new);
        let stop_reason = thread::scope(|scope| {
            let mut threads = Vec::new();
            for index in 0..self.concurrency.max(1) {
                let (endings, workers) = (endings.as_ref(), &workers);
                let work = move || workers.play_games(endings);
                let builder = thread::Builder::new().name(format!("game {index}"));
                let thread = builder.stack_size(STACK_SIZE).spawn_scoped(scope, work);
                // On an error, stop the threads that run already; the scope waits for them.
                threads.push(thread.inspect_err(|_| workers.stop_now())?);
            }
            let result =
                self.collect_results(&workers, &events, threads, scoreboard, journal, on_event);
            workers.stop_now();
            result
        })?;
        let duration = |nanos: &AtomicU64| Duration::from_nanos(nanos.load(Relaxed));
        Ok(MatchSummary {
            stop_reason,
            playing_time: duration(&workers.playing_nanos),
            thinking_time: duration(&workers.thinking_nanos),
        })
    }

    /// Handles the events of the worker threads until the match ends.
    fn collect_results(
        &self,
        workers: &MatchWorkers<'_>,
        events: &Receiver<WorkerEvent>,
        threads: Vec<ScopedJoinHandle<'_, ()>>,
        scoreboard: &mut Scoreboard,
        mut journal: Option<&mut Journal>,
        on_event: &mut dyn FnMut(MatchEvent<'_>),
    ) -> Result<StopReason, MatchError> {
        let mut interrupted = false;
        loop {
            let event = select_biased! {
                recv(self.interrupts) -> interrupt => {
                    if interrupt.is_ok() && interrupted {
                        return Ok(StopReason::Interrupted);
                    }
                    if interrupt.is_ok() {
                        interrupted = true;
                        workers.draining.store(true, Relaxed);
                        on_event(MatchEvent::Draining);
                        continue;
                    }
                    // The channel of interrupts is closed and always ready.
                    events.recv_timeout(POLL_INTERVAL).ok()
                }
                recv(events) -> event => event.ok(),
                default(POLL_INTERVAL) => None,
            };
            match event {
                Some(WorkerEvent::Started(game)) => on_event(MatchEvent::Started(game)),
                Some(WorkerEvent::Finished(game)) => {
                    let FinishedGame { scheduled_game, end, record, fault, .. } = *game;
                    if let Some(journal) = &mut journal {
                        journal.append(&record)?;
                    }
                    scoreboard.add(scheduled_game, end);
                    let fault = fault.as_ref();
                    on_event(MatchEvent::Finished { scheduled_game, end, fault, scoreboard });
                    if let Some(verdict) = self.verdict(scoreboard) {
                        return Ok(StopReason::Decided(verdict));
                    }
                }
                Some(WorkerEvent::Failed(error)) => return Err(error.into()),
                // Check the threads first, then the channel: a thread sends its last event before
                // it exits.
                None if threads.iter().all(ScopedJoinHandle::is_finished) && events.is_empty() => {
                    return Ok(match scoreboard.games() >= self.games_to_play() {
                        false if interrupted => StopReason::Interrupted,
                        false if self.is_stopped() => StopReason::Stopped,
                        _ => StopReason::Complete,
                    });
                }
                None => {}
            }
        }
    }

    /// Returns whether the file that stops the match exists.
    fn is_stopped(&self) -> bool {
        self.stop_file.is_some_and(Path::exists)
    }

    /// Returns the number of games of this match or shard.
    fn games_to_play(&self) -> u64 {
        match self.config.games {
            Some(_) => self.config.scheduled_games().count() as u64,
            None => u64::MAX,
        }
    }

    /// Returns the verdict of the SPRT, if it has one. A shard plays all its games, because the
    /// test is about the whole match.
    fn verdict(&self, scoreboard: &Scoreboard) -> Option<Verdict> {
        let sprt = self.config.sprt.filter(|_| self.config.shard.is_none())?;
        let verdict = sprt.verdict(sprt.log_likelihood_ratio(&scoreboard.head_to_head()));
        (verdict != Verdict::Continue).then_some(verdict)
    }
}

impl MatchWorkers<'_> {
    fn next_game(&self) -> Option<ScheduledGame> {
        if self.draining.load(Relaxed) || self.match_.is_stopped() {
            return None;
        }
        lock(&self.remaining_games).next()
    }

    fn stop_now(&self) {
        self.draining.store(true, Relaxed);
        self.cancel_token.cancel();
    }

    /// Plays games until none is left.
    fn play_games(&self, endings: Option<&SharedTables>) {
        let started = Instant::now();
        let mut thinking_time = Duration::ZERO;
        let mut players = Vec::new();
        while let Some(game) = self.next_game() {
            let _ = self.events.send(WorkerEvent::Started(game));
            match self.play_game(game, &mut players, endings) {
                Ok(Some(finished)) => {
                    thinking_time += finished.thinking_time;
                    let _ = self.events.send(WorkerEvent::Finished(Box::new(finished)));
                }
                Ok(None) => break,
                Err(error) => {
                    let _ = self.events.send(WorkerEvent::Failed(error));
                    break;
                }
            }
        }
        self.playing_nanos.fetch_add(started.elapsed().as_nanos() as u64, Relaxed);
        self.thinking_nanos.fetch_add(thinking_time.as_nanos() as u64, Relaxed);
    }

    /// Plays a game. Reuses the players of the last game and drops those that do not take part, so
    /// that only two hash tables per thread exist. Returns `None` if the match is canceled.
    fn play_game(
        &self,
        game: ScheduledGame,
        players: &mut Vec<(usize, Box<dyn Player>)>,
        endings: Option<&SharedTables>,
    ) -> Result<Option<FinishedGame>, StartError> {
        let Match { config, opening_suite, .. } = self.match_;
        players.retain(|(index, _)| game.players.contains(index));
        for index in game.players {
            if !players.iter().any(|(started, _)| *started == index) {
                let player = start_player(&config.players[index], config, &self.cancel_token)?;
                players.push((index, player));
            }
        }
        let [(first_index, first), (_, second)] = &mut players[..] else { return Ok(None) };
        let (first, second): (&mut dyn Player, &mut dyn Player) = (&mut **first, &mut **second);
        let sides = if *first_index == game.players[0] { [first, second] } else { [second, first] };
        let opening = opening_suite.opening(game.round);
        Ok(referee::play(config, game, opening, sides, endings, &self.cancel_token))
    }
}
