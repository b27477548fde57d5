//! The output of a match: lines in the format of fastchess and cutechess, so that existing tools can parse them, or
//! JSON.

use std::collections::BTreeMap;
use std::io::{self, Write};

use indicatif::ProgressBar;
use serde::Serialize;

use crate::arena::{FaultKind, FinishedGame, Fixture, MatchEvent, Participant, Scoreboard, TestState, Tournament};
use crate::cli::terminal::progress_bar;
use crate::statistics::{EloModel, Estimate, Results, Sprt, SprtVerdict};
use crownhead_rules::notation::counted;
use crownhead_rules::text::visible;
use crownhead_rules::{Side, Variant};

/// The output during a match: lines on standard output, and a progress bar on standard error if that is a terminal.
pub(super) struct Progress {
    bar: ProgressBar,
    games: usize,
    /// The games of this shard.
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

    pub(super) fn report(
        &mut self,
        info: &MatchInfo<'_>,
        news: &MatchEvent<'_>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        if self.quiet {
            return Ok(());
        }
        match news {
            MatchEvent::Started(fixture) => {
                let line = visible(&started(info, fixture, self.games));
                self.bar.suspend(|| writeln!(out, "{line}"))
            }
            MatchEvent::Finished(fixture, game, tally) => {
                let players = tally.schedule().pairings()[fixture.pairing];
                let score = score(info, players, &tally.pairing(fixture.pairing));
                self.bar.set_position(tally.finished() as u64);
                self.bar.set_message(state(tally));
                let is_due = self.is_report_due(tally);
                let write = |out: &mut Vec<u8>| {
                    writeln!(out, "{}\n{score}", finished(info, game))?;
                    if is_due { write_figures(out, info, tally) } else { Ok(()) }
                };
                self.bar.suspend(|| write_visibly(out, write))
            }
        }
    }

    /// Whether to report the statistics now. At the end of the match the summary reports them.
    fn is_report_due(&self, tally: &Scoreboard) -> bool {
        let finished = tally.finished();
        let is_over = finished == self.planned || tally.is_decided();
        !is_over && finished.checked_rem(self.report_every) == Some(0)
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The state of a match of two in short form.
fn state(tally: &Scoreboard) -> String {
    let [_] = tally.schedule().pairings() else { return String::new() };
    let results = tally.pairing(0);
    let games = results.games;
    let elo = results.sample().elo().filter(|elo| elo.value.is_finite());
    let elo = elo.map_or(String::new(), |elo| format!("  Elo {elo:.1}"));
    let llr = tally.test().map_or(String::new(), |test| format!("  LLR {}", llr(&test)));
    format!("{} - {} - {}{elo}{llr}", games.wins, games.losses, games.draws)
}

/// What the output says of a match besides its results.
pub(super) struct MatchInfo<'a> {
    pub(super) variant: Variant,
    pub(super) participants: &'a [Participant],
    pub(super) suite: &'a str,
}

impl MatchInfo<'_> {
    /// The side that moves first in the variant.
    fn first(&self) -> Side {
        self.variant.articles().first
    }
}

/// `Started game 3 of 100 (A vs B)`: the side that moves first in the variant is named first.
fn started(info: &MatchInfo<'_>, fixture: &Fixture, games: usize) -> String {
    let name = |side: Side| &info.participants[fixture.players[side.index()]].name;
    let (first, second) = (name(info.first()), name(info.first().opponent()));
    format!("Started game {} of {games} ({first} vs {second})", fixture.game + 1)
}

/// `Finished game 3 (A vs B): 1-0 {Black makes an illegal move}`: the points are in the order of the names, as in PDN.
fn finished(info: &MatchInfo<'_>, game: &FinishedGame) -> String {
    let (first, second) = (game.name(info.first()), game.name(info.first().opponent()));
    let (number, score) = (game.game + 1, game.score(info.first()));
    format!("Finished game {number} ({first} vs {second}): {score} {{{}}}", game.reason)
}

/// `Score of A vs B: 12 - 8 - 80  [0.520] 100`: wins, losses and draws of the first.
fn score(info: &MatchInfo<'_>, players: [usize; 2], results: &Results) -> String {
    let [first, second] = players.map(|player| &info.participants[player].name);
    let games = results.games;
    format!(
        "Score of {first} vs {second}: {} - {} - {}  [{:.3}] {}",
        games.wins,
        games.losses,
        games.draws,
        games.score(),
        games.games()
    )
}

const RULE: &str = "--------------------------------------------------";

/// Writes the summary of a match of `games` games, for people or as one JSON object. An interrupted match was stopped
/// from outside.
pub(super) fn write_summary(
    out: &mut impl Write,
    info: &MatchInfo<'_>,
    tally: &Scoreboard,
    games: usize,
    interrupted: bool,
    json: bool,
) -> io::Result<()> {
    if json {
        serde_json::to_writer(&mut *out, &json_summary(info, tally, games, interrupted))?;
        return writeln!(out);
    }
    write_visibly(out, |out| write_text(out, info, tally))?;
    if interrupted {
        writeln!(out, "Interrupted: {} of {games} games are finished", tally.finished())?;
    }
    Ok(())
}

/// Writes a text with names that engines or records have given.
fn write_visibly(out: &mut impl Write, write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> io::Result<()> {
    let mut text = Vec::new();
    write(&mut text)?;
    out.write_all(visible(&String::from_utf8_lossy(&text)).as_bytes())
}

/// Writes the end of a match for people.
fn write_text(out: &mut impl Write, info: &MatchInfo<'_>, tally: &Scoreboard) -> io::Result<()> {
    let pairings = tally.schedule().pairings();
    for (number, &players) in pairings.iter().enumerate() {
        writeln!(out, "{}", score(info, players, &tally.pairing(number)))?;
    }
    write_figures(out, info, tally)?;
    for (number, participant) in info.participants.iter().enumerate() {
        write_stats(out, &participant.name, tally, number)?;
    }
    if let Some(TestState { sprt, verdict, .. }) = tally.test() {
        let [elo0, elo1] = sprt.hypotheses();
        match verdict {
            SprtVerdict::AcceptH0 => writeln!(out, "SPRT ([{elo0:.2}, {elo1:.2}]) completed - H0 was accepted"),
            SprtVerdict::AcceptH1 => writeln!(out, "SPRT ([{elo0:.2}, {elo1:.2}]) completed - H1 was accepted"),
            SprtVerdict::Continue => writeln!(out, "SPRT ([{elo0:.2}, {elo1:.2}]) is undecided"),
        }?;
    }
    Ok(())
}

fn write_figures(out: &mut impl Write, info: &MatchInfo<'_>, tally: &Scoreboard) -> io::Result<()> {
    writeln!(out, "{RULE}")?;
    if let &[players] = tally.schedule().pairings() {
        write_duel(out, info, players, tally)?;
    } else {
        write_table(out, info, tally)?;
    }
    writeln!(out, "{RULE}")
}

fn write_duel(out: &mut impl Write, info: &MatchInfo<'_>, players: [usize; 2], tally: &Scoreboard) -> io::Result<()> {
    let [first, second] = players.map(|player| &info.participants[player]);
    let results = tally.pairing(0);
    let levels = if first.limit == second.limit {
        first.limit.to_string()
    } else {
        format!("{} - {}", first.limit, second.limit)
    };
    // Threads and table, if they were set for the first engine.
    let conditions: Vec<_> =
        [Some(levels), first.threads(), first.hash(), Some(info.suite.to_owned())].into_iter().flatten().collect();
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
        100.0 * games.score()
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
fn llr(test: &TestState) -> String {
    let TestState { sprt, llr, .. } = test;
    let progress = 100.0 * Sprt::progress(sprt, *llr);
    let [elo0, elo1] = sprt.hypotheses();
    format!("{llr:.2} ({progress:.1}%) ({:.2}, {:.2}) [{elo0:.2}, {elo1:.2}]", sprt.lower(), sprt.upper())
}

fn write_table(out: &mut impl Write, info: &MatchInfo<'_>, tally: &Scoreboard) -> io::Result<()> {
    let mut rows: Vec<_> = (0..info.participants.len()).map(|player| (player, tally.player(player))).collect();
    rows.sort_by(|(_, one), (_, other)| other.games.score().total_cmp(&one.games.score()));
    let width = info.participants.iter().map(|participant| participant.name.chars().count()).max().unwrap_or(0).max(20);
    writeln!(
        out,
        "Rank {:width$} {:>8} {:>8} {:>8} {:>8} {:>7} {:>8}   Ptnml(0-2)",
        "Name", "Elo", "+/-", "nElo", "+/-", "Games", "Score"
    )?;
    for (rank, (player, results)) in rows.iter().enumerate() {
        let sample = results.sample();
        let [elo, nelo] = [sample.elo(), sample.normalised_elo()].map(|estimate| {
            let known = estimate.filter(|estimate| is_known(*estimate));
            let [value, margin] = known.map_or(["-", "-"].map(str::to_owned), |estimate| {
                [estimate.value, estimate.margin()].map(|figure| format!("{figure:.2}"))
            });
            format!("{value:>8} {margin:>8}")
        });
        writeln!(
            out,
            "{:>4} {:width$} {elo} {nelo} {:>7} {:>7.2}%   {:?}",
            rank + 1,
            info.participants[*player].name,
            results.games.games(),
            100.0 * results.games.score(),
            results.pairs.pentanomial()
        )?;
    }
    Ok(())
}

/// The faults, overruns and ponder hits of an engine, if there are any.
fn write_stats(out: &mut impl Write, name: &str, tally: &Scoreboard, player: usize) -> io::Result<()> {
    let stats = tally.stats(player);
    if let (Some(worst), Some(tail)) = (stats.overrun(1.0), stats.overrun(0.999)) {
        let [worst, tail] = [worst, tail].map(|seconds| seconds * 1000.0);
        writeln!(out, "Overruns of {name}: worst {worst:.2} ms, 99.9th percentile {tail:.2} ms")?;
    }
    if let Some(first) = &stats.first_warning {
        let moves = counted(stats.warnings, "move", "moves");
        writeln!(out, "Warnings about {name}: {moves} with a faulty PV; the first: {first}")?;
    }
    if let Some(rate) = stats.ponder_hit_rate() {
        writeln!(out, "Ponder hits of {name}: {} of {} ({:.1} %)", stats.ponder_hits, stats.pondered, 100.0 * rate)?;
    }
    let faults: Vec<_> = FaultKind::ALL
        .iter()
        .filter_map(|kind| stats.faults.get(kind).map(|count| format!("{kind} {count}")))
        .collect();
    if !faults.is_empty() {
        writeln!(out, "Games lost by {name} through its own fault: {}", faults.join(", "))?;
    }
    Ok(())
}

/// `7.20 +/- 9.10`, unless the games are too few to tell, as where one side has won all. The JSON contains the
/// interval.
fn figure(estimate: Option<Estimate>) -> String {
    let known = estimate.filter(|estimate| is_known(*estimate));
    known.map_or("too few games".to_owned(), |estimate| format!("{:.2} +/- {:.2}", estimate.value, estimate.margin()))
}

fn is_known(estimate: Estimate) -> bool {
    estimate.value.is_finite() && estimate.margin().is_finite()
}

/// A ratio, or `-` if there is none.
fn ratio(ratio: Option<f64>) -> String {
    ratio.filter(|ratio| ratio.is_finite()).map_or("-".to_owned(), |ratio| format!("{ratio:.2}"))
}

/// The summary of a match as one JSON object, for programs.
#[derive(Serialize)]
struct Summary<'a> {
    variant: &'a str,
    openings: &'a str,
    /// Games of the schedule or of the shard, and those that are finished.
    games: usize,
    finished: usize,
    /// Whether it was stopped from outside.
    interrupted: bool,
    pairings: Vec<Pairing<'a>>,
    players: Vec<Player<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<Test>,
}

/// Statistics of the first of two players, or of one against all.
#[derive(Serialize)]
struct Figures {
    wins: u64,
    losses: u64,
    draws: u64,
    points: f64,
    elo: Option<Estimate>,
    normalised_elo: Option<Estimate>,
    los: f64,
    /// The share of drawn games.
    draw_ratio: Option<f64>,
    /// Pairs of games by their score: 0, 0.5, 1, 1.5 and 2 points.
    pentanomial: [u64; 5],
}

#[derive(Serialize)]
struct Pairing<'a> {
    players: [&'a str; 2],
    #[serde(flatten)]
    figures: Figures,
}

#[derive(Serialize)]
struct Player<'a> {
    name: &'a str,
    level: String,
    #[serde(flatten)]
    figures: Figures,
    moves: u64,
    seconds: f64,
    nodes: u64,
    worst_overrun_seconds: Option<f64>,
    overrun_99_9_percentile_seconds: Option<f64>,
    pondered: u64,
    ponder_hits: u64,
    /// Moves with a faulty PV.
    warnings: u64,
    /// Games lost by faults, by kind.
    faults: BTreeMap<String, u64>,
}

#[derive(Serialize)]
struct Test {
    elo0: f64,
    elo1: f64,
    /// The unit of the hypotheses: `logistic` or `normalised` Elo.
    model: &'static str,
    llr: f64,
    lower: f64,
    upper: f64,
    verdict: &'static str,
}

impl Figures {
    fn of(results: &Results) -> Figures {
        let sample = results.sample();
        Figures {
            wins: results.games.wins,
            losses: results.games.losses,
            draws: results.games.draws,
            points: results.games.points(),
            elo: sample.elo(),
            normalised_elo: sample.normalised_elo(),
            los: sample.los(),
            draw_ratio: results.games.draw_ratio(),
            pentanomial: results.pairs.pentanomial(),
        }
    }
}

fn json_summary<'a>(info: &MatchInfo<'a>, tally: &Scoreboard, games: usize, interrupted: bool) -> Summary<'a> {
    let name = |player: usize| info.participants[player].name.as_str();
    let pairings =
        tally.schedule().pairings().iter().enumerate().map(|(number, players)| Pairing {
            players: players.map(name),
            figures: Figures::of(&tally.pairing(number)),
        });
    let players = info.participants.iter().enumerate().map(|(number, participant)| {
        let stats = tally.stats(number);
        Player {
            name: &participant.name,
            level: participant.limit.to_string(),
            figures: Figures::of(&tally.player(number)),
            moves: stats.moves,
            seconds: stats.seconds,
            nodes: stats.nodes,
            worst_overrun_seconds: stats.overrun(1.0),
            overrun_99_9_percentile_seconds: stats.overrun(0.999),
            pondered: stats.pondered,
            ponder_hits: stats.ponder_hits,
            warnings: stats.warnings,
            faults: stats.faults.iter().map(|(kind, &count)| (kind.to_string(), count)).collect(),
        }
    });
    let test = tally.test().map(|test| {
        let [elo0, elo1] = test.sprt.hypotheses();
        let verdict = match test.verdict {
            SprtVerdict::AcceptH0 => "H0",
            SprtVerdict::AcceptH1 => "H1",
            SprtVerdict::Continue => "undecided",
        };
        let model = match test.sprt.model() {
            EloModel::Logistic => "logistic",
            EloModel::Normalised => "normalised",
        };
        Test { elo0, elo1, model, llr: test.llr, lower: test.sprt.lower(), upper: test.sprt.upper(), verdict }
    });
    Summary {
        variant: info.variant.name(),
        openings: info.suite,
        games,
        finished: tally.finished(),
        interrupted,
        pairings: pairings.collect(),
        players: players.collect(),
        sprt: test,
    }
}
