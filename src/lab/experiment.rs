//! The definition of an experiment.

use super::machine::machine;
use super::record::Record;
use super::view::Report;
use super::{Header, Job, LabError, Method, Scale, Size};
use crate::origin;

/// An experiment: its jobs and its report.
#[derive(Clone, Copy)]
pub struct Experiment {
    /// Its name.
    pub name: &'static str,
    /// A one-line description.
    pub about: &'static str,
    /// The meaning of [`Size::positions`] and [`Size::depth`].
    pub unit: &'static str,
    /// The configuration: what is measured and how.
    pub configuration: &'static str,
    /// The size at each scale.
    pub size: fn(Scale) -> Size,
    /// The jobs, always in the same order.
    pub jobs: fn(&Setup) -> Result<Vec<Job>, LabError>,
    /// The tables and plots of a record.
    pub report: fn(&Record) -> Report,
}

/// The setup of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The scale.
    pub scale: Scale,
    /// The size.
    pub size: Size,
    /// The seed of positions and openings; the first, if the size has several.
    pub seed: u64,
}

/// The maximum number of table entries at scale quick, whose searches fill no more.
const MOST_QUICK_ENTRIES: usize = 1 << 13;

impl Setup {
    /// The seeds of the positions, each with their number: equal shares, the first ones greater by one if need be.
    pub fn shares(&self) -> impl Iterator<Item = (u64, usize)> + use<> {
        let (Size { positions, seeds, .. }, first) = (self.size, self.seed);
        let shares =
            (0..seeds).map(move |number| positions / seeds + usize::from(number < positions % seeds));
        shares
            .enumerate()
            .filter(|&(_, share)| share > 0)
            .map(move |(number, share)| (first.wrapping_add(number as u64), share))
    }

    /// The method with a table that fits the scale: at scale quick, large tables take longer to allocate than to use.
    pub(super) fn fit(&self, method: Method) -> Method {
        match self.scale {
            Scale::Quick => Method { entries: method.entries.min(MOST_QUICK_ENTRIES), ..method },
            Scale::Paper | Scale::Full => method,
        }
    }
}

impl Experiment {
    /// The setup of a scale, with another size if one is given.
    pub fn setup(&self, scale: Scale, positions: Option<usize>, depth: Option<u32>, seed: u64) -> Setup {
        let usual = (self.size)(scale);
        let positions = positions.unwrap_or(usual.positions);
        let seeds = usual.seeds.min(positions);
        let size = Size { positions, depth: depth.unwrap_or(usual.depth), seeds };
        Setup { scale, size, seed }
    }

    /// The header of a record with this number of jobs.
    pub fn header(&self, setup: &Setup, jobs: usize) -> Header {
        Header {
            experiment: self.name.to_owned(),
            scale: setup.scale.name().to_owned(),
            size: setup.size,
            whole: setup.size == (self.size)(setup.scale),
            seed: setup.seed,
            jobs,
            configuration: self.configuration.to_owned(),
            version: origin::VERSION.to_owned(),
            commit: origin::COMMIT.unwrap_or("unknown").to_owned(),
            machine: machine(),
            shard: None,
        }
    }
}

impl std::fmt::Debug for Experiment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Experiment").field("name", &self.name).finish_non_exhaustive()
    }
}
