//! Attacks, checks and pins.

use super::board::Board;
use crate::geometry::Place;
use crate::geometry::cube::{
    ALL, CELLS, ENTRIES, Step, between, bishop_attacks, bishop_rays, cells, contains,
    for_each_cell, king_attacks, knight_attacks, rook_attacks, rook_rays, set_of, step,
    unicorn_attacks, unicorn_rays,
};
use crate::moves::{Move, PieceType, Side};
use crate::rules::Checks;
use crate::rules::quad_bitboards::{PIECE_TYPE_OF_CODE, UNICORN};

/// The captures of a white pawn (rule R3) in files, ranks and levels. Those of a black one are
/// opposite.
const WHITE_CAPTURES: [Step; 5] = [(-1, 1, 0), (1, 1, 0), (-1, 0, 1), (1, 0, 1), (0, 1, 1)];

/// The cells from which a pawn of that side attacks a cell, by side and cell.
static PAWN_ATTACKERS: [[u128; ENTRIES]; 2] = {
    let mut table = [[0; ENTRIES]; 2];
    let mut from = 0;
    while from < CELLS {
        let mut i = 0;
        while i < WHITE_CAPTURES.len() {
            let by = WHITE_CAPTURES[i];
            if let Some(to) = step(from as Place, by) {
                table[0][to as usize] |= set_of(from as Place);
            }
            if let Some(to) = step(from as Place, (-by.0, -by.1, -by.2)) {
                table[1][to as usize] |= set_of(from as Place);
            }
            i += 1;
        }
        from += 1;
    }
    table
};

/// Returns the cells from which a pawn of that side attacks a cell.
#[inline(always)]
fn pawn_attackers(side: Side, cell: Place) -> u128 {
    PAWN_ATTACKERS[side.index()][usize::from(cell) % ENTRIES]
}

/// The checks and pins of the side to move.
pub struct Legality {
    /// The pinned pieces; [`Board::pin_mask`] gives the cells that one may move to.
    pub(super) pinned: u128,
    /// The cells to which a piece other than the king may move without leaving a check.
    pub(super) evasions: u128,
}

impl Legality {
    /// No check and no pin.
    pub(super) const UNRESTRICTED: Legality = Legality { pinned: 0, evasions: ALL };
}

/// The pieces of a side that is to attack, by the way they attack.
pub(super) struct AttackingPieces {
    side: Side,
    pawns: u128,
    knights: u128,
    kings: u128,
    /// Rooks and queens.
    rook_like: u128,
    /// Bishops and queens.
    bishop_like: u128,
    /// Unicorns and queens.
    unicorn_like: u128,
}

impl AttackingPieces {
    /// Returns whether a piece attacks a cell. Lines end at `occupied` cells.
    #[inline(always)]
    pub(super) fn attack(&self, cell: Place, occupied: u128) -> bool {
        let leapers = knight_attacks(cell) & self.knights
            | king_attacks(cell) & self.kings
            | pawn_attackers(self.side, cell) & self.pawns;
        if leapers != 0 {
            return true;
        }
        if self.aligned_sliders(cell) == 0 {
            return false;
        }
        let sliders = rook_attacks(cell, occupied) & self.rook_like
            | bishop_attacks(cell, occupied) & self.bishop_like
            | unicorn_attacks(cell, occupied) & self.unicorn_like;
        sliders != 0
    }

    /// Returns the sliders that attack a cell on an otherwise empty board.
    #[inline(always)]
    fn aligned_sliders(&self, cell: Place) -> u128 {
        rook_rays(cell) & self.rook_like
            | bishop_rays(cell) & self.bishop_like
            | unicorn_rays(cell) & self.unicorn_like
    }
}

impl Checks for Board {
    type CheckInfo = Legality;

    #[inline(always)]
    fn check_info(&self) -> Legality {
        self.legality()
    }

    fn unrestricted_info(&self) -> Legality {
        Legality::UNRESTRICTED
    }
}

impl Board {
    /// Returns the pieces of a side by the way they attack; `pieces` are all its pieces.
    #[inline(always)]
    pub(super) fn attacking_pieces(&self, side: Side, pieces: u128) -> AttackingPieces {
        AttackingPieces {
            side,
            pawns: self.pawns() & pieces,
            knights: self.knights() & pieces,
            kings: self.kings() & pieces,
            rook_like: self.rooks_and_queens() & pieces,
            bishop_like: self.bishops_and_queens() & pieces,
            unicorn_like: self.unicorns_and_queens() & pieces,
        }
    }

    /// Returns the pieces of both sides that attack a cell. Only those on `occupied` cells attack
    /// and block.
    #[inline]
    pub(super) fn attackers(&self, cell: Place, occupied: u128) -> u128 {
        let mut attackers =
            knight_attacks(cell) & self.knights() | king_attacks(cell) & self.kings();
        for side in Side::ALL {
            attackers |= pawn_attackers(side, cell) & self.pawns() & self.pieces(side);
        }
        attackers |= rook_attacks(cell, occupied) & self.rooks_and_queens();
        attackers |= bishop_attacks(cell, occupied) & self.bishops_and_queens();
        attackers |= unicorn_attacks(cell, occupied) & self.unicorns_and_queens();
        attackers & occupied
    }

    /// Returns whether the king of a side is attacked.
    #[inline]
    pub(super) fn is_king_attacked(&self, side: Side) -> bool {
        let by = side.other();
        let enemy = self.attacking_pieces(by, self.pieces(by));
        enemy.attack(self.king_cell(side), self.occupied())
    }

    /// Returns whether a move can attack the enemy king, if nothing blocks the lines: the moved piece
    /// reaches it, or a slider is in line with it behind the origin.
    #[inline]
    pub(super) fn may_attack_king(&self, mv: Move) -> bool {
        let king = self.king_cell(self.side.other());
        let (lines, edges, corners) = (rook_rays(king), bishop_rays(king), unicorn_rays(king));
        let moved = mv.promotion().or(PIECE_TYPE_OF_CODE[self.code(mv.from())]);
        let attacked_from = match moved {
            Some(PieceType::PAWN) => pawn_attackers(self.side, king),
            Some(PieceType::KNIGHT) => knight_attacks(king),
            Some(PieceType::BISHOP) => edges,
            Some(PieceType::ROOK) => lines,
            Some(UNICORN) => corners,
            Some(PieceType::QUEEN) => lines | edges | corners,
            _ => 0,
        };
        if contains(attacked_from, mv.to()) {
            return true;
        }
        if !contains(lines | edges | corners, mv.from()) {
            return false;
        }
        let others = self.pieces(self.side) & !set_of(mv.from());
        self.attacking_pieces(self.side, others).aligned_sliders(king) != 0
    }

    /// Returns the checks and pins of the side to move.
    #[inline(always)]
    pub(super) fn legality(&self) -> Legality {
        let (own, occupied) = (self.pieces(self.side), self.occupied());
        let enemy = self.attacking_pieces(self.side.other(), occupied & !own);
        let mut legality = Legality::UNRESTRICTED;
        let at = self.king_cell(self.side);
        let leapers =
            knight_attacks(at) & enemy.knights | pawn_attackers(enemy.side, at) & enemy.pawns;
        if leapers != 0 {
            // Only a king move evades two leapers.
            legality.evasions = if leapers & (leapers - 1) == 0 { leapers } else { 0 };
        }
        for_each_cell(enemy.aligned_sliders(at), |slider| {
            let between = between(at, slider);
            let blocking = between & occupied;
            if blocking == 0 {
                legality.evasions &= between | set_of(slider);
            } else if blocking & (blocking - 1) == 0 {
                legality.pinned |= blocking & own;
            }
        });
        legality
    }

    /// Returns the cells that a pinned piece may move to: the line to the pinning slider, and the
    /// slider.
    #[inline(never)]
    pub(super) fn pin_mask(&self, piece: Place) -> u128 {
        let (at, occupied) = (self.king_cell(self.side), self.occupied());
        let by = self.side.other();
        let aligned = self.attacking_pieces(by, self.pieces(by)).aligned_sliders(at);
        let mut lines = cells(aligned).map(|slider| (between(at, slider), slider));
        let line = lines.find(|(between, _)| between & occupied == set_of(piece));
        line.map_or(ALL, |(between, slider)| between | set_of(slider))
    }
}
