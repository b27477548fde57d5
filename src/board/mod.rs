//! Play and analysis for people: a game with the engine at the other side, and the web page that shows it.
//!
//! A [`Room`] is one game: its record, its clocks, its players and its engine. It does not know HTTP, so the terminal
//! uses it too. [`serve`] offers rooms to the page in `page/`, which is built into the program.

#[cfg(not(target_family = "wasm"))]
mod access;
mod api;
#[cfg(target_family = "wasm")]
mod browser;
#[cfg(not(target_family = "wasm"))]
mod connections;
mod diagram;
mod engine;
mod explorer;
mod game;
mod names;
mod opening;
mod problems;
#[cfg(target_family = "wasm")]
mod queue;
mod request;
mod room;
mod rooms;
mod rules;
mod said;
#[cfg(not(target_family = "wasm"))]
mod server;
mod setup;
mod solver;
mod state;
mod store;
mod tree;
mod view;

#[cfg(not(target_family = "wasm"))]
pub use access::Token;
#[cfg(target_family = "wasm")]
pub use browser::BrowserBoard;
pub use diagram::{Canvas, diagram};
#[cfg(not(target_family = "wasm"))]
pub(crate) use diagram::{cells, letter};
pub use game::Finish;
pub use request::{Action, BoardError, NewGame, Seat};
pub use room::Room;
pub use said::Said;
#[cfg(not(target_family = "wasm"))]
pub use server::{ServeOptions, serve};
pub use store::Store;
pub use view::{
    AnalysisView, BookMoveView, BookView, ClockView, LineView, MoveView, ScoreView, Shape, SolutionView, View,
};

const MOST_PLIES: usize = 1000;

/// The maximum number of random plies that a game begins with, as in a match.
const MOST_PLIES_DRAWN: usize = 6;

/// The maximum number of rooms at a time. Each can have an engine with a table of its own. A page shows one.
const MOST_ROOMS: usize = if cfg!(not(target_family = "wasm")) { 16 } else { 2 };
