//! The HTTP server of the board.
//!
//! | request | reply |
//! |---|---|
//! | `GET /`, `GET /main.js`, ... | the page |
//! | `GET /api/info` | variants and levels |
//! | `GET /api/games` | the open games |
//! | `POST /api/games` | opens a game: [`Wish`] |
//! | `GET /api/games/N?since=VERSION` | [`View`], or 204 if nothing has changed |
//! | `POST /api/games/N` | carries out an [`Action`] |
//! | `GET /api/games/N/legal/PLY` | the moves that a person can make after so many moves |
//! | `GET /api/games/N/pdn` | the game as PDN |

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, SET_COOKIE};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::access::{Access, Pass, Token};
use super::action::{Action, ActionError};
use super::assets::{ASSETS, Asset};
use super::new_game::NewGame;
use super::record::{Beginning, MoveView};
use super::room::{Room, RoomError};
use super::rooms::{Full, Rooms};
use super::seat::Seat;
use super::view::View;
use crate::config::Config;
use crate::engine::SkillLevel;
use crate::engine::{BadTimeControl, TimeLimit};
use crate::rules::{UnknownVariant, Variant};

/// The most bytes of a request: a PDN game, with room for comments.
const MOST_BYTES: usize = 256 << 10;

/// How a server behaves.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The settings of the engines.
    pub config: Config,
    /// The token that is needed.
    pub token: Option<Token>,
    /// The least time of a move of an engine.
    pub pace: Duration,
    /// The seed of the engine's random moves; a new one for each game if `None`.
    pub seed: Option<u64>,
}

/// Why a server ended.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// It cannot run.
    #[error("cannot serve the board: {0}")]
    Io(#[from] io::Error),
}

/// What every request sees.
struct House {
    rooms: Rooms,
    options: ServeOptions,
}

/// Serves the board until the process ends.
///
/// # Errors
/// [`ServeError`].
pub fn serve(listener: TcpListener, options: ServeOptions) -> Result<(), ServeError> {
    let address = listener.local_addr()?;
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        Ok(axum::serve(listener, router(address, options)).await?)
    })
}

fn router(address: SocketAddr, options: ServeOptions) -> Router {
    let access = Arc::new(Access { address, token: options.token.clone() });
    let house = Arc::new(House { rooms: Rooms::default(), options });
    let mut router = Router::new()
        .route("/api/info", get(info))
        .route("/api/games", get(games).post(open))
        .route("/api/games/{number}", get(look).post(act))
        .route("/api/games/{number}/legal/{ply}", get(legal))
        .route("/api/games/{number}/pdn", get(pdn));
    for asset in ASSETS {
        router = router.route(asset.path, get(move || async move { page(asset) }));
    }
    router.layer(DefaultBodyLimit::max(MOST_BYTES)).layer(from_fn_with_state(access, guard)).with_state(house)
}

/// Lets pass what may pass, and keeps the page from loading or being loaded by anything else.
async fn guard(State(access): State<Arc<Access>>, request: Request, next: Next) -> Response {
    let pass = match access.check(request.uri(), request.headers()) {
        Ok(pass) => pass,
        Err(rejection) => return (StatusCode::FORBIDDEN, format!("{rejection}\n")).into_response(),
    };
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let policy = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    headers.insert("x-content-type-options", HeaderValue::from_static("nosniff"));
    headers.insert("referrer-policy", HeaderValue::from_static("no-referrer"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Pass::WithCookie(cookie) = pass {
        headers.insert(SET_COOKIE, cookie);
    }
    response
}

fn page(asset: &'static Asset) -> impl IntoResponse {
    ([(CONTENT_TYPE, asset.mime)], asset.text)
}

/// A game as the page asks for it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wish {
    /// The variant; with `pdn` the one of a game that names none.
    variant: String,
    /// A position to begin with.
    #[serde(default)]
    fen: Option<String>,
    /// A game to look at.
    #[serde(default)]
    pdn: Option<String>,
    /// Who plays White.
    #[serde(default = "person")]
    white: Seat,
    /// Who plays Black.
    #[serde(default = "person")]
    black: Seat,
    /// The time: `300+5` for a clock, `5/move`, or nothing.
    #[serde(default)]
    time: String,
}

const fn person() -> Seat {
    Seat::Human
}

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error("there is no game {0}: it was closed")]
    NoGame(u64),
    #[error("the request has more than {} KiB: expected a single game", MOST_BYTES >> 10)]
    TooLarge,
    #[error("{}", .0.body_text())]
    Body(JsonRejection),
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    #[error(transparent)]
    Time(#[from] BadTimeControl),
    #[error(transparent)]
    Room(#[from] RoomError),
    #[error(transparent)]
    Full(#[from] Full),
    #[error(transparent)]
    Action(#[from] ActionError),
}

impl From<JsonRejection> for Refusal {
    fn from(rejection: JsonRejection) -> Refusal {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE { Refusal::TooLarge } else { Refusal::Body(rejection) }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = match &self {
            Refusal::NoGame(_) => StatusCode::NOT_FOUND,
            Refusal::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Refusal::Body(rejection) => rejection.status(),
            Refusal::Full(_) => StatusCode::SERVICE_UNAVAILABLE,
            Refusal::Action(ActionError::Engine(_)) | Refusal::Room(RoomError::Engine(_)) => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
            Refusal::Action(ActionError::Stale { .. }) => StatusCode::CONFLICT,
            Refusal::Variant(_) | Refusal::Time(_) | Refusal::Room(_) | Refusal::Action(_) => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
        };
        (status, Json(json!({ "error": self.to_string() }))).into_response()
    }
}

impl House {
    fn room(&self, number: u64) -> Result<Room, Refusal> {
        self.rooms.get(number).ok_or(Refusal::NoGame(number))
    }

    fn open(&self, wish: Wish) -> Result<u64, Refusal> {
        let Wish { variant, fen, pdn, white, black, time } = wish;
        let variant: Variant = variant.parse()?;
        let config = &self.options.config;
        let room = match pdn {
            Some(text) => Room::open_pdn(&text, variant, config)?,
            None => {
                let seed = self.options.seed.unwrap_or_else(rand_seed);
                let beginning = fen.map_or(Beginning::Start, Beginning::Fen);
                let (time, pace) = (read_time(&time)?, self.options.pace);
                Room::open(&NewGame { variant, beginning, seats: [white, black], time, pace, seed }, config)?
            }
        };
        Ok(self.rooms.add(room)?)
    }
}

/// The time since 1970 in nanoseconds: another seed for each game.
fn rand_seed() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    since.as_nanos() as u64
}

/// A time control: nothing, seconds per move as `5/move`, or a clock as in matches.
fn read_time(text: &str) -> Result<TimeLimit, BadTimeControl> {
    if text.is_empty() {
        return Ok(TimeLimit::Unlimited);
    }
    match text.strip_suffix("/move") {
        Some(seconds) => {
            let bad = || BadTimeControl { text: text.to_owned() };
            let time = crate::engine::seconds(seconds).filter(|time| !time.is_zero()).ok_or_else(bad)?;
            Ok(TimeLimit::PerMove(time))
        }
        None => Ok(TimeLimit::Clock(text.parse()?)),
    }
}

async fn info(State(house): State<Arc<House>>) -> Json<Value> {
    let levels = SkillLevel::all().map(|level| {
        json!({
            "number": level.number(),
            "nodes": level.nodes(),
            "random": level.random_percent(),
            "rating": level.rating(),
        })
    });
    Json(json!({
        "variants": Variant::ALL.iter().map(|variant| variant.name()).collect::<Vec<_>>(),
        "most_bytes": MOST_BYTES,
        "default": house.options.config.terminal.variant.name(),
        "levels": levels.collect::<Vec<_>>(),
    }))
}

/// A line of the list of games.
#[derive(Serialize)]
struct Listed {
    number: u64,
    variant: &'static str,
    names: [String; 2],
    plies: usize,
    result: Option<String>,
}

async fn games(State(house): State<Arc<House>>) -> Json<Vec<Listed>> {
    let listed = |(number, room): (u64, Room)| {
        let View { variant, names, moves, result, .. } = room.view();
        Listed { number, variant, names, plies: moves.len(), result }
    };
    Json(house.rooms.all().into_iter().map(listed).collect())
}

async fn open(State(house): State<Arc<House>>, wish: Result<Json<Wish>, JsonRejection>) -> Result<Response, Refusal> {
    let Json(wish) = wish?;
    let number = house.open(wish)?;
    Ok((StatusCode::CREATED, Json(json!({ "number": number }))).into_response())
}

#[derive(Debug, Deserialize)]
struct Since {
    #[serde(default)]
    since: u64,
}

async fn look(
    State(house): State<Arc<House>>,
    Path(number): Path<u64>,
    Query(Since { since }): Query<Since>,
) -> Result<Response, Refusal> {
    let view = house.room(number)?.view_since(since);
    Ok(view.map_or_else(|| StatusCode::NO_CONTENT.into_response(), |view| Json(view).into_response()))
}

async fn act(
    State(house): State<Arc<House>>,
    Path(number): Path<u64>,
    action: Result<Json<Action>, JsonRejection>,
) -> Result<Json<View>, Refusal> {
    let Json(action) = action?;
    Ok(Json(house.room(number)?.act(&action)?))
}

async fn legal(
    State(house): State<Arc<House>>,
    Path((number, ply)): Path<(u64, usize)>,
) -> Result<Json<Vec<MoveView>>, Refusal> {
    Ok(Json(house.room(number)?.legal(ply)))
}

async fn pdn(State(house): State<Arc<House>>, Path(number): Path<u64>) -> Result<Response, Refusal> {
    let text = house.room(number)?.pdn().to_string();
    let headers = [
        (CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"crownhead-{number}.pdn\"")),
    ];
    Ok((headers, text).into_response())
}
