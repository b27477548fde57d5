//! Games of the engine against itself for training, many at a time, each decided by the seed and its number alone.

mod adjudication;
mod beside;
mod distinct;
mod extent;
mod figures;
mod leaf_sample;
mod opening;
mod play;
mod run;
mod share;

pub use beside::Beside;
pub use extent::Extent;
pub use figures::Figures;
pub use opening::OpeningPlies;
pub(super) use opening::Openings;
pub use run::GamesRun;
pub use share::Share;
