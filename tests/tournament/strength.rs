//! Matches between players of known relative strength: equal, or with more nodes. The short matches
//! are deterministic. The long ones validate the published results and run on demand:
//! `cargo test --release -- --ignored long_null_test`.

use super::{FinishedMatch, TempDir, match_config, play};
use triskelion::registry::Variant;
use triskelion::tournament::statistics::elo;

/// The 99.5 % quantile of the normal distribution: 99 % of the errors lie within it.
const Z_99: f64 = 2.576;

fn play_and_print(
    name: &str,
    variant: Variant,
    games: u64,
    players: [&str; 2],
    threads: usize,
) -> FinishedMatch {
    let dir = TempDir::new(&format!("{name}-{}", variant.name()));
    let finished = play(&match_config(variant, games, &players), threads, &dir.file("match.pgn"));
    let tally = finished.scoreboard.head_to_head();
    println!(
        "{name} {}: {:.2} % of {games} games, pairs {:?}, Elo {}, LOS {:.4}",
        variant.name(),
        100.0 * elo::score(&tally).value,
        tally.pairs(),
        elo::elo(&tally),
        elo::likelihood_of_superiority(&tally)
    );
    assert_eq!(tally.games(), games);
    finished
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
}

/// Plays the engine against itself. The score must be within `max_errors` standard errors of ½.
fn null_test(
    name: &str,
    variant: Variant,
    games: u64,
    nodes: u64,
    max_errors: f64,
    threads: usize,
) {
    let players = ["A", "B"].map(|name| format!("name={name} nodes={nodes} jitter=5"));
    let players = players.each_ref().map(String::as_str);
    let score = elo::score(
        &play_and_print(name, variant, games, players, threads).scoreboard.head_to_head(),
    );
    let standard_error = score.error / elo::Z_95;
    let deviation = (score.value - 0.5).abs() / standard_error;
    assert!(deviation <= max_errors, "{deviation:.2} standard errors from ½");
}

/// Plays a match with different node limits, with the stronger player first and then second.
/// Returns the likelihood of superiority of the stronger player in both.
fn more_nodes(
    name: &str,
    variant: Variant,
    games: u64,
    nodes: [u64; 2],
    threads: usize,
) -> [f64; 2] {
    let [weak, strong] = nodes.map(|nodes| format!("nodes={nodes} jitter=5"));
    let first = play_and_print(&format!("{name}-first"), variant, games, [&strong, &weak], threads);
    let second =
        play_and_print(&format!("{name}-second"), variant, games, [&weak, &strong], threads);
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
    let los = more_nodes("short-strength", Variant::Chess, 20, [200, 1600], 2);
    assert!(los.iter().all(|&los| los > 0.99), "{los:?}");
}

macro_rules! long_match_tests {
    ($rules:ident: $board:ty) => {
        mod $rules {
            use super::*;
            use triskelion::rules::BuiltIn;

            #[test]
            #[ignore = "minutes: 2,000 games"]
            fn long_null_test() {
                let variant = <$board>::game_info().name.parse().expect("a rule set");
                null_test("long-null", variant, 2_000, 2_000, Z_99, cores());
            }

            #[test]
            #[ignore = "minutes: 2,000 games"]
            fn long_twice_the_nodes() {
                let variant = <$board>::game_info().name.parse().expect("a rule set");
                let los = more_nodes("long-twice", variant, 1_000, [2_000, 4_000], cores());
                assert!(los.iter().all(|&los| los > 0.999), "{los:?}");
            }
        }
    };
}

for_every_rule_set!(long_match_tests);
