//! What Hub clients send, expect and break on, tried with the binary over its pipes.

mod book;
#[path = "../client/mod.rs"]
mod client;
mod draughtsnet;
mod eight_by_eight;
mod ending;
mod input;
mod levels;
mod noise;
mod output;
mod searching;
mod starting;

const START: &str = "pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
const ENGLISH_START: &str = "pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
const PYDRAUGHTS_START: &str = "pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

/// Splits a line at blanks outside quotes, as pydraughts does, and then each argument at its `=`.
fn arguments(line: &str) -> Vec<(String, String)> {
    let mut is_quoted = false;
    let blank_outside = |c: char| {
        is_quoted ^= c == '"';
        c == ' ' && !is_quoted
    };
    let parts = line.split(blank_outside).skip(1);
    parts
        .map(|part| {
            let sides: Vec<_> = part.split('=').collect();
            let [name, value] = sides[..] else { panic!("{part:?} in {line:?} has not one =") };
            (name.to_owned(), value.to_owned())
        })
        .collect()
}
