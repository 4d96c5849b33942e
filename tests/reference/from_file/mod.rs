//! The reference generator of games from files: reads the same files as the program, by their
//! description in `docs/games.md`, and shares no line with it.
//!
//! Pieces are a map from cell to piece. Every vector is followed cell by cell, and a move is legal
//! if the own king is not attacked after it. Nothing is computed in advance.
//!
//! A file that is not valid panics or means anything.

mod moves;
mod position;
mod text;

pub(crate) use position::Position;

use super::board::Side;
use crate::support::game_files::{self, file_name, read};
use std::collections::{BTreeMap, BTreeSet};
use text::{Path, Vector, add, parse_paths, sum};
use toml::{Table, Value};

/// File, rank and level, from 0.
pub(crate) type Cell = [i32; 3];

/// Cells as White sees them.
pub(crate) type Region = BTreeSet<Cell>;

/// A piece: its letter in upper case, and its owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    /// The letter of the kind.
    pub kind: char,
    /// The owner.
    pub side: Side,
}

impl Piece {
    /// Returns the letter, in upper case for White.
    pub(crate) fn letter(self) -> char {
        match self.side {
            Side::White => self.kind,
            Side::Black => self.kind.to_ascii_lowercase(),
        }
    }
}

/// A game.
pub(crate) struct GameFile {
    sizes: [i32; 3],
    missing: Region,
    /// Whether Black sees files, ranks and levels in reverse.
    black_reverses: [bool; 3],
    regions: BTreeMap<String, Region>,
    kinds: BTreeMap<char, Kind>,
    king: char,
    start: BTreeMap<Cell, Piece>,
    castlings: Vec<Castling>,
    ride: Option<Ride>,
    transfer: Option<Vec<i32>>,
    /// Sorted letters without the king.
    dead_material: Vec<Vec<char>>,
    bare_king: String,
    /// What a stalemate means to the side that suffers it: `draw`, `win` or `loss`.
    pub stalemate: String,
    /// The number of occurrences of a position that make a draw; 0 for none.
    pub repetition: usize,
    /// The number of plies without progress that make a draw; 0 for none.
    pub move_limit: u32,
}

/// A kind of piece.
struct Kind {
    /// The levels on which it can stand; `None` for all.
    levels: Option<BTreeSet<i32>>,
    tables: Vec<MoveTable>,
    promotion: Option<Promotion>,
    freezes: Vec<Vector>,
    progress: String,
    /// Whether the FEN says which pieces of the kind have not moved.
    is_tracked: bool,
}

/// A table of moves.
struct MoveTable {
    on: Option<Region>,
    onto: Option<Region>,
    first: String,
    en_passant: String,
    /// The largest number of repetitions of slides.
    at_most: i32,
    rules: Vec<(How, Vec<Path>)>,
    steps_anywhere_on: Region,
}

/// How a rule moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum How {
    /// Over the paths onto an empty cell or by capture.
    Leap,
    Step,
    Capture,
    /// Repeats a vector.
    Slide,
    SlideWithoutCapture,
    SlideToCapture,
    FromAfar,
}

/// Where and to what a kind promotes.
struct Promotion {
    must: Region,
    may: Region,
    to: Vec<char>,
}

/// A way of castling, as White does it.
struct Castling {
    right: Option<char>,
    king: [Cell; 2],
    rook: [Cell; 2],
    empty: Vec<Cell>,
    safe: Vec<Cell>,
    written: Cell,
}

/// The second move of a king, as White makes it.
struct Ride {
    stop: Cell,
    ends: Vec<Cell>,
}

impl GameFile {
    /// Reads the file of a game of `games/`, or of chess as a file.
    pub(crate) fn from_name(name: &str) -> GameFile {
        let is_own = |file: &String| game_files::name(file) == file_name(name);
        let file = game_files::all().into_iter().find(is_own);
        let file = file.unwrap_or_else(|| panic!("no file of a game named {name}"));
        GameFile::read(&read(&file), &|base| read(&format!("games/{base}.toml")))
    }

    /// Reads the text of a file. `find` returns the text of a game by its name.
    pub(crate) fn read(text: &str, find: &dyn Fn(&str) -> String) -> GameFile {
        let table = inherited(text, find);
        let board = table["board"].as_table().expect("the table of the board");
        let size = |key: &str| board[key].as_integer().expect("a size") as i32;
        let sizes = [size("files"), size("ranks"), size("levels")];
        let reverses = match table.get("black_reverses") {
            Some(value) => texts(Some(value)),
            None => vec!["ranks".into(), "levels".into()],
        };
        let black_reverses =
            ["files", "ranks", "levels"].map(|axis| reverses.contains(&axis.into()));
        let word = |key: &str, default: &str| text_of(&table, key).unwrap_or(default.into());
        let number =
            |key: &str, default| table.get(key).and_then(Value::as_integer).unwrap_or(default);
        let mut game = GameFile {
            sizes,
            missing: Region::new(),
            black_reverses,
            regions: BTreeMap::new(),
            kinds: BTreeMap::new(),
            king: ' ',
            start: BTreeMap::new(),
            castlings: Vec::new(),
            ride: None,
            transfer: None,
            dead_material: Vec::new(),
            bare_king: word("bare_king", "none"),
            stalemate: word("stalemate", "draw"),
            repetition: number("repetition", 3) as usize,
            move_limit: number("move_limit", 100) as u32,
        };
        game.missing = game.region(board.get("missing"), &Region::new()).unwrap_or_default();
        game.read_rest(&table);
        game
    }

    fn read_rest(&mut self, table: &Table) {
        let none = Table::new();
        let regions = table.get("regions").and_then(Value::as_table).unwrap_or(&none);
        for (name, value) in regions {
            let region = self.region(Some(value), &Region::new()).unwrap_or_default();
            self.regions.insert(name.clone(), region);
        }
        self.start = self.parse_pieces(&texts(table.get("start")).join("|"));
        let kinds = table["pieces"].as_table().expect("the table of the pieces");
        for (letter, kind) in kinds {
            let letter = letter.chars().next().expect("a letter");
            let kind = kind.as_table().expect("the table of a kind");
            if kind.get("royal") == Some(&Value::Boolean(true)) {
                self.king = letter;
            }
            self.kinds.insert(letter, self.read_kind(letter, kind));
        }
        self.castlings =
            tables(table.get("castling")).into_iter().map(|it| self.read_castling(it)).collect();
        self.ride = tables(table.get("rides")).first().map(|ride| Ride {
            stop: self.cell_list(ride, "stop")[0],
            ends: self.cell_list(ride, "end"),
        });
        self.transfer = table.get("transfer").and_then(Value::as_array).map(|levels| {
            levels.iter().map(|level| level.as_integer().expect("a level") as i32 - 1).collect()
        });
        let dead = match table.get("dead_material") {
            Some(value) => texts(Some(value)),
            None => vec![self.king.to_string()],
        };
        for text in dead {
            let mut letters: Vec<char> = text.chars().skip(1).collect();
            letters.sort_unstable();
            self.dead_material.push(letters);
        }
        for castling in self.castlings.iter().filter(|castling| castling.right.is_none()) {
            for cell in [castling.king[0], castling.rook[0]] {
                let kind = self.start[&cell].kind;
                self.kinds.get_mut(&kind).expect("a kind").is_tracked = true;
            }
        }
    }

    fn read_kind(&self, letter: char, kind: &Table) -> Kind {
        let start = self.start_cells(letter);
        let region = |table: &Table, key: &str| self.region(table.get(key), &start);
        let levels = region(kind, "levels");
        let promotion = kind.get("promotes").and_then(Value::as_table);
        let promotion = promotion.map(|table| Promotion {
            must: region(table, "on").unwrap_or_default(),
            may: region(table, "may_on").unwrap_or_default(),
            to: text_of(table, "to").expect("letters").chars().collect(),
        });
        let own = [kind].into_iter();
        let tables: Vec<MoveTable> = own
            .chain(tables(kind.get("moves")))
            .map(|table| {
                let at_most = table.get("at_most").and_then(Value::as_integer);
                MoveTable {
                    on: region(table, "on"),
                    onto: region(table, "onto"),
                    first: text_of(table, "first").unwrap_or_default(),
                    en_passant: text_of(table, "en_passant").unwrap_or_default(),
                    at_most: at_most.unwrap_or(i64::from(i32::MAX)) as i32,
                    rules: read_rules(table, at_most.unwrap_or(2)),
                    steps_anywhere_on: region(table, "steps_anywhere_on").unwrap_or_default(),
                }
            })
            .collect();
        let progress = if promotion.is_some() { "always" } else { "never" };
        Kind {
            levels: levels.map(|region| region.iter().map(|cell| cell[2]).collect()),
            promotion,
            freezes: paths(kind, "freezes").iter().map(|path| sum(path)).collect(),
            progress: text_of(kind, "progress").unwrap_or(progress.into()),
            is_tracked: tables.iter().any(|table| !table.first.is_empty()),
            tables,
        }
    }

    fn read_castling(&self, table: &Table) -> Castling {
        let two = |key: &str| self.cell_list(table, key).try_into().expect("two cells");
        let rook: [Cell; 2] = two("rook");
        Castling {
            right: text_of(table, "right").and_then(|text| text.chars().next()),
            king: two("king"),
            rook,
            empty: self.cell_list(table, "empty"),
            safe: self.cell_list(table, "safe"),
            written: self.cell_list(table, "written").first().copied().unwrap_or(rook[0]),
        }
    }

    /// Returns the union of the regions of a value; `None` if there is no value.
    fn region(&self, value: Option<&Value>, start: &Region) -> Option<Region> {
        value?;
        Some(texts(value).iter().flat_map(|text| self.parse_region(text, start)).collect())
    }

    /// Returns the cells that a key lists.
    fn cell_list(&self, table: &Table, key: &str) -> Vec<Cell> {
        let text = text_of(table, key).unwrap_or_default();
        let cell = |name: &str| self.cell_from_name(name).expect("a cell");
        text.split_whitespace().map(cell).collect()
    }

    /// Returns the cells where White's pieces of a kind begin.
    fn start_cells(&self, kind: char) -> Region {
        let is_kind = |(_, piece): &(&Cell, &Piece)| **piece == Piece { kind, side: Side::White };
        self.start.iter().filter(is_kind).map(|(&cell, _)| cell).collect()
    }

    /// Returns the existing cells.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> {
        let [files, ranks, levels] = self.sizes;
        let all = (0..files).flat_map(move |file| {
            (0..ranks).flat_map(move |rank| (0..levels).map(move |level| [file, rank, level]))
        });
        all.filter(|&cell| self.exists(cell))
    }

    /// Returns whether a cell exists.
    fn exists(&self, cell: Cell) -> bool {
        (0..3).all(|axis| (0..self.sizes[axis]).contains(&cell[axis]))
            && !self.missing.contains(&cell)
    }

    /// Returns the name of a cell.
    pub(crate) fn name(&self, [file, rank, level]: Cell) -> String {
        let file = (b'a' + file as u8) as char;
        match self.sizes[2] {
            1 => format!("{file}{}", rank + 1),
            _ => format!("{file}{}{}", rank + 1, level + 1),
        }
    }

    /// Returns the cell of a name.
    fn cell_from_name(&self, name: &str) -> Option<Cell> {
        self.cells().find(|&cell| self.name(cell) == name)
    }

    /// Returns the cell that Black sees where White sees this one, and the other way round.
    fn seen_by(&self, side: Side, cell: Cell) -> Cell {
        [0, 1, 2].map(|axis| match side == Side::Black && self.black_reverses[axis] {
            true => self.sizes[axis] - 1 - cell[axis],
            false => cell[axis],
        })
    }

    /// Returns the cell that is a vector away, as a side sees the vector.
    fn step(&self, side: Side, from: Cell, by: Vector) -> Cell {
        add(
            from,
            [0, 1, 2].map(|axis| match side == Side::Black && self.black_reverses[axis] {
                true => -by[axis],
                false => by[axis],
            }),
        )
    }

    /// Returns whether a side sees a cell in a region; everything is in none.
    fn is_in(&self, region: Option<&Region>, side: Side, cell: Cell) -> bool {
        region.is_none_or(|region| region.contains(&self.seen_by(side, cell)))
    }
}

/// Reads the rules of a table that have vectors.
fn read_rules(table: &Table, walk_length: i64) -> Vec<(How, Vec<Path>)> {
    let mut rules: Vec<(How, Vec<Path>)> = [
        ("leaps", How::Leap),
        ("steps", How::Step),
        ("captures", How::Capture),
        ("slides", How::Slide),
        ("slides_without_capture", How::SlideWithoutCapture),
        ("slides_to_capture", How::SlideToCapture),
        ("captures_from_afar", How::FromAfar),
    ]
    .map(|(key, how)| (how, paths(table, key)))
    .into();
    let steps = paths(table, "walks");
    let mut walks: Vec<Path> = steps.clone();
    for _ in 1..walk_length {
        let longer: Vec<Path> = walks
            .iter()
            .flat_map(|walk| steps.iter().map(|step| [walk.clone(), step.clone()].concat()))
            .collect();
        walks.extend(longer);
    }
    walks.sort_unstable();
    walks.dedup();
    walks.retain(|walk| walk.len() > 1 && sum(walk) != [0; 3]);
    rules.push((How::Step, walks));
    rules.retain(|(_, paths)| !paths.is_empty());
    rules
}

/// Returns the paths of a key.
fn paths(table: &Table, key: &str) -> Vec<Path> {
    texts(table.get(key)).iter().flat_map(|text| parse_paths(text)).collect()
}

/// Returns the table of a text, with what it inherits.
fn inherited(text: &str, find: &dyn Fn(&str) -> String) -> Table {
    let table: Table = text.parse().expect("a table");
    match text_of(&table, "inherits") {
        Some(base) => merged(inherited(&find(&base), find), table),
        None => table,
    }
}

/// Merges tables key by key; other values are replaced.
fn merged(mut base: Table, changes: Table) -> Table {
    for (key, value) in changes {
        let value = match (base.remove(&key), value) {
            (Some(Value::Table(old)), Value::Table(new)) => Value::Table(merged(old, new)),
            (_, value) => value,
        };
        base.insert(key, value);
    }
    base
}

/// Returns the text of a key.
fn text_of(table: &Table, key: &str) -> Option<String> {
    table.get(key).map(|value| value.as_str().expect("a text").to_owned())
}

/// Returns the texts of a value: one or a list.
fn texts(value: Option<&Value>) -> Vec<String> {
    match value {
        None => Vec::new(),
        Some(Value::Array(items)) => items.iter().flat_map(|item| texts(Some(item))).collect(),
        Some(value) => vec![value.as_str().expect("a text").to_owned()],
    }
}

/// Returns the tables of a value: one or a list.
fn tables(value: Option<&Value>) -> Vec<&Table> {
    match value {
        None => Vec::new(),
        Some(Value::Array(items)) => items.iter().flat_map(|item| tables(Some(item))).collect(),
        Some(value) => vec![value.as_table().expect("a table")],
    }
}
