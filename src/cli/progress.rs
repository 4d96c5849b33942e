//! Progress bars.

use indicatif::{ProgressBar, ProgressStyle};

/// Creates a bar of this length. `template` is one of `indicatif`.
pub(super) fn progress_bar(length: u64, template: &str) -> ProgressBar {
    ProgressBar::new(length).with_style(progress_style(template))
}

/// Returns the style of a bar with this template.
pub(super) fn progress_style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
