//! What UCI clients send, expect and break on, tried with the binary over its pipes.

#[path = "../client/mod.rs"]
mod client;
mod noise;
mod options;
mod playing;
mod positions;
mod searching;
mod starting;
mod table;
#[cfg(unix)]
#[path = "../support/unix.rs"]
mod unix;

use std::collections::HashMap;

/// The values of an info line by their names.
fn fields(line: &str) -> HashMap<&str, &str> {
    let tokens: Vec<_> = line.split(' ').collect();
    let names =
        ["depth", "seldepth", "multipv", "cp", "mate", "value", "nodes", "nps", "hashfull", "tbhits", "time", "pv"];
    let found = names.into_iter().filter_map(|name| {
        let place = tokens.iter().position(|&token| token == name)?;
        Some((name, *tokens.get(place + 1)?))
    });
    found.collect()
}
