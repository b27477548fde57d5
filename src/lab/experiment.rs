//! What an experiment is.

use super::record::Record;
use super::view::Report;
use super::{Header, Job, LabError, Method, Scale, Size, origin};

/// An experiment: its jobs, and what its record shows.
#[derive(Clone, Copy)]
pub struct Experiment {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// What [`Size::positions`] and [`Size::depth`] mean for it.
    pub unit: &'static str,
    /// What is measured and how.
    pub configuration: &'static str,
    /// How large it is at each scale.
    pub size: fn(Scale) -> Size,
    /// The jobs, always in the same order.
    pub jobs: fn(&Setup) -> Result<Vec<Job>, LabError>,
    /// The tables and plots that its record gives.
    pub report: fn(&Record) -> Report,
}

/// What was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// How large.
    pub scale: Scale,
    /// The same in figures.
    pub size: Size,
    /// Decides positions and openings.
    pub seed: u64,
}

/// The most entries of a table at scale quick, whose searches fill no more.
const MOST_QUICK_ENTRIES: usize = 1 << 13;

impl Setup {
    /// The method on a table that is worth making for so small a scale: at scale quick the large ones take longer to make
    /// than to use.
    pub(super) fn fit(&self, method: Method) -> Method {
        match self.scale {
            Scale::Quick => Method { entries: method.entries.min(MOST_QUICK_ENTRIES), ..method },
            Scale::Paper | Scale::Full => method,
        }
    }
}

impl Experiment {
    /// The setup of a scale, of another size where one is given.
    pub fn setup(&self, scale: Scale, positions: Option<usize>, depth: Option<u32>, seed: u64) -> Setup {
        let usual = (self.size)(scale);
        let size = Size::new(positions.unwrap_or(usual.positions), depth.unwrap_or(usual.depth));
        Setup { scale, size, seed }
    }

    /// The header of the record of a setup that takes so many jobs.
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
            commit: origin::commit(),
            machine: origin::machine(),
        }
    }
}

impl std::fmt::Debug for Experiment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Experiment").field("name", &self.name).finish_non_exhaustive()
    }
}
