//! How many nanoseconds a probe and a save of the transposition table take.
//!
//! `cargo run --release --example table_speed [MiB ...]`

use std::hint::black_box;
use std::time::Instant;

use crownhead_engine::eval::Score;
use crownhead_engine::search::{Bounds, Depth, MoveIndex, Table, TableError, TableSize};
use crownhead_rules::Key;

const ROUNDS: u64 = 5_000_000;

fn main() -> Result<(), TableError> {
    let mut sizes: Vec<_> =
        std::env::args().skip(1).filter_map(|word| TableSize::from_mib(word.parse().ok()?)).collect();
    if sizes.is_empty() {
        sizes = [16, 256].into_iter().filter_map(TableSize::from_mib).collect();
    }
    println!("{:>10} {:>9} {:>9} {:>9} {:>9} {:>9}", "size", "allocate", "store", "probe", "both", "clear");
    println!("{:>10} {:>9} {:>9} {:>9} {:>9} {:>9}", "", "ms", "ns", "ns", "ns", "ms");
    sizes.into_iter().try_for_each(measure)
}

fn measure(size: TableSize) -> Result<(), TableError> {
    let start = Instant::now();
    let table = Table::new(size)?;
    let allocate = start.elapsed();
    let each = |keys: std::ops::Range<u64>, visit: &dyn Fn(&Table, Key)| {
        let start = Instant::now();
        let rounds = keys.end - keys.start;
        keys.map(key).for_each(|key| visit(&table, key));
        start.elapsed().as_nanos() as f64 / rounds as f64
    };
    let store = each(0..ROUNDS, &save);
    let probe = each(0..ROUNDS, &look);
    let both = each(ROUNDS..2 * ROUNDS, &|table, key| {
        look(table, key);
        save(table, key);
    });
    let start = Instant::now();
    table.clear();
    let (allocate, clear) = (allocate.as_millis(), start.elapsed().as_millis());
    let size = size.to_string();
    println!("{size:>10} {allocate:>9} {store:>9.1} {probe:>9.1} {both:>9.1} {clear:>9}");
    Ok(())
}

fn save(table: &Table, key: Key) {
    let low = Score::from_millionths(i64::from(key.0 as u16));
    let bounds = Bounds { low, high: Score::MAX };
    table.store(key, Depth::new(key.0 as u32 & 15), bounds, MoveIndex::new(key.0 as usize & 31));
}

fn look(table: &Table, key: Key) {
    // What is read decides nothing here, so the accesses of several rounds overlap as far as the processor can.
    black_box(table.probe(key));
}

/// Keys far apart, and the same in each run.
fn key(n: u64) -> Key {
    let mixed = (n + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    Key((mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9))
}
