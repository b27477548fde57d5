//! The settings of a match, on the command line or in a file.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::builder::ValueParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use serde::{Deserialize, Deserializer, Serialize};

use crate::cli::error::CliError;
use crate::cli::flags::{above_zero, variant_help};
use crownhead_engine::support::files;

/// The settings of a match. A file has the same names as the flags.
#[derive(Clone, Debug, Default, Args, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Settings {
    /// The engines. On the command line, [`EngineFlags`] groups their words.
    #[arg(skip)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) engine: Vec<Pairs>,

    /// Keys for all engines; the keys of an engine override them
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    #[serde(deserialize_with = "pairs")]
    pub(super) each: Option<Vec<Pair>>,

    #[arg(long, value_name = "NAME", help = variant_help())]
    pub(super) variant: Option<String>,

    /// The format: round-robin, or gauntlet (the first engine plays all others) [default: round-robin]
    #[arg(long, value_name = "NAME")]
    pub(super) format: Option<String>,

    /// The openings: plies:N for all lines of N plies, ballots for the published ones, start, a PDN file, a file
    /// with one FEN per line, or the published name of one
    #[arg(long, value_name = "SOURCE")]
    pub(super) openings: Option<String>,

    /// Use only this number of half-moves of each game of a PDN file
    #[arg(long, value_name = "N")]
    #[serde(deserialize_with = "whole")]
    pub(super) opening_plies: Option<usize>,

    /// Start at this opening of the order, counted from 1; those before it come last [default: 1]
    #[arg(long, value_name = "N", value_parser = above_zero())]
    #[serde(deserialize_with = "count")]
    pub(super) opening_start: Option<NonZeroUsize>,

    /// The order of the openings: random or sequential [default: random]
    #[arg(long, value_name = "NAME")]
    pub(super) order: Option<String>,

    /// Seed of the random order [default: 1]
    #[arg(long, value_name = "N")]
    #[serde(deserialize_with = "whole")]
    pub(super) seed: Option<u64>,

    /// Play each opening once, with alternating colours, instead of twice with colours reversed
    #[arg(long)]
    #[serde(skip_serializing_if = "is_off")]
    pub(super) single: bool,

    /// Games per pairing, two from each opening unless --single [default: 100, or as many as --sprt needs]
    #[arg(long, value_name = "N", value_parser = above_zero(), conflicts_with = "rounds")]
    #[serde(deserialize_with = "count")]
    pub(super) games: Option<NonZeroUsize>,

    /// Openings per pairing, instead of --games
    #[arg(long, value_name = "N", value_parser = above_zero())]
    #[serde(deserialize_with = "count")]
    pub(super) rounds: Option<NonZeroUsize>,

    /// Games played in parallel [default: the number of processors, divided by the threads of a game]
    #[arg(long, value_name = "N", value_parser = above_zero())]
    #[serde(deserialize_with = "count")]
    pub(super) concurrency: Option<NonZeroUsize>,

    /// Give each game played in parallel its own processors (Linux): all, or a list such as 0,2-5
    #[arg(long, value_name = "LIST")]
    pub(super) affinity: Option<String>,

    /// Let engines ponder
    #[arg(long)]
    #[serde(skip_serializing_if = "is_off")]
    pub(super) ponder: bool,

    /// Stop a match of two by this SPRT: elo0= elo1= alpha= beta= model=logistic|normalised
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    #[serde(deserialize_with = "pairs")]
    pub(super) sprt: Option<Vec<Pair>>,

    /// Adjudicate a draw after a number of consecutive plies with scores near 0, in men: plies= score= from=
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    #[serde(deserialize_with = "pairs")]
    pub(super) draw: Option<Vec<Pair>>,

    /// Adjudicate a loss after a number of consecutive moves with a score this far below 0, in men: moves= score=
    /// twosided
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    #[serde(deserialize_with = "pairs")]
    pub(super) resign: Option<Vec<Pair>>,

    /// Adjudicate a draw after this number of plies [default: 1000]
    #[arg(long, value_name = "N", value_parser = above_zero())]
    #[serde(deserialize_with = "count")]
    pub(super) max_plies: Option<NonZeroUsize>,

    /// Adjudicate positions of up to this number of pieces by the endgame tables; those of 2 and 3 pieces, and
    /// of 4 in all variants on 64 squares but turkish, in international and in losing, are in the program
    #[arg(long, value_name = "N")]
    pub(super) adjudicate_tables: Option<usize>,

    /// A folder of more tables for --adjudicate-tables, as `crownhead endgame build` makes them
    #[arg(long, value_name = "DIR")]
    pub(super) tables_dir: Option<PathBuf>,

    /// Print the statistics each time this number of games is finished; 0 for never [default: 10]
    #[arg(long, value_name = "N")]
    #[serde(deserialize_with = "whole")]
    pub(super) report_every: Option<usize>,

    /// Write each finished game to this PDN file
    #[arg(long, value_name = "FILE")]
    pub(super) pdn: Option<PathBuf>,

    /// The tag Event of --pdn [default: Match of crownhead]
    #[arg(long, value_name = "TEXT")]
    pub(super) event: Option<String>,

    /// The tag Site of --pdn [default: ?]
    #[arg(long, value_name = "TEXT")]
    pub(super) site: Option<String>,

    /// Draw a chart of a match of two into this file at its end: .svg, or .html with a table of the openings
    #[arg(long, value_name = "FILE")]
    pub(super) chart: Option<PathBuf>,

    /// Write a record to this file, one line of JSON per game, from which the match can be resumed
    #[arg(long, value_name = "FILE")]
    pub(super) record: Option<PathBuf>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_off(switch: &bool) -> bool {
    !*switch
}

fn pairs<'d, D: Deserializer<'d>>(deserializer: D) -> Result<Option<Vec<Pair>>, D::Error> {
    let pairs = Pairs::deserialize(deserializer)?.0;
    if pairs.is_empty() { Err(unexpected("{}", "a key with its value, or no such line")) } else { Ok(Some(pairs)) }
}

/// A whole number in a file.
fn whole<'d, D, N>(deserializer: D) -> Result<Option<N>, D::Error>
where
    D: Deserializer<'d>,
    N: TryFrom<i64>,
{
    number(deserializer, "a whole number, 0 or more")
}

fn count<'d, D: Deserializer<'d>>(deserializer: D) -> Result<Option<NonZeroUsize>, D::Error> {
    let number: Option<usize> = number(deserializer, COUNT)?;
    number.map(|number| NonZeroUsize::new(number).ok_or_else(|| unexpected("0", COUNT))).transpose()
}

/// What [`count`] expects.
const COUNT: &str = "a whole number above 0";

fn number<'d, D, N>(deserializer: D, expected: &str) -> Result<Option<N>, D::Error>
where
    D: Deserializer<'d>,
    N: TryFrom<i64>,
{
    let value = toml::Value::deserialize(deserializer)?;
    let number = value.as_integer().and_then(|number| N::try_from(number).ok());
    number.map(Some).ok_or_else(|| unexpected(value, expected))
}

fn unexpected<E: serde::de::Error>(found: impl std::fmt::Display, expected: &str) -> E {
    E::custom(format_args!("{found}: expected {expected}"))
}

impl Settings {
    /// These settings, completed by those of a file.
    pub(super) fn over(self, path: &Path) -> Result<Settings, CliError> {
        let text = files::read_text(path).map_err(CliError::of_file(path))?;
        let file: Settings = toml::from_str(&text).map_err(CliError::of_file(path))?;
        if file.games.is_some() && file.rounds.is_some() {
            return Err(CliError::of_file(path)("games and rounds cannot both be set: a round is two games"));
        }
        let mut merged = toml::Table::try_from(&file).map_err(CliError::of_file(path))?;
        let flags = toml::Table::try_from(&self)
            .map_err(|error| CliError::Merge { path: path.to_owned(), cause: error.to_string() })?;
        // One of these two excludes the other.
        if flags.contains_key("games") || flags.contains_key("rounds") {
            merged.remove("games");
            merged.remove("rounds");
        }
        merged.extend(flags);
        merged.try_into().map_err(CliError::of_file(path))
    }

    /// The file of the openings, if they come from one.
    pub(super) fn openings_file(&self) -> Option<&Path> {
        let is_file = |source: &&str| !["start", "ballots"].contains(source) && !source.starts_with("plies:");
        self.openings.as_deref().filter(is_file).map(Path::new)
    }

    /// Fails if a setting is given without another one that it needs to have an effect.
    pub(super) fn check_effects(&self) -> Result<(), CliError> {
        let has_file = self.openings_file().is_some();
        let needs = [
            ("opening-plies", self.opening_plies.is_some(), "a file as --openings", has_file),
            ("tables-dir", self.tables_dir.is_some(), "--adjudicate-tables", self.adjudicate_tables.is_some()),
            ("event", self.event.is_some(), "--pdn", self.pdn.is_some()),
            ("site", self.site.is_some(), "--pdn", self.pdn.is_some()),
        ];
        let idle = needs.into_iter().find(|&(_, is_given, _, has_effect)| is_given && !has_effect);
        idle.map_or(Ok(()), |(flag, _, needed, _)| Err(CliError::NoEffect { flag, needed }))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Pair {
    pub(super) key: String,
    pub(super) value: String,
}

/// A word without `=` is a switch and means on.
impl FromStr for Pair {
    type Err = String;

    fn from_str(word: &str) -> Result<Pair, String> {
        let (key, value) = word.split_once('=').unwrap_or((word, "on"));
        if key.is_empty() {
            return Err(format!("{word:?}: expected key=value"));
        }
        Ok(Pair { key: key.to_owned(), value: value.to_owned() })
    }
}

impl TryFrom<String> for Pair {
    type Error = String;

    fn try_from(word: String) -> Result<Pair, String> {
        word.parse()
    }
}

impl From<Pair> for String {
    fn from(pair: Pair) -> String {
        format!("{}={}", pair.key, pair.value)
    }
}

/// Pairs in a file: a table, in which a nested table stands for keys with a point; or a list of words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Form", into = "Vec<Pair>")]
pub(super) struct Pairs(pub(super) Vec<Pair>);

#[derive(Deserialize)]
#[serde(untagged)]
enum Form {
    Words(Vec<Pair>),
    Table(toml::Table),
}

impl TryFrom<Form> for Pairs {
    type Error = String;

    fn try_from(form: Form) -> Result<Pairs, String> {
        match form {
            Form::Words(words) => Ok(Pairs(words)),
            Form::Table(table) => {
                let mut pairs = Vec::new();
                flatten("", table, &mut pairs)?;
                Ok(Pairs(pairs))
            }
        }
    }
}

impl From<Pairs> for Vec<Pair> {
    fn from(pairs: Pairs) -> Vec<Pair> {
        pairs.0
    }
}

fn flatten(prefix: &str, table: toml::Table, pairs: &mut Vec<Pair>) -> Result<(), String> {
    for (name, value) in table {
        let key = format!("{prefix}{name}");
        let value = match value {
            toml::Value::Table(inner) => {
                flatten(&format!("{key}."), inner, pairs)?;
                continue;
            }
            toml::Value::String(text) => text,
            toml::Value::Boolean(is_on) if prefix.is_empty() => if is_on { "on" } else { "off" }.to_owned(),
            toml::Value::Array(_) | toml::Value::Datetime(_) => {
                return Err(format!("{key} = {value}: expected a text, a number, true or false"));
            }
            other => other.to_string(),
        };
        pairs.push(Pair { key, value });
    }
    Ok(())
}

impl Pairs {
    /// The pairs by key; the last of several with the same key counts.
    pub(super) fn keys(&self) -> BTreeMap<String, String> {
        self.0.iter().map(|pair| (pair.key.clone(), pair.value.clone())).collect()
    }
}

/// The engines of the command line: `--engine key=value ...`, repeated for each. `arena/participant.rs` defines the
/// keys.
#[derive(Clone, Debug, Default)]
pub(super) struct EngineFlags(pub(super) Vec<Pairs>);

const ID: &str = "engine";

impl Args for EngineFlags {
    fn augment_args(command: Command) -> Command {
        command.arg(
            Arg::new(ID)
                .long(ID)
                .value_name("KEY=VALUE")
                .num_args(1..)
                .action(ArgAction::Append)
                .value_parser(ValueParser::new(|word: &str| word.parse::<Pair>()))
                .help("An engine of the match; repeat it for each engine. The keys are listed below"),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        EngineFlags::augment_args(command)
    }
}

/// Derived arguments would not keep which words belong to which engine.
impl FromArgMatches for EngineFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<EngineFlags, clap::Error> {
        let occurrences = matches.get_occurrences::<Pair>(ID).into_iter().flatten();
        Ok(EngineFlags(occurrences.map(|words| Pairs(words.cloned().collect())).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = EngineFlags::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    struct File {
        a: Pairs,
    }

    fn words(text: &str) -> Vec<String> {
        let file: File = toml::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        file.a.0.into_iter().map(String::from).collect()
    }

    #[test]
    fn lists_and_days_are_no_values() {
        for (value, key) in [("cmd = ['a', 'b']", "cmd"), ("option.day = 2026-11-26", "option.day")] {
            let error = toml::from_str::<File>(&format!("[a]\n{value}\n")).expect_err(value).to_string();
            assert!(error.contains(&format!("{key} = ")) && error.contains("expected a text"), "{error}");
        }
    }

    #[test]
    fn tables_and_words_say_the_same() {
        let expected = ["name=x", "nodes=5", "option.driver=mtd-f", "option.ponder=true", "restart=on", "st=0.1"];
        let table = "[a]\nname = 'x'\nnodes = 5\nst = 0.1\nrestart = true\n[a.option]\ndriver = 'mtd-f'\nponder = true";
        let mut found = words(table);
        found.sort();
        assert_eq!(found, expected);
        assert_eq!(words("a = ['name=x', 'b=c=d', 'twosided']"), ["name=x", "b=c=d", "twosided=on"]);
    }

    #[test]
    fn a_word_needs_a_key() {
        assert_eq!("=x".parse::<Pair>(), Err("\"=x\": expected key=value".to_owned()));
    }
}
