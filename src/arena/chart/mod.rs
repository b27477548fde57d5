//! A match as a picture: the score over its games, the likelihood ratio of its test, and how each opening went.
//!
//! [`svg`] draws; [`html`] puts the drawing, the figures and a table of the openings into a page that needs nothing else.

mod course;
mod openings;
mod page;
mod plot;

pub use page::html;
pub use plot::{ChartError, svg};

use crate::statistics::{Outcome, Sprt};

/// A finished game of a match of two players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The pair of games that it belongs to, from 0; the two games of a pair have the same number.
    pub pair: usize,
    /// The opening that it was played from.
    pub opening: String,
    /// How it came out for the first of the players.
    pub outcome: Outcome,
}

/// What a picture of a match is made from.
#[derive(Clone, Debug)]
pub struct PlayedMatch {
    /// The player whose score is drawn.
    pub first: String,
    /// The opponent.
    pub second: String,
    /// The games in the order in which they ended.
    pub games: Vec<PlayedGame>,
    /// The test that decided how long to play, if there was one.
    pub sprt: Option<Sprt>,
}
