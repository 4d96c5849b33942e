//! Replies counted for perft.

use super::board::Sixfold;
use super::cell_set::{
    CELL_OF_WING, CellSet, DUPLICATES, ON_POSTS, POST_LOW_BITS, SINGLE_CELL, WINGS,
};
use super::lines::{
    BISHOP_RAYS, DOUBLE_STEPS, KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKERS, PAWN_ATTACKS,
    PAWN_STEPS, ROOK_RAYS, START_BIT, bishop_attacks, rook_attacks, wing_of,
};
use crate::geometry::bits::{BitIter, places};
use crate::geometry::{Place, byte_index};
use crate::moves::{Move, MoveType};
use crate::rules::generate::MoveGenerator;
use crate::rules::shared_replies::SharedReplies;
use crate::rules::{BulkCount, Checks, Rules};

impl BulkCount for Sixfold {
    #[inline(never)]
    fn count_replies(&self, moves: &[Move]) -> u64 {
        let shared = self.make_null().shared_replies();
        let mut count = 0;
        for &mv in moves {
            let changes = |cell: Place| shared.places.contains(cell);
            if mv.kind() == MoveType::Normal && !changes(mv.from()) && !changes(mv.to()) {
                count += shared.count.0;
            } else {
                count += self.make(mv, &mut ()).count_legal_moves();
            }
        }
        count
    }
}

impl Sixfold {
    /// Counts the legal moves, and collects the cells that they depend on.
    #[inline(never)]
    fn shared_replies(&self) -> SharedReplies<CellSet> {
        let info = self.check_info();
        debug_assert!(!info.legality.in_check, "a side cannot pass in check");
        // Each cell is in one word only, until the end.
        let mut shared = SharedReplies::default();
        self.generate_into(&info, Self::ALL_MOVES, &mut shared);
        let (side, own) = (self.side, self.pieces(self.side));
        let mut cells = shared.places | own;
        // The platforms that may be movable.
        for wing in WINGS {
            let aboard = own.0[wing] & ON_POSTS;
            let pairs = aboard | aboard >> 1;
            cells.0[wing] |= ((pairs | pairs >> 2) & POST_LOW_BITS) * 0b1111;
        }
        for from in (self.pawns() & own).iter() {
            let (cell, wing) = (byte_index(from), wing_of(from));
            PAWN_STEPS[side.index()][cell].add_to(&mut cells, wing);
            PAWN_ATTACKS[side.index()][cell].add_to(&mut cells, wing);
            let start = START_BIT[cell] & self.unmoved_pawns;
            if start != 0 {
                for double in &DOUBLE_STEPS[start.trailing_zeros() as usize % 16] {
                    cells.0[double.word] |= double.both;
                }
            }
        }
        self.add_king_cells(&info.blockers, &mut cells);
        // Cells that were found as copies in a wing.
        for wing in WINGS {
            cells = cells | CellSet::from_word(wing, cells.0[wing] & DUPLICATES);
        }
        SharedReplies { count: shared.count, places: cells }
    }

    /// Adds the cells that the safety of the king depends on, in its own cell and in those that it
    /// may enter, each in one word only. Any piece in line with the king may pin another, or attack
    /// it when a platform has moved.
    #[inline(always)]
    fn add_king_cells(&self, blockers: &CellSet, cells: &mut CellSet) {
        let (king, enemy) = (self.king_cell(self.side), self.side.other());
        let add_leaps = |cell: Place, cells: &mut CellSet| {
            let (index, wing) = (byte_index(cell), wing_of(cell));
            *cells = *cells | KNIGHT_ATTACKS[index];
            KING_ATTACKS[index].add_to(cells, wing);
            PAWN_ATTACKERS[enemy.index()][index].add_to(cells, wing);
        };
        add_leaps(king, cells);
        let (index, wing) = (byte_index(king), wing_of(king));
        ROOK_RAYS[index].add_to(cells, wing);
        BISHOP_RAYS[index].add_to(cells, wing);
        let targets = !*blockers | self.pieces(enemy);
        let entered = KING_ATTACKS[index].intersection(&targets, wing);
        // The king does not shield the cells behind it.
        let blockers = *blockers & !SINGLE_CELL[index];
        let mut add = |cell: Place| {
            add_leaps(cell, cells);
            rook_attacks(cell, &blockers).add_to(cells, wing_of(cell));
            bishop_attacks(cell, &blockers).add_to(cells, wing_of(cell));
        };
        places(entered.fixed).for_each(&mut add);
        let on_wing = BitIter(entered.wing);
        on_wing.for_each(|bit| add(CELL_OF_WING[(wing - 1) % 2][usize::from(bit) % 64]));
    }
}
