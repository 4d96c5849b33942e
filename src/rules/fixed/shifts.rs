//! The moves of all pieces of a kind at once, for kinds of which there are many: pawns. A step by a
//! vector shifts a set of cells by a constant.

use super::cells::{CellSet, cell_set};
use super::outline::{MAX_SLOTS, MAX_STEPS, ShiftsForm, StepForm, StopForm};
use super::spec::{First, GameSpec, Mode, MoveRule, Vector, sum_of};
use crate::geometry::Place;
use crate::moves::Side;

/// What steps lead to.
pub(super) struct Stop<const W: usize> {
    pub(super) form: StopForm,
    /// The cells from which each step stays on the board.
    from: [CellSet<W>; MAX_STEPS],
    /// Where the piece can do what it can do here.
    onto: CellSet<W>,
}

/// The sum of some beginnings of paths, the ends that they have, and the steps that lead there.
type StopSteps<'a, const W: usize> = (Vector, Vec<&'a [Vector]>, Vec<(StepForm, CellSet<W>)>);

/// The moves of a kind that depend in the same way on the first move.
pub(super) struct Shifts<const W: usize> {
    pub(super) kind: u8,
    pub(super) first: First,
    pub(super) stops: Vec<Stop<W>>,
}

impl<const W: usize> CellSet<W> {
    /// Moves all cells by words and bits; those that leave the words are dropped. Only a shift that
    /// carries takes bits from one word to another; its number of bits is not negative.
    #[inline(always)]
    fn shifted(self, words: i8, StepForm { bits, carries, .. }: StepForm) -> Self {
        let words = isize::from(words);
        let word = |index: isize| {
            if (0..W as isize).contains(&index) { self.0[index as usize] } else { 0 }
        };
        let count = u32::from(bits.unsigned_abs() & 63);
        let mut shifted = [0; W];
        for (i, shifted) in shifted.iter_mut().enumerate() {
            let index = i as isize - words;
            *shifted = if bits >= 0 { word(index) << count } else { word(index) >> count };
            if carries {
                *shifted |= word(index - 1) >> 1 >> (63 - count);
            }
        }
        CellSet(shifted)
    }
}

impl<const W: usize> Shifts<W> {
    /// Returns the shifts of a kind of a side; none if its moves are no shifts, or too many for the
    /// number of pieces at the start.
    pub(super) fn of_kind(spec: &GameSpec, side: Side, kind: usize) -> Vec<Self> {
        let rules = &spec.kinds[kind].rules;
        let is_simple = |rule: &MoveRule| {
            rule.at_most == 1
                && !rule.jumps
                && rule.mode != Mode::FromAfar
                && matches!(rule.first, First::Any | First::Only)
        };
        if spec.kinds[kind].royal || !rules.iter().all(is_simple) || share_a_step(rules) {
            return Vec::new();
        }
        let mut list: Vec<Self> = Vec::new();
        for rule in rules {
            let index = list.iter().position(|shifts| shifts.first == rule.first);
            let index = index.unwrap_or_else(|| {
                list.push(Shifts { kind: kind as u8, first: rule.first, stops: Vec::new() });
                list.len() - 1
            });
            if !list[index].add_rule(spec, side, rule) {
                return Vec::new();
            }
        }
        let stops = list.iter().flat_map(|shifts| &shifts.stops);
        let steps = stops.flat_map(|stop| stop.form.steps).flatten().count();
        if steps > 2 * spec.start_cells(kind, side).count() { Vec::new() } else { list }
    }

    /// Adds the paths of a rule. Returns whether there are sets enough.
    fn add_rule(&mut self, spec: &GameSpec, side: Side, rule: &MoveRule) -> bool {
        let seen = |cell: Place| usize::from(spec.as_seen_by(side, cell));
        let cells = || (0..spec.cells() as Place).filter(|&cell| spec.exists[usize::from(cell)]);
        let onto: CellSet<W> = cells().filter(|&cell| rule.onto[seen(cell)]).collect();
        // Beginnings of paths that lead to the same cell and have the same ends are one set: those
        // of a walk. Each has the slot of its set.
        let mut beginnings: Vec<(Vector, Vec<&[Vector]>, u8)> = Vec::new();
        let longest = rule.paths.iter().map(Vec::len).max().unwrap_or(0);
        for length in 1..=longest {
            let mut stops: Vec<StopSteps<'_, W>> = Vec::new();
            let mut known: Vec<&[Vector]> = Vec::new();
            for path in rule.paths.iter().filter(|path| path.len() >= length) {
                let (beginning, vector) = (&path[..length], path[length - 1]);
                if known.contains(&beginning) {
                    continue;
                }
                known.push(beginning);
                let slot = match length {
                    1 => Some(0),
                    _ => {
                        let (sum, ends) =
                            (sum_of(&path[..length - 1]), ends(rule, &path[..length - 1]));
                        let mut same =
                            beginnings.iter().filter(|(other, of, _)| *other == sum && *of == ends);
                        same.next().map(|&(_, _, slot)| slot)
                    }
                };
                let Some(slot) = slot else { return false };
                let from = cells().filter(|&cell| {
                    (length > 1 || rule.from[seen(cell)]) && spec.step(side, cell, vector).is_some()
                });
                let from: CellSet<W> = from.collect();
                let step = (StepForm::new(spec, &from, difference(spec, side, vector), slot), from);
                let (sum, ends) = (sum_of(beginning), ends(rule, beginning));
                match stops.iter_mut().find(|(other, of, _)| *other == sum && *of == ends) {
                    Some((_, _, steps)) => {
                        if steps.iter().all(|(other, _)| *other != step.0) {
                            steps.push(step);
                        }
                    }
                    None => stops.push((sum, ends, vec![step])),
                }
            }
            for (sum, ends, steps) in stops {
                let goes_on = ends.iter().any(|end| !end.is_empty());
                let used = self
                    .stops
                    .iter()
                    .filter(|stop| usize::from(stop.form.slot) < MAX_SLOTS)
                    .count();
                if goes_on && used + 1 >= MAX_SLOTS {
                    return false;
                }
                let slot = if goes_on { used + 1 } else { MAX_SLOTS } as u8;
                if steps.len() > MAX_STEPS {
                    return false;
                }
                let step = |index: usize| steps.get(index);
                let form = StopForm {
                    anywhere: cell_set(&spec.exists).without(onto).is_empty(),
                    steps: std::array::from_fn(|index| Some(step(index)?.0)),
                    slot,
                    moves: ends.iter().any(|end| end.is_empty()).then_some(rule.mode),
                    by: difference(spec, side, sum),
                };
                let from =
                    std::array::from_fn(|index| step(index).map_or(CellSet::EMPTY, |step| step.1));
                self.stops.push(Stop { form, from, onto });
                beginnings.push((sum, ends, slot));
            }
        }
        true
    }

    /// Returns the form, as far as it fits.
    pub(super) fn form(&self) -> ShiftsForm {
        let stops = std::array::from_fn(|index| Some(self.stops.get(index)?.form));
        ShiftsForm { kind: self.kind, first: self.first, stops }
    }
}

/// Returns whether two rules make the same step, so that their shifts would give a move twice.
fn share_a_step(rules: &[MoveRule]) -> bool {
    let overlap = |a: Mode, b: Mode| a == b || a == Mode::Both || b == Mode::Both;
    let share = |a: &MoveRule, b: &MoveRule| {
        overlap(a.mode, b.mode)
            && a.paths.iter().any(|path| path.len() == 1 && b.paths.contains(path))
    };
    (0..rules.len()).any(|index| rules[..index].iter().any(|other| share(&rules[index], other)))
}

impl<const W: usize> Stop<W> {
    /// Returns the cells from `slots` that steps lead to.
    #[inline(always)]
    pub(super) fn reached(&self, slots: &[CellSet<W>; MAX_SLOTS]) -> CellSet<W> {
        let mut reached = CellSet::EMPTY;
        for (index, step) in self.form.steps.iter().flatten().enumerate() {
            // The cases of small boards are compiled with constants, so that no word is looked for.
            reached |= match step.words {
                0 => self.reached_by(index, 0, *step, slots),
                -1 => self.reached_by(index, -1, *step, slots),
                1 => self.reached_by(index, 1, *step, slots),
                -2 => self.reached_by(index, -2, *step, slots),
                words => self.reached_by(index, words, *step, slots),
            };
        }
        reached
    }

    /// Returns the cells from `slots` that the step of an index leads to. `words` is that of the
    /// step, as a constant where the caller knows it.
    #[inline(always)]
    pub(super) fn reached_by(
        &self,
        index: usize,
        words: i8,
        step: StepForm,
        slots: &[CellSet<W>; MAX_SLOTS],
    ) -> CellSet<W> {
        let from = slots[usize::from(step.slot) % MAX_SLOTS];
        let from = if step.masked { from & self.from[index] } else { from };
        from.shifted(words, step)
    }

    /// Returns those of the reached cells to which pieces may go: these empty cells and enemies.
    #[inline(always)]
    pub(super) fn allowed(
        &self,
        form: StopForm,
        reached: CellSet<W>,
        [empty, enemy]: [CellSet<W>; 2],
    ) -> CellSet<W> {
        let targets = match form.moves {
            Some(Mode::Step) => empty,
            Some(Mode::Capture) => enemy,
            Some(_) => empty | enemy,
            None => CellSet::EMPTY,
        };
        if form.anywhere { reached & targets } else { reached & targets & self.onto }
    }
}

impl StepForm {
    /// Returns the form of a step from these cells by a difference of cell numbers.
    fn new<const W: usize>(spec: &GameSpec, from: &CellSet<W>, by: i16, slot: u8) -> Self {
        let word = |cell: Place| (cell / 64) as i16;
        let mut words = from.iter().map(|cell| word(cell.wrapping_add_signed(by)) - word(cell));
        let first = words.next().unwrap_or(0);
        let carries = words.any(|other| other != first);
        let words = if carries { by.div_euclid(64) } else { first };
        let (words, bits) = (words as i8, (by - 64 * words) as i8);
        let form = StepForm { words, bits, carries, masked: false, slot };
        let others: CellSet<W> = cell_set(&spec.exists).without(*from);
        let masked = carries || !others.shifted(words, form).is_empty();
        StepForm { masked, ..form }
    }
}

/// Returns the ends of the paths of a rule that begin in this way.
fn ends<'a>(rule: &'a MoveRule, beginning: &[Vector]) -> Vec<&'a [Vector]> {
    let mut ends: Vec<&[Vector]> =
        rule.paths.iter().filter_map(|path| path.strip_prefix(beginning)).collect();
    ends.sort_unstable();
    ends
}

/// Returns the difference of the cell numbers of a step as a side sees it.
fn difference(spec: &GameSpec, side: Side, vector: Vector) -> i16 {
    let [file, rank, level] = [0, 1, 2].map(|axis| {
        let by = i16::from(vector[axis]);
        if side == Side::Black && spec.black_reverses[axis] { -by } else { by }
    });
    (level * spec.ranks as i16 + rank) * spec.files as i16 + file
}
