//! Play and analysis for people: a game with the engine at the other side, and the web page that shows it.
//!
//! A [`Room`] is one game: its record, its clocks, its players and its engine. It does not know HTTP, so the terminal
//! uses it too. [`serve`] offers rooms to the page in `page/`, which is built into the program.

mod access;
mod connections;
mod diagram;
mod game;
mod request;
mod room;
mod rooms;
mod server;
mod setup;
mod solver;
mod state;
mod store;
mod thinker;
mod view;

pub use access::Token;
pub use diagram::{Canvas, diagram};
pub(crate) use diagram::{cells, letter};
pub use game::Finish;
pub use request::{Action, BoardError, NewGame, Seat};
pub use room::Room;
pub use server::{ServeOptions, serve};
pub use store::Store;
pub use view::{AnalysisView, ClockView, LineView, MoveView, ScoreView, Shape, SolutionView, View};

/// The maximum number of plies of a game.
const MOST_PLIES: usize = 1000;

/// The maximum number of rooms at a time. Each can have an engine with a table of its own.
const MOST_ROOMS: usize = 16;
