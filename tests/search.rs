//! The search and the engine, for every rule set: exact limits, reproducible node counts, legal
//! lines, and one best move for each `go`.

use crate::support::board::{self, generate_moves, legal_moves, parse_fen};
use crate::support::perft_data;
use crossbeam_channel::{Receiver, unbounded};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use triskelion::engine::{Bound, Engine, EngineMessage, EngineSetting, Info, Limits, Score};
use triskelion::moves::Move;
use triskelion::position::Position;
use triskelion::profiles::RuleSet;
use triskelion::registry::Variant;
use triskelion::rules::{BuiltIn, Exchange, GenType};
use triskelion::search::history::History;
use triskelion::search::picker::{MoveLists, MovePicker};
use triskelion::search::threads::SearchPool;
use triskelion::search::{SearchRequest, Signals};

/// An engine and the receiver of its events.
pub(crate) struct EngineHarness {
    pub engine: Engine,
    events: Receiver<EngineMessage>,
}

/// All events of one search.
#[derive(PartialEq, Debug)]
pub(crate) struct SearchOutput {
    pub infos: Vec<Info>,
    pub messages: Vec<String>,
    pub best: Option<String>,
    pub ponder: Option<String>,
}

impl EngineHarness {
    /// Creates an engine with default options.
    pub(crate) fn new(variant: Variant) -> EngineHarness {
        let (sender, events) = unbounded();
        let engine = Engine::new(variant, move |message| drop(sender.send(message)));
        EngineHarness { engine, events }
    }

    /// Creates an engine for a board type's rule set.
    fn for_rule_set<B: BuiltIn>() -> EngineHarness {
        EngineHarness::new(B::game_info().name.parse().expect("a rule set"))
    }

    /// Searches until the best move.
    pub(crate) fn search(&mut self, limits: Limits) -> SearchOutput {
        self.search_until(limits, |_| false)
    }

    /// Searches until the best move; stops the search once `enough` accepts a report.
    pub(crate) fn search_until(
        &mut self,
        limits: Limits,
        enough: impl Fn(&Info) -> bool,
    ) -> SearchOutput {
        self.engine.go(limits);
        self.wait_for_bestmove_until(enough)
    }

    /// Waits for the best move.
    fn wait_for_bestmove(&mut self) -> SearchOutput {
        self.wait_for_bestmove_until(|_| false)
    }

    /// Waits for the best move; stops the search once `enough` accepts a report.
    fn wait_for_bestmove_until(&mut self, enough: impl Fn(&Info) -> bool) -> SearchOutput {
        let mut output = SearchOutput { infos: vec![], messages: vec![], best: None, ponder: None };
        loop {
            match self.events.recv_timeout(Duration::from_secs(60)).expect("a best move in time") {
                EngineMessage::Info(info) => {
                    if enough(&info) {
                        self.engine.stop();
                    }
                    output.infos.push(info);
                }
                message @ EngineMessage::InfoString(_) => {
                    output.messages.push(message.to_string());
                }
                EngineMessage::BestMove { best, ponder } => {
                    self.engine.wait();
                    assert!(!self.engine.is_searching());
                    assert!(self.events.is_empty(), "an event follows the best move");
                    return SearchOutput { best, ponder, ..output };
                }
                message => panic!("{message}"),
            }
        }
    }

    /// Returns whether the search is running and has sent nothing but reports.
    fn is_searching(&self) -> bool {
        self.events.try_iter().all(|event| matches!(event, EngineMessage::Info(_)))
            && self.engine.is_searching()
    }
}

/// Returns the last report of the best line.
pub(crate) fn best_line(infos: &[Info]) -> &Info {
    infos.iter().rfind(|info| info.multipv == Some(1)).expect("a line")
}

fn depth(depth: u64) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Returns FENs of positions of random games that start from the data.
fn random_fens<B: BuiltIn>(count: usize, seed: u64) -> Vec<String> {
    let starts = perft_data::fens(B::game_info().name);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut boards =
        board::random_game_boards::<B, _>(B::game_info(), &starts, 12, 60, &mut random);
    (0..count).map(|_| boards.swap_remove(random.random_range(0..boards.len())).to_fen()).collect()
}

/// Returns the output without the values that depend on time.
fn without_times(output: SearchOutput) -> SearchOutput {
    let infos =
        output.infos.into_iter().map(|info| Info { time: None, nps: None, ..info }).collect();
    SearchOutput { infos, ..output }
}

fn search_is_deterministic<B: BuiltIn>() {
    let mut limits: Vec<Limits> = (1..=6).map(depth).collect();
    limits.extend([1, 2, 77, 255, 256, 257, 600, 1024, 1025, 1500].map(nodes));
    limits.extend([2_000, 5_000, 10_000, 33_333].map(nodes));
    assert_eq!(limits.len(), 20);
    let texts = random_fens::<B>(limits.len(), 1);
    let run = |harness: &mut EngineHarness| -> Vec<SearchOutput> {
        harness.engine.new_game();
        let searches = texts.iter().zip(&limits);
        searches
            .map(|(text, limits)| {
                harness.engine.set_position(Some(text), &[]).expect("a position");
                without_times(harness.search(limits.clone()))
            })
            .collect()
    };
    let mut harness = EngineHarness::for_rule_set::<B>();
    let first = run(&mut harness);
    assert_eq!(first, run(&mut harness), "after a new game");
    assert_eq!(first, run(&mut EngineHarness::for_rule_set::<B>()), "in another engine");
}

/// A table that was cleared gives the searches of a new one. The histories stay in both engines.
fn cleared_table_equals_new_table<B: BuiltIn>() {
    let run = |empty: Option<EngineSetting>| -> Vec<SearchOutput> {
        let mut harness = EngineHarness::for_rule_set::<B>();
        harness.engine.set(EngineSetting::Hash(1)).expect("memory for 1 MiB");
        let limits = [500, 1025, 4_000, 2_000].map(nodes);
        let search = |limits| {
            let output = without_times(harness.search(limits));
            if let Some(setting) = &empty {
                harness.engine.set(setting.clone()).expect("memory for 1 MiB");
            }
            output
        };
        limits.into_iter().map(search).collect()
    };
    let cleared = run(Some(EngineSetting::ClearHash));
    assert_eq!(cleared, run(Some(EngineSetting::ClearHash)), "in another engine");
    assert_eq!(cleared, run(Some(EngineSetting::Hash(1))));
    // The table matters, so that the comparison says something.
    assert_ne!(cleared, run(None));
}

fn node_limits_are_exact<B: RuleSet + BuiltIn>(threads: usize) {
    let mut pool = SearchPool::<B>::new(B::game_info(), 1).expect("memory for 1 MiB");
    pool.set_threads(threads).expect("threads");
    let position = Position::new(B::startpos());
    for limit in [1, 2, 10, 1000, 1024, 1025, 4321, 50_000] {
        let limits = nodes(limit);
        let request = SearchRequest::new(&position, &limits);
        let signals = Signals::new(Instant::now(), false, false);
        let mut reports = 0;
        let mut report = |info: Info| {
            assert!(info.nodes <= Some(limit));
            reports += 1;
        };
        let outcome = pool.search(&request, &signals, Some(&mut report));
        assert!(reports > 0 && outcome.best.is_some());
        assert_eq!(outcome.nodes, limit);
    }
}

/// Every reported line is legal to its end and does not continue after the end of the game.
fn pv_moves_are_legal<B: BuiltIn>(threads: usize) {
    let mut harness = EngineHarness::for_rule_set::<B>();
    harness.engine.set(EngineSetting::Threads(threads)).expect("threads");
    for text in random_fens::<B>(25, 2) {
        harness.engine.set_position(Some(&text), &[]).expect("a position");
        let output = harness.search(depth(6));
        for info in &output.infos {
            let mut position = Position::new(parse_fen::<B>(&text));
            assert!(info.depth == Some(0) || !info.pv.is_empty());
            for mv in &info.pv {
                if position.ply_count() > 0 {
                    assert_eq!(position.outcome(), None, "{text}: {info:?}");
                }
                let mv =
                    position.board().parse_uci_move(mv).unwrap_or_else(|error| panic!("{error}"));
                position.make(mv, &mut ());
            }
            if let Some((Score::Mate(moves), Bound::Exact)) = info.score {
                let length = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
                assert_eq!(info.pv.len(), length as usize, "{text}: {info:?}");
            }
        }
        let last = best_line(&output.infos);
        assert_eq!(output.best, last.pv.first().cloned());
        if let (Some(best), Some(ponder)) = (&output.best, &output.ponder) {
            let game = &mut EngineHarness::for_rule_set::<B>().engine;
            game.set_position(Some(&text), &[best, ponder]).expect("both are legal");
            assert_eq!(game.game().outcome(), None, "a ponder move does not end the game");
        }
    }
}

fn multipv_lines_are_distinct_and_sorted<B: BuiltIn>() {
    let mut harness = EngineHarness::for_rule_set::<B>();
    for (lines, text) in (2..8).zip(random_fens::<B>(6, 3)) {
        harness.engine.set(EngineSetting::MultiPv(lines)).expect("a number of lines");
        harness.engine.set_position(Some(&text), &[]).expect("a position");
        let output = harness.search(depth(5));
        let expected = lines.min(legal_moves(&parse_fen::<B>(&text)).len());
        for depth in (1..=5).map(Some) {
            let infos: Vec<&Info> =
                output.infos.iter().filter(|info| info.depth == depth).collect();
            let ranks: Vec<u64> = infos.iter().filter_map(|info| info.multipv).collect();
            assert_eq!(ranks, (1..=expected as u64).collect::<Vec<_>>(), "{text}");
            let firsts: BTreeSet<&String> = infos.iter().map(|info| &info.pv[0]).collect();
            assert_eq!(firsts.len(), expected, "{text}");
            let values: Vec<i64> =
                infos.iter().map(|info| score_order(info.score.expect("a score").0)).collect();
            assert!(values.is_sorted_by(|value, next| value >= next), "{text}: {values:?}");
        }
    }
}

/// Maps scores to numbers of the same order.
fn score_order(score: Score) -> i64 {
    match score {
        Score::Centipawns(centipawns) => centipawns,
        Score::Mate(moves) if moves > 0 => 100_000 - moves,
        Score::Mate(moves) => -100_000 - moves,
    }
}

fn searchmoves_restrict_root_moves<B: BuiltIn>() {
    let mut harness = EngineHarness::for_rule_set::<B>();
    let texts = board::uci_moves(&B::startpos());
    for searchmoves in texts.chunks(3) {
        let limits = Limits { searchmoves: searchmoves.to_vec(), ..depth(3) };
        let output = harness.search(limits);
        assert!(searchmoves.contains(output.best.as_ref().expect("a move")));
        assert!(output.messages.is_empty());
    }
    let searchmoves = vec!["nonsense".to_owned(), texts[0].clone()];
    let output = harness.search(Limits { searchmoves, ..depth(2) });
    assert_eq!((output.best.as_ref(), output.messages.len()), (Some(&texts[0]), 1));
    let searchmoves = vec!["nonsense".to_owned()];
    let output = harness.search(Limits { searchmoves, ..depth(2) });
    assert_eq!((output.best.is_some(), output.messages.len()), (true, 1));
}

fn stop_ends_infinite_search<B: BuiltIn>() {
    let mut harness = EngineHarness::for_rule_set::<B>();
    for threads in [1, 2] {
        harness.engine.set(EngineSetting::Threads(threads)).expect("threads");
        harness.engine.go(Limits { infinite: true, ..Limits::default() });
        std::thread::sleep(Duration::from_millis(100));
        assert!(harness.is_searching());
        harness.engine.stop();
        assert!(harness.wait_for_bestmove().best.is_some());
    }
    // An infinite search that has reached its depth waits for `stop`.
    harness.engine.go(Limits { infinite: true, ..depth(1) });
    std::thread::sleep(Duration::from_millis(50));
    assert!(harness.is_searching());
    harness.engine.stop();
    harness.wait_for_bestmove();
    // Without a search, these have no effect.
    harness.engine.stop();
    harness.engine.ponder_hit();
    harness.engine.wait();
    assert!(harness.events.is_empty());
}

fn pondering_waits_for_ponderhit<B: BuiltIn>() {
    let mut harness = EngineHarness::for_rule_set::<B>();
    for limits in [depth(2), Limits { movetime: Some(60), ..Limits::default() }] {
        harness.engine.go(Limits { ponder: true, ..limits });
        std::thread::sleep(Duration::from_millis(120));
        assert!(harness.is_searching());
        harness.engine.ponder_hit();
        let hit = Instant::now();
        assert!(harness.wait_for_bestmove().best.is_some());
        assert!(hit.elapsed() < Duration::from_secs(2));
    }
    harness.engine.go(Limits { ponder: true, ..Limits::default() });
    harness.engine.stop();
    assert!(harness.wait_for_bestmove().best.is_some());
}

fn new_go_ends_previous_search<B: BuiltIn>() {
    let mut harness = EngineHarness::for_rule_set::<B>();
    harness.engine.go(Limits { infinite: true, ..Limits::default() });
    harness.engine.go(depth(2));
    harness.engine.set(EngineSetting::ClearHash).expect("no error");
    harness.engine.set(EngineSetting::Hash(1)).expect("memory for 1 MiB");
    let best =
        harness.events.try_iter().filter(|event| matches!(event, EngineMessage::BestMove { .. }));
    assert_eq!(best.count(), 2);
    harness.engine.go(Limits { infinite: true, ..Limits::default() });
    let events = harness.events.clone();
    drop(harness);
    assert!(matches!(events.iter().last(), Some(EngineMessage::BestMove { .. })));
}

fn time_limits_end_search<B: BuiltIn>() {
    let mut harness = EngineHarness::for_rule_set::<B>();
    let clock = Limits { wtime: Some(1_000), winc: Some(10), ..Limits::default() };
    let little = Limits { wtime: Some(1), ..Limits::default() };
    let fixed = Limits { movetime: Some(100), ..Limits::default() };
    for (limits, min_ms) in [(clock, 0), (little, 0), (fixed, 60)] {
        let started = Instant::now();
        let output = harness.search(limits);
        // The upper limit depends on the load of the machine, so it is not tested.
        let taken = started.elapsed().as_millis();
        assert!(taken >= min_ms, "{taken} ms");
        assert!(output.best.is_some() && !output.infos.is_empty());
    }
}

fn invalid_settings_are_rejected<B: BuiltIn>() {
    let mut harness = EngineHarness::for_rule_set::<B>();
    let error = harness
        .engine
        .set(EngineSetting::Hash(EngineSetting::MAX_HASH))
        .expect_err("no machine has that");
    assert!(error.to_string().contains("MiB"));
    assert!(harness.engine.set_position(Some("nonsense"), &[]).is_err());
    let error = harness.engine.set_position(None, &["x"]).expect_err("no move");
    assert!(error.to_string().contains("move 1"), "{error}");
    assert_eq!(harness.engine.game().fen(), B::startpos().to_fen());
    assert!(harness.search(depth(3)).best.is_some());
}

/// A position without legal moves gives one report and no best move.
fn finished_game_has_no_best_move<B: BuiltIn>() {
    let mut harness = EngineHarness::for_rule_set::<B>();
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let mut seen = BTreeSet::new();
    for _ in 0..2000 {
        let mut board = B::startpos();
        for _ in 0..400 {
            if board.count_legal_moves() == 0 || board.variant_outcome().is_some() {
                break;
            }
            let mv = board::random_move(&board, &mut random).expect("a legal move");
            board = board.make(mv, &mut ());
        }
        if board.count_legal_moves() > 0 && board.variant_outcome().is_none() {
            continue;
        }
        let outcome = Position::new(board).outcome().expect("it is over");
        let lost = outcome.winner.is_some();
        harness.engine.set_position(Some(&board.to_fen()), &[]).expect("a position");
        let output = harness.search(Limits::default());
        let score = if lost { Score::Mate(0) } else { Score::Centipawns(0) };
        let info = &output.infos[0];
        assert_eq!(
            info,
            &Info { depth: Some(0), score: Some((score, Bound::Exact)), ..Info::default() }
        );
        assert_eq!((output.infos.len(), output.best), (1, None));
        seen.insert(lost);
        if seen.len() == 2 {
            return;
        }
    }
    assert!(!seen.is_empty(), "some random game ends");
}

/// The picker yields every legal move once, for any table move and killers. The picker of the
/// quiescence search yields the noisy moves that do not lose material.
fn move_picker_yields_every_move_once<B: BuiltIn + Exchange>() {
    let (history, lists) = (History::new(B::game_info()), MoveLists::new(B::game_info()));
    let mut foreign_moves: Vec<Move> = Vec::new();
    for text in random_fens::<B>(300, 5) {
        let board = parse_fen::<B>(&text);
        let mut moves = legal_moves(&board);
        foreign_moves.extend(moves.iter().step_by(5));
        let foreign = |number: usize| Some(foreign_moves[number * 7919 % foreign_moves.len()]);
        let table_moves = [None, foreign(1), foreign(2), moves.first().copied()];
        let killers = [[None; 2], [foreign(3), foreign(4)], [moves.last().copied(), foreign(5)]];
        moves.sort();
        let in_check = board.in_check();
        for table_move in table_moves {
            for killers in
                killers.into_iter().filter(|pair| pair[0].is_none() || pair[0] != pair[1])
            {
                let picker = MovePicker::new(in_check, table_move, killers, &lists);
                let mut picked = picked_moves(picker, &board, &history);
                picked.sort();
                assert_eq!(picked[..], moves[..], "{text} {table_move:?} {killers:?}");
            }
            let picker = MovePicker::new_qsearch(in_check, table_move, &lists);
            let mut picked = picked_moves(picker, &board, &history);
            picked.sort();
            let mut expected = match in_check {
                true => moves.clone(),
                false => generate_moves(&board, GenType::Noisy),
            };
            let info = board.check_info();
            let is_good =
                |mv: &Move| in_check || board.see_ge(&info, *mv, 0) || Some(*mv) == table_move;
            expected.retain(is_good);
            expected.sort();
            assert_eq!(picked[..], expected[..], "{text} {table_move:?}");
        }
    }
}

fn picked_moves<B: BuiltIn + Exchange>(
    mut picker: MovePicker,
    board: &B,
    history: &History,
) -> Vec<Move> {
    let (info, mut lists) = (board.check_info(), MoveLists::new(B::game_info()));
    std::iter::from_fn(|| picker.next(board, &info, history, &mut lists)).collect()
}

/// Perft through the picker gives the published counts.
fn perft_through_move_picker<B: BuiltIn + Exchange>() {
    fn count<B: BuiltIn + Exchange>(board: &B, depth: u32, history: &History) -> u64 {
        if depth == 0 {
            return 1;
        }
        let picker =
            MovePicker::new(board.in_check(), None, [None; 2], &MoveLists::new(B::game_info()));
        let moves = picked_moves(picker, board, history);
        moves.iter().map(|&mv| count(&board.make(mv, &mut ()), depth - 1, history)).sum()
    }
    let history = History::new(B::game_info());
    for counts in perft_data::counts(&format!("{}.perft", B::game_info().name)) {
        let board = parse_fen::<B>(&counts.fen);
        for (depth, expected) in counts.depths {
            if expected < 300_000 {
                assert_eq!(count(&board, depth, &history), expected, "{}", counts.fen);
            }
        }
    }
}

macro_rules! search_tests {
    ($rules:ident: $board:ty) => {
        mod $rules {
            #[test]
            fn search_is_deterministic() {
                super::search_is_deterministic::<$board>();
            }

            #[test]
            fn cleared_table_equals_new_table() {
                super::cleared_table_equals_new_table::<$board>();
            }

            #[test]
            fn node_limits_are_exact() {
                super::node_limits_are_exact::<$board>(1);
            }

            #[test]
            fn small_node_limits_are_exact_for_several_threads() {
                super::node_limits_are_exact::<$board>(3);
            }

            #[test]
            fn pv_moves_are_legal() {
                super::pv_moves_are_legal::<$board>(1);
            }

            #[test]
            fn pv_moves_of_several_threads_are_legal() {
                super::pv_moves_are_legal::<$board>(3);
            }

            #[test]
            fn multipv_lines_are_distinct_and_sorted() {
                super::multipv_lines_are_distinct_and_sorted::<$board>();
            }

            #[test]
            fn searchmoves_restrict_root_moves() {
                super::searchmoves_restrict_root_moves::<$board>();
            }

            #[test]
            fn stop_ends_infinite_search() {
                super::stop_ends_infinite_search::<$board>();
            }

            #[test]
            fn pondering_waits_for_ponderhit() {
                super::pondering_waits_for_ponderhit::<$board>();
            }

            #[test]
            fn new_go_ends_previous_search() {
                super::new_go_ends_previous_search::<$board>();
            }

            #[test]
            fn time_limits_end_search() {
                super::time_limits_end_search::<$board>();
            }

            #[test]
            fn invalid_settings_are_rejected() {
                super::invalid_settings_are_rejected::<$board>();
            }

            #[test]
            fn finished_game_has_no_best_move() {
                super::finished_game_has_no_best_move::<$board>();
            }

            #[test]
            fn move_picker_yields_every_move_once() {
                super::move_picker_yields_every_move_once::<$board>();
            }

            #[test]
            fn perft_through_move_picker() {
                super::perft_through_move_picker::<$board>();
            }
        }
    };
}

for_every_rule_set!(search_tests);

#[test]
fn search_ends_with_any_thread_count() {
    let mut harness = EngineHarness::new(Variant::default());
    for threads in [64, 3, 17, 1] {
        harness.engine.set(EngineSetting::Threads(threads)).expect("threads");
        for limits in [nodes(100_000), depth(5), Limits { mate: Some(1), ..nodes(100_000) }] {
            assert!(harness.search(limits).best.is_some());
        }
        harness.engine.go(Limits { infinite: true, ..Limits::default() });
        harness.engine.stop();
        assert!(harness.wait_for_bestmove().best.is_some());
        harness.engine.new_game();
    }
}
