//! Runs: the moves that pass cells on which the moved piece can be captured en passant.

use super::cells::CellSet;
use super::spec::{EnPassant, GameSpec, KindSpec, MoveRule, Problems};
use crate::geometry::Place;
use crate::moves::Side;

/// The largest number of cells on which pieces from one cell can be captured en passant.
const MAX_PASSABLE: usize = 16;

/// A way over cells on which the moved piece can be captured en passant. They are neither the cell
/// where it begins nor that where it ends.
pub(super) struct Run<const W: usize> {
    pub(super) to: Place,
    pub(super) over: CellSet<W>,
    /// The cells passed, as bits in the order of [`Runs::passable`].
    pub(super) passed: u16,
}

/// The runs of a kind from a cell.
pub(super) struct Runs<const W: usize> {
    /// In the order of their ends.
    pub(super) runs: Vec<Run<W>>,
    /// By cell: the number of runs that end on a cell before it.
    first: Vec<u16>,
    /// The cells that one of them passes.
    pub(super) passable: Vec<Place>,
}

impl<const W: usize> Runs<W> {
    /// Orders runs on a board of that many cells.
    fn new(mut runs: Vec<Run<W>>, passable: Vec<Place>, cells: usize) -> Self {
        runs.sort_by_key(|run| run.to);
        let before = |cell| runs.partition_point(|run| usize::from(run.to) < cell) as u16;
        Runs { first: (0..cells).map(before).collect(), runs, passable }
    }

    /// Returns the runs that end on a cell.
    #[inline(always)]
    pub(super) fn ending_on(&self, cell: Place) -> impl Iterator<Item = &Run<W>> {
        let first = self.first.get(usize::from(cell)).copied();
        let runs = first.and_then(|first| self.runs.get(usize::from(first)..));
        runs.into_iter().flatten().take_while(move |run| run.to == cell)
    }
}

/// The runs of any kind from a cell.
#[derive(Clone, Copy)]
pub(super) struct RunsFrom<const W: usize> {
    /// Where they end.
    pub(super) ends: CellSet<W>,
    /// From where an enemy piece of the kind that runs attacks a cell that it passes, united over
    /// the kinds.
    pub(super) capturers: CellSet<W>,
}

/// Returns the kinds that can be captured en passant, and those that can be only after their first
/// move, as bits.
pub(super) fn runners(spec: &GameSpec) -> [u16; 2] {
    let kinds_with = |is_run: &dyn Fn(&MoveRule) -> bool| {
        let has_run = |kind: &KindSpec| kind.rules.iter().any(is_run);
        let kinds = (0..).zip(&spec.kinds).filter(|(_, kind)| has_run(kind));
        kinds.fold(0, |set, (kind, _)| set | 1 << kind)
    };
    let can_run = |rule: &MoveRule| rule.en_passant != EnPassant::None;
    [kinds_with(&can_run), kinds_with(&|rule| can_run(rule) && rule.is_first())]
}

/// Returns the runs of each kind from each origin.
pub(super) fn runs<const W: usize>(
    spec: &GameSpec,
    side: Side,
    problems: &mut Problems,
) -> Vec<Vec<Option<Runs<W>>>> {
    let mut table: Vec<Vec<Option<Runs<W>>>> = Vec::new();
    for kind_spec in &spec.kinds {
        let rules: Vec<&MoveRule> =
            kind_spec.rules.iter().filter(|rule| rule.en_passant != EnPassant::None).collect();
        if rules.iter().any(|rule| rule.is_first() != rules[0].is_first()) {
            let message =
                "either all rules with `en_passant` or none with `first = \"only\"` expected";
            problems.add(format!("pieces.{}", kind_spec.letter), message);
        }
        let mut by_origin: Vec<(Vec<Run<W>>, Vec<Place>)> =
            (0..spec.cells()).map(|_| (Vec::new(), Vec::new())).collect();
        for rule in rules {
            for from in spec.origins(side, rule) {
                for path in rule.all_paths().filter(|path| path.len() > 1) {
                    let Some((to, mut over)) = spec.follow(side, from, &path) else { continue };
                    // A piece stands in its own way until it has moved.
                    if over.contains(&from) || !spec.is_allowed(side, rule, to) {
                        continue;
                    }
                    over.retain(|&cell| cell != to);
                    let passed = match rule.en_passant {
                        EnPassant::Last => over[over.len().saturating_sub(1)..].to_vec(),
                        _ => over.clone(),
                    };
                    let (runs, passable) = &mut by_origin[usize::from(from)];
                    let mut bits = 0;
                    for cell in passed {
                        let known = passable.iter().position(|&known| known == cell);
                        let index = known.unwrap_or_else(|| {
                            passable.push(cell);
                            passable.len() - 1
                        });
                        bits |= 1u16.checked_shl(index as u32).unwrap_or(0);
                    }
                    runs.push(Run { to, over: over.into_iter().collect(), passed: bits });
                    if passable.len() > MAX_PASSABLE {
                        let message = format!(
                            "more than {MAX_PASSABLE} cells from one cell on which it can be captured en passant"
                        );
                        problems.add(format!("pieces.{}", kind_spec.letter), message);
                        return table;
                    }
                }
            }
        }
        let by_origin = by_origin.into_iter().map(|(runs, passable)| {
            (!runs.is_empty()).then(|| Runs::new(runs, passable, spec.cells()))
        });
        table.push(by_origin.collect());
    }
    table
}
