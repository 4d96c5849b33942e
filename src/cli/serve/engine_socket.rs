//! A page's engine: a child process, and the lines between it and the page.
//!
//! The child ends with the connection: it is killed when its seat is dropped, and if this process
//! is killed, it reads the end of its input.

use super::line_filter::{self, Budget};
use crate::registry::Variant;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use std::ffi::OsString;
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{interval, timeout};

/// The most engines at a time: a page has up to five, of the game, its notations, lessons, the
/// workshop and a survey.
const MAX_ENGINES: usize = 24;
/// The longest message of a page. The longest text of a game fits, also with escapes.
pub(super) const MAX_MESSAGE_BYTES: usize = 192 * 1024;
/// How often the server checks that the page is still there.
const PING_INTERVAL: Duration = Duration::from_secs(20);
/// How long the server waits for the exit status of an engine that has closed a pipe.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

/// Starts the engines of the pages.
pub(super) struct EngineHost {
    /// The file of the program and its first arguments.
    program: Vec<OsString>,
    variant: Variant,
    seats: Arc<Semaphore>,
}

impl EngineHost {
    /// Returns a host whose engines start with this command and this rule set.
    pub(super) fn new(program: Vec<OsString>, variant: Variant) -> EngineHost {
        EngineHost { program, variant, seats: Arc::new(Semaphore::new(MAX_ENGINES)) }
    }

    /// Returns the seat of a new page; `None` if too many are connected.
    pub(super) fn take_seat(&self) -> Option<Seat> {
        let permit = self.seats.clone().try_acquire_owned().ok()?;
        Some(Seat { program: self.program.clone(), variant: self.variant, _permit: permit })
    }
}

/// The right of a page to an engine. It is given back when it is dropped.
pub(super) struct Seat {
    program: Vec<OsString>,
    variant: Variant,
    _permit: OwnedSemaphorePermit,
}

/// An engine that runs, with both ends of its protocol.
struct EngineChild {
    /// Killed on drop.
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Seat {
    /// Passes lines between the page and an engine until one of them ends the connection.
    pub(super) async fn serve(self, mut socket: WebSocket) {
        let reason = match self.start_engine() {
            Ok(engine) => relay(&mut socket, engine).await,
            Err(error) => Some(format!("the engine does not start: {error}")),
        };
        // The page may be gone already.
        if let Some(reason) = reason {
            let frame = CloseFrame { code: close_code::POLICY, reason: reason.into() };
            let _ = socket.send(Message::Close(Some(frame))).await;
        }
    }

    fn start_engine(&self) -> std::io::Result<EngineChild> {
        let missing = || std::io::Error::other("no command of the program");
        let (program, arguments) = self.program.split_first().ok_or_else(missing)?;
        let mut child = Command::new(program)
            .args(arguments)
            .args(["--variant", self.variant.source()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let missing = || std::io::Error::other("no pipe to the engine");
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        Ok(EngineChild { child, input, output: BufReader::new(output).lines() })
    }
}

/// Passes lines until the connection ends. Returns why the server ends it; `None` if the page did.
async fn relay(socket: &mut WebSocket, mut engine: EngineChild) -> Option<String> {
    let mut budget = Budget::new(Instant::now());
    let mut pings = interval(PING_INTERVAL);
    loop {
        tokio::select! {
            line = engine.output.next_line() => match line {
                Ok(Some(line)) => socket.send(Message::text(line)).await.ok()?,
                _ => return Some(describe_end(&mut engine.child).await),
            },
            message = socket.recv() => match message? {
                Ok(Message::Text(line)) => {
                    if !budget.spend(Instant::now()) {
                        return Some("too many lines".into());
                    }
                    match line_filter::check(&line) {
                        Ok(()) => {
                            if engine.input.write_all(format!("{line}\n").as_bytes()).await.is_err() {
                                return Some(describe_end(&mut engine.child).await);
                            }
                        }
                        Err(error) => {
                            let error = format!("info string error: {error}");
                            socket.send(Message::text(error)).await.ok()?;
                        }
                    }
                }
                Ok(Message::Binary(_)) => return Some("a text message expected".into()),
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                Ok(Message::Close(_)) | Err(_) => return None,
            },
            _ = pings.tick() => socket.send(Message::Ping(Vec::new().into())).await.ok()?,
        }
    }
}

/// Returns the reason for the page that its engine has ended.
async fn describe_end(engine: &mut Child) -> String {
    match timeout(EXIT_TIMEOUT, engine.wait()).await {
        Ok(Ok(status)) => format!("the engine has ended ({status})"),
        Ok(Err(_)) | Err(_) => "the engine has closed its output".into(),
    }
}
