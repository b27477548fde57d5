//! ProbCut: a shallow search that fails by a wide margin stands in for the deep one.
//!
//! (M. Buro, ProbCut: an effective selective extension of the alpha-beta algorithm, ICCA Journal 18(2), 1995.) Where
//! little can happen in a few plies, the values of a deep and a shallow search differ by little. So a shallow search
//! with a null window that lies a margin beyond the one asked about tells, at a known risk, on which side of it the
//! deep value is. The drivers of the MTD family ask about hardly anything but null windows, and so can be answered
//! nearly everywhere. A side is tried only where the static value lies beyond the window by a lead already, or where a
//! capture must be made and the static value says little: elsewhere the search would seldom find what it looks for.

use arrayvec::ArrayVec;

use super::{Depth, SearchOptions, Width, Window};
use crate::eval::{Score, ScoreClass, Tuning};

/// How many plies the shallow search is shallower. An even number, since values swing with the parity of the depth; and
/// the number that [`Tuning::spread`] speaks of.
pub const PROB_CUT_PLIES: u32 = 4;
/// The shallow search is to be a search.
const LEAST_DEPTH: u32 = PROB_CUT_PLIES + 1;

/// What ProbCut needs to know of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProbCut {
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
        Some(ProbCut { margin, lead })
    }
}

/// A shallow search that may tell on which side of a window a value lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attempt {
    /// Its window.
    pub(super) window: Window,
    /// Whether it is to show that the value lies above.
    is_above: bool,
    margin: Width,
}

impl ProbCut {
    /// The depth of the shallow searches for a node; `None` if there are to be none. A wide window wants to know the value
    /// rather than its side and is left alone.
    pub(super) fn shallow(&self, window: Window, depth: Depth) -> Option<Depth> {
        let is_suited = depth.get() >= LEAST_DEPTH && window.width() <= self.margin;
        is_suited.then(|| depth.less(PROB_CUT_PLIES))
    }

    /// What to try for a window, in this order. The static value is that of a node where no capture must be made.
    pub(super) fn attempts(&self, window: Window, static_value: Option<Score>) -> ArrayVec<Attempt, 2> {
        let ProbCut { margin, lead } = *self;
        let mut attempts = ArrayVec::new();
        let enough = window.beta.plus(margin.millionths());
        let is_likely = static_value.is_none_or(|value| value >= window.beta.plus(lead));
        if is_likely && is_estimate(window.beta) && is_estimate(enough) {
            attempts.push(Attempt { window: Window::null(enough), is_above: true, margin });
        }
        let enough = window.alpha.plus(-margin.millionths());
        let is_likely = static_value.is_none_or(|value| value <= window.alpha.plus(-lead));
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

/// A margin says something about estimates only.
fn is_estimate(score: Score) -> bool {
    score.class() == ScoreClass::Heuristic
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Ply;
    use crate::search::Verdict;

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
            for attempt in prob_cut(-100.0).attempts(window, None) {
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
            let attempts = prob_cut(0.5).attempts(window, Some(Score::from_men(men)));
            attempts.iter().map(|attempt| attempt.is_above).collect()
        };
        assert_eq!(sides(0.11), [true]);
        assert_eq!(sides(0.09), [false; 0]);
        assert_eq!(sides(-0.09), [false; 0]);
        assert_eq!(sides(-0.11), [false]);
        let both: Vec<_> = prob_cut(0.5).attempts(window, None).iter().map(|attempt| attempt.is_above).collect();
        assert_eq!(both, [true, false], "where a capture must be made the static value says little");
    }

    #[test]
    fn nothing_is_tried_near_the_horizon_or_for_wide_windows_or_beyond_estimates() {
        let (cut, null) = (prob_cut(0.0), Window::null(Score::DRAW));
        assert_eq!(cut.shallow(null, Depth::new(LEAST_DEPTH - 1)), None);
        assert_eq!(cut.shallow(null, Depth::new(LEAST_DEPTH)), Some(Depth::new(1)));
        assert_eq!(cut.shallow(Window::FULL, Depth::new(20)), None);
        let won = Window::null(Score::win_in(Ply::new(5)));
        assert!(cut.attempts(won, None).is_empty());
    }
}
