//! The games of the files, and what is found in each.

use std::io::BufRead;
use std::path::PathBuf;
use std::sync::Arc;
use std::vec;

use indicatif::ProgressBar;

use super::Form;
use super::report::{GameReport, fault_record};
use crate::cli::analyze::{open, unreadable};
use crate::cli::error::CliError;
use crate::cli::flags::{EncodingFlag, file_name};
use crate::cli::guesses::{Games as GamesOfFile, SharedGuesser, told};
use crate::find::{Date, Found, Query, Replay, Tally, Wanted, WantedResult, search};
use crownhead_rules::notation::pdn::{Oddity, PdnError, PdnGame, PdnResult, Reader};
use crownhead_rules::notation::{Encoding, Guess};
use crownhead_rules::{Side, Variant};

#[derive(Debug)]
pub(super) struct Source {
    pub(super) name: String,
    guesser: SharedGuesser,
}

/// A game of a file, or why a file has no more.
#[derive(Debug)]
pub(super) enum Job {
    Game(Arc<Source>, PdnGame),
    File(CliError),
}

/// The games of all files, one after another.
pub(super) struct Games {
    files: vec::IntoIter<PathBuf>,
    open: Option<OpenFile>,
    /// Whether games that do not state their variant need a guess.
    guesses: bool,
    encoding: Option<Encoding>,
    bar: ProgressBar,
}

struct OpenFile {
    path: PathBuf,
    source: Arc<Source>,
    games: GamesOfFile<Box<dyn BufRead + Send>>,
    has_games: bool,
}

impl Games {
    pub(super) fn new(files: Vec<PathBuf>, guesses: bool, encoding: Option<Encoding>, bar: ProgressBar) -> Games {
        Games { files: files.into_iter(), open: None, guesses, encoding, bar }
    }

    fn open(&mut self, path: PathBuf) -> Result<OpenFile, CliError> {
        let input = open(&path)?;
        let input: Box<dyn BufRead + Send> = Box::new(self.bar.wrap_read(input));
        let guesser = SharedGuesser::preferring(Variant::DEFAULT);
        let reader = Reader::in_encoding(input, self.encoding);
        let games = GamesOfFile::teaching(reader, self.guesses.then(|| guesser.clone()));
        let source = Arc::new(Source { name: file_name(&path).into_owned(), guesser });
        Ok(OpenFile { path, source, games, has_games: false })
    }
}

impl Iterator for Games {
    type Item = Job;

    fn next(&mut self) -> Option<Job> {
        loop {
            let Some(open) = &mut self.open else {
                let path = self.files.next()?;
                match self.open(path) {
                    Ok(open) => self.open = Some(open),
                    Err(error) => return Some(Job::File(error)),
                }
                continue;
            };
            match open.games.next() {
                Some(Ok(game)) => {
                    open.has_games = true;
                    return Some(Job::Game(Arc::clone(&open.source), game));
                }
                Some(Err(error)) => {
                    let error = unreadable(&open.path, error);
                    self.open = None;
                    return Some(Job::File(error));
                }
                None => {
                    let OpenFile { path, source, games, has_games } = self.open.take()?;
                    self.bar.suspend(|| EncodingFlag::tell(&path, games.encodings()));
                    if !has_games {
                        return Some(Job::File(CliError::NoGame(source.name.clone())));
                    }
                }
            }
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct GameAnswer {
    /// Where it stands: its file and its number.
    pub(super) place: String,
    /// The guess of its variant, if that was needed.
    pub(super) guess: Option<Guess>,
    pub(super) oddities: Vec<Oddity>,
    pub(super) fault: Option<String>,
    pub(super) is_found: bool,
    pub(super) text: String,
    /// The move that was played, for the tree.
    pub(super) branch: Option<(Variant, Side, Option<String>, Tally)>,
}

#[derive(Debug)]
pub(super) enum Answer {
    Game(GameAnswer),
    File(CliError),
}

/// What is known of a game before it is searched.
#[derive(Debug, Default)]
struct Own {
    variant: Option<Variant>,
    /// The guess that it comes from, if it is not stated.
    guess: Option<Guess>,
}

impl Own {
    /// What to add to an error.
    fn hint(&self) -> String {
        self.guess.as_ref().filter(|guess| !guess.fits).map_or_else(String::new, |guess| format!(" ({})", told(guess)))
    }
}

#[derive(Debug)]
pub(super) struct Searcher {
    pub(super) query: Query,
    /// What the query means in each variant that has such positions.
    pub(super) wanted: Vec<(Variant, Wanted)>,
    pub(super) form: Form,
}

impl Searcher {
    /// Whether the variants of games are needed, and not given.
    pub(super) fn guesses(&self) -> bool {
        self.query.variant.is_none() && self.needs_variant()
    }

    fn needs_variant(&self) -> bool {
        let Query { variant, result, .. } = &self.query;
        let is_of_colour = matches!(result, Some(WantedResult::Won(_)));
        self.needs_moves() || variant.is_some() || is_of_colour || self.form == Form::Json
    }

    /// Whether a result that names who begins is looked for, and that of a game is in words, which name a colour.
    fn needs_colour(&self, game: &PdnGame) -> bool {
        use PdnResult::{FirstWins, Other, SecondWins};
        let is_of_first = matches!(self.query.result, Some(WantedResult::Is(FirstWins | SecondWins)));
        is_of_first && matches!(game.result, Other(_))
    }

    /// Whether the moves of a game are played, since not its tags alone decide.
    fn needs_moves(&self) -> bool {
        self.query.is_of_play() || matches!(self.form, Form::Tree { .. })
    }

    pub(super) fn answer(&self, job: Job) -> Answer {
        match job {
            Job::File(error) => Answer::File(error),
            Job::Game(source, game) => Answer::Game(self.search(&source, game)),
        }
    }

    fn search(&self, source: &Source, game: PdnGame) -> GameAnswer {
        if !self.query.allows_tags(&game) {
            return GameAnswer::default();
        }
        let own = match self.own(source, &game) {
            Ok(Some(own)) => own,
            Ok(None) => return GameAnswer::default(),
            Err(fault) => {
                let found = Found { fault: Some(fault), ..Found::default() };
                return self.report(source, game, None, false, &found, "");
            }
        };
        let place = format!("{}: game {}", source.name, game.number);
        let oddities = own.variant.map(|variant| game.oddities_of_tags(variant)).unwrap_or_default();
        let oddities =
            oddities.into_iter().filter(|oddity| self.query.variant.is_none() || !oddity.is_of_tags()).collect();
        let answer = self.search_in(source, game, own.variant, &own.hint()).unwrap_or_default();
        GameAnswer { place, oddities, guess: own.guess, ..answer }
    }

    /// Searches a game of this variant; `None` if its result is not looked for.
    fn search_in(&self, source: &Source, game: PdnGame, variant: Option<Variant>, hint: &str) -> Option<GameAnswer> {
        if !self.query.allows_result(&game, variant.unwrap_or(Variant::DEFAULT)) {
            return None;
        }
        let found = match variant.filter(|_| self.needs_moves()) {
            Some(variant) => {
                let (_, wanted) = self.wanted.iter().find(|(own, _)| *own == variant)?;
                search(&game, Replay::of(&game, variant), wanted, self.query.in_variations)
            }
            None => Found { plies: game.plies(), fault: game.fault(), ..Found::default() },
        };
        let is_found = !self.needs_moves() || !found.occurrences.is_empty();
        Some(self.report(source, game, variant, is_found, &found, hint))
    }

    /// The variant of a game, as far as it is needed; `None` if the game is of another one than that which is asked for.
    fn own(&self, source: &Source, game: &PdnGame) -> Result<Option<Own>, PdnError> {
        if !self.needs_variant() && !self.needs_colour(game) {
            return Ok(Some(Own::default()));
        }
        let asked = self.query.variant;
        let is_asked = |variant| asked.is_none_or(|asked| asked == variant);
        let stated = match game.variant() {
            // It is of a variant that this program does not know.
            Err(_) if asked.is_some() => return Ok(None),
            stated => stated?,
        };
        if stated.is_some_and(|stated| !is_asked(stated)) {
            return Ok(None);
        }
        Ok(Some(match stated.or(asked) {
            Some(variant) => Own { variant: Some(variant), ..Own::default() },
            None => {
                let guess = source.guesser.guess(game);
                Own { variant: Some(guess.variant), guess: Some(guess) }
            }
        }))
    }

    fn report(
        &self,
        source: &Source,
        mut game: PdnGame,
        variant: Option<Variant>,
        is_found: bool,
        found: &Found,
        hint: &str,
    ) -> GameAnswer {
        let mut answer = GameAnswer { is_found, ..GameAnswer::default() };
        answer.fault = found.fault.as_ref().map(|fault| format!("{}: {fault}{hint}", source.name));
        if let (Form::Json | Form::Tree { json: true }, Some(fault)) = (self.form, &found.fault) {
            answer.text.push_str(&fault_record(&source.name, fault));
        }
        if !is_found {
            return answer;
        }
        let report = GameReport { file: &source.name, game: &game, variant, found };
        match self.form {
            Form::Lines => answer.text.push_str(&report.line()),
            Form::Json => answer.text.push_str(&report.json()),
            Form::Pdn => {
                if let Some(fault) = &found.fault {
                    game.set_aside(fault);
                }
                answer.text.push_str(&game.to_string());
            }
            Form::Tree { .. } => answer.branch = variant.and_then(|variant| branch(&game, variant, found)),
        }
        answer
    }
}

/// The move that was played where the position occurs first, and the game for the side that makes it.
fn branch(game: &PdnGame, variant: Variant, found: &Found) -> Option<(Variant, Side, Option<String>, Tally)> {
    let first = found.occurrences.first()?;
    let side = first.position.side();
    let year = game.tags.known("Date").and_then(Date::parse).and_then(Date::year);
    Some((variant, side, first.next.clone(), Tally::of(game, variant, side, year)))
}
