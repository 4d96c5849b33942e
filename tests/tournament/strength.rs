//! What matches say of players whose difference is known: none, or many more nodes. The short ones
//! are exact, since their games are the same every time; the long ones, which the figures of the
//! project rest on, run on demand: `cargo test --release -- --ignored long_null_test`.

use super::{FinishedMatch, TempDir, match_config, play};
use triskelion::registry::Variant;
use triskelion::tournament::statistics::elo;

/// The 99.5 % quantile of the normal distribution: 99 % of the errors are within.
const Z_99: f64 = 2.576;

fn play_and_print(
    name: &str,
    variant: Variant,
    games: u64,
    players: [&str; 2],
    threads: usize,
) -> FinishedMatch {
    let folder = TempDir::new(&format!("{name}-{}", variant.name()));
    let played = play(&match_config(variant, games, &players), threads, &folder.file("match.pgn"));
    let tally = played.scoreboard.head_to_head();
    println!(
        "{name} {}: {:.2} % of {games} games, pairs {:?}, Elo {}, LOS {:.4}",
        variant.name(),
        100.0 * elo::score(&tally).value,
        tally.pairs(),
        elo::elo(&tally),
        elo::likelihood_of_superiority(&tally)
    );
    assert_eq!(tally.games(), games);
    played
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
}

/// The engine against itself: the score is ½ but for so many standard errors.
fn null_test(name: &str, variant: Variant, games: u64, nodes: u64, errors: f64, threads: usize) {
    let players = ["A", "B"].map(|name| format!("name={name} nodes={nodes} jitter=5"));
    let players = players.each_ref().map(String::as_str);
    let score = elo::score(
        &play_and_print(name, variant, games, players, threads).scoreboard.head_to_head(),
    );
    let standard_error = score.error / elo::Z_95;
    let off = (score.value - 0.5).abs() / standard_error;
    assert!(off <= errors, "{off:.2} standard errors off");
}

/// So many times the nodes, as the first player and as the second: how sure it is in either case
/// that more nodes are better.
fn more_nodes(
    name: &str,
    variant: Variant,
    games: u64,
    nodes: [u64; 2],
    threads: usize,
) -> [f64; 2] {
    let [less, more] = nodes.map(|nodes| format!("nodes={nodes} jitter=5"));
    let first = play_and_print(&format!("{name}-first"), variant, games, [&more, &less], threads);
    let second = play_and_print(&format!("{name}-second"), variant, games, [&less, &more], threads);
    [
        elo::likelihood_of_superiority(&first.scoreboard.head_to_head()),
        1.0 - elo::likelihood_of_superiority(&second.scoreboard.head_to_head()),
    ]
}

#[test]
fn short_null_test() {
    null_test("short-null", Variant::Federation, 40, 200, 2.0 * Z_99, 2);
}

#[test]
fn short_eight_times_the_nodes() {
    let sure = more_nodes("short-strength", Variant::Chess, 20, [200, 1600], 2);
    assert!(sure.iter().all(|&sure| sure > 0.99), "{sure:?}");
}

macro_rules! long_match_tests {
    ($rules:ident: $board:ty) => {
        mod $rules {
            use super::*;
            use triskelion::rules::Geometry;

            #[test]
            #[ignore = "minutes: 2,000 games"]
            fn long_null_test() {
                let variant = <$board>::NAME.parse().expect("a rule set");
                null_test("long-null", variant, 2_000, 2_000, Z_99, cores());
            }

            #[test]
            #[ignore = "minutes: 2,000 games"]
            fn long_twice_the_nodes() {
                let variant = <$board>::NAME.parse().expect("a rule set");
                let sure = more_nodes("long-twice", variant, 1_000, [2_000, 4_000], cores());
                assert!(sure.iter().all(|&sure| sure > 0.999), "{sure:?}");
            }
        }
    };
}

for_every_rule_set!(long_match_tests);
