//! A bar for long work on tables, and Ctrl-C.

use std::path::Path;

use indicatif::ProgressBar;

use crate::cli::progress_bar::progress_bar;
use crate::cli::signal::on_signal;
use crate::cli::{CliError, complain};
use crate::endgame::Watcher;
use crate::interrupt::Interrupt;

/// A bar on standard error, where that is a terminal.
pub(super) struct Watch {
    bar: ProgressBar,
    interrupt: Interrupt,
}

impl Watch {
    /// Starts to listen for Ctrl-C, which a process can do only once.
    pub(super) fn new(quiet: bool) -> Result<Watch, CliError> {
        let interrupt = on_signal()?;
        let bar = progress_bar(0, "{msg} {bar:30} {percent}%, {elapsed} so far, {eta} to go", quiet);
        Ok(Watch { bar, interrupt })
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

    fn rebuild(&self, path: &Path, what: &str) {
        self.bar.suspend(|| complain(format_args!("{} is damaged: {what}; building it again", path.display())));
    }

    fn advance(&self, steps: u64) {
        self.bar.inc(steps);
    }

    fn is_stopped(&self) -> bool {
        self.interrupt.is_raised()
    }
}
