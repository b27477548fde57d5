//! The result of an experiment: rows of named figures.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

/// Raw figures and their labels.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The labels: driver, depth, game and so on.
    pub labels: BTreeMap<String, String>,
    /// The figures. Counts are whole numbers below 2^53, times are in seconds.
    #[serde(serialize_with = "write_figures")]
    pub figures: BTreeMap<String, f64>,
}

impl Row {
    /// The row with one more label.
    pub fn label(mut self, name: &str, value: impl Display) -> Row {
        self.labels.insert(name.to_owned(), value.to_string());
        self
    }

    /// The row with one more figure.
    pub fn figure(mut self, name: &str, value: f64) -> Row {
        self.figures.insert(name.to_owned(), value);
        self
    }

    /// The label of this name, or an empty text.
    pub fn get(&self, name: &str) -> &str {
        self.labels.get(name).map_or("", String::as_str)
    }
}

/// Writes whole numbers as such.
fn write_figures<S: Serializer>(figures: &BTreeMap<String, f64>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(figures.len()))?;
    for (name, &figure) in figures {
        let whole = figure as i64;
        if whole as f64 == figure {
            map.serialize_entry(name, &whole)?;
        } else {
            map.serialize_entry(name, &figure)?;
        }
    }
    map.end()
}
