//! An engine of a match, described by keys and values.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::dxp_player::{DxpPlayer, minutes};
use super::game::GamePlayer;
use super::player::{FaultKind, LocalMatchPlayer, MatchPlayer, PlayerError};
use super::process::{Launch, ProcessPlayer, ProcessSetup, resolved, split};
use super::record::Keys;
use crate::protocol::dxp::{Minutes, PORT};
use crownhead_engine::config::{BadValue, Config, SETTINGS};
use crownhead_engine::engine::{
    BadTimeControl, EngineOptions, Limit, LocalPlayer, PlayerClock, TimeLimit, parse_seconds,
};
use crownhead_engine::eval::{Evaluation, WeightsError};
use crownhead_engine::protocol::Protocol;
use crownhead_engine::search::{Depth, TableError};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::Variant;
use crownhead_rules::text::quoted;

#[derive(Clone, Debug)]
pub struct Participant {
    /// Its name, unique in the match.
    pub name: String,
    pub limit: Limit,
    /// The tolerated overrun.
    pub margin: Duration,
    /// The time limit to get ready, and to answer after the answer is due.
    pub patience: Duration,
    pub restart: bool,
    transport: Transport,
    options: Vec<(String, String)>,
    keys: Keys,
}

#[derive(Clone, Debug)]
enum Transport {
    Process(Protocol, Launch),
    Local,
    /// A program that listens at an address, and its time for a game.
    Dxp(String, u16, Minutes),
}

#[derive(Debug, thiserror::Error)]
pub enum ParticipantError {
    #[error("unknown key {key:?}: expected one of {}, or option.NAME", KEYS.join(", "), key = .0)]
    UnknownKey(String),
    /// A key has this invalid value; the last part is what was expected.
    #[error("{0}={1}: expected {2}")]
    BadValue(&'static str, String, &'static str),
    #[error(transparent)]
    TimeControl(#[from] BadTimeControl),
    #[error("{0} and {1} cannot both be set")]
    Contradiction(&'static str, &'static str),
    #[error("{0} and {1} are the same option: expected one of them")]
    Twice(String, String),
    #[error(
        "{0} has no effect here: host and port belong to proto=dxp, args, dir and stderr to proto=hub and proto=uci"
    )]
    NoEffect(&'static str),
    #[error("{0} has no effect here: DXP has no options; set it in the program itself")]
    DxpOption(String),
    #[error("no limit: expected tc, st, nodes or depth")]
    NoLimit,
    #[error("proto=dxp supports tc=time, from 0.6 s to 999 minutes, and no other limit")]
    DxpLimit,
    #[error("proto=local supports exactly one limit: nodes, depth, or st or tc in seconds of CPU time")]
    LocalLimit,
    #[error("unknown option {name:?}: expected one of {}", local_settings().join(", "), name = .0)]
    UnknownOption(String),
    #[error(transparent)]
    Option(#[from] BadValue),
    #[error(transparent)]
    Weights(#[from] WeightsError),
    #[error(transparent)]
    Table(#[from] TableError),
    /// The path of the running program, which would be started as an engine, is unknown.
    #[error("cmd is missing, and the program itself cannot be found: {0}")]
    NoProgram(std::io::Error),
}

/// The keys of an engine, except its options.
const KEYS: [&str; 15] = [
    "name", "cmd", "args", "dir", "proto", "tc", "st", "nodes", "depth", "margin", "patience", "restart", "stderr",
    "host", "port",
];

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

/// Whether two keys are of the same option, whose case does not matter.
fn is_same_option(one: &str, other: &str) -> bool {
    one.starts_with(OPTION) && one.eq_ignore_ascii_case(other)
}

impl Participant {
    /// An engine described by its keys; `fallback` is its name if they contain none.
    pub fn new(keys: Keys, fallback: &str) -> Result<Participant, ParticipantError> {
        check_new(&keys)?;
        let participant = Participant::recorded(keys, fallback)?;
        if participant.is_local() {
            check_local_limit(&participant.limit)?;
            participant.engine_options()?;
        }
        Ok(participant)
    }

    /// An engine of a match that has been played: its settings may be of another program, and its files gone.
    pub fn recorded(keys: Keys, fallback: &str) -> Result<Participant, ParticipantError> {
        if let Some(key) = keys.keys().find(|key| !KEYS.contains(&key.as_str()) && !key.starts_with(OPTION)) {
            return Err(ParticipantError::UnknownKey(quoted(key)));
        }
        let limit = limit(&keys)?;
        let option = |(key, value): (&String, &String)| Some((key.strip_prefix(OPTION)?.to_owned(), value.clone()));
        let options = keys.iter().filter_map(option).collect();
        let transport = transport(&keys, &limit)?;
        check_keys(&keys, &transport)?;
        Ok(Participant {
            name: keys.get("name").map_or(fallback, String::as_str).to_owned(),
            limit,
            margin: margin(&keys, &transport, limit.time)?,
            patience: duration(&keys, "patience")?.unwrap_or(PATIENCE),
            restart: switch(&keys, "restart")?,
            transport,
            options,
            keys,
        })
    }

    pub const fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The fingerprint of its evaluation in a variant, if it plays in this process by weights from a file. Fails if the
    /// file cannot be used, or is for another variant.
    pub fn evaluation(&self, variant: Variant) -> Result<Option<String>, ParticipantError> {
        if !self.is_local() {
            return Ok(None);
        }
        let options = self.engine_options()?.evaluation;
        let Some(weights) = &options.weights else { return Ok(None) };
        weights.check(variant)?;
        Ok(Some(Evaluation::new(variant, &options).fingerprint().to_string()))
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
        matches!(self.transport, Transport::Local)
    }

    /// Whether its time runs while it waits for a processor.
    pub fn is_clocked(&self) -> bool {
        self.limit.time != TimeLimit::Unlimited && !self.is_local()
    }

    /// Whether several instances of it can play in parallel. A program that listens has only one opponent at a time.
    pub const fn can_play_in_parallel(&self) -> bool {
        !matches!(self.transport, Transport::Dxp(..))
    }

    /// Starts it, ready to play a variant. A program that listens can refuse connections until `until`. The fault, if
    /// any, is a [`FaultKind::Start`].
    pub(super) fn start(
        &self,
        variant: Variant,
        ponder: bool,
        until: Instant,
        interrupt: &Interrupt,
    ) -> Result<Box<dyn MatchPlayer>, PlayerError> {
        let interrupt = interrupt.clone();
        Ok(match &self.transport {
            Transport::Process(protocol, launch) => {
                let (options, patience) = (&self.options, self.patience);
                let setup = ProcessSetup { variant, launch, options, ponder, patience };
                Box::new(ProcessPlayer::start(*protocol, &setup, interrupt)?)
            }
            Transport::Dxp(host, port, minutes) => {
                Box::new(DxpPlayer::start((host.clone(), *port), *minutes, self.patience, until, interrupt)?)
            }
            Transport::Local => {
                let player = self.local_player(variant).map_err(|error| FaultKind::Start.because(error))?;
                Box::new(LocalMatchPlayer::new(player, interrupt))
            }
        })
    }

    /// This engine in a game, with its full time.
    pub(super) fn in_game<'a>(&'a self, player: &'a mut dyn MatchPlayer) -> GamePlayer<'a> {
        let clock = PlayerClock::new(self.limit.time, self.margin);
        GamePlayer { name: &self.name, limit: self.limit, clock, player }
    }

    fn local_player(&self, variant: Variant) -> Result<LocalPlayer, ParticipantError> {
        check_local_limit(&self.limit)?;
        Ok(LocalPlayer::new(variant, &self.engine_options()?, self.limit)?)
    }

    fn engine_options(&self) -> Result<EngineOptions, ParticipantError> {
        let mut config = Config::default();
        for (name, value) in &self.options {
            let setting = SETTINGS
                .iter()
                .find(|setting| setting.concerns("local") && setting.name().eq_ignore_ascii_case(name))
                .ok_or_else(|| ParticipantError::UnknownOption(name.clone()))?;
            setting.set_text(&mut config, value)?;
        }
        config.read_weights()?;
        Ok(config.engine)
    }
}

fn local_settings() -> Vec<&'static str> {
    SETTINGS.iter().filter(|setting| setting.concerns("local")).map(|setting| setting.name()).collect()
}

/// Fails unless there is exactly one limit.
fn check_local_limit(limit: &Limit) -> Result<(), ParticipantError> {
    let limits = [limit.time != TimeLimit::Unlimited, limit.nodes.is_some(), limit.depth.is_some()];
    if limits.iter().filter(|&&is_set| is_set).count() == 1 { Ok(()) } else { Err(ParticipantError::LocalLimit) }
}

/// The tolerated overrun. A player of this process ends the search of a move by the clock that measures it, a little
/// after the limit, so it is not flagged for that. It can run out of time on a game clock, like any other.
fn margin(keys: &Keys, transport: &Transport, time: TimeLimit) -> Result<Duration, ParticipantError> {
    let given = duration(keys, "margin")?.unwrap_or_default();
    let is_measured_by_itself = matches!((transport, time), (Transport::Local, TimeLimit::PerMove(_)));
    Ok(if is_measured_by_itself { PATIENCE } else { given })
}

/// Fails for an empty command, and for an option that is set twice. Older records can have these.
fn check_new(keys: &Keys) -> Result<(), ParticipantError> {
    if let Some(text) = keys.get("cmd").filter(|text| text.trim_matches(['\'', '"', ' ']).is_empty()) {
        return Err(ParticipantError::BadValue("cmd", quoted(text), "a command"));
    }
    let twice = keys.keys().find_map(|key| {
        let other = keys.keys().find(|other| *other > key && is_same_option(key, other))?;
        Some(ParticipantError::Twice(key.clone(), other.clone()))
    });
    twice.map_or(Ok(()), Err)
}

fn limit(keys: &Keys) -> Result<Limit, ParticipantError> {
    let time = match (keys.get("tc"), duration(keys, "st")?) {
        (Some(_), Some(_)) => return Err(ParticipantError::Contradiction("tc", "st")),
        (Some(tc), None) => TimeLimit::Clock(tc.parse()?),
        (None, Some(st)) if st.is_zero() => {
            return Err(ParticipantError::BadValue("st", "0".to_owned(), "more than 0"));
        }
        (None, Some(st)) => TimeLimit::PerMove(st),
        (None, None) => TimeLimit::Unlimited,
    };
    let depth = number(keys, "depth")?.map(Depth::new);
    let limit = Limit { time, nodes: number(keys, "nodes")?, depth };
    if limit.is_limited() { Ok(limit) } else { Err(ParticipantError::NoLimit) }
}

/// Fails if there is a key for another transport, or an option where there are none.
fn check_keys(keys: &Keys, transport: &Transport) -> Result<(), ParticipantError> {
    let others: &[&'static str] = match transport {
        Transport::Process(..) => &["host", "port"],
        Transport::Dxp(..) => &["args", "dir", "stderr"],
        Transport::Local => &["host", "port", "args", "dir", "stderr"],
    };
    if let Some(key) = others.iter().copied().find(|key| keys.contains_key(*key)) {
        return Err(ParticipantError::NoEffect(key));
    }
    match keys.keys().find(|key| key.starts_with(OPTION)) {
        Some(key) if matches!(transport, Transport::Dxp(..)) => Err(ParticipantError::DxpOption(key.clone())),
        _ => Ok(()),
    }
}

fn transport(keys: &Keys, limit: &Limit) -> Result<Transport, ParticipantError> {
    let protocol = match (keys.get("proto").map(String::as_str), keys.contains_key("cmd")) {
        (Some("local"), true) => return Err(ParticipantError::Contradiction("proto=local", "cmd")),
        (Some("local"), false) | (None, false) => return Ok(Transport::Local),
        (Some("dxp"), true) => return Err(ParticipantError::Contradiction("proto=dxp", "cmd")),
        (Some("dxp"), false) => {
            let host = keys.get("host").map_or("127.0.0.1", String::as_str).to_owned();
            let port = number(keys, "port")?.unwrap_or(PORT);
            return Ok(Transport::Dxp(host, port, minutes(limit).ok_or(ParticipantError::DxpLimit)?));
        }
        (Some("hub"), _) | (None, true) => Protocol::Hub,
        (Some("uci"), _) => Protocol::Uci,
        (Some(other), _) => {
            return Err(ParticipantError::BadValue("proto", quoted(other), "hub, uci, dxp or local"));
        }
    };
    Ok(Transport::Process(protocol, launch(keys, protocol)?))
}

/// How to start the program. Without `cmd` it is the running program itself.
fn launch(keys: &Keys, protocol: Protocol) -> Result<Launch, ParticipantError> {
    let words = |key: &'static str| {
        let Some(text) = keys.get(key) else { return Ok(Vec::new()) };
        let bad = || ParticipantError::BadValue(key, quoted(text), "a command line: a quote is never closed");
        split(text, cfg!(windows)).ok_or_else(bad)
    };
    let folder = keys.get("dir").map(PathBuf::from);
    let mut command = words("cmd")?.into_iter();
    let (program, mut arguments) = match command.next() {
        Some(program) => (resolved(Path::new(&program), folder.as_deref()), command.collect()),
        None => {
            let argument = match protocol {
                Protocol::Hub => "hub",
                Protocol::Uci => "uci",
            };
            let itself = std::env::current_exe().map_err(ParticipantError::NoProgram)?;
            // Matches are experiments: their options can be expert settings.
            (itself, vec![argument.to_owned(), "--expert".to_owned()])
        }
    };
    arguments.extend(words("args")?);
    Ok(Launch { program, arguments, folder, errors: keys.get("stderr").map(PathBuf::from) })
}

fn number<N: std::str::FromStr + Default + PartialEq>(
    keys: &Keys,
    key: &'static str,
) -> Result<Option<N>, ParticipantError> {
    let Some(text) = keys.get(key) else { return Ok(None) };
    let number = text.parse().ok().filter(|number| *number != N::default());
    number.map(Some).ok_or_else(|| ParticipantError::BadValue(key, quoted(text), "a whole number above 0"))
}

fn duration(keys: &Keys, key: &'static str) -> Result<Option<Duration>, ParticipantError> {
    let Some(text) = keys.get(key) else { return Ok(None) };
    parse_seconds(text).map(Some).ok_or_else(|| ParticipantError::BadValue(key, quoted(text), "seconds, such as 0.05"))
}

fn switch(keys: &Keys, key: &'static str) -> Result<bool, ParticipantError> {
    match keys.get(key).map(String::as_str) {
        None | Some("off") => Ok(false),
        Some("on") => Ok(true),
        Some(other) => Err(ParticipantError::BadValue(key, quoted(other), "on or off")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_of_an_engine_counts_in_any_case() {
        let keys = |pairs: &[(&str, &str)]| -> Keys {
            pairs.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect()
        };
        let common = keys(&[("nodes", "5"), ("option.table", "1")]);
        let own = keys(&[("option.Table", "16")]);
        assert_eq!(merged(&common, &own), keys(&[("nodes", "5"), ("option.Table", "16")]));
        let twice = Participant::new(keys(&[("nodes", "5"), ("option.Table", "1"), ("option.table", "16")]), "x");
        let fault = twice.expect_err("it is set twice").to_string();
        assert_eq!(fault, "option.Table and option.table are the same option: expected one of them");
    }
}
