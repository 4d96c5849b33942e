//! The symmetries of a game, found from its rules.
//!
//! The rules of both sides are written as White sees them, so exchanging the colors and reversing
//! what Black sees in reverse maps all moves onto each other, but for castlings and rides, which
//! name cells. Any other reversal must in addition leave the rules as they are.

use super::spec::{
    CastlingSpec, EnPassant, First, GameSpec, KindSpec, Mode, Path, Region, RideSpec, Vector,
};
use crate::geometry::Place;
use crate::moves::Side;
use crate::rules::ColorSymmetry;
use std::collections::{BTreeMap, BTreeSet};

/// Whether files, ranks and levels are reversed.
type Reversal = [bool; 3];

/// Returns the symmetry between the colors, if there is one.
pub(super) fn color_symmetry(spec: &GameSpec) -> Option<ColorSymmetry> {
    let all = (0..8).map(|bits| [0, 1, 2].map(|axis| bits >> axis & 1 != 0));
    // The rules are written for that of Black's view.
    let mut reversals = [spec.black_reverses].into_iter().chain(all);
    let [files, ranks, levels] = reversals.find(|&reversal| {
        let rest = [0, 1, 2].map(|axis| reversal[axis] != spec.black_reverses[axis]);
        is_closed(spec, rest)
            && keeps_transfer(spec, reversal)
            && have_mirrored_castlings(spec, reversal)
    })?;
    Some(ColorSymmetry { files, ranks, levels })
}

/// Returns whether reversing the files leaves all moves as they are, but for castling.
pub(super) fn has_file_symmetry(spec: &GameSpec) -> bool {
    let files = [true, false, false];
    let is_mirrored = |ride: &RideSpec| {
        let mirrored = ride.mapped(|cell| spec.mirrored_cell(cell, files));
        spec.rides.iter().any(|other| other.side == ride.side && same_ride(other, &mirrored))
    };
    is_closed(spec, files) && spec.rides.iter().all(is_mirrored)
}

fn mirrored_region(spec: &GameSpec, region: &Region, reversal: Reversal) -> Region {
    (0..region.len())
        .map(|cell| region[usize::from(spec.mirrored_cell(cell as Place, reversal))])
        .collect()
}

/// Returns whether the moves of one side, as it sees them, stay the same under a reversal.
fn is_closed(spec: &GameSpec, reversal: Reversal) -> bool {
    if reversal == [false; 3] {
        return true;
    }
    let is_closed = |region: &Region| mirrored_region(spec, region, reversal) == *region;
    let keeps_kind = |kind: &KindSpec| {
        let levels: Vec<bool> = match reversal[2] {
            true => kind.levels.iter().rev().copied().collect(),
            false => kind.levels.clone(),
        };
        let mut freezes = kind.freezes.clone();
        let mut mirrored: Path = mirrored_path(&kind.freezes, reversal);
        freezes.sort_unstable();
        mirrored.sort_unstable();
        let promotion = kind.promotion.as_ref();
        levels == kind.levels
            && freezes == mirrored
            && promotion.is_none_or(|it| is_closed(&it.must) && is_closed(&it.may))
            && grouped_rules(spec, kind, [false; 3]) == grouped_rules(spec, kind, reversal)
    };
    is_closed(&spec.exists) && spec.kinds.iter().all(keeps_kind)
}

/// Returns whether pieces go over to the mirrored level from a mirrored one.
fn keeps_transfer(spec: &GameSpec, reversal: Reversal) -> bool {
    let Some(levels) = &spec.transfer else { return true };
    let last = levels.len() - 1;
    !reversal[2] || (0..=last).all(|level| levels[last - level] == last - levels[level])
}

fn mirrored_path(path: &Path, reversal: Reversal) -> Path {
    let mirrored =
        |by: &Vector| [0, 1, 2].map(|axis| if reversal[axis] { -by[axis] } else { by[axis] });
    path.iter().map(mirrored).collect()
}

/// What two rules must have in common for their paths to be one set: `at_most`, `jumps`, `mode`,
/// `first`, `en_passant`, `from` and `onto`.
type RuleKey = (u32, bool, Mode, First, EnPassant, Region, Region);

/// Returns the rules of a kind under a reversal, in a form that does not depend on how the file has
/// divided them.
fn grouped_rules(
    spec: &GameSpec,
    kind: &KindSpec,
    reversal: Reversal,
) -> BTreeMap<RuleKey, BTreeSet<Path>> {
    let mut groups: BTreeMap<RuleKey, BTreeSet<Path>> = BTreeMap::new();
    for rule in &kind.rules {
        let mirrored = |region: &Region| mirrored_region(spec, region, reversal);
        let (from, onto) = (mirrored(&rule.from), mirrored(&rule.onto));
        let key = (rule.at_most, rule.jumps, rule.mode, rule.first, rule.en_passant, from, onto);
        let paths = rule.paths.iter().map(|path| mirrored_path(path, reversal));
        groups.entry(key).or_default().extend(paths);
    }
    groups
}

/// Returns whether the castlings and rides of the sides are mirrored ones of each other.
fn have_mirrored_castlings(spec: &GameSpec, reversal: Reversal) -> bool {
    let mirrored_cell = |cell: Place| spec.mirrored_cell(cell, reversal);
    let of_side = |side: Side| spec.castlings.iter().filter(move |castling| castling.side == side);
    let count = |side: Side| of_side(side).count();
    let has_castling = |castling: &CastlingSpec| {
        let mirrored = castling.mapped(mirrored_cell);
        of_side(Side::Black).any(|other| same_castling(other, &mirrored))
    };
    let rides = |side: Side| spec.rides.iter().filter(move |ride| ride.side == side);
    let has_ride = |ride: &RideSpec| {
        let mirrored = ride.mapped(mirrored_cell);
        rides(Side::Black).any(|other| same_ride(other, &mirrored))
    };
    count(Side::White) == count(Side::Black)
        && of_side(Side::White).all(has_castling)
        && rides(Side::White).count() == rides(Side::Black).count()
        && rides(Side::White).all(has_ride)
}

fn same_castling(a: &CastlingSpec, b: &CastlingSpec) -> bool {
    (a.king, a.rook, a.written, a.right.is_some()) == (b.king, b.rook, b.written, b.right.is_some())
        && sorted(&a.empty) == sorted(&b.empty)
        && sorted(&a.safe) == sorted(&b.safe)
}

fn same_ride(a: &RideSpec, b: &RideSpec) -> bool {
    (a.kind, a.stop) == (b.kind, b.stop) && sorted(&a.ends) == sorted(&b.ends)
}

fn sorted(cells: &[Place]) -> Vec<Place> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells.dedup();
    cells
}
