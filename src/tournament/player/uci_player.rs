//! A player that runs as a child process and speaks UCI with our extensions, or plain UCI in
//! ordinary chess.
//!
//! Reads the engine's options before setting any, so a misspelled option fails before the first
//! game. A process that exits or stalls is restarted for the next game.

use super::engine_process::{EngineProcess, OutputLine, Wait};
use super::failure::{PlayerFailure, StartError};
use super::messages::{GameMoves, MoveReply, MoveRequest, Player};
use crate::engine::options::{UCI_VARIANT, VARIANT_PATH};
use crate::registry::Variant;
use crate::search::TUNABLES;
use crate::tournament::cancel::CancelToken;
use crate::tournament::config::{MatchConfig, PlayerConfig};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use triskelion_protocol::{
    Bound, Command, EngineMessage, Info, Limits, NO_MOVE, OptionDeclaration, OptionType,
};

/// A child process, running or to be restarted.
pub(crate) struct UciPlayer {
    config: PlayerConfig,
    variant: Variant,
    stall_timeout: Duration,
    cancel_token: CancelToken,
    process: Option<EngineProcess>,
    /// The expected reply that the engine ponders on.
    ponder_move: Option<String>,
}

impl UciPlayer {
    /// Starts the process and sets its options.
    pub(crate) fn start(
        player: &PlayerConfig,
        config: &MatchConfig,
        cancel_token: &CancelToken,
    ) -> Result<UciPlayer, StartError> {
        let mut uci_player = UciPlayer {
            config: player.clone(),
            variant: config.variant,
            stall_timeout: Duration::from_secs_f64(config.stall_timeout),
            cancel_token: cancel_token.clone(),
            process: None,
            ponder_move: None,
        };
        uci_player
            .connect()
            .map_err(|error| StartError { name: player.name.clone(), cause: error.to_string() })?;
        Ok(uci_player)
    }

    /// Starts the program, reads its options and sets them.
    fn connect(&mut self) -> Result<(), ConnectError> {
        let program = self.config.cmd.clone().unwrap_or_default();
        // The operating system reports a missing directory like a missing program.
        if let Some(dir) = self.config.dir.clone().filter(|dir| !dir.is_dir()) {
            return Err(ConnectError::NoDirectory { program, dir });
        }
        let process = EngineProcess::start(&program, &self.config, &self.cancel_token);
        self.process =
            Some(process.map_err(|cause| ConnectError::Spawn { program: program.clone(), cause })?);
        let failed =
            |failure: PlayerFailure| ConnectError::Failed { program: program.clone(), failure };
        self.send(&Command::Uci);
        let wait = self.wait_for("uciok");
        let mut offered: Vec<OptionDeclaration> = Vec::new();
        let mut is_this_engine = false;
        loop {
            match self.next_message(wait).map_err(failed)? {
                Some(EngineMessage::UciOk) => break,
                Some(EngineMessage::Name(name)) => is_this_engine = name.starts_with("Triskelion"),
                Some(EngineMessage::Option(declaration)) => offered.push(declaration),
                _ => {}
            }
        }
        let mut settings: Vec<(String, String)> = Vec::new();
        match offered.iter().find(|option| option.is_named(UCI_VARIANT)) {
            Some(_) => {
                if let Some(file) = self.variant.file() {
                    settings.push((VARIANT_PATH.to_owned(), file.to_owned()));
                }
                settings.push((UCI_VARIANT.to_owned(), self.variant.name().to_owned()));
            }
            None if self.variant == Variant::Chess => {}
            None => return Err(ConnectError::ChessOnly(program)),
        }
        if self.config.ponder == Some(true) && offered.iter().any(|it| it.is_named("Ponder")) {
            settings.push(("Ponder".to_owned(), "true".to_owned()));
        }
        settings
            .extend(self.config.option.iter().map(|(name, value)| (name.clone(), value.clone())));
        // Some engines allocate their hash table by the number of threads.
        settings.sort_by_key(|(name, _)| !name.eq_ignore_ascii_case("Threads"));
        for (name, value) in settings {
            let found = offered.iter().find(|option| option.is_named(&name));
            let declaration = found.ok_or_else(|| {
                let names: Vec<&str> = offered.iter().map(|option| option.name.as_str()).collect();
                let offered = names.join(", ");
                let mut tunables = TUNABLES.iter();
                match is_this_engine && tunables.any(|it| it.name.eq_ignore_ascii_case(&name)) {
                    true => ConnectError::NoTuning { name: name.clone() },
                    false if offered.is_empty() => ConnectError::NoOptions(name.clone()),
                    false => ConnectError::UnknownOption { name: name.clone(), offered },
                }
            })?;
            declaration.parse_value(Some(&value)).map_err(ConnectError::Value)?;
            let is_button = declaration.kind == OptionType::Button;
            let value = (!is_button).then_some(value);
            self.send(&Command::SetOption { name: declaration.name.clone(), value });
        }
        self.wait_until_ready().map_err(failed)
    }

    fn search(&mut self, request: &MoveRequest<'_>) -> Result<MoveReply, PlayerFailure> {
        let last_move = request.game_moves.moves.last();
        let is_ponder_hit = self.ponder_move.is_some() && self.ponder_move.as_ref() == last_move;
        let started;
        if is_ponder_hit {
            self.ponder_move = None;
            started = Instant::now();
            self.send(&Command::PonderHit);
        } else {
            self.try_stop_pondering()?;
            self.send(&request.game_moves.position_command());
            started = Instant::now();
            self.send(&Command::Go(request.limits.clone()));
        }
        let time_limit = request.time_limit.unwrap_or(self.stall_timeout);
        let mut reports = Reports { keep_lines: request.keep_lines, ..Reports::default() };
        let deadline = started + time_limit;
        let wait = Wait { expected: "bestmove", since: started, deadline };
        let best_move = match self.wait_for_best_move(wait, &mut reports) {
            // The time is up. The reply to `stop` distinguishes a late move from a stall.
            Err(PlayerFailure::Stall { .. }) => {
                self.send(&Command::Stop);
                let wait = Wait { since: started, ..self.wait_for("bestmove") };
                self.wait_for_best_move(wait, &mut reports)?
            }
            result => result?,
        };
        let BestMove { text, ponder, at } = best_move;
        let Reports { last: info, lines, .. } = reports;
        let elapsed = at.saturating_duration_since(started);
        if elapsed > time_limit {
            return Err(PlayerFailure::TimeForfeit {
                elapsed,
                time_limit,
                has_clock: request.time_limit.is_some(),
                reported_time: info.time.map(Duration::from_millis),
            });
        }
        match request.game.board().parse_uci_move(&text) {
            Ok(mv) => Ok(MoveReply { mv, info, lines, elapsed, ponder }),
            Err(error) => Err(PlayerFailure::IllegalMove { text, error }),
        }
    }

    fn try_stop_pondering(&mut self) -> Result<(), PlayerFailure> {
        if self.ponder_move.take().is_some() {
            self.send(&Command::Stop);
            self.wait_for_best_move(self.wait_for("bestmove"), &mut Reports::default())?;
        }
        Ok(())
    }

    /// Reads up to `bestmove` and collects what the `info` lines before it report.
    fn wait_for_best_move(
        &mut self,
        wait: Wait,
        reports: &mut Reports,
    ) -> Result<BestMove, PlayerFailure> {
        loop {
            let OutputLine { line, at } = self.next_line(wait)?;
            match line.parse() {
                Ok(EngineMessage::Info(info)) => reports.add(info),
                Ok(EngineMessage::BestMove { best, ponder }) => {
                    let text = best.unwrap_or_else(|| NO_MOVE.to_owned());
                    return Ok(BestMove { text, ponder, at });
                }
                // Unknown output is ignored, except a `bestmove` that cannot be parsed.
                Err(_) if line.split_whitespace().next() == Some("bestmove") => {
                    let text = line.trim_start_matches("bestmove").trim().to_owned();
                    return Ok(BestMove { text, ponder: None, at });
                }
                _ => {}
            }
            check_deadline(at, wait)?;
        }
    }

    /// Returns the wait for the answer to a command that was sent now, up to the stall timeout.
    fn wait_for(&self, expected: &'static str) -> Wait {
        let since = Instant::now();
        Wait { expected, since, deadline: since + self.stall_timeout }
    }

    fn wait_until_ready(&mut self) -> Result<(), PlayerFailure> {
        self.send(&Command::IsReady);
        let wait = self.wait_for("readyok");
        while self.next_message(wait)? != Some(EngineMessage::ReadyOk) {}
        Ok(())
    }

    /// Reads the next line; returns `None` if it is not a UCI message.
    fn next_message(&mut self, wait: Wait) -> Result<Option<EngineMessage>, PlayerFailure> {
        let OutputLine { line, at } = self.next_line(wait)?;
        check_deadline(at, wait)?;
        Ok(line.parse().ok())
    }

    fn next_line(&mut self, wait: Wait) -> Result<OutputLine, PlayerFailure> {
        let not_running = || PlayerFailure::Disconnect {
            status: "not running".to_owned(),
            partial_line: String::new(),
        };
        self.process.as_mut().ok_or_else(not_running)?.next_line(wait)
    }

    fn send(&self, command: &Command) {
        if let Some(process) = &self.process {
            process.send(command.to_string());
        }
    }

    /// Drops the process after a failure that it cannot recover from.
    fn discard_if_lost<T>(&mut self, result: Result<T, PlayerFailure>) -> Result<T, PlayerFailure> {
        if matches!(result, Err(PlayerFailure::Disconnect { .. } | PlayerFailure::Stall { .. })) {
            self.process = None;
            self.ponder_move = None;
        }
        result
    }
}

impl Player for UciPlayer {
    /// Restarts the process if it was lost.
    fn new_game(&mut self, _seed: u64) -> Result<(), PlayerFailure> {
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

    fn think(&mut self, request: &MoveRequest<'_>) -> Result<MoveReply, PlayerFailure> {
        let reply = self.search(request);
        self.discard_if_lost(reply)
    }

    fn ponder(&mut self, game: &GameMoves, limits: &Limits) {
        let Some(expected) = game.moves.last() else { return };
        self.send(&game.position_command());
        self.send(&Command::Go(Limits { ponder: true, ..limits.clone() }));
        self.ponder_move = Some(expected.clone());
    }

    /// A failure is reported in the next game.
    fn stop_pondering(&mut self) {
        let result = self.try_stop_pondering();
        let _ = self.discard_if_lost(result);
    }
}

/// The reason why a process is not ready to play.
#[derive(Debug, thiserror::Error)]
enum ConnectError {
    #[error("could not run \"{program}\": {cause}")]
    Spawn { program: String, cause: std::io::Error },
    #[error("could not run \"{program}\": dir: {} is not a directory", .dir.display())]
    NoDirectory { program: String, dir: PathBuf },
    #[error("\"{program}\" {failure}")]
    Failed { program: String, failure: PlayerFailure },
    #[error("\"{0}\" plays chess only: it has no {UCI_VARIANT}")]
    ChessOnly(String),
    #[error(
        "unknown option \"{name}\", a parameter of the search; build the engine with the feature `tuning`"
    )]
    NoTuning { name: String },
    #[error("unknown option \"{name}\"; expected one of {offered}")]
    UnknownOption { name: String, offered: String },
    #[error("unknown option \"{0}\"; the engine has no options")]
    NoOptions(String),
    #[error(transparent)]
    Value(triskelion_protocol::ProtocolError),
}

/// What the `info` lines of a search report.
#[derive(Default)]
struct Reports {
    /// The last values of the best line. An exact score replaces a bound, not the reverse.
    last: Info,
    /// The reports with a principal variation, if `keep_lines`.
    lines: Vec<Info>,
    keep_lines: bool,
}

impl Reports {
    fn add(&mut self, info: Info) {
        let last = &mut self.last;
        if info.multipv.is_none_or(|rank| rank == 1) {
            let is_exact = matches!(info.score, Some((_, Bound::Exact)));
            if is_exact || last.score.is_none() && info.score.is_some() {
                (last.score, last.depth) = (info.score, info.depth);
            }
            last.nodes = info.nodes.or(last.nodes);
            last.time = info.time.or(last.time);
        }
        if self.keep_lines && !info.pv.is_empty() {
            self.lines.push(info);
        }
    }
}

/// A `bestmove` line and the time at which it was read.
struct BestMove {
    text: String,
    ponder: Option<String>,
    at: Instant,
}

/// Fails after the deadline: an engine that keeps printing other lines counts as stalled.
fn check_deadline(at: Instant, wait: Wait) -> Result<(), PlayerFailure> {
    if at <= wait.deadline { Ok(()) } else { Err(wait.stall(at, String::new())) }
}
