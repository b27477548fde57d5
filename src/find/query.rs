//! What is looked for.

use std::str::FromStr;

use super::{Date, Dates, MaterialLimits, Name, Pattern, PatternError};
use crownhead_rules::notation::pdn::{PdnGame, PdnResult};
use crownhead_rules::notation::{NotationError, parse_move};
use crownhead_rules::text::quoted;
use crownhead_rules::{AnyPosition, Move, Side, Variant};

/// What a game must have, all at once. The FEN, the pattern and the material are of one position, which comes after the
/// moves.
#[derive(Clone, Debug, Default)]
pub struct Query {
    pub fen: Option<String>,
    pub moves: Vec<String>,
    /// A pattern: see [`Pattern::parse`].
    pub pattern: Option<String>,
    pub material: Option<MaterialLimits>,
    /// Each of these plays, either colour.
    pub players: Vec<Name>,
    pub result: Option<WantedResult>,
    /// When it was played.
    pub dates: Option<Dates>,
    pub variant: Option<Variant>,
    /// Whether the position may be in a variation.
    pub in_variations: bool,
}

impl Query {
    /// Whether a position or moves are looked for, and not only tags.
    pub fn is_of_play(&self) -> bool {
        self.fen.is_some() || !self.moves.is_empty() || self.pattern.is_some() || self.material.is_some()
    }

    /// Whether the tags are those of a game that is looked for, but for the variant.
    pub fn allows_tags(&self, game: &PdnGame) -> bool {
        let tag = |name| game.tags.known(name).unwrap_or_default();
        let has_player = |player: &Name| ["White", "Black"].into_iter().any(|side| player.is_in(tag(side)));
        let date = || Date::parse(tag("Date"));
        self.players.iter().all(has_player)
            && self.dates.is_none_or(|dates| date().is_some_and(|date| dates.may_have(date)))
    }

    pub fn allows_result(&self, game: &PdnGame, variant: Variant) -> bool {
        match &self.result {
            None => true,
            Some(WantedResult::Won(side)) => game.winner(variant) == Some(*side),
            Some(WantedResult::Is(wanted)) => *wanted == game.outcome(variant),
        }
    }

    /// What the query means in a variant. Fails if the variant has no such position, pattern or moves.
    pub fn in_variant(&self, variant: Variant) -> Result<Wanted, QueryError> {
        let fen =
            self.fen.as_ref().map(|text| Pattern::parse_fen(variant, text)).transpose().map_err(QueryError::Fen)?;
        let pattern = self.pattern.as_ref().map(|text| Pattern::parse(variant, text)).transpose()?;
        let mut position = variant.start();
        let mut line = Vec::new();
        for text in &self.moves {
            let mv = parse_move(&position, text).map_err(QueryError::Move)?;
            position = position.succ(&mv);
            line.push(mv);
        }
        Ok(Wanted { line, patterns: fen.into_iter().chain(pattern).collect(), material: self.material.clone() })
    }
}

/// A query that means nothing in a variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    #[error("--fen: {0}")]
    Fen(NotationError),
    #[error("--moves: {0}")]
    Move(NotationError),
    #[error("--pattern: {0}")]
    Pattern(#[from] PatternError),
}

impl QueryError {
    /// Whether it could be right in another variant.
    pub const fn may_fit_another_variant(&self) -> bool {
        match self {
            QueryError::Fen(fault) | QueryError::Move(fault) | QueryError::Pattern(PatternError::Notation(fault)) => {
                fault.may_fit_another_variant()
            }
            QueryError::Pattern(_) => false,
        }
    }
}

/// What a game of one variant must have on the board.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Its first moves, from the start position.
    pub(super) line: Vec<Move>,
    patterns: Vec<Pattern>,
    material: Option<MaterialLimits>,
}

impl Wanted {
    /// Whether any position will do.
    pub(super) fn is_anything(&self) -> bool {
        self.patterns.is_empty() && self.material.is_none()
    }

    pub(super) fn is_met_by(&self, position: &AnyPosition) -> bool {
        self.patterns.iter().all(|pattern| pattern.is_in(position))
            && self.material.as_ref().is_none_or(|material| material.allows(position))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WantedResult {
    Won(Side),
    Is(PdnResult),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a result: expected white, black, draw, unknown, or one as in PDN, such as 1-0, 0-2 or 12-8")]
pub struct WantedResultError(String);

impl FromStr for WantedResult {
    type Err = WantedResultError;

    fn from_str(text: &str) -> Result<WantedResult, WantedResultError> {
        let text = text.trim();
        let has_points = text.contains(|c: char| c.is_ascii_digit() || c == '½');
        Ok(match text.to_ascii_lowercase().as_str() {
            "white" => WantedResult::Won(Side::White),
            "black" => WantedResult::Won(Side::Black),
            "draw" => WantedResult::Is(PdnResult::Draw),
            "unknown" | "*" => WantedResult::Is(PdnResult::Unknown),
            _ if has_points => WantedResult::Is(PdnResult::parse(text)),
            _ => return Err(WantedResultError(quoted(text))),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_of_a_colour_or_as_in_pdn() {
        let allows = |wanted: &str, result: &str, variant| {
            let mut game = PdnGame::default();
            game.set_result(PdnResult::parse(result));
            let wanted = Some(wanted.parse().unwrap_or_else(|error| panic!("{error}")));
            Query { result: wanted, ..Query::default() }.allows_result(&game, variant)
        };
        // Who begins is named first: Black in English draughts.
        for (wanted, result, english, international) in [
            ("white", "1-0", false, true),
            ("Black", "2-0", true, false),
            ("1-0", "2-0", true, true),
            ("draw", "1/2-1/2", true, true),
            ("½-½", "1-1", true, true),
            ("unknown", "*", true, true),
            ("*", "0-0", false, false),
            ("12-8", "12-8", true, true),
        ] {
            assert_eq!(allows(wanted, result, Variant::ENGLISH), english, "{wanted}: {result}");
            assert_eq!(allows(wanted, result, Variant::INTERNATIONAL), international, "{wanted}: {result}");
        }
        assert!("withe".parse::<WantedResult>().is_err());
    }
}
