//! A client for tests, of either protocol: the binary at the other end of real pipes.
#![allow(dead_code, reason = "each test binary uses a part of it")]

pub mod noise;
pub mod pattern;

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError};

/// Longer than anything takes that is expected at all.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// The words that a protocol has for the same things.
#[derive(Clone, Copy)]
struct Words {
    /// Are you there?
    ping: &'static str,
    pong: &'static str,
    /// The head of the answer to a search.
    answer: &'static str,
}

const HUB: Words = Words { ping: "ping", pong: "pong", answer: "done" };
const UCI: Words = Words { ping: "isready", pong: "readyok", answer: "bestmove" };

/// The engine's side of a conversation.
pub struct Client {
    words: Words,
    process: Child,
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
    errors: Option<JoinHandle<String>>,
}

/// What a search said.
#[derive(Debug)]
pub struct Search {
    pub infos: Vec<String>,
    pub done: String,
}

impl Search {
    /// The move of the answer.
    pub fn best(&self) -> Option<&str> {
        let rest = self.done.strip_prefix("done move=").or(self.done.strip_prefix("bestmove "))?;
        rest.split(' ').next().filter(|&best| best != "(none)")
    }

    /// The reply that it expects.
    pub fn ponder(&self) -> Option<&str> {
        let (_, rest) = self.done.split_once(" ponder")?;
        Some(&rest[1..])
    }
}

pub fn binary() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_crownhead"))
}

impl Client {
    /// The engine without arguments, for Hub.
    pub fn start() -> Client {
        Client::start_with(binary(), &[])
    }

    /// The engine without arguments, and UCI chosen by its first command.
    pub fn start_uci() -> Client {
        let mut client = Client::start_with(binary(), &[]);
        client.words = UCI;
        client.send("uci").read_until("uciok");
        client
    }

    pub fn start_with(program: &Path, arguments: &[&str]) -> Client {
        let mut process = Command::new(program)
            .args(arguments)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let output = process.stdout.take().expect("it is a pipe");
        let (sender, lines) = crossbeam_channel::unbounded();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send((Instant::now(), line)).is_err() {
                    return;
                }
            }
        });
        let mut errors = process.stderr.take().expect("it is a pipe");
        let errors = std::thread::spawn(move || {
            let mut text = String::new();
            let _ = errors.read_to_string(&mut text);
            text
        });
        Client { words: HUB, input: process.stdin.take(), process, lines, errors: Some(errors) }
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Sends lines.
    pub fn send(&mut self, lines: &str) -> &mut Client {
        self.send_bytes(format!("{lines}\n").as_bytes())
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) -> &mut Client {
        self.input.as_mut().expect("the input is open").write_all(bytes).expect("the engine reads");
        self
    }

    /// The next line, or none if the engine has closed its output.
    pub fn next_line(&mut self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok((_, line)) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no line for {PATIENCE:?}"),
        }
    }

    /// Reads until a line begins with `head`: all lines read, that one the last.
    #[track_caller]
    pub fn read_until(&mut self, head: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.next_line().unwrap_or_else(|| panic!("no {head:?} after {lines:?}"));
            let is_last = line.starts_with(head);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    /// Reads one line, which must be this.
    #[track_caller]
    pub fn expect(&mut self, line: &str) -> &mut Client {
        assert_eq!(self.next_line().as_deref(), Some(line));
        self
    }

    /// Nothing that was sent before is still to be answered.
    #[track_caller]
    pub fn expect_silence(&mut self) -> &mut Client {
        let Words { ping, pong, .. } = self.words;
        self.send(ping).expect(pong)
    }

    /// Reads what a search says, which is all it says.
    #[track_caller]
    pub fn search(&mut self) -> Search {
        let mut infos = self.read_until(self.words.answer);
        let done = infos.pop().expect("the last line is the answer");
        // A question from before, whether the engine is ready, is answered as soon as the table is.
        let is_aside =
            |line: &str| line == "ready" || line == "readyok" || line.starts_with("info string ended early: ");
        infos.retain(|line| !is_aside(line));
        assert!(infos.iter().all(|line| line.starts_with("info ")), "{infos:?}");
        Search { infos, done }
    }

    /// Sets a position, then a search of it.
    #[track_caller]
    pub fn think(&mut self, position: &str, level: &str) -> Search {
        self.send(&format!("pos {position}\nlevel {level}\ngo think")).search()
    }

    /// Closes the input; what is still said, how it ended, and what it said on standard error.
    pub fn finish(mut self) -> (Vec<String>, ExitStatus, String) {
        self.input = None;
        let rest = std::iter::from_fn(|| self.next_line()).collect();
        let errors = self.errors.take().map(|thread| thread.join().expect("reading cannot fail"));
        (rest, self.wait(), errors.unwrap_or_default())
    }

    /// Closes the input. The engine must leave at once, in peace, with nothing more to say.
    #[track_caller]
    pub fn leave(self) {
        let (rest, status, errors) = self.finish();
        assert_eq!((rest.as_slice(), errors.as_str()), (&[][..], ""));
        assert!(status.success(), "{status}");
    }

    /// Stops reading.
    pub fn hang_up(&mut self) {
        self.lines = crossbeam_channel::never();
    }

    /// Waits for the process to end.
    #[track_caller]
    pub fn wait(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.process.try_wait().expect("it is a child") {
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "the process does not end");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Client {
    /// A failing test leaves no engine behind.
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
