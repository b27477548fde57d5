//! A chart of a match of two: the score over its games, the likelihood ratio of its test, and the results by opening.
//!
//! [`svg`] draws the plots; [`html`] makes a self-contained page with the plots, the statistics and a table of the
//! openings.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::plot::{self, Look, Plot, PlotError, Series, legal_xml, plain};
use crate::statistics::{EloModel, Estimate, Outcome, PairCounts, Results, Sprt, SprtVerdict, WdlCounts};

/// A round of a match of two players: an opening that is played twice, or once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedRound {
    pub opening: String,
    /// The results for the first player, as far as the games are finished.
    pub outcomes: [Option<Outcome>; 2],
}

#[derive(Clone, Debug)]
pub struct PlayedMatch {
    /// The player whose score is plotted.
    pub first: String,
    pub second: String,
    pub rounds: Vec<PlayedRound>,
    pub sprt: Option<Sprt>,
}

/// Draws the score of the first player over the games with its 95 % band and, if there was a test, its log-likelihood
/// ratio over the games with its bounds. Fails also if there are no games.
pub fn svg(played: &PlayedMatch) -> Result<String, PlotError> {
    let points = points(played);
    let mut plots = vec![score_plot(played, &points)];
    plots.extend(played.sprt.as_ref().map(|test| llr_plot(test, &points)));
    // The first line of a plot is measured, and the others are for reference.
    plot::svg(&plots, "", &|name, number| Look { is_dashed: number > 0, ..plain(name, number) })
}

fn score_plot(played: &PlayedMatch, points: &[ChartPoint]) -> Plot {
    let title = format!("Score of {} against {}", played.first, played.second);
    let scores = points.iter().map(|point| (point.games, point.score));
    over_games(title, "score (points per game)", "score and its 95 % interval", scores, &[(0.5, "even".to_owned())])
}

fn llr_plot(test: &Sprt, points: &[ChartPoint]) -> Plot {
    let [elo0, elo1] = test.hypotheses();
    let unit = unit(test);
    let title = format!("Test of {elo1} against {elo0} {unit}");
    let ratios = points.iter().map(|point| (point.games, Estimate::exact(point.llr.unwrap_or_default())));
    let bounds = [(test.upper(), elo1), (test.lower(), elo0)];
    let bounds = bounds.map(|(bound, elo)| (bound, format!("{elo} {unit} accepted at {bound:.2}")));
    over_games(title, "log-likelihood ratio", "LLR", ratios, &bounds)
}

const fn unit(test: &Sprt) -> &'static str {
    match test.model() {
        EloModel::Logistic => "Elo",
        EloModel::Normalised => "normalised Elo",
    }
}

/// A figure over the games, and horizontal lines for reference.
fn over_games(
    title: String,
    y: &str,
    name: &str,
    figures: impl Iterator<Item = (usize, Estimate)>,
    levels: &[(f64, String)],
) -> Plot {
    let points: Vec<_> = figures.map(|(games, figure)| (games as f64, figure)).collect();
    let last = points.last().map(|&(games, _)| games);
    let level = |(value, name): &(f64, String)| {
        let ends = last.into_iter().flat_map(|last| [0.0, last]);
        let points = ends.map(|games| (games, Estimate::exact(*value))).collect();
        Series { name: name.clone(), points }
    };
    let mut series = vec![Series { name: name.to_owned(), points }];
    series.extend(levels.iter().map(level));
    let (x, y, name) = ("games played".to_owned(), y.to_owned(), "the chart".to_owned());
    Plot { name, title, x, y, logarithmic: false, series, marks: Vec::new() }
}

/// The maximum number of points: more cannot be distinguished in a plot.
const MOST_POINTS: usize = 1000;

#[derive(Clone, Copy, Debug, PartialEq)]
struct ChartPoint {
    games: usize,
    /// The score of the first player, from 0 to 1.
    score: Estimate,
    /// The log-likelihood ratio of the test, if there is one.
    llr: Option<f64>,
}

/// The statistics after every pair of finished games, or after every game if there is no pair; evenly thinned out,
/// keeping the last.
fn points(played: &PlayedMatch) -> Vec<ChartPoint> {
    let has_pairs = RunningResults::of(&played.rounds).results.pairs.pairs() > 0;
    let mut running = RunningResults::default();
    let mut points = Vec::new();
    for round in &played.rounds {
        running.add(round);
        let finished = round.outcomes.iter().flatten().count();
        if finished == 2 || (finished == 1 && !has_pairs) {
            let llr = played.sprt.map(|test| running.llr(&test));
            let games = running.results.games.games() as usize;
            points.extend(running.results.sample().score().map(|score| ChartPoint { games, score, llr }));
        }
    }
    let stride = points.len().div_ceil(MOST_POINTS).max(1);
    // Counting from the end keeps the last point.
    let mut kept: Vec<_> = points.into_iter().rev().step_by(stride).collect();
    kept.reverse();
    kept
}

/// The results after some of the rounds.
#[derive(Clone, Debug, Default)]
struct RunningResults {
    results: Results,
    /// The pairs before the first incomplete one, which a test uses.
    leading: PairCounts,
    has_gap: bool,
}

impl RunningResults {
    fn of(rounds: &[PlayedRound]) -> RunningResults {
        let mut running = RunningResults::default();
        rounds.iter().for_each(|round| running.add(round));
        running
    }

    fn add(&mut self, round: &PlayedRound) {
        self.results.add_unfinished(round.outcomes);
        match round.outcomes {
            [Some(first), Some(second)] if !self.has_gap => self.leading.add([first, second]),
            _ => self.has_gap = true,
        }
    }

    fn llr(&self, test: &Sprt) -> f64 {
        test.llr(&self.leading.into())
    }
}

const STYLE: &str = "body{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}\
svg{max-width:100%;height:auto}table{border-collapse:collapse;margin:1em 0}\
th,td{padding:.2em .8em;border-bottom:1px solid #ddd;text-align:right}\
th:first-child,td:first-child{text-align:left}";

/// A page with the figures of the match, the drawing and a table of the openings. It has no external resources.
pub fn html(played: &PlayedMatch) -> Result<String, PlotError> {
    let title = escaped(&format!("{} against {}", played.first, played.second));
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{}{}\n{}</body>\n</html>\n",
        figures_table(played),
        svg(played)?,
        openings_table(played)
    ))
}

/// The statistics of the match as a table of two columns.
fn figures_table(played: &PlayedMatch) -> String {
    let running = RunningResults::of(&played.rounds);
    let sample = running.results.sample();
    let Results { games, pairs } = running.results;
    let or_unknown = |figure: Option<String>| figure.unwrap_or_else(|| "unknown".to_owned());
    let mut lines = vec![
        ("Games", format!("{} (+{} ={} -{})", games.games(), games.wins, games.draws, games.losses)),
        ("Score", or_unknown(sample.score().map(|score| format!("{score:.4}")))),
        ("Elo", or_unknown(sample.elo().map(|elo| elo.to_string()))),
        ("Normalised Elo", or_unknown(sample.normalised_elo().map(|elo| elo.to_string()))),
        ("Likelihood of superiority", format!("{:.2} %", 100.0 * sample.los())),
    ];
    if pairs.pairs() > 0 {
        lines.push(("Pairs by points (0, 1/2, 1, 3/2, 2)", format!("{:?}", pairs.pentanomial())));
    }
    lines.extend(played.sprt.map(|test| ("Test", test_text(&test, running.llr(&test)))));
    let row = |(name, value): (&str, String)| format!("<tr><td>{name}</td><td>{}</td></tr>\n", escaped(&value));
    format!("<table>\n{}</table>\n", lines.into_iter().map(row).collect::<String>())
}

fn test_text(test: &Sprt, llr: f64) -> String {
    let [elo0, elo1] = test.hypotheses();
    let unit = unit(test);
    let verdict = match test.verdict(llr) {
        SprtVerdict::AcceptH0 => format!("{elo0} {unit} accepted"),
        SprtVerdict::AcceptH1 => format!("{elo1} {unit} accepted"),
        SprtVerdict::Continue => "no verdict".to_owned(),
    };
    let (lower, upper) = (test.lower(), test.upper());
    format!("LLR {llr:.2} ({lower:.2}, {upper:.2}) of [{elo0}, {elo1}] {unit}: {verdict}")
}

/// The openings with their results, the best for the first player first.
fn openings_table(played: &PlayedMatch) -> String {
    let mut table = format!(
        "<table>\n<tr><th>Opening</th><th>Games</th><th>Won by {}</th><th>Drawn</th><th>Lost</th><th>Score</th></tr>\n",
        escaped(&played.first)
    );
    for (opening, games) in by_opening(&played.rounds) {
        let WdlCounts { wins, draws, losses } = games;
        let (count, score) = (games.games(), games.score());
        // Writing to a string cannot fail.
        let _ = writeln!(
            table,
            "<tr><td>{}</td><td>{count}</td><td>{wins}</td><td>{draws}</td><td>{losses}</td><td>{score:.3}</td></tr>",
            escaped(opening)
        );
    }
    table + "</table>\n"
}

/// The results of each opening, sorted by the score of the first player, then by name.
fn by_opening(rounds: &[PlayedRound]) -> Vec<(&str, WdlCounts)> {
    let mut by_name: BTreeMap<&str, WdlCounts> = BTreeMap::new();
    for PlayedRound { opening, outcomes } in rounds.iter().filter(|round| round.outcomes != [None; 2]) {
        let counts = by_name.entry(opening).or_default();
        outcomes.iter().flatten().for_each(|&outcome| counts.add(outcome));
    }
    let mut openings: Vec<_> = by_name.into_iter().collect();
    openings.sort_by(|(_, left), (_, right)| right.score().total_cmp(&left.score()));
    openings
}

fn escaped(text: &str) -> String {
    legal_xml(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use Outcome::{Draw, Loss, Win};

    use super::*;

    fn round(outcomes: [Option<Outcome>; 2]) -> PlayedRound {
        PlayedRound { opening: String::new(), outcomes }
    }

    fn played(rounds: &[[Option<Outcome>; 2]]) -> PlayedMatch {
        let rounds = rounds.iter().map(|&outcomes| round(outcomes)).collect();
        let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, EloModel::Logistic).ok();
        PlayedMatch { first: "a".to_owned(), second: "b".to_owned(), rounds, sprt }
    }

    fn scores(points: &[ChartPoint]) -> Vec<(usize, f64)> {
        points.iter().map(|point| (point.games, point.score.value)).collect()
    }

    #[test]
    fn there_is_a_point_for_every_pair_and_a_test_uses_those_before_the_first_gap() {
        let pair = |first, second| [Some(first), Some(second)];
        let played = played(&[pair(Win, Draw), [Some(Win), None], pair(Loss, Draw), [None; 2]]);
        let points = points(&played);
        assert_eq!(scores(&points), [(2, 0.75), (5, 3.0 / 5.0)]);
        let llr = played.sprt.expect("there is one").llr(&PairCounts { wd: 1, ..PairCounts::default() }.into());
        assert_eq!(points.iter().map(|point| point.llr).collect::<Vec<_>>(), [Some(llr); 2]);
    }

    #[test]
    fn games_without_pairs_are_taken_singly() {
        assert_eq!(scores(&points(&played(&[[Some(Win), None], [Some(Draw), None]]))), [(1, 1.0), (2, 0.75)]);
        assert_eq!(points(&played(&[])), []);
    }

    #[test]
    fn long_matches_are_thinned_out() {
        let rounds: Vec<_> = (0..2500).map(|round| [0, 1].map(|game| Some(Outcome::ALL[(round + game) % 3]))).collect();
        let points = points(&played(&rounds));
        assert!((500..=1000).contains(&points.len()), "{}", points.len());
        assert_eq!(points.last().map(|point| point.games), Some(5000));
        assert!(points.is_sorted_by_key(|point| point.games));
    }

    #[test]
    fn the_best_opening_comes_first() {
        let round = |opening: &str, outcomes| PlayedRound { opening: opening.to_owned(), ..round(outcomes) };
        let rounds = [
            round("b", [Some(Draw), None]),
            round("c", [Some(Win), Some(Draw)]),
            round("a", [Some(Loss), Some(Win)]),
            round("d", [None; 2]),
        ];
        let found: Vec<_> = by_opening(&rounds).iter().map(|(opening, games)| (*opening, games.games())).collect();
        assert_eq!(found, [("c", 2), ("a", 2), ("b", 1)]);
    }
}
