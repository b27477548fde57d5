//! Runs a match and keeps what it printed and recorded.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A folder of a test's own, gone with it.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("crownhead-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file, and returns where it is.
    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.file(name);
        std::fs::write(&path, text).expect("the file can be written");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Waits until something is so; `fault` is said if it never is.
#[track_caller]
pub fn wait_until(fault: &str, mut is_so: impl FnMut() -> bool) {
    let patience = Instant::now() + Duration::from_secs(120);
    while !is_so() {
        assert!(Instant::now() < patience, "{fault}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// What a match printed, and its exit code.
#[derive(Debug)]
pub struct Run {
    pub out: String,
    pub errors: String,
    pub code: Option<i32>,
}

impl Run {
    /// The line that begins so.
    #[track_caller]
    pub fn line(&self, head: &str) -> &str {
        let line = self.out.lines().find(|line| line.starts_with(head));
        line.unwrap_or_else(|| panic!("no line {head:?} in {self:?}"))
    }

    /// The summary of a match that was asked for it as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        assert_eq!(self.code, Some(0), "{}", self.errors);
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    command.arg("match").args(arguments).env_remove("RUST_LOG").stdin(Stdio::null());
    command
}

/// Plays a match whose arguments hold no blanks.
pub fn play(arguments: &str) -> Run {
    play_words(&arguments.split_whitespace().collect::<Vec<_>>())
}

pub fn play_words(arguments: &[&str]) -> Run {
    let output = command(arguments).output().expect("the program can be started");
    let text = |bytes| String::from_utf8(bytes).expect("it prints UTF-8");
    Run { out: text(output.stdout), errors: text(output.stderr), code: output.status.code() }
}

/// Starts a match and leaves it alone.
pub fn start(arguments: &str) -> Child {
    let words: Vec<_> = arguments.split_whitespace().collect();
    let mut command = command(&words);
    command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program can be started")
}

/// The games of a record by their number, without the times, which no two matches share.
pub fn games(record: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(record).expect("there is a record");
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("each line is JSON"));
    let mut games: Vec<_> = lines.filter(|line| line.get("game").is_some()).collect();
    for game in &mut games {
        for mv in game["moves"].as_array_mut().expect("moves") {
            mv.as_object_mut().expect("a move").remove("t");
        }
    }
    games.sort_by_key(|game| game["game"].as_u64());
    games
}
