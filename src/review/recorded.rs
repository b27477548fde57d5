//! What reviews and other programs have written into a game: the values of its positions and the appraisals of its moves.

use super::annotation::{
    BETTER, LEAVES_BOOK, effort_of, heading_of, is_mark, is_ours, is_reason, is_scored, seen_by, valued,
};
use super::appraisal::Appraisal;
use super::assessment::{Assessment, SideSummary, Stated};
use super::chances::Curve;
use super::judgement::{Judgement, Thresholds};
use crownhead_engine::engine::ReportedLine;
use crownhead_engine::eval::Score;
use crownhead_engine::search::Depth;
use crownhead_rules::notation::SpelledMove;
use crownhead_rules::notation::pdn::{PdnGame, PdnMove, PdnResult, Remark, Variation};
use crownhead_rules::{AnyPosition, Game, Move, Side};

/// What is written in a game, of which these moves can be played: the values of every program, and the appraisals of
/// our own reviews.
pub fn recorded(game: &Game, pdn: &PdnGame) -> Assessment {
    let mut assessment = Assessment::of_game(game.moves().len());
    let heading = heading_of(pdn);
    let moves: Vec<_> = game.positions().zip(game.moves()).zip(&pdn.moves).enumerate().collect();
    for (ply, ((position, mv), read)) in moves.into_iter().rev() {
        let Some(remark) = read.comments().into_iter().find_map(valued) else { continue };
        let side = position.side();
        let own = |men: f64| seen_by(side, Score::from_men(men));
        let played = own(remark.score.unwrap_or_default());
        assessment.set_value(ply + 1, seen_by(side, played), Depth::new(remark.depth.unwrap_or_default()));
        if heading.is_none() || !is_scored(&remark) {
            continue;
        }
        let next = assessment.appraisal(ply + 1);
        let appraisal = appraisal_of((ply, position, mv), played, read, &remark, next, own);
        if ply == 0 {
            assessment.set_value(0, seen_by(side, appraisal.lines[0].score), appraisal.depth);
        }
        assessment.set_appraisal(appraisal);
    }
    if let Some(heading) = heading.filter(|_| assessment.appraisals().next().is_some()) {
        assessment.state(stated(heading, pdn));
    }
    assessment
}

/// The appraisal of a move as a review has written it. Of a move that it did not mark, no better one is known; the line
/// of the move goes on as the game was best played.
fn appraisal_of(
    (ply, position, mv): (usize, &AnyPosition, &Move),
    played: Score,
    read: &PdnMove,
    remark: &Remark,
    next: Option<&Appraisal>,
    own: impl Fn(f64) -> Score,
) -> Appraisal {
    let after = position.succ(mv);
    let mv = SpelledMove::new(position, mv);
    let parts = || remark.text.split("; ");
    let known = parts().find_map(|part| part.strip_prefix("it loses ").filter(|_| is_reason(part)));
    let shown = known.and_then(|said| said.split_once(": ")).map(|(_, line)| line.split(' '));
    let line = match shown {
        Some(texts) => line_of(&after, texts.map(|text| PdnMove::new(text.to_owned()))),
        None => next.map(|next| next.lines[0].pv.clone()).unwrap_or_default(),
    };
    let line: Vec<_> = std::iter::once(mv.clone()).chain(line).collect();
    let better = read.variations().filter(|variation| is_ours(variation));
    let mut lines: Vec<_> = better.filter_map(|better| better_of(position, better, &own)).collect();
    lines.push(ReportedLine { score: played, pv: line.clone() });
    lines[0].score = marked_score(position, lines[0].score, played, mark_of(read, remark));
    Appraisal {
        ply,
        position: *position,
        mv,
        played,
        line,
        lines,
        stroke: None,
        leaves_book: parts().any(|part| part == LEAVES_BOOK),
        is_known_draw: parts().any(|part| part.ends_with(" draws, by the table")),
        depth: Depth::new(remark.depth.unwrap_or_default()),
        nodes: 0,
    }
}

fn better_of(position: &AnyPosition, better: &Variation, own: impl Fn(f64) -> Score) -> Option<ReportedLine> {
    let score = better.moves.first()?.comments().into_iter().find_map(|comment| Remark::parse(comment).score)?;
    let pv = line_of(position, better.moves.iter().cloned());
    (!pv.is_empty()).then(|| ReportedLine { score: own(score), pv })
}

/// The moves of a line as PDN writes them, up to the first that cannot be played.
fn line_of(start: &AnyPosition, texts: impl Iterator<Item = PdnMove>) -> Vec<SpelledMove> {
    let moves = replayed(*start, texts).unwrap_or_default();
    let mut position = *start;
    let spelled = moves.iter().map(|mv| {
        let spelled = SpelledMove::new(&position, mv);
        position = position.succ(mv);
        spelled
    });
    spelled.collect()
}

/// The moves that these texts mean from a position on, by the names that PDN has for the squares, up to the first that is
/// not legal; `None` if not even the first one is.
pub fn replayed(start: AnyPosition, texts: impl Iterator<Item = PdnMove>) -> Option<Vec<Move>> {
    let mut pdn = PdnGame::of(&Game::new(start), PdnResult::Unknown);
    pdn.moves = texts.map(|mv| PdnMove::new(mv.text)).collect();
    let game = pdn.replay_to_fault(start.variant()).ok()?.game;
    (game.positions().next() == Some(&start)).then(|| game.moves().to_vec())
}

fn mark_of(read: &PdnMove, remark: &Remark) -> Judgement {
    let marks = read.nags().into_iter().rev().filter(|_| remark.text.contains(BETTER));
    let nag = marks.into_iter().find(is_mark);
    Judgement::MARKS.into_iter().find(|mark| nag.is_some() && mark.nag() == nag).unwrap_or(Judgement::Fine)
}

/// The best score. Scores are written with two decimals, which must not change the mark.
fn marked_score(position: &AnyPosition, best: Score, played: Score, mark: Judgement) -> Score {
    let curve = Curve::of(position.variant());
    let near = [0.0, 0.01, -0.01].map(|men| Score::from_men(best.men() + men));
    let has_mark = |score: &Score| Thresholds::DEFAULT.judge(curve.lost(*score, played)) == mark;
    near.into_iter().find(has_mark).unwrap_or(best)
}

/// What the review says of the whole game.
fn stated(heading: &str, pdn: &PdnGame) -> Stated {
    let comments = pdn.moves.last().map(PdnMove::comments).unwrap_or_default();
    let summary = |side| comments.iter().find_map(|comment| SideSummary::parse(side, comment)).unwrap_or_default();
    Stated { effort: effort_of(heading).to_owned(), summaries: Side::ALL.map(summary) }
}
