//! A node of a game of draughts.

use crownhead_rules::{AnyPosition, Board, DrawClock, Game, Move, Position, Rules};

/// A position and the counters of the draw articles.
#[derive(Clone, Copy, Debug)]
pub struct DraughtsNode<R: Rules> {
    /// The position.
    pub position: Position<R>,
    /// Its draw counters.
    pub clock: DrawClock,
}

impl<R: Rules> DraughtsNode<R> {
    /// The node that a move leads to.
    pub fn after(&self, mv: &Move) -> DraughtsNode<R> {
        let position = self.position.succ(mv);
        let by_king = self.position.all_kings().meets(R::Board::bit(mv.from));
        let may_return = R::ARTICLES.may_return(by_king, mv, &R::Board::GEOMETRY);
        let clock = self.clock.after(&R::ARTICLES.draws, &self.position, (mv, may_return), &position);
        DraughtsNode { position, clock }
    }

    /// The plies that the draw articles leave; `None` if nothing is counted.
    pub fn plies_left(&self) -> Option<u16> {
        self.clock.plies_left(&R::ARTICLES.draws)
    }

    /// Whether the draw articles end the game here by a count.
    pub fn is_drawn_by_count(&self) -> bool {
        self.clock.draw(&R::ARTICLES.draws, || self.position.is_shot_forced()).is_some()
    }
}

/// A node of any variant.
#[derive(Clone, Copy, Debug)]
pub struct AnyNode {
    /// The position.
    pub position: AnyPosition,
    /// Its draw counters.
    pub clock: DrawClock,
}

impl AnyNode {
    /// The node where a game stands.
    pub fn of(game: &Game) -> AnyNode {
        AnyNode { position: *game.position(), clock: game.clock() }
    }

    /// The same with its rules as a type.
    ///
    /// # Panics
    /// If it is of another variant.
    pub fn typed<R: Rules>(&self) -> DraughtsNode<R> {
        let position = self.position.typed::<R>().expect("the node is of the tree's variant");
        DraughtsNode { position, clock: self.clock }
    }
}

impl<R: Rules> From<DraughtsNode<R>> for AnyNode {
    fn from(node: DraughtsNode<R>) -> AnyNode {
        AnyNode { position: node.position.into(), clock: node.clock }
    }
}
