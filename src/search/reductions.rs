//! Late move reductions: moves that the order has put far back are searched to a smaller depth first.

use once_cell::sync::Lazy;

use super::tree::TreeMove;
use super::{Depth, SearchOptions};
use crate::eval::Tuning;

/// The least remaining depth at which late moves are reduced.
const LEAST_DEPTH: u32 = 3;

/// Which quiet moves are reduced: those after the first `unreduced` ones, which are one at least: the best move of an
/// iteration before is among them. By how much: by `base + slope * ln(depth) *
/// ln(place)` plies, rounded down, where the first place is 0.
///
/// Both factors are held in whole thousandths and so are the logarithms, so that the reductions are the same on every
/// machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reductions {
    unreduced: usize,
    base: i64,
    slope: i64,
}

/// Natural logarithms in thousandths; that of 0 stands for 0, and none is greater than the last.
static LOGARITHMS: Lazy<[i64; 64]> =
    Lazy::new(|| std::array::from_fn(|number| (1000.0 * (number.max(1) as f64).ln()).round() as i64));

impl Reductions {
    /// The reductions that the options ask for, if any.
    pub(super) fn new(options: &SearchOptions, tuning: &Tuning) -> Option<Reductions> {
        let thousandths = |factor: f64| (1000.0 * factor).round() as i64;
        options.reduce_late.then(|| Reductions {
            unreduced: options.unreduced_moves.max(1),
            base: thousandths(options.reduction_base),
            slope: thousandths(options.reduction_scale * tuning.reduction_slope),
        })
    }

    /// By how many plies to reduce a move of a node this deep, after `place` others.
    pub(super) fn plies(self, depth: Depth, place: usize, mv: &impl TreeMove) -> u32 {
        if place < self.unreduced || depth.get() < LEAST_DEPTH || !mv.is_quiet() {
            return 0;
        }
        let logarithm = |number: usize| LOGARITHMS[number.min(LOGARITHMS.len() - 1)];
        let product = logarithm(depth.get() as usize) * logarithm(place);
        let thousandths = self.base + self.slope * product / 1_000_000;
        (thousandths.max(0) / 1000) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    fn reductions(reduction_base: f64, reduction_slope: f64) -> Reductions {
        let options = SearchOptions { unreduced_moves: 2, reduction_base, ..SearchOptions::default() };
        let tuning = Tuning { reduction_slope, ..Tuning::UNMEASURED };
        Reductions::new(&options, &tuning).expect("they are on by default")
    }

    #[test]
    fn the_later_the_move_and_the_deeper_the_node_the_more() {
        let mv = Variant::ENGLISH.start().moves()[0];
        let plies = |depth, place| reductions(0.5, 0.5).plies(Depth::new(depth), place, &mv);
        assert_eq!([plies(2, 9), plies(12, 0), plies(12, 1)], [0, 0, 0], "too shallow or too early");
        // 0.5 + 0.5 * 1.099 * 0.693 = 0.88, 0.5 + 0.5 * 1.609 * 0.693 = 1.06, 0.5 + 0.5 * 2.303 * 2.303 = 3.15
        assert_eq!([plies(3, 2), plies(5, 2), plies(10, 10)], [0, 1, 3]);
        for depth in 3..=200 {
            for place in 2..100 {
                assert!(plies(depth, place) <= plies(depth + 1, place));
                assert!(plies(depth, place) <= plies(depth, place + 1));
            }
        }
        assert_eq!(reductions(1.0, 0.0).plies(Depth::new(40), 30, &mv), 1);
        assert_eq!(reductions(-5.0, 0.5).plies(Depth::new(40), 30, &mv), 1, "0.5 * 3.689 * 3.401 = 6.27");
    }

    #[test]
    fn captures_are_not_reduced() {
        let position = crate::notation::fen::parse(Variant::ENGLISH, "B:W18:B14,15");
        let position = position.expect("it is a position");
        let capture = position.moves()[0];
        assert!(capture.is_capture());
        assert_eq!(reductions(3.0, 1.0).plies(Depth::new(20), 9, &capture), 0);
    }
}
