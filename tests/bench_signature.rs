//! The node counts of the benchmark against `tests/bench.signature`, so that no commit changes
//! play without stating it.

use std::sync::atomic::AtomicBool;
use triskelion::bench::{self, BENCH_VARIANTS, BenchOptions};
use triskelion::registry::Variant;
use triskelion::rules::BuiltIn;

/// The nodes in the line of that name in `tests/bench.signature`.
fn signature(name: &str) -> u64 {
    let lines = include_str!("bench.signature").lines().filter(|line| !line.starts_with('#'));
    let mut pairs = lines.filter_map(|line| line.split_once(' '));
    let (_, nodes) = pairs
        .find(|(found, _)| *found == name)
        .unwrap_or_else(|| panic!("tests/bench.signature has no line `{name}`"));
    nodes.parse().expect("a number of nodes")
}

/// Runs the benchmark of a rule set and returns its nodes.
fn bench(variant: Variant) -> u64 {
    let stop = AtomicBool::new(false);
    let total = bench::run(&[variant], BenchOptions::default(), &stop, |benched| {
        if let Err(error) = benched.result {
            panic!("{error}");
        }
    });
    total.nodes
}

fn bench_matches_signature<B: BuiltIn>() {
    let variant: Variant = B::game_info().name.parse().expect("a rule set");
    let (nodes, signature) = (bench(variant), signature(B::game_info().name));
    assert_eq!(nodes, signature, "nodes of `triskelion bench --variant {variant}`");
}

/// Nothing that a benchmark leaves in the process changes the next one.
#[test]
fn repeated_bench_has_the_same_nodes() {
    assert_eq!([(); 2].map(|()| bench(Variant::SpaceChess)), [signature("spacechess"); 2]);
}

/// Searches of different positions share nothing, so `triskelion bench` counts the sum.
#[test]
fn total_is_sum_of_benched_rule_sets() {
    let sum: u64 = BENCH_VARIANTS.iter().map(|variant| signature(variant.name())).sum();
    assert_eq!(sum, signature("total"));
}

macro_rules! bench_tests {
    ($name:ident: $board:ty) => {
        #[test]
        fn $name() {
            bench_matches_signature::<$board>();
        }
    };
}

for_every_rule_set!(bench_tests);
