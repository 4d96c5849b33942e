//! A session: the protocol on one side, the engine on the other.
//!
//! The input thread (`input`) reads lines, the engine searches on its own threads, and the
//! session waits for either, answers, and is the only one that prints (`output`).
//!
//! What can go wrong, and must not: a `go` without its `bestmove` (the invariant is one for one),
//! a move for a board that was refused, a panic on what came from outside, a hang at the end of
//! the input. See the table of bad input in `protocol/README.md`.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod background;
mod commands;
mod input;
mod messages;
pub mod options;
mod output;

pub use input::{Input, MAX_LINE_BYTES, spawn_reader};
pub use output::{Closed, Output};

use crate::engine::{Engine, Event, Skill};
use crate::registry::Variant;
use crate::rules::Notation;
use background::BackgroundJob;
use crossbeam_channel::{Receiver, never, select, unbounded};
use options::{EngineOption, OptionAssignment};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use triskelion_protocol::{
    Command, EngineMessage, GameResult, ParsedLine, QueryResponse, parse, quote_clipped,
};

/// What a command leads to: on with the session, or its end.
type Flow = Result<ControlFlow<()>, Closed>;

/// A search that still owes its `bestmove`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PendingSearch {
    /// It runs in the opponent's time, until `ponderhit` or `stop`.
    pondering: bool,
    /// It has no limit of its own: only `stop` ends it.
    unlimited: bool,
}

/// A conversation with a GUI.
pub struct Session {
    engine: Engine,
    events: Receiver<Event>,
    output: Output,
    options: Vec<EngineOption>,
    threads: usize,
    /// `debug on` was said.
    debug: bool,
    /// The notation for people, if one was chosen; kept through rule sets that have not got it.
    chosen_notation: Option<Notation>,
    /// How well to play, as the options say.
    strength: StrengthOptions,
    /// Why the last `position` was refused, until a good one comes.
    position_error: Option<String>,
    search: Option<PendingSearch>,
    /// `wait` is to be answered when the search is over.
    waiting: bool,
    job: Option<BackgroundJob>,
    /// What came while waiting or at work, to be done thereafter.
    deferred: VecDeque<Input>,
    /// Nothing more will come in.
    input_ended: bool,
}

/// What the options on playing strength say.
struct StrengthOptions {
    skill_level: Skill,
    limit_strength: bool,
    elo: i32,
}

impl Session {
    /// A session in that rule set, with options as the command line sets them; the error says
    /// which of them could not be had.
    pub fn new(
        variant: Variant,
        assignments: &[OptionAssignment],
        output: Output,
    ) -> Result<Session, String> {
        let (sender, events) = unbounded();
        let mut session = Session {
            engine: Engine::new(variant, sender),
            events,
            output,
            options: options::all_options(),
            threads: 1,
            debug: false,
            chosen_notation: None,
            strength: StrengthOptions {
                skill_level: Skill::FULL,
                limit_strength: false,
                elo: 1500,
            },
            position_error: None,
            search: None,
            waiting: false,
            job: None,
            deferred: VecDeque::new(),
            input_ended: false,
        };
        session.assign(options::UCI_VARIANT, Some(variant.name()))?;
        for OptionAssignment { name, value } in assignments {
            session.assign(name, value.as_deref())?;
        }
        Ok(session)
    }

    /// Sets an option and makes the value its default, as the command line does.
    fn assign(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        self.set_option(name, value)?;
        for row in self.options.iter_mut().filter(|row| row.declaration.is_named(name)) {
            if let Ok(setting) = row.declaration.parse_value(value) {
                row.declaration.set_default(&setting);
            }
        }
        Ok(())
    }

    /// Talks until `quit`, until the input ends, or until nobody reads the output.
    pub fn run(mut self, input: &Receiver<Input>) {
        // A closed output is as good as `quit`.
        let _ = self.run_loop(input);
        self.engine.stop();
        self.engine.wait();
    }

    fn run_loop(&mut self, input: &Receiver<Input>) -> Result<(), Closed> {
        loop {
            let flow = match self.deferred.pop_front() {
                Some(held) if !self.is_busy() => self.handle_input(held),
                held => {
                    if let Some(held) = held {
                        self.deferred.push_front(held);
                    }
                    self.wait_for_event(input)
                }
            }?;
            if flow.is_break() {
                return Ok(());
            }
        }
    }

    /// Must commands wait for something?
    fn is_busy(&self) -> bool {
        self.waiting || self.job.is_some()
    }

    /// Waits for the next thing to happen, and deals with it.
    fn wait_for_event(&mut self, input: &Receiver<Input>) -> Flow {
        let idle = never();
        let job = self.job.as_ref().map_or(&idle, |job| &job.lines);
        let silence = never();
        let input = if self.input_ended { &silence } else { input };
        select! {
            recv(input) -> line => {
                let line = line.unwrap_or(Input::End);
                self.input_ended = line == Input::End;
                return if self.is_busy() { self.defer(line) } else { self.handle_input(line) };
            }
            recv(self.events) -> event => {
                if let Ok(event) = event {
                    self.emit(event)?;
                }
            }
            recv(job) -> line => match line {
                Ok(line) => self.output.line(&line)?,
                Err(_) => self.job = None,
            },
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Keeps what comes while busy until it can be done, in order; only `stop` is done at once,
    /// and `isready` where nothing stands before it.
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

    /// Deals with what came in.
    fn handle_input(&mut self, input: Input) -> Flow {
        let line = match input {
            Input::Line(line) => line,
            Input::TooLong(head) => {
                self.reject_long_line(&head)?;
                return Ok(ControlFlow::Continue(()));
            }
            Input::End => {
                self.finish_search()?;
                return Ok(ControlFlow::Break(()));
            }
        };
        self.output.log_input(&line);
        // A search that has just ended should not stand in the way of the next one.
        while let Ok(event) = self.events.try_recv() {
            self.emit(event)?;
        }
        match parse(&line) {
            ParsedLine::Empty => Ok(ControlFlow::Continue(())),
            ParsedLine::Command(command, notes) => {
                for note in notes {
                    self.output.error(note)?;
                }
                self.execute(command)
            }
            ParsedLine::Rejected { word, error: fault } => {
                self.reject(word, fault.to_string())?;
                Ok(ControlFlow::Continue(()))
            }
        }
    }

    /// Says why a command is refused, and gives what its sender may be waiting for.
    fn reject(&mut self, word: Option<&str>, fault: String) -> Result<(), Closed> {
        if word == Some("position") {
            self.finish_search()?;
            self.position_error = Some(fault.clone());
        }
        self.output.error(fault)?;
        if word == Some("query") {
            self.output
                .send(&EngineMessage::Response(QueryResponse::Result(GameResult::Ongoing)))?;
        }
        Ok(())
    }

    /// A line beyond the longest: refused whole, since half a position is another position.
    fn reject_long_line(&mut self, head: &str) -> Result<(), Closed> {
        self.output.log_input(head);
        let fault = format!(
            "line of more than {MAX_LINE_BYTES} bytes, read {}: ignored",
            quote_clipped(head)
        );
        let position = head.split_whitespace().any(|word| word == "position");
        self.reject(position.then_some("position"), fault)
    }

    /// Prints what the search has to tell.
    fn emit(&mut self, event: Event) -> Result<(), Closed> {
        match event {
            Event::Info(info) => self.output.send(&EngineMessage::Info(messages::info(info))),
            Event::Message(note) => self.output.info_string(note),
            Event::BestMove { best, ponder } => {
                self.search = None;
                self.output.send(&EngineMessage::BestMove { best, ponder })?;
                if self.waiting {
                    self.waiting = false;
                    self.output.send(&EngineMessage::Wait)?;
                }
                Ok(())
            }
        }
    }

    /// Ends the search, if there is one, and prints all that it still has to tell.
    fn finish_search(&mut self) -> Result<(), Closed> {
        if self.search.is_some() {
            self.engine.stop();
        }
        while self.search.is_some() {
            match self.events.recv() {
                Ok(event) => self.emit(event)?,
                Err(_) => self.search = None,
            }
        }
        Ok(())
    }
}
