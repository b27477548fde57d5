//! What can be chosen about drivers.

use super::Width;

/// The windows and steps of the drivers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DriverOptions {
    /// The width of an epsilon window (Mandziuk and Osman 2004, section 3). A millionth makes it a null window.
    pub epsilon: Width,
    /// How far the first window of `aspiration-negascout` reaches to either side of the guess.
    pub aspiration: Width,
    /// The first step of `mtd-step`, `mtd-gallop` and `mtd-best`.
    pub first_step: Width,
    /// Does `real-mtd-f` end with a search over the last bounds? The published form stops as soon as they are closer
    /// than epsilon, and may be off by as much.
    pub close_real: bool,
}

impl Default for DriverOptions {
    fn default() -> DriverOptions {
        DriverOptions {
            epsilon: Width::from_millionths(3_000),
            aspiration: Width::from_millionths(250_000),
            first_step: Width::from_millionths(50_000),
            close_real: true,
        }
    }
}
