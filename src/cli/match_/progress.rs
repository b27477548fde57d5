//! What is said while a match is under way.

use std::io::{self, Write};

use indicatif::{ProgressBar, ProgressStyle};

use super::report::{self, Scene};
use crate::arena::{News, Tally, Tournament};
use crate::rules::Rules;

/// Lines on standard output, and a bar on standard error where that is a terminal.
pub(super) struct Progress {
    bar: ProgressBar,
    games: usize,
    /// The figures are told whenever so many more games are finished; never if that is zero.
    report_every: usize,
    quiet: bool,
}

impl Progress {
    /// Of a match of which so many games are finished already.
    pub(super) fn new<R: Rules>(
        tournament: &Tournament<R>,
        finished: usize,
        report_every: usize,
        quiet: bool,
    ) -> Progress {
        let schedule = &tournament.schedule;
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(schedule.games() as u64) };
        // When a test will decide, nobody knows.
        let template = match tournament.sprt {
            None => "{bar:30} {pos}/{len} games, {eta} to go  {msg}",
            Some(_) => "{pos} games, {len} at most  {msg}",
        };
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.expect("the template is well formed"));
        bar.set_position(finished as u64);
        bar.reset_eta();
        Progress { bar, games: schedule.games(), report_every, quiet }
    }

    /// Tells what has happened.
    pub(super) fn tell(
        &mut self,
        scene: &Scene<'_>,
        news: &News<'_>,
        out: &mut impl Write,
    ) -> io::Result<()> {
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
                let figures =
                    if self.is_report_due(tally) { report::interim(scene, tally) } else { String::new() };
                self.bar.suspend(|| write!(out, "{}\n{score}\n{figures}", report::finished(scene, game)))
            }
        }
    }

    /// Are the figures to be told now? At the end of the match the summary tells them.
    fn is_report_due(&self, tally: &Tally) -> bool {
        let finished = tally.finished();
        let is_over = finished == self.games || tally.is_decided();
        !is_over && finished.checked_rem(self.report_every) == Some(0)
    }

    /// Clears the bar away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// How a match of two stands, in a few words.
fn state(tally: &Tally) -> String {
    let [_] = tally.schedule().pairings() else { return String::new() };
    let results = tally.pairing(0);
    let games = results.games;
    let elo = results.sample().elo().map_or(String::new(), |elo| format!("  Elo {elo:.1}"));
    let llr = tally.test().map_or(String::new(), |test| format!("  LLR {}", report::llr(&test)));
    format!("{} - {} - {}{elo}{llr}", games.wins, games.losses, games.draws)
}
