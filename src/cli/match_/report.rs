//! The output lines of a match, in the format of fastchess and cutechess, so that existing tools can parse them.

use std::fmt::{self, Write as _};

use crate::arena::{Entrant, FaultKind, FinishedGame, Fixture, Tally, TestState};
use crate::notation::counted;
use crate::rules::{Side, Variant};
use crate::statistics::{Estimate, Results, Sprt, Verdict};

/// The data of the lines besides the results.
pub(super) struct Scene<'a> {
    pub(super) variant: Variant,
    pub(super) entrants: &'a [Entrant],
    pub(super) suite: &'a str,
}

impl Scene<'_> {
    /// The side that moves first in the variant.
    fn first(&self) -> Side {
        self.variant.articles().first
    }
}

/// `Started game 3 of 100 (A vs B)`: the side that moves first in the variant is named first.
pub(super) fn started(scene: &Scene<'_>, fixture: &Fixture, games: usize) -> String {
    let name = |side: Side| &scene.entrants[fixture.players[side.index()]].name;
    let (first, second) = (name(scene.first()), name(scene.first().opponent()));
    format!("Started game {} of {games} ({first} vs {second})", fixture.game + 1)
}

/// `Finished game 3 (A vs B): 1-0 {Black makes an illegal move}`: the points are in the order of the names, as in PDN.
pub(super) fn finished(scene: &Scene<'_>, game: &FinishedGame) -> String {
    let (first, second) = (game.name(scene.first()), game.name(scene.first().opponent()));
    let (number, score) = (game.game + 1, game.score(scene.first()));
    format!("Finished game {number} ({first} vs {second}): {score} {{{}}}", game.reason)
}

/// `Score of A vs B: 12 - 8 - 80  [0.520] 100`: wins, losses and draws of the first.
pub(super) fn score(scene: &Scene<'_>, players: [usize; 2], results: &Results) -> String {
    let [first, second] = players.map(|player| &scene.entrants[player].name);
    let games = results.games;
    let share = games.points() / games.games().max(1) as f64;
    format!(
        "Score of {first} vs {second}: {} - {} - {}  [{share:.3}] {}",
        games.wins,
        games.losses,
        games.draws,
        games.games()
    )
}

const RULE: &str = "--------------------------------------------------";

/// The statistics of a running match, as in its summary.
pub(super) fn interim(scene: &Scene<'_>, tally: &Tally) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_figures(&mut text, scene, tally);
    text
}

/// The end of a match.
pub(super) fn summary(scene: &Scene<'_>, tally: &Tally) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_summary(&mut text, scene, tally);
    text
}

fn write_summary(out: &mut String, scene: &Scene<'_>, tally: &Tally) -> fmt::Result {
    let pairings = tally.schedule().pairings();
    for (number, &players) in pairings.iter().enumerate() {
        writeln!(out, "{}", score(scene, players, &tally.pairing(number)))?;
    }
    write_figures(out, scene, tally)?;
    for (number, entrant) in scene.entrants.iter().enumerate() {
        write_conduct(out, &entrant.name, tally, number)?;
    }
    if let Some(TestState { sprt, verdict, .. }) = tally.test() {
        let [elo0, elo1] = sprt.hypotheses();
        match verdict {
            Verdict::AcceptH0 => writeln!(out, "SPRT ([{elo0:.2}, {elo1:.2}]) completed - H0 was accepted"),
            Verdict::AcceptH1 => writeln!(out, "SPRT ([{elo0:.2}, {elo1:.2}]) completed - H1 was accepted"),
            Verdict::Continue => writeln!(out, "SPRT ([{elo0:.2}, {elo1:.2}]) is undecided"),
        }?;
    }
    Ok(())
}

fn write_figures(out: &mut String, scene: &Scene<'_>, tally: &Tally) -> fmt::Result {
    writeln!(out, "{RULE}")?;
    if let &[players] = tally.schedule().pairings() {
        write_duel(out, scene, players, tally)?;
    } else {
        write_table(out, scene, tally)?;
    }
    writeln!(out, "{RULE}")
}

fn write_duel(out: &mut String, scene: &Scene<'_>, players: [usize; 2], tally: &Tally) -> fmt::Result {
    let [first, second] = players.map(|player| &scene.entrants[player]);
    let results = tally.pairing(0);
    let levels = if first.limit == second.limit {
        first.limit.to_string()
    } else {
        format!("{} - {}", first.limit, second.limit)
    };
    // Threads and table, as far as they were set for the first engine.
    let conditions: Vec<_> =
        [Some(levels), first.threads(), first.hash(), Some(scene.suite.to_owned())].into_iter().flatten().collect();
    writeln!(out, "Results of {} vs {} ({}):", first.name, second.name, conditions.join(", "))?;
    let sample = results.sample();
    writeln!(out, "Elo: {}, nElo: {}", figure(sample.elo()), figure(sample.normalised_elo()))?;
    writeln!(
        out,
        "LOS: {:.2} %, DrawRatio: {:.2} %, PairsRatio: {}",
        100.0 * sample.los(),
        100.0 * results.pairs.draw_ratio().or(results.games.draw_ratio()).unwrap_or(0.0),
        ratio(results.pairs.pairs_ratio())
    )?;
    let games = results.games;
    writeln!(
        out,
        "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({:.2} %)",
        games.games(),
        games.wins,
        games.losses,
        games.draws,
        games.points(),
        100.0 * games.points() / games.games().max(1) as f64
    )?;
    writeln!(
        out,
        "Ptnml(0-2): {:?}, WL/DD Ratio: {}",
        results.pairs.pentanomial(),
        ratio(results.pairs.wl_dd_ratio())
    )?;
    if let Some(test) = tally.test() {
        writeln!(out, "LLR: {}", llr(&test))?;
    }
    Ok(())
}

/// `0.52 (17.7%) (-2.94, 2.94) [0.00, 5.00]`
pub(super) fn llr(test: &TestState) -> String {
    let TestState { sprt, llr, .. } = test;
    let progress = 100.0 * Sprt::progress(sprt, *llr);
    let [elo0, elo1] = sprt.hypotheses();
    format!("{llr:.2} ({progress:.1}%) ({:.2}, {:.2}) [{elo0:.2}, {elo1:.2}]", sprt.lower(), sprt.upper())
}

fn write_table(out: &mut String, scene: &Scene<'_>, tally: &Tally) -> fmt::Result {
    let mut rows: Vec<_> = (0..scene.entrants.len()).map(|player| (player, tally.player(player))).collect();
    let share = |results: &Results| results.games.points() / results.games.games().max(1) as f64;
    rows.sort_by(|(_, one), (_, other)| share(other).total_cmp(&share(one)));
    let width = scene.entrants.iter().map(|entrant| entrant.name.chars().count()).max().unwrap_or(0).max(20);
    writeln!(
        out,
        "Rank {:width$} {:>8} {:>8} {:>8} {:>8} {:>7} {:>8}   Ptnml(0-2)",
        "Name", "Elo", "+/-", "nElo", "+/-", "Games", "Score"
    )?;
    for (rank, (player, results)) in rows.iter().enumerate() {
        let sample = results.sample();
        let [elo, nelo] = [sample.elo(), sample.normalised_elo()].map(|estimate| {
            let value = estimate.map_or("nan".to_owned(), |estimate| format!("{:.2}", estimate.value));
            format!("{value:>8} {:>8}", margin(estimate))
        });
        writeln!(
            out,
            "{:>4} {:width$} {elo} {nelo} {:>7} {:>7.2}%   {:?}",
            rank + 1,
            scene.entrants[*player].name,
            results.games.games(),
            100.0 * share(results),
            results.pairs.pentanomial()
        )?;
    }
    Ok(())
}

/// The faults, overruns and ponder hits of an engine, if there are any.
fn write_conduct(out: &mut String, name: &str, tally: &Tally, player: usize) -> fmt::Result {
    let conduct = tally.conduct(player);
    if let (Some(worst), Some(tail)) = (conduct.overrun(1.0), conduct.overrun(0.999)) {
        let [worst, tail] = [worst, tail].map(|seconds| seconds * 1000.0);
        writeln!(out, "Overruns of {name}: worst {worst:.2} ms, 99.9th percentile {tail:.2} ms")?;
    }
    if let Some(first) = &conduct.first_warning {
        let moves = counted(conduct.warnings, "move", "moves");
        writeln!(out, "Warnings about {name}: {moves} with a faulty PV; the first: {first}")?;
    }
    if let Some(rate) = conduct.ponder_hit_rate() {
        writeln!(
            out,
            "Ponder hits of {name}: {} of {} ({:.1} %)",
            conduct.ponder_hits,
            conduct.pondered,
            100.0 * rate
        )?;
    }
    let faults: Vec<_> = FaultKind::ALL
        .iter()
        .filter_map(|kind| conduct.faults.get(kind).map(|count| format!("{kind} {count}")))
        .collect();
    if !faults.is_empty() {
        writeln!(out, "Games lost by {name} through its own fault: {}", faults.join(", "))?;
    }
    Ok(())
}

/// `7.20 +/- 9.10`, or, as in fastchess, `inf +/- nan` if one side won all games. The JSON contains the interval.
fn figure(estimate: Option<Estimate>) -> String {
    let value = estimate.map_or("nan".to_owned(), |estimate| format!("{:.2}", estimate.value));
    format!("{value} +/- {}", margin(estimate))
}

fn margin(estimate: Option<Estimate>) -> String {
    let margin = estimate.map(Estimate::margin).filter(|margin| margin.is_finite());
    margin.map_or("nan".to_owned(), |margin| format!("{margin:.2}"))
}

fn ratio(ratio: Option<f64>) -> String {
    ratio.map_or("nan".to_owned(), |ratio| format!("{ratio:.2}"))
}
