//! The plot of the errors of a training run.

use crate::cli::outputs::OutputKind;
use crate::cli::result::in_file;
use crate::files;
use crate::training::network::EpochLoss;
use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

/// The size of the picture in pixels.
const SIZE: (u32, u32) = (800, 500);

/// The name of the vertical axis.
const ERROR_AXIS: &str = "mean squared error";

/// The plot, by the names of its axis and curves.
pub(super) const PLOT: OutputKind = OutputKind {
    name: "a plot of a training run",
    start: "<svg",
    marks: &[ERROR_AXIS, "held-out games"],
};

/// Draws the errors by epoch into an SVG file, with that of the base as a line.
pub(super) fn write(
    path: &Path,
    losses: &[EpochLoss],
    base_loss: f64,
) -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    draw(&mut text, losses, base_loss).map_err(|error| in_file(path, error))?;
    files::replace(path, text.as_bytes()).map_err(|error| in_file(path, error))?;
    Ok(())
}

fn draw(text: &mut String, losses: &[EpochLoss], base_loss: f64) -> Result<(), Box<dyn Error>> {
    let values = || losses.iter().flat_map(|loss| [loss.training, loss.held_out]);
    let values = || values().chain([base_loss]);
    let (low, high) =
        values().fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
    let margin = (high - low) * 0.05 + 1e-6;
    let epochs = 1..losses.len().max(2);
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d(epochs, low - margin..high + margin)?;
    chart.configure_mesh().x_desc("epoch").y_desc(ERROR_AXIS).draw()?;
    type Curve = (&'static str, RGBColor, fn(&EpochLoss) -> f64);
    let curves: [Curve; 2] =
        [("training", BLUE, |loss| loss.training), ("held-out games", RED, |loss| loss.held_out)];
    for (name, color, value) in curves {
        let points = losses.iter().enumerate().map(|(epoch, loss)| (epoch + 1, value(loss)));
        chart
            .draw_series(LineSeries::new(points, &color))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color));
    }
    let base = [1, losses.len().max(2)].map(|epoch| (epoch, base_loss));
    chart
        .draw_series(LineSeries::new(base, &BLACK))?
        .label("base alone")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 20, y)], BLACK));
    chart.configure_series_labels().background_style(WHITE).border_style(BLACK).draw()?;
    root.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plot_has_a_curve_for_each_error() {
        let loss = |held_out| EpochLoss { training: 0.1, held_out };
        let mut text = String::new();
        draw(&mut text, &[loss(0.12), loss(0.11), loss(0.115)], 0.13).expect("a plot");
        assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"));
        for name in ["training", "held-out games", "base alone", "epoch"] {
            assert!(text.contains(name), "{name}");
        }
        assert!(text.matches("<polyline").count() >= 3);
    }
}
