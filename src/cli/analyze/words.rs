//! Scores, lines and material as text.

use crate::engine::Line;
use crate::eval::{Score, ScoreClass};
use crate::notation::{SpelledMove, counted};
use crate::rules::{AnyPosition, Ply, Side};

/// A score for its side: `+0.07`, `wins in 7 plies`, `wins in 17 plies, by the table`.
pub(super) fn verdict(score: Score) -> String {
    match score.class() {
        ScoreClass::Win(plies) => format!("wins in {}", distance(plies)),
        ScoreClass::KnownWin(plies) => format!("wins in {}{BY_THE_TABLE}", distance(plies)),
        ScoreClass::Heuristic => men(score),
        ScoreClass::KnownLoss(plies) => format!("loses in {}{BY_THE_TABLE}", distance(plies)),
        ScoreClass::Loss(plies) => format!("loses in {}", distance(plies)),
    }
}

/// The same for a move from a position that the endgame tables may know as a draw: then a score of 0 is one.
pub(super) fn verdict_of(score: Score, is_known_draw: bool) -> String {
    if is_known_draw && score == Score::DRAW { format!("draws{BY_THE_TABLE}") } else { verdict(score) }
}

/// Whether a score is a win, a loss or a draw rather than a number of men.
pub(super) fn is_known(score: Score, is_known_draw: bool) -> bool {
    (is_known_draw && score == Score::DRAW) || score.class() != ScoreClass::Heuristic
}

const BY_THE_TABLE: &str = ", by the table";

/// In men, with a sign unless it is zero.
fn men(score: Score) -> String {
    let text = format!("{score:+.2}");
    if text[1..] == *"0.00" { "0.00".to_owned() } else { text }
}

fn distance(plies: Ply) -> String {
    counted(u64::from(plies.get()), "ply", "plies")
}

/// The material of a side: `8 men, 1 king`.
pub(super) fn army(position: &AnyPosition, side: Side) -> String {
    let men = u64::from(position.men(side).len());
    let kings = u64::from(position.kings(side).len());
    let parts = [(men, "man", "men"), (kings, "king", "kings")];
    let present = parts.iter().filter(|(count, ..)| *count > 0);
    let parts: Vec<_> = present.map(|(count, one, many)| counted(*count, one, many)).collect();
    if parts.is_empty() { "no pieces".to_owned() } else { parts.join(", ") }
}

/// The moves of a line.
pub(super) fn moves(line: &[SpelledMove]) -> Vec<String> {
    line.iter().map(SpelledMove::pdn).collect()
}

/// The first move of a line and its score: `9-13, +0.07`, `9-13, which wins in 7 plies`.
pub(super) fn first_move(line: &Line, is_known_draw: bool) -> String {
    let link = if is_known(line.score, is_known_draw) { "which " } else { "" };
    let mv = line.pv.first().map(SpelledMove::pdn).unwrap_or_default();
    format!("{mv}, {link}{}", verdict_of(line.score, is_known_draw))
}

/// As many words as fit into a number of characters, with `...` for the others; the first is always included.
pub(super) fn fitted(words: &[String], width: Option<usize>) -> String {
    const MORE: &str = " ...";
    let whole = words.join(" ");
    let Some(width) = width.filter(|width| whole.len() > *width) else { return whole };
    let mut text = String::new();
    for word in words {
        if !text.is_empty() {
            if text.len() + 1 + word.len() + MORE.len() > width {
                return text + MORE;
            }
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

/// All words, wrapped into lines of a maximum width where possible.
pub(super) fn wrapped(words: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.clone()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::Variant;

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
            assert_eq!(verdict(Score::from_men(men)), said);
        }
        assert_eq!(verdict_of(Score::DRAW, true), "draws, by the table");
        assert_eq!(verdict_of(Score::DRAW, false), "0.00");
        assert_eq!(verdict_of(Score::from_men(89.9), true), "wins in 10 plies, by the table");
    }

    #[test]
    fn armies_are_counted() {
        let position = fen::parse(Variant::ENGLISH, "B:WK32,21,22:BK1").expect("the FEN is well formed");
        let armies = Side::ALL.map(|side| army(&position, side));
        assert_eq!(armies, ["2 men, 1 king", "1 king"]);
        let position = fen::parse(Variant::ENGLISH, "B:W:BK1").expect("the FEN is well formed");
        assert_eq!(army(&position, Side::White), "no pieces");
    }

    #[test]
    fn lines_are_cut_or_broken_between_moves() {
        let words = ["32-28", "19-23", "28x19"].map(str::to_owned);
        assert_eq!(fitted(&words, None), "32-28 19-23 28x19");
        assert_eq!(fitted(&words, Some(17)), "32-28 19-23 28x19");
        assert_eq!(fitted(&words, Some(16)), "32-28 19-23 ...");
        assert_eq!(fitted(&words, Some(14)), "32-28 ...");
        assert_eq!(fitted(&words, Some(1)), "32-28 ...");
        assert_eq!(fitted(&words[..1], Some(1)), "32-28");
        assert_eq!(wrapped(&words, 11), ["32-28 19-23", "28x19"]);
        assert_eq!(wrapped(&words, 3), ["32-28", "19-23", "28x19"]);
        assert_eq!(wrapped(&[], 3), [""; 0]);
    }
}
