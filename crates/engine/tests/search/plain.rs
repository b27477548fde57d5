//! Plain alpha-beta: fail-soft, without a table, moves as generated. All that the proofs rest on is in this file.

use crownhead_engine::eval::{Evaluation, Score};
use crownhead_engine::search::Window;
use crownhead_rules::{AnyPosition, Move, NoMove, Ply, Position, Rules, VariantVisitor};

/// Plain alpha-beta over one evaluation, with a count of the nodes it may still visit.
pub struct Plain<'a> {
    evaluator: &'a Evaluation,
    nodes_left: u64,
}

impl<'a> Plain<'a> {
    pub fn new(evaluator: &'a Evaluation, nodes: u64) -> Plain<'a> {
        Plain { evaluator, nodes_left: nodes }
    }

    /// The value of a position so many plies deep, unless it takes more nodes than are left.
    pub fn value(&mut self, position: &AnyPosition, depth: u32) -> Option<Score> {
        self.begin(*position, Window::FULL, depth, Ply::ROOT)
    }

    /// Whether the move is worth at least `score` in a search so many plies deep.
    pub fn is_worth(&mut self, position: &AnyPosition, mv: &Move, score: Score, depth: u32) -> Option<bool> {
        let window = Window::null(score).turned();
        let value = self.begin(position.succ(mv), window, depth - 1, Ply::ROOT.next())?;
        Some(-value >= score)
    }

    /// The search where the rules are a type, which is faster.
    fn begin(&mut self, position: AnyPosition, window: Window, depth: u32, ply: Ply) -> Option<Score> {
        position.variant().visit(Begin { plain: self, position, window, depth, ply })
    }

    fn search<R: Rules>(&mut self, position: &Position<R>, window: Window, depth: u32, ply: Ply) -> Option<Score> {
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        let moves = position.moves();
        let Some(first) = moves.first() else {
            return Some(match R::ARTICLES.no_move {
                NoMove::Loses => Score::loss_in(ply),
                NoMove::Wins => Score::win_in(ply),
            });
        };
        if depth == 0 && !first.is_capture() {
            return Some(self.evaluator.value_of(position));
        }
        let mut best = Score::MIN;
        for mv in &moves {
            let below = window.raised(best).turned();
            best = best.max(-self.search(&position.succ(mv), below, depth.saturating_sub(1), ply.next())?);
            if best >= window.beta {
                break;
            }
        }
        Some(best)
    }
}

struct Begin<'p, 'a> {
    plain: &'p mut Plain<'a>,
    position: AnyPosition,
    window: Window,
    depth: u32,
    ply: Ply,
}

impl VariantVisitor for Begin<'_, '_> {
    type Output = Option<Score>;

    fn visit<R: Rules>(self) -> Option<Score> {
        let position = self.position.typed::<R>().expect("it is of its own variant");
        self.plain.search(&position, self.window, self.depth, self.ply)
    }
}

/// The values of a position at depths 1, 2 and so on, and what is known about which moves are worth them.
pub struct Truth<'a> {
    pub position: AnyPosition,
    /// The value at depth `n + 1`, and the nodes that plain alpha-beta took for it.
    pub values: Vec<(Score, u64)>,
    evaluator: &'a Evaluation,
    best_moves: Vec<(u32, Move)>,
}

impl<'a> Truth<'a> {
    /// To so many plies, or as far as `nodes` allow for each depth.
    pub fn of(position: AnyPosition, evaluator: &'a Evaluation, depth: u32, nodes: u64) -> Truth<'a> {
        let value = |depth| {
            let mut plain = Plain::new(evaluator, nodes);
            plain.value(&position, depth).map(|value| (value, nodes - plain.nodes_left))
        };
        let values = (1..=depth).map_while(value).collect();
        Truth { position, values, evaluator, best_moves: Vec::new() }
    }

    /// How many plies deep the values are known.
    pub fn depth(&self) -> u32 {
        self.values.len() as u32
    }

    /// The greatest depth at which plain alpha-beta takes no more than so many nodes; at least 1.
    pub fn depth_within(&self, nodes: u64) -> u32 {
        self.values.iter().take_while(|(_, spent)| *spent <= nodes).count().max(1) as u32
    }

    pub fn value(&self, depth: u32) -> Score {
        self.values[depth as usize - 1].0
    }

    /// Whether the move is worth as much as the position.
    pub fn is_best(&mut self, mv: Move, depth: u32) -> bool {
        let known = self.best_moves.contains(&(depth, mv));
        let mut plain = Plain::new(self.evaluator, u64::MAX);
        let is_best = known || plain.is_worth(&self.position, &mv, self.value(depth), depth).expect("no limit was set");
        if is_best && !known {
            self.best_moves.push((depth, mv));
        }
        is_best
    }
}
