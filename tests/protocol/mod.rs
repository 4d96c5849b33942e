//! Tests of the protocol with the real program: transcripts, random sessions, and behavior that a
//! transcript cannot express.

mod behavior;
pub(crate) mod program;
mod random_sessions;
mod transcript;

use std::path::Path;

/// Defines a test for each transcript, and one that checks that the list is complete.
macro_rules! transcript_tests {
    ($($name:ident),* $(,)?) => {
        mod transcripts {
            $(#[test] fn $name() { super::run_transcript(stringify!($name)); })*

            #[test]
            fn every_transcript_has_a_test() {
                let mut listed = vec![$(concat!(stringify!($name), ".txt").to_owned()),*];
                let transcript_dir = std::fs::read_dir(super::transcript_dir()).expect("the transcripts");
                let mut present: Vec<String> = transcript_dir
                    .map(|entry| entry.expect("a file").file_name().into_string().expect("a name"))
                    .collect();
                listed.sort();
                present.sort();
                assert_eq!(listed, present);
            }
        }
    };
}

transcript_tests! {
    arguments,
    bad_go,
    bad_lines,
    bad_options,
    bad_positions,
    boards,
    chess960,
    during_search,
    endings,
    game_over,
    game_texts,
    games_from_files,
    handshake,
    help,
    mates,
    notations,
    options,
    perft,
    play_chess,
    play_engine,
    searches,
    syzygy,
    variants,
}

fn transcript_dir() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts")
}

fn run_transcript(name: &str) {
    let path = transcript_dir().join(name).with_extension("txt");
    let text = std::fs::read_to_string(&path).expect("the transcript");
    transcript::run(name, &text);
}

/// The program behaves as the examples of the specification show.
#[test]
fn specification_examples_match_program() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol/README.md");
    let text = std::fs::read_to_string(path).expect("the specification");
    let blocks: Vec<&str> = text.split("```").skip(1).step_by(2).collect();
    let mut examples = 0;
    for block in blocks {
        if let Some(session) = block.strip_prefix("session\n") {
            transcript::run("protocol/README.md", session);
            examples += 1;
        }
    }
    assert!(examples > 0, "no example in the specification");
}
