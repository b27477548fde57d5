//! The first two lines of a record: what it is, and how its games were made.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

use super::RecordError;
use crownhead_engine::engine::{Limit, TimeLimit};
use crownhead_engine::support::files;
use crownhead_engine::support::shard::Shard;

const MAGIC: &str = "crownhead games";
const VERSION: &str = "1";

/// The longest header line that is read. A real one has some hundred bytes.
const MOST_BYTES: u64 = 1 << 16;

/// How the games of a record were made. Games of two headers are never mixed in one file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamesHeader {
    pub variant: String,
    /// A label of the evaluation that played.
    pub evaluation: String,
    pub seed: u64,
    /// The limit of a move, of nodes or of time: `{"nodes":700}` or `{"seconds":0.01}`.
    #[serde(serialize_with = "write_limit", deserialize_with = "read_limit")]
    pub limit: Limit,
    pub openings: String,
    /// When a game ended before the rules said so.
    pub adjudication: String,
    /// The share of the positions that have a sideline beside the game; none if there are no sidelines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sidelines: Option<f64>,
    /// The share of the positions that have a leaf of their search beside the game; none if there are no leaves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaves: Option<f64>,
    /// For the record of a shard: which shard, and of which program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<ShardHeader>,
}

/// The identity of a shard's record. Records of shards are merged only if the same program played them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardHeader {
    pub part: Shard,
    pub openings: u64,
    pub program: String,
}

impl std::fmt::Display for ShardHeader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {} openings, program {}", self.part, self.openings, self.program)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum LimitText {
    Nodes(u64),
    Seconds(f64),
}

pub(in crate::train) fn write_limit<S: Serializer>(limit: &Limit, serializer: S) -> Result<S::Ok, S::Error> {
    let text = match (limit.nodes, limit.time) {
        (Some(nodes), _) => LimitText::Nodes(nodes),
        (None, TimeLimit::PerMove(time)) => LimitText::Seconds(time.as_secs_f64()),
        (None, _) => return Err(ser::Error::custom("a limit that is neither nodes nor time")),
    };
    text.serialize(serializer)
}

pub(in crate::train) fn read_limit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Limit, D::Error> {
    Ok(match LimitText::deserialize(deserializer)? {
        LimitText::Nodes(nodes) => Limit::of_nodes(nodes),
        LimitText::Seconds(seconds) => {
            Limit::of_time(TimeLimit::PerMove(Duration::try_from_secs_f64(seconds).map_err(de::Error::custom)?))
        }
    })
}

impl GamesHeader {
    pub fn read(path: &Path) -> Result<GamesHeader, RecordError> {
        let file = files::open(path).map_err(io_error(path))?;
        Ok(GamesHeader::parse(&mut BufReader::new(file), path)?.0)
    }

    /// Reads a header from the beginning of `input`. Also returns its number of bytes.
    pub(super) fn parse(input: &mut impl BufRead, path: &Path) -> Result<(GamesHeader, u64), RecordError> {
        let first = line(input, path)?;
        let checksum = first_line_checksum(&first, path)?;
        let second = line(input, path)?;
        let damaged = |reason: String| RecordError::Header(path.to_owned(), reason);
        let text = second.strip_suffix(b"\n").ok_or_else(|| damaged("the second line is cut off".to_owned()))?;
        if checksum_of(text) != checksum {
            return Err(damaged(format!("its checksum is not {checksum}")));
        }
        let header = serde_json::from_slice(text).map_err(|error| damaged(error.to_string()))?;
        Ok((header, (first.len() + second.len()) as u64))
    }

    fn json(&self) -> String {
        serde_json::to_string(self).expect("a header has plain data and a limit of nodes or time")
    }

    /// The header as it stands in the file.
    pub fn text(&self) -> String {
        format!("{MAGIC} {VERSION} {}\n{}\n", self.identity(), self.json())
    }

    /// The checksum of the header, which identifies the record: those of one program with a limit of nodes have the
    /// same games where it is the same, though one may have more of them. A record that was merged differs from those
    /// of its shards.
    pub fn identity(&self) -> String {
        checksum_of(self.json().as_bytes())
    }

    /// Fails unless games of `wanted` may be added to the record at `path`, which has this header.
    pub(super) fn check(&self, wanted: &GamesHeader, path: &Path) -> Result<(), RecordError> {
        let part = |header: &GamesHeader| header.shard.as_ref().map_or("none".to_owned(), ToString::to_string);
        let share = |share: Option<f64>| share.map_or("none".to_owned(), |share| share.to_string());
        let fields = [
            ("variant", self.variant.clone(), wanted.variant.clone()),
            ("evaluation", self.evaluation.clone(), wanted.evaluation.clone()),
            ("seed", self.seed.to_string(), wanted.seed.to_string()),
            ("limit", self.limit.to_string(), wanted.limit.to_string()),
            ("openings", self.openings.clone(), wanted.openings.clone()),
            ("adjudication", self.adjudication.clone(), wanted.adjudication.clone()),
            ("sidelines", share(self.sidelines), share(wanted.sidelines)),
            ("leaves", share(self.leaves), share(wanted.leaves)),
            ("shard", part(self), part(wanted)),
        ];
        match fields.into_iter().find(|(_, found, expected)| found != expected) {
            None => Ok(()),
            Some((field, found, expected)) => Err(RecordError::Other { path: path.to_owned(), field, found, expected }),
        }
    }
}

/// The checksum of a header, as the first line states it.
fn checksum_of(header: &[u8]) -> String {
    format!("{:016x}", files::checksum(header))
}

fn first_line_checksum(line: &[u8], path: &Path) -> Result<String, RecordError> {
    let text = std::str::from_utf8(line).ok().and_then(|line| line.strip_prefix(MAGIC));
    let Some(text) = text else { return Err(RecordError::Foreign(path.to_owned())) };
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        [VERSION, checksum] if line.ends_with(b"\n") => Ok(checksum.to_owned()),
        [version, _] if version != VERSION => Err(RecordError::Version(path.to_owned(), version.to_owned())),
        _ => Err(RecordError::Header(path.to_owned(), "the first line is cut off".to_owned())),
    }
}

/// A line with its end, or as much as there is.
fn line(input: &mut impl BufRead, path: &Path) -> Result<Vec<u8>, RecordError> {
    let mut line = Vec::new();
    input.by_ref().take(MOST_BYTES).read_until(b'\n', &mut line).map_err(io_error(path))?;
    Ok(line)
}

/// Makes errors of the system errors of the record at `path`.
pub(super) fn io_error(path: &Path) -> impl FnOnce(io::Error) -> RecordError {
    |source| RecordError::Io(path.to_owned(), source)
}
