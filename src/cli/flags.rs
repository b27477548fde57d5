//! Flags that several commands have, and the parsers of their values.

use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use clap::{Args, value_parser};

use super::error::CliError;
use super::terminal::complain;
use crownhead_engine::search::{
    Depth, DriverKind, FirstGuess, ModeKind, SearchOptions, TableMoveRule, TableSize, Threads,
};
use crownhead_rules::notation::pdn::{PdnGame, Reader};
use crownhead_rules::notation::{Guess, Guesser, Lines, fen};
use crownhead_rules::{AnyPosition, Variant};

/// The help text of an option for the variant.
pub(super) fn variant_help() -> String {
    format!("The variant: {} (or an alias)", Variant::names())
}

/// The most games of a file from which the variant of the others is guessed.
const MOST_LEARNT: usize = 1000;

/// Guesses the variants of positions and games that do not state it, and says once where others fit too.
#[derive(Debug)]
pub(super) struct Guesses {
    guesser: RefCell<Guesser>,
    is_told: Cell<bool>,
}

impl Guesses {
    /// Guesses that choose this variant where others are not likelier.
    pub(super) fn preferring(variant: Variant) -> Guesses {
        Guesses { guesser: RefCell::new(Guesser::preferring(Some(variant))), is_told: Cell::new(false) }
    }

    /// Takes the games of a file into account, if it can be read more than once.
    #[must_use]
    pub(super) fn with_games(self, file: &Path) -> Guesses {
        let games = Some(file).filter(|file| file.is_file()).and_then(|file| File::open(file).ok());
        let games = games.into_iter().flat_map(|file| Reader::new(BufReader::new(file)));
        games.take(MOST_LEARNT).flatten().for_each(|game| self.guesser.borrow_mut().learn(&game));
        self
    }

    /// The variant of a position, and of moves that follow it.
    ///
    /// # Errors
    /// [`CliError::NoGameFits`] with what is wrong with the position in the nearest variant.
    pub(super) fn variant(&self, fen: Option<&str>, moves: &[&str]) -> Result<Variant, CliError> {
        let guess = self.guesser.borrow().guess_position(fen, moves);
        match fen.map(|fen| fen::parse(guess.variant, fen)) {
            Some(Err(fault)) => Err(CliError::NoGameFits { fault, nearest: guess.variant }),
            _ => {
                self.tell(&guess);
                Ok(guess.variant)
            }
        }
    }

    /// Reads a position of the variant that is given, or else of the likeliest one, which is then likelier for the next
    /// position.
    pub(super) fn position(&self, given: Option<Variant>, fen: &str) -> Result<AnyPosition, CliError> {
        if let Some(variant) = given {
            return Ok(fen::parse(variant, fen)?);
        }
        let position = fen::parse(self.variant(Some(fen), &[])?, fen)?;
        self.guesser.borrow_mut().learn_position(fen);
        Ok(position)
    }

    /// The likeliest variant of a game that does not state it.
    pub(super) fn game(&self, game: &PdnGame) -> Guess {
        let guess = self.guesser.borrow().guess(game);
        self.tell(&guess);
        guess
    }

    fn tell(&self, guess: &Guess) {
        if guess.fits && !guess.others.is_empty() && !self.is_told.replace(true) {
            complain(format_args!("{guess}"));
        }
    }
}

/// Parses the size of a table in MiB.
pub(super) fn table_size() -> impl TypedValueParser<Value = TableSize> {
    let range = i64::from(TableSize::MIN.mib())..=i64::from(TableSize::MAX.mib());
    value_parser!(u32).range(range).map(|mib| TableSize::from_mib(mib).expect("the range is that of the sizes"))
}

/// Parses a number in a range.
pub(super) fn count(range: RangeInclusive<u64>) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(range)
}

/// Parses a number above 0.
pub(super) fn above_zero() -> impl TypedValueParser<Value = NonZeroUsize> {
    at_least_one(RangedU64ValueParser::new().range(1..))
}

/// Parses a number from 1 to `most`.
pub(super) fn one_to(most: usize) -> impl TypedValueParser<Value = NonZeroUsize> {
    at_least_one(count(1..=most as u64))
}

fn at_least_one(parser: RangedU64ValueParser<usize>) -> impl TypedValueParser<Value = NonZeroUsize> {
    parser.map(|number| NonZeroUsize::new(number).unwrap_or(NonZeroUsize::MIN))
}

/// Parses a number of threads, which is at most that of a search.
pub(super) fn threads() -> impl TypedValueParser<Value = NonZeroUsize> {
    one_to(Threads::MAX.get())
}

/// The number of processors of this machine.
pub(super) fn processors() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Parses a depth in plies.
pub(super) fn depth() -> impl TypedValueParser<Value = Depth> {
    value_parser!(u32).range(1..=i64::from(Depth::MAX.get())).map(Depth::new)
}

/// Parses one of the names of a choice; `--help` lists them.
pub(super) fn named<C>(names: impl Iterator<Item = &'static str>) -> impl TypedValueParser<Value = C>
where
    C: FromStr + Clone + Send + Sync + 'static,
    C::Err: std::error::Error + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse::<C>())
}

/// The search options that can be compared from the command line.
#[derive(Clone, Debug, Args)]
pub(super) struct SearchFlags {
    /// The driver [default: the engine's]
    #[arg(long, value_name = "NAME")]
    #[arg(value_parser = named::<DriverKind>(DriverKind::ALL.iter().map(|driver| driver.name())))]
    driver: Option<DriverKind>,

    /// The mode: play (selective), paper (fixed depth, as in the papers), or strict (for proofs) [default: play]
    #[arg(long, value_name = "NAME")]
    #[arg(value_parser = named::<ModeKind>(ModeKind::ALL.iter().map(|mode| mode.name())))]
    mode: Option<ModeKind>,

    /// Which move the table stores for a node that failed low [default: the engine's]
    #[arg(long, value_name = "NAME")]
    #[arg(value_parser = named::<TableMoveRule>(TableMoveRule::ALL.iter().map(|rule| rule.name())))]
    table_move: Option<TableMoveRule>,

    /// Which earlier iteration gives a driver its first guess [default: the engine's]
    #[arg(long, value_name = "NAME")]
    #[arg(value_parser = named::<FirstGuess>(FirstGuess::ALL.iter().map(|rule| rule.name())))]
    first_guess: Option<FirstGuess>,
}

impl SearchFlags {
    /// The default options, changed by the flags.
    pub(super) fn options(&self) -> SearchOptions {
        let default = SearchOptions::default();
        SearchOptions {
            driver: self.driver.unwrap_or(default.driver),
            mode: self.mode.unwrap_or(default.mode),
            table_move: self.table_move.unwrap_or(default.table_move),
            first_guess: self.first_guess.unwrap_or(default.first_guess),
            ..default
        }
    }
}

/// The variant and the positions of a command: one position, or a stream from standard input.
#[derive(Clone, Debug, Args)]
pub(super) struct Positions {
    #[arg(long, value_name = "NAME", help = variant_help(), long_help = long_variant_help())]
    variant: Option<Variant>,

    /// The position as FEN, such as `W:W31-50:B1-20` [default: the start position]
    ///
    /// With `-`, FENs are read from standard input, one per line.
    #[arg(long)]
    fen: Option<String>,
}

impl Positions {
    /// Whether the positions are read from standard input.
    pub(super) fn is_stream(&self) -> bool {
        self.fen.as_deref() == Some("-")
    }

    /// The single position, if this is not a stream.
    pub(super) fn single(&self) -> Result<AnyPosition, CliError> {
        match &self.fen {
            Some(text) => self.guesses().position(self.variant, text),
            None => Ok(self.variant.unwrap_or(Variant::ENGLISH).start()),
        }
    }

    fn guesses(&self) -> Guesses {
        Guesses::preferring(Variant::ENGLISH)
    }

    /// Passes each FEN of standard input to `answer`, as given and as a position.
    pub(super) fn for_each(
        &self,
        mut answer: impl FnMut(&str, &AnyPosition) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let guesses = self.guesses();
        answer_lines(|text| answer(text, &guesses.position(self.variant, text)?))
    }

    /// Prints a line for each FEN of standard input: the FEN as given, then the words that `answer` returns for it. An
    /// invalid line is reported with its number and skipped; blank lines are skipped.
    pub(super) fn answer_stream(
        &self,
        out: &mut impl Write,
        answer: impl Fn(&AnyPosition) -> Vec<String>,
    ) -> Result<(), CliError> {
        self.for_each(|text, position| Ok(write_line(out, text, answer(position))?))
    }
}

/// The most bytes of a line of standard input.
const LONGEST_LINE: u64 = 64 << 20;

/// Passes each line of standard input to `answer`, without the blanks around it. A line whose position is faulty is
/// reported with its number; blank lines are skipped.
pub(super) fn answer_lines(mut answer: impl FnMut(&str) -> Result<(), CliError>) -> Result<(), CliError> {
    let mut bad_lines = 0;
    let (mut input, mut text) = (Lines::new(io::stdin().lock()), String::new());
    for line in 1.. {
        if input.read(&mut text, LONGEST_LINE)? == 0 {
            break;
        }
        if text.len() as u64 >= LONGEST_LINE {
            return Err(io::Error::other(format!("a line of more than {} MiB", LONGEST_LINE >> 20)).into());
        }
        let text = fen::trimmed(&text);
        if text.is_empty() {
            continue;
        }
        match answer(text) {
            Err(error) if error.is_about_a_position() => {
                complain(format_args!("line {line}: {error}"));
                bad_lines += 1;
            }
            answered => answered?,
        }
    }
    if bad_lines == 0 { Ok(()) } else { Err(CliError::BadLines(bad_lines)) }
}

fn long_variant_help() -> String {
    format!("{}. Default: english, or the likeliest game in which the position is possible", variant_help())
}

/// Writes a position and its answer, separated by blanks.
pub(super) fn write_line(out: &mut impl Write, fen: &str, answer: Vec<String>) -> io::Result<()> {
    write!(out, "{fen}")?;
    for word in answer {
        write!(out, " {word}")?;
    }
    writeln!(out)
}
