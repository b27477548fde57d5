//! The output files of a match: its record, its games as PDN, and its chart.

use std::path::{Path, PathBuf};

use super::settings::Settings;
use crate::arena::chart::{PlayedMatch, PlayedRound, html, svg};
use crate::arena::{
    EventTags, FinishedGame, FirstLine, MatchHeader, Participant, PdnFile, RecordFile, Scoreboard, Tournament,
};
use crate::cli::error::CliError;
use crate::cli::roles::Files;
use crate::plot::PlotError;
use crownhead_engine::support::journal::{self, JournalError};
use crownhead_rules::Variant;

/// Checks that no output file is another one or an input, also where a file of settings names them.
pub(super) fn check_distinct(settings: &Settings, header: &MatchHeader) -> Result<(), CliError> {
    let mut files = Files::new();
    if let Some(path) = settings.openings_file() {
        files.add_input("--openings", path);
    }
    for path in header.engines.iter().filter_map(|keys| keys.get("stderr")) {
        files.add_output("match", "stderr=", Path::new(path))?;
    }
    for (flag, path) in [("record", &settings.record), ("pdn", &settings.pdn), ("chart", &settings.chart)] {
        path.as_ref().map_or(Ok(()), |path| files.add_output("match", flag, path))?;
    }
    files.check()
}

pub(super) struct Archive {
    record: Option<RecordFile>,
    pdn: Option<PdnFile>,
    /// The files that did not exist before.
    made: Vec<PathBuf>,
}

impl Archive {
    /// Opens the requested files and returns the games already played. Only the files of a resumed match may exist.
    pub(super) fn open(
        variant: Variant,
        settings: &Settings,
        resume: bool,
        header: &MatchHeader,
        participants: &[Participant],
    ) -> Result<(Archive, Vec<FinishedGame>), CliError> {
        // Check before creating the record, which would prevent the corrected command from running. Without a record
        // there are no games that belong into the PDN file.
        let goes_on = resume && settings.record.as_ref().is_some_and(|record| record.exists());
        if let Some(path) = settings.pdn.as_ref().filter(|_| !goes_on) {
            if path.exists() {
                return Err(CliError::PdnExists(path.clone()));
            }
            journal::check_overwritable(path).map_err(CliError::of_file(path))?;
        }
        let first = FirstLine { header: header.clone() };
        let (record, before) = match &settings.record {
            None => (None, Vec::new()),
            Some(path) if resume => {
                let (record, games) = RecordFile::resume(path, &first)?;
                (Some(record), games)
            }
            Some(path) => (Some(create(path, &first)?), Vec::new()),
        };
        let control = |participant: &Participant| (participant.name.clone(), participant.limit.to_string());
        let tags = EventTags {
            variant,
            event: settings.event.clone().unwrap_or_else(|| "Match of crownhead".to_owned()),
            site: settings.site.clone().unwrap_or_else(|| "?".to_owned()),
            time_controls: participants.iter().map(control).collect(),
        };
        let pdn = settings.pdn.as_deref().map(|path| PdnFile::create(path, tags, &before)).transpose()?;
        let files = [&settings.record, &settings.pdn].into_iter().flatten().cloned().collect();
        let made = if goes_on { Vec::new() } else { files };
        Ok((Archive { record, pdn, made }, before))
    }

    /// Removes the files that were made for this match, which has no game.
    pub(super) fn discard(self) {
        let Archive { record, pdn, made } = self;
        // Some systems do not remove open files.
        drop((record, pdn));
        for path in made {
            if let Err(error) = std::fs::remove_file(&path) {
                log::warn!("{}: {error}", path.display());
            }
        }
    }

    pub(super) fn add(&mut self, game: &FinishedGame) -> Result<(), JournalError> {
        if let Some(record) = &mut self.record {
            record.append(game)?;
        }
        if let Some(pdn) = &mut self.pdn {
            pdn.add(game)?;
        }
        Ok(())
    }
}

fn create(path: &Path, first: &FirstLine) -> Result<RecordFile, CliError> {
    RecordFile::create(path, first).map_err(|error| match error {
        JournalError::Exists(path) => CliError::RecordExists(path),
        error => error.into(),
    })
}

type Drawing = fn(&PlayedMatch) -> Result<String, PlotError>;

/// The function that draws a chart in the format of this file.
fn drawing(path: &Path) -> Result<Drawing, CliError> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => Ok(svg),
        Some("html") => Ok(html),
        _ => Err(CliError::ChartName(path.to_owned())),
    }
}

/// Checks that a chart of this match can be drawn and that the file can be written. The file is not changed or created.
pub(super) fn check_chart(path: &Path, tournament: &Tournament) -> Result<(), CliError> {
    drawing(path)?;
    match tournament.participants.len() {
        2 => journal::check_overwritable(path).map_err(CliError::of_file(path)),
        players => Err(CliError::ChartOfMany(players)),
    }
}

/// Draws the rounds that count. A match without games has no chart.
pub(super) fn draw_chart(path: &Path, tournament: &Tournament, tally: &Scoreboard) -> Result<(), CliError> {
    let rounds = tally.rounds(0).map(|(round, outcomes)| {
        let opening = tournament.openings.of_pair(round).name().to_owned();
        PlayedRound { opening, outcomes }
    });
    let name = |player: usize| tournament.participants[player].name.clone();
    let played = PlayedMatch { first: name(0), second: name(1), rounds: rounds.collect(), sprt: tournament.sprt };
    if tally.finished() == 0 {
        return Ok(());
    }
    journal::overwrite(path, drawing(path)?(&played)?.as_bytes()).map_err(CliError::of_file(path))
}
