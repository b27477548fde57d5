//! What a search has to know of an evaluation: numbers that were measured with its values.

use serde::{Deserialize, Serialize};

/// The slope of the reductions where no other was measured.
const USUAL_REDUCTION_SLOPE: f64 = 0.5;

/// Numbers of the selective search that depend on the values of an evaluation and so belong to its weights.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuning {
    /// The standard deviation, in men, of what four more plies of search change in the value of a position (from depth
    /// 4 to depth 8, without selectivity). `None` where values change by leaps, so that no margin is safe.
    pub spread: Option<f64>,
    /// Does the search gain by making an only move cost no depth? Measured: docs/search.md, "Forced moves".
    pub extends_forced: bool,
    /// How fast the reduction of late moves grows; files from before it was measured do not say. Plies for each product of the natural logarithms of the depth and of the
    /// place in the order. Measured: docs/search.md, "Late move reductions".
    #[serde(default = "usual_reduction_slope")]
    pub reduction_slope: f64,
}

const fn usual_reduction_slope() -> f64 {
    USUAL_REDUCTION_SLOPE
}

impl Tuning {
    /// For weights about which nothing has been measured.
    pub const UNMEASURED: Tuning =
        Tuning { spread: None, extends_forced: true, reduction_slope: USUAL_REDUCTION_SLOPE };

    /// What was measured with the linear evaluation of the variant of this name.
    ///
    /// The spreads come from self-play, from positions without a capture to make and with values that are estimates at
    /// both depths: 921 positions of English draughts and 712 of international. In `giveaway` the spread is 1.40 men,
    /// though four values in five change by less than 0.54; in `losing` it is 0.53. No margin gained anything there.
    pub fn of_linear(variant: &str) -> Tuning {
        match variant {
            "english" => Tuning { spread: Some(0.24), extends_forced: false, ..Tuning::UNMEASURED },
            "international" => Tuning { spread: Some(0.42), ..Tuning::UNMEASURED },
            _ => Tuning::UNMEASURED,
        }
    }
}
