//! Creates a match from its settings.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use super::MatchCommandError;
use super::concurrency::{Parallel, is_pondering, parallel};
use super::openings::{fingerprint, openings};
use super::pairs::{Pair, Pairs};
use super::settings::Settings;
use super::terms;
use crate::arena::opening::OpeningSuite;
use crate::arena::{Entrant, EntrantError, Format, Header, Keys, Meetings, Schedule, Tournament, merged};
use crate::origin;
use crate::rules::Variant;
use crate::shard::Shard;

/// The default number of games of a pairing.
const GAMES: usize = 100;
/// The maximum number of games of a pairing in a test.
pub(super) const MOST_GAMES: usize = 1_000_000;

/// A match created from its settings.
pub(super) struct Plan {
    pub(super) tournament: Tournament,
    pub(super) header: Header,
    /// The description of the openings in the summary.
    pub(super) suite: String,
    /// Warnings about the statistics.
    pub(super) warnings: Vec<String>,
}

/// Creates a match of a variant.
///
/// # Errors
/// [`MatchCommandError`], for the first fault found.
pub(super) fn plan(variant: Variant, settings: &Settings, shard: Option<Shard>) -> Result<Plan, MatchCommandError> {
    let entrants = entrants(settings)?;
    if entrants.len() < 2 {
        return Err(MatchCommandError::TooFew(entrants.len()));
    }
    let format: Format = settings.format.as_deref().unwrap_or(Format::RoundRobin.name()).parse()?;
    let sprt = settings.sprt.as_deref().map(terms::sprt).transpose()?;
    let tables = terms::tables(variant, settings)?;
    let terms = terms::terms(settings)?;
    if sprt.is_some() && entrants.len() != 2 {
        return Err(MatchCommandError::TestOfMany(entrants.len()));
    }
    let (openings, suite) = openings(variant, settings)?;
    let meetings = if settings.single { Meetings::Single } else { Meetings::Pairs };
    if sprt.is_some() && meetings == Meetings::Single {
        return Err(MatchCommandError::TestOfSingles);
    }
    let (rounds, of_rounds) = rounds(settings, &entrants, sprt.is_some(), &openings)?;
    let schedule = Schedule::new(format, entrants.len(), rounds, meetings);
    let Parallel { games: concurrency, processors, warning: of_concurrency } = parallel(settings, &entrants)?;
    let warnings = odd_games(settings).into_iter().chain(of_rounds).chain(of_concurrency).collect();
    let of_shard = shard.map(|_| rounds);
    let header = Header { shard, rounds: of_shard, ..header(variant, settings, &entrants, format, &openings)? };
    let ponder = settings.ponder;
    let tournament =
        Tournament { entrants, schedule, shard, openings, concurrency, processors, ponder, terms, tables, sprt };
    Ok(Plan { tournament, header, suite, warnings })
}

/// A warning about a number of games that are no whole pairs.
fn odd_games(settings: &Settings) -> Option<String> {
    let games = settings.games?.get();
    (!settings.single && games % 2 == 1 && settings.rounds.is_none()).then(|| {
        format!("--games {games}: games come in pairs, so {} are played; use --single for single games", games + 1)
    })
}

/// The number of rounds, and a warning. A repeated game of deterministic engines adds no information, so they play at
/// most one round per opening.
fn rounds(
    settings: &Settings,
    entrants: &[Entrant],
    is_tested: bool,
    suite: &OpeningSuite,
) -> Result<(usize, Option<String>), MatchCommandError> {
    let of_round = if settings.single { 1 } else { 2 };
    let pairs = |games: NonZeroUsize| games.get().div_ceil(of_round);
    let by_default = if is_tested { MOST_GAMES } else { GAMES } / of_round;
    let asked = settings.rounds.map(NonZeroUsize::get).or(settings.games.map(pairs));
    let rounds = asked.unwrap_or(by_default);
    if rounds > MOST_GAMES {
        return Err(MatchCommandError::TooMany { rounds, most: MOST_GAMES });
    }
    let openings = suite.openings().len();
    if rounds <= openings {
        return Ok((rounds, None));
    }
    if is_pondering(entrants, settings.ponder) || !entrants.iter().all(Entrant::is_repetitive) {
        let warning = format!(
            "openings repeat: there are only {openings} different ones, and similar games make the error bars too \
             narrow; use --openings plies:N with a larger N for more openings"
        );
        return Ok((rounds, Some(warning)));
    }
    if asked.is_some() {
        return Err(MatchCommandError::Repeated { rounds, openings });
    }
    let warning = format!(
        "limited to {openings} different openings: engines without a time limit would \
         repeat games; use --openings plies:N with a larger N for more openings"
    );
    Ok((openings, Some(warning)))
}

/// The engines.
///
/// # Errors
/// [`MatchCommandError`], for the first faulty one.
pub(super) fn entrants(settings: &Settings) -> Result<Vec<Entrant>, MatchCommandError> {
    let common = Pairs(settings.each.clone().unwrap_or_default()).keys();
    entrants_of(settings.engine.iter().map(|own| merged(&common, &own.keys())), Entrant::new)
}

/// Engines described by their keys. `entrant` makes one of its keys and a name, which holds if they have none.
///
/// # Errors
/// [`MatchCommandError`], for the first faulty one.
pub(super) fn entrants_of(
    described: impl IntoIterator<Item = Keys>,
    entrant: impl Fn(Keys, &str) -> Result<Entrant, EntrantError>,
) -> Result<Vec<Entrant>, MatchCommandError> {
    let mut entrants: Vec<Entrant> = Vec::new();
    for (index, keys) in described.into_iter().enumerate() {
        let fallback = format!("engine{}", index + 1);
        let name = keys.get("name").unwrap_or(&fallback).clone();
        let entrant =
            entrant(keys, &fallback).map_err(|cause| MatchCommandError::Entrant { name: name.clone(), cause })?;
        if entrants.iter().any(|other| other.name == entrant.name) {
            return Err(MatchCommandError::SameName(entrant.name));
        }
        entrants.push(entrant);
    }
    Ok(entrants)
}

fn header(
    variant: Variant,
    settings: &Settings,
    entrants: &[Entrant],
    format: Format,
    openings: &OpeningSuite,
) -> Result<Header, MatchCommandError> {
    let words = |pairs: &Option<Vec<Pair>>| pairs.as_ref().map(|pairs| Pairs(pairs.clone()).keys());
    let mut terms = BTreeMap::new();
    let given = [("sprt", &settings.sprt), ("draw", &settings.draw), ("resign", &settings.resign)];
    for (name, pairs) in given {
        for (key, value) in words(pairs).into_iter().flatten() {
            terms.insert(format!("{name}.{key}"), value);
        }
    }
    if let Some(plies) = settings.max_plies {
        terms.insert("max-plies".to_owned(), plies.to_string());
    }
    if let Some(pieces) = settings.adjudicate_tables {
        terms.insert("adjudicate-tables".to_owned(), pieces.to_string());
    }
    if settings.single {
        terms.insert("meetings".to_owned(), Meetings::Single.name().to_owned());
    }
    // A file of weights can change while its name stays.
    for entrant in entrants {
        let evaluation = entrant.evaluation(variant);
        let faulty = |cause| MatchCommandError::Entrant { name: entrant.name.clone(), cause };
        if let Some(fingerprint) = evaluation.map_err(faulty)? {
            terms.insert(format!("evaluation.{}", entrant.name), fingerprint);
        }
    }
    Ok(Header {
        variant: variant.name().to_owned(),
        engines: entrants.iter().map(|entrant| entrant.keys().clone()).collect(),
        format: format.name().to_owned(),
        openings: fingerprint(openings),
        ponder: settings.ponder,
        terms,
        program: Some(origin::program()),
        shard: None,
        rounds: None,
    })
}
