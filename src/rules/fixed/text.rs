//! FENs and moves in UCI notation.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::any_game::game_of;
use super::board::FixedBoard;
use super::cells::CellSet;
use super::spec::{CastlingSpec, GameSpec};
use crate::geometry::Place;
use crate::moves::{Move, MoveType, Piece, PieceType, Side};
use crate::rules::fen::{self, field, sorted_by_name};
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
        let (info, mut errors) = (self.game.info, Vec::new());
        let castlings = castlings_with_right(&self.game.spec);
        let is_at_home =
            |right: usize| castlings.get(right).is_some_and(|it| self.is_at_home(it.1));
        let text = setup.text(field::CASTLING);
        let rights = fen::parse_castling(info, text, &is_at_home, &mut errors);
        let rights = rights.into_iter().filter_map(|right| castlings.get(right));
        self.castling = rights.fold(0, |bits, &(index, _)| bits | 1 << index);

        let at_start = self.at_start_cells();
        let starts: Vec<Place> = at_start.iter().collect();
        let explain = |cell| match self.piece_at(cell) {
            _ if at_start.contains(cell) => None,
            None => Some("is empty".into()),
            Some(_) => Some("is no start cell of the piece that stands there".into()),
        };
        let mut unmoved = Vec::new();
        for field in [field::UNMOVED_PAWNS, field::UNMOVED_PIECES] {
            let cells = fen::parse_cells(info, setup, field, &starts, &explain, &mut errors);
            unmoved.extend(cells);
        }
        self.set_unmoved(unmoved.into_iter().collect());
        self.add_piece_errors(setup, &mut errors);
        errors
    }

    fn must_have_promoted(&self, side: Side, cell: Place) -> bool {
        self.kind_must_have_promoted(PieceType::PAWN, side, cell)
    }

    fn set_en_passant(&mut self, text: &str) -> Result<(), String> {
        let (runner, passed) = self.split_en_passant(text)?;
        let passes = |board: &Self| board.ep_cells() != 0 && board.passed_names() == passed;
        let board = self.possible_runs(runner).into_iter().find(passes);
        *self = board
            .ok_or_else(|| format!("`{text}`: the last move cannot have passed these cells"))?;
        Ok(())
    }

    fn finish_setup(&mut self) {
        self.update_key();
    }

    fn format_field(&self, field: &'static str) -> String {
        match field {
            field::CASTLING if self.castling != 0 => {
                let castlings = castlings_with_right(&self.game.spec);
                let held = castlings.iter().filter(|(index, _)| self.castling >> index & 1 != 0);
                held.filter_map(|(_, castling)| castling.right).collect()
            }
            field::UNMOVED_PAWNS | field::UNMOVED_PIECES => {
                let [unmoved, starts] = [self.unmoved(), self.at_start_cells()]
                    .map(|cells| cells.iter().collect::<Vec<_>>());
                fen::format_cells(self.game.info, &unmoved, &starts)
            }
            field::EN_PASSANT if self.ep_cells() != 0 => match self.game.spec.levels {
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

/// Returns the castlings that need a right, with their numbers among all.
fn castlings_with_right(spec: &GameSpec) -> Vec<(usize, &CastlingSpec)> {
    (0..).zip(&spec.castlings).filter(|(_, castling)| castling.right.is_some()).collect()
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
        self.names(self.ep_cells_from_bits(self.ep_cells()))
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
                        let mut board = *self;
                        (board.ep_piece, board.ep_origin) = (run.to, origin);
                        boards.push(board);
                    }
                }
            }
        }
        boards
    }

    /// Returns whether king and rook of a castling stand where they do at the start.
    fn is_at_home(&self, castling: &CastlingSpec) -> bool {
        let start = &self.game.spec.start;
        [castling.king[0], castling.rook[0]]
            .into_iter()
            .all(|cell| self.piece_at(cell) == start.get(usize::from(cell)).copied().flatten())
    }

    /// Adds the errors of pieces on cells where they cannot be. The king and the first kind that
    /// promotes are checked for every game.
    fn add_piece_errors(&self, setup: &Setup, errors: &mut Vec<ParseError>) {
        let mut add_error = |field, message| errors.push(ParseError { field, message });
        let game = self.game;
        let mut counts = [[0; PieceType::MAX_COUNT]; 2];
        for (cell, Piece { kind, side }) in setup.placed_pieces() {
            counts[side.index()][kind.index()] += 1;
            let (name, at) = (&game.spec.kinds[kind.index()].name, game.spec.cell_name(cell));
            if !game.all.contains(cell) {
                add_error("pieces", format!("{name} of {side} on {at}, which is no cell"));
            } else if !self.tables(side).stands_on[kind.index()].contains(cell) {
                let message = format!("{name} of {side} on {at}, where it can never stand");
                add_error("pieces", message);
            }
            if kind != PieceType::PAWN && self.kind_must_have_promoted(kind, side, cell) {
                let message = format!("{name} of {side} on {at}, where it must have promoted");
                add_error("pawns", message);
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
                add_error("pieces", message);
            }
        }
        for side in Side::ALL {
            let too_many = game.too_many_moves(side, *side.select(&counts));
            too_many.into_iter().for_each(|message| add_error("pieces", message));
        }
    }
}
