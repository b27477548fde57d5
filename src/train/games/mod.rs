//! Games of the engine against itself for training, many at a time, each decided by the seed and its number alone.

mod adjudication;
mod opening;
mod play;

use std::hash::Hasher;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;

use fnv::FnvHasher;

use super::record::{Ending, GameRecord, GamesHeader, GamesWriter, ShardHeader};
use super::{PlayerWeights, TrainError};
use crate::origin;
use crate::statistics::Outcome;
use adjudication::Adjudication;
use crownhead_engine::endgame::{Tables, TablesOptions};
use crownhead_engine::engine::Limit;
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_engine::support::shard::Shard;
use crownhead_engine::support::workers::{Ended, in_order};
use crownhead_rules::{AnyPosition, Key, Variant};
use play::GameWorker;

pub(super) use opening::RandomOpenings;
pub use opening::{OpeningPlies, starts};
pub use play::ExtraPositions;

/// A run of games. The games depend on the weights, the limit, the seed, the opening plies and the starts alone, never
/// on the number of threads.
#[derive(Clone, Debug)]
pub struct GamesRun {
    pub variant: Variant,
    pub extent: Extent,
    pub weights: PlayerWeights,
    /// The limit of a move. The search of an only move uses a tenth of it.
    pub limit: Limit,
    /// Decides the openings and the positions beside the games.
    pub seed: u64,
    pub opening_plies: OpeningPlies,
    /// Where games begin, each position as often as the others; if there are none, at the start position.
    pub starts: Vec<AnyPosition>,
    /// The positions beside the games that are recorded.
    pub extra: ExtraPositions,
    /// Games played in parallel.
    pub threads: NonZeroUsize,
    /// The record. If it exists, the run continues where it ends.
    pub record: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// To this number of games, from the openings that they take.
    Games(u64),
    /// Through the first openings, whatever number of games comes of them.
    Openings {
        /// Openings of the whole run.
        count: u64,
        /// The part of them that is played; `None` for all of them.
        shard: Option<Shard>,
    },
}

impl Extent {
    pub fn openings(self) -> Range<u64> {
        match self {
            Extent::Games(_) => 0..u64::MAX,
            Extent::Openings { count, shard } => shard.map_or(0..count, |shard| shard.range(count)),
        }
    }

    fn is_reached_by(self, games: u64) -> bool {
        matches!(self, Extent::Games(wanted) if games >= wanted)
    }

    fn shard(self) -> Option<ShardHeader> {
        match self {
            Extent::Openings { count, shard: Some(part) } => {
                Some(ShardHeader { part, openings: count, program: origin::program() })
            }
            Extent::Openings { shard: None, .. } | Extent::Games(_) => None,
        }
    }
}

impl GamesRun {
    /// Plays until the record has all games or openings; `progress` is shown the figures after each game. Fails also if
    /// `interrupt` is raised, or if there are no more openings.
    pub fn run(
        &self,
        interrupt: &Interrupt,
        progress: &mut dyn FnMut(&GamesSummary),
    ) -> Result<GamesSummary, TrainError> {
        let mut figures = GamesSummary::new();
        // Only the tables in the program, so that the games are the same on every machine.
        let (tables, faults) = Tables::open(self.variant, &TablesOptions::default());
        faults.iter().for_each(|fault| log::error!("{fault}"));
        let worker = || self.worker(&tables, interrupt);
        // Before the record, so that weights of another variant leave none behind.
        worker()?;
        let header = self.header(tables.max_pieces());
        let mut writer = GamesWriter::open(self.variant, &self.record, &header, |game| figures.add(&game))?;
        progress(&figures);
        if writer.is_finished() || self.extent.is_reached_by(figures.games) {
            return Ok(figures);
        }
        let Range { start, end } = self.extent.openings();
        let openings = RandomOpenings::new(self.variant, self.seed, self.opening_plies);
        let mut openings = openings.starting_at(self.starts.clone());
        openings.skip_to(start.max(figures.openings));
        let openings = openings.take_while(|(number, _)| *number < end);
        let play = |worker: &mut GameWorker<'_>, opening| worker.play(opening);
        let ended = in_order(
            self.threads.get(),
            openings,
            |_| worker(),
            play,
            interrupt,
            |game| {
                if let Some(game) = game? {
                    writer.append(&game)?;
                    figures.add(&game);
                    progress(&figures);
                }
                let is_enough = self.extent.is_reached_by(figures.games);
                Ok(if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            },
        )?;
        if ended == Ended::NoJobs && matches!(self.extent, Extent::Games(_)) {
            return Err(TrainError::NoMoreOpenings(figures.games));
        }
        if self.extent.shard().is_some() {
            writer.finish(end)?;
        }
        Ok(figures)
    }

    fn worker<'a>(&self, tables: &'a Tables, interrupt: &'a Interrupt) -> Result<GameWorker<'a>, TrainError> {
        let player = || self.weights.player(self.variant, self.limit);
        Ok(GameWorker {
            player: player()?.until(interrupt.clone()),
            extra_player: player()?.until(interrupt.clone()),
            extra: self.extra,
            rules: Adjudication::of(self.variant),
            tables,
            seed: self.seed,
            interrupt,
        })
    }

    /// What the openings are, for the header of the record.
    fn openings(&self) -> String {
        let plies = format!("{} random plies", self.opening_plies);
        if self.starts.is_empty() {
            return plies;
        }
        let mut hasher = FnvHasher::default();
        self.starts.iter().for_each(|start| hasher.write_u64(start.key().0));
        format!("{plies} from one of {} positions, {:016x}", self.starts.len(), hasher.finish())
    }

    fn header(&self, pieces_in_tables: usize) -> GamesHeader {
        let adjudication = Adjudication::of(self.variant);
        let above_zero = |share: f64| (share > 0.0).then_some(share);
        GamesHeader {
            variant: self.variant.name().to_owned(),
            evaluation: self.weights.label().to_owned(),
            seed: self.seed,
            limit: self.limit,
            openings: self.openings(),
            adjudication: format!("{adjudication}; by endgame tables of up to {pieces_in_tables} pieces"),
            sidelines: above_zero(self.extra.sidelines),
            leaves: above_zero(self.extra.leaves),
            shard: self.extent.shard(),
        }
    }
}

#[derive(Debug)]
pub struct GamesSummary {
    pub games: u64,
    /// Openings drawn for them, those included that were skipped because they occurred before, were not level, or led
    /// nowhere.
    pub openings: u64,
    /// The number of games with each result for White, in the order of [`Outcome::ALL`].
    pub results: [u64; Outcome::ALL.len()],
    /// The number of games with each ending, in the order of [`Ending::ALL`].
    pub endings: [u64; Ending::ALL.len()],
    pub samples: u64,
    positions: DistinctCounter,
}

impl GamesSummary {
    fn new() -> GamesSummary {
        let (results, endings) = ([0; Outcome::ALL.len()], [0; Ending::ALL.len()]);
        GamesSummary { games: 0, openings: 0, results, endings, samples: 0, positions: DistinctCounter::new() }
    }

    fn add(&mut self, game: &GameRecord) {
        self.games += 1;
        self.openings = game.number + 1;
        self.results[game.white_result as usize] += 1;
        self.endings[game.ending as usize] += 1;
        self.samples += game.samples.len() as u64;
        game.samples.iter().for_each(|sample| self.positions.add(sample.position.key()));
    }

    /// The mean number of samples of a game, its sidelines included.
    pub fn mean_samples(&self) -> f64 {
        self.samples as f64 / self.games.max(1) as f64
    }

    /// The share of drawn games, from 0 to 1.
    pub fn draw_share(&self) -> f64 {
        self.results[Outcome::Draw as usize] as f64 / self.games.max(1) as f64
    }

    /// The approximate number of distinct positions, within a thousandth.
    pub fn distinct_positions(&self) -> u64 {
        self.positions.estimate()
    }
}

/// Bits of the table. Up to a hundred million positions the estimate is off by less than a thousandth.
const BITS: usize = 1 << 27;

/// Estimates the number of distinct keys that it was shown from the number of bits of a table that they set.
///
/// CITE: Whang, Vander-Zanden and Taylor, A linear-time probabilistic counting algorithm (1990).
#[derive(Debug)]
struct DistinctCounter {
    bits: Vec<u64>,
    set: usize,
}

impl DistinctCounter {
    fn new() -> DistinctCounter {
        DistinctCounter { bits: vec![0; BITS / 64], set: 0 }
    }

    fn add(&mut self, key: Key) {
        let place = key.0 as usize % BITS;
        let (word, bit) = (&mut self.bits[place / 64], 1 << (place % 64));
        self.set += usize::from(*word & bit == 0);
        *word |= bit;
    }

    fn estimate(&self) -> u64 {
        let unset = (BITS - self.set).max(1) as f64;
        (BITS as f64 * (BITS as f64 / unset).ln()).round() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_rules::Game;

    #[test]
    fn equal_keys_count_once() {
        let mut distinct = DistinctCounter::new();
        assert_eq!(distinct.estimate(), 0);
        let mut game = Game::start(Variant::ENGLISH);
        for _ in 0..30 {
            distinct.add(game.position().key());
            distinct.add(game.position().key());
            let mv = game.position().moves()[0];
            game.play(mv).expect("a listed move is legal");
        }
        assert_eq!(distinct.estimate(), 30);
    }
}
