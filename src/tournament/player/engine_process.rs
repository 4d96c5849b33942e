//! A child process with one thread for its input and one for its output, so that neither a full
//! pipe nor an engine that does not read can block the match.

use super::failure::PlayerFailure;
use crate::sync::lock;
use crate::tournament::cancel::CancelToken;
use crate::tournament::config::PlayerConfig;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum length of a line; the rest of a longer line is dropped.
const MAX_LINE_BYTES: usize = 1 << 16;

/// The maximum number of unread lines. The process blocks when the queue is full, so endless
/// output cannot fill the memory.
const MAX_QUEUED_LINES: usize = 1 << 12;

/// The interval at which a waiting thread checks whether the match was canceled.
const CANCEL_CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// The time in which a process must exit before it is killed.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// A line of output and the time at which it was read.
pub(super) struct OutputLine {
    pub line: String,
    pub at: Instant,
}

/// The wait for the answer to a command.
#[derive(Clone, Copy)]
pub(super) struct Wait {
    /// The message that is expected.
    pub expected: &'static str,
    /// The time at which the command was sent.
    pub since: Instant,
    /// The time at which the wait ends.
    pub deadline: Instant,
}

impl Wait {
    /// Returns the failure of a process that gives no answer until `now`.
    pub(super) fn stall(self, now: Instant, partial_line: String) -> PlayerFailure {
        let waited = now.saturating_duration_since(self.since);
        PlayerFailure::Stall { expected: self.expected, waited, partial_line }
    }
}

/// A running process.
pub(super) struct EngineProcess {
    child: Child,
    /// `None` once the process has to exit.
    input: Option<Sender<String>>,
    output: Receiver<OutputLine>,
    /// The output after the last line feed.
    partial_line: Arc<Mutex<String>>,
    cancel_token: CancelToken,
}

impl EngineProcess {
    /// Starts the program of the player.
    pub(super) fn start(
        program: &str,
        player: &PlayerConfig,
        cancel_token: &CancelToken,
    ) -> std::io::Result<EngineProcess> {
        let mut command = Command::new(program);
        command.args(&player.args).stdin(Stdio::piped()).stdout(Stdio::piped());
        if let Some(dir) = &player.dir {
            command.current_dir(dir);
        }
        // A keyboard interrupt must reach the match only, which finishes the running games first.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (input, lines) = unbounded();
        if let Some(pipe) = child.stdin.take() {
            thread::spawn(move || write_lines(pipe, &lines));
        }
        let (sender, output) = bounded(MAX_QUEUED_LINES);
        let partial_line = Arc::new(Mutex::new(String::new()));
        if let Some(pipe) = child.stdout.take() {
            let partial_line = Arc::clone(&partial_line);
            thread::spawn(move || read_lines(pipe, &sender, &partial_line));
        }
        let cancel_token = cancel_token.clone();
        Ok(EngineProcess { child, input: Some(input), output, partial_line, cancel_token })
    }

    /// Sends a line. Does nothing if the process has exited.
    pub(super) fn send(&self, line: String) {
        if let Some(input) = &self.input {
            let _ = input.send(line);
        }
    }

    /// Returns the next line of output. Lines that are already queued are returned even after the
    /// deadline.
    pub(super) fn next_line(&mut self, wait: Wait) -> Result<OutputLine, PlayerFailure> {
        loop {
            if self.cancel_token.is_canceled() {
                return Err(PlayerFailure::Canceled);
            }
            let until = wait.deadline.min(Instant::now() + CANCEL_CHECK_INTERVAL);
            match self.output.recv_deadline(until) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.disconnected()),
                Err(RecvTimeoutError::Timeout) if Instant::now() >= wait.deadline => {
                    return Err(wait.stall(Instant::now(), self.partial_line()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn partial_line(&self) -> String {
        lock(&self.partial_line).clone()
    }

    /// Returns the failure after the end of the output.
    fn disconnected(&mut self) -> PlayerFailure {
        let status = match self.wait_for_exit() {
            Some(status) => status.to_string(),
            None => "its output is closed".to_owned(),
        };
        PlayerFailure::Disconnect { status, partial_line: self.partial_line() }
    }

    fn wait_for_exit(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + EXIT_TIMEOUT;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for EngineProcess {
    /// Sends `quit`, and kills the process if it does not exit.
    fn drop(&mut self) {
        self.send("quit".to_owned());
        self.input = None;
        if self.wait_for_exit().is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn write_lines(mut pipe: ChildStdin, lines: &Receiver<String>) {
    for mut line in lines {
        line.push('\n');
        // On an error the process has exited, and the output thread reports it.
        if pipe.write_all(line.as_bytes()).and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(mut pipe: ChildStdout, lines: &Sender<OutputLine>, partial_line: &Mutex<String>) {
    let mut line: Vec<u8> = Vec::new();
    let mut buffer = [0; 8192];
    loop {
        let Ok(count) = pipe.read(&mut buffer) else { return };
        let at = Instant::now();
        let Some(bytes) = buffer.get(..count).filter(|bytes| !bytes.is_empty()) else { return };
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            let (text, is_complete) = match part.strip_suffix(b"\n") {
                Some(text) => (text, true),
                None => (part, false),
            };
            let room = MAX_LINE_BYTES.saturating_sub(line.len());
            line.extend(text.iter().take(room));
            if is_complete {
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                line.clear();
                if lines.send(OutputLine { line: text, at }).is_err() {
                    return;
                }
            }
        }
        let start = String::from_utf8_lossy(line.get(..line.len().min(200)).unwrap_or(&[]));
        *lock(partial_line) = start.into_owned();
    }
}
