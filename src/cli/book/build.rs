//! `crownhead book build` and `verify`: what needs searches.

use std::io::Write;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, value_parser};

use super::{BookFlags, write_book};
use crate::cli::error::CliError;
use crate::cli::flags::{count, threads, variant_help};
use crate::cli::terminal::{on_signal, progress_bar};
use crownhead_engine::book::{BuildHeader, BuildRun, Verification};
use crownhead_engine::endgame::{Tables, TablesOptions};
use crownhead_engine::engine::{Choice, EngineOptions, Limit, LocalPlayer, Purpose};
use crownhead_engine::eval::{Evaluation, EvaluationOptions, Score};
use crownhead_engine::search::TableSize;
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_engine::support::journal::check_writable;
use crownhead_engine::support::shard::Shard;
use crownhead_rules::notation::{SpelledMove, fen};
use crownhead_rules::{AnyPosition, Game, Variant};

/// Build an opening book by searches
///
/// Begins with the start position and expands one position after the other: all its moves join the book, each valued by
/// a search of the position that it leads to, after the only moves that follow. The next one is always that to which
/// the players get by the smallest loss, where a ply costs something too; values are backed up by minimax. The same
/// options give the same book with any number of threads. An interrupted build continues when the same command is given
/// again, and one that is done grows with more --positions: what is searched is kept in FILE.journal.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead book build --variant english --positions 2000 --nodes 20000 \\
        --out english.book
  crownhead book build --variant losing --positions 100000 --nodes 100000 \\
        --shard 2/4 --out losing-2.book")]
pub(super) struct BuildArgs {
    #[arg(long, value_name = "NAME", help = variant_help())]
    variant: Variant,

    /// The number of positions of the book
    #[arg(long, value_name = "N", value_parser = count(1..=10_000_000))]
    positions: usize,

    /// Nodes to search for each move
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(100..))]
    nodes: u64,

    /// End after this number of seconds, with the positions that there are
    #[arg(long, value_name = "SECONDS", value_parser = value_parser!(u64).range(1..))]
    time: Option<u64>,

    /// What a ply costs, in thousandths of a man: less for longer lines, more for more replies
    #[arg(long, value_name = "N", default_value = "40", value_parser = value_parser!(u32).range(1..=1000))]
    ply_cost: u32,

    /// Build only part I of N of the lines, by the positions after the second ply; `crownhead book merge` puts the
    /// books together
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// Searches in parallel
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    threads: NonZeroUsize,

    /// The book
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Show no progress, even on a terminal
    #[arg(long)]
    quiet: bool,
}

/// The size of the table of a search, in MiB.
const TABLE: u32 = 4;

/// A player whose searches do not depend on each other.
fn player(variant: Variant, nodes: u64, interrupt: &Interrupt) -> Result<LocalPlayer, CliError> {
    let table_size = TableSize::from_mib(TABLE).unwrap_or(TableSize::MIN);
    let options = EngineOptions { table_size, ..EngineOptions::default() };
    let player = LocalPlayer::new(variant, &options, Limit::of_nodes(nodes))?;
    Ok(player.for_purpose(Purpose::Analyze).until(interrupt.clone()))
}

fn search(player: &mut LocalPlayer, position: &AnyPosition) -> Option<Choice> {
    player.new_game();
    player.choose(&Game::new(*position))
}

impl BuildArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let journal = PathBuf::from(format!("{}.journal", self.out.display()));
        let unwritable = |source| crownhead_engine::book::BookError::Io(self.out.clone(), source);
        check_writable(&self.out).map_err(unwritable)?;
        let interrupt = on_signal()?;
        let evaluation = Evaluation::new(self.variant, &EvaluationOptions::default()).fingerprint().to_string();
        let known_pieces = Tables::open(self.variant, &TablesOptions::built_in()).0.max_pieces();
        let header = BuildHeader::new(
            crate::origin::program(),
            self.variant,
            evaluation,
            self.nodes,
            self.ply_cost,
            known_pieces,
        );
        let run = BuildRun {
            header: BuildHeader { shard: self.shard, ..header },
            positions: self.positions,
            time: self.time.map(Duration::from_secs),
            threads: self.threads.get(),
            journal,
        };
        let template = "{bar:30} {pos}/{len} positions, {elapsed} so far, {eta} to go";
        let bar = progress_bar(self.positions as u64, template, self.quiet);
        let start = Instant::now();
        let built = run.run(
            self.variant,
            || player(self.variant, self.nodes, &interrupt).map_err(|error| error.to_string()),
            |player, position| search(player, position).and_then(|choice| choice.score).unwrap_or(Score::DRAW),
            &interrupt,
            |positions, is_known| {
                bar.set_position(positions as u64);
                if is_known {
                    bar.reset_eta();
                }
            },
        );
        bar.finish_and_clear();
        let book = built?;
        write_book(&book, &self.out, out)?;
        let value = book.value().map_or(0.0, Score::men);
        Ok(writeln!(out, "value {value:.3}, time {:.1} s", start.elapsed().as_secs_f64())?)
    }
}

/// Check the values of a book against deeper searches
///
/// Searches positions of the book, and where the search finds another move than the book's best one, also what that
/// leads to. Prints the mean and the greatest loss of the book's moves, in men, and the mean difference of the values.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:
  crownhead book verify --book english.book --nodes 200000 --every 20")]
pub(super) struct VerifyArgs {
    #[command(flatten)]
    book: BookFlags,

    /// Nodes of each search [default: ten times those of the book]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(100..))]
    nodes: Option<u64>,

    /// Check only every Nth position
    #[arg(long, value_name = "N", default_value = "1")]
    every: NonZeroUsize,

    /// Show no progress, even on a terminal
    #[arg(long)]
    quiet: bool,
}

impl VerifyArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let book = self.book.open()?;
        let own = NonZeroU64::new(book.nodes()).map_or(10_000, NonZeroU64::get);
        let nodes = self.nodes.unwrap_or(own.saturating_mul(10));
        let interrupt = on_signal()?;
        let mut player = player(book.variant(), nodes, &interrupt)?;
        let length = book.len().div_ceil(self.every.get());
        let bar = progress_bar(length as u64, "{bar:30} {pos}/{len} positions, {eta} to go", self.quiet);
        let find = |position: &AnyPosition| {
            let choice = search(&mut player, position)?;
            Some((choice.mv, choice.score?))
        };
        let verified = Verification::of(&book, self.every.get(), find, &interrupt, || bar.inc(1));
        bar.finish_and_clear();
        let results = verified.map_err(|_| CliError::Interrupted)?;
        let (positions, others) = (results.positions, results.other_moves);
        writeln!(out, "{positions} positions, searches of {nodes} nodes")?;
        writeln!(
            out,
            "loss of the best move of the book: {:.4} men in the mean, in {others} positions",
            results.mean_loss()
        )?;
        writeln!(out, "difference of the values: {:.4} men in the mean", results.mean_difference())?;
        if let Some(worst) = results.worst.filter(|worst| worst.loss > 0.0) {
            let (position, best) = (&worst.entry.position, worst.entry.moves.first());
            let mv = best.map_or_else(String::new, |best| SpelledMove::new(position, &best.mv).pdn());
            writeln!(out, "greatest loss: {:.3} men by {mv} in {}", worst.loss, fen::write(position))?;
        }
        Ok(())
    }
}
