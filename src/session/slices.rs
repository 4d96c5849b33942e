//! A session without threads: the caller passes lines one by one and runs searches in slices.
//!
//! Nothing here waits for input or for an event, so a host with a single thread, such as a Web
//! Worker, can handle its own messages between two calls.

use super::{Input, Output, OutputError, Session};
use crate::engine::Engine;
use crate::engine::options::OptionAssignment;
use crate::registry::Variant;
use crossbeam_channel::{TryRecvError, unbounded};
use std::ops::ControlFlow;
use triskelion_protocol::EngineMessage;

impl Session {
    /// Creates a session that starts no thread. The arguments and errors are those of
    /// [`Session::new`].
    pub fn without_threads(
        variant: Variant,
        assignments: &[OptionAssignment],
        output: Output,
    ) -> Result<Session, String> {
        let (sender, events) = unbounded();
        let engine = Engine::without_threads(variant, move |message| drop(sender.send(message)));
        let mut session = Session::with_engine(engine, events, assignments, output)?;
        session.sliced = true;
        Ok(session)
    }

    /// Handles one line of input, or defers it during `wait` or a job. Breaks after `quit`.
    pub fn receive(&mut self, input: Input) -> Result<ControlFlow<()>, OutputError> {
        if self.is_busy() { self.defer(input) } else { self.handle_input(input) }
    }

    /// Runs a search or a job until it ends or `pause` returns true, prints its output, and handles
    /// deferred lines. Returns whether there is more to do before the next line of input, or breaks
    /// after `quit`. What a search has reported is printed before each call of `pause`.
    pub fn run_slice(
        &mut self,
        pause: &mut dyn FnMut() -> bool,
    ) -> Result<ControlFlow<(), bool>, OutputError> {
        let mut continues = self.run_search(pause)?;
        self.run_job(pause)?;
        continues |= self.job.is_some();
        while !self.is_busy()
            && let Some(input) = self.deferred.pop_front()
        {
            if self.handle_input(input)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            // The line may have started a search or a job.
            continues = true;
        }
        Ok(ControlFlow::Continue(continues))
    }

    /// Runs the search and prints its events. Returns whether it needs another slice.
    fn run_search(&mut self, pause: &mut dyn FnMut() -> bool) -> Result<bool, OutputError> {
        let Session { engine, events, output, .. } = self;
        let mut other_events = Vec::new();
        let mut emitted = Ok(());
        let continues = engine.run_slice(&mut || {
            for event in events.try_iter() {
                match event {
                    EngineMessage::Info(_) => emitted = emitted.and_then(|()| output.send(&event)),
                    event => other_events.push(event),
                }
            }
            pause()
        });
        emitted?;
        for event in other_events {
            self.emit(&event)?;
        }
        while let Ok(event) = self.events.try_recv() {
            self.emit(&event)?;
        }
        Ok(continues)
    }

    /// Runs the job for at least one step and prints its output.
    fn run_job(&mut self, pause: &mut dyn FnMut() -> bool) -> Result<(), OutputError> {
        while let Some(job) = &mut self.job {
            job.step();
            loop {
                match job.lines.try_recv() {
                    Ok(line) => self.output.line(&line)?,
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => {
                        self.job = None;
                        return Ok(());
                    }
                }
            }
            if pause() {
                break;
            }
        }
        Ok(())
    }
}
