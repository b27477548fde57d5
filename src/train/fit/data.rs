//! The positions of records, and the file of what was fitted to them.

use std::path::PathBuf;

use super::{Collector, Examples, FitOptions, Fitted, Losses, Scale};
use crate::eval::{Header, LearnedWeights, SearchNumbers, Training, Tuning, WeightsFile};
use crate::origin;
use crate::rules::{NoMove, Rules};
use crate::train::record::{Reader, RecordError};

/// One game in so many is held out.
const HELD_OUT: u64 = 10;

/// The positions of records: most to learn from, those of one game in ten held out.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// Games that were read.
    pub games: u64,
    /// The positions to learn from.
    pub trained: Examples,
    /// The positions that are held out.
    pub held_out: Examples,
}

impl Data {
    /// Reads records, at most so many games; `progress` is called after each game.
    ///
    /// # Errors
    /// [`RecordError`] if a record is damaged or of another variant.
    pub fn read<R: Rules>(
        records: &[PathBuf],
        most_games: u64,
        options: &FitOptions,
        mut progress: impl FnMut(),
    ) -> Result<Data, RecordError> {
        let collector = Collector::<R>::new(options);
        let mut data = Data::default();
        for path in records {
            for game in Reader::<R>::open(path)? {
                let game = game?;
                if data.games >= most_games {
                    break;
                }
                let is_held_out = game.number % HELD_OUT == HELD_OUT - 1;
                collector.add(&game, if is_held_out { &mut data.held_out } else { &mut data.trained });
                data.games += 1;
                progress();
            }
        }
        Ok(data)
    }

    /// Logits for a man in the search values of the records: what tells the results best. In the losing games it is half a
    /// logit, as in the [`Scale`] of the weights, so that values do not grow or shrink from generation to generation.
    pub fn search_slope<R: Rules>(&self) -> f32 {
        match R::NO_MOVE {
            NoMove::Wins => Scale::LOSING_GAMES.0,
            NoMove::Loses => Losses::of_values(&self.trained, &self.held_out, |example| example.searched).0,
        }
    }

    /// Positions to learn from and positions held out.
    pub fn positions(&self) -> u64 {
        (self.trained.len() + self.held_out.len()) as u64
    }

    /// The weights of a fit to this data, for a file. If the fit began with `start`, the file has its numbers of the search,
    /// and counts the games and positions that `start` was fitted to as well. What else is known of the origin of the
    /// weights is left at its default.
    pub fn weights<R: Rules>(
        &self,
        fitted: &Fitted<R>,
        scale: Scale,
        start: Option<&LearnedWeights>,
    ) -> WeightsFile {
        let earlier = start.map(|start| start.header().training.clone()).unwrap_or_default();
        let unmeasured = || SearchNumbers::of(Tuning::of_linear(R::NAME));
        let search = start.map_or_else(unmeasured, |start| start.header().search);
        let training = Training {
            games: earlier.games + self.games,
            positions: earlier.positions + self.positions(),
            commit: origin::COMMIT.unwrap_or_default().to_owned(),
            held_out_loss: fitted.losses.result(),
            ..Training::default()
        };
        let header = Header::of::<R>(fitted.model.family(), search, training);
        WeightsFile { header, weights: fitted.model.pairs(scale) }
    }
}
