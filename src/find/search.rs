//! The positions of a game that are looked for.

use super::query::Wanted;
use super::replay::{Part, Replay, without_moves};
use crownhead_rules::notation::SpelledMove;
use crownhead_rules::notation::pdn::{Note, PdnError, PdnGame, PdnMove};
use crownhead_rules::{AnyPosition, Variant};

/// A position that was looked for, in a game.
#[derive(Clone, Debug)]
pub struct Occurrence {
    /// The moves before it.
    pub ply: usize,
    pub position: AnyPosition,
    /// The move that follows.
    pub next: Option<String>,
    /// Whether it is in a variation and was not played.
    pub in_variation: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Found {
    /// In the moves that were played, in their order, then in the variations, in their order.
    pub occurrences: Vec<Occurrence>,
    /// The number of moves that could be played.
    pub plies: usize,
    /// What is wrong with the game. It was searched up to there.
    pub fault: Option<PdnError>,
}

pub fn search(game: &PdnGame, replay: Replay, wanted: &Wanted, in_variations: bool) -> Found {
    let Some(variant) = replay.parts.first().and_then(|first| Some(first.positions.first()?.variant())) else {
        return Found { fault: replay.fault, ..Found::default() };
    };
    let mut found = Found { occurrences: Vec::new(), plies: replay.plies(), fault: None };
    look(&replay.parts, wanted, 0, false, &mut found.occurrences);
    if in_variations {
        let start = without_moves(game);
        let mut variations = Variations { start, variant, wanted, found: &mut found.occurrences };
        variations.of(&mut Vec::new(), &game.moves);
    }
    found.fault = replay.fault;
    found
}

/// Looks at the positions from `first_ply` on and after the line of moves, if the game begins with that.
fn look(parts: &[Part], wanted: &Wanted, first_ply: usize, in_variation: bool, found: &mut Vec<Occurrence>) {
    let Some(Part { positions, moves, .. }) = parts.first() else { return };
    let begins = || positions.first().is_some_and(|first| *first == first.variant().start());
    let has_line = wanted.line.is_empty() || (moves.starts_with(&wanted.line) && begins());
    if !has_line {
        return;
    }
    for part in parts {
        for (place, position) in part.positions.iter().enumerate() {
            let ply = part.first_ply + place;
            if ply < first_ply.max(wanted.line.len()) || !wanted.is_met_by(position) {
                continue;
            }
            let next = part.moves.get(place).map(|mv| SpelledMove::new(position, mv).pdn());
            found.push(Occurrence { ply, position: *position, next, in_variation });
            if wanted.is_anything() {
                return;
            }
        }
    }
}

/// Looks at variations, which stand behind the moves that they replace.
struct Variations<'a> {
    start: PdnGame,
    variant: Variant,
    wanted: &'a Wanted,
    found: &'a mut Vec<Occurrence>,
}

impl Variations<'_> {
    /// Looks at the variations of `moves`, which follow those of `before`.
    fn of(&mut self, before: &mut Vec<PdnMove>, moves: &[PdnMove]) {
        let first_ply = before.len();
        for mv in moves {
            for variation in mv.variations() {
                self.line(before, &variation.moves);
                self.of(before, &variation.moves);
            }
            before.push(bare(mv));
        }
        before.truncate(first_ply);
    }

    fn line(&mut self, before: &[PdnMove], moves: &[PdnMove]) {
        let mut game = self.start.clone();
        game.moves = before.iter().cloned().chain(moves.iter().map(bare)).collect();
        // Without a position to look for, the moves are those of the game alone.
        if !self.wanted.is_anything() {
            // The position before its first move is that of the game.
            look(&Replay::of(&game, self.variant).parts, self.wanted, before.len() + 1, true, self.found);
        }
    }
}

/// A move without what stands behind it but a position.
fn bare(mv: &PdnMove) -> PdnMove {
    let mut bare = PdnMove::new(mv.text.as_str());
    bare.line = mv.line;
    bare.notes = mv.notes.iter().filter(|note| matches!(note, Note::Setup(_))).cloned().collect();
    bare
}
