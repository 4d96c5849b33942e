//! Faulty players: each fault has its own termination and loses the game, and the match continues.

use super::mock_engines::mock_player;
use super::{FinishedMatch, TempDir, match_config, play, player_config, with_startpos};
use std::thread;
use triskelion::game::new_game;
use triskelion::moves::Side;
use triskelion::registry::Variant;
use triskelion::tournament::config::MatchConfig;
use triskelion::tournament::run::StopReason;
use triskelion::tournament::{GameEnd, Termination, check_players};
use triskelion_protocol::{BasePosition, Command, ParsedLine, parse};

/// A mock engine, its limit, the termination of its games, and a part of the fault message.
const FAULTS: &[(&str, &str, Termination, &str)] = &[
    ("crash", "nodes=9", Termination::Disconnect, "disconnected (exit status: 3)"),
    #[cfg(unix)]
    ("close_output", "nodes=9", Termination::Disconnect, "disconnected (its output is closed)"),
    ("stall", "tc=3", Termination::Stall, "gave no bestmove for "),
    ("answer_after_stop", "nodes=9", Termination::TimeForfeit, " ms of 5000 ms (stall timeout)"),
    ("underreport_time", "st=3", Termination::TimeForfeit, "ms (margin included); it reports 1 ms"),
    ("send_invalid_move", "nodes=9", Termination::IllegalMove, "sent the move 'xyz\\u{1b}[2Jzy': "),
    ("send_illegal_move", "depth=1", Termination::IllegalMove, "sent the move 'a1a1': "),
    ("send_bestmove_none", "nodes=9", Termination::IllegalMove, "sent the move '(none)': "),
    ("report_illegal_move", "nodes=9", Termination::InvalidLine, " a1a1': 'a1a1': "),
    ("report_wrong_mate", "nodes=9", Termination::InvalidLine, "': it has 1 ply, mate 2 3"),
    (
        "report_mate_that_is_none",
        "nodes=9",
        Termination::InvalidLine,
        "': it does not end with mate 1",
    ),
    ("omit_line_feed", "tc=3", Termination::Stall, ", in the middle of the line 'bestmove "),
    (
        "exit_within_line",
        "nodes=9",
        Termination::Disconnect,
        "disconnected (exit status: 0), in the middle of the line 'info depth 3 sco'",
    ),
    (
        "send_endless_line",
        "tc=3",
        Termination::Stall,
        ", in the middle of the line 'bestmove bestmove",
    ),
    (
        "send_invalid_text",
        "nodes=9",
        Termination::IllegalMove,
        "sent the move 'e2\u{fffd}\u{fffd}e4': ",
    ),
    ("send_info_forever", "tc=3", Termination::Stall, "gave no bestmove for "),
];

/// Returns a match of two games against this engine, with limits that hold on a machine under load.
fn config_with_mock(variant: Variant, name: &str, limit: &str, mark: &str) -> MatchConfig {
    let mut config =
        with_startpos(match_config(variant, 2, &["name=good nodes=20", "name=mock nodes=1"]));
    config.players[1] = mock_player(name, limit, mark);
    config.stall_timeout = 5.0;
    config.check_lines = true;
    // The stall timeout can end games of correct players on a slow machine, so keep games short.
    config.max_moves = Some(12);
    config.with_defaults().expect("a config")
}

/// Returns a text that occurs only on the command line of the processes of this mock engine.
fn process_marker(name: &str) -> String {
    format!("mark-{}-{name}", std::process::id())
}

#[test]
fn every_fault_ends_its_game_with_its_termination() {
    let dir = TempDir::new("faults");
    thread::scope(|scope| {
        for (index, (name, limit, termination, message)) in FAULTS.iter().enumerate() {
            let path = dir.file(name);
            let variant = Variant::ALL[index % Variant::ALL.len()];
            scope.spawn(move || {
                let config = config_with_mock(variant, name, limit, &process_marker(name));
                let finished = play(&config, 2, &path);
                check_fault(name, variant, &finished, *termination, message);
                #[cfg(target_os = "linux")]
                assert_eq!(
                    running_processes(&process_marker(name)),
                    0,
                    "{name}: a process is left"
                );
            });
        }
    });
}

fn check_fault(
    name: &str,
    variant: Variant,
    finished: &FinishedMatch,
    termination: Termination,
    message: &str,
) {
    assert_eq!(finished.stop_reason, StopReason::Complete, "{name}");
    assert_eq!(finished.games.len(), 2, "{name}");
    assert_eq!(
        finished.scoreboard.faults(1, termination),
        2,
        "{name}: {:?}",
        finished.scoreboard.terminations()
    );
    assert_eq!(finished.scoreboard.head_to_head().wins(), 2, "{name}");
    for (game, end, fault) in &finished.games {
        let side = if game.players[0] == 1 { Side::White } else { Side::Black };
        assert_eq!(*end, GameEnd::by_fault(termination, side), "{name}");
        let fault = fault.as_ref().expect("a fault");
        assert_eq!(fault.player, "mock");
        assert!(fault.message.contains(message), "{name}: {}", fault.message);
        assert!(!fault.to_string().contains('\u{1b}'), "{name}");
        // The reported commands lead to the position of its third move.
        let mut position_game = new_game(variant);
        let position = parse(&fault.position);
        let ParsedLine::Command(Command::Position(position), _) = position else {
            panic!("{name}: {}", fault.position)
        };
        assert_eq!(position.base, BasePosition::StartPos);
        let moves: Vec<&str> = position.moves.iter().map(String::as_str).collect();
        position_game.set_position(None, &moves).expect("legal moves");
        assert_eq!((position_game.side_to_move(), moves.len() / 2), (side, 2), "{name}");
        let go = parse(&fault.go);
        assert!(matches!(go, ParsedLine::Command(Command::Go(_), _)), "{name}: {}", fault.go);
    }
    for (_, end, record) in &finished.contents.games {
        let detail = record.tags.iter().find(|(tag, _)| tag == "Detail");
        let (_, detail) = detail.expect("a tag");
        assert!(detail.starts_with("mock ") && detail.contains(message), "{name}: {detail}");
        assert_eq!(end.termination, termination);
    }
}

/// Returns the number of processes with this text on their command line.
#[cfg(target_os = "linux")]
fn running_processes(mark: &str) -> usize {
    let processes = std::fs::read_dir("/proc").expect("the list of processes").flatten();
    let lines = processes.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(mark)).count()
}

#[test]
fn garbage_output_is_ignored() {
    let dir = TempDir::new("garbage");
    let config = config_with_mock(
        Variant::Federation,
        "send_garbage",
        "nodes=9",
        &process_marker("garbage"),
    );
    let finished = play(&config, 2, &dir.file("match.pgn"));
    let faults = finished.games.iter().filter(|(.., fault)| fault.is_some());
    assert_eq!((faults.count(), finished.games.len()), (0, 2));
}

#[test]
fn unstartable_player_is_named_before_first_game() {
    for (cmd, pairs, expected) in [
        ("./no such program", "nodes=9", "player odd: could not run \"./no such program\""),
        (
            env!("CARGO_BIN_EXE_triskelion"),
            "nodes=9 dir=/no/such/directory",
            "dir: /no/such/directory is not a directory",
        ),
        (env!("CARGO_BIN_EXE_triskelion"), "nodes=9 option.Hsh=1", "unknown option \"Hsh\""),
        (env!("CARGO_BIN_EXE_triskelion"), "nodes=9 option.Threads=0", "from 1 to 1024"),
        ("", "nodes=9 option.Threads=0", "player odd: option Threads: read '0'"),
        (
            "",
            "nodes=9 option.Thread=1",
            "option name: read 'Thread', expected one of Threads, Hash",
        ),
    ] {
        let mut odd = player_config(&format!("name=odd {pairs}"));
        odd.cmd = Some(cmd.to_owned()).filter(|cmd| !cmd.is_empty());
        // The last of three players plays late in the match.
        let mut config = match_config(Variant::Chess, 2, &["nodes=9", "nodes=9"]);
        config.players.push(odd);
        let error = check_players(&config).expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn endless_start_is_reported_with_its_time() {
    let mut chatty = player_config("name=chatty nodes=9 cmd=sh");
    chatty.args = ["-c", "while echo info; do sleep 0.1; done"].map(str::to_owned).into();
    let mut config = match_config(Variant::Chess, 2, &["nodes=9", "nodes=9"]);
    config.players.push(chatty);
    config.stall_timeout = 0.5;
    let error = check_players(&config).expect_err("no uciok").to_string();
    let waited = error.strip_prefix("player chatty: \"sh\" gave no uciok for ");
    let waited = waited.and_then(|text| text.split_once(" ms")?.0.parse::<u64>().ok());
    assert!(waited.is_some_and(|waited| waited >= 500), "{error}");
}
