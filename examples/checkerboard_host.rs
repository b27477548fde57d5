//! Loads the library for CheckerBoard as CheckerBoard does, and plays it against itself: a game of English draughts, a
//! game of give-away, and a search without end in which Play is pressed. Every move is checked. Ends with an error if
//! anything is wrong.
//!
//! ```text
//! cargo run --release --example checkerboard_host -- target/release/libcrownhead.so
//! ```
//!
//! `scripts/checkerboard` builds it for Windows too, and runs it with the libraries for Windows.

#![expect(unsafe_code, reason = "the host of a library in C")]

#[path = "../tests/checkerboard/game.rs"]
mod game;
#[path = "../tests/checkerboard/host.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod host;

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use crownhead_rules::Variant;

use host::{BLACK, Host, Level, Shared};

/// The time for a move, in seconds.
const MOVE_TIME: f64 = 0.05;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: checkerboard_host LIBRARY");
        return ExitCode::FAILURE;
    };
    let host = Host::load(Path::new(&path));
    println!("{}, {} bits", host.done("name"), usize::BITS);
    play_one(Variant::ENGLISH, &host);
    play_one(Variant::GIVEAWAY, &host);
    press(&host);
    ExitCode::SUCCESS
}

fn play_one(variant: Variant, host: &Host) {
    host.done(&format!("set gametype {variant}"));
    let start = Instant::now();
    let (game, claims) = game::play(variant, host, |_| Level::exactly(MOVE_TIME));
    game::check_claims(&game, &claims);
    let end = game.end().map(|end| end.to_string()).unwrap_or_default();
    let known = claims.iter().position(|&claim| claim != host::UNKNOWN).map_or(0, |ply| ply + 1);
    println!(
        "{variant}: {} plies, {end}, known from ply {known}; {:.1} s",
        game.moves().len(),
        start.elapsed().as_secs_f64()
    );
}

/// Lets it think for a second, without a limit, and then wants the move.
fn press(host: &Host) {
    let board = game::board(&Variant::ENGLISH.start());
    let shared = Shared::new();
    let (turn, delay) = std::thread::scope(|scope| {
        let turn = scope.spawn(|| host.get_move_shared(&board, BLACK, Level::INFINITE, &shared));
        std::thread::sleep(Duration::from_secs(1));
        let pressed = Instant::now();
        shared.press();
        (turn.join().expect("the call returns"), pressed.elapsed())
    });
    assert_ne!(turn.board, board, "a move was made");
    println!("Play was answered in {:.1} ms: {}", delay.as_secs_f64() * 1000.0, turn.status);
}
