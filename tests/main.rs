//! The integration tests, in one binary, so that the engine is compiled and linked once.

/// Calls a test macro with each rule set as `name: type`. A new rule set needs one line here.
macro_rules! for_every_rule_set {
    ($tests:ident) => {
        $tests! { federation: triskelion::rules::Federation }
        $tests! { federation_plain: triskelion::rules::FederationPlain }
        $tests! { kobayashi: triskelion::rules::Kobayashi }
        $tests! { meder: triskelion::rules::Meder }
        $tests! { sixfold: triskelion::rules::Sixfold }
        $tests! { spacechess: triskelion::rules::SpaceChess }
        $tests! { raumschach: triskelion::rules::Raumschach }
        $tests! { chess: triskelion::rules::Chess }
    };
}

/// Calls a generic function as `function::<B>(game, …)`: for a board type of `for_every_rule_set!`
/// with its game, and for `files in FILES` with each game of these files that is not built in.
macro_rules! check {
    ((files in $files:expr) $($function:ident)::+ ($($argument:expr),*)) => {
        for variant in crate::support::game_files::load(&$files) {
            use triskelion::registry::Variant;
            use triskelion::rules::fixed::{AnyGame, FixedBoard};
            let game = variant.game();
            // Names the game of a failure.
            println!("{}", game.name);
            match variant {
                Variant::FromFile(AnyGame::Two(_)) => $($function)::+::<FixedBoard<2>>(game $(, $argument)*),
                Variant::FromFile(AnyGame::Three(_)) => $($function)::+::<FixedBoard<3>>(game $(, $argument)*),
                Variant::FromFile(AnyGame::Eight(_)) => $($function)::+::<FixedBoard<8>>(game $(, $argument)*),
                _ => unreachable!("{variant} is built in"),
            }
        }
    };
    (($board:ty) $($function:ident)::+ ($($argument:expr),*)) => {
        $($function)::+::<$board>(<$board as triskelion::rules::BuiltIn>::game_info() $(, $argument)*)
    };
}

mod architecture;
mod bench_signature;
mod builds;
mod ending_tables;
mod endings;
mod faults;
mod fixed;
mod fuzz;
mod game_use;
mod games_page;
mod invariants;
mod loaded_games;
mod malformed_fen;
mod mates;
mod notation;
mod perft;
mod perft_stats;
mod pgn;
mod play;
mod protocol;
mod random_files;
mod random_games;
mod random_positions;
mod reference;
mod reference_matches_data;
mod rule_examples;
mod rules_page;
mod sample_games;
mod scrambled_positions;
mod search;
mod see;
#[cfg(feature = "serve")]
mod serve;
mod slices;
mod soak;
mod statistics;
mod strength;
mod support;
mod syzygy;
mod tournament;
