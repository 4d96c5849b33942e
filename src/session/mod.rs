//! A session: connects the line protocol to an engine.
//!
//! The input thread (`input`) reads lines and the engine searches on its own threads. The session
//! waits for both, executes commands, and is the only module that prints (`output`). Where there
//! are no threads, the caller passes the lines and runs the searches (`slices`).
//!
//! Invariants: each accepted `go` gets exactly one `bestmove`; no `bestmove` refers to a position
//! that was rejected; no input causes a panic; the end of the input ends the session. The table of
//! errors in `protocol/README.md` specifies the behavior for bad input.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod background;
mod commands;
mod drafts;
mod input;
mod messages;
mod options;
mod output;
mod slices;

pub use input::{Input, MAX_LINE_BYTES, spawn_reader};
pub use output::{Output, OutputError};

use crate::engine::Engine;
use crate::engine::options::{
    EngineOption, OptionAssignment, UCI_VARIANT, VARIANT_PATH, all_options,
};
use crate::registry::Variant;
use crate::rules::Notation;
use background::BackgroundJob;
use crossbeam_channel::{Receiver, never, select, unbounded};
use drafts::Drafts;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;
use triskelion_protocol::json::{GameCheck, Reach};
use triskelion_protocol::{
    Command, EngineMessage, GameResult, ParsedLine, QueryResponse, parse, quote_clipped,
};

/// Whether the session continues after a command.
type Flow = Result<ControlFlow<()>, OutputError>;

/// A search whose `bestmove` has not been printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PendingSearch {
    /// It runs on the opponent's time until `ponderhit` or `stop`.
    pondering: bool,
    /// It has no limit: only `stop` ends it.
    unlimited: bool,
    /// `stop` has arrived.
    stopped: bool,
}

/// A session with a GUI.
pub struct Session {
    engine: Engine,
    events: Receiver<EngineMessage>,
    output: Output,
    options: Vec<EngineOption>,
    /// Set by `debug`.
    debug: bool,
    /// The option `Notation`, if it was set. It is kept while a rule set does not have it.
    chosen_notation: Option<Notation>,
    /// Why the last `position` was rejected; `None` if it was accepted.
    position_error: Option<String>,
    /// The games of the files of the option `VariantPath`.
    loaded_variants: Vec<Variant>,
    /// The games of the texts of the command `game`.
    drafts: Drafts,
    search: Option<PendingSearch>,
    /// Whether to reply to `wait` at the end of the search.
    waiting: bool,
    /// Whether the caller runs searches and jobs in slices.
    sliced: bool,
    job: Option<BackgroundJob>,
    /// Input that arrived during `wait` or a job, to be handled afterwards.
    deferred: VecDeque<Input>,
    /// Whether the input has ended.
    input_ended: bool,
}

impl Session {
    /// Creates a session for the rule set and sets the options of the command line. The error
    /// names the option that could not be set.
    pub fn new(
        variant: Variant,
        assignments: &[OptionAssignment],
        output: Output,
    ) -> Result<Session, String> {
        let (sender, events) = unbounded();
        let engine = Engine::new(variant, move |message| drop(sender.send(message)));
        Session::with_engine(engine, events, assignments, output)
    }

    fn with_engine(
        engine: Engine,
        events: Receiver<EngineMessage>,
        assignments: &[OptionAssignment],
        output: Output,
    ) -> Result<Session, String> {
        let variant = engine.variant();
        let mut session = Session {
            engine,
            events,
            output,
            options: all_options(),
            debug: false,
            chosen_notation: None,
            position_error: None,
            loaded_variants: variant.file().map(|_| variant).into_iter().collect(),
            drafts: Drafts::default(),
            search: None,
            waiting: false,
            sliced: false,
            job: None,
            deferred: VecDeque::new(),
            input_ended: false,
        };
        session.declare_variants();
        session.declare_notations();
        // `VariantPath` has games for `UCI_Variant`, and the rule set decides about other options.
        let order = |assignment: &&OptionAssignment| {
            [VARIANT_PATH, UCI_VARIANT]
                .iter()
                .position(|name| assignment.name == *name)
                .unwrap_or(2)
        };
        let mut assignments: Vec<_> = assignments.iter().collect();
        assignments.sort_by_key(order);
        for OptionAssignment { name, value } in assignments {
            session.set_default(name, value.as_deref())?;
        }
        Ok(session)
    }

    /// Sets the file of the network of the rule set, for a program without the feature `networks`;
    /// see [`Engine::set_default_network`]. A line reports a file that cannot be used.
    pub fn set_default_network(&mut self, file: Arc<[u8]>) -> Result<(), OutputError> {
        match self.engine.set_default_network(file) {
            Ok(()) => Ok(()),
            Err(error) => self.output.error(error.to_string()),
        }
    }

    /// Runs until `quit`, the end of the input, or the end of the output.
    ///
    /// # Errors
    /// If the output is closed or cannot be written. Both end the session like `quit`.
    pub fn run(mut self, input: &Receiver<Input>) -> Result<(), OutputError> {
        let ended = self.run_loop(input);
        self.engine.stop();
        self.engine.wait();
        ended
    }

    fn run_loop(&mut self, input: &Receiver<Input>) -> Result<(), OutputError> {
        loop {
            let flow = match self.deferred.pop_front() {
                Some(deferred) if !self.is_busy() => self.handle_input(deferred),
                deferred => {
                    if let Some(deferred) = deferred {
                        self.deferred.push_front(deferred);
                    }
                    self.wait_for_event(input)
                }
            }?;
            if flow.is_break() {
                return Ok(());
            }
        }
    }

    /// Returns whether commands must be deferred.
    fn is_busy(&self) -> bool {
        self.waiting || self.job.is_some()
    }

    /// Waits for input, an event of the engine or a line of the job, and handles it.
    fn wait_for_event(&mut self, input: &Receiver<Input>) -> Flow {
        let no_job = never();
        let job = self.job.as_ref().map_or(&no_job, |job| &job.lines);
        let no_input = never();
        let input = if self.input_ended { &no_input } else { input };
        select! {
            recv(input) -> line => {
                let line = line.unwrap_or(Input::End);
                self.input_ended = line == Input::End;
                return if self.is_busy() { self.defer(line) } else { self.handle_input(line) };
            }
            recv(self.events) -> event => {
                if let Ok(event) = event {
                    self.emit(&event)?;
                }
            }
            recv(job) -> line => match line {
                Ok(line) => self.output.line(&line)?,
                Err(_) => self.job = None,
            },
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Defers input while the session is busy. `stop` is executed at once, and so is `isready` if
    /// nothing is deferred before it.
    fn defer(&mut self, input: Input) -> Flow {
        let command = match &input {
            Input::Line(line) => parse(line),
            Input::TooLong(_) | Input::End => ParsedLine::Empty,
        };
        match command {
            ParsedLine::Command(Command::IsReady, _) if self.deferred.is_empty() => {
                self.handle_input(input)
            }
            ParsedLine::Command(Command::Stop, _) => {
                if let Some(job) = &self.job {
                    job.stop();
                }
                self.handle_input(input)
            }
            _ => {
                self.deferred.push_back(input);
                Ok(ControlFlow::Continue(()))
            }
        }
    }

    /// Handles a line or the end of the input.
    fn handle_input(&mut self, input: Input) -> Flow {
        let line = match input {
            Input::Line(line) => line,
            Input::TooLong(prefix) => {
                self.reject_long_line(&prefix)?;
                return Ok(ControlFlow::Continue(()));
            }
            Input::End => {
                self.finish_search()?;
                return Ok(ControlFlow::Break(()));
            }
        };
        self.output.log_input(&line)?;
        // A search that has just ended must not block the next `go`.
        while let Ok(event) = self.events.try_recv() {
            self.emit(&event)?;
        }
        match parse(&line) {
            ParsedLine::Empty => Ok(ControlFlow::Continue(())),
            ParsedLine::Command(command, notes) => {
                for note in notes {
                    self.output.error(note)?;
                }
                self.execute(command)
            }
            ParsedLine::Rejected { word, error } => {
                self.reject(word, error.to_string())?;
                Ok(ControlFlow::Continue(()))
            }
        }
    }

    /// Prints why a command is rejected, and its reply if the command has one.
    fn reject(&mut self, word: Option<&str>, error: String) -> Result<(), OutputError> {
        if word == Some("position") {
            self.finish_search()?;
            self.position_error = Some(error.clone());
        }
        self.output.error(error)?;
        let reply = match word {
            Some("query") => EngineMessage::Response(QueryResponse::Result(GameResult::Ongoing)),
            Some("game") => EngineMessage::Game(GameCheck::default()),
            Some("reach") => EngineMessage::Reach(Reach::default()),
            _ => return Ok(()),
        };
        self.output.send(&reply)
    }

    /// Rejects a line that is too long as a whole: a truncated position is another position.
    fn reject_long_line(&mut self, prefix: &str) -> Result<(), OutputError> {
        self.output.log_input(prefix)?;
        let read = quote_clipped(prefix);
        let error = format!("line: read {read}, expected at most {MAX_LINE_BYTES} bytes; ignored");
        let is_position = prefix.split_whitespace().any(|word| word == "position");
        self.reject(is_position.then_some("position"), error)
    }

    /// Prints a message of the engine.
    fn emit(&mut self, message: &EngineMessage) -> Result<(), OutputError> {
        self.output.send(message)?;
        if matches!(message, EngineMessage::BestMove { .. }) {
            self.search = None;
            if self.waiting {
                self.waiting = false;
                self.output.send(&EngineMessage::Wait)?;
            }
        }
        Ok(())
    }

    /// Stops a running search and prints its remaining events.
    fn finish_search(&mut self) -> Result<(), OutputError> {
        if self.search.is_some() {
            self.engine.stop();
            // Without threads this runs the search to its end.
            self.engine.wait();
        }
        while self.search.is_some() {
            match self.events.recv() {
                Ok(event) => self.emit(&event)?,
                Err(_) => self.search = None,
            }
        }
        Ok(())
    }
}
