//! Attacks, checks and pins.
//!
//! Lines are straight, so at most one of them joins the king and a cell, and a piece has at most
//! one pin. A missing cell shields the king like a piece.

use super::board::Sixfold;
use super::cell_set::{CellSet, FIXED_BOARDS, SINGLE_CELL, cell_on_wing, posts_of};
use super::lines::{
    BISHOP_RAYS, KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKERS, PAWN_ATTACKS, PieceReach, ROOK_RAYS,
    between, bishop_attacks, rook_attacks, wing_of,
};
use crate::geometry::bits::{BitIter, places};
use crate::geometry::{Place, byte_index};
use crate::moves::Side;
use crate::rules::Checks;

/// The checks and pins of the side to move.
pub(super) struct Legality {
    /// The pinned pieces; [`Sixfold::pin_mask`] gives the cells that one may move to.
    pub pinned: CellSet,
    /// The cells to which a piece other than the king may move without leaving a check.
    pub evasions: CellSet,
    /// Whether the king is attacked.
    pub in_check: bool,
    /// The posts (a bit set) that a platform may leave without leaving a check. A platform that
    /// leaves the line of a checking slider parries the check.
    pub departure_posts: u32,
    /// The posts (a bit set) on which an arriving platform may complete a line to the king.
    pub completing_posts: u32,
}

/// The checks and pins of the side to move, and what lines depend on.
pub struct CheckInfo {
    /// The cells that stop a line: occupied and missing ones.
    pub(super) blockers: CellSet,
    pub(super) legality: Legality,
}

impl Legality {
    /// No check and no pin.
    pub(super) const UNRESTRICTED: Legality = Legality {
        pinned: CellSet::EMPTY,
        evasions: CellSet::ALL,
        in_check: false,
        departure_posts: u32::MAX,
        completing_posts: 0,
    };
}

impl Checks for Sixfold {
    type CheckInfo = CheckInfo;

    #[inline(always)]
    fn check_info(&self) -> CheckInfo {
        let blockers = self.blockers();
        CheckInfo { blockers, legality: self.legality(&blockers) }
    }

    fn unrestricted_info(&self) -> CheckInfo {
        CheckInfo { blockers: self.blockers(), legality: Legality::UNRESTRICTED }
    }
}

impl Sixfold {
    /// Returns the cells, live or not, that the pieces of a side attack.
    #[inline(always)]
    pub(super) fn attacked_by(&self, by: Side) -> CellSet {
        let (own, blockers) = (self.pieces(by), &self.blockers());
        let king = self.king_cell(by);
        let mut attacked = KING_ATTACKS[usize::from(king)].to_set(wing_of(king)) & self.live();
        for from in (self.pawns() & own).iter() {
            let to = PAWN_ATTACKS[by.index()][byte_index(from)];
            attacked = attacked | to.to_set(wing_of(from));
        }
        for from in (self.knights() & own).iter() {
            let to = KNIGHT_ATTACKS[byte_index(from)];
            attacked = attacked | to | CellSet::from_word(FIXED_BOARDS, to.0[FIXED_BOARDS]);
        }
        for from in (self.bishops_and_queens() & own).iter() {
            attacked = attacked | bishop_attacks(from, blockers).to_set(wing_of(from));
        }
        for from in (self.rooks_and_queens() & own).iter() {
            attacked = attacked | rook_attacks(from, blockers).to_set(wing_of(from));
        }
        attacked
    }

    /// Returns the cells that stop a line: occupied and missing ones.
    #[inline(always)]
    pub(super) fn blockers(&self) -> CellSet {
        self.occupied() | !self.live()
    }

    /// Returns the pieces of both sides that attack a cell. Lines end at `blockers`; a piece that
    /// is not among them does not count.
    pub(super) fn attackers(&self, at: Place, blockers: &CellSet) -> CellSet {
        let wing = wing_of(at);
        let mut attackers = KNIGHT_ATTACKS[byte_index(at)] & self.knights();
        let mut add = |cells: PieceReach| cells.add_to(&mut attackers, wing);
        add(KING_ATTACKS[byte_index(at)].intersection(&self.kings(), wing));
        for side in Side::ALL {
            let pawns = self.pawns() & self.pieces(side);
            add(PAWN_ATTACKERS[side.index()][byte_index(at)].intersection(&pawns, wing));
        }
        add(bishop_attacks(at, blockers).intersection(&self.bishops_and_queens(), wing));
        let lines = rook_attacks(at, blockers).intersection(&self.rooks_and_queens(), wing);
        // A look-up finds a copied cell in one word; complete the set.
        attackers = attackers | lines.to_set(wing);
        attackers = attackers | CellSet::from_word(FIXED_BOARDS, attackers.0[FIXED_BOARDS]);
        attackers & *blockers
    }

    /// Returns whether a side attacks a cell, with these blockers.
    #[inline(always)]
    pub(super) fn is_attacked(&self, at: Place, by: Side, blockers: &CellSet) -> bool {
        let (cell, wing) = (byte_index(at), wing_of(at));
        let enemy = self.pieces(by);
        if !(KNIGHT_ATTACKS[cell] & self.knights() & enemy).is_empty()
            || PAWN_ATTACKERS[by.index()][cell].intersects(&(self.pawns() & enemy), wing)
            || KING_ATTACKS[cell].intersects(&(self.kings() & enemy), wing)
        {
            return true;
        }
        let (lines, diagonals) =
            (self.rooks_and_queens() & enemy, self.bishops_and_queens() & enemy);
        ROOK_RAYS[cell].intersects(&lines, wing)
            && rook_attacks(at, blockers).intersects(&lines, wing)
            || BISHOP_RAYS[cell].intersects(&diagonals, wing)
                && bishop_attacks(at, blockers).intersects(&diagonals, wing)
    }

    /// Returns whether the king of a side is attacked.
    #[inline]
    pub(super) fn is_king_attacked(&self, side: Side) -> bool {
        self.is_attacked(self.king_cell(side), side.other(), &self.blockers())
    }

    /// Returns the checks and pins of the side to move.
    #[inline(always)]
    pub(super) fn legality(&self, blockers: &CellSet) -> Legality {
        let side = self.side;
        let king = self.king_cell(side);
        let (cell, wing) = (byte_index(king), wing_of(king));
        let enemy = self.pieces(side.other());
        let mut legality = Legality::UNRESTRICTED;

        let pawns = self.pawns() & enemy;
        let mut leapers = KNIGHT_ATTACKS[cell] & self.knights() & enemy;
        let attacking = PAWN_ATTACKERS[side.other().index()][cell].intersection(&pawns, wing);
        attacking.add_to(&mut leapers, wing);
        if !leapers.is_empty() {
            legality.in_check = true;
            legality.departure_posts = 0;
            // Only a king move evades two leapers.
            legality.evasions = match leapers.count() {
                1 => SINGLE_CELL[byte_index(leapers.first())],
                _ => CellSet::EMPTY,
            };
        }

        let (lines, diagonals) =
            (self.rooks_and_queens() & enemy, self.bishops_and_queens() & enemy);
        let rooks = ROOK_RAYS[cell].intersection(&lines, wing);
        let bishops = BISHOP_RAYS[cell].intersection(&diagonals, wing);
        for from in places(rooks.fixed | bishops.fixed) {
            self.add_check_or_pin(king, from, blockers, &mut legality);
        }
        for bit in BitIter(rooks.wing | bishops.wing) {
            self.add_check_or_pin(king, cell_on_wing(wing, bit), blockers, &mut legality);
        }
        legality
    }

    /// Adds the check or pin by a slider in line with the king.
    #[inline(always)]
    fn add_check_or_pin(
        &self,
        king: Place,
        slider: Place,
        blockers: &CellSet,
        legality: &mut Legality,
    ) {
        let (word, cells) = between(king, slider);
        let blocking = cells & blockers.0[word];
        if blocking == 0 {
            legality.in_check = true;
            legality.evasions = legality.evasions
                & (CellSet::from_word(word, cells) | SINGLE_CELL[byte_index(slider)]);
            legality.departure_posts &= posts_of(word, cells);
            return;
        }
        let [a, b, c, white] = self.pieces[word];
        let occupied = a | b | c;
        if blocking & occupied == 0 {
            // Only missing cells block the line. One platform completes it if it has all of them.
            let posts = posts_of(word, blocking);
            if posts & (posts - 1) == 0 {
                legality.completing_posts |= posts;
            }
        } else if blocking & (blocking - 1) == 0 {
            let own = if self.side == Side::White { white } else { occupied & !white };
            legality.pinned = legality.pinned | CellSet::from_word(word, blocking & own);
        }
    }

    /// Returns the cells that a pinned piece may move to: the line to the pinning slider, and the
    /// slider.
    #[inline(never)]
    pub(super) fn pin_mask(&self, piece: Place, blockers: &CellSet) -> CellSet {
        let king = self.king_cell(self.side);
        let enemy = self.pieces(self.side.other());
        let cell = byte_index(king);
        let wing = wing_of(king);
        let rooks =
            ROOK_RAYS[cell].intersection(&(self.rooks_and_queens() & enemy), wing).to_set(wing);
        let bishops =
            BISHOP_RAYS[cell].intersection(&(self.bishops_and_queens() & enemy), wing).to_set(wing);
        for slider in (rooks | bishops).iter() {
            let (word, cells) = between(king, slider);
            let line = CellSet::from_word(word, cells);
            if line.contains(piece) && (cells & blockers.0[word]).count_ones() == 1 {
                return line | SINGLE_CELL[byte_index(slider)];
            }
        }
        CellSet::ALL
    }
}
