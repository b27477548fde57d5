//! The positions for speed-up measurements, from a data file.

use std::collections::BTreeMap;

use once_cell::sync::Lazy;

use crate::rules::Variant;

/// The data file, compiled in so that only the binary is needed.
static POSITIONS: Lazy<BTreeMap<String, Vec<String>>> = Lazy::new(|| {
    toml::from_str(include_str!("../../../data/speedup/positions.toml")).expect("a test reads the same file")
});

/// The positions of a variant as FEN, if there are any.
pub(super) fn of(variant: Variant) -> Option<&'static [String]> {
    POSITIONS.get(variant.name()).map(Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::{Game, Rules, VariantVisitor};

    struct CheckPositions(&'static [String]);

    impl VariantVisitor for CheckPositions {
        type Output = ();

        fn visit<R: Rules>(self) {
            for text in self.0 {
                let position = fen::parse::<R>(text).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(Game::new(position).end(), None, "{text} is over");
                assert!(position.moves().len() > 1, "{text} leaves no choice");
            }
        }
    }

    #[test]
    fn there_are_forty_different_positions_of_each_variant() {
        for variant in [Variant::English, Variant::International] {
            let positions = of(variant).expect("they are what is measured");
            let mut different = positions.to_vec();
            different.sort_unstable();
            different.dedup();
            assert_eq!((positions.len(), different.len()), (40, 40), "{variant}");
            variant.visit(CheckPositions(positions));
        }
        for name in POSITIONS.keys() {
            assert!(Variant::ALL.iter().any(|variant| variant.name() == name), "{name}");
        }
    }
}
