//! Round trips of random messages, edge cases of the grammar, and corrupted lines.

use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use triskelion_protocol::*;

mod edge_cases;
mod generators;

/// The number of rounds of each random test.
const ROUNDS: u32 = 3000;

#[test]
fn commands_round_trip() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..ROUNDS {
        let command = generators::command(&mut rng);
        let text = command.to_string();
        assert_eq!(text.parse(), Ok(command), "{text}");
        assert_eq!(text, text.trim(), "no space around a line");
    }
}

#[test]
fn engine_messages_round_trip() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..ROUNDS {
        let message = generators::engine_message(&mut rng);
        let text = message.to_string();
        assert_eq!(text.parse(), Ok(message), "{text}");
        assert_eq!(text, text.trim(), "no space around a line");
        assert!(!text.contains('\n'));
    }
}

#[test]
fn parse_ignores_extra_white_space() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..ROUNDS {
        let command = generators::command(&mut rng);
        // The value of an option keeps the white space inside it.
        if matches!(&command, Command::SetOption { value: Some(_), .. }) {
            continue;
        }
        let mut spaced = String::new();
        for word in command.to_string().split(' ') {
            for _ in 0..rng.random_range(1..4) {
                spaced.push(*[' ', '\t', '\r', '\u{b}'].choose(&mut rng).unwrap());
            }
            spaced.push_str(word);
        }
        spaced.push_str(" \r\n");
        assert_eq!(spaced.parse(), Ok(command), "{spaced:?}");
    }
}

#[test]
fn corrupted_lines_do_not_panic() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for _ in 0..20 * ROUNDS {
        let bytes = generators::corrupted_line(&mut rng);
        let text = String::from_utf8_lossy(&bytes);
        if let ParsedLine::Rejected { error, .. } = parse(&text) {
            assert!(!error.to_string().contains(['\n', '\r', '\0']), "one line: {error}");
        }
        if let ParsedLine::Command(command, _) = parse(&text) {
            assert_eq!(command.to_string().parse(), Ok(command), "{text:?}");
        }
        if let Ok(message) = text.parse::<EngineMessage>() {
            let _ = message.to_string();
        }
    }
}
