//! The annotation of a game in PDN: what a review writes, and how it finds what an earlier one has written.

use super::appraisal::{Appraisal, MEAN_LOSS, SideSummary};
use super::judgement::{Judgement, Thresholds, first_move, is_known, score_for_white, score_text};
use crate::engine::Line;
use crate::eval::{Score, ScoreClass};
use crate::notation::pdn::{PdnGame, PdnMove, PdnResult, Remark};
use crate::rules::{Side, Variant};
use crate::search::Depth;

/// The name of the annotator.
const ANNOTATOR: &str = concat!("Crownhead ", env!("CARGO_PKG_VERSION"));

/// The beginning of the annotator's name in every version.
const PROGRAM: &str = "Crownhead ";

/// The end of the comment before the first move.
const LEGEND: &str = "Scores are in men, for the side that moves: positive is good for it.";

/// The words before the better move in the comment of a mistake.
const BETTER: &str = "better is ";

/// The beginning of the words about a stroke.
const STROKE: &str = "a problem: ";

/// The comment after the last move of a game that was not reviewed to the end.
const INTERRUPTED: &str = "The analysis was interrupted: the moves without a score were not analysed.";

/// Adds the appraisals of its moves to a game of this variant, in place of those of an earlier review. Other contents
/// are kept. `effort` describes the limit per move.
pub fn annotate(
    variant: Variant,
    mut game: PdnGame,
    appraisals: &[Appraisal],
    thresholds: &Thresholds,
    effort: &str,
) -> PdnGame {
    set_tags(variant, &mut game);
    forget(&mut game);
    for appraisal in appraisals {
        if let Some(mv) = game.moves.get_mut(appraisal.ply) {
            annotate_move(mv, appraisal, thresholds);
        }
    }
    if game.moves.is_empty() {
        return game;
    }
    game.afterword = closing_words(appraisals, thresholds);
    game.comments.push(format!("{ANNOTATOR}, {effort}. {LEGEND}"));
    game
}

/// Sets the annotator, and the tags needed to read the game back.
fn set_tags(variant: Variant, game: &mut PdnGame) {
    let annotator = match game.tags.get("Annotator").map(str::trim) {
        None | Some("" | "?") => ANNOTATOR.to_owned(),
        Some(named) if named.contains(ANNOTATOR) => named.to_owned(),
        Some(other) => format!("{other}; {ANNOTATOR}"),
    };
    game.tags.set("Annotator", annotator);
    if game.variant().ok().flatten() != Some(variant) {
        game.set_variant(variant);
    }
    if game.result != PdnResult::Unknown {
        game.tags.set("Result", game.result.text(variant.articles().game_type));
    }
}

fn annotate_move(mv: &mut PdnMove, appraisal: &Appraisal, thresholds: &Thresholds) {
    let &Appraisal { side, played, is_known_draw, depth, .. } = appraisal;
    let judgement = thresholds.judge(appraisal.loss());
    add_mark(mv, judgement);
    let mut words = Vec::from_iter(known_result(side, played, is_known_draw));
    let stroke = appraisal.stroke.as_ref();
    // The verdict may have a semicolon, which parts what a remark says.
    words.extend(stroke.map(|stroke| format!("{STROKE}{}", stroke.to_string().replace(';', ","))));
    if judgement != Judgement::Fine {
        words.push(criticism(appraisal));
        mv.variations.extend(appraisal.better().map(|line| variation(line, appraisal)));
    }
    mv.comments.push(remark(played, depth, words.join("; ")));
}

fn add_mark(mv: &mut PdnMove, judgement: Judgement) {
    mv.nags.extend(judgement.nag().filter(|nag| !mv.nags.contains(nag)));
}

/// `White wins in 7 plies`, unless the score is a number of men.
fn known_result(side: Side, score: Score, is_known_draw: bool) -> Option<String> {
    is_known(score, is_known_draw).then(|| format!("{side} {}", score_text(score, is_known_draw)))
}

/// The loss, if it is a number of men, and the better move.
fn criticism(appraisal: &Appraisal) -> String {
    let best = &appraisal.lines[0];
    let better = format!("{BETTER}{}", first_move(best, appraisal.is_known_draw));
    match appraisal.loss_in_men() {
        Some(men) => format!("loses {men:.2} men, {better}"),
        None => better,
    }
}

/// A line with its score after its first move.
fn variation(line: &Line, appraisal: &Appraisal) -> Vec<PdnMove> {
    let &Appraisal { side, depth, is_known_draw, .. } = appraisal;
    let mut moves: Vec<_> = line.pv.iter().map(PdnMove::from).collect();
    if let Some(first) = moves.first_mut() {
        let words = known_result(side, line.score, is_known_draw).unwrap_or_default();
        first.comments.push(remark(line.score, depth, words));
    }
    moves
}

fn remark(score: Score, depth: Depth, text: String) -> String {
    Remark { score: Some(score.men()), depth: Some(depth.get()), text, ..Remark::default() }.to_string()
}

/// The summary of each side that has moved, and a note if the beginning is missing.
fn closing_words(appraisals: &[Appraisal], thresholds: &Thresholds) -> Vec<String> {
    let summaries = Side::ALL.map(|side| (side, SideSummary::of(side, appraisals, thresholds)));
    let present = summaries.iter().filter(|(_, summary)| summary.moves > 0);
    let mut words: Vec<_> = present.map(|(side, summary)| summary.text(*side)).collect();
    if appraisals.first().is_none_or(|first| first.ply > 0) {
        words.push(INTERRUPTED.to_owned());
    }
    words
}

/// Removes the scores, marks and words of an earlier review from a game, if its comment before the first move says that
/// there was one. Words that others may have added to them are kept; a mark of theirs that the review agreed with is
/// not.
fn forget(game: &mut PdnGame) {
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
    // A review adds its mark behind the existing ones, unless the same mark is there already.
    if let Some(last) = mv.nags.iter().rposition(is_mark).filter(|_| is_marked) {
        mv.nags.remove(last);
    }
}

fn is_mark(nag: &u32) -> bool {
    [Judgement::Mistake, Judgement::Blunder].iter().any(|mark| mark.nag() == Some(*nag))
}

/// Whether a remark has what a review states of every move, and nothing that comes from playing it.
fn is_scored(remark: &Remark) -> bool {
    let Remark { clock, spent, score, depth, nodes, text: _ } = remark;
    (score.is_some() && depth.is_some()) && (clock.is_none() && spent.is_none() && nodes.is_none())
}

/// Whether a part of a comment is of the form `White wins in 7 plies`, `loses 1.22 men, better is 24-19, -0.19` or the
/// like, to its last word.
fn is_appraisal(part: &str) -> bool {
    let begins = |head: &str| part.starts_with(head);
    if begins(STROKE) {
        return true;
    }
    let is_begun = begins(BETTER) || begins("loses ") || Side::ALL.iter().any(|side| begins(&format!("{side} ")));
    let last = part.rsplit(' ').next().unwrap_or_default();
    is_begun && (["ply", "plies", "table"].contains(&last) || last.parse::<f64>().is_ok())
}

/// Whether a comment is the summary of a side, or says that the review was interrupted.
fn is_closing(comment: &str) -> bool {
    let is_summary = |side: Side| comment.starts_with(&format!("{side}: ")) && comment.contains(MEAN_LOSS);
    comment == INTERRUPTED || Side::ALL.into_iter().any(is_summary)
}

/// Adds to a move of `side` its mark, and the value for White after it if that is known, in place of those that this
/// function has added before.
pub fn annotate_value(mv: &mut PdnMove, side: Side, for_white: Option<Score>, mark: Judgement) {
    if let Some(score) = for_white {
        forget_value(mv, side);
        mv.comments.push(value_remark(side, score).to_string());
    }
    add_mark(mv, mark);
}

/// Adds to a marked move what it loses and the better line, in place of those that this function has added before.
pub fn annotate_better(mv: &mut PdnMove, appraisal: &Appraisal) {
    let is_ours = |first: &PdnMove| first.comments.iter().any(|comment| is_scored(&Remark::parse(comment)));
    mv.variations.retain(|line| !line.first().is_some_and(is_ours));
    mv.comments.push(criticism(appraisal));
    mv.variations.extend(appraisal.better().take(1).map(|line| variation(line, appraisal)));
}

fn forget_value(mv: &mut PdnMove, side: Side) {
    let is_value = |comment: &String| {
        let own = Remark::parse(comment);
        own.score.is_some_and(|men| own == value_remark(side, seen_by(side, Score::from_men(men))))
    };
    let is_criticism = |comment: &str| comment.contains(BETTER) && is_appraisal(comment);
    let comments = mv.comments.len();
    mv.comments.retain(|comment| !is_value(comment) && !is_criticism(comment));
    if mv.comments.len() < comments {
        mv.nags.retain(|nag| !is_mark(nag));
    }
}

fn value_remark(side: Side, for_white: Score) -> Remark {
    let is_decided = for_white.class() != ScoreClass::Heuristic;
    let text = if is_decided { score_for_white(for_white) } else { String::new() };
    Remark { score: Some(seen_by(side, for_white).men()), text, ..Remark::default() }
}

/// A score for White as `side` sees it, and back.
fn seen_by(side: Side, score: Score) -> Score {
    if side == Side::White { score } else { -score }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commented(comments: &[&str], nags: &[u32]) -> PdnMove {
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
        let mut game = game(commented(comments, nags), true);
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
            assert_eq!(forgotten(&[said], &[]), commented(&[], &[]), "{said}");
        }
        let marked = |nags| forgotten(&["[%eval -1.41] [%depth 24] better is 24-19, -0.19"], nags);
        assert_eq!(marked(&[5, 4]), commented(&[], &[5]));
        assert_eq!(marked(&[2, 4]), commented(&[], &[2]));
    }

    #[test]
    fn everything_else_is_kept() {
        for said in [
            "the cross",
            "[%clk 0:01:02] [%eval 0.06] [%depth 26]",
            "[%eval 0.06] [%depth 26] [%nodes 1000]",
            "White: the winner",
        ] {
            assert_eq!(forgotten(&[said], &[2]), commented(&[said], &[2]), "{said}");
        }
        for said in ["loses 1.22 men, better is 24-19, -0.19 says the engine", "White stands well", "a book move"] {
            let scored = format!("[%eval -1.41] [%depth 24] {said}");
            assert_eq!(forgotten(&[&scored], &[]), commented(&[said], &[]));
        }
    }

    #[test]
    fn the_scores_of_another_program_are_kept() {
        let others = game(commented(&["[%eval -1.41] [%depth 24] better is 24-19, -0.19"], &[4]), false);
        let mut kept = others.clone();
        forget(&mut kept);
        assert_eq!(kept, others);
    }
}
