//! The program at work, and a client that speaks its HTTP interface.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use ureq::Agent;
use ureq::http::{Request, Response};

/// A running `crownhead board`; it ends with the test.
pub struct Served {
    child: Child,
    /// Kept open: the program ends when nobody reads what it prints.
    _out: BufReader<ChildStdout>,
    /// The link that it printed.
    pub link: String,
    agent: Agent,
    /// Where its games are kept.
    games: Arc<Folder>,
}

/// A folder that is removed when nobody uses it any more.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        // There is none if no game was kept.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A status and a body.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: ureq::http::HeaderMap,
    pub text: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The reason of a refusal.
    pub fn error(&self) -> String {
        self.json()["error"].as_str().unwrap_or_else(|| panic!("{self:?}")).to_owned()
    }
}

impl Served {
    /// Starts the program, with a table of 1 MiB and moves that do not wait.
    pub fn start(arguments: &[&str]) -> Served {
        Served::with_settings("[engine]\ntable = 1\n", &[&["--pace", "0"], arguments].concat())
    }

    /// Ends the program, and starts it again with the games that it has kept.
    pub fn again(self) -> Served {
        self.again_with(&[])
    }

    /// The same, with more arguments.
    pub fn again_with(self, arguments: &[&str]) -> Served {
        let games = Arc::clone(&self.games);
        drop(self);
        Served::with_games("[engine]\ntable = 1\n", &[&["--pace", "0"], arguments].concat(), games)
    }

    /// Starts a second program beside this one, with the same games.
    pub fn beside(&self) -> Served {
        Served::with_games("[engine]\ntable = 1\n", &["--pace", "0"], Arc::clone(&self.games))
    }

    pub fn games(&self) -> &std::path::Path {
        &self.games.0
    }

    /// Starts the program with these settings.
    pub fn with_settings(settings: &str, arguments: &[&str]) -> Served {
        let folder = std::env::temp_dir().join(format!("crownhead-games-{}-{}", std::process::id(), next_number()));
        Served::with_games(settings, arguments, Arc::new(Folder(folder)))
    }

    fn with_games(settings: &str, arguments: &[&str], games: Arc<Folder>) -> Served {
        let number = next_number();
        let file = std::env::temp_dir().join(format!("crownhead-board-{}-{number}.toml", std::process::id()));
        std::fs::write(&file, settings).expect("the settings can be written");
        let mut child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
            .args(["board", "--no-open", "--seed", "1", "--config"])
            .arg(&file)
            .arg("--games")
            .arg(&games.0)
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut out = BufReader::new(child.stdout.take().expect("it prints"));
        let mut line = String::new();
        out.read_line(&mut line).expect("it prints the link");
        std::fs::remove_file(&file).expect("the settings were written");
        let link = line.trim().strip_prefix("Board: ").unwrap_or_else(|| panic!("{line:?}")).to_owned();
        // A connection for each request: the board closes one whose request it refuses before the body has come.
        let agent = Agent::config_builder().http_status_as_error(false).max_idle_connections(0).max_redirects(0);
        let agent = agent.max_redirects_will_error(false).build().into();
        Served { child, _out: out, link, agent, games }
    }

    /// `127.0.0.1:PORT`.
    pub fn host(&self) -> &str {
        let rest = self.link.strip_prefix("http://").expect("a link");
        rest.split('/').next().expect("a host")
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.host())
    }

    /// What the link has, and requests need.
    pub fn token(&self) -> &str {
        self.link.split_once("/#token=").unwrap_or_else(|| panic!("{}", self.link)).1
    }

    /// The token as the page sends it.
    pub fn bearer(&self) -> String {
        format!("Bearer {}", self.token())
    }

    /// A request with these headers, and with the token unless they have something in its place.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let mut request = Request::builder().method(method).uri(self.url(path));
        if headers.iter().all(|(name, _)| *name != "authorization") {
            request = request.header("authorization", self.bearer());
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let sent = if method == "GET" {
            self.agent.run(request.body(()).expect("a valid request"))
        } else {
            self.agent.run(request.body(body).expect("a valid request"))
        };
        let response: Response<ureq::Body> = sent.unwrap_or_else(|error| panic!("{method} {path}: {error}"));
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let text = response.into_body().read_to_string().expect("the body is text");
        Reply { status, headers, text }
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], "")
    }

    pub fn post(&self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, &[("content-type", "application/json")], &body.to_string())
    }

    /// Opens a game.
    pub fn open(&self, wish: Value) -> Game<'_> {
        let reply = self.post("/api/games", &wish);
        assert_eq!(reply.status, 201, "{reply:?}");
        Game { served: self, path: format!("/api/games/{}", reply.json()["number"]) }
    }
}

/// An open game.
pub struct Game<'s> {
    served: &'s Served,
    pub path: String,
}

impl Game<'_> {
    pub fn view(&self) -> Value {
        self.served.get(&self.path).json()
    }

    /// What is to be seen once `is_reached` holds: however long that takes, up to five minutes: a review on a busy machine.
    pub fn wait(&self, is_reached: impl Fn(&Value) -> bool) -> Value {
        let start = std::time::Instant::now();
        loop {
            let view = self.view();
            if is_reached(&view) {
                return view;
            }
            assert!(start.elapsed().as_secs() < 300, "{view:#}");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }

    pub fn act(&self, action: Value) -> Reply {
        self.served.post(&self.path, &action)
    }

    /// An action that is carried out.
    pub fn done(&self, action: Value) -> Value {
        let reply = self.act(action);
        assert_eq!(reply.status, 200, "{reply:?}");
        reply.json()
    }

    /// Plays these moves one after the other.
    pub fn play(&self, moves: &str) -> Value {
        let first = plies(&self.view());
        for (index, text) in moves.split(' ').enumerate() {
            self.done(json!({ "do": "move", "ply": first + index, "text": text }));
        }
        self.view()
    }

    pub fn pdn(&self) -> String {
        self.served.get(&format!("{}/pdn", self.path)).text
    }
}

/// A number for the files of each program that is started.
fn next_number() -> usize {
    static STARTED: AtomicUsize = AtomicUsize::new(0);
    STARTED.fetch_add(1, Ordering::Relaxed)
}

/// The number of moves of a game.
pub fn plies(view: &Value) -> usize {
    view["moves"].as_array().expect("a list").len()
}

/// The texts of the moves of a game.
pub fn texts(view: &Value) -> Vec<String> {
    let text = |mv: &Value| mv["text"].as_str().expect("a text").to_owned();
    view["moves"].as_array().expect("a list").iter().map(text).collect()
}

/// Whether a person is to move, or the game is over.
pub fn is_settled(view: &Value) -> bool {
    !view["result"].is_null() || view["legal"].as_array().is_some_and(|legal| !legal.is_empty())
}
