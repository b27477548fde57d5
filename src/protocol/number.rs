//! Parses numbers of clients into limits.

use std::time::Duration;

use crate::search::Depth;

/// A number with a decimal point, or with a comma as in some locales.
pub(super) fn number(text: &str) -> Option<f64> {
    text.replace(',', ".").parse().ok().filter(|number: &f64| number.is_finite())
}

/// The maximum time: one day.
pub(super) const LONGEST_SECONDS: f64 = 86_400.0;

/// A number of seconds as a duration: zero if negative, at most [`LONGEST_SECONDS`].
pub(super) fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, LONGEST_SECONDS))
}

/// A number of plies, at least 1.
pub(super) fn depth(plies: f64) -> Depth {
    Depth::new(plies.max(1.0) as u32)
}

/// A number of nodes, at least 1.
pub(super) fn nodes(nodes: f64) -> u64 {
    nodes.max(1.0) as u64
}
