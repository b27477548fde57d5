//! The record of a match: a journal with an entry for each game when it ends.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::player::PlayerFault;
use crate::statistics::Outcome;
use crownhead_engine::support::journal::{Contents, Journal, JournalError, JournalHeader, check_merge, json};
use crownhead_engine::support::shard::Shard;
use crownhead_rules::notation::{NotationError, fen, parse_move};
use crownhead_rules::{Game, Side, Variant};

/// Keys and their values, as `name=Alpha proto=hub tc=8+0.08`.
pub type Keys = BTreeMap<String, String>;

/// The identity of a match. The number of games and the concurrency can change when it is resumed, but not the number
/// of games of a shard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchHeader {
    pub variant: String,
    /// The engines, as described by their keys.
    pub engines: Vec<Keys>,
    pub format: String,
    /// A hash of the openings in their order.
    pub openings: String,
    pub ponder: bool,
    /// Other parameters of the games: adjudication, the test.
    pub terms: BTreeMap<String, String>,
    /// The version and the commit of the program that began the record; old records have none. Another program can
    /// resume the match, except for a shard, since only shards of one program are merged, or if the program is one of
    /// the engines itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The part of the match that the record is for; `None` for all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The rounds of the match, if the record is for a shard: the games of a shard depend on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<usize>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FirstLine {
    #[serde(rename = "match")]
    pub header: MatchHeader,
}

pub type RecordFile = Journal<FirstLine>;

impl JournalHeader for FirstLine {
    const OF: &'static str = "a match";
    const OTHERWISE: &'static str = "choose another file";
    type Entry = FinishedGame;

    /// The program is part of it for a shard, and if the program is one of the engines itself.
    fn identity(&self) -> Value {
        let is_itself = |keys: &Keys| !keys.contains_key("cmd") && keys.get("proto").is_none_or(|proto| proto != "dxp");
        let counts = self.header.shard.is_some() || self.header.engines.iter().any(is_itself);
        let program = self.header.program.clone().filter(|_| counts);
        json(&MatchHeader { program, ..self.header.clone() })
    }
}

/// A finished game: a line of the record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinishedGame {
    /// Its number in the match, from 0.
    pub game: usize,
    pub white: String,
    pub black: String,
    /// The FEN of the position before the opening.
    pub start: String,
    /// The moves of the opening, in Hub's notation.
    pub opening: Vec<String>,
    pub moves: Vec<PlayedMove>,
    /// The winner; `None` for a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    pub termination: Termination,
    /// The same as text, such as `Black loses on time`.
    pub reason: String,
    /// The date on which it ended (UTC), as in PDN: `2026.11.22`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
}

/// A move and what was known about it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedMove {
    /// The move, in Hub's notation.
    #[serde(rename = "m")]
    pub mv: String,
    /// The time that it took, in seconds.
    #[serde(rename = "t")]
    pub seconds: f64,
    /// The score, for the player, in men.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The depth that it searched, in plies.
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    #[serde(rename = "n", default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The player's clock after it, in seconds, before an increment was added; `None` without a clock.
    #[serde(rename = "c", default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<f64>,
    /// The overrun of a move with a time limit, in seconds.
    #[serde(rename = "o", default, skip_serializing_if = "Option::is_none")]
    pub overrun: Option<f64>,
    /// For a player that was pondering: whether it pondered this position.
    #[serde(rename = "p", default, skip_serializing_if = "Option::is_none")]
    pub ponder_hit: Option<bool>,
    /// A fault in the information of the player that costs nothing, such as an illegal move in its PV.
    #[serde(rename = "w", default, skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    Normal,
    /// By adjudication, since the result was clear or the game too long.
    Adjudication,
    Fault(PlayerFault),
}

/// The end of a game, in the terms of [`FinishedGame`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameOver {
    pub(super) winner: Option<Side>,
    pub(super) termination: Termination,
    pub(super) reason: String,
}

impl FinishedGame {
    pub fn outcome(&self, side: Side) -> Outcome {
        match self.winner {
            None => Outcome::Draw,
            Some(winner) if winner == side => Outcome::Win,
            Some(_) => Outcome::Loss,
        }
    }

    /// The result, with the points of the side that moves first in the variant first: `1-0`, `0-1` or `1/2-1/2`.
    pub fn score(&self, first: Side) -> &'static str {
        match self.outcome(first) {
            Outcome::Win => "1-0",
            Outcome::Loss => "0-1",
            Outcome::Draw => "1/2-1/2",
        }
    }

    pub fn name(&self, side: Side) -> &str {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// The fault that ended the game, if any, and the player at fault.
    pub fn fault(&self) -> Option<(Side, &PlayerFault)> {
        match (&self.termination, self.winner) {
            (Termination::Fault(fault), Some(winner)) => Some((winner.opponent(), fault)),
            _ => None,
        }
    }

    /// The game by the rules: the opening, then the moves of the players.
    pub(super) fn replay(&self, variant: Variant) -> Result<Game, NotationError> {
        let mut game = Game::new(fen::parse(variant, &self.start)?);
        for text in self.opening.iter().chain(self.moves.iter().map(|played| &played.mv)) {
            let mv = parse_move(game.position(), text)?;
            game.play(mv).map_err(|_| NotationError::illegal_move(game.position(), text))?;
        }
        Ok(game)
    }
}

/// A record that was read, or several records of one match as one record of the whole match.
#[derive(Clone, Debug)]
pub struct MatchRecord {
    pub header: MatchHeader,
    pub games: BTreeMap<usize, FinishedGame>,
}

impl MatchRecord {
    /// Reads and merges records: those of the shards of a match, or others that overlap. Of games with the same number,
    /// the first one is taken. An incomplete last line, which a killed process leaves, is skipped, as when the match is
    /// resumed. Fails also for records of different matches, and of shards that different programs played.
    pub fn read(first: &Path, others: &[PathBuf]) -> Result<MatchRecord, JournalError> {
        let mut games = BTreeMap::new();
        let mut whole_match: Option<FirstLine> = None;
        let mut of_shard: Option<(&Path, MatchHeader)> = None;
        for path in [first].into_iter().chain(others.iter().map(PathBuf::as_path)) {
            let Contents { header: FirstLine { header }, entries } = Contents::<FirstLine>::read(path)?;
            let whole = FirstLine { header: MatchHeader { shard: None, rounds: None, ..header.clone() } };
            let expected = whole_match.get_or_insert_with(|| whole.clone());
            check_merge((path, &whole), (first, expected))?;
            if let Some(shard) = header.shard {
                let (first, expected) = of_shard.get_or_insert_with(|| (path, header.clone()));
                let expected = FirstLine { header: MatchHeader { shard: Some(shard), ..expected.clone() } };
                check_merge((path, &FirstLine { header }), (first, &expected))?;
            }
            for game in entries {
                games.entry(game.game).or_insert(game);
            }
        }
        let FirstLine { header } = whole_match.expect("the first record was read");
        Ok(MatchRecord { header, games })
    }

    /// Writes the record, with the games in the order of their numbers.
    pub fn write(self, out: &mut impl Write) -> io::Result<()> {
        let header = FirstLine { header: self.header };
        Contents { header, entries: self.games.into_values().collect() }.write(out)
    }
}
