//! The one place that prints: whole lines, flushed one by one, and the log of both directions.
//!
//! A reader that goes away is no fault: the pipe is closed, [`Closed`] is passed up, and the
//! program ends quietly.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use triskelion_protocol::{EngineMessage, InfoString};

/// Nobody reads any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the output is closed")]
pub struct Closed;

/// Where answers go.
pub struct Output {
    sink: BufWriter<Box<dyn Write>>,
    log: Option<File>,
}

impl Output {
    /// Prints to the standard output, which is locked for as long as this lives.
    pub fn stdout() -> Output {
        Output::new(Box::new(io::stdout().lock()))
    }

    /// Prints to any sink.
    pub fn new(sink: Box<dyn Write>) -> Output {
        Output { sink: BufWriter::new(sink), log: None }
    }

    /// Appends both directions to this file from now on; to none if the name is empty. If it
    /// cannot be opened, what was is kept.
    pub fn set_log(&mut self, name: &str) -> io::Result<()> {
        self.log = match name {
            "" => None,
            name => Some(File::options().append(true).create(true).open(name)?),
        };
        Ok(())
    }

    /// Notes what came in.
    pub fn log_input(&mut self, line: &str) {
        self.log(">> ", line);
    }

    /// A log that cannot be written is given up: it is not worth a game.
    fn log(&mut self, mark: &str, line: &str) {
        if let Some(log) = &mut self.log
            && writeln!(log, "{mark}{line}").is_err()
        {
            self.log = None;
        }
    }

    /// Prints a line as it is.
    pub fn line(&mut self, line: &str) -> Result<(), Closed> {
        self.log("<< ", line);
        let written =
            self.sink.write_all(line.as_bytes()).and_then(|()| self.sink.write_all(b"\n"));
        written.and_then(|()| self.sink.flush()).map_err(|_| Closed)
    }

    /// Prints an answer. Foreign text in it cannot break the line: control characters are
    /// replaced.
    pub fn send(&mut self, answer: &EngineMessage) -> Result<(), Closed> {
        let text = answer.to_string();
        if !text.contains(char::is_control) {
            return self.line(&text);
        }
        let clean: String = text.chars().map(printable).collect();
        self.line(&clean)
    }

    /// Prints several lines for people, and the empty line that ends them.
    pub fn multiline(&mut self, text: &str) -> Result<(), Closed> {
        text.lines().try_for_each(|line| self.line(line))?;
        self.line("")
    }

    /// Says what could not be done, and why.
    pub fn error(&mut self, error: impl std::fmt::Display) -> Result<(), Closed> {
        self.send(&EngineMessage::InfoString(InfoString::Error(error.to_string())))
    }

    /// Says something in words.
    pub fn info_string(&mut self, text: impl Into<String>) -> Result<(), Closed> {
        self.send(&EngineMessage::InfoString(InfoString::Message(text.into())))
    }
}

/// A character that stays on its line.
fn printable(character: char) -> char {
    if character.is_control() { char::REPLACEMENT_CHARACTER } else { character }
}
