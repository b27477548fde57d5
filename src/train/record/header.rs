//! The first two lines of a record: what it is, and how its games were made.

use std::hash::Hasher;
use std::io::{self, BufRead, Read};
use std::ops::Range;
use std::path::Path;

use fnv::FnvHasher;
use serde::{Deserialize, Serialize};

use super::RecordError;
use crate::engine::Limit;
use crate::origin;
use crate::shard::Shard;

const MAGIC: &str = "crownhead games";
const VERSION: &str = "1";

/// The longest header line that is read. A real one has some hundred bytes.
const MOST_BYTES: u64 = 1 << 16;

/// How a limit of nodes or of time stands in a header: `{"nodes":700}` or `{"seconds":0.01}`.
pub(in crate::train) mod limit_text {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::engine::{Limit, TimeLimit};

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Text {
        Nodes(u64),
        Seconds(f64),
    }

    pub(crate) fn serialize<S: Serializer>(limit: &Limit, serializer: S) -> Result<S::Ok, S::Error> {
        let text = match (limit.nodes, limit.time) {
            (Some(nodes), _) => Text::Nodes(nodes),
            (None, TimeLimit::PerMove(time)) => Text::Seconds(time.as_secs_f64()),
            (None, _) => return Err(serde::ser::Error::custom("a limit that is neither nodes nor time")),
        };
        text.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Limit, D::Error> {
        Ok(match Text::deserialize(deserializer)? {
            Text::Nodes(nodes) => Limit::of_nodes(nodes),
            Text::Seconds(seconds) => {
                let time = Duration::try_from_secs_f64(seconds).map_err(serde::de::Error::custom)?;
                Limit::of_time(TimeLimit::PerMove(time))
            }
        })
    }
}

/// How the games of a record were made. Games of two headers are never mixed in one file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The variant's name.
    pub variant: String,
    /// A label of the evaluation that played.
    pub evaluation: String,
    /// Decides the openings.
    pub seed: u64,
    /// The limit of a move: nodes or time.
    #[serde(with = "limit_text")]
    pub limit: Limit,
    /// How the openings were made.
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
    /// The shard.
    pub part: Shard,
    /// Openings of all shards.
    pub openings: u64,
    /// The version and the commit of the program.
    pub program: String,
}

impl ShardHeader {
    /// The header of a shard of so many openings, played by this program.
    pub fn new(part: Shard, openings: u64) -> ShardHeader {
        ShardHeader { part, openings, program: origin::program() }
    }

    /// The openings of the shard.
    pub(super) fn openings(&self) -> Range<u64> {
        self.part.range(self.openings)
    }

    /// Fails unless the record at `path`, which has this header, is of that program.
    pub(super) fn check_program(&self, expected: &str, path: &Path) -> Result<(), RecordError> {
        if self.program == expected {
            return Ok(());
        }
        let (found, expected) = (self.program.clone(), expected.to_owned());
        Err(RecordError::Other { path: path.to_owned(), field: "program", found, expected })
    }
}

impl std::fmt::Display for ShardHeader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {} openings, program {}", self.part, self.openings, self.program)
    }
}

impl Header {
    /// Reads the header of the record at `path`.
    ///
    /// # Errors
    /// [`RecordError`] if the file cannot be read or is not a record.
    pub fn read(path: &Path) -> Result<Header, RecordError> {
        let file = std::fs::File::open(path).map_err(|source| RecordError::Io { path: path.to_owned(), source })?;
        Ok(Header::parse(&mut io::BufReader::new(file), path)?.0)
    }

    /// Reads a header from the beginning of `input`, and says how many bytes it took.
    pub(super) fn parse(input: &mut impl BufRead, path: &Path) -> Result<(Header, u64), RecordError> {
        let first = line(input, path)?;
        let checksum = first_line_checksum(&first, path)?;
        let second = line(input, path)?;
        let damaged = |reason: String| RecordError::Header { path: path.to_owned(), reason };
        if !second.ends_with(b"\n") {
            return Err(damaged("the second line is cut off".to_owned()));
        }
        let text = &second[..second.len() - 1];
        if checksum_of(text) != checksum {
            return Err(damaged(format!("its checksum is not {checksum}")));
        }
        let header = serde_json::from_slice(text).map_err(|error| damaged(error.to_string()))?;
        Ok((header, (first.len() + second.len()) as u64))
    }

    /// The header of the record of the whole run, if this is that of a shard.
    pub(super) fn whole_run(&self) -> Header {
        Header { shard: None, ..self.clone() }
    }

    /// The header as it stands in the file.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn text(&self) -> Result<String, serde_json::Error> {
        let json = serde_json::to_string(self)?;
        Ok(format!("{MAGIC} {VERSION} {}\n{json}\n", checksum_of(json.as_bytes())))
    }

    /// What tells records apart, the checksum of the header: those of one program with a limit of nodes have the same games
    /// where it is the same, though one may have more of them. A record that was merged differs from those of its shards.
    pub fn identity(&self) -> String {
        let json = serde_json::to_string(self).expect("a header is plain data");
        checksum_of(json.as_bytes())
    }

    /// Fails unless games of `wanted` may be added to the record at `path`, which has this header.
    pub(super) fn check(&self, wanted: &Header, path: &Path) -> Result<(), RecordError> {
        let part = |header: &Header| header.shard.as_ref().map_or("none".to_owned(), ToString::to_string);
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
    format!("{:016x}", hash(header))
}

/// The checksum that the first line states.
fn first_line_checksum(line: &[u8], path: &Path) -> Result<String, RecordError> {
    let text = std::str::from_utf8(line).ok().and_then(|line| line.strip_prefix(MAGIC));
    let Some(text) = text else { return Err(RecordError::Foreign { path: path.to_owned() }) };
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        [VERSION, checksum] if line.ends_with(b"\n") => Ok(checksum.to_owned()),
        [version, _] if version != VERSION => {
            Err(RecordError::Version { path: path.to_owned(), found: version.to_owned() })
        }
        _ => {
            let reason = "the first line is cut off".to_owned();
            Err(RecordError::Header { path: path.to_owned(), reason })
        }
    }
}

/// A line with its end, or as much as there is.
fn line(input: &mut impl BufRead, path: &Path) -> Result<Vec<u8>, RecordError> {
    let mut line = Vec::new();
    let read = input.by_ref().take(MOST_BYTES).read_until(b'\n', &mut line);
    read.map_err(|source| RecordError::Io { path: path.to_owned(), source })?;
    Ok(line)
}

/// The FNV-1a hash of some bytes.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(bytes);
    hasher.finish()
}
