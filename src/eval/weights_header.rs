//! What a file of weights says of them: its second line.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::network::NetworkShape;
use super::{Network, PatternList, Patterns, Section, Tuning, WeightsError};
use crate::rules::Variant;

/// What kind of evaluation weights are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// A weight for each pattern, as [`PatternList`] orders them.
    #[default]
    Patterns,
    /// The parameters of a network, as [`NetworkShape`] orders them.
    Network,
    /// A network, and patterns for what it leaves over.
    Combined,
}

impl Family {
    /// What files, records and reports call it.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Patterns => "patterns",
            Family::Network => "network",
            Family::Combined => "combined",
        }
    }

    /// Is it that of files which name none?
    fn is_default(&self) -> bool {
        *self == Family::default()
    }
}

/// What a file of weights says about them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The name of the variant.
    pub variant: String,
    /// The kind of evaluation; files that name none are for patterns.
    #[serde(default, skip_serializing_if = "Family::is_default")]
    pub family: Family,
    /// The sections of the list of weights.
    pub sections: Vec<SectionLength>,
    /// The unit of the weights: so many make a man. With both a network and patterns, that of the network.
    pub units_per_man: i32,
    /// What the search is tuned to with these values.
    pub search: Tuning,
    /// Where the weights come from.
    pub training: Training,
}

/// A section of the list of weights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SectionLength {
    /// Its name.
    pub name: String,
    /// How many pairs of weights it has: of the opening and the ending in patterns, of successive parameters in a network.
    pub len: usize,
}

/// The spreads that make sense, in men.
pub const SPREADS: RangeInclusive<f64> = 0.001..=10.0;

/// The slopes that make sense.
pub const REDUCTION_SLOPES: RangeInclusive<f64> = 0.0..=10.0;

/// How weights were learned.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// Games that were learned from, those held out included.
    pub games: u64,
    /// Positions of these games.
    pub positions: u64,
    /// The records that these games are from, by the checksums of their headers, with the games and the positions of each:
    /// so a record that is fitted to again does not count again. Files from before this was noted list none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub records: BTreeMap<String, [u64; 2]>,
    /// Generations of games and fits that led here.
    pub generation: u32,
    /// What decided the order of the positions in the fit.
    pub seed: u64,
    /// The commit of the program that fitted them; empty if it is unknown.
    pub commit: String,
    /// The mean cross-entropy of the results of the games held out, in nats.
    pub held_out_loss: f64,
}

impl Header {
    /// The header of weights for a variant.
    pub fn of(variant: Variant, family: Family, search: Tuning, training: Training) -> Header {
        Header {
            variant: variant.name().to_owned(),
            family,
            sections: section_lengths(variant, family),
            units_per_man: units_per_man(family),
            search,
            training,
        }
    }

    /// Fails unless the weights fit a variant in this version of the program.
    pub(super) fn check(&self, variant: Variant) -> Result<(), WeightsError> {
        let named = |sections: &[SectionLength]| {
            let names: Vec<_> = sections.iter().map(|section| format!("{} {}", section.name, section.len)).collect();
            names.join(", ")
        };
        let other = |what, found, expected| Err(WeightsError::Other { what, found, expected });
        let (sections, units) = (section_lengths(variant, self.family), units_per_man(self.family));
        if self.variant != variant.name() {
            other("variant", self.variant.clone(), variant.name().to_owned())
        } else if self.sections != sections {
            other("sections", named(&self.sections), named(&sections))
        } else if self.units_per_man != units {
            other("units per man", self.units_per_man.to_string(), units.to_string())
        } else {
            self.check_numbers()
        }
    }

    /// Fails unless its numbers make sense.
    pub(super) fn check_numbers(&self) -> Result<(), WeightsError> {
        let (slope, loss) = (self.search.reduction_slope, self.training.held_out_loss);
        let spread = self.search.spread;
        let spread_makes_sense = spread.is_none_or(|spread| SPREADS.contains(&spread));
        let facts = [
            ("reduction slope", slope, REDUCTION_SLOPES.contains(&slope), "a number from 0 to 10"),
            ("spread", spread.unwrap_or_default(), spread_makes_sense, "men from 0.001 to 10, or none"),
            ("held-out loss", loss, loss.is_finite(), "a finite number"),
        ];
        match facts.into_iter().find(|(.., makes_sense, _)| !makes_sense) {
            None => Ok(()),
            Some((what, found, _, expected)) => {
                Err(WeightsError::Other { what, found: found.to_string(), expected: expected.to_owned() })
            }
        }
    }
}

fn section_lengths(variant: Variant, family: Family) -> Vec<SectionLength> {
    let lengths = |sections: Vec<Section>, weights_in_a_pair| {
        let length = move |section: Section| SectionLength {
            name: section.name.to_owned(),
            len: section.range.len() / weights_in_a_pair,
        };
        sections.into_iter().map(length)
    };
    let (patterns, network) =
        (lengths(PatternList::of(variant).sections(), 1), lengths(NetworkShape::of(variant).sections(), 2));
    match family {
        Family::Patterns => patterns.collect(),
        Family::Network => network.collect(),
        Family::Combined => network.chain(patterns).collect(),
    }
}

const fn units_per_man(family: Family) -> i32 {
    match family {
        Family::Patterns => Patterns::UNITS_PER_MAN,
        Family::Network | Family::Combined => Network::UNITS_PER_MAN,
    }
}
