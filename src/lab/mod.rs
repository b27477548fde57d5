//! The laboratory: the papers' experiments on the search that plays.
//!
//! An [`Experiment`] is a list of [`Job`]s that its size and seed decide. [`run`] does them and keeps a record, from which
//! alone a [`Report`](view::Report) of tables and plots is made. Times are processor times of the searching thread,
//! so that whatever else the machine does hardly shows.

mod contest;
mod error;
mod experiment;
pub mod experiments;
mod frame;
mod job;
mod leaves;
mod measure;
mod method;
mod opening;
mod origin;
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
pub use job::{Interrupt, Job};
pub use leaves::LeafCounter;
pub use measure::{DraughtsBench, Guesses, OWN_GUESSES, Step, Which, Workbench, measure};
pub use method::{Method, Regime};
pub use opening::{balanced_openings, spread};
pub use record::Header;
pub use row::Row;
pub use runner::{run, run_unrecorded};
pub use sample::{Sample, played_positions, random_games};
pub use scale::{Scale, Size};
pub use tally::Tally;
pub use traffic::{Counts, Traffic};
