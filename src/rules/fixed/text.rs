//! FENs and moves in UCI notation.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::any_game::game_of;
use super::board::{FixedBoard, NO_CELL};
use super::cells::CellSet;
use super::tables::{GameTables, MAX_MOVES};
use crate::geometry::Place;
use crate::moves::{Move, MoveType, Piece, PieceType, Side};
use crate::rules::fen::{field, sorted_by_name};
use crate::rules::{BoardText, GameInfo, ParseError, Rules, Setup, UciPlaces};

impl<const W: usize, const ID: usize> BoardText for FixedBoard<W, ID> {
    /// # Panics
    /// As [`Rules::start`].
    fn from_setup(game: &'static GameInfo, setup: &Setup) -> Self {
        let mut board = Self::empty(game_of(game));
        board.side = setup.side;
        board.halfmove_clock = setup.halfmove_clock;
        board.fullmove_number = setup.fullmove_number;
        for (cell, Piece { kind, side }) in setup.placed_pieces() {
            board.put_bits(side, kind.index() as u8, cell);
        }
        board
    }

    fn set_rights(&mut self, setup: &Setup) -> Vec<ParseError> {
        let mut reader = RightsReader { game: self.game, board: self, errors: Vec::new() };
        reader.read_castling(setup.text(field::CASTLING));
        for field in [field::UNMOVED_PAWNS, field::UNMOVED_PIECES] {
            reader.read_unmoved(field, setup.text(field));
        }
        reader.check_pieces(setup);
        reader.errors
    }

    fn must_have_promoted(&self, side: Side, cell: Place) -> bool {
        self.kind_must_have_promoted(PieceType::PAWN, side, cell)
    }

    fn set_en_passant(&mut self, text: &str) -> Result<(), String> {
        let (runner, passed) = self.split_en_passant(text)?;
        let passes = |board: &Self| board.ep_cells != 0 && board.passed_names() == passed;
        let board = self.possible_runs(runner).into_iter().find(passes);
        *self = board
            .ok_or_else(|| format!("`{text}`: the last move cannot have passed these cells"))?;
        Ok(())
    }

    fn finish_setup(&mut self) {
        self.update_key();
    }

    fn format_field(&self, field: &'static str) -> String {
        let castlings = (0..).zip(&self.game.spec.castlings);
        let held = castlings.filter(|&(index, _): &(u32, _)| self.castling >> index & 1 != 0);
        match field {
            field::CASTLING if self.castling != 0 => {
                held.filter_map(|(_, castling)| castling.right).collect()
            }
            field::UNMOVED_PAWNS | field::UNMOVED_PIECES if !self.unmoved().is_empty() => {
                if self.unmoved() == self.at_start_cells() {
                    "*".into()
                } else {
                    self.names(self.unmoved().iter())
                }
            }
            field::EN_PASSANT if self.ep_piece != NO_CELL => match self.game.spec.levels {
                1 => self.passed_names(),
                _ => format!("{}:{}", self.game.spec.cell_name(self.ep_piece), self.passed_names()),
            },
            _ => "-".into(),
        }
    }

    fn uci_places(&self, mv: Move) -> UciPlaces {
        let is_special = mv.kind() == MoveType::Special;
        let captures_from_afar = is_special && self.is_from_afar(mv);
        let ride = self.tables(self.side).ride.as_ref().filter(|_| is_special);
        let via = ride.filter(|_| !captures_from_afar).map(|ride| ride.stop);
        UciPlaces { from: mv.from(), captures_from_afar, via, to: mv.to() }
    }
}

/// The piece whose last move an en passant field names, and the names of the cells that it passed.
type EnPassantText<'a> = (Option<Place>, &'a str);

impl<const W: usize, const ID: usize> FixedBoard<W, ID> {
    /// Returns whether a piece of this kind and side on a cell must have promoted there.
    pub(super) fn kind_must_have_promoted(&self, kind: PieceType, side: Side, cell: Place) -> bool {
        let promotion = self.tables(side).promotions.get(kind.index()).and_then(Option::as_ref);
        // Where pieces go over to another level, the cell where it has landed counts.
        let transfer = self.game.transfer.as_ref();
        let landing = transfer.map_or(cell, |[_, landing]| *landing.get(cell));
        promotion.is_some_and(|promotion| promotion.must.contains(landing))
    }

    /// Returns the names of cells by file, rank, level.
    fn names(&self, cells: impl Iterator<Item = Place>) -> String {
        let cells = sorted_by_name(self.game.info, &cells.collect::<Vec<_>>());
        cells.into_iter().map(|cell| self.game.spec.cell_name(cell)).collect()
    }

    /// Returns the names of the cells on which a piece can be captured en passant.
    fn passed_names(&self) -> String {
        self.names(self.ep_cells_from_bits(self.ep_cells))
    }

    /// Returns the pieces that stand on a start cell of a piece of their kind and side, of the
    /// kinds for which this matters.
    fn at_start_cells(&self) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        for side in Side::ALL {
            for (kind, starts) in (0..).zip(&self.tables(side).unmoved_starts) {
                set |= *starts & self.of_kind(kind) & self.pieces(side);
            }
        }
        set
    }

    /// Splits an en passant field. On a board of one level it names the passed cell alone.
    fn split_en_passant<'a>(&self, text: &'a str) -> Result<EnPassantText<'a>, String> {
        let is_flat = self.game.spec.levels == 1;
        let (name, passed) = match text.split_once(':') {
            Some(parts) if !is_flat => parts,
            None if is_flat => return Ok((None, text)),
            _ => {
                return Err(format!(
                    "`{text}` read, `-` or the piece's cell, `:` and the passed cells expected"
                ));
            }
        };
        let cell = self.game.spec.cell_from_name(name);
        let cell = cell.ok_or_else(|| format!("`{name}` in `{text}` is not a cell"))?;
        let side = self.side.other();
        let piece = self.piece_at(cell).filter(|piece| piece.side == side);
        if piece.is_none() || self.unmoved().contains(cell) {
            return Err(format!("`{text}`: no piece of {side} that has moved stands on {name}"));
        }
        Ok((Some(cell), passed))
    }

    /// Returns the boards with the right to capture the piece of the last move, for every move that
    /// can have led here: of the piece on the cell `runner`, or of any piece.
    fn possible_runs(&self, runner: Option<Place>) -> Vec<Self> {
        let (side, occupied) = (self.side.other(), self.occupied());
        let tables = self.tables(side);
        let mut boards = Vec::new();
        for (kind, runs) in (0u8..).zip(&tables.runs) {
            let only_first = self.features().first_runners >> kind & 1 != 0;
            let piece = Some(Piece { kind: PieceType::new(kind.into()), side });
            for (origin, runs) in (0..).zip(runs) {
                let Some(runs) = runs else { continue };
                let is_start = tables.unmoved_starts[usize::from(kind)].contains(origin);
                if occupied.contains(origin) || only_first && !is_start {
                    continue;
                }
                for run in &runs.runs {
                    if self.piece_at(run.to) == piece && runner.is_none_or(|cell| cell == run.to) {
                        let bits = self.cells_passed(side, kind, origin, run.to, &occupied);
                        let mut board = *self;
                        (board.ep_piece, board.ep_origin, board.ep_cells) = (run.to, origin, bits);
                        boards.push(board);
                    }
                }
            }
        }
        boards
    }
}

/// Reads the rights of a FEN and collects what is wrong with them and with the pieces.
struct RightsReader<'a, const W: usize, const ID: usize> {
    game: &'static GameTables<W>,
    board: &'a mut FixedBoard<W, ID>,
    errors: Vec<ParseError>,
}

impl<const W: usize, const ID: usize> RightsReader<'_, W, ID> {
    fn error(&mut self, field: &'static str, message: String) {
        self.errors.push(ParseError { field, message });
    }

    fn read_castling(&mut self, text: &str) {
        let castlings = self.game.spec.castlings.iter().enumerate();
        let letters: Vec<(usize, char)> =
            castlings.filter_map(|(index, castling)| Some((index, castling.right?))).collect();
        let known: String = letters.iter().map(|(_, letter)| letter).collect();
        let mut last = None;
        for letter in text.chars() {
            let mut places = letters.iter().enumerate();
            let Some((place, &(index, _))) = places.find(|(_, (_, known))| *known == letter) else {
                continue;
            };
            if last.is_some_and(|last| place <= last) {
                let message =
                    format!("`{text}` read, each letter once in the order `{known}` expected");
                return self.error(field::CASTLING, message);
            }
            last = Some(place);
            if !self.is_at_home(index) {
                let message = format!("`{letter}` read, but king or rook is not at home");
                self.error(field::CASTLING, message);
            }
            self.board.castling |= 1 << index;
        }
    }

    /// Returns whether king and rook of a castling stand where they do at the start.
    fn is_at_home(&self, castling: usize) -> bool {
        let spec = &self.game.spec;
        spec.castlings.get(castling).is_some_and(|castling| {
            [castling.king[0], castling.rook[0]].into_iter().all(|cell| {
                self.board.piece_at(cell) == spec.start.get(usize::from(cell)).copied().flatten()
            })
        })
    }

    fn read_unmoved(&mut self, field: &'static str, text: &str) {
        let spec = &self.game.spec;
        let at_start = self.board.at_start_cells();
        match text {
            "*" => return self.board.set_unmoved(at_start),
            "-" => return,
            _ => {}
        }
        let letters: Vec<char> = text.chars().collect();
        for name in letters.chunks(spec.cell_name(0).len()) {
            let name: String = name.iter().collect();
            let fault = match spec.cell_from_name(&name) {
                None => Some(format!("in `{text}` is no cell")),
                Some(cell) if self.board.unmoved().contains(cell) => {
                    Some(format!("stands twice in `{text}`"))
                }
                Some(cell) if at_start.contains(cell) => {
                    self.board.set_unmoved(self.board.unmoved() | CellSet::from_cell(cell));
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

    /// Adds the errors of pieces on cells where they cannot be. The king and the first kind that
    /// promotes are checked for every game.
    fn check_pieces(&mut self, setup: &Setup) {
        let game = self.game;
        let mut counts = [[0; PieceType::MAX_COUNT]; 2];
        for (cell, Piece { kind, side }) in setup.placed_pieces() {
            counts[side.index()][kind.index()] += 1;
            let (name, at) = (&game.spec.kinds[kind.index()].name, game.spec.cell_name(cell));
            if !game.all.contains(cell) {
                self.error("pieces", format!("{name} of {side} on {at}, which is no cell"));
            } else if !self.board.tables(side).stands_on[kind.index()].contains(cell) {
                let message = format!("{name} of {side} on {at}, where it can never stand");
                self.error("pieces", message);
            }
            if kind != PieceType::PAWN && self.board.kind_must_have_promoted(kind, side, cell) {
                let message = format!("{name} of {side} on {at}, where it must have promoted");
                self.error("pawns", message);
            }
            // If two levels change places, the cell to which a piece goes over is that where the
            // piece above it would have landed.
            let other = game.transfer.as_ref().and_then(|[transfer, landing]| {
                Some(*transfer.get(cell)).filter(|other| other == landing.get(cell))
            });
            if let Some(other) = other.filter(|&it| {
                it > cell && setup.pieces.get(usize::from(it)).is_some_and(Option::is_some)
            }) {
                let other = game.spec.cell_name(other);
                let message = format!("two pieces on {at} and {other}, one above the other");
                self.error("pieces", message);
            }
        }
        for side in Side::ALL {
            let bound = game.move_bound(*side.select(&counts));
            if bound > MAX_MOVES {
                let message = format!(
                    "pieces of {side} for up to {bound} moves read, at most {MAX_MOVES} expected"
                );
                self.error("pieces", message);
            }
        }
    }
}
