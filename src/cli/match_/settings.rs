//! What can be said about a match, on the command line or in a file.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::{Deserialize, Deserializer, Serialize};

use super::MatchCommandError;
use super::pairs::{Pair, Pairs};
use crate::cli::values::variant_help;

/// The settings of a match. A file has the same names as the flags.
#[derive(Clone, Debug, Default, Args, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Settings {
    /// The engines. The command line groups their words by itself.
    #[arg(skip)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) engine: Vec<Pairs>,

    /// Keys for all engines; an engine's own go before them
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    #[serde(deserialize_with = "pairs", skip_serializing_if = "Option::is_none")]
    pub(super) each: Option<Vec<Pair>>,

    #[arg(long, value_name = "NAME", help = variant_help())]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) variant: Option<String>,

    /// Who meets whom: round-robin (the default), or gauntlet: the first engine meets all others
    #[arg(long, value_name = "NAME")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) format: Option<String>,

    /// Where games begin: plies:N for all lines of N plies, start, a PDN file, or a file with a FEN on each line
    #[arg(long, value_name = "SOURCE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) openings: Option<String>,

    /// Only so many half-moves of each game of a PDN file
    #[arg(long, value_name = "N")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) opening_plies: Option<usize>,

    /// The order of the openings: random (the default) or sequential
    #[arg(long, value_name = "NAME")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) order: Option<String>,

    /// Decides the random order; 1 by default
    #[arg(long, value_name = "N")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seed: Option<u64>,

    /// Games of each pairing, two from each opening; by default 100, with --sprt as many as it needs
    #[arg(long, value_name = "N", conflicts_with = "rounds")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) games: Option<NonZeroUsize>,

    /// Pairs of games of each pairing, instead of --games
    #[arg(long, value_name = "N")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rounds: Option<NonZeroUsize>,

    /// Games at a time; if left out, one for each processor, or for as many as option.threads and --ponder keep busy
    #[arg(long, value_name = "N")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) concurrency: Option<NonZeroUsize>,

    /// Let engines think on their opponent's time
    #[arg(long)]
    #[serde(skip_serializing_if = "is_off")]
    pub(super) ponder: bool,

    /// End a match of two by this test: elo0= elo1= alpha= beta= model=logistic|normalised
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    #[serde(deserialize_with = "pairs", skip_serializing_if = "Option::is_none")]
    pub(super) sprt: Option<Vec<Pair>>,

    /// Call a game a draw after so many plies in a row with scores of no more than so many men: plies= score= from=
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    #[serde(deserialize_with = "pairs", skip_serializing_if = "Option::is_none")]
    pub(super) draw: Option<Vec<Pair>>,

    /// End a game after so many moves in a row in which the loser sees itself so many men behind: moves= score= twosided
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    #[serde(deserialize_with = "pairs", skip_serializing_if = "Option::is_none")]
    pub(super) resign: Option<Vec<Pair>>,

    /// Call a game a draw when it has so many plies; 1000 by default
    #[arg(long, value_name = "N")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_plies: Option<NonZeroUsize>,

    /// Print the figures whenever so many more games are finished, 0 for never; 10 by default
    #[arg(long, value_name = "N")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) report_every: Option<usize>,

    /// Write each game to this PDN file when it ends
    #[arg(long, value_name = "FILE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pdn: Option<PathBuf>,

    /// Draw a match of two into this file when it ends: .svg, or .html with a table of the openings
    #[arg(long, value_name = "FILE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) chart: Option<PathBuf>,

    /// Keep a record in this file, one line of JSON a game, from which the match can be resumed
    #[arg(long, value_name = "FILE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) record: Option<PathBuf>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_off(switch: &bool) -> bool {
    !*switch
}

fn pairs<'d, D: Deserializer<'d>>(deserializer: D) -> Result<Option<Vec<Pair>>, D::Error> {
    Ok(Some(Pairs::deserialize(deserializer)?.0))
}

impl Settings {
    /// These settings, and for what they leave open those of a file.
    ///
    /// # Errors
    /// If the file cannot be read, or says what cannot be said.
    pub(super) fn over(self, path: &Path) -> Result<Settings, MatchCommandError> {
        let faulty = |cause: String| MatchCommandError::File { path: path.to_owned(), cause };
        let text = std::fs::read_to_string(path).map_err(|error| faulty(error.to_string()))?;
        let file: Settings = toml::from_str(&text).map_err(|error| faulty(error.to_string()))?;
        if file.games.is_some() && file.rounds.is_some() {
            return Err(faulty("games and rounds cannot both be set: a round is two games".to_owned()));
        }
        let [mut merged, flags] = [file, self].map(|settings| toml::Table::try_from(&settings));
        if let (Ok(merged), Ok(flags)) = (&mut merged, flags) {
            // One of these two excludes the other.
            if flags.contains_key("games") || flags.contains_key("rounds") {
                merged.remove("games");
                merged.remove("rounds");
            }
            merged.extend(flags);
        }
        merged
            .and_then(|table| table.try_into().map_err(serde::ser::Error::custom))
            .map_err(|error| faulty(error.to_string()))
    }
}
