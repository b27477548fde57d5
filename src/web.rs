//! What a page calls in a browser, whose worker runs the core.
//!
//! Messages are JSON, one at a time in the buffer. The page has requests of the board, games that its storage has, and
//! lines of a client of UCI or Hub:
//!
//! ```text
//! {"id":1,"path":"api/games","body":"..."}   ->  {"id":1,"status":201,"text":"..."}
//! {"number":7,"game":"..."}                  <-> the same, for a game to be kept; null for one that is gone
//! {"number":7,"fault":"..."}                 why it could not be kept; "" once it could
//! {"line":"uci"}                             ->  {"line":"uciok"} ...
//! ```

use std::cell::RefCell;
use std::collections::VecDeque;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::board::BrowserBoard;
use crownhead_engine::config::Config;
use crownhead_engine::engine::JobState;
use crownhead_engine::protocol::Speaker;
use crownhead_engine::search::TableSize;

/// The sizes of the table of an engine and of the cache of endgame tables: a page has less memory than a program.
const TABLE: TableSize = match TableSize::from_mib(32) {
    Some(size) => size,
    None => TableSize::MIN,
};
const CACHE: u64 = 16 << 20;

/// The longest message of a page, in bytes: a request of the greatest length, whose text is quoted twice.
const LONGEST: usize = 64 << 20;

#[expect(unsafe_code, reason = "the page provides it")]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Writes a text of UTF-8 on the console; for a fault if `is_error` is not 0.
    safe fn write_log(start: *const u8, bytes: usize, is_error: u32);
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Message {
    Request { id: f64, path: String, body: Option<String> },
    // Before the next one, which would take it for a game that is gone.
    Unkept { number: u64, fault: String },
    Kept { number: u64, game: Option<String> },
    Line { line: String },
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Reply {
    Answer { id: f64, status: u16, text: String },
    Keep { number: u64, game: Option<String> },
    Line { line: String },
}

struct Worker {
    config: Config,
    board: BrowserBoard,
    speaker: Speaker,
    buffer: Vec<u8>,
    replies: VecDeque<Reply>,
}

thread_local! {
    static WORKER: RefCell<Worker> = RefCell::new(Worker::new());
}

impl Worker {
    fn new() -> Worker {
        std::panic::set_hook(Box::new(|panic| write(&panic.to_string(), true)));
        // Another logger cannot have been set.
        let _ = log::set_logger(&Console).map(|()| log::set_max_level(log::LevelFilter::Warn));
        let mut config = Config::default();
        config.engine.table_size = TABLE;
        config.engine.endgame.cache = CACHE;
        let board = BrowserBoard::new(config.clone());
        Worker { config, board, speaker: Speaker::default(), buffer: Vec::new(), replies: VecDeque::new() }
    }

    fn take(&mut self, message: Message) {
        match message {
            Message::Request { id, path, body } => {
                let (status, text) = self.board.answer(&path, body.as_deref());
                self.replies.push_back(Reply::Answer { id, status, text });
            }
            Message::Unkept { number, fault } => {
                self.board.note_save(number, if fault.is_empty() { Ok(()) } else { Err(fault) });
            }
            Message::Kept { number, game } => self.board.put(number, game),
            Message::Line { line } => {
                if let Err(error) = self.speaker.hear(line, &self.config) {
                    log::error!("{error}");
                }
            }
        }
        self.keep();
    }

    /// Lets everything work for about this number of nodes.
    fn work(&mut self, slice: u64) -> Option<Duration> {
        let next = self.board.work(slice);
        let (state, lines) = self.speaker.work(slice);
        self.replies.extend(lines.into_iter().map(|line| Reply::Line { line }));
        self.keep();
        if state == JobState::Paused { Some(Duration::ZERO) } else { next }
    }

    /// Gives the page the games that have changed.
    fn keep(&mut self) {
        while let Some((number, game)) = self.board.next_unsent() {
            self.replies.push_back(Reply::Keep { number, game });
        }
    }
}

/// Makes room for a message of this number of bytes of UTF-8 and returns where to write it. Null if it is too long.
#[expect(unsafe_code, reason = "the page calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn message_room(bytes: usize) -> *mut u8 {
    WORKER.with_borrow_mut(|worker| {
        if bytes > LONGEST {
            return std::ptr::null_mut();
        }
        worker.buffer.clear();
        worker.buffer.resize(bytes, 0);
        worker.buffer.as_mut_ptr()
    })
}

/// Takes the message that has been written. What is no message is logged.
#[expect(unsafe_code, reason = "the page calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn take_message() {
    WORKER.with_borrow_mut(|worker| match serde_json::from_slice(&worker.buffer) {
        Ok(message) => worker.take(message),
        Err(error) => log::error!("this is no message: {error}"),
    });
}

/// Works for about this number of nodes. Returns after how many milliseconds to call it again; negative for not before the
/// next message.
#[expect(unsafe_code, reason = "the page calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn work(nodes: f64) -> f64 {
    WORKER.with_borrow_mut(|worker| worker.work(nodes as u64).map_or(-1.0, |rest| rest.as_secs_f64() * 1000.0))
}

/// Writes the next message for the page into the buffer. Returns its bytes; 0 if there is none.
#[expect(unsafe_code, reason = "the page calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn next_reply() -> usize {
    WORKER.with_borrow_mut(|worker| {
        let reply = worker.replies.pop_front();
        worker.buffer = reply.and_then(|reply| serde_json::to_vec(&reply).ok()).unwrap_or_default();
        worker.buffer.len()
    })
}

/// Where the message for the page is.
#[expect(unsafe_code, reason = "the page calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn reply_start() -> *const u8 {
    WORKER.with_borrow(|worker| worker.buffer.as_ptr())
}

/// Logs on the console of the browser.
struct Console;

impl log::Log for Console {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        write(&record.args().to_string(), record.level() == log::Level::Error);
    }

    fn flush(&self) {}
}

fn write(text: &str, is_error: bool) {
    write_log(text.as_ptr(), text.len(), is_error.into());
}
