//! The annotation of a game in PDN: what a review writes, and how it finds what an earlier one has written.

use super::appraisal::Appraisal;
use super::assessment::{MEAN_LOSS, SideSummary};
use super::judgement::{Judgement, Thresholds, first_move, is_known, score_for_white, score_text};
use super::reason::Reason;
use crownhead_engine::engine::ReportedLine;
use crownhead_engine::eval::{Score, ScoreClass};
use crownhead_rules::notation::SpelledMove;
use crownhead_rules::notation::pdn::{Note, PdnGame, PdnMove, PdnResult, Remark, Variation, with_pdn_numbers};
use crownhead_rules::{Ply, Side, Variant};

const ANNOTATOR: &str = concat!("Crownhead ", env!("CARGO_PKG_VERSION"));

/// The beginning of the annotator's name in every version.
const PROGRAM: &str = "Crownhead ";

/// The end of the comment before the first move.
const LEGEND: &str = "Scores are in men, for White: positive is good for White.";

/// The words before the better move in the comment of a mistake.
pub(super) const BETTER: &str = "better is ";

/// The beginning of the words about a stroke.
const STROKE: &str = "a problem: ";

/// The words about the move after the last position that the opening book knows.
pub(super) const LEAVES_BOOK: &str = "leaves the book";

/// The comment after the last move of a game that was not reviewed to the end.
const INTERRUPTED: &str = "The analysis was interrupted: the moves without a score were not analysed.";

/// Adds the appraisals of its moves to a game of this variant, in place of those of an earlier review. Other contents
/// are kept, except that a move has one score: that of its appraisal. `effort` describes the limit per move. `summaries`
/// are those of an earlier review, whose appraisals do not say everything of moves that it has not marked.
pub fn annotate(
    variant: Variant,
    mut game: PdnGame,
    appraisals: &[Appraisal],
    thresholds: &Thresholds,
    effort: &str,
    summaries: Option<[SideSummary; 2]>,
) -> PdnGame {
    set_tags(variant, &mut game);
    forget(&mut game);
    let words: Vec<_> = game.moves.iter_mut().map(|mv| last_words(&mut mv.notes)).collect();
    for appraisal in appraisals {
        if let Some(mv) = game.moves.get_mut(appraisal.ply) {
            annotate_move(mv, appraisal, thresholds);
        }
        let is_interrupted = game.moves.get(appraisal.ply).is_some_and(|mv| mv.variations().next().is_some());
        if let Some(next) = game.moves.get_mut(appraisal.ply + 1).filter(|_| is_interrupted) {
            next.number_if_none();
        }
    }
    if game.moves.is_empty() {
        return game;
    }
    let summaries = summaries.unwrap_or_else(|| Side::ALL.map(|side| SideSummary::of(side, appraisals, thresholds)));
    closing_words(appraisals, summaries).into_iter().for_each(|words| game.add_last_comment(words));
    game.moves.iter_mut().zip(words).for_each(|(mv, words)| mv.notes.extend(words));
    // A heading stays whole, and right before the moves.
    let is_word = |note: &Note| matches!(note, Note::Text(_) | Note::Variation(_));
    let first = game.notes.iter().position(is_word).unwrap_or(game.notes.len());
    game.notes.insert(first, Note::Comment(format!("{ANNOTATOR}, {effort}. {LEGEND}")));
    game
}

/// Takes the words from the end of notes: they have to stay right before what follows, as the names of the players before
/// the first move, or else they are not read as such again.
fn last_words(notes: &mut Vec<Note>) -> Vec<Note> {
    let first = notes.iter().rposition(|note| !matches!(note, Note::Text(_))).map_or(0, |last| last + 1);
    notes.split_off(first)
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
    let outcome = game.outcome(variant);
    let is_known = !matches!(outcome, PdnResult::Unknown | PdnResult::Other(_));
    if is_known && game.tags.known("Result").is_none() {
        game.tags.set("Result", outcome.text(variant));
    }
}

fn annotate_move(mv: &mut PdnMove, appraisal: &Appraisal, thresholds: &Thresholds) {
    let &Appraisal { played, is_known_draw, .. } = appraisal;
    let judgement = thresholds.judge(appraisal.lost_points());
    forget_value(mv);
    add_mark(mv, judgement);
    edit_comments(&mut mv.notes, Remark::without_score);
    let mut words = Vec::from_iter(known_result(appraisal.side(), played, is_known_draw));
    words.extend(appraisal.leaves_book.then(|| LEAVES_BOOK.to_owned()));
    let stroke = appraisal.stroke.as_ref();
    // The verdict may have a semicolon, which parts what a remark says.
    words.extend(stroke.map(|stroke| format!("{STROKE}{}", stroke.in_pdn().replace(';', ","))));
    if judgement != Judgement::Fine {
        words.push(criticism(appraisal));
        let spelled = |mv: &SpelledMove| with_pdn_numbers(mv).pdn();
        words.extend(appraisal.reason().and_then(|reason| reason.text(spelled)));
        appraisal.better().for_each(|line| mv.add_variation(variation(line, appraisal)));
    }
    mv.add_comment(remark(played, appraisal, words.join("; ")));
}

fn add_mark(mv: &mut PdnMove, judgement: Judgement) {
    if let Some(nag) = judgement.nag() {
        mv.add_nag(nag);
    }
}

/// Replaces the texts of comments that change, and removes comments of which nothing is left.
fn edit_comments(notes: &mut Vec<Note>, mut edit: impl FnMut(&str) -> String) {
    notes.retain_mut(|note| {
        let Note::Comment(text) = note else { return true };
        let edited = edit(text);
        let is_left = edited == *text || !edited.is_empty();
        *text = edited;
        is_left
    });
}

/// `White wins in 7 plies`, unless the score is a number of men.
fn known_result(side: Side, score: Score, is_known_draw: bool) -> Option<String> {
    is_known(score, is_known_draw).then(|| format!("{side} {}", score_text(score, is_known_draw)))
}

/// The loss, if it is a number of men, and the better move.
fn criticism(appraisal: &Appraisal) -> String {
    let best = &appraisal.lines[0];
    let is_known_score = is_known(best.score, appraisal.is_known_draw);
    // A number of men is for White, as in the comments; who wins is said of the side that moves.
    let score = if is_known_score { best.score } else { seen_by(appraisal.side(), best.score) };
    let pv = best.pv.iter().map(with_pdn_numbers).collect();
    let better = format!("{BETTER}{}", first_move(&ReportedLine { score, pv }, appraisal.is_known_draw));
    match appraisal.loss_in_men() {
        Some(men) => format!("loses {men:.2} men, {better}"),
        None => better,
    }
}

/// A line with its score after its first move.
fn variation(line: &ReportedLine, appraisal: &Appraisal) -> Vec<PdnMove> {
    let mut moves: Vec<_> = line.pv.iter().map(PdnMove::from).collect();
    if let Some(first) = moves.first_mut() {
        let words = known_result(appraisal.side(), line.score, appraisal.is_known_draw).unwrap_or_default();
        first.add_comment(remark(line.score, appraisal, words));
    }
    moves
}

/// A score for the side that moves, told for White.
fn remark(score: Score, appraisal: &Appraisal, text: String) -> String {
    let for_white = seen_by(appraisal.side(), score).men();
    Remark { score: Some(for_white), depth: Some(appraisal.depth.get()), text, ..Remark::default() }.to_string()
}

/// The summary of each side that has moved, and a note if the beginning is missing.
fn closing_words(appraisals: &[Appraisal], summaries: [SideSummary; 2]) -> Vec<String> {
    let present = Side::ALL.into_iter().zip(summaries).filter(|(_, summary)| summary.moves > 0);
    let mut words: Vec<_> = present.map(|(side, summary)| summary.text(side)).collect();
    if appraisals.first().is_none_or(|first| first.ply > 0) {
        words.push(INTERRUPTED.to_owned());
    }
    words
}

/// Whether a comment is the one before the moves that a review begins with.
fn is_heading(note: &Note) -> bool {
    note.comment().is_some_and(|text| text.starts_with(PROGRAM) && text.ends_with(LEGEND))
}

/// The comment with which the review of a game begins, if there is one.
pub(super) fn heading_of(game: &PdnGame) -> Option<&str> {
    game.notes.iter().find(|note| is_heading(note)).and_then(Note::comment)
}

/// The limit per move of the review.
pub(super) fn effort_of(heading: &str) -> &str {
    let said = heading.strip_suffix(LEGEND).unwrap_or(heading);
    said.split_once(", ").map_or("", |(_, effort)| effort.trim_end_matches(['.', ' ']))
}

pub fn has_review(game: &PdnGame) -> bool {
    heading_of(game).is_some()
}

pub fn is_annotated(game: &PdnGame) -> bool {
    let is_interrupted = || game.moves.last().is_some_and(|last| last.comments().contains(&INTERRUPTED));
    game.notes.iter().any(is_heading) && !is_interrupted()
}

/// Removes the scores, marks and words of an earlier review from a game, if its comment before the first move says that
/// there was one. Words that others may have added to them are kept; a mark of theirs that the review agreed with is
/// not.
pub fn forget(game: &mut PdnGame) {
    if game.notes.iter().any(is_heading) {
        game.notes.retain(|note| !is_heading(note));
        game.moves.iter_mut().for_each(forget_move);
    }
}

fn forget_move(mv: &mut PdnMove) {
    let mut is_marked = false;
    edit_comments(&mut mv.notes, |comment| {
        let remark = Remark::parse(comment);
        if is_closing(comment) {
            return String::new();
        }
        if !is_scored(&remark) {
            return comment.to_owned();
        }
        is_marked |= remark.text.contains(BETTER);
        if has_our_words(&remark) { String::new() } else { remark.text }
    });
    mv.notes.retain(|note| !matches!(note, Note::Variation(variation) if is_ours(variation)));
    // A review adds its mark behind the existing ones, unless the same mark is there already.
    let is_mark = |note: &Note| matches!(note, Note::Nag(nag) if is_mark(nag));
    if let Some(last) = mv.notes.iter().rposition(is_mark).filter(|_| is_marked) {
        mv.notes.remove(last);
    }
}

/// Whether a variation is a better line as a review writes it, and nobody has added anything.
pub(super) fn is_ours(variation: &Variation) -> bool {
    let Some((first, others)) = variation.moves.split_first() else { return false };
    let [Note::Comment(comment)] = &first.notes[..] else { return false };
    let remark = Remark::parse(comment);
    let is_plain = variation.notes.is_empty() && others.iter().all(|mv| mv.notes.is_empty());
    is_plain && is_scored(&remark) && has_our_words(&remark)
}

fn has_our_words(remark: &Remark) -> bool {
    remark.text.split("; ").all(|part| part.is_empty() || is_appraisal(part))
}

pub(super) fn is_mark(nag: &u32) -> bool {
    Judgement::MARKS.iter().any(|mark| mark.nag() == Some(*nag))
}

/// Whether a remark has what a review states of every move, and nothing that comes from playing it.
pub(super) fn is_scored(remark: &Remark) -> bool {
    let Remark { clock, spent, score, depth, nodes, text: _ } = remark;
    (score.is_some() && depth.is_some()) && (clock.is_none() && spent.is_none() && nodes.is_none())
}

/// Whether a part of a comment is of the form `White wins in 7 plies`, `leaves the book`, `loses 1.22 men, better is
/// 24-19, -0.19` or the like, to its last word.
fn is_appraisal(part: &str) -> bool {
    let begins = |head: &str| part.starts_with(head);
    if begins(STROKE) || part == LEAVES_BOOK || is_reason(part) {
        return true;
    }
    let is_begun = begins(BETTER) || begins("loses ") || Side::ALL.iter().any(|side| begins(&format!("{side} ")));
    let last = part.rsplit(' ').next().unwrap_or_default();
    is_begun && (["ply", "plies", "table"].contains(&last) || last.parse::<f64>().is_ok())
}

/// Whether a part of a comment is of the form `it loses a man: 28x19 23x14`.
pub(super) fn is_reason(part: &str) -> bool {
    let is_move = |word: &str| word.starts_with(|c: char| c.is_ascii_alphanumeric());
    let said =
        Reason::BEGINNINGS.iter().find_map(|head| part.strip_prefix(head)).and_then(|said| said.split_once(": "));
    said.is_some_and(|(_, line)| line.split(' ').all(is_move))
}

/// Whether a comment is the summary of a side, or says that the review was interrupted.
fn is_closing(comment: &str) -> bool {
    let is_summary = |side: Side| comment.starts_with(&format!("{side}: ")) && comment.contains(MEAN_LOSS);
    comment == INTERRUPTED || Side::ALL.into_iter().any(is_summary)
}

/// Adds to a move that was not reviewed the value for White after it, in place of one that stands there.
pub fn annotate_value(mv: &mut PdnMove, for_white: Score) {
    let is_same = |remark: Remark| remark.score.is_some_and(|men| Score::from_men(men) == for_white);
    if mv.comments().into_iter().filter_map(valued).any(is_same) {
        return;
    }
    forget_value(mv);
    edit_comments(&mut mv.notes, Remark::without_score);
    mv.add_comment(value_remark(for_white).to_string());
}

/// Removes what [`annotate_value`] has added, and the marks of the move with it.
pub fn forget_value(mv: &mut PdnMove) {
    let is_value = |comment: &str| {
        let own = Remark::parse(comment);
        own.score.is_some_and(|men| own == value_remark(Score::from_men(men)))
    };
    let notes = mv.notes.len();
    mv.notes.retain(|note| !matches!(note, Note::Comment(comment) if is_value(comment)));
    if mv.notes.len() < notes {
        mv.notes.retain(|note| !matches!(note, Note::Nag(nag) if is_mark(nag)));
    }
}

fn value_remark(for_white: Score) -> Remark {
    let is_decided = for_white.class() != ScoreClass::Heuristic;
    let text = if is_decided { score_for_white(for_white) } else { String::new() };
    Remark { score: Some(for_white.men()), text, ..Remark::default() }
}

/// A score for White as `side` sees it, and back.
pub(super) fn seen_by(side: Side, score: Score) -> Score {
    if side == Side::White { score } else { -score }
}

/// The longest win, in plies, that is taken from a value such as `#12`.
const MOST_PLIES: u32 = 2000;

/// A comment with a value, also one of other programs that counts the moves to the end of the game: `[%eval #-3]`.
pub(super) fn valued(comment: &str) -> Option<Remark> {
    let remark = Remark::parse(comment);
    if remark.score.is_some() {
        return Some(remark);
    }
    let (_, behind) = comment.split_once("[%eval #")?;
    let moves: i32 = behind.split_once(']')?.0.trim().parse().ok()?;
    let plies = moves.unsigned_abs().saturating_mul(2).saturating_sub(1).min(MOST_PLIES);
    let win = Score::win_in(Ply::new(plies as u16));
    Some(Remark { score: Some(if moves < 0 { -win } else { win }.men()), ..remark })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commented(comments: &[&str], nags: &[u32]) -> PdnMove {
        let nags = nags.iter().map(|&nag| Note::Nag(nag));
        let comments = comments.iter().map(|&comment| Note::Comment(comment.to_owned()));
        let mut mv = PdnMove::new("24-20");
        mv.notes = nags.chain(comments).collect();
        mv
    }

    /// A game of this move, of which a comment before it says that it was analysed, or does not.
    fn game(mv: PdnMove, is_analysed: bool) -> PdnGame {
        let heading = is_analysed.then(|| format!("{PROGRAM}0.0.9, 100 nodes per move. {LEGEND}"));
        let comments = ["a friendly game".to_owned()].into_iter().chain(heading);
        let mut game = PdnGame::default();
        (game.notes, game.moves) = (comments.map(Note::Comment).collect(), vec![mv]);
        game
    }

    fn forgotten(comments: &[&str], nags: &[u32]) -> PdnMove {
        let mut game = game(commented(comments, nags), true);
        forget(&mut game);
        assert_eq!(game.comments(), ["a friendly game"]);
        game.moves.remove(0)
    }

    #[test]
    fn the_words_of_an_analysis_are_taken_out() {
        for said in [
            "[%eval 0.06] [%depth 26]",
            "[%eval 0.06] [%depth 26] leaves the book",
            "[%eval -1.41] [%depth 24] leaves the book; better is 24-19, -0.19",
            "[%eval -1.41] [%depth 24] loses 1.22 men, better is 24-19, -0.19",
            "[%eval -99.00] [%depth 24] White loses in 10 plies; better is 24-19, 0.00",
            "[%eval 0.00] [%depth 24] White draws, by the table; better is 24-19, which wins in 7 plies, by the table",
            "[%eval -1.41] [%depth 24] better is 24-19, -0.19; it loses a man: 28x19 23x14",
            "[%eval -1.41] [%depth 24] better is 24-19, -0.19; it misses a stroke that wins 2 men: 27-22 18x27",
            "[%eval -89.88] [%depth 24] Black loses in 12 plies, by the table; better is 24-19, -0.19",
            "White: 3 moves, mean loss 0.46 men, no mistakes, 1 blunder",
            "White: 3 moves, accuracy 93 %, mean loss 0.46 men, no inaccuracies, no mistakes, 1 blunder",
            INTERRUPTED,
        ] {
            assert_eq!(forgotten(&[said], &[]), commented(&[], &[]), "{said}");
        }
        let marked = |nags| forgotten(&["[%eval -1.41] [%depth 24] better is 24-19, -0.19"], nags);
        assert_eq!(marked(&[5, 4]), commented(&[], &[5]));
        assert_eq!(marked(&[2, 4]), commented(&[], &[2]));
        assert_eq!(marked(&[6]), commented(&[], &[]));
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
        for said in [
            "loses 1.22 men, better is 24-19, -0.19 says the engine",
            "White stands well",
            "a book move",
            "it loses time",
            "it misses: what?",
        ] {
            let scored = format!("[%eval -1.41] [%depth 24] {said}");
            assert_eq!(forgotten(&[&scored], &[]), commented(&[said], &[]));
        }
    }

    /// What people have added to a better line is theirs.
    #[test]
    fn the_better_lines_of_an_analysis_are_taken_out() {
        let line = |said: &str| vec![commented(&["[%eval -0.19] [%depth 24]"], &[]), commented(&[said], &[])];
        let mut ours = commented(&[], &[]);
        ours.add_variation(vec![commented(&["[%eval -0.19] [%depth 24] White wins in 7 plies"], &[])]);
        let mut theirs = commented(&[], &[]);
        theirs.add_variation(line("as in the match"));
        let kept = |mv: PdnMove| {
            let mut game = game(mv, true);
            forget(&mut game);
            game.moves[0].variations().count()
        };
        assert_eq!((kept(ours), kept(theirs)), (0, 1));
    }

    #[test]
    fn a_move_has_one_value() {
        let mut mv = commented(&["[%eval -0.35] [%clk 0:02:59] a surprise", "[%eval 0.10] [%depth 9]"], &[]);
        annotate_value(&mut mv, Score::from_men(0.2));
        assert_eq!(mv.comments(), ["[%clk 0:02:59] a surprise", "[%eval 0.20]"]);
        annotate_value(&mut mv, Score::from_men(-0.3));
        assert_eq!((mv.comments(), mv.nags()), (vec!["[%clk 0:02:59] a surprise", "[%eval -0.30]"], vec![]));
    }

    #[test]
    fn the_scores_of_another_program_are_kept() {
        let others = game(commented(&["[%eval -1.41] [%depth 24] better is 24-19, -0.19"], &[4]), false);
        let mut kept = others.clone();
        forget(&mut kept);
        assert_eq!(kept, others);
    }
}
