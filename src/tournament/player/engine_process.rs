//! A child process with a thread at each end of it, so that neither a full pipe nor an engine that
//! does not read can hold up the match.

use super::PlayerFailure;
use crate::tournament::cancel::CancelToken;
use crate::tournament::config::PlayerConfig;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A line longer than this is cut: no answer is as long.
const MAX_LINE_BYTES: usize = 1 << 16;

/// So many lines may wait to be heard, then the process has to: one that prints without end must
/// not fill the memory.
const MAX_QUEUED_LINES: usize = 1 << 12;

/// How often somebody who waits looks whether the match was called off.
const CANCEL_CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// How long a process is given to end by itself.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// A line that the process printed, and when it was read.
pub struct OutputLine {
    pub line: String,
    pub at: Instant,
}

/// A running process.
pub struct EngineProcess {
    child: Child,
    /// None once the process is told to end.
    input: Option<Sender<String>>,
    output: Receiver<OutputLine>,
    /// What was printed since the last end of a line.
    partial_line: Arc<Mutex<String>>,
    /// When the match is called off, nobody waits any more.
    cancel_token: CancelToken,
}

impl EngineProcess {
    /// Starts the player's program.
    pub fn start(
        program: &str,
        player: &PlayerConfig,
        call_off: &CancelToken,
    ) -> std::io::Result<EngineProcess> {
        let mut command = Command::new(program);
        command.args(&player.args).stdin(Stdio::piped()).stdout(Stdio::piped());
        if let Some(dir) = &player.dir {
            command.current_dir(dir);
        }
        // An interrupt from the keyboard is for the match, which finishes its games first.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (input, lines) = unbounded();
        if let Some(pipe) = child.stdin.take() {
            thread::spawn(move || write_lines(pipe, &lines));
        }
        let (heard, output) = bounded(MAX_QUEUED_LINES);
        let unfinished = Arc::new(Mutex::new(String::new()));
        if let Some(pipe) = child.stdout.take() {
            let unfinished = Arc::clone(&unfinished);
            thread::spawn(move || read_lines(pipe, &heard, &unfinished));
        }
        let call_off = call_off.clone();
        Ok(EngineProcess {
            child,
            input: Some(input),
            output,
            partial_line: unfinished,
            cancel_token: call_off,
        })
    }

    /// Sends a line; to a process that has ended, nothing.
    pub fn send(&self, line: String) {
        if let Some(input) = &self.input {
            let _ = input.send(line);
        }
    }

    /// The next line before the deadline, or one that has been waiting since.
    pub fn next_line(&mut self, deadline: Instant) -> Result<OutputLine, PlayerFailure> {
        let began = Instant::now();
        loop {
            if self.cancel_token.is_cancelled() {
                return Err(PlayerFailure::Cancelled);
            }
            let until = deadline.min(Instant::now() + CANCEL_CHECK_INTERVAL);
            match self.output.recv_deadline(until) {
                Ok(heard) => return Ok(heard),
                Err(RecvTimeoutError::Disconnected) => return Err(self.disconnected()),
                Err(RecvTimeoutError::Timeout) if Instant::now() >= deadline => {
                    let waited = began.elapsed();
                    return Err(PlayerFailure::Stall { waited, partial_line: self.partial_line() });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn partial_line(&self) -> String {
        self.partial_line.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The output has ended: how did the process?
    fn disconnected(&mut self) -> PlayerFailure {
        let status = match self.wait_for_exit() {
            Some(status) => status.to_string(),
            None => "its output is closed".to_owned(),
        };
        PlayerFailure::Disconnect { status, partial_line: self.partial_line() }
    }

    fn wait_for_exit(&mut self) -> Option<std::process::ExitStatus> {
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
    /// Asks the process to end, and kills it if it does not.
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
        // If nobody reads any more, the output has ended as well.
        if pipe.write_all(line.as_bytes()).and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(mut pipe: ChildStdout, heard: &Sender<OutputLine>, unfinished: &Mutex<String>) {
    let mut line: Vec<u8> = Vec::new();
    let mut buffer = [0; 8192];
    loop {
        let Ok(count) = pipe.read(&mut buffer) else { return };
        let at = Instant::now();
        let Some(read) = buffer.get(..count).filter(|read| !read.is_empty()) else { return };
        for part in read.split_inclusive(|&byte| byte == b'\n') {
            let (text, ended) = match part.strip_suffix(b"\n") {
                Some(text) => (text, true),
                None => (part, false),
            };
            let room = MAX_LINE_BYTES.saturating_sub(line.len());
            line.extend(text.iter().take(room));
            if ended {
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                line.clear();
                if heard.send(OutputLine { line: text, at }).is_err() {
                    return;
                }
            }
        }
        let told = String::from_utf8_lossy(line.get(..line.len().min(200)).unwrap_or(&[]));
        *unfinished.lock().unwrap_or_else(PoisonError::into_inner) = told.into_owned();
    }
}
