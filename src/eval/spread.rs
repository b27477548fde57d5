//! How far the value of a position goes astray.

use crate::rules::Variant;

/// The standard deviation, in men, of what four more plies of search change in the value of a position (from depth 4 to
/// depth 8, without selectivity); `None` in games whose values go by leaps, so that no margin is safe.
///
/// Measured in self-play, on positions without a capture to make and with values that are estimates at both depths: 921
/// positions of English draughts and 712 of international. In `giveaway` it is 1.40 men, though four values in five
/// change by less than 0.54; in `losing` 0.53. Margins of one spread and of more than one did not prove themselves there.
pub const fn spread(variant: Variant) -> Option<f64> {
    match variant {
        Variant::English => Some(0.24),
        Variant::International => Some(0.42),
        Variant::Giveaway | Variant::Losing => None,
    }
}
