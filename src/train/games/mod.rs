//! Games of the engine against itself for training, many at a time, each decided by the seed and its number alone.

mod adjudication;
mod distinct;
mod extent;
mod figures;
mod opening;
mod play;
mod run;
mod sidelines;

pub use extent::Extent;
pub use figures::Figures;
pub use opening::OpeningPlies;
pub(super) use opening::Openings;
pub use run::GamesRun;
pub use sidelines::Sidelines;
