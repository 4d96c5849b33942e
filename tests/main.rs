//! The integration tests, in one binary, so that the engine is compiled and linked once for all of
//! them.

/// Hands each rule set of the engine, as `name: type`, to a macro that makes tests of it. A new
/// rule set is one line here.
macro_rules! for_every_rule_set {
    ($tests:ident) => {
        $tests! { federation: triskelion::rules::federation::Board<true> }
        $tests! { federation_plain: triskelion::rules::federation::Board<false> }
        $tests! { kobayashi: triskelion::rules::kobayashi::Board }
        $tests! { sixfold: triskelion::rules::sixfold::Board }
        $tests! { spacechess: triskelion::rules::spacechess::Board }
        $tests! { chess: triskelion::rules::chess::Board }
    };
}

mod arena;
mod conversations;
mod data;
mod engine;
mod exchanges;
mod games;
mod laws;
mod malformed;
mod matches;
mod mates;
mod notations;
mod perft;
mod players;
mod random_games;
mod random_positions;
mod records;
mod reference;
mod reference_agrees;
mod search;
mod statistics;
mod worked_cases;
