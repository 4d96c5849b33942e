//! The engine and the session without threads, which run searches in slices.

use crate::search::best_line;
use crossbeam_channel::{Receiver, unbounded};
use std::cell::RefCell;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::{Duration, Instant};
use triskelion::engine::{Engine, EngineMessage, EngineSetting, Info, Limits};
use triskelion::registry::Variant;
use triskelion::session::{Input, Output, Session};

/// Short, so that searches are paused often, but long enough that they go on.
const SLICE: Duration = Duration::from_millis(4);

fn engine_without_threads(variant: Variant) -> (Engine, Receiver<EngineMessage>) {
    let (sender, events) = unbounded();
    (Engine::without_threads(variant, move |message| drop(sender.send(message))), events)
}

/// Returns a `pause` that ends a slice after this time.
fn after(slice: Duration) -> impl FnMut() -> bool {
    let started = Instant::now();
    move || started.elapsed() >= slice
}

/// Runs slices until the search ends or waits. Returns their number.
fn run_slices(engine: &mut Engine, slice: Duration) -> usize {
    1 + (0..).take_while(|_| engine.run_slice(&mut after(slice))).count()
}

/// Returns the reports and the best move, and checks that there is exactly one.
fn search_output(events: &Receiver<EngineMessage>) -> (Vec<Info>, Option<String>) {
    let mut infos = Vec::new();
    let mut best_moves = Vec::new();
    for event in events.try_iter() {
        match event {
            EngineMessage::Info(info) => infos.push(Info { time: None, nps: None, ..info }),
            EngineMessage::BestMove { best, .. } => best_moves.push(best),
            message => panic!("{message}"),
        }
    }
    assert_eq!(best_moves.len(), 1);
    (infos, best_moves.remove(0))
}

#[test]
fn search_without_pause_is_the_search_of_a_thread() {
    for variant in Variant::ALL {
        for limits in [
            Limits { nodes: Some(20_000), ..Limits::default() },
            Limits { depth: Some(5), ..Limits::default() },
        ] {
            let (sender, threaded_events) = unbounded();
            let mut threaded = Engine::new(variant, move |message| drop(sender.send(message)));
            threaded.go(limits.clone());
            threaded.wait();
            let (mut engine, events) = engine_without_threads(variant);
            engine.go(limits);
            engine.wait();
            assert!(!engine.is_searching());
            assert_eq!(search_output(&events), search_output(&threaded_events), "{variant}");
        }
    }
}

#[test]
fn paused_search_continues_to_its_limits() {
    for variant in Variant::ALL {
        let (mut engine, events) = engine_without_threads(variant);
        engine.go(Limits { nodes: Some(150_000), ..Limits::default() });
        assert!(run_slices(&mut engine, SLICE) > 2, "{variant}: no pause");
        let (infos, best) = search_output(&events);
        assert_eq!(best.as_ref(), best_line(&infos).pv.first());
        // The last iteration is reported only if it changes the best move.
        assert!((Some(20_000)..=Some(150_000)).contains(&best_line(&infos).nodes), "{variant}");
        assert!(infos.is_sorted_by_key(|info| (info.depth, info.nodes)), "{variant}: {infos:?}");

        engine.set(EngineSetting::MultiPv(3)).expect("a number of lines");
        engine.go(Limits { depth: Some(6), ..Limits::default() });
        run_slices(&mut engine, SLICE);
        let (infos, _) = search_output(&events);
        let lines: Vec<_> = infos.iter().map(|info| (info.depth, info.multipv)).collect();
        let expected: Vec<_> =
            (1..=6).flat_map(|depth| (1..=3).map(move |line| (Some(depth), Some(line)))).collect();
        assert_eq!(lines, expected, "{variant}");
    }
}

/// Near the fifty-move limit the table gives no cutoffs, so a paused search repeats its work.
#[test]
fn paused_search_ends_without_help_of_the_table() {
    let (mut engine, events) = engine_without_threads(Variant::Chess);
    engine.set_position(Some("4k3/1r6/8/8/8/8/6R1/4K3 w - - 91 120"), &[]).expect("a position");
    engine.go(Limits { depth: Some(8), ..Limits::default() });
    assert!(run_slices(&mut engine, Duration::from_micros(100)) > 2);
    assert_eq!(search_output(&events).0.last().map(|info| info.depth), Some(Some(8)));
}

#[test]
fn stop_ends_search_between_slices() {
    let (mut engine, events) = engine_without_threads(Variant::Federation);
    engine.go(Limits { infinite: true, ..Limits::default() });
    for _ in 0..5 {
        assert!(engine.run_slice(&mut after(SLICE)));
    }
    assert!(engine.is_searching());
    engine.stop();
    assert!(!engine.run_slice(&mut || false));
    assert!(!engine.is_searching());
    assert!(search_output(&events).1.is_some());

    // A stop before the first slice.
    engine.go(Limits { infinite: true, ..Limits::default() });
    engine.stop();
    assert!(!engine.run_slice(&mut after(SLICE)));
    assert!(search_output(&events).1.is_some());
}

#[test]
fn best_move_waits_for_stop_or_ponder_hit() {
    let (mut engine, events) = engine_without_threads(Variant::Chess);
    for ponder in [false, true] {
        let limits = Limits { depth: Some(2), infinite: !ponder, ponder, ..Limits::default() };
        engine.go(limits);
        run_slices(&mut engine, SLICE);
        assert!(events.try_iter().all(|event| matches!(event, EngineMessage::Info(_))));
        assert!(engine.is_searching());
        if ponder {
            engine.ponder_hit()
        } else {
            engine.stop()
        }
        assert!(!engine.run_slice(&mut after(SLICE)));
        assert!(search_output(&events).1.is_some());
    }
}

#[test]
fn fixed_time_is_kept() {
    let (mut engine, events) = engine_without_threads(Variant::Sixfold);
    let started = Instant::now();
    engine.go(Limits { movetime: Some(100), ..Limits::default() });
    run_slices(&mut engine, Duration::from_millis(30));
    let elapsed = started.elapsed();
    assert!(elapsed >= Duration::from_millis(85), "{elapsed:?}");
    assert!(search_output(&events).1.is_some());
}

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

/// A session without threads and its output.
struct SlicedSession {
    session: Session,
    output: Buffer,
}

impl SlicedSession {
    fn new(variant: Variant) -> SlicedSession {
        let output = Buffer::default();
        let sink = Output::new(Box::new(output.clone()));
        let session = Session::without_threads(variant, &[], sink).expect("a session");
        SlicedSession { session, output }
    }

    fn send(&mut self, line: &str) {
        let flow = self.session.receive(Input::Line(line.to_owned()));
        assert_eq!(flow, Ok(ControlFlow::Continue(())));
    }

    fn run_slice(&mut self) -> bool {
        match self.session.run_slice(&mut after(SLICE)) {
            Ok(ControlFlow::Continue(continues)) => continues,
            other => panic!("{other:?}"),
        }
    }

    /// Runs slices until there is nothing to do, and returns the lines printed since the last call.
    fn finish(&mut self) -> Vec<String> {
        while self.run_slice() {}
        let bytes = std::mem::take(&mut *self.output.0.borrow_mut());
        String::from_utf8(bytes).expect("UTF-8").lines().map(str::to_owned).collect()
    }
}

#[test]
fn session_answers_during_a_search() {
    let mut session = SlicedSession::new(Variant::Chess);
    session.send("go infinite");
    assert!(session.run_slice());
    session.send("isready");
    session.send("go depth 1");
    assert!(session.run_slice());
    session.send("stop");
    let lines = session.finish();
    let of = |word: &str| lines.iter().position(|line| line.starts_with(word));
    assert!(of("readyok") < of("info string error: go: a search is running"), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 1);

    // A new position ends the search.
    session.send("go infinite");
    assert!(session.run_slice());
    session.send("position startpos moves e2e4");
    session.send("d");
    let lines = session.finish();
    let of = |word: &str| lines.iter().position(|line| line.starts_with(word));
    assert!(of("bestmove").is_some() && of("bestmove") < of("Fen: "), "{lines:?}");
}

#[test]
fn session_defers_lines() {
    let mut session = SlicedSession::new(Variant::Chess);
    for line in ["go nodes 30000", "wait", "query gameover", "go perft 3", "isready", "go depth 2"]
    {
        session.send(line);
    }
    let lines = session.finish();
    let replies: Vec<&str> = lines
        .iter()
        .filter(|line| {
            !line.starts_with("info") && !line.contains(": ") || line.starts_with("Nodes")
        })
        .map(|line| line.split(' ').next().unwrap_or_default())
        .collect();
    assert_eq!(
        replies,
        ["bestmove", "wait", "response", "", "Nodes", "readyok", "bestmove"],
        "{lines:?}"
    );
    assert!(lines.contains(&"Nodes searched: 8902".to_owned()), "{lines:?}");

    let quit = session.session.receive(Input::Line("quit".to_owned()));
    assert_eq!(quit, Ok(ControlFlow::Break(())));
}
