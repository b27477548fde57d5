//! Matches between two search configurations.

use std::sync::Arc;

use super::view::Cell;
use super::{Job, Row, Rows};
use crate::arena::play_match_game;
use crate::statistics::{Outcome, Results, WdlCounts};
use crownhead_engine::endgame::TablesOptions;
use crownhead_engine::engine::{EngineOptions, Limit, LocalPlayer};
use crownhead_engine::eval::EvaluationOptions;
use crownhead_engine::search::{SearchOptions, TableError, TableSize};
use crownhead_rules::{Game, Variant};

pub(super) type Contestant = (String, SearchOptions);

/// The maximum length of a game, which is then a draw; the rules end nearly all games before.
const MOST_PLIES: usize = 400;

/// A job that plays an opening twice, each side once with the first configuration moving first, with this number of
/// nodes per move, on tables of four MiB that live as long as a game.
pub(super) fn contest(
    opening: &Arc<Game>,
    number: usize,
    contestants: [Contestant; 2],
    nodes: u64,
    evaluation: EvaluationOptions,
) -> Job {
    let opening = Arc::clone(opening);
    let variant = opening.variant();
    let (options, values) = (contestants.clone().map(|(_, options)| options), evaluation.clone());
    let job = Job::new(3, move |interrupt| {
        let [first, second] = &contestants;
        let player = |(_, search): &Contestant| player(variant, search, &evaluation, nodes);
        let mut players = [player(first)?, player(second)?];
        let side = variant.articles().first;
        let mut play = |side| play_match_game(&mut players, side, Game::clone(&opening), MOST_PLIES, interrupt);
        let [begun, answered] = [play(side)?, play(side.opponent())?].map(|outcome| f64::from(outcome.half_points()));
        let row = Row::default()
            .label("first", &first.0)
            .label("second", &second.0)
            .label("nodes", nodes)
            .label("variant", variant)
            .label("opening", number);
        Ok(vec![row.figure("half_points_begun", begun).figure("half_points_answered", answered)])
    });
    options.into_iter().fold(job, |job, options| job.by(Some(variant), options, &values))
}

fn player(
    variant: Variant,
    search: &SearchOptions,
    evaluation: &EvaluationOptions,
    nodes: u64,
) -> Result<LocalPlayer, TableError> {
    let options = EngineOptions {
        table_size: TableSize::from_mib(4).unwrap_or(TableSize::MIN),
        search: search.clone(),
        evaluation: evaluation.clone(),
        endgame: TablesOptions::none(),
        ..EngineOptions::default()
    };
    LocalPlayer::new(variant, &options, Limit::of_nodes(nodes))
}

pub(super) const COLUMNS: [&str; 5] = ["first", "second", "games", "the first's result", "Elo"];

/// The cells of a match with these rows: `+92 -89 =807, 50.2 % +/- 1.0` are wins, losses, draws, and the score with its
/// 95 % interval by pairs.
pub(super) fn cells(rows: &Rows<'_>, first: &str, second: &str) -> Vec<Cell> {
    let results = results(rows);
    let WdlCounts { wins, draws, losses } = results.games;
    let percent = |score: f64| 100.0 * score;
    let score = results.sample().score().map(|score| (percent(score.value), percent(score.margin())));
    let score = score.map_or(String::new(), |(value, margin)| format!(", {value:.1} % +/- {margin:.1}"));
    vec![
        first.to_owned(),
        second.to_owned(),
        (2 * rows.len()).to_string(),
        format!("+{wins} -{losses} ={draws}{score}"),
        results.sample().elo().map_or(String::new(), |elo| format!("{elo:.1}")),
    ]
}

/// The results of the first configuration in the games of these rows.
fn results(rows: &Rows<'_>) -> Results {
    let mut results = Results::default();
    for row in rows.iter() {
        let half_points = ["half_points_begun", "half_points_answered"].map(|name| row.figures.get(name));
        if let [Some(&begun), Some(&answered)] = half_points {
            results.add([begun, answered].map(|half_points| Outcome::ALL[half_points.clamp(0.0, 2.0) as usize]));
        }
    }
    results
}
