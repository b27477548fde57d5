//! The HTTP server of the board.
//!
//! | request | reply |
//! |---|---|
//! | `GET /`, `GET /main.js`, ... | the page |
//! | `GET /api/info` | variants with their rules and openings, and levels |
//! | `GET /api/memory` | what pages remember of their person, by names |
//! | `POST /api/memory` | remembers more |
//! | `GET /api/games` | the games, open or kept, the latest first |
//! | `POST /api/games` | opens a game: [`GameRequest`]; or lists the games of a PDN text with several |
//! | `GET /api/games/N?since=VERSION` | [`View`], or 204 if nothing has changed |
//! | `POST /api/position` | a position that is set up: [`SetupRequest`] |
//! | `POST /api/problems` | the problems of a variant, or of a PDN text: [`ListRequest`] |
//! | `POST /api/problems/judge` | judges a move in a problem, and replies to it: [`AttemptRequest`] |
//! | `POST /api/games/N` | carries out an [`Action`] |
//! | `POST /api/games/N/delete` | deletes the game |
//! | `GET /api/games/N/legal/PLY` | the moves that a person can make after PLY moves |
//! | `GET /api/games/N/pdn` | the game as PDN |
//! | `GET /api/pdn` | all games as PDN |

use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State};
use axum::http::header::{CACHE_CONTROL, CONNECTION, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use super::access::{Access, Token, Wanted};
use super::api::{
    ApiError, BoardApi, ExploreRequest, GameRequest, MOST_BYTES, Opened, PositionRequest, set_up_position,
};
use super::connections::{self, Origin, REQUEST_TIME};
use super::explorer::{Explored, PassagesView};
use super::problems::{AttemptRequest, AttemptView, ListRequest, ListedProblem};
use super::request::{Action, BoardError};
use super::rooms::Listed;
use super::said::Said;
use super::setup::{SetupRequest, SetupView};
use super::store::{MOST_BYTES_REMEMBERED, Memory, Store};
use super::view::{MoveView, View};
use crownhead_engine::config::Config;
use crownhead_rules::text::with_short_words;

const MOST_BYTES_OF_ACTION: usize = 64 << 10;

/// The time between two looks at games that could not be written.
const SAVE_TIME: Duration = Duration::from_secs(2);

const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The files of the page, built into the program: the path below the root, the type and the text of each.
const ASSETS: &[(&str, &str, &str)] = &[
    ("/", "text/html; charset=utf-8", include_str!("page/index.html")),
    ("/style.css", STYLE, include_str!("page/style.css")),
    ("/board.css", STYLE, include_str!("page/board.css")),
    ("/icon.svg", "image/svg+xml", include_str!("page/icon.svg")),
    ("/main.js", SCRIPT, include_str!("page/main.js")),
    ("/server.js", SCRIPT, include_str!("page/server.js")),
    ("/http.js", SCRIPT, include_str!("page/http.js")),
    ("/board.js", SCRIPT, include_str!("page/board.js")),
    ("/book.js", SCRIPT, include_str!("page/book.js")),
    ("/explorer.js", SCRIPT, include_str!("page/explorer.js")),
    ("/tables.js", SCRIPT, include_str!("page/tables.js")),
    ("/chooser.js", SCRIPT, include_str!("page/chooser.js")),
    ("/games.js", SCRIPT, include_str!("page/games.js")),
    ("/editor.js", SCRIPT, include_str!("page/editor.js")),
    ("/moves.js", SCRIPT, include_str!("page/moves.js")),
    ("/notes.js", SCRIPT, include_str!("page/notes.js")),
    ("/graph.js", SCRIPT, include_str!("page/graph.js")),
    ("/review.js", SCRIPT, include_str!("page/review.js")),
    ("/learn.js", SCRIPT, include_str!("page/learn.js")),
    ("/memory.js", SCRIPT, include_str!("page/memory.js")),
    ("/problems.js", SCRIPT, include_str!("page/problems.js")),
    ("/analysis.js", SCRIPT, include_str!("page/analysis.js")),
    ("/players.js", SCRIPT, include_str!("page/players.js")),
    ("/playing.js", SCRIPT, include_str!("page/playing.js")),
    ("/status.js", SCRIPT, include_str!("page/status.js")),
    ("/end.js", SCRIPT, include_str!("page/end.js")),
    ("/dialogs.js", SCRIPT, include_str!("page/dialogs.js")),
    ("/newgame.js", SCRIPT, include_str!("page/newgame.js")),
    ("/help.js", SCRIPT, include_str!("page/help.js")),
    ("/rules.js", SCRIPT, include_str!("page/rules.js")),
    ("/share.js", SCRIPT, include_str!("page/share.js")),
    ("/link.js", SCRIPT, include_str!("page/link.js")),
    ("/settings.js", SCRIPT, include_str!("page/settings.js")),
    ("/said.js", SCRIPT, include_str!("page/said.js")),
    ("/names.js", SCRIPT, include_str!("page/names.js")),
    ("/text.js", SCRIPT, include_str!("page/text.js")),
    ("/sound.js", SCRIPT, include_str!("page/sound.js")),
    ("/texts/en.js", SCRIPT, include_str!("page/texts/en.js")),
    ("/texts/nl.js", SCRIPT, include_str!("page/texts/nl.js")),
    ("/texts/fr.js", SCRIPT, include_str!("page/texts/fr.js")),
    ("/texts/de.js", SCRIPT, include_str!("page/texts/de.js")),
    ("/texts/ru.js", SCRIPT, include_str!("page/texts/ru.js")),
    ("/texts/pt.js", SCRIPT, include_str!("page/texts/pt.js")),
];

#[derive(Clone, Debug)]
pub struct ServeOptions {
    pub config: Config,
    /// The token that every request needs, except those for the files of the page.
    pub token: Token,
    /// Where games are kept; in the program alone if `None`.
    pub store: Option<Store>,
    /// The minimum time of a move of an engine.
    pub pace: Duration,
    /// The seed of what the engine overlooks at lower levels; a new one for each game if `None`.
    pub seed: Option<u64>,
}

pub fn serve(listener: TcpListener, options: ServeOptions) -> Result<(), BoardError> {
    let address = listener.local_addr()?;
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let ServeOptions { config, token, store, pace, seed } = options;
    let api = Arc::new(BoardApi::new(config, store, pace, seed));
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        tokio::spawn(save_again(Arc::clone(&api)));
        match connections::serve(listener, router(Access { address, token }, api)).await {}
    })
}

/// Writes, from time to time, what could not be written before, as when a disk was full.
async fn save_again(api: Arc<BoardApi>) {
    loop {
        tokio::time::sleep(SAVE_TIME).await;
        api.rooms.save();
    }
}

fn router(access: Access, api: Arc<BoardApi>) -> Router {
    let access = Arc::new(access);
    let mut router = Router::new()
        .route("/api/info", get(info))
        .route("/api/memory", get(memory).post(remember).layer(DefaultBodyLimit::max(MOST_BYTES_REMEMBERED as usize)))
        .route("/api/position", post(set_up))
        .route("/api/explorer", post(explore).layer(DefaultBodyLimit::max(MOST_BYTES)))
        .route("/api/explorer/position", post(passages))
        .route("/api/games", get(games).post(open).layer(DefaultBodyLimit::max(MOST_BYTES)))
        .route("/api/problems", post(list_problems).layer(DefaultBodyLimit::max(MOST_BYTES)))
        .route("/api/problems/judge", post(judge))
        .route("/api/games/{number}", get(look).post(act))
        .route("/api/games/{number}/delete", post(delete))
        .route("/api/games/{number}/legal/{ply}", get(legal))
        .route("/api/games/{number}/pdn", get(pdn))
        .route("/api/pdn", get(all_pdn));
    for &(path, mime, text) in ASSETS {
        router = router.route(path, get(move || async move { ([(CONTENT_TYPE, mime)], text) }));
    }
    router.layer(DefaultBodyLimit::max(MOST_BYTES_OF_ACTION)).layer(from_fn_with_state(access, guard)).with_state(api)
}

/// Rejects requests that [`Access`] does not allow, and forbids the page to load foreign content or to be framed.
async fn guard(State(access): State<Arc<Access>>, request: Request, next: Next) -> Response {
    let wanted = match request.uri().path() {
        "/" => Wanted::Page,
        path if ASSETS.iter().any(|(asset, ..)| *asset == path) => Wanted::File,
        _ => Wanted::Games,
    };
    if let Err(rejection) = access.check(wanted, request.headers()) {
        return (StatusCode::FORBIDDEN, format!("{rejection}\n")).into_response();
    }
    if let Some(origin) = request.extensions().get::<Origin>().filter(|_| wanted == Wanted::Games) {
        origin.mark_used();
    }
    let late = (StatusCode::REQUEST_TIMEOUT, [(CONNECTION, "close")]);
    let served = tokio::time::timeout(REQUEST_TIME, next.run(request)).await;
    let mut response = served.unwrap_or_else(|_| late.into_response());
    let headers = response.headers_mut();
    // The picture that a person saves is drawn from a text.
    let policy =
        "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    headers.insert("x-content-type-options", HeaderValue::from_static("nosniff"));
    headers.insert("referrer-policy", HeaderValue::from_static("no-referrer"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

#[derive(Debug, thiserror::Error)]
enum RequestError {
    #[error("the request is too large: expected a file of at most {} MiB", MOST_BYTES >> 20)]
    TooLarge,
    #[error("{}", with_short_words(&.0.body_text()))]
    Body(JsonRejection),
    #[error(transparent)]
    BoardApi(#[from] ApiError),
}

impl From<JsonRejection> for RequestError {
    fn from(rejection: JsonRejection) -> RequestError {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
            RequestError::TooLarge
        } else {
            RequestError::Body(rejection)
        }
    }
}

impl From<BoardError> for RequestError {
    fn from(error: BoardError) -> RequestError {
        RequestError::BoardApi(error.into())
    }
}

impl IntoResponse for RequestError {
    fn into_response(self) -> Response {
        let status = match &self {
            RequestError::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            RequestError::Body(rejection) => rejection.status(),
            RequestError::BoardApi(error) => {
                StatusCode::from_u16(error.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
            }
        };
        let said = match &self {
            RequestError::TooLarge => Said::new(&self, "too-large", json!({ "most": MOST_BYTES >> 20 })),
            RequestError::Body(_) => Said::plain(&self),
            RequestError::BoardApi(error) => error.into(),
        };
        (status, Json(said)).into_response()
    }
}

async fn info(State(api): State<Arc<BoardApi>>) -> Json<Value> {
    Json(api.info())
}

async fn memory(State(api): State<Arc<BoardApi>>) -> Json<Memory> {
    Json(api.rooms.memory())
}

async fn remember(
    State(api): State<Arc<BoardApi>>,
    more: Result<Json<Memory>, JsonRejection>,
) -> Result<Json<()>, RequestError> {
    let Json(more) = more?;
    Ok(Json(api.rooms.remember(more)?))
}

async fn games(State(api): State<Arc<BoardApi>>) -> Result<Json<Vec<Listed>>, RequestError> {
    Ok(Json(aside(move || Ok::<_, BoardError>(api.games())).await?))
}

async fn set_up(position: Result<Json<SetupRequest>, JsonRejection>) -> Result<Json<SetupView>, RequestError> {
    let Json(position) = position?;
    Ok(Json(set_up_position(&position)?))
}

/// Does what takes up to seconds, such as reading thousands of games or a proof; others are answered meanwhile.
async fn aside<T: Send + 'static, E: Into<RequestError> + Send + 'static>(
    work: impl FnOnce() -> Result<T, E> + Send + 'static,
) -> Result<T, RequestError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| BoardError::from(std::io::Error::other(error)))?.map_err(Into::into)
}

async fn explore(
    State(api): State<Arc<BoardApi>>,
    games: Result<Json<ExploreRequest>, JsonRejection>,
) -> Result<Json<Explored>, RequestError> {
    let Json(games) = games?;
    Ok(Json(aside(move || api.explore(games)).await?))
}

async fn passages(
    State(api): State<Arc<BoardApi>>,
    position: Result<Json<PositionRequest>, JsonRejection>,
) -> Result<Json<PassagesView>, RequestError> {
    let Json(position) = position?;
    Ok(Json(api.passages(&position)?))
}

async fn list_problems(
    wanted: Result<Json<ListRequest>, JsonRejection>,
) -> Result<Json<Vec<ListedProblem>>, RequestError> {
    let Json(wanted) = wanted?;
    Ok(Json(aside(move || wanted.list()).await?))
}

async fn judge(
    State(api): State<Arc<BoardApi>>,
    attempt: Result<Json<AttemptRequest>, JsonRejection>,
) -> Result<Json<AttemptView>, RequestError> {
    let Json(attempt) = attempt?;
    Ok(Json(aside(move || api.judge(&attempt)).await?))
}

async fn open(
    State(api): State<Arc<BoardApi>>,
    game: Result<Json<GameRequest>, JsonRejection>,
) -> Result<Response, RequestError> {
    let Json(game) = game?;
    Ok(match aside(move || api.open(game)).await? {
        Opened::Room(number) => (StatusCode::CREATED, Json(json!({ "number": number }))).into_response(),
        Opened::Several(games) => Json(json!({ "games": games })).into_response(),
    })
}

#[derive(Debug, Deserialize)]
struct Since {
    #[serde(default)]
    since: u64,
}

async fn look(
    State(api): State<Arc<BoardApi>>,
    Path(number): Path<u64>,
    Query(Since { since }): Query<Since>,
) -> Result<Response, RequestError> {
    let view = api.room(number)?.view_since(since);
    Ok(view.map_or_else(|| StatusCode::NO_CONTENT.into_response(), |view| Json(view).into_response()))
}

async fn act(
    State(api): State<Arc<BoardApi>>,
    Path(number): Path<u64>,
    action: Result<Json<Action>, JsonRejection>,
) -> Result<Json<View>, RequestError> {
    let Json(action) = action?;
    Ok(Json(api.room(number)?.act(&action)?))
}

async fn delete(State(api): State<Arc<BoardApi>>, Path(number): Path<u64>) -> Result<Json<()>, RequestError> {
    Ok(Json(api.rooms.delete(number)?))
}

async fn legal(
    State(api): State<Arc<BoardApi>>,
    Path((number, ply)): Path<(u64, usize)>,
) -> Result<Json<Vec<MoveView>>, RequestError> {
    Ok(Json(api.room(number)?.legal(ply)))
}

async fn pdn(State(api): State<Arc<BoardApi>>, Path(number): Path<u64>) -> Result<Response, RequestError> {
    Ok(saved(&format!("crownhead-{number}.pdn"), api.room(number)?.pdn().to_string()))
}

async fn all_pdn(State(api): State<Arc<BoardApi>>) -> Result<Response, RequestError> {
    Ok(saved("crownhead.pdn", aside(move || api.rooms.pdn()).await?))
}

fn saved(name: &str, text: String) -> Response {
    let headers = [
        (CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    (headers, text).into_response()
}
