//! The output of the protocol: whole lines, flushed one by one, and the log of both directions.
//!
//! A reader may leave: a closed pipe is not an error of the program. A full disk is one.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use triskelion_protocol::{EngineMessage, InfoString};

/// Why the output cannot be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("could not write the output: {0}")]
pub struct OutputError(io::ErrorKind);

impl OutputError {
    /// Returns whether the reader has closed the output.
    pub fn is_closed(self) -> bool {
        self.0 == io::ErrorKind::BrokenPipe
    }
}

/// The output of the protocol.
pub struct Output {
    sink: BufWriter<Box<dyn Write>>,
    /// The log and its name.
    log: Option<(File, String)>,
}

impl Output {
    /// Prints to the standard output and keeps it locked.
    pub fn stdout() -> Output {
        Output::new(Box::new(io::stdout().lock()))
    }

    /// Prints to `sink`.
    pub fn new(sink: Box<dyn Write>) -> Output {
        Output { sink: BufWriter::new(sink), log: None }
    }

    /// Appends both directions of the protocol to this file. An empty name ends the log. If the
    /// file cannot be opened, the old log is kept.
    pub fn set_log(&mut self, name: &str) -> io::Result<()> {
        self.log = match name {
            "" => None,
            name => {
                let file = File::options().append(true).create(true).open(name)?;
                Some((file, name.to_owned()))
            }
        };
        Ok(())
    }

    /// Logs a line of input.
    pub fn log_input(&mut self, line: &str) -> Result<(), OutputError> {
        self.log(">> ", line)
    }

    /// Writes to the log. If that fails, prints the error and ends the log: a full disk must not
    /// end a game.
    fn log(&mut self, mark: &str, line: &str) -> Result<(), OutputError> {
        let Some((log, name)) = &mut self.log else { return Ok(()) };
        let Err(error) = writeln!(log, "{mark}{line}") else { return Ok(()) };
        let error = format!("option Debug Log File: {name}: {error}; the log ends");
        self.log = None;
        self.error(error)
    }

    /// Prints a line.
    pub fn line(&mut self, line: &str) -> Result<(), OutputError> {
        self.log("<< ", line)?;
        let written =
            self.sink.write_all(line.as_bytes()).and_then(|()| self.sink.write_all(b"\n"));
        written.and_then(|()| self.sink.flush()).map_err(|error| OutputError(error.kind()))
    }

    /// Prints a message. Control characters in it are replaced, so that quoted input cannot break
    /// the line.
    pub fn send(&mut self, message: &EngineMessage) -> Result<(), OutputError> {
        let text = message.to_string();
        if !text.contains(char::is_control) {
            return self.line(&text);
        }
        let clean: String = text.chars().map(printable).collect();
        self.line(&clean)
    }

    /// Prints several lines and a final empty line.
    pub fn multiline(&mut self, text: &str) -> Result<(), OutputError> {
        text.lines().try_for_each(|line| self.line(line))?;
        self.line("")
    }

    /// Prints `info string error: …`.
    pub fn error(&mut self, error: impl std::fmt::Display) -> Result<(), OutputError> {
        self.send(&EngineMessage::InfoString(InfoString::Error(error.to_string())))
    }

    /// Prints `info string …`.
    pub fn info_string(&mut self, text: impl Into<String>) -> Result<(), OutputError> {
        self.send(&EngineMessage::InfoString(InfoString::Message(text.into())))
    }
}

/// Replaces a control character.
fn printable(character: char) -> char {
    if character.is_control() { char::REPLACEMENT_CHARACTER } else { character }
}
