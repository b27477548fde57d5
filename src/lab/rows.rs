//! The results of an experiment: rows of named figures, and queries over them.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use crate::statistics::{CostRatio, Estimate};
use crownhead_engine::support::journal::json;

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
    pub fn label(mut self, name: &str, value: impl Display) -> Row {
        self.labels.insert(name.to_owned(), value.to_string());
        self
    }

    pub fn figure(mut self, name: &str, value: f64) -> Row {
        self.figures.insert(name.to_owned(), value);
        self
    }

    /// The row with the fields of a struct of numbers as figures.
    pub(super) fn figures(mut self, numbers: &impl Serialize) -> Row {
        let fields = json(numbers);
        let fields = fields.as_object().into_iter().flatten();
        self.figures.extend(fields.filter_map(|(name, number)| Some((name.clone(), number.as_f64()?))));
        self
    }

    /// The figure of this name, or 0.
    pub(super) fn count(&self, name: &str) -> f64 {
        self.figures.get(name).copied().unwrap_or(0.0)
    }

    /// The game, position or opening, which is labelled with its number.
    pub(super) fn unit(&self) -> &str {
        ["opening", "game"].iter().find_map(|&name| self.labels.get(name)).map_or("", String::as_str)
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

#[derive(Clone, Debug)]
pub struct Rows<'a>(Vec<&'a Row>);

impl<'a> Rows<'a> {
    pub fn of(rows: impl IntoIterator<Item = &'a Row>) -> Rows<'a> {
        Rows(rows.into_iter().collect())
    }

    pub fn only(&self, name: &str, value: impl ToString) -> Rows<'a> {
        let value = value.to_string();
        self.filtered(|row| row.get(name) == value)
    }

    pub(super) fn filtered(&self, holds: impl Fn(&Row) -> bool) -> Rows<'a> {
        Rows(self.0.iter().copied().filter(|row| holds(row)).collect())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &'a Row> {
        self.0.iter().copied()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The distinct values of a label, in the order of the rows.
    pub fn values(&self, name: &str) -> Vec<&'a str> {
        let mut values: Vec<&str> = Vec::new();
        for value in self.0.iter().filter_map(|row| row.labels.get(name)) {
            if !values.contains(&value.as_str()) {
                values.push(value);
            }
        }
        values
    }

    /// The values of a label, one after the other: the value, if there is only one.
    pub(super) fn value(&self, name: &str) -> String {
        self.values(name).concat()
    }

    /// The values of a label that are numbers, in ascending order.
    pub fn numbers(&self, name: &str) -> Vec<u32> {
        let mut numbers: Vec<u32> = self.values(name).iter().filter_map(|value| value.parse().ok()).collect();
        numbers.sort_unstable();
        numbers
    }

    /// Each value of a label with its rows, in the order of the rows.
    pub(super) fn by(&self, name: &str) -> Vec<(&'a str, Rows<'a>)> {
        self.values(name).into_iter().map(|value| (value, self.only(name, value))).collect()
    }

    /// Each value of a label that is a number with its rows, in ascending order.
    pub(super) fn by_number(&self, name: &str) -> Vec<(u32, Rows<'a>)> {
        self.numbers(name).into_iter().map(|number| (number, self.only(name, number))).collect()
    }

    pub fn sum(&self, name: &str) -> f64 {
        self.figures(name).sum()
    }

    /// The maximum of a figure; `None` without rows.
    pub fn max(&self, name: &str) -> Option<f64> {
        self.figures(name).reduce(f64::max)
    }

    /// The minimum of a figure; `None` without rows.
    pub fn min(&self, name: &str) -> Option<f64> {
        self.figures(name).reduce(f64::min)
    }

    /// One sum divided by another; `None` if that is zero.
    pub fn ratio(&self, name: &str, by: &str) -> Option<f64> {
        let divisor = self.sum(by);
        (divisor != 0.0).then(|| self.sum(name) / divisor)
    }

    /// A figure summed for each game, position or opening.
    pub fn by_game(&self, name: &str) -> BTreeMap<&'a str, f64> {
        let mut sums = BTreeMap::new();
        for row in &self.0 {
            if let Some(figure) = row.figures.get(name) {
                *sums.entry(row.unit()).or_insert(0.0) += figure;
            }
        }
        sums
    }

    /// A figure relative to that of other rows, with 95 % intervals over games drawn in pairs; `None` unless both have
    /// the same games and number of searches, and the divisor is not zero.
    pub fn against(&self, other: &Rows<'_>, name: &str) -> Option<CostRatio> {
        let (own, divisor) = (self.by_game(name), other.by_game(name));
        let are_alike = own.keys().eq(divisor.keys()) && self.sum("searches") == other.sum("searches");
        let pairs: Vec<(f64, f64)> = own.into_values().zip(divisor.into_values()).collect();
        (are_alike && other.sum(name) != 0.0).then(|| CostRatio::of(&pairs))
    }

    /// The ratio of the sums in per cent.
    pub(super) fn percent_of(&self, other: &Rows<'_>, name: &str) -> Option<Estimate> {
        Some(self.against(other, name)?.of_sums.map(|ratio| 100.0 * ratio))
    }

    fn figures(&self, name: &str) -> impl Iterator<Item = f64> + '_ {
        let name = name.to_owned();
        self.0.iter().filter_map(move |row| row.figures.get(&name).copied())
    }
}
