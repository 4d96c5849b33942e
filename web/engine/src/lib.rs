//! The engine as a WebAssembly module without threads: a session whose host passes lines of the
//! protocol and runs searches in slices. The host is a Web Worker or Node.js (`js/instance.js`).
//!
//! The module exports functions on numbers and addresses, so it needs no generated JavaScript:
//!
//! 1. [`input`] returns the address of a buffer, into which the host writes a line of UTF-8 or a
//!    file.
//! 2. [`receive`] handles that line, and [`set_network`] takes that file as the evaluation network
//!    of the rule set. The module contains none, so the host passes one after each change of the
//!    rule set.
//! 3. [`run_slice`] runs a search. The host calls it until it returns 0.
//!
//! It imports from the module `triskelion`, besides the function `now` of [`triskelion::clock`]:
//!
//! - `print` gets the address and the length of a text that the session prints.
//! - `turn` is called during a search, so that the host can handle its messages: either it returns
//!   1, and the search pauses and `run_slice` returns, or it suspends the module (JavaScript
//!   Promise Integration), which costs no nodes, and returns 0 if it has no line for the engine.
//!   Meanwhile it must call no function of the module.
//! - `report_panic` gets the address and the length of a message. After a panic the module must not
//!   be used again.

use std::cell::RefCell;
use std::io::{self, Write};
use std::mem;
use std::ops::ControlFlow;
use std::panic;
use std::sync::Arc;
use std::time::Duration;
use triskelion::clock::Instant;
use triskelion::registry::Variant;
use triskelion::session::{Input, MAX_LINE_BYTES, Output, Session};

/// Passes what the session prints to the host.
struct HostOutput;

impl Write for HostOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        host::print(bytes.as_ptr(), bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A session and its buffer.
struct Engine {
    /// `None` after `quit`.
    session: Option<Session>,
    input: Vec<u8>,
}

impl Engine {
    fn new() -> Engine {
        panic::set_hook(Box::new(|panic| {
            let text = panic.to_string();
            host::report_panic(text.as_ptr(), text.len());
        }));
        let output = Output::new(Box::new(HostOutput));
        // Only options can fail, and there are none.
        let session = Session::without_threads(Variant::default(), &[], output).ok();
        Engine { session, input: Vec::new() }
    }

    fn receive(&mut self) {
        let bytes = &self.input[..];
        let input = match bytes.get(MAX_LINE_BYTES..) {
            None | Some([]) => Input::Line(String::from_utf8_lossy(bytes).into_owned()),
            Some(_) => Input::TooLong(String::from_utf8_lossy(&bytes[..KEPT_PREFIX_BYTES]).into()),
        };
        self.input = Vec::new();
        if let Some(session) = &mut self.session
            && !matches!(session.receive(input), Ok(ControlFlow::Continue(())))
        {
            self.session = None;
        }
    }

    fn set_network(&mut self) {
        let file = Arc::from(mem::take(&mut self.input));
        if let Some(session) = &mut self.session
            && session.set_default_network(file).is_err()
        {
            self.session = None;
        }
    }

    fn run_slice(&mut self, interval: Duration) -> bool {
        let started = Instant::now();
        let mut next_turn = interval;
        let mut pause = || {
            let is_due = started.elapsed() >= next_turn;
            let is_paused = is_due && host::turn() != 0;
            if is_due {
                next_turn = started.elapsed() + interval;
            }
            is_paused
        };
        match self.session.as_mut().map(|session| session.run_slice(&mut pause)) {
            Some(Ok(ControlFlow::Continue(continues))) => continues,
            _ => {
                self.session = None;
                false
            }
        }
    }
}

/// The length of the prefix kept of a line that is too long, in bytes.
const KEPT_PREFIX_BYTES: usize = 200;

thread_local! {
    /// The only engine of an instance of the module.
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::new());
}

/// Returns the address of a buffer of `length` bytes for a line or a file.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    ENGINE.with_borrow_mut(|engine| {
        engine.input = vec![0; length];
        engine.input.as_mut_ptr()
    })
}

/// Handles the line in the buffer of [`input`].
#[unsafe(no_mangle)]
pub extern "C" fn receive() {
    ENGINE.with_borrow_mut(Engine::receive);
}

/// Takes the file in the buffer of [`input`] as the evaluation network of the rule set.
#[unsafe(no_mangle)]
pub extern "C" fn set_network() {
    ENGINE.with_borrow_mut(Engine::set_network);
}

/// Runs a search, and calls `turn` about every `interval` milliseconds. Returns 1 if the search
/// needs another slice, and 0 if there is nothing to do before the next line.
#[unsafe(no_mangle)]
pub extern "C" fn run_slice(interval: u32) -> u32 {
    let interval = Duration::from_millis(interval.into());
    ENGINE.with_borrow_mut(|engine| engine.run_slice(interval)).into()
}

/// The functions of the host.
#[cfg(target_family = "wasm")]
mod host {
    #[link(wasm_import_module = "triskelion")]
    unsafe extern "C" {
        pub(super) safe fn print(address: *const u8, length: usize);
        pub(super) safe fn turn() -> u32;
        pub(super) safe fn report_panic(address: *const u8, length: usize);
    }
}

/// Lets the crate compile with the rest of the workspace, for lints.
#[cfg(not(target_family = "wasm"))]
mod host {
    pub(super) fn print(_: *const u8, _: usize) {}

    pub(super) fn turn() -> u32 {
        1
    }

    pub(super) fn report_panic(_: *const u8, _: usize) {}
}
