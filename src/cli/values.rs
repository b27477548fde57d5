//! Argument values shared by several commands.

use std::num::NonZeroUsize;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use clap::value_parser;

use crate::rules::Variant;
use crate::search::{Depth, TableSize, Threads};

/// The help text of an option for the variant.
pub(super) fn variant_help() -> String {
    format!("The variant: {} (or an alias)", Variant::names())
}

/// The variant of a FEN, detected from its squares: international draughts if there are squares beyond 32.
pub(super) fn shown_variant(fen: &str) -> Option<Variant> {
    // Counters after the pieces are not squares.
    let armies = fen.split(':').skip(1).filter(|section| section.trim().starts_with(['W', 'w', 'B', 'b']));
    armies.flat_map(squares).any(is_beyond_the_smaller_board).then_some(Variant::INTERNATIONAL)
}

/// The numbers in a text whose numbers are squares.
pub(super) fn squares(text: &str) -> impl Iterator<Item = usize> {
    text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|number| number.parse().ok())
}

/// Whether only the larger board has this square.
pub(super) fn is_beyond_the_smaller_board(square: usize) -> bool {
    square > Variant::ENGLISH.board().size
}

/// Parses the size of a table in MiB.
pub(super) fn table_size() -> impl TypedValueParser<Value = TableSize> {
    let range = i64::from(TableSize::MIN.mib())..=i64::from(TableSize::MAX.mib());
    value_parser!(u32).range(range).map(|mib| TableSize::from_mib(mib).expect("the range is that of the sizes"))
}

/// Parses a number above 0.
pub(super) fn above_zero() -> impl TypedValueParser<Value = NonZeroUsize> {
    RangedU64ValueParser::<usize>::new().range(1..).map(|number| NonZeroUsize::new(number).unwrap_or(NonZeroUsize::MIN))
}

/// Parses a number of threads, which is above 0 and not beyond what a search may have.
pub(super) fn threads() -> impl TypedValueParser<Value = NonZeroUsize> {
    RangedU64ValueParser::<usize>::new()
        .range(1..=Threads::MAX.get() as u64)
        .map(|number| NonZeroUsize::new(number).unwrap_or(NonZeroUsize::MIN))
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
