//! The options of an engine.

use std::time::Duration;

use super::Skill;
use crate::book::BookOptions;
use crate::endgame::TablesOptions;
use crate::eval::EvaluationOptions;
use crate::search::{Depth, DriverKind, SearchOptions, TableSize};

/// The options of an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineOptions {
    /// The size of the table.
    pub table_size: TableSize,
    /// Time lost on each move between the engine and the clock.
    pub overhead: Duration,
    /// The evaluation.
    pub evaluation: EvaluationOptions,
    /// Which endgame tables are asked, in mode `play`.
    pub endgame: TablesOptions,
    /// The least number of plies left to search at which they are asked. At the root and right below it, they are
    /// asked at any depth.
    pub probe_depth: Depth,
    /// When a move is taken from an opening book, in mode `play`: by default never, but the settings of the program
    /// turn it on. A [`LocalPlayer`](super::LocalPlayer) has none.
    pub book: BookOptions,
    /// How to search.
    pub search: SearchOptions,
    /// How strongly to play.
    pub skill: Skill,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            table_size: TableSize::from_mib(64).expect("64 MiB is a valid size"),
            overhead: Duration::from_millis(10),
            evaluation: EvaluationOptions::default(),
            endgame: TablesOptions::built_in(),
            probe_depth: Depth::ZERO,
            book: BookOptions { enabled: false, ..BookOptions::default() },
            search: SearchOptions::default(),
            skill: Skill::default(),
        }
    }
}

impl EngineOptions {
    /// These options for searches whose values are of interest: `mtd-best` proves the best move but not its value.
    pub fn for_values(mut self) -> EngineOptions {
        if self.search.driver == DriverKind::MtdBest {
            self.search.driver = DriverKind::MtdF;
        }
        self
    }
}
