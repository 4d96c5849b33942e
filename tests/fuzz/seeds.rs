//! The seeds of the harnesses: the files of `tests/fuzz/seeds/NAME/`, which are inputs that once
//! failed and inputs that nothing else in the repository holds, and what is made from other data.

use super::harness::games::games;
use crate::support::board::random_move;
use crate::support::{game_files, perft_data};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::fs;
use std::path::{Path, PathBuf};
use triskelion::notation::parse_move;
use triskelion::position::Position;
use triskelion::profiles::RuleSet;
use triskelion::registry::{Variant, Visitor};
use triskelion::rules::{GameInfo, Notation};
use triskelion::tournament::config::{MatchConfig, PlayerConfig};
use triskelion::tournament::journal::Journal;
use triskelion::tournament::pgn::{GameRecord, RecordedMove};
use triskelion::tournament::{GameEnd, Termination};
use triskelion::training::config::DatagenConfig;
use triskelion::training::game_record::{RecordedPly, TrainingGame};
use triskelion::training::network::TrainConfig;

/// Returns the seeds of a harness.
pub(super) fn seeds(target: &str) -> Vec<Vec<u8>> {
    let mut seeds = files(&repository().join("tests/fuzz/seeds").join(target));
    let made: Vec<Vec<u8>> = match target {
        "fen" => of_rule_sets(fens),
        "moves" => of_rule_sets(moves),
        "protocol" => transcripts().into_iter().flat_map(|lines| lines.0).map(bytes).collect(),
        "line_filter" => inputs().into_iter().flatten().map(bytes).collect(),
        "conversation" => inputs().iter().map(|lines| bytes(lines.join("\n"))).collect(),
        "pgn" => of_rule_sets(|variant| {
            // Most are short: the time of an input is that of its moves.
            let records = [2, 5, 10, 30].map(|plies| records(variant, plies));
            records.iter().flatten().map(|record| bytes(record.to_string())).collect()
        }),
        "openings" => of_rule_sets(|variant| {
            fens(variant).chunks(3).map(|lines| lines.join(&b"\n"[..])).collect()
        }),
        "training_games" => of_rule_sets(training_files),
        "network" => of_rule_sets(|variant| {
            let header = |base| {
                let settings = r#""hidden":8,"buckets":2,"scale":300"#;
                bytes(format!(
                    "%triskelion network {{\"variant\":\"{variant}\",\"base\":\"{base}\",{settings}}}\n\x7f\x01\u{fffd}"
                ))
            };
            ["none", "material", "hand-made"].map(header).into()
        }),
        "checkpoint" => of_rule_sets(|variant| {
            let config = serde_json::to_string(&TrainConfig::new(variant)).expect("settings");
            let rest = r#""scale":300.0,"steps":7,"losses":[{"training":0.1,"held_out":0.2}]"#;
            vec![bytes(format!(
                "%triskelion training {{\"config\":{config},{rest}}}\n0123456789abcdef"
            ))]
        }),
        "plan" => toml_examples().into_iter().map(bytes).collect(),
        "journal" => of_rule_sets(|variant| vec![journal(variant)]),
        "game_file" => {
            let own = game_files::all().into_iter().map(|file| bytes(game_files::read(&file)));
            own.chain(toml_examples().into_iter().map(bytes)).collect()
        }
        "game_fen" => of_random_games(|name, fens, _| {
            fens.iter().map(|fen| format!("{name} {fen}")).collect()
        }),
        "game_moves" => {
            of_random_games(|name, _, moves| vec![format!("{name} {}", moves.join(" "))])
        }
        "game_session" => of_random_games(|name, fens, moves| {
            let fen = &fens[fens.len() / 2];
            vec![
                format!("{name}\nposition startpos moves {}\ngo depth 2\nboard", moves.join(" ")),
                format!("{name}\nposition fen {fen}\ngo nodes 500\neval\nperft 1"),
            ]
        }),
        _ => panic!("no seeds for {target}"),
    };
    seeds.extend(made);
    seeds
}

fn bytes(text: impl Into<String>) -> Vec<u8> {
    text.into().into_bytes()
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the paths of a folder, sorted; none if there is no folder.
fn paths(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn files(folder: &Path) -> Vec<Vec<u8>> {
    paths(folder).iter().map(|path| fs::read(path).expect("a seed")).collect()
}

fn of_rule_sets(seeds: impl Fn(Variant) -> Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    Variant::ALL.into_iter().flat_map(seeds).collect()
}

/// Returns the seeds that a random game of each random file gives: of its name, the positions and
/// the moves.
fn of_random_games(seeds: impl Fn(&str, &[String], &[String]) -> Vec<String>) -> Vec<Vec<u8>> {
    struct Play;
    impl Visitor for Play {
        type Output = (Vec<String>, Vec<String>);

        fn visit<B: RuleSet>(self, game: &'static GameInfo) -> Self::Output {
            let mut random = ChaCha8Rng::seed_from_u64(36);
            let mut board = B::start(game);
            let (mut fens, mut moves) = (vec![board.to_fen()], Vec::new());
            while let Some(mv) = random_move(&board, &mut random).filter(|_| fens.len() < 30) {
                moves.push(board.move_to_uci(mv));
                board = board.make(mv, &mut ());
                fens.push(board.to_fen());
            }
            (fens, moves)
        }
    }
    let of_game = |game: &Variant| {
        let (fens, moves) = game.visit(Play);
        seeds(game.name(), &fens, &moves)
    };
    games().iter().flat_map(of_game).map(bytes).collect()
}

/// Returns some positions of the perft data.
fn fens(variant: Variant) -> Vec<Vec<u8>> {
    let fens = perft_data::fens(variant.name());
    fens.into_iter().step_by(20).map(bytes).collect()
}

/// Returns the columns of the sample game: the moves in one notation each, UCI first.
fn sample_game(variant: Variant) -> Vec<Vec<String>> {
    let path = repository().join("tests/games").join(variant.name()).with_extension("game");
    let text = fs::read_to_string(&path).expect("a sample game");
    let rows: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
        .collect();
    let columns = rows.first().map_or(0, Vec::len);
    let column = |index: usize| rows.iter().map(|row| row[index].to_owned()).collect();
    (0..columns).map(column).collect()
}

/// Returns lists of moves, each after the name of its rule set.
fn moves(variant: Variant) -> Vec<Vec<u8>> {
    let lists = sample_game(variant);
    lists.into_iter().map(|list| bytes(format!("{variant} {}", list.join(" ")))).collect()
}

/// Returns the lines of each part of the transcripts, and which of them are input.
fn transcripts() -> Vec<(Vec<String>, Vec<bool>)> {
    let mut parts = vec![(Vec::new(), Vec::new())];
    for path in paths(&repository().join("tests/transcripts")) {
        for line in fs::read_to_string(path).expect("a transcript").lines() {
            let (mark, text) = line.split_once(' ').unwrap_or((line, ""));
            let part = parts.last_mut().expect("a part");
            match mark.bytes().next() {
                Some(mark @ (b'>' | b'<')) => {
                    part.0.push(text.to_owned());
                    part.1.push(mark == b'>');
                }
                _ => parts.push((Vec::new(), Vec::new())),
            }
        }
    }
    parts.retain(|(lines, _)| !lines.is_empty());
    parts
}

/// Returns the input of each part of the transcripts.
fn inputs() -> Vec<Vec<String>> {
    let input = |(lines, is_input): (Vec<String>, Vec<bool>)| -> Vec<String> {
        lines
            .into_iter()
            .zip(is_input)
            .filter(|(_, is_input)| *is_input)
            .map(|(line, _)| line)
            .collect()
    };
    let inputs = transcripts().into_iter().map(input);
    inputs.filter(|lines: &Vec<String>| !lines.is_empty()).collect()
}

/// Returns the first plies of the sample game as a record in each notation.
fn records(variant: Variant, plies: usize) -> Vec<GameRecord> {
    let record = |(column, moves): (usize, Vec<String>)| {
        let plies = moves.into_iter().take(plies);
        GameRecord {
            round: format!("1.{}", column + 1),
            players: ["one".to_owned(), "other".to_owned()],
            variant,
            notation: (column == 0).then_some(Notation::Uci),
            plies: plies
                .map(|mv| RecordedMove { mv, depth: Some(9), ..Default::default() })
                .collect(),
            ..GameRecord::default()
        }
    };
    sample_game(variant).into_iter().enumerate().map(record).collect()
}

/// Returns the sample game as training data: one game, and a file of two.
fn training_files(variant: Variant) -> Vec<Vec<u8>> {
    struct Encode<'a>(&'a [String]);
    impl Visitor for Encode<'_> {
        type Output = Vec<u8>;

        fn visit<B: RuleSet>(self, game: &'static GameInfo) -> Vec<u8> {
            let mut position = Position::new(B::start(game));
            let mut plies = Vec::new();
            for text in self.0 {
                let mv = parse_move(position.board(), text).expect("a legal move");
                plies.push(RecordedPly { mv, score: None, is_quiet: false });
                position.make(mv, &mut ());
            }
            let end = position.outcome().expect("the sample games end").into();
            let mut game = Vec::new();
            TrainingGame { index: 3, end, plies }.encode(&mut game);
            game
        }
    }
    let game = variant.visit(Encode(&sample_game(variant)[0]));
    let config = DatagenConfig::new(variant, 100, 1);
    let json = serde_json::to_string(&config).expect("settings");
    let mut file = bytes(format!("%triskelion games {json}\n"));
    for _ in 0..2 {
        file.extend((game.len() as u32).to_le_bytes());
        file.extend(crc32fast::hash(&game).to_le_bytes());
        file.extend(&game);
    }
    vec![game, file]
}

/// Returns the examples of configurations in the documentation.
fn toml_examples() -> Vec<String> {
    let mut examples = Vec::new();
    for path in paths(&repository().join("docs")) {
        let text = fs::read_to_string(path).unwrap_or_default();
        let blocks = text.split("```").filter_map(|block| block.strip_prefix("toml\n"));
        examples.extend(blocks.map(str::to_owned));
    }
    examples
}

/// Returns the file of a match with three games.
fn journal(variant: Variant) -> Vec<u8> {
    let player = |name: &str| PlayerConfig {
        name: name.to_owned(),
        nodes: Some(10),
        ..PlayerConfig::default()
    };
    let players = ["one", "other"].map(player).into();
    let config = MatchConfig { variant, games: Some(4), players, ..MatchConfig::default() };
    let config = config.with_defaults().expect("a configuration");
    let path =
        std::env::temp_dir().join(format!("triskelion-seed-{variant}-{}", std::process::id()));
    let mut journal = Journal::create(&path, &config).expect("a new file");
    for game in config.scheduled_games().take(3) {
        let [white, black] = game.players.map(|player| config.players[player].name.clone());
        let record = GameRecord {
            round: format!("{}.{}", game.game / 2 + 1, game.game % 2 + 1),
            players: [white, black],
            end: Some(GameEnd { winner: None, termination: Termination::MaximumLength }),
            ..records(variant, 30).swap_remove(0)
        };
        journal.append(&record).expect("the file is open");
    }
    drop(journal);
    let bytes = fs::read(&path).expect("the file");
    let _ = fs::remove_file(&path);
    bytes
}
