//! One position of a book with its moves, and the line of the file that holds it.

use std::cmp::Reverse;
use std::fmt::{self, Write as _};

use crate::eval::Score;
use crownhead_rules::notation::{SpelledMove, hub, parse_move};
use crownhead_rules::{AnyPosition, KingRuns, Move, Ply, Variant};

/// How games went on after a move, for the side that made it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Games {
    /// Games that it won.
    pub wins: u32,
    /// Games that it drew.
    pub draws: u32,
    /// Games that it lost.
    pub losses: u32,
}

impl Games {
    /// All of them.
    pub const fn count(self) -> u64 {
        self.wins as u64 + self.draws as u64 + self.losses as u64
    }

    /// Those of both, as far as the numbers reach.
    #[must_use]
    pub const fn and(self, other: Games) -> Games {
        Games {
            wins: self.wins.saturating_add(other.wins),
            draws: self.draws.saturating_add(other.draws),
            losses: self.losses.saturating_add(other.losses),
        }
    }
}

/// A move of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// Its value for the side that makes it, a whole number of thousandths of a man; `None` if it is not known.
    pub value: Option<Score>,
    /// How games went on, if there were any.
    pub games: Games,
}

/// A position of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// The position, in which no count of the moves of kings has begun.
    pub position: AnyPosition,
    /// Its moves, the best first: those with the highest values, then those of most games.
    pub moves: Vec<BookMove>,
}

/// The largest value in a file, in men.
const MOST_MEN: f64 = 100.0;

/// The value as a file keeps it: to a thousandth of a man.
pub(super) fn rounded(value: Score) -> Score {
    let thousandths = (f64::from(value.millionths()) / 1000.0).round() as i64;
    Score::from_millionths(thousandths * 1000)
}

/// The text that stands for a position in a file; `None` if a book cannot hold it, since its text would not say all.
pub(super) fn key(position: &AnyPosition) -> Option<String> {
    (position.state() == KingRuns::default()).then(|| hub::write(position))
}

impl BookEntry {
    /// An entry, whose moves are put in order.
    pub fn new(position: AnyPosition, mut moves: Vec<BookMove>) -> BookEntry {
        moves.sort_by_key(|known| (Reverse(known.value), Reverse(known.games.count())));
        BookEntry { position, moves }
    }

    /// Reads a line. The error says what is wrong with it.
    pub(super) fn parse(variant: Variant, line: &str) -> Result<BookEntry, String> {
        let (key, moves) = line.split_once(' ').ok_or_else(|| format!("{line:?} has no moves"))?;
        let position = hub::parse(variant, key).map_err(|error| error.to_string())?;
        let moves = moves.split(' ').map(|text| BookMove::parse(&position, text)).collect::<Result<Vec<_>, _>>()?;
        Ok(BookEntry::new(position, moves))
    }

    /// The games of all its moves.
    pub fn games(&self) -> u64 {
        self.moves.iter().map(|known| known.games.count()).sum()
    }

    /// The share that a move has of them, from 0 to 1; `None` if it was played in none.
    pub fn share(&self, known: &BookMove) -> Option<f64> {
        let count = known.games.count();
        (count > 0).then(|| count as f64 / self.games() as f64)
    }

    /// The entry of the position before, whose one legal move leads to this one.
    pub(super) fn before(&self, position: AnyPosition, mv: Move) -> BookEntry {
        let best = self.moves.first().and_then(|best| best.value);
        let value = best.map(|value| (-value).seen_from_above(Ply::new(1)));
        let games = self.moves.iter().fold(Games::default(), |all, known| all.and(known.games));
        let games = Games { wins: games.losses, losses: games.wins, ..games };
        BookEntry { position, moves: vec![BookMove { mv, value, games }] }
    }
}

impl BookMove {
    /// Reads `MOVE,VALUE` or `MOVE,VALUE,WINS,DRAWS,LOSSES`, where the value may be empty.
    fn parse(position: &AnyPosition, text: &str) -> Result<BookMove, String> {
        let malformed = || format!("{text:?} is not a move of a book: expected MOVE,VALUE[,WINS,DRAWS,LOSSES]");
        let mut fields = text.split(',');
        let mv = fields.next().ok_or_else(malformed)?;
        let mv = parse_move(position, mv).map_err(|error| error.to_string())?;
        let value = match fields.next().ok_or_else(malformed)? {
            "" => None,
            men => {
                let men: f64 = men.parse().map_err(|_| malformed())?;
                Some(rounded(Score::from_men(men))).filter(|_| men.abs() <= MOST_MEN)
            }
        };
        let counts = fields.map(|count| count.parse().map_err(|_| malformed())).collect::<Result<Vec<u32>, _>>()?;
        let games = match counts[..] {
            [] => Games::default(),
            [wins, draws, losses] => Games { wins, draws, losses },
            _ => return Err(malformed()),
        };
        Ok(BookMove { mv, value, games })
    }
}

impl fmt::Display for BookEntry {
    /// Writes the line of a file, without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hub::write(&self.position))?;
        let legal = self.position.moves();
        for BookMove { mv, value, games } in &self.moves {
            let value = value.map_or_else(String::new, text_of);
            write!(f, " {},{value}", SpelledMove::among(&self.position, &legal, mv).hub())?;
            if games.count() > 0 {
                write!(f, ",{},{},{}", games.wins, games.draws, games.losses)?;
            }
        }
        Ok(())
    }
}

/// A value in men, without trailing zeros.
pub(super) fn text_of(value: Score) -> String {
    let mut text = String::new();
    // Writing to a text never fails.
    let _ = write!(text, "{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "BbbbbbbbbbbbbeeeeeeeewwwwwwwwwwwW";

    fn entry(moves: &str) -> Result<BookEntry, String> {
        BookEntry::parse(Variant::ENGLISH, &format!("{LINE} {moves}"))
    }

    #[test]
    fn a_line_is_read_and_written() {
        for moves in ["11-15,0.12 9-13,-0.05", "9-14,0,3,4,5 9-13,,1,0,0", "12-16,-99.98"] {
            let read = entry(moves).expect("it is well formed");
            assert_eq!(read.to_string(), format!("{LINE} {moves}"));
        }
        let unsorted = entry("9-13,-0.05 12-16,,9,9,9 11-15,0.12 10-15,,2,0,0").expect("it is well formed");
        assert_eq!(unsorted.to_string(), format!("{LINE} 11-15,0.12 9-13,-0.05 12-16,,9,9,9 10-15,,2,0,0"));
    }

    #[test]
    fn what_is_no_line_is_told() {
        for (moves, part) in [
            ("11-17,0.1", "11-17"),
            ("11-15", "expected MOVE,VALUE"),
            ("11-15,x", "expected MOVE,VALUE"),
            ("11-15,0,1", "expected MOVE,VALUE"),
            ("11-15,0,1,2,-3", "expected MOVE,VALUE"),
            ("", "is not a move"),
        ] {
            let error = entry(moves).expect_err("it is malformed");
            assert!(error.contains(part), "{moves}: {error}");
        }
        assert!(BookEntry::parse(Variant::ENGLISH, LINE).is_err());
        assert!(BookEntry::parse(Variant::INTERNATIONAL, &format!("{LINE} 11-15,0")).is_err());
    }

    #[test]
    fn the_margin_and_the_seed_choose() {
        let read = entry("11-15,0.1 9-14,0.08 10-15,0.05 12-16,-0.2 9-13,,7,7,7").expect("it is well formed");
        let chosen = |margin: f64, seed| {
            let known = read.choose(Score::from_men(margin), seed).expect("there are moves");
            read.moves.iter().position(|other| *other == known).expect("it is one of them")
        };
        assert!((0..100).all(|seed| chosen(0.0, seed) == 0));
        let mut times = [0; 5];
        (0..3000).for_each(|seed| times[chosen(0.05, seed)] += 1);
        assert!(times[..3].iter().all(|&times| (880..1120).contains(&times)) && times[3..] == [0, 0], "{times:?}");
        assert_eq!(chosen(0.05, 7), chosen(0.05, 7));
        let played = entry("11-15,,60,20,10 9-14,,5,3,2").expect("it is well formed");
        let first = played.moves[0];
        assert_eq!(played.choose(Score::DRAW, 3), Some(first));
        let times = (0..3000).filter(|&seed| played.choose(Score::from_men(0.1), seed) == Some(first)).count();
        assert!((2600..2800).contains(&times), "{times}");
    }
}
