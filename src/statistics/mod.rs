//! Statistics of the strength of two players, pure functions of the counts of results; and bootstrap intervals of other
//! figures ([`bootstrap()`]).
//!
//! Games are best played in pairs: one opening, both colours. The two games of a pair are not independent, since the
//! opening favours one side in both, so the pairs are counted ([`PairCounts`], five possible scores: hence
//! "pentanomial"); counting the games as independent ([`WdlCounts`]) makes the error bars too wide. Both convert to a
//! [`ScoreSample`], which computes all figures. Intervals have 95 % confidence.

mod results;
mod sample;
mod sprt;

pub use results::{Outcome, PairCounts, Results, WdlCounts};
pub use sample::{CostRatio, Estimate, ScoreSample, bootstrap, most_if_never_seen, quartiles, ratio_of_sums};
pub use sprt::{EloModel, Sprt, SprtError, SprtVerdict};

/// Elo points in one unit of the logistic scale, times two: 800 / ln 10. It defines one unit of normalised Elo.
/// CITE: M. Van den Bergh, "Comments on Normalized Elo" (normalized_elo_practical, 2020), section 2.
const ELO_PER_NORMAL: f64 = 800.0 / std::f64::consts::LN_10;

/// The expected score of a player who is `elo` points stronger.
fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference of a player with an average score of `score`; infinite if one side wins every game. Scores
/// outside 0 to 1, as in error bars, are clamped.
fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}
