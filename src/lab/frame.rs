//! Queries over the rows of a record.

use super::Row;

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

    /// This frame's sum of a figure divided by another frame's; `None` unless both have the same number of searches and
    /// the divisor is not zero.
    pub fn against(&self, other: &Frame<'_>, name: &str) -> Option<f64> {
        let (own, divisor) = (self.sum(name), other.sum(name));
        (divisor != 0.0 && self.sum("searches") == other.sum("searches")).then(|| own / divisor)
    }

    fn figures(&self, name: &str) -> impl Iterator<Item = f64> + '_ {
        let name = name.to_owned();
        self.0.iter().filter_map(move |row| row.figures.get(&name).copied())
    }
}
