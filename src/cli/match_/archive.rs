//! The files of a match: its record, and its games as PDN.

use std::path::{Path, PathBuf};

use super::MatchCommandError;
use super::picture::writable;
use super::settings::Settings;
use crate::arena::{Entrant, EventTags, FinishedGame, FirstLine, Header, PdnFile, RecordFile};
use crate::journal::JournalError;
use crate::rules::Variant;

/// The files of a match.
pub(super) struct Archive {
    record: Option<RecordFile>,
    pdn: Option<PdnFile>,
    tags: EventTags,
    /// The files that did not exist before.
    made: Vec<PathBuf>,
}

impl Archive {
    /// Opens the requested files and returns the games already played. Only the files of a resumed match may exist.
    ///
    /// # Errors
    /// [`MatchCommandError::Record`], [`MatchCommandError::RecordExists`], [`MatchCommandError::PdnExists`].
    pub(super) fn open(
        variant: Variant,
        settings: &Settings,
        resume: bool,
        header: &Header,
        entrants: &[Entrant],
    ) -> Result<(Archive, Vec<FinishedGame>), MatchCommandError> {
        // Check before creating the record, which would prevent the corrected command from running.
        // A match without a record yet has no games that the PDN could have.
        let goes_on = resume && settings.record.as_ref().is_some_and(|record| record.exists());
        if let Some(path) = settings.pdn.as_ref().filter(|_| !goes_on) {
            if path.exists() {
                return Err(MatchCommandError::PdnExists(path.clone()));
            }
            writable(path)?;
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
        let control = |entrant: &Entrant| (entrant.name.clone(), entrant.limit.to_string());
        let tags = EventTags {
            variant,
            event: settings.event.clone().unwrap_or_else(|| "Match of crownhead".to_owned()),
            site: settings.site.clone().unwrap_or_else(|| "?".to_owned()),
            time_controls: entrants.iter().map(control).collect(),
        };
        let pdn = settings.pdn.as_deref().map(|path| PdnFile::create(path, &tags, &before)).transpose()?;
        let files = [&settings.record, &settings.pdn].into_iter().flatten().cloned().collect();
        let made = if goes_on { Vec::new() } else { files };
        Ok((Archive { record, pdn, tags, made }, before))
    }

    /// Removes the files that were made for this match, which has no game.
    pub(super) fn discard(self) {
        let Archive { record, pdn, made, .. } = self;
        // Some systems do not remove open files.
        drop((record, pdn));
        for path in made {
            if let Err(error) = std::fs::remove_file(&path) {
                log::warn!("{}: {error}", path.display());
            }
        }
    }

    /// Adds a game to the files.
    ///
    /// # Errors
    /// [`JournalError::Io`].
    pub(super) fn add(&mut self, game: &FinishedGame) -> Result<(), JournalError> {
        if let Some(record) = &mut self.record {
            record.append(game)?;
        }
        if let Some(pdn) = &mut self.pdn {
            pdn.add(game, &self.tags)?;
        }
        Ok(())
    }
}

fn create(path: &Path, first: &FirstLine) -> Result<RecordFile, MatchCommandError> {
    RecordFile::create(path, first).map_err(|error| match error {
        JournalError::Exists { path } => MatchCommandError::RecordExists(path),
        error => error.into(),
    })
}
