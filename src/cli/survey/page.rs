//! The page of a survey: the report as text and plots, in one file that needs no other.

use crate::cli::outputs::OutputKind;
use crate::plural::counted;
use crate::registry::Variant;
use crate::training::survey::{PieceValue, SurveyReport};
use plotters::coord::Shift;
use plotters::prelude::*;
use std::error::Error;
use std::fmt::Write;

/// The size of a plot in pixels.
const SIZE: (u32, u32) = (760, 320);

/// The number of bars of a distribution.
const BARS: u64 = 30;

const STYLE: &str = "body { font: 16px sans-serif; max-width: 760px; margin: 2em auto; }
pre { background: #f4f4f4; padding: 1em; overflow-x: auto; }
svg { max-width: 100%; height: auto; }";

/// The page, by the sentence below its title.
pub(super) const PAGE: OutputKind = OutputKind {
    name: "a page of a survey",
    start: "<!DOCTYPE html>",
    marks: &[" of the engine against itself, ", " a move. The lines over the bars "],
};

/// What a drawing ends with.
type Drawn = Result<(), Box<dyn Error>>;

/// A bar: its name, its value, and the ends of the interval of the value.
type Bar = (String, f64, [f64; 2]);

/// Returns the page as HTML. `nodes` is the number of nodes of a move.
pub(super) fn page(
    variant: Variant,
    nodes: u64,
    report: &SurveyReport,
) -> Result<String, Box<dyn Error>> {
    let title = variant.spec().map(|spec| spec.title.as_str()).filter(|title| !title.is_empty());
    let title = title.unwrap_or(variant.name());
    let title = escape(title);
    let text = escape(&report.to_string());
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\n\
         <style>{STYLE}</style></head>\n<body>\n<h1>{title}</h1>\n\
         <p>{} of the engine against itself, {} a move. The lines over the bars are 95 % \
         intervals.</p>\n",
        counted(report.games, "game"),
        counted(nodes, "node")
    );
    let mut add = |heading: &str, draw: &dyn Fn(&Area<'_>) -> Drawn| -> Drawn {
        let mut svg = String::new();
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        draw(&area)?;
        area.present()?;
        drop(area);
        writeln!(page, "<h2>{}</h2>\n{svg}", escape(heading))?;
        Ok(())
    };
    add("Results, in percent", &|area| draw_bars(area, &results(report)))?;
    let pieces = pieces(report);
    if !pieces.is_empty() {
        add(pieces_heading(report), &|area| draw_bars(area, &pieces))?;
    }
    add("Length of the games, in plies", &|area| draw_lengths(area, &report.lengths))?;
    add("Legal moves by ply", &|area| draw_moves(area, &report.moves_by_ply))?;
    add("How the games end, in percent", &|area| draw_bars(area, &ends(report)))?;
    writeln!(page, "<h2>Report</h2>\n<pre>{text}</pre>\n</body></html>")?;
    Ok(page)
}

/// Where a plot is drawn.
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn results(report: &SurveyReport) -> Vec<Bar> {
    let shares =
        [("White", report.white_wins), ("drawn", report.draws), ("Black", report.black_wins)];
    let bar = |(name, share): (&str, crate::training::survey::Share)| {
        (name.to_owned(), 100.0 * share.share, share.interval.map(|end| 100.0 * end))
    };
    shares.into_iter().map(bar).collect()
}

fn ends(report: &SurveyReport) -> Vec<Bar> {
    let ends = report.ends.iter();
    ends.map(|(name, share)| {
        ((*name).to_owned(), 100.0 * share.share, share.interval.map(|end| 100.0 * end))
    })
    .collect()
}

/// Returns whether the games say what a pawn is worth.
fn has_pawns(report: &SurveyReport) -> bool {
    report.pieces.iter().any(|piece| piece.pawns.is_some())
}

fn pieces_heading(report: &SurveyReport) -> &'static str {
    match has_pawns(report) {
        true => "Values of the pieces, in pawns",
        false => "Values of the pieces, in Elo",
    }
}

fn pieces(report: &SurveyReport) -> Vec<Bar> {
    let in_pawns = has_pawns(report);
    let bar = |piece: &PieceValue| {
        let estimate = if in_pawns { piece.pawns } else { piece.elo }?;
        let (value, error) = (estimate.value, estimate.error);
        Some((piece.name.to_owned(), value, [value - error, value + error]))
    };
    report.pieces.iter().filter_map(bar).collect()
}

/// Draws bars with the intervals of their values.
fn draw_bars(area: &Area<'_>, bars: &[Bar]) -> Drawn {
    let ends = || bars.iter().flat_map(|(_, value, interval)| [*value, interval[0], interval[1]]);
    let (low, high) =
        ends().fold((0.0, 1e-6), |(low, high): (f64, f64), end| (low.min(end), high.max(end)));
    let count = bars.len() as f64;
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..count, low..1.05 * high)?;
    let name = |at: &f64| {
        // The labels stand at the middle of the bars.
        let index = at.floor() as usize;
        let is_middle = (at - at.floor() - 0.5).abs() < 0.01;
        bars.get(index).filter(|_| is_middle).map_or(String::new(), |(name, ..)| name.clone())
    };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(2 * bars.len() + 1)
        .x_label_formatter(&name)
        .draw()?;
    let middles = || (0..bars.len()).map(|index| index as f64 + 0.5);
    chart.draw_series(middles().zip(bars).map(|(middle, (_, value, _))| {
        Rectangle::new([(middle - 0.3, 0.0), (middle + 0.3, *value)], BLUE.mix(0.5).filled())
    }))?;
    chart.draw_series(middles().zip(bars).map(|(middle, (.., interval))| {
        PathElement::new(interval.map(|end| (middle, end)).to_vec(), BLACK.stroke_width(2))
    }))?;
    Ok(())
}

/// Draws how many games have which length.
fn draw_lengths(area: &Area<'_>, lengths: &[u64]) -> Drawn {
    let longest = lengths.last().copied().unwrap_or(0);
    let width = (longest / BARS + 1).max(1);
    let mut counts = vec![0_u64; (longest / width) as usize + 1];
    for length in lengths {
        counts[(length / width) as usize] += 1;
    }
    let highest = counts.iter().copied().max().unwrap_or(1);
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(0..width * counts.len() as u64, 0..highest + 1)?;
    chart.configure_mesh().disable_x_mesh().x_desc("plies").y_desc("games").draw()?;
    chart.draw_series((0..).zip(counts).map(|(bar, count)| {
        Rectangle::new([(bar * width, 0), ((bar + 1) * width, count)], BLUE.mix(0.5).filled())
    }))?;
    Ok(())
}

/// Draws the mean number of legal moves by ply.
fn draw_moves(area: &Area<'_>, moves: &[(usize, f64)]) -> Drawn {
    let last = moves.last().map_or(1, |&(ply, _)| ply.max(1));
    let highest = moves.iter().fold(1.0, |highest: f64, &(_, count)| highest.max(count));
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(0..last, 0.0..1.05 * highest)?;
    chart.configure_mesh().x_desc("ply").y_desc("moves").draw()?;
    chart.draw_series(LineSeries::new(moves.iter().copied(), &BLUE))?;
    Ok(())
}
