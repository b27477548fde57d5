//! The limits of an analysis.

use std::time::Duration;

use clap::{Args, value_parser};

use super::super::values::depth;
use crate::engine::{Limit, TimeLimit};
use crate::notation::counted;
use crate::search::Depth;

/// The maximum time: one month.
const LONGEST: f64 = 31.0 * 86_400.0;

/// The limits of each search; the first one reached ends it.
#[derive(Clone, Debug, Args)]
pub(super) struct LimitFlags {
    /// Maximum depth of the search, in plies
    #[arg(long, value_name = "PLIES", value_parser = depth())]
    depth: Option<Depth>,

    /// Maximum time of the search, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,

    /// Maximum number of nodes of the search
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds, such as 2.5".to_owned())?;
    let is_span = seconds > 0.0 && seconds <= LONGEST;
    let span = || Duration::try_from_secs_f64(seconds).ok();
    is_span.then(span).flatten().ok_or_else(|| format!("expected more than 0 and at most {LONGEST} seconds"))
}

impl LimitFlags {
    /// The given limits, or else this number of nodes.
    pub(super) fn limit(&self, default_nodes: u64) -> Limit {
        let limit = Limit {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time.map_or(TimeLimit::Unlimited, TimeLimit::PerMove),
        };
        if limit == Limit::default() { Limit { nodes: Some(default_nodes), ..limit } } else { limit }
    }
}

/// `depth 12 or 2000000 nodes`.
pub(super) fn in_words(limit: &Limit) -> String {
    let time = match limit.time {
        TimeLimit::PerMove(time) => Some(format!("{} s", time.as_secs_f64())),
        TimeLimit::Unlimited | TimeLimit::Clock(_) => None,
    };
    let limits = [
        limit.depth.map(|depth| format!("depth {depth}")),
        limit.nodes.map(|nodes| counted(nodes, "node", "nodes")),
        time,
    ];
    limits.into_iter().flatten().collect::<Vec<_>>().join(" or ")
}
