//! Flags that several commands have, and the parsers of their values.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use clap::{Args, value_parser};

use super::error::CliError;
use super::terminal::complain;
use crownhead_engine::search::{
    Depth, DriverKind, FirstGuess, ModeKind, SearchOptions, TableMoveRule, TableSize, Threads,
};
use crownhead_engine::support::files;
use crownhead_rules::notation::fen;
use crownhead_rules::{AnyPosition, Variant};

/// The help text of an option for the variant.
pub(super) fn variant_help() -> String {
    format!("The variant: {} (or an alias)", Variant::names())
}

/// The variant that a FEN shows by its squares.
pub(super) fn shown_variant(fen: &str) -> Option<Variant> {
    // Counters after the pieces are not squares.
    shown_by_squares(fen.split(':').skip(1).filter(|section| section.trim().starts_with(['W', 'w', 'B', 'b'])))
}

/// The variant that these texts show by their squares: [`Variant::DEFAULT_OF_LARGER_BOARD`] if a number is beyond the
/// smaller board.
pub(super) fn shown_by_squares<'t>(texts: impl IntoIterator<Item = &'t str>) -> Option<Variant> {
    let numbers = texts.into_iter().flat_map(|text| text.split(|letter: char| !letter.is_ascii_digit()));
    let mut squares = numbers.filter_map(|number| number.parse::<usize>().ok());
    squares.any(|square| square > Variant::DEFAULT.board().size).then_some(Variant::DEFAULT_OF_LARGER_BOARD)
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
    /// The given variant, or the one detected from the position.
    pub(super) fn variant(&self) -> Variant {
        self.variant.or_else(|| shown_variant(self.fen.as_deref()?)).unwrap_or(Variant::DEFAULT)
    }

    /// The variant of a position of standard input: the given one, or the one detected from it.
    pub(super) fn variant_of(&self, text: &str) -> Variant {
        self.variant.or_else(|| shown_variant(text)).unwrap_or(Variant::DEFAULT)
    }

    /// Whether the positions are read from standard input.
    pub(super) fn is_stream(&self) -> bool {
        self.fen.as_deref() == Some("-")
    }

    /// The single position, if this is not a stream.
    pub(super) fn single(&self) -> Result<AnyPosition, CliError> {
        match &self.fen {
            Some(text) => Ok(fen::parse(self.variant(), text)?),
            None => Ok(self.variant().start()),
        }
    }

    /// Prints a line for each FEN of standard input: the FEN as given, then the words that `answer` returns for it. An
    /// invalid line is reported with its number and skipped; blank lines are skipped.
    pub(super) fn answer_stream(
        &self,
        out: &mut impl Write,
        answer: impl Fn(&AnyPosition) -> Vec<String>,
    ) -> Result<(), CliError> {
        answer_lines(|text| Ok(write_line(out, text, answer(&fen::parse(self.variant_of(text), text)?))?))
    }
}

/// Passes each line of standard input to `answer`, without the blanks around it. A line whose position is faulty is
/// reported with its number; blank lines are skipped.
pub(super) fn answer_lines(mut answer: impl FnMut(&str) -> Result<(), CliError>) -> Result<(), CliError> {
    let mut bad_lines = 0;
    let (mut input, mut bytes) = (io::stdin().lock(), Vec::new());
    for line in 1.. {
        bytes.clear();
        if files::read_line(&mut input, &mut bytes)? == 0 {
            break;
        }
        let text = String::from_utf8_lossy(&bytes);
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
    format!("{}. Default: english, or international if the FEN has squares beyond 32", variant_help())
}

/// Writes a position and its answer, separated by blanks.
pub(super) fn write_line(out: &mut impl Write, fen: &str, answer: Vec<String>) -> io::Result<()> {
    write!(out, "{fen}")?;
    for word in answer {
        write!(out, " {word}")?;
    }
    writeln!(out)
}
