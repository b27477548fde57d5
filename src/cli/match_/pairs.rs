//! `key=value`, on the command line and in a file.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A key and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Pair {
    pub(super) key: String,
    pub(super) value: String,
}

/// A word that is not a pair.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{word:?}: expected key=value")]
pub(super) struct BadPair {
    word: String,
}

/// A word without `=` is a switch and means on.
impl FromStr for Pair {
    type Err = BadPair;

    fn from_str(word: &str) -> Result<Pair, BadPair> {
        let (key, value) = word.split_once('=').unwrap_or((word, "on"));
        if key.is_empty() {
            return Err(BadPair { word: word.to_owned() });
        }
        Ok(Pair { key: key.to_owned(), value: value.to_owned() })
    }
}

impl TryFrom<String> for Pair {
    type Error = BadPair;
    fn try_from(word: String) -> Result<Pair, BadPair> {
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

/// A value of a table that is no value of a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key} = {value}: expected a text, a number, true or false")]
pub(super) struct BadValue {
    key: String,
    value: String,
}

impl TryFrom<Form> for Pairs {
    type Error = BadValue;

    fn try_from(form: Form) -> Result<Pairs, BadValue> {
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

fn flatten(prefix: &str, table: toml::Table, pairs: &mut Vec<Pair>) -> Result<(), BadValue> {
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
                return Err(BadValue { key, value: value.to_string() });
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
        assert_eq!("=x".parse::<Pair>(), Err(BadPair { word: "=x".to_owned() }));
    }
}
