//! What the engine finds of the mates on file, and that it never says of one what is not so.

use super::{Mate, read_mates};
use crate::search::{EngineHarness, best_line};
use crate::support::board::parse_fen;
use triskelion::engine::{Bound, Limits, Score, SearchInfo};
use triskelion::position::Position;
use triskelion::registry::RuleSet;
use triskelion::rules::BoardText;

/// The line is legal and ends with the mate that it promises, no sooner and no later.
fn assert_ends_in_mate<B: BoardText>(mate: &Mate, info: &SearchInfo, moves: u32) {
    let told = || format!("{}: {info:?}", mate.fen);
    assert_eq!(info.pv.len(), 2 * moves as usize - 1, "{}", told());
    let mut position = Position::new(parse_fen::<B>(&mate.fen));
    for mv in &info.pv {
        assert_eq!(position.outcome(), None, "{}", told());
        let mv = position.board().parse_uci_move(mv).unwrap_or_else(|fault| panic!("{fault}"));
        position.make(mv, &mut ());
    }
    let winner = position.outcome().and_then(|ending| ending.winner);
    assert_eq!(winner, Some(position.side_to_move().other()), "{}", told());
}

/// Whatever the engine says of a mate is true: none shorter than there is, none against the side
/// that has one, and each line as long as it says. Is it the shortest?
fn is_shortest_mate<B: BoardText>(mate: &Mate, info: &SearchInfo) -> bool {
    let Score::Mate(moves) = info.score else { return false };
    assert!(moves >= mate.distance as i32, "{}: {info:?}", mate.fen);
    if info.bound == Bound::Exact {
        assert_ends_in_mate::<B>(mate, info, moves as u32);
    }
    info.bound == Bound::Exact && moves == mate.distance as i32
}

/// Of a hundred of these mates the engine tells so many when it searches with those limits.
fn assert_solve_rate<B: RuleSet>(
    mates: &[Mate],
    percent: usize,
    threads: usize,
    limits: impl Fn(&Mate) -> Limits,
) {
    let mut thinker = EngineHarness::new(B::NAME.parse().expect("a rule set"));
    thinker.engine.set_hash(4).expect("four mebibytes");
    thinker.engine.set_threads(threads).expect("threads");
    let mut missed = Vec::new();
    for mate in mates {
        thinker.engine.new_game();
        thinker.engine.set_position(Some(&mate.fen), &[]).expect("a position");
        // What has been found need not be looked for any longer.
        let thought = thinker.search_until(limits(mate), |info| is_shortest_mate::<B>(mate, info));
        let found = thought.infos.iter().any(|info| is_shortest_mate::<B>(mate, info));
        if !found {
            let score = best_line(&thought.infos).score;
            missed.push(format!("{} {}: {score:?}", mate.distance, mate.fen));
        }
    }
    let found = mates.len() - missed.len();
    println!("{}: {found} of {} mates found; not {missed:#?}", B::NAME, mates.len());
    assert!(100 * found >= percent * mates.len());
}

/// Asked for nothing but its best in a million nodes, the engine finds them.
pub fn solves_in_a_million_nodes<B: RuleSet>() {
    let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
    assert_solve_rate::<B>(&read_mates(B::NAME), 95, 1, |_| limits.clone());
}

/// Asked for a mate of that length, the engine finds it, with any number of threads. What several
/// threads find differs from run to run: the share leaves room for that.
pub fn solves_go_mate<B: RuleSet>(threads: usize) {
    let some: Vec<Mate> = read_mates(B::NAME).into_iter().step_by(5).collect();
    assert_solve_rate::<B>(&some, 90, threads, |mate| Limits {
        mate: Some(mate.distance),
        nodes: Some(5_000_000),
        ..Limits::default()
    });
}
