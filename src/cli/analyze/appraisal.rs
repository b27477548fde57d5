//! Appraises the moves of a game by searches.

use super::analyst::{Analyst, AnalystError};
use crate::board::Loss;
use crate::engine::{Line, Report};
use crate::eval::Score;
use crate::notation::{SpelledMove, fen};
use crate::rules::{AnyPosition, Game, Ply, Side};
use crate::search::Depth;

/// The appraisal of a played move.
#[derive(Clone, Debug)]
pub(super) struct Appraisal {
    /// The index of the move in the game, from 0.
    pub(super) index: usize,
    /// The side that moved.
    pub(super) side: Side,
    /// The move.
    pub(super) mv: SpelledMove,
    /// Its score for the side that moved.
    pub(super) played: Score,
    /// The best lines of the position before it, at least one, the best one first.
    pub(super) lines: Vec<Line>,
    /// Whether the endgame tables know that the position before it is a draw.
    pub(super) is_known_draw: bool,
    /// The depth of both searches.
    pub(super) depth: Depth,
    /// Nodes searched for it.
    pub(super) nodes: u64,
}

impl Appraisal {
    /// The loss of the move.
    pub(super) fn loss(&self) -> Loss {
        Loss::between(self.lines[0].score, self.played)
    }

    /// The lines with a higher score than the move, the best one first.
    pub(super) fn better(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.score > self.played)
    }
}

/// Appraises the moves of a game, the last one first, and calls `done` after each. The result is in the order of the game;
/// if the analyst is interrupted, its first moves are missing.
///
/// It goes backward because one table serves all searches. The table already contains the positions after a move when
/// that move is appraised. So the search of a position uses deeper results for the played move, its score is consistent
/// with those of the following moves, and the second search of a move that is not the best one is fast.
pub(super) fn appraise(
    game: &Game,
    analyst: &mut Analyst,
    mut done: impl FnMut(),
) -> Result<Vec<Appraisal>, AnalystError> {
    let positions: Vec<_> = game.positions().collect();
    let record = Record {
        fen: fen::write(positions[0]),
        moves: positions.iter().zip(game.moves()).map(|(position, mv)| SpelledMove::new(position, mv)).collect(),
    };
    let mut appraisals: Vec<Appraisal> = Vec::new();
    for index in (0..record.moves.len()).rev() {
        if analyst.is_interrupted() {
            break;
        }
        let appraisal = match forced(positions[index], &record.moves[index], appraisals.last()) {
            Some(appraisal) => appraisal,
            None => match record.search(index, positions[index].side(), analyst)? {
                Some(appraisal) => appraisal,
                None => break,
            },
        };
        appraisals.push(appraisal);
        done();
    }
    appraisals.reverse();
    Ok(appraisals)
}

/// The appraisal of an only move: it has the score of the next position, so no search is needed.
fn forced(position: &AnyPosition, mv: &SpelledMove, next: Option<&Appraisal>) -> Option<Appraisal> {
    let next = next.filter(|_| position.moves().len() == 1)?;
    let after = &next.lines[0];
    let score = (-after.score).seen_from_above(Ply::new(1));
    let pv = std::iter::once(mv).chain(&after.pv).cloned().collect();
    Some(Appraisal {
        index: next.index - 1,
        side: position.side(),
        mv: mv.clone(),
        played: score,
        lines: vec![Line { score, pv }],
        is_known_draw: next.is_known_draw,
        depth: Depth::new(next.depth.get() + 1),
        nodes: 0,
    })
}

/// A game in the form that the engine takes.
struct Record {
    fen: String,
    moves: Vec<SpelledMove>,
}

impl Record {
    /// Searches the position before a move, and then, unless the move is among the lines found, the move alone to the
    /// same depth. `None` if an interruption prevented searching both to the same depth.
    fn search(&self, index: usize, side: Side, analyst: &mut Analyst) -> Result<Option<Appraisal>, AnalystError> {
        let before: Vec<_> = self.moves[..index].iter().map(SpelledMove::hub).collect();
        analyst.set_position(&self.fen, &before)?;
        let mv = &self.moves[index];
        let Some(Report { depth, nodes, score, is_known_draw, pv, others, .. }) = analyst.search_all(|_| Ok(()))?
        else {
            return Ok(None);
        };
        let mut lines = vec![Line { score, pv }];
        lines.extend(others);
        let known = lines.iter().find(|line| line.pv.first() == Some(mv)).map(|line| line.score);
        let (played, more) = match known {
            Some(score) => (score, 0),
            None => match analyst.search_one(mv, depth)?.filter(|alone| alone.depth == depth) {
                Some(alone) => (alone.score, alone.nodes),
                None => return Ok(None),
            },
        };
        let nodes = nodes + more;
        Ok(Some(Appraisal { index, side, mv: mv.clone(), played, lines, is_known_draw, depth, nodes }))
    }
}
