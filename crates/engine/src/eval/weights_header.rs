//! The header of a file of weights: what they are for, how they were learned, and how the search is tuned to them.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::network::NetworkShape;
use super::{Network, PatternList, Patterns, Section};
use crate::named_choice;
use crownhead_rules::Variant;

/// The first line of a file of weights: what it is, and the version of its format.
pub(super) const MAGIC: &str = "crownhead weights";
pub(super) const VERSION: &str = "1";

named_choice! {
    /// The kind of evaluation that weights are for.
    #[derive(Default, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    Family("family of weights") {
        /// A weight for each pattern, as [`PatternList`] orders them.
        #[default]
        Patterns = "patterns",
        /// The parameters of a network, as [`NetworkShape`] orders them.
        Network = "network",
        /// A network, and patterns for what it leaves over (its residual).
        Combined = "combined",
    }
}

impl Family {
    /// Whether it is the family of files that name none.
    fn is_default(&self) -> bool {
        *self == Family::default()
    }
}

/// Why a file of weights is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// It cannot be read.
    #[error("{0}")]
    Read(String),
    /// It is another kind of file.
    #[error("not a file of weights: expected the first line \"{MAGIC} {VERSION}\"")]
    Foreign,
    /// It has another version of the format.
    #[error("weights of format version {0}: expected version {VERSION}")]
    Version(String),
    /// It is too short or too long.
    #[error("the file has {found} bytes where {expected} were expected: it is cut off or damaged")]
    Length {
        /// Its length.
        found: usize,
        /// The length by its contents.
        expected: usize,
    },
    /// Its hash is not that of its contents.
    #[error("the checksum is {found:016x}: expected {expected:016x}; the file is damaged")]
    Checksum {
        /// By the file.
        found: u64,
        /// By its contents.
        expected: u64,
    },
    /// The second line is not understood.
    #[error("the header is damaged: {0}")]
    Header(String),
    /// The packed weights cannot be unpacked, or are too few or too many.
    #[error("the weights are damaged: {0}")]
    Packing(String),
    /// It is for something else.
    #[error("weights with {what} {found}: expected {expected}")]
    Other {
        /// What differs.
        what: &'static str,
        /// By the file.
        found: String,
        /// What is needed.
        expected: String,
    },
}

/// The header of a file of weights.
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
    /// The number of units of the weights in a man. With both a network and patterns, that of the network.
    pub units_per_man: i32,
    /// The search numbers that were measured with these weights.
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
    /// The number of pairs of weights: of the opening and the ending in patterns, of successive parameters in a
    /// network.
    pub len: usize,
}

/// Numbers of the selective search that depend on the values of an evaluation and so belong to its weights.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuning {
    /// The standard deviation, in men, of the change in the value of a position by four more plies of search (from
    /// depth 4 to depth 8, without selectivity). `None` if values change by leaps, so that no margin is safe.
    pub spread: Option<f64>,
    /// Whether the search gains if an only move costs no depth. Measured: docs/search.md, "Forced moves".
    pub extends_forced: bool,
    /// The constant part of the reduction of late moves, in plies. Older files do not state it. Measured:
    /// docs/search.md, "Late move reductions".
    #[serde(default = "usual_reduction")]
    pub reduction_base: f64,
    /// How fast the reduction of late moves grows: plies for each product of the natural logarithms of the depth and of
    /// the place in the order. Older files do not state it. Measured: docs/search.md, "Late move reductions".
    #[serde(default = "usual_reduction")]
    pub reduction_slope: f64,
}

/// The base and the slope of the reductions where no others were measured.
const fn usual_reduction() -> f64 {
    0.5
}

impl Tuning {
    /// For weights about which nothing has been measured.
    pub const UNMEASURED: Tuning = Tuning {
        spread: None,
        extends_forced: true,
        reduction_base: usual_reduction(),
        reduction_slope: usual_reduction(),
    };

    /// What was measured with the linear evaluation of the variant of this name.
    ///
    /// The spreads come from self-play, from positions without a capture whose values are estimates at both depths: 921
    /// positions of English draughts and 712 of international. In `giveaway` the spread is 1.40 men, though four values
    /// in five change by less than 0.54; in `losing` it is 0.53. No margin gained anything there.
    pub fn of_linear(variant: &str) -> Tuning {
        match variant {
            "english" => Tuning { spread: Some(0.24), extends_forced: false, ..Tuning::UNMEASURED },
            "international" => Tuning { spread: Some(0.42), ..Tuning::UNMEASURED },
            _ => Tuning::UNMEASURED,
        }
    }
}

/// The valid range of [`Tuning::spread`], in men.
pub const SPREADS: RangeInclusive<f64> = 0.001..=10.0;

/// The valid range of [`Tuning::reduction_base`] and [`Tuning::reduction_slope`].
pub const REDUCTIONS: RangeInclusive<f64> = 0.0..=10.0;

/// How weights were learned.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// Games that were learned from, including those held out.
    pub games: u64,
    /// Positions of these games.
    pub positions: u64,
    /// The records of these games, by the checksums of their headers, with the games and the positions of each, so that
    /// a record that is fitted to again does not count again. Older files list none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub records: BTreeMap<String, [u64; 2]>,
    /// The number of generations of games and fits so far.
    pub generation: u32,
    /// The seed of the order of the positions in the fit.
    pub seed: u64,
    /// The commit of the program that fitted them; empty if unknown.
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

    /// Fails unless its numbers are in their ranges.
    pub(super) fn check_numbers(&self) -> Result<(), WeightsError> {
        let Tuning { spread, reduction_base: base, reduction_slope: slope, .. } = self.search;
        let loss = self.training.held_out_loss;
        let is_valid_spread = spread.is_none_or(|spread| SPREADS.contains(&spread));
        let numbers = [
            ("reduction base", base, REDUCTIONS.contains(&base), "a number from 0 to 10"),
            ("reduction slope", slope, REDUCTIONS.contains(&slope), "a number from 0 to 10"),
            ("spread", spread.unwrap_or_default(), is_valid_spread, "men from 0.001 to 10, or none"),
            ("held-out loss", loss, loss.is_finite(), "a finite number"),
        ];
        match numbers.into_iter().find(|(.., is_valid, _)| !is_valid) {
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
    let patterns = PatternList::of(variant).map_or(Vec::new(), |list| list.sections());
    let (patterns, network) = (lengths(patterns, 1), lengths(NetworkShape::of(variant).sections(), 2));
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
