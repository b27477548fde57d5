//! The JSON output of an analysis: one object per line.

use std::io::{self, Write};

use serde::Serialize;

use super::analyst::Analyst;
use crate::cli::error::CliError;
use crate::cli::eval::ExplanationRecord;
use crate::review::{Appraisal, Distance, Judgement, Material, Reason, SideSummary, Stroke, Thresholds, texts};
use crownhead_engine::book::{BookEntry, BookMove, Games};
use crownhead_engine::engine::{Report, ReportedLine};
use crownhead_engine::eval::{Evaluation, Score, ScoreClass};
use crownhead_rules::notation::pdn::Tags;
use crownhead_rules::notation::{SpelledMove, fen};
use crownhead_rules::{Game, Side};

/// Searches the last position of a game and writes a record of it, of what the opening book has there, of each
/// iteration and of the answer.
pub(super) fn write_position(
    game: &Game,
    evaluation: Option<&Evaluation>,
    analyst: &mut Analyst,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let position = game.position();
    let (fen, side) = (fen::write(position), colour(position.side()));
    AnalysisRecord::Position { variant: position.variant().name(), fen, side }.write(out)?;
    if let Some(evaluation) = evaluation {
        AnalysisRecord::Explanation(ExplanationRecord::of(evaluation, position)).write(out)?;
    }
    if let Some((ply, entry)) = analyst.book().and_then(|book| book.last_known(game.positions())) {
        AnalysisRecord::of_book(ply, &entry, game.moves().len()).write(out)?;
    }
    let last = analyst.search_all(|report| AnalysisRecord::iteration(report).write(out))?;
    let mv = |index: usize| Some(last.as_ref()?.pv.get(index)?.pdn());
    AnalysisRecord::Answer { best: mv(0), reply: mv(1) }.write(out)?;
    if let Some(stroke) = last.and_then(|report| analyst.stroke(&Game::new(*position), &report)) {
        AnalysisRecord::Problem(ProblemRecord::of(&stroke)).write(out)?;
    }
    Ok(())
}

/// A record of the output.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum AnalysisRecord {
    /// A position that is about to be searched.
    Position { variant: &'static str, fen: String, side: &'static str },
    /// Where its value comes from.
    Explanation(ExplanationRecord),
    /// The moves of the opening book, the best first, or the half-move, from 1, that has left it.
    Book {
        #[serde(skip_serializing_if = "Vec::is_empty")]
        moves: Vec<BookMoveRecord>,
        #[serde(skip_serializing_if = "Option::is_none")]
        left: Option<usize>,
    },
    /// A completed iteration. Time is in seconds; lines are the best first.
    Iteration { depth: u32, selective_depth: u16, nodes: u64, time: f64, lines: Vec<LineRecord> },
    /// The end of a search: the best move, absent if there is none, and the expected reply.
    Answer {
        #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
        best: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        reply: Option<String>,
    },
    /// A proven stroke of the position.
    Problem(ProblemRecord),
    /// A game that is about to be analysed, with its number in the file.
    Game {
        game: usize,
        variant: &'static str,
        fen: String,
        plies: usize,
        tags: serde_json::Map<String, serde_json::Value>,
    },
    /// A move of a game.
    Move {
        game: usize,
        /// The half-move, from 1.
        ply: usize,
        side: &'static str,
        #[serde(rename = "move")]
        mv: String,
        #[serde(flatten)]
        value: Value,
        /// In men.
        loss: f64,
        /// The expected points of the side that moves after the move, and after the best one: from 0 to 1.
        points: f64,
        best_points: f64,
        /// In percent; absent where the move is forced.
        #[serde(skip_serializing_if = "Option::is_none")]
        accuracy: Option<f64>,
        judgement: Judgement,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<ReasonRecord>,
        depth: u32,
        nodes: u64,
        lines: Vec<LineRecord>,
        #[serde(skip_serializing_if = "Option::is_none")]
        problem: Option<ProblemRecord>,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        leaves_book: bool,
    },
    /// The end of a game: whether every move was analysed, and the summary of both sides.
    Summary { game: usize, complete: bool, white: SideSummary, black: SideSummary },
    /// A game that could not be analysed, instead of its other records.
    Error { game: usize, line: u64, error: String },
}

/// The score of a position or a move, for the side that moves.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Value {
    /// In men; a win in a number of plies is 100 - plies / 100.
    score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    wins_in: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    loses_in: Option<u16>,
    /// Whether the endgame tables know it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    by_table: bool,
}

impl Value {
    /// The value of a score in a position that the endgame tables may know as a draw.
    fn of(score: Score, is_known_draw: bool) -> Value {
        let (wins_in, loses_in) = match score.class() {
            ScoreClass::Win(plies) | ScoreClass::KnownWin(plies) => (Some(plies.get()), None),
            ScoreClass::Loss(plies) | ScoreClass::KnownLoss(plies) => (None, Some(plies.get())),
            ScoreClass::Heuristic => (None, None),
        };
        let is_from_table = matches!(score.class(), ScoreClass::KnownWin(_) | ScoreClass::KnownLoss(_));
        let by_table = is_from_table || (is_known_draw && score == Score::DRAW);
        Value { score: score.men(), wins_in, loses_in, by_table }
    }
}

/// A move of the opening book: its score if that is known, and its games if there are any.
#[derive(Clone, Debug, Serialize)]
pub(super) struct BookMoveRecord {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    value: Option<Value>,
    #[serde(flatten)]
    games: Option<GamesRecord>,
}

/// The games of a move, for the side that makes it, and their share of those of the position.
#[derive(Clone, Copy, Debug, Serialize)]
struct GamesRecord {
    share: f64,
    wins: u32,
    draws: u32,
    losses: u32,
}

impl BookMoveRecord {
    fn of(entry: &BookEntry, known: &BookMove) -> BookMoveRecord {
        let Games { wins, draws, losses } = known.games;
        BookMoveRecord {
            mv: SpelledMove::new(&entry.position, &known.mv).pdn(),
            value: known.value.map(|value| Value::of(value, false)),
            games: entry.share(known).map(|share| GamesRecord { share, wins, draws, losses }),
        }
    }
}

/// A proven stroke.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ProblemRecord {
    side: &'static str,
    /// The most to the end.
    plies: u16,
    verdict: String,
    line: Vec<String>,
}

impl ProblemRecord {
    fn of(stroke: &Stroke) -> ProblemRecord {
        let Stroke { side, plies, verdict, line, .. } = stroke;
        ProblemRecord { side: colour(*side), plies: *plies, verdict: verdict.clone(), line: texts(line) }
    }
}

/// Why a marked move is worse than the best one.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub(super) enum ReasonRecord {
    LosesGame(Distance),
    MissesGame(Distance),
    Loses(MaterialRecord),
    Misses(MaterialRecord),
}

/// The material that a line wins or loses.
#[derive(Clone, Debug, Serialize)]
pub(super) struct MaterialRecord {
    pieces: u32,
    line: Vec<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    stroke: bool,
}

impl ReasonRecord {
    fn of(reason: &Reason) -> ReasonRecord {
        let record = |material: &Material| {
            let Material { pieces, is_stroke, ref line, .. } = *material;
            MaterialRecord { pieces, line: texts(line), stroke: is_stroke }
        };
        match reason {
            Reason::LosesGame(lost) => ReasonRecord::LosesGame(*lost),
            Reason::MissesGame(won) => ReasonRecord::MissesGame(*won),
            Reason::Loses(lost) => ReasonRecord::Loses(record(lost)),
            Reason::Misses(won) => ReasonRecord::Misses(record(won)),
        }
    }
}

/// A line of moves, in PDN.
#[derive(Clone, Debug, Serialize)]
pub(super) struct LineRecord {
    #[serde(flatten)]
    value: Value,
    moves: Vec<String>,
}

impl LineRecord {
    fn of(score: Score, pv: &[SpelledMove], is_known_draw: bool) -> LineRecord {
        LineRecord { value: Value::of(score, is_known_draw), moves: pv.iter().map(SpelledMove::pdn).collect() }
    }

    fn all<'a>(lines: impl IntoIterator<Item = &'a ReportedLine>, is_known_draw: bool) -> Vec<LineRecord> {
        lines.into_iter().map(|line| LineRecord::of(line.score, &line.pv, is_known_draw)).collect()
    }
}

impl AnalysisRecord {
    /// The record of the last position that the opening book knows, after `ply` of the `plies` moves of a game.
    fn of_book(ply: usize, entry: &BookEntry, plies: usize) -> AnalysisRecord {
        let is_left = ply < plies;
        let moves = entry.moves.iter().filter(|_| !is_left).map(|known| BookMoveRecord::of(entry, known)).collect();
        AnalysisRecord::Book { moves, left: is_left.then_some(ply + 1) }
    }

    /// The record of an iteration.
    pub(super) fn iteration(report: &Report) -> AnalysisRecord {
        let mut lines = vec![LineRecord::of(report.score, &report.pv, report.is_known_draw)];
        lines.extend(LineRecord::all(&report.others, report.is_known_draw));
        AnalysisRecord::Iteration {
            depth: report.depth.get(),
            selective_depth: report.selective_depth.get(),
            nodes: report.nodes,
            time: report.time.as_secs_f64(),
            lines,
        }
    }

    /// The record of a move of game number `game`.
    pub(super) fn of_move(game: usize, appraisal: &Appraisal, thresholds: &Thresholds) -> AnalysisRecord {
        let [best, played] = appraisal.points();
        let judgement = thresholds.judge(appraisal.lost_points());
        let reason = (judgement != Judgement::Fine).then(|| appraisal.reason()).flatten();
        AnalysisRecord::Move {
            game,
            ply: appraisal.ply + 1,
            side: colour(appraisal.side()),
            mv: appraisal.mv.pdn(),
            value: Value::of(appraisal.played, appraisal.is_known_draw),
            loss: appraisal.loss().men(),
            points: played,
            best_points: best,
            accuracy: appraisal.accuracy(),
            judgement,
            reason: reason.as_ref().map(ReasonRecord::of),
            depth: appraisal.depth.get(),
            nodes: appraisal.nodes,
            lines: LineRecord::all(&appraisal.lines, appraisal.is_known_draw),
            problem: appraisal.stroke.as_ref().map(ProblemRecord::of),
            leaves_book: appraisal.leaves_book,
        }
    }

    /// Writes the record on a line of its own.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        writeln!(out)
    }
}

const fn colour(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// Tags as an object.
pub(super) fn tags(tags: &Tags) -> serde_json::Map<String, serde_json::Value> {
    tags.iter().map(|(name, value)| (name.to_owned(), value.into())).collect()
}
