//! Engines that are killed during a match: the reason is reported, and the match goes on.
#![cfg(target_os = "linux")]

use super::{PROGRAM, Process, text};
use crate::support::processes::{children, kill};
use crate::tournament::{TempDir, timeless_games};
use triskelion::tournament::journal::read;

#[test]
fn match_continues_after_killed_engine() {
    let dir = TempDir::new("killed-engine");
    let path = dir.file("match.pgn");
    let process = format!("name=process cmd='{PROGRAM}' st=0.02 option.Hash=1");
    #[rustfmt::skip]
    let arguments = [
        "match", "--variant", "chess", "--games", "4", "--max-moves", "20", "--concurrency", "1",
        "--time-margin", "20000", "--stall-timeout", "60", "--player", &process,
        "--player", "name=thread nodes=50 option.Hash=1", "--out", text(&path),
    ];
    let mut running = Process::start(&arguments, &dir.file("log"));
    running.wait_for_line("Started game 2 ");
    let engines = children(running.child.id());
    assert_eq!(engines.len(), 1, "{}", running.printed());
    kill(engines[0]);
    assert!(running.finish().success(), "{}", running.printed());
    let printed = running.printed();
    let fault = "Fault in game 2 (thread vs process): process disconnected (signal: 9 (SIGKILL))";
    assert!(printed.contains(fault), "{printed}");
    assert!(printed.contains("Faults of process: disconnect 1\n"), "{printed}");
    assert_eq!(timeless_games(&read(&path).expect("a match file")).len(), 4);
}
