//! Attacks, checks and pins.

use super::board::{FixedBoard, Kinds};
use super::cells::CellSet;
use super::tables::{AttackRow, BentClass, ROW, SideTables};
use crate::geometry::Place;
use crate::moves::Side;
use crate::rules::{Checks, Rules};

/// The checks and pins of the side to move, and the sets from which they follow.
pub struct CheckInfo<const W: usize> {
    /// The pieces of both sides by kind.
    pub(super) kinds: Kinds<W>,
    /// The pinned pieces; [`FixedBoard::pin_mask`] gives the cells that one may move to. In games
    /// whose moves are tested: the cells that a piece may not leave without a test.
    pub(super) pinned: CellSet<W>,
    /// The cells to which a piece other than the king may move without leaving a check.
    pub(super) evasions: CellSet<W>,
    /// The pieces that give check.
    pub(super) checkers: CellSet<W>,
}

impl<const W: usize> CheckInfo<W> {
    /// Returns whether the side to move is in check.
    #[inline(always)]
    pub fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }
}

/// The pieces of a side that is to attack.
pub(super) struct AttackingPieces<'a, const W: usize, const ID: usize> {
    board: &'a FixedBoard<W, ID>,
    tables: &'static SideTables<W>,
    kinds: &'a Kinds<W>,
    pieces: CellSet<W>,
}

/// Returns the union of some kinds.
#[inline(always)]
pub(super) fn union<const W: usize>(kinds: &Kinds<W>, mut of: u16) -> CellSet<W> {
    let mut union = CellSet::EMPTY;
    while of != 0 {
        union |= kinds[of.trailing_zeros() as usize % kinds.len()];
        of &= of - 1;
    }
    union
}

impl<const W: usize, const ID: usize> Checks for FixedBoard<W, ID> {
    type CheckInfo = CheckInfo<W>;

    #[inline(always)]
    fn check_info(&self) -> CheckInfo<W> {
        let mut info = self.unrestricted_info();
        let (at, by) = (self.king_cell(self.side), self.side.other());
        if self.features().tests_moves {
            self.find_checkers(&mut info);
            return info;
        }
        let (own, enemy) = (self.pieces(self.side), self.pieces(by));
        let occupied = own | enemy;
        let attacking = self.attacking_pieces(by, &info.kinds, enemy);
        let leapers = attacking.leaping(at, self.features().leapers);
        if !leapers.is_empty() {
            info.checkers = leapers;
            // Only a king move evades two leapers.
            info.evasions = leapers.only_if(leapers.is_single());
        }
        let aligned = attacking.aligned(at);
        aligned.for_each(|slider| {
            let between = self.game.lines.between(at, slider);
            let blocking = between & occupied;
            if blocking.is_empty() {
                info.checkers.insert(slider);
                info.evasions &= between | CellSet::from_cell(slider);
            } else if blocking.is_single() {
                info.pinned |= blocking & own;
            }
        });
        info
    }

    #[inline(always)]
    fn unrestricted_info(&self) -> CheckInfo<W> {
        CheckInfo {
            kinds: self.by_kind(),
            pinned: CellSet::EMPTY,
            evasions: CellSet::FULL,
            checkers: CellSet::EMPTY,
        }
    }
}

impl<const W: usize, const ID: usize> FixedBoard<W, ID> {
    /// Returns the tables of a side.
    #[inline(always)]
    pub(super) fn tables(&self, side: Side) -> &'static SideTables<W> {
        let game = self.game;
        &game.sides[side.index()]
    }

    /// Returns the pieces of a side that attack; `kinds` are those of this board or of one with
    /// more pieces.
    #[inline(always)]
    pub(super) fn attacking_pieces<'a>(
        &'a self,
        side: Side,
        kinds: &'a Kinds<W>,
        pieces: CellSet<W>,
    ) -> AttackingPieces<'a, W, ID> {
        AttackingPieces { board: self, tables: self.tables(side), kinds, pieces }
    }

    /// Returns the pieces of a side that are held fast: they neither move nor attack.
    #[inline]
    pub(super) fn frozen(&self, side: Side) -> CellSet<W> {
        let by = side.other();
        let mut frozen = CellSet::EMPTY;
        for freezer in &self.tables(by).freezers {
            (self.of_kind(freezer.kind) & self.pieces(by))
                .for_each(|cell| frozen |= *freezer.table.get(cell));
        }
        frozen & self.pieces(side)
    }

    /// Returns the pieces of a side that can attack.
    #[inline(always)]
    pub(super) fn active(&self, side: Side) -> CellSet<W> {
        let pieces = self.pieces(side);
        if !self.features().freezes {
            return pieces;
        }
        pieces.without(self.frozen(side))
    }

    /// Returns those of the attacking pieces that attack a cell. Lines end at `occupied` cells.
    #[inline]
    pub(super) fn attackers_among(
        &self,
        enemy: &AttackingPieces<'_, W, ID>,
        cell: Place,
        occupied: &CellSet<W>,
    ) -> CellSet<W> {
        enemy.leaping(cell, self.features().leapers) | self.sliders_among(enemy, cell, occupied)
    }

    /// Returns those of the attacking pieces that attack a cell over empty cells.
    #[inline]
    pub(super) fn sliders_among(
        &self,
        enemy: &AttackingPieces<'_, W, ID>,
        cell: Place,
        occupied: &CellSet<W>,
    ) -> CellSet<W> {
        let mut attackers = CellSet::EMPTY;
        enemy.aligned(cell).for_each(|slider| {
            if (self.game.lines.between(cell, slider) & *occupied).is_empty() {
                attackers.insert(slider);
            }
        });
        if self.features().bent != 0 {
            attackers |= enemy.bent(cell, occupied);
        }
        attackers
    }

    /// Returns whether one of the attacking pieces attacks a cell. Lines end at `occupied` cells.
    #[inline(always)]
    pub(super) fn is_attacked(
        &self,
        enemy: &AttackingPieces<'_, W, ID>,
        cell: Place,
        occupied: &CellSet<W>,
    ) -> bool {
        if !enemy.leaping(cell, self.features().leapers).is_empty() {
            return true;
        }
        let mut is_attacked = false;
        enemy.aligned(cell).for_each(|slider| {
            is_attacked |= (self.game.lines.between(cell, slider) & *occupied).is_empty();
        });
        is_attacked || self.features().bent != 0 && !enemy.bent(cell, occupied).is_empty()
    }

    /// Returns whether the king of a side is attacked.
    #[inline]
    pub(super) fn is_king_attacked(&self, side: Side) -> bool {
        self.is_cell_attacked(self.king_cell(side), side.other())
    }

    /// Returns whether a side attacks a cell.
    pub(super) fn is_cell_attacked(&self, cell: Place, by: Side) -> bool {
        let near = self.tables(by).attacks.near(cell).from;
        let occupied = self.occupied();
        // Few pieces are near: to look at each is faster than to gather the sets of all kinds.
        (near & self.active(by)).iter().any(|from| self.attacks_from(by, from, cell, &occupied))
    }

    /// Returns whether the piece of a side on one cell attacks another. Lines end at `occupied`
    /// cells.
    #[inline(always)]
    fn attacks_from(&self, by: Side, from: Place, cell: Place, occupied: &CellSet<W>) -> bool {
        let (kind, tables) = (self.kind_on(from), self.tables(by));
        if tables.attacks.leaps(kind, cell).contains(from) {
            return true;
        }
        if tables.attacks.lines(kind, cell).contains(from)
            && (self.game.lines.between(cell, from) & *occupied).is_empty()
        {
            return true;
        }
        let mut classes = tables.bent_classes.iter().filter(|class| class.kinds >> kind & 1 != 0);
        self.features().bent >> kind & 1 != 0
            && classes
                .any(|class| class.among(CellSet::from_cell(from), cell, occupied).contains(from))
    }

    #[inline(never)]
    fn find_checkers(&self, info: &mut CheckInfo<W>) {
        let (at, by) = (self.king_cell(self.side), self.side.other());
        let (kinds, occupied) = (info.kinds, self.occupied());
        let enemy = self.attacking_pieces(by, &kinds, self.active(by));
        info.checkers = self.attackers_among(&enemy, at, &occupied);
        if info.in_check() {
            info.pinned = CellSet::FULL;
            return;
        }
        // Where the king is safe, it stays so unless it moves, a line to it becomes empty, or a
        // piece that holds others fast moves. A capture after which the piece goes over to another
        // level leaves two cells empty.
        info.pinned = CellSet::from_cell(at);
        let most = 1 + u32::from(self.features().has_transfer);
        enemy.aligned(at).for_each(|slider| {
            let blocking = self.game.lines.between(at, slider) & occupied;
            info.pinned |= blocking.only_if(blocking.count() <= most);
        });
        for class in &enemy.tables.bent_classes {
            let sliders = union(enemy.kinds, class.kinds) & enemy.pieces;
            let may_attack = !(sliders & *class.reach.get(at)).is_empty();
            info.pinned |= class.over.get(at).only_if(may_attack);
        }
        for freezer in &self.tables(self.side).freezers {
            info.pinned |= info.kinds[usize::from(freezer.kind) % info.kinds.len()];
        }
    }

    /// Returns the cells that a pinned piece may move to: the line to the pinning slider, and the
    /// slider.
    #[inline(never)]
    pub(super) fn pin_mask(&self, kinds: &Kinds<W>, piece: Place) -> CellSet<W> {
        let (at, occupied) = (self.king_cell(self.side), self.occupied());
        let by = self.side.other();
        let mut mask = CellSet::FULL;
        let enemy = self.attacking_pieces(by, kinds, self.pieces(by));
        enemy.aligned(at).for_each(|slider| {
            let between = self.game.lines.between(at, slider);
            if (between & occupied) == CellSet::from_cell(piece) {
                mask = between | CellSet::from_cell(slider);
            }
        });
        mask
    }
}

impl<const W: usize, const ID: usize> AttackingPieces<'_, W, ID> {
    /// Returns the leapers of these kinds that attack a cell.
    #[inline(always)]
    pub(super) fn leaping(&self, cell: Place, kinds: u16) -> CellSet<W> {
        self.common(cell, kinds, |row| &row.leaps)
    }

    /// Returns the sliders that attack a cell on an otherwise empty board.
    #[inline(always)]
    pub(super) fn aligned(&self, cell: Place) -> CellSet<W> {
        self.common(cell, self.board.features().sliders, |row| &row.lines)
    }

    /// Returns the pieces that attack a cell over empty cells that are not on a straight line.
    fn bent(&self, cell: Place, occupied: &CellSet<W>) -> CellSet<W> {
        let mut attackers = CellSet::EMPTY;
        for class in &self.tables.bent_classes {
            attackers |= class.among(union(self.kinds, class.kinds) & self.pieces, cell, occupied);
        }
        attackers
    }

    /// Returns the pieces of these kinds on the cells of their kinds in the rows of a cell.
    #[inline(always)]
    fn common(
        &self,
        cell: Place,
        kinds: u16,
        part: impl Fn(&AttackRow<W>) -> &[CellSet<W>; ROW],
    ) -> CellSet<W> {
        let mut union = CellSet::EMPTY;
        let rows = self.tables.attacks.of_cell(cell, self.board.features().kinds);
        for (first, row) in (0..).step_by(ROW).zip(rows) {
            for index in 0..ROW {
                if kinds >> (first + index) & 1 != 0 {
                    union |= part(row)[index] & self.kinds[first + index];
                }
            }
        }
        union & self.pieces
    }
}

impl<const W: usize> BentClass<W> {
    /// Returns those of some pieces of these kinds that attack a cell.
    fn among(&self, pieces: CellSet<W>, cell: Place, occupied: &CellSet<W>) -> CellSet<W> {
        let mut attackers = CellSet::EMPTY;
        if !(pieces & *self.reach.get(cell)).is_empty() {
            for lookup in &self.lookups {
                attackers |= lookup.get(cell, occupied) & pieces;
            }
        }
        attackers
    }
}
