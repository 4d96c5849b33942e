//! The tables of a side: how its pieces move, promote and are attacked.

use super::cells::{CellSet, CellTable};
use super::lookup::{KnownLookups, Lists, Lookup, Reached, fits_table, is_within};
use super::outline::{LeapForm, LookupForm, LookupTable};
use super::runs::{RunsFrom, runs};
use super::shifts::Shifts;
use super::spec::{First, GameSpec, Mode, MoveRule, Problems, Vector};
use super::tables::{
    AttackRows, BentClass, KindTable, LeapPlan, Leaps, LookupPlan, Plans, Promotion, Ride,
    SideTables, seen_set,
};
use crate::geometry::Place;
use crate::moves::{PieceType, Side};

/// A part of the moves over empty cells, before parts are joined.
struct Unit<const W: usize> {
    kinds: Vec<u8>,
    first: First,
    mode: Mode,
    promotes: bool,
    /// Whether [`Lines`](super::tables::Lines) give the cells in between.
    straight: bool,
    lists: Lists<W>,
}

impl<const W: usize> SideTables<W> {
    /// Computes the tables of a side. `straight`: at most one slide leads from one cell to another.
    pub(super) fn new(
        spec: &GameSpec,
        side: Side,
        straight: bool,
        tests_moves: bool,
        known: &mut KnownLookups<W>,
        problems: &mut Problems,
    ) -> Self {
        let mut builder =
            Builder { spec, side, straight, problems, leaps: Vec::new(), units: Vec::new() };
        for kind in 0..spec.kinds.len() {
            for rule in &spec.kinds[kind].rules {
                builder.add_rule(kind as u8, rule);
            }
        }
        builder.find_double_moves();
        let Builder { leaps, units, .. } = builder;
        let from_afar = captures_from_afar(spec, side);
        let mut attacks = AttackRows::new(spec.kinds.len(), spec.cells());
        for from in 0..spec.cells() as Place {
            for plan in &leaps {
                attacks.add_leaps(plan.form.kind, from, plan.table.get(from).captures);
            }
            for plan in &from_afar {
                attacks.add_leaps(plan.kind, from, *plan.table.get(from));
            }
        }
        for unit in units.iter().filter(|unit| unit.mode != Mode::Step) {
            for (from, list) in (0..).zip(&unit.lists) {
                for reached in list {
                    attacks.add_over(from, reached);
                    for &kind in unit.kinds.iter().filter(|_| unit.straight) {
                        attacks.add_line(kind, from, reached.cell);
                    }
                }
            }
        }
        let bent_classes = bent_classes(&units, spec.cells());
        let promotions = promotions(spec, side, &leaps, &units);
        let king = spec.king() as u8;
        let (king_leaps, piece_leaps) = leaps.into_iter().partition(|plan| plan.form.kind == king);
        let [piece_units, king_units] = split_units(units, king);
        let runs = runs(spec, side, problems);
        let none = RunsFrom { ends: CellSet::EMPTY, capturers: CellSet::EMPTY };
        let mut runs_from = CellTable::new(none);
        for (from, runs) in runs.iter().flat_map(|by_origin| (0..).zip(by_origin)) {
            let runs = runs.iter().flat_map(|runs| &runs.runs);
            runs.for_each(|run| runs_from.get_mut(from).ends.insert(run.to));
        }
        let seen = |cell: Place| spec.as_seen_by(side, cell);
        let unmoved_starts = (0..spec.kinds.len()).map(|kind| match spec.tracks_unmoved(kind) {
            true => spec.start_cells(kind, side).collect(),
            false => CellSet::EMPTY,
        });
        let stands_on = spec.kinds.iter().map(|kind| {
            let on_level = |cell: &Place| kind.levels[spec.coordinates(seen(*cell))[2] as usize];
            (0..spec.cells() as Place).filter(on_level).collect()
        });
        let ride = spec
            .rides
            .iter()
            .find(|ride| ride.side == side)
            .map(|ride| Ride { stop: ride.stop, ends: ride.ends.iter().copied().collect() });
        let mut shifts: Vec<Shifts<W>> = Vec::new();
        for kind in (0..spec.kinds.len()).filter(|_| !tests_moves) {
            shifts.extend(Shifts::of_kind(spec, side, kind));
        }
        let (mut piece_leaps, mut lookups): (Vec<LeapPlan<W>>, _) =
            (piece_leaps, join(piece_units, known));
        let kinds_of =
            |shifts: &[Shifts<W>]| shifts.iter().fold(0, |set, it| set | 1u16 << it.kind);
        // A kind that shares a table with one that is not shifted is not shifted either: the table
        // would give its moves once more.
        while let Some(plan) = lookups.iter().find(|LookupPlan { form, .. }| {
            let shifted = form.kinds & kinds_of(&shifts);
            shifted != 0 && shifted != form.kinds
        }) {
            shifts.retain(|shifts| !plan.form.moves(shifts.kind));
        }
        let shifted = kinds_of(&shifts);
        for plan in &mut piece_leaps {
            plan.form.shifted = shifted >> plan.form.kind & 1 != 0;
        }
        for LookupPlan { form, .. } in &mut lookups {
            form.shifted = form.kinds & !shifted == 0;
        }
        SideTables {
            pieces: Plans { shifts, leaps: piece_leaps, lookups },
            king: Plans { shifts: Vec::new(), leaps: king_leaps, lookups: join(king_units, known) },
            from_afar,
            attacks,
            bent_classes,
            promotions,
            runs,
            runs_from,
            freezers: freezers(spec, side),
            unmoved_starts: unmoved_starts.collect(),
            stands_on: stands_on.collect(),
            ride,
        }
    }

    /// Adds the cells from which enemy pieces, whose attacks are given, may capture en passant.
    pub(super) fn add_capturers_of_runs(&mut self, attacks: &AttackRows<W>) {
        for (kind, by_origin) in (0..).zip(&self.runs) {
            for (from, runs) in (0..).zip(by_origin) {
                let passable = runs.iter().flat_map(|runs| &runs.passable);
                let capturers = &mut self.runs_from.get_mut(from).capturers;
                passable.for_each(|&cell| *capturers |= attacks.leaps(kind, cell));
            }
        }
    }
}

/// Returns the promotions of a side by kind. Leaps and units give the moves.
fn promotions<const W: usize>(
    spec: &GameSpec,
    side: Side,
    leaps: &[LeapPlan<W>],
    units: &[Unit<W>],
) -> Vec<Option<Promotion<W>>> {
    let promotions = (0..).zip(&spec.kinds).map(|(index, kind)| {
        let promotion = kind.promotion.as_ref()?;
        let must = seen_set(spec, side, &promotion.must);
        let zone: CellSet<W> = must | seen_set(spec, side, &promotion.may);
        let mut near: CellSet<W> = CellSet::EMPTY;
        let mut add = |from: Place, to: CellSet<W>| {
            if !(to & zone).is_empty() {
                near.insert(from);
            }
        };
        for plan in leaps.iter().filter(|plan| plan.form.kind == index) {
            for from in 0..spec.cells() as Place {
                add(from, plan.table.get(from).steps | plan.table.get(from).captures);
            }
        }
        for unit in units.iter().filter(|unit| unit.kinds.contains(&index)) {
            for (from, list) in (0..).zip(&unit.lists) {
                add(from, list.iter().map(|reached| reached.cell).collect());
            }
        }
        let to = promotion.to.iter().map(|&kind| PieceType::new(kind.into())).collect();
        Some(Promotion { must, zone, near, to })
    });
    promotions.collect()
}

/// Returns the units of the pieces, and those of the king.
fn split_units<const W: usize>(units: Vec<Unit<W>>, king: u8) -> [Vec<Unit<W>>; 2] {
    let mut piece_units = Vec::new();
    let mut king_units = Vec::new();
    for mut unit in units {
        if unit.kinds.contains(&king) {
            let lists = unit.lists.clone();
            king_units.push(Unit { kinds: vec![king], lists, ..unit });
            unit.kinds.retain(|&kind| kind != king);
        }
        if !unit.kinds.is_empty() {
            piece_units.push(unit);
        }
    }
    [piece_units, king_units]
}

/// Returns the enemy cells that the pieces of a side freeze, by kind and cell.
fn freezers<const W: usize>(spec: &GameSpec, side: Side) -> Vec<KindTable<W>> {
    let freezers = (0..).zip(&spec.kinds).filter(|(_, kind)| !kind.freezes.is_empty());
    let freezers = freezers.map(|(index, kind)| {
        let mut table: CellTable<CellSet<W>, W> = CellTable::new(CellSet::EMPTY);
        for from in 0..spec.cells() as Place {
            let frozen = kind.freezes.iter().filter_map(|&by| spec.step(side, from, by));
            *table.get_mut(from) = frozen.collect();
        }
        KindTable { kind: index, table }
    });
    freezers.collect()
}

/// Returns the captures from afar of a side, by kind.
fn captures_from_afar<const W: usize>(spec: &GameSpec, side: Side) -> Vec<KindTable<W>> {
    let mut plans = Vec::new();
    for (kind, kind_spec) in (0..).zip(&spec.kinds) {
        let mut table: CellTable<CellSet<W>, W> = CellTable::new(CellSet::EMPTY);
        let mut is_used = false;
        for rule in kind_spec.rules.iter().filter(|rule| rule.mode == Mode::FromAfar) {
            is_used = true;
            for (from, to) in leap_cells(spec, side, rule) {
                table.get_mut(from).insert(to);
            }
        }
        if is_used {
            plans.push(KindTable { kind, table });
        }
    }
    plans
}

/// Returns origin and destination of the leaps of a rule.
fn leap_cells(spec: &GameSpec, side: Side, rule: &MoveRule) -> Vec<(Place, Place)> {
    let mut leaps = Vec::new();
    for from in spec.origins(side, rule) {
        for path in rule.paths.iter().filter(|path| path.len() == 1) {
            let to = path.first().and_then(|&by| spec.step(side, from, by));
            leaps.extend(to.filter(|&to| spec.is_allowed(side, rule, to)).map(|to| (from, to)));
        }
    }
    leaps
}

/// Sorts the rules of a side into leaps and units over empty cells.
struct Builder<'a, const W: usize> {
    spec: &'a GameSpec,
    side: Side,
    /// As in [`SideTables::new`].
    straight: bool,
    problems: &'a mut Problems,
    leaps: Vec<LeapPlan<W>>,
    units: Vec<Unit<W>>,
}

impl<const W: usize> Builder<'_, W> {
    fn add_rule(&mut self, kind: u8, rule: &MoveRule) {
        let (spec, side) = (self.spec, self.side);
        let promotes = spec.kinds[usize::from(kind)].promotion.is_some();
        if rule.mode == Mode::FromAfar {
            return;
        }
        if rule.at_most > 1 {
            let mut vectors: Vec<Vector> =
                rule.paths.iter().filter_map(|path| path.first()).copied().collect();
            while let Some(vector) = vectors.pop() {
                let mut line = vec![vector];
                let opposite = vector.map(|by| -by);
                if let Some(index) = vectors.iter().position(|other| *other == opposite) {
                    line.push(vectors.swap_remove(index));
                }
                let lists = self.slide_lists(rule, &line);
                if fits_table(&lists) {
                    self.add_unit(kind, rule, promotes, lists);
                } else {
                    for vector in line {
                        let lists = self.slide_lists(rule, &[vector]);
                        self.add_unit(kind, rule, promotes, lists);
                    }
                }
            }
            return;
        }
        let (steps, captures) = (
            matches!(rule.mode, Mode::Both | Mode::Step),
            matches!(rule.mode, Mode::Both | Mode::Capture),
        );
        let mut leaps = leap_cells(spec, side, rule);
        if rule.jumps {
            for from in spec.origins(side, rule) {
                let to = (0..spec.cells() as Place)
                    .filter(|&to| to != from && spec.is_allowed(side, rule, to));
                leaps.extend(to.map(|to| (from, to)));
            }
        }
        if !leaps.is_empty() {
            let form = LeapForm { kind, first: rule.first, promotes, shifted: false };
            let plan = self.leaps.iter().position(|plan| plan.form == form);
            let plan = plan.unwrap_or_else(|| {
                let none = Leaps { steps: CellSet::EMPTY, captures: CellSet::EMPTY };
                self.leaps.push(LeapPlan { form, table: CellTable::new(none) });
                self.leaps.len() - 1
            });
            for (from, to) in leaps {
                let entry = self.leaps[plan].table.get_mut(from);
                if steps {
                    entry.steps.insert(to);
                }
                if captures {
                    entry.captures.insert(to);
                }
            }
        }
        let mut lists: Lists<W> = vec![Vec::new(); spec.cells()];
        for from in spec.origins(side, rule) {
            for path in rule.paths.iter().filter(|path| path.len() > 1) {
                if let Some((to, over)) = spec.follow(side, from, path)
                    && spec.is_allowed(side, rule, to)
                {
                    lists[usize::from(from)]
                        .push(Reached { cell: to, over: over.into_iter().collect() });
                }
            }
        }
        if lists.iter().any(|list| !list.is_empty()) {
            self.add_unit(kind, rule, promotes, lists);
        }
    }

    fn slide_lists(&self, rule: &MoveRule, vectors: &[Vector]) -> Lists<W> {
        let (spec, side) = (self.spec, self.side);
        let mut lists: Lists<W> = vec![Vec::new(); spec.cells()];
        for from in spec.origins(side, rule) {
            for &vector in vectors {
                let (mut at, mut over) = (from, CellSet::EMPTY);
                for _ in 0..rule.at_most {
                    let Some(next) = spec.step(side, at, vector) else { break };
                    if spec.is_allowed(side, rule, next) {
                        lists[usize::from(from)].push(Reached { cell: next, over });
                    }
                    over.insert(next);
                    at = next;
                }
            }
            lists[usize::from(from)].sort_by_key(|reached| reached.cell);
        }
        lists
    }

    fn add_unit(&mut self, kind: u8, rule: &MoveRule, promotes: bool, lists: Lists<W>) {
        // A slide has one vector, which is repeated.
        let straight = self.straight && rule.at_most > 1;
        let same = self.units.iter_mut().find(|unit| {
            unit.first == rule.first
                && unit.mode == rule.mode
                && unit.straight == straight
                && !unit.promotes
                && !promotes
                && !unit.kinds.contains(&kind)
                && unit.lists == lists
        });
        match same {
            Some(unit) => unit.kinds.push(kind),
            None => self.units.push(Unit {
                kinds: vec![kind],
                first: rule.first,
                mode: rule.mode,
                promotes,
                straight,
                lists,
            }),
        }
    }

    /// Adds a problem if two rules of a kind lead from one cell to the same, so that a move would
    /// be generated twice.
    fn find_double_moves(&mut self) {
        let spec = self.spec;
        let excludes = |a: First, b: First| {
            matches!((a, b), (First::Only | First::OnlyInCheck, First::Not))
                || matches!((a, b), (First::Not, First::Only | First::OnlyInCheck))
        };
        for (kind, kind_spec) in (0..).zip(&spec.kinds) {
            // What the rules so far reach from each cell.
            let mut known: Vec<(First, Mode, Vec<CellSet<W>>)> = Vec::new();
            let mut twice = None;
            let mut add = |first: First, mode: Mode, reached: &dyn Fn(usize) -> CellSet<W>| {
                for (other, _, cells) in known.iter().filter(|(_, other, _)| *other == mode) {
                    if excludes(first, *other) {
                        continue;
                    }
                    for (from, cells) in cells.iter().enumerate() {
                        let both = (*cells & reached(from)).first().map(|to| (from as Place, to));
                        twice = twice.or(both);
                    }
                }
                let index = known.iter().position(|(other, of, _)| (*other, *of) == (first, mode));
                let index = index.unwrap_or_else(|| {
                    known.push((first, mode, vec![CellSet::EMPTY; spec.cells()]));
                    known.len() - 1
                });
                for (from, cells) in known[index].2.iter_mut().enumerate() {
                    *cells |= reached(from);
                }
            };
            for plan in self.leaps.iter().filter(|plan| plan.form.kind == kind) {
                let first = plan.form.first;
                add(first, Mode::Step, &|from| plan.table.get(from as Place).steps);
                add(first, Mode::Capture, &|from| plan.table.get(from as Place).captures);
            }
            for unit in self.units.iter().filter(|unit| unit.kinds.contains(&kind)) {
                let reached =
                    |from: usize| unit.lists[from].iter().map(|reached| reached.cell).collect();
                if unit.mode != Mode::Capture {
                    add(unit.first, Mode::Step, &reached);
                }
                if unit.mode != Mode::Step {
                    add(unit.first, Mode::Capture, &reached);
                }
            }
            if let Some((from, to)) = twice.filter(|_| self.side == Side::White) {
                let keys = spec.keys_between(kind_spec, from, to).join("` and `");
                let (from, to) = (spec.cell_name(from), spec.cell_name(to));
                let message = format!("`{keys}` lead from {from} to {to}, one rule expected");
                self.problems.add(format!("pieces.{}", kind_spec.letter), message);
            }
        }
    }
}

/// Joins the units of the same pieces as long as their tables stay small.
fn join<const W: usize>(units: Vec<Unit<W>>, known: &mut KnownLookups<W>) -> Vec<LookupPlan<W>> {
    let mut groups: Vec<(LookupForm, Vec<Lists<W>>)> = Vec::new();
    for unit in units {
        let form = LookupForm {
            kinds: kind_bits(&unit.kinds),
            first: unit.first,
            promotes: unit.promotes,
            shifted: false,
            steps: unit.mode != Mode::Capture,
            captures: unit.mode != Mode::Step,
            table: LookupTable::List,
        };
        match groups.iter_mut().find(|(other, _)| *other == form) {
            Some((_, group)) => add_lists(group, unit.lists),
            None => groups.push((form, vec![unit.lists])),
        }
    }
    let mut plans = Vec::new();
    for (form, group) in groups {
        for lookup in known.of(group) {
            let table = match &*lookup {
                Lookup::Words(lookup) => LookupTable::Words(lookup.form),
                Lookup::Full(_) => LookupTable::Full,
                Lookup::List(_) => LookupTable::List,
            };
            plans.push(LookupPlan { form: LookupForm { table, ..form }, lookup });
        }
    }
    plans
}

/// Adds lists of the same pieces to others. They become part of one of these if the table of both
/// is small.
fn add_lists<const W: usize>(group: &mut Vec<Lists<W>>, lists: Lists<W>) {
    for other in &mut *group {
        let both: Lists<W> =
            other.iter().zip(&lists).map(|(a, b)| [a.as_slice(), b].concat()).collect();
        if is_within(other) == is_within(&lists) && fits_table(&both) {
            *other = both;
            return;
        }
    }
    group.push(lists);
}

/// Returns kinds as bits.
fn kind_bits(kinds: &[u8]) -> u16 {
    kinds.iter().fold(0, |set, kind| set | 1 << kind)
}

/// Returns what pieces attack over empty cells that are not on a straight line, by target.
fn bent_classes<const W: usize>(units: &[Unit<W>], cells: usize) -> Vec<BentClass<W>> {
    let mut classes: Vec<BentClass<W>> = Vec::new();
    for unit in units.iter().filter(|unit| unit.mode != Mode::Step && !unit.straight) {
        let kinds = kind_bits(&unit.kinds);
        let index = classes.iter().position(|class| class.kinds == kinds).unwrap_or_else(|| {
            let [reach, over] = [(); 2].map(|()| CellTable::new(CellSet::EMPTY));
            classes.push(BentClass { kinds, reach, over, lookups: Vec::new() });
            classes.len() - 1
        });
        let mut reversed: Lists<W> = vec![Vec::new(); cells];
        for (from, list) in (0..).zip(&unit.lists) {
            for reached in list {
                classes[index].reach.get_mut(reached.cell).insert(from);
                *classes[index].over.get_mut(reached.cell) |= reached.over;
                reversed[usize::from(reached.cell)]
                    .push(Reached { cell: from, over: reached.over });
            }
        }
        classes[index].lookups.extend(Lookup::build_all(vec![reversed]));
    }
    classes
}
