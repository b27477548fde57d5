//! The output during a match.

use std::io::{self, Write};

use indicatif::ProgressBar;

use super::report::{self, Scene};
use crate::arena::{News, Tally, Tournament};
use crate::cli::progress_bar::progress_bar;

/// Lines on standard output, and a progress bar on standard error if that is a terminal.
pub(super) struct Progress {
    bar: ProgressBar,
    /// The games of the whole match.
    games: usize,
    /// Those that are played here.
    planned: usize,
    /// The number of games between two reports of the statistics; 0 for never.
    report_every: usize,
    quiet: bool,
}

impl Progress {
    /// For a match of which this number of games is already finished.
    pub(super) fn new(tournament: &Tournament, finished: usize, report_every: usize, quiet: bool) -> Progress {
        let (games, planned) = (tournament.schedule.games(), tournament.games().len());
        // The end of a test cannot be predicted.
        let template = match tournament.sprt {
            None => "{bar:30} {pos}/{len} games, {eta} to go  {msg}",
            Some(_) => "{pos} games, {len} at most  {msg}",
        };
        let bar = progress_bar(planned as u64, template, quiet);
        bar.set_position(finished as u64);
        bar.reset_eta();
        Progress { bar, games, planned, report_every, quiet }
    }

    /// Reports an event.
    pub(super) fn tell(&mut self, scene: &Scene<'_>, news: &News<'_>, out: &mut impl Write) -> io::Result<()> {
        if self.quiet {
            return Ok(());
        }
        match news {
            News::Started(fixture) => {
                let line = report::started(scene, fixture, self.games);
                self.bar.suspend(|| writeln!(out, "{line}"))
            }
            News::Finished(fixture, game, tally) => {
                let players = tally.schedule().pairings()[fixture.pairing];
                let score = report::score(scene, players, &tally.pairing(fixture.pairing));
                self.bar.set_position(tally.finished() as u64);
                self.bar.set_message(state(tally));
                let figures = if self.is_report_due(tally) { report::interim(scene, tally) } else { String::new() };
                self.bar.suspend(|| write!(out, "{}\n{score}\n{figures}", report::finished(scene, game)))
            }
        }
    }

    /// Whether to report the statistics now. At the end of the match the summary reports them.
    fn is_report_due(&self, tally: &Tally) -> bool {
        let finished = tally.finished();
        let is_over = finished == self.planned || tally.is_decided();
        !is_over && finished.checked_rem(self.report_every) == Some(0)
    }

    /// Clears the progress bar.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The state of a match of two in short form.
fn state(tally: &Tally) -> String {
    let [_] = tally.schedule().pairings() else { return String::new() };
    let results = tally.pairing(0);
    let games = results.games;
    let elo = results.sample().elo().map_or(String::new(), |elo| format!("  Elo {elo:.1}"));
    let llr = tally.test().map_or(String::new(), |test| format!("  LLR {}", report::llr(&test)));
    format!("{} - {} - {}{elo}{llr}", games.wins, games.losses, games.draws)
}
