//! Creates a match from its settings: the engines, the openings, the test, the adjudication, and the games in parallel.

use std::collections::BTreeMap;
use std::fs::File;
use std::hash::Hasher;
use std::io::BufReader;
use std::num::NonZeroUsize;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use fnv::FnvHasher;

use super::settings::{Pair, Pairs, Settings};
use crate::arena::adjudication::{DrawRule, ResignRule};
use crate::arena::{
    AdjudicationRules, Keys, MatchHeader, Meetings, Participant, ParticipantError, Processors, Schedule, Tournament,
    TournamentFormat, merged,
};
use crate::cli::error::CliError;
use crate::cli::flags::processors;
use crate::cli::openings::TEST_DEPTH;
use crate::opening::{
    Opening, OpeningError, OpeningOrder, OpeningSuite, Standing, ballots, distinct, is_published, read, sequences,
    without_losses,
};
use crate::origin;
use crate::statistics::{EloModel, Sprt};
use crownhead_engine::endgame::{MAX_PIECES, Tables, TablesOptions};
use crownhead_engine::support::shard::Shard;
use crownhead_rules::notation::{SpelledMove, fen};
use crownhead_rules::{Game, NoMove, Variant};

/// The default number of games of a pairing.
const GAMES: usize = 100;
/// The maximum number of games of a pairing in a test.
pub(super) const MOST_GAMES: usize = 1_000_000;

/// The openings by default: all lines of this number of plies.
const OPENING_PLIES: usize = 3;
/// The maximum number of plies: beyond it there are millions of lines.
const MOST_OPENING_PLIES: usize = 6;

/// The default maximum length of a game, in plies.
const MOST_PLIES: usize = 1000;

pub(super) struct Plan {
    pub(super) tournament: Tournament,
    pub(super) header: MatchHeader,
    /// The description of the openings in the summary.
    pub(super) suite: String,
    pub(super) warnings: Vec<String>,
}

pub(super) fn plan(variant: Variant, settings: &Settings, shard: Option<Shard>) -> Result<Plan, CliError> {
    let participants = participants(settings)?;
    if participants.len() < 2 {
        return Err(CliError::TooFew(participants.len()));
    }
    let format: TournamentFormat = settings.format.as_deref().unwrap_or(TournamentFormat::RoundRobin.name()).parse()?;
    let sprt = settings.sprt.as_deref().map(sprt_test).transpose()?;
    let tables = table_judge(variant, settings)?;
    let adjudication = adjudication(settings)?;
    if sprt.is_some() && participants.len() != 2 {
        return Err(CliError::TestOfMany(participants.len()));
    }
    let (openings, suite) = openings(variant, settings)?;
    let meetings = if settings.single { Meetings::Single } else { Meetings::Pairs };
    if sprt.is_some() && meetings == Meetings::Single {
        return Err(CliError::TestOfSingles);
    }
    let (rounds, of_rounds) = rounds(settings, &participants, sprt.is_some(), &openings)?;
    let schedule = Schedule::new(format, participants.len(), rounds, meetings);
    let (concurrency, processors, of_concurrency) = parallel(settings, &participants)?;
    let warnings = odd_games(settings).into_iter().chain(of_rounds).chain(of_concurrency).collect();
    let header = MatchHeader {
        shard,
        rounds: shard.map(|_| rounds),
        ..header(variant, settings, &participants, format, &openings)?
    };
    let ponder = settings.ponder;
    let tournament = Tournament {
        participants,
        schedule,
        shard,
        openings,
        concurrency,
        processors,
        ponder,
        adjudication,
        tables,
        sprt,
    };
    Ok(Plan { tournament, header, suite, warnings })
}

/// A warning about a number of games that does not consist of pairs.
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
    participants: &[Participant],
    is_tested: bool,
    suite: &OpeningSuite,
) -> Result<(usize, Option<String>), CliError> {
    let of_round = if settings.single { 1 } else { 2 };
    let pairs = |games: NonZeroUsize| games.get().div_ceil(of_round);
    let by_default = if is_tested { MOST_GAMES } else { GAMES } / of_round;
    let asked = settings.rounds.map(NonZeroUsize::get).or(settings.games.map(pairs));
    let rounds = asked.unwrap_or(by_default);
    if rounds > MOST_GAMES {
        return Err(CliError::TooMany { rounds, most: MOST_GAMES });
    }
    let openings = suite.openings().len();
    if rounds <= openings {
        return Ok((rounds, None));
    }
    if is_pondering(participants, settings.ponder) || !participants.iter().all(Participant::is_repetitive) {
        let warning = format!(
            "openings repeat: there are only {openings} different ones, and similar games make the error bars too \
             narrow; use --openings plies:N with a larger N for more openings"
        );
        return Ok((rounds, Some(warning)));
    }
    if asked.is_some() {
        return Err(CliError::Repeated { rounds, openings });
    }
    let warning = format!(
        "limited to {openings} different openings: engines without a time limit would \
         repeat games; use --openings plies:N with a larger N for more openings"
    );
    Ok((openings, Some(warning)))
}

pub(super) fn participants(settings: &Settings) -> Result<Vec<Participant>, CliError> {
    let common = Pairs(settings.each.clone().unwrap_or_default()).keys();
    participants_of(settings.engine.iter().map(|own| merged(&common, &own.keys())), Participant::new)
}

/// The engines described by these keys. `participant` makes an engine from its keys and a name, which it gets if they
/// have none.
pub(super) fn participants_of(
    described: impl IntoIterator<Item = Keys>,
    participant: impl Fn(Keys, &str) -> Result<Participant, ParticipantError>,
) -> Result<Vec<Participant>, CliError> {
    let mut participants: Vec<Participant> = Vec::new();
    for (index, keys) in described.into_iter().enumerate() {
        let fallback = format!("engine{}", index + 1);
        let name = keys.get("name").unwrap_or(&fallback).clone();
        let participant =
            participant(keys, &fallback).map_err(|cause| CliError::Participant { name: name.clone(), cause })?;
        if participants.iter().any(|other| other.name == participant.name) {
            return Err(CliError::SameName(participant.name));
        }
        participants.push(participant);
    }
    Ok(participants)
}

fn header(
    variant: Variant,
    settings: &Settings,
    participants: &[Participant],
    format: TournamentFormat,
    openings: &OpeningSuite,
) -> Result<MatchHeader, CliError> {
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
    for participant in participants {
        let evaluation = participant.evaluation(variant);
        let faulty = |cause| CliError::Participant { name: participant.name.clone(), cause };
        if let Some(fingerprint) = evaluation.map_err(faulty)? {
            terms.insert(format!("evaluation.{}", participant.name), fingerprint);
        }
    }
    Ok(MatchHeader {
        variant: variant.name().to_owned(),
        engines: participants.iter().map(|participant| participant.keys().clone()).collect(),
        format: format.name().to_owned(),
        openings: fingerprint(openings),
        ponder: settings.ponder,
        terms,
        program: Some(origin::program()),
        shard: None,
        rounds: None,
    })
}

/// The games played in parallel: their number, as requested or as many as there are processors for; the processors of
/// each, empty if the system chooses; and a warning if they disturb each other.
fn parallel(
    settings: &Settings,
    participants: &[Participant],
) -> Result<(usize, Vec<Processors>, Option<String>), CliError> {
    let list = settings.affinity.as_deref().map(Processors::read).transpose()?;
    let processors = list.as_ref().map_or_else(|| processors().get(), Processors::count);
    let threads = busy_threads(participants, settings.ponder);
    let asked = settings.concurrency.map(NonZeroUsize::get);
    let games = asked.unwrap_or((processors / threads).max(1));
    let shares = list.map(|list| list.shared_out(games, threads)).transpose()?.unwrap_or_default();
    let warning = asked.and_then(|asked| crowding(asked, threads, processors, participants));
    Ok((games, shares, warning))
}

/// A warning if games with clocks have to wait for a processor.
fn crowding(asked: usize, threads: usize, processors: usize, participants: &[Participant]) -> Option<String> {
    let is_clocked =
        participants.iter().any(Participant::is_clocked) && participants.iter().all(Participant::can_play_in_parallel);
    let busy = asked.saturating_mul(threads);
    (is_clocked && busy > processors).then(|| {
        format!(
            "--concurrency {asked} runs {busy} threads on {processors} processors: engines wait for a processor \
             while their clocks run, so the results say less about their strength"
        )
    })
}

/// Whether an engine ponders. Those of this process cannot.
fn is_pondering(participants: &[Participant], ponder: bool) -> bool {
    ponder && !participants.iter().all(Participant::is_local)
}

/// The maximum number of threads that run in a game at the same time: those of the engine to move, and of the other one
/// if it ponders.
fn busy_threads(participants: &[Participant], ponder: bool) -> usize {
    let mut threads: Vec<_> = participants.iter().map(Participant::thread_count).collect();
    threads.sort_unstable();
    threads.iter().rev().take(if is_pondering(participants, ponder) { 2 } else { 1 }).sum::<usize>().max(1)
}

/// The openings of a match of a variant and their description.
fn openings(variant: Variant, settings: &Settings) -> Result<(OpeningSuite, String), CliError> {
    let (openings, name) = match settings.openings.as_deref() {
        None => (generated(variant, OPENING_PLIES), format!("plies:{OPENING_PLIES}")),
        Some("start") => (vec![Opening::new("start", Game::start(variant))], "start".to_owned()),
        Some("ballots") => (played_ballots(variant)?, "ballots".to_owned()),
        Some(source) => match source.strip_prefix("plies:") {
            Some(plies) => {
                let plies = plies.parse().ok().filter(|plies| *plies <= MOST_OPENING_PLIES);
                let bad = || CliError::OpeningPlies { given: source.to_owned(), most: MOST_OPENING_PLIES };
                (generated(variant, plies.ok_or_else(bad)?), source.to_owned())
            }
            None if !Path::new(source).exists() => {
                (published(variant, source, settings.opening_plies)?, source.to_owned())
            }
            None => {
                let openings = from_file(variant, Path::new(source), settings.opening_plies)?;
                (distinct(openings), file_name(source))
            }
        },
    };
    let order = match settings.order.as_deref() {
        None | Some("random") => OpeningOrder::Random { seed: settings.seed.unwrap_or(1) },
        Some("sequential") => OpeningOrder::Sequential,
        Some(other) => return Err(CliError::Order(other.to_owned())),
    };
    let suite = OpeningSuite::new(openings, order)?;
    let number = settings.opening_start.map_or(1, NonZeroUsize::get);
    if number > suite.openings().len() {
        return Err(CliError::OpeningStart { number, openings: suite.openings().len() });
    }
    Ok((suite.starting_at(number - 1), name))
}

/// The published ballots but the barred ones.
fn played_ballots(variant: Variant) -> Result<Vec<Opening>, CliError> {
    let known = ballots(variant).ok_or(CliError::NoBallots(variant))?;
    let played = known.into_iter().filter(|ballot| ballot.standing != Standing::Barred);
    Ok(played.map(|ballot| ballot.opening).collect())
}

/// The lines of this number of plies, one for each resulting position, without those that lose a man by force in
/// variants where a player without a move loses.
fn generated(variant: Variant, plies: usize) -> Vec<Opening> {
    let openings = distinct(sequences(variant, plies));
    if variant.articles().no_move == NoMove::Loses {
        return without_losses(openings, TEST_DEPTH, || ());
    }
    openings
}

fn from_file(variant: Variant, path: &Path, plies: Option<usize>) -> Result<Vec<Opening>, CliError> {
    let faulty = CliError::of_file::<OpeningError>(path);
    let input = BufReader::new(File::open(path).map_err(|error| faulty(error.into()))?);
    read(variant, input, plies).map_err(faulty)
}

/// The opening with a published name, as a list of this alone has it.
fn published(variant: Variant, name: &str, plies: Option<usize>) -> Result<Vec<Opening>, CliError> {
    if !is_published(variant, name) {
        return Err(CliError::NoOpenings { given: name.to_owned(), variant });
    }
    read(variant, name.as_bytes(), plies).map_err(CliError::of_file::<OpeningError>(Path::new(name)))
}

fn file_name(source: &str) -> String {
    Path::new(source).file_name().map_or(source.to_owned(), |name| name.to_string_lossy().into_owned())
}

/// A hash of all openings in their order, the same on every machine.
fn fingerprint(suite: &OpeningSuite) -> String {
    let mut hasher = FnvHasher::default();
    for opening in suite.openings() {
        let game = opening.game();
        hasher.write(fen::write(opening.start()).as_bytes());
        for (position, mv) in game.positions().zip(game.moves()) {
            hasher.write(SpelledMove::new(position, mv).hub().as_bytes());
            hasher.write(b" ");
        }
        hasher.write(b"\n");
    }
    format!("{} openings, {:016x}", suite.openings().len(), hasher.finish())
}

pub(super) fn sprt_test(pairs: &[Pair]) -> Result<Sprt, CliError> {
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

/// The adjudication rules of `--draw`, `--resign` and `--max-plies`.
fn adjudication(settings: &Settings) -> Result<AdjudicationRules, CliError> {
    Ok(AdjudicationRules {
        draw: settings.draw.as_deref().map(draw).transpose()?,
        resign: settings.resign.as_deref().map(resign).transpose()?,
        most_plies: Some(settings.max_plies.map_or(MOST_PLIES, NonZeroUsize::get)),
    })
}

/// Adjudication by the endgame tables, if it is requested.
fn table_judge(variant: Variant, settings: &Settings) -> Result<Option<Arc<Tables>>, CliError> {
    let Some(pieces) = settings.adjudicate_tables else { return Ok(None) };
    let options = TablesOptions { pieces, dir: settings.tables_dir.clone(), ..TablesOptions::default() };
    let (tables, faults) = Tables::open(variant, &options);
    if let Some(fault) = faults.into_iter().next() {
        return Err(fault.into());
    }
    // There are no tables of fewer than two pieces.
    if pieces > 1 && tables.max_pieces() == pieces {
        return Ok(Some(Arc::new(tables)));
    }
    let most = Tables::open(variant, &TablesOptions { pieces: MAX_PIECES, ..options }).0.max_pieces();
    Err(CliError::NoAdjudication { pieces, variant: variant.name(), most })
}

fn draw(pairs: &[Pair]) -> Result<DrawRule, CliError> {
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

fn resign(pairs: &[Pair]) -> Result<ResignRule, CliError> {
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
fn men(flag: &'static str, pair: &Pair) -> Result<f64, CliError> {
    let men: f64 = value(flag, pair, "men, above 0")?;
    if men > 0.0 { Ok(men) } else { Err(bad(flag, pair, "men, above 0")) }
}

fn value<V: FromStr>(flag: &'static str, pair: &Pair, expected: &'static str) -> Result<V, CliError> {
    pair.value.parse().map_err(|_| bad(flag, pair, expected))
}

fn bad(flag: &'static str, pair: &Pair, expected: &'static str) -> CliError {
    CliError::Pair { flag, pair: String::from(pair.clone()), expected }
}
