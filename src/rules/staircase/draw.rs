//! The staircase drawn for people: its levels side by side, each as one sees it from above.

use crate::moves::{Place, Side};
use crate::rules::{Play, Point};
use std::fmt::Write;

/// Draws a board: for each level that has cells a panel of six files by ten ranks, lowest level
/// first; a dot is an empty cell, nothing is no cell. Below, the platforms and the side to move.
pub fn draw<B: Play>(board: &B) -> String {
    let file_count = B::FILES as u8;
    let live = |level: u8| {
        (0..B::CELLS as Place).any(|cell| board.is_live(cell) && B::point(cell).level == level)
    };
    let levels: Vec<u8> = (1..=B::LEVELS as u8).filter(|&level| live(level)).collect();
    let mut out = String::from("  ");
    // Writing to a string cannot fail.
    for level in &levels {
        let _ = write!(out, "  {:<12}", format!("level {level}"));
    }
    end_line(&mut out);
    for rank in (0..B::RANKS as u8).rev() {
        let _ = write!(out, "{rank} ");
        for &level in &levels {
            out.push_str(" |");
            for file in 0..file_count {
                let cell = B::cell_at(Point { file, rank, level });
                let sign = match cell.filter(|&cell| board.is_live(cell)) {
                    None => ' ',
                    Some(cell) => board.man_at(cell).map_or('.', |man| man.letter()),
                };
                let _ = write!(out, " {sign}");
            }
        }
        end_line(&mut out);
    }
    out.push_str("  ");
    for _ in &levels {
        out.push_str("  ");
        for file in 0..file_count {
            let _ = write!(out, " {}", (b'a' + file) as char);
        }
    }
    end_line(&mut out);
    let platforms: Vec<String> = board
        .platforms()
        .into_iter()
        .map(|(post, owner)| {
            let name = B::place_name(post);
            owner.map_or(name.clone(), |owner| format!("{name} {owner:?}"))
        })
        .collect();
    let _ = writeln!(out, "Platforms: {}", platforms.join(", "));
    let side = match board.side() {
        Side::White => "White",
        Side::Black => "Black",
    };
    let _ = writeln!(out, "{side} to move");
    out
}

fn end_line(out: &mut String) {
    out.truncate(out.trim_end().len());
    out.push('\n');
}
