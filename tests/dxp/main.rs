//! DXP: messages as values and as bytes, and the binary over real connections.

#[path = "../client/mod.rs"]
mod client;

mod asking;
mod dialogues;
mod following;
mod messages;
mod peer;
mod playing;
mod program;
mod table;
mod trouble;
#[cfg(unix)]
#[path = "../support/unix.rs"]
mod unix;

/// A request of a program that plays White, for a quick game from the start.
const REQUEST: &str = "R01Tornado voor Windows 4.0        Z.10075A";

/// The same, for a game in which the engine thinks for a long time.
const SLOW_REQUEST: &str = "R01Tornado voor Windows 4.0        Z999010A";

/// What accepts it.
const ACCEPTANCE: &str = "ACrownhead *0";

/// A request for a game from a position: the follower's side, the minutes and moves, the side to move, and the pieces.
fn request_from(follower: char, limits: &str, to_move: char, squares: usize, pieces: &[(char, &[usize])]) -> String {
    let mut letters = vec!['e'; squares];
    for (letter, places) in pieces {
        for &place in *places {
            letters[place - 1] = *letter;
        }
    }
    format!("R01{:32}{follower}{limits}B{to_move}{}", "Tornado", letters.iter().collect::<String>())
}
