//! Tables of endings: published figures, and agreement with the reference generator. There a slow
//! solver decides every position of small boards, and on large ones random positions are compared
//! with what their moves lead to.

use crate::random_files::PrintOnPanic;
use crate::reference::from_file::GameFile;
use crate::reference::{HasReference, Reference};
use crate::support::game_files;
use crate::support::random_files::random_file;
use crate::support::random_seed;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::channel;
use triskelion::endings::{Ending, EndingTables, EndingValue, Material, SideSummary};
use triskelion::engine::{Bound, Engine, EngineMessage, EngineSetting, Info, Limits, Score};
use triskelion::geometry::Place;
use triskelion::moves::{Piece, Side};
use triskelion::profiles::RuleSet;
use triskelion::registry::{Variant, Visitor};
use triskelion::rules::fixed::{AnyGame, FixedBoard};
use triskelion::rules::{
    BoardText, BuiltIn, Chess, Federation, GameInfo, Notation, Raumschach, Rules, SpaceChess,
};

/// Makes the table of an ending with the platforms of the start.
fn table<B: RuleSet>(game: &'static GameInfo, name: &str) -> (Arc<Ending>, EndingTables) {
    let mut tables = EndingTables::new(&B::start(game), 1024);
    let material = Material::parse(game, name).expect("an ending");
    let ending = tables.make(&material, &|_| true);
    (ending.unwrap_or_else(|error| panic!("{error}")), tables)
}

fn summary<B: RuleSet + BuiltIn>(name: &str) -> [SideSummary; 2] {
    let (ending, tables) = table::<B>(B::game_info(), name);
    ending.summary(&tables)
}

/// The plies of the longest win, White to move and Black to move.
fn longest<B: RuleSet + BuiltIn>(name: &str) -> [Option<u32>; 2] {
    summary::<B>(name).map(|side| side.longest.map(|longest| longest.plies))
}

#[test]
fn chess_has_the_published_distances() {
    // Moves of the winner: 10, 16, 28, 19, 33, 35. KQ-KR and KP-K are won from more than one move
    // before the capture or promotion.
    for (ending, plies) in [
        ("KQ-K", [19, 20]),
        ("KR-K", [31, 32]),
        ("KP-K", [55, 56]),
        ("KBB-K", [37, 38]),
        ("KBN-K", [65, 66]),
        ("KQ-KR", [69, 70]),
    ] {
        assert_eq!(longest::<Chess>(ending), plies.map(Some), "{ending}");
    }
    assert_eq!(longest::<Chess>("KB-K"), [None; 2]);
    assert_eq!(longest::<Chess>("K-KQ"), [Some(20), Some(19)]);
}

#[test]
fn raumschach_has_the_published_counts() {
    let [white, black] = summary::<Raumschach>("KQ-K");
    let counts = |side: &SideSummary| [side.legal, side.white_wins, side.draws, side.black_wins];
    assert_eq!(counts(&white), [1_217_768, 1_217_768, 0, 0]);
    assert_eq!(counts(&black), [1_651_644, 1_451_616, 200_028, 0]);
    assert_eq!([white, black].map(|side| side.longest.map(|it| it.plies)), [Some(15), Some(16)]);
    for ending in ["KR-K", "KB-K", "KN-K", "KU-K"] {
        assert_eq!(longest::<Raumschach>(ending), [None; 2], "{ending}");
    }
}

/// Returns what a row of docs/endings.md says: the ending, the positions with White and with Black
/// to move, and the moves in which White wins at most.
fn row(line: &str) -> Option<(String, [u64; 2], u32)> {
    let cells: Vec<String> =
        line.split('|').map(|cell| cell.trim().replace(['`', ','], "")).collect();
    let [_, ending, white, _, black, _, moves, _] = &cells[..] else { return None };
    let moves = moves.split(' ').next()?.parse().unwrap_or(0);
    Some((ending.clone(), [white.parse().ok()?, black.parse().ok()?], moves))
}

fn compare_page<B: RuleSet + BuiltIn>() {
    let page = game_files::read("docs/endings.md");
    let name = format!("`{}`", B::game_info().name);
    let section = page.split("\n### ").find(|section| section.starts_with(&name));
    let rows: Vec<_> = section.expect("a section").lines().filter_map(row).collect();
    assert!(rows.len() >= 4, "{name}: {rows:?}");
    for (ending, positions, moves) in rows {
        let [white, black] = summary::<B>(&ending);
        assert_eq!([white.legal, black.legal], positions, "{name} {ending}");
        let plies = [white, black].map(|side| side.longest.map_or(0, |longest| longest.plies));
        assert_eq!(plies[0].div_ceil(2).max(plies[1] / 2), moves, "{name} {ending}");
    }
}

#[test]
fn the_page_of_endings_is_true() {
    compare_page::<Chess>();
    compare_page::<Federation>();
    compare_page::<Raumschach>();
}

/// The longest win is played as its line says, to the end of the game.
#[test]
fn the_line_ends_in_mate() {
    let [white, _] = summary::<SpaceChess>("KR-K");
    let longest = white.longest.expect("a win");
    assert_eq!((longest.plies, longest.line.len()), (73, 73));
    let mut board = SpaceChess::from_fen(&longest.fen).expect("a position");
    for text in &longest.line {
        let mv = board.parse_uci_move(text).expect("a legal move");
        board = board.make(mv, &mut ());
    }
    assert!(board.in_check() && board.count_legal_moves() == 0);
}

#[test]
fn tables_that_cannot_be_made_say_why() {
    let make = |name: &str, memory| {
        let game = Chess::game_info();
        let material = Material::parse(game, name).map_err(|error| error.to_string())?;
        let mut tables = EndingTables::new(&Chess::startpos(), memory);
        tables.make(&material, &|_| true).map(|_| ()).map_err(|error| error.to_string())
    };
    let error = |name, memory| make(name, memory).expect_err("no table");
    assert!(error("KQR-K", 1).contains("MiB, 1 MiB are allowed (EndgameMemory, --memory)"));
    assert!(error("KP-KP", 256).contains("capture en passant"));
    assert!(error("KQ", 256).contains("`KQ` read"));
    assert!(error("KQ-KZ", 256).contains("`Z` read"));
    assert!(error("Q-K", 256).contains("one king of each side"));
    assert!(error("KQQQQQ-K", 256).contains("7 pieces read"));
    let game = Federation::game_info();
    let material = Material::parse(game, "KP-K").expect("an ending");
    let mut tables = EndingTables::new(&Federation::startpos(), 256);
    let error = tables.make(&material, &|_| true).err().expect("no table");
    assert!(error.to_string().contains("pawns move the platforms"), "{error}");
}

#[test]
fn a_stopped_table_is_not_kept() {
    let game = Chess::game_info();
    let mut tables = EndingTables::new(&Chess::startpos(), 256);
    let material = Material::parse(game, "KQ-K").expect("an ending");
    assert!(tables.make(&material, &|_| false).is_err());
    assert!(tables.get(&material).is_none());
    assert!(tables.make(&material, &|_| true).is_ok());
}

/// Plays random positions that are won by their table, both sides by the engine.
fn mates_in_the_exact_number_of_moves<B: RuleSet>(
    variant: Variant,
    (ending, tables): &(Arc<Ending>, EndingTables),
    count: usize,
) {
    let (game, mut random) = (variant.game(), ChaCha8Rng::seed_from_u64(40));
    let mut engine = Engine::new(variant, |_| ());
    engine.set(EngineSetting::EndgameMemory(1024)).expect("an option");
    engine.set(EngineSetting::Endgames(true)).expect("an option");
    let cells: Vec<Place> = game.cells().filter(|&cell| B::start(game).is_live(cell)).collect();
    let mut games = 0;
    while games < count {
        let places: Vec<Place> = ending
            .material()
            .pieces()
            .iter()
            .map(|_| cells[random.random_range(0..cells.len())])
            .collect();
        let Some(EndingValue::Win(plies)) = ending.value(&places, Side::White) else { continue };
        let placed: Vec<_> = ending.material().pieces().iter().copied().zip(places).collect();
        let mut board = B::start(game).with_pieces(&placed, Side::White);
        for left in (1..=plies).rev() {
            engine.set_position(Some(&board.to_fen()), &[]).expect("a position");
            let limits = Limits { movetime: Some(100), ..Limits::default() };
            let found = engine.search(limits, |_| ());
            let moves = i64::from(left.div_ceil(2));
            let score = if (plies - left) % 2 == 0 { moves } else { -moves };
            let info = &found.lines[0];
            assert_eq!(info.score, Some((Score::Mate(score), Bound::Exact)), "{}", board.to_fen());
            assert_eq!(info.pv.len(), left as usize);
            assert!(info.tbhits > Some(0));
            board = board.make(found.best.expect("a move"), &mut ());
        }
        assert!(board.in_check() && board.count_legal_moves() == 0, "{}", board.to_fen());
        assert_eq!(tables.probe(&board), Some(EndingValue::Loss(0)));
        games += 1;
    }
}

#[test]
fn the_engine_mates_in_the_exact_number_of_moves() {
    fn mates<B: RuleSet>(variant: Variant, name: &str) {
        mates_in_the_exact_number_of_moves::<B>(variant, &table::<B>(variant.game(), name), 5);
    }
    mates::<Chess>(Variant::Chess, "KP-K");
    mates::<Raumschach>(Variant::Raumschach, "KQ-K");
    mates::<Federation>(Variant::Federation, "KQ-K");
}

/// Plays a thousand positions of a game, the same number of each ending of three pieces that White
/// wins.
struct MatesOfGame(Variant);

impl Visitor for MatesOfGame {
    type Output = ();

    fn visit<B: RuleSet>(self, game: &'static GameInfo) {
        let names = Material::all_of_three(game).into_iter();
        let names = names.filter(|it| B::start(game).no_endings(it.pieces()).is_none());
        let tables = names.map(|material| table::<B>(game, &material.text(game)));
        let has_wins = |(ending, tables): &(Arc<Ending>, EndingTables)| {
            ending.summary(tables)[0].white_wins > 0
        };
        let won: Vec<_> = tables.filter(has_wins).collect();
        for table in &won {
            mates_in_the_exact_number_of_moves::<B>(self.0, table, 1000_usize.div_ceil(won.len()));
        }
        println!("{}: {} endings", game.name, won.len());
    }
}

#[test]
#[ignore = "takes minutes"]
fn a_thousand_positions_of_each_game_are_mated_in_the_exact_number_of_moves() {
    for name in Variant::names() {
        let variant = Variant::from_name(name).expect("a rule set");
        variant.visit(MatesOfGame(variant));
    }
}

/// What the engine says of a position with tables.
struct Answer {
    /// The last report of the search.
    info: Info,
    /// The move in UCI notation.
    best: String,
    /// The messages for people.
    messages: Vec<String>,
}

fn answer(variant: Variant, fen: &str) -> Answer {
    let (sender, messages) = channel();
    let receive = move |message: EngineMessage| {
        if let EngineMessage::InfoString(message) = message {
            sender.send(message.to_string()).expect("a receiver");
        }
    };
    let mut engine = Engine::new(variant, receive);
    engine.set(EngineSetting::Endgames(true)).expect("an option");
    engine.set_position(Some(fen), &[]).expect("a position");
    let found = engine.search(Limits { nodes: Some(2000), ..Limits::default() }, |_| ());
    let best = engine.game().move_text(found.best.expect("a move"), Notation::Uci);
    Answer { info: found.lines[0].clone(), best, messages: messages.try_iter().collect() }
}

#[test]
fn a_draw_has_the_score_0_and_is_kept() {
    let Answer { info, best, messages } = answer(Variant::Chess, "8/8/4k3/4P3/4K3/8/8/8 b - - 0 1");
    assert_eq!(messages, [""; 0]);
    assert!(info.tbhits > Some(0));
    assert_eq!(info.score, Some((Score::Centipawns(0), Bound::Exact)));
    let after = |best: &str| {
        let (_, tables) = table::<Chess>(Chess::game_info(), "KP-K");
        let board = Chess::from_fen("8/8/4k3/4P3/4K3/8/8/8 b - - 0 1").expect("a position");
        let mv = board.parse_uci_move(best).expect("a legal move");
        tables.probe(&board.make(mv, &mut ()))
    };
    assert_eq!(after(&best), Some(EndingValue::Draw));
}

#[test]
fn no_mate_is_promised_beyond_the_fifty_move_rule() {
    let fen = "8/8/8/5k2/8/8/1Q6/K7 w - - 70 100";
    assert_eq!(answer(Variant::Chess, fen).info.score, Some((Score::Mate(10), Bound::Exact)));
    let fen = "8/8/8/5k2/8/8/1Q6/K7 w - - 90 100";
    let Answer { info, messages, .. } = answer(Variant::Chess, fen);
    let message = "the game ends by the fifty-move rule before the mate in 10 of the table";
    assert!(messages.len() == 1 && messages[0].contains(message), "{messages:?}");
    assert!(!matches!(info.score, Some((Score::Mate(_), _))), "{info}");
}

#[test]
fn pieces_that_cannot_win_are_named() {
    let fen = "5/5/5/5/K4|5/5/5/5/5|5/5/2R2/5/5|5/5/5/5/5|4k/5/5/5/5 w 0 1";
    let Answer { info, messages, .. } = answer(Variant::Raumschach, fen);
    assert_eq!(info.score, Some((Score::Centipawns(0), Bound::Exact)));
    assert_eq!(messages, ["info string neither side can win with these pieces"]);
}

/// Compares what the moves of positions lead to, as an engine says, with the tables.
fn moves_lead_where_the_tables_say(mut engine: Engine) {
    let (_, tables) = table::<Chess>(Chess::game_info(), "KP-K");
    engine.set(EngineSetting::Endgames(true)).expect("an option");
    let mut results = [0; 3];
    for fen in [
        "8/8/4k3/4P3/4K3/8/8/8 b - - 0 1",
        "8/2P5/8/8/k7/8/8/K7 w - - 0 1",
        "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1",
    ] {
        engine.set_position(Some(fen), &[]).expect("a position");
        assert_eq!(engine.ending_moves().is_some(), results != [0; 3], "{fen}");
        engine.search(Limits { nodes: Some(100), ..Limits::default() }, |_| ());
        let board = Chess::from_fen(fen).expect("a position");
        let moves = engine.ending_moves().expect("the table is made");
        assert_eq!(moves.len(), engine.game().legal_moves(Notation::Uci).len());
        for (mv, value) in moves {
            let after = tables.probe(&board.make(mv, &mut ())).expect("a table");
            assert_eq!(value, best(&[after]), "{fen} {mv:?}");
            let result = match value {
                EndingValue::Win(_) => 0,
                EndingValue::Draw => 1,
                EndingValue::Loss(_) => 2,
            };
            results[result] += 1;
        }
    }
    assert!(results.iter().all(|&count| count > 0), "{results:?}");
    // A full board has no table.
    engine.set_position(None, &[]).expect("the start position");
    assert_eq!(engine.ending_moves(), None);
}

#[test]
fn an_engine_says_what_the_moves_lead_to() {
    moves_lead_where_the_tables_say(Engine::new(Variant::Chess, |_| ()));
    moves_lead_where_the_tables_say(Engine::without_threads(Variant::Chess, |_| ()));
}

/// Returns the value of a move for its side, and the value of the best of all moves.
fn best(values: &[EndingValue]) -> EndingValue {
    let before = values.iter().map(|value| match *value {
        EndingValue::Draw => EndingValue::Draw,
        EndingValue::Win(plies) => EndingValue::Loss(plies + 1),
        EndingValue::Loss(plies) => EndingValue::Win(plies + 1),
    });
    let rank = |value: &EndingValue| match *value {
        EndingValue::Win(plies) => (2, -i64::from(plies)),
        EndingValue::Draw => (1, 0),
        EndingValue::Loss(plies) => (0, i64::from(plies)),
    };
    before.max_by_key(rank).expect("a move")
}

fn of_result(result: i32) -> EndingValue {
    match result {
        1 => EndingValue::Win(0),
        0 => EndingValue::Draw,
        _ => EndingValue::Loss(0),
    }
}

/// Compares random positions of an ending with what the moves of the reference lead to.
fn compare_positions<B: HasReference>(
    game: &'static GameInfo,
    name: &str,
    count: usize,
    random: &mut ChaCha8Rng,
) {
    let (ending, tables) = table::<B>(game, name);
    let (reference, start) = (B::reference(game), B::start(game));
    let cells: Vec<Place> = game.cells().filter(|&cell| start.is_live(cell)).collect();
    let (mut legal, mut decided) = (0, 0);
    while legal < count {
        let mut places = Vec::new();
        for _ in ending.material().pieces() {
            places.push(cells[random.random_range(0..cells.len())]);
        }
        let side = Side::ALL[random.random_range(0..2)];
        let placed: Vec<(Piece, Place)> =
            ending.material().pieces().iter().copied().zip(places.iter().copied()).collect();
        let is_distinct = (1..places.len()).all(|it| !places[..it].contains(&places[it]));
        let fen = start.with_pieces(&placed, side).to_fen();
        let value = ending.value(&places, side);
        let Ok(board) = B::parse_fen(game, &fen) else {
            assert_eq!(value, None, "{fen}");
            continue;
        };
        if !is_distinct {
            assert_eq!(value, None, "{fen}");
            continue;
        }
        legal += 1;
        let position = reference.parse(&fen);
        let children = reference.children(&position);
        let expected = match reference.result(&position, !children.is_empty()) {
            Some(result) => of_result(result),
            None => {
                let values = children.iter().map(|(_, child)| {
                    let fen = reference.format(child);
                    let child =
                        B::parse_fen(game, &fen).unwrap_or_else(|errors| panic!("{errors:?}"));
                    tables.probe(&child).unwrap_or_else(|| panic!("no table of {fen}"))
                });
                best(&values.collect::<Vec<_>>())
            }
        };
        assert_eq!(value, Some(expected), "{fen}");
        assert_eq!(tables.probe(&board), value, "{fen}");
        decided += usize::from(expected != EndingValue::Draw);
    }
    println!("{name} in {}: {decided} of {legal} are won or lost", game.name);
}

fn compare_endings<B: HasReference>(game: &'static GameInfo, endings: &[&str]) {
    let mut random = ChaCha8Rng::seed_from_u64(random_seed(40));
    for ending in endings {
        compare_positions::<B>(game, ending, 400, &mut random);
    }
}

#[test]
fn built_in_games_agree_with_the_reference() {
    compare_endings::<Chess>(Chess::game_info(), &["KP-K"]);
    compare_endings::<Raumschach>(Raumschach::game_info(), &["KP-K", "KU-K"]);
    let game = Federation::game_info();
    compare_endings::<Federation>(game, &["KR-K", "KB-K", "KN-KB"]);
}

#[test]
fn games_from_files_agree_with_the_reference() {
    // Pieces of Alice Chess go over to the other board.
    compare_files(&[("alice", &["KR-K"]), ("artemis", &["KP-K", "KQ-KN"]), ("jocly3d", &["KP-K"])]);
}

#[test]
#[ignore = "takes minutes"]
fn large_tables_agree_with_the_reference() {
    compare_endings::<Chess>(Chess::game_info(), &["KBN-K", "KR-KP"]);
    compare_endings::<SpaceChess>(SpaceChess::game_info(), &["KB-K", "KP-K"]);
    compare_files(&[
        ("alice", &["KP-K", "K-KN"]),
        ("artemis", &["KP-KP"]),
        // A piece that freezes others, and one that captures from afar.
        ("dragonchess", &["KB-K", "KD-K", "KM-K", "KP-K"]),
        ("cubic", &["KQ-K"]),
        ("millennium", &["KP-K"]),
        ("strato", &["KQ-K"]),
    ]);
}

/// Compares endings of games in `games/`, by name.
fn compare_files(endings: &[(&str, &[&str])]) {
    let endings: HashMap<&str, &[&str]> = endings.iter().copied().collect();
    let files = game_files::in_folder();
    let files: Vec<String> =
        files.into_iter().filter(|file| endings.contains_key(game_files::name(file))).collect();
    fn compare<B: HasReference>(game: &'static GameInfo, endings: &HashMap<&str, &[&str]>) {
        compare_endings::<B>(game, endings[game.name]);
    }
    check!((files in files) compare(&endings));
}

/// Decides every position that can be reached from some, by looking at all of them again and again.
struct SlowSolver<'a> {
    reference: &'a GameFile,
    /// The numbers of the positions, by a text without counters.
    numbers: HashMap<String, usize>,
    /// The result of each position if the game has ended there, and the positions that follow.
    nodes: Vec<(Option<i32>, Vec<String>)>,
}

impl SlowSolver<'_> {
    /// Adds a position and all that follow from it. Returns its number.
    fn add(&mut self, fen: &str) -> usize {
        let root = self.reference.parse(fen);
        let name = self.reference.identity_of(&root);
        let mut waiting = vec![root];
        while let Some(position) = waiting.pop() {
            let name = self.reference.identity_of(&position);
            if self.numbers.contains_key(&name) {
                continue;
            }
            let mut children: Vec<_> =
                self.reference.children(&position).into_iter().map(|(_, child)| child).collect();
            let result = self.reference.result(&position, !children.is_empty());
            if result.is_some() {
                children.clear();
            }
            let names = children.iter().map(|child| self.reference.identity_of(child)).collect();
            self.numbers.insert(name, self.nodes.len());
            self.nodes.push((result, names));
            waiting.extend(children);
        }
        self.numbers[&name]
    }

    /// Returns the values of all positions.
    fn solve(&self) -> Vec<EndingValue> {
        let children: Vec<Vec<usize>> = self
            .nodes
            .iter()
            .map(|(_, names)| names.iter().map(|name| self.numbers[name]).collect())
            .collect();
        let results = self.nodes.iter().map(|(result, _)| of_result(result.unwrap_or(0)));
        let mut values: Vec<EndingValue> = results.collect();
        // In each round the positions are decided that end in that number of plies.
        for plies in 1.. {
            let decided = (0..values.len())
                .filter(|&node| values[node] == EndingValue::Draw && !children[node].is_empty());
            let decided = decided.filter_map(|node| {
                let of_children: Vec<EndingValue> =
                    children[node].iter().map(|&child| values[child]).collect();
                let value = best(&of_children);
                let is_due = [EndingValue::Win(plies), EndingValue::Loss(plies)].contains(&value);
                is_due.then_some((node, value))
            });
            let decided: Vec<_> = decided.collect();
            if decided.is_empty() {
                break;
            }
            for (node, value) in decided {
                values[node] = value;
            }
        }
        values
    }
}

/// The largest number of cells of a board whose positions the slow solver decides.
const SMALL: usize = 30;

/// Compares all positions of an ending of three pieces of a game. Returns their number.
fn compare_all_positions<B: RuleSet>(game: &'static GameInfo, text: &str) -> usize {
    let start = B::start(game);
    let cells: Vec<Place> = game.cells().filter(|&cell| start.is_live(cell)).collect();
    if cells.len() > SMALL {
        return 0;
    }
    let endings = Material::all_of_three(game);
    // The most valuable piece wins most often.
    let Some(material) = endings.first() else { return 0 };
    let mut tables = EndingTables::new(&start, 256);
    let Ok(ending) = tables.make(material, &|_| true) else { return 0 };
    let reference = GameFile::read(text, &|base| panic!("inherits {base}"));
    let mut solver =
        SlowSolver { reference: &reference, numbers: HashMap::new(), nodes: Vec::new() };
    let mut positions = Vec::new();
    for &white in &cells {
        for &black in &cells {
            for &other in &cells {
                let places = [white, black, other];
                if white == black || white == other || black == other {
                    continue;
                }
                for side in Side::ALL {
                    let pieces = material.pieces().iter().copied();
                    let placed: Vec<(Piece, Place)> = pieces.zip(places).collect();
                    let fen = start.with_pieces(&placed, side).to_fen();
                    let value = ending.value(&places, side);
                    if B::parse_fen(game, &fen).is_ok() {
                        positions.push((solver.add(&fen), value, fen));
                    } else {
                        assert_eq!(value, None, "{fen}");
                    }
                }
            }
        }
    }
    let values = solver.solve();
    for (number, value, fen) in &positions {
        assert_eq!(*value, Some(values[*number]), "{fen}");
    }
    let decided = values.iter().filter(|value| **value != EndingValue::Draw).count();
    println!("{}: {} positions, {decided} won or lost", material.text(game), positions.len());
    positions.len()
}

/// Compares random files until there are this many positions.
fn compare_random_files(count: usize, seed: u64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut positions = 0;
    while positions < count {
        let text = random_file(&mut |end| random.random_range(0..end));
        let Ok(AnyGame::Two(game)) = AnyGame::load("random.toml", &text, &|_| None) else {
            continue;
        };
        let _guard = PrintOnPanic(&text);
        positions += compare_all_positions::<FixedBoard<2>>(game.info, &text);
    }
}

#[test]
fn random_files_agree_with_a_slow_solver() {
    compare_random_files(30_000, random_seed(41));
}

#[test]
#[ignore = "takes minutes"]
fn many_random_files_agree_with_a_slow_solver() {
    compare_random_files(3_000_000, random_seed(42));
}
