//! One game, from its opening to its end: the referee knows the rules, runs the clocks, and takes
//! nobody's word for anything.

use super::End;
use super::adjudication::Adjudicator;
use super::call_off::CallOff;
use super::clock::Clock;
use super::plan::{Fixture, Plan};
use super::player::{Course, Failure, Player, Turn, go, position};
use super::record::{Ply, Record};
use crate::engine::Limits;
use crate::eval::Evaluate;
use crate::moves::Side;
use crate::notation::Scribe;
use crate::position::Position;
use crate::rules::{Notation, Text};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::fmt;
use std::time::{Duration, Instant};

/// A game that was played to its end.
#[derive(Debug)]
pub(super) struct Played {
    /// Which one.
    pub fixture: Fixture,
    /// How it ended.
    pub end: End,
    /// The game as it is kept.
    pub record: Record,
    /// What went wrong, if it ended by a player's fault.
    pub trouble: Option<Trouble>,
    /// How long the players thought.
    pub thinking: Duration,
}

/// A player's fault, with all that is needed to see it again.
#[derive(Clone, Debug)]
pub struct Trouble {
    /// The player at fault.
    pub player: String,
    /// What it did.
    pub what: String,
    /// The command that set the position.
    pub position: String,
    /// The command that it answered so.
    pub go: String,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", self.player, self.what)?;
        write!(f, "  {}\n  {}", self.position, self.go)
    }
}

/// A game under way.
struct Game<'a, B> {
    plan: &'a Plan,
    fixture: Fixture,
    position: Position<B>,
    course: Course,
    clocks: [Clock; 2],
    plies: Vec<Ply>,
    thinking: Duration,
    /// Varies the nodes.
    random: ChaCha8Rng,
}

/// Plays a game from that position string (the start position without one); `seats` has the
/// players by colour, White first. `None` if the match was called off meanwhile.
pub(super) fn play<B: Text + Evaluate>(
    plan: &Plan,
    fixture: Fixture,
    opening: Option<&str>,
    mut seats: [&mut Player<B>; 2],
    call_off: &CallOff,
) -> Option<Played> {
    let start = opening.and_then(|text| B::parse(text).ok()).unwrap_or_else(B::start);
    let mut random = ChaCha8Rng::seed_from_u64(plan.seed);
    random.set_stream(fixture.game);
    let mut game = Game {
        plan,
        fixture,
        position: Position::new(start),
        course: Course { start: opening.map(str::to_owned), moves: Vec::new() },
        clocks: fixture.players.map(|player| Clock::new(&plan.players[player])),
        plies: Vec::new(),
        thinking: Duration::ZERO,
        random,
    };
    let (end, trouble) = game.play(&mut seats, call_off)?;
    for seat in &mut seats {
        seat.rest();
    }
    let thinking = game.thinking;
    let record = game.record(end, trouble.as_ref());
    Some(Played { fixture, end, record, trouble, thinking })
}

impl<B: Text + Evaluate> Game<'_, B> {
    /// The end, and what went wrong; `None` if the match was called off.
    fn play(
        &mut self,
        seats: &mut [&mut Player<B>; 2],
        call_off: &CallOff,
    ) -> Option<(End, Option<Trouble>)> {
        let seed = self.random.random();
        for side in Side::ALL {
            let started = Instant::now();
            if let Err(failure) = seats[side.index()].begin(seed) {
                return self.end_by(failure, side, &Limits::default());
            }
            // Forgetting the last game is the player's work.
            self.thinking += started.elapsed();
        }
        let mut adjudicator = Adjudicator::default();
        let mut adjudged = None;
        loop {
            if let Some(ending) = self.position.ending() {
                return Some((ending.into(), None));
            }
            if let Some(end) = adjudged {
                return Some((end, None));
            }
            if call_off.is_called() {
                return None;
            }
            let side = self.position.side();
            let number = self.position.board().move_number();
            let limits = self.limits(side);
            match self.turn(&limits, &mut *seats[side.index()]) {
                Ok(ponder) => self.let_ponder(side, ponder, &mut *seats[side.index()]),
                Err(failure) => return self.end_by(failure, side, &limits),
            }
            let score = self.plies.last().and_then(|ply| ply.score);
            adjudged = adjudicator.judge(self.plan, side, score, number, self.plies.len());
        }
    }

    fn limits(&mut self, side: Side) -> Limits {
        let (own, other) = (&self.clocks[side.index()], &self.clocks[side.other().index()]);
        let player = &self.plan.players[self.fixture.players[side.index()]];
        let random = &mut self.random;
        own.limits(side, other, |nodes| match player.jitter {
            None => nodes,
            Some(percent) => {
                let share = percent / 100.0 * (2.0 * random.random::<f64>() - 1.0);
                ((nodes as f64 * (1.0 + share)).round() as u64).max(1)
            }
        })
    }

    /// One move; the reply that the player would like to think on.
    fn turn(&mut self, limits: &Limits, seat: &mut Player<B>) -> Result<Option<String>, Failure> {
        let side = self.position.side();
        let margin = Duration::from_millis(self.plan.margin);
        let allowed = self.clocks[side.index()].allowed(margin);
        let turn = Turn { position: &self.position, game: &self.course, limits, allowed };
        let choice = seat.think(&turn)?;
        self.thinking += choice.taken;
        let board = self.position.board();
        let wire = board.move_text(choice.mv);
        let mv = match self.plan.notation {
            // It is in the course of the game, and needs no second copy.
            Notation::Wire => String::new(),
            notation => Scribe::new(board).write(notation, choice.mv),
        };
        let thought = choice.thought;
        self.plies.push(Ply {
            mv,
            score: thought.score,
            depth: thought.depth,
            time: Some(choice.taken),
            nodes: thought.nodes,
        });
        self.course.moves.push(wire);
        self.clocks[side.index()].press(choice.taken);
        self.position.make(choice.mv, &mut ());
        Ok(choice.ponder)
    }

    /// Has the player of that side think on the reply that it expects, if it is to and may.
    fn let_ponder(&mut self, side: Side, reply: Option<String>, seat: &mut Player<B>) {
        let player = &self.plan.players[self.fixture.players[side.index()]];
        let Some(reply) = reply.filter(|_| player.ponder == Some(true)) else { return };
        let Ok(mv) = self.position.board().parse_move(&reply) else { return };
        let mut after = self.position.clone();
        after.make(mv, &mut ());
        if self.position.ending().is_none() && after.ending().is_none() {
            let limits = self.limits(side);
            self.course.moves.push(reply);
            seat.ponder(&self.course, &limits);
            self.course.moves.pop();
        }
    }

    /// The side's player has failed; `None` if the match was called off.
    fn end_by(
        &self,
        failure: Failure,
        side: Side,
        limits: &Limits,
    ) -> Option<(End, Option<Trouble>)> {
        let end = End::by_fault(failure.cause()?, side);
        let trouble = Trouble {
            player: self.name(side),
            what: failure.to_string(),
            position: position(&self.course).to_string(),
            go: go(limits).to_string(),
        };
        Some((end, Some(trouble)))
    }

    fn name(&self, side: Side) -> String {
        self.plan.players[self.fixture.players[side.index()]].name.clone()
    }

    fn record(mut self, end: End, trouble: Option<&Trouble>) -> Record {
        if self.plan.notation == Notation::Wire {
            let texts = self.course.moves.into_iter();
            self.plies.iter_mut().zip(texts).for_each(|(ply, text)| ply.mv = text);
        }
        let [white, black] = self.fixture.players.map(|player| &self.plan.players[player]);
        let detail = trouble
            .map(|trouble| ("Detail".to_owned(), format!("{} {}", trouble.player, trouble.what)));
        Record {
            event: self.plan.event.clone(),
            date: today(),
            round: self.fixture.round(),
            players: [white.name.clone(), black.name.clone()],
            variant: self.plan.variant,
            start: self.course.start,
            end: Some(end),
            time_control: [white.limit().to_string(), black.limit().to_string()],
            notation: Some(self.plan.notation),
            plies: self.plies,
            tags: detail.into_iter().collect(),
            ..Record::default()
        }
    }
}

/// The day in Greenwich as PGN writes it.
fn today() -> String {
    let date = time::OffsetDateTime::now_utc().date();
    format!("{}.{:02}.{:02}", date.year(), u8::from(date.month()), date.day())
}
