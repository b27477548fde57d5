//! `crownhead analyze --pdn`: the games of a file, one after another.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use indicatif::ProgressBar;

use super::analyst::Analyst;
use super::chart;
use super::json::{AnalysisRecord, tags};
use crate::cli::error::CliError;
use crate::cli::flags::{EncodingFlag, file_name as name};
use crate::cli::guesses::{Games, Guesses, of_file_name};
use crate::cli::terminal::{complain, progress_bar};
use crate::plot::Plot;
use crate::review::{Appraisal, ReviewSearch, SideSummary, Thresholds, annotate, appraise, is_annotated};
use crownhead_engine::config::Config;
use crownhead_engine::support::journal::check_overwritable;
use crownhead_rules::notation::pdn::{self, PdnError, PdnGame, Stretch};
use crownhead_rules::notation::{SpelledMove, fen};
use crownhead_rules::{Game, Side, Variant};

pub(super) struct GamesAnalysis<'a, W> {
    pub(super) file: &'a Path,
    /// The variant of all games; without it, each game states its own.
    pub(super) variant: Option<Variant>,
    pub(super) encoding: EncodingFlag,
    pub(super) config: &'a Config,
    pub(super) thresholds: Thresholds,
    pub(super) analyst: &'a mut Analyst,
    /// Whether games that an earlier run has analysed are passed over.
    pub(super) resume: bool,
    /// The file for the graphs of the games, and those so far.
    pub(super) chart: Option<&'a Path>,
    pub(super) plots: Vec<Plot>,
    pub(super) json: bool,
    pub(super) quiet: bool,
    pub(super) out: &'a mut W,
}

impl<W: Write> GamesAnalysis<'_, W> {
    /// Analyses the games one by one. A faulty game is reported and written as it is; so are, after Ctrl-C, those that
    /// follow, and with `resume` those that are analysed already.
    pub(super) fn run(mut self) -> Result<(), CliError> {
        let guesses = Guesses::preferring(of_file_name(self.file).unwrap_or(self.config.terminal.variant));
        let mut games = Games::new(self.encoding.reader(open(self.file)?), self.variant, &guesses);
        if let Some(chart) = self.chart {
            check_overwritable(chart).map_err(CliError::of_file(chart))?;
        }
        let bar = bar(self.file, self.quiet);
        let (mut found, mut faults) = (0, 0);
        let mut is_interrupted = false;
        for game in games.by_ref() {
            let mut game = game.map_err(|error| unreadable(self.file, error))?;
            found += 1;
            let played = guesses.of_game(self.variant, &game);
            match played.and_then(|variant| game.stretches(variant)) {
                Ok(_) if is_interrupted || (self.resume && is_annotated(&game)) => self.pass(&game, &bar)?,
                Ok(replayed) => {
                    bar.suspend(|| guesses.report_oddities(self.variant, variant(&replayed), &game));
                    self.analyse(game, &replayed, &bar)?;
                }
                Err(error) => {
                    let hint = guesses.hint(self.variant, &game, &error);
                    faults += 1;
                    game.set_aside(&error);
                    bar.suspend(|| self.report_fault(&error, &hint))?;
                    self.pass(&game, &bar)?;
                }
            }
            is_interrupted = self.analyst.is_interrupted();
        }
        bar.finish_and_clear();
        EncodingFlag::tell(self.file, games.encodings());
        if let Some(path) = self.chart.filter(|_| !self.plots.is_empty()) {
            chart::write(path, &self.plots)?;
        }
        match (found, faults) {
            _ if is_interrupted => Err(CliError::AnalysisInterrupted),
            (0, _) => Err(CliError::NoGame(name(self.file).into_owned())),
            (_, 0) => Ok(()),
            (_, faults) => Err(CliError::BadGames(faults)),
        }
    }

    /// Writes a game as it is, unless the output is for programs.
    fn pass(&mut self, game: &PdnGame, bar: &ProgressBar) -> Result<(), CliError> {
        if !self.json {
            bar.suspend(|| write!(self.out, "{game}"))?;
            self.out.flush()?;
        }
        bar.inc(game.moves.len() as u64);
        Ok(())
    }

    /// Reports a game that cannot be analysed, on standard error and, with --json, as a record.
    fn report_fault(&mut self, error: &PdnError, hint: &str) -> io::Result<()> {
        complain(format_args!("{}: {error}{hint}", name(self.file)));
        if !self.json {
            return Ok(());
        }
        let PdnError { game, line, fault } = error;
        AnalysisRecord::Error { game: *game, line: *line, error: fault.to_string() }.write(self.out)
    }

    fn analyse(&mut self, game: PdnGame, replayed: &[Stretch], bar: &ProgressBar) -> Result<(), CliError> {
        self.config.check_weights(variant(replayed))?;
        bar.set_message(format!("game {}", game.number));
        let moves = bar.position() + game.moves.len() as u64;
        if bar.length().is_none_or(|length| length < moves) {
            bar.set_length(moves);
        }
        if self.json { self.write_records(&game, replayed, bar) } else { self.write_annotated(game, replayed, bar) }
    }

    fn write_annotated(&mut self, game: PdnGame, replayed: &[Stretch], bar: &ProgressBar) -> Result<(), CliError> {
        let appraisals = self.appraise_all(replayed, bar)?;
        self.draw(&game, &appraisals);
        let effort = format!("{} per move", self.analyst.effort());
        let annotated = annotate(variant(replayed), game, &appraisals, &self.thresholds, &effort, None);
        bar.suspend(|| write!(self.out, "{annotated}"))?;
        Ok(self.out.flush()?)
    }

    /// Writes a record of the game, one for each move, and the summary.
    fn write_records(&mut self, pdn: &PdnGame, replayed: &[Stretch], bar: &ProgressBar) -> Result<(), CliError> {
        let plies = replayed.iter().map(|stretch| stretch.game.moves().len()).sum();
        let (game, variant, tags) = (pdn.number, variant(replayed).name(), tags(&pdn.tags));
        let fen = replayed.first().map(|first| start(&first.game)).unwrap_or_default();
        let record = AnalysisRecord::Game { game, variant, fen, plies, tags };
        bar.suspend(|| record.write(self.out))?;
        let appraisals = self.appraise_all(replayed, bar)?;
        self.draw(pdn, &appraisals);
        let [white, black] = Side::ALL.map(|side| SideSummary::of(side, &appraisals, &self.thresholds));
        let summary = AnalysisRecord::Summary { game, complete: appraisals.len() == plies, white, black };
        bar.suspend(|| {
            let moves = appraisals.iter().map(|appraisal| AnalysisRecord::of_move(game, appraisal, &self.thresholds));
            moves.chain([summary]).try_for_each(|record| record.write(self.out))
        })?;
        Ok(())
    }

    fn draw(&mut self, game: &PdnGame, appraisals: &[Appraisal]) {
        if self.chart.is_some() && !appraisals.is_empty() {
            self.plots.push(chart::plot(game, appraisals, &self.thresholds));
        }
    }

    /// The appraisals of all moves, or, if it is interrupted, of the last ones.
    fn appraise_all(&mut self, stretches: &[Stretch], bar: &ProgressBar) -> Result<Vec<Appraisal>, CliError> {
        let mut all = Vec::new();
        for Stretch { first_ply, game } in stretches.iter().rev() {
            let mut appraisals = self.appraise(game, bar)?;
            let is_whole = appraisals.len() == game.moves().len();
            appraisals.iter_mut().for_each(|appraisal| appraisal.ply += first_ply);
            all.splice(0..0, appraisals);
            if !is_whole {
                break;
            }
        }
        Ok(all)
    }

    fn appraise(&mut self, game: &Game, bar: &ProgressBar) -> Result<Vec<Appraisal>, CliError> {
        // Each game begins with an empty table, so that its scores do not depend on the games before it.
        self.analyst.new_game(game.variant());
        let start = start(game);
        let moves = game.positions().zip(game.moves());
        let moves: Vec<_> = moves.map(|(position, mv)| SpelledMove::new(position, mv).hub()).collect();
        let moves: Vec<_> = moves.iter().map(String::as_str).collect();
        let mut strokes = BTreeMap::new();
        let search = |search| match search {
            ReviewSearch::Position { .. } if self.analyst.is_interrupted() => Ok(None),
            ReviewSearch::Position { ply } => {
                self.analyst.set_position(&start, &moves[..ply])?;
                let report = self.analyst.search_all(|_| Ok(()))?;
                let stroke = report.as_ref().and_then(|report| self.analyst.stroke(&up_to(game, ply), report));
                strokes.extend(stroke.map(|stroke| (ply, stroke)));
                Ok(report)
            }
            ReviewSearch::Move { ply, depth } => self.analyst.search_one(moves[ply], depth),
        };
        let mut appraisals = appraise(game, search, || bar.inc(1))?;
        let last_known = self.analyst.book().and_then(|book| book.last_known(game.positions())).map(|(ply, _)| ply);
        for appraisal in &mut appraisals {
            appraisal.leaves_book = last_known == Some(appraisal.ply);
            // What follows the key is the same stroke.
            let is_begun = appraisal.ply.checked_sub(2).is_some_and(|before| strokes.contains_key(&before));
            appraisal.stroke = strokes.get(&appraisal.ply).filter(|_| !is_begun).cloned();
        }
        Ok(appraisals)
    }
}

/// The variant of a game, which has a stretch.
fn variant(stretches: &[Stretch]) -> Variant {
    stretches.first().map_or(Variant::ENGLISH, |first| first.game.variant())
}

/// The game after its first `ply` moves.
fn up_to(game: &Game, ply: usize) -> Game {
    let mut game = game.clone();
    while game.moves().len() > ply {
        game.take_back();
    }
    game
}

/// The first position of a game as FEN.
fn start(game: &Game) -> String {
    game.positions().next().map(fen::write).unwrap_or_default()
}

/// The text of a file, or of standard input for `-`.
pub(in crate::cli) fn open(file: &Path) -> Result<Box<dyn BufRead + Send>, CliError> {
    if file.as_os_str() == "-" {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let opened = File::open(file).map_err(|source| unreadable(file, source))?;
    let found = opened.metadata().map_err(|source| unreadable(file, source))?;
    // What is written to the file while it is read does not count: there might be no end of it.
    let length = if found.is_file() { found.len() } else { u64::MAX };
    Ok(Box::new(BufReader::new(opened.take(length))))
}

pub(in crate::cli) fn unreadable(file: &Path, source: io::Error) -> CliError {
    CliError::UnreadableGames { file: name(file).into_owned(), source }
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
