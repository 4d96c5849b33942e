//! The benchmark: searches fixed positions to a fixed depth.
//!
//! On one thread the node count is the same on every run and every machine. It is the signature of
//! a build: it changes if the search or the evaluation changes.

use crate::clock::Instant;
use crate::engine::{Engine, EngineSetting, Limits, SettingError};
use crate::registry::Variant;
use crate::rules::Notation;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How the positions are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchOptions {
    /// The number of threads. With more than one, node counts differ from run to run.
    pub threads: usize,
    /// The size of the transposition table, in MiB.
    pub hash_mib: usize,
    /// Plies to add to the depth of each position.
    pub extra_depth: u32,
}

impl Default for BenchOptions {
    /// Returns the options of the signature.
    fn default() -> BenchOptions {
        BenchOptions { threads: 1, hash_mib: 16, extra_depth: 0 }
    }
}

/// The rule sets of the benchmark. `federation-plain` is left out: it hardly differs from
/// `federation`.
pub const BENCH_VARIANTS: [Variant; 7] = [
    Variant::Federation,
    Variant::Kobayashi,
    Variant::Meder,
    Variant::Sixfold,
    Variant::SpaceChess,
    Variant::Raumschach,
    Variant::Chess,
];

/// The search depth of a game from a file.
const FILE_DEPTH: u32 = 11;

/// Returns the search depth and the positions of a rule set; for a game from a file none, see
/// [`positions_of_file`].
const fn positions(variant: Variant) -> (u32, &'static [&'static str]) {
    match variant {
        Variant::Federation | Variant::FederationPlain => (13, &FEDERATION),
        Variant::Kobayashi => (13, &KOBAYASHI),
        Variant::Meder => (12, &MEDER),
        Variant::SpaceChess => (7, &SPACECHESS),
        Variant::Raumschach => (10, &RAUMSCHACH),
        Variant::Chess => (13, &CHESS),
        Variant::Sixfold => (10, &SIXFOLD),
        Variant::FromFile(_) => (FILE_DEPTH, &[]),
    }
}

/// Returns the start position of a game from a file, and every hundredth position of its book.
fn positions_of_file(variant: Variant) -> Vec<&'static str> {
    let book = variant.book().lines().filter(|line| !line.starts_with('#'));
    [variant.game().start_fen].into_iter().chain(book.step_by(100)).collect()
}

/// Four middlegames with the platforms on their initial posts, four with moved platforms, four
/// endgames.
const FEDERATION: [&str; 12] = [
    "nbbn/pppp/4/4|4/4/4/4|4/4/PPPP/NBBN b12+w:PP/RQ,b86+b:rq/pp,e12+w:PP/KR,e86+b:kr/pp w KQkq * - 0 1",
    "nbbn/pp2/3p/3p|2p1/3B/4/P3|4/P3/1PPP/N1BN b12+w:P1/RQ,b86+b:rq/pp,e12+w:PP/KR,e86+b:rk/1p w KQ * e66:e76 0 5",
    "nbb1/1ppp/4/3p|4/4/4/P1PP|pn2/P2P/3B/NB1N b12+w:P1/RQ,b86+b:rq/pp,e12+w:KP/R1,e86+b:rk/p1 b - a13a87b87c76d76e87f13 b32:b22 0 9",
    "n1bn/1pN1/4/2p1|4/P3/4/2P1|4/4/P2P/NBB1 b12+w:PP/RQ,b86+b:rq/pp,e12+w:PP/RK,e86+b:rk/pp b - * - 0 7",
    "1b2/3p/p3/p3|4/n3/N3/PN2|3P/2P1/3P/1BBK b12+w:P1/R1,b86+b:r1/2,e12+w:1P/R1,e86+b:rk/p1 w - a13f13 - 4 21",
    "2bn/3p/p3/4|R3/3Q/4/P2P|pP2/4/4/NBBN b12+w:P1/R1,b86+b:r1/pq,e12+w:1P/1K,e86+b:rk/p1 b - a13a87f13 - 0 16",
    "1kbn/b2r/p2p/1p1p|pnp1/1q2/1P1P/PN2|pQ2/P1NP/R1P1/1BB1 b56+w:P1/2,b64+b:2/2,e12+w:1P/KR,e86+b:1r/1p w K * - 13 26",
    "npbp/rq1p/p1p1/b3|4/pp2/4/PNPB|3n/P2Q/RP1P/P1BN b34+w:2/2,b64+b:2/2,e12+w:PP/KR,e86+b:1r/pk w K * - 14 21",
    "n1bp/1Pqp/4/p3|2nr/Q3/3P/b1P1|P3/p3/BPN1/R1KN b34+w:P1/2,b42-b:2/2,e12+w:1P/BR,e86+b:k1/pr w - * - 17 26",
    "n3/4/4/P3|4/k3/4/1n2|4/4/1P2/4 b12+w:2/R1,b86+b:r1/1p,e34+w:1K/2,e64-b:2/2 w - - - 1 49",
    "4/3k/3p/4|4/4/4/4|4/4/4/4 b34-w:2/2,b56-b:2/2,e34+w:1P/K1,e64+b:2/2 w - - - 2 62",
    "1pk1/4/3p/p3|p3/4/n3/4|1P2/4/4/N3 b12+w:1R/R1,b86+b:1r/2,e12-w:K1/2,e86+b:2/r1 b - - - 4 35",
];

/// The start position, one with both sides about to castle, six middlegames with moved platforms
/// (one check, one en passant), four endgames.
const KOBAYASHI: [&str; 12] = [
    "bqkb/pppp/4/4|4/4/4/4|4/4/PPPP/BQKB b12-:PP/RN,b86+:rn/pp,e12-:PP/NR,e86+:nr/pp w KQkq * - 0 1",
    "2kb/nbpp/1q2/pp2|4/4/4/4|PP2/1Q2/NBPP/2KB b12-:PP/R1,b86+:r1/pp,e12-:PP/NR,e86+:nr/pp w KQkq * - 6 6",
    "1qkb/1ppp/4/4|B3/4/p3/4|4/4/PPPP/BQKB b56-:2/p1,b64+:1r/p1,e12-:PP/NR,e34+:nr/pp w K a45b22c22c76d22d76e11e22e25e76f11f25 - 0 8",
    "r2b/nbpp/1q2/pp2|4/4/4/4|PP2/1Q2/NBPP/R2B b34-:PP/1K,b86+:1k/pp,e12-:PP/NR,e56-:nr/pp w - a33a87b33b87d22d76e11e22e45e76f11f45 - 10 8",
    "r2b/2pp/1q2/pp2|p3/k3/4/2n1|PPP1/2N1/2QP/2nB b12-:2/Bb,b42-:PP/1K,e34+:1r/pp,e64-:PP/NR w - a51b51d76e22e25e73e76f25f73 - 2 19",
    "pkrb/2pp/1q2/pp2|2R1/4/3r/4|PPPP/BQN1/2B1/R3 b56-:1n/pb,b64-:PP/1K,e34+:n1/pp,e64-:1P/2 w - a45a73b73d76e25e76f25f73 - 5 28",
    "2k1/3p/q3/ppp1|4/4/4/p3|1PP1/2K1/PB1P/1Q1B b56-:1r/2,b64+:2/2,e34+:r1/pp,e64-:PP/R1 w - b22e22e25e73e76f25f73 c56:c66 0 19",
    "r2b/2p1/1q2/pp1p|K3/2k1/n3/4|PPPP/4/4/2QB b12-:N1/B1,b64-:PP/2,e34+:1r/1p,e64-:1P/R1 w - a73b73d76f25f73 - 3 31",
    "1k2/1p2/r1p1/3p|4/4/p3/4|2P1/4/4/4 b34+:2/2,b56-:1q/p1,e64+:1K/1B,e86-:P1/1Q w - a45c76 - 4 31",
    "4/1Q2/1N2/p1p1|4/4/4/4|n3/2P1/P3/4 b56-:1q/2,b86-:2/R1,e64-:1P/K1,e86+:p1/1k w - * - 1 31",
    "4/1p1p/2p1/4|4/4/r3/4|2P1/3K/qPBP/4 b12-:1q/2,b42+:2/2,e86+:QQ/2,e86-:1R/k1 w - * - 0 31",
    "4/4/1N2/4|4/r2k/1n2/4|PPPP/1B2/1K2/4 b34-:2/q1,b56-:2/2,e34+:r1/1p,e64+:2/Qp w - f25 - 14 43",
];

/// The start position, three middlegames with the platforms on their initial posts (one en
/// passant), four with moved platforms or pieces alone aboard, a waiting pawn, three endgames.
const MEDER: [&str; 12] = [
    "nbbn/pppp/4/4|4/4/4/4|4/4/PPPP/NBBN b12+w:PP/RQ,b86+b:rq/pp,e12+w:PP/KR,e86+b:kr/pp w KQkq * - 0 1",
    "4/pb2/4/4|1pnb/3p/4/PN1B|P3/1P1P/4/2B1 b12+w:P1/RQ,b86+b:rq/pp,e12+w:PP/KR,e86+b:kr/pp b KQkq * b34:b22 0 10",
    "n1b1/2q1/3p/4|p1n1/1pp1/4/1P1P|4/3B/P3/N1B1 b12+w:PP/RQ,b86+b:r1/p1,e12+w:PP/KR,e86+b:kr/pp b KQkq * - 0 10",
    "2b1/4/1Nn1/4|3b/p3/3p/2p1|1p1q/1B2/N3/Q1B1 b12+w:PP/R1,b86+b:r1/pp,e12+w:PP/KR,e86+b:kr/1p b KQkq * - 0 21",
    "4/3p/p2q/p3|3p/p3/4/2Q1|P3/1PR1/3P/4 b12+w:P1/2,b64+b:2/p1,e12+w:KP/1R,e86+b:rr/1k b - a13f13 - 1 32",
    "r3/2q1/1npp/p3|1pn1/p2p/P2P/1PP1|P2P/1NNQ/1R2/4 b34+w:P1/2,b64+b:2/p1,e12+w:1P/RK,e86+b:rk/1p b - * - 5 21",
    "k3/p3/p3/2p1|q1np/p3/P1P1/Q1NP|4/P2P/4/2K1 b34+w:P1/2,b64+b:2/p1,e34+w:1P/2,e64+b:2/1p b - - - 5 32",
    "3k/4/p1n1/4|p1bp/4/3p/1BrP|P2P/KP2/4/3R b12+w:P1/1R,b86+b:r1/2,e12+w:1P/2,e86+b:2/1p b - * - 4 32",
    "P2P/1p2/4/4|1R2/3K/4/4|4/4/2k1/4 e12+w:2/2,e42+b:2/2,e56+w:2/2,e86+b:1b/2 w - * - 52 45",
    "4/4/4/p3|P3/p1kp/P2p/R2P|3n/4/K1R1/4 b42+w:P1/2,b86+b:r1/2,e12+w:1P/2,e34+b:2/1p b - * - 0 43",
    "4/k3/p3/4|1N1p/2n1/P1P1/2KP|4/4/4/1q2 b42+b:2/pQ,b86+w:Q1/2,e34+w:1P/2,e64+b:2/1p b - - - 0 46",
    "3k/4/4/K3|4/4/3p/1p1P|4/4/4/4 b34+b:r1/p1,e12+w:1P/R1,e56+w:P1/b1,e86+b:2/1p b - * - 0 54",
];

/// Openings with en passant, middlegames with castling rights, checks, a king on its way to the
/// elevator, endgames.
const SPACECHESS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/8/8|pppppppp/8/8/8/8/8/8/PPPPPPPP|8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq * - 0 1",
    "r1bqkb1r/2p2ppp/2n2n2/8/3pP3/5B2/8/8|pppppppp/8/1p6/p7/8/8/8/PPPPPPPP|8/8/8/8/8/2N1BN2/PPP1PPPP/R2QK2R w KQkq * a52:a53a62a63a72 0 7",
    "rnb1kb1r/p4p2/7n/8/6p1/P2P3P/P1P1P1P1/NP6|2pp1p1p/8/p5p1/3pp3/5P2/8/8/3PB2P|1p6/2q4p/1pp1p3/1P2P3/8/8/2P2PP1/R1B1K1NR b KQkq * a33:a22a31a32 0 14",
    "r3kbnr/7p/8/4p3/6P1/8/8/4P3|np2pp2/5p2/6p1/7p/2p2P2/1PP2NP1/1P6/P1PN2P1|8/2pp4/1p1p4/8/4P3/3P4/P6P/R1BK1B1R w kq * e53:e63 0 20",
    "1n3rk1/3p4/1pp5/6p1/8/3P4/3P4/P5P1|p1p3pp/1p3p2/p2p1p2/8/BP4P1/8/8/2P1PP1P|8/7p/8/8/8/P5N1/1NP1KP1P/RQ3B1b b - * - 1 22",
    "8/8/7K/8/3BP3/3N4/8/8|p4Q2/5b1p/1pp2k2/p4p2/8/5P2/8/PPPPPPPP|4p3/2p5/6p1/4p3/8/8/PPP1P1PP/R4R2 w - * f52:f53f63 0 31",
    "8/5NK1/8/8/8/3N4/8/8|5Q2/5B2/ppp5/p7/3k4/5P2/8/PPPPPPPP|4p3/7p/2p3p1/4p3/8/8/PPP1P1PP/R4R2 w - * - 2 37",
    "8/1B2n3/8/8/5rp1/2P5/N3b3/6PP|4k3/2p2pp1/8/3p3p/P2P4/5P2/8/3K4|R7/1p6/5p1p/5p1P/8/8/1P6/1R6 b - * - 0 38",
    "rn3k1r/4n3/8/7p/p1P5/6PP/8/8|8/1p6/p6B/8/4P3/6P1/8/5B2|5p2/3pp3/6pR/8/8/8/R4K2/3N4 b - - - 1 43",
    "8/3k4/5p2/1B6/8/4P1PP/P7/8|8/8/3p4/7p/7P/8/8/8|8/B7/5pp1/3P4/8/8/3K4/8 b - - - 3 65",
    "8/8/8/8/2P5/4PPP1/8/8|7R/8/8/k7/7P/8/1K6/8|8/4p3/8/5p2/2P4P/p7/8/8 w - - - 0 74",
    "8/8/8/3k4/8/8/8/8|8/8/8/8/8/8/3q4/K7|8/8/8/8/8/8/8/8 b - - - 5 103",
];

/// The start position, five middlegames, four endgames, the last against a bare king.
const RAUMSCHACH: [&str; 10] = [
    "rnknr/ppppp/5/5/5|ubqub/ppppp/5/5/5|5/5/5/5/5|5/5/5/PPPPP/BUQBU|5/5/5/PPPPP/RNKNR w 0 1",
    "r1k1r/1pppp/p1n2/5/5|ub1ub/ppp2/3p1/5/2B2|1Q3/n3p/5/5/4N|5/5/5/PPPPP/1U2U|5/3q1/2N2/PPPPP/R1K1R w 0 10",
    "1rk1r/ppppp/2n2/5/5|u2u1/ppbb1/3p1/5/5|5/2p2/3P1/2U1Q/1qN2|5/5/2P2/PP3/3BU|5/5/2NP1/PPPKP/R3R b 2 13",
    "r1knr/1pppp/5/5/5|1b1u1/pp2q/p4/1b3/5|5/1u2p/5/2U1P/5|5/5/1P3/3PP/2Q1U|5/B4/5/PPPP1/RNKNR b 0 15",
    "r1k1r/pp2p/2p2/4Q/5|uNq2/pp3/3p1/5/5|5/5/5/P4/5|5/5/4b/1PP2/B2BU|1n3/5/5/PPPP1/R1K2 b 0 17",
    "r2kr/1pppp/5/5/3B1|u4/p1p1p/1p1u1/q4/5|4b/3p1/3P1/3U1/5|3B1/2P2/PU2P/1P1PP/1p3|3Q1/5/5/PPN2/R1K1R w 0 31",
    "5/1uk1p/5/5/1r3|5/3pp/5/5/5|5/5/2P2/3U1/5|5/5/1B1K1/3PP/5|1r3/5/P4/4P/2R2 b 0 40",
    "5/5/5/5/5|5/2k2/2p2/5/5|4P/5/1p3/2r2/5|5/5/3K1/5/2u2|R4/5/1P3/5/5 b 0 60",
    "3R1/4r/3n1/5/5|4P/3p1/2k2/5/5|5/5/2P2/1B3/5|4P/5/5/P2K1/5|5/5/5/5/5 w 3 70",
    "5/5/5/5/5|5/5/5/5/5|5/5/2k2/5/5|5/5/5/1R3/5|5/3Q1/5/5/K4 w 5 90",
];

/// Openings, middlegames with castling rights and en passant, checks, endgames.
const CHESS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkb1r/pp3ppp/2nppn2/8/3NP3/2N5/PPP1BPPP/R1BQK2R w KQkq - 0 7",
    "r1bq1rk1/ppp1npbp/3p1np1/3Pp3/2P1P3/2N5/PP2BPPP/R1BQNRK1 b - - 2 10",
    "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPP3PP/R2Q1RK1 w - - 0 12",
    "rnbqkb1r/pp3p1p/3p1np1/2pP4/4P3/2N5/PP2QPPP/R1B1KBNR b KQkq - 1 7",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1b2rk1/2q1bppp/p2p1n2/np2p3/3PP3/5N1P/PPBN1PP1/R1BQR1K1 b - - 0 13",
    "2rq1rk1/pb1n1ppp/1p2pn2/8/1bBP4/2N1PN2/PP2QPPP/R1B2RK1 w - - 2 11",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    "8/5pk1/4p1p1/1R5p/r6P/6P1/5PK1/8 w - - 4 40",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "6k1/1b3p1p/p3pBp1/1p6/8/1P3PP1/P3K2P/3b4 w - - 0 31",
];

/// The start position, three middlegames, platforms on the other wing, a check, three endgames.
const SIXFOLD: [&str; 9] = [
    "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4 b16+:PP/RQ,b34+:2/2,b82-:rk/pp,e16+:PP/KR,e64-:2/2,e82-:qr/pp w - * * 0 1",
    "4/2NP/1PP1/1BB1|4/P3/4/Q1N1|nbb1/1pp1/2n1/p3 b16+:PP/R1,b34+:2/2,b64-:2/1p,b82-:rk/pp,e16+:PP/KR,e82-:qr/pp w - a17a81b17b81c26c72d26d72e17f17 * 3 8",
    "4/4/1PPP/2BK|4/P1p1/4/4|kbb1/p3/1p2/pn2 b34+:1N/1B,b82+:qr/pp,b82-:r1/p1,e16+:PP/1R,e16-:PP/RQ,e64-:2/2 w - a81c26d26e17e26f17 a81a83b72b83e15e17f15f17 0 14",
    "2NP/1PP1/1B2/1B2|2n1/P3/4/3N|k2q/1pp1/2n1/p3 b16+:P1/R1,b34+:2/1Q,b82+:1r/pp,b82-:r1/pp,e16+:PP/KR,e64-:b1/b1 w - * a17a81a83b54b81b83e17f17 1 21",
    "1B1P/1N2/1P2/3Q|1nn1/4/4/1N1p|1bbq/4/2p1/4 b34+:B1/2,b82-:rk/pp,e16+:PP/KR,e16-:PP/R1,e64-:2/2,e82+:1r/pp w - * a81b81e15e17e83f15f17f83 2 19",
    "4/2B1/2PP/1B1K|P3/4/4/4|4/kb2/2p1/Q3 b16+:P1/R1,b52+:2/2,b52-:2/2,b64-:1p/1p,e46-:r1/2,e64-:2/2 b - a17d26 a17b63b64b73e26 3 48",
    "1n2/4/1B2/4|4/2P1/P3/4|k1q1/1p2/3Q/4 b34+:2/2,b82+:1r/pp,e16+:P1/KR,e34+:2/P1,e52+:2/R1,e82-:r1/pp w - c72e17 a83b44b83e17e25e81f81 1 36",
    "4/4/4/3R|P2r/R3/1N2/1B2|4/4/2b1/3r b46-:2/2,b82-:2/pk,e16+:P1/2,e16-:PP/1K,e64-:2/1p,e82+:2/b1 w - a81 a81b64e15e17f15f63 2 51",
    "1P2/2B1/3P/2K1|4/3r/4/4|1k2/1b2/p3/1p2 b46-:1P/2,e16+:1P/1R,e52+:2/2,e64-:2/p1,e82+:2/2,e82-:2/1p w - f17f81 b55b62e26e63f17f81 0 46",
];

/// The totals of a run; printed as the last line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BenchTotal {
    /// The nodes of all positions: the signature.
    pub nodes: u64,
    /// The time of all searches.
    pub time: Duration,
}

impl BenchTotal {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

impl fmt::Display for BenchTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, self.nps())
    }
}

/// The result for one position; printed as one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BenchResult {
    label: String,
    depth: u32,
    /// The result, or why the search could not run.
    pub result: Result<PositionResult, String>,
}

/// The search of one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionResult {
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// The time from `go` to `bestmove`.
    pub time: Duration,
    /// The best move in UCI notation.
    pub best_move: String,
}

impl fmt::Display for BenchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<22} ", self.label)?;
        match &self.result {
            Ok(PositionResult { nodes, time, best_move }) => {
                let (depth, time) = (self.depth, time.as_millis());
                write!(f, "depth {depth} nodes {nodes:>9} time {time:>6} ms  {best_move}")
            }
            Err(error) => f.write_str(error),
        }
    }
}

/// Searches the positions of the rule sets one after the other, each with an empty table, and
/// reports each result. Ends after the current position if `stop` is set.
pub fn run(
    variants: &[Variant],
    options: BenchOptions,
    stop: &AtomicBool,
    mut report: impl FnMut(BenchResult),
) -> BenchTotal {
    let mut total = BenchTotal::default();
    for &variant in variants {
        let (depth, positions) = match positions(variant) {
            (depth, []) => (depth, positions_of_file(variant)),
            (depth, positions) => (depth, positions.to_vec()),
        };
        let depth = depth + options.extra_depth;
        let mut engine = Engine::new(variant, |_| ());
        let resources = set_resources(&mut engine, options).map_err(|error| error.to_string());
        for (index, fen) in positions.iter().enumerate() {
            if stop.load(Ordering::Relaxed) {
                return total;
            }
            let label = format!("{variant} {}/{}", index + 1, positions.len());
            let result = match &resources {
                Ok(()) => search(&mut engine, fen, depth),
                Err(error) => Err(error.clone()),
            };
            if let Ok(position) = &result {
                total.nodes += position.nodes;
                total.time += position.time;
            }
            report(BenchResult { label, depth, result });
        }
    }
    total
}

fn set_resources(engine: &mut Engine, options: BenchOptions) -> Result<(), SettingError> {
    engine.set(EngineSetting::Threads(options.threads))?;
    engine.set(EngineSetting::Hash(options.hash_mib))?;
    Ok(())
}

/// Searches one position as the first of a new game.
fn search(engine: &mut Engine, fen: &str, depth: u32) -> Result<PositionResult, String> {
    engine.new_game();
    engine.set_position(Some(fen), &[]).map_err(|error| error.to_string())?;
    let start = Instant::now();
    let mut nodes = 0;
    let limits = Limits { depth: Some(depth.into()), ..Limits::default() };
    let found = engine.search(limits, |info| nodes = info.nodes.unwrap_or(nodes));
    let time = start.elapsed();
    let best_move = found.best.map(|mv| engine.game().move_text(mv, Notation::Uci));
    let best_move = best_move.unwrap_or_else(|| triskelion_protocol::NO_MOVE.to_owned());
    Ok(PositionResult { nodes, time, best_move })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::new_game;

    #[test]
    fn every_position_is_canonical() {
        for variant in Variant::ALL {
            for fen in positions(variant).1 {
                let mut game = new_game(variant);
                game.set_position(Some(fen), &[]).expect("a valid FEN");
                assert_eq!(game.fen(), *fen);
                assert_eq!(game.outcome(), None);
            }
        }
    }
}
