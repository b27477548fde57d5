//! The judgement of a move: its loss, its mark, and scores in words. Pure functions of scores.

use serde::Serialize;

use crownhead_engine::engine::ReportedLine;
use crownhead_engine::eval::{Score, ScoreClass};
use crownhead_rules::notation::{SpelledMove, counted};
use crownhead_rules::{Ply, Side};

/// Scores are clamped to this number of men before a loss is computed. Beyond it the game is decided, and the
/// difference between a proven win and a large lead must not look like a blunder of ninety men.
const DECIDED: i32 = 3 * MILLIONTHS_PER_MAN;

const MILLIONTHS_PER_MAN: i32 = 1_000_000;

/// The loss of a move in men, 0 or more. Scores beyond three men, including wins and losses, count as three men.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Loss {
    millionths: i32,
}

impl Loss {
    /// The loss of a move with the score `played` if the best score is `best`, both for the side that moves. It is 0 if
    /// the played move has the higher score.
    pub fn between(best: Score, played: Score) -> Loss {
        let counted = |score: Score| score.millionths().clamp(-DECIDED, DECIDED);
        Loss { millionths: (counted(best) - counted(played)).max(0) }
    }

    /// The mean of losses, rounded to millionths of a man; 0 if there are none.
    pub fn mean(losses: &[Loss]) -> Loss {
        let total: i64 = losses.iter().map(|loss| i64::from(loss.millionths)).sum();
        Loss { millionths: (total as f64 / losses.len().max(1) as f64).round() as i32 }
    }

    /// In men.
    pub fn men(self) -> f64 {
        f64::from(self.millionths) / f64::from(MILLIONTHS_PER_MAN)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Judgement {
    Fine,
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Judgement {
    pub const MARKS: [Judgement; 3] = [Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder];

    /// The numeric annotation glyph: 6 for `?!`, 2 for `?`, 4 for `??`. (PGN standard, section 10.)
    pub const fn nag(self) -> Option<u32> {
        match self {
            Judgement::Fine => None,
            Judgement::Inaccuracy => Some(6),
            Judgement::Mistake => Some(2),
            Judgement::Blunder => Some(4),
        }
    }
}

/// The minimum losses for the marks, in points: the expected result, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    inaccuracy: f64,
    mistake: f64,
    blunder: f64,
}

impl Thresholds {
    /// Where the chances are equal, a blunder loses half a man in English draughts and three quarters in the
    /// international game; where the game is decided, a man is no blunder. An inaccuracy is above most of the noise:
    /// over 620 moves of quick games (English, international), ten times the nodes changed the loss of 95 % of the
    /// moves by at most 0.25 men.
    pub const DEFAULT: Thresholds = Thresholds { inaccuracy: 0.08, mistake: 0.14, blunder: 0.2 };

    /// The thresholds in points; `None` unless 0 < inaccuracy <= mistake <= blunder <= 1.
    pub fn new(inaccuracy: f64, mistake: f64, blunder: f64) -> Option<Thresholds> {
        let is_ordered = 0.0 < inaccuracy && inaccuracy <= mistake && mistake <= blunder && blunder <= 1.0;
        is_ordered.then_some(Thresholds { inaccuracy, mistake, blunder })
    }

    /// The thresholds of an inaccuracy, a mistake and a blunder.
    pub const fn points(&self) -> [f64; 3] {
        [self.inaccuracy, self.mistake, self.blunder]
    }

    /// The mark of a move that loses these points.
    pub fn judge(&self, lost: f64) -> Judgement {
        let marks = self.points().into_iter().zip(Judgement::MARKS).rev();
        marks.into_iter().find(|(least, _)| lost >= *least).map_or(Judgement::Fine, |(_, mark)| mark)
    }
}

const BY_THE_TABLE: &str = ", by the table";

/// A score for its side: `+0.07`, `wins in 7 plies`, `wins in 17 plies, by the table`. In a position that the endgame
/// tables know as a draw, a score of 0 is one.
pub fn score_text(score: Score, is_known_draw: bool) -> String {
    let distance = |plies: Ply| counted(u64::from(plies.get()), "ply", "plies");
    match score.class() {
        ScoreClass::Win(plies) => format!("wins in {}", distance(plies)),
        ScoreClass::KnownWin(plies) => format!("wins in {}{BY_THE_TABLE}", distance(plies)),
        ScoreClass::Heuristic if is_known(score, is_known_draw) => format!("draws{BY_THE_TABLE}"),
        ScoreClass::Heuristic => men(score),
        ScoreClass::KnownLoss(plies) => format!("loses in {}{BY_THE_TABLE}", distance(plies)),
        ScoreClass::Loss(plies) => format!("loses in {}", distance(plies)),
    }
}

/// In men, with a sign unless it is zero, also of a value that is rounded to it.
fn men(score: Score) -> String {
    let text = format!("{score:+.2}");
    if text[1..] == *"0.00" { "0.00".to_owned() } else { text }
}

/// Whether a score is a win, a loss or a draw rather than a number of men.
pub fn is_known(score: Score, is_known_draw: bool) -> bool {
    (is_known_draw && score == Score::DRAW) || score.class() != ScoreClass::Heuristic
}

/// A score for White that names the winner: `+0.12`, `White wins in 7 plies`, `Black wins`.
pub fn score_for_white(score: Score) -> String {
    let winner = if score > Score::DRAW { Side::White } else { Side::Black };
    match score.class() {
        ScoreClass::Heuristic => men(score),
        ScoreClass::Win(Ply::ROOT) | ScoreClass::Loss(Ply::ROOT) => format!("{winner} wins"),
        _ if score > Score::DRAW => format!("{winner} {}", score_text(score, false)),
        _ => format!("{winner} {}", score_text(-score, false)),
    }
}

/// The first move of a line and its score: `9-13, +0.07`, `9-13, which wins in 7 plies`.
pub fn first_move(line: &ReportedLine, is_known_draw: bool) -> String {
    let link = if is_known(line.score, is_known_draw) { "which " } else { "" };
    let mv = line.pv.first().map(SpelledMove::pdn).unwrap_or_default();
    format!("{mv}, {link}{}", score_text(line.score, is_known_draw))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::Curve;
    use crownhead_rules::Variant;

    fn judged(variant: Variant, best: f64, played: f64) -> Judgement {
        let [best, played] = [best, played].map(Score::from_men);
        Thresholds::DEFAULT.judge(Curve::of(variant).lost(best, played))
    }

    #[test]
    fn a_loss_is_judged_by_the_chances_it_costs() {
        use Judgement::{Blunder, Fine, Inaccuracy, Mistake};
        for (best, played, in_english, in_international) in [
            (0.1, 0.1, Fine, Fine),
            (0.0, -0.1, Fine, Fine),
            (0.0, -0.3, Inaccuracy, Inaccuracy),
            (0.0, -0.45, Mistake, Inaccuracy),
            (0.0, -0.6, Blunder, Mistake),
            (0.0, -1.0, Blunder, Blunder),
            (-2.1, -3.1, Fine, Fine),
            (3.1, 2.1, Fine, Fine),
            (-2.0, 2.0, Fine, Fine),
        ] {
            assert_eq!(judged(Variant::ENGLISH, best, played), in_english, "{best} {played}");
            assert_eq!(judged(Variant::INTERNATIONAL, best, played), in_international, "{best} {played}");
        }
    }

    #[test]
    fn what_is_decided_stays_decided() {
        let won = Score::win_in(Ply::new(7)).men();
        for (best, played, mark) in [
            (won, Score::win_in(Ply::new(31)).men(), Judgement::Fine),
            (won, 4.2, Judgement::Fine),
            (won, 0.5, Judgement::Blunder),
            (won, 0.0, Judgement::Blunder),
            (0.0, -won, Judgement::Blunder),
            (-won, Score::loss_in(Ply::new(2)).men(), Judgement::Fine),
        ] {
            assert_eq!(judged(Variant::ENGLISH, best, played), mark, "{best} {played}");
        }
        let [win, loss] = [won, -won].map(Score::from_men);
        assert_eq!(Loss::between(win, loss).men(), 6.0);
        assert_eq!(Loss::between(loss, win), Loss::default());
    }

    #[test]
    fn thresholds_are_in_order() {
        assert_eq!(Thresholds::new(0.08, 0.14, 0.2), Some(Thresholds::DEFAULT));
        let unordered = [(0.0, 0.1, 0.2), (0.2, 0.1, 0.3), (0.1, 0.3, 0.2), (0.1, 0.2, 1.1), (-0.1, 0.1, 0.2)];
        for (inaccuracy, mistake, blunder) in unordered.into_iter().chain([(0.1, f64::NAN, 0.2)]) {
            assert_eq!(Thresholds::new(inaccuracy, mistake, blunder), None);
        }
    }

    #[test]
    fn scores_are_said_in_men_or_in_plies() {
        for (men, said) in [
            (0.074, "+0.07"),
            (-1.5, "-1.50"),
            (0.004, "0.00"),
            (-0.004, "0.00"),
            (99.93, "wins in 7 plies"),
            (99.99, "wins in 1 ply"),
            (-99.96, "loses in 4 plies"),
            (89.83, "wins in 17 plies, by the table"),
            (-89.98, "loses in 2 plies, by the table"),
        ] {
            assert_eq!(score_text(Score::from_men(men), false), said);
        }
        assert_eq!(score_text(Score::DRAW, true), "draws, by the table");
        assert_eq!(score_text(Score::DRAW, false), "0.00");
        assert_eq!(score_text(Score::from_men(89.9), true), "wins in 10 plies, by the table");
    }

    #[test]
    fn scores_for_white_name_the_winner() {
        for (men, said) in [
            (0.12, "+0.12"),
            (0.0, "0.00"),
            (-0.004, "0.00"),
            (99.93, "White wins in 7 plies"),
            (-99.99, "Black wins in 1 ply"),
            (-89.98, "Black wins in 2 plies, by the table"),
            (100.0, "White wins"),
            (-100.0, "Black wins"),
        ] {
            assert_eq!(score_for_white(Score::from_men(men)), said);
        }
    }
}
