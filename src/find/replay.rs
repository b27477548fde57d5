//! The moves of a game as text, played by the rules.

use crownhead_rules::notation::pdn::{PdnError, PdnGame, Stretch};
use crownhead_rules::{AnyPosition, Move, Variant};

/// A game as far as its moves are legal.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    pub(super) parts: Vec<Part>,
    /// What is wrong with the rest.
    pub(super) fault: Option<PdnError>,
}

/// The moves from the start, or from a position among them, to the next such position.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    pub(super) first_ply: usize,
    /// One more than moves.
    pub(super) positions: Vec<AnyPosition>,
    pub(super) moves: Vec<Move>,
}

impl Replay {
    pub fn of(game: &PdnGame, variant: Variant) -> Replay {
        let fault = match game.stretches(variant) {
            Ok(stretches) => return Replay::of_stretches(&stretches, None),
            Err(fault) => fault,
        };
        // What the reader could not read comes after the moves that it has read.
        let legal = if game.fault().as_ref() == Some(&fault) { game.moves.len() } else { fault.plies() };
        let mut whole = without_moves(game);
        whole.moves = game.moves[..legal].to_vec();
        Replay::of_stretches(&whole.stretches(variant).unwrap_or_default(), Some(fault))
    }

    fn of_stretches(stretches: &[Stretch], fault: Option<PdnError>) -> Replay {
        let part = |Stretch { first_ply, game }: &Stretch| Part {
            first_ply: *first_ply,
            positions: game.positions().copied().collect(),
            moves: game.moves().to_vec(),
        };
        Replay { parts: stretches.iter().map(part).collect(), fault }
    }

    /// Each position, and the move that follows.
    pub fn passages(&self) -> impl Iterator<Item = (&AnyPosition, Option<&Move>)> {
        self.parts.iter().flat_map(|part| part.positions.iter().zip(part.moves.iter().map(Some).chain([None])))
    }

    /// Whether it is not the whole game.
    pub fn is_faulty(&self) -> bool {
        self.fault.is_some()
    }

    pub(super) fn plies(&self) -> usize {
        self.parts.last().map_or(0, |last| last.first_ply + last.moves.len())
    }
}

/// The same game without moves, and without a fault.
pub(super) fn without_moves(game: &PdnGame) -> PdnGame {
    let mut same = PdnGame::default();
    (same.number, same.line) = (game.number, game.line);
    (same.tags, same.notes) = (game.tags.clone(), game.notes.clone());
    same
}
