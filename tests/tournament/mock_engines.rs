//! Faulty engines: each is an ignored test of this executable that other tests run as a child
//! process that speaks UCI. Run as a test, it passes at once.
//!
//! The engines play any legal move until the third `go` of a game. The tournament must ignore the
//! output of the test runner around them.

use std::io::{BufRead, Write, stdin, stdout};
use std::path::PathBuf;
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;
use triskelion::game::{Game, new_game};
use triskelion::registry::Variant;
use triskelion::rules::Notation;
use triskelion::tournament::config::PlayerConfig;
use triskelion_protocol::{
    BasePosition, Command, EngineMessage, Limits, OptionDeclaration, OptionType, ParsedLine, parse,
};

/// The argument that distinguishes a child process from a test run.
const ENGINE_ARGUMENT: &str = "as-an-engine";

/// The number of the `go` command of each game that triggers the fault.
const FAULTY_GO: u32 = 3;

/// Returns a player that runs the mock engine `name`, with `mark` on the command line of its
/// process.
pub(super) fn mock_player(name: &str, limit: &str, mark: &str) -> PlayerConfig {
    let mut player = PlayerConfig::from_pairs(["name=mock", limit]).expect("a player");
    let executable: PathBuf = std::env::current_exe().expect("this test");
    player.cmd = Some(executable.to_str().expect("a path in UTF-8").to_owned());
    let test = format!("tournament::mock_engines::{name}");
    let args = ["--ignored", "--exact", "--nocapture", &test, ENGINE_ARGUMENT, mark];
    player.args = args.map(str::to_owned).into();
    player
}

/// A running mock engine.
struct MockEngine {
    game: Box<dyn Game>,
    /// The number of `go` commands in this game.
    go_count: u32,
}

/// Runs the engine. At the `go` that triggers the fault, calls `misbehave` with a legal move.
fn run_engine(misbehave: impl Fn(&str, &Limits)) {
    if !std::env::args().any(|argument| argument == ENGINE_ARGUMENT) {
        return;
    }
    let mut mock = MockEngine { game: new_game(Variant::default()), go_count: 0 };
    // The test runner may have printed an incomplete line.
    print("\n");
    while let Some(command) = read_command() {
        match command {
            Command::Quit => break,
            Command::Go(go) => {
                mock.go_count += 1;
                let mv = mock.choose_move();
                if mock.go_count == FAULTY_GO {
                    misbehave(&mv, &go);
                } else {
                    print(&format!("info depth 1 score cp 0 time 1\nbestmove {mv}\n"));
                }
            }
            other => mock.execute(other),
        }
    }
    // Exit before the test runner prints more.
    exit(0);
}

impl MockEngine {
    fn execute(&mut self, command: Command) {
        match command {
            Command::Uci => {
                let kind = OptionType::Combo {
                    default: Variant::default().name().to_owned(),
                    choices: Variant::ALL.map(|variant| variant.name().to_owned()).into(),
                };
                let option = OptionDeclaration { name: "UCI_Variant".to_owned(), kind };
                print(&format!("{}\n{}\n", EngineMessage::Option(option), EngineMessage::UciOk));
            }
            Command::SetOption { value: Some(value), .. } => {
                self.game = new_game(value.parse().expect("a rule set"));
            }
            Command::IsReady => print("readyok\n"),
            Command::UciNewGame => self.go_count = 0,
            Command::Position(position) => {
                let start = match &position.base {
                    BasePosition::StartPos => None,
                    BasePosition::Fen(fen) => Some(fen.as_str()),
                };
                let moves: Vec<&str> = position.moves.iter().map(String::as_str).collect();
                self.game.set_position(start, &moves).expect("legal moves");
            }
            _ => {}
        }
    }

    /// Chooses any legal move.
    fn choose_move(&self) -> String {
        let moves = self.game.legal_moves(Notation::Uci);
        moves[self.go_count as usize * 7 % moves.len()].uci.clone()
    }
}

/// Reads the next command; returns `None` at the end of the input.
fn read_command() -> Option<Command> {
    loop {
        let mut line = String::new();
        if stdin().lock().read_line(&mut line).expect("UTF-8") == 0 {
            return None;
        }
        if let ParsedLine::Command(command, _) = parse(&line) {
            return Some(command);
        }
    }
}

/// Prints bytes unchanged. Ignores a closed output.
fn print_bytes(bytes: &[u8]) {
    let mut output = stdout().lock();
    let _ = output.write_all(bytes).and_then(|()| output.flush());
}

fn print(text: &str) {
    print_bytes(text.as_bytes());
}

/// Prints nothing until the input ends, then exits.
fn wait_for_end_of_input() {
    while read_command().is_some() {}
    exit(0);
}

/// Defines an ignored test for each fault.
macro_rules! define_mocks {
    ($($(#[$attribute:meta])* $name:ident($mv:pat, $go:pat) $body:block)*) => {
        $(
            $(#[$attribute])*
            #[test]
            #[ignore = "an engine for other tests"]
            fn $name() {
                run_engine(|$mv: &str, $go: &Limits| $body);
            }
        )*
    };
}

define_mocks! {
    crash(_, _) { exit(3) }

    // Replaces the process by one with a closed output that does not exit.
    #[cfg(unix)]
    close_output(_, _) {
        use std::os::unix::process::CommandExt;
        use std::process::Stdio;
        let mut silent = std::process::Command::new("sleep");
        let _ = silent.arg("600").stdout(Stdio::null()).exec();
    }

    stall(_, _) { wait_for_end_of_input() }

    answer_after_stop(mv, _) {
        while read_command().is_some_and(|command| command != Command::Stop) {}
        print(&format!("bestmove {mv}\n"));
    }

    underreport_time(mv, go) {
        let movetime = go.movetime.expect("a time limit");
        print("info depth 1 score cp 900 time 1\n");
        sleep(Duration::from_millis(movetime + 400));
        print(&format!("bestmove {mv}\n"));
    }

    send_garbage(mv, _) {
        let long_word = "x".repeat(1 << 20);
        print(&format!("\n \t\nbest move\ninfo score cp depth\noption\nuciok {long_word}\n{long_word}\n"));
        print_bytes(b"\xff\xfe info depth \x00 \xc3\x28\r\n");
        print("info depth 99999999999999999999 score mate x nodes -1\nbestmov e2e4\n");
        print(&format!("info depth 7 seldepth score cp 12\r\n  bestmove   {mv}  \r\n"));
    }

    send_invalid_move(_, _) { print("bestmove xyz\u{1b}[2Jzy\n") }

    send_illegal_move(_, _) { print("bestmove a1a1\n") }

    report_illegal_move(mv, _) {
        print(&format!("info depth 2 score cp 1 pv {mv} a1a1\nbestmove {mv}\n"));
    }

    report_wrong_mate(mv, _) {
        print(&format!("info depth 2 multipv 2 score mate 2 pv {mv}\nbestmove {mv}\n"));
    }

    report_mate_that_is_none(mv, _) {
        print(&format!("info depth 2 score mate 1 pv {mv}\nbestmove {mv}\n"));
    }

    send_bestmove_none(_, _) { print("bestmove (none)\n") }

    omit_line_feed(mv, _) {
        print(&format!("bestmove {mv}"));
        wait_for_end_of_input();
    }

    exit_within_line(_, _) {
        print("info depth 3 sco");
        exit(0);
    }

    send_endless_line(_, _) {
        print(&"bestmove ".repeat(1 << 17));
        wait_for_end_of_input();
    }

    send_invalid_text(_, _) { print_bytes(b"bestmove e2\xff\xfee4\n") }

    send_info_forever(_, _) {
        loop {
            print("info depth 1 score cp 0\n");
            sleep(Duration::from_millis(1));
        }
    }
}
