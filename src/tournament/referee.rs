//! The referee of one game. It checks every move, and on request every line that a player reports,
//! runs the clocks and decides the result. It does not rely on the players.

use super::adjudication::Adjudicator;
use super::cancel::CancelToken;
use super::clock::GameClock;
use super::config::{MatchConfig, ScheduledGame};
use super::game_end::GameEnd;
use super::pgn::{GameRecord, RecordedMove, today};
use super::player::{GameMoves, MoveRequest, Player, PlayerFailure};
use super::player_fault::PlayerFault;
use super::shared_tables::SharedTables;
use crate::game::{Game, IllegalMove, new_game};
use crate::moves::{Move, Side};
use crate::plural::counted;
use crate::rules::{Notation, ParseError};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::{Duration, Instant};
use triskelion_protocol::{Bound, Command, Info, Limits, Score, quote_clipped};

/// A finished game.
#[derive(Debug)]
pub(super) struct FinishedGame {
    /// The game of the schedule.
    pub scheduled_game: ScheduledGame,
    /// The end of the game.
    pub end: GameEnd,
    /// The game record for the match file.
    pub record: GameRecord,
    /// The fault, if a player's fault ended the game.
    pub fault: Option<PlayerFault>,
    /// The total time of both players.
    pub thinking_time: Duration,
}

/// A running game.
struct LiveGame<'a> {
    config: &'a MatchConfig,
    scheduled_game: ScheduledGame,
    game: Box<dyn Game>,
    game_moves: GameMoves,
    clocks: [GameClock; 2],
    plies: Vec<RecordedMove>,
    thinking_time: Duration,
    /// The source of the node jitter.
    rng: ChaCha8Rng,
}

/// Plays a game from the FEN `opening`, or from the start position without one. `players` has White
/// first, `endings` adjudicates endings. Returns `None` if the match is canceled.
pub(super) fn play(
    config: &MatchConfig,
    scheduled_game: ScheduledGame,
    opening: Option<&str>,
    mut players: [&mut dyn Player; 2],
    endings: Option<&SharedTables>,
    cancel_token: &CancelToken,
) -> Option<FinishedGame> {
    let mut game = new_game(config.variant);
    // The openings have been read before the match.
    let _ = game.set_position(opening, &[]);
    let mut rng = ChaCha8Rng::seed_from_u64(config.seed);
    rng.set_stream(scheduled_game.game);
    let mut game = LiveGame {
        config,
        scheduled_game,
        game,
        game_moves: GameMoves { start_fen: opening.map(str::to_owned), moves: Vec::new() },
        clocks: scheduled_game.players.map(|player| GameClock::new(&config.players[player])),
        plies: Vec::new(),
        thinking_time: Duration::ZERO,
        rng,
    };
    let (end, fault) = game.play(&mut players, endings, cancel_token)?;
    for player in &mut players {
        player.stop_pondering();
    }
    let thinking_time = game.thinking_time;
    let record = game.into_record(end, fault.as_ref());
    Some(FinishedGame { scheduled_game, end, record, fault, thinking_time })
}

impl LiveGame<'_> {
    /// Plays to the end and returns it with the fault that caused it; `None` if the match is
    /// canceled.
    fn play(
        &mut self,
        players: &mut [&mut dyn Player; 2],
        endings: Option<&SharedTables>,
        cancel_token: &CancelToken,
    ) -> Option<(GameEnd, Option<PlayerFault>)> {
        let seed = self.rng.random();
        for side in Side::ALL {
            let started = Instant::now();
            if let Err(failure) = players[side.index()].new_game(seed) {
                return self.end_by_failure(failure, side, &Limits::default());
            }
            // Clearing the hash table counts as time of the player.
            self.thinking_time += started.elapsed();
        }
        let mut adjudicator = Adjudicator::default();
        let mut adjudicated = None;
        loop {
            if let Some(outcome) = self.game.outcome() {
                return Some((outcome.into(), None));
            }
            if let Some(end) = adjudicated {
                return Some((end, None));
            }
            if cancel_token.is_canceled() {
                return None;
            }
            let side = self.game.side_to_move();
            let move_number = self.game.fullmove_number();
            let limits = self.limits(side);
            match self.play_move(&limits, players[side.index()]) {
                Ok(ponder) => self.start_pondering(side, ponder, players[side.index()]),
                Err(failure) => return self.end_by_failure(failure, side, &limits),
            }
            let score = self.plies.last().and_then(|ply| ply.score);
            adjudicated = adjudicator
                .update(self.config, side, score, move_number, self.plies.len())
                .or_else(|| endings?.end(&*self.game, cancel_token));
        }
    }

    fn limits(&mut self, side: Side) -> Limits {
        let (own, opponent) = (&self.clocks[side.index()], &self.clocks[side.other().index()]);
        let player = &self.config.players[self.scheduled_game.players[side.index()]];
        let rng = &mut self.rng;
        own.limits(side, opponent, |nodes| match player.jitter {
            None => nodes,
            Some(percent) => {
                let share = percent / 100.0 * (2.0 * rng.random::<f64>() - 1.0);
                ((nodes as f64 * (1.0 + share)).round() as u64).max(1)
            }
        })
    }

    /// Plays one move and returns the reply that the player wants to ponder on.
    fn play_move(
        &mut self,
        limits: &Limits,
        player: &mut dyn Player,
    ) -> Result<Option<String>, PlayerFailure> {
        let side = self.game.side_to_move();
        let margin = Duration::from_millis(self.config.time_margin);
        let request = MoveRequest {
            game: &*self.game,
            game_moves: &self.game_moves,
            limits,
            time_limit: self.clocks[side.index()].time_limit(margin),
            keep_lines: self.config.check_lines,
        };
        let reply = player.think(&request)?;
        for line in &reply.lines {
            check_line(&*self.game, line).map_err(|reason| {
                let line = line.pv.join(" ");
                PlayerFailure::InvalidLine { line, reason }
            })?;
        }
        self.thinking_time += reply.elapsed;
        let uci = self.game.move_text(reply.mv, Notation::Uci);
        let mv = match self.config.record_notation() {
            // `into_record` takes the text from `game_moves`.
            Notation::Uci => String::new(),
            notation => self.game.move_text(reply.mv, notation),
        };
        make(&mut *self.game, reply.mv)
            .map_err(|error| PlayerFailure::IllegalMove { text: uci.clone(), error })?;
        self.plies.push(RecordedMove {
            mv,
            score: reply.info.score.map(|(score, _)| score),
            depth: reply.info.depth.and_then(|depth| depth.try_into().ok()),
            time: Some(reply.elapsed),
            nodes: reply.info.nodes,
        });
        self.game_moves.moves.push(uci);
        self.clocks[side.index()].press(reply.elapsed);
        Ok(reply.ponder)
    }

    /// Lets the player of `side` ponder on `reply`, if pondering is on and the reply is legal.
    fn start_pondering(&mut self, side: Side, reply: Option<String>, player: &mut dyn Player) {
        let config = &self.config.players[self.scheduled_game.players[side.index()]];
        let Some(reply) = reply.filter(|_| config.ponder == Some(true)) else { return };
        let mut after = self.game.clone();
        if play_uci(&mut *after, &reply).is_err() {
            return;
        }
        if self.game.outcome().is_none() && after.outcome().is_none() {
            let limits = self.limits(side);
            self.game_moves.moves.push(reply);
            player.ponder(&self.game_moves, &limits);
            self.game_moves.moves.pop();
        }
    }

    /// Ends the game after a failure of the player of `side`; `None` if the match is canceled.
    fn end_by_failure(
        &self,
        failure: PlayerFailure,
        side: Side,
        limits: &Limits,
    ) -> Option<(GameEnd, Option<PlayerFault>)> {
        let end = GameEnd::by_fault(failure.termination()?, side);
        let fault = PlayerFault {
            player: self.player_name(side),
            message: failure.to_string(),
            position: self.game_moves.position_command().to_string(),
            go: Command::Go(limits.clone()).to_string(),
        };
        Some((end, Some(fault)))
    }

    fn player_name(&self, side: Side) -> String {
        self.config.players[self.scheduled_game.players[side.index()]].name.clone()
    }

    fn into_record(mut self, end: GameEnd, fault: Option<&PlayerFault>) -> GameRecord {
        if self.config.record_notation() == Notation::Uci {
            let texts = self.game_moves.moves.into_iter();
            self.plies.iter_mut().zip(texts).for_each(|(ply, text)| ply.mv = text);
        }
        let [white, black] = self.scheduled_game.players.map(|player| &self.config.players[player]);
        let detail =
            fault.map(|fault| ("Detail".to_owned(), format!("{} {}", fault.player, fault.message)));
        GameRecord {
            event: self.config.event.clone(),
            date: today(),
            round: self.scheduled_game.pgn_round(),
            players: [white.name.clone(), black.name.clone()],
            variant: self.config.variant,
            start_fen: self.game_moves.start_fen,
            end: Some(end),
            time_control: [white.limit_text().to_string(), black.limit_text().to_string()],
            notation: Some(self.config.record_notation()),
            plies: self.plies,
            tags: detail.into_iter().collect(),
            ..GameRecord::default()
        }
    }
}

/// Checks a line that the side to move reports: its moves must be legal, and after an exact mate
/// score they must end with that mate. Returns what is wrong.
fn check_line(game: &dyn Game, line: &Info) -> Result<(), String> {
    let side = game.side_to_move();
    let mut game = game.box_clone();
    for text in &line.pv {
        play_uci(&mut *game, text)
            .map_err(|error| format!("{}: {}", quote_clipped(text), error.message))?;
    }
    let Some((Score::Mate(moves_to_mate), Bound::Exact)) = line.score else { return Ok(()) };
    let plies = moves_to_mate.saturating_mul(2).saturating_abs();
    let plies = if moves_to_mate > 0 { plies - 1 } else { plies };
    let winner = if moves_to_mate > 0 { side } else { side.other() };
    let outcome = game.outcome();
    if i64::try_from(line.pv.len()) != Ok(plies) {
        Err(format!("it has {}, mate {moves_to_mate} {plies}", counted(line.pv.len(), "ply")))
    } else if outcome.and_then(|outcome| outcome.winner) != Some(winner) {
        Err(format!("it does not end with mate {moves_to_mate}"))
    } else {
        Ok(())
    }
}

/// Plays a move in UCI notation.
fn play_uci(game: &mut dyn Game, text: &str) -> Result<(), ParseError> {
    let mv = game.board().parse_uci_move(text)?;
    make(game, mv)
}

/// Plays a move, which must be legal.
fn make(game: &mut dyn Game, mv: Move) -> Result<(), ParseError> {
    let error = |error: IllegalMove| ParseError { field: "move", message: error.to_string() };
    game.make(mv).map_err(error)
}
