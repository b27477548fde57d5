//! How fast the endgame tables answer, and what they cost the search:
//! `cargo run --release --example endgame_speed -- international [DIR|-] [THREADS]`.
//!
//! Random positions of the most pieces that the tables know are probed, first with an empty cache, then again. Then the
//! positions of `crownhead bench` are searched with the tables and without, in turn, and the node rates are compared.
//! All times are those of the processor, which other programs do not take away.

use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

use cpu_time::ThreadTime;
use crownhead_engine::endgame::{Tables, TablesOptions};
use crownhead_engine::engine::{EngineOptions, Limit, LocalPlayer, Purpose};
use crownhead_engine::search::TableSize;
use crownhead_rules::notation::fen;
use crownhead_rules::{AnyPosition, Game, Variant};

const PROBES: u64 = 1_000_000;
/// Nodes of a search, and how often each position is searched with the tables and without.
const NODES: u64 = 200_000;
const ROUNDS: usize = 15;
/// Positions with at least so many pieces are middle games.
const MIDDLE_GAME: u32 = 12;

fn time_probes(variant: Variant, options: &TablesOptions, threads: usize) {
    let start = Instant::now();
    let (tables, faults) = Tables::open(variant, options);
    println!("{variant}: opened in {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    faults.iter().for_each(|fault| println!("{fault}"));
    let pieces = tables.max_pieces();
    let position = |number: u64| tables.position(pieces, number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20);
    let positions: Vec<AnyPosition> = (0..PROBES).filter_map(position).collect();
    let probe_all = || {
        let start = ThreadTime::now();
        for position in &positions {
            black_box(tables.probe(black_box(position)));
        }
        start.elapsed().as_secs_f64() * 1e9 / positions.len() as f64
    };
    for state in ["empty", "warm"] {
        let times: Vec<f64> = std::thread::scope(|scope| {
            let probing: Vec<_> = (0..threads).map(|_| scope.spawn(probe_all)).collect();
            probing.into_iter().map(|thread| thread.join().expect("a probe does not panic")).collect()
        });
        println!(
            "{pieces} pieces, {state} cache: {:.0} ns a probe on each of {threads} threads",
            times.iter().sum::<f64>() / times.len() as f64
        );
    }
}

/// The positions of the bench.
fn positions(variant: Variant) -> Vec<AnyPosition> {
    let suites: toml::Table = include_str!("../../../data/bench/positions.toml").parse().expect("the data is TOML");
    let positions = suites[variant.name()]["positions"].as_array().expect("a list");
    positions
        .iter()
        .map(|text| fen::parse(variant, text.as_str().expect("a FEN")).expect("the FEN is well formed"))
        .collect()
}

/// Searches the positions with the tables and without, in turn.
fn compare_searches(name: &str, positions: &[AnyPosition], tables: &TablesOptions) {
    let player = |endgame: TablesOptions| {
        let table_size = TableSize::from_mib(16).expect("a valid size");
        let options = EngineOptions { table_size, endgame, ..EngineOptions::default() };
        let variant = positions[0].variant();
        let player = LocalPlayer::new(variant, &options, Limit::of_nodes(NODES));
        let player = player.expect("there is room for the table");
        player.for_purpose(Purpose::Analyze)
    };
    let (mut with, mut without) = (player(tables.clone()), player(TablesOptions::none()));
    let mut ratios = Vec::new();
    let (mut rates, mut hits) = ([0.0, 0.0], 0.0);
    for round in 0..=ROUNDS {
        let mut nanoseconds = [0.0, 0.0];
        for position in positions {
            let game = Game::new(*position);
            let first = round % 2;
            for which in [first, 1 - first] {
                let player = if which == 0 { &mut with } else { &mut without };
                player.new_game();
                let choice = player.choose(&game).expect("there is a move");
                nanoseconds[which] += choice.cpu_time.as_secs_f64() * 1e9 / choice.nodes as f64;
                hits += if which == 0 { choice.known_hits as f64 / choice.nodes as f64 } else { 0.0 };
            }
        }
        // The first round fills the cache of the tables.
        if round > 0 {
            ratios.push(nanoseconds[1] / nanoseconds[0]);
            rates = [0, 1].map(|which| rates[which] + nanoseconds[which]);
        }
    }
    let searches = (ROUNDS * positions.len()) as f64;
    let speed = rates.map(|nanoseconds| 1e3 * searches / nanoseconds);
    ratios.sort_by(f64::total_cmp);
    println!(
        "{} {name}: {:.2} M nodes/s with tables, {:.2} without; ratio {:.3} (quartiles {:.3}, {:.3}); {:.2} % of the nodes are in the tables",
        positions.len(),
        speed[0],
        speed[1],
        ratios[ROUNDS / 2],
        ratios[ROUNDS / 4],
        ratios[ROUNDS * 3 / 4],
        100.0 * hits / (searches + positions.len() as f64)
    );
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "english".to_owned());
    let variant: Variant = name.parse().expect("the name of a variant");
    let dir = arguments.next().filter(|dir| dir != "-").map(PathBuf::from);
    let threads = arguments.next().map_or(1, |threads| threads.parse().expect("a number of threads"));
    let options = TablesOptions { dir, ..TablesOptions::default() };
    time_probes(variant, &options, threads);
    let (middle_games, endings): (Vec<_>, Vec<_>) =
        positions(variant).into_iter().partition(|position| position.occupied().len() >= MIDDLE_GAME);
    compare_searches("middle games", &middle_games, &options);
    compare_searches("endings", &endings, &options);
}
