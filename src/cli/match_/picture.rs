//! `--chart`: a chart of a match of two.

use std::fs::File;
use std::path::Path;

use super::MatchCommandError;
use crate::arena::chart::{PlayedGame, PlayedMatch, html, svg};
use crate::arena::{Tally, Tournament};
use crate::plot::PlotError;

type Draw = fn(&PlayedMatch) -> Result<String, PlotError>;

fn way(path: &Path) -> Result<Draw, MatchCommandError> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => Ok(svg),
        Some("html") => Ok(html),
        _ => Err(MatchCommandError::ChartName(path.to_owned())),
    }
}

/// Checks that a chart of this match can be drawn and that the file can be written. The file is not changed or created.
///
/// # Errors
/// [`MatchCommandError`] if not.
pub(super) fn check(path: &Path, tournament: &Tournament) -> Result<(), MatchCommandError> {
    way(path)?;
    match tournament.entrants.len() {
        2 => writable(path),
        players => Err(MatchCommandError::ChartOfMany(players)),
    }
}

/// Checks that a file can be written. Afterwards it is as before, or not there.
///
/// # Errors
/// [`MatchCommandError::File`] if not.
pub(super) fn writable(path: &Path) -> Result<(), MatchCommandError> {
    let was_there = path.exists();
    let opened = File::options().append(true).create(true).open(path);
    opened
        .and_then(|_| if was_there { Ok(()) } else { std::fs::remove_file(path) })
        .map_err(|error| MatchCommandError::File { path: path.to_owned(), cause: error.to_string() })
}

/// Draws the games that count, in the order of the schedule. A match without games has no chart.
///
/// # Errors
/// [`MatchCommandError`] if the file cannot be written.
pub(super) fn draw(path: &Path, tournament: &Tournament, tally: &Tally) -> Result<(), MatchCommandError> {
    let games = tally.rounds(0).flat_map(|(round, pair)| {
        let opening = tournament.openings.of_pair(round).name();
        let game = move |outcome| PlayedGame { pair: round, opening: opening.to_owned(), outcome };
        pair.into_iter().flatten().map(game)
    });
    let name = |player: usize| tournament.entrants[player].name.clone();
    let played = PlayedMatch { first: name(0), second: name(1), games: games.collect(), sprt: tournament.sprt };
    if played.games.is_empty() {
        return Ok(());
    }
    let written = std::fs::write(path, way(path)?(&played)?);
    written.map_err(|error| MatchCommandError::File { path: path.to_owned(), cause: error.to_string() })
}
