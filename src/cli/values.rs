//! Values that several commands take.

use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::value_parser;

use crate::rules::Variant;
use crate::search::{Depth, TableSize};

/// What `--help` says of a variant to choose.
pub(super) fn variant_help() -> String {
    format!("The rules: {} (aliases are understood)", Variant::names())
}

/// Reads the size of a table in MiB.
pub(super) fn table_size() -> impl TypedValueParser<Value = TableSize> {
    let range = i64::from(TableSize::MIN.mib())..=i64::from(TableSize::MAX.mib());
    value_parser!(u32)
        .range(range)
        .map(|mib| TableSize::from_mib(mib).expect("the range is that of the sizes"))
}

/// Reads a depth in plies.
pub(super) fn depth() -> impl TypedValueParser<Value = Depth> {
    value_parser!(u32).range(1..=i64::from(Depth::MAX.get())).map(Depth::new)
}

/// Reads one of the names of a choice, and has `--help` list them.
pub(super) fn named<C>(names: impl Iterator<Item = &'static str>) -> impl TypedValueParser<Value = C>
where
    C: FromStr + Clone + Send + Sync + 'static,
    C::Err: std::error::Error + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse::<C>())
}
