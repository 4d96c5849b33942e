//! FENs, UCI moves and diagrams of Space Chess.

use super::board::{Board, NO_CELL};
use super::tables::{CASTLINGS, ELEVATORS, PAWN_RULES, UNMOVED_BIT};
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::moves::{Move, MoveList, MoveType, Piece, PieceType, Side};
use crate::rules::diagram::diagram;
use crate::rules::fen_fields::{
    LEVELS_FIELD, castling_errors, opponent_in_check, parse_castling, parse_cells, parse_counters,
    parse_levels, parse_side, piece_errors, sorted_by_name, write_castling, write_cells,
    write_levels, write_side,
};
use crate::rules::piece_codes::code_of;
use crate::rules::{BoardText, GenType, Geometry, Notation, ParseError, Rules};

/// Rule S1: the start position.
const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/8/8|pppppppp/8/8/8/8/8/8/PPPPPPPP|\
     8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq * - 0 1";

/// The names of the fields in error texts.
const FIELDS: [&str; 7] =
    [LEVELS_FIELD, "side", "castling", UNMOVED_PAWNS, EN_PASSANT, "halfmove clock", "move number"];
const UNMOVED_PAWNS: &str = "unmoved pawns";
const EN_PASSANT: &str = "en passant";

/// Returns whether a pawn must promote on a cell (rule S5).
fn must_promote(side: Side, cell: Place) -> bool {
    PAWN_RULES.get(side.index()).is_some_and(|pawns| pawns.must_promote.contains(cell))
}

/// Returns the start cells of a side's pawns.
fn pawn_starts(side: Side) -> &'static [Place] {
    PAWN_RULES.get(side.index()).map_or(&[], |pawns| &pawns.starts)
}

/// Returns the board of the start position.
pub(super) fn startpos() -> Board {
    Board::from_fen(START_FEN).unwrap_or(Board::EMPTY)
}

impl Board {
    /// Returns the start cells with a pawn of the side that starts there.
    fn pawns_at_start(&self) -> Vec<Place> {
        let stands = |side| {
            let pawn = Some(Piece { kind: PieceType::Pawn, side });
            pawn_starts(side).iter().copied().filter(move |&cell| self.piece_at(cell) == pawn)
        };
        stands(Side::White).chain(stands(Side::Black)).collect()
    }

    /// Parses the field of unmoved pawns.
    fn set_unmoved_pawns(&mut self, text: &str) -> Result<(), Vec<ParseError>> {
        let cells = parse_cells::<Self>(text, UNMOVED_PAWNS, &self.pawns_at_start(), |cell| {
            let Some(Piece { kind: PieceType::Pawn, side }) = self.piece_at(cell) else {
                return Err("holds no pawn".into());
            };
            let is_start = pawn_starts(side).contains(&cell);
            is_start.then_some(()).ok_or_else(|| format!("is no start cell of a pawn of {side:?}"))
        })?;
        let bits = cells.iter().filter_map(|&cell| UNMOVED_BIT.get(usize::from(cell)));
        self.unmoved_pawns = bits.fold(0, |pawns, &bit| pawns | 1 << bit);
        Ok(())
    }

    fn unmoved_pawn_cells(&self) -> Vec<Place> {
        let cells: Vec<Place> =
            pawn_starts(Side::White).iter().chain(pawn_starts(Side::Black)).copied().collect();
        BitIter(self.unmoved_pawns).filter_map(|bit| cells.get(usize::from(bit)).copied()).collect()
    }

    /// Parses the en passant field and checks that a run was the last move.
    fn set_ep(&mut self, text: &str) -> Result<(), String> {
        if text == "-" {
            return Ok(());
        }
        let Some((pawn_name, passed_names)) = text.split_once(':') else {
            return Err(format!(
                "`{text}` read, `-` or the pawn's cell, `:` and the cells passed expected"
            ));
        };
        let Some(ep_pawn) = Self::place_from_name(pawn_name) else {
            return Err(format!("`{pawn_name}` in `{text}` is no cell"));
        };
        let side = self.side.other();
        if self.piece_at(ep_pawn) != Some(Piece { kind: PieceType::Pawn, side }) {
            return Err(format!("`{text}`: no pawn of {side:?} stands on `{pawn_name}`"));
        }
        for &start in pawn_starts(side) {
            if self.piece_at(start).is_some() || !is_run(side, start, ep_pawn) {
                continue;
            }
            let ep_cells = self.cells_passed(side, start, ep_pawn);
            (self.ep_pawn, self.ep_origin, self.ep_cells) = (ep_pawn, start, ep_cells);
            if ep_cells != 0 && self.format_ep_cells() == passed_names {
                return Ok(());
            }
        }
        (self.ep_pawn, self.ep_origin, self.ep_cells) = (NO_CELL, NO_CELL, 0);
        Err(format!(
            "`{text}`: the last move cannot have been a run of two or three steps past these cells"
        ))
    }

    /// Returns the names of the cells passed, in order.
    fn format_ep_cells(&self) -> String {
        let cells: Vec<Place> = self.ep_cells_from_bits(self.ep_cells).collect();
        sorted_by_name::<Self>(&cells).into_iter().map(Self::place_name).collect()
    }

    /// Parses the cells and the promotion of a move, legal or not.
    fn parse_move_parts(text: &str) -> Result<(Vec<Place>, Option<PieceType>), String> {
        let letters: Vec<char> = text.chars().collect();
        let (mut cells, mut promotion) = (Vec::new(), None);
        for name in letters.chunks(3) {
            if let ([letter], true) = (name, cells.len() >= 2) {
                promotion = match PieceType::from_letter(*letter) {
                    Some(
                        kind @ (PieceType::Queen
                        | PieceType::Rook
                        | PieceType::Bishop
                        | PieceType::Knight),
                    ) => Some(kind),
                    _ => {
                        return Err(format!(
                            "`{letter}` read, a promotion letter of `qrbn` expected"
                        ));
                    }
                };
                continue;
            }
            let name: String = name.iter().collect();
            let cell = Self::place_from_name(&name);
            cells.push(cell.ok_or_else(|| format!("there is no cell `{name}`"))?);
        }
        match cells.len() {
            2 => Ok((cells, promotion)),
            3 if promotion.is_none() => Ok((cells, promotion)),
            _ => Err(format!(
                "`{text}` read, two cells (and a promotion) or three cells of a ride expected"
            )),
        }
    }

    /// Explains why a well-formed move is not legal; `end` is the last cell of a ride.
    fn explain_illegal_move(
        &self,
        from: Place,
        to: Place,
        end: Option<Place>,
        kind: Option<PieceType>,
    ) -> String {
        let [from_name, to_name] = [from, to].map(Self::place_name);
        let Some(piece) = self.piece_at(from) else {
            return format!("no piece stands on {from_name}");
        };
        if piece.side != self.side {
            return format!("the piece on {from_name} is {:?}'s, who is not to move", piece.side);
        }
        if let Some(end) = end {
            return self.explain_illegal_ride(piece, from, to, end);
        }
        if CASTLINGS.iter().any(|castling| (castling.king, castling.rook) == (from, to))
            && piece.kind == PieceType::King
        {
            return self.explain_illegal_castling(from, to);
        }
        if self.piece_at(to).is_some_and(|other| other.side == self.side) {
            return format!("a piece of the same side stands on {to_name}");
        }
        for move_type in [MoveType::Normal, MoveType::EnPassant] {
            let bare = Move::new(from, to, move_type);
            if self.is_generated(kind.map_or(bare, |kind| bare.with_promotions(kind, None)), false)
            {
                return "it leaves the king attacked".into();
            }
            if kind.is_none()
                && self.is_generated(bare.with_promotions(PieceType::Queen, None), false)
            {
                return "the pawn must promote there: a letter of `qrbn` expected".into();
            }
            if kind.is_some() && self.is_generated(bare, false) {
                return "it promotes nothing there: no letter expected".into();
            }
        }
        let name = format!("{:?}", piece.kind).to_lowercase();
        format!("the {name} on {from_name} does not reach {to_name}")
    }

    fn explain_illegal_castling(&self, king: Place, rook: Place) -> String {
        match self.is_generated(Move::new(king, rook, MoveType::Castling), false) {
            _ if self.in_check() => "the king cannot castle out of check".into(),
            true => "a cell between king and rook is attacked".into(),
            false => "no right to castle there, or a piece stands between king and rook".into(),
        }
    }

    fn explain_illegal_ride(&self, piece: Piece, from: Place, to: Place, end: Place) -> String {
        let elevator = ELEVATORS.get(self.side.index()).copied().unwrap_or(NO_CELL);
        let [from_name, to_name, end_name] = [from, to, end].map(Self::place_name);
        let (from_at, to_at, end_at) = (Self::point(from), Self::point(to), Self::point(end));
        if piece.kind != PieceType::King || to != elevator {
            return format!(
                "only a king that steps onto its elevator, {}, may ride",
                Self::place_name(elevator)
            );
        }
        if (end_at.file, end_at.rank) != (to_at.file, to_at.rank) || end == to {
            return format!("{end_name} is not another cell of the elevator's column");
        }
        if end == from {
            return format!("the ride cannot end on {from_name}, where the king came from");
        }
        if self.piece_at(end).is_some() {
            return format!("a piece stands on {end_name}");
        }
        let step = Move::new(from, to, MoveType::Normal);
        if !self.is_generated(step, false) {
            let levels = from_at.level.abs_diff(to_at.level);
            return format!(
                "the king on {from_name} cannot step to {to_name}, {levels} levels away"
            );
        }
        if !self.is_generated(step, true) {
            return format!("the elevator {to_name} is attacked");
        }
        format!("{end_name} is attacked")
    }
}

/// Returns whether a run of two or three steps (rule S5) leads from a start cell to a target on an
/// otherwise empty board.
fn is_run(side: Side, start: Place, target: Place) -> bool {
    let (from, to) = (Board::point(start), Board::point(target));
    let sign = if side == Side::White { 1 } else { -1 };
    let by = |from: u8, to: u8| sign * (i32::from(to) - i32::from(from));
    let (ahead, up) = (by(from.rank, to.rank), by(from.level, to.level));
    from.file == to.file && ahead >= 0 && up >= 0 && (2..=3).contains(&(ahead + up))
}

impl BoardText for Board {
    const NOTATIONS: &'static [Notation] = &[Notation::Roth];

    fn from_fen(text: &str) -> Result<Self, Vec<ParseError>> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let &[levels, side, castling, unmoved_pawns, ep, clock, number] = fields.as_slice() else {
            let (read, names) = (fields.len(), FIELDS.join(", "));
            let message = format!("{read} fields read, 7 expected ({names})");
            return Err(vec![ParseError { field: "field count", message }]);
        };
        let mut errors = Vec::new();
        let pieces = parse_levels::<Self>(levels, &PieceType::CHESS_PIECES, &mut errors);
        let mut board = Self::EMPTY;
        board.side = parse_side(side, &mut errors);
        board.castling = parse_castling(castling, &mut errors);
        (board.halfmove_clock, board.fullmove_number) = parse_counters(clock, number, &mut errors);
        if !errors.is_empty() {
            return Err(errors);
        }
        for (cell, &piece) in (0..).zip(&pieces) {
            if let Some(Piece { kind, side }) = piece {
                board.put_piece(side, code_of(kind), cell, &mut ());
            }
        }
        errors = piece_errors::<Self>(&pieces, must_promote);
        let homes = CASTLINGS.each_ref().map(|castling| (castling.king, castling.rook));
        errors.extend(castling_errors(board.castling, homes, |cell| board.piece_at(cell)));
        if let Err(more) = board.set_unmoved_pawns(unmoved_pawns) {
            errors.extend(more);
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        if board.is_king_attacked(board.side.other()) {
            errors.push(opponent_in_check(board.side.other()));
        }
        if let Err(message) = board.set_ep(ep) {
            errors.push(ParseError { field: EN_PASSANT, message });
        }
        board.finish_setup();
        if errors.is_empty() { Ok(board) } else { Err(errors) }
    }

    fn to_fen(&self) -> String {
        let unmoved_pawns = write_cells::<Self>(&self.unmoved_pawn_cells(), &self.pawns_at_start());
        let ep = match self.ep_pawn {
            NO_CELL => "-".into(),
            pawn => format!("{}:{}", Self::place_name(pawn), self.format_ep_cells()),
        };
        format!(
            "{} {} {} {unmoved_pawns} {ep} {} {}",
            write_levels(self),
            write_side(self.side),
            write_castling(self.castling),
            self.halfmove_clock,
            self.fullmove_number
        )
    }

    fn move_to_uci(&self, mv: Move) -> String {
        let mut text = Self::place_name(mv.from());
        if mv.kind() == MoveType::ElevatorRide {
            text.extend(ELEVATORS.get(self.side.index()).map(|&cell| Self::place_name(cell)));
        }
        text += &Self::place_name(mv.to());
        text.extend(mv.promotion().map(PieceType::letter));
        text
    }

    fn parse_uci_move(&self, text: &str) -> Result<Move, ParseError> {
        let error = |message| ParseError { field: "move", message };
        if text == "0000" {
            return Err(error("`0000`, the null move, is not legal in a game".into()));
        }
        let (cells, kind) = Self::parse_move_parts(text).map_err(error)?;
        let &[from, to, ref end @ ..] = cells.as_slice() else {
            return Err(error(format!("`{text}` read, two or three cells expected")));
        };
        let end = end.first().copied();
        let mut list = MoveList::new();
        self.generate(GenType::All, &mut list);
        let elevator = ELEVATORS.get(self.side.index()).copied();
        let legal = list.into_iter().find(|mv| match end {
            Some(end) => {
                mv.kind() == MoveType::ElevatorRide
                    && (mv.from(), mv.to()) == (from, end)
                    && Some(to) == elevator
            }
            None => {
                mv.kind() != MoveType::ElevatorRide
                    && (mv.from(), mv.to(), mv.promotion()) == (from, to, kind)
            }
        });
        legal.ok_or_else(|| error(self.explain_illegal_move(from, to, end, kind)))
    }

    fn diagram(&self) -> String {
        diagram(self)
    }
}
