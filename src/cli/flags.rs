//! Flags that several commands have, and the parsers of their values.

use std::borrow::Cow;
use std::io::{self, BufRead, Cursor, Write};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, RangedU64ValueParser, StringValueParser, TypedValueParser};
use clap::{Args, value_parser};

use super::error::CliError;
use super::guesses::{Guesses, Place};
use super::terminal::complain;
use crownhead_engine::search::{
    Depth, DriverKind, FirstGuess, ModeKind, SearchOptions, TableMoveRule, TableSize, Threads,
};
use crownhead_rules::notation::pdn::{Note, PdnGame, PdnResult, Reader};
use crownhead_rules::notation::{Encoding, Lines, MoveText, fen};
use crownhead_rules::{AnyPosition, Variant};

/// The help text of an option for the variant.
pub(super) fn variant_help() -> String {
    format!("The variant: {} (or an alias)", Variant::names())
}

/// In which encoding PDN files are read.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct EncodingFlag {
    /// The encoding of the text in --pdn that is not UTF-8 [default: guessed for each game]
    ///
    /// A label of the WHATWG standard, such as windows-1251, koi8-r, ibm866 or iso-8859-2, or a code page of DOS, such as
    /// cp850. Text that is valid UTF-8 is read as UTF-8, and what is written is UTF-8.
    #[arg(long, value_name = "LABEL", requires = "pdn")]
    encoding: Option<Encoding>,
}

impl EncodingFlag {
    /// A reader of the games of a file.
    pub(super) fn reader<B: BufRead>(self, input: B) -> Reader<B> {
        Reader::in_encoding(input, self.encoding)
    }

    /// Says which encodings were guessed for the games of a file, if any.
    pub(super) fn tell(file: &Path, encodings: &[Encoding]) {
        let name = |encoding: &Encoding| match encoding.name() {
            "UTF-8" => "UTF-8 with characters that were cut",
            name => name,
        };
        let names: Vec<_> = encodings.iter().map(name).collect();
        if !names.is_empty() {
            let names = names.join(", ");
            complain(format_args!("{}: read as {names}: choose another encoding with --encoding", file_name(file)));
        }
    }
}

pub(super) fn file_name(file: &Path) -> Cow<'_, str> {
    if file.as_os_str() == "-" { "standard input".into() } else { file.to_string_lossy() }
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

/// Parses a FEN, beside which there may be words.
pub(super) fn fen_text() -> impl TypedValueParser<Value = String> {
    StringValueParser::new().map(|text| fen::located(&text).to_owned())
}

/// The variant and the positions of a command: one position, or a stream from standard input.
#[derive(Clone, Debug, Args)]
pub(super) struct Positions {
    #[arg(long, value_name = "NAME", help = variant_help(), long_help = long_variant_help())]
    variant: Option<Variant>,

    /// The position as FEN, such as `W:W31-50:B1-20` [default: the start position]
    ///
    /// With `-`, FENs are read from standard input, one per line.
    #[arg(long, value_parser = fen_text())]
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
            Some(text) => self.guesses().position(self.variant, text, Place::Whole),
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
        answer_lines(|text, place| answer(text, &guesses.position(self.variant, text, place)?))
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

/// The moves of arguments that may have several each, with commas between them and with numbers: `1. 32-28, 19-23`. Other
/// words, such as comments and a result, are read as in PDN.
pub(super) fn move_words(arguments: &[String]) -> Vec<String> {
    // A comma between digits alone joins the squares of a move.
    let is_move = |part: &str| part.contains(|c: char| !(c.is_ascii_digit() || c == '.'));
    let parts = move |word| {
        let are_moves = str::split(word, ',').filter(|part| !part.is_empty()).all(is_move);
        word.split(move |c| c == ';' || (c == ',' && (are_moves || word.ends_with(','))))
    };
    let words: Vec<_> = arguments
        .iter()
        .flat_map(|moves| moves.split_whitespace())
        .flat_map(parts)
        .filter_map(without_number)
        .map(str::to_owned)
        .collect();
    let is_known = |word: &String| {
        let is_result = !matches!(PdnResult::parse(word), PdnResult::Unknown | PdnResult::Other(_));
        !is_result && Variant::ALL.iter().any(|&variant| MoveText::parse(variant, word).is_ok())
    };
    if words.iter().all(is_known) {
        return words;
    }
    // Words would be lost.
    let is_word = |note: &Note| matches!(note, Note::Text(text) if text.starts_with(char::is_alphabetic));
    let has_words = |game: &PdnGame| game.moves.iter().flat_map(|mv| &mv.notes).any(is_word);
    let mut games = Reader::new(Cursor::new(words.join(" ")));
    match (games.next(), games.next()) {
        (Some(Ok(game)), None) if game.fault().is_none() && !has_words(&game) => {
            game.moves.into_iter().map(|mv| mv.text).collect()
        }
        _ => words,
    }
}

/// A move without the number in front, as in `1.32-28`; nothing if it is a number alone.
fn without_number(word: &str) -> Option<&str> {
    let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let mv = after.strip_prefix(['.', '…', ')']).map_or(word, |after| after.trim_start_matches(['.', '…', ')']));
    // `11.15` is a move.
    let is_square = mv.len() <= 2 && mv.bytes().all(|byte| byte.is_ascii_digit());
    (!mv.is_empty()).then_some(if is_square { word } else { mv })
}

/// The most bytes of a line of standard input.
const LONGEST_LINE: u64 = 64 << 20;

/// Passes the position of each line of standard input to `answer`, without what stands around it, as a number or a name,
/// and its place. A line whose position is faulty is reported with its number; blank lines and comments are skipped.
pub(super) fn answer_lines(mut answer: impl FnMut(&str, Place) -> Result<(), CliError>) -> Result<(), CliError> {
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
        if fen::is_remark(text) {
            continue;
        }
        match answer(fen::located(text), Place::Line(line)) {
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

#[cfg(test)]
mod tests {
    use super::move_words;

    #[test]
    fn moves_are_written_as_books_and_lists_have_them() {
        for (text, moves) in [
            ("11-15 23-19", vec!["11-15", "23-19"]),
            ("11-15, 23-19", vec!["11-15", "23-19"]),
            ("11-15,23-19,", vec!["11-15", "23-19"]),
            ("11-15; 23-19;", vec!["11-15", "23-19"]),
            ("1. c3-d4 d6-c5 2. b2-c3", vec!["c3-d4", "d6-c5", "b2-c3"]),
            ("1.c3-d4,d6-c5,2.b2-c3", vec!["c3-d4", "d6-c5", "b2-c3"]),
            ("1) cd4 dc5", vec!["cd4", "dc5"]),
            ("1... d6-c5 2…b2-c3", vec!["d6-c5", "b2-c3"]),
            ("11.15 23,19 2.3228", vec!["11.15", "23,19", "3228"]),
            ("1. 32-28 19-23 2-0", vec!["32-28", "19-23"]),
            ("32-28 19-23 1-1", vec!["32-28", "19-23"]),
            ("32-28! 19-23?! *", vec!["32-28", "19-23"]),
            ("1. 32-28 {best} 19-23 (0:15) ½-½.", vec!["32-28", "19-23"]),
            ("1) 32-28 [1], 19-23 ± Remise.", vec!["32-28", "19-23"]),
            ("\"32-28\", \"19-23\"", vec!["32-28", "19-23"]),
            ("cd4 dc5 $1 1/2-1/2", vec!["cd4", "dc5"]),
            ("32-28 hello 19-23", vec!["32-28", "hello", "19-23"]),
        ] {
            assert_eq!(move_words(&[text.to_owned()]), moves, "{text}");
        }
    }
}
