//! What the positions of a game share, as data: its space, its pieces, the form of its texts, its
//! symmetries.
//!
//! Exchanging the colors of a position and moving everything to its mirrored place gives a position
//! with mirrored moves, in games with a [`ColorSymmetry`]. So does mirroring the files, but for
//! castling, in those with [`GameInfo::file_symmetry`]. `tests/invariants.rs` compares the moves of
//! mirrored games.

use super::rules_checksum::{OtherRules, RulesChecksum};
use crate::geometry::{Place, Point};
use crate::moves::{Move, PieceTable, PieceType, Side};

/// What all positions of a game share.
///
/// Positions refer to it, so that code above the rules needs no constants of a board type.
pub struct GameInfo {
    /// The name in `UCI_Variant`, in lower case.
    pub name: &'static str,
    /// The number of files.
    pub files: usize,
    /// The number of ranks.
    pub ranks: usize,
    /// The number of levels.
    pub levels: usize,
    /// The number of physical cells, live or not. Places below this number are cells, the others
    /// are posts.
    pub cell_count: usize,
    /// The number of posts; 0 in games without platforms.
    pub post_count: usize,
    /// The names and coordinates of the places.
    pub space: &'static dyn Space,
    /// The symmetry between the colors; `None` if the moves of White and Black differ by more than
    /// the names of the cells. An evaluation network shares its weights between the colors only
    /// where there is one.
    pub color_symmetry: Option<ColorSymmetry>,
    /// Whether a position with its files mirrored has the mirrored moves, but for castling. If so,
    /// a network learns from both.
    pub file_symmetry: bool,
    /// The kinds of pieces.
    pub pieces: PieceTable,
    /// The kind that must not be captured. Each side has one of it.
    pub king: PieceType,
    /// The kinds that promote.
    pub pawns: &'static [PieceType],
    /// The kinds that a pawn can promote to, in the order in which moves are generated.
    pub promotions: &'static [PieceType],
    /// An upper bound on the number of legal moves of any position, whether reached by play or set
    /// up.
    pub max_moves: usize,
    /// When a game ends besides checkmate and what the pieces on the board decide.
    pub end_rules: EndRules,
    /// The form of the FENs.
    pub fen: FenFormat,
    /// The FEN of the start position.
    pub start_fen: &'static str,
    /// The notations of moves besides UCI, the default one first.
    pub notations: &'static [Notation],
    /// The checksum of the rules of a game from a file. Nothing in the program belongs to such a
    /// game by its name.
    pub rules: Option<RulesChecksum>,
    /// The game in the header of evaluation networks, if it uses the networks of another one, with
    /// the same cells and pieces.
    pub networks_of: Option<&'static str>,
}

impl GameInfo {
    /// Returns the number of places: cells, then posts.
    #[inline(always)]
    pub const fn place_count(&self) -> usize {
        self.cell_count + self.post_count
    }

    /// Returns whether the game comes from a file.
    pub const fn is_from_file(&self) -> bool {
        self.rules.is_some()
    }

    /// Checks that something with this name and this checksum of its rules belongs to the game. A
    /// file without a checksum may be older than these.
    ///
    /// # Errors
    /// [`OtherRules`].
    pub fn check_rules(&self, read: Option<RulesChecksum>) -> Result<(), OtherRules> {
        let expected = self.rules;
        match read.filter(|_| read != expected) {
            Some(read) => Err(OtherRules { name: self.name, read, expected }),
            None => Ok(()),
        }
    }

    /// Returns the game in the header of evaluation networks.
    pub fn network_name(&self) -> &'static str {
        self.networks_of.unwrap_or(self.name)
    }

    /// Returns whether a move promotes no piece, or to the first of the kinds to which pieces
    /// promote: moves that differ in the new piece only are one.
    pub(crate) fn stands_for_promotions(&self, mv: Move) -> bool {
        let is_first = |kind: Option<PieceType>| {
            kind.is_none_or(|kind| self.promotions.first() == Some(&kind))
        };
        is_first(mv.promotion()) && is_first(mv.second_promotion())
    }

    /// All cells, live or not.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Place> + Clone + use<> {
        0..self.cell_count as Place
    }

    /// All posts.
    pub fn posts(&self) -> impl Iterator<Item = Place> + Clone + use<> {
        self.cell_count as Place..self.place_count() as Place
    }
}

/// A game of ordinary chess without anything that belongs to its board.
pub(crate) const EMPTY: GameInfo = GameInfo {
    name: "",
    files: 0,
    ranks: 0,
    levels: 0,
    cell_count: 0,
    post_count: 0,
    space: &Block { files: 0, ranks: 0, levels: 0 },
    color_symmetry: None,
    file_symmetry: true,
    pieces: PieceTable(&[]),
    king: PieceType::KING,
    pawns: &[PieceType::PAWN],
    promotions: &CHESS_PROMOTIONS,
    max_moves: 0,
    end_rules: EndRules { stalemate: Stalemate::Draw, repetition: 3, move_limit: 100 },
    fen: FenFormat { fields: &[], platforms: 0, has_owners: false, castling_letters: "" },
    start_fen: "",
    notations: &[],
    rules: None,
    networks_of: None,
};

/// The kinds that a pawn promotes to in ordinary chess, in descending order of value.
pub const CHESS_PROMOTIONS: [PieceType; 4] =
    [PieceType::QUEEN, PieceType::ROOK, PieceType::BISHOP, PieceType::KNIGHT];

/// The space of a game: the names and coordinates of its places.
pub trait Space: Sync {
    /// Returns the coordinates of a cell.
    fn point(&self, cell: Place) -> Point;
    /// Returns the cell with these coordinates.
    fn cell_at(&self, point: Point) -> Option<Place>;
    /// Returns the name of a cell or a post: `b22`, `e86-`.
    fn place_name(&self, place: Place) -> String;
    /// Returns the cell or post of that name.
    fn place_from_name(&self, text: &str) -> Option<Place>;
    /// Returns the cells of a platform on this post; empty in games without posts.
    fn covered_cells(&self, _post: Place) -> Vec<Place> {
        Vec::new()
    }
    /// Returns whether a position can have this cell or post. Only `meder` leaves numbers of places
    /// unused: it has no posts below a corner.
    fn exists(&self, _place: Place) -> bool {
        true
    }
}

/// Full boards above each other, or one alone. Cells are numbered by level, rank and file; the name
/// of a cell has these in the reverse order, without the level on a single board.
pub(crate) struct Block {
    /// The number of files.
    pub(crate) files: usize,
    /// The number of ranks.
    pub(crate) ranks: usize,
    /// The number of levels.
    pub(crate) levels: usize,
}

impl Block {
    /// Returns a game in this space without the facts that every game gives itself.
    pub(crate) const fn game(&'static self, name: &'static str) -> GameInfo {
        GameInfo {
            name,
            files: self.files,
            ranks: self.ranks,
            levels: self.levels,
            cell_count: self.files * self.ranks * self.levels,
            space: self,
            ..EMPTY
        }
    }
}

impl Space for Block {
    fn point(&self, cell: Place) -> Point {
        let (row, file) = (usize::from(cell) / self.files, usize::from(cell) % self.files);
        let (level, rank) = (row / self.ranks + 1, row % self.ranks + 1);
        Point { file: file as u8, rank: rank as u8, level: level as u8 }
    }

    fn cell_at(&self, point: Point) -> Option<Place> {
        let (file, rank) = (usize::from(point.file), usize::from(point.rank).checked_sub(1)?);
        let level = usize::from(point.level).checked_sub(1)?;
        let exists = file < self.files && rank < self.ranks && level < self.levels;
        exists.then(|| ((level * self.ranks + rank) * self.files + file) as Place)
    }

    fn place_name(&self, place: Place) -> String {
        let Point { file, rank, level } = self.point(place);
        let file = (b'a' + file) as char;
        if self.levels == 1 { format!("{file}{rank}") } else { format!("{file}{rank}{level}") }
    }

    fn place_from_name(&self, text: &str) -> Option<Place> {
        let (file, rank, level) = match *text.as_bytes() {
            [file, rank] if self.levels == 1 => (file, rank, b'1'),
            [file, rank, level] if self.levels > 1 => (file, rank, level),
            _ => return None,
        };
        let file = file.checked_sub(b'a')?;
        let (rank, level) = (rank.checked_sub(b'0')?, level.checked_sub(b'0')?);
        self.cell_at(Point { file, rank, level })
    }
}

/// The symmetry between the colors of a game: the coordinates that it reverses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ColorSymmetry {
    /// Whether it reverses the files.
    pub files: bool,
    /// Whether it reverses the ranks.
    pub ranks: bool,
    /// Whether it reverses the levels.
    pub levels: bool,
}

/// When a game ends besides checkmate and what the pieces on the board decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndRules {
    /// What a stalemate is for the side to move.
    pub stalemate: Stalemate,
    /// The number of occurrences of a position that makes a draw; 0 for none.
    pub repetition: u32,
    /// The number of plies without progress that makes a draw; 0 for none.
    pub move_limit: u32,
}

/// What it means for a side to have no legal move without being in check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stalemate {
    /// A draw.
    Draw,
    /// It wins.
    Win,
    /// It loses.
    Loss,
}

impl EndRules {
    /// Returns the winner of a stalemate of this side; `None` for a draw.
    pub fn stalemate_winner(self, side: Side) -> Option<Side> {
        match self.stalemate {
            Stalemate::Draw => None,
            Stalemate::Win => Some(side),
            Stalemate::Loss => Some(side.other()),
        }
    }

    /// Returns whether this number of plies without progress makes a draw.
    #[inline(always)]
    pub fn is_draw_by_clock(self, halfmove_clock: u32) -> bool {
        self.move_limit > 0 && halfmove_clock >= self.move_limit
    }
}

/// The form of a game's FENs.
#[derive(Clone, Copy)]
pub struct FenFormat {
    /// The names of the fields. The last two are the counters, which a text may omit.
    pub fields: &'static [&'static str],
    /// The number of platforms.
    pub platforms: usize,
    /// Whether the platforms have owners.
    pub has_owners: bool,
    /// The letters of castling rights.
    pub castling_letters: &'static str,
}

/// A move notation; `notation` formats and parses moves in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// The notation of the protocol; see [`BoardText::move_to_uci`](super::BoardText::move_to_uci).
    Uci,
    /// Charles Roth's, with levels in brackets; for boards of several levels.
    Roth,
    /// L. Lynn Smith's, with local cells on lettered boards; for the staircase games, whose places
    /// `geometry::staircase` numbers.
    Smith,
    /// Jens Meder's, with boards and pins; for the staircase games, as above.
    Meder,
    /// That of books on Raumschach, with the level first.
    Maack,
    /// Standard algebraic notation; for boards of one level.
    San,
}

/// Returns the mirrored place of every place, by number, with the files reversed. A place that the
/// rule set leaves unused is its own.
pub fn file_mirrored_places(game: &GameInfo) -> Vec<Place> {
    mirrored_places(game, [true, false, false])
}

/// Returns the mirrored place of every place, by number. `reversed` says of file, rank and level
/// whether it is reversed.
fn mirrored_places(game: &GameInfo, reversed: [bool; 3]) -> Vec<Place> {
    let cells = game.cells();
    let points: Vec<Point> = cells.map(|cell| game.space.point(cell)).collect();
    let sum = |coordinate: fn(&Point) -> u8| {
        let values = || points.iter().map(coordinate);
        values().min().unwrap_or(0) + values().max().unwrap_or(0)
    };
    let sums = [sum(|point| point.file), sum(|point| point.rank), sum(|point| point.level)];
    let mirrored = |axis: usize, value: u8| {
        if reversed[axis] { sums[axis] - value } else { value }
    };
    let mirrored_cell = |cell: Place| {
        let Point { file, rank, level } = game.space.point(cell);
        let (file, rank, level) = (mirrored(0, file), mirrored(1, rank), mirrored(2, level));
        game.space.cell_at(Point { file, rank, level })
    };
    let mirrored_post = |post: Place| {
        let mut covered: Vec<_> =
            game.space.covered_cells(post).into_iter().map(mirrored_cell).collect();
        covered.sort();
        let covers_same = |&other: &Place| {
            let mut cells: Vec<_> = game.space.covered_cells(other).into_iter().map(Some).collect();
            cells.sort();
            cells == covered
        };
        game.posts().find(covers_same)
    };
    let mirrored = |place: usize| match place as Place {
        cell if place < game.cell_count => mirrored_cell(cell).unwrap_or(cell),
        post => mirrored_post(post).unwrap_or(post),
    };
    (0..game.place_count()).map(mirrored).collect()
}

/// Returns a move with every place mirrored. Two promotions change places if `exchange_promotions`:
/// where files are reversed, those of one platform, which stand in ascending order of files.
pub fn mirrored_move(mv: Move, places: &[Place], exchange_promotions: bool) -> Move {
    let place = |place: Place| places[usize::from(place)];
    let mirrored = Move::new(place(mv.from()), place(mv.to()), mv.kind());
    match (mv.promotion(), mv.second_promotion()) {
        (None, _) => mirrored,
        (Some(first), Some(second)) if exchange_promotions => {
            mirrored.with_promotions(second, Some(first))
        }
        (Some(first), second) => mirrored.with_promotions(first, second),
    }
}

impl ColorSymmetry {
    /// Reverses ranks and levels.
    pub const RANKS_AND_LEVELS: ColorSymmetry =
        ColorSymmetry { files: false, ranks: true, levels: true };
    /// Reverses files, ranks and levels.
    pub const ALL: ColorSymmetry = ColorSymmetry { files: true, ranks: true, levels: true };

    /// Returns the mirrored place of every place, by number. A place that the rule set leaves
    /// unused is its own.
    pub fn places(self, game: &GameInfo) -> Vec<Place> {
        mirrored_places(game, [self.files, self.ranks, self.levels])
    }

    /// Returns the mirrored move. `places` are those of [`ColorSymmetry::places`].
    pub fn mirrored_move(self, mv: Move, places: &[Place]) -> Move {
        mirrored_move(mv, places, self.files)
    }
}
