//! Plaat et al. 1995, section 4, figure 4: MTD(f) from first guesses at given distances from the value.

use std::collections::BTreeMap;

use super::common::matrix;
use crate::eval::Score;
use crate::interrupt::Interrupt;
use crate::lab::measure::{Keyed, OWN_GUESSES};
use crate::lab::trial::labels;
use crate::lab::view::{Table, ratio};
use crate::lab::{Frame, LabError, Method, Row, Step, Tally, Workbench};
use crate::plot::{Plot, Series};
use crate::search::{Depth, DriverKind, Task};

/// What the effort is compared with.
pub(super) const BASE: &str = "aspiration-negascout";

/// The distances, and how a position is searched from them.
#[derive(Clone, Copy)]
pub(super) struct Distances<'a> {
    /// The distances from the value.
    pub(super) distances: &'a [f64],
    /// The methods: the base, and MTD(f).
    pub(super) method: &'a dyn Fn(DriverKind) -> Method,
    /// The depth.
    pub(super) depth: u32,
    /// How many of the deepest iterations have rows.
    pub(super) reported: u32,
}

impl Distances<'_> {
    /// The rows of a position: of the base, and of MTD(f) with the value that the base has found at each depth, plus each
    /// distance, as the first guess of the iteration.
    pub(super) fn rows<T: Keyed>(
        &self,
        task: &Task<T::Node, T::Move>,
        bench: impl Fn(&Method) -> Result<Workbench<T>, LabError>,
        interrupt: &Interrupt,
    ) -> Result<Vec<Row>, LabError> {
        let (base, mtd_f) = ((self.method)(DriverKind::AspirationNegaScout), (self.method)(DriverKind::MtdF));
        let steps = bench(&base)?.search_counting_leaves(task.clone(), self.depth, OWN_GUESSES, interrupt)?;
        let values: BTreeMap<Depth, Score> =
            steps.iter().map(|step| (step.iteration.depth, step.iteration.score)).collect();
        let mut rows = self.rows_of(&base, "", steps);
        let mut bench = bench(&mtd_f)?;
        for distance in self.distances {
            let guess = |depth: Depth| values.get(&depth).map(|value| value.plus((distance * 1e6) as i64));
            let steps = bench.search_counting_leaves(task.clone(), self.depth, &guess, interrupt)?;
            rows.extend(self.rows_of(&mtd_f, &distance.to_string(), steps));
        }
        Ok(rows)
    }

    fn rows_of<M>(&self, method: &Method, distance: &str, steps: Vec<Step<M>>) -> Vec<Row> {
        let from = (self.depth + 1).saturating_sub(self.reported).max(1);
        let steps = [steps];
        let row = |depth| {
            let tally = Tally::at_depth(depth, &steps);
            let mut row = tally.onto(labels(method, depth)).label("distance", distance);
            // The time would be that of the set as well.
            row.figures.remove("seconds");
            row.figure("distinct_leaves", tally.distinct_leaves as f64)
        };
        (from..=self.depth).map(row).collect()
    }
}

/// A figure, given by its name and in words, by distance and depth.
pub(super) fn table(part: &Frame<'_>, game: &str, unit: &str, (figure, what): (&str, &str)) -> Table {
    let title = format!("{game}: {what} of MTD(f) from a distorted guess, against aspiration NegaScout");
    let heading = format!("guess - value ({unit})");
    matrix(&part.only("method", "mtd-f"), title, ("distance", &heading), ("depth", "depth"), |rows| {
        let base = part.only("method", BASE).only("depth", rows.values("depth").concat());
        ratio(rows.against(&base, figure))
    })
}

/// The effort by distance, a line for each depth.
pub(super) fn figure_4(part: &Frame<'_>, game: &str, unit: &str) -> Plot {
    let line = |depth: &u32| {
        let rows = part.only("depth", depth);
        let base = rows.only("method", BASE);
        let point = |distance: &str| {
            let cost = rows.only("distance", distance).against(&base, "distinct_leaves")?;
            Some((distance.parse().ok()?, cost.map(|cost| 100.0 * cost)))
        };
        Series {
            name: format!("depth {depth}"),
            points: rows.values("distance").into_iter().filter_map(point).collect(),
        }
    };
    Plot {
        name: game.to_owned(),
        title: format!("Effort of MTD(f) by its first guess, {game}"),
        x: format!("first guess - value ({unit})"),
        y: "distinct leaves relative to aspiration NegaScout (%)".to_owned(),
        logarithmic: false,
        series: part.numbers("depth").iter().map(line).collect(),
        marks: Vec::new(),
    }
}
