//! Playing a match: threads that play games, and the one that hears of them, keeps the records,
//! counts, and decides when it is over.
//!
//! Each thread takes the next game that is not played yet and has its players to itself. Games end
//! in whatever order; each is written and flushed before the next one is counted, so that a match
//! that is killed has lost nothing but the games under way.

use super::End;
use super::beginnings::Beginnings;
use super::call_off::CallOff;
use super::journal::{Journal, JournalError};
use super::plan::{Fixture, Plan};
use super::player::{Player, StartError};
use super::referee::{self, Played, Trouble};
use super::scoreboard::Scoreboard;
use super::statistics::Verdict;
use crate::eval::Evaluate;
use crate::rules::Text;
use crate::rules::registry::Visitor;
use crate::threads::STACK_SIZE;
use crossbeam_channel::{Receiver, Sender, select_biased, unbounded};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

/// How long it may take until the end of the last thread is noticed.
const PAUSE: Duration = Duration::from_millis(20);

/// What there is to tell while a match is played.
pub enum News<'a> {
    /// A game has begun.
    Started(Fixture),
    /// A game is over, and counted.
    Finished {
        /// Which one.
        fixture: Fixture,
        /// How.
        end: End,
        /// What went wrong, if it ended by a player's fault.
        trouble: Option<&'a Trouble>,
        /// The standing with it.
        scoreboard: &'a Scoreboard,
    },
    /// The user wants an end: games under way are finished, no more are begun.
    Draining,
}

/// Why a match was over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Close {
    /// All its games are played.
    Complete,
    /// The sequential test has come to a verdict.
    Decided(Verdict),
    /// The user has ended it.
    Interrupted,
}

/// How a match went, as far as this process played it.
#[derive(Clone, PartialEq, Debug)]
pub struct Finish {
    /// Why it was over.
    pub close: Close,
    /// The time that the threads played, all together.
    pub playing: Duration,
    /// How much of it was spent by the players.
    pub thinking: Duration,
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
    pub plan: &'a Plan,
    /// Where its games begin.
    pub beginnings: &'a Beginnings,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// Somebody wants an end: the first time when running games are over, the second time at once.
    pub interrupts: Receiver<()>,
}

/// What threads tell.
enum Told {
    Started(Fixture),
    Played(Box<Played>),
    Failed(StartError),
}

/// What threads share.
struct Floor<'a> {
    setting: &'a Match<'a>,
    /// The games that are still to be played.
    fixtures: Mutex<Box<dyn Iterator<Item = Fixture> + Send + 'a>>,
    /// No new games.
    closing: AtomicBool,
    /// No more moves.
    call_off: CallOff,
    /// Nanoseconds: how long the threads played, and how long players thought.
    playing: AtomicU64,
    thinking: AtomicU64,
    told: Sender<Told>,
}

impl Match<'_> {
    /// Plays what the scoreboard has not got yet. `listen` hears of it; games are kept in the
    /// journal, if there is one.
    pub fn play(
        &self,
        scoreboard: &mut Scoreboard,
        journal: Option<&mut Journal>,
        listen: &mut dyn FnMut(News<'_>),
    ) -> Result<Finish, MatchError> {
        if let Some(verdict) = self.verdict(scoreboard) {
            let close = Close::Decided(verdict);
            return Ok(Finish { close, playing: Duration::ZERO, thinking: Duration::ZERO });
        }
        let done = scoreboard.clone();
        let open = move |fixture: &Fixture| !done.has(fixture.game);
        let (told, heard) = unbounded();
        let floor = Floor {
            setting: self,
            fixtures: Mutex::new(Box::new(self.plan.fixtures().filter(open))),
            closing: AtomicBool::new(false),
            call_off: CallOff::default(),
            playing: AtomicU64::new(0),
            thinking: AtomicU64::new(0),
            told,
        };
        let close = thread::scope(|scope| {
            let mut threads = Vec::new();
            for number in 0..self.concurrency.max(1) {
                let floor = &floor;
                let work = move || self.plan.variant.visit(Work(floor));
                let builder = thread::Builder::new().name(format!("game {number}"));
                let thread = builder.stack_size(STACK_SIZE).spawn_scoped(scope, work);
                // Those that run already must not play on for nobody.
                threads.push(thread.inspect_err(|_| floor.end_now())?);
            }
            let close = self.preside(&floor, &heard, threads, scoreboard, journal, listen);
            floor.end_now();
            close
        })?;
        let sum = |nanoseconds: &AtomicU64| Duration::from_nanos(nanoseconds.load(Relaxed));
        Ok(Finish { close, playing: sum(&floor.playing), thinking: sum(&floor.thinking) })
    }

    /// Hears what threads tell until nothing more is to come.
    fn preside(
        &self,
        floor: &Floor<'_>,
        heard: &Receiver<Told>,
        threads: Vec<ScopedJoinHandle<'_, ()>>,
        scoreboard: &mut Scoreboard,
        mut journal: Option<&mut Journal>,
        listen: &mut dyn FnMut(News<'_>),
    ) -> Result<Close, MatchError> {
        let mut interrupted = false;
        loop {
            let told = select_biased! {
                recv(self.interrupts) -> interrupt => {
                    if interrupt.is_ok() && interrupted {
                        return Ok(Close::Interrupted);
                    }
                    if interrupt.is_ok() {
                        interrupted = true;
                        floor.closing.store(true, Relaxed);
                        listen(News::Draining);
                        continue;
                    }
                    // Nobody can interrupt any more.
                    heard.recv_timeout(PAUSE).ok()
                }
                recv(heard) -> told => told.ok(),
                default(PAUSE) => None,
            };
            match told {
                Some(Told::Started(fixture)) => listen(News::Started(fixture)),
                Some(Told::Played(played)) => {
                    let Played { fixture, end, record, trouble, .. } = &*played;
                    if let Some(journal) = &mut journal {
                        journal.append(record)?;
                    }
                    scoreboard.add(*fixture, *end);
                    let (fixture, end, trouble) = (*fixture, *end, trouble.as_ref());
                    listen(News::Finished { fixture, end, trouble, scoreboard });
                    if let Some(verdict) = self.verdict(scoreboard) {
                        return Ok(Close::Decided(verdict));
                    }
                }
                Some(Told::Failed(error)) => return Err(error.into()),
                // Asked in this order: what the last thread has told is heard before it is gone.
                None if threads.iter().all(ScopedJoinHandle::is_finished) && heard.is_empty() => {
                    let all = !interrupted || scoreboard.games() >= self.all_games();
                    return Ok(if all { Close::Complete } else { Close::Interrupted });
                }
                None => {}
            }
        }
    }

    /// The number of games to be played here.
    fn all_games(&self) -> u64 {
        match self.plan.games {
            Some(_) => self.plan.fixtures().count() as u64,
            None => u64::MAX,
        }
    }

    /// The verdict of the sequential test, if there is one; the parts of a match play all their
    /// games, and the test is of the whole.
    fn verdict(&self, scoreboard: &Scoreboard) -> Option<Verdict> {
        let test = self.plan.sprt.filter(|_| self.plan.shard.is_none())?;
        let verdict = test.verdict(test.log_likelihood_ratio(&scoreboard.duel()));
        (verdict != Verdict::Continue).then_some(verdict)
    }
}

impl Floor<'_> {
    fn next(&self) -> Option<Fixture> {
        if self.closing.load(Relaxed) {
            return None;
        }
        self.fixtures.lock().unwrap_or_else(PoisonError::into_inner).next()
    }

    fn end_now(&self) {
        self.closing.store(true, Relaxed);
        self.call_off.call();
    }
}

/// What a thread does, whatever the rule set.
struct Work<'a, 'b>(&'a Floor<'b>);

impl Visitor for Work<'_, '_> {
    type Output = ();

    fn visit<B: Text + Evaluate>(self) {
        let floor = self.0;
        let began = Instant::now();
        let mut thinking = Duration::ZERO;
        // Only who plays the present game is kept: many players have many tables.
        let mut seats: Vec<(usize, Player<B>)> = Vec::new();
        while let Some(fixture) = floor.next() {
            let _ = floor.told.send(Told::Started(fixture));
            match floor.play_one(fixture, &mut seats) {
                Ok(Some(played)) => {
                    thinking += played.thinking;
                    let _ = floor.told.send(Told::Played(Box::new(played)));
                }
                Ok(None) => break,
                Err(error) => {
                    let _ = floor.told.send(Told::Failed(error));
                    break;
                }
            }
        }
        floor.playing.fetch_add(began.elapsed().as_nanos() as u64, Relaxed);
        floor.thinking.fetch_add(thinking.as_nanos() as u64, Relaxed);
    }
}

impl Floor<'_> {
    fn play_one<B: Text + Evaluate>(
        &self,
        fixture: Fixture,
        seats: &mut Vec<(usize, Player<B>)>,
    ) -> Result<Option<Played>, StartError> {
        let Match { plan, beginnings, .. } = self.setting;
        seats.retain(|(player, _)| fixture.players.contains(player));
        for player in fixture.players {
            if !seats.iter().any(|(seated, _)| *seated == player) {
                let seat = Player::start(&plan.players[player], plan, &self.call_off)?;
                seats.push((player, seat));
            }
        }
        let [(first, one), (_, other)] = &mut seats[..] else { return Ok(None) };
        let seats = if *first == fixture.players[0] { [one, other] } else { [other, one] };
        let opening = beginnings.opening(fixture.opening);
        Ok(referee::play(plan, fixture, opening, seats, &self.call_off))
    }
}
