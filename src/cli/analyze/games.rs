//! `crownhead analyze --pdn`: the games of a file, one after another.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use indicatif::ProgressBar;

use super::super::complain;
use super::super::values::{is_beyond_the_smaller_board, shown_variant, squares};
use super::AnalyzeError;
use super::analyst::{Analyst, AnalystError};
use super::annotation::annotate;
use super::appraisal::{Appraisal, appraise};
use super::json::{Record, tags};
use super::limits::in_words;
use super::position::Reader;
use super::summary::Tally;
use crate::board::Thresholds;
use crate::cli::progress_bar::progress_bar;
use crate::notation::fen;
use crate::notation::pdn::{self, PdnError, PdnFault, PdnGame, PdnMove};
use crate::rules::{Game, Side, Variant};

/// The analysis of the games of a file.
pub(super) struct GamesAnalysis<'a, W> {
    pub(super) file: &'a Path,
    /// The variant of all games; without it, each game states its own.
    pub(super) variant: Option<Variant>,
    pub(super) thresholds: Thresholds,
    pub(super) analyst: &'a mut Analyst,
    pub(super) reader: Reader,
    pub(super) is_quiet: bool,
    pub(super) out: &'a mut W,
}

impl<W: Write> GamesAnalysis<'_, W> {
    /// Analyses the games one by one. A faulty game is reported and skipped.
    pub(super) fn run(mut self) -> Result<(), AnalyzeError> {
        let games = pdn::Reader::new(open(self.file)?);
        let bar = bar(self.file, self.is_quiet);
        let (mut found, mut faults) = (0, 0);
        for game in games {
            found += 1;
            match game.map_err(GameError::from).and_then(|game| self.analyse(game, &bar)) {
                Ok(()) => {}
                Err(GameError::Unreadable(source)) => return Err(unreadable(self.file, source)),
                Err(GameError::Analyst(error)) => return Err(error.into()),
                Err(GameError::Faulty(fault)) => {
                    faults += 1;
                    bar.suspend(|| self.tell_fault(&fault))?;
                }
            }
            if self.analyst.is_interrupted() {
                bar.finish_and_clear();
                return Err(AnalyzeError::Interrupted);
            }
        }
        bar.finish_and_clear();
        match (found, faults) {
            (0, _) => Err(AnalyzeError::NoGame(name(self.file).into_owned())),
            (_, 0) => Ok(()),
            (_, faults) => Err(AnalyzeError::BadGames(faults)),
        }
    }

    /// Reports a game that could not be analysed, on standard error and, with --json, as a record.
    fn tell_fault(&mut self, fault: &GameFault) -> io::Result<()> {
        complain(format_args!("{}: {fault}", name(self.file)));
        match self.reader {
            Reader::Person(_) => Ok(()),
            Reader::Program => {
                let GameFault { game, line, cause } = fault;
                Record::Error { game: *game, line: *line, error: cause.to_string() }.write(self.out)
            }
        }
    }

    fn analyse(&mut self, game: PdnGame, bar: &ProgressBar) -> Result<(), GameError> {
        let told = self.variant.map_or_else(|| game.variant(), |variant| Ok(Some(variant)))?;
        let variant = told.unwrap_or_else(|| likely_variant(&game));
        let replayed = game.replay(variant)?;
        bar.set_message(format!("game {}", game.number));
        if bar.length().is_none_or(|length| length < bar.position() + game.moves.len() as u64) {
            bar.set_length(bar.position() + game.moves.len() as u64);
        }
        match self.reader {
            Reader::Program => self.tell_program(&game, &replayed, bar),
            Reader::Person(_) => self.tell_person(game, &replayed, bar),
        }
    }

    /// Writes the game, annotated.
    fn tell_person(&mut self, game: PdnGame, replayed: &Game, bar: &ProgressBar) -> Result<(), GameError> {
        let appraisals = self.appraise(replayed, bar)?;
        let effort = format!("{} per move", in_words(&self.analyst.plan().limit));
        let annotated = annotate(replayed.variant(), game, &appraisals, &self.thresholds, &effort);
        bar.suspend(|| write!(self.out, "{annotated}"))?;
        Ok(self.out.flush()?)
    }

    /// Writes a record of the game, one for each move, and the summary.
    fn tell_program(&mut self, game: &PdnGame, replayed: &Game, bar: &ProgressBar) -> Result<(), GameError> {
        let plies = replayed.moves().len();
        let number = game.number;
        let variant = replayed.variant().name();
        let start = replayed.positions().next().map(fen::write).unwrap_or_default();
        let record = Record::Game { game: number, variant, fen: start, plies, tags: tags(&game.tags) };
        bar.suspend(|| record.write(self.out))?;
        let appraisals = self.appraise(replayed, bar)?;
        bar.suspend(|| self.write_records(number, &appraisals, appraisals.len() == plies))?;
        Ok(())
    }

    fn write_records(&mut self, game: usize, appraisals: &[Appraisal], complete: bool) -> io::Result<()> {
        for appraisal in appraisals {
            Record::of_move(game, appraisal, &self.thresholds).write(self.out)?;
        }
        let [white, black] = Side::ALL.map(|side| Tally::of(side, appraisals, &self.thresholds));
        Record::Summary { game, complete, white, black }.write(self.out)
    }

    fn appraise(&mut self, game: &Game, bar: &ProgressBar) -> Result<Vec<Appraisal>, AnalystError> {
        // Each game begins with an empty table, so that its scores do not depend on the games before it.
        self.analyst.new_game(game.variant());
        appraise(game, self.analyst, || bar.inc(1))
    }
}

/// The variant of a game that does not state it: international draughts if it has squares beyond 32, else English.
fn likely_variant(game: &PdnGame) -> Variant {
    let is_large = |mv: &PdnMove| squares(&mv.text).any(is_beyond_the_smaller_board);
    if game.moves.iter().any(is_large) {
        return Variant::INTERNATIONAL;
    }
    let shown = game.tags.known("FEN").and_then(shown_variant);
    let is_international = || game.replay(Variant::ENGLISH).is_err() && game.replay(Variant::INTERNATIONAL).is_ok();
    shown.unwrap_or_else(|| if is_international() { Variant::INTERNATIONAL } else { Variant::ENGLISH })
}

/// Why a game was not analysed.
#[derive(Debug)]
enum GameError {
    /// The text could not be read, so there are no further games.
    Unreadable(io::Error),
    Faulty(GameFault),
    Analyst(AnalystError),
}

/// A fault in a game; the next one can still be analysed.
#[derive(Debug, thiserror::Error)]
#[error("game {game}, line {line}: {cause}")]
struct GameFault {
    /// The place of the game in the file, from 1.
    game: usize,
    /// The line of the file, from 1.
    line: u64,
    cause: FaultCause,
}

#[derive(Debug, thiserror::Error)]
enum FaultCause {
    #[error(transparent)]
    Pdn(PdnFault),
}

impl From<PdnError> for GameError {
    fn from(error: PdnError) -> GameError {
        match error {
            PdnError::Io(error) => GameError::Unreadable(error),
            PdnError::Game { game, line, fault } => {
                GameError::Faulty(GameFault { game, line, cause: FaultCause::Pdn(fault) })
            }
        }
    }
}

impl From<AnalystError> for GameError {
    fn from(error: AnalystError) -> GameError {
        GameError::Analyst(error)
    }
}

impl From<io::Error> for GameError {
    fn from(error: io::Error) -> GameError {
        GameError::Analyst(error.into())
    }
}

/// The text of a file, or of standard input for `-`.
fn open(file: &Path) -> Result<Box<dyn BufRead>, AnalyzeError> {
    if file.as_os_str() == "-" {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let opened = File::open(file).map_err(|source| unreadable(file, source))?;
    Ok(Box::new(BufReader::new(opened)))
}

/// The name of a file in messages.
fn name(file: &Path) -> Cow<'_, str> {
    if file.as_os_str() == "-" { "standard input".into() } else { file.to_string_lossy() }
}

fn unreadable(file: &Path, source: io::Error) -> AnalyzeError {
    AnalyzeError::Unreadable { file: name(file).into_owned(), source }
}

/// A progress bar on standard error, hidden if that is not a terminal. The moves of a file are counted first; those of
/// standard input or of a pipe, which can be read only once, as its games arrive.
fn bar(file: &Path, is_quiet: bool) -> ProgressBar {
    let bar = progress_bar(0, "{msg}{prefix} {bar:40} {pos}/{len} moves, {eta} to go", is_quiet);
    if !bar.is_hidden() && file.as_os_str() != "-" && file.is_file() {
        let games = open(file).map(pdn::Reader::new).into_iter().flatten().flatten();
        let (games, moves) = games.fold((0, 0), |(games, moves), game| (games + 1, moves + game.moves.len() as u64));
        bar.set_length(moves);
        bar.set_prefix(format!(" of {games}"));
    }
    bar
}
