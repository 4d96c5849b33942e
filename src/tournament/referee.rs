//! One game, from its opening to its end: the referee knows the rules, runs the clocks, and takes
//! nobody's word for anything.

use super::GameEnd;
use super::adjudication::Adjudicator;
use super::cancel::CancelToken;
use super::clock::GameClock;
use super::config::{MatchConfig, ScheduledGame};
use super::pgn::{GameRecord, RecordedMove};
use super::player::{GameMoves, MoveRequest, Player, PlayerFailure, go_command, position_command};
use crate::engine::Limits;
use crate::moves::Side;
use crate::notation::NotationCodec;
use crate::position::Position;
use crate::registry::RuleSet;
use crate::rules::Notation;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::fmt;
use std::time::{Duration, Instant};

/// A game that was played to its end.
#[derive(Debug)]
pub(super) struct FinishedGame {
    /// Which one.
    pub scheduled_game: ScheduledGame,
    /// How it ended.
    pub end: GameEnd,
    /// The game as it is kept.
    pub record: GameRecord,
    /// What went wrong, if it ended by a player's fault.
    pub fault: Option<PlayerFault>,
    /// How long the players thought.
    pub thinking_time: Duration,
}

/// A player's fault, with all that is needed to see it again.
#[derive(Clone, Debug)]
pub struct PlayerFault {
    /// The player at fault.
    pub player: String,
    /// What it did.
    pub message: String,
    /// The command that set the position.
    pub position: String,
    /// The command that it answered so.
    pub go: String,
}

impl fmt::Display for PlayerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", self.player, self.message)?;
        write!(f, "  {}\n  {}", self.position, self.go)
    }
}

/// A game under way.
struct LiveGame<'a, B> {
    config: &'a MatchConfig,
    scheduled_game: ScheduledGame,
    position: Position<B>,
    game_moves: GameMoves,
    clocks: [GameClock; 2],
    plies: Vec<RecordedMove>,
    thinking_time: Duration,
    /// Varies the nodes.
    rng: ChaCha8Rng,
}

/// Plays a game from that position string (the start position without one); `seats` has the
/// players by colour, White first. `None` if the match was called off meanwhile.
pub(super) fn play<B: RuleSet>(
    plan: &MatchConfig,
    fixture: ScheduledGame,
    opening: Option<&str>,
    mut seats: [&mut Player<B>; 2],
    call_off: &CancelToken,
) -> Option<FinishedGame> {
    let start = opening.and_then(|text| B::from_fen(text).ok()).unwrap_or_else(B::startpos);
    let mut random = ChaCha8Rng::seed_from_u64(plan.seed);
    random.set_stream(fixture.game);
    let mut game = LiveGame {
        config: plan,
        scheduled_game: fixture,
        position: Position::new(start),
        game_moves: GameMoves { start_fen: opening.map(str::to_owned), moves: Vec::new() },
        clocks: fixture.players.map(|player| GameClock::new(&plan.players[player])),
        plies: Vec::new(),
        thinking_time: Duration::ZERO,
        rng: random,
    };
    let (end, trouble) = game.play(&mut seats, call_off)?;
    for seat in &mut seats {
        seat.stop_pondering();
    }
    let thinking = game.thinking_time;
    let record = game.into_record(end, trouble.as_ref());
    Some(FinishedGame {
        scheduled_game: fixture,
        end,
        record,
        fault: trouble,
        thinking_time: thinking,
    })
}

impl<B: RuleSet> LiveGame<'_, B> {
    /// The end, and what went wrong; `None` if the match was called off.
    fn play(
        &mut self,
        seats: &mut [&mut Player<B>; 2],
        call_off: &CancelToken,
    ) -> Option<(GameEnd, Option<PlayerFault>)> {
        let seed = self.rng.random();
        for side in Side::ALL {
            let started = Instant::now();
            if let Err(failure) = seats[side.index()].new_game(seed) {
                return self.end_by_failure(failure, side, &Limits::default());
            }
            // Forgetting the last game is the player's work.
            self.thinking_time += started.elapsed();
        }
        let mut adjudicator = Adjudicator::default();
        let mut adjudged = None;
        loop {
            if let Some(ending) = self.position.outcome() {
                return Some((ending.into(), None));
            }
            if let Some(end) = adjudged {
                return Some((end, None));
            }
            if call_off.is_cancelled() {
                return None;
            }
            let side = self.position.side_to_move();
            let number = self.position.board().fullmove_number();
            let limits = self.limits(side);
            match self.play_move(&limits, &mut *seats[side.index()]) {
                Ok(ponder) => self.start_pondering(side, ponder, &mut *seats[side.index()]),
                Err(failure) => return self.end_by_failure(failure, side, &limits),
            }
            let score = self.plies.last().and_then(|ply| ply.score);
            adjudged = adjudicator.update(self.config, side, score, number, self.plies.len());
        }
    }

    fn limits(&mut self, side: Side) -> Limits {
        let (own, other) = (&self.clocks[side.index()], &self.clocks[side.other().index()]);
        let player = &self.config.players[self.scheduled_game.players[side.index()]];
        let random = &mut self.rng;
        own.limits(side, other, |nodes| match player.jitter {
            None => nodes,
            Some(percent) => {
                let share = percent / 100.0 * (2.0 * random.random::<f64>() - 1.0);
                ((nodes as f64 * (1.0 + share)).round() as u64).max(1)
            }
        })
    }

    /// One move; the reply that the player would like to think on.
    fn play_move(
        &mut self,
        limits: &Limits,
        seat: &mut Player<B>,
    ) -> Result<Option<String>, PlayerFailure> {
        let side = self.position.side_to_move();
        let margin = Duration::from_millis(self.config.time_margin);
        let allowed = self.clocks[side.index()].time_limit(margin);
        let turn = MoveRequest {
            position: &self.position,
            game_moves: &self.game_moves,
            limits,
            time_limit: allowed,
        };
        let choice = seat.think(&turn)?;
        self.thinking_time += choice.elapsed;
        let board = self.position.board();
        let wire = board.move_to_uci(choice.mv);
        let mv = match self.config.notation {
            // It is in the course of the game, and needs no second copy.
            Notation::Uci => String::new(),
            notation => NotationCodec::new(board).format(notation, choice.mv),
        };
        let thought = choice.stats;
        self.plies.push(RecordedMove {
            mv,
            score: thought.score,
            depth: thought.depth,
            time: Some(choice.elapsed),
            nodes: thought.nodes,
        });
        self.game_moves.moves.push(wire);
        self.clocks[side.index()].press(choice.elapsed);
        self.position.make(choice.mv, &mut ());
        Ok(choice.ponder)
    }

    /// Has the player of that side think on the reply that it expects, if it is to and may.
    fn start_pondering(&mut self, side: Side, reply: Option<String>, seat: &mut Player<B>) {
        let player = &self.config.players[self.scheduled_game.players[side.index()]];
        let Some(reply) = reply.filter(|_| player.ponder == Some(true)) else { return };
        let Ok(mv) = self.position.board().parse_uci_move(&reply) else { return };
        let mut after = self.position.clone();
        after.make(mv, &mut ());
        if self.position.outcome().is_none() && after.outcome().is_none() {
            let limits = self.limits(side);
            self.game_moves.moves.push(reply);
            seat.ponder(&self.game_moves, &limits);
            self.game_moves.moves.pop();
        }
    }

    /// The side's player has failed; `None` if the match was called off.
    fn end_by_failure(
        &self,
        failure: PlayerFailure,
        side: Side,
        limits: &Limits,
    ) -> Option<(GameEnd, Option<PlayerFault>)> {
        let end = GameEnd::by_fault(failure.termination()?, side);
        let trouble = PlayerFault {
            player: self.player_name(side),
            message: failure.to_string(),
            position: position_command(&self.game_moves).to_string(),
            go: go_command(limits).to_string(),
        };
        Some((end, Some(trouble)))
    }

    fn player_name(&self, side: Side) -> String {
        self.config.players[self.scheduled_game.players[side.index()]].name.clone()
    }

    fn into_record(mut self, end: GameEnd, trouble: Option<&PlayerFault>) -> GameRecord {
        if self.config.notation == Notation::Uci {
            let texts = self.game_moves.moves.into_iter();
            self.plies.iter_mut().zip(texts).for_each(|(ply, text)| ply.mv = text);
        }
        let [white, black] = self.scheduled_game.players.map(|player| &self.config.players[player]);
        let detail = trouble.map(|trouble| {
            ("Detail".to_owned(), format!("{} {}", trouble.player, trouble.message))
        });
        GameRecord {
            event: self.config.event.clone(),
            date: today(),
            round: self.scheduled_game.pgn_round(),
            players: [white.name.clone(), black.name.clone()],
            variant: self.config.variant,
            start_fen: self.game_moves.start_fen,
            end: Some(end),
            time_control: [white.limit_text().to_string(), black.limit_text().to_string()],
            notation: Some(self.config.notation),
            plies: self.plies,
            tags: detail.into_iter().collect(),
            ..GameRecord::default()
        }
    }
}

/// The day in Greenwich as PGN writes it.
fn today() -> String {
    let date = time::OffsetDateTime::now_utc().date();
    format!("{}.{:02}.{:02}", date.year(), u8::from(date.month()), date.day())
}
