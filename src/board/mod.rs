//! Play and analysis for people: a game with the engine at the other side, and the web page that shows it.
//!
//! A [`Room`] is one game: its record, its clocks, its players and its engine. It knows nothing of HTTP, so the
//! terminal uses it too. [`serve`] offers rooms to the page in `page/`, which is built into the program.

mod access;
mod action;
mod assets;
mod diagram;
mod judgement;
mod new_game;
mod record;
mod room;
mod rooms;
mod seat;
mod server;
mod state;
mod thinker;
mod view;

pub use access::Token;
pub use action::{Action, ActionError};
pub use diagram::{Canvas, diagram};
pub(crate) use diagram::{cells, letter};
pub use judgement::{Judgement, Loss, Thresholds};
pub use new_game::NewGame;
pub use record::{Beginning, MoveView, ReadError, Shape};
pub use room::{Room, RoomError};
pub use seat::{BadSeat, Finish, Seat};
pub use server::{ServeError, ServeOptions, serve};
pub use view::{AnalysisView, ClockView, LineView, ScoreView, View};
