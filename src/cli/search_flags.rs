//! The search options shared by several commands.

use clap::Args;
use clap::builder::TypedValueParser;

use super::values::named;
use crate::search::{DriverKind, FirstGuess, ModeKind, SearchOptions, TableMoveRule};

/// The search options that can be compared from the command line.
#[derive(Clone, Debug, Args)]
pub(super) struct SearchFlags {
    /// The driver [default: the engine's]
    #[arg(long, value_name = "NAME", value_parser = driver())]
    driver: Option<DriverKind>,

    /// The mode: play (selective), paper (fixed depth, as in the papers), or strict (for proofs) [default: play]
    #[arg(long, value_name = "NAME", value_parser = mode())]
    mode: Option<ModeKind>,

    /// Which move the table stores for a node that failed low [default: the engine's]
    #[arg(long, value_name = "NAME", value_parser = table_move())]
    table_move: Option<TableMoveRule>,

    /// Which earlier iteration gives a driver its first guess [default: the engine's]
    #[arg(long, value_name = "NAME", value_parser = first_guess())]
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

fn driver() -> impl TypedValueParser<Value = DriverKind> {
    named(DriverKind::ALL.iter().map(|driver| driver.name()))
}

fn mode() -> impl TypedValueParser<Value = ModeKind> {
    named(ModeKind::ALL.iter().map(|mode| mode.name()))
}

fn table_move() -> impl TypedValueParser<Value = TableMoveRule> {
    named(TableMoveRule::ALL.iter().map(|rule| rule.name()))
}

fn first_guess() -> impl TypedValueParser<Value = FirstGuess> {
    named(FirstGuess::ALL.iter().map(|rule| rule.name()))
}
