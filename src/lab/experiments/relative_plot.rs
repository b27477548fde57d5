//! The plot of a figure relative to that of a base, over the depth.

use crate::lab::Frame;
use crate::plot::{Plot, Series};

/// A figure of each method relative to that of a base, depth by depth, in per cent.
pub(super) fn relative_plot(part: &Frame<'_>, figure: &str, what: &str, base: &str, title: String) -> Plot {
    let line = |method: &str| {
        let rows = part.only("method", method);
        let point = |depth| {
            let base = part.only("method", base).only("depth", depth);
            let cost = rows.only("depth", depth).against(&base, figure)?;
            Some((f64::from(depth), cost.map(|cost| 100.0 * cost)))
        };
        let points = rows.numbers("depth").into_iter().filter_map(point).collect();
        Series { name: method.to_owned(), points }
    };
    Plot {
        name: figure.to_owned(),
        title,
        x: "depth (plies)".to_owned(),
        y: format!("{what} relative to {base} (%)"),
        logarithmic: true,
        series: part.values("method").into_iter().map(line).collect(),
        marks: Vec::new(),
    }
}
