//! Search methods: the engine's search under the conditions of an experiment.

use crownhead_engine::eval::{EvaluationOptions, Grain};
use crownhead_engine::named_choice;
use crownhead_engine::search::Policy;
use crownhead_engine::search::{
    BestMoveRule, DriverKind, DriverOptions, ModeKind, Ordering, SearchOptions, Table, TableError, TableMoveRule,
    Unfinished, Width,
};

named_choice! {
    /// The regime of a search: deepening and the state of the table.
    Regime("regime") {
        /// One search per position, to the full depth at once; the table lives as long as the game.
        DirectKept = "direct-kept",
        /// One search per position, to the full depth at once; the table is empty each time.
        DirectCleared = "direct-cleared",
        /// Iterative deepening; the table lives as long as the game.
        DeepeningKept = "deepening-kept",
        /// Iterative deepening; the table is empty each time.
        DeepeningCleared = "deepening-cleared",
    }
}

impl Regime {
    /// Whether the position is searched by iterative deepening.
    pub const fn deepens(self) -> bool {
        matches!(self, Regime::DeepeningKept | Regime::DeepeningCleared)
    }

    /// Whether each position begins with an empty table.
    pub const fn clears(self) -> bool {
        matches!(self, Regime::DirectCleared | Regime::DeepeningCleared)
    }
}

/// A search method: the engine's search under the conditions of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    pub name: String,
    pub evaluation: EvaluationOptions,
    pub options: SearchOptions,
    pub entries: usize,
    pub policy: Policy,
    pub regime: Regime,
}

/// The search of the engine as it was when the published records were made: without an answer from an iteration that
/// was interrupted, and without reductions at the root. In games of a fixed number of nodes, the first would let SAFE
/// play a move that LAST cannot.
pub fn baseline() -> SearchOptions {
    SearchOptions { unfinished: Unfinished::Nothing, reduce_root: false, ..SearchOptions::default() }
}

/// The windows of the drivers, independent of the engine's settings: epsilon as in Mandziuk and Osman 2004, section 4.
fn windows() -> DriverOptions {
    DriverOptions { epsilon: Width::from_millionths(10_000), ..DriverOptions::default() }
}

impl Method {
    /// Alpha-beta with a transposition table and the history heuristic, and nothing else (TTHH in Mandziuk and Osman
    /// 2004, section 4), under a driver: fixed depth, a table of 2^20 entries with one slot each, in which the newer
    /// one stays.
    ///
    /// The paper does not say which move its table keeps on fail low; the first of the best is what its fail-safe
    /// alpha-beta yields.
    pub fn tthh(driver: DriverKind) -> Method {
        let options = SearchOptions {
            mode: ModeKind::Paper,
            driver,
            best_move: BestMoveRule::Safe,
            table_move: TableMoveRule::Old,
            ordering: Ordering { table_move: true, killers: false, history: true },
            transposition_cutoffs: false,
            driver_options: windows(),
            ..baseline()
        };
        Method::new(options, 1 << 20, Policy::Newer, Regime::DirectKept)
    }

    /// The engine's search without extensions and reductions (Plaat et al. 1995, section 5.1), with a driver: iterative
    /// deepening and a new table of 2^21 entries.
    pub fn engine(driver: DriverKind) -> Method {
        let options = SearchOptions { mode: ModeKind::Paper, driver, driver_options: windows(), ..baseline() };
        Method::new(options, 1 << 21, Policy::Bucket, Regime::DeepeningCleared)
    }

    /// A method with the linear evaluation and the name of its driver.
    fn new(options: SearchOptions, entries: usize, policy: Policy, regime: Regime) -> Method {
        let name = options.driver.name().to_owned();
        Method { name, evaluation: EvaluationOptions::linear(), options, entries, policy, regime }
    }

    pub fn named(self, name: impl Into<String>) -> Method {
        Method { name: name.into(), ..self }
    }

    pub fn with(mut self, change: impl FnOnce(&mut SearchOptions)) -> Method {
        change(&mut self.options);
        self
    }

    pub fn at_grain(mut self, grain: Grain) -> Method {
        self.evaluation.grain = grain;
        self
    }

    /// The same with the network of the variant, and values at the same grain.
    pub fn with_network(mut self) -> Method {
        self.evaluation = EvaluationOptions { grain: self.evaluation.grain, ..EvaluationOptions::default() };
        self
    }

    pub fn under(self, regime: Regime) -> Method {
        Method { regime, ..self }
    }

    pub fn on(self, entries: usize, policy: Policy) -> Method {
        Method { entries, policy, ..self }
    }

    /// An empty table of the kind it asks for.
    pub(super) fn table(&self) -> Result<Table, TableError> {
        self.policy.table(self.entries)
    }
}
