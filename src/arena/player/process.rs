//! A player that is a child process and speaks the protocol, or in ordinary chess plain UCI.
//!
//! It is asked for its options before anything is set, so that a misspelt one is found before the
//! first game and not in its result. A process that has gone or stalled is started afresh for the
//! next game. What can go wrong on the way is in [`Failure`].

use super::link::{Heard, Link};
use super::{Choice, Course, Failure, StartError, Thought, Turn};
use crate::arena::call_off::CallOff;
use crate::arena::plan::{Plan, PlayerPlan};
use crate::engine::Limits;
use crate::rules::Text;
use crate::rules::registry::Variant;
use crate::session::options::VARIANT;
use std::time::{Duration, Instant};
use triskelion_protocol::{
    Answer, Base, Bound, Command, Declaration, Go, NONE, OptionKind, PositionCommand,
};

/// A child process, running or to be started again.
pub(crate) struct Process {
    player: PlayerPlan,
    variant: Variant,
    patience: Duration,
    call_off: CallOff,
    link: Option<Link>,
    /// The move that it thinks on in the opponent's time.
    pondering: Option<String>,
}

impl Process {
    /// Starts it and shakes hands.
    pub fn start(
        player: &PlayerPlan,
        plan: &Plan,
        call_off: &CallOff,
    ) -> Result<Process, StartError> {
        let mut process = Process {
            player: player.clone(),
            variant: plan.variant,
            patience: Duration::from_secs_f64(plan.patience),
            call_off: call_off.clone(),
            link: None,
            pondering: None,
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
        let program = self.player.cmd.clone().unwrap_or_default();
        let link = Link::start(&program, &self.player, &self.call_off);
        self.link =
            Some(link.map_err(|cause| ConnectError::Run { program: program.clone(), cause })?);
        let failed = |failure: Failure| ConnectError::Failed { program: program.clone(), failure };
        self.send(&Command::Uci);
        let deadline = Instant::now() + self.patience;
        let mut offered: Vec<Declaration> = Vec::new();
        loop {
            match self.answer(deadline).map_err(failed)? {
                Some(Answer::UciOk) => break,
                Some(Answer::Option(declaration)) => offered.push(declaration),
                _ => {}
            }
        }
        let mut settings: Vec<(String, String)> = Vec::new();
        match offered.iter().find(|option| option.is_named(VARIANT)) {
            Some(_) => settings.push((VARIANT.to_owned(), self.variant.name().to_owned())),
            None if self.variant == Variant::Chess => {}
            None => return Err(ConnectError::ChessOnly(program)),
        }
        if self.player.ponder == Some(true) && offered.iter().any(|it| it.is_named("Ponder")) {
            settings.push(("Ponder".to_owned(), "true".to_owned()));
        }
        settings
            .extend(self.player.option.iter().map(|(name, value)| (name.clone(), value.clone())));
        // Some engines size their table by their threads.
        settings.sort_by_key(|(name, _)| !name.eq_ignore_ascii_case("Threads"));
        for (name, value) in settings {
            let found = offered.iter().find(|option| option.is_named(&name));
            let declaration = found.ok_or_else(|| {
                let names: Vec<&str> = offered.iter().map(|option| option.name.as_str()).collect();
                ConnectError::NoOption { name: name.clone(), offered: names.join(", ") }
            })?;
            declaration.setting(Some(&value)).map_err(ConnectError::Value)?;
            let is_button = declaration.kind == OptionKind::Button;
            let value = (!is_button).then_some(value);
            self.send(&Command::SetOption { name: declaration.name.clone(), value });
        }
        self.wait_until_ready().map_err(failed)
    }

    /// A new game; a process that has been lost is started again.
    pub fn begin(&mut self) -> Result<(), Failure> {
        self.pondering = None;
        if self.link.is_none() {
            self.connect().map_err(|error| {
                self.link = None;
                match error {
                    ConnectError::Failed { failure, .. } => failure,
                    error => Failure::Gone { status: error.to_string(), text: String::new() },
                }
            })?;
        }
        self.send(&Command::UciNewGame);
        let ready = self.wait_until_ready();
        self.unless_lost(ready)
    }

    /// Has it search, and waits for its move.
    pub fn think<B: Text>(&mut self, turn: &Turn<'_, B>) -> Result<Choice, Failure> {
        let choice = self.search(turn);
        self.unless_lost(choice)
    }

    fn search<B: Text>(&mut self, turn: &Turn<'_, B>) -> Result<Choice, Failure> {
        let played = turn.game.moves.last();
        let hit = self.pondering.is_some() && self.pondering.as_ref() == played;
        let started;
        if hit {
            self.pondering = None;
            started = Instant::now();
            self.send(&Command::PonderHit);
        } else {
            self.end_pondering()?;
            self.send(&position(turn.game));
            started = Instant::now();
            self.send(&Command::Go(go(turn.limits)));
        }
        let deadline = started + turn.allowed.unwrap_or(self.patience);
        let mut thought = Thought::default();
        let heard = match self.best_move(deadline, &mut thought) {
            // Out of time; whether it is late or does not answer at all is seen by asking.
            Err(Failure::Silent { .. }) => {
                self.send(&Command::Stop);
                let heard = self.best_move(Instant::now() + self.patience, &mut thought);
                // What it kept silent for began with its turn.
                heard.map_err(|failure| since(failure, started))?
            }
            heard => heard?,
        };
        let Best { text, ponder, at } = heard;
        let taken = at.saturating_duration_since(started);
        let allowed = turn.allowed.unwrap_or(self.patience);
        if taken > allowed {
            let clock = turn.allowed.is_some();
            return Err(Failure::Late { taken, allowed, clock, reported: thought.reported });
        }
        match turn.position.board().parse_move(&text) {
            Ok(mv) => Ok(Choice { mv, thought, taken, ponder }),
            Err(fault) => Err(Failure::Illegal { text, fault }),
        }
    }

    /// Has it think on the last move of this game, which it expects.
    pub fn ponder(&mut self, game: &Course, limits: &Limits) {
        let Some(expected) = game.moves.last() else { return };
        self.send(&position(game));
        self.send(&Command::Go(Go { ponder: true, ..go(limits) }));
        self.pondering = Some(expected.clone());
    }

    /// Ends what it still thinks about.
    pub fn rest(&mut self) {
        let ended = self.end_pondering();
        // Whatever is wrong with it will show in the next game.
        let _ = self.unless_lost(ended);
    }

    fn end_pondering(&mut self) -> Result<(), Failure> {
        if self.pondering.take().is_some() {
            self.send(&Command::Stop);
            self.best_move(Instant::now() + self.patience, &mut Thought::default())?;
        }
        Ok(())
    }

    /// Reads on to `bestmove`, and keeps what was said last on the way.
    fn best_move(&mut self, deadline: Instant, thought: &mut Thought) -> Result<Best, Failure> {
        loop {
            let Heard { line, at } = self.hear(deadline)?;
            match line.parse() {
                Ok(Answer::Info(info)) if info.multipv.is_none_or(|rank| rank == 1) => {
                    let exact = info.score.filter(|(_, bound)| *bound == Bound::Exact);
                    if let Some((score, _)) =
                        exact.or(info.score.filter(|_| thought.score.is_none()))
                    {
                        thought.score = Some(score);
                        thought.depth = info.depth.and_then(|depth| depth.try_into().ok());
                    }
                    thought.nodes = info.nodes.or(thought.nodes);
                    thought.reported = info.time.map(Duration::from_millis).or(thought.reported);
                }
                Ok(Answer::BestMove { best, ponder }) => {
                    let text = best.unwrap_or_else(|| NONE.to_owned());
                    return Ok(Best { text, ponder, at });
                }
                // Words of another program are its own affair, unless they should be its move.
                Err(_) if line.split_whitespace().next() == Some("bestmove") => {
                    let text = line.trim_start_matches("bestmove").trim().to_owned();
                    return Ok(Best { text, ponder: None, at });
                }
                _ => {}
            }
            self.still_in_time(at, deadline)?;
        }
    }

    fn wait_until_ready(&mut self) -> Result<(), Failure> {
        self.send(&Command::IsReady);
        let deadline = Instant::now() + self.patience;
        while self.answer(deadline)? != Some(Answer::ReadyOk) {}
        Ok(())
    }

    /// The next line, as an answer if it is one.
    fn answer(&mut self, deadline: Instant) -> Result<Option<Answer>, Failure> {
        let Heard { line, at } = self.hear(deadline)?;
        self.still_in_time(at, deadline)?;
        Ok(line.parse().ok())
    }

    /// Who prints on and on, but never what is waited for, is as good as silent.
    fn still_in_time(&self, at: Instant, deadline: Instant) -> Result<(), Failure> {
        if at <= deadline {
            return Ok(());
        }
        Err(Failure::Silent { waited: self.patience, text: String::new() })
    }

    fn hear(&mut self, deadline: Instant) -> Result<Heard, Failure> {
        let gone = || Failure::Gone { status: "not running".to_owned(), text: String::new() };
        self.link.as_mut().ok_or_else(gone)?.hear(deadline)
    }

    fn send(&self, command: &Command) {
        if let Some(link) = &self.link {
            link.send(command.to_string());
        }
    }

    /// Lets go of a process that cannot go on.
    fn unless_lost<T>(&mut self, outcome: Result<T, Failure>) -> Result<T, Failure> {
        if matches!(outcome, Err(Failure::Gone { .. } | Failure::Silent { .. })) {
            self.link = None;
            self.pondering = None;
        }
        outcome
    }
}

/// Why a process is not ready to play.
#[derive(Debug, thiserror::Error)]
enum ConnectError {
    #[error("could not run \"{program}\": {cause}")]
    Run { program: String, cause: std::io::Error },
    #[error("\"{program}\" {failure}")]
    Failed { program: String, failure: Failure },
    #[error("\"{0}\" plays chess only: it has no {VARIANT}")]
    ChessOnly(String),
    #[error("no option is called \"{name}\"; expected one of {offered}")]
    NoOption { name: String, offered: String },
    #[error(transparent)]
    Value(triskelion_protocol::Fault),
}

/// What came with `bestmove`.
struct Best {
    text: String,
    ponder: Option<String>,
    at: Instant,
}

/// The failure, its silence counted from the start of the turn.
fn since(failure: Failure, started: Instant) -> Failure {
    match failure {
        Failure::Silent { text, .. } => Failure::Silent { waited: started.elapsed(), text },
        other => other,
    }
}

/// The command that sets the position of this game.
pub(crate) fn position(game: &Course) -> Command {
    let base = game.start.clone().map_or(Base::StartPos, Base::Fen);
    Command::Position(PositionCommand { base, moves: game.moves.clone() })
}

/// The command that searches within these limits.
pub(crate) fn go(limits: &Limits) -> Go {
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
