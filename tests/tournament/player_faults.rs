//! Players that misbehave: each gets the reason that is its own, loses that game, and the match
//! goes on.

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

/// A mock, what limits it, the cause of its games' ends, and what is said of it.
const FAULTS: &[(&str, &str, Termination, &str)] = &[
    ("crash", "nodes=9", Termination::Disconnect, "ended (exit status: 3)"),
    #[cfg(unix)]
    ("close_output", "nodes=9", Termination::Disconnect, "ended (its output is closed)"),
    ("stall", "tc=3", Termination::Stall, "gave no answer for "),
    ("answer_when_stopped", "nodes=9", Termination::TimeForfeit, " ms of 5000 ms (the patience of"),
    ("lie_about_time", "st=3", Termination::TimeForfeit, "ms (margin included); it says 1 ms"),
    ("send_no_move", "nodes=9", Termination::IllegalMove, "sent the move 'xyz\\u{1b}[2Jzy': "),
    ("send_an_illegal_move", "depth=1", Termination::IllegalMove, "sent the move 'a1a1': "),
    ("give_up", "nodes=9", Termination::IllegalMove, "sent the move '(none)': "),
    ("forget_the_line_feed", "tc=3", Termination::Stall, ", in the middle of the line 'bestmove "),
    (
        "end_within_a_line",
        "nodes=9",
        Termination::Disconnect,
        "ended (exit status: 0), in the middle of the line 'info depth 3 sco'",
    ),
    (
        "never_end_a_line",
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
    ("talk_on_and_on", "tc=3", Termination::Stall, "gave no answer for "),
];

/// A match of two games against this engine, for a clock that a machine under load can keep.
fn config_with_mock(variant: Variant, name: &str, limit: &str, mark: &str) -> MatchConfig {
    let mut plan =
        with_startpos(match_config(variant, 2, &["name=good nodes=20", "name=mock nodes=1"]));
    plan.players[1] = mock_player(name, limit, mark);
    plan.stall_timeout = 5.0;
    // Patience may end in the midst of games that do not go wrong; these are not long.
    plan.max_moves = Some(12);
    plan.with_defaults().expect("a plan")
}

/// A text that stands on the command line of the mock's processes alone.
fn process_marker(name: &str) -> String {
    format!("mark-{}-{name}", std::process::id())
}

#[test]
fn every_fault_ends_its_game_with_its_termination() {
    let folder = TempDir::new("faults");
    thread::scope(|scope| {
        for (index, (name, limit, cause, told)) in FAULTS.iter().enumerate() {
            let path = folder.file(name);
            let variant = Variant::ALL[index % Variant::ALL.len()];
            scope.spawn(move || {
                let plan = config_with_mock(variant, name, limit, &process_marker(name));
                let played = play(&plan, 2, &path);
                check_fault(name, variant, &played, *cause, told);
                #[cfg(target_os = "linux")]
                assert_eq!(running_processes(&process_marker(name)), 0, "{name}: it has not gone");
            });
        }
    });
}

fn check_fault(
    name: &str,
    variant: Variant,
    played: &FinishedMatch,
    cause: Termination,
    told: &str,
) {
    assert_eq!(played.stop_reason, StopReason::Complete, "{name}");
    assert_eq!(played.games.len(), 2, "{name}");
    assert_eq!(
        played.scoreboard.faults(1, cause),
        2,
        "{name}: {:?}",
        played.scoreboard.terminations()
    );
    assert_eq!(played.scoreboard.head_to_head().wins(), 2, "{name}");
    for (fixture, end, trouble) in &played.games {
        let side = if fixture.players[0] == 1 { Side::White } else { Side::Black };
        assert_eq!(*end, GameEnd::by_fault(cause, side), "{name}");
        let trouble = trouble.as_ref().expect("trouble");
        assert_eq!(trouble.player, "mock");
        assert!(trouble.message.contains(told), "{name}: {}", trouble.message);
        assert!(!trouble.to_string().contains('\u{1b}'), "{name}");
        // What is told of it leads to the position in which it is to move for the third time.
        let mut game = new_game(variant);
        let position = parse(&trouble.position);
        let ParsedLine::Command(Command::Position(position), _) = position else {
            panic!("{name}: {}", trouble.position)
        };
        assert_eq!(position.base, BasePosition::StartPos);
        let moves: Vec<&str> = position.moves.iter().map(String::as_str).collect();
        game.set_position(None, &moves).expect("legal moves");
        assert_eq!((game.side_to_move(), moves.len() / 2), (side, 2), "{name}");
        let go = parse(&trouble.go);
        assert!(matches!(go, ParsedLine::Command(Command::Go(_), _)), "{name}: {}", trouble.go);
    }
    for (_, end, record) in &played.contents.games {
        let detail = record.tags.iter().find(|(tag, _)| tag == "Detail");
        let (_, detail) = detail.expect("a tag");
        assert!(detail.starts_with("mock ") && detail.contains(told), "{name}: {detail}");
        assert_eq!(end.termination, cause);
    }
}

/// How many processes have this on their command line.
#[cfg(target_os = "linux")]
fn running_processes(mark: &str) -> usize {
    let processes = std::fs::read_dir("/proc").expect("the list of processes").flatten();
    let lines = processes.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(mark)).count()
}

#[test]
fn garbage_output_is_ignored() {
    let folder = TempDir::new("nonsense");
    let plan = config_with_mock(
        Variant::Federation,
        "talk_nonsense",
        "nodes=9",
        &process_marker("nonsense"),
    );
    let played = play(&plan, 2, &folder.file("match.pgn"));
    let faults = played.games.iter().filter(|(.., trouble)| trouble.is_some());
    assert_eq!((faults.count(), played.games.len()), (0, 2));
}

#[test]
fn unstartable_player_is_named_before_first_game() {
    for (cmd, pairs, told) in [
        ("./no such program", "nodes=9", "player odd: could not run \"./no such program\""),
        (env!("CARGO_BIN_EXE_triskelion"), "nodes=9 option.Hsh=1", "no option is called \"Hsh\""),
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
        // The last of three, whose turn comes late.
        let mut plan = match_config(Variant::Chess, 2, &["nodes=9", "nodes=9"]);
        plan.players.push(odd);
        let error = check_players(&plan).expect_err(told).to_string();
        assert!(error.contains(told), "{error}");
    }
}
