//! Diagrams of boards as text: the levels side by side, each seen from above.

use crate::geometry::Place;
use crate::geometry::Point;
use crate::rules::AnyBoard;
use std::fmt::Write;

/// Returns a diagram of a board: a panel for each level with live cells, lowest level first, then
/// the platforms, if the rule set has any, and the side to move. An empty cell is a dot, a missing
/// one a blank. Panels have a heading if the board has several levels.
pub(crate) fn diagram(board: &dyn AnyBoard) -> String {
    let game = board.game();
    let live = |level: u8| {
        game.cells().any(|cell| board.is_live(cell) && game.space.point(cell).level == level)
    };
    let levels: Vec<u8> = (1..=game.levels as u8).filter(|&level| live(level)).collect();
    // The first rank is 0 in some rule sets and 1 in others.
    let first_rank = game.cells().map(|cell| game.space.point(cell).rank).min().unwrap_or(0);
    let (files, ranks) = (0..game.files as u8, first_rank..first_rank + game.ranks as u8);
    let mut out = String::new();
    // Writing to a string cannot fail.
    if game.levels > 1 {
        out.push_str("  ");
        for level in &levels {
            let _ = write!(out, "  {:<width$}", format!("level {level}"), width = 2 * game.files);
        }
        end_line(&mut out);
    }
    for rank in ranks.rev() {
        let _ = write!(out, "{rank} ");
        for &level in &levels {
            out.push_str(" |");
            for file in files.clone() {
                let cell = game.space.cell_at(Point { file, rank, level });
                let symbol = match cell.filter(|&cell| board.is_live(cell)) {
                    None => ' ',
                    Some(cell) => {
                        board.piece_at(cell).map_or('.', |piece| game.pieces.piece_letter(piece))
                    }
                };
                let _ = write!(out, " {symbol}");
            }
        }
        end_line(&mut out);
    }
    out.push_str("  ");
    for _ in &levels {
        out.push_str("  ");
        for file in files.clone() {
            let _ = write!(out, " {}", (b'a' + file) as char);
        }
    }
    end_line(&mut out);
    if game.post_count > 0 {
        let platforms = board.platforms().into_iter().map(|(post, owner)| {
            let name = game.space.place_name(post);
            owner.map_or(name.clone(), |owner| format!("{name} {owner}"))
        });
        let _ = writeln!(out, "Platforms: {}", platforms.collect::<Vec<_>>().join(", "));
    }
    let _ = writeln!(out, "{} to move", board.side_to_move());
    out
}

/// Returns a diagram of what each piece is worth: a panel for each level with live cells, the
/// highest level first, with only the ranks that have cells there. A piece is followed by its worth
/// in pawns, if it has one; `worths` has centipawns.
pub(crate) fn worth_diagram(board: &dyn AnyBoard, worths: &[(Place, i32)]) -> String {
    let game = board.game();
    let mut out = String::new();
    for level in (1..=game.levels as u8).rev() {
        let cell_at = |file, rank| {
            game.space.cell_at(Point { file, rank, level }).filter(|&cell| board.is_live(cell))
        };
        // The first rank is 0 in some rule sets and 1 in others.
        let ranks: Vec<u8> = (0..=game.ranks as u8)
            .rev()
            .filter(|&rank| (0..game.files as u8).any(|file| cell_at(file, rank).is_some()))
            .collect();
        if ranks.is_empty() {
            continue;
        }
        // Writing to a string cannot fail.
        if game.levels > 1 {
            let _ = writeln!(out, "level {level}");
        }
        for rank in ranks {
            let _ = write!(out, "{rank} |");
            for file in 0..game.files as u8 {
                let text = cell_at(file, rank).map_or(String::new(), |cell| {
                    let letter =
                        board.piece_at(cell).map_or('.', |piece| game.pieces.piece_letter(piece));
                    match worths.iter().find(|worth| worth.0 == cell) {
                        Some((_, worth)) => format!("{letter}{:+.2}", f64::from(*worth) / 100.0),
                        None => letter.to_string(),
                    }
                });
                let _ = write!(out, " {text:<7}");
            }
            end_line(&mut out);
        }
        out.push_str("   ");
        for file in 0..game.files as u8 {
            let _ = write!(out, " {:<7}", (b'a' + file) as char);
        }
        end_line(&mut out);
    }
    out
}

fn end_line(out: &mut String) {
    out.truncate(out.trim_end().len());
    out.push('\n');
}
