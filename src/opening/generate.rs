//! Generates openings: all sequences of moves, and the filters that make a good set of them.

use std::collections::{HashMap, HashSet};

use rand::Rng;
use rand::seq::IndexedRandom;

use super::{Opening, move_text};
use crownhead_rules::{AnyPosition, Game, Key, Move, MoveList, NoMove, Side, Variant};

/// Every sequence of a number of plies from the start position of a variant that does not end the game, in the order of
/// the move generator. Different sequences can lead to the same position. The name of an opening is its moves.
///
/// Their number is about the perft count: 302 of three plies in English, 658 in international draughts, tens and
/// hundreds of thousands of six plies.
pub fn sequences(variant: Variant, plies: usize) -> Vec<Opening> {
    let mut openings = Vec::new();
    extend(&mut Game::start(variant), plies, &mut openings);
    openings
}

fn extend(game: &mut Game, plies: usize, openings: &mut Vec<Opening>) {
    if game.end().is_some() {
        return;
    }
    if plies == 0 {
        openings.push(Opening::new(move_text(game), game.clone()));
        return;
    }
    for mv in game.position().moves() {
        game.play(mv).expect("a listed move is legal");
        extend(game, plies - 1, openings);
        game.take_back();
    }
}

/// Keeps the first of the openings that lead from the same position to the same position. A deterministic engine plays
/// the same game from all of them, so a match would count one game several times.
pub fn distinct(mut openings: Vec<Opening>) -> Vec<Opening> {
    let mut seen = HashSet::new();
    openings.retain(|opening| seen.insert((opening.start().key(), opening.game().position().key())));
    openings
}

/// The openings that lose no man by force in a search of this depth, in which only material counts, a king as three
/// men; `judged` is called after each.
pub fn without_losses(mut openings: Vec<Opening>, depth: usize, mut judged: impl FnMut()) -> Vec<Opening> {
    let mut test = MaterialTest::default();
    openings.retain(|opening| {
        let keeps = test.keeps_balance(opening.start(), opening.game().position(), depth);
        judged();
        keeps
    });
    openings
}

/// The maximum number of lines that [`random_line`] draws.
const MOST_DRAWN: usize = 100;

/// A random line of this number of plies, of those that [`without_losses`] keeps, in variants where a player without a
/// move loses. `None` if the first hundred lines all lose a man or end the game.
pub fn random_line(variant: Variant, plies: usize, depth: usize, random: &mut impl Rng) -> Option<Opening> {
    let mut lines = (0..MOST_DRAWN).filter_map(|_| {
        let mut game = Game::start(variant);
        while game.moves().len() < plies && game.end().is_none() {
            let mv = *game.position().moves().choose(random)?;
            game.play(mv).ok()?;
        }
        game.end().is_none().then(|| vec![Opening::new(move_text(&game), game)])
    });
    let counts_men = variant.articles().no_move == NoMove::Loses;
    lines.find_map(|line| if counts_men { without_losses(line, depth, || ()) } else { line }.pop())
}

/// The value of a king, in men.
const KING: i32 = 3;

/// Positions searched to fewer plies than this are searched again rather than remembered.
const LEAST_DEPTH: usize = 3;
/// The maximum number of results remembered, about 140 MB. Then all are forgotten.
const MOST_KNOWN: usize = 3_000_000;

/// Finds positions of one variant that lose material by force. Only material counts, a king as three men; lines end
/// when no capture is possible. A player without a move has lost everything.
///
/// For variants in which a player without a move loses: in the others, losing a man is not a disadvantage.
#[derive(Debug, Default)]
struct MaterialTest {
    /// Results by key, depth and target: openings share most of their continuations.
    known: HashMap<(Key, usize, i32), bool>,
    /// The move that last reached its target, by depth: it often does in the next position too.
    killers: Vec<Option<Move>>,
}

impl MaterialTest {
    /// Whether both sides can keep the material balance of `before` in a search of `depth` plies.
    fn keeps_balance(&mut self, before: &AnyPosition, now: &AnyPosition, depth: usize) -> bool {
        self.killers.resize(self.killers.len().max(depth + 1), None);
        let target = balance(before, now.side());
        self.reaches(now, depth, target) && !self.reaches(now, depth, target + 1)
    }

    /// Whether the side to move can reach a balance of at least `target` within `depth` plies and the captures that
    /// follow.
    fn reaches(&mut self, position: &AnyPosition, depth: usize, target: i32) -> bool {
        if depth == 0 && !position.has_capture() {
            return position.has_move() && balance(position, position.side()) >= target;
        }
        if depth < LEAST_DEPTH {
            return self.has_move_to(position, depth, target);
        }
        let place = (position.key(), depth, target);
        if let Some(&known) = self.known.get(&place) {
            return known;
        }
        let found = self.has_move_to(position, depth, target);
        if self.known.len() == MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(place, found);
        found
    }

    /// The balance is at least the target if, after some move, the opponent cannot raise theirs above its negative.
    fn has_move_to(&mut self, position: &AnyPosition, depth: usize, target: i32) -> bool {
        let mut moves = MoveList::new();
        position.list_moves(&mut moves);
        if let Some(place) = moves.iter().position(|mv| Some(*mv) == self.killers[depth]) {
            moves.swap(0, place);
        }
        let good = moves.iter().find(|mv| !self.reaches(&position.succ(mv), depth.saturating_sub(1), 1 - target));
        if good.is_some() {
            self.killers[depth] = good.copied();
        }
        good.is_some()
    }
}

/// The material balance of `side`, in men.
fn balance(position: &AnyPosition, side: Side) -> i32 {
    let worth = |side| {
        let kings = position.kings(side).len() as i32;
        position.pieces(side).len() as i32 + (KING - 1) * kings
    };
    worth(side) - worth(side.opponent())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_rules::notation::fen;

    #[test]
    fn the_sequences_are_counted_by_perft() {
        let english: Vec<_> = (0..5).map(|plies| sequences(Variant::ENGLISH, plies).len()).collect();
        assert_eq!(english, [1, 7, 49, 302, 1469]);
        assert_eq!(sequences(Variant::INTERNATIONAL, 3).len(), 658);
        let opening = &sequences(Variant::INTERNATIONAL, 2)[1];
        assert_eq!(opening.name(), move_text(opening.game()));
        assert_eq!(opening.moves().len(), 2);
    }

    fn kept(variant: Variant, plies: usize, depth: usize) -> Vec<Opening> {
        without_losses(sequences(variant, plies), depth, || ())
    }

    #[test]
    fn a_hanging_man_is_seen() {
        let position = |text| fen::parse(Variant::ENGLISH, text).expect("the FEN is well formed");
        let (quiet, hanging) = (position("B:W30:B4"), position("W:W22,30:B18,4"));
        let mut test = MaterialTest::default();
        assert!(test.keeps_balance(&quiet, &quiet, 4));
        // White captures the man on 18, and Black cannot recapture.
        assert!(!test.keeps_balance(&quiet, &hanging, 0));
        // A balance that was uneven before can stay uneven.
        let uneven = position("B:W30,31:B4");
        assert!(test.keeps_balance(&uneven, &uneven, 4));
    }

    /// The 2-move ballots of international draughts are 79 of the 81 sequences; the two that lose a man are missing.
    #[test]
    fn the_ballots_of_two_plies_are_found() {
        let kept = kept(Variant::INTERNATIONAL, 2, 9);
        assert_eq!(kept.len(), 79);
        let names: HashSet<_> = kept.iter().map(Opening::name).collect();
        let all = sequences(Variant::INTERNATIONAL, 2);
        let dropped: Vec<_> = all.iter().map(Opening::name).filter(|name| !names.contains(name)).collect();
        assert_eq!(dropped, ["32-27 16-21", "31-27 16-21"]);
    }

    /// docs/openings.md compares these with the 494 ballots in use.
    #[test]
    fn ballots_of_three_plies_depend_on_the_depth() {
        let counts = [0, 3, 6].map(|depth| {
            let kept = kept(Variant::INTERNATIONAL, 3, depth);
            (kept.len(), distinct(kept).len())
        });
        assert_eq!(counts, [(564, 375), (511, 345), (495, 332)]);
    }

    /// The 246 lines of the three-move deck of the American Checker Federation, barred openings included, lead to 174
    /// positions.
    #[test]
    fn the_three_move_deck_of_english_checkers_is_found() {
        let kept = kept(Variant::ENGLISH, 3, 9);
        assert_eq!(kept.len(), 246);
        let openings = distinct(kept);
        assert_eq!(openings.len(), 174);
        assert_eq!(distinct(openings).len(), 174);
    }
}
