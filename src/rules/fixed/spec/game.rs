//! What the text of a game says, resolved: classes of vectors expanded, regions as cells, parts
//! that another game lends filled in. Everything is as White sees it unless it says otherwise.

use super::vectors::{Path, Vector};
use crate::geometry::{Place, Point};
use crate::moves::{Piece, Side};
use crate::rules::{Block, Notation, Space};
use crate::score::WdlModel;
use serde::Serialize;

/// The largest number of cells of a board.
pub const MAX_CELLS: usize = 512;
/// The largest number of kinds of pieces.
pub const MAX_KINDS: usize = 16;
/// The largest number of rules of one kind of piece.
pub const MAX_RULES: usize = 64;
/// The largest number of vectors and paths of all rules together.
pub const MAX_PATHS: usize = 2000;
/// The largest number of castlings, of both sides together.
pub const MAX_CASTLINGS: usize = 16;
/// The largest size of the text of a game in bytes.
pub const MAX_TEXT: usize = 64 * 1024;
/// The number of repetitions of a slide without a limit.
pub(super) const UNLIMITED: u32 = 64;
/// The largest number of games that one game is taken over from, one after the other.
pub const MAX_INHERITED: usize = 8;

/// A set of cells, by number.
pub type Region = Vec<bool>;

/// A game on a fixed board.
#[derive(Clone, PartialEq, Debug)]
pub struct GameSpec {
    /// The name, in lower case.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// What the file says about the game.
    pub about: Vec<String>,
    /// The notation for people, if the file says one.
    pub notation: Option<Notation>,
    /// The number of files.
    pub files: usize,
    /// The number of ranks.
    pub ranks: usize,
    /// The number of levels.
    pub levels: usize,
    /// Whether each cell exists.
    pub exists: Region,
    /// Whether Black sees files, ranks and levels in reverse.
    pub black_reverses: [bool; 3],
    /// The kinds of pieces by number: those that promote first, then those of ordinary chess in
    /// their usual order, then the others by letter.
    pub kinds: Vec<KindSpec>,
    /// The pieces at the start.
    pub start: Vec<Option<Piece>>,
    /// The ways of castling of both sides.
    pub castlings: Vec<CastlingSpec>,
    /// The rides of both sides.
    pub rides: Vec<RideSpec>,
    /// The level to which a piece goes after its move, by level from 0.
    pub transfer: Option<Vec<usize>>,
    /// The material of a side that cannot win against a bare king, as kinds beside the king.
    pub dead_material: Vec<Vec<u8>>,
    /// What a stalemate means.
    pub stalemate: EventResult,
    /// What it means to have only the king, if it ends the game.
    pub bare_king: EventResult,
    /// The number of occurrences of a position that makes a draw; 0 for none.
    pub repetition: u32,
    /// The number of plies without progress that makes a draw; 0 for none.
    pub move_limit: u32,
    /// What matches have shown of the engine in this game.
    pub measured: Measured,
}

/// What matches have shown of the engine in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Measured {
    /// The model of win, draw and loss.
    pub wdl: Option<WdlModel>,
    /// The Elo of the skill levels 0, 4, 8, 12, 16 and 20.
    pub skill: Option<[i32; 6]>,
    /// What a survey says.
    pub survey: Option<Surveyed>,
}

/// What fast games of the engine against itself say of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Surveyed {
    /// The number of games.
    pub games: u32,
    /// The score of White, in percent.
    pub white: u32,
    /// Half the width of its 95 % interval.
    pub error: u32,
    /// The share of draws, in percent.
    pub drawn: u32,
    /// The median length of a game, in plies.
    pub plies: u32,
    /// The mean number of moves of a position.
    pub moves: u32,
}

/// What an event means for the side that suffers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EventResult {
    /// The game goes on.
    None,
    /// A draw.
    Draw,
    /// It wins.
    Win,
    /// It loses.
    Loss,
}

/// A kind of piece.
#[derive(Clone, PartialEq, Debug)]
pub struct KindSpec {
    /// The letter, a capital.
    pub letter: char,
    /// The name.
    pub name: String,
    /// Whether it must not be captured.
    pub royal: bool,
    /// The value in centipawns, if the file gives it.
    pub value: Option<i32>,
    /// How it moves.
    pub rules: Vec<MoveRule>,
    /// Where and to what it promotes.
    pub promotion: Option<PromotionSpec>,
    /// The levels on which it can stand.
    pub levels: Vec<bool>,
    /// The vectors to enemies that it freezes.
    pub freezes: Vec<Vector>,
    /// Which of its moves reset the clock.
    pub progress: Progress,
}

/// Which moves of a kind of piece reset the clock, besides captures and promotions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Progress {
    /// None.
    Never,
    /// All.
    Always,
    /// Those that change its rank.
    #[serde(rename = "change of rank")]
    ChangeOfRank,
}

/// Whether a rule steps onto empty cells or captures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Onto an empty cell or by capture.
    Both,
    /// Onto an empty cell only.
    Step,
    /// By capture only.
    Capture,
    /// By capture without moving.
    #[serde(rename = "capture from afar")]
    FromAfar,
}

/// What a rule has to do with the first move of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum First {
    /// Nothing.
    Any,
    /// Only a piece that has not moved may do so.
    Only,
    /// Only a piece that has moved may do so.
    Not,
    /// Only a piece that has not moved may do so, and only while its side is in check.
    #[serde(rename = "only in check")]
    OnlyInCheck,
    /// A piece that has not moved may do so only while its side is in check.
    #[serde(rename = "in check")]
    InCheck,
    /// A piece that has not moved may do so only to capture a piece that gives check.
    #[serde(rename = "captures checker")]
    CapturesChecker,
}

/// Which passed cells an enemy may capture on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EnPassant {
    /// None.
    None,
    /// All.
    All,
    /// The last one of the path.
    Last,
}

/// One way of moving.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveRule {
    /// The key of the file that gave it.
    pub key: &'static str,
    /// The paths. Those to the same cell are alternatives.
    pub paths: Vec<Path>,
    /// The largest number of repetitions of a path of one vector: 1 for a leap, more for a slide.
    pub at_most: u32,
    /// A rule without paths steps to any cell of `onto`.
    pub jumps: bool,
    /// Whether it steps or captures.
    pub mode: Mode,
    /// The cells from which it can be used.
    pub from: Region,
    /// The cells to which it leads.
    pub onto: Region,
    /// What it has to do with the first move.
    pub first: First,
    /// The cells on which the piece can be captured at once after it.
    pub en_passant: EnPassant,
}

impl MoveRule {
    /// Returns whether it is only for the first move of a piece.
    pub fn is_first(&self) -> bool {
        matches!(self.first, First::Only | First::OnlyInCheck)
    }

    /// Returns the paths, those of a slide in all lengths.
    pub fn all_paths(&self) -> impl Iterator<Item = Path> {
        // No board has more than 16 cells in a line.
        let most = self.at_most.min(16) as usize;
        self.paths.iter().flat_map(move |path| (1..=most).map(|times| path.repeat(times)))
    }
}

/// Where and to what a kind of piece promotes.
#[derive(Clone, PartialEq, Debug)]
pub struct PromotionSpec {
    /// The cells on which it must promote.
    pub must: Region,
    /// The cells on which it may promote.
    pub may: Region,
    /// The kinds that it may become, in the order of the file.
    pub to: Vec<u8>,
}

/// A way of castling.
#[derive(Clone, PartialEq, Debug)]
pub struct CastlingSpec {
    /// The side.
    pub side: Side,
    /// The letter of the right; `None` if the right is that both pieces have not moved.
    pub right: Option<char>,
    /// The cells of the king before and after.
    pub king: [Place; 2],
    /// The cells of the rook before and after.
    pub rook: [Place; 2],
    /// The cells that must be empty.
    pub empty: Vec<Place>,
    /// The cells that must not be attacked.
    pub safe: Vec<Place>,
    /// The second cell in the text of the move.
    pub written: Place,
}

/// A second move of a piece that reaches a cell.
#[derive(Clone, PartialEq, Debug)]
pub struct RideSpec {
    /// The side.
    pub side: Side,
    /// The kind of piece.
    pub kind: u8,
    /// The cell where it stops.
    pub stop: Place,
    /// The cells to which it may go on.
    pub ends: Vec<Place>,
}

impl CastlingSpec {
    /// Returns the castling with each cell replaced by another one.
    pub(crate) fn mapped(&self, map: impl Fn(Place) -> Place) -> CastlingSpec {
        CastlingSpec {
            king: self.king.map(&map),
            rook: self.rook.map(&map),
            empty: self.empty.iter().copied().map(&map).collect(),
            safe: self.safe.iter().copied().map(&map).collect(),
            written: map(self.written),
            ..*self
        }
    }
}

impl RideSpec {
    /// Returns the ride with each cell replaced by another one.
    pub(crate) fn mapped(&self, map: impl Fn(Place) -> Place) -> RideSpec {
        let ends = self.ends.iter().copied().map(&map).collect();
        RideSpec { stop: map(self.stop), ends, ..*self }
    }
}

impl GameSpec {
    /// Returns the number of cells, whether they exist or not.
    pub fn cells(&self) -> usize {
        self.files * self.ranks * self.levels
    }

    /// Returns the cells, whether they exist or not, as a space.
    pub(crate) fn block(&self) -> Block {
        Block { files: self.files, ranks: self.ranks, levels: self.levels }
    }

    /// Returns the coordinates of a cell, from 0.
    pub fn coordinates(&self, cell: Place) -> [i32; 3] {
        let cell = usize::from(cell);
        let (square, level) = (cell % (self.files * self.ranks), cell / (self.files * self.ranks));
        [square % self.files, square / self.files, level].map(|coordinate| coordinate as i32)
    }

    /// Returns the cell with these coordinates, if it exists.
    pub fn cell(&self, [file, rank, level]: [i32; 3]) -> Option<Place> {
        let [file, rank, level] = [file, rank + 1, level + 1].map(|at| u8::try_from(at).ok());
        let point = Point { file: file?, rank: rank?, level: level? };
        self.block().cell_at(point).filter(|&cell| self.exists[usize::from(cell)])
    }

    /// Returns the cell a vector away, as a side sees it.
    pub fn step(&self, side: Side, from: Place, by: Vector) -> Option<Place> {
        let at = self.coordinates(from);
        self.cell([0, 1, 2].map(|axis| {
            let reverses = side == Side::Black && self.black_reverses[axis];
            let by = i32::from(by[axis]);
            at[axis] + if reverses { -by } else { by }
        }))
    }

    /// Follows a path as a side sees it. Returns where it leads and the cells between; `None` if it
    /// leaves the board.
    pub fn follow(&self, side: Side, from: Place, path: &[Vector]) -> Option<(Place, Vec<Place>)> {
        let mut cells = Vec::new();
        let mut at = from;
        for &vector in path {
            at = self.step(side, at, vector)?;
            cells.push(at);
        }
        cells.pop();
        Some((at, cells))
    }

    /// Returns the cells from which a side can use a rule.
    pub fn origins<'a>(
        &'a self,
        side: Side,
        rule: &'a MoveRule,
    ) -> impl Iterator<Item = Place> + 'a {
        let is_origin = move |&cell: &Place| {
            self.exists[usize::from(cell)] && rule.from[usize::from(self.as_seen_by(side, cell))]
        };
        (0..self.cells() as Place).filter(is_origin)
    }

    /// Returns whether a side can reach a cell by a rule.
    pub(crate) fn is_allowed(&self, side: Side, rule: &MoveRule, to: Place) -> bool {
        self.exists[usize::from(to)] && rule.onto[usize::from(self.as_seen_by(side, to))]
    }

    /// Returns what is no error but seldom meant.
    pub fn notes(&self) -> Vec<String> {
        let differs = |cell: &Place| {
            let seen = self.as_seen_by(Side::Black, *cell);
            let [own, other] = [*cell, seen].map(|cell| self.start[usize::from(cell)]);
            let mirrored = own.map(|piece| (piece.kind, piece.side.other()));
            mirrored != other.map(|piece| (piece.kind, piece.side))
        };
        let mut notes = Vec::new();
        if let Some(cell) = (0..self.cells() as Place).find(differs) {
            let seen = self.cell_name(self.as_seen_by(Side::Black, cell));
            notes.push(format!(
                "the sides do not start alike: Black sees {} as {seen}, where other pieces stand; is `black_reverses` right?",
                self.cell_name(cell)
            ));
        }
        notes
    }

    /// Returns the cell that a side sees where White sees this one.
    pub fn as_seen_by(&self, side: Side, cell: Place) -> Place {
        match side {
            Side::White => cell,
            Side::Black => self.mirrored_cell(cell, self.black_reverses),
        }
    }

    /// Returns the cell with some coordinates reversed: file, rank, level.
    pub(crate) fn mirrored_cell(&self, cell: Place, reversed: [bool; 3]) -> Place {
        let (at, sizes) = (self.coordinates(cell), [self.files, self.ranks, self.levels]);
        let [file, rank, level] = [0, 1, 2].map(|axis| match reversed[axis] {
            true => sizes[axis] - 1 - at[axis] as usize,
            false => at[axis] as usize,
        });
        ((level * self.ranks + rank) * self.files + file) as Place
    }

    /// Returns the name of a cell: file, rank, level; on a board of one level file and rank.
    pub fn cell_name(&self, cell: Place) -> String {
        self.block().place_name(cell)
    }

    /// Returns the cell of that name, if it exists.
    pub fn cell_from_name(&self, name: &str) -> Option<Place> {
        self.block().place_from_name(name).filter(|&cell| self.exists[usize::from(cell)])
    }

    /// Returns the index of the king.
    pub fn king(&self) -> usize {
        self.kinds.iter().position(|kind| kind.royal).unwrap_or(0)
    }

    /// Returns whether any piece can be captured en passant.
    pub fn has_en_passant(&self) -> bool {
        let mut rules = self.kinds.iter().flat_map(|kind| &kind.rules);
        rules.any(|rule| rule.en_passant != EnPassant::None)
    }

    /// Returns whether a piece of some kind may still be unmoved, so that the board must know.
    pub fn tracks_unmoved(&self, kind: usize) -> bool {
        let spec = &self.kinds[kind];
        let by_castling = |castling: &CastlingSpec| {
            castling.right.is_none()
                && [castling.king[0], castling.rook[0]].iter().any(|&cell| {
                    self.start[usize::from(cell)].is_some_and(|piece| piece.kind.index() == kind)
                })
        };
        spec.rules.iter().any(|rule| rule.first != First::Any)
            || self.castlings.iter().any(by_castling)
    }

    /// Returns the cells on which pieces of a kind and side stand at the start.
    pub fn start_cells(&self, kind: usize, side: Side) -> impl Iterator<Item = Place> {
        let is_here = move |piece: &Option<Piece>| {
            piece.is_some_and(|piece| piece.kind.index() == kind && piece.side == side)
        };
        (0..).zip(&self.start).filter(move |(_, piece)| is_here(piece)).map(|(cell, _)| cell)
    }
}
