//! How a game begins when a person wants another start than the usual one.

use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::Serialize;

use super::MOST_PLIES_DRAWN;
use super::request::BoardError;
use crate::opening::{Ballot, Opening, Standing, ballots, move_text, random_line};
use crownhead_rules::notation::parse_move;
use crownhead_rules::{Game, Variant};

/// The depth of the search in which random moves must not lose a man.
const TEST_DEPTH: usize = 7;

#[derive(Debug, Serialize)]
pub(super) struct ListedBallot {
    number: usize,
    name: String,
    moves: String,
}

/// The ballots of English draughts that are played.
pub(super) fn listed_ballots() -> Vec<ListedBallot> {
    let listed = |ballot: Ballot| ListedBallot {
        number: ballot.number,
        name: ballot.opening.name().to_owned(),
        moves: move_text(ballot.opening.game()),
    };
    played(Variant::ENGLISH).into_iter().map(listed).collect()
}

/// Those of the other variants are found by a search, which takes too long here.
fn played(variant: Variant) -> Vec<Ballot> {
    let listed = if variant == Variant::ENGLISH { ballots(variant) } else { None };
    let mut played = listed.unwrap_or_default();
    played.retain(|ballot| ballot.standing != Standing::Barred);
    played
}

/// The game after the moves of an opening: `plies:N`, `ballot`, `ballot:N`, or `moves:` with those of another game.
/// `None` if there is none. Fails for any other text, and for a game that begins from a position.
pub(super) fn begun(variant: Variant, fen: Option<&str>, text: &str, seed: u64) -> Result<Option<Game>, BoardError> {
    if text.is_empty() {
        return Ok(None);
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
    let number = rest.parse::<usize>().ok();
    let game = |opening: &Opening| opening.game().clone();
    let begun = match (kind, number) {
        ("plies", Some(plies @ 1..=MOST_PLIES_DRAWN)) => {
            random_line(variant, plies, TEST_DEPTH, &mut random).as_ref().map(game)
        }
        ("ballot", Some(number)) => {
            let ballots = played(variant);
            ballots.iter().find(|ballot| ballot.number == number).map(|ballot| game(&ballot.opening))
        }
        ("ballot", None) if text == kind => played(variant).choose(&mut random).map(|ballot| game(&ballot.opening)),
        ("moves", None) => after(variant, rest),
        _ => None,
    };
    let begun = begun.filter(|_| fen.is_none());
    begun.map(Some).ok_or_else(|| BoardError::Opening { text: text.to_owned(), variant })
}

/// The game after these moves; `None` if one is not legal, or there are more than the longest opening has.
fn after(variant: Variant, moves: &str) -> Option<Game> {
    let mut game = Game::start(variant);
    for text in moves.split(' ') {
        game.play(parse_move(game.position(), text).ok()?).ok()?;
    }
    (game.moves().len() <= MOST_PLIES_DRAWN).then_some(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::game::hub_moves;

    #[test]
    fn every_variant_can_begin_with_random_moves() {
        for &variant in Variant::ALL {
            for plies in 1..=MOST_PLIES_DRAWN {
                let text = format!("plies:{plies}");
                let game_of = |text: &str, seed| {
                    begun(variant, None, text, seed).expect("it is an opening").expect("it has moves")
                };
                let moves = |seed| game_of(&text, seed).moves().to_vec();
                assert_eq!(moves(1).len(), plies, "{variant}");
                assert_eq!(moves(7), moves(7), "{variant}: the same seed");
                let again = format!("moves:{}", hub_moves(&game_of(&text, 7)).join(" "));
                assert_eq!(game_of(&again, 1).moves(), moves(7), "{variant}: {again}");
                assert!(plies < 3 || (2..9).any(|seed| moves(seed) != moves(1)), "{variant}: another seed");
            }
        }
    }

    #[test]
    fn a_ballot_is_found_by_its_number() {
        let moves = |text: &str| {
            let game = begun(Variant::ENGLISH, None, text, 3).expect("it is an opening").expect("it has moves");
            move_text(&game)
        };
        let listed = listed_ballots();
        assert_eq!(listed.len(), 156, "the barred ones are left out");
        for ballot in &listed {
            assert_eq!(moves(&format!("ballot:{}", ballot.number)), ballot.moves);
        }
        let drawn = moves("ballot");
        assert!(listed.iter().any(|ballot| ballot.moves == drawn));
    }

    #[test]
    fn what_is_no_opening_is_named() {
        for (variant, fen, text) in [
            (Variant::ENGLISH, None, "plies:0"),
            (Variant::ENGLISH, None, "plies:7"),
            (Variant::ENGLISH, None, "plies"),
            (Variant::ENGLISH, None, "ballot:175"),
            (Variant::ENGLISH, None, "ballot:x"),
            (Variant::ENGLISH, None, "Edinburgh"),
            (Variant::ENGLISH, None, "moves:"),
            (Variant::ENGLISH, None, "moves:11-15 11-15"),
            (Variant::ENGLISH, Some("W:W22:B11"), "plies:2"),
            (Variant::RUSSIAN, None, "ballot"),
            (Variant::INTERNATIONAL, None, "ballot:1"),
        ] {
            let fault = begun(variant, fen, text, 1).expect_err("it is none").to_string();
            assert!(
                fault.starts_with(&format!("{text:?} is not an opening of {variant}: expected plies:1")),
                "{fault}"
            );
        }
    }
}
