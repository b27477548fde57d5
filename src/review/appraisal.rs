//! The appraisal of the moves of a game by searches.

use super::chances::{Curve, accuracy};
use super::judgement::{Loss, is_known};
use super::stroke::Stroke;
use crownhead_engine::engine::{Report, ReportedLine};
use crownhead_engine::eval::{Score, ScoreClass};
use crownhead_engine::search::Depth;
use crownhead_rules::notation::SpelledMove;
use crownhead_rules::{AnyPosition, Game, Ply, Side};

/// A search of a review. Positions are counted by the moves before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewSearch {
    /// The position after `ply` moves.
    Position {
        /// The moves before it.
        ply: usize,
    },
    /// The move that was played there, alone, to the depth of the search of the position.
    Move {
        /// The moves before it.
        ply: usize,
        depth: Depth,
    },
}

impl ReviewSearch {
    /// The number of moves before its position.
    pub const fn ply(self) -> usize {
        match self {
            ReviewSearch::Position { ply } | ReviewSearch::Move { ply, .. } => ply,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Appraisal {
    /// The number of moves before it: [`Game::positions`] yields the position before the move there.
    pub ply: usize,
    pub position: AnyPosition,
    pub mv: SpelledMove,
    /// Its score for the side that moved.
    pub played: Score,
    /// The line that the move begins, as far as it is known.
    pub line: Vec<SpelledMove>,
    /// The best lines of the position before it, at least one, the best one first.
    pub lines: Vec<ReportedLine>,
    /// Whether the endgame tables know that the position before it is a draw.
    pub is_known_draw: bool,
    pub depth: Depth,
    pub nodes: u64,
    /// The stroke that wins in the position before it.
    pub stroke: Option<Stroke>,
    /// Whether the position before it is the last of the game that the opening book knows.
    pub leaves_book: bool,
}

impl Appraisal {
    /// The appraisal of the move `mv`, which was played in `position` after `ply` moves, by the search of the position, if
    /// the move begins one of its lines; or else by `alone`, a search of the move to the same depth at least. A score
    /// that is proven or known counts at any depth: a search ends where it finds one.
    pub fn new(
        ply: usize,
        position: &AnyPosition,
        mv: &SpelledMove,
        search: &Report,
        alone: Option<&Report>,
    ) -> Option<Appraisal> {
        let Report { depth, score, is_known_draw, .. } = *search;
        let mut lines = vec![ReportedLine { score, pv: search.pv.clone() }];
        lines.extend(search.others.iter().cloned());
        let found = lines.iter().find(|line| line.pv.first() == Some(mv)).map(|line| (line.clone(), 0));
        let is_enough = |alone: &&Report| alone.depth >= depth || alone.score.class() != ScoreClass::Heuristic;
        let of_search = |alone: &Report| (ReportedLine { score: alone.score, pv: alone.pv.clone() }, alone.nodes);
        let (played, more) = found.or_else(|| alone.filter(is_enough).map(of_search))?;
        Some(Appraisal {
            ply,
            position: *position,
            mv: mv.clone(),
            played: played.score,
            line: played.pv,
            lines,
            is_known_draw,
            depth,
            nodes: search.nodes + more,
            stroke: None,
            leaves_book: false,
        })
    }

    /// Continues the line of the move by the best line of the next position, if that is longer: a search ends its lines
    /// where the table knows the value.
    #[must_use]
    pub fn continued(mut self, next: Option<&Appraisal>) -> Appraisal {
        if let Some(best) = next.and_then(|next| next.lines.first()).filter(|best| best.pv.len() >= self.line.len()) {
            self.line = std::iter::once(&self.mv).chain(&best.pv).cloned().collect();
        }
        self
    }

    /// The appraisal of an only move: it has the score of the next position, so no search is needed.
    pub fn forced(position: &AnyPosition, mv: &SpelledMove, next: &Appraisal) -> Option<Appraisal> {
        if position.moves().len() != 1 {
            return None;
        }
        let after = &next.lines[0];
        let score = (-after.score).seen_from_above(Ply::new(1));
        let pv: Vec<_> = std::iter::once(mv).chain(&after.pv).cloned().collect();
        Some(Appraisal {
            ply: next.ply - 1,
            position: *position,
            mv: mv.clone(),
            played: score,
            line: pv.clone(),
            lines: vec![ReportedLine { score, pv }],
            is_known_draw: next.is_known_draw,
            depth: Depth::new(next.depth.get() + 1),
            nodes: 0,
            stroke: None,
            leaves_book: false,
        })
    }

    pub fn side(&self) -> Side {
        self.position.side()
    }

    /// The points that the side that moved can expect: with the best move, and with the one that was played.
    pub fn points(&self) -> [f64; 2] {
        let curve = Curve::of(self.position.variant());
        [self.lines[0].score.max(self.played), self.played].map(|score| curve.points(score))
    }

    /// The points that the move loses, by which it is judged.
    pub fn lost_points(&self) -> f64 {
        let [best, played] = self.points();
        best - played
    }

    /// The accuracy of the move in percent; `None` for an only move, which says nothing of the player.
    pub fn accuracy(&self) -> Option<f64> {
        (self.position.moves().len() > 1).then(|| accuracy(self.lost_points()))
    }

    /// The loss in men, as the two scores show it; `None` if one of them is a win, a loss or a draw that is known.
    pub fn loss_in_men(&self) -> Option<f64> {
        let is_decided = |score| is_known(score, self.is_known_draw);
        let loss = || (self.lines[0].score.men() - self.played.men()).max(0.0);
        (!is_decided(self.lines[0].score) && !is_decided(self.played)).then(loss)
    }

    /// The loss of the move in men, as far as it counts.
    pub fn loss(&self) -> Loss {
        Loss::between(self.lines[0].score, self.played)
    }

    /// The lines with a higher score than the move, the best one first.
    pub fn better(&self) -> impl Iterator<Item = &ReportedLine> {
        self.lines.iter().filter(|line| line.score > self.played)
    }
}

/// Appraises the moves of a game by searches and calls `done` after each. The result is in the order of the game. If a
/// search has no result, which means that it was interrupted, the first moves are missing.
pub fn appraise<E>(
    game: &Game,
    mut search: impl FnMut(ReviewSearch) -> Result<Option<Report>, E>,
    mut done: impl FnMut(),
) -> Result<Vec<Appraisal>, E> {
    let positions: Vec<_> = game.positions().collect();
    let mut appraisals: Vec<Appraisal> = Vec::new();
    for (ply, mv) in game.moves().iter().enumerate().rev() {
        let position = positions[ply];
        let mv = SpelledMove::new(position, mv);
        let forced = appraisals.last().and_then(|next| Appraisal::forced(position, &mv, next));
        let appraisal = match forced {
            Some(appraisal) => Some(appraisal),
            None => appraise_move(ply, position, &mv, &mut search)?,
        };
        let Some(appraisal) = appraisal else { break };
        appraisals.push(appraisal.continued(appraisals.last()));
        done();
    }
    appraisals.reverse();
    Ok(appraisals)
}

/// Searches the position before a move, and then, unless the move begins one of the lines found, the move alone.
fn appraise_move<E>(
    ply: usize,
    position: &AnyPosition,
    mv: &SpelledMove,
    search: &mut impl FnMut(ReviewSearch) -> Result<Option<Report>, E>,
) -> Result<Option<Appraisal>, E> {
    let Some(report) = search(ReviewSearch::Position { ply })? else { return Ok(None) };
    if let Some(appraisal) = Appraisal::new(ply, position, mv, &report, None) {
        return Ok(Some(appraisal));
    }
    let alone = search(ReviewSearch::Move { ply, depth: report.depth })?;
    Ok(Appraisal::new(ply, position, mv, &report, alone.as_ref()))
}
