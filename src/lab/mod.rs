//! The laboratory: the papers' experiments and others on the engine's search.
//!
//! An [`Experiment`] is a list of [`Job`]s, determined by its size and seed. [`run`] runs them and writes a record,
//! from which a [`Report`](view::Report) of tables and plots is made. Times are CPU times of the search thread: other load
//! on the machine only slows them by what it does to the caches, except where several threads search together.

mod contest;
mod error;
mod experiment;
pub mod experiments;
mod frame;
pub mod games;
mod job;
mod machine;
mod measure;
mod merge;
mod method;
mod opening;
pub mod published;
pub mod record;
mod row;
mod runner;
mod sample;
mod scale;
mod tally;
mod traffic;
mod trial;
pub mod view;

pub use contest::{Contest, Standing};
pub use error::LabError;
pub use experiment::{Experiment, Setup};
pub use frame::Frame;
pub use job::Job;
pub use measure::{DraughtsBench, Guesses, Keyed, OWN_GUESSES, Step, Which, Workbench, measure};
pub use merge::merged;
pub use method::{Method, Regime, baseline};
pub use opening::{balanced_openings, spread};
pub use record::Header;
pub use row::Row;
pub use runner::{run, run_unrecorded};
pub use sample::{Sample, played_positions, random_games};
pub use scale::{Scale, Size};
pub use tally::Tally;
pub use traffic::{Counts, Traffic};
