//! `crownhead endgame verify`: checks tables.

use std::io::Write;
use std::num::{NonZeroU64, NonZeroUsize};

use clap::Args;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::build::{TableFlags, Watch, chosen};
use crate::cli::error::CliError;
use crate::cli::flags::{depth, processors};
use crownhead_engine::endgame::{Known, Tables, VerifyError, Watcher, Wdl, verify};
use crownhead_engine::eval::{Evaluation, EvaluationOptions, Score, ScoreClass};
use crownhead_engine::search::{AnyDraughts, Depth, ModeKind, SearchOptions, Searcher, Table, TableSize, Task};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::notation::fen;
use crownhead_rules::{AnyPosition, Game, Ply, Variant};

/// Check tables: each position against those after its moves, and some positions against a search
///
/// The search has a fixed depth and mode `strict`, without tables. Wins and losses within its depth must be those of
/// the tables; a win or loss that it proves beyond its depth must not be closer than the tables say.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead endgame verify --variant english
  crownhead endgame verify --variant international --every 20
  crownhead endgame verify --variant english --dir tables --pieces 5 \\
        --search 1000")]
pub(super) struct Verify {
    #[command(flatten)]
    tables: TableFlags,

    /// Only the table of this number of pieces
    #[arg(long, value_name = "N")]
    pieces: Option<usize>,

    /// Check only every Nth position
    #[arg(long, value_name = "N", default_value = "1")]
    every: NonZeroU64,

    /// Number of random positions of each table to search
    #[arg(long, value_name = "N", default_value = "100")]
    search: u64,

    /// Depth of these searches, in plies
    #[arg(long, value_name = "PLIES", default_value = "7", value_parser = depth())]
    depth: Depth,

    /// Seed of the random positions
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Number of threads [default: the number of processors]
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,

    /// Do not show progress
    #[arg(long)]
    quiet: bool,
}

impl Verify {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        // A faulty file must not be replaced by the table in the program, which is in order.
        let tables = self.tables.open(|fault| Err(fault.into()))?;
        let threads = self.threads.unwrap_or_else(processors).get();
        let watch = Watch::new(self.quiet)?;
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        for pieces in chosen(&tables, self.pieces)? {
            let checked = verify(&tables, pieces, self.every.get(), threads, &watch);
            watch.finish();
            let checked = checked?;
            let mut opponent = Opponent::new(tables.variant(), self.depth)?;
            for _ in 0..self.search {
                if let Some(position) = tables.position(pieces, random.next_u64()) {
                    opponent.compare(&tables, position, &watch)?;
                }
            }
            writeln!(
                out,
                "{} of {pieces} pieces: {checked} positions agree with their moves, {} with a search to depth {}",
                tables.variant(),
                self.search,
                self.depth.get()
            )?;
        }
        Ok(())
    }
}

/// Searches without tables.
struct Opponent {
    searcher: Searcher<AnyDraughts>,
    depth: Depth,
}

impl Opponent {
    fn new(variant: Variant, depth: Depth) -> Result<Opponent, CliError> {
        let options = SearchOptions { mode: ModeKind::Strict, ..SearchOptions::default() };
        let tree = AnyDraughts::new(Evaluation::new(variant, &EvaluationOptions::default()));
        let table = Table::new(TableSize::MIN)?;
        Ok(Opponent { searcher: Searcher::new(tree, table, options), depth })
    }

    fn compare(&mut self, tables: &Tables, position: AnyPosition, watch: &Watch) -> Result<(), CliError> {
        let text = fen::write(&position);
        let known = tables.probe(&position).ok_or_else(|| CliError::DamagedTables(text.clone()))?;
        let score = self.search(position, &watch.interrupt);
        if watch.is_stopped() {
            return Err(VerifyError::Stopped.into());
        }
        if score.is_none_or(|score| self.agree(known, score)) {
            return Ok(());
        }
        let search = score.map_or(String::new(), |score| format!("{:?}", score.class()));
        Err(CliError::TableDiffers { fen: text, table: known.to_string(), search })
    }

    /// The value by search; `None` where there is no move to search.
    fn search(&mut self, position: AnyPosition, mut interrupt: &Interrupt) -> Option<Score> {
        let task = Task::of(&Game::new(position)).up_to(self.depth);
        Some(self.searcher.search(&task, &mut interrupt).last?.score)
    }

    /// A search may find a win that is further away than the quickest one, never one that is closer or is none.
    fn agree(&self, known: Known, score: Score) -> bool {
        let is_near = known.plies.is_some_and(|plies| u32::from(plies) < self.depth.get());
        let fits = |plies: Ply| known.plies == Some(plies.get()) || (!is_near && known.plies < Some(plies.get()));
        match score.class() {
            ScoreClass::Win(plies) => known.outcome == Wdl::Win && fits(plies),
            ScoreClass::Loss(plies) => known.outcome == Wdl::Loss && fits(plies),
            _ => !is_near,
        }
    }
}
