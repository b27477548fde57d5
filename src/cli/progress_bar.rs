//! The bar that shows how far long work has come.

use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar on standard error, hidden if that is not a terminal or if `quiet`. The template is in the language of
/// indicatif.
pub(super) fn progress_bar(length: u64, template: &str, quiet: bool) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template).expect("the template is well formed");
    ProgressBar::new(length).with_style(style)
}
