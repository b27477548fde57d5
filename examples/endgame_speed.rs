//! How fast the endgame tables answer: `cargo run --release --example endgame_speed -- international [DIR] [THREADS]`.
//!
//! Random positions of the most pieces that the tables know are probed, first with an empty cache, then again.

use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

use crownhead::endgame::{Tables, TablesOptions};
use crownhead::rules::{Position, Rules, Variant, VariantVisitor};

const PROBES: u64 = 1_000_000;

struct Timing {
    dir: Option<PathBuf>,
    threads: usize,
}

impl VariantVisitor for Timing {
    type Output = ();

    fn visit<R: Rules>(self) {
        let start = Instant::now();
        let options = TablesOptions { dir: self.dir, ..TablesOptions::default() };
        let (tables, faults) = Tables::<R>::open(&options);
        println!("{}: opened in {:.1} ms", R::NAME, start.elapsed().as_secs_f64() * 1e3);
        faults.iter().for_each(|fault| println!("{fault}"));
        let pieces = tables.max_pieces();
        let position =
            |number: u64| tables.position(pieces, number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20);
        let positions: Vec<Position<R>> = (0..PROBES).filter_map(position).collect();
        for state in ["empty", "warm"] {
            let start = Instant::now();
            std::thread::scope(|scope| {
                for _ in 0..self.threads {
                    scope.spawn(|| {
                        for position in &positions {
                            black_box(tables.probe(black_box(position)));
                        }
                    });
                }
            });
            let nanoseconds = start.elapsed().as_secs_f64() * 1e9 / PROBES as f64;
            println!(
                "{pieces} pieces, {state} cache: {nanoseconds:.0} ns a probe on each of {} threads",
                self.threads
            );
        }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "english".to_owned());
    let variant: Variant = name.parse().expect("the name of a variant");
    let dir = arguments.next().filter(|dir| dir != "-").map(PathBuf::from);
    let threads = arguments.next().map_or(1, |threads| threads.parse().expect("a number of threads"));
    variant.visit(Timing { dir, threads });
}
