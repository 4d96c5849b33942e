//! Pictures of boards: the levels side by side, each seen from above, pieces as letters on discs.

use std::fmt::Write;
use triskelion::game::Game;
use triskelion::geometry::{Place, Point};
use triskelion::moves::{Move, Side};
use triskelion::rules::UciPlaces;

/// Replaces the characters that XML reads as markup.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The colors of light and dark cells, on boards and on platforms.
const BOARD_COLORS: [&str; 2] = ["#f0d9b5", "#b58863"];
const PLATFORM_COLORS: [&str; 2] = ["#dde6c4", "#86a666"];
const LAST_MOVE_COLOR: &str = "#f6e05e";
const CHECK_COLOR: &str = "#e53e3e";

/// Draws a position. `last` is the last move, whose cells are marked; `flipped` shows the board
/// from Black's side; `size` is the width of a cell.
pub(crate) fn draw(
    game: &dyn Game,
    last: Option<(Move, UciPlaces)>,
    flipped: bool,
    size: u32,
) -> String {
    let info = game.variant().game();
    let platforms = game.platforms().into_iter();
    let posts: Vec<Place> =
        platforms.filter_map(|(post, _)| info.space.place_from_name(&post)).collect();
    let covered = |posts: &[Place]| -> Vec<Place> {
        posts.iter().flat_map(|&post| info.space.covered_cells(post)).collect()
    };
    let all_posts: Vec<Place> = info.posts().filter(|&post| info.space.exists(post)).collect();
    let (on_posts, on_platforms) = (covered(&all_posts), covered(&posts));
    let is_live = |cell: &Place| {
        info.space.exists(*cell) && (!on_posts.contains(cell) || on_platforms.contains(cell))
    };
    let live: Vec<(Place, Point)> =
        info.cells().filter(is_live).map(|cell| (cell, info.space.point(cell))).collect();
    let marked: Vec<Place> = last.map_or(Vec::new(), |(_, places)| {
        let places = [Some(places.from), places.via, Some(places.to)].into_iter().flatten();
        let cells = places.flat_map(|place| match usize::from(place) < info.cell_count {
            true => vec![place],
            false => info.space.covered_cells(place),
        });
        cells.collect()
    });

    // A panel for each level with cells. All show the same files and ranks, so that a cell stands
    // at the same place of its panel as the cells above and below it.
    let mut levels: Vec<u8> = live.iter().map(|(_, point)| point.level).collect();
    levels.sort_unstable();
    levels.dedup();
    let ranks = live.iter().map(|(_, point)| u32::from(point.rank));
    let (first_rank, last_rank) = (ranks.clone().min().unwrap_or(0), ranks.max().unwrap_or(0));
    let (files, rank_count) = (info.files as u32, last_rank - first_rank + 1);
    let (margin, top) = (size * 2 / 3, if levels.len() > 1 { size } else { size / 3 });
    let panel = files * size + margin;
    let (width, height) =
        (levels.len() as u32 * panel + size / 3, top + rank_count * size + margin);
    let label = size * 2 / 5;
    let column = |file: u32| if flipped { files - 1 - file } else { file };
    let row = |rank: u32| if flipped { rank - first_rank } else { last_rank - rank };

    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" text-anchor=\"middle\"><title>{}</title>",
        escape(&format!("{}: {}", game.variant().title(), game.fen())),
    );
    let text = |out: &mut String, x: u32, y: u32, text: &str| {
        let _ = write!(
            out,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{label}\" fill=\"#718096\">{}</text>",
            escape(text)
        );
    };
    let checked = game.in_check();
    for (number, &level) in (0..).zip(&levels) {
        let left = number * panel + margin;
        if levels.len() > 1 {
            text(&mut out, left + files * size / 2, size * 2 / 3, &format!("level {level}"));
        }
        for rank in first_rank..=last_rank {
            let middle = top + row(rank) * size + size / 2 + label / 3;
            text(&mut out, left - margin / 2, middle, &rank.to_string());
        }
        for file in 0..files {
            let name = char::from(b'a' + file as u8).to_string();
            let y = top + rank_count * size + margin * 2 / 3;
            text(&mut out, left + column(file) * size + size / 2, y, &name);
        }
        for (cell, point) in live.iter().filter(|(_, point)| point.level == level) {
            let (file, rank) = (u32::from(point.file), u32::from(point.rank));
            let (x, y) = (left + column(file) * size, top + row(rank) * size);
            // The cells of a column have one color in the games with platforms.
            let height = if all_posts.is_empty() { u32::from(level) + 1 } else { 0 };
            let is_dark = !(file + rank + height).is_multiple_of(2);
            let colors = if on_posts.contains(cell) { PLATFORM_COLORS } else { BOARD_COLORS };
            let color = colors[usize::from(is_dark)];
            let name = escape(&info.space.place_name(*cell));
            let _ = write!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" \
                 fill=\"{color}\" stroke=\"#4a5568\" stroke-width=\"0.5\"><title>{name}</title></rect>"
            );
            if marked.contains(cell) {
                let _ = write!(
                    out,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" \
                     fill=\"{LAST_MOVE_COLOR}\" fill-opacity=\"0.6\"/>"
                );
            }
            let Some(piece) = game.piece_at(*cell) else { continue };
            let (fill, ink) = match piece.side {
                Side::White => ("#ffffff", "#1a202c"),
                Side::Black => ("#1a202c", "#ffffff"),
            };
            let is_attacked =
                checked && piece.kind == info.king && piece.side == game.side_to_move();
            let (rim, rim_width) =
                if is_attacked { (CHECK_COLOR, size / 10) } else { ("#1a202c", size / 30) };
            let (center_x, center_y) = (x + size / 2, y + size / 2);
            let letter = escape(&info.pieces.letter(piece.kind).to_ascii_uppercase().to_string());
            let _ = write!(
                out,
                "<circle cx=\"{center_x}\" cy=\"{center_y}\" r=\"{}\" fill=\"{fill}\" \
                 stroke=\"{rim}\" stroke-width=\"{}\"/><text x=\"{center_x}\" y=\"{}\" \
                 font-size=\"{}\" font-weight=\"bold\" fill=\"{ink}\">{letter}</text>",
                size * 2 / 5,
                rim_width.max(1),
                center_y + size / 5,
                size * 11 / 20,
            );
        }
    }
    out.push_str("</svg>");
    out
}
