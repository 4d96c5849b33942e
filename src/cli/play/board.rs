//! The board in the terminal: the levels side by side as `d` prints them, in color, with the last
//! move marked.
//!
//! The text carries the colors as escape sequences; the output removes them where they are
//! unwanted. Without colors the case of a letter shows its side, and `>` marks the last move.

use crate::game::Game;
use anstyle::{Ansi256Color, Color, Style};
use std::collections::{HashMap, HashSet};
use triskelion_protocol::json::{Cell, Geometry, Move, Post};

/// How to draw a board.
pub(super) struct BoardView {
    /// Whether Black's side is at the bottom.
    pub flipped: bool,
    /// The number of columns of the terminal; levels that do not fit go below the others.
    pub columns: usize,
}

/// The backgrounds of a cell, which alternate.
const FIXED: [u8; 2] = [60, 67];
const PLATFORM: [u8; 2] = [96, 97];
const LAST_MOVE: [u8; 2] = [136, 136];
const CHECK: [u8; 2] = [160, 160];

/// The letters of White, of Black, and the dots of empty cells.
const WHITE: u8 = 231;
const BLACK: u8 = 16;
const EMPTY: u8 = 250;

/// A cell as it is drawn.
struct DrawnCell {
    /// The letter of the piece in a FEN.
    piece: Option<char>,
    background: u8,
    is_marked: bool,
}

/// The cells that exist, by their coordinates: file, rank and level.
type Cells = HashMap<(u8, u8, u8), DrawnCell>;

/// Draws a position.
pub(super) fn draw(game: &dyn Game, last_move: Option<&Move>, view: &BoardView) -> Vec<String> {
    let geometry = game.geometry();
    let cells = drawn_cells(game, &geometry, last_move);
    let mut levels: Vec<u8> = cells.keys().map(|&(.., level)| level).collect();
    levels.sort_unstable();
    levels.dedup();
    // Two columns for a cell, and two before each level.
    let per_row = (view.columns.saturating_sub(3) / (2 * geometry.files + 2)).max(1);
    let mut lines = Vec::new();
    for row in levels.chunks(per_row) {
        draw_levels(&geometry, &cells, row, view.flipped, &mut lines);
    }
    let platforms = game.platforms().into_iter().map(|(post, owner)| match owner {
        Some(owner) => format!("{post} {owner}"),
        None => post,
    });
    let platforms: Vec<String> = platforms.collect();
    if !platforms.is_empty() {
        lines.push(format!("Platforms: {}", platforms.join(", ")));
    }
    lines
}

fn drawn_cells(game: &dyn Game, geometry: &Geometry, last_move: Option<&Move>) -> Cells {
    let posts = geometry.posts.iter();
    let posts: HashMap<&str, &[String]> =
        posts.map(|Post { name, covers }| (name.as_str(), covers.as_slice())).collect();
    let covered = |post: &str| posts.get(post).copied().unwrap_or_default();
    let movable: HashSet<&String> = geometry.posts.iter().flat_map(|post| &post.covers).collect();
    let platforms = game.platforms();
    let platform_cells: HashSet<&String> =
        platforms.iter().flat_map(|(post, _)| covered(post)).collect();
    let mut marked: HashSet<&str> = HashSet::new();
    for place in last_move.iter().flat_map(|mv| [mv.from.as_str(), mv.to.as_str()]) {
        marked.insert(place);
        marked.extend(covered(place).iter().map(String::as_str));
    }
    let king_in_check = game.in_check().then_some(*game.side_to_move().select(&['K', 'k']));
    let pieces: HashMap<String, char> = game.pieces().into_iter().collect();
    let draw_cell = |cell: &Cell| {
        let Cell { name, file, rank, level } = cell;
        let piece = pieces.get(name).copied();
        let is_marked = marked.contains(name.as_str());
        let is_checked = piece.is_some() && piece == king_in_check;
        let backgrounds = match (is_checked, is_marked, platform_cells.contains(name)) {
            (true, ..) => CHECK,
            (_, true, _) => LAST_MOVE,
            (_, _, true) => PLATFORM,
            _ => FIXED,
        };
        let is_dark = (file + rank + level).is_multiple_of(2);
        DrawnCell { piece, background: backgrounds[usize::from(!is_dark)], is_marked }
    };
    let live = geometry
        .cells
        .iter()
        .filter(|Cell { name, .. }| !movable.contains(name) || platform_cells.contains(name));
    live.map(|cell| ((cell.file, cell.rank, cell.level), draw_cell(cell))).collect()
}

/// Draws levels side by side.
fn draw_levels(
    geometry: &Geometry,
    cells: &Cells,
    levels: &[u8],
    flipped: bool,
    lines: &mut Vec<String>,
) {
    let first_rank = geometry.cells.iter().map(|cell| cell.rank).min().unwrap_or(0);
    let mut files: Vec<u8> = (0..geometry.files as u8).collect();
    let mut ranks: Vec<u8> = (first_rank..first_rank + geometry.ranks as u8).collect();
    if flipped {
        files.reverse();
    } else {
        ranks.reverse();
    }
    if geometry.levels > 1 {
        let width = 2 * geometry.files;
        let headings = levels.iter().map(|level| format!("  {:<width$}", format!("level {level}")));
        lines.push(format!("  {}", headings.collect::<String>()).trim_end().to_owned());
    }
    for rank in ranks {
        let mut line = format!("{rank} ");
        for &level in levels {
            line.push_str(" |");
            for &file in &files {
                match cells.get(&(file, rank, level)) {
                    Some(cell) => line.push_str(&cell.text()),
                    None => line.push_str("  "),
                }
            }
        }
        lines.push(line.trim_end().to_owned());
    }
    let letters: String =
        files.iter().map(|&file| format!(" {}", char::from(b'a' + file))).collect();
    let line: String = levels.iter().map(|_| format!("  {letters}")).collect();
    lines.push(format!("  {line}"));
}

impl DrawnCell {
    /// Returns the two characters of the cell in their colors.
    fn text(&self) -> String {
        let color = |index| Some(Color::Ansi256(Ansi256Color(index)));
        let style = Style::new().bg_color(color(self.background));
        let (style, letter) = match self.piece {
            None => (style.fg_color(color(EMPTY)), '.'),
            Some(letter) => {
                let foreground = if letter.is_ascii_uppercase() { WHITE } else { BLACK };
                (style.fg_color(color(foreground)).bold(), letter)
            }
        };
        let mark = if self.is_marked { '>' } else { ' ' };
        format!("{style}{mark}{letter}{style:#}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::new_game;
    use crate::registry::Variant;
    use crate::rules::Notation;

    fn plain(game: &dyn Game, last_move: Option<&Move>, view: &BoardView) -> String {
        let lines = draw(game, last_move, view).join("\n");
        anstream::adapter::strip_str(&lines).to_string()
    }

    #[test]
    fn board_is_the_diagram_in_color() {
        let view = BoardView { flipped: false, columns: usize::MAX };
        for variant in Variant::ALL {
            let mut game = new_game(variant);
            for ply in 0..40 {
                let diagram = game.diagram();
                let diagram = diagram.trim_end().rsplit_once('\n').map(|(board, _side)| board);
                assert_eq!(Some(plain(&*game, None, &view).as_str()), diagram, "{variant}");
                let moves = game.legal_moves(Notation::Uci);
                let Some(mv) = moves.get(ply * 7 % moves.len().max(1)) else { break };
                game.play(&mv.uci).expect("a legal move");
            }
        }
    }

    #[test]
    fn last_move_is_marked_and_board_turns_around() {
        let mut game = new_game(Variant::Chess);
        let moves = game.legal_moves(Notation::Uci);
        let mv = moves.iter().find(|mv| mv.uci == "e2e4").expect("a legal move");
        game.play(&mv.uci).expect("a legal move");
        let view = BoardView { flipped: true, columns: 80 };
        let text = plain(&*game, Some(mv), &view);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "1  | R N B K Q B N R");
        assert_eq!(lines[1], "2  | P P P>. P P P P");
        assert_eq!(lines[3], "4  | . . .>P . . . .");
        assert_eq!(lines[8], "     h g f e d c b a");
    }

    #[test]
    fn levels_go_below_each_other_in_a_narrow_terminal() {
        let game = new_game(Variant::Raumschach);
        let view = BoardView { flipped: false, columns: 40 };
        let text = plain(&*game, None, &view);
        assert_eq!(text.lines().filter(|line| line.contains("level")).count(), 2);
        assert!(text.lines().all(|line| line.len() <= 40), "{text}");
    }
}
