//! Behavior that a transcript cannot express: long lines, closed pipes, the end of the input.

use super::program::Program;
use triskelion::eval::feature_count;
use triskelion::eval::network::{NetworkBase, NetworkData};
use triskelion::rules::{BuiltIn, Chess};
use triskelion_protocol::{EngineMessage, Info, Score};

fn parse_info(line: &str) -> Option<Info> {
    match line.parse() {
        Ok(EngineMessage::Info(info)) => Some(info),
        _ => None,
    }
}

/// Sends `go` and returns the reports and the best move.
fn search(program: &mut Program, go: &str) -> (Vec<Info>, Option<String>) {
    program.send(go);
    let mut reports = Vec::new();
    loop {
        let line = program.read_line().expect("the search ends in a best move");
        match line.parse() {
            Ok(EngineMessage::Info(info)) => reports.push(info),
            Ok(EngineMessage::BestMove { best, .. }) => return (reports, best),
            _ => {}
        }
    }
}

#[test]
fn game_of_ten_thousand_moves_is_accepted() {
    let mut program = Program::start(&[]);
    let shuffle = " b12c32 b86c66 c32b12 c66b86".repeat(2500);
    program.send(&format!("position startpos moves{shuffle}"));
    program.send("d");
    let fen = program.read_until(|line| line.starts_with("Fen: "));
    assert!(fen.ends_with(" 10000 5001"), "{fen}");
    program.send("query reason");
    program.read_until(|line| line.starts_with("response fifty-moves"));
    // The game is over, but `go` still returns a move.
    let (_, best) = search(&mut program, "go depth 2");
    assert!(best.is_some());
}

#[test]
fn overlong_line_is_rejected() {
    let mut program = Program::start(&[]);
    program.send(&format!("position startpos moves{}", " b12c32".repeat(200_000)));
    program.send("isready");
    let error = program.read_until(|line| line.starts_with("info string error: line: read"));
    assert!(error.contains("'position startpos moves b12c32"), "{error}");
    assert_eq!(program.read_line().as_deref(), Some("readyok"));
    // The position is rejected, so there is no best move.
    assert_eq!(search(&mut program, "go depth 1").1, None);
    program.send("position startpos");
    assert!(search(&mut program, "go depth 1").1.is_some());
}

#[test]
fn closed_output_ends_program() {
    for script in ["uci", "go infinite\n", "isready\nd\ngo depth 30\nwait", "bench"] {
        let mut program = Program::start_with_closed_output();
        program.send(script);
        assert!(program.finish().success(), "{script}");
    }
}

#[test]
fn end_of_input_during_search() {
    for go in ["go infinite", "go ponder wtime 1000 btime 1000", "go depth 99", "go"] {
        let mut program = Program::start(&[]);
        program.send(go);
        program.read_until(|line| parse_info(line).is_some());
        program.close_input();
        let moves =
            program.remaining_lines().iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(moves, 1, "{go}");
        assert!(program.finish().success(), "{go}");
    }
}

#[test]
fn wait_finishes_after_end_of_input() {
    let mut program = Program::start(&[]);
    program.send("go depth 4\nwait\nquery p1turn\ngo perft 2\nquery result\nisready");
    program.close_input();
    let rest = program.remaining_lines();
    let words =
        ["bestmove ", "wait", "response true", "Nodes searched: 441", "response none", "readyok"];
    let found = words.map(|word| rest.iter().position(|line| line.starts_with(word)));
    assert!(found.iter().all(Option::is_some) && found.is_sorted(), "{rest:#?}");
}

#[test]
fn multipv_reports_distinct_lines() {
    let mut program = Program::start(&["--option", "MultiPV=4"]);
    let (reports, best) = search(&mut program, "go depth 3");
    let last: Vec<&Info> = reports.iter().rev().take(4).rev().collect();
    let ranks: Vec<Option<u64>> = last.iter().map(|info| info.multipv).collect();
    assert_eq!(ranks, [Some(1), Some(2), Some(3), Some(4)]);
    assert!(last.iter().all(|info| info.depth == Some(3)));
    assert_eq!(last[0].pv.first(), best.as_ref());
    let mut firsts: Vec<&String> = last.iter().filter_map(|info| info.pv.first()).collect();
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 4, "four different moves");
}

#[test]
fn searchmoves_restrict_root_moves() {
    let mut program = Program::start(&[]);
    let (reports, best) = search(&mut program, "go depth 3 searchmoves e22e32 d22d32");
    assert!(matches!(best.as_deref(), Some("e22e32" | "d22d32")));
    assert!(
        reports.iter().all(|info| {
            matches!(info.pv.first().map(String::as_str), Some("e22e32" | "d22d32"))
        })
    );
}

#[test]
fn bestmove_waits_for_stop_or_ponderhit() {
    // A mate in one: the search is over at once.
    let mate_in_one = "position fen p2k/4/3K/4|4/4/4/4|4/4/4/4 b12+w:2/1R,b86+b:2/2,e12+w:P1/R1,e64+b:2/2 \
                w - - - 5 48";
    for go in ["go infinite", "go ponder depth 1", "go infinite depth 1 movetime 1"] {
        let mut program = Program::start(&[]);
        program.send(mate_in_one);
        program.send(go);
        program.read_until(|line| parse_info(line).is_some());
        for _ in 0..5 {
            program.send("isready");
            let line = program.read_until(|line| parse_info(line).is_none());
            assert_eq!(line, "readyok", "{go}: a best move before its time");
        }
        program.send(if go.contains("ponder") { "ponderhit" } else { "stop" });
        let line = program.read_until(|line| parse_info(line).is_none());
        assert!(line.starts_with("bestmove "), "{line}");
    }
}

#[test]
fn every_search_reports_score() {
    let mut program = Program::start(&[]);
    for go in
        ["go wtime 100", "go btime 100", "go wtime 100 btime 100", "go nodes 1", "go movetime 1"]
    {
        let (reports, best) = search(&mut program, go);
        assert!(reports.last().is_some_and(|info| info.score.is_some()), "{go}");
        assert!(best.is_some(), "{go}");
    }
}

#[test]
fn mate_score_is_reported() {
    let mut program = Program::start(&[]);
    program.send(
        "position fen p2k/4/3K/4|4/4/4/4|4/4/4/4 b12+w:2/1R,b86+b:2/2,e12+w:P1/R1,e64+b:2/2 w - - - 5 48",
    );
    let (reports, best) = search(&mut program, "go depth 3");
    assert_eq!(best.as_deref(), Some("b03b86"));
    assert_eq!(
        reports.last().and_then(|info| info.score).map(|(score, _)| score),
        Some(Score::Mate(1))
    );
}

#[test]
fn bench_is_deterministic() {
    let run = || {
        let mut program = Program::start(&["bench"]);
        let rest = program.remaining_lines();
        assert!(program.finish().success());
        match rest.last().map(|line| line.parse()) {
            Some(Ok(EngineMessage::Bench { nodes, .. })) => nodes,
            other => panic!("{other:?}"),
        }
    };
    let nodes = run();
    assert!(nodes > 0);
    assert_eq!(nodes, run());
}

#[test]
fn bad_arguments_exit_with_two() {
    for arguments in [
        &["--variant", "checkers"][..],
        &["--option", "Hash=lots"],
        &["--option", "Nothing=1"],
        &["--option", "UCI_Variant=checkers"],
        &["--option", "Hash=1", "perft", "--depth", "1"],
        &["frobnicate"],
        &["perft", "--depth", "x"],
        &["perft", "--fen", "nonsense"],
        &["perft", "--depth", "1", "--chess960"],
        &["tune", "--concurrency", "0"],
        &["speedtest", "--threads", "1", "--hash", "0"],
        &["perft", "--depth", "1", "--seconds", "nan"],
        &["perft", "--depth", "1", "--seconds=-1"],
        &["openings", "--count", "1"],
        &["openings", "--count", "0", "--seed", "1"],
        &["openings", "--count", "1", "--seed", "1", "--plies", "9-6"],
        &["openings", "--count", "1", "--seed", "1", "--nodes", "9", "--depth", "9"],
        &["openings", "--count", "1", "--seed", "1", "--platform-share", "half"],
        &["openings", "--count", "1", "--seed", "1", "--out", "no such folder/book.txt"],
        &["openings", "--count", "2", "--seed", "1", "--plies", "0"],
    ] {
        let mut program = Program::start(arguments);
        assert_eq!(program.finish().code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn book_header_reproduces_book() {
    let made = |arguments: &[&str]| {
        let mut program = Program::start(arguments);
        let lines = program.remaining_lines();
        assert!(program.finish().success());
        lines
    };
    let wanted = "openings --variant sixfold --count 3 --seed 7 --nodes 100";
    let book = made(&wanted.split(' ').collect::<Vec<_>>());
    assert_eq!(book.iter().filter(|line| !line.starts_with('#')).count(), 3);
    let command = book.iter().find_map(|line| line.strip_prefix("# triskelion "));
    let mut command: Vec<&str> = command.expect("the command").split(' ').collect();
    assert_eq!(made(&command), book);

    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("openings.txt");
    std::fs::write(&file, "").expect("a file");
    let name = file.to_str().expect("a name in UTF-8");
    command.extend(["--threads", "2", "--out", name]);
    assert!(made(&command).is_empty());
    let written = std::fs::read_to_string(&file).expect("the book");
    assert_eq!(written.lines().collect::<Vec<_>>(), book);
    // A file with contents is not touched.
    assert_eq!(Program::start(&command).finish().code(), Some(2));
    assert_eq!(std::fs::read_to_string(&file).expect("the book"), written);
    std::fs::remove_file(&file).expect("the book is there");
}

#[test]
fn log_file_contains_both_directions() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("a log of both.txt");
    let _ = std::fs::remove_file(&file);
    let mut program = Program::start(&[]);
    program.send(&format!("setoption name Debug Log File value {}", file.display()));
    program.send("isready");
    program.read_until(|line| line == "readyok");
    program.send("setoption name Debug Log File value <empty>\nisready\nquit");
    assert!(program.finish().success());
    let log = std::fs::read_to_string(&file).expect("the log");
    let expected = ">> isready\n<< readyok\n>> setoption name Debug Log File value <empty>\n";
    assert_eq!(log, expected);
    std::fs::remove_file(&file).expect("the log is there");
}

/// A network of `chess` that adds a pawn for either side to move.
fn pawn_network() -> NetworkData {
    let hidden = 8;
    NetworkData {
        base: NetworkBase::HandMade,
        hidden,
        buckets: 1,
        scale: 100,
        hidden_biases: vec![0; hidden],
        hidden_weights: vec![0; feature_count(Chess::game_info()) * hidden],
        output_weights: vec![0; 2 * hidden],
        output_biases: vec![255 * 64],
    }
}

/// A network file changes the evaluation; one that cannot be used does not.
#[test]
fn eval_file_selects_the_evaluation() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (good, damaged) = (folder.join("good.net"), folder.join("damaged.net"));
    let bytes = pawn_network().to_bytes(Chess::game_info());
    std::fs::write(&good, &bytes).expect("a file");
    std::fs::write(&damaged, &bytes[..bytes.len() - 1]).expect("a file");
    let (good, damaged) = (good.display(), damaged.display());

    let mut program = Program::start(&["--variant", "chess"]);
    let value = |program: &mut Program| -> i32 {
        program.send("eval");
        let line = program.read_until(|line| line.starts_with("evaluation"));
        let number = line.split_whitespace().nth(1).expect("a number");
        number.parse().expect("centipawns")
    };
    program.send("setoption name EvalFile value <hand>");
    let by_hand = value(&mut program);
    program.send(&format!("setoption name EvalFile value {good}"));
    assert_eq!(value(&mut program), by_hand + 100);
    program.send(&format!("setoption name EvalFile value {damaged}"));
    let error = program.read_until(|line| line.starts_with("info string error"));
    let (read, expected) = (bytes.len() - 1, bytes.len());
    let message = format!("option EvalFile: {damaged}: {read} bytes, expected {expected}");
    assert_eq!(error, format!("info string error: {message}"));
    assert_eq!(value(&mut program), by_hand + 100, "the old network stays");

    program.send("setoption name UCI_Variant value spacechess");
    let error = program.read_until(|line| line.contains("a network of"));
    assert!(error.ends_with("a network of the rule set chess, expected spacechess"), "{error}");
    program.send(&format!("setoption name EvalFile value {good}"));
    let error = program.read_until(|line| line.starts_with("info string error"));
    assert!(error.ends_with("a network of the rule set chess, expected spacechess"), "{error}");
    program.send("quit");
    assert!(program.finish().success());
}

#[test]
fn help_and_version() {
    for (argument, expected) in [("--help", "Usage: triskelion"), ("--version", "triskelion ")] {
        let mut program = Program::start(&[argument]);
        assert!(
            program.remaining_lines().iter().any(|line| line.starts_with(expected)),
            "{argument}"
        );
        assert!(program.finish().success());
    }
}
