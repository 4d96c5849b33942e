//! The move generator: checks and pins first, then the moves of each piece. Each king move is tested
//! for attacks. In games where checks and pins do not decide what is legal, a move that may expose
//! the king is made to test it.

use super::attacks::{CheckInfo, union};
use super::board::FixedBoard;
use super::cells::CellSet;
use super::lookup::Lookup;
use super::outline::{
    LeapForm, LookupForm, LookupTable, MAX_SLOTS, ShiftsForm, StopForm, for_each_form, length,
};
use super::shifts::{Shifts, Stop};
use super::spec::First;
use super::tables::{Castling, LeapPlan, LookupPlan, Plans, Promotion};
use crate::geometry::Place;
use crate::moves::{Move, MoveList, MoveType, PieceType, Side};
use crate::rules::sinks::{
    MoveCollector, MoveCounter, MoveProbe, MoveSet, MoveSink, PawnMoves, PieceMoves,
};
use crate::rules::{Checks, GenFilter, GenType, MoveGenerator, Rules};

/// The moves that the generator is to give.
type Filter<const W: usize> = GenFilter<CellSet<W>>;

/// The moves of a piece to cells of one word.
struct WordMoves<const W: usize> {
    from: Place,
    word: usize,
    to: u64,
}

impl<const W: usize> MoveSet for WordMoves<W> {
    type Cells = CellSet<W>;

    #[inline(always)]
    fn targets(&self) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        set.0[self.word] = self.to;
        set
    }
    #[inline(always)]
    fn for_each(&self, mut visit: impl FnMut(Place, Place)) {
        self.targets().for_each(|to| visit(self.from, to));
    }
    #[inline(always)]
    fn an_origin(&self) -> Option<Place> {
        Some(self.from)
    }
    #[inline(always)]
    fn count(&self) -> u64 {
        self.to.count_ones().into()
    }
}

/// Adds up the values of the kinds of pieces that move.
struct ValueCounter<'a, const W: usize, const ID: usize> {
    board: &'a FixedBoard<W, ID>,
    values: &'a [i32; PieceType::MAX_COUNT],
    sum: i32,
}

impl<const W: usize, const ID: usize> MoveSink<CellSet<W>> for ValueCounter<'_, W, ID> {
    #[inline(always)]
    fn moves(&mut self, moves: impl MoveSet<Cells = CellSet<W>>) {
        // All are of one kind.
        if let Some(from) = moves.an_origin() {
            let kind = self.board.kind_on(from);
            self.sum += self.values[usize::from(kind)] * moves.count() as i32;
        }
    }
    #[inline(always)]
    fn promotions(&mut self, moves: impl MoveSet<Cells = CellSet<W>>, _: &[PieceType]) {
        self.moves(moves);
    }
    #[inline(always)]
    fn one_move(&mut self, mv: Move) {
        self.sum += self.values[usize::from(self.board.kind_on(mv.from()))];
    }
}

/// Passes on the moves that leave the king safe. The generator that uses it is compiled once, for any
/// receiver of the moves.
struct TestingSink<'a, const W: usize, const ID: usize> {
    board: &'a FixedBoard<W, ID>,
    /// The cells that a piece may not leave without a test.
    exposing: CellSet<W>,
    /// Whether moves that leave the king attacked are passed on, too.
    passes_all: bool,
    visit: &'a mut dyn FnMut(Move),
}

impl<const W: usize, const ID: usize> MoveSink<CellSet<W>> for TestingSink<'_, W, ID> {
    #[inline(never)]
    fn moves(&mut self, moves: impl MoveSet<Cells = CellSet<W>>) {
        moves.for_each(|from, to| self.one_move(Move::new(from, to, MoveType::Normal)));
    }
    fn promotions(&mut self, moves: impl MoveSet<Cells = CellSet<W>>, kinds: &[PieceType]) {
        moves.for_each(|from, to| {
            for &kind in kinds {
                self.one_move(Move::new(from, to, MoveType::Normal).with_promotions(kind, None));
            }
        });
    }
    fn one_move(&mut self, mv: Move) {
        let board = self.board;
        let landing = mv.to();
        let mv = match (&board.game.transfer, mv.kind()) {
            // The generator gives the cell where the piece lands; the move names the one where it
            // stands in the end, which must be empty.
            (Some([transfer, _]), MoveType::Normal | MoveType::EnPassant) => {
                let to = *transfer.get(mv.to());
                if to != mv.to() && board.occupied().contains(to) {
                    return;
                }
                let new = Move::new(mv.from(), to, mv.kind());
                mv.promotion().map_or(new, |kind| new.with_promotions(kind, None))
            }
            _ => mv,
        };
        // A piece that captures and goes over to another level leaves the cell of the capture empty.
        let is_safe = mv.kind() == MoveType::Normal
            && !self.exposing.contains(mv.from())
            && (landing == mv.to() || !self.exposing.contains(landing));
        if self.passes_all || is_safe || board.is_safe_after(mv) {
            (self.visit)(mv);
        }
    }
}

/// The cells to which pieces may go.
#[derive(Clone, Copy)]
struct Targets<const W: usize> {
    empty: CellSet<W>,
    enemy: CellSet<W>,
}

impl<const W: usize> Targets<W> {
    fn within(self, cells: CellSet<W>) -> Self {
        Targets { empty: self.empty & cells, enemy: self.enemy & cells }
    }
}

/// What the moves of all pieces of a node share.
struct Node<'a, const W: usize, const ID: usize> {
    board: &'a FixedBoard<W, ID>,
    info: &'a CheckInfo<W>,
    occupied: CellSet<W>,
    filter: Filter<W>,
}

impl<const W: usize, const ID: usize> Node<'_, W, ID> {
    /// Returns those of the pieces that a rule allows to move freely.
    #[inline(always)]
    fn allowed(&self, first: First, pieces: CellSet<W>) -> CellSet<W> {
        match first {
            First::Any => pieces,
            First::Only => pieces & self.board.unmoved(),
            First::OnlyInCheck => (pieces & self.board.unmoved()).only_if(self.info.in_check()),
            First::InCheck if self.info.in_check() => pieces,
            First::Not | First::InCheck | First::CapturesChecker => {
                pieces.without(self.board.unmoved())
            }
        }
    }

    /// Generates the moves of some pieces.
    #[inline(always)]
    fn plan_moves<S: MoveSink<CellSet<W>>>(
        &self,
        plans: &Plans<W>,
        pieces: CellSet<W>,
        targets: &Targets<W>,
        sink: &mut S,
    ) {
        if !FixedBoard::<W, ID>::IS_OUTLINED {
            for shifts in &plans.shifts {
                let (mut slots, targets) =
                    self.shift_sources(shifts.kind, shifts.first, pieces, targets);
                for stop in &shifts.stops {
                    self.stop_moves(stop, stop.form, &mut slots, targets, sink);
                }
            }
            for plan in &plans.leaps {
                self.leap_plan_moves(plan, plan.form, pieces, targets, sink);
            }
            for plan in &plans.lookups {
                self.lookup_plan_moves(plan, plan.form, pieces, targets, sink);
            }
            return;
        }
        match self.board.side {
            Side::White => for_each_form!(FixedBoard::<W, ID>::OUTLINE.shifts[0], |INDEX, form| {
                self.outlined_shift_moves::<S, 0, INDEX>(
                    &plans.shifts[INDEX],
                    form,
                    pieces,
                    targets,
                    sink,
                )
            }),
            Side::Black => for_each_form!(FixedBoard::<W, ID>::OUTLINE.shifts[1], |INDEX, form| {
                self.outlined_shift_moves::<S, 1, INDEX>(
                    &plans.shifts[INDEX],
                    form,
                    pieces,
                    targets,
                    sink,
                )
            }),
        }
        for_each_form!(FixedBoard::<W, ID>::OUTLINE.leaps, |INDEX, form| {
            self.leap_plan_moves(&plans.leaps[INDEX], form, pieces, targets, sink)
        });
        for_each_form!(FixedBoard::<W, ID>::OUTLINE.lookups, |INDEX, form| {
            self.lookup_plan_moves(&plans.lookups[INDEX], form, pieces, targets, sink)
        });
    }

    /// Returns the sets on the way of shifts and the targets.
    #[inline(always)]
    fn shift_sources(
        &self,
        kind: u8,
        first: First,
        pieces: CellSet<W>,
        targets: &Targets<W>,
    ) -> ([CellSet<W>; MAX_SLOTS], [CellSet<W>; 2]) {
        let kinds = &self.info.kinds;
        let mut sources = self.allowed(first, kinds[usize::from(kind) % kinds.len()] & pieces);
        if let Some(promotion) = self.promotion(kind) {
            sources = sources.without(promotion.near);
        }
        let mut slots = [CellSet::EMPTY; MAX_SLOTS];
        slots[0] = sources;
        (
            slots,
            [targets.empty.only_if(self.filter.quiet), targets.enemy.only_if(self.filter.noisy)],
        )
    }

    /// Generates the moves of a stop of shifts.
    #[inline(always)]
    fn stop_moves<S: MoveSink<CellSet<W>>>(
        &self,
        stop: &Stop<W>,
        form: StopForm,
        slots: &mut [CellSet<W>; MAX_SLOTS],
        targets: [CellSet<W>; 2],
        sink: &mut S,
    ) {
        let reached = stop.reached(form, slots);
        if let Some(slot) = slots.get_mut(usize::from(form.slot)) {
            *slot = reached.without(self.occupied);
        }
        if form.moves.is_some() {
            sink.moves(PawnMoves(stop.allowed(form, reached, targets), form.by));
        }
    }

    /// Generates the moves of some pieces by shifts whose form is a constant.
    #[inline(always)]
    fn outlined_shift_moves<S: MoveSink<CellSet<W>>, const SIDE: usize, const SHIFTS: usize>(
        &self,
        shifts: &Shifts<W>,
        form: ShiftsForm,
        pieces: CellSet<W>,
        targets: &Targets<W>,
        sink: &mut S,
    ) {
        let (mut slots, targets) = self.shift_sources(form.kind, form.first, pieces, targets);
        // One test of the length for all stops.
        let stops =
            &shifts.stops[..const { length(&FixedBoard::<W, ID>::OUTLINE.stops(SIDE, SHIFTS)) }];
        for_each_form!(FixedBoard::<W, ID>::OUTLINE.stops(SIDE, SHIFTS), |INDEX, form| {
            self.stop_moves(&stops[INDEX], form, &mut slots, targets, sink)
        });
    }

    /// Generates the moves of some pieces by a plan of leaps.
    #[inline(always)]
    fn leap_plan_moves<S: MoveSink<CellSet<W>>>(
        &self,
        plan: &LeapPlan<W>,
        form: LeapForm,
        pieces: CellSet<W>,
        targets: &Targets<W>,
        sink: &mut S,
    ) {
        let sources = self.info.kinds[usize::from(form.kind) % PieceType::MAX_COUNT] & pieces;
        self.leap_moves(plan, form, self.allowed(form.first, sources), targets, sink);
        if form.first == First::CapturesChecker && self.info.in_check() {
            let sources = sources & self.board.unmoved();
            self.rare_leap_moves(plan, sources, &self.only_checkers(targets), sink);
        }
    }

    /// Generates the moves of some pieces by a plan over empty cells.
    #[inline(always)]
    fn lookup_plan_moves<S: MoveSink<CellSet<W>>>(
        &self,
        plan: &LookupPlan<W>,
        form: LookupForm,
        pieces: CellSet<W>,
        targets: &Targets<W>,
        sink: &mut S,
    ) {
        let sources = union(&self.info.kinds, form.kinds) & pieces;
        self.lookup_moves(plan, form, self.allowed(form.first, sources), targets, sink);
        if form.first == First::CapturesChecker && self.info.in_check() {
            let sources = sources & self.board.unmoved();
            self.rare_lookup_moves(plan, sources, &self.only_checkers(targets), sink);
        }
    }

    /// Returns those of the targets that give check.
    fn only_checkers(&self, targets: &Targets<W>) -> Targets<W> {
        Targets { empty: CellSet::EMPTY, enemy: targets.enemy & self.info.checkers }
    }

    #[inline(never)]
    fn rare_leap_moves<S: MoveSink<CellSet<W>>>(
        &self,
        plan: &LeapPlan<W>,
        sources: CellSet<W>,
        targets: &Targets<W>,
        sink: &mut S,
    ) {
        self.leap_moves(plan, plan.form, sources, targets, sink);
    }

    #[inline(never)]
    fn rare_lookup_moves<S: MoveSink<CellSet<W>>>(
        &self,
        plan: &LookupPlan<W>,
        sources: CellSet<W>,
        targets: &Targets<W>,
        sink: &mut S,
    ) {
        self.lookup_moves(plan, plan.form, sources, targets, sink);
    }

    #[inline(always)]
    fn leap_moves<S: MoveSink<CellSet<W>>>(
        &self,
        plan: &LeapPlan<W>,
        form: LeapForm,
        mut sources: CellSet<W>,
        targets: &Targets<W>,
        sink: &mut S,
    ) {
        if form.promotes
            && let Some(promotion) = self.promotion(form.kind)
            && !(sources & promotion.near).is_empty()
        {
            (sources & promotion.near).for_each(|from| {
                let leaps = plan.table.get(from);
                let (steps, captures) =
                    (leaps.steps & targets.empty, leaps.captures & targets.enemy);
                self.promoting_moves(promotion, from, steps, captures, sink);
            });
            sources = sources.without(promotion.near);
        }
        if form.shifted {
            return;
        }
        let empty = targets.empty.only_if(self.filter.quiet);
        let enemy = targets.enemy.only_if(self.filter.noisy);
        sources.for_each(|from| {
            let leaps = plan.table.get(from);
            sink.moves(PieceMoves(from, leaps.steps & empty | leaps.captures & enemy));
        });
    }

    #[inline(always)]
    fn lookup_moves<S: MoveSink<CellSet<W>>>(
        &self,
        plan: &LookupPlan<W>,
        form: LookupForm,
        mut sources: CellSet<W>,
        targets: &Targets<W>,
        sink: &mut S,
    ) {
        if form.promotes
            && let Some(promotion) = self.promotion(form.kinds.trailing_zeros() as u8)
            && !(sources & promotion.near).is_empty()
        {
            (sources & promotion.near).for_each(|from| {
                let reached = plan.lookup.get(from, &self.occupied);
                let steps = (reached & targets.empty).only_if(form.steps);
                let captures = (reached & targets.enemy).only_if(form.captures);
                self.promoting_moves(promotion, from, steps, captures, sink);
            });
            sources = sources.without(promotion.near);
        }
        if form.shifted {
            return;
        }
        let to = targets.empty.only_if(self.filter.quiet && form.steps)
            | targets.enemy.only_if(self.filter.noisy && form.captures);
        // In a constant form the table is known.
        let known = FixedBoard::<W, ID>::IS_OUTLINED;
        match &plan.lookup {
            Lookup::Word(lookup) if !known || form.table == LookupTable::Word => {
                sources.for_each(|from| {
                    let (word, reached) = lookup.get(from, &self.occupied);
                    let to = reached & to.0[word];
                    sink.moves(WordMoves { from, word, to });
                })
            }
            Lookup::Full(lookup) if !known || form.table == LookupTable::Full => {
                sources.for_each(|from| {
                    sink.moves(PieceMoves(from, lookup.get(from, &self.occupied) & to));
                })
            }
            Lookup::List(lists) if !known || form.table == LookupTable::List => {
                sources.for_each(|from| {
                    sink.moves(PieceMoves(
                        from,
                        super::lookup::from_list(lists, from, &self.occupied) & to,
                    ));
                })
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn promotion(&self, kind: u8) -> Option<&'static Promotion<W>> {
        self.board.tables(self.board.side).promotions.get(usize::from(kind))?.as_ref()
    }

    /// Generates the moves of a piece that may lead to a promotion.
    #[inline(never)]
    fn promoting_moves<S: MoveSink<CellSet<W>>>(
        &self,
        promotion: &Promotion<W>,
        from: Place,
        steps: CellSet<W>,
        captures: CellSet<W>,
        sink: &mut S,
    ) {
        let plain = steps.only_if(self.filter.quiet) | captures.only_if(self.filter.noisy);
        sink.moves(PieceMoves(from, plain.without(promotion.must)));
        if self.filter.noisy {
            let promoting = PieceMoves(from, (steps | captures) & promotion.zone);
            sink.promotions(promoting, &promotion.to);
        }
    }
}

impl<const W: usize, const ID: usize> FixedBoard<W, ID> {
    #[inline(always)]
    fn generate_into<S: MoveSink<CellSet<W>>>(
        &self,
        info: &CheckInfo<W>,
        filter: Filter<W>,
        sink: &mut S,
    ) {
        if self.occupied().count() <= self.features().max_dead && self.variant_outcome().is_some() {
            return;
        }
        if self.features().tests_moves {
            self.generate_tested(info, filter, &mut |mv| sink.one_move(mv));
        } else {
            self.generate_by_lines(info, filter, sink);
        }
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
        let node = Node { board: self, info, occupied, filter };
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
                self.pinned_moves(&node, sources & pinned, &targets, sink);
            }
        }
        self.special_moves(&node, sources, sink);
    }

    #[inline(never)]
    fn pinned_moves<S: MoveSink<CellSet<W>>>(
        &self,
        node: &Node<'_, W, ID>,
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
            let (mut steps, mut captures) = (steps & empty, captures & enemy);
            let (may_step, may_capture) = match first {
                First::Any => (true, true),
                First::Only => (is_unmoved, is_unmoved),
                First::OnlyInCheck => (is_unmoved && in_check, is_unmoved && in_check),
                First::Not => (!is_unmoved, !is_unmoved),
                First::InCheck => (!is_unmoved || in_check, !is_unmoved || in_check),
                First::CapturesChecker => {
                    if is_unmoved {
                        captures &= node.info.checkers;
                    }
                    (!is_unmoved, !is_unmoved || in_check)
                }
            };
            steps = steps.only_if(may_step);
            captures = captures.only_if(may_capture);
            candidates |= steps | captures;
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
            self.ride_moves(node, sink);
        }
    }

    /// Generates the second moves of a king that reaches the cell where its ride begins.
    #[inline(never)]
    fn ride_moves<S: MoveSink<CellSet<W>>>(&self, node: &Node<'_, W, ID>, sink: &mut S) {
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
        let ep_cells = if node.filter.legal { self.capturable } else { self.ep_cells };
        if node.filter.noisy && self.features().has_en_passant && ep_cells != 0 {
            self.en_passant_moves(node, sources, ep_cells, sink);
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
                && self.active(self.side, &node.info.kinds).contains(castling.rook[0])
                && self.is_castling_safe(node, castling)
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
    fn is_castling_safe(&self, node: &Node<'_, W, ID>, castling: &Castling<W>) -> bool {
        if !node.filter.legal {
            return true;
        }
        let (by, kinds) = (self.side.other(), &node.info.kinds);
        let enemy = self.attacking_pieces(by, kinds, self.active(by, kinds));
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

    /// Generates captures en passant on these of the passed cells.
    #[inline(never)]
    fn en_passant_moves<S: MoveSink<CellSet<W>>>(
        &self,
        node: &Node<'_, W, ID>,
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
            let node = Node { board: self, info, occupied: self.occupied(), filter };
            node.allowed(plan.form.first, own).for_each(|from| {
                if plan.table.get(from).captures.contains(to) {
                    captures.push(Move::new(from, to, MoveType::EnPassant));
                }
            });
        }
        captures
    }

    /// Returns the sum of these values of the kinds over the moves of the side to move but for castling
    /// and captures en passant and from afar, whether they leave the king safe or not.
    pub(super) fn value_of_moves(&self, values: &[i32; PieceType::MAX_COUNT]) -> i32 {
        let info = self.unrestricted_info();
        let (occupied, enemy) = (self.occupied(), self.pieces(self.side.other()));
        let filter = GenFilter { legal: false, ..GenFilter::new(GenType::All, CellSet::FULL) };
        let node = Node { board: self, info: &info, occupied, filter };
        let targets = Targets { empty: self.game.all.without(occupied), enemy };
        let sources = self.active(self.side, &info.kinds);
        let sink = &mut ValueCounter { board: self, values, sum: 0 };
        self.king_moves(&node, sources, &targets, sink);
        node.plan_moves(&self.tables(self.side).pieces, sources, &targets, sink);
        sink.sum
    }

    /// Generates the moves of a game in which those that may expose the king are made to test them.
    #[inline(never)]
    fn generate_tested(&self, info: &CheckInfo<W>, filter: Filter<W>, visit: &mut dyn FnMut(Move)) {
        let (own, enemy) = (self.pieces(self.side), self.pieces(self.side.other()));
        let occupied = own | enemy;
        let unchecked = GenFilter { legal: false, ..filter };
        let node = Node { board: self, info, occupied, filter: unchecked };
        let targets = Targets { empty: self.game.all.without(occupied), enemy };
        let sources = self.active(self.side, &info.kinds) & filter.sources;
        let sink = &mut TestingSink {
            board: self,
            exposing: info.pinned,
            passes_all: !filter.legal,
            visit,
        };
        self.king_moves(&node, sources, &targets, sink);
        let tables = self.tables(self.side);
        node.plan_moves(&tables.pieces, sources, &targets, sink);
        if filter.noisy {
            let king = CellSet::from_cell(self.king_cell(self.side.other()));
            for plan in &tables.from_afar {
                (info.kinds[usize::from(plan.kind)] & sources).for_each(|from| {
                    (*plan.table.get(from) & enemy.without(king))
                        .for_each(|to| sink.one_move(Move::new(from, to, MoveType::Special)));
                });
            }
        }
        let node = Node { filter, ..node };
        if filter.quiet && self.features().has_castling {
            self.castling_moves(&node, sources, sink);
        }
        if filter.noisy && self.features().has_en_passant && self.ep_cells != 0 {
            let node = Node { filter: unchecked, ..node };
            self.en_passant_moves(&node, sources, self.ep_cells, sink);
        }
    }
}

impl<const W: usize, const ID: usize> MoveGenerator for FixedBoard<W, ID> {
    type Cells = CellSet<W>;
    const ALL_CELLS: CellSet<W> = CellSet::FULL;

    #[inline(always)]
    fn list_moves(&self, info: &CheckInfo<W>, filter: Filter<W>, list: &mut MoveList) {
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
