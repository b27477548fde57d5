//! The games of a person's PDN file by their positions: what was played in each, and with what results.

use serde::Serialize;

use super::game::{ListedGame, guesser_of};
use super::names::move_name;
use super::request::BoardError;
use crate::find::{Replay, Tally};
use crownhead_rules::notation::pdn::Reader;
use crownhead_rules::{AnyPosition, Side, Variant};

const MOST_LISTED: usize = 50;

/// The games of a text, and where each of their positions occurs.
#[derive(Debug)]
pub(super) struct Explorer {
    pub(super) text: String,
    games: Vec<(ListedGame, Tally)>,
    /// Sorted.
    passages: Vec<Passage>,
    /// The games that could not be read to their end.
    faulty: usize,
}

/// A game that reached a position, and went on there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Passage {
    /// The key of the position and its variant.
    key: u64,
    game: u32,
    ply: u16,
    /// The place of the next move among the legal ones; [`Passage::END`] at the end of the game.
    next: u8,
}

impl Passage {
    const END: u8 = u8::MAX;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Explored {
    games: usize,
    faulty: usize,
}

#[derive(Debug, Default, PartialEq, Serialize)]
pub(super) struct PassagesView {
    /// All games that have been read; `None` if none were.
    all: Option<usize>,
    /// The moves, the most frequent first.
    moves: Vec<PlayedView>,
    /// The games that reached the position, of which the first ones are listed.
    count: u64,
    games: Vec<ListedGame>,
}

/// A move that was played, with the results for White.
#[derive(Debug, PartialEq, Serialize)]
struct PlayedView {
    text: String,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
}

impl Explorer {
    /// Reads the games of a text. Those that do not state their variant have the one that fits them, `fallback` if it
    /// fits as well as others. A faulty game counts up to its fault.
    pub(super) fn read(text: String, fallback: Variant) -> Result<Explorer, BoardError> {
        let guesser = guesser_of(&text, fallback);
        let (mut games, mut passages, mut faulty) = (Vec::new(), Vec::new(), 0);
        for pdn in Reader::new(text.as_bytes()) {
            let pdn = pdn.map_err(BoardError::UnreadablePdn)?;
            let variant = pdn.variant().ok().flatten().unwrap_or_else(|| guesser.guess(&pdn).variant);
            let replay = Replay::of(&pdn, variant);
            faulty += usize::from(replay.is_faulty());
            for (ply, (position, mv)) in replay.passages().enumerate() {
                let place = mv.and_then(|mv| position.moves().iter().position(|legal| legal == mv));
                let next = place.and_then(|place| u8::try_from(place).ok()).unwrap_or(Passage::END);
                let key = key_of(position);
                passages.push(Passage {
                    key,
                    game: games.len() as u32,
                    ply: ply.min(usize::from(u16::MAX)) as u16,
                    next,
                });
            }
            games.push((ListedGame::of(pdn.number, &pdn, variant), Tally::of(&pdn, variant, Side::White, None)));
        }
        if passages.iter().all(|passage| passage.next == Passage::END) {
            return Err(BoardError::NoPdn(fallback));
        }
        passages.sort_unstable();
        // A game counts once in a position, with what it played there first.
        passages.dedup_by_key(|passage| (passage.key, passage.game));
        Ok(Explorer { text, games, passages, faulty })
    }

    pub(super) fn explored(&self) -> Explored {
        Explored { games: self.games.len(), faulty: self.faulty }
    }

    pub(super) fn at(&self, position: &AnyPosition) -> PassagesView {
        let key = key_of(position);
        let first = self.passages.partition_point(|passage| passage.key < key);
        let here = || self.passages[first..].iter().take_while(|passage| passage.key == key);
        let played = |(place, mv)| {
            let mut sum = Tally::default();
            here()
                .filter(|passage| usize::from(passage.next) == place)
                .for_each(|passage| sum.add(&self.tally(passage)));
            let Tally { games, wins, draws, losses, .. } = sum;
            (games > 0).then(|| PlayedView { text: move_name(position, mv), games, wins, draws, losses })
        };
        let mut moves: Vec<_> = position.moves().iter().enumerate().filter_map(played).collect();
        moves.sort_by_key(|played| std::cmp::Reverse(played.games));
        let games = here().filter_map(|passage| Some(self.games.get(passage.game as usize)?.0.clone()));
        PassagesView {
            all: Some(self.games.len()),
            moves,
            count: here().count() as u64,
            games: games.take(MOST_LISTED).collect(),
        }
    }

    fn tally(&self, passage: &Passage) -> Tally {
        self.games.get(passage.game as usize).map_or_else(Tally::default, |(_, tally)| *tally)
    }
}

/// The key of a position, other than those of the same pieces in other variants.
fn key_of(position: &AnyPosition) -> u64 {
    let place = Variant::ALL.iter().position(|&variant| variant == position.variant()).unwrap_or_default();
    position.key().0 ^ (place as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: &str = "[White \"a\"]\n[GameType \"20\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n\
                         [White \"b\"]\n[GameType \"20\"]\n\n1. 33-28 19-23 2. 28x19 14x23 0-2\n\n\
                         [White \"c\"]\n[GameType \"20\"]\n\n1. 32-28 17-22 2. 28x17 remise\n\n\
                         [White \"d\"]\n[GameType \"20\"]\n\n1. 32-28 17-28 *\n\n\
                         [White \"e\"]\n[GameType \"21\"]\n\n1. 11-15 *\n";

    fn at(explorer: &Explorer, variant: &str, moves: &[&str]) -> PassagesView {
        let variant: Variant = variant.parse().expect("a variant");
        let mut game = crownhead_rules::Game::start(variant);
        for mv in moves {
            let mv = crownhead_rules::notation::MoveText::parse(variant, mv).and_then(|mv| mv.resolve(game.position()));
            game.play(mv.expect("a legal move")).expect("it is legal");
        }
        explorer.at(game.position())
    }

    #[test]
    fn a_position_has_its_moves_results_and_games() {
        let explorer = Explorer::read(GAMES.to_owned(), Variant::ENGLISH).expect("games");
        assert_eq!(explorer.explored(), Explored { games: 5, faulty: 1 });
        let shown = |view: &PassagesView| {
            let line = |PlayedView { text, games, wins, draws, losses }: &PlayedView| {
                format!("{text} {games} {wins} {draws} {losses}")
            };
            view.moves.iter().map(line).collect::<Vec<_>>()
        };
        let start = at(&explorer, "international", &[]);
        assert_eq!(shown(&start), ["32-28 3 1 1 0", "33-28 1 0 0 1"]);
        assert_eq!((start.all, start.count, start.games.len()), (Some(5), 4, 4));
        let later = at(&explorer, "international", &["32-28"]);
        assert_eq!((shown(&later).len(), later.count), (2, 3));
        // The same square numbers are other positions in another game.
        assert_eq!(shown(&at(&explorer, "english", &[])), ["11-15 1 0 0 0"]);
        assert_eq!(at(&explorer, "killer", &[]).count, 0);
        // By other moves to the same position.
        let text = "[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 *\n\n[GameType \"20\"]\n1. 33-28 19-23 2. 28x19 14x23 *\n";
        let explorer = Explorer::read(text.to_owned(), Variant::ENGLISH).expect("games");
        assert_eq!(at(&explorer, "international", &["32-28", "19-23", "28x19", "14x23"]).count, 1);
    }

    #[test]
    fn without_games_there_is_nothing() {
        for text in ["", "hello", "[GameType \"20\"]\n\n*\n"] {
            assert!(Explorer::read(text.to_owned(), Variant::ENGLISH).is_err(), "{text}");
        }
    }
}
