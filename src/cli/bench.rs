//! `crownhead bench`: searches fixed positions to fixed depths, for the signature and the speed of the search.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use once_cell::sync::Lazy;
use serde::Deserialize;

use super::error::CliError;
use super::flags::{SearchFlags, depth, table_size};
use crownhead_engine::eval::{Evaluation, EvaluationOptions};
use crownhead_engine::search::{AnyDraughts, Depth, Iteration, SearchControl, Searcher, Table, TableSize, Task};
use crownhead_engine::support::files;
use crownhead_rules::notation::fen;
use crownhead_rules::{Game, Variant};

/// Search fixed positions to fixed depths
///
/// Prints a line for each variant, then the signature: the total number of nodes, which is the same on every machine
/// and changes whenever the search does. It uses one thread, a new table for each position, and iterative deepening
/// from depth 1. A node is one call of the node search, including quiescence. `branching` is the effective branching
/// factor, the factor by which one additional ply multiplies the nodes: the geometric mean over the positions of (N(D)
/// / N(D-4))^(1/4), where N(d) counts the nodes of all iterations up to depth d.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead bench
  crownhead bench --variant international --depth 15
  crownhead bench --driver negascout --mode paper     a baseline
  crownhead bench --check data/bench/signature.toml   has the search changed?
  crownhead bench --record data/bench/signature.toml  record an intended change")]
pub(super) struct BenchArgs {
    /// Only this variant
    #[arg(long, value_name = "NAME")]
    variant: Option<Variant>,

    /// Search depth in plies, instead of the depth of each variant
    #[arg(long, value_name = "PLIES", value_parser = depth())]
    depth: Option<Depth>,

    /// Size of the table in MiB
    #[arg(long, default_value = "16", value_parser = table_size())]
    mib: TableSize,

    #[command(flatten)]
    search: SearchFlags,

    /// Fail if the signature differs from the one recorded in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = NOT_FOR_RECORDS)]
    check: Option<PathBuf>,

    /// Record the signature in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = NOT_FOR_RECORDS)]
    record: Option<PathBuf>,
}

/// The options that change the signature: the recorded one is that of the defaults.
const NOT_FOR_RECORDS: [&str; 7] = ["variant", "depth", "mib", "driver", "mode", "table_move", "first_guess"];

impl BenchArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        // Check that the file exists before the work.
        let recorded = self.check.as_deref().map(read).transpose()?;
        let signature = self.search_variants(out)?;
        writeln!(out, "signature = {}", signature.values().sum::<u64>())?;
        if let Some(file) = self.record {
            let written = std::fs::write(&file, text(&signature));
            written.map_err(|source| CliError::SignatureUnwritable { file, source })?;
        }
        match (self.check, recorded) {
            (Some(file), Some(recorded)) if recorded != signature => {
                Err(CliError::SignatureChanged { changes: changes(&recorded, &signature), file })
            }
            _ => Ok(()),
        }
    }

    fn search_variants(&self, out: &mut impl Write) -> Result<Signature, CliError> {
        let options = self.search.options();
        let mut signature = Signature::default();
        writeln!(out, "{} in mode {}, a table of {}", options.driver, options.mode, self.mib)?;
        write_row(out, ["variant", "positions", "depth", "nodes", "time/s", "Mnodes/s", "branching"])?;
        for &variant in Variant::ALL.iter().filter(|&&variant| self.variant.is_none_or(|only| only == variant)) {
            let Some(suite) = Suite::of(variant) else { continue };
            let depth = self.depth.unwrap_or(Depth::new(suite.depth));
            let measured = self.search_positions(variant, &suite.positions, depth)?;
            signature.insert(variant.name().to_owned(), measured.nodes);
            let branching = measured.branching_factor().map_or("-".to_owned(), |factor| format!("{factor:.2}"));
            let cells = [
                variant.to_string(),
                suite.positions.len().to_string(),
                depth.get().to_string(),
                measured.nodes.to_string(),
                format!("{:.2}", measured.time.as_secs_f64()),
                format!("{:.2}", measured.speed()),
                branching,
            ];
            write_row(out, cells.each_ref().map(String::as_str))?;
        }
        Ok(signature)
    }

    fn search_positions(&self, variant: Variant, positions: &[String], depth: Depth) -> Result<Measurement, CliError> {
        let evaluation = Evaluation::new(variant, &EvaluationOptions::default());
        let mut measurement = Measurement::default();
        for text in positions {
            let task = Task::of(&Game::new(fen::parse(variant, text)?)).up_to(depth);
            let table = Table::new(self.mib)?;
            let tree = AnyDraughts::new(evaluation.clone());
            let mut searcher = Searcher::new(tree, table, self.search.options());
            let mut recorder = NodesByDepth::default();
            let start = Instant::now();
            searcher.search(&task, &mut recorder);
            measurement.add(start.elapsed(), &recorder.0);
        }
        Ok(measurement)
    }
}

fn write_row(out: &mut impl Write, cells: [&str; 7]) -> io::Result<()> {
    let [variant, positions, depth, nodes, time, speed, branching] = cells;
    writeln!(out, "{variant:<14}{positions:>10}{depth:>7}{nodes:>12}{time:>9}{speed:>10}{branching:>11}")
}

/// The number of iterations between the two node counts of a branching factor: even, since odd and even depths differ,
/// and more than two, since one iteration can be much harder than the next.
const SPAN: usize = 4;

#[derive(Debug, Default)]
struct Measurement {
    nodes: u64,
    /// Time of all searches, without the allocation of tables.
    time: Duration,
    /// The logarithm of each position's effective branching factor, where the depth allows one.
    growths: Vec<f64>,
}

impl Measurement {
    /// Millions of nodes per second.
    fn speed(&self) -> f64 {
        // The minimum time avoids a division by zero.
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9) / 1e6
    }

    /// The effective branching factor: the factor by which one additional ply multiplies the nodes.
    ///
    /// With N(d) for the nodes of a search to depth d, including all its iterations, it is the geometric mean over the
    /// positions of (N(D) / N(D - 4))^(1/4). `None` if D is 4 or less.
    fn branching_factor(&self) -> Option<f64> {
        let mean = self.growths.iter().sum::<f64>() / self.growths.len() as f64;
        (!self.growths.is_empty()).then(|| mean.exp())
    }

    fn add(&mut self, time: Duration, nodes_by_depth: &[u64]) {
        let mut deepest_first = nodes_by_depth.iter().rev();
        let Some(&nodes) = deepest_first.next() else { return };
        self.nodes += nodes;
        self.time += time;
        if let Some(&before) = deepest_first.nth(SPAN - 1) {
            self.growths.push((nodes as f64 / before as f64).ln() / SPAN as f64);
        }
    }
}

/// Records the nodes of a search after each iteration.
#[derive(Debug, Default)]
struct NodesByDepth(Vec<u64>);

impl SearchControl for NodesByDepth {
    fn completed(&mut self, iteration: &Iteration) {
        self.0.push(iteration.counters.nodes);
    }
}

const HEADING: &str =
    "# Nodes of `crownhead bench` by variant. A commit that changes them on purpose records them anew:
#   cargo run --release -- bench --record data/bench/signature.toml
";

/// The node signature: the number of nodes of each variant. It changes whenever the search or the evaluation does.
type Signature = BTreeMap<String, u64>;

fn read(path: &Path) -> Result<Signature, CliError> {
    let file = path.to_owned();
    match files::read_text(path) {
        Ok(text) => toml::from_str(&text).map_err(|source| CliError::SignatureMalformed { file, source }),
        Err(source) => Err(CliError::SignatureUnreadable { file, source }),
    }
}

fn text(signature: &Signature) -> String {
    let lines = signature.iter().map(|(name, nodes)| format!("{name} = {nodes}\n"));
    std::iter::once(HEADING.to_owned()).chain(lines).collect()
}

/// Each count that differs, old and new: `english 120 -> 100, losing none -> 7`.
fn changes(old: &Signature, new: &Signature) -> String {
    let show = |count: Option<&u64>| count.map_or("none".to_owned(), u64::to_string);
    let names: BTreeSet<_> = old.keys().chain(new.keys()).filter(|&name| old.get(name) != new.get(name)).collect();
    let change = |name: &String| format!("{name} {} -> {}", show(old.get(name)), show(new.get(name)));
    names.into_iter().map(change).collect::<Vec<_>>().join(", ")
}

/// The data file, compiled in so that a bench needs only the binary.
static SUITES: Lazy<BTreeMap<String, Suite>> =
    Lazy::new(|| toml::from_str(include_str!("../../data/bench/positions.toml")).expect("a test reads the same file"));

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Suite {
    /// The search depth, in plies.
    depth: u32,
    positions: Vec<String>,
}

impl Suite {
    fn of(variant: Variant) -> Option<&'static Suite> {
        SUITES.get(variant.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_branching_factor_is_the_growth_over_four_plies() {
        let mut measurement = Measurement::default();
        measurement.add(Duration::from_secs(1), &[1, 10, 20, 40, 80, 160]);
        assert!((measurement.branching_factor().expect("deep enough") - 2.0).abs() < 1e-12);
        measurement.add(Duration::from_secs(1), &[10, 99, 999, 9999, 10 * 8 * 8 * 8 * 8]);
        assert!((measurement.branching_factor().expect("deep enough") - 4.0).abs() < 1e-12);
        assert_eq!(measurement.nodes, 160 + 40960);
        assert!((measurement.speed() - 0.02056).abs() < 1e-9);
    }

    #[test]
    fn four_iterations_tell_no_branching_factor() {
        let mut measurement = Measurement::default();
        measurement.add(Duration::from_secs(1), &[1, 10, 20, 40]);
        assert_eq!(measurement.branching_factor(), None);
        assert_eq!(measurement.nodes, 40);
    }

    fn signature(counts: &[(&str, u64)]) -> Signature {
        counts.iter().map(|&(name, nodes)| (name.to_owned(), nodes)).collect()
    }

    #[test]
    fn what_is_recorded_reads_back() {
        let signature = signature(&[("english", 123), ("losing", 7)]);
        assert_eq!(toml::from_str::<Signature>(&text(&signature)).expect("it was written so"), signature);
    }

    #[test]
    fn each_change_is_named() {
        let recorded = signature(&[("english", 120), ("giveaway", 5), ("gone", 1)]);
        let measured = signature(&[("english", 100), ("giveaway", 5), ("losing", 7)]);
        let file = PathBuf::from("some/file");
        let message = CliError::SignatureChanged { changes: changes(&recorded, &measured), file }.to_string();
        assert!(message.contains("english 120 -> 100, gone 1 -> none, losing none -> 7"), "{message}");
        assert!(message.contains("crownhead bench --record some/file"), "{message}");
    }

    #[test]
    fn every_variant_has_positions_that_leave_a_choice() {
        for &variant in Variant::ALL {
            let suite = Suite::of(variant).unwrap_or_else(|| panic!("no positions for {variant}"));
            assert!(suite.positions.len() >= 8, "{variant}");
            assert!((1..=Depth::MAX.get()).contains(&suite.depth), "{variant}");
            for text in &suite.positions {
                let position = fen::parse(variant, text).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(Game::new(position).end(), None, "{text} is over");
                assert!(position.moves().len() > 1, "{text} leaves no choice");
            }
        }
    }

    #[test]
    fn every_section_is_that_of_a_variant() {
        for name in SUITES.keys() {
            assert!(Variant::ALL.iter().any(|variant| variant.name() == name), "{name}");
        }
    }
}
