//! The text of a FEN, the same for all rule sets: which fields it has, and what each of them says.
//!
//! A FEN is read in two steps. [`Setup::from_fen`] reads what needs no rules and reports every
//! error of the text. [`BoardText`](super::BoardText) then builds the board of the setup, and the
//! rule set reads the other fields and checks the position against its rules.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use crate::geometry::{Place, Point};
use crate::moves::{Piece, PieceTable, PieceType, Side};
use crate::plural::counted;
use crate::rules::{AnyBoard, GameInfo, ParseError, Space};
use std::ops::RangeInclusive;

/// The names of the fields, in FENs and in error texts.
pub(crate) mod field {
    /// The pieces on a board with one level.
    pub(crate) const BOARD: &str = "board";
    /// The pieces on the fixed boards of the staircase.
    pub(crate) const BOARDS: &str = "boards";
    /// The pieces on a board of full levels.
    pub(crate) const LEVELS: &str = "levels";
    /// The platforms with their pieces.
    pub(crate) const PLATFORMS: &str = "platforms";
    /// The side to move.
    pub(crate) const SIDE: &str = "side";
    /// The castling rights.
    pub(crate) const CASTLING: &str = "castling";
    /// The pawns that have not moved.
    pub(crate) const UNMOVED_PAWNS: &str = "unmoved pawns";
    /// The pieces that have not moved, of any kind.
    pub(crate) const UNMOVED_PIECES: &str = "unmoved pieces";
    /// The pawns of `sixfold` that began on a platform.
    pub(crate) const EARLY_PAWNS: &str = "early";
    /// The pawn that can be captured en passant.
    pub(crate) const EN_PASSANT: &str = "en passant";
    /// The plies since the last capture, pawn move or promotion.
    pub(crate) const HALFMOVE_CLOCK: &str = "halfmove clock";
    /// The number of the move.
    pub(crate) const MOVE_NUMBER: &str = "move number";
}

/// The content of a FEN: valid as text, not yet checked against the rules.
pub struct Setup<'a> {
    /// The piece on each cell.
    pub pieces: Vec<Option<Piece>>,
    /// The platforms in post order: the post, and the owner if platforms have owners.
    pub platforms: Vec<(Place, Option<Side>)>,
    /// The side to move.
    pub side: Side,
    /// Half-moves since the last capture, pawn move or promotion.
    pub halfmove_clock: u16,
    /// The number of the current move, from 1.
    pub fullmove_number: u16,
    /// The names and texts of the other fields.
    others: Vec<(&'static str, &'a str)>,
}

impl<'a> Setup<'a> {
    /// Returns the setup of these pieces, the platforms where they are on a board.
    pub(crate) fn new(board: &dyn AnyBoard, pieces: &[(Piece, Place)], side: Side) -> Setup<'a> {
        let mut cells = vec![None; board.game().cell_count];
        for &(piece, cell) in pieces {
            if let Some(place) = cells.get_mut(usize::from(cell)) {
                *place = Some(piece);
            }
        }
        Setup {
            pieces: cells,
            platforms: board.platforms(),
            side,
            halfmove_clock: 0,
            fullmove_number: 1,
            others: Vec::new(),
        }
    }

    /// Reads a FEN. Returns every error of the text.
    pub(crate) fn from_fen(game: &GameInfo, text: &'a str) -> Result<Setup<'a>, Vec<ParseError>> {
        let mut texts: Vec<&str> = text.split_whitespace().collect();
        let (read, expected) = (texts.len(), game.fen.fields.len());
        if read + 2 == expected {
            texts.extend(["0", "1"]);
        }
        if texts.len() != expected {
            let (first, names) = (expected - 2, game.fen.fields.join(", "));
            let message = format!(
                "{} read, {expected} or the first {first} expected ({names})",
                counted(read, "field")
            );
            return Err(vec![ParseError { field: "field count", message }]);
        }
        let mut setup = Setup {
            pieces: vec![None; game.cell_count],
            platforms: Vec::new(),
            side: Side::White,
            halfmove_clock: 0,
            fullmove_number: 1,
            others: Vec::new(),
        };
        let mut errors = Vec::new();
        for (&field, text) in game.fen.fields.iter().zip(texts) {
            let mut reader = FieldReader { game, field, text, errors: &mut errors };
            match field {
                field::BOARD | field::BOARDS | field::LEVELS => {
                    reader.read_pieces(&mut setup.pieces);
                }
                field::PLATFORMS => reader.read_platforms(&mut setup),
                field::SIDE => setup.side = reader.read_side(),
                field::HALFMOVE_CLOCK => setup.halfmove_clock = reader.read_number(0),
                field::MOVE_NUMBER => setup.fullmove_number = reader.read_number(1),
                field => {
                    if field == field::CASTLING {
                        reader.check_castling_letters();
                    }
                    setup.others.push((field, text));
                }
            }
        }
        if errors.is_empty() { Ok(setup) } else { Err(errors) }
    }

    /// Returns the text of a field that only the rule set can read; `-` if it has no such field.
    pub(crate) fn text(&self, field: &str) -> &'a str {
        self.others.iter().find(|(name, _)| *name == field).map_or("-", |&(_, text)| text)
    }

    /// Returns the pieces with their cells.
    pub(crate) fn placed_pieces(&self) -> impl Iterator<Item = (Place, Piece)> {
        (0..).zip(&self.pieces).filter_map(|(cell, &piece)| Some((cell, piece?)))
    }
}

/// A rectangle of cells on one level, which a FEN writes rank by rank from the far end: a level, a
/// fixed board or a platform.
struct Panel {
    level: u8,
    files: RangeInclusive<u8>,
    ranks: RangeInclusive<u8>,
}

impl Panel {
    /// Returns the rectangle of cells on one level; `None` without cells.
    fn from_points(points: &[Point]) -> Option<Panel> {
        let bounds = |coordinate: fn(&Point) -> u8| {
            let values = || points.iter().map(coordinate);
            Some(values().min()?..=values().max()?)
        };
        Some(Panel {
            level: points.first()?.level,
            files: bounds(|point| point.file)?,
            ranks: bounds(|point| point.rank)?,
        })
    }

    fn of_platform(game: &GameInfo, post: Place) -> Option<Panel> {
        let points: Vec<Point> =
            game.space.covered_cells(post).into_iter().map(|cell| game.space.point(cell)).collect();
        Panel::from_points(&points)
    }

    /// Returns the panels of the cells that are on no platform, the highest level first.
    fn fixed(game: &GameInfo) -> Vec<Panel> {
        let mut is_fixed = vec![true; game.cell_count];
        for cell in game.posts().flat_map(|post| game.space.covered_cells(post)) {
            is_fixed.get_mut(usize::from(cell)).into_iter().for_each(|fixed| *fixed = false);
        }
        let cells = (0..).zip(is_fixed).filter(|&(_, is_fixed)| is_fixed);
        let points: Vec<Point> = cells.map(|(cell, _)| game.space.point(cell)).collect();
        let on_level = |level: usize| {
            let here = points.iter().copied().filter(|point| usize::from(point.level) == level);
            Panel::from_points(&here.collect::<Vec<_>>())
        };
        (1..=game.levels).rev().filter_map(on_level).collect()
    }

    /// Returns the cells of a rank, by file.
    fn cells(&self, space: &dyn Space, rank: u8) -> impl Iterator<Item = Place> {
        let level = self.level;
        self.files.clone().filter_map(move |file| space.cell_at(Point { file, rank, level }))
    }

    /// Returns the text of the pieces on the panel.
    fn format(&self, board: &dyn AnyBoard) -> String {
        let game = board.game();
        let row = |rank| {
            let letter = |cell| board.piece_at(cell).map(|piece| game.pieces.piece_letter(piece));
            format_row(self.cells(game.space, rank).map(letter))
        };
        self.ranks.clone().rev().map(row).collect::<Vec<_>>().join("/")
    }
}

/// Reads one field. Adds the errors to a list and returns a harmless value, so that one pass finds
/// the errors of all fields.
struct FieldReader<'a> {
    game: &'a GameInfo,
    field: &'static str,
    text: &'a str,
    errors: &'a mut Vec<ParseError>,
}

impl FieldReader<'_> {
    fn add_error(&mut self, message: String) {
        self.errors.push(ParseError { field: self.field, message });
    }

    /// Reads the pieces of all fixed panels.
    fn read_pieces(&mut self, pieces: &mut [Option<Piece>]) {
        let (panels, field) = (Panel::fixed(self.game), self.field);
        let texts: Vec<&str> = self.text.split('|').collect();
        if texts.len() != panels.len() {
            let (read, expected) =
                (counted(texts.len(), field.trim_end_matches('s')), panels.len());
            return self.add_error(format!("{read} read, {expected} separated by `|` expected"));
        }
        for (panel, text) in panels.iter().zip(texts) {
            let name = if self.game.levels > 1 {
                format!("level {}: ", panel.level)
            } else {
                String::new()
            };
            self.read_panel(panel, &name, text, pieces);
        }
    }

    /// Reads the ranks of a panel. `name` is its name in error texts.
    fn read_panel(&mut self, panel: &Panel, name: &str, text: &str, pieces: &mut [Option<Piece>]) {
        let ranks: Vec<&str> = text.split('/').collect();
        let expected = panel.ranks.len();
        if ranks.len() != expected {
            let read = counted(ranks.len(), "rank");
            return self.add_error(format!("{name}{read} read in `{text}`, {expected} expected"));
        }
        for (text, rank) in ranks.into_iter().zip(panel.ranks.clone().rev()) {
            match Self::parse_row(self.game.pieces, text, panel.files.len()) {
                Ok(row) => {
                    for (piece, cell) in row.into_iter().zip(panel.cells(self.game.space, rank)) {
                        pieces.get_mut(usize::from(cell)).into_iter().for_each(|at| *at = piece);
                    }
                }
                Err(message) => self.add_error(format!("{name}rank {rank}: {message}")),
            }
        }
    }

    /// Parses a row of `width` cells: letters for pieces, numbers for runs of empty cells. A number
    /// has two digits only where a row has ten cells or more.
    fn parse_row(
        pieces: PieceTable,
        text: &str,
        width: usize,
    ) -> Result<Vec<Option<Piece>>, String> {
        let mut row = Vec::new();
        let mut after_number = false;
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            if let Some(piece) = pieces.piece(letter) {
                row.push(Some(piece));
                after_number = false;
            } else if let Some(run @ 1..=9) = letter.to_digit(10) {
                if after_number {
                    return Err(format!("two digits side by side in `{text}`, their sum expected"));
                }
                let next = letters.peek().and_then(|letter| letter.to_digit(10));
                let run = match next.filter(|_| width >= 10) {
                    Some(digit) => {
                        letters.next();
                        10 * run + digit
                    }
                    None => run,
                };
                row.resize(row.len() + run as usize, None);
                after_number = true;
            } else {
                return Err(format!("unknown letter `{letter}` in `{text}`"));
            }
        }
        if row.len() != width {
            let read = counted(row.len(), "cell");
            return Err(format!("{read} read in `{text}`, {width} expected"));
        }
        Ok(row)
    }

    /// Reads the platforms and the pieces on them.
    fn read_platforms(&mut self, setup: &mut Setup) {
        let texts: Vec<&str> = self.text.split(',').collect();
        let (read, expected) = (texts.len(), self.game.fen.platforms);
        if read != expected {
            let read = counted(read, "platform");
            self.add_error(format!("{read} read, {expected} expected"));
        }
        for text in texts {
            if let Err(message) = self.read_platform(text, setup) {
                self.add_error(message);
            }
        }
        setup.platforms.sort_unstable_by_key(|&(post, _)| post);
    }

    fn read_platform(&mut self, text: &str, setup: &mut Setup) -> Result<(), String> {
        let form = if self.game.fen.has_owners {
            "post, owner, `:`, rank, `/`, rank"
        } else {
            "post, `:`, rank, `/`, rank"
        };
        let (head, ranks) =
            text.split_once(':').ok_or_else(|| format!("`{text}` read, {form} expected"))?;
        let (name, owner) =
            if self.game.fen.has_owners { split_owner(head)? } else { (head, None) };
        let is_post = |&place: &Place| {
            usize::from(place) >= self.game.cell_count && self.game.space.exists(place)
        };
        let post = self.game.space.place_from_name(name).filter(is_post);
        let post = post.ok_or_else(|| format!("there is no post `{name}`"))?;
        if setup.platforms.iter().any(|&(other, _)| other == post) {
            return Err(format!("two platforms on `{name}`"));
        }
        if setup.platforms.last().is_some_and(|&(before, _)| before > post) {
            return Err(format!("`{name}` is out of order: by file, corner rank, `+` first"));
        }
        setup.platforms.push((post, owner));
        if let Some(panel) = Panel::of_platform(self.game, post) {
            self.read_panel(&panel, &format!("{name}: "), ranks, &mut setup.pieces);
        }
        Ok(())
    }

    fn read_side(&mut self) -> Side {
        match self.text {
            "w" => Side::White,
            "b" => Side::Black,
            text => {
                self.add_error(format!("`{text}` read, `w` or `b` expected"));
                Side::White
            }
        }
    }

    fn check_castling_letters(&mut self) {
        let letters = self.game.fen.castling_letters;
        for letter in self.text.chars().filter(|&letter| !letters.contains(letter)) {
            if self.text != "-" {
                self.add_error(format!("`{letter}` read, letters of `{letters}` or `-` expected"));
            }
        }
    }

    fn read_number(&mut self, min: u16) -> u16 {
        let number = self.text.parse().ok().filter(|&number| number >= min);
        number.unwrap_or_else(|| {
            self.add_error(format!("`{}` read, {min} to 65535 expected", self.text));
            min
        })
    }
}

/// Splits a post and the letter of its owner.
fn split_owner(head: &str) -> Result<(&str, Option<Side>), String> {
    let without = |side| Some((head.strip_suffix(format_side(side))?, Some(side)));
    let split = Side::ALL.into_iter().find_map(without);
    split.ok_or_else(|| format!("`{head}`: owner `w` or `b` expected"))
}

/// Returns a FEN. `format_field` returns the texts of the fields that only the rule set knows.
pub(crate) fn format_fen(
    board: &dyn AnyBoard,
    format_field: &dyn Fn(&'static str) -> String,
) -> String {
    let game = board.game();
    let format_field = |&field: &&'static str| match field {
        field::BOARD | field::BOARDS | field::LEVELS => {
            let panels = Panel::fixed(game);
            panels.iter().map(|panel| panel.format(board)).collect::<Vec<_>>().join("|")
        }
        field::PLATFORMS => {
            let platforms = board.platforms().into_iter().map(|(post, owner)| {
                let ranks = Panel::of_platform(game, post).map(|panel| panel.format(board));
                let owner = owner.map_or("", format_side);
                format!("{}{owner}:{}", game.space.place_name(post), ranks.unwrap_or_default())
            });
            platforms.collect::<Vec<_>>().join(",")
        }
        field::SIDE => format_side(board.side_to_move()).into(),
        field::HALFMOVE_CLOCK => board.halfmove_clock().to_string(),
        field::MOVE_NUMBER => board.fullmove_number().to_string(),
        field => format_field(field),
    };
    game.fen.fields.iter().map(format_field).collect::<Vec<_>>().join(" ")
}

fn format_side(side: Side) -> &'static str {
    match side {
        Side::White => "w",
        Side::Black => "b",
    }
}

/// Returns the text of the letters of a row, with numbers for empty cells.
pub(super) fn format_row(row: impl Iterator<Item = Option<char>>) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    let write_run = |text: &mut String, empty: usize| {
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
    };
    for letter in row {
        match letter {
            None => empty += 1,
            Some(letter) => {
                write_run(&mut text, std::mem::take(&mut empty));
                text.push(letter);
            }
        }
    }
    write_run(&mut text, empty);
    text
}

/// Returns the errors of the pieces: a side without exactly one king, a pawn on a cell where it
/// must promote.
pub(crate) fn piece_errors(
    game: &GameInfo,
    setup: &Setup,
    must_promote: &dyn Fn(Side, Place) -> bool,
) -> Vec<ParseError> {
    let mut errors = Vec::new();
    for side in Side::ALL {
        let king = Piece { kind: game.king, side };
        let kings = setup.placed_pieces().filter(|&(_, piece)| piece == king).count();
        if kings != 1 {
            let message = format!("{kings} kings of {side} read, exactly 1 expected");
            errors.push(ParseError { field: "kings", message });
        }
    }
    for (cell, Piece { kind, side }) in setup.placed_pieces() {
        if kind == PieceType::PAWN && must_promote(side, cell) {
            let (name, at) = (game.pieces.name(kind), game.space.place_name(cell));
            let message = format!("{name} of {side} on {at}, where it must have promoted");
            errors.push(ParseError { field: "pawns", message });
        }
    }
    errors
}

/// The letters of the castling rights, in the order of their bits.
pub(crate) const CASTLING_LETTERS: &str = "KQkq";

/// Parses castling rights: the indices of their letters among those of the game. `is_at_home` is
/// whether king and rook of such an index stand where they can castle.
pub(crate) fn parse_castling(
    game: &GameInfo,
    text: &str,
    is_at_home: &dyn Fn(usize) -> bool,
    errors: &mut Vec<ParseError>,
) -> Vec<usize> {
    let letters = game.fen.castling_letters;
    let mut rights: Vec<usize> = Vec::new();
    let mut add_error = |message| errors.push(ParseError { field: field::CASTLING, message });
    for letter in text.chars() {
        let Some(right) = letters.chars().position(|known| known == letter) else { continue };
        if rights.last().is_some_and(|&last| right <= last) {
            add_error(format!("`{text}` read, each letter once in the order `{letters}` expected"));
            break;
        }
        if !is_at_home(right) {
            add_error(format!("`{letter}` read, but king or rook is not at home"));
        }
        rights.push(right);
    }
    rights
}

/// Returns the letters of castling rights, `-` for none.
pub(crate) fn format_castling(rights: u8) -> String {
    let held = CASTLING_LETTERS.char_indices().filter(|(right, _)| rights >> right & 1 != 0);
    let letters: String = held.map(|(_, letter)| letter).collect();
    if letters.is_empty() { "-".into() } else { letters }
}

/// Returns the start cells that hold a pawn of their side.
pub(crate) fn pawns_at_start<const N: usize>(
    board: &dyn AnyBoard,
    starts: &[[Place; N]; 2],
) -> Vec<Place> {
    let stand = |side: Side| {
        let pawn = Some(Piece { kind: PieceType::PAWN, side });
        side.select(starts).iter().copied().filter(move |&cell| board.piece_at(cell) == pawn)
    };
    Side::ALL.into_iter().flat_map(stand).collect()
}

/// Parses a list of cells: `*` for `starts`, `-` for none, otherwise their names.
/// `explain_impossible` says why a cell cannot be in the list.
pub(crate) fn parse_cells(
    game: &GameInfo,
    setup: &Setup,
    field: &'static str,
    starts: &[Place],
    explain_impossible: &dyn Fn(Place) -> Option<String>,
    errors: &mut Vec<ParseError>,
) -> Vec<Place> {
    let text = setup.text(field);
    match text {
        "*" => return starts.to_vec(),
        "-" => return Vec::new(),
        _ => {}
    }
    let mut cells = Vec::new();
    let letters: Vec<char> = text.chars().collect();
    // All cells of a game have names of the same length.
    for name in letters.chunks(game.space.place_name(0).len().max(1)) {
        let name: String = name.iter().collect();
        let cell =
            game.space.place_from_name(&name).filter(|&cell| usize::from(cell) < game.cell_count);
        let fault = match cell {
            None => Some(format!("in `{text}` is no cell")),
            Some(cell) if cells.contains(&cell) => Some(format!("stands twice in `{text}`")),
            Some(cell) => {
                cells.push(cell);
                explain_impossible(cell)
            }
        };
        if let Some(fault) = fault {
            errors.push(ParseError { field, message: format!("`{name}` {fault}") });
        }
    }
    cells
}

/// Parses a list of pawns as [`parse_cells`] does. `explain_impossible` says why a pawn of that
/// side on a cell cannot be in the list.
pub(crate) fn parse_pawns(
    board: &dyn AnyBoard,
    setup: &Setup,
    field: &'static str,
    starts: &[Place],
    explain_impossible: &dyn Fn(Side, Place) -> Option<String>,
    errors: &mut Vec<ParseError>,
) -> Vec<Place> {
    let explain = |cell| match board.piece_at(cell) {
        Some(Piece { kind: PieceType::PAWN, side }) => explain_impossible(side, cell),
        _ => Some("holds no pawn".into()),
    };
    parse_cells(board.game(), setup, field, starts, &explain, errors)
}

/// Explains why a pawn is not on a start cell of its side.
pub(crate) fn explain_no_start<const N: usize>(
    starts: &[[Place; N]; 2],
    side: Side,
    cell: Place,
) -> Option<String> {
    let is_start = side.select(starts).contains(&cell);
    (!is_start).then(|| format!("is no start cell of a pawn of {side}"))
}

/// Returns the canonical text of a list of cells, of which `starts` are all at the start.
pub(crate) fn format_cells(game: &GameInfo, cells: &[Place], starts: &[Place]) -> String {
    match sorted_by_name(game, cells) {
        cells if cells.is_empty() => "-".into(),
        cells if cells == sorted_by_name(game, starts) => "*".into(),
        cells => cells.into_iter().map(|place| game.space.place_name(place)).collect(),
    }
}

/// Returns the cells in the order of their names: by file, rank, level.
pub(crate) fn sorted_by_name(game: &GameInfo, cells: &[Place]) -> Vec<Place> {
    let mut cells = cells.to_vec();
    cells.sort_unstable_by_key(|&cell| {
        let point = game.space.point(cell);
        (point.file, point.rank, point.level)
    });
    cells
}

/// Parses the pawn that can be captured en passant and the text of the cells that it passed, from a
/// field other than `-`.
pub(crate) fn parse_ep_pawn<'a>(
    board: &dyn AnyBoard,
    text: &'a str,
) -> Result<(Place, &'a str), String> {
    let (name, passed) = text.split_once(':').ok_or_else(|| {
        format!("`{text}` read, `-` or the pawn's cell, `:` and the passed cells expected")
    })?;
    let pawn = parse_live_cell(board, name, text)?;
    let side = board.side_to_move().other();
    if board.piece_at(pawn) != Some(Piece { kind: PieceType::PAWN, side }) {
        return Err(format!("`{text}`: no pawn of {side} stands on {name}"));
    }
    Ok((pawn, passed))
}

/// Parses the name of a live cell in the text of a field.
pub(crate) fn parse_live_cell(
    board: &dyn AnyBoard,
    name: &str,
    text: &str,
) -> Result<Place, String> {
    let game = board.game();
    let cell = game.space.place_from_name(name).filter(|&cell| board.is_live(cell));
    cell.ok_or_else(|| format!("`{name}` in `{text}` is not a live cell"))
}

/// Returns the text of an en passant field: the pawn and the cells that it passed, in order.
pub(crate) fn format_ep(game: &GameInfo, pawn: Place, passed: &[Place]) -> String {
    let passed = sorted_by_name(game, passed);
    format!(
        "{}:{}",
        game.space.place_name(pawn),
        passed.into_iter().map(|place| game.space.place_name(place)).collect::<String>()
    )
}
