//! A chart of a match: the score over its games, the likelihood ratio of its test, and the results by opening.
//!
//! [`svg`] draws the plots; [`html`] makes a self-contained page with the plots, the statistics and a table of the
//! openings.

mod course;
mod openings;
mod page;
mod plot;

pub use page::html;
pub use plot::svg;

use crate::statistics::{Outcome, Sprt};

/// A finished game of a match of two players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The number of its pair of games, from 0.
    pub pair: usize,
    /// Its opening.
    pub opening: String,
    /// The result for the first player.
    pub outcome: Outcome,
}

/// The data of a chart.
#[derive(Clone, Debug)]
pub struct PlayedMatch {
    /// The player whose score is plotted.
    pub first: String,
    /// The opponent.
    pub second: String,
    /// The games in the order of the schedule.
    pub games: Vec<PlayedGame>,
    /// The test of the match, if there was one.
    pub sprt: Option<Sprt>,
}
