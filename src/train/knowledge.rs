//! What a player of training games knows about positions.

use std::fs;
use std::hash::Hasher;
use std::path::Path;

use fnv::FnvHasher;

use super::TrainError;
use super::fit::FitOptions;
use crate::endgame::TablesOptions;
use crate::engine::{EngineOptions, Limit, LocalPlayer};
use crate::eval::{EvaluationOptions, Family, LearnedWeights, Tuning};
use crate::rules::Variant;
use crate::search::TableSize;

/// An evaluation to play with, and its label in records.
#[derive(Clone, Debug)]
pub struct Knowledge {
    label: String,
    /// `None` is the linear evaluation.
    weights: Option<LearnedWeights>,
}

impl Knowledge {
    /// The linear evaluation.
    pub fn linear() -> Knowledge {
        Knowledge { label: "linear".to_owned(), weights: None }
    }

    /// The weights in the file at `path`. The label has the hash of the file.
    ///
    /// # Errors
    /// [`TrainError::Weights`] if it cannot be read or is not a file of weights.
    pub fn read(path: &Path) -> Result<Knowledge, TrainError> {
        let (weights, hash) = read(path)?;
        Ok(Knowledge { label: format!("{} {hash:016x}", weights.header().family.name()), weights: Some(weights) })
    }

    /// What it is called in records: equal labels mean equal values.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// How it learns: a network goes on from what it knows, and patterns beside it stay; patterns alone are learned anew. After
    /// the linear evaluation, `family` learns.
    pub fn fit(&self, family: Family) -> FitOptions {
        match (&self.weights, self.network()) {
            (None, _) => FitOptions::of(family),
            (Some(_), None) => FitOptions::default(),
            (Some(_), Some(network)) => FitOptions::starting_with(network.clone()),
        }
    }

    /// Fails unless its weights are for this variant.
    ///
    /// # Errors
    /// [`TrainError::ForeignWeights`].
    pub(super) fn check(&self, variant: Variant) -> Result<(), TrainError> {
        self.weights.as_ref().map_or(Ok(()), |weights| check_weights(variant, weights))
    }

    /// Its weights; `None` is the linear evaluation.
    pub(super) fn weights(&self) -> Option<&LearnedWeights> {
        self.weights.as_ref()
    }

    /// Its weights, if they have a network.
    pub(super) fn network(&self) -> Option<&LearnedWeights> {
        self.weights.as_ref().filter(|weights| weights.header().family != Family::Patterns)
    }

    /// The numbers of the search that were measured with these values in a variant.
    pub(super) fn tuning(&self, variant: Variant) -> Tuning {
        match &self.weights {
            Some(weights) => weights.header().search,
            None => Tuning::of_linear(variant.name()),
        }
    }

    /// A player of a variant with a small table and the endgame tables in the program, and this limit for a move.
    /// [`LocalPlayer::new_game`] makes it forget all but this knowledge.
    ///
    /// # Errors
    /// [`TrainError`] if there is no memory, or the weights are for another variant.
    pub(super) fn player(&self, variant: Variant, limit: Limit) -> Result<LocalPlayer, TrainError> {
        let evaluation = EvaluationOptions {
            learned: self.weights.is_some(),
            weights: self.weights.clone(),
            ..EvaluationOptions::default()
        };
        let options = EngineOptions {
            table_size: TableSize::MIN,
            evaluation,
            endgame: TablesOptions::default(),
            ..EngineOptions::default()
        };
        self.check(variant)?;
        Ok(LocalPlayer::new(variant, &options, limit)?)
    }
}

/// The weights in the file at `path`.
///
/// # Errors
/// [`TrainError::Weights`] if it cannot be read or is not a file of weights.
pub fn read_weights(path: &Path) -> Result<LearnedWeights, TrainError> {
    Ok(read(path)?.0)
}

/// The same of weights that must be for this variant.
///
/// # Errors
/// As [`read_weights`], and [`TrainError::ForeignWeights`].
pub fn read_weights_for(variant: Variant, path: &Path) -> Result<LearnedWeights, TrainError> {
    let weights = read_weights(path)?;
    check_weights(variant, &weights)?;
    Ok(weights)
}

fn check_weights(variant: Variant, weights: &LearnedWeights) -> Result<(), TrainError> {
    let foreign = |error| TrainError::ForeignWeights { file: weights.source().to_owned(), error };
    weights.check(variant).map_err(foreign)
}

/// The weights in the file at `path`, and the hash of the file.
fn read(path: &Path) -> Result<(LearnedWeights, u64), TrainError> {
    let bad = |reason: String| TrainError::Weights { path: path.to_owned(), reason };
    let bytes = fs::read(path).map_err(|error| bad(error.to_string()))?;
    let weights = LearnedWeights::parse(&path.display().to_string(), &bytes);
    let mut hasher = FnvHasher::default();
    hasher.write(&bytes);
    Ok((weights.map_err(|error| bad(error.to_string()))?, hasher.finish()))
}
