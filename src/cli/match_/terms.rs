//! `--sprt`, `--draw`, `--resign`, `--adjudicate-tables`: the test and the adjudication rules.

use std::num::NonZeroUsize;
use std::str::FromStr;

use super::MatchCommandError;
use super::pairs::Pair;
use super::settings::Settings;
use crate::arena::adjudication::{DrawRule, LengthRule, ResignRule};
use crate::arena::{TableJudge, Terms};
use crate::endgame::{MAX_PIECES, Tables, TablesOptions};
use crate::rules::Variant;
use crate::statistics::{EloModel, Sprt};

/// The default maximum length of a game, in plies.
const MOST_PLIES: usize = 1000;

/// The requested test.
///
/// # Errors
/// [`MatchCommandError`], for the first fault found.
pub(super) fn sprt(pairs: &[Pair]) -> Result<Sprt, MatchCommandError> {
    let (mut elo0, mut elo1, mut alpha, mut beta) = (0.0, 5.0, 0.05, 0.05);
    let mut model = EloModel::Logistic;
    for pair in pairs {
        let number = || value(SPRT, pair, "a number");
        match pair.key.as_str() {
            "elo0" => elo0 = number()?,
            "elo1" => elo1 = number()?,
            "alpha" => alpha = number()?,
            "beta" => beta = number()?,
            "model" => {
                model = match pair.value.as_str() {
                    "logistic" => EloModel::Logistic,
                    "normalised" | "normalized" => EloModel::Normalised,
                    _ => return Err(bad(SPRT, pair, "logistic or normalised")),
                }
            }
            _ => return Err(bad(SPRT, pair, "one of elo0, elo1, alpha, beta, model")),
        }
    }
    Ok(Sprt::new(elo0, elo1, alpha, beta, model)?)
}

/// The adjudication rules.
///
/// # Errors
/// [`MatchCommandError`], for the first fault found.
pub(super) fn terms(settings: &Settings) -> Result<Terms, MatchCommandError> {
    Ok(Terms {
        draw: settings.draw.as_deref().map(draw).transpose()?,
        resign: settings.resign.as_deref().map(resign).transpose()?,
        length: Some(LengthRule { plies: settings.max_plies.map_or(MOST_PLIES, NonZeroUsize::get) }),
    })
}

/// Adjudication by the endgame tables, if it is requested.
///
/// # Errors
/// [`MatchCommandError`] if a table is missing or damaged.
pub(super) fn tables(variant: Variant, settings: &Settings) -> Result<Option<TableJudge>, MatchCommandError> {
    let Some(pieces) = settings.adjudicate_tables else { return Ok(None) };
    let options = TablesOptions { pieces, dir: settings.tables_dir.clone(), ..TablesOptions::default() };
    let (tables, faults) = Tables::open(variant, &options);
    if let Some(fault) = faults.into_iter().next() {
        return Err(fault.into());
    }
    // There are no tables of fewer than two pieces.
    if pieces > 1 && tables.max_pieces() == pieces {
        return Ok(Some(TableJudge::new(tables)));
    }
    let most = Tables::open(variant, &TablesOptions { pieces: MAX_PIECES, ..options }).0.max_pieces();
    Err(MatchCommandError::NoTables { pieces, variant: variant.name(), most })
}

fn draw(pairs: &[Pair]) -> Result<DrawRule, MatchCommandError> {
    let mut rule = DrawRule { from_ply: 80, plies: 20, score: 0.05 };
    for pair in pairs {
        match pair.key.as_str() {
            "from" => rule.from_ply = value(DRAW, pair, "a number of plies")?,
            "plies" => rule.plies = value::<NonZeroUsize>(DRAW, pair, "a number of plies above 0")?.get(),
            "score" => rule.score = men(DRAW, pair)?,
            _ => return Err(bad(DRAW, pair, "one of from, plies, score")),
        }
    }
    Ok(rule)
}

fn resign(pairs: &[Pair]) -> Result<ResignRule, MatchCommandError> {
    let mut rule = ResignRule { moves: 4, score: 5.0, two_sided: false };
    for pair in pairs {
        match (pair.key.as_str(), pair.value.as_str()) {
            ("moves", _) => rule.moves = value::<NonZeroUsize>(RESIGN, pair, "a number above 0")?.get(),
            ("score", _) => rule.score = men(RESIGN, pair)?,
            ("twosided", "on") => rule.two_sided = true,
            ("twosided", "off") => rule.two_sided = false,
            ("twosided", _) => return Err(bad(RESIGN, pair, "on or off")),
            _ => return Err(bad(RESIGN, pair, "one of moves, score, twosided")),
        }
    }
    Ok(rule)
}

const SPRT: &str = "--sprt";
const DRAW: &str = "--draw";
const RESIGN: &str = "--resign";

/// A score in men, above 0.
fn men(flag: &'static str, pair: &Pair) -> Result<f64, MatchCommandError> {
    let men: f64 = value(flag, pair, "men, above 0")?;
    if men > 0.0 { Ok(men) } else { Err(bad(flag, pair, "men, above 0")) }
}

fn value<V: FromStr>(flag: &'static str, pair: &Pair, expected: &'static str) -> Result<V, MatchCommandError> {
    pair.value.parse().map_err(|_| bad(flag, pair, expected))
}

fn bad(flag: &'static str, pair: &Pair, expected: &'static str) -> MatchCommandError {
    MatchCommandError::Pair { flag, pair: String::from(pair.clone()), expected }
}
