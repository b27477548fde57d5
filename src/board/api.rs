//! What pages ask for, however their requests come: over HTTP, or as messages within a browser.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::game::{ListedGame, list_pdn};
use super::request::{BoardError, NewGame, Seat};
use super::room::Room;
use super::rooms::{Listed, Rooms};
use super::setup::{SetupRequest, SetupView};
use super::store::Store;
use crownhead_engine::config::Config;
use crownhead_engine::engine::{BadTimeControl, SkillLevel, TimeLimit};
use crownhead_engine::support::instant::since_1970;
use crownhead_rules::notation::{Guesser, fen};
use crownhead_rules::{UnknownVariant, Variant};

/// The maximum bytes of a request for a game: a PDN file with some ten thousand games.
pub(super) const MOST_BYTES: usize = 32 << 20;

/// The body of a request for a game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameRequest {
    /// The variant; with `pdn`, it applies if the game does not state one.
    variant: String,
    /// The first position.
    #[serde(default)]
    fen: Option<String>,
    /// A game to look at.
    #[serde(default)]
    pdn: Option<String>,
    /// Which of the games in `pdn`, from 1. Without it, a text with several games is answered by a list of them.
    #[serde(default)]
    game: Option<usize>,
    /// The player of White; a person by default.
    #[serde(default)]
    white: Seat,
    /// The player of Black.
    #[serde(default)]
    black: Seat,
    /// The time: `300+5` for a clock, `5/move`, or nothing.
    #[serde(default)]
    time: String,
}

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum ApiError {
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    #[error(transparent)]
    Time(#[from] BadTimeControl),
    #[error(transparent)]
    Board(#[from] BoardError),
}

impl ApiError {
    /// The status code of HTTP for it.
    pub(super) const fn status(&self) -> u16 {
        match self {
            ApiError::Board(BoardError::NoGame(_)) => 404,
            ApiError::Board(BoardError::Store(_) | BoardError::Engine(_)) => 500,
            ApiError::Board(BoardError::Full) => 503,
            ApiError::Board(BoardError::Stale { .. }) => 409,
            ApiError::Variant(_) | ApiError::Time(_) | ApiError::Board(_) => 422,
        }
    }
}

/// The games, and what is done with them on request.
#[derive(Debug)]
pub(super) struct BoardApi {
    pub(super) rooms: Rooms,
    config: Config,
    pace: Duration,
    seed: Option<u64>,
}

impl BoardApi {
    /// An interface to rooms with these settings: see [`ServeOptions`](super::ServeOptions).
    pub(super) fn new(config: Config, store: Option<Store>, pace: Duration, seed: Option<u64>) -> BoardApi {
        BoardApi { rooms: Rooms::new(store), config, pace, seed }
    }

    /// The room of a game.
    pub(super) fn room(&self, number: u64) -> Result<Room, BoardError> {
        self.rooms.get(number, self.pace, &self.config)
    }

    pub(super) fn open(&self, game: GameRequest) -> Result<Opened, ApiError> {
        let GameRequest { variant, fen, pdn, game, white, black, time } = game;
        let variant: Variant = variant.parse()?;
        let config = &self.config;
        let room = match pdn {
            Some(text) => {
                let games = if game.is_none() { list_pdn(&text)? } else { Vec::new() };
                if games.len() > 1 {
                    return Ok(Opened::Several(games));
                }
                Room::open_pdn(&text, game.unwrap_or(1), variant, config)?
            }
            None => {
                let seed = self.seed.unwrap_or_else(seed_by_time);
                let (time, pace) = (read_time(&time)?, self.pace);
                let variant = fen.as_deref().map_or(variant, |fen| variant_of(fen, variant));
                Room::open(&NewGame { variant, fen, seats: [white, black], time, pace, seed }, config)?
            }
        };
        Ok(Opened::Room(self.rooms.add(room)?))
    }

    /// The variants and the levels.
    pub(super) fn info(&self) -> Value {
        let levels = SkillLevel::all().map(|level| {
            json!({
                "number": level.number(),
                "nodes": level.nodes(),
                "random": level.random_percent(),
                "rating": level.rating(),
            })
        });
        json!({
            "variants": Variant::ALL.iter().map(|variant| variant.name()).collect::<Vec<_>>(),
            "titles": Variant::ALL.iter().map(|variant| variant.articles().title).collect::<Vec<_>>(),
            "most_bytes": MOST_BYTES,
            "default": self.config.terminal.variant.name(),
            "levels": levels.collect::<Vec<_>>(),
        })
    }

    /// The latest games.
    pub(super) fn games(&self) -> Vec<Listed> {
        self.rooms.list()
    }
}

/// The answer to a request for a game.
pub(super) enum Opened {
    /// The number of its room.
    Room(u64),
    /// The games that the text has.
    Several(Vec<ListedGame>),
}

/// A position that is set up.
pub(super) fn set_up_position(position: &SetupRequest) -> Result<SetupView, ApiError> {
    let variant: Variant = position.variant.parse()?;
    Ok(position.read(variant).map_err(BoardError::from)?)
}

/// The variant of a position: `fallback`, unless it fits others alone.
fn variant_of(text: &str, fallback: Variant) -> Variant {
    if fen::parse(fallback, text).is_ok() {
        return fallback;
    }
    let guess = Guesser::preferring(Some(fallback)).guess_position(Some(text), &[]);
    if guess.fits { guess.variant } else { fallback }
}

/// The time since 1970 in nanoseconds: another seed for each game.
fn seed_by_time() -> u64 {
    since_1970().as_nanos() as u64
}

/// A time control: nothing, seconds per move as `5/move`, or a clock as in matches.
fn read_time(text: &str) -> Result<TimeLimit, BadTimeControl> {
    if text.is_empty() {
        return Ok(TimeLimit::Unlimited);
    }
    match text.strip_suffix("/move") {
        Some(seconds) => {
            let bad = || BadTimeControl { text: text.to_owned() };
            let time =
                crownhead_engine::engine::parse_seconds(seconds).filter(|time| !time.is_zero()).ok_or_else(bad)?;
            Ok(TimeLimit::PerMove(time))
        }
        None => Ok(TimeLimit::Clock(text.parse()?)),
    }
}
