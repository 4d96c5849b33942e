//! Contradictions between the rules of a game: positions that no FEN can describe, and moves that
//! have the same text.

use super::spec::{CastlingSpec, EnPassant, GameSpec, KindSpec, Mode, MoveRule, Problems};
use crate::geometry::Place;
use crate::moves::Side;

/// Adds the contradictions of a game.
pub(super) fn add_contradictions(spec: &GameSpec, problems: &mut Problems) {
    for kind in &spec.kinds {
        let key = format!("pieces.{}", kind.letter);
        add_promotions(spec, kind, &key, problems);
        if captures_twice(spec, kind) {
            let message = format!(
                "the {} steps and captures on one cell where it can be captured en passant, so that two moves would have the same text",
                kind.name
            );
            problems.add(format!("{key}.en_passant"), message);
        }
    }
    add_transfer(spec, problems);
    for castling in spec.castlings.iter().filter(|castling| castling.side == Side::White) {
        add_castling(spec, castling, problems);
    }
    add_start(spec, problems);
}

/// Returns the level of a cell.
fn level(spec: &GameSpec, cell: Place) -> usize {
    spec.coordinates(cell)[2] as usize
}

/// Returns whether a kind of a side must have promoted when it stands on a cell. Where pieces go
/// over to another level, the cell where it has landed counts.
fn must_have_promoted(spec: &GameSpec, side: Side, kind: &KindSpec, cell: Place) -> bool {
    let mut at = spec.coordinates(cell);
    if let Some(levels) = &spec.transfer {
        let from = levels.iter().position(|&to| to == level(spec, cell));
        at[2] = from.map_or(at[2], |from| from as i32);
    }
    let landing = spec.cell(at);
    let is_in = |cell: Place| {
        let seen = usize::from(spec.as_seen_by(side, cell));
        kind.promotion.as_ref().is_some_and(|promotion| promotion.must[seen])
    };
    landing.is_some_and(is_in)
}

fn add_promotions(spec: &GameSpec, kind: &KindSpec, key: &str, problems: &mut Problems) {
    let Some(promotion) = &kind.promotion else { return };
    let key = format!("{key}.promotes");
    if kind.royal {
        problems.add(&key, format!("the {} is royal, so it cannot promote", kind.name));
    }
    let zone = promotion.must.iter().zip(&promotion.may).map(|(must, may)| *must || *may);
    let zone: Vec<Place> = (0..).zip(zone).filter(|&(_, is)| is).map(|(cell, _)| cell).collect();
    for to in promotion.to.iter().map(|&to| &spec.kinds[usize::from(to)]) {
        let stands = |cell: Place| {
            let promotes_again = to.promotion.as_ref().is_some_and(|it| it.must[usize::from(cell)]);
            to.levels[level(spec, cell)] && !promotes_again
        };
        if to.royal {
            problems.add(&key, format!("the {} is royal, another kind expected", to.name));
        } else if let Some(&cell) = zone.iter().find(|&&cell| !stands(cell)) {
            let cell = spec.cell_name(cell);
            problems
                .add(&key, format!("{} cannot stand on {cell}, another kind expected", to.name));
        }
    }
}

/// Returns whether a piece can both step and capture en passant on one cell.
fn captures_twice(spec: &GameSpec, kind: &KindSpec) -> bool {
    let mut passed = vec![false; spec.cells()];
    for rule in kind.rules.iter().filter(|rule| rule.en_passant != EnPassant::None) {
        for from in spec.origins(Side::Black, rule) {
            for path in rule.all_paths() {
                let cells = spec.follow(Side::Black, from, &path).map(|(_, over)| over);
                cells.iter().flatten().for_each(|&cell| passed[usize::from(cell)] = true);
            }
        }
    }
    if !passed.contains(&true) {
        return false;
    }
    let captures = |rule: &&MoveRule| matches!(rule.mode, Mode::Both | Mode::Capture);
    let steps = |rule: &&MoveRule| matches!(rule.mode, Mode::Both | Mode::Step);
    kind.rules.iter().filter(captures).any(|rule| {
        let leaps = rule.paths.iter().filter(|path| path.len() == 1 && rule.at_most == 1);
        leaps.into_iter().any(|path| {
            spec.origins(Side::White, rule).any(|from| {
                let to = spec.follow(Side::White, from, path).map(|(to, _)| to);
                to.filter(|&to| passed[usize::from(to)] && rule.onto[usize::from(to)]).is_some_and(
                    |to| kind.rules.iter().filter(steps).any(|rule| spec.leads(rule, from, to)),
                )
            })
        })
    })
}

fn add_transfer(spec: &GameSpec, problems: &mut Problems) {
    let Some(levels) = &spec.transfer else { return };
    if spec.has_en_passant() {
        problems.add("transfer", "a piece that goes over to another level cannot be captured en passant, no `en_passant` expected");
    }
    if !spec.rides.is_empty() {
        problems.add(
            "transfer",
            "a piece goes over to another level after its move, no `rides` expected",
        );
    }
    let goes_to = |cell: Place| {
        let [file, rank, level] = spec.coordinates(cell);
        spec.cell([file, rank, levels[level as usize] as i32])
    };
    let mut cells = (0..spec.cells() as Place).filter(|&cell| spec.exists[usize::from(cell)]);
    if let Some(cell) = cells.find(|&cell| goes_to(cell).is_none()) {
        let message =
            format!("{} read as a cell, but there is none to go to", spec.cell_name(cell));
        problems.add("transfer", message);
    }
    for kind in &spec.kinds {
        let leaves = |from: usize| kind.levels[from] && !kind.levels[levels[from]];
        if (0..spec.levels).any(leaves) {
            let message = format!("the {} would leave its levels by the transfer", kind.name);
            problems.add(format!("pieces.{}.levels", kind.letter), message);
        }
    }
    for castling in spec.castlings.iter().filter(|castling| castling.side == Side::White) {
        let is_free = |cell: Place| {
            castling.empty.contains(&cell) || [castling.king[0], castling.rook[0]].contains(&cell)
        };
        let arrivals = [castling.king[1], castling.rook[1]];
        if !arrivals.iter().all(|&cell| goes_to(cell).is_none_or(|to| to == cell || is_free(to))) {
            problems.add("castling", "the cells to which the pieces would go over from where they arrive expected in `empty`");
        }
    }
}

fn add_castling(spec: &GameSpec, castling: &CastlingSpec, problems: &mut Problems) {
    let is_same = |other: &&CastlingSpec| {
        other.side == castling.side
            && (other.king[0], other.written) == (castling.king[0], castling.written)
    };
    let texts = [castling.king[0], castling.written].map(|cell| spec.cell_name(cell)).concat();
    if spec.castlings.iter().filter(is_same).count() > 1 {
        problems.add("castling", format!("two ways of castling are written {texts}"));
    }
    let king = &spec.kinds[spec.king()];
    let moves_there = |rule: &MoveRule| {
        rule.mode != Mode::FromAfar && spec.leads(rule, castling.king[0], castling.written)
    };
    if castling.written != castling.rook[0] && king.rules.iter().any(moves_there) {
        problems
            .add("castling", format!("{texts} read, which is also a move of the {}", king.name));
    }
    let rook = spec.start[usize::from(castling.rook[0])];
    let pieces = [Some(king), rook.map(|rook| &spec.kinds[rook.kind.index()])];
    for (kind, cell) in pieces.into_iter().zip([castling.king[1], castling.rook[1]]) {
        let Some(kind) = kind else { continue };
        if !kind.levels[level(spec, cell)] || must_have_promoted(spec, Side::White, kind, cell) {
            let message = format!("the {} cannot stand on {}", kind.name, spec.cell_name(cell));
            problems.add("castling", message);
        }
    }
}

fn add_start(spec: &GameSpec, problems: &mut Problems) {
    for (cell, piece) in (0..).zip(&spec.start) {
        let Some(piece) = piece else { continue };
        let (kind, seen) = (&spec.kinds[piece.kind.index()], spec.as_seen_by(piece.side, cell));
        let name = spec.cell_name(cell);
        if !kind.levels[level(spec, seen)] {
            problems
                .add("start", format!("{} on {name} read, where it can never stand", kind.name));
        } else if must_have_promoted(spec, piece.side, kind, cell) {
            problems
                .add("start", format!("{} on {name} read, where it must have promoted", kind.name));
        }
        let Some(levels) = &spec.transfer else { continue };
        let [file, rank, level] = spec.coordinates(cell);
        let other_level = levels[level as usize];
        let other = spec.cell([file, rank, other_level as i32]).filter(|&other| other > cell);
        if levels[other_level] == level as usize
            && let Some(other) = other
            && spec.start[usize::from(other)].is_some()
        {
            let other = spec.cell_name(other);
            problems.add(
                "start",
                format!("two pieces on {name} and {other} read, one above the other"),
            );
        }
    }
}
