//! The harness of whole conversations: any lines at any time.

use crate::support::replies::ReplyCounts;
use crossbeam_channel::unbounded;
use std::cell::RefCell;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::rc::Rc;
use std::thread;
use std::time::Duration;
use triskelion::engine::options::OptionAssignment;
use triskelion::registry::Variant;
use triskelion::session::{Input, Output, Session};
use triskelion_protocol::{Command, Limits, ParsedLine, parse};

/// The most lines of a conversation.
const MAX_LINES: usize = 40;

/// What a session prints.
#[derive(Clone, Default)]
struct Buffer(Rc<RefCell<Vec<u8>>>);

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs the lines in a session with threads and in one without. Each `go` gets exactly one
/// `bestmove`, and each command with a reply gets one reply.
pub(super) fn conversation(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let lines: Vec<&str> = text.lines().filter(|line| is_cheap(line)).take(MAX_LINES).collect();
    let mut expected = ReplyCounts::default();
    for line in &lines {
        if matches!(parse(line), ParsedLine::Command(Command::Quit, _)) {
            break;
        }
        expected.count_command(line);
    }
    for run in [run_with_threads, run_in_slices] {
        let buffer = Buffer::default();
        run(&lines, Output::new(Box::new(buffer.clone())));
        let bytes = buffer.0.take();
        let output = String::from_utf8(bytes).expect("the output is UTF-8");
        let is_control = |letter: char| letter.is_control() && letter != '\n';
        assert!(!output.contains(is_control), "{}\n---\n{output:?}", lines.join("\n"));
        let mut replies = ReplyCounts::default();
        output.lines().for_each(|line| replies.count_reply(line));
        assert_eq!(replies, expected, "{}\n---\n{output}", lines.join("\n"));
    }
}

/// Returns whether a line takes little time and memory, and names no file.
fn is_cheap(line: &str) -> bool {
    let value = |value: &Option<String>| value.as_ref().and_then(|text| text.parse::<i64>().ok());
    match parse(line) {
        ParsedLine::Command(Command::Bench | Command::Perft(3..), _) => false,
        // A `stop` may come before a survey that is deferred.
        ParsedLine::Command(Command::Survey(survey), _) => survey.games <= 2 && survey.nodes <= 50,
        ParsedLine::Command(Command::Go(go), _) => is_short(&go) || go.is_unlimited(),
        ParsedLine::Command(Command::SetOption { name, value: text }, _) => {
            match name.to_ascii_lowercase().as_str() {
                "debug log file" | "evalfile" => false,
                "hash" | "threads" => value(&text).is_none_or(|number| number <= 4),
                "multipv" => value(&text).is_none_or(|number| number <= 8),
                _ => true,
            }
        }
        _ => true,
    }
}

/// Returns whether a search ends soon by itself.
fn is_short(go: &Limits) -> bool {
    let within = |limit: Option<u64>, max| limit.is_some_and(|limit| limit <= max);
    within(go.depth, 2)
        || within(go.nodes, 2_000)
        || within(go.movetime, 3)
        || (within(go.wtime.or(go.btime), 50) && within(go.btime.or(go.wtime), 50))
}

/// The options of every session.
fn assignments() -> [OptionAssignment; 1] {
    [OptionAssignment { name: "Hash".to_owned(), value: Some("1".to_owned()) }]
}

/// Sends the lines from another thread, some at once and some a moment later.
fn run_with_threads(lines: &[&str], output: Output) {
    let (sender, receiver) = unbounded();
    let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    let writer = thread::spawn(move || {
        for line in lines {
            if line.len() % 8 == 3 {
                thread::sleep(Duration::from_micros(300));
            }
            // The session may have quit.
            let _ = sender.send(Input::Line(line));
        }
        let _ = sender.send(Input::End);
    });
    let session = Session::new(Variant::default(), &assignments(), output).expect("a session");
    session.run(&receiver).expect("the output is open");
    writer.join().expect("the writer does not panic");
}

/// Passes the lines with some slices between them.
fn run_in_slices(lines: &[&str], output: Output) {
    let mut session =
        Session::without_threads(Variant::default(), &assignments(), output).expect("a session");
    // Returns whether there is more to do; `None` after `quit`.
    let run_slice = |session: &mut Session| {
        let mut pauses = 0;
        let flow = session.run_slice(&mut || {
            pauses += 1;
            pauses > 2
        });
        match flow.expect("the output is open") {
            ControlFlow::Continue(continues) => Some(continues),
            ControlFlow::Break(()) => None,
        }
    };
    for line in lines {
        let flow = session.receive(Input::Line((*line).to_owned())).expect("the output is open");
        if flow.is_break() {
            return;
        }
        for _ in 0..line.len() % 4 {
            if run_slice(&mut session).is_none() {
                return;
            }
        }
    }
    // A search without a limit ends with the input, which is deferred while a job runs.
    let mut is_open = session.receive(Input::End).expect("the output is open").is_continue();
    while is_open {
        is_open = run_slice(&mut session).is_some();
    }
}
