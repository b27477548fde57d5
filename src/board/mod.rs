//! Play and analysis for people: a game with the engine at the other side, and the web page that shows it.
//!
//! A [`Room`] is one game: its record, its clocks, its players and its engine. It does not know HTTP, so the terminal
//! uses it too. [`serve`] offers rooms to the page in `page/`, which is built into the program.

#[cfg(feature = "native")]
mod access;
#[cfg(feature = "native")]
mod connections;
mod desk;
mod diagram;
#[cfg(not(feature = "native"))]
mod errands;
mod game;
#[cfg(not(feature = "native"))]
mod post;
mod request;
mod room;
mod rooms;
#[cfg(feature = "native")]
mod server;
mod setup;
mod solver;
mod state;
mod store;
mod thinker;
mod view;

#[cfg(feature = "native")]
pub use access::Token;
pub use diagram::{Canvas, diagram};
#[cfg(feature = "native")]
pub(crate) use diagram::{cells, letter};
pub use game::Finish;
#[cfg(not(feature = "native"))]
pub use post::PostRoom;
pub use request::{Action, BoardError, NewGame, Seat};
pub use room::Room;
#[cfg(feature = "native")]
pub use server::{ServeOptions, serve};
pub use store::Store;
pub use view::{
    AnalysisView, BookMoveView, BookView, ClockView, LineView, MoveView, ScoreView, Shape, SolutionView, View,
};

/// The maximum number of plies of a game.
const MOST_PLIES: usize = 1000;

/// The maximum number of rooms at a time. Each can have an engine with a table of its own. A page shows one.
const MOST_ROOMS: usize = if cfg!(feature = "native") { 16 } else { 2 };
