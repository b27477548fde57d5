//! The definition of an experiment, and its size.

use std::fmt;
use std::num::NonZeroUsize;

use super::job::{settings, weights};
use super::record::Record;
use super::size::Size;
use super::view::LabReport;
use super::{ExperimentHeader, Job, LabError, Method};
use crate::origin;
use crownhead_engine::named_choice;

#[derive(Clone, Copy)]
pub struct Experiment {
    pub name: &'static str,
    pub about: &'static str,
    /// The meaning of [`Size::positions`] and [`Size::depth`].
    pub unit: &'static str,
    /// The maximum of [`Size::depth`].
    pub most_depth: u32,
    pub configuration: &'static str,
    /// The size at each [`Scale`], in their order.
    pub sizes: [Size; 3],
    /// The jobs, always in the same order.
    pub jobs: fn(&RunSetup) -> Result<Vec<Job>, LabError>,
    pub report: fn(&Record) -> LabReport,
}

named_choice! {
    Scale("scale") {
        /// Takes seconds and only tests the experiment. Its figures are meaningless.
        Quick = "quick",
        /// The size of the paper's experiment, or as close to it as documented.
        Paper = "paper",
        /// Larger than the paper's: more positions, of several seeds, or a greater depth.
        Full = "full",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunSetup {
    pub scale: Scale,
    pub size: Size,
    /// The seed of positions and openings; the first, if the size has several.
    pub seed: u64,
}

/// The maximum number of table entries at scale quick, whose searches fill no more.
const MOST_QUICK_ENTRIES: usize = 1 << 13;

impl RunSetup {
    /// Each seed with its number of positions: equal shares, the first ones greater by one if necessary.
    pub fn shares(&self) -> impl Iterator<Item = (u64, usize)> + use<> {
        let RunSetup { size: Size { positions, seeds, .. }, seed, .. } = *self;
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
    /// The maximum depth where it is that of a search.
    pub(super) const MOST_DEPTH: u32 = 40;

    pub const fn size(&self, scale: Scale) -> Size {
        self.sizes[scale as usize]
    }

    /// The setup of a scale, with another size if one is given.
    pub fn setup(
        &self,
        scale: Scale,
        positions: Option<usize>,
        depth: Option<u32>,
        seed: u64,
    ) -> Result<RunSetup, LabError> {
        if let Some(depth) = depth.filter(|&depth| depth > self.most_depth) {
            return Err(LabError::TooDeep { experiment: self.name, depth, most: self.most_depth });
        }
        let usual = self.size(scale);
        let positions = positions.unwrap_or(usual.positions);
        let seeds = usual.seeds.min(positions).max(1);
        let size = Size { positions, depth: depth.unwrap_or(usual.depth), seeds };
        Ok(RunSetup { scale, size, seed })
    }

    /// The header of a record of these jobs, of which `threads` run at a time.
    pub fn header(&self, setup: &RunSetup, jobs: &[Job], threads: NonZeroUsize) -> ExperimentHeader {
        ExperimentHeader {
            experiment: self.name.to_owned(),
            scale: setup.scale.name().to_owned(),
            size: setup.size,
            whole: setup.size == self.size(setup.scale),
            seed: setup.seed,
            jobs: jobs.len(),
            configuration: self.configuration.to_owned(),
            version: origin::VERSION.to_owned(),
            commit: origin::COMMIT.unwrap_or("unknown").to_owned(),
            compiler: origin::COMPILER.to_owned(),
            threads: Some(threads),
            settings: settings(jobs),
            weights: weights(jobs),
            superseded: Vec::new(),
            machine: origin::machine(),
            shard: None,
        }
    }
}

impl fmt::Debug for Experiment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Experiment").field("name", &self.name).finish_non_exhaustive()
    }
}
