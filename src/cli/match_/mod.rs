//! `crownhead match`: engines against each other.

mod engine_flags;
mod json;
mod openings;
mod pairs;
mod plan;
mod progress;
mod report;
mod settings;
mod terms;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use super::CliError;
use crate::arena::opening::{NoOpenings, OpeningError};
use crate::arena::statistics::SprtError;
use crate::arena::{
    Entrant, EntrantError, EventTags, FinishedGame, Header, Interrupt, MatchError, News, PdnFile,
    RecordError, RecordFile, Stopper,
};
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

    /// Print the summary as one JSON object, and nothing else
    #[arg(long)]
    json: bool,
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
    #[error("--openings {given}: expected plies: and a number from 0 to {most}")]
    OpeningPlies { given: String, most: usize },
    #[error("--order {0}: expected random or sequential")]
    Order(String),
    #[error("{}: {cause}", path.display())]
    Openings { path: PathBuf, cause: OpeningError },
    #[error(transparent)]
    NoOpenings(#[from] NoOpenings),
    #[error("Ctrl-C cannot be watched for: {0}")]
    Signal(#[from] ctrlc::Error),
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
        let voice = match (self.json, self.quiet) {
            (true, _) => Voice::Json,
            (false, true) => Voice::Quiet,
            (false, false) => Voice::Full,
        };
        let play = Play { settings, resume: self.resume, voice, out };
        Ok(variant.visit(play)?)
    }
}

struct Play<'a, W> {
    settings: Settings,
    resume: bool,
    voice: Voice,
    out: &'a mut W,
}

/// What is said.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Voice {
    /// Each game, and the summary.
    Full,
    /// The summary.
    Quiet,
    /// The summary as JSON.
    Json,
}

impl<W: Write> VariantVisitor for Play<'_, W> {
    type Output = Result<(), MatchCommandError>;

    fn visit<R: Rules>(self) -> Self::Output {
        let Plan { tournament, header, book } = plan::<R>(&self.settings)?;
        let (mut archive, before) =
            Archive::open::<R>(&self.settings, self.resume, &header, &tournament.entrants)?;
        let (stopper, interrupt) = Interrupt::new();
        let was_interrupted = watch(stopper.clone())?;
        let scene = Scene { entrants: &tournament.entrants, book: &book };
        let mut progress = Progress::new(&tournament.schedule, before.len(), self.voice != Voice::Full);
        let result =
            tournament.run(&before, (&stopper, &interrupt), |news| -> Result<(), MatchCommandError> {
                if let News::Finished(_, game, _) = &news {
                    archive.add::<R>(game)?;
                }
                Ok(progress.tell(&scene, &news, self.out)?)
            });
        progress.finish();
        let tally = result.map_err(|error| match error {
            MatchError::Told(error) => error,
            error @ MatchError::Start { .. } => MatchCommandError::Match(error.to_string()),
        })?;
        let interrupted = was_interrupted.load(Ordering::Relaxed);
        if self.voice == Voice::Json {
            let summary = json::summary(R::NAME, &scene, &tally, interrupted);
            serde_json::to_writer(&mut *self.out, &summary).map_err(io::Error::from)?;
            writeln!(self.out)?;
        } else {
            write!(self.out, "{}", report::summary(&scene, &tally))?;
            if interrupted {
                let games = tally.schedule().games();
                writeln!(self.out, "Interrupted: {} of {games} games are finished", tally.finished())?;
            }
        }
        Ok(())
    }
}

/// Has the first Ctrl-C, or a request to terminate, stop the match; the second one ends the process. Engines then find
/// their input closed.
fn watch(stopper: Stopper) -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let is_raised = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&is_raised);
    ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
        stopper.stop();
    })?;
    Ok(is_raised)
}

/// The exit code of a process that a signal ends, as shells know it.
const INTERRUPTED: i32 = 130;

/// The files of a match.
struct Archive {
    record: Option<RecordFile>,
    pdn: Option<PdnFile>,
    tags: EventTags,
}

impl Archive {
    /// Opens the files that are asked for; with them come the games that were played before.
    fn open<R: Rules>(
        settings: &Settings,
        resume: bool,
        header: &Header,
        entrants: &[Entrant],
    ) -> Result<(Archive, Vec<FinishedGame>), MatchCommandError> {
        let (record, before) = match &settings.record {
            None => (None, Vec::new()),
            Some(path) if resume => {
                let (record, games) = RecordFile::resume(path, header)?;
                (Some(record), games)
            }
            Some(path) => (Some(RecordFile::create(path, header)?), Vec::new()),
        };
        let control = |entrant: &Entrant| (entrant.name.clone(), entrant.level.to_string());
        let tags = EventTags { time_controls: entrants.iter().map(control).collect() };
        let pdn =
            settings.pdn.as_deref().map(|path| PdnFile::create::<R>(path, &tags, &before)).transpose()?;
        Ok((Archive { record, pdn, tags }, before))
    }

    fn add<R: Rules>(&mut self, game: &FinishedGame) -> Result<(), RecordError> {
        if let Some(record) = &mut self.record {
            record.add(game)?;
        }
        if let Some(pdn) = &mut self.pdn {
            pdn.add::<R>(game, &self.tags)?;
        }
        Ok(())
    }
}
