//! What a selective search leaves out: late move reductions and ProbCut.

use arrayvec::ArrayVec;
use once_cell::sync::Lazy;

use super::tree::TreeMove;
use super::{Depth, SearchOptions, Width, Window};
use crate::eval::{Score, ScoreClass, Tuning};

/// Late move reductions: quiet moves after the first `unreduced` ones are searched first to a depth smaller by
/// `base + slope * ln(depth) * ln(place)` plies, rounded down, where the first place is 0.
///
/// Factors and logarithms are held in thousandths, so that the reductions are the same on every machine.
// CITE: late move reductions by a product of logarithms, as in Stockfish and most chess programs since 2008.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reductions {
    unreduced: usize,
    depth: Depth,
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
            depth: options.reduction_depth,
            base: thousandths(tuning.reduction_base + options.reduction_shift),
            slope: thousandths(options.reduction_scale * tuning.reduction_slope),
        })
    }

    /// By how many plies to reduce a move of a node this deep, after `place` others.
    pub(super) fn plies(self, depth: Depth, place: usize, mv: &impl TreeMove) -> u32 {
        if place < self.unreduced || depth < self.depth || !mv.is_quiet() {
            return 0;
        }
        let logarithm = |number: usize| LOGARITHMS[number.min(LOGARITHMS.len() - 1)];
        let product = logarithm(depth.get() as usize) * logarithm(place);
        let thousandths = self.base + self.slope * product / 1_000_000;
        (thousandths.max(0) / 1000) as u32
    }
}

/// How many plies the shallow search is shallower. An even number, since values swing with the parity of the depth; and
/// the number that [`Tuning::spread`] speaks of.
pub const PROB_CUT_PLIES: u32 = 4;

/// ProbCut: a shallow search that fails by a wide margin stands in for the deep one.
///
/// Where little can happen in a few plies, the values of a deep and a shallow search differ by little. So a shallow
/// search with a null window that lies a margin beyond the one asked about tells, at a known risk, on which side of it
/// the deep value is. The drivers of the MTD family ask almost only about null windows, so ProbCut applies at nearly
/// all their nodes. A side is tried only where the static value lies beyond the window by a lead already: elsewhere the
/// search would seldom find what it looks for. Where a capture must be made there is none.
// CITE: M. Buro, ProbCut: an effective selective extension of the alpha-beta algorithm, ICCA Journal 18(2), 1995.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProbCut {
    depth: Depth,
    margin: Width,
    /// How far beyond the window the static value must at least lie for a side to be tried, in millionths.
    lead: i64,
}

impl ProbCut {
    /// `None` if there is to be none or if no margin is known to be safe.
    pub(super) fn new(options: &SearchOptions, tuning: &Tuning) -> Option<ProbCut> {
        let spread = tuning.spread.filter(|_| options.prob_cut)?;
        let margin = Width::from_men(spread * options.prob_cut_margin)?;
        let lead = (margin.millionths() as f64 * options.prob_cut_lead).round() as i64;
        Some(ProbCut { depth: options.prob_cut_depth, margin, lead })
    }
}

/// A shallow search that may tell on which side of a window a value lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attempt {
    pub(super) window: Window,
    /// Whether it is to show that the value lies above.
    is_above: bool,
    margin: Width,
}

impl ProbCut {
    /// The depth of the shallow searches for a node; `None` if there are to be none. A wide window wants to know the
    /// value rather than its side and is left alone.
    pub(super) fn shallow(&self, window: Window, depth: Depth) -> Option<Depth> {
        let is_suited = depth >= self.depth && window.width() <= self.margin;
        is_suited.then(|| depth.less(PROB_CUT_PLIES))
    }

    /// What to try for a window at a node of this static value, in this order.
    pub(super) fn attempts(&self, window: Window, static_value: Score) -> ArrayVec<Attempt, 2> {
        let ProbCut { margin, lead, .. } = *self;
        let mut attempts = ArrayVec::new();
        let enough = window.beta.plus(margin.millionths());
        let is_likely = static_value >= window.beta.plus(lead);
        if is_likely && is_estimate(window.beta) && is_estimate(enough) {
            attempts.push(Attempt { window: Window::null(enough), is_above: true, margin });
        }
        let enough = window.alpha.plus(-margin.millionths());
        let is_likely = static_value <= window.alpha.plus(-lead);
        if is_likely && is_estimate(window.alpha) && is_estimate(enough) {
            attempts.push(Attempt { window: Window::null(enough.next_up()), is_above: false, margin });
        }
        attempts
    }
}

impl Attempt {
    /// The bound that the score of this search sets to the deep value; `None` if it does not lie far enough outside.
    pub(super) fn bound(&self, score: Score) -> Option<Score> {
        let Attempt { window, is_above, margin } = *self;
        if is_above {
            (score >= window.beta).then(|| moved(score, -margin.millionths()))
        } else {
            (score <= window.alpha).then(|| moved(score, margin.millionths()))
        }
    }
}

/// What a shallow score promises of the deep one. A win or loss that it has seen stays one.
fn moved(score: Score, millionths: i64) -> Score {
    if is_estimate(score) { score.plus(millionths) } else { score }
}

/// Whether a margin applies to a score: it does to an estimate, and not to a win or loss.
fn is_estimate(score: Score) -> bool {
    score.class() == ScoreClass::Heuristic
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Verdict;
    use crownhead_rules::{Ply, Variant};

    fn reductions(reduction_base: f64, reduction_slope: f64) -> Reductions {
        let options = SearchOptions { unreduced_moves: 2, ..SearchOptions::default() };
        let tuning = Tuning { reduction_base, reduction_slope, ..Tuning::UNMEASURED };
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
        let position = crownhead_rules::notation::fen::parse(Variant::ENGLISH, "B:W18:B14,15");
        let position = position.expect("it is a position");
        let capture = position.moves()[0];
        assert!(capture.is_capture());
        assert_eq!(reductions(3.0, 1.0).plies(Depth::new(20), 9, &capture), 0);
    }

    const SPREAD: f64 = 0.2;

    fn prob_cut(prob_cut_lead: f64) -> ProbCut {
        let options = SearchOptions { prob_cut_margin: 1.0, prob_cut_lead, ..SearchOptions::default() };
        ProbCut::new(&options, &Tuning { spread: Some(SPREAD), ..Tuning::UNMEASURED }).expect("there is a spread")
    }

    fn scores() -> impl Iterator<Item = Score> + Clone {
        let estimates = (-30..=30).map(|tenths| Score::from_men(f64::from(tenths) / 10.0));
        let decided = [1, 9, 60].map(Ply::new);
        let wins = decided.into_iter().flat_map(|ply| [Score::win_in(ply), Score::loss_in(ply)]);
        estimates.chain(wins)
    }

    #[test]
    fn a_bound_lies_outside_the_window_that_was_asked_about() {
        for beta in scores() {
            let window = Window::null(beta);
            for attempt in prob_cut(-100.0).attempts(window, beta) {
                for score in scores() {
                    let Some(bound) = attempt.bound(score) else { continue };
                    assert_ne!(window.verdict(bound), Verdict::Exact, "{window:?}: {score}");
                    assert_eq!(attempt.is_above, bound >= window.beta, "{window:?}: {score}");
                    if is_estimate(score) {
                        assert!(is_estimate(bound), "no estimate becomes a win or a loss");
                    } else {
                        assert_eq!(bound, score, "a win that has been seen is one");
                    }
                }
                let inside = Score::middle(window.alpha, window.beta);
                assert_eq!(attempt.bound(inside), None, "the margin is missing");
            }
        }
    }

    #[test]
    fn the_static_value_chooses_the_side() {
        let window = Window::null(Score::DRAW);
        let sides = |men: f64| -> Vec<bool> {
            let attempts = prob_cut(0.5).attempts(window, Score::from_men(men));
            attempts.iter().map(|attempt| attempt.is_above).collect()
        };
        assert_eq!(sides(0.11), [true]);
        assert_eq!(sides(0.09), [false; 0]);
        assert_eq!(sides(-0.09), [false; 0]);
        assert_eq!(sides(-0.11), [false]);
        assert_eq!(prob_cut(-100.0).attempts(window, Score::DRAW).len(), 2, "both, with room for it");
    }

    #[test]
    fn nothing_is_tried_near_the_leaves_or_for_wide_windows_or_beyond_estimates() {
        let (cut, null) = (prob_cut(0.0), Window::null(Score::DRAW));
        assert_eq!(cut.shallow(null, Depth::new(PROB_CUT_PLIES)), None);
        assert_eq!(cut.shallow(null, Depth::new(PROB_CUT_PLIES + 1)), Some(Depth::new(1)));
        assert_eq!(cut.shallow(Window::FULL, Depth::new(20)), None);
        let won = Window::null(Score::win_in(Ply::new(5)));
        assert!(cut.attempts(won, won.beta).is_empty());
    }
}
