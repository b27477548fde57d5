//! The record of a match: a journal with an entry for each game when it ends.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::entrant::Keys;
use super::finished::FinishedGame;
use crate::journal::{self, Journal, json};
use crate::shard::Shard;

/// The identity of a match. The number of games and the concurrency can change when it is resumed, but not
/// the number of games of a shard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The variant.
    pub variant: String,
    /// The engines, as described by their keys.
    pub engines: Vec<Keys>,
    /// The pairings.
    pub format: String,
    /// A hash of the openings in their order.
    pub openings: String,
    /// Whether engines ponder.
    pub ponder: bool,
    /// Other parameters of the games: adjudication, the test.
    pub terms: BTreeMap<String, String>,
    /// The version and the commit of the program that began the record; old records have none. Another one may go on, but not
    /// with a shard, since only shards of one program are merged, nor where the program is one of the engines itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The part of the match that the record is for; `None` for all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The rounds of the match, where the record is for a part of it: in another match the part has other games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<usize>,
}

/// The first line of the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FirstLine {
    /// The match.
    #[serde(rename = "match")]
    pub header: Header,
}

/// The record of a match that is played.
pub type RecordFile = Journal<FirstLine>;

impl Header {
    /// The program where it belongs to the identity of the match: of a shard, and where it is one of the engines itself.
    fn program_of_identity(&self) -> Option<&String> {
        let is_itself = |keys: &Keys| !keys.contains_key("cmd") && keys.get("proto").is_none_or(|proto| proto != "dxp");
        self.program.as_ref().filter(|_| self.shard.is_some() || self.engines.iter().any(is_itself))
    }
}

impl journal::Header for FirstLine {
    const OF: &'static str = "a match";
    const OTHERWISE: &'static str = "choose another file";
    type Entry = FinishedGame;

    fn identity(&self) -> Value {
        let program = self.header.program_of_identity().cloned();
        json(&Header { program, ..self.header.clone() })
    }
}
