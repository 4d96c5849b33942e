//! A player that is a child process and speaks the protocol, or in ordinary chess plain UCI.
//!
//! It is asked for its options before anything is set, so that a misspelt one is found before the
//! first game and not in its result. A process that has gone or stalled is started afresh for the
//! next game. What can go wrong on the way is in [`Failure`].

use super::engine_process::{EngineProcess, OutputLine};
use super::{GameMoves, MoveReply, MoveRequest, MoveStats, PlayerFailure, StartError};
use crate::engine::Limits;
use crate::engine::options::UCI_VARIANT;
use crate::registry::Variant;
use crate::rules::BoardText;
use crate::tournament::cancel::CancelToken;
use crate::tournament::config::{MatchConfig, PlayerConfig};
use std::time::{Duration, Instant};
use triskelion_protocol::{
    BasePosition, Bound, Command, EngineMessage, Go, NO_MOVE, OptionDeclaration, OptionType,
    PositionCommand,
};

/// A child process, running or to be started again.
pub(crate) struct UciPlayer {
    config: PlayerConfig,
    variant: Variant,
    stall_timeout: Duration,
    cancel_token: CancelToken,
    process: Option<EngineProcess>,
    /// The move that it thinks on in the opponent's time.
    ponder_move: Option<String>,
}

impl UciPlayer {
    /// Starts it and shakes hands.
    pub fn start(
        player: &PlayerConfig,
        plan: &MatchConfig,
        call_off: &CancelToken,
    ) -> Result<UciPlayer, StartError> {
        let mut process = UciPlayer {
            config: player.clone(),
            variant: plan.variant,
            stall_timeout: Duration::from_secs_f64(plan.stall_timeout),
            cancel_token: call_off.clone(),
            process: None,
            ponder_move: None,
        };
        let fault = |error: ConnectError| StartError {
            name: player.name.clone(),
            cause: error.to_string(),
        };
        process.connect().map_err(fault)?;
        Ok(process)
    }

    /// Starts the program, reads its options and sets them.
    fn connect(&mut self) -> Result<(), ConnectError> {
        let program = self.config.cmd.clone().unwrap_or_default();
        let link = EngineProcess::start(&program, &self.config, &self.cancel_token);
        self.process =
            Some(link.map_err(|cause| ConnectError::Spawn { program: program.clone(), cause })?);
        let failed =
            |failure: PlayerFailure| ConnectError::Failed { program: program.clone(), failure };
        self.send(&Command::Uci);
        let deadline = Instant::now() + self.stall_timeout;
        let mut offered: Vec<OptionDeclaration> = Vec::new();
        loop {
            match self.next_message(deadline).map_err(failed)? {
                Some(EngineMessage::UciOk) => break,
                Some(EngineMessage::Option(declaration)) => offered.push(declaration),
                _ => {}
            }
        }
        let mut settings: Vec<(String, String)> = Vec::new();
        match offered.iter().find(|option| option.is_named(UCI_VARIANT)) {
            Some(_) => settings.push((UCI_VARIANT.to_owned(), self.variant.name().to_owned())),
            None if self.variant == Variant::Chess => {}
            None => return Err(ConnectError::ChessOnly(program)),
        }
        if self.config.ponder == Some(true) && offered.iter().any(|it| it.is_named("Ponder")) {
            settings.push(("Ponder".to_owned(), "true".to_owned()));
        }
        settings
            .extend(self.config.option.iter().map(|(name, value)| (name.clone(), value.clone())));
        // Some engines size their table by their threads.
        settings.sort_by_key(|(name, _)| !name.eq_ignore_ascii_case("Threads"));
        for (name, value) in settings {
            let found = offered.iter().find(|option| option.is_named(&name));
            let declaration = found.ok_or_else(|| {
                let names: Vec<&str> = offered.iter().map(|option| option.name.as_str()).collect();
                ConnectError::UnknownOption { name: name.clone(), offered: names.join(", ") }
            })?;
            declaration.parse_value(Some(&value)).map_err(ConnectError::Value)?;
            let is_button = declaration.kind == OptionType::Button;
            let value = (!is_button).then_some(value);
            self.send(&Command::SetOption { name: declaration.name.clone(), value });
        }
        self.wait_until_ready().map_err(failed)
    }

    /// A new game; a process that has been lost is started again.
    pub fn new_game(&mut self) -> Result<(), PlayerFailure> {
        self.ponder_move = None;
        if self.process.is_none() {
            self.connect().map_err(|error| {
                self.process = None;
                match error {
                    ConnectError::Failed { failure, .. } => failure,
                    error => PlayerFailure::Disconnect {
                        status: error.to_string(),
                        partial_line: String::new(),
                    },
                }
            })?;
        }
        self.send(&Command::UciNewGame);
        let ready = self.wait_until_ready();
        self.discard_if_lost(ready)
    }

    /// Has it search, and waits for its move.
    pub fn think<B: BoardText>(
        &mut self,
        turn: &MoveRequest<'_, B>,
    ) -> Result<MoveReply, PlayerFailure> {
        let choice = self.search(turn);
        self.discard_if_lost(choice)
    }

    fn search<B: BoardText>(
        &mut self,
        turn: &MoveRequest<'_, B>,
    ) -> Result<MoveReply, PlayerFailure> {
        let played = turn.game_moves.moves.last();
        let hit = self.ponder_move.is_some() && self.ponder_move.as_ref() == played;
        let started;
        if hit {
            self.ponder_move = None;
            started = Instant::now();
            self.send(&Command::PonderHit);
        } else {
            self.try_stop_pondering()?;
            self.send(&position_command(turn.game_moves));
            started = Instant::now();
            self.send(&Command::Go(go_command(turn.limits)));
        }
        let deadline = started + turn.time_limit.unwrap_or(self.stall_timeout);
        let mut thought = MoveStats::default();
        let heard = match self.wait_for_best_move(deadline, &mut thought) {
            // Out of time; whether it is late or does not answer at all is seen by asking.
            Err(PlayerFailure::Stall { .. }) => {
                self.send(&Command::Stop);
                let heard =
                    self.wait_for_best_move(Instant::now() + self.stall_timeout, &mut thought);
                // What it kept silent for began with its turn.
                heard.map_err(|failure| measure_stall_from(failure, started))?
            }
            heard => heard?,
        };
        let BestMove { text, ponder, at } = heard;
        let taken = at.saturating_duration_since(started);
        let allowed = turn.time_limit.unwrap_or(self.stall_timeout);
        if taken > allowed {
            let clock = turn.time_limit.is_some();
            return Err(PlayerFailure::TimeForfeit {
                elapsed: taken,
                time_limit: allowed,
                has_clock: clock,
                reported_time: thought.reported_time,
            });
        }
        match turn.position.board().parse_uci_move(&text) {
            Ok(mv) => Ok(MoveReply { mv, stats: thought, elapsed: taken, ponder }),
            Err(fault) => Err(PlayerFailure::IllegalMove { text, error: fault }),
        }
    }

    /// Has it think on the last move of this game, which it expects.
    pub fn ponder(&mut self, game: &GameMoves, limits: &Limits) {
        let Some(expected) = game.moves.last() else { return };
        self.send(&position_command(game));
        self.send(&Command::Go(Go { ponder: true, ..go_command(limits) }));
        self.ponder_move = Some(expected.clone());
    }

    /// Ends what it still thinks about.
    pub fn stop_pondering(&mut self) {
        let ended = self.try_stop_pondering();
        // Whatever is wrong with it will show in the next game.
        let _ = self.discard_if_lost(ended);
    }

    fn try_stop_pondering(&mut self) -> Result<(), PlayerFailure> {
        if self.ponder_move.take().is_some() {
            self.send(&Command::Stop);
            self.wait_for_best_move(
                Instant::now() + self.stall_timeout,
                &mut MoveStats::default(),
            )?;
        }
        Ok(())
    }

    /// Reads on to `bestmove`, and keeps what was said last on the way.
    fn wait_for_best_move(
        &mut self,
        deadline: Instant,
        thought: &mut MoveStats,
    ) -> Result<BestMove, PlayerFailure> {
        loop {
            let OutputLine { line, at } = self.next_line(deadline)?;
            match line.parse() {
                Ok(EngineMessage::Info(info)) if info.multipv.is_none_or(|rank| rank == 1) => {
                    let exact = info.score.filter(|(_, bound)| *bound == Bound::Exact);
                    if let Some((score, _)) =
                        exact.or(info.score.filter(|_| thought.score.is_none()))
                    {
                        thought.score = Some(score);
                        thought.depth = info.depth.and_then(|depth| depth.try_into().ok());
                    }
                    thought.nodes = info.nodes.or(thought.nodes);
                    thought.reported_time =
                        info.time.map(Duration::from_millis).or(thought.reported_time);
                }
                Ok(EngineMessage::BestMove { best, ponder }) => {
                    let text = best.unwrap_or_else(|| NO_MOVE.to_owned());
                    return Ok(BestMove { text, ponder, at });
                }
                // Words of another program are its own affair, unless they should be its move.
                Err(_) if line.split_whitespace().next() == Some("bestmove") => {
                    let text = line.trim_start_matches("bestmove").trim().to_owned();
                    return Ok(BestMove { text, ponder: None, at });
                }
                _ => {}
            }
            self.check_deadline(at, deadline)?;
        }
    }

    fn wait_until_ready(&mut self) -> Result<(), PlayerFailure> {
        self.send(&Command::IsReady);
        let deadline = Instant::now() + self.stall_timeout;
        while self.next_message(deadline)? != Some(EngineMessage::ReadyOk) {}
        Ok(())
    }

    /// The next line, as an answer if it is one.
    fn next_message(&mut self, deadline: Instant) -> Result<Option<EngineMessage>, PlayerFailure> {
        let OutputLine { line, at } = self.next_line(deadline)?;
        self.check_deadline(at, deadline)?;
        Ok(line.parse().ok())
    }

    /// Who prints on and on, but never what is waited for, is as good as silent.
    fn check_deadline(&self, at: Instant, deadline: Instant) -> Result<(), PlayerFailure> {
        if at <= deadline {
            return Ok(());
        }
        Err(PlayerFailure::Stall { waited: self.stall_timeout, partial_line: String::new() })
    }

    fn next_line(&mut self, deadline: Instant) -> Result<OutputLine, PlayerFailure> {
        let gone = || PlayerFailure::Disconnect {
            status: "not running".to_owned(),
            partial_line: String::new(),
        };
        self.process.as_mut().ok_or_else(gone)?.next_line(deadline)
    }

    fn send(&self, command: &Command) {
        if let Some(link) = &self.process {
            link.send(command.to_string());
        }
    }

    /// Lets go of a process that cannot go on.
    fn discard_if_lost<T>(
        &mut self,
        outcome: Result<T, PlayerFailure>,
    ) -> Result<T, PlayerFailure> {
        if matches!(outcome, Err(PlayerFailure::Disconnect { .. } | PlayerFailure::Stall { .. })) {
            self.process = None;
            self.ponder_move = None;
        }
        outcome
    }
}

/// Why a process is not ready to play.
#[derive(Debug, thiserror::Error)]
enum ConnectError {
    #[error("could not run \"{program}\": {cause}")]
    Spawn { program: String, cause: std::io::Error },
    #[error("\"{program}\" {failure}")]
    Failed { program: String, failure: PlayerFailure },
    #[error("\"{0}\" plays chess only: it has no {UCI_VARIANT}")]
    ChessOnly(String),
    #[error("no option is called \"{name}\"; expected one of {offered}")]
    UnknownOption { name: String, offered: String },
    #[error(transparent)]
    Value(triskelion_protocol::ProtocolError),
}

/// What came with `bestmove`.
struct BestMove {
    text: String,
    ponder: Option<String>,
    at: Instant,
}

/// The failure, its silence counted from the start of the turn.
fn measure_stall_from(failure: PlayerFailure, started: Instant) -> PlayerFailure {
    match failure {
        PlayerFailure::Stall { partial_line: text, .. } => {
            PlayerFailure::Stall { waited: started.elapsed(), partial_line: text }
        }
        other => other,
    }
}

/// The command that sets the position of this game.
pub(crate) fn position_command(game: &GameMoves) -> Command {
    let base = game.start_fen.clone().map_or(BasePosition::StartPos, BasePosition::Fen);
    Command::Position(PositionCommand { base, moves: game.moves.clone() })
}

/// The command that searches within these limits.
pub(crate) fn go_command(limits: &Limits) -> Go {
    // UCI has no clock at zero.
    let clock = |time: Option<u64>| time.map(|time| time.max(1));
    Go {
        wtime: clock(limits.wtime),
        btime: clock(limits.btime),
        winc: limits.winc,
        binc: limits.binc,
        movestogo: limits.movestogo.map(u64::from),
        movetime: limits.movetime,
        depth: limits.depth.map(u64::from),
        nodes: limits.nodes,
        ..Go::default()
    }
}
