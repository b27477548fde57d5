//! Crownhead.
use crownhead::rules::{perft::*, *};
fn main() {
    let t = std::time::Instant::now();
    for d in 1..=11 {
        println!("{d} {}", perft(&Position::<English>::start(), d, Counting::Merged));
    }
    println!("{:?}", t.elapsed());
    for d in 1..=9 {
        println!("{d} {}", perft(&Position::<International>::start(), d, Counting::Merged));
    }
    println!("{:?}", t.elapsed());
}
