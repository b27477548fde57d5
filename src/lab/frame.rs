//! Queries over the rows of a record.

use std::collections::BTreeMap;

use super::Row;
use crate::statistics::{Estimate, ratio_of_sums};

/// Some rows of a record.
#[derive(Clone, Debug)]
pub struct Frame<'a>(Vec<&'a Row>);

impl<'a> Frame<'a> {
    /// All of these.
    pub fn of(rows: impl IntoIterator<Item = &'a Row>) -> Frame<'a> {
        Frame(rows.into_iter().collect())
    }

    /// The rows with this label.
    pub fn only(&self, name: &str, value: impl ToString) -> Frame<'a> {
        let value = value.to_string();
        Frame(self.0.iter().copied().filter(|row| row.get(name) == value).collect())
    }

    /// The rows.
    pub fn rows(&self) -> impl Iterator<Item = &'a Row> {
        self.0.iter().copied()
    }

    /// Whether there are no rows.
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

    /// The values of a label that are numbers, in ascending order.
    pub fn numbers(&self, name: &str) -> Vec<u32> {
        let mut numbers: Vec<u32> = self.values(name).iter().filter_map(|value| value.parse().ok()).collect();
        numbers.sort_unstable();
        numbers
    }

    /// A figure summed.
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

    /// A figure summed for each game (or position: both have the label `game`).
    pub fn by_game(&self, name: &str) -> BTreeMap<&'a str, f64> {
        let mut sums = BTreeMap::new();
        for row in &self.0 {
            if let Some(figure) = row.figures.get(name) {
                *sums.entry(row.get("game")).or_insert(0.0) += figure;
            }
        }
        sums
    }

    /// This frame's sum of a figure divided by another frame's, with its 95 % interval over games drawn in pairs; `None`
    /// unless both have the same games and number of searches, and the divisor is not zero.
    pub fn against(&self, other: &Frame<'_>, name: &str) -> Option<Estimate> {
        let (own, divisor) = (self.by_game(name), other.by_game(name));
        let are_alike = own.keys().eq(divisor.keys()) && self.sum("searches") == other.sum("searches");
        let pairs: Vec<(f64, f64)> = own.into_values().zip(divisor.into_values()).collect();
        (are_alike && other.sum(name) != 0.0).then(|| ratio_of_sums(&pairs))
    }

    fn figures(&self, name: &str) -> impl Iterator<Item = f64> + '_ {
        let name = name.to_owned();
        self.0.iter().filter_map(move |row| row.figures.get(&name).copied())
    }
}
