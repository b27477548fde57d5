//! The positions of records, and the file of what was fitted to them.

use std::collections::{BTreeMap, HashSet};
use std::hash::Hasher;
use std::path::PathBuf;

use fnv::FnvHasher;

use super::{Collector, Examples, FitOptions, Fitted, Losses, Scale};
use crate::eval::{Family, Header, LearnedWeights, Training, Tuning, WeightsFile};
use crate::origin;
use crate::rules::{NoMove, Variant};
use crate::train::record::{Flags, GameRecord, Reader, RecordError, Sample};

/// One game in so many is held out.
const HELD_OUT: u64 = 10;

/// Games that agree in so many positions, and what the search said of them, are the same.
const TELLING: usize = 8;

/// The positions of records: most to learn from, those of one game in ten held out.
#[derive(Clone, Debug)]
pub struct Data {
    variant: Variant,
    /// Games that were read, each once.
    pub games: u64,
    /// Games that had been read before, and so count no more: runs with different seeds, but the same evaluation and limit,
    /// play the same games from the openings that they share. Positions beside them are read, unless all are the same.
    pub copies: u64,
    /// The records, by what tells them apart, with the games and the positions of each.
    records: BTreeMap<String, [u64; 2]>,
    /// The positions to learn from.
    pub trained: Examples,
    /// The positions that are held out.
    pub held_out: Examples,
}

impl Data {
    /// Reads records of games of a variant, at most so many games; after each of them `progress` can end it.
    ///
    /// # Errors
    /// [`RecordError`] if a record is damaged or of another variant, and what `progress` returns.
    pub fn read<E: From<RecordError>>(
        variant: Variant,
        records: &[PathBuf],
        most_games: u64,
        options: &FitOptions,
        mut progress: impl FnMut() -> Result<(), E>,
    ) -> Result<Data, E> {
        let collector = Collector::new(variant, options);
        let mut data = Data {
            variant,
            games: 0,
            copies: 0,
            records: BTreeMap::new(),
            trained: Examples::default(),
            held_out: Examples::default(),
        };
        let (mut games, mut with_sidelines) = (HashSet::new(), HashSet::new());
        for path in records {
            let reader = Reader::open(variant, path)?;
            let (identity, before) = (reader.header().identity(), [data.games, data.positions()]);
            for game in reader {
                let game = game?;
                if data.games >= most_games {
                    break;
                }
                progress()?;
                let is_new = games.insert(beginning(&game));
                if !is_new {
                    data.copies += 1;
                }
                if !with_sidelines.insert(hash(&game.samples)) {
                    continue;
                }
                let part = if is_held_out(&game) { &mut data.held_out } else { &mut data.trained };
                collector.add(&game, !is_new, part);
                data.games += u64::from(is_new);
            }
            let after = [data.games, data.positions()];
            let known = data.records.entry(identity).or_default();
            *known = [0, 1].map(|count| known[count].max(after[count] - before[count]));
        }
        Ok(data)
    }

    /// Logits for a man in the search values of the records: what tells the results best. In the losing games it is half a
    /// logit, as in the [`Scale`] of the weights, so that values do not grow or shrink from generation to generation.
    pub fn search_slope(&self) -> f32 {
        match self.variant.articles().no_move {
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
    pub fn weights(&self, fitted: &Fitted, scale: Scale, options: &FitOptions) -> WeightsFile {
        let before = options.before().map(LearnedWeights::header);
        let unmeasured = || Tuning::of_linear(self.variant.name());
        let search = before.map_or_else(unmeasured, |header| header.search);
        let training = Training {
            commit: origin::COMMIT.unwrap_or_default().to_owned(),
            held_out_loss: fitted.losses.result(),
            ..self.counted_with(before.map(|header| &header.training))
        };
        let learned = fitted.model.pairs(scale);
        let (family, weights) = match (options.kept(self.variant), fitted.model.family()) {
            (None, family) => (family, learned),
            (Some(network), Family::Patterns) => (Family::Combined, [network.weights, learned].concat().into()),
            (Some(patterns), _) => (Family::Combined, [learned, patterns.weights].concat().into()),
        };
        WeightsFile { header: Header::of(self.variant, family, search, training), weights }
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

/// A number for the first positions of a game and what the search said of them.
fn beginning(game: &GameRecord) -> u64 {
    hash(game.samples.iter().filter(|sample| !sample.flags.meets(Flags::SIDELINE)).take(TELLING))
}

/// A number for positions and what the search said of them.
fn hash<'a>(samples: impl IntoIterator<Item = &'a Sample>) -> u64 {
    let mut hasher = FnvHasher::default();
    for sample in samples {
        hasher.write_u64(sample.position.key().0);
        hasher.write_i32(sample.score.millionths());
    }
    hasher.finish()
}

/// Whether a game is held out. Its first position says so: games that begin alike are all held out, or none.
fn is_held_out(game: &GameRecord) -> bool {
    let mut hasher = FnvHasher::default();
    hasher.write_u64(game.samples.first().map_or(0, |sample| sample.position.key().0));
    hasher.finish().is_multiple_of(HELD_OUT)
}
