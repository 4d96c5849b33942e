//! Searches the mates on file, and checks every mate score that the engine reports.

use super::{Mate, read_mates, sample_mates};
use crate::search::{EngineHarness, best_line};
use crate::support::board::parse;
use triskelion::engine::{Bound, EngineSetting, Info, Limits, Score};
use triskelion::position::Position;
use triskelion::profiles::RuleSet;
use triskelion::rules::GameInfo;

/// Asserts that the line is legal and mates on its last move, not before.
fn assert_ends_in_mate<B: RuleSet>(game: &'static GameInfo, mate: &Mate, info: &Info, moves: i64) {
    let context = || format!("{}: {info:?}", mate.fen);
    assert_eq!(info.pv.len(), 2 * moves as usize - 1, "{}", context());
    let mut position = Position::new(parse::<B>(game, &mate.fen));
    for mv in &info.pv {
        assert_eq!(position.outcome(), None, "{}", context());
        let mv = position.board().parse_uci_move(mv).unwrap_or_else(|error| panic!("{error}"));
        position.make(mv, &mut ());
    }
    let winner = position.outcome().and_then(|outcome| outcome.winner);
    assert_eq!(winner, Some(position.side_to_move().other()), "{}", context());
}

/// Asserts that a reported mate is not shorter than the proved one, that it is a mate for the side
/// to move, and that its line is as long as its score states. Returns whether it is the shortest
/// mate.
fn is_shortest_mate<B: RuleSet>(game: &'static GameInfo, mate: &Mate, info: &Info) -> bool {
    let Some((Score::Mate(moves), bound)) = info.score else { return false };
    assert!(moves >= mate.distance.into(), "{}: {info:?}", mate.fen);
    if bound == Bound::Exact {
        assert_ends_in_mate::<B>(game, mate, info, moves);
    }
    bound == Bound::Exact && moves == i64::from(mate.distance)
}

/// Asserts that the engine finds at least `percent` % of these mates within the limits.
fn assert_solve_rate<B: RuleSet>(
    game: &'static GameInfo,
    mates: &[Mate],
    percent: usize,
    threads: usize,
    limits: impl Fn(&Mate) -> Limits,
) {
    let mut harness = EngineHarness::new(game.name.parse().expect("a rule set"));
    harness.engine.set(EngineSetting::Hash(4)).expect("memory for 4 MiB");
    harness.engine.set(EngineSetting::Threads(threads)).expect("threads");
    let mut missed = Vec::new();
    for mate in mates {
        harness.engine.new_game();
        harness.engine.set_position(Some(&mate.fen), &[]).expect("a position");
        // Stop once the shortest mate is found.
        let output =
            harness.search_until(limits(mate), |info| is_shortest_mate::<B>(game, mate, info));
        let found = output.infos.iter().any(|info| is_shortest_mate::<B>(game, mate, info));
        if !found {
            let score = best_line(&output.infos).score;
            missed.push(format!("{} {}: {score:?}", mate.distance, mate.fen));
        }
    }
    let found = mates.len() - missed.len();
    println!("{}: {found} of {} mates found; missed: {missed:#?}", game.name, mates.len());
    assert!(100 * found >= percent * mates.len());
}

/// Asserts that the engine finds mates in a search of one million nodes.
pub(super) fn solves_in_a_million_nodes<B: RuleSet>(game: &'static GameInfo) {
    let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
    assert_solve_rate::<B>(game, &read_mates(game.name), 95, 1, |_| limits.clone());
}

/// Asserts that `go mate` finds the mates with this number of threads. With several threads the
/// result varies from run to run, so the required share is lower.
pub(super) fn solves_go_mate<B: RuleSet>(game: &'static GameInfo, threads: usize) {
    let sample = sample_mates(game, 5);
    assert_solve_rate::<B>(game, &sample, 90, threads, |mate| Limits {
        mate: Some(mate.distance.into()),
        nodes: Some(5_000_000),
        ..Limits::default()
    });
}
