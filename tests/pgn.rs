//! PGN: round trips in every notation of every rule set; truncated, corrupted and foreign files;
//! tampered games; and the subcommand `replay`.

use crate::support::{board, perft_data, players};
use players::{Player, RandomMover};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use triskelion::notation::NotationCodec;
use triskelion::position::Position;
use triskelion::registry::Variant;
use triskelion::rules::{BuiltIn, EndReason, Notation};
use triskelion::tournament::pgn::replay::{replay, with_notation};
use triskelion::tournament::pgn::{GameRecord, PgnError, PgnItem, PgnReader, RecordedMove};
use triskelion::tournament::{GameEnd, Termination};
use triskelion_protocol::{GameResult, Score};

/// Returns a random game from the start position or from a position of the perft data, in this
/// notation, adjudicated after `max_plies` plies.
fn random_game<B: BuiltIn>(notation: Notation, seed: u64, max_plies: usize) -> GameRecord {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut mover = RandomMover::new(seed);
    let positions = perft_data::fens(B::game_info().name);
    let start =
        rng.random_bool(0.5).then(|| positions[rng.random_range(0..positions.len())].clone());
    let mut position =
        Position::new(start.as_ref().map_or(B::startpos(), |text| board::parse_fen(text)));
    let mut plies = Vec::new();
    let end = loop {
        match position.outcome() {
            Some(outcome) => break outcome.into(),
            None if plies.len() == max_plies => {
                break GameEnd { winner: None, termination: Termination::MaximumLength };
            }
            None => {}
        }
        let mv = mover.choose(&position);
        let mv_text = NotationCodec::new(position.board()).format(notation, mv);
        plies.push(annotate_move(mv_text, &mut rng));
        position.make(mv, &mut ());
    };
    GameRecord {
        event: "random \"games\" \\ tests".to_owned(),
        round: format!("{seed}.1"),
        players: ["one".to_owned(), "other".to_owned()],
        variant: B::game_info().name.parse().expect("a rule set"),
        start_fen: start,
        end: Some(end),
        time_control: ["10+0.1".to_owned(), ["10+0.1", "5"][seed as usize % 2].to_owned()],
        notation: Some(notation),
        plies,
        tags: vec![("Seed".to_owned(), seed.to_string())],
        ..GameRecord::default()
    }
}

/// Adds random statistics to a move.
fn annotate_move(mv: String, rng: &mut impl Rng) -> RecordedMove {
    let scores = [
        None,
        Some(Score::Centipawns(rng.random_range(-30_000..30_000))),
        Some(Score::Mate(rng.random_range(-40..40))),
    ];
    RecordedMove {
        mv,
        score: scores[rng.random_range(0..3)],
        depth: rng.random_bool(0.5).then(|| rng.random_range(0..200)),
        time: rng.random_bool(0.5).then(|| Duration::from_millis(rng.random_range(0..90_000))),
        nodes: rng.random_bool(0.5).then(|| rng.random_range(0..u64::MAX)),
    }
}

/// Reads all items of a file.
fn read_items(bytes: &[u8]) -> Vec<Result<PgnItem, PgnError>> {
    PgnReader::new(bytes).collect()
}

/// Reads the games of a valid file.
fn read_games(text: &str) -> Vec<GameRecord> {
    let game = |item| match item {
        Ok(PgnItem::Game(record)) => *record,
        other => panic!("expected a game: {other:?}"),
    };
    read_items(text.as_bytes()).into_iter().map(game).collect()
}

/// Games can be written, read, replayed, and converted from each notation to each other.
fn round_trips<B: BuiltIn>() {
    let notations = || [Notation::Uci].into_iter().chain(B::game_info().notations.iter().copied());
    for seed in 0..6 {
        let records: Vec<GameRecord> =
            notations().map(|notation| random_game::<B>(notation, seed, 120)).collect();
        let file: String = records.iter().map(GameRecord::to_string).collect();
        assert_eq!(read_games(&file), records, "{file}");
        assert_eq!(read_games(&file.replace('\n', "\r\n")), records, "with carriage returns");
        for record in &records {
            let replayed = replay(record).unwrap_or_else(|error| panic!("{record}\n{error}"));
            assert_eq!(replayed.plies, record.plies.len());
            for other in &records {
                let notation = other.notation.expect("a notation");
                assert_eq!(with_notation(record, notation).as_ref(), Ok(other));
            }
        }
    }
}

/// A truncated file yields its complete games and the offset to continue at.
fn truncated_file_keeps_whole_games<B: BuiltIn>() {
    let notation = *B::game_info().notations.first().unwrap_or(&Notation::Uci);
    let records: Vec<GameRecord> =
        (0..2).map(|seed| random_game::<B>(notation, seed, 12)).collect();
    let head = "% a header\n";
    let mut ends = vec![head.len()];
    let mut file = head.to_owned();
    for record in &records {
        file += &record.to_string();
        ends.push(file.len());
    }
    for length in 0..=file.len() {
        let mut reader = PgnReader::new(&file.as_bytes()[..length]);
        let mut items = Vec::new();
        let truncated = loop {
            match reader.next() {
                Some(Ok(item)) => items.push(item),
                Some(Err(PgnError::Truncated { offset, .. })) => break Some(offset as usize),
                None => break None,
                Some(Err(error)) => panic!("{error} in a file cut at {length}"),
            }
        };
        // A game is complete without the line feeds after its result.
        let complete = ends
            .iter()
            .enumerate()
            .filter(|&(index, end)| length + 2 * index.min(1) >= *end)
            .count();
        assert_eq!(items.len(), complete, "cut at {length}");
        let offset = complete.checked_sub(1).map_or(0, |last| ends[last]);
        assert_eq!(truncated, (length > offset).then_some(offset), "cut at {length}");
        assert_eq!(reader.offset() as usize, offset.min(length), "cut at {length}");
        assert!(reader.next().is_none());
    }
}

/// The reader and the replay do not panic on randomly changed bytes.
fn corrupted_files_do_not_panic<B: BuiltIn>() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let file: String = (0..2)
        .map(|seed| random_game::<B>(B::game_info().notations[0], seed, 60).to_string())
        .collect();
    const BYTES: &[u8] = b"[](){};%$\"\\\n\r\0 1.-/*\xff\xc3eM+";
    for _ in 0..200 {
        let mut bytes = file.clone().into_bytes();
        for _ in 0..rng.random_range(1..20) {
            let index = rng.random_range(0..bytes.len());
            let byte = BYTES[rng.random_range(0..BYTES.len())];
            match rng.random_range(0..3) {
                0 => bytes[index] = byte,
                1 => bytes.insert(index, byte),
                _ => drop(bytes.remove(index)),
            }
        }
        for item in read_items(&bytes) {
            match item {
                Ok(PgnItem::Game(record)) => drop(replay(&record)),
                Ok(PgnItem::Escape(_)) => {}
                Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
            }
        }
    }
    for _ in 0..2_000 {
        let length = rng.random_range(0..60);
        let bytes: Vec<u8> = (0..length).map(|_| BYTES[rng.random_range(0..BYTES.len())]).collect();
        read_items(&bytes);
    }
}

/// Wrong moves, results and terminations are detected.
fn replay_detects_tampering<B: BuiltIn>() {
    let record = random_game::<B>(Notation::Uci, 1, 60);
    assert!(replay(&record).is_ok());
    let mut swapped = record.clone();
    swapped.plies.swap(0, 1);
    assert!(replay(&swapped).is_err(), "two moves are swapped");
    let mut shortened = record.clone();
    shortened.plies.pop();
    shortened.end =
        Some(GameEnd { winner: None, termination: Termination::Rules(EndReason::Stalemate) });
    assert!(replay(&shortened).is_err(), "the last move is missing");
    let end = record.end.expect("a finished game");
    for termination in Termination::ALL
        .into_iter()
        .filter(|termination| termination.is_by_rules() && *termination != end.termination)
    {
        let tampered = GameRecord { end: Some(GameEnd { termination, ..end }), ..record.clone() };
        assert!(
            replay(&tampered).is_err(),
            "{} for {}",
            termination.name(),
            end.termination.name()
        );
    }
    let text = record.to_string();
    for (original, tampered) in [
        (format!("[Result \"{}\"]", end.result()), "[Result \"*\"]".to_owned()),
        (format!("[PlyCount \"{}\"]", record.plies.len()), "[PlyCount \"1\"]".to_owned()),
        (format!("[Reason \"{}\"]", end.termination.name()), "[Reason \"whim\"]".to_owned()),
        (format!("[Reason \"{}\"]", end.termination.name()), "[Reason \"stall\"]".to_owned()),
    ] {
        assert!(text.contains(&original), "{original}");
        let items = read_items(text.replace(&original, &tampered).as_bytes());
        assert!(matches!(items[..], [Err(PgnError::Unexpected { .. })]), "{tampered}: {items:?}");
    }
}

macro_rules! pgn_tests {
    ($name:ident: $board:ty) => {
        mod $name {
            #[test]
            fn round_trips() {
                super::round_trips::<$board>();
            }

            #[test]
            fn truncated_file_keeps_whole_games() {
                super::truncated_file_keeps_whole_games::<$board>();
            }

            #[test]
            fn corrupted_files_do_not_panic() {
                super::corrupted_files_do_not_panic::<$board>();
            }

            #[test]
            fn replay_detects_tampering() {
                super::replay_detects_tampering::<$board>();
            }
        }
    };
}

for_every_rule_set!(pgn_tests);

/// A game in the style of other programs and authors.
const FOREIGN_PGN: &str = "\u{feff}[Event \"Casual Game\"]\r
[Site \"Berlin GER\"]
[Date \"1852.??.??\"]
[White \"Adolf Anderssen\"]
[Black \"Jean Dufresne\"]
[Result \"1-0\"]
[ECO \"C52\"]
[Annotator \"C:\\games\"]

1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.b4 {The Evans Gambit (1826)} 4...Bxb4 5.c3 Ba5 6.d4 exd4 7.O-O d3?!
( 7...Nge7 8.cxd4 (8. Ng5 d5 $1) d5 ) 8.Qb3!? $5 Qf6 9.e5 Qg6 10.Re1! Nge7 11.Ba3 b5?! 12.Qxb5
Rb8 13.Qa4 Bb6 14.Nbd2 Bb7?! 15.Ne4 Qf5? 16.Bxd3 Qh5 17.Nf6+! gxf6 18.exf6 Rg8 19.Rad1! Qxf3
; 19...Qh3 was better; so was 19...Bd4
20.Rxe7+! Nxe7? 21.Qxd7+!! Kxd7 22.Bf5++ Ke8 23.Bd7+ Kf8 24.Bxe7# 1-0
";

#[test]
fn foreign_game_is_read() {
    let records = read_games(FOREIGN_PGN);
    let [record] = &records[..] else { panic!("{records:?}") };
    assert_eq!((record.variant, record.end), (Variant::Chess, None));
    assert_eq!((record.result, record.plies.len()), (GameResult::FirstWins, 47));
    assert_eq!(record.tags[1], ("Annotator".to_owned(), "C:\\games".to_owned()));
    let result = replay(record).expect("the Evergreen Game");
    let outcome = result.outcome.expect("mate");
    assert_eq!(GameEnd::from(outcome).to_string(), "White mates");
    assert_eq!(read_games(&record.to_string()), records, "written by this program");
    let uci = with_notation(record, Notation::Uci).expect("the game in UCI notation");
    assert_eq!(uci.plies[46].mv, "a3e7");
}

/// Runs `replay` on a file with this content.
fn run_replay(name: &str, content: &str, arguments: &[&str]) -> Output {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(dir.join(name), content).expect("a writable file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_triskelion"));
    command.current_dir(dir).stdin(Stdio::null());
    command.arg("replay").arg(name).args(arguments).output().expect("the program runs")
}

/// Standard output or standard error as text.
fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn replay_command_checks_games() {
    type Federation = triskelion::rules::Federation;
    let uci = random_game::<Federation>(Notation::Uci, 3, 60);
    let chess = random_game::<triskelion::rules::Chess>(Notation::San, 4, 60);
    let file = format!("% a header\n{uci}{chess}");
    let plies = uci.plies.len() + chess.plies.len();

    let output = run_replay("good.pgn", &file, &[]);
    assert_eq!(text(&output.stdout), format!("2 games, {plies} plies, all legal\n"));
    assert_eq!(output.status.code(), Some(0));

    let mut tampered = chess.clone();
    // An eight-bit control character: those of seven bits separate words.
    tampered.plies[2].mv = "Kd9\u{9b}".to_owned();
    let output =
        run_replay("bad.pgn", &format!("{uci}{tampered}{FOREIGN_PGN}{uci}[Event \"cut"), &[]);
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].starts_with("bad.pgn: game 2 (round 4.1, one - other): move "), "{lines:?}");
    assert!(lines[0].contains("Kd9\u{fffd}: "), "{lines:?}");
    assert!(lines[1].starts_with("bad.pgn: game 5, line "), "{lines:?}");
    let legal = 2 * uci.plies.len() + 47;
    assert_eq!(lines[2], format!("5 games, 2 invalid, {legal} plies in the valid games"));
    assert_eq!(output.status.code(), Some(1));

    let output = run_replay("one.pgn", &file, &["--game", "2"]);
    let plies = chess.plies.len();
    assert_eq!(text(&output.stdout), format!("1 game, {plies} plies, all legal\n"));
    let output = run_replay("none.pgn", &file, &["--game", "3"]);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn replay_command_converts_notation() {
    type Federation = triskelion::rules::Federation;
    let uci = random_game::<Federation>(Notation::Uci, 5, 60);
    let roth = random_game::<Federation>(Notation::Roth, 5, 60);
    let output = run_replay("uci.pgn", &uci.to_string(), &["--notation", "roth"]);
    assert_eq!(read_games(text(&output.stdout)), [roth]);
    let plies = uci.plies.len();
    assert_eq!(text(&output.stderr), format!("1 game, {plies} plies, all legal\n"));
    let output = run_replay("uci-san.pgn", &uci.to_string(), &["--notation", "san"]);
    assert!(text(&output.stderr).contains("federation has no notation san"));
    assert_eq!(output.status.code(), Some(1));

    let output = run_replay("foreign.pgn", FOREIGN_PGN, &["--game", "1", "--positions"]);
    let positions: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(positions.len(), 47);
    let last = "1r3kr1/pbpBBp1p/1b3P2/8/8/2P2q2/P4PPP/3R2K1 b - - 0 24";
    assert!(positions[46].starts_with(&last[..last.len() - 5]), "{}", positions[46]);
}

#[test]
fn replay_command_rejects_bad_arguments() {
    for arguments in [
        &["missing.pgn"][..],
        &["--positions"],
        &["--game", "0"],
        &["--game", "1", "--positions", "--notation", "uci"],
    ] {
        let output = run_replay("arguments.pgn", FOREIGN_PGN, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
    let output = run_replay("arguments.pgn", FOREIGN_PGN, &["--notation", "cuneiform"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("expected uci, roth, smith, meder, maack or san"));
}
