//! The board for a page in a browser: the requests that [`serve`](super::serve) answers over HTTP, as messages.

use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use super::api::{ApiError, BoardApi, GameRequest, Opened, set_up_position};
use super::problems::ListRequest;
use super::request::BoardError;
use super::said::Said;
use super::store::Store;
use crownhead_engine::config::Config;

/// The minimum time of a move of the engine, as that of `crownhead board`.
const PACE: Duration = Duration::from_millis(400);

/// The games of a page, and the store from which it gets them and in which they are kept.
#[derive(Debug)]
pub struct BrowserBoard {
    api: BoardApi,
    store: Store,
}

/// A response: the status of HTTP and its text.
type Response = (u16, String);

/// The status of HTTP and what went wrong.
type Failure = (u16, Said);

impl BrowserBoard {
    pub fn new(config: Config) -> BrowserBoard {
        let store = Store::default();
        BrowserBoard { api: BoardApi::new(config, Some(store.clone()), PACE, None), store }
    }

    /// Answers a request for this path, with a body if it is to change something. The paths, the bodies and the answers
    /// are those of the server.
    pub fn answer(&self, path: &str, body: Option<&str>) -> Response {
        let answered = self.route(path, body);
        answered.unwrap_or_else(|(status, said)| (status, json!(said).to_string()))
    }

    fn route(&self, path: &str, body: Option<&str>) -> Result<Response, Failure> {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let parts: Vec<_> = path.trim_matches('/').split('/').collect();
        let number = |text: &str| {
            text.parse::<u64>().map_err(|error| (400, Said::plain(format!("{text:?} is no number: {error}"))))
        };
        let room = |text: &str| self.api.room(number(text)?).map_err(of_board);
        match (&parts[..], body) {
            (["api", "info"], None) => written(&self.api.info()),
            (["api", "games"], None) => written(&self.api.games()),
            (["api", "games"], Some(body)) => {
                let game: GameRequest = read(body)?;
                Ok(match self.api.open(game).map_err(of_api)? {
                    Opened::Room(number) => (201, json!({ "number": number }).to_string()),
                    Opened::Several(games) => (200, json!({ "games": games }).to_string()),
                })
            }
            (["api", "explorer"], Some(body)) => written(&self.api.explore(read(body)?).map_err(of_api)?),
            (["api", "explorer", "position"], Some(body)) => written(&self.api.passages(&read(body)?).map_err(of_api)?),
            (["api", "position"], Some(body)) => written(&set_up_position(&read(body)?).map_err(of_api)?),
            (["api", "problems"], Some(body)) => written(&read::<ListRequest>(body)?.list().map_err(of_board)?),
            (["api", "problems", "judge"], Some(body)) => written(&self.api.judge(&read(body)?).map_err(of_api)?),
            (["api", "games", game], None) => {
                let since = query.strip_prefix("since=").map_or(Ok(0), number)?;
                let view = room(game)?.view_since(since);
                view.map_or_else(|| Ok((204, String::new())), |view| written(&view))
            }
            (["api", "games", game], Some(body)) => written(&room(game)?.act(&read(body)?).map_err(of_board)?),
            (["api", "games", game, "delete"], Some(_)) => {
                written(&self.api.rooms.delete(number(game)?).map_err(of_board)?)
            }
            (["api", "games", game, "legal", ply], None) => written(&room(game)?.legal(number(ply)? as usize)),
            (["api", "games", game, "pdn"], None) => Ok((200, room(game)?.pdn().to_string())),
            (["api", "pdn"], None) => Ok((200, self.api.rooms.pdn().map_err(of_board)?)),
            _ => Err((404, Said::plain(format!("there is no {path}")))),
        }
    }

    /// Takes a game that the page, or another one, has kept, or forgets one that is gone.
    pub fn put(&self, number: u64, text: Option<String>) {
        if self.store.put(number, text) {
            self.api.rooms.close(number);
        }
    }

    /// Takes note that the page has kept a game that it could not keep before, or why it cannot be kept.
    pub fn note_save(&self, number: u64, written: Result<(), String>) {
        self.api.rooms.note_save(number, written);
    }

    /// The next game for the page to keep, or, without its text, to delete, if there is one.
    pub fn next_unsent(&self) -> Option<(u64, Option<String>)> {
        self.store.next_unsent()
    }

    /// Lets the engines work for about this number of nodes each. Returns when to call again, if there is something to
    /// do.
    pub fn work(&self, slice: u64) -> Option<Duration> {
        self.api.rooms.open().iter().filter_map(|room| room.work(slice)).min()
    }
}

fn read<T: DeserializeOwned>(body: &str) -> Result<T, Failure> {
    serde_json::from_str(body).map_err(|error| (422, Said::plain(error)))
}

fn written(answer: &impl Serialize) -> Result<Response, Failure> {
    Ok((200, serde_json::to_string(answer).map_err(|error| (500, Said::plain(error)))?))
}

fn of_api(error: ApiError) -> Failure {
    (error.status(), (&error).into())
}

fn of_board(error: BoardError) -> Failure {
    of_api(error.into())
}
