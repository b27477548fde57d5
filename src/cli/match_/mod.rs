//! `crownhead match`: engines against each other.

mod engine_flags;
mod pairs;
mod plan;
mod progress;
mod report;
mod settings;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::CliError;
use crate::arena::statistics::SprtError;
use crate::arena::{EntrantError, Interrupt, MatchError, News, RecordError, RecordFile};
use crate::rules::{Rules, UnknownVariant, Variant, VariantVisitor};
use crate::search::UnknownChoice;
use engine_flags::EngineFlags;
use plan::{Plan, plan};
use progress::Progress;
use report::Scene;
use settings::Settings;

/// Play a match between engines, and say how sure the result is
#[derive(Clone, Debug, Args)]
pub(super) struct MatchArgs {
    #[command(flatten)]
    engines: EngineFlags,

    #[command(flatten)]
    settings: Settings,

    /// Read the match from a TOML file whose names are those of the flags; the command line goes before it
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,

    /// Continue the match of --record
    #[arg(long, requires = "record")]
    resume: bool,

    /// Print the summary only, and show no progress
    #[arg(long)]
    quiet: bool,
}

/// Why a match could not be played.
#[derive(Debug, thiserror::Error)]
pub(super) enum MatchCommandError {
    #[error("{}: {cause}", path.display())]
    File { path: PathBuf, cause: String },
    #[error("a match needs two engines or more, not {0}: name them with --engine")]
    TooFew(usize),
    #[error("two engines are called {0}: give them a name= each")]
    SameName(String),
    #[error("engine {name}: {cause}")]
    Entrant { name: String, cause: EntrantError },
    #[error("--sprt is for two engines, not {0}")]
    TestOfMany(usize),
    #[error("{flag} {pair}: expected {expected}")]
    Pair { flag: &'static str, pair: String, expected: &'static str },
    #[error(transparent)]
    Sprt(#[from] SprtError),
    #[error(transparent)]
    Choice(#[from] UnknownChoice),
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("engine {0}")]
    Match(String),
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl MatchArgs {
    pub(super) fn run(mut self, out: &mut impl Write) -> Result<(), CliError> {
        self.settings.engine = std::mem::take(&mut self.engines.0);
        let settings = match &self.file {
            Some(path) => self.settings.over(path)?,
            None => self.settings,
        };
        let variant: Variant =
            settings.variant.as_deref().unwrap_or("english").parse().map_err(MatchCommandError::from)?;
        let play = Play { settings, resume: self.resume, quiet: self.quiet, out };
        Ok(variant.visit(play)?)
    }
}

struct Play<'a, W> {
    settings: Settings,
    resume: bool,
    quiet: bool,
    out: &'a mut W,
}

impl<W: Write> VariantVisitor for Play<'_, W> {
    type Output = Result<(), MatchCommandError>;

    fn visit<R: Rules>(self) -> Self::Output {
        let Plan { tournament, header, book } = plan::<R>(&self.settings)?;
        let (mut record, before) = match &self.settings.record {
            None => (None, Vec::new()),
            Some(path) if self.resume => {
                let (record, games) = RecordFile::resume(path, &header)?;
                (Some(record), games)
            }
            Some(path) => (Some(RecordFile::create(path, &header)?), Vec::new()),
        };
        let (stopper, interrupt) = Interrupt::new();
        let scene = Scene { entrants: &tournament.entrants, book: &book };
        let mut progress = Progress::new(&tournament.schedule, before.len(), self.quiet);
        let tally = tournament
            .run(&before, (&stopper, &interrupt), |news| -> Result<(), MatchCommandError> {
                if let (News::Finished(_, game, _), Some(record)) = (&news, &mut record) {
                    record.add(game)?;
                }
                Ok(progress.tell(&scene, &news, self.out)?)
            })
            .map_err(|error| match error {
                MatchError::Told(error) => error,
                error @ MatchError::Start { .. } => MatchCommandError::Match(error.to_string()),
            })?;
        progress.finish();
        Ok(write!(self.out, "{}", report::summary(&scene, &tally))?)
    }
}
