//! FENs and moves in UCI notation.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::board::{FixedBoard, NO_CELL};
use super::cells::CellSet;
use super::tables::Game;
use crate::geometry::Place;
use crate::moves::{Move, MoveType, Piece, PieceType, Side};
use crate::rules::fen::field;
use crate::rules::{GenType, ParseError};

/// The field of the pieces that have not moved, of any kind.
const UNMOVED_PIECES: &str = "unmoved pieces";

impl<const W: usize> Game<W> {
    /// Returns the names of the fields of a FEN.
    pub fn fen_fields(&self) -> Vec<&'static str> {
        let pieces = if self.spec.levels == 1 { field::BOARD } else { field::LEVELS };
        let mut fields = vec![pieces, field::SIDE];
        fields.extend((self.rights != 0).then_some(field::CASTLING));
        fields.extend(self.has_unmoved.then(|| self.unmoved_field()));
        fields.extend(self.has_en_passant.then_some(field::EN_PASSANT));
        fields.extend([field::HALFMOVE_CLOCK, field::MOVE_NUMBER]);
        fields
    }

    /// The name of the field of the pieces that have not moved.
    fn unmoved_field(&self) -> &'static str {
        let mut kinds = (0..self.spec.kinds.len()).filter(|&kind| self.spec.tracks_unmoved(kind));
        let only_pawns = kinds.all(|kind| self.pawn_kinds >> kind & 1 != 0);
        if only_pawns { field::UNMOVED_PAWNS } else { UNMOVED_PIECES }
    }

    /// The letter of a piece: a capital for White.
    pub fn letter(&self, piece: Piece) -> char {
        let letter = self.spec.kinds.get(piece.kind.index()).map_or('?', |kind| kind.letter);
        if piece.side == Side::White { letter } else { letter.to_ascii_lowercase() }
    }

    fn piece_from_letter(&self, letter: char) -> Option<Piece> {
        let kind =
            self.spec.kinds.iter().position(|kind| kind.letter == letter.to_ascii_uppercase())?;
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        Some(Piece { kind: PieceType::new(kind), side })
    }

    fn name(&self, cell: Place) -> String {
        self.spec.cell_name(cell)
    }

    /// Returns the cells of a set in the order of their names: by file, rank, level.
    fn sorted(&self, cells: impl Iterator<Item = Place>) -> Vec<Place> {
        let mut cells: Vec<Place> = cells.collect();
        cells.sort_unstable_by_key(|&cell| self.spec.coordinates(cell));
        cells
    }

    fn names(&self, cells: impl Iterator<Item = Place>) -> String {
        self.sorted(cells).into_iter().map(|cell| self.name(cell)).collect()
    }
}

/// Reads the fields of a FEN and collects what is wrong with them.
struct FenReader<'a, const W: usize> {
    game: &'static Game<W>,
    board: FixedBoard<W>,
    errors: &'a mut Vec<ParseError>,
}

impl<const W: usize> FenReader<'_, W> {
    fn error(&mut self, field: &'static str, message: String) {
        self.errors.push(ParseError { field, message });
    }

    fn read_pieces(&mut self, field: &'static str, text: &str) {
        let spec = &self.game.spec;
        let levels: Vec<&str> = text.split('|').collect();
        if levels.len() != spec.levels {
            let message =
                format!("{} {field} read, {} separated by `|` expected", levels.len(), spec.levels);
            return self.error(field, message);
        }
        for (index, text) in levels.into_iter().enumerate() {
            let level = spec.levels - 1 - index;
            let name =
                if spec.levels > 1 { format!("level {}: ", level + 1) } else { String::new() };
            let rows: Vec<&str> = text.split('/').collect();
            if rows.len() != spec.ranks {
                let message =
                    format!("{name}{} ranks read in `{text}`, {} expected", rows.len(), spec.ranks);
                self.error(field, message);
                continue;
            }
            for (index, row) in rows.into_iter().enumerate() {
                let rank = spec.ranks - 1 - index;
                if let Err(message) = self.read_row(row, rank, level) {
                    self.error(field, format!("{name}rank {}: {message}", rank + 1));
                }
            }
        }
    }

    /// Reads a row: letters for pieces, numbers for runs of empty cells.
    fn read_row(&mut self, row: &str, rank: usize, level: usize) -> Result<(), String> {
        let spec = &self.game.spec;
        let mut file = 0;
        let mut letters = row.chars().peekable();
        while let Some(letter) = letters.next() {
            if let Some(digit) = letter.to_digit(10) {
                let mut run = digit as usize;
                let mut digits = 1;
                while let Some(digit) = letters.peek().and_then(|letter| letter.to_digit(10)) {
                    run = run.saturating_mul(10).saturating_add(digit as usize);
                    digits += 1;
                    letters.next();
                }
                if spec.files < 10 && digits > 1 {
                    return Err(format!("two digits side by side in `{row}`, their sum expected"));
                }
                if digit == 0 || run > spec.files {
                    return Err(format!(
                        "`{run}` read in `{row}`, a number from 1 to {} expected",
                        spec.files
                    ));
                }
                file += run;
                continue;
            }
            let Some(piece) =
                self.game.piece_from_letter(letter).filter(|_| letter.is_ascii_alphabetic())
            else {
                return Err(format!("unknown letter `{letter}` in `{row}`"));
            };
            if let Some(cell) = spec.cell([file as i32, rank as i32, level as i32]) {
                self.board.put_bits(piece.side, piece.kind.index() as u8, cell);
            } else if file < spec.files {
                return Err(format!("`{letter}` in `{row}` stands on no cell"));
            }
            file += 1;
        }
        match file == spec.files {
            true => Ok(()),
            false => Err(format!("{file} cells read in `{row}`, {} expected", spec.files)),
        }
    }

    fn read_number(&mut self, field: &'static str, text: &str, min: u16) -> u16 {
        let number = Some(text).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        let number = number.and_then(|text| text.parse().ok()).filter(|&number| number >= min);
        number.unwrap_or_else(|| {
            self.error(field, format!("`{text}` read, {min} to 65535 expected"));
            min
        })
    }

    fn read_castling(&mut self, text: &str) {
        if text == "-" {
            return;
        }
        let game = self.game;
        let letters: Vec<(usize, char)> = game
            .spec
            .castlings
            .iter()
            .enumerate()
            .filter_map(|(index, castling)| Some((index, castling.right?)))
            .collect();
        let known: String = letters.iter().map(|(_, letter)| letter).collect();
        let mut last = None;
        for letter in text.chars() {
            let Some(place) = letters.iter().position(|&(_, known)| known == letter) else {
                self.error(
                    field::CASTLING,
                    format!("`{letter}` read, letters of `{known}` or `-` expected"),
                );
                continue;
            };
            if last.is_some_and(|last| place <= last) {
                return self.error(
                    field::CASTLING,
                    format!("`{text}` read, each letter once in the order `{known}` expected"),
                );
            }
            last = Some(place);
            let Some(&(index, _)) = letters.get(place) else { continue };
            let castling = &game.castlings[index];
            let at_home = [castling.king[0], castling.rook[0]].into_iter().all(|cell| {
                self.board.piece_at(cell)
                    == game.spec.start.get(usize::from(cell)).copied().flatten()
            });
            if !at_home {
                self.error(
                    field::CASTLING,
                    format!("`{letter}` read, but king or rook is not at home"),
                );
            }
            self.board.castling |= 1 << index;
        }
    }

    /// The pieces that stand on a start cell of a piece of their kind and side, of the kinds for which
    /// this matters.
    fn at_start(board: &FixedBoard<W>) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        for side in Side::ALL {
            for (kind, starts) in (0..).zip(&board.tables(side).unmoved_starts) {
                set |= *starts & board.of_kind(kind) & board.pieces(side);
            }
        }
        set
    }

    fn read_unmoved(&mut self, field: &'static str, text: &str) {
        let game = self.game;
        let at_start = Self::at_start(&self.board);
        match text {
            "*" => return self.board.unmoved = at_start,
            "-" => return,
            _ => {}
        }
        let letters: Vec<char> = text.chars().collect();
        let length = game.name(0).len();
        for name in letters.chunks(length) {
            let name: String = name.iter().collect();
            let fault = match game.spec.cell_from_name(&name) {
                None => Some(format!("in `{text}` is no cell")),
                Some(cell) if self.board.unmoved.contains(cell) => {
                    Some(format!("stands twice in `{text}`"))
                }
                Some(cell) if at_start.contains(cell) => {
                    self.board.unmoved.insert(cell);
                    None
                }
                Some(cell) if self.board.piece_at(cell).is_none() => Some("is empty".into()),
                Some(_) => Some("is no start cell of the piece that stands there".into()),
            };
            if let Some(fault) = fault {
                self.error(field, format!("`{name}` {fault}"));
            }
        }
    }

    fn check_pieces(&mut self) {
        let game = self.game;
        for side in Side::ALL {
            let kings = (self.board.of_kind(game.king) & self.board.pieces(side)).count();
            if kings != 1 {
                self.error("kings", format!("{kings} kings of {side:?} read, exactly 1 expected"));
            }
        }
        for cell in self.board.occupied().iter() {
            let Some(Piece { kind, side }) = self.board.piece_at(cell) else { continue };
            let tables = self.board.tables(side);
            let (name, at) = (&game.spec.kinds[kind.index()].name, game.name(cell));
            if !tables.stands_on[kind.index()].contains(cell) {
                self.error(
                    "pieces",
                    format!("a {name} of {side:?} on {at}, where it can never stand"),
                );
            }
            let promotion = tables.promotions[kind.index()].as_ref();
            if promotion.is_some_and(|promotion| promotion.must.contains(cell)) {
                self.error(
                    "pawns",
                    format!("a {name} of {side:?} on {at}, where it must have promoted"),
                );
            }
            if let Some([transfer, _]) = &game.transfer {
                let other = *transfer.get(cell);
                if other > cell && self.board.occupied().contains(other) {
                    self.error(
                        "pieces",
                        format!("two pieces on {at} and {}, one above the other", game.name(other)),
                    );
                }
            }
        }
    }

    fn read_en_passant(&mut self, text: &str) -> Result<(), String> {
        let (game, board) = (self.game, &self.board);
        let side = board.side.other();
        let flat = game.spec.levels == 1;
        // On a board of one level the field names the passed cell alone.
        let (runner, passed) = match text.split_once(':') {
            Some((runner, passed)) if !flat => (Some(runner), passed),
            None if flat => (None, text),
            _ => {
                return Err(format!(
                    "`{text}` read, `-` or the piece's cell, `:` and the passed cells expected"
                ));
            }
        };
        let runner = match runner {
            Some(name) => {
                let cell = game.spec.cell_from_name(name);
                let cell = cell.ok_or_else(|| format!("`{name}` in `{text}` is not a cell"))?;
                let piece = board.piece_at(cell).filter(|piece| piece.side == side);
                if piece.is_none() || board.unmoved.contains(cell) {
                    return Err(format!(
                        "`{text}`: no piece of {side:?} that has moved stands on {name}"
                    ));
                }
                Some(cell)
            }
            None => None,
        };
        let tables = board.tables(side);
        for &(kind, only_first) in &tables.runners {
            for (origin, runs) in (0..).zip(&tables.runs[usize::from(kind)]) {
                let Some(runs) = runs else { continue };
                if board.occupied().contains(origin)
                    || only_first && !tables.unmoved_starts[usize::from(kind)].contains(origin)
                {
                    continue;
                }
                for run in &runs.runs {
                    let piece = board.piece_at(run.to);
                    if piece != Some(Piece { kind: PieceType::new(kind.into()), side })
                        || runner.is_some_and(|runner| runner != run.to)
                    {
                        continue;
                    }
                    let bits = board.cells_passed(side, kind, origin, run.to, &board.occupied());
                    let mut with_ep = *board;
                    (with_ep.ep_piece, with_ep.ep_origin, with_ep.ep_cells) =
                        (run.to, origin, bits);
                    if bits != 0 && game.names(with_ep.ep_cells_from_bits(bits)) == passed {
                        self.board = with_ep;
                        return Ok(());
                    }
                }
            }
        }
        Err(format!("`{text}`: the last move cannot have passed these cells"))
    }
}

impl<const W: usize> FixedBoard<W> {
    /// Parses and validates a FEN. Returns all errors, not only the first.
    pub fn from_fen(game: &'static Game<W>, text: &str) -> Result<Self, Vec<ParseError>> {
        let fields = game.fen_fields();
        let mut texts: Vec<&str> = text.split_whitespace().collect();
        let (read, expected) = (texts.len(), fields.len());
        if read + 2 == expected {
            texts.extend(["0", "1"]);
        }
        if texts.len() != expected {
            let (first, names) = (expected - 2, fields.join(", "));
            let message =
                format!("{read} fields read, {expected} or the first {first} expected ({names})");
            return Err(vec![ParseError { field: "field count", message }]);
        }
        let mut errors = Vec::new();
        let mut reader = FenReader { game, board: FixedBoard::empty(game), errors: &mut errors };
        let mut en_passant = "-";
        for (&field, text) in fields.iter().zip(texts) {
            match field {
                field::LEVELS | field::BOARD => reader.read_pieces(field, text),
                field::SIDE => match text {
                    "w" => reader.board.side = Side::White,
                    "b" => reader.board.side = Side::Black,
                    _ => reader.error(field, format!("`{text}` read, `w` or `b` expected")),
                },
                field::CASTLING => reader.read_castling(text),
                field::UNMOVED_PAWNS | UNMOVED_PIECES => reader.read_unmoved(field, text),
                field::EN_PASSANT => en_passant = text,
                field::HALFMOVE_CLOCK => {
                    reader.board.halfmove_clock = reader.read_number(field, text, 0)
                }
                _ => reader.board.fullmove_number = reader.read_number(field, text, 1),
            }
        }
        reader.check_pieces();
        if reader.errors.is_empty() && reader.board.is_king_attacked(reader.board.side.other()) {
            let side = reader.board.side.other();
            reader.error(field::SIDE, format!("{side:?}, who is not to move, stands in check"));
        }
        if reader.errors.is_empty()
            && en_passant != "-"
            && let Err(message) = reader.read_en_passant(en_passant)
        {
            reader.error(field::EN_PASSANT, message);
        }
        let mut board = reader.board;
        if !errors.is_empty() {
            return Err(errors);
        }
        board.update_key();
        Ok(board)
    }

    /// Returns the canonical FEN.
    pub fn to_fen(&self) -> String {
        let fields = self.game.fen_fields();
        fields.into_iter().map(|field| self.format_field(field)).collect::<Vec<_>>().join(" ")
    }

    fn format_field(&self, field: &str) -> String {
        let game = self.game;
        let or_dash = |text: String| if text.is_empty() { "-".into() } else { text };
        match field {
            field::LEVELS | field::BOARD => {
                let level = |level| {
                    let rows = (0..game.spec.ranks).rev().map(|rank| self.format_row(rank, level));
                    rows.collect::<Vec<_>>().join("/")
                };
                (0..game.spec.levels).rev().map(level).collect::<Vec<_>>().join("|")
            }
            field::SIDE => if self.side == Side::White { "w" } else { "b" }.into(),
            field::CASTLING => {
                let held = game
                    .spec
                    .castlings
                    .iter()
                    .enumerate()
                    .filter(|(index, _)| self.castling >> index & 1 != 0);
                or_dash(held.filter_map(|(_, castling)| castling.right).collect())
            }
            field::UNMOVED_PAWNS | UNMOVED_PIECES => match self.unmoved {
                unmoved if unmoved.is_empty() => "-".into(),
                unmoved if unmoved == FenReader::at_start(self) => "*".into(),
                unmoved => game.names(unmoved.iter()),
            },
            field::EN_PASSANT if self.ep_piece == NO_CELL => "-".into(),
            field::EN_PASSANT => {
                let passed = game.names(self.ep_cells_from_bits(self.ep_cells));
                if game.spec.levels == 1 {
                    passed
                } else {
                    format!("{}:{passed}", game.name(self.ep_piece))
                }
            }
            field::HALFMOVE_CLOCK => self.halfmove_clock.to_string(),
            _ => self.fullmove_number.to_string(),
        }
    }

    fn format_row(&self, rank: usize, level: usize) -> String {
        let (mut text, mut empty) = (String::new(), 0);
        for file in 0..self.game.spec.files {
            let cell = self.game.spec.cell([file as i32, rank as i32, level as i32]);
            match cell.and_then(|cell| self.piece_at(cell)) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        text.push_str(&std::mem::take(&mut empty).to_string());
                    }
                    text.push(self.game.letter(piece));
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    }

    /// Returns the move in UCI notation.
    pub fn move_to_uci(&self, mv: Move) -> String {
        let game = self.game;
        let mut text = game.name(mv.from());
        match mv.kind() {
            MoveType::Special if self.is_from_afar(mv) => text.push('x'),
            MoveType::Special => {
                if let Some(ride) = &self.tables(self.side).ride {
                    text += &game.name(ride.stop);
                }
            }
            _ => {}
        }
        text += &game.name(mv.to());
        if let Some(kind) = mv.promotion() {
            text.push(game.letter(Piece { kind, side: Side::Black }));
        }
        text
    }

    /// Parses a legal move in UCI notation.
    pub fn parse_uci_move(&self, text: &str) -> Result<Move, ParseError> {
        let mut moves = Vec::new();
        self.generate(GenType::All, &mut moves);
        let found = moves.into_iter().find(|&mv| self.move_to_uci(mv) == text);
        found.ok_or_else(|| ParseError {
            field: "move",
            message: format!("`{text}` is not a legal move"),
        })
    }
}
