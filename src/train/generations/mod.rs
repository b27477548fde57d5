//! Generations: games, a fit to them, and a match against the generation before, as long as that gains something.

mod contest;
mod plot;
mod run;

pub use contest::{Contest, Standing};
pub use plot::{elo_plot, strengths};
pub use run::{Generation, GenerationsRun, News};
