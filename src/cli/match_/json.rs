//! The summary of a match as one JSON object, for programs.

use std::collections::BTreeMap;

use serde::Serialize;

use super::report::Scene;
use crate::arena::Tally;
use crate::statistics::{EloModel, Estimate, Results, Verdict};

#[derive(Serialize)]
pub(super) struct Summary<'a> {
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
    elo: Option<Interval>,
    normalised_elo: Option<Interval>,
    los: f64,
    /// The share of drawn games.
    draw_ratio: Option<f64>,
    /// Pairs of games by their score: 0, 0.5, 1, 1.5 and 2 points.
    pentanomial: [u64; 5],
}

/// A value and its 95 % interval. An infinite end is null.
#[derive(Serialize)]
struct Interval {
    value: f64,
    low: f64,
    high: f64,
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
        let interval = |Estimate { value, low, high }| Interval { value, low, high };
        Figures {
            wins: results.games.wins,
            losses: results.games.losses,
            draws: results.games.draws,
            points: results.games.points(),
            elo: sample.elo().map(interval),
            normalised_elo: sample.normalised_elo().map(interval),
            los: sample.los(),
            draw_ratio: results.games.draw_ratio(),
            pentanomial: results.pairs.pentanomial(),
        }
    }
}

/// The summary of a match.
pub(super) fn summary<'a>(scene: &Scene<'a>, tally: &Tally, games: usize, interrupted: bool) -> Summary<'a> {
    let name = |player: usize| scene.entrants[player].name.as_str();
    let pairings =
        tally.schedule().pairings().iter().enumerate().map(|(number, players)| Pairing {
            players: players.map(name),
            figures: Figures::of(&tally.pairing(number)),
        });
    let players = scene.entrants.iter().enumerate().map(|(number, entrant)| {
        let conduct = tally.conduct(number);
        Player {
            name: &entrant.name,
            level: entrant.limit.to_string(),
            figures: Figures::of(&tally.player(number)),
            moves: conduct.moves,
            seconds: conduct.seconds,
            nodes: conduct.nodes,
            worst_overrun_seconds: conduct.overrun(1.0),
            overrun_99_9_percentile_seconds: conduct.overrun(0.999),
            pondered: conduct.pondered,
            ponder_hits: conduct.ponder_hits,
            warnings: conduct.warnings,
            faults: conduct.faults.iter().map(|(kind, &count)| (kind.to_string(), count)).collect(),
        }
    });
    let test = tally.test().map(|test| {
        let [elo0, elo1] = test.sprt.hypotheses();
        let verdict = match test.verdict {
            Verdict::AcceptH0 => "H0",
            Verdict::AcceptH1 => "H1",
            Verdict::Continue => "undecided",
        };
        let model = match test.sprt.model() {
            EloModel::Logistic => "logistic",
            EloModel::Normalised => "normalised",
        };
        Test { elo0, elo1, model, llr: test.llr, lower: test.sprt.lower(), upper: test.sprt.upper(), verdict }
    });
    Summary {
        variant: scene.variant.name(),
        openings: scene.suite,
        games,
        finished: tally.finished(),
        interrupted,
        pairings: pairings.collect(),
        players: players.collect(),
        sprt: test,
    }
}
