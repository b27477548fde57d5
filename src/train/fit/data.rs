//! The positions of records, and the file of what was fitted to them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::{Collector, Examples, FitOptions, Fitted, Losses, Scale};
use crate::eval::{Family, Header, LearnedWeights, SearchNumbers, Training, Tuning, WeightsFile};
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
    /// The records, by what tells them apart, with the games and the positions of each.
    records: BTreeMap<String, [u64; 2]>,
    /// The positions to learn from.
    pub trained: Examples,
    /// The positions that are held out.
    pub held_out: Examples,
}

impl Data {
    /// Reads records, at most so many games; after each of them `progress` can end it.
    ///
    /// # Errors
    /// [`RecordError`] if a record is damaged or of another variant, and what `progress` returns.
    pub fn read<R: Rules, E: From<RecordError>>(
        records: &[PathBuf],
        most_games: u64,
        options: &FitOptions,
        mut progress: impl FnMut() -> Result<(), E>,
    ) -> Result<Data, E> {
        let collector = Collector::<R>::new(options);
        let mut data = Data::default();
        for path in records {
            let reader = Reader::<R>::open(path)?;
            let (identity, before) = (reader.header().identity(), [data.games, data.positions()]);
            for game in reader {
                let game = game?;
                if data.games >= most_games {
                    break;
                }
                let is_held_out = game.number % HELD_OUT == HELD_OUT - 1;
                collector.add(&game, if is_held_out { &mut data.held_out } else { &mut data.trained });
                data.games += 1;
                progress()?;
            }
            let after = [data.games, data.positions()];
            let known = data.records.entry(identity).or_default();
            *known = [0, 1].map(|count| known[count].max(after[count] - before[count]));
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

    /// What tells the records apart.
    pub fn identities(&self) -> impl Iterator<Item = &str> {
        self.records.keys().map(String::as_str)
    }

    /// Positions to learn from and positions held out.
    pub fn positions(&self) -> u64 {
        (self.trained.len() + self.held_out.len()) as u64
    }

    /// The weights of a fit to this data, for a file, with the part that the fit left as it was. If it had
    /// `start` or `over`, the file has the numbers of the search of those weights, and counts their games and positions as
    /// well. What else is known of the origin of the weights is left at its default.
    pub fn weights<R: Rules>(&self, fitted: &Fitted<R>, scale: Scale, options: &FitOptions) -> WeightsFile {
        let before = options.before().map(LearnedWeights::header);
        let unmeasured = || SearchNumbers::of(Tuning::of_linear(R::NAME));
        let search = before.map_or_else(unmeasured, |header| header.search);
        let training = Training {
            commit: origin::COMMIT.unwrap_or_default().to_owned(),
            held_out_loss: fitted.losses.result(),
            ..self.counted_with(before.map(|header| &header.training))
        };
        let learned = fitted.model.pairs(scale);
        let (family, weights) = match (options.kept::<R>(), fitted.model.family()) {
            (None, family) => (family, learned),
            (Some(network), Family::Patterns) => {
                (Family::Combined, [network.weights, learned].concat().into())
            }
            (Some(patterns), _) => (Family::Combined, [learned, patterns.weights].concat().into()),
        };
        WeightsFile { header: Header::of::<R>(family, search, training), weights }
    }

    /// The games and positions of these records and of those before, each record once.
    fn counted_with(&self, before: Option<&Training>) -> Training {
        let before = before.cloned().unwrap_or_default();
        let mut counted = Training {
            games: before.games,
            positions: before.positions,
            records: before.records,
            ..Training::default()
        };
        for (identity, &[games, positions]) in self.records.iter().filter(|(_, counts)| counts[0] > 0) {
            let known = counted.records.entry(identity.clone()).or_default();
            counted.games += games.saturating_sub(known[0]);
            counted.positions += positions.saturating_sub(known[1]);
            *known = [games.max(known[0]), positions.max(known[1])];
        }
        counted
    }
}
