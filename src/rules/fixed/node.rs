//! The moves of a node by the plans of the pieces: shifts, leaps, and moves over empty cells.

use super::attacks::{CheckInfo, union};
use super::board::FixedBoard;
use super::cells::CellSet;
use super::lookup::{Lookup, from_list};
use super::outline::{
    LeapForm, LookupForm, LookupTable, MAX_SLOTS, ShiftsForm, StopForm, for_each_form, length,
};
use super::shifts::{Shifts, Stop};
use super::spec::First;
use super::tables::{LeapPlan, LookupPlan, Plans, Promotion};
use crate::geometry::Place;
use crate::moves::{PieceType, Side};
use crate::rules::GenFilter;
use crate::rules::sinks::{MoveSink, PawnMoves, PieceMoves};

/// The moves that the generator is to give.
pub(super) type Filter<const W: usize> = GenFilter<CellSet<W>>;

/// The cells to which pieces may go.
#[derive(Clone, Copy)]
pub(super) struct Targets<const W: usize> {
    pub(super) empty: CellSet<W>,
    pub(super) enemy: CellSet<W>,
}

impl<const W: usize> Targets<W> {
    pub(super) fn within(self, cells: CellSet<W>) -> Self {
        Targets { empty: self.empty & cells, enemy: self.enemy & cells }
    }
}

/// What the moves of all pieces of a node share. Functions that are not inlined take a copy: the
/// compiler would lose sight of constants in what they refer to.
pub(super) struct Node<'a, const W: usize, const ID: usize> {
    pub(super) board: &'a FixedBoard<W, ID>,
    /// The side whose moves they are.
    pub(super) side: Side,
    /// Whether they are attacks, which do not depend on what the rules say of the first move.
    pub(super) attacks: bool,
    pub(super) info: &'a CheckInfo<W>,
    pub(super) occupied: CellSet<W>,
    pub(super) filter: Filter<W>,
}

impl<const W: usize, const ID: usize> Clone for Node<'_, W, ID> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<const W: usize, const ID: usize> Copy for Node<'_, W, ID> {}

impl<'a, const W: usize, const ID: usize> Node<'a, W, ID> {
    /// Returns what the moves of the side to move share.
    #[inline(always)]
    pub(super) fn new(
        board: &'a FixedBoard<W, ID>,
        info: &'a CheckInfo<W>,
        filter: Filter<W>,
    ) -> Self {
        Node { board, side: board.side, attacks: false, info, occupied: board.occupied(), filter }
    }

    /// Returns those of the pieces that a rule allows to move freely.
    #[inline(always)]
    pub(super) fn allowed(&self, first: First, pieces: CellSet<W>) -> CellSet<W> {
        match first {
            _ if self.attacks => pieces,
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
    pub(super) fn plan_moves<S: MoveSink<CellSet<W>>>(
        &self,
        plans: &Plans<W>,
        pieces: CellSet<W>,
        targets: &Targets<W>,
        sink: &mut S,
    ) {
        if FixedBoard::<W, ID>::IS_OUTLINED {
            return self.outlined_plan_moves(plans, pieces, targets, sink);
        }
        for shifts in &plans.shifts {
            let (mut slots, targets) =
                self.shift_sources(shifts.kind, shifts.first, pieces, targets);
            for stop in &shifts.stops {
                let reached = stop.reached(&slots);
                self.stop_moves(stop, stop.form, reached, &mut slots, targets, sink);
            }
        }
        for plan in &plans.leaps {
            self.leap_plan_moves(plan, plan.form, pieces, targets, sink);
        }
        for plan in &plans.lookups {
            self.lookup_plan_moves(plan, plan.form, pieces, targets, sink);
        }
    }

    /// Generates the moves of some pieces of a game whose outline is a constant.
    #[inline(always)]
    fn outlined_plan_moves<S: MoveSink<CellSet<W>>>(
        &self,
        plans: &Plans<W>,
        pieces: CellSet<W>,
        targets: &Targets<W>,
        sink: &mut S,
    ) {
        match self.side {
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

    /// Generates the moves of a stop of shifts to which steps lead on these cells.
    #[inline(always)]
    fn stop_moves<S: MoveSink<CellSet<W>>>(
        &self,
        stop: &Stop<W>,
        form: StopForm,
        reached: CellSet<W>,
        slots: &mut [CellSet<W>; MAX_SLOTS],
        targets: [CellSet<W>; 2],
        sink: &mut S,
    ) {
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
        for_each_form!(FixedBoard::<W, ID>::OUTLINE.stops(SIDE, SHIFTS), |STOP, form| {
            let (stop, mut reached) = (&stops[STOP], CellSet::EMPTY);
            for_each_form!(FixedBoard::<W, ID>::OUTLINE.steps(SIDE, SHIFTS, STOP), |STEP, step| {
                reached |= stop.reached_by(STEP, step.words, step, &slots)
            });
            self.stop_moves(stop, form, reached, &mut slots, targets, sink)
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
        self,
        plan: &LeapPlan<W>,
        sources: CellSet<W>,
        targets: &Targets<W>,
        sink: &mut S,
    ) {
        self.leap_moves(plan, plan.form, sources, targets, sink);
    }

    #[inline(never)]
    fn rare_lookup_moves<S: MoveSink<CellSet<W>>>(
        self,
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
            let near = sources & promotion.near;
            self.promoting_moves(promotion, near, *targets, sink, &|from| {
                let leaps = plan.table.get(from);
                (leaps.steps, leaps.captures)
            });
            sources = sources.without(near);
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
            let near = sources & promotion.near;
            let occupied = self.occupied;
            self.promoting_moves(promotion, near, *targets, sink, &|from| {
                let reached = plan.lookup.get(from, &occupied);
                (reached.only_if(form.steps), reached.only_if(form.captures))
            });
            sources = sources.without(near);
        }
        if form.shifted {
            return;
        }
        let to = targets.empty.only_if(self.filter.quiet && form.steps)
            | targets.enemy.only_if(self.filter.noisy && form.captures);
        // In a constant form the table is known.
        let known = FixedBoard::<W, ID>::IS_OUTLINED;
        // A lookup may index the words of its copy; indexed, the node would stay in memory.
        let occupied = &{ self.occupied };
        match (&*plan.lookup, form.table) {
            (Lookup::Words(lookup), LookupTable::Words(words)) if known => {
                sources.for_each(|from| {
                    sink.moves(PieceMoves(from, lookup.get(words, from, occupied) & to));
                })
            }
            (Lookup::Words(lookup), _) if !known => sources.for_each(|from| {
                sink.moves(PieceMoves(from, lookup.get(lookup.form, from, occupied) & to));
            }),
            (Lookup::Full(lookup), LookupTable::Full) => sources.for_each(|from| {
                sink.moves(PieceMoves(from, lookup.get(from, occupied) & to));
            }),
            (Lookup::List(lists), LookupTable::List) => sources.for_each(|from| {
                sink.moves(PieceMoves(from, from_list(lists, from, occupied) & to));
            }),
            _ => unreachable!("the outline is that of the tables"),
        }
    }

    #[inline(always)]
    fn promotion(&self, kind: u8) -> Option<&'static Promotion<W>> {
        self.board.tables(self.side).promotions.get(usize::from(kind))?.as_ref()
    }

    /// Generates the moves of pieces that may promote. `reached_from` gives the cells that one
    /// reaches without a capture and by one.
    #[inline(never)]
    fn promoting_moves<S: MoveSink<CellSet<W>>>(
        self,
        promotion: &Promotion<W>,
        sources: CellSet<W>,
        targets: Targets<W>,
        sink: &mut S,
        reached_from: &dyn Fn(Place) -> (CellSet<W>, CellSet<W>),
    ) {
        sources.for_each(|from| {
            let (steps, captures) = reached_from(from);
            let (steps, captures) = (steps & targets.empty, captures & targets.enemy);
            let plain = steps.only_if(self.filter.quiet) | captures.only_if(self.filter.noisy);
            sink.moves(PieceMoves(from, plain.without(promotion.must)));
            if self.filter.noisy {
                let promoting = PieceMoves(from, (steps | captures) & promotion.zone);
                sink.promotions(promoting, &promotion.to);
            }
        });
    }
}
