//! The moves of all pieces of a kind at once, for kinds of which there are many: pawns. A step by a
//! vector shifts a set of cells by a constant.

use super::cells::CellSet;
use super::spec::{First, GameSpec, Mode, MoveRule, Vector};
use crate::geometry::Place;
use crate::moves::Side;

/// The largest number of sets of cells on the way.
pub(super) const MAX_SLOTS: usize = 8;

/// A shift of a set of cells by a number of words, towards higher cells, and of bits, 0 to 63.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Shift {
    words: i8,
    bits: u8,
}

impl Shift {
    fn new(by: i16) -> Self {
        Shift { words: by.div_euclid(64) as i8, bits: by.rem_euclid(64) as u8 }
    }
}

/// A step of a set of cells by one vector.
pub(super) struct Step<const W: usize> {
    /// The cells from which it stays on the board.
    from: CellSet<W>,
    shift: Shift,
    /// The number of the set from which it goes on.
    slot: u8,
}

/// What steps lead to.
pub(super) struct Stop<const W: usize> {
    /// The steps that lead here, one after the other in [`Shifts::steps`].
    steps: std::ops::Range<usize>,
    /// The number of the set that it becomes; [`MAX_SLOTS`] if no step goes on from here.
    slot: u8,
    /// What the piece can do here, and where.
    moves: Option<Mode>,
    onto: CellSet<W>,
    /// The difference of the cell numbers from the origin.
    by: i16,
}

/// The sum of some beginnings of paths, the ends that they have, and the steps that lead there.
type StopSteps<'a, const W: usize> = (Vector, Vec<&'a [Vector]>, Vec<Step<W>>);

/// The moves of a kind that depend in the same way on the first move.
pub(super) struct Shifts<const W: usize> {
    pub(super) kind: u8,
    pub(super) first: First,
    steps: Vec<Step<W>>,
    stops: Vec<Stop<W>>,
}

impl<const W: usize> CellSet<W> {
    /// Moves all cells; those that leave the words are dropped.
    #[inline(always)]
    fn shifted(self, Shift { words, bits }: Shift) -> Self {
        // The cases of small boards are compiled with constants, so that no word is looked for.
        match words {
            0 => self.shifted_by_words(0, bits),
            -1 => self.shifted_by_words(-1, bits),
            1 => self.shifted_by_words(1, bits),
            -2 => self.shifted_by_words(-2, bits),
            _ => self.shifted_by_words(words.into(), bits),
        }
    }

    #[inline(always)]
    fn shifted_by_words(self, words: isize, bits: u8) -> Self {
        let word = |index: isize| {
            if (0..W as isize).contains(&index) { self.0[index as usize] } else { 0 }
        };
        let bits = u32::from(bits & 63);
        CellSet(std::array::from_fn(|i| {
            let index = i as isize - words;
            word(index) << bits | word(index - 1) >> 1 >> (63 - bits)
        }))
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
        if spec.kinds[kind].royal || !rules.iter().all(is_simple) {
            return Vec::new();
        }
        let mut list: Vec<Self> = Vec::new();
        for rule in rules {
            let index = list.iter().position(|shifts| shifts.first == rule.first);
            let index = index.unwrap_or_else(|| {
                let (steps, stops) = (Vec::new(), Vec::new());
                list.push(Shifts { kind: kind as u8, first: rule.first, steps, stops });
                list.len() - 1
            });
            if !list[index].add_rule(spec, side, rule) {
                return Vec::new();
            }
        }
        let steps: usize = list.iter().map(|shifts| shifts.steps.len()).sum();
        if steps > 2 * spec.start_cells(kind, side).count() { Vec::new() } else { list }
    }

    /// Adds the paths of a rule. Returns whether there are sets enough.
    fn add_rule(&mut self, spec: &GameSpec, side: Side, rule: &MoveRule) -> bool {
        let seen = |cell: Place| usize::from(spec.as_seen_by(side, cell));
        let cells = || (0..spec.cells() as Place).filter(|&cell| spec.exists[usize::from(cell)]);
        let onto: CellSet<W> = cells().filter(|&cell| rule.onto[seen(cell)]).collect();
        // Beginnings of paths that lead to the same cell and have the same ends are one set: those of
        // a walk. Each has the slot of its set.
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
                let step = Step {
                    from: from.collect(),
                    shift: Shift::new(difference(spec, side, vector)),
                    slot,
                };
                let (sum, ends) = (sum_of(beginning), ends(rule, beginning));
                match stops.iter_mut().find(|(other, of, _)| *other == sum && *of == ends) {
                    Some((_, _, steps)) => {
                        if !steps
                            .iter()
                            .any(|other| (other.slot, other.shift) == (step.slot, step.shift))
                        {
                            steps.push(step);
                        }
                    }
                    None => stops.push((sum, ends, vec![step])),
                }
            }
            for (sum, ends, steps) in stops {
                let goes_on = ends.iter().any(|end| !end.is_empty());
                let used =
                    self.stops.iter().filter(|stop| usize::from(stop.slot) < MAX_SLOTS).count();
                if goes_on && used + 1 >= MAX_SLOTS {
                    return false;
                }
                let slot = if goes_on { used + 1 } else { MAX_SLOTS } as u8;
                let first = self.steps.len();
                self.steps.extend(steps);
                self.stops.push(Stop {
                    steps: first..self.steps.len(),
                    slot,
                    moves: ends.iter().any(|end| end.is_empty()).then_some(rule.mode),
                    onto,
                    by: difference(spec, side, sum),
                });
                beginnings.push((sum, ends, slot));
            }
        }
        true
    }

    /// Calls `visit` with the destinations of each step and the difference of cell numbers by which
    /// they are reached. `targets` are the empty cells and the enemies to which the pieces may go.
    #[inline(always)]
    pub(super) fn for_each(
        &self,
        sources: CellSet<W>,
        occupied: &CellSet<W>,
        [empty, enemy]: [CellSet<W>; 2],
        mut visit: impl FnMut(CellSet<W>, i16),
    ) {
        let mut slots = [CellSet::EMPTY; MAX_SLOTS];
        slots[0] = sources;
        for stop in &self.stops {
            let mut reached = CellSet::EMPTY;
            for step in &self.steps[stop.steps.clone()] {
                reached |=
                    (slots[usize::from(step.slot) % MAX_SLOTS] & step.from).shifted(step.shift);
            }
            if let Some(slot) = slots.get_mut(usize::from(stop.slot)) {
                *slot = reached.without(*occupied);
            }
            let targets = match stop.moves {
                Some(Mode::Step) => empty,
                Some(Mode::Capture) => enemy,
                Some(_) => empty | enemy,
                None => continue,
            };
            visit(reached & targets & stop.onto, stop.by);
        }
    }
}

/// Returns the ends of the paths of a rule that begin in this way.
fn ends<'a>(rule: &'a MoveRule, beginning: &[Vector]) -> Vec<&'a [Vector]> {
    let mut ends: Vec<&[Vector]> =
        rule.paths.iter().filter_map(|path| path.strip_prefix(beginning)).collect();
    ends.sort_unstable();
    ends
}

fn sum_of(path: &[Vector]) -> Vector {
    path.iter().fold([0; 3], |sum, vector| [0, 1, 2].map(|axis| sum[axis] + vector[axis]))
}

/// Returns the difference of the cell numbers of a step as a side sees it.
fn difference(spec: &GameSpec, side: Side, vector: Vector) -> i16 {
    let [file, rank, level] = [0, 1, 2].map(|axis| {
        let by = i16::from(vector[axis]);
        if side == Side::Black && spec.black_reverses[axis] { -by } else { by }
    });
    (level * spec.ranks as i16 + rank) * spec.files as i16 + file
}
