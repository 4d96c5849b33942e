//! Syzygy tables: their results against those of our own tables and of python-chess, damaged files,
//! and the engine that plays by them.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use triskelion::endings::{EndingTables, EndingValue, Material};
use triskelion::engine::{Bound, Engine, EngineMessage, EngineSetting, Info, Limits, Score};
use triskelion::geometry::Place;
use triskelion::moves::{Move, Side};
use triskelion::registry::Variant;
use triskelion::rules::{BoardText, BuiltIn, Chess, Endings, Notation, Rules};
use triskelion::syzygy::Tables;

/// The files.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy/tables");

fn open(folder: &str) -> Tables {
    let opened = Tables::open(folder);
    assert!(opened.errors.is_empty(), "{:?}", opened.errors);
    opened.tables.expect("tables")
}

/// Returns all placements of three pieces.
fn all_placements() -> impl Iterator<Item = Vec<Place>> {
    let cells = |number: usize| [number % 64, number / 64 % 64, number / 4096];
    (0..64_usize.pow(3)).map(move |number| cells(number).map(|cell| cell as Place).to_vec())
}

/// Returns random placements.
fn random_placements(count: usize) -> impl Iterator<Item = Vec<Place>> {
    let mut random = ChaCha8Rng::seed_from_u64(13);
    (0..20_000).map(move |_| (0..count).map(|_| random.random_range(0..64)).collect())
}

/// Compares positions of an ending with our own table.
fn agrees_with_our_table(name: &str, placements: impl Iterator<Item = Vec<Place>>) {
    let (files, start) = (open(FOLDER), Chess::startpos());
    let material = Material::parse(Chess::game_info(), name).expect("an ending");
    let mut tables = EndingTables::new(&start, 1024);
    let ending = tables.make(&material, &|_| true).unwrap_or_else(|error| panic!("{error}"));
    // Without pawns and captures the way to zero is the way to mate.
    let is_way_to_mate = ["KQ-K", "K-KQ", "KR-K", "K-KR"].contains(&name);
    let mut count = 0;
    for places in placements {
        for side in Side::ALL {
            let Some(value) = ending.value(&places, side) else { continue };
            let placed: Vec<_> =
                material.pieces().iter().copied().zip(places.iter().copied()).collect();
            let board = start.with_pieces(&placed, side);
            let (sign, plies) = match value {
                EndingValue::Draw => (0, 0),
                EndingValue::Win(plies) => (1, plies as i32),
                EndingValue::Loss(plies) => (-1, plies as i32),
            };
            let fen = || board.to_fen();
            assert_eq!(board.syzygy_wdl(&files).map(|wdl| wdl.sign()), Some(sign), "{}", fen());
            if let Some(dtz) = board.syzygy_dtz(&files) {
                assert_eq!(dtz.signum(), sign, "{}", fen());
                // The files may count in moves, and have one ply for a side that is mated.
                let range = if is_way_to_mate {
                    plies - 1..=plies.max(1) + 1
                } else {
                    0..=plies.max(1) + 1
                };
                assert!(range.contains(&dtz.abs()), "{}: {dtz}, mate in {plies}", fen());
            }
            count += 1;
        }
    }
    assert!(count > 1000, "{name}: {count} positions");
}

#[test]
fn results_of_three_pieces_are_those_of_our_tables() {
    for name in ["KQ-K", "KR-K", "KP-K"] {
        agrees_with_our_table(name, all_placements());
    }
    for name in ["K-KQ", "K-KR", "K-KP", "KB-K", "KN-K"] {
        agrees_with_our_table(name, random_placements(3));
    }
}

/// Two kings lead in the first, both sides have the same pieces in the second.
#[test]
fn results_of_four_pieces_are_those_of_our_tables() {
    for name in ["KNN-K", "KR-KR"] {
        agrees_with_our_table(name, random_placements(4));
    }
}

/// Compares positions with what make_positions.py has printed.
fn agrees_with_python_chess(folder: &str, positions: &Path) {
    let tables = open(folder);
    let text = fs::read_to_string(positions).unwrap_or_else(|error| panic!("{error}"));
    let mut with_en_passant = 0;
    for line in text.lines() {
        let [fen, wdl, dtz] = line.split(';').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let board = Chess::from_fen(fen).unwrap_or_else(|error| panic!("{line}: {error:?}"));
        let result = board.syzygy_wdl(&tables).map(|wdl| wdl as i32);
        assert_eq!(result, wdl.parse().ok(), "{line}");
        let (distance, dtz) = (board.syzygy_dtz(&tables), dtz.parse().ok());
        // Where files of promotions are missing, the distance may be known to one of the two alone:
        // it depends on the move that is looked up first.
        let has_two_pawns = fen.matches(['P', 'p']).count() > 1;
        let is_unknown = has_two_pawns && (distance.is_none() || dtz.is_none());
        assert!(distance == dtz || is_unknown, "{line}: {distance:?}");
        with_en_passant += usize::from(fen.split(' ').nth(3) != Some("-"));
    }
    println!("{} positions, {with_en_passant} with a capture en passant", text.lines().count());
    assert!(tables.take_errors().is_empty());
}

#[test]
fn results_and_distances_are_those_of_python_chess() {
    agrees_with_python_chess(FOLDER, &Path::new(FOLDER).with_file_name("positions.txt"));
}

/// For other tables: `TRISKELION_SYZYGY` is their folder, `TRISKELION_SYZYGY_POSITIONS` a file of
/// make_positions.py.
#[test]
#[ignore = "needs tables"]
fn results_of_other_tables_are_those_of_python_chess() {
    let variable = |name: &str| std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set"));
    let positions = variable("TRISKELION_SYZYGY_POSITIONS");
    agrees_with_python_chess(&variable("TRISKELION_SYZYGY"), Path::new(&positions));
}

#[test]
fn a_position_with_rights_or_without_table_has_no_result() {
    let tables = open(FOLDER);
    for fen in ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/1Q2K2R w - - 0 1"] {
        let board = Chess::from_fen(fen).expect("a position");
        assert_eq!((board.syzygy_wdl(&tables), board.syzygy_dtz(&tables)), (None, None), "{fen}");
    }
    let kings = Chess::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").expect("a position");
    assert_eq!(kings.syzygy_dtz(&tables), Some(0));
}

/// A new folder with the files of some endings.
fn folder_with(name: &str, files: &[&str]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("syzygy-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    for file in files {
        fs::copy(Path::new(FOLDER).join(file), folder.join(file)).expect("a copy");
    }
    folder
}

/// Whatever a file contains, positions get an answer or none.
#[test]
fn damaged_files_give_no_panic() {
    let mut random = ChaCha8Rng::seed_from_u64(17);
    let positions = fs::read_to_string(Path::new(FOLDER).with_file_name("positions.txt"));
    let positions = positions.expect("positions");
    let boards: Vec<Chess> = positions
        .lines()
        .filter_map(|line| Chess::from_fen(line.split(';').next()?).ok())
        .collect();
    let (mut answers, mut headers) = (0, 0);
    for name in ["KPvK.rtbw", "KPvK.rtbz", "KRvK.rtbz", "KNNvK.rtbw", "KRvKR.rtbw", "KPPvK.rtbw"] {
        let whole = fs::read(Path::new(FOLDER).join(name)).expect("a file");
        for _ in 0..60 {
            let result = Path::new(name).with_extension("rtbw");
            let result = result.to_str().expect("a name");
            let folder = folder_with("damaged", &[result, "KQvK.rtbw", "KRvK.rtbw"]);
            let mut bytes = whole.clone();
            for _ in 0..random.random_range(1..6) {
                // Most damage is done to the header; the first bytes are checked before it is read.
                let end = if random.random_bool(0.7) { 200.min(bytes.len()) } else { bytes.len() };
                let at = random.random_range(4..end);
                bytes[at] = random.random();
            }
            if random.random_bool(0.1) {
                bytes.truncate(bytes.len() / 2 / 64 * 64 + 16);
            }
            fs::write(folder.join(name), &bytes).expect("a file");
            let tables = open(folder.to_str().expect("a path"));
            for board in &boards {
                answers += usize::from(board.syzygy_wdl(&tables).is_some());
                answers += usize::from(board.syzygy_dtz(&tables).is_some());
            }
            headers += usize::from(!tables.take_errors().is_empty());
        }
    }
    assert!(answers > 1000 && headers > 20, "{answers} answers, {headers} headers with an error");
}

/// An engine for ordinary chess with these tables, and its messages.
fn engine_with(path: &str) -> (Engine, mpsc::Receiver<EngineMessage>) {
    let (sender, messages) = mpsc::channel();
    let mut engine = Engine::new(Variant::Chess, move |message| drop(sender.send(message)));
    engine.set(EngineSetting::SyzygyPath(path.to_owned())).expect("tables");
    (engine, messages)
}

/// Searches a position. Returns the report of the best line, and the best move.
fn search(engine: &mut Engine, fen: &str) -> (Info, Move) {
    engine.set_position(Some(fen), &[]).expect("a position");
    let limits = Limits { nodes: Some(3000), ..Limits::default() };
    let found = engine.search(limits, |_| ());
    (found.lines[0].clone(), found.best.expect("a move"))
}

/// Returns the texts of the messages that came so far.
fn texts(messages: &mpsc::Receiver<EngineMessage>) -> Vec<String> {
    messages.try_iter().map(|message| message.to_string()).collect()
}

/// Plays a position, both sides by the engine, for at most `plies` plies. Returns the last board.
fn play(engine: &mut Engine, fen: &str, plies: usize) -> Chess {
    let mut moves: Vec<String> = Vec::new();
    let mut board = Chess::from_fen(fen).expect("a position");
    while moves.len() < plies && board.count_legal_moves() > 0 && board.variant_outcome().is_none()
    {
        let list: Vec<&str> = moves.iter().map(String::as_str).collect();
        engine.set_position(Some(fen), &list).expect("legal moves");
        let limits = Limits { nodes: Some(1000), ..Limits::default() };
        let best = engine.search(limits, |_| ()).best.expect("a move");
        moves.push(board.move_to_uci(best));
        board = board.make(best, &mut ());
    }
    board
}

#[test]
fn the_engine_wins_won_endings() {
    let (mut engine, _messages) = engine_with(FOLDER);
    for fen in [
        "8/8/3k4/8/8/8/8/K6R w - - 0 1",
        "8/8/8/1k6/8/8/K5P1/8 w - - 0 1",
        "8/5k2/8/8/8/8/q7/5K2 b - - 0 1",
        // In 30 plies the fifty-move rule draws: the moves of the shortest way alone win.
        "8/8/3k4/8/8/8/8/K6R w - - 68 60",
    ] {
        let side = Chess::from_fen(fen).expect("a position").side_to_move();
        let board = play(&mut engine, fen, 100);
        assert!(board.in_check() && board.count_legal_moves() == 0, "{fen}: {}", board.to_fen());
        assert_ne!(board.side_to_move(), side, "{fen}");
    }
}

#[test]
fn the_engine_keeps_draws() {
    let (mut engine, _messages) = engine_with(FOLDER);
    let tables = open(FOLDER);
    let is_draw = |board: &Chess| board.syzygy_wdl(&tables).is_some_and(|wdl| wdl.sign() == 0);
    for fen in ["8/8/4k3/4P3/4K3/8/8/8 b - - 0 1", "8/8/8/8/4k3/3p4/8/3K4 w - - 0 1"] {
        assert!(is_draw(&Chess::from_fen(fen).expect("a position")), "{fen}");
        let board = play(&mut engine, fen, 30);
        assert!(is_draw(&board), "{fen}: {}", board.to_fen());
    }
}

#[test]
fn the_root_has_the_score_of_its_table() {
    let (mut engine, _messages) = engine_with(FOLDER);
    engine.set(EngineSetting::ShowWdl(true)).expect("an option");
    // A win, a draw, a loss, a win that comes too late.
    for (fen, range, wdl) in [
        ("8/8/8/1k6/8/8/K5P1/8 w - - 0 1", 30_000..=31_000, Some([1000, 0, 0])),
        ("8/8/4k3/4P3/4K3/8/8/8 b - - 0 1", 0..=0, Some([0, 1000, 0])),
        ("8/8/8/k7/8/4K3/5P2/8 b - - 0 1", -31_000..=-30_000, Some([0, 0, 1000])),
        ("8/8/3k4/8/8/8/8/K6R w - - 90 80", 1..=50, None),
    ] {
        let (info, _) = search(&mut engine, fen);
        assert!(info.tbhits > Some(0), "{fen}: {info}");
        let Some((Score::Centipawns(score), Bound::Exact)) = info.score else {
            panic!("{fen}: {info}")
        };
        assert!(range.contains(&score), "{fen}: {info}");
        assert!(wdl.is_none() || info.wdl == wdl, "{fen}: {info}");
    }
}

/// A root of more pieces than the tables have: the position after the capture is won by its table.
#[test]
fn nodes_are_looked_up() {
    let folder = folder_with("nodes", &["KRvK.rtbw", "KRvK.rtbz"]);
    let (mut engine, _messages) = engine_with(folder.to_str().expect("a path"));
    let fen = "8/8/3k4/8/8/4n3/8/K3R3 w - - 0 1";
    let (info, best) = search(&mut engine, fen);
    let Some((Score::Centipawns(30_000..=31_000), Bound::Exact)) = info.score else {
        panic!("{info}")
    };
    assert!(info.tbhits > Some(0), "{info}");
    assert_eq!(engine.game().move_text(best, Notation::Uci), "e1e3");
    let mut hits = |setting| {
        engine.set(setting).expect("an option");
        engine.new_game();
        search(&mut engine, fen).0.tbhits
    };
    assert_eq!(hits(EngineSetting::SyzygyProbeLimit(2)), None, "above the limit");
    assert!(hits(EngineSetting::SyzygyProbeLimit(3)) > Some(0));
    assert_eq!(hits(EngineSetting::SyzygyProbeDepth(100)), None, "below the depth");
}

#[test]
fn engines_with_different_tables_do_not_share_them() {
    let folders =
        [folder_with("rook", &["KRvK.rtbw"]), folder_with("pawn", &["KPvK.rtbw", "KQvK.rtbw"])];
    let paths = folders.map(|folder| folder.to_str().expect("a path").to_owned());
    let mut engines = [engine_with(&paths[0]).0, engine_with(&paths[1]).0];
    let (rook, pawn) = ("8/8/3k4/8/8/8/8/K6R w - - 0 1", "8/8/8/1k6/8/8/K5P1/8 w - - 0 1");
    let mut has_hits = |index: usize, fen| search(&mut engines[index], fen).0.tbhits > Some(0);
    assert_eq!([has_hits(0, rook), has_hits(0, pawn)], [true, false]);
    assert_eq!([has_hits(1, rook), has_hits(1, pawn)], [false, true]);
    // A path replaces the one before, and may name several folders.
    let both = paths.join(if cfg!(windows) { ";" } else { ":" });
    engines[0].set(EngineSetting::SyzygyPath(both)).expect("tables");
    let mut has_hits = |fen| search(&mut engines[0], fen).0.tbhits > Some(0);
    assert_eq!([has_hits(rook), has_hits(pawn)], [true, true]);
    engines[0].set(EngineSetting::SyzygyPath(String::new())).expect("an option");
    assert_eq!(search(&mut engines[0], rook).0.tbhits, None);
    // The tables stay when the rule set changes.
    engines[1].set(EngineSetting::Variant(Variant::Federation)).expect("an option");
    engines[1].set(EngineSetting::Variant(Variant::Chess)).expect("an option");
    assert!(search(&mut engines[1], pawn).0.tbhits > Some(0));
}

#[test]
fn our_own_tables_precede_syzygy_tables() {
    let (mut engine, _messages) = engine_with(FOLDER);
    engine.set(EngineSetting::Endgames(true)).expect("an option");
    let (info, _) = search(&mut engine, "8/8/8/1k6/8/8/K5P1/8 w - - 0 1");
    assert_eq!(info.score, Some((Score::Mate(28), Bound::Exact)));
}

#[test]
fn bad_paths_and_files_are_reported() {
    let (mut engine, messages) = engine_with(FOLDER);
    assert!(texts(&messages).iter().any(|text| text.contains("WDL and")), "the tables are counted");
    let mut error = |path: &str| {
        let set = engine.set(EngineSetting::SyzygyPath(path.to_owned()));
        set.expect_err("no tables").to_string()
    };
    assert!(error("/no/such/folder").starts_with("/no/such/folder: "));
    assert!(error(concat!(env!("CARGO_MANIFEST_DIR"), "/tests")).contains("KQvK.rtbw"));
    let (info, _) = search(&mut engine, "8/8/3k4/8/8/8/8/K6R w - - 0 1");
    assert!(info.tbhits > Some(0), "the old tables are kept");

    let folder = folder_with("bad", &["KQvK.rtbw", "KRvK.rtbw", "KPvK.rtbw"]);
    fs::write(folder.join("KQvK.rtbw"), [0; 80]).expect("a file");
    fs::write(folder.join("KRvK.rtbw"), "short").expect("a file");
    let mut pawn = fs::read(folder.join("KPvK.rtbw")).expect("a file");
    pawn[5..40].fill(0xff);
    fs::write(folder.join("KPvK.rtbw"), pawn).expect("a file");
    let folder = folder.to_str().expect("a path").to_owned();
    engine.set(EngineSetting::SyzygyPath(folder)).expect("one table that looks right");
    let reported = texts(&messages).join("\n");
    assert!(reported.contains("KQvK.rtbw: ") && reported.contains("expected as the first bytes"));
    assert!(reported.contains("KRvK.rtbw: 5 bytes read"), "{reported}");
    // The header of the third is read when a position needs it.
    engine.set_position(Some("8/8/8/1k6/8/8/K5P1/8 w - - 0 1"), &[]).expect("a position");
    engine.go(Limits { nodes: Some(1000), ..Limits::default() });
    engine.wait();
    let reported = texts(&messages).join("\n");
    assert!(reported.contains("KPvK.rtbw: the header describes no table"), "{reported}");
    assert!(reported.contains("bestmove"), "{reported}");
}
