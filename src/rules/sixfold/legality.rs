//! Who attacks whom; checks and pins.
//!
//! Lines are straight, so that no two of them lead from a king to one cell: a man is pinned once at
//! most, and the king may be shielded by a missing cell as well as by a man.

use super::board::Board;
use super::cell_set::{CellSet, FIXED_BOARDS, SINGLE_CELL, cell_on_wing};
use super::lines::{between, bishop_attacks, rook_attacks};
use super::platforms::posts_of;
use super::tables::{
    BISHOP_RAYS, KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKERS, PieceReach, ROOK_RAYS, wing_of,
};
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::moves::Side;

/// What decides legality for the side to move.
pub struct Legality {
    /// The pinned men; [`Board::pin_mask`] tells where one may go.
    pub pinned: CellSet,
    /// Where a man other than the king may go, as far as checks are concerned.
    pub evasions: CellSet,
    /// Is the king attacked?
    pub in_check: bool,
    /// The posts (a set of numbers) from which a platform may go, as far as checks are concerned:
    /// one that leaves a line to the king breaks it.
    pub departure_posts: u32,
    /// The posts on which a platform may complete a line to the king.
    pub completing_posts: u32,
}

impl Legality {
    /// Nothing stands in the way.
    pub const UNRESTRICTED: Legality = Legality {
        pinned: CellSet::EMPTY,
        evasions: CellSet::ALL,
        in_check: false,
        departure_posts: u32::MAX,
        completing_posts: 0,
    };
}

impl Board {
    /// What stops a line: men, and cells that are missing.
    #[inline(always)]
    pub(super) fn blockers(&self) -> CellSet {
        self.occupied() | !self.live()
    }

    /// The men of both sides that attack a cell, lines being stopped by these blockers; those that
    /// are not among the blockers do not count.
    pub(super) fn attackers(&self, at: Place, blockers: &CellSet) -> CellSet {
        let wing = wing_of(at);
        let mut attackers = KNIGHT_ATTACKS[usize::from(at)] & self.knights();
        let mut add = |found: PieceReach| {
            attackers.0[FIXED_BOARDS] |= found.fixed;
            attackers.0[wing] |= found.wing;
        };
        add(KING_ATTACKS[usize::from(at)].intersection(&self.kings(), wing));
        for side in Side::ALL {
            let pawns = self.pawns() & self.pieces(side);
            add(PAWN_ATTACKERS[side.index()][usize::from(at)].intersection(&pawns, wing));
        }
        add(bishop_attacks(at, blockers).intersection(&self.bishops_and_queens(), wing));
        let lines = rook_attacks(at, blockers).intersection(&self.rooks_and_queens(), wing);
        // Doubled cells count in either word; they are told in both.
        attackers = attackers | lines.to_set(wing);
        attackers = attackers | CellSet::from_word(FIXED_BOARDS, attackers.0[FIXED_BOARDS]);
        attackers & *blockers
    }

    /// Does a man of that side attack a cell, lines being stopped by these blockers?
    #[inline(always)]
    pub(super) fn is_attacked(&self, at: Place, by: Side, blockers: &CellSet) -> bool {
        let (cell, wing) = (usize::from(at), wing_of(at));
        let men = self.pieces(by);
        if !(KNIGHT_ATTACKS[cell] & self.knights() & men).is_empty()
            || PAWN_ATTACKERS[by.index()][cell].intersects(&(self.pawns() & men), wing)
            || KING_ATTACKS[cell].intersects(&(self.kings() & men), wing)
        {
            return true;
        }
        let (lines, diagonals) = (self.rooks_and_queens() & men, self.bishops_and_queens() & men);
        ROOK_RAYS[cell].intersects(&lines, wing)
            && rook_attacks(at, blockers).intersects(&lines, wing)
            || BISHOP_RAYS[cell].intersects(&diagonals, wing)
                && bishop_attacks(at, blockers).intersects(&diagonals, wing)
    }

    /// Does the king of that side stand attacked?
    #[inline]
    pub(super) fn is_king_attacked(&self, side: Side) -> bool {
        self.is_attacked(self.king_cell(side), side.other(), &self.blockers())
    }

    /// Checks and pins of the side to move.
    #[inline(always)]
    pub(super) fn legality(&self, blockers: &CellSet) -> Legality {
        let side = self.side;
        let king = self.king_cell(side);
        let (cell, wing) = (usize::from(king), wing_of(king));
        let enemy = self.pieces(side.other());
        let mut legality = Legality::UNRESTRICTED;

        let pawns = self.pawns() & enemy;
        let mut leapers = KNIGHT_ATTACKS[cell] & self.knights() & enemy;
        let attacking = PAWN_ATTACKERS[side.other().index()][cell].intersection(&pawns, wing);
        leapers.0[FIXED_BOARDS] |= attacking.fixed;
        leapers.0[wing] |= attacking.wing;
        if !leapers.is_empty() {
            legality.in_check = true;
            legality.departure_posts = 0;
            // Two leapers leave nothing but a king move.
            legality.evasions = match leapers.count() {
                1 => SINGLE_CELL[usize::from(leapers.first())],
                _ => CellSet::EMPTY,
            };
        }

        let (lines, diagonals) =
            (self.rooks_and_queens() & enemy, self.bishops_and_queens() & enemy);
        let rooks = ROOK_RAYS[cell].intersection(&lines, wing);
        let bishops = BISHOP_RAYS[cell].intersection(&diagonals, wing);
        for bit in BitIter(rooks.fixed | bishops.fixed) {
            self.add_check_or_pin(king, bit, blockers, &mut legality);
        }
        for bit in BitIter(rooks.wing | bishops.wing) {
            self.add_check_or_pin(king, cell_on_wing(wing, bit), blockers, &mut legality);
        }
        legality
    }

    /// What a slider in line with the king means.
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
                & (CellSet::from_word(word, cells) | SINGLE_CELL[usize::from(slider)]);
            legality.departure_posts &= posts_of(word, cells);
            return;
        }
        let [a, b, c, white] = self.pieces[word];
        let occupied = a | b | c;
        if blocking & occupied == 0 {
            // Only missing cells: one platform may bring them all.
            let posts = posts_of(word, blocking);
            if posts & (posts - 1) == 0 {
                legality.completing_posts |= posts;
            }
        } else if blocking & (blocking - 1) == 0 {
            let own = if self.side == Side::White { white } else { occupied & !white };
            legality.pinned = legality.pinned | CellSet::from_word(word, blocking & own);
        }
    }

    /// Where a pinned man may go: along the line to its pinner, and take it.
    #[inline(never)]
    pub(super) fn pin_mask(&self, man: Place, blockers: &CellSet) -> CellSet {
        let king = self.king_cell(self.side);
        let enemy = self.pieces(self.side.other());
        let cell = usize::from(king);
        let wing = wing_of(king);
        let rooks =
            ROOK_RAYS[cell].intersection(&(self.rooks_and_queens() & enemy), wing).to_set(wing);
        let bishops =
            BISHOP_RAYS[cell].intersection(&(self.bishops_and_queens() & enemy), wing).to_set(wing);
        for slider in (rooks | bishops).iter() {
            let (word, cells) = between(king, slider);
            let line = CellSet::from_word(word, cells);
            if line.contains(man) && (cells & blockers.0[word]).count_ones() == 1 {
                return line | SINGLE_CELL[usize::from(slider)];
            }
        }
        CellSet::ALL
    }
}
