//! FENs of Space Chess.

use super::board::{Board, GAME, NO_CELL};
use super::tables::{CASTLINGS, ELEVATORS, PAWN_RULES, UNMOVED_BIT};
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::geometry::plane::WIDTH;
use crate::moves::{Move, MoveType, Piece, Side};
use crate::rules::fen::{self, field};
use crate::rules::quad_bitboards::code_of;
use crate::rules::{BoardText, GameInfo, ParseError, Rules, Setup, UciPlaces};

/// The start cells of each side's pawns.
static PAWN_STARTS: [[Place; 2 * WIDTH]; 2] = [PAWN_RULES[0].starts, PAWN_RULES[1].starts];

impl Board {
    fn unmoved_pawn_cells(&self) -> Vec<Place> {
        let cells = PAWN_STARTS.concat();
        BitIter(self.unmoved_pawns).filter_map(|bit| cells.get(usize::from(bit)).copied()).collect()
    }

    fn format_ep(&self) -> String {
        let passed: Vec<Place> = self.ep_cells_from_bits(self.ep_cells).collect();
        fen::format_ep(&GAME, self.ep_pawn, &passed)
    }
}

/// Returns whether a run of two or three steps (rule S5) leads from a start cell to a target on an
/// otherwise empty board.
fn is_run(side: Side, start: Place, target: Place) -> bool {
    let (from, to) = (GAME.space.point(start), GAME.space.point(target));
    let sign = if side == Side::White { 1 } else { -1 };
    let by = |from: u8, to: u8| sign * (i32::from(to) - i32::from(from));
    let (ahead, up) = (by(from.rank, to.rank), by(from.level, to.level));
    from.file == to.file && ahead >= 0 && up >= 0 && (2..=3).contains(&(ahead + up))
}

impl BoardText for Board {
    fn from_setup(_game: &'static GameInfo, setup: &Setup) -> Self {
        let mut board = Self::EMPTY;
        board.side = setup.side;
        board.halfmove_clock = setup.halfmove_clock;
        board.fullmove_number = setup.fullmove_number;
        for (cell, Piece { kind, side }) in setup.placed_pieces() {
            board.put_piece(side, code_of(kind), cell, &mut ());
        }
        board
    }

    fn set_rights(&mut self, setup: &Setup) -> Vec<ParseError> {
        let mut errors = Vec::new();
        let homes = CASTLINGS.each_ref().map(|castling| (castling.king, castling.rook));
        self.castling = fen::parse_castling(self, setup.text(field::CASTLING), homes, &mut errors);
        let at_start = fen::pawns_at_start(self, &PAWN_STARTS);
        let explain = |side, cell| fen::explain_no_start(&PAWN_STARTS, side, cell);
        let unmoved =
            fen::parse_pawns(self, setup, field::UNMOVED_PAWNS, &at_start, explain, &mut errors);
        let bits = unmoved.iter().filter_map(|&cell| UNMOVED_BIT.get(usize::from(cell)));
        self.unmoved_pawns = bits.fold(0, |pawns, &bit| pawns | 1 << bit);
        errors
    }

    /// Rule S5.
    fn must_have_promoted(&self, side: Side, cell: Place) -> bool {
        side.select(&PAWN_RULES).must_promote.contains(cell)
    }

    fn set_en_passant(&mut self, text: &str) -> Result<(), String> {
        let (ep_pawn, passed) = fen::parse_ep_pawn(self, text)?;
        let side = self.side.other();
        for &start in side.select(&PAWN_STARTS) {
            if self.piece_at(start).is_some() || !is_run(side, start, ep_pawn) {
                continue;
            }
            let ep_cells = self.cells_passed(side, start, ep_pawn);
            let mut board = *self;
            (board.ep_pawn, board.ep_origin, board.ep_cells) = (ep_pawn, start, ep_cells);
            if ep_cells != 0 && board.format_ep().ends_with(&format!(":{passed}")) {
                *self = board;
                return Ok(());
            }
        }
        Err(format!(
            "`{text}`: the last move cannot have been a run of two or three steps past these cells"
        ))
    }

    fn finish_setup(&mut self) {
        self.update_key();
    }

    fn format_field(&self, field: &'static str) -> String {
        match field {
            field::CASTLING => fen::format_castling(self.castling),
            field::UNMOVED_PAWNS => fen::format_pawns(
                &GAME,
                &self.unmoved_pawn_cells(),
                &fen::pawns_at_start(self, &PAWN_STARTS),
            ),
            _ if self.ep_pawn == NO_CELL => "-".into(),
            _ => self.format_ep(),
        }
    }

    /// An elevator ride names the elevator, too.
    fn uci_places(&self, mv: Move) -> UciPlaces {
        let rides = mv.kind() == MoveType::Special;
        let via = rides.then(|| *self.side.select(&ELEVATORS));
        UciPlaces { from: mv.from(), captures_from_afar: false, via, to: mv.to() }
    }
}
