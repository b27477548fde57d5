//! What a player of training games knows about positions.

use std::path::Path;

use super::TrainError;
use super::fit::FitOptions;
use crate::arena::{Keys, Participant};
use crownhead_engine::engine::{EngineOptions, Limit, LocalPlayer};
use crownhead_engine::eval::{EvaluationOptions, Family, LearnedWeights, Tuning};
use crownhead_engine::search::TableSize;
use crownhead_rules::Variant;

/// An evaluation to play with, and its label in records.
#[derive(Clone, Debug)]
pub struct PlayerWeights {
    label: String,
    /// `None` is the linear evaluation.
    weights: Option<LearnedWeights>,
}

impl PlayerWeights {
    pub fn linear() -> PlayerWeights {
        PlayerWeights { label: "linear".to_owned(), weights: None }
    }

    /// The weights in the file at `path`. The label has the hash of the file.
    pub fn read(path: &Path) -> Result<PlayerWeights, TrainError> {
        let weights = read_weights(path)?;
        let label = format!("{} {:016x}", weights.header().family.name(), weights.hash());
        Ok(PlayerWeights { label, weights: Some(weights) })
    }

    /// Its name in records: equal labels mean equal values.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The usual options of a fit that goes on from it: a network learns on, and patterns beside it stay; patterns
    /// alone are learned anew. After the linear evaluation, `family` learns.
    pub fn fit(&self, family: Family) -> FitOptions {
        match (&self.weights, self.network()) {
            (None, _) => FitOptions::of(family),
            (Some(_), None) => FitOptions::default(),
            (Some(_), Some(network)) => FitOptions::starting_with(network.clone()),
        }
    }

    pub(super) fn check(&self, variant: Variant) -> Result<(), TrainError> {
        self.weights.as_ref().map_or(Ok(()), |weights| check(variant, weights))
    }

    /// Its weights; `None` for the linear evaluation.
    pub(super) fn weights(&self) -> Option<&LearnedWeights> {
        self.weights.as_ref()
    }

    pub(super) fn network(&self) -> Option<&LearnedWeights> {
        self.weights.as_ref().filter(|weights| weights.header().family != Family::Patterns)
    }

    /// The numbers of the search that were measured with these values in a variant.
    pub(super) fn tuning(&self, variant: Variant) -> Tuning {
        self.weights.as_ref().map_or_else(|| Tuning::of_linear(variant.name()), |weights| weights.header().search)
    }

    /// A player of a variant with the smallest table and the endgame tables in the program, and this limit for a move.
    /// [`LocalPlayer::new_game`] makes it forget all but these weights. Fails if there is no memory, or the weights are
    /// for another variant.
    pub(super) fn player(&self, variant: Variant, limit: Limit) -> Result<LocalPlayer, TrainError> {
        self.check(variant)?;
        let (learned, weights) = (self.weights.is_some(), self.weights.clone());
        let evaluation = EvaluationOptions { learned, weights, ..EvaluationOptions::default() };
        let options = EngineOptions { table_size: TableSize::MIN, evaluation, ..EngineOptions::default() };
        Ok(LocalPlayer::new(variant, &options, limit)?)
    }

    /// The same player as an engine of a match, with this number of nodes for a move.
    pub(super) fn participant(&self, name: &str, nodes: u64) -> Result<Participant, TrainError> {
        let evaluation = match &self.weights {
            Some(weights) => ("option.file", weights.source().to_owned()),
            None => ("option.learned", "false".to_owned()),
        };
        let table = ("option.table", TableSize::MIN.mib().to_string());
        let keys = [("name", name.to_owned()), ("proto", "local".to_owned()), ("nodes", nodes.to_string())];
        let keys = keys.into_iter().chain([table, evaluation]);
        let keys: Keys = keys.map(|(key, value)| (key.to_owned(), value)).collect();
        Participant::new(keys, name).map_err(|error| TrainError::Match(error.to_string()))
    }
}

pub fn read_weights(path: &Path) -> Result<LearnedWeights, TrainError> {
    LearnedWeights::read(path).map_err(|error| TrainError::weights(path.display(), error))
}

/// The weights in the file at `path`, which must be for this variant.
pub fn read_weights_for(variant: Variant, path: &Path) -> Result<LearnedWeights, TrainError> {
    let weights = read_weights(path)?;
    check(variant, &weights)?;
    Ok(weights)
}

fn check(variant: Variant, weights: &LearnedWeights) -> Result<(), TrainError> {
    weights.check(variant).map_err(|error| TrainError::weights(weights.source(), error))
}
