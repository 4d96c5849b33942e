//! Lines from the player: with history and editing in a terminal, else as they come.

use crate::session::{Input, spawn_reader};
use crossbeam_channel::Receiver;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};
use std::io::{ErrorKind, IsTerminal, stdin, stdout};

/// What a player enters.
pub(super) enum Line {
    Text(String),
    /// Ctrl-C at the prompt.
    Interrupt,
    /// The end of the input, Ctrl-D in a terminal.
    End,
}

/// The source of lines.
pub(super) enum LineReader {
    Terminal(Box<Editor<Words, MemHistory>>),
    Plain(Receiver<Input>),
}

/// The words that the Tab key completes.
#[derive(Default)]
pub(super) struct Words(Vec<String>);

impl LineReader {
    /// Opens the standard input. Uses the terminal if input and output are one.
    pub(super) fn open() -> LineReader {
        if stdin().is_terminal() && stdout().is_terminal() {
            let config = Config::builder().max_history_size(1000).map(|config| config.build());
            let editor = config.and_then(|config| {
                Editor::with_history(config.clone(), MemHistory::with_config(&config))
            });
            if let Ok(mut editor) = editor {
                editor.set_helper(Some(Words::default()));
                return LineReader::Terminal(Box::new(editor));
            }
        }
        LineReader::Plain(spawn_reader(stdin()))
    }

    /// Returns the width of the terminal; `None` without one.
    pub(super) fn columns(&mut self) -> Option<usize> {
        match self {
            LineReader::Terminal(editor) => editor.dimensions().map(|(columns, _)| columns.into()),
            LineReader::Plain(_) => None,
        }
    }

    /// Reads a line. The Tab key completes `words`.
    pub(super) fn read(&mut self, prompt: &str, words: impl FnOnce() -> Vec<String>) -> Line {
        match self {
            LineReader::Terminal(editor) => {
                if let Some(helper) = editor.helper_mut() {
                    helper.0 = words();
                }
                match editor.readline(prompt) {
                    Ok(line) => {
                        // A line that is not remembered can be typed again.
                        let _ = editor.add_history_entry(line.trim());
                        Line::Text(line)
                    }
                    Err(ReadlineError::Interrupted) => Line::Interrupt,
                    Err(ReadlineError::Signal(_)) => Line::Text(String::new()),
                    // Bytes that are no text are read as an empty line.
                    Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                        Line::Text(String::new())
                    }
                    Err(_) => Line::End,
                }
            }
            LineReader::Plain(lines) => match lines.recv() {
                Ok(Input::Line(line) | Input::TooLong(line)) => Line::Text(line),
                Ok(Input::End) | Err(_) => Line::End,
            },
        }
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let start = line.get(..position).unwrap_or(line);
        let found = self.0.iter().filter(|word| word.starts_with(start)).cloned().collect();
        Ok((0, found))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
