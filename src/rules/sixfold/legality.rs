//! Who attacks whom; checks and pins.
//!
//! Lines are straight, so that no two of them lead from a king to one cell: a man is pinned once at
//! most, and the king may be shielded by a missing cell as well as by a man.

use super::Board;
use super::cells::{Cells, FIXED_BOARDS, SINGLE, on_wing};
use super::lines::{between, bishop, rook};
use super::platforms::posts_of;
use super::tables::{BISHOP_LINES, KING, KNIGHT, PAWN_ATTACKERS, ROOK_LINES, Reach, wing_of};
use crate::geometry::bits::Bits;
use crate::moves::{Place, Side};

/// What decides legality for the side to move.
pub struct Legality {
    /// The pinned men; [`Board::pin_mask`] tells where one may go.
    pub pinned: Cells,
    /// Where a man other than the king may go, as far as checks are concerned.
    pub evasions: Cells,
    /// Is the king attacked?
    pub in_check: bool,
    /// The posts (a set of numbers) from which a platform may go, as far as checks are concerned:
    /// one that leaves a line to the king breaks it.
    pub leaving: u32,
    /// The posts on which a platform may complete a line to the king.
    pub completing: u32,
}

impl Legality {
    /// Nothing stands in the way.
    #[inline(always)]
    pub const fn free() -> Legality {
        Legality {
            pinned: Cells::NONE,
            evasions: Cells::ALL,
            in_check: false,
            leaving: u32::MAX,
            completing: 0,
        }
    }
}

impl Board {
    /// What stops a line: men, and cells that are missing.
    #[inline(always)]
    pub(super) fn blockers(&self) -> Cells {
        self.occupied() | !self.live()
    }

    /// The men of both sides that attack a cell, lines being stopped by these blockers; those that
    /// are not among the blockers do not count.
    pub(super) fn attackers(&self, at: Place, blockers: &Cells) -> Cells {
        let wing = wing_of(at);
        let mut attackers = KNIGHT[usize::from(at)] & self.knights();
        let mut add = |found: Reach| {
            attackers.0[FIXED_BOARDS] |= found.fixed;
            attackers.0[wing] |= found.wing;
        };
        add(KING[usize::from(at)].within(&self.kings(), wing));
        for side in Side::ALL {
            let pawns = self.pawns() & self.men(side);
            add(PAWN_ATTACKERS[side.index()][usize::from(at)].within(&pawns, wing));
        }
        add(bishop(at, blockers).within(&self.on_diagonals(), wing));
        let lines = rook(at, blockers).within(&self.on_lines(), wing);
        // Doubled cells count in either word; they are told in both.
        attackers = attackers | lines.cells(wing);
        attackers = attackers | Cells::of_word(FIXED_BOARDS, attackers.0[FIXED_BOARDS]);
        attackers & *blockers
    }

    /// Does a man of that side attack a cell, lines being stopped by these blockers?
    #[inline(always)]
    pub(super) fn is_attacked(&self, at: Place, by: Side, blockers: &Cells) -> bool {
        let (cell, wing) = (usize::from(at), wing_of(at));
        let men = self.men(by);
        if !(KNIGHT[cell] & self.knights() & men).is_empty()
            || PAWN_ATTACKERS[by.index()][cell].meets(&(self.pawns() & men), wing)
            || KING[cell].meets(&(self.kings() & men), wing)
        {
            return true;
        }
        let (lines, diagonals) = (self.on_lines() & men, self.on_diagonals() & men);
        ROOK_LINES[cell].meets(&lines, wing) && rook(at, blockers).meets(&lines, wing)
            || BISHOP_LINES[cell].meets(&diagonals, wing)
                && bishop(at, blockers).meets(&diagonals, wing)
    }

    /// Does the king of that side stand attacked?
    #[inline]
    pub(super) fn is_king_attacked(&self, side: Side) -> bool {
        self.is_attacked(self.king_cell(side), side.other(), &self.blockers())
    }

    /// Checks and pins of the side to move.
    #[inline(always)]
    pub(super) fn legality(&self, blockers: &Cells) -> Legality {
        let side = self.side;
        let king = self.king_cell(side);
        let (cell, wing) = (usize::from(king), wing_of(king));
        let enemy = self.men(side.other());
        let mut legality = Legality::free();

        let pawns = self.pawns() & enemy;
        let mut leapers = KNIGHT[cell] & self.knights() & enemy;
        let attacking = PAWN_ATTACKERS[side.other().index()][cell].within(&pawns, wing);
        leapers.0[FIXED_BOARDS] |= attacking.fixed;
        leapers.0[wing] |= attacking.wing;
        if !leapers.is_empty() {
            legality.in_check = true;
            legality.leaving = 0;
            // Two leapers leave nothing but a king move.
            legality.evasions = match leapers.count() {
                1 => SINGLE[usize::from(leapers.first())],
                _ => Cells::NONE,
            };
        }

        let (lines, diagonals) = (self.on_lines() & enemy, self.on_diagonals() & enemy);
        let rooks = ROOK_LINES[cell].within(&lines, wing);
        let bishops = BISHOP_LINES[cell].within(&diagonals, wing);
        for bit in Bits(rooks.fixed | bishops.fixed) {
            self.look(king, bit, blockers, &mut legality);
        }
        for bit in Bits(rooks.wing | bishops.wing) {
            self.look(king, on_wing(wing, bit), blockers, &mut legality);
        }
        legality
    }

    /// What a slider in line with the king means.
    #[inline(always)]
    fn look(&self, king: Place, slider: Place, blockers: &Cells, legality: &mut Legality) {
        let (word, cells) = between(king, slider);
        let blocking = cells & blockers.0[word];
        if blocking == 0 {
            legality.in_check = true;
            legality.evasions =
                legality.evasions & (Cells::of_word(word, cells) | SINGLE[usize::from(slider)]);
            legality.leaving &= posts_of(word, cells);
            return;
        }
        let [a, b, c, white] = self.men[word];
        let occupied = a | b | c;
        if blocking & occupied == 0 {
            // Only missing cells: one platform may bring them all.
            let posts = posts_of(word, blocking);
            if posts & (posts - 1) == 0 {
                legality.completing |= posts;
            }
        } else if blocking & (blocking - 1) == 0 {
            let own = if self.side == Side::White { white } else { occupied & !white };
            legality.pinned = legality.pinned | Cells::of_word(word, blocking & own);
        }
    }

    /// Where a pinned man may go: along the line to its pinner, and take it.
    #[inline(never)]
    pub(super) fn pin_mask(&self, man: Place, blockers: &Cells) -> Cells {
        let king = self.king_cell(self.side);
        let enemy = self.men(self.side.other());
        let cell = usize::from(king);
        let wing = wing_of(king);
        let rooks = ROOK_LINES[cell].within(&(self.on_lines() & enemy), wing).cells(wing);
        let bishops = BISHOP_LINES[cell].within(&(self.on_diagonals() & enemy), wing).cells(wing);
        for slider in (rooks | bishops).each() {
            let (word, cells) = between(king, slider);
            let line = Cells::of_word(word, cells);
            if line.holds(man) && (cells & blockers.0[word]).count_ones() == 1 {
                return line | SINGLE[usize::from(slider)];
            }
        }
        Cells::ALL
    }
}
