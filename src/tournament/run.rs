//! Playing a match: threads that play games, and the one that hears of them, keeps the records,
//! counts, and decides when it is over.
//!
//! Each thread takes the next game that is not played yet and has its players to itself. Games end
//! in whatever order; each is written and flushed before the next one is counted, so that a match
//! that is killed has lost nothing but the games under way.

use super::GameEnd;
use super::cancel::CancelToken;
use super::config::{MatchConfig, ScheduledGame};
use super::journal::{Journal, JournalError};
use super::opening_suite::OpeningSuite;
use super::player::{Player, StartError};
use super::referee::{self, FinishedGame, PlayerFault};
use super::scoreboard::Scoreboard;
use super::statistics::Verdict;
use crate::registry::RuleSet;
use crate::registry::Visitor;
use crate::search::threads::STACK_SIZE;
use crossbeam_channel::{Receiver, Sender, select_biased, unbounded};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

/// How long it may take until the end of the last thread is noticed.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// What there is to tell while a match is played.
pub enum MatchEvent<'a> {
    /// A game has begun.
    Started(ScheduledGame),
    /// A game is over, and counted.
    Finished {
        /// Which one.
        scheduled_game: ScheduledGame,
        /// How.
        end: GameEnd,
        /// What went wrong, if it ended by a player's fault.
        fault: Option<&'a PlayerFault>,
        /// The standing with it.
        scoreboard: &'a Scoreboard,
    },
    /// The user wants an end: games under way are finished, no more are begun.
    Draining,
}

/// Why a match was over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// All its games are played.
    Complete,
    /// The sequential test has come to a verdict.
    Decided(Verdict),
    /// The user has ended it.
    Interrupted,
}

/// How a match went, as far as this process played it.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchSummary {
    /// Why it was over.
    pub stop_reason: StopReason,
    /// The time that the threads played, all together.
    pub playing_time: Duration,
    /// How much of it was spent by the players.
    pub thinking_time: Duration,
}

/// Why a match cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// A player cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The records cannot be kept.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A thread cannot be started.
    #[error("could not start a thread: {0}")]
    Thread(#[from] std::io::Error),
}

/// A match to be played.
pub struct Match<'a> {
    /// Its plan.
    pub config: &'a MatchConfig,
    /// Where its games begin.
    pub opening_suite: &'a OpeningSuite,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// Somebody wants an end: the first time when running games are over, the second time at once.
    pub interrupts: Receiver<()>,
}

/// What threads tell.
enum WorkerEvent {
    Started(ScheduledGame),
    Finished(Box<FinishedGame>),
    Failed(StartError),
}

/// What threads share.
struct MatchWorkers<'a> {
    match_: &'a Match<'a>,
    /// The games that are still to be played.
    remaining_games: Mutex<Box<dyn Iterator<Item = ScheduledGame> + Send + 'a>>,
    /// No new games.
    draining: AtomicBool,
    /// No more moves.
    cancel_token: CancelToken,
    /// Nanoseconds: how long the threads played, and how long players thought.
    playing_nanos: AtomicU64,
    thinking_nanos: AtomicU64,
    events: Sender<WorkerEvent>,
}

impl Match<'_> {
    /// Plays what the scoreboard has not got yet. `listen` hears of it; games are kept in the
    /// journal, if there is one.
    pub fn play(
        &self,
        scoreboard: &mut Scoreboard,
        journal: Option<&mut Journal>,
        listen: &mut dyn FnMut(MatchEvent<'_>),
    ) -> Result<MatchSummary, MatchError> {
        if let Some(verdict) = self.verdict(scoreboard) {
            let close = StopReason::Decided(verdict);
            return Ok(MatchSummary {
                stop_reason: close,
                playing_time: Duration::ZERO,
                thinking_time: Duration::ZERO,
            });
        }
        let done = scoreboard.clone();
        let open = move |fixture: &ScheduledGame| !done.contains(fixture.game);
        let (told, heard) = unbounded();
        let floor = MatchWorkers {
            match_: self,
            remaining_games: Mutex::new(Box::new(self.config.scheduled_games().filter(open))),
            draining: AtomicBool::new(false),
            cancel_token: CancelToken::default(),
            playing_nanos: AtomicU64::new(0),
            thinking_nanos: AtomicU64::new(0),
            events: told,
        };
        let close = thread::scope(|scope| {
            let mut threads = Vec::new();
            for number in 0..self.concurrency.max(1) {
                let floor = &floor;
                let work = move || self.config.variant.visit(WorkerLoop(floor));
                let builder = thread::Builder::new().name(format!("game {number}"));
                let thread = builder.stack_size(STACK_SIZE).spawn_scoped(scope, work);
                // Those that run already must not play on for nobody.
                threads.push(thread.inspect_err(|_| floor.stop_now())?);
            }
            let close = self.collect_results(&floor, &heard, threads, scoreboard, journal, listen);
            floor.stop_now();
            close
        })?;
        let sum = |nanoseconds: &AtomicU64| Duration::from_nanos(nanoseconds.load(Relaxed));
        Ok(MatchSummary {
            stop_reason: close,
            playing_time: sum(&floor.playing_nanos),
            thinking_time: sum(&floor.thinking_nanos),
        })
    }

    /// Hears what threads tell until nothing more is to come.
    fn collect_results(
        &self,
        floor: &MatchWorkers<'_>,
        heard: &Receiver<WorkerEvent>,
        threads: Vec<ScopedJoinHandle<'_, ()>>,
        scoreboard: &mut Scoreboard,
        mut journal: Option<&mut Journal>,
        listen: &mut dyn FnMut(MatchEvent<'_>),
    ) -> Result<StopReason, MatchError> {
        let mut interrupted = false;
        loop {
            let told = select_biased! {
                recv(self.interrupts) -> interrupt => {
                    if interrupt.is_ok() && interrupted {
                        return Ok(StopReason::Interrupted);
                    }
                    if interrupt.is_ok() {
                        interrupted = true;
                        floor.draining.store(true, Relaxed);
                        listen(MatchEvent::Draining);
                        continue;
                    }
                    // Nobody can interrupt any more.
                    heard.recv_timeout(POLL_INTERVAL).ok()
                }
                recv(heard) -> told => told.ok(),
                default(POLL_INTERVAL) => None,
            };
            match told {
                Some(WorkerEvent::Started(fixture)) => listen(MatchEvent::Started(fixture)),
                Some(WorkerEvent::Finished(played)) => {
                    let FinishedGame {
                        scheduled_game: fixture, end, record, fault: trouble, ..
                    } = &*played;
                    if let Some(journal) = &mut journal {
                        journal.append(record)?;
                    }
                    scoreboard.add(*fixture, *end);
                    let (fixture, end, trouble) = (*fixture, *end, trouble.as_ref());
                    listen(MatchEvent::Finished {
                        scheduled_game: fixture,
                        end,
                        fault: trouble,
                        scoreboard,
                    });
                    if let Some(verdict) = self.verdict(scoreboard) {
                        return Ok(StopReason::Decided(verdict));
                    }
                }
                Some(WorkerEvent::Failed(error)) => return Err(error.into()),
                // Asked in this order: what the last thread has told is heard before it is gone.
                None if threads.iter().all(ScopedJoinHandle::is_finished) && heard.is_empty() => {
                    let all = !interrupted || scoreboard.games() >= self.games_to_play();
                    return Ok(if all { StopReason::Complete } else { StopReason::Interrupted });
                }
                None => {}
            }
        }
    }

    /// The number of games to be played here.
    fn games_to_play(&self) -> u64 {
        match self.config.games {
            Some(_) => self.config.scheduled_games().count() as u64,
            None => u64::MAX,
        }
    }

    /// The verdict of the sequential test, if there is one; the parts of a match play all their
    /// games, and the test is of the whole.
    fn verdict(&self, scoreboard: &Scoreboard) -> Option<Verdict> {
        let test = self.config.sprt.filter(|_| self.config.shard.is_none())?;
        let verdict = test.verdict(test.log_likelihood_ratio(&scoreboard.head_to_head()));
        (verdict != Verdict::Continue).then_some(verdict)
    }
}

impl MatchWorkers<'_> {
    fn next_game(&self) -> Option<ScheduledGame> {
        if self.draining.load(Relaxed) {
            return None;
        }
        self.remaining_games.lock().unwrap_or_else(PoisonError::into_inner).next()
    }

    fn stop_now(&self) {
        self.draining.store(true, Relaxed);
        self.cancel_token.cancel();
    }
}

/// What a thread does, whatever the rule set.
struct WorkerLoop<'a, 'b>(&'a MatchWorkers<'b>);

impl Visitor for WorkerLoop<'_, '_> {
    type Output = ();

    fn visit<B: RuleSet>(self) {
        let floor = self.0;
        let began = Instant::now();
        let mut thinking = Duration::ZERO;
        // Only who plays the present game is kept: many players have many tables.
        let mut seats: Vec<(usize, Player<B>)> = Vec::new();
        while let Some(fixture) = floor.next_game() {
            let _ = floor.events.send(WorkerEvent::Started(fixture));
            match floor.play_game(fixture, &mut seats) {
                Ok(Some(played)) => {
                    thinking += played.thinking_time;
                    let _ = floor.events.send(WorkerEvent::Finished(Box::new(played)));
                }
                Ok(None) => break,
                Err(error) => {
                    let _ = floor.events.send(WorkerEvent::Failed(error));
                    break;
                }
            }
        }
        floor.playing_nanos.fetch_add(began.elapsed().as_nanos() as u64, Relaxed);
        floor.thinking_nanos.fetch_add(thinking.as_nanos() as u64, Relaxed);
    }
}

impl MatchWorkers<'_> {
    fn play_game<B: RuleSet>(
        &self,
        fixture: ScheduledGame,
        seats: &mut Vec<(usize, Player<B>)>,
    ) -> Result<Option<FinishedGame>, StartError> {
        let Match { config: plan, opening_suite: beginnings, .. } = self.match_;
        seats.retain(|(player, _)| fixture.players.contains(player));
        for player in fixture.players {
            if !seats.iter().any(|(seated, _)| *seated == player) {
                let seat = Player::start(&plan.players[player], plan, &self.cancel_token)?;
                seats.push((player, seat));
            }
        }
        let [(first, one), (_, other)] = &mut seats[..] else { return Ok(None) };
        let seats = if *first == fixture.players[0] { [one, other] } else { [other, one] };
        let opening = beginnings.opening(fixture.round);
        Ok(referee::play(plan, fixture, opening, seats, &self.cancel_token))
    }
}
