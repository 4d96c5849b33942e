//! The real program as a child process.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The time after which a test fails instead of hanging.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The program under test.
pub(crate) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

fn spawn(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    command.spawn().expect("the program starts")
}

impl Program {
    /// Starts the program with these arguments.
    pub(crate) fn start(arguments: &[&str]) -> Program {
        Program::start_command(Command::new(env!("CARGO_BIN_EXE_triskelion")).args(arguments))
    }

    /// Starts a command that becomes the program.
    pub(crate) fn start_command(command: &mut Command) -> Program {
        let mut child = spawn(command);
        let output = child.stdout.take().expect("its output is piped");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let line = line.expect("the program writes UTF-8");
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Program { child, input, lines }
    }

    /// The process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Starts the program with a closed output.
    pub(crate) fn start_with_closed_output() -> Program {
        let mut child = spawn(&mut Command::new(env!("CARGO_BIN_EXE_triskelion")));
        drop(child.stdout.take());
        let input = child.stdin.take();
        Program { child, input, lines: channel().1 }
    }

    /// Sends bytes. Ignores errors, since the program may have exited.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        let _ = input.write_all(bytes).and_then(|()| input.flush());
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Returns the next line; `None` at the end of the output.
    pub(crate) fn read_line(&mut self) -> Option<String> {
        match self.lines.recv_timeout(TIMEOUT) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no output before the timeout"),
        }
    }

    /// Reads lines up to the first that satisfies the condition, and returns that line.
    pub(crate) fn read_until(&mut self, condition: impl Fn(&str) -> bool) -> String {
        loop {
            let line = self.read_line().expect("more output");
            if condition(&line) {
                return line;
            }
        }
    }

    /// Closes the input.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Reads all lines up to the end of the output.
    pub(crate) fn remaining_lines(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.read_line()).collect()
    }

    /// Waits for the program to exit by itself.
    pub(crate) fn finish(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("the status of the child") {
                return status;
            }
            assert!(start.elapsed() < TIMEOUT, "the program does not exit");
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
