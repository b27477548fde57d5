//! The positions and depths of the bench by variant, from a data file.

use std::collections::BTreeMap;

use once_cell::sync::Lazy;
use serde::Deserialize;

use crate::rules::Variant;

/// The data file, compiled in so that a bench needs only the binary.
static SUITES: Lazy<BTreeMap<String, Suite>> = Lazy::new(|| {
    toml::from_str(include_str!("../../../data/bench/positions.toml")).expect("a test reads the same file")
});

/// The bench of one variant.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Suite {
    /// The search depth, in plies.
    pub(super) depth: u32,
    /// The positions as FEN.
    pub(super) positions: Vec<String>,
}

impl Suite {
    /// The bench of a variant, if there is one.
    pub(super) fn of(variant: Variant) -> Option<&'static Suite> {
        SUITES.get(variant.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::Game;
    use crate::search::Depth;

    #[test]
    fn every_variant_has_positions_that_leave_a_choice() {
        for &variant in Variant::ALL {
            let suite = Suite::of(variant).unwrap_or_else(|| panic!("no positions for {variant}"));
            assert!(suite.positions.len() >= 8, "{variant}");
            assert!((1..=Depth::MAX.get()).contains(&suite.depth), "{variant}");
            for text in &suite.positions {
                let position = fen::parse(variant, text).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(Game::new(position).end(), None, "{text} is over");
                assert!(position.moves().len() > 1, "{text} leaves no choice");
            }
        }
    }

    #[test]
    fn every_section_is_that_of_a_variant() {
        for name in SUITES.keys() {
            assert!(Variant::ALL.iter().any(|variant| variant.name() == name), "{name}");
        }
    }
}
