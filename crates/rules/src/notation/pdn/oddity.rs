//! What is unusual in how a game is read.

use std::fmt;

use super::super::{Coordinates, clipped};
use super::game::has_moves;
use super::reading::Reading;
use super::verdict::Verdict;
use super::{PdnGame, PdnResult, game_type};
use crate::rules::{Corner, MoveNotation, Side, Variant};

/// What is unusual in how a game is read, for the user to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Oddity {
    /// Two tags name different games.
    Tags {
        /// The value of the tag `Variant`.
        name: String,
        /// The value of the tag `GameType`.
        code: String,
        /// The variant by whose rules the game is read.
        variant: Variant,
    },
    /// A tag names a game that is not known, and another one has the number of one that is.
    Name {
        /// The value of the tag `Variant`.
        name: String,
        /// The value of the tag `GameType`.
        code: String,
        /// The variant by whose rules the game is read.
        variant: Variant,
    },
    /// The moves fit several games with the same number or the same name.
    Code {
        /// The name of the tag that states it.
        tag: &'static str,
        /// Its value.
        code: String,
        /// The variant by whose rules the game is read.
        variant: Variant,
        /// Another that it could be.
        other: Variant,
    },
    /// The results in the tag and behind the moves differ.
    Results {
        /// The value of the tag `Result`.
        tag: String,
        /// What stands behind the moves, which counts.
        word: String,
    },
    /// A result says that a side has won or lost, and not which one.
    Winner(String),
    /// This side moves first, though the other one does in the variant.
    First(Side, Variant),
    /// This side moves first, though the GameType says that the other one does.
    Stated(Side),
    /// The squares count from this corner, as White sees it: only so the moves are legal.
    Corner(Corner),
}

impl Oddity {
    /// Whether it is about the tags that state the variant.
    pub const fn is_of_tags(&self) -> bool {
        matches!(self, Oddity::Tags { .. } | Oddity::Name { .. } | Oddity::Code { .. })
    }
}

impl fmt::Display for Oddity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Oddity::Tags { name, code, variant } => {
                write!(f, "Variant {name:?} and GameType {code:?} name different games: read as {variant}")
            }
            Oddity::Name { name, code, variant } => {
                write!(f, "unknown Variant {name:?}: read as {variant} by its GameType {code:?}")
            }
            Oddity::Code { tag, code, variant, other } => {
                write!(f, "{tag} {code:?} is of several games: read as {variant}; {other} fits too")
            }
            Oddity::Results { tag, word } => {
                write!(f, "Result {tag:?}, but {word:?} behind the moves, which counts")
            }
            Oddity::Winner(word) => write!(f, "Result {word:?} does not say who has won: it is not known"),
            Oddity::First(first, variant) => {
                write!(f, "{first} moves first, though {} does in {variant}", first.opponent())
            }
            Oddity::Stated(first) => {
                write!(f, "{first} moves first, though its GameType says {}", first.opponent().letter())
            }
            Oddity::Corner(corner) => {
                let corner = match corner {
                    Corner::LowerLeft => "lower left",
                    Corner::LowerRight => "lower right",
                    Corner::UpperLeft => "upper left",
                    Corner::UpperRight => "upper right",
                };
                write!(f, "read with square 1 at the {corner} of White, since only so its moves are legal")
            }
        }
    }
}

impl PdnGame {
    /// What is unusual in how the game is read by the rules of a variant, if its moves can be played.
    pub fn oddities(&self, variant: Variant) -> Vec<Oddity> {
        let (reading, played) = self.best_stretches(variant);
        let mut oddities = self.oddities_of_tags(variant);
        if played.as_ref().map(Vec::as_slice).is_ok_and(has_moves) && self.fen().is_none() {
            let is_first = reading.first == variant.articles().first;
            oddities.extend((!is_first).then_some(Oddity::First(reading.first, variant)));
            let is_stated = self.tags.stated_first().is_none_or(|stated| stated == reading.first);
            oddities.extend((!is_stated).then_some(Oddity::Stated(reading.first)));
            let Coordinates { numbers, .. } = reading.coordinates;
            let known = [Reading::usual(variant), Reading::stated(variant, &self.tags)].map(|known| known.coordinates);
            let is_known = known.contains(&reading.coordinates) || reading.coordinates == Coordinates::own(variant);
            oddities.extend((!is_known).then_some(Oddity::Corner(numbers)));
        }
        oddities
    }

    /// The side that moves first from the start position, as the game is read.
    pub fn first_side(&self, variant: Variant) -> Side {
        self.best_stretches(variant).0.first
    }

    /// The side for which the result is a win.
    pub fn winner(&self, variant: Variant) -> Option<Side> {
        let usual = match self.verdict() {
            Some(Verdict::Won(side)) => return Some(side),
            Some(Verdict::Draw) => return None,
            None => self.result.winner(variant)?,
        };
        Some(if self.first_side(variant) == variant.articles().first { usual } else { usual.opponent() })
    }

    /// The result as far as it counts: words are what they mean, and those without a known meaning say nothing.
    pub fn outcome(&self, variant: Variant) -> PdnResult {
        match self.verdict() {
            Some(Verdict::Draw) => PdnResult::Draw,
            Some(Verdict::Won(side)) if side == self.first_side(variant) => PdnResult::FirstWins,
            Some(Verdict::Won(_)) => PdnResult::SecondWins,
            None if self.result.is_of_words() => PdnResult::Unknown,
            None => self.result.clone(),
        }
    }

    /// Whether a word ends its moves or, as `*`, stands in their place.
    pub fn is_ended(&self) -> bool {
        self.last_word.as_deref().is_none_or(|word| !word.is_empty())
    }

    /// The result as it was written: the word behind the moves, or else the tag; empty where neither says anything of it.
    pub fn written_result(&self) -> &str {
        let word = self.last_word.as_deref().filter(|word| PdnResult::is_told_by(word));
        word.or(self.tags.known("Result")).unwrap_or_default()
    }

    fn verdict(&self) -> Option<Verdict> {
        let PdnResult::Other(text) = &self.result else { return None };
        // A tag names the winner; behind the moves, it can be said of anybody.
        let is_tag = self.tags.known("Result").is_some_and(|tag| tag.trim() == text);
        Verdict::of(text).or_else(|| Verdict::side_named(text).filter(|_| is_tag).map(Verdict::Won))
    }

    /// What is unusual in the tags, where the game is read by the rules of a variant. Only where these are one of several with the
    /// same GameType, the moves are played.
    pub fn oddities_of_tags(&self, variant: Variant) -> Vec<Oddity> {
        let mut oddities = Vec::from_iter(self.oddity_of_variants(variant));
        let tag = self.tags.known("Result").map(clipped);
        let is_known = |result: &PdnResult| !matches!(result, PdnResult::Unknown | PdnResult::Other(_));
        let stated = tag.as_deref().map(PdnResult::of_tag).filter(is_known);
        let word = self.last_word.as_deref().map(clipped).filter(|_| is_known(&self.result));
        if let (Some(tag), Some(word)) = (tag.filter(|_| stated.is_some_and(|stated| stated != self.result)), word) {
            oddities.push(Oddity::Results { tag, word });
        }
        if let PdnResult::Other(text) = &self.result
            && Verdict::names_no_side(text)
        {
            oddities.push(Oddity::Winner(clipped(text)));
        }
        oddities
    }

    fn oddity_of_variants(&self, variant: Variant) -> Option<Oddity> {
        let [name, code] = ["Variant", "GameType"].map(|tag| self.tags.known(tag).map(clipped));
        let stated = self.tags.variants(self.is_lettered()).ok()?;
        let (tag, code) = match (name, code) {
            (Some(name), Some(code)) => {
                return match (stated.is_conflict(), stated.ignores_name) {
                    (true, _) => Some(Oddity::Tags { name, code, variant }),
                    (_, true) => Some(Oddity::Name { name, code, variant }),
                    _ => None,
                };
            }
            (Some(name), None) => ("Variant", name),
            (None, code) => ("GameType", code?),
        };
        // Those that only a name tells from another have the same fields behind the number.
        let has_letters = |variant: Variant| variant.articles().notation != MoveNotation::Numbers;
        let is_other =
            |other: &&Variant| game_type(**other) != game_type(variant) && has_letters(**other) == has_letters(variant);
        let mut others = stated.coded.iter().filter(is_other).filter(|_| !code.contains(',')).peekable();
        others.peek()?;
        let own = self.fit(variant).ok()?;
        let other = *others.find(|other| self.fit(**other) == Ok(own))?;
        Some(Oddity::Code { tag, code, variant, other })
    }
}
