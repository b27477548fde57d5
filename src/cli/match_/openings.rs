//! `--openings`: the openings of a match.

use std::fs::File;
use std::hash::Hasher;
use std::io::BufReader;
use std::num::NonZeroUsize;
use std::path::Path;

use fnv::FnvHasher;

use super::MatchCommandError;
use super::settings::Settings;
use crate::arena::opening::{
    Opening, OpeningSuite, Order, distinct, read_pdn, read_positions, sequences, without_losses,
};
use crate::cli::openings::TEST_DEPTH;
use crate::notation::{SpelledMove, fen};
use crate::rules::{Game, NoMove, Variant};

/// The default: all lines of this number of plies.
const PLIES: usize = 3;
/// The maximum number of plies: beyond it there are millions of lines.
const MOST_PLIES: usize = 6;

/// The openings of a match of a variant and their description.
///
/// # Errors
/// [`MatchCommandError`] if there are none, or if they cannot be read.
pub(super) fn openings(variant: Variant, settings: &Settings) -> Result<(OpeningSuite, String), MatchCommandError> {
    let (openings, name) = match settings.openings.as_deref() {
        None => (generated(variant, PLIES), format!("plies:{PLIES}")),
        Some("start") => (vec![Opening::new("start", Game::start(variant))], "start".to_owned()),
        Some(source) => match source.strip_prefix("plies:") {
            Some(plies) => {
                let plies = plies.parse().ok().filter(|plies| *plies <= MOST_PLIES);
                let bad = || MatchCommandError::OpeningPlies { given: source.to_owned(), most: MOST_PLIES };
                (generated(variant, plies.ok_or_else(bad)?), source.to_owned())
            }
            None => {
                let openings = from_file(variant, Path::new(source), settings.opening_plies)?;
                (distinct(openings), file_name(source))
            }
        },
    };
    let order = match settings.order.as_deref() {
        None | Some("random") => Order::Random { seed: settings.seed.unwrap_or(1) },
        Some("sequential") => Order::Sequential,
        Some(other) => return Err(MatchCommandError::Order(other.to_owned())),
    };
    let suite = OpeningSuite::new(openings, order)?;
    let number = settings.opening_start.map_or(1, NonZeroUsize::get);
    if number > suite.openings().len() {
        return Err(MatchCommandError::OpeningStart { number, openings: suite.openings().len() });
    }
    Ok((suite.starting_at(number - 1), name))
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

fn from_file(variant: Variant, path: &Path, plies: Option<usize>) -> Result<Vec<Opening>, MatchCommandError> {
    let io = |error: std::io::Error| MatchCommandError::Openings { path: path.to_owned(), cause: error.into() };
    let input = BufReader::new(File::open(path).map_err(io)?);
    let is_pdn = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdn"));
    let read = if is_pdn { read_pdn(variant, input, plies) } else { read_positions(variant, input) };
    read.map_err(|cause| MatchCommandError::Openings { path: path.to_owned(), cause })
}

fn file_name(source: &str) -> String {
    Path::new(source).file_name().map_or(source.to_owned(), |name| name.to_string_lossy().into_owned())
}

/// A hash of all openings in their order, the same on every machine.
pub(super) fn fingerprint(suite: &OpeningSuite) -> String {
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
