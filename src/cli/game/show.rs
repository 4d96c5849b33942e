//! `triskelion game show`: the rules of a game in words and diagrams.

use crate::game::new_game;
use crate::geometry::Place;
use crate::moves::Side;
use crate::registry::Variant;
use crate::rules::fixed::spec::{
    CastlingSpec, EnPassant, EventResult, First, GameSpec, KindSpec, Mode, MoveRule, Progress,
    Reach, RideSpec,
};
use crate::session::{Output, OutputError};

/// The largest number of paths that are printed of a rule whose paths have several vectors.
const MAX_PATHS_SHOWN: usize = 6;

/// Prints the board, the pieces with their moves, the rules of both sides, and the checksum.
pub(super) fn run(
    variant: Variant,
    spec: &GameSpec,
    output: &mut Output,
) -> Result<(), OutputError> {
    let (info, game) = (variant.game(), new_game(variant));
    let (files, ranks, levels) = (spec.files, spec.ranks, spec.levels);
    output.line(&format!("{} ({}), {files}×{ranks}×{levels} cells", spec.title, spec.name))?;
    spec.about.iter().try_for_each(|text| output.line(text))?;
    output.line("")?;
    for line in game.diagram().lines() {
        output.line(line)?;
    }
    output.line("")?;
    for (kind, piece) in spec.kinds.iter().zip(info.pieces.kinds()) {
        let value = match info.pieces.value(piece) {
            0 => String::new(),
            value => format!(", {:.2} pawns", f64::from(value) / 100.0),
        };
        output.line(&format!("{} {}{value}", kind.letter, kind.name))?;
        for line in kind_lines(spec, kind).into_iter().chain(reach_diagram(spec, kind)) {
            output.line(format!("    {line}").trim_end())?;
        }
    }
    output.line("")?;
    output.line("o: may step there, x: may capture there, *: both, on an empty board")?;
    output.line("")?;
    game_lines(spec).iter().try_for_each(|line| output.line(line))?;
    output.line("")?;
    output.line(&format!("Fen: {}", info.start_fen))?;
    output.line(&format!("Rules: checksum {}", spec.rules_checksum()))
}

/// Returns what a kind of piece can do, in words.
fn kind_lines(spec: &GameSpec, kind: &KindSpec) -> Vec<String> {
    let mut lines: Vec<String> = kind.rules.iter().map(|rule| rule_line(spec, rule)).collect();
    if let Some(promotion) = &kind.promotion {
        let letters: String = promotion
            .to
            .iter()
            .filter_map(|&to| Some(spec.kinds.get(usize::from(to))?.letter))
            .collect();
        for (word, region) in [("must", &promotion.must), ("may", &promotion.may)] {
            if region.contains(&true) {
                let cells = region_text(spec, region).unwrap_or_else(|| "every cell".into());
                lines.push(format!("{word} become one of {letters} on {cells}"));
            }
        }
    }
    if !kind.freezes.is_empty() {
        let vectors = kind.freezes.iter().map(|vector| vector_text(*vector));
        lines.push(format!("holds fast enemies at {}", vectors.collect::<Vec<_>>().join(" ")));
    }
    lines.extend(match kind.progress {
        Progress::Never => None,
        Progress::Always => Some("every move resets the clock".to_owned()),
        Progress::ChangeOfRank => Some("a move to another rank resets the clock".to_owned()),
    });
    lines
}

/// Returns a diagram of the cells that a kind of piece of White reaches on an empty board, from the
/// cell from which they are most, the nearest to the middle: the levels with such cells, the lowest
/// first.
fn reach_diagram(spec: &GameSpec, kind: &KindSpec) -> Vec<String> {
    let existing = |cell: &Place| spec.exists.get(usize::from(*cell)) == Some(&true);
    let cells = (0..spec.exists.len() as Place).filter(existing);
    let from_middle = |cell: Place| {
        let [file, rank, level] = spec.coordinates(cell);
        let off = |at: i32, count: usize| (2 * at + 1 - count as i32).pow(2);
        off(file, spec.files) + off(rank, spec.ranks) + off(level, spec.levels)
    };
    let reaches = cells.map(|from| {
        let Reach { moves, threats, .. } = spec.reach(Side::White, kind, from, &[], &[]);
        (from, &moves | &threats, moves, threats)
    });
    let best = reaches.max_by_key(|(from, reached, ..)| (reached.len(), -from_middle(*from)));
    let Some((origin, reached, moves, threats)) = best else {
        return Vec::new();
    };
    let symbol = |cell: Place| match (moves.contains(&cell), threats.contains(&cell)) {
        _ if cell == origin => kind.letter,
        (true, true) => '*',
        (true, false) => 'o',
        (false, true) => 'x',
        _ if existing(&cell) => '.',
        _ => ' ',
    };
    let (files, size) = (spec.files, spec.files * spec.ranks);
    let level_of = |cell: Place| usize::from(cell) / size;
    let mut levels: Vec<usize> = reached.iter().copied().chain([origin]).map(level_of).collect();
    levels.sort_unstable();
    levels.dedup();
    let mut lines = Vec::new();
    // As many panels side by side as a terminal has room for.
    for levels in levels.chunks((96 / (2 * files + 3)).max(1)) {
        for rank in (0..spec.ranks).rev() {
            let panel = |level: &usize| -> String {
                let first = level * size + rank * files;
                (first..first + files).flat_map(|cell| [symbol(cell as Place), ' ']).collect()
            };
            lines.push(levels.iter().map(panel).collect::<Vec<_>>().join("| "));
        }
        let name = |level: &usize| {
            format!("{:<width$}", format!("level {}", level + 1), width = 2 * files)
        };
        lines.push(levels.iter().map(name).collect::<Vec<_>>().join("| "));
    }
    lines
}

/// Returns a rule in words: what it does, how often, by which vectors, where and when.
fn rule_line(spec: &GameSpec, rule: &MoveRule) -> String {
    let mode = match rule.mode {
        Mode::Both => "moves or captures",
        Mode::Step => "moves without capture",
        Mode::Capture => "captures",
        Mode::FromAfar => "captures without moving",
    };
    let mut text = mode.to_owned();
    if rule.jumps {
        text += " to any cell";
    }
    if rule.at_most > 1 {
        text += &match rule.at_most as usize {
            count if count >= spec.files.max(spec.ranks).max(spec.levels) - 1 => {
                " any distance".to_owned()
            }
            count => format!(" up to {count} times"),
        };
    }
    let path = |path: &Vec<[i8; 3]>| {
        path.iter().map(|vector| vector_text(*vector)).collect::<Vec<_>>().join("→")
    };
    // Repeated vectors make many long paths; the diagram shows where they lead.
    let is_long =
        rule.paths.len() > MAX_PATHS_SHOWN && rule.paths.iter().any(|path| path.len() > 1);
    let shown = if is_long { MAX_PATHS_SHOWN } else { rule.paths.len() };
    let paths: Vec<String> = rule.paths.iter().take(shown).map(path).collect();
    if !paths.is_empty() {
        text += &format!(" by {}", paths.join(" "));
    }
    if is_long {
        text += &format!(" … ({} paths)", rule.paths.len());
    }
    for (word, region) in [("from", &rule.from), ("onto", &rule.onto)] {
        if let Some(cells) = region_text(spec, region) {
            text += &format!(", {word} {cells}");
        }
    }
    text += match rule.first {
        First::Any => "",
        First::Only => ", as its first move",
        First::Not => ", after its first move",
        First::OnlyInCheck => ", as its first move and in check",
        First::InCheck => ", as its first move only in check",
        First::CapturesChecker => ", as its first move only to capture a piece that gives check",
    };
    text += match rule.en_passant {
        EnPassant::None => "",
        EnPassant::All => "; it can be captured on every cell that it passes",
        EnPassant::Last => "; it can be captured on the last cell that it passes",
    };
    text
}

/// Returns the rules that are not those of one kind of piece, in words.
fn game_lines(spec: &GameSpec) -> Vec<String> {
    let mut lines = vec![reverse_line(spec)];
    lines.extend(spec.castlings.iter().map(|castling| castling_line(spec, castling)));
    lines.extend(spec.rides.iter().map(|ride| ride_line(spec, ride)));
    for (from, to) in spec.transfer.iter().flatten().enumerate() {
        lines.push(format!(
            "a piece that has moved to level {} goes over to level {}",
            from + 1,
            to + 1
        ));
    }
    lines.extend(end_lines(spec));
    lines
}

/// Returns how Black sees the board.
fn reverse_line(spec: &GameSpec) -> String {
    let axes = ["files", "ranks", "levels"].into_iter().zip(spec.black_reverses);
    let reversed: Vec<&str> = axes.filter_map(|(axis, is)| is.then_some(axis)).collect();
    match reversed.is_empty() {
        true => "Black sees the board as White does".into(),
        false => format!("Black sees {} in reverse", reversed.join(" and ")),
    }
}

/// Returns the names of cells.
fn cell_names(spec: &GameSpec, cells: &[Place]) -> String {
    cells.iter().map(|&cell| spec.cell_name(cell)).collect::<Vec<_>>().join(" ")
}

/// Returns a way of castling in words.
fn castling_line(spec: &GameSpec, castling: &CastlingSpec) -> String {
    let CastlingSpec { side, right, king, rook, empty, safe, written } = castling;
    let [king_from, king_to, rook_from, rook_to] =
        [king[0], king[1], rook[0], rook[1]].map(|cell| spec.cell_name(cell));
    let written = spec.cell_name(*written);
    let mut line = format!(
        "{side} castles by {king_from}{written}: king {king_from} to {king_to}, rook {rook_from} to {rook_to}"
    );
    for (word, cells) in [("empty", empty), ("not attacked", safe)] {
        if !cells.is_empty() {
            line += &format!("; {word}: {}", cell_names(spec, cells));
        }
    }
    match right {
        Some(right) => line + &format!("; right {right}"),
        None => line + "; neither has moved",
    }
}

/// Returns a second move of a piece in words.
fn ride_line(spec: &GameSpec, ride: &RideSpec) -> String {
    let kind = spec.kinds.get(usize::from(ride.kind)).map_or("piece", |kind| &kind.name);
    let (stop, ends) = (spec.cell_name(ride.stop), cell_names(spec, &ride.ends));
    format!("a {kind} of {} that reaches {stop} may go on to one of {ends}", ride.side)
}

/// Returns with which pieces a game is a draw.
fn dead_material_line(spec: &GameSpec) -> Option<String> {
    let letter = |&kind: &u8| spec.kinds.get(usize::from(kind)).map(|kind| kind.letter);
    let texts = |kinds: &Vec<u8>| kinds.iter().filter_map(letter).collect::<String>();
    let material: Vec<String> = spec.dead_material.iter().map(texts).collect();
    let more: Vec<&str> =
        material.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
    let more = match more.is_empty() {
        true => String::new(),
        false => format!(", or beside them one of {}", more.join(" ")),
    };
    (!material.is_empty()).then(|| format!("a draw if only kings are left{more}"))
}

/// Returns how a game ends, but for mate.
fn end_lines(spec: &GameSpec) -> Vec<String> {
    let events = [
        ("with no legal move and not in check", spec.stalemate),
        ("with only its king", spec.bare_king),
    ];
    let mut lines: Vec<String> = events
        .into_iter()
        .filter_map(|(event, ending)| {
            let means = match ending {
                EventResult::None => return None,
                EventResult::Draw => "draws",
                EventResult::Win => "wins",
                EventResult::Loss => "loses",
            };
            Some(format!("a side {event} {means}"))
        })
        .collect();
    lines.extend(dead_material_line(spec));
    if spec.repetition > 0 {
        lines.push(format!("a draw if a position occurs {} times", spec.repetition));
    }
    if spec.move_limit > 0 {
        lines.push(format!("a draw after {} plies without capture or progress", spec.move_limit));
    }
    lines
}

/// Returns a vector as White sees it: files to the right, ranks ahead, levels up.
fn vector_text([file, rank, level]: [i8; 3]) -> String {
    format!("({file},{rank},{level})")
}

/// Returns the cells of a region; `None` if it has every cell of the board.
fn region_text(spec: &GameSpec, region: &[bool]) -> Option<String> {
    let exists = |cell: &usize| spec.exists.get(*cell) == Some(&true);
    let cells: Vec<usize> = (0..region.len()).filter(exists).collect();
    let within: Vec<usize> = cells.iter().copied().filter(|&cell| region[cell]).collect();
    if within == cells {
        return None;
    }
    let names: Vec<String> = within.iter().map(|&cell| spec.cell_name(cell as Place)).collect();
    Some(match names.len() {
        0..=16 => names.join(" "),
        count => format!("{} … {} ({count} cells)", names[0], names[count - 1]),
    })
}
