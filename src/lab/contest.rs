//! Matches between two search configurations.

use super::sample::Sample;
use super::{Frame, LabError, Row};
use crate::endgame::TablesOptions;
use crate::engine::{EngineOptions, Limit, LocalPlayer, play_match_game};
use crate::eval::EvaluationOptions;
use crate::interrupt::Interrupt;
use crate::rules::Variant;
use crate::search::{Policy, SearchOptions, TableError, TableSize};
use crate::statistics::{Outcome, Results, Wdl};

/// Two search configurations and their limit per move.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The name and options of the first.
    pub first: (String, SearchOptions),
    /// The name and options of the second.
    pub second: (String, SearchOptions),
    /// Nodes per move.
    pub nodes: u64,
    /// The evaluation of both.
    pub evaluation: EvaluationOptions,
}

/// The maximum length of a game, which is then a draw; the rules end nearly all games before.
const MOST_PLIES: usize = 400;

impl Contest {
    /// Plays an opening twice, each side once with the first moving first, on tables of four MiB that live as long as a game.
    ///
    /// # Errors
    /// If it was interrupted, or there is no memory for the tables.
    pub fn play(&self, opening: &Sample, number: usize, interrupt: &Interrupt) -> Result<Vec<Row>, LabError> {
        let player = |(_, options): &(String, SearchOptions)| self.player(opening.variant, options);
        let mut players = [player(&self.first)?, player(&self.second)?];
        let side = opening.variant.articles().first;
        let mut play = |side| play_match_game(&mut players, side, opening.game(), MOST_PLIES, interrupt);
        let (begun, answered) = (play(side)?, play(side.opponent())?);
        let row = Row::default()
            .label("first", &self.first.0)
            .label("second", &self.second.0)
            .label("nodes", self.nodes)
            .label("variant", opening.variant)
            .label("opening", number);
        let [begun, answered] = [begun, answered].map(|outcome| f64::from(outcome.half_points()));
        Ok(vec![row.figure("half_points_begun", begun).figure("half_points_answered", answered)])
    }

    /// A player with one of the configurations.
    fn player(&self, variant: Variant, options: &SearchOptions) -> Result<LocalPlayer, TableError> {
        let options = EngineOptions {
            table_size: TableSize::from_mib(4).unwrap_or(TableSize::MIN),
            table_policy: Policy::Bucket,
            search: options.clone(),
            evaluation: self.evaluation.clone(),
            endgame: TablesOptions::none(),
            ..EngineOptions::default()
        };
        LocalPlayer::new(variant, &options, Limit::of_nodes(self.nodes))
    }
}

/// The results of a contest for its first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing(Results);

impl Standing {
    /// The standing of the games in these rows.
    pub fn of(frame: &Frame<'_>) -> Standing {
        let mut results = Results::default();
        for row in frame.rows() {
            let outcomes = ["half_points_begun", "half_points_answered"].map(|name| row.figures.get(name));
            if let [Some(begun), Some(answered)] = outcomes {
                results.add([outcome(*begun), outcome(*answered)]);
            }
        }
        Standing(results)
    }

    /// `+92 -89 =807, 50.2 % +/- 1.0`: wins, losses, draws, and the score with its 95 % interval by pairs.
    pub fn text(&self) -> String {
        let Wdl { wins, draws, losses } = self.0.games;
        let score = self.0.sample().score();
        let score = score
            .map_or(String::new(), |score| format!(", {:.1} % +/- {:.1}", 100.0 * score.value, 100.0 * score.margin()));
        format!("+{wins} -{losses} ={draws}{score}")
    }

    /// The difference in Elo points with its 95 % interval.
    pub fn elo(&self) -> String {
        self.0.sample().elo().map_or(String::new(), |elo| format!("{elo:.1}"))
    }
}

fn outcome(half_points: f64) -> Outcome {
    match half_points {
        points if points >= 2.0 => Outcome::Win,
        points if points >= 1.0 => Outcome::Draw,
        _ => Outcome::Loss,
    }
}
