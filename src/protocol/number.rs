//! Numbers as clients write them, and the limits that they mean.

use std::time::Duration;

use crate::search::Depth;

/// A number with a point or, as some locales write it, a comma.
pub(super) fn number(text: &str) -> Option<f64> {
    text.replace(',', ".").parse().ok().filter(|number: &f64| number.is_finite())
}

/// A day: more than any move takes.
pub(super) const LONGEST_SECONDS: f64 = 86_400.0;

/// So much time; none for what is negative, and at most [`LONGEST_SECONDS`].
pub(super) fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, LONGEST_SECONDS))
}

/// So many plies: at least one.
pub(super) fn depth(plies: f64) -> Depth {
    Depth::new(plies.max(1.0) as u32)
}

/// So many nodes: at least one.
pub(super) fn nodes(nodes: f64) -> u64 {
    nodes.max(1.0) as u64
}
