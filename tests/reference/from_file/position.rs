//! Positions of a game from a file, their FENs and the end of the game.

use super::{Cell, GameFile, Piece, Side};
use std::collections::{BTreeMap, BTreeSet};

/// The pieces by cell.
pub(crate) type Pieces = BTreeMap<Cell, Piece>;

/// A position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    /// The pieces by cell.
    pub pieces: Pieces,
    /// The side to move.
    pub side_to_move: Side,
    /// The letters of the castling rights.
    pub castling: BTreeSet<char>,
    /// The pieces that have not moved, where it matters.
    pub unmoved: BTreeSet<Cell>,
    /// The piece of the last move, and the cells on which it can be captured en passant.
    pub en_passant: Option<(Cell, BTreeSet<Cell>)>,
    /// Plies since the last capture, promotion or progress.
    pub halfmove_clock: u32,
    /// The number of the move.
    pub fullmove_number: u32,
}

/// The end of a game: its reason as in the protocol, and the winner.
pub(crate) type Ending = (&'static str, Option<Side>);

impl GameFile {
    /// Returns the FEN of the start position.
    pub(crate) fn start_fen(&self) -> String {
        let mut start = Position {
            pieces: self.start.clone(),
            side_to_move: Side::White,
            castling: self.rights().into_iter().collect(),
            unmoved: BTreeSet::new(),
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        };
        start.unmoved = self.at_start(&start.pieces);
        self.to_fen(&start)
    }

    /// Returns the letters of all castling rights in the order of a FEN.
    fn rights(&self) -> Vec<char> {
        let white: Vec<char> = self.castlings.iter().filter_map(|it| it.right).collect();
        let black = white.iter().map(char::to_ascii_lowercase);
        white.iter().copied().chain(black).collect()
    }

    /// Returns the fields of a FEN between the side to move and the counters: whether it has
    /// rights, pieces that have not moved, and en passant.
    fn fields(&self) -> [bool; 3] {
        let mut tables = self.kinds.values().flat_map(|kind| &kind.tables);
        [
            !self.rights().is_empty(),
            self.kinds.values().any(|kind| kind.is_tracked),
            tables.any(|table| !table.en_passant.is_empty()),
        ]
    }

    /// Returns the pieces that stand where one of their kind and side begins, of the kinds for
    /// which the FEN says which have not moved.
    fn at_start(&self, pieces: &Pieces) -> BTreeSet<Cell> {
        let is_at_start = |cell: &Cell, piece: &Piece| {
            self.kinds[&piece.kind].is_tracked && self.start.get(cell) == Some(piece)
        };
        let at_start = pieces.iter().filter(|(cell, piece)| is_at_start(cell, piece));
        at_start.map(|(&cell, _)| cell).collect()
    }

    /// Parses the pieces of a FEN.
    pub(super) fn parse_pieces(&self, text: &str) -> Pieces {
        let mut pieces = Pieces::new();
        for (level, text) in (0..self.sizes[2]).rev().zip(text.split('|')) {
            for (rank, text) in (0..self.sizes[1]).rev().zip(text.split('/')) {
                let (mut file, mut run) = (0, 0);
                for letter in text.trim().chars() {
                    if let Some(digit) = letter.to_digit(10) {
                        run = run * 10 + digit as i32;
                        continue;
                    }
                    file += std::mem::take(&mut run);
                    let is_white = letter.is_ascii_uppercase();
                    let side = if is_white { Side::White } else { Side::Black };
                    let piece = Piece { kind: letter.to_ascii_uppercase(), side };
                    pieces.insert([file, rank, level], piece);
                    file += 1;
                }
            }
        }
        pieces
    }

    fn format_pieces(&self, pieces: &Pieces) -> String {
        let row = |rank: i32, level: i32| {
            let (mut text, mut run) = (String::new(), 0);
            for file in 0..self.sizes[0] {
                let Some(piece) = pieces.get(&[file, rank, level]) else {
                    run += 1;
                    continue;
                };
                if run > 0 {
                    text += &std::mem::take(&mut run).to_string();
                }
                text.push(piece.letter());
            }
            if run > 0 { text + &run.to_string() } else { text }
        };
        let level = |level: i32| {
            let ranks = (0..self.sizes[1]).rev();
            ranks.map(|rank| row(rank, level)).collect::<Vec<_>>().join("/")
        };
        (0..self.sizes[2]).rev().map(level).collect::<Vec<_>>().join("|")
    }

    /// Parses a FEN.
    pub(crate) fn parse_fen(&self, fen: &str) -> Position {
        let mut fields = fen.split(' ');
        let mut next = || fields.next().expect("another field");
        let pieces = self.parse_pieces(next());
        let side_to_move = Side::from_letter(next());
        let [castling, unmoved, en_passant] =
            self.fields().map(|has_field| if has_field { next() } else { "-" });
        let unmoved = match unmoved {
            "*" => self.at_start(&pieces),
            list => self.parse_cells(list),
        };
        // On a board of one level the field names the passed cell alone.
        let (runner, passed) = match en_passant.split_once(':') {
            Some((cell, passed)) => (self.parse_cells(cell).pop_first(), self.parse_cells(passed)),
            None => {
                let passed = self.parse_cells(en_passant);
                (self.runner(&pieces, side_to_move.other(), &passed), passed)
            }
        };
        Position {
            pieces,
            side_to_move,
            castling: castling.chars().filter(|&letter| letter != '-').collect(),
            unmoved,
            en_passant: runner.map(|cell| (cell, passed)),
            halfmove_clock: next().parse().expect("a clock"),
            fullmove_number: next().parse().expect("a number"),
        }
    }

    /// Returns the piece whose last move can have passed exactly these cells.
    fn runner(&self, pieces: &Pieces, side: Side, passed: &BTreeSet<Cell>) -> Option<Cell> {
        let is_runner = |cell: Cell, piece: Piece| {
            let mut before = pieces.clone();
            before.remove(&cell);
            self.cells().filter(|from| !pieces.contains_key(from)).any(|from| {
                before.insert(from, piece);
                let cells = self.passed_cells(&before, from, cell, |_| true);
                before.remove(&from);
                cells == *passed
            })
        };
        let mut own = pieces.iter().filter(|(_, piece)| piece.side == side);
        let found = own.find(|&(&cell, &piece)| !passed.is_empty() && is_runner(cell, piece));
        found.map(|(&cell, _)| cell)
    }

    fn parse_cells(&self, text: &str) -> BTreeSet<Cell> {
        let letters: Vec<char> = text.chars().collect();
        let names = letters.chunks(self.name([0; 3]).len()).map(String::from_iter);
        names.filter_map(|name| self.cell_from_name(&name)).collect()
    }

    /// Formats the canonical FEN.
    pub(crate) fn to_fen(&self, position: &Position) -> String {
        let or_none = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        let names = |cells: &BTreeSet<Cell>| -> String {
            cells.iter().map(|&cell| self.name(cell)).collect()
        };
        let rights = self.rights().into_iter().filter(|right| position.castling.contains(right));
        let unmoved = match &position.unmoved {
            cells if !cells.is_empty() && *cells == self.at_start(&position.pieces) => "*".into(),
            cells => names(cells),
        };
        let en_passant = match &position.en_passant {
            Some((cell, passed)) if self.sizes[2] > 1 => {
                format!("{}:{}", self.name(*cell), names(passed))
            }
            Some((_, passed)) => names(passed),
            None => String::new(),
        };
        let mut fields =
            vec![self.format_pieces(&position.pieces), position.side_to_move.letter().to_string()];
        let texts = [rights.collect(), unmoved, en_passant];
        let present = self.fields().into_iter().zip(texts).filter(|(has_field, _)| *has_field);
        fields.extend(present.map(|(_, text)| or_none(text)));
        fields.push(position.halfmove_clock.to_string());
        fields.push(position.fullmove_number.to_string());
        fields.join(" ")
    }

    /// Returns the end of the game by the pieces that are left.
    pub(crate) fn variant_end(&self, position: &Position) -> Option<Ending> {
        let kinds = |side: Side| -> Vec<char> {
            let own = position.pieces.values().filter(|piece| piece.side == side);
            let mut kinds: Vec<char> =
                own.map(|piece| piece.kind).filter(|&kind| kind != self.king).collect();
            kinds.sort_unstable();
            kinds
        };
        let [white, black] = [kinds(Side::White), kinds(Side::Black)];
        let (bare, kinds) = match (white.is_empty(), black.is_empty()) {
            (false, false) => return None,
            (_, true) => (Side::Black, white),
            (true, false) => (Side::White, black),
        };
        match self.bare_king.as_str() {
            "none" => self.dead_material.contains(&kinds).then_some(("dead-position", None)),
            // Both kings bare.
            _ if kinds.is_empty() => Some(("bare-king", None)),
            meaning => Some(("bare-king", winner(meaning, bare))),
        }
    }

    /// Returns the end of the game. `can_move`: there are legal moves. `past`: the
    /// [`GameFile::identity`] of each position of the game up to this one.
    pub(crate) fn end(
        &self,
        position: &Position,
        can_move: bool,
        past: &[String],
    ) -> Option<Ending> {
        if let Some(end) = self.variant_end(position) {
            return Some(end);
        }
        let side = position.side_to_move;
        if !can_move {
            return Some(match self.is_in_check(&position.pieces, side) {
                true => ("checkmate", Some(side.other())),
                false => ("stalemate", winner(&self.stalemate, side)),
            });
        }
        let occurrences = past.iter().filter(|it| Some(*it) == past.last()).count();
        if self.move_limit > 0 && position.halfmove_clock >= self.move_limit {
            Some(("fifty-moves", None))
        } else if self.repetition > 0 && occurrences >= self.repetition {
            Some(("repetition", None))
        } else {
            None
        }
    }

    /// Returns a text that is equal for positions which the repetition rule treats as equal: the
    /// FEN without counters, and with the legal captures en passant in place of the field.
    pub(crate) fn identity(&self, position: &Position) -> String {
        let mut bare = Position { halfmove_clock: 0, fullmove_number: 1, ..position.clone() };
        let mut captures = String::new();
        if let Some((runner, _)) = bare.en_passant.take() {
            let without = self.legal_moves(&bare);
            let added = self.legal_moves(position).into_keys();
            let cells: BTreeSet<String> = added
                .filter(|text| !without.contains_key(text))
                .map(|text| text.chars().skip(self.name([0; 3]).len()).collect())
                .collect();
            if !cells.is_empty() {
                captures = format!("{}{cells:?}", self.name(runner));
            }
        }
        format!("{} {captures}", self.to_fen(&bare))
    }
}

/// Returns the winner by what an event means to the side that suffers it.
fn winner(meaning: &str, side: Side) -> Option<Side> {
    match meaning {
        "win" => Some(side),
        "loss" => Some(side.other()),
        _ => None,
    }
}
