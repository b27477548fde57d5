//! What a player of training games knows about positions.

use std::fs;
use std::hash::Hasher;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use fnv::FnvHasher;

use super::TrainError;
use super::record::Limit;
use crate::arena::{LocalPlayer, MoveLimit};
use crate::engine::EngineOptions;
use crate::eval::WeightsFile;
use crate::rules::Rules;
use crate::search::TableSize;

/// An evaluation to play with, and its label in records.
#[derive(Clone, Debug)]
pub struct Knowledge {
    label: String,
    /// `None` is the linear evaluation.
    weights: Option<Arc<WeightsFile>>,
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
        let bad = |reason: String| TrainError::Weights { path: path.to_owned(), reason };
        let bytes = fs::read(path).map_err(|error| bad(error.to_string()))?;
        let file = WeightsFile::parse(&bytes).map_err(|error| bad(error.to_string()))?;
        let mut hasher = FnvHasher::default();
        hasher.write(&bytes);
        let label = format!("patterns {:016x}", hasher.finish());
        Ok(Knowledge { label, weights: Some(Arc::new(file)) })
    }

    /// What it is called in records: equal labels mean equal values.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// A player with a small table, which may spend so much on a move. [`LocalPlayer::new_game`] makes it forget all but
    /// this knowledge.
    ///
    /// # Errors
    /// [`TrainError`] if there is no memory, or the weights are for another variant.
    pub(super) fn player<R: Rules>(&self, limit: Limit) -> Result<LocalPlayer<R>, TrainError> {
        let options = EngineOptions { table_size: TableSize::MIN, ..EngineOptions::default() };
        let limit = match limit {
            Limit::Nodes(nodes) => MoveLimit::Nodes(nodes),
            Limit::Seconds(seconds) => MoveLimit::CpuTime(Duration::from_secs_f64(seconds)),
        };
        let player = LocalPlayer::new(&options, limit)?;
        let Some(file) = &self.weights else { return Ok(player) };
        let patterns = file.patterns::<R>(options.search.grain).map_err(TrainError::ForeignWeights)?;
        Ok(player.with_patterns(patterns))
    }
}
