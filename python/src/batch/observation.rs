//! Observations: a position as planes over the cells of the board, seen from one side.

use crate::actions::View;
use std::collections::HashMap;
use triskelion::geometry::{Place, Point};
use triskelion::moves::{Move, MoveType, Piece, PieceType, Side};
use triskelion::profiles::RuleSet;
use triskelion::registry::Variant;
use triskelion::rules::GameInfo;

/// The fields of a FEN that mark cells, and the names of their channels.
const MARKS: [(&str, &str); 3] = [
    ("unmoved pawns", "unmoved pawn"),
    ("unmoved pieces", "unmoved piece"),
    ("early", "early pawn"),
];
const CASTLING: &str = "castling";
const EN_PASSANT: &str = "en passant";

/// The planes of a rule set.
pub(crate) struct Planes {
    game: &'static GameInfo,
    /// The names of the channels.
    pub(crate) channels: Vec<String>,
    /// The numbers of levels, ranks and files.
    pub(crate) shape: [usize; 3],
    /// Where a cell is in a plane, by side that sees it and cell.
    indices: [Vec<usize>; 2],
    /// The cells that exist in every position.
    fixed_cells: Vec<Place>,
    /// The cells of a platform on each post.
    covered: Vec<Vec<Place>>,
    /// The first channel of each group; `None` for a group that the game lacks.
    live: Option<usize>,
    platforms: Option<usize>,
    castling: Option<usize>,
    marks: Vec<Marks>,
    en_passant: Option<usize>,
    repetitions: Option<usize>,
    clock: Option<usize>,
    color: usize,
    /// The letters of castling rights: White's, and Black's in the same order.
    castling_letters: [Vec<char>; 2],
    /// The cells by name, and the length of a name.
    names: HashMap<String, Place>,
    name_length: usize,
    has_transfer: bool,
}

/// A field of the FEN that marks cells.
struct Marks {
    field: &'static str,
    channel: usize,
    /// The cells that `*` stands for while these pieces stand there.
    starts: Vec<(Place, Piece)>,
}

/// The rights of a position, which its FEN has. Most moves do not change them.
#[derive(Clone, Default)]
pub(super) struct Rights {
    castling: String,
    /// The marked cells of each field.
    marks: Vec<Vec<Place>>,
}

impl Planes {
    /// Returns the planes of a rule set.
    pub(crate) fn new(variant: Variant) -> Planes {
        let game = variant.game();
        let space = game.space;
        let cells: Vec<Place> = game.cells().filter(|&cell| space.exists(cell)).collect();
        let points: Vec<Point> = cells.iter().map(|&cell| space.point(cell)).collect();
        let bounds = |coordinate: fn(&Point) -> u8| {
            let values = || points.iter().map(coordinate);
            let (min, max) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
            (usize::from(min), usize::from(max - min) + 1)
        };
        let (first_file, files) = bounds(|point| point.file);
        let (first_rank, ranks) = bounds(|point| point.rank);
        let (first_level, levels) = bounds(|point| point.level);
        let index = |cell: Place| {
            let Point { file, rank, level } = space.point(cell);
            let (file, rank) = (usize::from(file) - first_file, usize::from(rank) - first_rank);
            ((usize::from(level) - first_level) * ranks + rank) * files + file
        };
        let view = View::new(game);
        // Cells that no position has are not asked for.
        let indices = Side::ALL.map(|side| {
            let index = |cell| {
                if space.exists(cell) { index(view.place(side, cell)) } else { 0 }
            };
            game.cells().map(index).collect()
        });
        let covered: Vec<Vec<Place>> = game.posts().map(|post| space.covered_cells(post)).collect();
        let on_posts: Vec<Place> = covered.iter().flatten().copied().collect();
        let fixed_cells: Vec<Place> = match variant.spec() {
            Some(spec) => {
                let exists = |cell: &Place| spec.exists.get(usize::from(*cell)) == Some(&true);
                cells.iter().copied().filter(exists).collect()
            }
            None => cells.iter().copied().filter(|cell| !on_posts.contains(cell)).collect(),
        };

        let mut channels: Vec<String> = Vec::new();
        for owner in ["own", "enemy"] {
            let kinds = game.pieces.kinds();
            channels.extend(kinds.map(|kind| format!("{owner} {}", game.pieces.name(kind))));
        }
        let mut add = |names: &[String]| {
            channels.extend(names.iter().cloned());
            (!names.is_empty()).then(|| channels.len() - names.len())
        };
        let one = |name: &str| vec![name.to_owned()];
        let is_box = fixed_cells.len() == files * ranks * levels;
        let live = if is_box { None } else { add(&one("cell")) };
        let platforms = match (game.post_count, game.fen.has_owners) {
            (0, _) => None,
            (_, false) => add(&one("platform")),
            (_, true) => add(&["own platform".to_owned(), "enemy platform".to_owned()]),
        };
        let fields: Vec<&str> = game.fen.fields.to_vec();
        let start = |name: &str| {
            let at = fields.iter().position(|&field| field == name)?;
            game.start_fen.split_whitespace().nth(at)
        };
        let letters = start(CASTLING).unwrap_or("-");
        let castling_letters = Side::ALL.map(|side| {
            let is_own = |letter: &char| letter.is_ascii_uppercase() == (side == Side::White);
            letters.chars().filter(|letter| letter.is_ascii_alphabetic()).filter(is_own).collect()
        });
        let [white, black]: &[Vec<char>; 2] = &castling_letters;
        let count = white.len().max(black.len());
        let castling: Vec<String> = ["own", "enemy"]
            .into_iter()
            .flat_map(|owner| {
                white.iter().take(count).map(move |letter| format!("{owner} castling {letter}"))
            })
            .collect();
        let castling = add(&castling);
        let marks = MARKS.into_iter().filter(|(field, _)| fields.contains(field));
        let marks = marks
            .filter_map(|(field, name)| {
                let channel = add(&one(name))?;
                Some(Marks { field, channel, starts: starts(variant, field) })
            })
            .collect();
        let has_en_passant = fields.contains(&EN_PASSANT);
        let en_passant = match (has_en_passant, levels) {
            (false, _) => None,
            (true, 1) => add(&one("en passant cell")),
            (true, _) => add(&["en passant cell".to_owned(), "en passant piece".to_owned()]),
        };
        let end_rules = game.end_rules;
        let repetitions = if end_rules.repetition > 0 { add(&one("repetitions")) } else { None };
        let clock = if end_rules.move_limit > 0 { add(&one("halfmove clock")) } else { None };
        let color = add(&one("black")).unwrap_or_default();
        Planes {
            game,
            channels,
            shape: [levels, ranks, files],
            indices,
            fixed_cells,
            covered,
            live,
            platforms,
            castling,
            marks,
            en_passant,
            repetitions,
            clock,
            color,
            castling_letters,
            names: cells.iter().map(|&cell| (space.place_name(cell), cell)).collect(),
            name_length: space.place_name(0).len(),
            has_transfer: variant.spec().is_some_and(|spec| spec.transfer.is_some()),
        }
    }

    /// The number of points of a plane.
    pub(crate) fn plane_size(&self) -> usize {
        self.shape.iter().product()
    }

    /// The number of bytes of an observation.
    pub(crate) fn size(&self) -> usize {
        self.channels.len() * self.plane_size()
    }

    /// Returns the rights of a board.
    pub(super) fn rights<B: RuleSet>(&self, board: &B) -> Rights {
        let mut rights = Rights { castling: String::new(), marks: Vec::new() };
        if self.castling.is_some() {
            rights.castling = board.format_field(CASTLING);
        }
        rights.marks = self.marks.iter().map(|marks| self.marked(board, marks)).collect();
        rights
    }

    /// Updates the rights after a move that led to this board.
    #[inline]
    pub(super) fn update_rights<B: RuleSet>(&self, rights: &mut Rights, mv: Move, board: &B) {
        if self.castling.is_some() && rights.castling != "-" {
            rights.castling = board.format_field(CASTLING);
        }
        // A marked piece moves, is captured, or is carried by a platform. None is marked later.
        let is_certain = mv.kind() == MoveType::Normal && !self.has_transfer;
        for (cells, marks) in rights.marks.iter_mut().zip(&self.marks) {
            if cells.is_empty() {
                continue;
            }
            if !is_certain || cells.contains(&mv.from()) || cells.contains(&mv.to()) {
                *cells = self.marked(board, marks);
            }
        }
    }

    /// The cells of a platform on a post.
    fn covered_by(&self, post: Place) -> &[Place] {
        let number = usize::from(post).checked_sub(self.game.cell_count);
        number.and_then(|number| self.covered.get(number)).map_or(&[], Vec::as_slice)
    }

    /// Returns the cells that a field of the FEN marks.
    fn marked<B: RuleSet>(&self, board: &B, marks: &Marks) -> Vec<Place> {
        let text = board.format_field(marks.field);
        match text.as_str() {
            "-" => Vec::new(),
            "*" => {
                let stands =
                    |&&(cell, piece): &&(Place, Piece)| board.piece_at(cell) == Some(piece);
                marks.starts.iter().filter(stands).map(|&(cell, _)| cell).collect()
            }
            text => self.cells_of_text(text).collect(),
        }
    }

    /// Returns the cells of a text of names without separators.
    fn cells_of_text<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Place> + 'a {
        let names = (0..text.len()).step_by(self.name_length.max(1));
        let name = move |at: usize| text.get(at..at + self.name_length);
        names.filter_map(move |at| self.names.get(name(at)?).copied())
    }

    /// Writes what a side sees of a position.
    pub(super) fn write<B: RuleSet>(
        &self,
        board: &B,
        rights: &Rights,
        repetitions: usize,
        side: Side,
        out: &mut [u8],
    ) {
        out.fill(0);
        let size = self.plane_size();
        let indices = side.select(&self.indices);
        let mut set = |channel: usize, cell: Place, value: u8| {
            let index = indices.get(usize::from(cell));
            let at = index.and_then(|index| out.get_mut(channel * size + index));
            at.into_iter().for_each(|at| *at = value);
        };
        let kinds = self.game.pieces.count();
        let platforms = if self.platforms.is_some() { board.platforms() } else { Vec::new() };
        let on_platforms = platforms.iter().flat_map(|&(post, _)| self.covered_by(post));
        for &cell in self.fixed_cells.iter().chain(on_platforms) {
            if let Some(Piece { kind, side: owner }) = board.piece_at(cell) {
                set(kind.index() + if owner == side { 0 } else { kinds }, cell, 1);
            }
            if let Some(live) = self.live {
                set(live, cell, 1);
            }
        }
        if let Some(channel) = self.platforms {
            for &(post, owner) in &platforms {
                let is_enemy = owner.is_some_and(|owner| owner != side);
                let cells = self.covered_by(post).iter();
                cells.for_each(|&cell| set(channel + usize::from(is_enemy), cell, 1));
            }
        }
        for (cells, marks) in rights.marks.iter().zip(&self.marks) {
            cells.iter().for_each(|&cell| set(marks.channel, cell, 1));
        }
        if let Some(channel) = self.en_passant {
            let text = board.format_field(EN_PASSANT);
            if text != "-" {
                let (piece, passed) = text.split_once(':').unwrap_or(("", &text));
                self.cells_of_text(passed).for_each(|cell| set(channel, cell, 1));
                self.cells_of_text(piece).for_each(|cell| set(channel + 1, cell, 1));
            }
        }
        let mut fill = |channel: usize, value: u8| {
            if value != 0 {
                let plane = out.get_mut(channel * size..(channel + 1) * size);
                plane.into_iter().for_each(|plane| plane.fill(value));
            }
        };
        if let Some(channel) = self.castling {
            let count = self.castling_letters[0].len();
            for (offset, owner) in [(0, side), (count, side.other())] {
                for (index, &letter) in (0..count).zip(owner.select(&self.castling_letters)) {
                    fill(channel + offset + index, u8::from(rights.castling.contains(letter)));
                }
            }
        }
        if let Some(channel) = self.repetitions {
            fill(channel, u8::try_from(repetitions).unwrap_or(u8::MAX));
        }
        if let Some(channel) = self.clock {
            let limit = self.game.end_rules.move_limit.max(1);
            let share = board.halfmove_clock().min(limit) * 255 / limit;
            fill(channel, share as u8);
        }
        fill(self.color, u8::from(side == Side::Black));
    }
}

/// Returns the pieces for which `*` stands in a field, on the cells where they start.
fn starts(variant: Variant, field: &str) -> Vec<(Place, Piece)> {
    let game = variant.game();
    if let Some(spec) = variant.spec() {
        let pieces = (0..).zip(&spec.start);
        let pieces = pieces.filter_map(|(cell, piece)| Some((cell, (*piece)?)));
        return pieces.filter(|(_, piece)| spec.tracks_unmoved(piece.kind.index())).collect();
    }
    /// Finds the pawns of the start position.
    struct Pawns;
    impl triskelion::registry::Visitor for Pawns {
        type Output = Vec<(Place, Piece)>;

        fn visit<B: RuleSet>(self, game: &'static GameInfo) -> Self::Output {
            let board = B::start(game);
            let pieces = game.cells().filter_map(|cell| Some((cell, board.piece_at(cell)?)));
            pieces.filter(|(_, piece)| piece.kind == PieceType::PAWN).collect()
        }
    }
    let mut pawns = variant.visit(Pawns);
    if field == "early" {
        let on_post =
            |cell: Place| game.posts().any(|post| game.space.covered_cells(post).contains(&cell));
        pawns.retain(|&(cell, _)| on_post(cell));
    }
    pawns
}
