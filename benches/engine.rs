//! Benchmarks of the engine's parts: `cargo bench`, or `cargo bench -- generation` for one group.
//!
//! The positions come from seeded random games, so that branch prediction works as in a search. A
//! time is for one round over all positions; the throughput is in elements (positions, moves,
//! leaves or nodes).

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::hint::black_box;
use std::time::Instant;
use triskelion::engine::Limits;
use triskelion::eval::{Accumulator, FeatureChanges};
use triskelion::moves::{Move, MoveList};
use triskelion::position::Position;
use triskelion::position::perft::{PerftMode, perft};
use triskelion::profiles::RuleSet;
use triskelion::rules::Federation;
use triskelion::rules::{
    BuiltIn, Chess, GenType, Kobayashi, Meder, Raumschach, Sixfold, SpaceChess,
};
use triskelion::score::Bound;
use triskelion::search::table::{TranspositionTable, TtData};
use triskelion::search::threads::SearchPool;
use triskelion::search::{SearchRequest, Signals};

/// Returns boards of random games.
fn boards<B: RuleSet + BuiltIn>(count: usize) -> Vec<B> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut boards = Vec::new();
    let mut position = Position::new(B::startpos());
    while boards.len() < count {
        boards.push(*position.board());
        let moves = position.legal_moves();
        if position.outcome().is_some() || position.ply_count() >= 80 {
            position = Position::new(B::startpos());
            continue;
        }
        position.make(moves[random.random_range(0..moves.len())], &mut ());
    }
    boards
}

/// Returns the legal moves.
fn legal_moves<B: RuleSet + BuiltIn>(board: &B) -> MoveList {
    let mut list = MoveList::new();
    board.generate(GenType::All, &mut list);
    list
}

fn rules<B: RuleSet + BuiltIn>(criterion: &mut Criterion) {
    let start = B::startpos();
    let mut group = criterion.benchmark_group(format!("{} perft 4", B::game_info().name));
    for (name, mode) in [("bulk", PerftMode::Bulk), ("no-bulk", PerftMode::NoBulk)] {
        group.throughput(Throughput::Elements(perft(&start, 4, mode)));
        group.bench_function(name, |bench| bench.iter(|| perft(black_box(&start), 4, mode)));
    }
    group.finish();

    let boards = boards::<B>(1000);
    let mut group = criterion.benchmark_group(format!("{} generation", B::game_info().name));
    group.throughput(Throughput::Elements(boards.len() as u64));
    for gen_type in [GenType::All, GenType::Noisy, GenType::Quiet, GenType::Platforms] {
        group.bench_function(format!("{gen_type:?}"), |bench| {
            bench.iter(|| {
                for board in &boards {
                    let mut list = MoveList::new();
                    black_box(board).generate(gen_type, &mut list);
                    black_box(&list);
                }
            });
        });
    }
    group.bench_function("count", |bench| {
        bench.iter(|| boards.iter().map(|board| black_box(board).count_legal_moves()).sum::<u64>());
    });
    group.finish();

    let mut positions: Vec<(Position<B>, MoveList)> =
        boards.iter().map(|board| (Position::new(*board), legal_moves(board))).collect();
    let moves = positions.iter().map(|(_, moves)| moves.len() as u64).sum();
    let mut group = criterion.benchmark_group(format!("{} make and unmake", B::game_info().name));
    group.throughput(Throughput::Elements(moves));
    group.bench_function("without evaluation", |bench| {
        bench.iter(|| {
            for (position, moves) in &mut positions {
                for &mv in &*moves {
                    position.make(mv, &mut ());
                    black_box(position.board().key());
                    position.unmake();
                }
            }
        });
    });
    group.bench_function("with the changes that the evaluation needs", |bench| {
        let mut changes = FeatureChanges::new(B::game_info());
        bench.iter(|| {
            for (position, moves) in &mut positions {
                for &mv in &*moves {
                    changes.clear();
                    position.make(mv, &mut changes);
                    black_box(&changes);
                    position.unmake();
                }
            }
        });
    });
    group.finish();

    let evaluated: Vec<(B, Accumulator)> =
        boards.iter().map(|board| (*board, board.new_accumulator())).collect();
    let mut group = criterion.benchmark_group(format!("{} evaluation", B::game_info().name));
    group.throughput(Throughput::Elements(evaluated.len() as u64));
    group.bench_function("evaluate", |bench| {
        bench.iter(|| {
            evaluated
                .iter()
                .map(|(board, accumulator)| black_box(board).evaluate(accumulator))
                .sum::<i32>()
        });
    });
    group.finish();
}

fn table(criterion: &mut Criterion) {
    const PROBES: u64 = 100_000;
    let table = TranspositionTable::new(16).expect("memory for 16 MiB");
    let keys = |round: u64| {
        (0..PROBES).map(move |number| (number + round).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    };
    let data = TtData {
        mv: Move::from_bits(0x0_0203),
        score: 12,
        bound: Bound::Lower,
        raw_eval: Some(9),
        depth: 7,
    };
    let mut group = criterion.benchmark_group("table of 16 MiB");
    group.throughput(Throughput::Elements(PROBES));
    group.bench_function("store", |bench| {
        let mut round = 0;
        bench.iter(|| {
            round += PROBES;
            keys(round).for_each(|key| table.store(key, data));
        });
    });
    group.bench_function("probe", |bench| {
        bench.iter(|| keys(0).filter(|&key| table.probe(black_box(key)).is_some()).count());
    });
    group.finish();
}

fn search<B: RuleSet + BuiltIn>(criterion: &mut Criterion) {
    let position = Position::new(B::startpos());
    let mut pool = SearchPool::<B>::new(B::game_info(), 16).expect("memory for 16 MiB");
    let mut run = |depth| {
        pool.clear();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let request = SearchRequest::new(&position, &limits);
        let signals = Signals::new(Instant::now(), false, false);
        pool.search(&request, &signals, None).nodes
    };
    let mut group = criterion.benchmark_group(format!("{} search", B::game_info().name));
    group.sample_size(10);
    group.throughput(Throughput::Elements(run(9)));
    group.bench_function("depth 9 from the start", |bench| bench.iter(|| run(9)));
    group.finish();
}

criterion_group!(
    benches,
    rules::<Federation>,
    rules::<Kobayashi>,
    rules::<Meder>,
    rules::<Sixfold>,
    rules::<SpaceChess>,
    rules::<Raumschach>,
    rules::<Chess>,
    table,
    search::<Federation>,
    search::<Chess>
);
criterion_main!(benches);
