//! How to search, where a command leaves that open.

use clap::Args;
use clap::builder::TypedValueParser;

use super::values::named;
use crate::search::{DriverKind, ModeKind, SearchOptions};

/// The choices of a search that are worth comparing from the command line.
#[derive(Clone, Debug, Args)]
pub(super) struct SearchFlags {
    /// The driver; by default the engine's
    #[arg(long, value_name = "NAME", value_parser = driver())]
    driver: Option<DriverKind>,

    /// The mode: play with selectivity, the papers' fixed depth, or the strict mode of the proofs; by default play
    #[arg(long, value_name = "NAME", value_parser = mode())]
    mode: Option<ModeKind>,
}

impl SearchFlags {
    /// The default options, but for what the flags say.
    pub(super) fn options(&self) -> SearchOptions {
        let default = SearchOptions::default();
        SearchOptions {
            driver: self.driver.unwrap_or(default.driver),
            mode: self.mode.unwrap_or(default.mode),
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
