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
    /// The most that [`Size::depth`] can be.
    pub most_depth: u32,
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
    /// Each seed with how many positions come from it: equal shares, the first ones greater by one if need be.
    pub fn shares(&self) -> impl Iterator<Item = (u64, usize)> + use<> {
        let Setup { size: Size { positions, seeds, .. }, seed, .. } = *self;
        let share = move |index| positions / seeds + usize::from(index < positions % seeds);
        (0..seeds.min(positions)).map(move |index| (seed.wrapping_add(index as u64), share(index)))
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
    /// The most plies where the depth is that of a search.
    pub(super) const MOST_DEPTH: u32 = 40;

    /// The setup of a scale, with another size if one is given.
    ///
    /// # Errors
    /// If the depth is more than the experiment takes.
    pub fn setup(
        &self,
        scale: Scale,
        positions: Option<usize>,
        depth: Option<u32>,
        seed: u64,
    ) -> Result<Setup, LabError> {
        if let Some(depth) = depth.filter(|&depth| depth > self.most_depth) {
            return Err(LabError::TooDeep { experiment: self.name, depth, most: self.most_depth });
        }
        let usual = (self.size)(scale);
        let positions = positions.unwrap_or(usual.positions);
        let seeds = usual.seeds.min(positions).max(1);
        let size = Size { positions, depth: depth.unwrap_or(usual.depth), seeds };
        Ok(Setup { scale, size, seed })
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
