//! `crownhead match merge` and `crownhead match summary`: records of matches that were played before.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::plan::{MOST_GAMES, participants_of, sprt_test};
use super::report::{MatchInfo, write_summary};
use super::settings::Pair;
use crate::arena::{FinishedGame, MatchRecord, Meetings, Participant, Schedule, Scoreboard, TournamentFormat};
use crate::cli::error::CliError;
use crownhead_rules::notation::fen;
use crownhead_rules::{Side, Variant};

#[derive(Clone, Debug, Subcommand)]
pub(super) enum RecordsCommand {
    /// Merge records of one match, such as those of its shards, and write the merged record to standard output
    ///
    /// A game that several records have is taken from the first. An incomplete last line, which a killed process
    /// leaves, is skipped. Records of different matches are rejected, and so are shards that different versions of the
    /// program played. The merged record can be resumed, which plays the games that are missing.
    Merge {
        #[command(flatten)]
        records: RecordsArgs,
    },
    /// Print the summary of a match from its record, or from several records of it, such as those of its shards
    Summary {
        #[command(flatten)]
        records: RecordsArgs,

        /// Print the summary as one JSON object
        #[arg(long)]
        json: bool,
    },
}

#[derive(Clone, Debug, Args)]
pub(super) struct RecordsArgs {
    /// A record
    #[arg(value_name = "RECORD")]
    first: PathBuf,

    /// More records of the same match
    #[arg(value_name = "RECORD")]
    others: Vec<PathBuf>,
}

impl RecordsArgs {
    fn read(&self) -> Result<MatchRecord, CliError> {
        Ok(MatchRecord::read(&self.first, &self.others)?)
    }
}

impl RecordsCommand {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        match self {
            RecordsCommand::Merge { records } => Ok(records.read()?.write(out)?),
            RecordsCommand::Summary { records, json } => summarise(&records.read()?, json, out),
        }
    }
}

fn summarise(record: &MatchRecord, json: bool, out: &mut impl Write) -> Result<(), CliError> {
    let MatchRecord { header, games } = record;
    let variant = header.variant.parse()?;
    let participants = participants_of(header.engines.iter().cloned(), Participant::recorded)?;
    let tally = tally(variant, record, &participants)?;
    let info = MatchInfo { variant, participants: &participants, suite: &header.openings };
    Ok(write_summary(out, &info, &tally, games.len(), false, json)?)
}

/// The results of the games of a record. Its schedule is as long as the games require.
fn tally(variant: Variant, record: &MatchRecord, participants: &[Participant]) -> Result<Scoreboard, CliError> {
    let MatchRecord { header, games } = record;
    let format: TournamentFormat = header.format.parse()?;
    let meetings = header.terms.get("meetings").map_or(Ok(Meetings::Pairs), |name| name.parse())?;
    let of_round = Schedule::new(format, participants.len(), 1, meetings).games();
    if of_round == 0 {
        return Err(CliError::TooFew(participants.len()));
    }
    let last = games.last_key_value().map_or(0, |(&number, _)| number);
    let most = MOST_GAMES.saturating_mul(of_round);
    if last >= most {
        return Err(CliError::GameNumber { number: last, most });
    }
    let rounds = last.checked_div(of_round).map_or(0, |rounds| rounds + 1);
    let schedule = Schedule::new(format, participants.len(), rounds, meetings);
    let sprt = sprt_pairs(&header.terms);
    let sprt = if sprt.is_empty() { None } else { Some(sprt_test(&sprt)?) };
    let mut tally = Scoreboard::new(schedule.clone(), participants.len(), sprt);
    for game in games.values() {
        if let Some(fixture) = schedule.fixture(game.game) {
            tally.add(&fixture, game, first_mover(variant, game)?);
        }
    }
    Ok(tally)
}

/// The arguments of `--sprt`, from the terms of a match.
fn sprt_pairs(terms: &BTreeMap<String, String>) -> Vec<Pair> {
    let of_sprt = |(key, value): (&String, &String)| {
        Some(Pair { key: key.strip_prefix("sprt.")?.to_owned(), value: value.clone() })
    };
    terms.iter().filter_map(of_sprt).collect()
}

/// The side that moves first after the opening.
fn first_mover(variant: Variant, game: &FinishedGame) -> Result<Side, CliError> {
    let start =
        fen::parse(variant, &game.start).map_err(|cause| CliError::RecordedGame { number: game.game, cause })?;
    let is_even = game.opening.len().is_multiple_of(2);
    Ok(if is_even { start.side() } else { start.side().opponent() })
}
