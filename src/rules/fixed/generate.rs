//! The move generator: checks and pins first, then the moves of each piece. Each king move is
//! tested for attacks. In games where checks and pins do not decide what is legal, a move that may
//! expose the king is made to test it.

use super::attacks::CheckInfo;
use super::board::FixedBoard;
use super::cells::CellSet;
use super::node::{Filter, Node, Targets};
use super::outline::{LeapForm, LookupForm, for_each_form};
use super::sinks::{TargetUnion, ValueCounter};
use super::spec::First;
use super::tables::{Castling, LeapPlan, LookupPlan, Promotion};
use crate::geometry::Place;
use crate::moves::{Move, MoveList, MoveType, PieceType, Side};
use crate::rules::sinks::{MoveCollector, MoveCounter, MoveProbe, MoveSink, PieceMoves};
use crate::rules::{Checks, GenFilter, GenType, MoveGenerator, Rules};

impl<const W: usize, const ID: usize> FixedBoard<W, ID> {
    /// Whether the game is known to be one in which checks and pins tell what is legal. Then the
    /// other generator is not even compiled.
    const NEVER_TESTS: bool = Self::IS_OUTLINED && !Self::OUTLINE.features.tests_moves;

    #[inline(always)]
    fn generate_into<S: MoveSink<CellSet<W>>>(
        &self,
        info: &CheckInfo<W>,
        filter: Filter<W>,
        sink: &mut S,
    ) {
        if Self::NEVER_TESTS || !self.features().tests_moves {
            if self.variant_outcome().is_none() {
                self.generate_by_lines(info, filter, sink);
            }
            return;
        }
        let mut moves = MoveList::new();
        self.generate_tested(info, filter, &mut moves);
        moves.into_iter().for_each(|mv| sink.one_move(mv));
    }

    /// Generates the moves of a game in which checks and pins tell what is legal.
    #[inline(always)]
    fn generate_by_lines<S: MoveSink<CellSet<W>>>(
        &self,
        info: &CheckInfo<W>,
        filter: Filter<W>,
        sink: &mut S,
    ) {
        let (own, enemy) = (self.pieces(self.side), self.pieces(self.side.other()));
        let occupied = own | enemy;
        let node = Node::new(self, info, filter);
        let targets = Targets { empty: self.game.all.without(occupied), enemy };
        let sources = own & filter.sources;
        self.king_moves(&node, sources, &targets, sink);
        let evasions = if filter.legal { info.evasions } else { CellSet::FULL };
        if !evasions.is_empty() {
            let plans = &self.tables(self.side).pieces;
            let targets = targets.within(evasions);
            let pinned = if filter.legal { info.pinned } else { CellSet::EMPTY };
            node.plan_moves(plans, sources.without(pinned), &targets, sink);
            if !(sources & pinned).is_empty() {
                self.pinned_moves(node, sources & pinned, &targets, sink);
            }
        }
        self.special_moves(&node, sources, sink);
    }

    #[inline(never)]
    fn pinned_moves<S: MoveSink<CellSet<W>>>(
        &self,
        node: Node<'_, W, ID>,
        pinned: CellSet<W>,
        targets: &Targets<W>,
        sink: &mut S,
    ) {
        let plans = &self.tables(self.side).pieces;
        pinned.for_each(|from| {
            let targets = targets.within(self.pin_mask(&node.info.kinds, from));
            node.plan_moves(plans, CellSet::from_cell(from), &targets, sink);
        });
    }

    #[inline(always)]
    fn king_moves<S: MoveSink<CellSet<W>>>(
        &self,
        node: &Node<'_, W, ID>,
        sources: CellSet<W>,
        targets: &Targets<W>,
        sink: &mut S,
    ) {
        let from = self.king_cell(self.side);
        if !sources.contains(from) {
            return;
        }
        let tables = self.tables(self.side);
        let (occupied, filter) = (node.occupied, node.filter);
        let empty = targets.empty.only_if(filter.quiet);
        let enemy = targets.enemy.only_if(filter.noisy);
        let is_unmoved = self.unmoved().contains(from);
        let mut candidates = CellSet::EMPTY;
        let mut add = |first: First, steps: CellSet<W>, captures: CellSet<W>| {
            let in_check = node.info.in_check();
            let targets = steps & empty | captures & enemy;
            candidates |= match first {
                First::Any => targets,
                First::Only => targets.only_if(is_unmoved),
                First::OnlyInCheck => targets.only_if(is_unmoved && in_check),
                First::InCheck => targets.only_if(!is_unmoved || in_check),
                First::CapturesChecker if is_unmoved => captures & enemy & node.info.checkers,
                First::Not | First::CapturesChecker => targets.only_if(!is_unmoved),
            };
        };
        let mut add_leaps = |form: LeapForm, plan: &LeapPlan<W>| {
            let leaps = plan.table.get(from);
            add(form.first, leaps.steps, leaps.captures);
        };
        match Self::IS_OUTLINED {
            true => for_each_form!(FixedBoard::<W, ID>::OUTLINE.king_leaps, |INDEX, form| {
                add_leaps(form, &tables.king.leaps[INDEX])
            }),
            false => tables.king.leaps.iter().for_each(|plan| add_leaps(plan.form, plan)),
        }
        let mut add_lookups = |form: LookupForm, plan: &LookupPlan<W>| {
            let reached = plan.lookup.get(from, &occupied);
            add(form.first, reached.only_if(form.steps), reached.only_if(form.captures));
        };
        match Self::IS_OUTLINED {
            true => for_each_form!(FixedBoard::<W, ID>::OUTLINE.king_lookups, |INDEX, form| {
                add_lookups(form, &tables.king.lookups[INDEX])
            }),
            false => tables.king.lookups.iter().for_each(|plan| add_lookups(plan.form, plan)),
        }
        if candidates.is_empty() {
            return;
        }
        if filter.legal {
            // The king does not shield the cells behind it from a slider in line with it.
            let behind = occupied.without(CellSet::from_cell(from));
            let by = self.side.other();
            let enemy = self.attacking_pieces(by, &node.info.kinds, self.pieces(by));
            let mut safe = candidates;
            candidates.for_each(|to| {
                if self.is_attacked(&enemy, to, &behind) {
                    safe.remove(to);
                }
            });
            candidates = safe;
        }
        sink.moves(PieceMoves(from, candidates));
        if self.features().has_rides
            && let Some(ride) = &tables.ride
            && candidates.contains(ride.stop)
        {
            self.ride_moves(*node, sink);
        }
    }

    /// Generates the second moves of a king that reaches the cell where its ride begins.
    #[inline(never)]
    fn ride_moves<S: MoveSink<CellSet<W>>>(&self, node: Node<'_, W, ID>, sink: &mut S) {
        let Some(ride) = &self.tables(self.side).ride else { return };
        let from = self.king_cell(self.side);
        let stop = CellSet::from_cell(ride.stop);
        // The king captures a piece on the stop before it rides on.
        let occupied = node.occupied.without(CellSet::from_cell(from) | stop);
        let by = self.side.other();
        let enemy = self.attacking_pieces(by, &node.info.kinds, self.pieces(by).without(stop));
        ride.ends.without(occupied | CellSet::from_cell(from)).for_each(|end| {
            if !node.filter.legal || !self.is_attacked(&enemy, end, &occupied) {
                sink.one_move(Move::new(from, end, MoveType::Special));
            }
        });
    }

    /// Generates castlings and captures en passant.
    #[inline(always)]
    fn special_moves<S: MoveSink<CellSet<W>>>(
        &self,
        node: &Node<'_, W, ID>,
        sources: CellSet<W>,
        sink: &mut S,
    ) {
        if node.filter.quiet && self.features().has_castling {
            self.castling_moves(node, sources, sink);
        }
        if node.filter.noisy && self.features().has_en_passant {
            let on = if node.filter.legal { self.capturable } else { self.ep_cells() };
            if on != 0 {
                self.en_passant_moves(*node, sources, on, sink);
            }
        }
    }

    #[inline(always)]
    fn castling_moves<S: MoveSink<CellSet<W>>>(
        &self,
        node: &Node<'_, W, ID>,
        sources: CellSet<W>,
        sink: &mut S,
    ) {
        if node.filter.legal && node.info.in_check() {
            return;
        }
        for (index, castling) in self.game.castlings.iter().enumerate() {
            if castling.side == self.side
                && (castling.empty & node.occupied).is_empty()
                && self.holds_right(index, castling)
                && sources.contains(castling.king[0])
                && self.active(self.side).contains(castling.rook[0])
                && self.is_castling_safe(*node, castling)
            {
                sink.one_move(Move::new(castling.king[0], castling.written, MoveType::Castling));
            }
        }
    }

    /// Returns whether the king and the rook of a castling have not moved.
    #[inline(always)]
    fn holds_right(&self, index: usize, castling: &Castling<W>) -> bool {
        match castling.has_right {
            true => self.castling >> index & 1 != 0,
            false => castling.has_unmoved(&self.unmoved()),
        }
    }

    #[inline(never)]
    fn is_castling_safe(&self, node: Node<'_, W, ID>, castling: &Castling<W>) -> bool {
        if !node.filter.legal {
            return true;
        }
        let (by, kinds) = (self.side.other(), &node.info.kinds);
        let enemy = self.attacking_pieces(by, kinds, self.active(by));
        if castling.safe.iter().any(|&cell| self.is_attacked(&enemy, cell, &node.occupied)) {
            return false;
        }
        if self.features().tests_moves {
            // The castling is made to test it: it may freeze an attacker, or thaw one.
            return true;
        }
        let from = CellSet::from_cell(castling.king[0]) | CellSet::from_cell(castling.rook[0]);
        let to = CellSet::from_cell(castling.king[1]) | CellSet::from_cell(castling.rook[1]);
        !self.is_attacked(&enemy, castling.king[1], &(node.occupied.without(from) | to))
    }

    /// Generates the captures en passant on the passed cells in `on`.
    #[inline(never)]
    fn en_passant_moves<S: MoveSink<CellSet<W>>>(
        &self,
        node: Node<'_, W, ID>,
        sources: CellSet<W>,
        on: u16,
        sink: &mut S,
    ) {
        for to in self.ep_cells_from_bits(on) {
            for mv in self.ep_captures(to, node.info) {
                if !sources.contains(mv.from()) || node.filter.legal && !self.is_legal_ep(mv) {
                    continue;
                }
                match self.promotion_on(self.kind_on(mv.from()), to) {
                    Some((promotion, must)) => {
                        promotion
                            .to
                            .iter()
                            .for_each(|&kind| sink.one_move(mv.with_promotions(kind, None)));
                        if !must {
                            sink.one_move(mv);
                        }
                    }
                    None => sink.one_move(mv),
                }
            }
        }
    }

    /// Returns the promotion of a kind that arrives on a cell, and whether it is compulsory.
    fn promotion_on(&self, kind: u8, to: Place) -> Option<(&'static Promotion<W>, bool)> {
        let promotion = self.tables(self.side).promotions.get(usize::from(kind))?.as_ref()?;
        promotion.zone.contains(to).then(|| (promotion, promotion.must.contains(to)))
    }

    /// Returns the captures en passant on one of the passed cells, without promotion and legal or
    /// not.
    pub(super) fn ep_captures(&self, to: Place, info: &CheckInfo<W>) -> Vec<Move> {
        let kind = self.kind_on(self.ep_piece);
        let own = info.kinds[usize::from(kind)] & self.pieces(self.side);
        let mut captures = Vec::new();
        for plan in self.tables(self.side).pieces.leaps.iter().filter(|plan| plan.form.kind == kind)
        {
            let filter = GenFilter::new(GenType::All, CellSet::FULL);
            let node = Node::new(self, info, filter);
            node.allowed(plan.form.first, own).for_each(|from| {
                if plan.table.get(from).captures.contains(to) {
                    captures.push(Move::new(from, to, MoveType::EnPassant));
                }
            });
        }
        captures
    }

    /// Returns the sum over the pseudo-legal moves of the value of the moved kind. Castling and
    /// captures en passant and from afar do not count.
    pub(super) fn value_of_moves(&self, values: &[i32; PieceType::MAX_COUNT]) -> i32 {
        let info = self.unrestricted_info();
        let (occupied, enemy) = (self.occupied(), self.pieces(self.side.other()));
        let filter = GenFilter { legal: false, ..GenFilter::new(GenType::All, CellSet::FULL) };
        let node = Node::new(self, &info, filter);
        let targets = Targets { empty: self.game.all.without(occupied), enemy };
        let sources = self.active(self.side);
        let sink = &mut ValueCounter { board: self, values, sum: 0 };
        self.king_moves(&node, sources, &targets, sink);
        node.plan_moves(&self.tables(self.side).pieces, sources, &targets, sink);
        sink.sum
    }

    /// Returns the cells that the pieces of a side attack, whether they may move there or not.
    #[inline(always)]
    pub(super) fn attacked_set(&self, info: &CheckInfo<W>, by: Side) -> CellSet<W> {
        let (active, occupied) = (self.active(by), self.occupied());
        let filter = GenFilter { legal: false, ..GenFilter::new(GenType::Noisy, CellSet::FULL) };
        let node = Node { side: by, attacks: true, ..Node::new(self, info, filter) };
        let targets = Targets { empty: CellSet::EMPTY, enemy: CellSet::FULL };
        let tables = self.tables(by);
        let mut attacked = TargetUnion(CellSet::EMPTY);
        node.plan_moves(&tables.pieces, active, &targets, &mut attacked);
        let mut attacked = attacked.0;
        let at = self.king_cell(by);
        if active.contains(at) {
            for plan in &tables.king.leaps {
                attacked |= plan.table.get(at).captures;
            }
            for plan in tables.king.lookups.iter().filter(|plan| plan.form.captures) {
                attacked |= plan.lookup.get(at, &occupied);
            }
        }
        for plan in &tables.from_afar {
            (info.kinds[usize::from(plan.kind)] & active)
                .for_each(|from| attacked |= *plan.table.get(from));
        }
        attacked & self.game.all
    }

    /// Adds the moves of a game in which those that may expose the king are made to test them.
    #[inline(never)]
    fn generate_tested(&self, info: &CheckInfo<W>, filter: Filter<W>, moves: &mut MoveList) {
        if self.variant_outcome().is_some() {
            return;
        }
        let first = moves.len();
        let (own, enemy) = (self.pieces(self.side), self.pieces(self.side.other()));
        let unchecked = GenFilter { legal: false, ..filter };
        let node = Node::new(self, info, unchecked);
        let targets = Targets { empty: self.game.all.without(own | enemy), enemy };
        let sources = self.active(self.side) & filter.sources;
        let sink = &mut MoveCollector(&mut *moves);
        self.king_moves(&node, sources, &targets, sink);
        let tables = self.tables(self.side);
        node.plan_moves(&tables.pieces, sources, &targets, sink);
        if filter.noisy {
            let king = CellSet::from_cell(self.king_cell(self.side.other()));
            for plan in &tables.from_afar {
                (info.kinds[usize::from(plan.kind)] & sources).for_each(|from| {
                    (*plan.table.get(from) & enemy.without(king))
                        .for_each(|to| sink.0.push(Move::new(from, to, MoveType::Special)));
                });
            }
        }
        if filter.quiet && self.features().has_castling {
            self.castling_moves(&Node { filter, ..node }, sources, sink);
        }
        if filter.noisy && self.features().has_en_passant {
            let on = self.ep_cells();
            if on != 0 {
                self.en_passant_moves(node, sources, on, sink);
            }
        }
        let mut kept = first;
        for index in first..moves.len() {
            let mv = self.after_transfer(moves[index]);
            if let Some(mv) = mv.filter(|&mv| !filter.legal || self.is_safe(mv, info)) {
                moves[kept] = mv;
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    /// Returns a move that names the cell where its piece stands in the end instead of that where
    /// it lands; `None` if it cannot go there.
    #[inline(always)]
    fn after_transfer(&self, mv: Move) -> Option<Move> {
        let (Some([transfer, _]), MoveType::Normal) = (&self.game.transfer, mv.kind()) else {
            return Some(mv);
        };
        let to = *transfer.get(mv.to());
        if to != mv.to() && self.occupied().contains(to) {
            return None;
        }
        let new = Move::new(mv.from(), to, mv.kind());
        Some(mv.promotion().map_or(new, |kind| new.with_promotions(kind, None)))
    }

    /// Returns whether a move leaves the king safe, by making it if it may expose the king.
    #[inline(always)]
    fn is_safe(&self, mv: Move, info: &CheckInfo<W>) -> bool {
        let exposes = |cell: Place| info.pinned.contains(cell);
        // A piece that captures and goes over to another level leaves the cell of the capture
        // empty.
        let may_expose = mv.kind() != MoveType::Normal
            || exposes(mv.from())
            || self.features().has_transfer && exposes(self.landing_cell(mv));
        !may_expose || self.is_safe_after(mv)
    }
}

impl<const W: usize, const ID: usize> MoveGenerator for FixedBoard<W, ID> {
    type Cells = CellSet<W>;
    const ALL_CELLS: CellSet<W> = CellSet::FULL;

    #[inline(always)]
    fn list_moves(&self, info: &CheckInfo<W>, filter: Filter<W>, list: &mut MoveList) {
        if !Self::NEVER_TESTS && self.features().tests_moves {
            return self.generate_tested(info, filter, list);
        }
        self.generate_into(info, filter, &mut MoveCollector(list));
    }

    #[inline(always)]
    fn count_moves(&self, filter: Filter<W>) -> u64 {
        let mut counter = MoveCounter(0);
        self.generate_into(&self.check_info(), filter, &mut counter);
        counter.0
    }

    fn is_generated(&self, info: &CheckInfo<W>, mv: Move, legal: bool) -> bool {
        let sources = CellSet::from_cell(mv.from());
        if (sources & self.pieces(self.side)).is_empty() || !self.game.all.contains(mv.to()) {
            return false;
        }
        let to = match mv.kind() {
            MoveType::Normal => CellSet::from_cell(mv.to()),
            _ => CellSet::EMPTY,
        };
        let mut probe = MoveProbe::new(mv, to);
        let filter = GenFilter { legal, ..GenFilter::new(GenType::All, sources) };
        self.generate_into(info, filter, &mut probe);
        probe.found
    }
}

impl<const W: usize> Castling<W> {
    /// Returns whether king and rook are among the pieces that have not moved.
    fn has_unmoved(&self, unmoved: &CellSet<W>) -> bool {
        unmoved.contains(self.king[0]) && unmoved.contains(self.rook[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::BoardText;
    use crate::rules::fixed::any_game::AnyGame;

    /// Compares both ways of finding what is attacked, in a game of arbitrary moves.
    fn attacked_sets_are_the_attacked_cells<const W: usize>(game: AnyGame) {
        let mut board = FixedBoard::<W>::start(game.info());
        for ply in 0..80 {
            let info = board.check_info();
            for by in Side::ALL {
                let set = board.attacked_set(&info, by);
                for cell in board.game.all.iter() {
                    let is_attacked = board.is_cell_attacked(cell, by);
                    assert_eq!(set.contains(cell), is_attacked, "{cell} in {}", board.to_fen());
                }
            }
            let moves = board.legal_moves();
            let Some(&mv) = moves.get(ply * ply % moves.len().max(1)) else { return };
            board = board.make(mv, &mut ());
        }
    }

    #[test]
    fn attacks_do_not_depend_on_first_moves() {
        let load = |text| AnyGame::load("a game", text, &|_| None).expect("a game");
        attacked_sets_are_the_attacked_cells::<3>(load(include_str!("../../../games/strato.toml")));
        attacked_sets_are_the_attacked_cells::<8>(load(include_str!(
            "../../../games/dragonchess.toml"
        )));
    }
}
