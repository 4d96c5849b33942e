//! Random sessions of valid and invalid commands at any time: each accepted `go` gets one
//! `bestmove`, each command with a reply gets one reply, and the program exits with success.

use super::program::Program;
use crate::support::replies::ReplyCounts;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use std::thread;
use std::time::Duration;
use triskelion_protocol::{Command, Limits, ParsedLine, parse};

/// The number of sessions, unless the environment variable `SCRIPTS` is set.
const DEFAULT_SESSIONS: u64 = 300;

/// The lines to choose from. `go` is the most frequent command.
const LINES: [&str; 76] = [
    "go depth 2",
    "go depth 3",
    "go nodes 500",
    "go movetime 5",
    "go wtime 30 btime 30 winc 1 binc 1",
    "go wtime -5 btime 20",
    "go btime 20",
    "go mate 1 depth 3",
    "go infinite",
    "go ponder wtime 50 btime 50",
    "go ponder depth 2",
    "go",
    "go depth x nodes 100",
    "go depth 2 searchmoves b22b34 e22e44 b99b98",
    "go searchmoves zzz depth 1",
    "go depth 99999999999999999999 nodes 200",
    "stop",
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "ponderhit",
    "isready",
    "isready",
    "isready",
    "wait",
    "uci",
    "ucinewgame",
    "ucinewgame",
    "position startpos",
    "position startpos moves b22b34 b76b66",
    "position startpos moves b12c32",
    "position startpos moves b12c32 b12c32",
    "position startpos b12c32",
    "position fen nonsense",
    "position fen 4/1k1p/4/4|4/4/4/4|4/4/2b1/1r2 b34+b:2/2,b56+b:2/2,e12+w:2/K1,e86+b:2/r1 w - - - 0 71",
    "position fen 3p/3Q/3p/3P|3p/1p2/4/4|4/1N2/3P/2BN b12+w:P1/K1,b86+b:1r/p1,e12+w:1P/RR,e86+b:kr/2 b k a13a87f13 - 0 22",
    "position fen 4/3k/3p/4|4/4/4/4|4/4/4/4 b34-w:2/2,b56-b:2/2,e34+w:1P/K1,e64+b:2/2 w - - - 2 62",
    "position fen 4/4/4/4|4/4/4/4|4/4/4/4 b34-w:2/2,b56-b:2/2,e34+w:1P/K1,e64+b:2/2 w - - - 2 62",
    "position",
    "setoption name Hash value 2",
    "setoption name Hash value 0",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "setoption name MultiPV value 3",
    "setoption name multipv value 1",
    "setoption name Clear Hash",
    "setoption name UCI_Variant value federation-plain",
    "setoption name UCI_Variant value federation",
    "setoption name UCI_ShowWDL value true",
    "setoption name UCI_Notation value smith",
    "setoption name Nothing value 5",
    "setoption",
    "debug on",
    "d",
    "help",
    "eval",
    "eval json",
    "endings",
    "query gameover",
    "query result",
    "query whatever",
    "geometry",
    "rules",
    r#"game "name = \"duel\"\nboard = { files = 3, ranks = 3, levels = 2 }\nstart = [\"1k1/3/3\", \"3/3/1KR\"]\n[pieces]\nK = { name = \"king\", royal = true, leaps = \"neighbor\" }\nR = { name = \"rook\", slides = \"face\" }\n""#,
    "game \"name\"",
    "game name",
    "reach R b21 own b31 enemy c21",
    "reach x",
    "survey games 1 nodes 1 seed",
    "survey games 2 nodes 10 seed 3",
    "board",
    "moves",
    "moves json b12+",
    "moves nowhere",
    "go perft 1",
];

/// Returns a random line of the list, rarely a corrupted or random one.
fn random_line(rng: &mut ChaCha8Rng) -> Vec<u8> {
    let chosen = LINES.choose(rng).expect("there are lines").as_bytes().to_vec();
    match rng.random_range(0..20) {
        0 => (0..rng.random_range(0..40)).map(|_| rng.random()).filter(|b| *b != b'\n').collect(),
        1 => {
            let mut bytes = chosen;
            let at = rng.random_range(0..bytes.len());
            bytes[at] = rng.random_range(b' '..=b'~');
            bytes
        }
        2 => [b"  joho\t".as_slice(), &chosen, b"  \r"].concat(),
        _ => chosen,
    }
}

/// Returns whether a search ends by itself, but may take minutes. Before `wait` that is too long.
fn is_slow(go: &Limits) -> bool {
    let short = |limit: Option<u64>, max| limit.is_some_and(|limit| limit <= max);
    let is_quick = short(go.depth, 4)
        || short(go.nodes, 10_000)
        || short(go.movetime, 100)
        || (short(go.wtime.or(go.btime), 1000) && short(go.btime.or(go.wtime), 1000));
    !is_quick && !go.is_unlimited()
}

#[test]
fn every_command_gets_one_reply() {
    let scripts = std::env::var("SCRIPTS").ok().and_then(|number| number.parse().ok());
    for seed in 0..scripts.unwrap_or(DEFAULT_SESSIONS) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut program = Program::start(&["--option", "Hash=1"]);
        let (mut expected, mut script) = (ReplyCounts::default(), Vec::new());
        let length = rng.random_range(1..30);
        while script.len() < length {
            let bytes = random_line(&mut rng);
            let text = String::from_utf8_lossy(&bytes).into_owned();
            // Commands after `quit` get no reply. Other tests cover the slow commands.
            match parse(&text) {
                ParsedLine::Command(Command::Quit | Command::Bench | Command::Perft(2..), _) => {}
                ParsedLine::Command(Command::Go(go), _) if is_slow(&go) => {}
                ParsedLine::Command(Command::Survey(survey), _)
                    if u64::from(survey.games) * u64::from(survey.nodes) > 100 => {}
                _ => {
                    expected.count_command(&text);
                    script.push(text);
                    program.send_bytes(&[&bytes[..], b"\n"].concat());
                    if rng.random_range(0..4) == 0 {
                        thread::sleep(Duration::from_millis(rng.random_range(0..8)));
                    }
                }
            }
        }
        if rng.random() {
            script.push("quit".into());
            program.send("quit");
        } else {
            program.close_input();
        }
        let output = program.remaining_lines();
        let mut replies = ReplyCounts::default();
        output.iter().for_each(|line| replies.count_reply(line));
        assert_eq!(
            expected,
            replies,
            "seed {seed}\n{}\n---\n{}",
            script.join("\n"),
            output.join("\n")
        );
        assert!(program.finish().success(), "seed {seed}\n{}", script.join("\n"));
    }
}
