//! What pages ask for, however their requests come: over HTTP, or as messages within a browser.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serde::Deserialize;
use serde_json::{Value, json};

use super::MOST_PLIES_DRAWN;
use super::explorer::{Explored, Explorer, PassagesView};
use super::game::{ListedGame, given_text, list_pdn};
use super::names::read_fen;
use super::opening::{begun, listed_ballots};
use super::problems::{AttemptRequest, AttemptView, Judge};
use super::request::{BoardError, NewGame, Seat};
use super::room::Room;
use super::rooms::{Listed, Rooms};
use super::rules::RulesView;
use super::said::Said;
use super::setup::{SetupRequest, SetupView};
use super::store::Store;
use crownhead_engine::config::Config;
use crownhead_engine::engine::{BadTimeControl, SkillLevel, TimeLimit};
use crownhead_engine::support::instant::since_1970;
use crownhead_rules::notation::{Guesser, NotationError, fen};
use crownhead_rules::{UnknownVariant, Variant};

/// The maximum bytes of a request for a game: a PDN file with some ten thousand games.
pub(super) const MOST_BYTES: usize = 32 << 20;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameRequest {
    /// The variant; with `pdn`, it applies if the game does not state one.
    variant: String,
    fen: Option<String>,
    pdn: Option<String>,
    /// The bytes of a PDN file that is not in UTF-8, as the characters with these numbers, instead of `pdn`.
    file: Option<String>,
    /// Which of the games of the explorer to look at, from 1.
    explored: Option<usize>,
    /// Which of the games in `pdn`, from 1. Without it, a text with several games is answered by a list of them.
    game: Option<usize>,
    /// The player of White; a person by default.
    #[serde(default)]
    white: Seat,
    #[serde(default)]
    black: Seat,
    #[serde(default)]
    names: [Option<String>; 2],
    /// The time: `300+5` for a clock, `5/move`, or nothing.
    #[serde(default)]
    time: String,
    /// How the game begins: `plies:3` for random moves, `ballot` or `ballot:12` for a published ballot, `moves:11-15 23-19`
    /// for the moves of another game, or nothing.
    #[serde(default)]
    opening: String,
}

#[derive(Debug, thiserror::Error)]
pub(super) enum ApiError {
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    #[error(transparent)]
    Time(#[from] BadTimeControl),
    #[error("{fault}")]
    Position { fault: NotationError, variant: Variant },
    #[error(transparent)]
    Board(#[from] BoardError),
}

impl ApiError {
    pub(super) const fn status(&self) -> u16 {
        match self {
            ApiError::Board(BoardError::NoGame(_)) => 404,
            ApiError::Board(BoardError::Store(_) | BoardError::Engine(_)) => 500,
            ApiError::Board(BoardError::Full) => 503,
            ApiError::Board(BoardError::Stale { .. }) => 409,
            _ => 422,
        }
    }
}

impl From<&ApiError> for Said {
    fn from(error: &ApiError) -> Said {
        match error {
            ApiError::Board(error) => error.into(),
            ApiError::Position { fault, variant } => Said::from(fault).named(*variant),
            ApiError::Variant(_) | ApiError::Time(_) => Said::plain(error),
        }
    }
}

/// The body of a request for games to explore: a PDN text or the bytes of a file, as in a [`GameRequest`], or, without
/// both, those that are kept.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExploreRequest {
    /// The variant of games that do not state theirs and fit several.
    variant: String,
    pdn: Option<String>,
    file: Option<String>,
}

/// The body of a request for what was played in a position.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionRequest {
    variant: String,
    fen: String,
}

/// The games, and what is done with them on request.
#[derive(Debug)]
pub(super) struct BoardApi {
    pub(super) rooms: Rooms,
    explorer: Mutex<Option<Arc<Explorer>>>,
    config: Config,
    pace: Duration,
    seed: Option<u64>,
    judge: Judge,
}

impl BoardApi {
    /// An interface to rooms with these settings: see [`ServeOptions`](super::ServeOptions).
    pub(super) fn new(config: Config, store: Option<Store>, pace: Duration, seed: Option<u64>) -> BoardApi {
        let (rooms, explorer, judge) = (Rooms::new(store), Mutex::default(), Judge::default());
        BoardApi { rooms, explorer, judge, config, pace, seed }
    }

    pub(super) fn room(&self, number: u64) -> Result<Room, BoardError> {
        self.rooms.get(number, self.pace, &self.config)
    }

    pub(super) fn open(&self, game: GameRequest) -> Result<Opened, ApiError> {
        let GameRequest { variant, fen, pdn, file, explored, game, white, black, names, time, opening } = game;
        let variant: Variant = variant.parse()?;
        let config = &self.config;
        if let Some(game) = explored {
            let explorer = self.explorer.lock().clone().ok_or(BoardError::NoPdn(variant))?;
            return Ok(Opened::Room(self.rooms.add(Room::open_pdn(&explorer.text, game, variant, config)?)?));
        }
        let room = match given_text(pdn, file) {
            Some(text) => {
                let games = if game.is_none() { list_pdn(&text, variant)? } else { Vec::new() };
                if games.len() > 1 {
                    return Ok(Opened::Several(games));
                }
                Room::open_pdn(&text, game.unwrap_or(1), variant, config)?
            }
            None => {
                let seed = self.seed.unwrap_or_else(seed_by_time);
                let (time, pace) = (read_time(&time)?, self.pace);
                let variant = fen.as_deref().map_or(variant, |fen| variant_of(fen, variant));
                let begun = begun(variant, fen.as_deref(), &opening, seed)?;
                let seats = [white, black];
                let new = NewGame { variant, fen, seats, names, time, pace, seed };
                let opened =
                    begun.map_or_else(|| Room::open(&new, config), |game| Room::open_after(game, &new, config));
                opened.map_err(|error| match error {
                    BoardError::Notation(fault) => ApiError::Position { fault, variant },
                    error => error.into(),
                })?
            }
        };
        Ok(Opened::Room(self.rooms.add(room)?))
    }

    /// The variants with their rules and openings, and the levels.
    pub(super) fn info(&self) -> Value {
        let levels = SkillLevel::all().map(|level| {
            json!({
                "number": level.number(),
                "nodes": level.nodes(),
                "overlooked": level.overlooked_percent(),
                "rating": level.rating(),
            })
        });
        let rules = Variant::ALL.iter().map(|&variant| RulesView::of(variant));
        json!({
            "rules": rules.collect::<Vec<_>>(),
            "ballots": { Variant::ENGLISH.name(): listed_ballots() },
            "most_plies_drawn": MOST_PLIES_DRAWN,
            "variants": Variant::ALL.iter().map(|variant| variant.name()).collect::<Vec<_>>(),
            "titles": Variant::ALL.iter().map(|variant| variant.articles().title).collect::<Vec<_>>(),
            "most_bytes": MOST_BYTES,
            "default": self.config.terminal.variant.name(),
            "levels": levels.collect::<Vec<_>>(),
        })
    }

    pub(super) fn explore(&self, request: ExploreRequest) -> Result<Explored, ApiError> {
        let ExploreRequest { variant, pdn, file } = request;
        let text = match given_text(pdn, file) {
            Some(text) => text,
            None => self.rooms.pdn()?,
        };
        let explorer = Explorer::read(text, variant.parse()?)?;
        let explored = explorer.explored();
        *self.explorer.lock() = Some(Arc::new(explorer));
        Ok(explored)
    }

    /// What the games that are explored played in a position.
    pub(super) fn passages(&self, request: &PositionRequest) -> Result<PassagesView, ApiError> {
        let position = read_fen(request.variant.parse()?, &request.fen).map_err(BoardError::from)?;
        let explorer = self.explorer.lock().clone();
        Ok(explorer.map_or_else(PassagesView::default, |explorer| explorer.at(&position)))
    }

    pub(super) fn judge(&self, attempt: &AttemptRequest) -> Result<AttemptView, ApiError> {
        Ok(self.judge.judge(attempt, &self.config.engine.endgame)?)
    }

    /// The games, the latest first.
    pub(super) fn games(&self) -> Vec<Listed> {
        self.rooms.list()
    }
}

/// The answer to a request for a game.
pub(super) enum Opened {
    Room(u64),
    Several(Vec<ListedGame>),
}

pub(super) fn set_up_position(position: &SetupRequest) -> Result<SetupView, ApiError> {
    let variant: Variant = position.variant.parse()?;
    position.read(variant).map_err(|fault| ApiError::Position { fault, variant })
}

/// The variant of a position: `fallback`, unless it fits others alone.
fn variant_of(text: &str, fallback: Variant) -> Variant {
    let text = fen::located(text);
    if read_fen(fallback, text).is_ok() {
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
