//! The options of a fit that `train fit` and `train loop` have in common.

use clap::{Args, ValueEnum};

use crate::eval::Family;
use crate::train::fit::FitOptions;

/// What learns, to what target, and from which positions.
#[derive(Clone, Debug, Args)]
pub(super) struct FitFlags {
    /// What kind of evaluation learns
    #[arg(long, value_name = "FAMILY", default_value = "patterns")]
    family: FamilyName,

    /// The part of the result in the target; the rest is the value that the search found
    #[arg(long, value_name = "SHARE", default_value_t = FitOptions::default().lambda, value_parser = share)]
    lambda: f32,

    /// How often to go through all positions; 0 leaves what the fit begins with as it is, but for its scale, by which a
    /// man more is worth 1.0 in these games, and for the numbers of pieces that the games do not have
    #[arg(long, value_name = "N", default_value_t = FitOptions::default().epochs)]
    epochs: usize,

    /// Leave out positions whose search value is beyond this [default: 5]; those beyond the limit of adjudication,
    /// 5 men and in the losing games 6, are left out too
    #[arg(long, value_name = "MEN", value_parser = men)]
    most_men: Option<f64>,

    /// Keep all these positions, with values of at most --most-men
    #[arg(long)]
    keep_decided: bool,

    /// Use the first N recorded positions of each game only [default: 110]
    #[arg(long, value_name = "N")]
    most_plies: Option<usize>,
}

impl FitFlags {
    /// What learns, where no weights say it.
    pub(super) fn family(&self) -> Family {
        self.family.into()
    }

    /// These options, and for the rest those that are usual.
    pub(super) fn options(&self, usual: FitOptions) -> FitOptions {
        FitOptions {
            lambda: self.lambda,
            epochs: self.epochs,
            most_men: self.most_men.unwrap_or(usual.most_men),
            keeps_decided: self.keep_decided,
            most_plies: self.most_plies.unwrap_or(usual.most_plies),
            ..usual
        }
    }
}

/// The families by their names on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum FamilyName {
    /// A weight for each pattern on the board
    Patterns,
    /// A small network
    Network,
}

impl From<FamilyName> for Family {
    fn from(name: FamilyName) -> Family {
        match name {
            FamilyName::Patterns => Family::Patterns,
            FamilyName::Network => Family::Network,
        }
    }
}

/// Parses a number from 0 to 1.
pub(super) fn share(text: &str) -> Result<f32, String> {
    let share = text.parse::<f32>().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| format!("{text} is not a share: expected a number from 0 to 1"))
}

fn men(text: &str) -> Result<f64, String> {
    let men = text.parse().ok().filter(|men| (0.0..=100.0).contains(men));
    men.ok_or_else(|| format!("{text} is not a value: expected men from 0 to 100"))
}
