//! Annotates a game from its appraisals. Pure functions, without searching.

use super::appraisal::Appraisal;
use super::earlier::forget;
use super::summary::Tally;
use super::words::{first_move, is_known, verdict_of};
use crate::board::{Judgement, Thresholds};
use crate::engine::Line;
use crate::notation::pdn::{PdnGame, PdnMove, PdnResult, Remark};
use crate::rules::{Side, Variant};
use crate::search::Depth;

/// The name of the annotator.
const ANNOTATOR: &str = concat!("Crownhead ", env!("CARGO_PKG_VERSION"));

/// How every annotator's name begins, of whatever version.
pub(super) const PROGRAM: &str = "Crownhead ";

/// How the comment before the first move ends.
pub(super) const LEGEND: &str = "Scores are in men, for the side that moves: positive is good for it.";

/// Begins the better move in the comment of a mistake.
pub(super) const BETTER: &str = "better is ";

/// What the comment behind the last move says of an analysis that was not completed.
pub(super) const INTERRUPTED: &str = "The analysis was interrupted: the moves without a score were not analysed.";

/// Adds the appraisals of its moves to a game of this variant, in the place of those of an earlier analysis. Other
/// contents are kept. `effort` describes the limit per move.
pub(super) fn annotate(
    variant: Variant,
    mut game: PdnGame,
    appraisals: &[Appraisal],
    thresholds: &Thresholds,
    effort: &str,
) -> PdnGame {
    set_tags(variant, &mut game);
    forget(&mut game);
    for appraisal in appraisals {
        if let Some(mv) = game.moves.get_mut(appraisal.index) {
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
    let judgement = thresholds.judge(appraisal.loss());
    mv.nags.extend(judgement.nag().filter(|nag| !mv.nags.contains(nag)));
    let mut said = Vec::new();
    if is_known(appraisal.played, appraisal.is_known_draw) {
        said.push(format!("{} {}", appraisal.side, verdict_of(appraisal.played, appraisal.is_known_draw)));
    }
    if judgement != Judgement::Fine {
        said.push(criticism(appraisal));
        let better = appraisal.better().map(|line| variation(line, appraisal));
        mv.variations.extend(better);
    }
    let remark = Remark { text: said.join("; "), ..remark(appraisal.played.men(), appraisal.depth) };
    mv.comments.push(remark.to_string());
}

/// The loss, if it is a number of men, and the better move.
fn criticism(appraisal: &Appraisal) -> String {
    let best = &appraisal.lines[0];
    let better = format!("{BETTER}{}", first_move(best, appraisal.is_known_draw));
    if ![best.score, appraisal.played].iter().any(|score| is_known(*score, appraisal.is_known_draw)) {
        format!("loses {:.2} men, {better}", appraisal.loss().men())
    } else {
        better
    }
}

/// A line with its score after its first move.
fn variation(line: &Line, appraisal: &Appraisal) -> Vec<PdnMove> {
    let &Appraisal { side, depth, is_known_draw, .. } = appraisal;
    let mut moves: Vec<_> = line.pv.iter().map(|mv| PdnMove::new(mv.pdn())).collect();
    if let Some(first) = moves.first_mut() {
        let mut remark = remark(line.score.men(), depth);
        if is_known(line.score, is_known_draw) {
            remark.text = format!("{side} {}", verdict_of(line.score, is_known_draw));
        }
        first.comments.push(remark.to_string());
    }
    moves
}

fn remark(men: f64, depth: Depth) -> Remark {
    Remark { score: Some(men), depth: Some(depth.get()), ..Remark::default() }
}

/// The summary of each side that has moved, and a note if the beginning is missing.
fn closing_words(appraisals: &[Appraisal], thresholds: &Thresholds) -> Vec<String> {
    let tallies = Side::ALL.map(|side| (side, Tally::of(side, appraisals, thresholds)));
    let told = tallies.iter().filter(|(_, tally)| tally.moves > 0);
    let mut words: Vec<_> = told.map(|(side, tally)| tally.in_words(*side)).collect();
    if appraisals.first().is_none_or(|first| first.index > 0) {
        words.push(INTERRUPTED.to_owned());
    }
    words
}
