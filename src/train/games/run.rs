//! A run: games on several threads, written in the order of their numbers.

use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;

use super::adjudication::Adjudication;
use super::opening::{OpeningPlies, Openings};
use super::play::{Players, play};
use super::{Beside, Extent, Figures};
use crate::endgame::{Tables, TablesOptions};
use crate::engine::Limit;
use crate::interrupt::Interrupt;
use crate::rules::Variant;
use crate::train::record::{Header, Writer};
use crate::train::{Knowledge, TrainError};
use crate::workers::{Ended, in_order};

/// A run of games. The games depend on the knowledge, the limit, the seed and the opening plies alone, never on the
/// number of threads.
#[derive(Clone, Debug)]
pub struct GamesRun {
    /// The variant.
    pub variant: Variant,
    /// How far it goes.
    pub extent: Extent,
    /// What the players know.
    pub knowledge: Knowledge,
    /// What each side may spend on a move. The search of an only move uses a tenth of it.
    pub limit: Limit,
    /// Decides the openings and the positions beside the games.
    pub seed: u64,
    /// Random plies of an opening.
    pub opening_plies: OpeningPlies,
    /// Which positions beside the games are recorded.
    pub beside: Beside,
    /// How many games to play at a time.
    pub threads: NonZeroUsize,
    /// The record. If it exists, the run continues where it ends.
    pub record: PathBuf,
}

impl GamesRun {
    /// Plays until the record has all games or openings; `progress` is shown the figures after each game.
    ///
    /// # Errors
    /// [`TrainError`]: also if `interrupt` is raised, or if there are no more openings.
    pub fn run(&self, interrupt: &Interrupt, progress: &mut dyn FnMut(&Figures)) -> Result<Figures, TrainError> {
        let mut figures = Figures::new();
        // Only the tables in the program, so that the games are the same on every machine.
        let (tables, faults) = Tables::open(self.variant, &TablesOptions::default());
        faults.iter().for_each(|fault| log::error!("{fault}"));
        let header = self.header(tables.max_pieces());
        let player = || self.knowledge.player(self.variant, self.limit);
        let player = || Ok::<_, TrainError>(player()?.until(interrupt.clone()));
        // Before the record, so that weights of another variant leave none behind.
        player()?;
        let mut writer = Writer::open(self.variant, &self.record, &header, |game| figures.add(&game))?;
        progress(&figures);
        if writer.is_finished() || self.extent.is_reached_by(figures.games) {
            return Ok(figures);
        }
        let Range { start, end } = self.extent.openings();
        let mut openings = Openings::new(self.variant, self.seed, self.opening_plies).up_to(end);
        openings.skip_to(start.max(figures.openings));
        let rules = Adjudication::of(self.variant);
        let ended = in_order(
            self.threads.get(),
            openings,
            |_| Ok::<_, TrainError>(Players { game: player()?, beside: player()? }),
            |players, opening| {
                let random = Beside::random(self.seed, opening.0);
                play(players, rules, &tables, self.beside, random, interrupt, opening)
            },
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

    fn header(&self, pieces_in_tables: usize) -> Header {
        Header {
            variant: self.variant.name().to_owned(),
            evaluation: self.knowledge.label().to_owned(),
            seed: self.seed,
            limit: self.limit,
            openings: format!("{} random plies", self.opening_plies),
            adjudication: format!(
                "{}; by endgame tables of up to {pieces_in_tables} pieces",
                Adjudication::of(self.variant)
            ),
            sidelines: self.beside.sidelines.above_zero(),
            leaves: self.beside.leaves.above_zero(),
            shard: self.extent.shard(),
        }
    }
}
