//! What an earlier analysis has written into a game.

use super::annotation::{BETTER, INTERRUPTED, LEGEND, PROGRAM};
use super::summary::MEAN_LOSS;
use crate::board::Judgement;
use crate::notation::pdn::{PdnGame, PdnMove, Remark};
use crate::rules::Side;

/// Takes the scores, marks and words of an earlier analysis out of a game, if its comment before the first move says that
/// there was one. Words that others may have added to them are kept; a mark of theirs that the analysis agreed with is not.
pub(super) fn forget(game: &mut PdnGame) {
    let is_heading = |comment: &String| comment.starts_with(PROGRAM) && comment.ends_with(LEGEND);
    if !game.comments.iter().any(is_heading) {
        return;
    }
    game.comments.retain(|comment| !is_heading(comment));
    game.moves.iter_mut().for_each(forget_move);
}

fn forget_move(mv: &mut PdnMove) {
    let mut is_marked = false;
    for comment in &mut mv.comments {
        let remark = Remark::parse(comment);
        if !is_scored(&remark) {
            continue;
        }
        let is_ours = remark.text.split("; ").all(|part| part.is_empty() || is_appraisal(part));
        is_marked |= remark.text.contains(BETTER);
        *comment = if is_ours { String::new() } else { remark.text };
    }
    mv.comments.retain(|comment| !comment.is_empty() && !is_closing(comment));
    // An analysis adds its mark behind those that are there, unless somebody has given the same one already.
    let is_mark = |nag: &u32| [Judgement::Mistake, Judgement::Blunder].iter().any(|mark| mark.nag() == Some(*nag));
    if let Some(last) = mv.nags.iter().rposition(is_mark).filter(|_| is_marked) {
        mv.nags.remove(last);
    }
}

/// Whether a remark has what an analysis states of every move, and nothing that comes from playing it.
fn is_scored(remark: &Remark) -> bool {
    let Remark { clock, spent, score, depth, nodes, text: _ } = remark;
    (score.is_some() && depth.is_some()) && (clock.is_none() && spent.is_none() && nodes.is_none())
}

/// Whether a part of a comment is of the form `White wins in 7 plies`, `loses 1.22 men, better is 24-19, -0.19` or the like,
/// to its last word.
fn is_appraisal(part: &str) -> bool {
    let begins = |head: &str| part.starts_with(head);
    let is_begun = begins(BETTER) || begins("loses ") || Side::ALL.iter().any(|side| begins(&format!("{side} ")));
    let last = part.rsplit(' ').next().unwrap_or_default();
    is_begun && (["ply", "plies", "table"].contains(&last) || last.parse::<f64>().is_ok())
}

/// Whether a comment is the summary of a side, or says that the analysis was interrupted.
fn is_closing(comment: &str) -> bool {
    let is_summary = |side: Side| comment.starts_with(&format!("{side}: ")) && comment.contains(MEAN_LOSS);
    comment == INTERRUPTED || Side::ALL.into_iter().any(is_summary)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(comments: &[&str], nags: &[u32]) -> PdnMove {
        let comments = comments.iter().map(|&comment| comment.to_owned()).collect();
        PdnMove { comments, nags: nags.to_vec(), ..PdnMove::new("24-20") }
    }

    /// A game of this move, of which a comment before it says that it was analysed, or does not.
    fn game(mv: PdnMove, is_analysed: bool) -> PdnGame {
        let heading = is_analysed.then(|| format!("{PROGRAM}0.0.9, 100 nodes per move. {LEGEND}"));
        let comments = ["a friendly game".to_owned()].into_iter().chain(heading).collect();
        let mut game = PdnGame::default();
        (game.comments, game.moves) = (comments, vec![mv]);
        game
    }

    fn forgotten(comments: &[&str], nags: &[u32]) -> PdnMove {
        let mut game = game(told(comments, nags), true);
        forget(&mut game);
        assert_eq!(game.comments, ["a friendly game"]);
        game.moves.remove(0)
    }

    #[test]
    fn the_words_of_an_analysis_are_taken_out() {
        for said in [
            "[%eval 0.06] [%depth 26]",
            "[%eval -1.41] [%depth 24] loses 1.22 men, better is 24-19, -0.19",
            "[%eval -99.00] [%depth 24] White loses in 10 plies; better is 24-19, 0.00",
            "[%eval 0.00] [%depth 24] White draws, by the table; better is 24-19, which wins in 7 plies, by the table",
            "White: 3 moves, mean loss 0.46 men, no mistakes, 1 blunder",
            INTERRUPTED,
        ] {
            assert_eq!(forgotten(&[said], &[]), told(&[], &[]), "{said}");
        }
        let marked = |nags| forgotten(&["[%eval -1.41] [%depth 24] better is 24-19, -0.19"], nags);
        assert_eq!(marked(&[5, 4]), told(&[], &[5]));
        assert_eq!(marked(&[2, 4]), told(&[], &[2]));
    }

    #[test]
    fn everything_else_is_kept() {
        for said in [
            "the cross",
            "[%clk 0:01:02] [%eval 0.06] [%depth 26]",
            "[%eval 0.06] [%depth 26] [%nodes 1000]",
            "White: the winner",
        ] {
            assert_eq!(forgotten(&[said], &[2]), told(&[said], &[2]), "{said}");
        }
        for said in ["loses 1.22 men, better is 24-19, -0.19 says the engine", "White stands well", "a book move"] {
            let scored = format!("[%eval -1.41] [%depth 24] {said}");
            assert_eq!(forgotten(&[&scored], &[]), told(&[said], &[]));
        }
    }

    #[test]
    fn the_scores_of_another_program_are_kept() {
        let others = game(told(&["[%eval -1.41] [%depth 24] better is 24-19, -0.19"], &[4]), false);
        let mut kept = others.clone();
        forget(&mut kept);
        assert_eq!(kept, others);
    }
}
