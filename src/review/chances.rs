//! The chances of a value: the points that a side can expect from it, and how accurate a move is.

use crownhead_engine::eval::{Score, ScoreClass};
use crownhead_rules::Variant;

/// The logistic curve of a variant: the expected points at a value, from 0 (a loss) to 1 (a win).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    logits_per_man: f64,
}

impl Curve {
    /// The curve of a variant, fitted to 1,000 games of the engine against itself at 200 nodes a move:
    ///
    /// ```text
    /// crownhead train games --variant NAME --games 1000 --nodes 200 [--weights FILE] --out NAME.games
    /// crownhead train fit --variant NAME --records NAME.games --epochs 0 --out NAME.out
    /// ```
    ///
    /// The second command prints the number after `search:`. `FILE` is the file of weights in the program, if there is
    /// one. Weights are scaled so that a man is worth 1.0 (in the losing games, half a logit), so one number serves for
    /// all weights of a variant.
    pub fn of(variant: Variant) -> Curve {
        Curve { logits_per_man: logits_per_man(variant) }
    }

    /// The points that the side with this score can expect. Wins and losses that are proven or known count fully.
    pub fn points(self, score: Score) -> f64 {
        match score.class() {
            ScoreClass::Win(_) | ScoreClass::KnownWin(_) => 1.0,
            ScoreClass::Loss(_) | ScoreClass::KnownLoss(_) => 0.0,
            ScoreClass::Heuristic => 1.0 / (1.0 + (-self.logits_per_man * score.men()).exp()),
        }
    }

    /// The points that a move with the score `played` loses if the best score is `best`; 0 if it has the higher score.
    pub fn lost(self, best: Score, played: Score) -> f64 {
        (self.points(best) - self.points(played)).max(0.0)
    }
}

/// The accuracy of a move that loses these points, in percent: 100 for the best one, 64 for a tenth of a point, 8 for
/// half a point.
///
/// CITE: lichess, `AccuracyPercent.scala`, which fits this curve to chess; see <https://lichess.org/page/accuracy>.
pub fn accuracy(lost: f64) -> f64 {
    (103.1668 * (-4.354 * lost).exp() - 3.1669).clamp(0.0, 100.0)
}

fn logits_per_man(variant: Variant) -> f64 {
    match variant.name() {
        "english" => 1.68,
        "giveaway" | "losing" => 0.38,
        "frisian" => 1.38,
        "frysk" => 2.1,
        "killer" => 1.24,
        "breakthrough" => 1.08,
        "russian" => 1.36,
        "antirussian" => 0.54,
        "brazilian" => 1.46,
        "pool" => 1.34,
        "italian" => 1.22,
        "spanish" => 0.86,
        "czech" => 0.9,
        "thai" => 2.22,
        "turkish" => 0.82,
        // Two in three games of Canadian draughts are cut at this length, so its own measurement says too little.
        "canadian" => 1.16,
        // The international game, and variants that may follow.
        _ => 1.16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_rules::Ply;

    #[test]
    fn every_variant_has_a_curve_through_one_half() {
        for &variant in Variant::ALL {
            let curve = Curve::of(variant);
            let points = |men: f64| curve.points(Score::from_men(men));
            assert_eq!(points(0.0), 0.5, "{variant}");
            assert!(points(1.0) > 0.55 && points(1.0) < 0.95, "{variant}");
            assert!((points(0.7) + points(-0.7) - 1.0).abs() < 1e-9, "{variant}");
            let ends = [Score::win_in(Ply::new(9)), Score::known_win_in(Ply::new(90))];
            assert!(ends.into_iter().all(|end| curve.points(end) == 1.0 && curve.points(-end) == 0.0), "{variant}");
        }
    }

    #[test]
    fn accuracy_falls_with_the_points_that_are_lost() {
        let percents = [0.0, 0.1, 0.5, 1.0].map(|lost| accuracy(lost).round());
        assert_eq!(percents, [100.0, 64.0, 9.0, 0.0]);
    }
}
