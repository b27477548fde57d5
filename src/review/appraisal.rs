//! The appraisal of the moves of a game by searches, and what is known of a game so far.

use serde::Serialize;

use super::judgement::{Judgement, Loss, Thresholds, is_known};
use super::stroke::Stroke;
use crownhead_engine::engine::{Line, Report};
use crownhead_engine::eval::Score;
use crownhead_engine::search::Depth;
use crownhead_rules::notation::{SpelledMove, counted};
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

/// The appraisal of a played move.
#[derive(Clone, Debug)]
pub struct Appraisal {
    /// The number of moves before it: [`Game::positions`] yields the position before the move there.
    pub ply: usize,
    /// The side that moved.
    pub side: Side,
    pub mv: SpelledMove,
    /// Its score for the side that moved.
    pub played: Score,
    /// The best lines of the position before it, at least one, the best one first.
    pub lines: Vec<Line>,
    /// Whether the endgame tables know that the position before it is a draw.
    pub is_known_draw: bool,
    /// The depth of its searches.
    pub depth: Depth,
    /// Nodes searched for it.
    pub nodes: u64,
    /// The stroke that wins in the position before it.
    pub stroke: Option<Stroke>,
    /// Whether the position before it is the last of the game that the opening book knows.
    pub leaves_book: bool,
}

impl Appraisal {
    /// The appraisal of the move `mv` by the search of the position before it, if the move begins one of its lines.
    /// Otherwise `alone` must be a search of the move to the same depth at least.
    pub fn new(
        ply: usize,
        side: Side,
        mv: &SpelledMove,
        position: &Report,
        alone: Option<&Report>,
    ) -> Option<Appraisal> {
        let Report { depth, score, is_known_draw, .. } = *position;
        let mut lines = vec![Line { score, pv: position.pv.clone() }];
        lines.extend(position.others.iter().cloned());
        let found = lines.iter().find(|line| line.pv.first() == Some(mv)).map(|line| (line.score, 0));
        let searched = || alone.filter(|alone| alone.depth >= depth).map(|alone| (alone.score, alone.nodes));
        let (played, more) = found.or_else(searched)?;
        let nodes = position.nodes + more;
        let (stroke, leaves_book) = (None, false);
        Some(Appraisal { ply, side, mv: mv.clone(), played, lines, is_known_draw, depth, nodes, stroke, leaves_book })
    }

    /// The appraisal of an only move: it has the score of the next position, so no search is needed.
    fn forced(position: &AnyPosition, mv: &SpelledMove, next: &Appraisal) -> Option<Appraisal> {
        if position.moves().len() != 1 {
            return None;
        }
        let after = &next.lines[0];
        let score = (-after.score).seen_from_above(Ply::new(1));
        let pv = std::iter::once(mv).chain(&after.pv).cloned().collect();
        Some(Appraisal {
            ply: next.ply - 1,
            side: position.side(),
            mv: mv.clone(),
            played: score,
            lines: vec![Line { score, pv }],
            is_known_draw: next.is_known_draw,
            depth: Depth::new(next.depth.get() + 1),
            nodes: 0,
            stroke: None,
            leaves_book: false,
        })
    }

    /// The loss in men; `None` if a score of the comparison is a win, a loss or a draw that is known.
    pub fn loss_in_men(&self) -> Option<f64> {
        let is_decided = |score| is_known(score, self.is_known_draw);
        (!is_decided(self.lines[0].score) && !is_decided(self.played)).then(|| self.loss().men())
    }

    /// The loss of the move.
    pub fn loss(&self) -> Loss {
        Loss::between(self.lines[0].score, self.played)
    }

    /// The lines with a higher score than the move, the best one first.
    pub fn better(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.score > self.played)
    }
}

/// Appraises the moves of a game by searches and calls `done` after each. The result is in the order of the game. If a
/// search has no result, which means that it was interrupted, the first moves are missing.
///
/// # Errors
/// Those of `search`.
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
            None => appraise_move(ply, position.side(), &mv, &mut search)?,
        };
        let Some(appraisal) = appraisal else { break };
        appraisals.push(appraisal);
        done();
    }
    appraisals.reverse();
    Ok(appraisals)
}

/// Searches the position before a move, and then, unless the move begins one of the lines found, the move alone.
fn appraise_move<E>(
    ply: usize,
    side: Side,
    mv: &SpelledMove,
    search: &mut impl FnMut(ReviewSearch) -> Result<Option<Report>, E>,
) -> Result<Option<Appraisal>, E> {
    let Some(position) = search(ReviewSearch::Position { ply })? else { return Ok(None) };
    if let Some(appraisal) = Appraisal::new(ply, side, mv, &position, None) {
        return Ok(Some(appraisal));
    }
    let alone = search(ReviewSearch::Move { ply, depth: position.depth })?;
    Ok(Appraisal::new(ply, side, mv, &position, alone.as_ref()))
}

/// The statistics of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SideSummary {
    /// Reviewed moves.
    pub moves: u64,
    /// Their mean loss, in men.
    pub mean_loss: f64,
    /// Moves marked `?`.
    pub mistakes: u64,
    /// Moves marked `??`.
    pub blunders: u64,
}

/// The words before the mean loss of a side.
pub(super) const MEAN_LOSS: &str = "mean loss ";

impl SideSummary {
    /// The statistics of a side.
    pub fn of(side: Side, appraisals: &[Appraisal], thresholds: &Thresholds) -> SideSummary {
        let own = appraisals.iter().filter(|appraisal| appraisal.side == side);
        let losses: Vec<_> = own.map(Appraisal::loss).collect();
        let judged = |as_this| losses.iter().filter(|loss| thresholds.judge(**loss) == as_this).count() as u64;
        SideSummary {
            moves: losses.len() as u64,
            mean_loss: Loss::mean(&losses).men(),
            mistakes: judged(Judgement::Mistake),
            blunders: judged(Judgement::Blunder),
        }
    }

    /// `White: 20 moves, mean loss 0.12 men, 1 mistake, no blunders`.
    pub(super) fn text(&self, side: Side) -> String {
        let none_or = |count, one, many: &str| match count {
            0 => format!("no {many}"),
            count => counted(count, one, many),
        };
        format!(
            "{side}: {}, {MEAN_LOSS}{:.2} men, {}, {}",
            counted(self.moves, "move", "moves"),
            self.mean_loss,
            none_or(self.mistakes, "mistake", "mistakes"),
            none_or(self.blunders, "blunder", "blunders"),
        )
    }
}

/// What searches have found out about the positions and the moves of a game.
#[derive(Clone, Debug)]
pub struct Assessment {
    /// The value for White of each position that was searched, and its depth.
    values: Vec<Option<(Score, Depth)>>,
    /// The appraisal of each move that was reviewed.
    appraisals: Vec<Option<Appraisal>>,
}

impl Assessment {
    /// Nothing is known of a game of `plies` moves.
    pub fn of_game(plies: usize) -> Assessment {
        Assessment { values: vec![None; plies + 1], appraisals: vec![None; plies] }
    }

    /// Only the first `kept` moves are still those of the game, which has `plies` moves now.
    pub fn keep(&mut self, kept: usize, plies: usize) {
        self.values.truncate(kept + 1);
        self.values.resize(plies + 1, None);
        self.appraisals.truncate(kept);
        self.appraisals.resize(plies, None);
    }

    /// The value of each position for White.
    pub fn scores(&self) -> impl Iterator<Item = Option<Score>> + '_ {
        self.values.iter().map(|value| value.map(|(score, _)| score))
    }

    /// The value of each position for White, and the depth of its search.
    pub fn values(&self) -> &[Option<(Score, Depth)>] {
        &self.values
    }

    /// The appraisals so far.
    pub fn appraisals(&self) -> impl Iterator<Item = &Appraisal> {
        self.appraisals.iter().flatten()
    }

    /// The appraisals of the moves that are marked, by the default thresholds.
    pub fn marked(&self) -> impl Iterator<Item = &Appraisal> {
        let is_marked = |appraisal: &&Appraisal| Thresholds::DEFAULT.judge(appraisal.loss()) != Judgement::Fine;
        self.appraisals().filter(is_marked)
    }

    /// The mark of each move, by the default thresholds.
    pub fn marks(&self) -> Vec<Judgement> {
        let mark = |appraisal: &Appraisal| Thresholds::DEFAULT.judge(appraisal.loss());
        self.appraisals.iter().map(|appraisal| appraisal.as_ref().map_or(Judgement::Fine, mark)).collect()
    }

    /// Sets the value of the position after `ply` moves for White, from a search to this depth.
    pub fn set_value(&mut self, ply: usize, for_white: Score, depth: Depth) {
        if let Some(place) = self.values.get_mut(ply) {
            *place = Some((for_white, depth));
        }
    }

    /// Sets a value unless a deeper search has set one.
    pub fn deepen_value(&mut self, ply: usize, for_white: Score, depth: Depth) {
        let value = self.values.get(ply).copied().flatten();
        if value.is_none_or(|(_, reached)| reached <= depth) {
            self.set_value(ply, for_white, depth);
        }
    }

    /// Sets the appraisal of a move.
    pub fn set_appraisal(&mut self, appraisal: Appraisal) {
        if let Some(place) = self.appraisals.get_mut(appraisal.ply) {
            *place = Some(appraisal);
        }
    }
}
