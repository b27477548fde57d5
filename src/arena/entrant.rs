//! An engine of a match, described by keys and values.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::dxp_player::{DxpPlayer, DxpTerms, NoDxpLimit};
use super::in_process::{InProcess, LocalError};
use super::player::{Fault, FaultKind, Halt, Player};
use super::process::{self, Launch, Setup};
use crate::engine::{BadTimeControl, Limit, TimeLimit, seconds};
use crate::interrupt::Interrupt;
use crate::protocol::Protocol;
use crate::protocol::dxp::PORT;
use crate::rules::Variant;
use crate::search::Depth;

/// Keys and their values, as `name=Alpha proto=hub tc=8+0.08`.
pub type Keys = BTreeMap<String, String>;

/// An engine of a match.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Its name, unique in the match.
    pub name: String,
    /// Its limits.
    pub limit: Limit,
    /// The tolerated overrun.
    pub margin: Duration,
    /// The time limit to get ready, and to answer after the answer is due.
    pub patience: Duration,
    /// Whether the process is restarted for each game.
    pub restart: bool,
    reach: Reach,
    options: Vec<(String, String)>,
    keys: Keys,
}

/// How an engine is reached.
#[derive(Clone, Debug)]
enum Reach {
    Process(Protocol, Launch),
    Local,
    /// A program that listens at an address.
    Dxp {
        host: String,
        port: u16,
        terms: DxpTerms,
    },
}

/// Errors in the description of an engine.
#[derive(Debug, thiserror::Error)]
pub enum EntrantError {
    /// The key is unknown.
    #[error("unknown key {key:?}: expected one of {}, or option.NAME", KEYS.join(", "))]
    UnknownKey {
        /// The key.
        key: String,
    },
    /// The value is invalid.
    #[error("{key}={value}: expected {expected}")]
    BadValue {
        /// The key.
        key: &'static str,
        /// The value.
        value: String,
        /// The expected value.
        expected: &'static str,
    },
    /// The time control is invalid.
    #[error(transparent)]
    TimeControl(#[from] BadTimeControl),
    /// Two keys contradict each other.
    #[error("{first} and {second} cannot both be set")]
    Contradiction {
        /// The one.
        first: &'static str,
        /// The other.
        second: &'static str,
    },
    /// Two keys are of the same option.
    #[error("{first} and {second} are the same option: expected one of them")]
    Twice {
        /// The one.
        first: String,
        /// The other.
        second: String,
    },
    /// A key says something of engines that are reached in another way.
    #[error(
        "{key} has no effect here: host and port belong to proto=dxp, args, dir and stderr to proto=hub and proto=uci"
    )]
    NoEffect {
        /// The key.
        key: &'static str,
    },
    /// An option is set of a program that speaks a protocol without options.
    #[error("{key} has no effect here: DXP has no options; set it in the program itself")]
    DxpOption {
        /// The key.
        key: String,
    },
    /// There is no limit, so it would never move.
    #[error("no limit: expected tc, st, nodes or depth")]
    NoLimit,
    /// It plays in this process, and its configuration is invalid.
    #[error(transparent)]
    Local(#[from] LocalError),
    /// It plays by DXP, which does not support its limits.
    #[error(transparent)]
    Dxp(#[from] NoDxpLimit),
    /// The path of the running program, which would be started as an engine, is unknown.
    #[error("cmd is missing, and the program itself cannot be found: {0}")]
    NoProgram(std::io::Error),
}

/// The keys of an engine, except its options.
const KEYS: [&str; 15] = [
    "name", "cmd", "args", "dir", "proto", "tc", "st", "nodes", "depth", "margin", "patience", "restart", "stderr",
    "host", "port",
];

/// What the key of an option begins with.
const OPTION: &str = "option.";

/// The default time to wait for an engine beyond its time.
const PATIENCE: Duration = Duration::from_secs(60);

/// The keys common to all engines, overridden by those of one engine. Only one of `tc` and `st` is effective, so either
/// replaces both.
pub fn merged(common: &Keys, own: &Keys) -> Keys {
    let is_own = |key: &str| own.keys().any(|own| is_same_option(own, key));
    let mut keys: Keys = common.clone();
    keys.retain(|key, _| !is_own(key));
    if own.contains_key("tc") || own.contains_key("st") {
        keys.remove("tc");
        keys.remove("st");
    }
    keys.extend(own.iter().map(|(key, value)| (key.clone(), value.clone())));
    keys
}

/// Whether two keys are of the same option: upper and lower case do not count there.
fn is_same_option(one: &str, other: &str) -> bool {
    one.starts_with(OPTION) && one.eq_ignore_ascii_case(other)
}

impl Entrant {
    /// An engine described by its keys; `fallback` is its name if they contain none.
    ///
    /// # Errors
    /// [`EntrantError`], for the first fault found.
    pub fn new(keys: Keys, fallback: &str) -> Result<Entrant, EntrantError> {
        check_new(&keys)?;
        let entrant = Entrant::recorded(keys, fallback)?;
        if entrant.is_local() {
            InProcess::check(&entrant.limit, &entrant.options)?;
        }
        Ok(entrant)
    }

    /// An engine of a match that has been played: its settings may be of another program, and its files gone.
    ///
    /// # Errors
    /// [`EntrantError`], for the first fault found.
    pub fn recorded(keys: Keys, fallback: &str) -> Result<Entrant, EntrantError> {
        for key in keys.keys() {
            if !KEYS.contains(&key.as_str()) && !key.starts_with(OPTION) {
                return Err(EntrantError::UnknownKey { key: key.clone() });
            }
        }
        let limit = limit(&keys)?;
        let option = |(key, value): (&String, &String)| Some((key.strip_prefix(OPTION)?.to_owned(), value.clone()));
        let options: Vec<_> = keys.iter().filter_map(option).collect();
        let reach = reach(&keys, &limit)?;
        check_keys(&keys, &reach)?;
        Ok(Entrant {
            name: keys.get("name").map_or(fallback, String::as_str).to_owned(),
            limit,
            margin: margin(&keys, &reach, limit.time)?,
            patience: duration(&keys, "patience")?.unwrap_or(PATIENCE),
            restart: switch(&keys, "restart")?,
            reach,
            options,
            keys,
        })
    }

    /// The keys that describe it.
    pub const fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The fingerprint of its evaluation in a variant, if it plays in this process by weights from a file.
    ///
    /// # Errors
    /// [`EntrantError::Local`] if the file cannot be used, or is for another variant.
    pub fn evaluation(&self, variant: Variant) -> Result<Option<String>, EntrantError> {
        if !self.is_local() {
            return Ok(None);
        }
        Ok(InProcess::evaluation(variant, &self.options)?)
    }

    /// Its configured threads, as `2t`.
    pub fn threads(&self) -> Option<String> {
        self.option("threads").map(|threads| format!("{threads}t"))
    }

    /// Its configured table size, as `64MB`.
    pub fn hash(&self) -> Option<String> {
        self.option("hash").or_else(|| self.option("table")).map(|size| format!("{size}MB"))
    }

    fn option(&self, name: &str) -> Option<&str> {
        let is_meant = |(other, _): &&(String, String)| other.eq_ignore_ascii_case(name);
        self.options.iter().find(is_meant).map(|(_, value)| value.as_str())
    }

    /// Whether it plays the same game again from the same opening. This is assumed of an engine with one thread and no
    /// time limit.
    pub fn is_repetitive(&self) -> bool {
        self.limit.time == TimeLimit::Unlimited && self.option("threads").is_none_or(|threads| threads == "1")
    }

    /// Its configured number of threads; 1 by default.
    pub fn thread_count(&self) -> usize {
        self.option("threads").and_then(|threads| threads.parse().ok()).unwrap_or(1)
    }

    /// Whether it plays in this process.
    pub const fn is_local(&self) -> bool {
        matches!(self.reach, Reach::Local)
    }

    /// Whether its time runs while it waits for a processor.
    pub fn is_clocked(&self) -> bool {
        self.limit.time != TimeLimit::Unlimited && !self.is_local()
    }

    /// Whether several instances of it can play in parallel. A program that listens has only one opponent at a time.
    pub const fn is_many(&self) -> bool {
        !matches!(self.reach, Reach::Dxp { .. })
    }

    /// Starts it, ready to play a variant. A program that listens can refuse connections until `until`.
    ///
    /// # Errors
    /// [`Halt`], whose fault is a [`FaultKind::Start`].
    pub fn start(
        &self,
        variant: Variant,
        ponder: bool,
        until: Instant,
        interrupt: &Interrupt,
    ) -> Result<Box<dyn Player>, Halt> {
        match &self.reach {
            Reach::Process(protocol, launch) => {
                let setup = Setup {
                    variant,
                    launch: launch.clone(),
                    options: self.options.clone(),
                    ponder,
                    patience: self.patience,
                };
                process::start(*protocol, &setup, interrupt.clone())
            }
            Reach::Dxp { host, port, terms } => {
                let address = (host.as_str(), *port);
                Ok(Box::new(DxpPlayer::start(address, *terms, self.patience, until, interrupt.clone())?))
            }
            Reach::Local => {
                let started = InProcess::start(variant, &self.limit, &self.options, interrupt.clone());
                Ok(Box::new(started.map_err(|error| -> Fault { FaultKind::Start.because(error) })?))
            }
        }
    }
}

/// A player of this process ends the search of a move by the same clock that measures it, a little after the limit, so it is
/// not flagged for that. It can run out of time on a game clock, like any other.
fn margin(keys: &Keys, reach: &Reach, time: TimeLimit) -> Result<Duration, EntrantError> {
    let given = duration(keys, "margin")?.unwrap_or_default();
    let is_measured_by_itself = matches!((reach, time), (Reach::Local, TimeLimit::PerMove(_)));
    Ok(if is_measured_by_itself { PATIENCE } else { given })
}

/// Fails where keys say two things, or nothing, that records of matches before these were rejected can have.
fn check_new(keys: &Keys) -> Result<(), EntrantError> {
    if let Some(text) = keys.get("cmd").filter(|text| text.trim_matches(['\'', '"', ' ']).is_empty()) {
        return Err(EntrantError::BadValue { key: "cmd", value: text.clone(), expected: "a command" });
    }
    let twice = keys.keys().find_map(|key| {
        let other = keys.keys().find(|other| *other > key && is_same_option(key, other))?;
        Some(EntrantError::Twice { first: key.clone(), second: other.clone() })
    });
    twice.map_or(Ok(()), Err)
}

fn limit(keys: &Keys) -> Result<Limit, EntrantError> {
    let time = match (keys.get("tc"), duration(keys, "st")?) {
        (Some(_), Some(_)) => return Err(EntrantError::Contradiction { first: "tc", second: "st" }),
        (Some(tc), None) => TimeLimit::Clock(tc.parse()?),
        (None, Some(st)) if st.is_zero() => {
            return Err(EntrantError::BadValue { key: "st", value: "0".to_owned(), expected: "more than 0" });
        }
        (None, Some(st)) => TimeLimit::PerMove(st),
        (None, None) => TimeLimit::Unlimited,
    };
    let depth = number(keys, "depth")?.map(Depth::new);
    let limit = Limit { time, nodes: number(keys, "nodes")?, depth };
    if limit.is_limited() { Ok(limit) } else { Err(EntrantError::NoLimit) }
}

/// Fails if there is a key that says how to reach an engine in another way than this one is reached, or an option where
/// there are none.
fn check_keys(keys: &Keys, reach: &Reach) -> Result<(), EntrantError> {
    let others: &[&'static str] = match reach {
        Reach::Process(..) => &["host", "port"],
        Reach::Dxp { .. } => &["args", "dir", "stderr"],
        Reach::Local => &["host", "port", "args", "dir", "stderr"],
    };
    if let Some(key) = others.iter().copied().find(|key| keys.contains_key(*key)) {
        return Err(EntrantError::NoEffect { key });
    }
    match keys.keys().find(|key| key.starts_with(OPTION)) {
        Some(key) if matches!(reach, Reach::Dxp { .. }) => Err(EntrantError::DxpOption { key: key.clone() }),
        _ => Ok(()),
    }
}

fn reach(keys: &Keys, limit: &Limit) -> Result<Reach, EntrantError> {
    let protocol = match (keys.get("proto").map(String::as_str), keys.contains_key("cmd")) {
        (Some("local"), true) => {
            return Err(EntrantError::Contradiction { first: "proto=local", second: "cmd" });
        }
        (Some("local"), false) | (None, false) => return Ok(Reach::Local),
        (Some("dxp"), true) => return Err(EntrantError::Contradiction { first: "proto=dxp", second: "cmd" }),
        (Some("dxp"), false) => {
            let host = keys.get("host").map_or("127.0.0.1", String::as_str).to_owned();
            let port = number(keys, "port")?.unwrap_or(PORT);
            return Ok(Reach::Dxp { host, port, terms: DxpTerms::of(limit)? });
        }
        (Some("hub"), _) | (None, true) => Protocol::Hub,
        (Some("uci"), _) => Protocol::Uci,
        (Some(other), _) => {
            let value = other.to_owned();
            return Err(EntrantError::BadValue { key: "proto", value, expected: "hub, uci, dxp or local" });
        }
    };
    Ok(Reach::Process(protocol, launch(keys, protocol)?))
}

/// How to start the program. Without `cmd` it is the running program itself.
fn launch(keys: &Keys, protocol: Protocol) -> Result<Launch, EntrantError> {
    let words = |key: &'static str| match keys.get(key) {
        None => Ok(Vec::new()),
        Some(text) => split(text, cfg!(windows)).ok_or_else(|| EntrantError::BadValue {
            key,
            value: text.clone(),
            expected: "a command line: a quote is never closed",
        }),
    };
    let folder = keys.get("dir").map(PathBuf::from);
    let mut command = words("cmd")?.into_iter();
    let (program, mut arguments) = match command.next() {
        Some(program) => (resolved(Path::new(&program), folder.as_deref()), command.collect()),
        None => {
            let itself = std::env::current_exe().map_err(EntrantError::NoProgram)?;
            let argument = match protocol {
                Protocol::Hub => "hub",
                Protocol::Uci => "uci",
            };
            (itself, vec![argument.to_owned()])
        }
    };
    arguments.extend(words("args")?);
    Ok(Launch { program, arguments, folder, errors: keys.get("stderr").map(PathBuf::from) })
}

/// The words of a command line; `None` if a quote is never closed. Paths of Windows have backslashes, which stand for
/// themselves there; elsewhere they take the meaning from what follows, as in a shell.
fn split(text: &str, has_backslashes: bool) -> Option<Vec<String>> {
    if !has_backslashes {
        return shlex::split(text);
    }
    let mut doubled = String::with_capacity(text.len());
    let mut quote = None;
    for letter in text.chars() {
        match (letter, quote) {
            ('\'' | '"', None) => quote = Some(letter),
            (_, Some(open)) if letter == open => quote = None,
            // Within single quotes it stands for itself anyway.
            ('\\', None | Some('"')) => doubled.push(letter),
            _ => {}
        }
        doubled.push(letter);
    }
    shlex::split(&doubled)
}

/// A relative path is resolved against the working directory of the engine, or against the current directory if it does
/// not exist there. A bare name that is not in that directory is looked up by the system.
fn resolved(program: &Path, folder: Option<&Path>) -> PathBuf {
    let inside = folder.map(|folder| folder.join(program)).filter(|path| path.is_file());
    let is_name = program.components().count() == 1 && inside.is_none();
    if is_name && !program.starts_with(".") {
        return program.to_owned();
    }
    let path = inside.unwrap_or_else(|| program.to_owned());
    std::path::absolute(&path).unwrap_or(path)
}

fn number<N: std::str::FromStr + Default + PartialEq>(
    keys: &Keys,
    key: &'static str,
) -> Result<Option<N>, EntrantError> {
    let Some(text) = keys.get(key) else { return Ok(None) };
    let number = text.parse().ok().filter(|number| *number != N::default());
    let bad = || EntrantError::BadValue { key, value: text.clone(), expected: "a whole number above 0" };
    number.map(Some).ok_or_else(bad)
}

fn duration(keys: &Keys, key: &'static str) -> Result<Option<Duration>, EntrantError> {
    let Some(text) = keys.get(key) else { return Ok(None) };
    let bad = || EntrantError::BadValue { key, value: text.clone(), expected: "seconds, such as 0.05" };
    seconds(text).map(Some).ok_or_else(bad)
}

fn switch(keys: &Keys, key: &'static str) -> Result<bool, EntrantError> {
    match keys.get(key).map(String::as_str) {
        None | Some("off") => Ok(false),
        Some("on") => Ok(true),
        Some(other) => Err(EntrantError::BadValue { key, value: other.to_owned(), expected: "on or off" }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_windows_keep_their_backslashes() {
        let words = |text, has_backslashes| split(text, has_backslashes).expect("quotes are closed");
        for text in [r"C:\engines\scan.exe hub", r#""C:\engines\scan.exe" hub"#, r"'C:\engines\scan.exe' hub"] {
            assert_eq!(words(text, true), [r"C:\engines\scan.exe", "hub"], "{text}");
        }
        assert_eq!(words(r#""C:\my engines\scan.exe" 'a b'"#, true), [r"C:\my engines\scan.exe", "a b"]);
        assert_eq!(words(r"./my\ scan hub", false), ["./my scan", "hub"]);
        assert_eq!(split("'scan", true), None);
    }

    #[test]
    fn an_option_of_an_engine_counts_whatever_its_case() {
        let keys = |pairs: &[(&str, &str)]| -> Keys {
            pairs.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect()
        };
        let common = keys(&[("nodes", "5"), ("option.table", "1")]);
        let own = keys(&[("option.Table", "16")]);
        assert_eq!(merged(&common, &own), keys(&[("nodes", "5"), ("option.Table", "16")]));
        let twice = Entrant::new(keys(&[("nodes", "5"), ("option.Table", "1"), ("option.table", "16")]), "x");
        let fault = twice.expect_err("it is set twice").to_string();
        assert_eq!(fault, "option.Table and option.table are the same option: expected one of them");
    }
}
