//! A child process with a thread at each end of it, so that neither a full pipe nor an engine that
//! does not read can hold up the match.

use super::Failure;
use crate::arena::call_off::CallOff;
use crate::arena::plan::PlayerPlan;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A line longer than this is cut: no answer is as long.
const LONGEST_LINE: usize = 1 << 16;

/// So many lines may wait to be heard, then the process has to: one that prints without end must
/// not fill the memory.
const MOST_LINES: usize = 1 << 12;

/// How often somebody who waits looks whether the match was called off.
const GLANCE: Duration = Duration::from_millis(100);

/// How long a process is given to end by itself.
const FAREWELL: Duration = Duration::from_millis(500);

/// A line that the process printed, and when it was read.
pub struct Heard {
    pub line: String,
    pub at: Instant,
}

/// A running process.
pub struct Link {
    child: Child,
    /// None once the process is told to end.
    input: Option<Sender<String>>,
    output: Receiver<Heard>,
    /// What was printed since the last end of a line.
    unfinished: Arc<Mutex<String>>,
    /// When the match is called off, nobody waits any more.
    call_off: CallOff,
}

impl Link {
    /// Starts the player's program.
    pub fn start(program: &str, player: &PlayerPlan, call_off: &CallOff) -> std::io::Result<Link> {
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
        let (heard, output) = bounded(MOST_LINES);
        let unfinished = Arc::new(Mutex::new(String::new()));
        if let Some(pipe) = child.stdout.take() {
            let unfinished = Arc::clone(&unfinished);
            thread::spawn(move || read_lines(pipe, &heard, &unfinished));
        }
        let call_off = call_off.clone();
        Ok(Link { child, input: Some(input), output, unfinished, call_off })
    }

    /// Sends a line; to a process that has ended, nothing.
    pub fn send(&self, line: String) {
        if let Some(input) = &self.input {
            let _ = input.send(line);
        }
    }

    /// The next line before the deadline, or one that has been waiting since.
    pub fn hear(&mut self, deadline: Instant) -> Result<Heard, Failure> {
        let began = Instant::now();
        loop {
            if self.call_off.is_called() {
                return Err(Failure::CalledOff);
            }
            let until = deadline.min(Instant::now() + GLANCE);
            match self.output.recv_deadline(until) {
                Ok(heard) => return Ok(heard),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
                Err(RecvTimeoutError::Timeout) if Instant::now() >= deadline => {
                    let waited = began.elapsed();
                    return Err(Failure::Silent { waited, text: self.unfinished() });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn unfinished(&self) -> String {
        self.unfinished.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The output has ended: how did the process?
    fn gone(&mut self) -> Failure {
        let status = match self.wait_for_end() {
            Some(status) => status.to_string(),
            None => "its output is closed".to_owned(),
        };
        Failure::Gone { status, text: self.unfinished() }
    }

    fn wait_for_end(&mut self) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + FAREWELL;
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

impl Drop for Link {
    /// Asks the process to end, and kills it if it does not.
    fn drop(&mut self) {
        self.send("quit".to_owned());
        self.input = None;
        if self.wait_for_end().is_none() {
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

fn read_lines(mut pipe: ChildStdout, heard: &Sender<Heard>, unfinished: &Mutex<String>) {
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
            let room = LONGEST_LINE.saturating_sub(line.len());
            line.extend(text.iter().take(room));
            if ended {
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                line.clear();
                if heard.send(Heard { line: text, at }).is_err() {
                    return;
                }
            }
        }
        let told = String::from_utf8_lossy(line.get(..line.len().min(200)).unwrap_or(&[]));
        *unfinished.lock().unwrap_or_else(PoisonError::into_inner) = told.into_owned();
    }
}
