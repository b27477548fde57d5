//! Results of games, in all their spellings.

use crate::rules::{Side, Variant};

/// The result of a game in PDN. "First" is the side that has the first move in the start position of the variant (see
/// the documentation of the module).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PdnResult {
    /// The side that moves first in its variant won: `1-0`, `2-0`.
    FirstWins,
    /// The other side won: `0-1`, `0-2`.
    SecondWins,
    /// A draw: `1/2-1/2`, `1-1`.
    Draw,
    /// Both sides lost: `0-0`.
    BothLose,
    /// Not finished, or not known: `*`.
    #[default]
    Unknown,
    /// Something else, such as `1+ - 1-`.
    Other(String),
}

impl PdnResult {
    /// The result of a game won by `winner`, or drawn.
    pub fn of(variant: Variant, winner: Option<Side>) -> PdnResult {
        match winner {
            Some(side) if side == variant.articles().first => PdnResult::FirstWins,
            Some(_) => PdnResult::SecondWins,
            None => PdnResult::Draw,
        }
    }

    /// The winner, if there is one.
    pub fn winner(&self, variant: Variant) -> Option<Side> {
        match self {
            PdnResult::FirstWins => Some(variant.articles().first),
            PdnResult::SecondWins => Some(variant.articles().first.opponent()),
            _ => None,
        }
    }

    /// Parses the text of a tag; any text is a result.
    pub fn parse(text: &str) -> PdnResult {
        match text.trim() {
            "" | "?" => PdnResult::Unknown,
            text => PdnResult::of_word(text).unwrap_or_else(|| PdnResult::Other(text.to_owned())),
        }
    }

    /// Parses a word among moves, if it is a result.
    pub(super) fn of_word(word: &str) -> Option<PdnResult> {
        Some(match word {
            "1-0" | "2-0" => PdnResult::FirstWins,
            "0-1" | "0-2" => PdnResult::SecondWins,
            "1/2-1/2" | "1-1" => PdnResult::Draw,
            "0-0" => PdnResult::BothLose,
            "*" => PdnResult::Unknown,
            _ => return None,
        })
    }

    /// The spelling for this GameType number: 20 (international) counts 2 points per game, the others 1 (PDN 3.0,
    /// section GameType, result types).
    pub fn text(&self, game_type: u32) -> &str {
        let two_points = game_type == 20;
        match self {
            PdnResult::FirstWins if two_points => "2-0",
            PdnResult::FirstWins => "1-0",
            PdnResult::SecondWins if two_points => "0-2",
            PdnResult::SecondWins => "0-1",
            PdnResult::Draw if two_points => "1-1",
            PdnResult::Draw => "1/2-1/2",
            PdnResult::BothLose => "0-0",
            PdnResult::Unknown => "*",
            PdnResult::Other(text) => text,
        }
    }
}
