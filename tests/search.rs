//! What the search and the engine around it promise, for every rule set: limits kept, the same
//! nodes on every run, lines that can be played, one best move for each `go`.

use crate::data;
use crate::engine::{self, board, legal, part};
use crossbeam_channel::{Receiver, unbounded};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use triskelion::engine::{Bound, Engine, Event, Info, Limits, Score};
use triskelion::eval::Evaluate;
use triskelion::moves::Move;
use triskelion::position::Position;
use triskelion::rules::registry::Variant;
use triskelion::rules::{Part, Text};
use triskelion::search::history::History;
use triskelion::search::picker::Picker;
use triskelion::search::{Goal, Signals};
use triskelion::threads::{Pool, Task};

/// An engine, and the ear for what it says.
pub struct Thinker {
    pub engine: Engine,
    events: Receiver<Event>,
}

/// All that an engine said of one search.
#[derive(PartialEq, Debug)]
pub struct Thought {
    pub infos: Vec<Info>,
    pub notes: Vec<String>,
    pub best: Option<String>,
    pub ponder: Option<String>,
}

impl Thinker {
    /// An engine of that rule set with what it has by default.
    pub fn new(variant: Variant) -> Thinker {
        let (sender, events) = unbounded();
        Thinker { engine: Engine::new(variant, sender), events }
    }

    /// The engine for this board's rule set.
    fn of<B: Text>() -> Thinker {
        Thinker::new(B::NAME.parse().expect("a rule set"))
    }

    /// Searches to the end.
    pub fn think(&mut self, limits: Limits) -> Thought {
        self.think_until(limits, |_| false)
    }

    /// Searches to the end, or until something has been told that is enough.
    pub fn think_until(&mut self, limits: Limits, enough: impl Fn(&Info) -> bool) -> Thought {
        self.engine.go(limits);
        self.listen_until(enough)
    }

    /// Waits for the best move.
    fn listen(&mut self) -> Thought {
        self.listen_until(|_| false)
    }

    /// Waits for the best move; stops the search once something has been told that is enough.
    fn listen_until(&mut self, enough: impl Fn(&Info) -> bool) -> Thought {
        let mut thought = Thought { infos: vec![], notes: vec![], best: None, ponder: None };
        loop {
            match self.events.recv_timeout(Duration::from_secs(60)).expect("a best move in time") {
                Event::Info(info) => {
                    if enough(&info) {
                        self.engine.stop();
                    }
                    thought.infos.push(info);
                }
                Event::Note(note) => thought.notes.push(note),
                Event::BestMove { best, ponder } => {
                    self.engine.wait();
                    assert!(!self.engine.is_searching());
                    assert!(self.events.is_empty(), "nothing comes after the best move");
                    return Thought { best, ponder, ..thought };
                }
            }
        }
    }

    /// Is nothing but infos to be heard?
    fn is_thinking(&self) -> bool {
        self.events.try_iter().all(|event| matches!(event, Event::Info(_)))
            && self.engine.is_searching()
    }
}

/// The last line of the first rank.
pub fn best_line(infos: &[Info]) -> &Info {
    infos.iter().rfind(|info| info.multipv == 1).expect("a line")
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Position strings of the data and of random games.
fn positions<B: Text>(count: usize, seed: u64) -> Vec<String> {
    let starts = data::positions(B::NAME);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut boards = engine::walks::<B, _>(&starts, 12, 60, &mut random);
    (0..count).map(|_| boards.swap_remove(random.random_range(0..boards.len())).write()).collect()
}

/// What of a thought must not depend on time.
fn timeless(thought: Thought) -> Thought {
    let infos = thought.infos.into_iter().map(|info| Info { time: 0, nps: 0, ..info }).collect();
    Thought { infos, ..thought }
}

fn the_same_limits_give_the_same_nodes<B: Text>() {
    let mut limits: Vec<Limits> = (1..=6).map(depth).collect();
    limits.extend([1, 2, 77, 1024, 1025, 5_000, 33_333].map(nodes));
    let texts = positions::<B>(limits.len(), 1);
    let run = |thinker: &mut Thinker| -> Vec<Thought> {
        thinker.engine.new_game();
        let searches = texts.iter().zip(&limits);
        searches
            .map(|(text, limits)| {
                thinker.engine.set_position(Some(text), &[]).expect("a position");
                timeless(thinker.think(limits.clone()))
            })
            .collect()
    };
    let mut thinker = Thinker::of::<B>();
    let first = run(&mut thinker);
    assert_eq!(first, run(&mut thinker), "after a new game");
    assert_eq!(first, run(&mut Thinker::of::<B>()), "in another engine");
}

fn node_limits_are_exact<B: Text + Evaluate>(threads: usize) {
    let mut pool = Pool::<B>::new(1).expect("a mebibyte");
    pool.resize(threads).expect("threads");
    let position = Position::new(B::start());
    for limit in [1, 2, 10, 1000, 1024, 1025, 4321, 50_000] {
        let goal = Goal { nodes: Some(limit), ..Goal::default() };
        let task = Task { position: &position, goal, moves: &[], lines: 1 };
        let signals = Signals::new(Instant::now(), false, false);
        let mut told = 0;
        let outcome = pool.search(&task, &signals, &mut |report| {
            assert!(report.nodes <= limit);
            told += 1;
        });
        assert!(told > 0 && outcome.best.is_some());
        assert_eq!(outcome.nodes, limit);
    }
}

/// Every line can be played to its end and none goes on when the game is over.
fn lines_can_be_played<B: Text>(threads: usize) {
    let mut thinker = Thinker::of::<B>();
    thinker.engine.set_threads(threads).expect("threads");
    for text in positions::<B>(25, 2) {
        thinker.engine.set_position(Some(&text), &[]).expect("a position");
        let thought = thinker.think(depth(6));
        for info in &thought.infos {
            let mut position = Position::new(board::<B>(&text));
            assert!(info.depth == 0 || !info.pv.is_empty());
            for mv in &info.pv {
                if position.plies() > 0 {
                    assert_eq!(position.ending(), None, "{text}: {info:?}");
                }
                let mv = position.board().parse_move(mv).unwrap_or_else(|fault| panic!("{fault}"));
                position.make(mv, &mut ());
            }
            if let (Score::Mate(moves), Bound::Exact) = (info.score, info.bound) {
                let length = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
                assert_eq!(info.pv.len(), length as usize, "{text}: {info:?}");
            }
        }
        let last = best_line(&thought.infos);
        assert_eq!(thought.best, last.pv.first().cloned());
        if let (Some(best), Some(ponder)) = (&thought.best, &thought.ponder) {
            let game = &mut Thinker::of::<B>().engine;
            game.set_position(Some(&text), &[best, ponder]).expect("both are legal");
            assert_eq!(game.game().ending(), None, "a ponder move does not end the game");
        }
    }
}

fn several_lines_are_distinct_and_sorted<B: Text>() {
    let mut thinker = Thinker::of::<B>();
    for (lines, text) in (2..8).zip(positions::<B>(6, 3)) {
        thinker.engine.set_multi_pv(lines);
        thinker.engine.set_position(Some(&text), &[]).expect("a position");
        let thought = thinker.think(depth(5));
        let expected = lines.min(legal(&board::<B>(&text)).len());
        for depth in 1..=5 {
            let infos: Vec<&Info> =
                thought.infos.iter().filter(|info| info.depth == depth).collect();
            let ranks: Vec<u32> = infos.iter().map(|info| info.multipv).collect();
            assert_eq!(ranks, (1..=expected as u32).collect::<Vec<_>>(), "{text}");
            let firsts: BTreeSet<&String> = infos.iter().map(|info| &info.pv[0]).collect();
            assert_eq!(firsts.len(), expected, "{text}");
            let values: Vec<i32> = infos.iter().map(|info| worth(info.score)).collect();
            assert!(values.is_sorted_by(|one, next| one >= next), "{text}: {values:?}");
        }
    }
}

/// A score as a number that orders scores.
fn worth(score: Score) -> i32 {
    match score {
        Score::Centipawns(centipawns) => centipawns,
        Score::Mate(moves) if moves > 0 => 100_000 - moves,
        Score::Mate(moves) => -100_000 - moves,
    }
}

fn only_the_wanted_moves_are_searched<B: Text>() {
    let mut thinker = Thinker::of::<B>();
    let texts = engine::texts(&B::start());
    for wanted in texts.chunks(3) {
        let limits = Limits { searchmoves: wanted.to_vec(), ..depth(3) };
        let thought = thinker.think(limits);
        assert!(wanted.contains(thought.best.as_ref().expect("a move")));
        assert!(thought.notes.is_empty());
    }
    let wanted = vec!["nonsense".to_owned(), texts[0].clone()];
    let thought = thinker.think(Limits { searchmoves: wanted, ..depth(2) });
    assert_eq!((thought.best.as_ref(), thought.notes.len()), (Some(&texts[0]), 1));
    let wanted = vec!["nonsense".to_owned()];
    let thought = thinker.think(Limits { searchmoves: wanted, ..depth(2) });
    assert_eq!((thought.best.is_some(), thought.notes.len()), (true, 2));
}

fn stop_ends_an_infinite_search<B: Text>() {
    let mut thinker = Thinker::of::<B>();
    for threads in [1, 2] {
        thinker.engine.set_threads(threads).expect("threads");
        thinker.engine.go(Limits { infinite: true, ..Limits::default() });
        std::thread::sleep(Duration::from_millis(100));
        assert!(thinker.is_thinking());
        thinker.engine.stop();
        assert!(thinker.listen().best.is_some());
    }
    // An infinite search that has nothing left to do waits as well.
    thinker.engine.go(Limits { infinite: true, ..depth(1) });
    std::thread::sleep(Duration::from_millis(50));
    assert!(thinker.is_thinking());
    thinker.engine.stop();
    thinker.listen();
    // Without a search nothing happens.
    thinker.engine.stop();
    thinker.engine.ponder_hit();
    thinker.engine.wait();
    assert!(thinker.events.is_empty());
}

fn pondering_waits_for_the_hit<B: Text>() {
    let mut thinker = Thinker::of::<B>();
    for limits in [depth(2), Limits { movetime: Some(60), ..Limits::default() }] {
        thinker.engine.go(Limits { ponder: true, ..limits });
        std::thread::sleep(Duration::from_millis(120));
        assert!(thinker.is_thinking());
        thinker.engine.ponder_hit();
        let told = Instant::now();
        assert!(thinker.listen().best.is_some());
        assert!(told.elapsed() < Duration::from_secs(2));
    }
    thinker.engine.go(Limits { ponder: true, ..Limits::default() });
    thinker.engine.stop();
    assert!(thinker.listen().best.is_some());
}

fn a_new_go_ends_the_old_one<B: Text>() {
    let mut thinker = Thinker::of::<B>();
    thinker.engine.go(Limits { infinite: true, ..Limits::default() });
    thinker.engine.go(depth(2));
    thinker.engine.clear_hash();
    thinker.engine.set_hash(1).expect("a mebibyte");
    let best = thinker.events.try_iter().filter(|event| matches!(event, Event::BestMove { .. }));
    assert_eq!(best.count(), 2);
    thinker.engine.go(Limits { infinite: true, ..Limits::default() });
    let ear = thinker.events.clone();
    drop(thinker);
    assert!(matches!(ear.iter().last(), Some(Event::BestMove { .. })));
}

fn time_is_kept<B: Text>() {
    let mut thinker = Thinker::of::<B>();
    let clock = Limits { wtime: Some(1_000), winc: Some(10), ..Limits::default() };
    let little = Limits { wtime: Some(1), ..Limits::default() };
    let fixed = Limits { movetime: Some(100), ..Limits::default() };
    for (limits, least) in [(clock, 0), (little, 0), (fixed, 60)] {
        let started = Instant::now();
        let thought = thinker.think(limits);
        // Not how late it may be: that is the machine's affair. But it does come to an end.
        let taken = started.elapsed().as_millis();
        assert!(taken >= least, "{taken} ms");
        assert!(thought.best.is_some() && !thought.infos.is_empty());
    }
}

fn what_cannot_be_had_is_refused<B: Text>() {
    let mut thinker = Thinker::of::<B>();
    let error = thinker.engine.set_hash(Engine::MAX_HASH).expect_err("no machine has that");
    assert!(error.to_string().contains("MiB"));
    assert!(thinker.engine.set_position(Some("nonsense"), &[]).is_err());
    let error = thinker.engine.set_position(None, &["x"]).expect_err("no move");
    assert!(error.to_string().contains("move 1"), "{error}");
    assert_eq!(thinker.engine.game().position_string(), B::start().write());
    assert!(thinker.think(depth(3)).best.is_some());
}

/// A game without legal moves at the root is told and answered by no move.
fn a_game_that_is_over<B: Text>() {
    let mut thinker = Thinker::of::<B>();
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let mut seen = BTreeSet::new();
    for _ in 0..2000 {
        let mut board = B::start();
        for _ in 0..400 {
            if board.count() == 0 || board.dead().is_some() {
                break;
            }
            let mv = engine::random_move(&board, &mut random).expect("a legal move");
            board = board.make(mv, &mut ());
        }
        if board.count() > 0 && board.dead().is_none() {
            continue;
        }
        let ending = Position::new(board).ending().expect("it is over");
        let lost = ending.winner.is_some();
        thinker.engine.set_position(Some(&board.write()), &[]).expect("a position");
        let thought = thinker.think(Limits::default());
        let score = if lost { Score::Mate(0) } else { Score::Centipawns(0) };
        let told = &thought.infos[0];
        assert_eq!((told.depth, told.score, told.pv.len()), (0, score, 0));
        assert_eq!((thought.infos.len(), thought.best), (1, None));
        seen.insert(lost);
        if seen.len() == 2 {
            return;
        }
    }
    assert!(!seen.is_empty(), "some random game ends");
}

/// The picker hands out every legal move once, whatever table move and killers it is given; its
/// quiescent kind the noisy ones that do not lose.
fn the_picker_hands_out_each_move_once<B: Text>() {
    let history = History::new(B::CELLS, B::POSTS);
    let mut strangers: Vec<Move> = Vec::new();
    for text in positions::<B>(300, 5) {
        let board = board::<B>(&text);
        let mut moves = legal(&board);
        strangers.extend(moves.iter().step_by(5));
        let stranger = |number: usize| Some(strangers[number * 7919 % strangers.len()]);
        let table_moves = [None, stranger(1), stranger(2), moves.first().copied()];
        let killers = [[None; 2], [stranger(3), stranger(4)], [moves.last().copied(), stranger(5)]];
        moves.sort();
        let in_check = board.in_check();
        for table_move in table_moves {
            for killers in
                killers.into_iter().filter(|pair| pair[0].is_none() || pair[0] != pair[1])
            {
                let mut picked =
                    all_of(Picker::all(in_check, table_move, killers), &board, &history);
                picked.sort();
                assert_eq!(picked[..], moves[..], "{text} {table_move:?} {killers:?}");
            }
            let mut picked = all_of(Picker::noisy(in_check, table_move), &board, &history);
            picked.sort();
            let mut expected = match in_check {
                true => moves.clone(),
                false => part(&board, Part::Noisy),
            };
            let good = |mv: &mut Move| {
                in_check || board.exchange_at_least(*mv, 0) || Some(*mv) == table_move
            };
            expected.retain(good);
            expected.sort();
            assert_eq!(picked[..], expected[..], "{text} {table_move:?}");
        }
    }
}

fn all_of<B: Text>(mut picker: Picker, board: &B, history: &History) -> Vec<Move> {
    std::iter::from_fn(|| picker.next(board, history)).collect()
}

/// Perft through the picker counts what perft through the generator does.
fn perft_through_the_picker<B: Text>() {
    fn count<B: Text>(board: &B, depth: u32, history: &History) -> u64 {
        if depth == 0 {
            return 1;
        }
        let picker = Picker::all(board.in_check(), None, [None; 2]);
        let moves = all_of(picker, board, history);
        moves.iter().map(|&mv| count(&board.make(mv, &mut ()), depth - 1, history)).sum()
    }
    let history = History::new(B::CELLS, B::POSTS);
    for counts in data::counts(&format!("{}.perft", B::NAME)) {
        let board = board::<B>(&counts.position);
        for (depth, expected) in counts.depths {
            if expected < 300_000 {
                assert_eq!(count(&board, depth, &history), expected, "{}", counts.position);
            }
        }
    }
}

macro_rules! searches {
    ($rules:ident: $board:ty) => {
        mod $rules {
            #[test]
            fn the_same_limits_give_the_same_nodes() {
                super::the_same_limits_give_the_same_nodes::<$board>();
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
            fn lines_can_be_played() {
                super::lines_can_be_played::<$board>(1);
            }

            #[test]
            fn lines_of_several_threads_can_be_played() {
                super::lines_can_be_played::<$board>(3);
            }

            #[test]
            fn several_lines_are_distinct_and_sorted() {
                super::several_lines_are_distinct_and_sorted::<$board>();
            }

            #[test]
            fn only_the_wanted_moves_are_searched() {
                super::only_the_wanted_moves_are_searched::<$board>();
            }

            #[test]
            fn stop_ends_an_infinite_search() {
                super::stop_ends_an_infinite_search::<$board>();
            }

            #[test]
            fn pondering_waits_for_the_hit() {
                super::pondering_waits_for_the_hit::<$board>();
            }

            #[test]
            fn a_new_go_ends_the_old_one() {
                super::a_new_go_ends_the_old_one::<$board>();
            }

            #[test]
            fn time_is_kept() {
                super::time_is_kept::<$board>();
            }

            #[test]
            fn what_cannot_be_had_is_refused() {
                super::what_cannot_be_had_is_refused::<$board>();
            }

            #[test]
            fn a_game_that_is_over() {
                super::a_game_that_is_over::<$board>();
            }

            #[test]
            fn the_picker_hands_out_each_move_once() {
                super::the_picker_hands_out_each_move_once::<$board>();
            }

            #[test]
            fn perft_through_the_picker() {
                super::perft_through_the_picker::<$board>();
            }
        }
    };
}

for_every_rule_set!(searches);

#[test]
fn any_number_of_threads_comes_to_an_end() {
    let mut thinker = Thinker::new(Variant::default());
    for threads in [64, 3, 17, 1] {
        thinker.engine.set_threads(threads).expect("threads");
        for limits in [nodes(100_000), depth(5), Limits { mate: Some(1), ..nodes(100_000) }] {
            assert!(thinker.think(limits).best.is_some());
        }
        thinker.engine.go(Limits { infinite: true, ..Limits::default() });
        thinker.engine.stop();
        assert!(thinker.listen().best.is_some());
        thinker.engine.new_game();
    }
}
