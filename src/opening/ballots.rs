//! The ballots of tournaments, from published lists.

use super::{Opening, distinct, move_text, sequences, without_losses};
use crownhead_engine::named_choice;
use crownhead_rules::notation::parse_move;
use crownhead_rules::{Game, Variant};

named_choice! {
    Standing("standing") {
        Board = "board",
        /// By correspondence alone: hard to hold.
        Mail = "mail",
        /// Nowhere: it is lost for one side.
        Barred = "barred",
    }
}

#[derive(Clone, Debug)]
pub struct Ballot {
    /// Its number in the published list, from 1.
    pub number: usize,
    pub standing: Standing,
    /// Its moves. Its name is the published one, or else its moves.
    pub opening: Opening,
}

/// Moves, standing and name of each three-move ballot of English draughts, one per line.
const ENGLISH: &str = include_str!("../../data/openings/english-three-move.txt");

/// The depth of the test of three-ply openings of international draughts that leaves the published ballots, and
/// these two (docs/openings.md).
const INTERNATIONAL_DEPTH: usize = 9;
const NOT_INTERNATIONAL: [&str; 2] = ["33-28 20-24 28-23", "33-29 17-22 29-23"];

/// The ballots of a variant, if a list is known: the 174 of three moves of English draughts, and those of three plies of
/// international draughts, one for each position.
pub fn ballots(variant: Variant) -> Option<Vec<Ballot>> {
    let lists = [(Variant::ENGLISH, english as fn() -> Vec<Ballot>), (Variant::INTERNATIONAL, international)];
    let (_, list) = lists.into_iter().find(|(listed, _)| *listed == variant)?;
    Some(list())
}

fn english() -> Vec<Ballot> {
    let lines = ENGLISH.lines().filter(|line| !line.starts_with('#'));
    lines.zip(1..).filter_map(|(line, number)| ballot(number, line)).collect()
}

/// The ballot in a line; the tests see to it that every line has one.
fn ballot(number: usize, line: &str) -> Option<Ballot> {
    let mut words = line.splitn(5, ' ');
    let mut game = Game::start(Variant::ENGLISH);
    for text in words.by_ref().take(3) {
        game.play(parse_move(game.position(), text).ok()?).ok()?;
    }
    let standing = words.next()?.parse().ok()?;
    let name = words.next().map_or_else(|| move_text(&game), str::to_owned);
    Some(Ballot { number, standing, opening: Opening::new(name, game) })
}

fn international() -> Vec<Ballot> {
    let mut openings = sequences(Variant::INTERNATIONAL, 3);
    openings.retain(|opening| !NOT_INTERNATIONAL.contains(&opening.name()));
    let kept = without_losses(distinct(openings), INTERNATIONAL_DEPTH, || ());
    let ballot = |(opening, number)| Ballot { number, standing: Standing::Board, opening };
    kept.into_iter().zip(1..).map(ballot).collect()
}

/// The published names of shorter openings of English draughts.
const SHORTER: [(&str, &str); 13] = [
    ("Edinburgh", "9-13"),
    ("Double Corner", "9-14"),
    ("Denny", "10-14"),
    ("Kelso", "10-15"),
    ("Old Faithful", "11-15"),
    ("Bristol", "11-16"),
    ("Dundee", "12-16"),
    ("Switcher", "11-15 21-17"),
    ("Dyke", "11-15 22-17"),
    ("Single Corner", "11-15 22-18"),
    ("Cross", "11-15 23-18"),
    ("Second Double Corner", "11-15 24-19"),
    ("Ayrshire Lassie", "11-15 24-20"),
];

/// Whether an opening of a variant has this published name.
pub fn is_published(variant: Variant, name: &str) -> bool {
    named(variant, name).is_some()
}

/// The opening of a variant with a published name.
pub(super) fn named(variant: Variant, name: &str) -> Option<Opening> {
    let words = |text: &str| {
        let mut words: Vec<_> = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect();
        let is_beside =
            |word: &str| ["the", "opening", "ballot"].contains(&word) || word.bytes().all(|c| c.is_ascii_digit());
        words.retain(|word| !is_beside(word));
        words.sort_unstable();
        words
    };
    let wanted = words(name);
    if variant != Variant::ENGLISH || wanted.is_empty() {
        return None;
    }
    let Some((own, moves)) = SHORTER.into_iter().find(|(own, _)| words(own) == wanted) else {
        let is_meant = |line: &&str| line.splitn(5, ' ').nth(4).is_some_and(|own| words(own) == wanted);
        let line = ENGLISH.lines().filter(|line| !line.starts_with('#')).find(is_meant)?;
        return ballot(0, line).map(|ballot| ballot.opening);
    };
    let mut game = Game::start(variant);
    for text in moves.split(' ') {
        game.play(parse_move(game.position(), text).ok()?).ok()?;
    }
    Some(Opening::new(own, game))
}

/// The published name of an English opening that begins a game, if it has one.
pub fn name_of(game: &Game) -> Option<String> {
    if game.variant() != Variant::ENGLISH || game.positions().next() != Some(&Variant::ENGLISH.start()) {
        return None;
    }
    let begins = |ballot: &Ballot| game.moves().starts_with(ballot.opening.moves());
    let name = english().into_iter().find(begins)?.opening;
    (name.name() != move_text(name.game())).then(|| name.name().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_published_ballot_is_legal_and_leads_elsewhere() {
        let ballots = english();
        assert_eq!(ballots.len(), 174);
        let count = |standing| ballots.iter().filter(|ballot| ballot.standing == standing).count();
        assert_eq!([Standing::Board, Standing::Mail, Standing::Barred].map(count), [144, 12, 18]);
        let openings: Vec<_> = ballots.iter().map(|ballot| ballot.opening.clone()).collect();
        assert_eq!(distinct(openings).len(), 174);
        assert_eq!(ballots[4].opening.name(), "Dreaded Edinburgh");
        assert_eq!((ballots[173].number, ballots[173].opening.name()), (174, "Skunk"));
    }

    #[test]
    fn a_name_alone_is_an_opening() {
        for (own, moves) in SHORTER {
            let opening = named(Variant::ENGLISH, own).unwrap_or_else(|| panic!("{own}: {moves}"));
            assert_eq!((opening.name(), move_text(opening.game()).as_str()), (own, moves));
        }
        for (text, moves) in [
            ("Dreaded Edinburgh", "9-13 22-18 6-9"),
            ("single edinburgh", "9-13 22-18 11-15"),
            ("EDINBURGH, Single", "9-13 22-18 11-15"),
            ("The Single-Corner opening", "11-15 22-18"),
            ("3. Bristol", "11-16"),
        ] {
            let opening = named(Variant::ENGLISH, text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(move_text(opening.game()), moves, "{text}");
        }
        assert!(named(Variant::ENGLISH, "London").is_none() && named(Variant::POOL, "Edinburgh").is_none());
        assert!(named(Variant::ENGLISH, "the").is_none());
    }

    #[test]
    fn a_game_has_the_name_of_its_ballot() {
        let mut game = Game::start(Variant::ENGLISH);
        for (text, name) in [("9-13", None), ("22-18", None), ("11-15", Some("Edinburgh Single"))] {
            game.play(parse_move(game.position(), text).expect("it is legal")).expect("it is legal");
            assert_eq!(name_of(&game).as_deref(), name);
        }
        let mv = game.position().moves()[0];
        game.play(mv).expect("it is legal");
        assert_eq!(name_of(&game).as_deref(), Some("Edinburgh Single"));
    }
}
