//! A bar for long work on tables, and Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::CliError;
use crate::endgame::Watcher;

/// A bar on standard error, where that is a terminal.
pub(super) struct Watch {
    bar: ProgressBar,
    stop: Arc<AtomicBool>,
}

impl Watch {
    /// Starts to listen for Ctrl-C, which a process can do only once.
    pub(super) fn new(quiet: bool) -> Result<Watch, CliError> {
        let stop = Arc::new(AtomicBool::new(false));
        let raised = Arc::clone(&stop);
        ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed))?;
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(0) };
        let style = ProgressStyle::with_template("{msg} {bar:30} {percent}%, {elapsed} so far, {eta} to go");
        bar.set_style(style.expect("the template is well formed"));
        Ok(Watch { bar, stop })
    }

    /// Clears the bar away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watcher for Watch {
    fn begin(&self, pieces: usize, steps: u64) {
        self.bar.set_message(format!("{pieces} pieces"));
        self.bar.set_length(steps);
        self.bar.set_position(0);
        self.bar.reset_elapsed();
        self.bar.reset_eta();
    }

    fn advance(&self, steps: u64) {
        self.bar.inc(steps);
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
