//! The summary of a series of games.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::hash::Hasher;

use fnv::FnvHasher;

use super::GameRecord;
use crate::rules::{GameEnd, Geometry, Variant};

/// The summary of a series of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Number of games.
    pub games: usize,
    /// The number of different games: equal openings lead to equal games.
    pub distinct: usize,
    /// The number of games by ending; endings that did not occur are omitted.
    pub ends: BTreeMap<GameEnd, usize>,
    /// Plies of all games, including openings.
    pub plies: usize,
    /// Plies of the longest game.
    pub longest: usize,
    /// All moves and endings of all games in order.
    pub fingerprint: Fingerprint,
}

/// A hash of games: equal for equal series of games, on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint(u64);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Summary {
    /// Summarises games.
    pub fn of(variant: Variant, records: &[GameRecord]) -> Summary {
        let mut ends = BTreeMap::new();
        for record in records {
            *ends.entry(record.end).or_default() += 1;
        }
        let lengths = || records.iter().map(|record| record.moves.len());
        Summary {
            games: records.len(),
            distinct: records.iter().collect::<HashSet<_>>().len(),
            ends,
            plies: lengths().sum(),
            longest: lengths().max().unwrap_or(0),
            fingerprint: Fingerprint::of(variant.board(), records),
        }
    }

    /// The mean length of a game in plies.
    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.games.max(1) as f64
    }
}

impl Fingerprint {
    fn of(board: &Geometry, records: &[GameRecord]) -> Fingerprint {
        let mut hasher = FnvHasher::default();
        for record in records {
            for mv in &record.moves {
                let captured = board.squares().filter(|&square| mv.captured.meets(board.bit(square)));
                // No square has this number, so it separates moves.
                let end_of_move = [u8::MAX];
                hasher.write(&[mv.from.index() as u8, mv.to.index() as u8]);
                captured.for_each(|square| hasher.write(&[square.index() as u8]));
                hasher.write(&end_of_move);
            }
            hasher.write(record.end.to_string().as_bytes());
        }
        Fingerprint(hasher.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{DrawReason, Move, Side, Variant, Win, WinReason};

    fn record(first_moves: &[usize], end: GameEnd) -> GameRecord {
        let legal = Variant::ENGLISH.start().moves();
        GameRecord { moves: first_moves.iter().map(|&place| legal[place]).collect::<Vec<Move>>(), end }
    }

    #[test]
    fn games_are_counted_by_ending_and_length() {
        let white = GameEnd::Win(Win { winner: Side::White, reason: WinReason::NoMove });
        let draw = GameEnd::Draw(DrawReason::Repetition);
        let summary =
            Summary::of(Variant::ENGLISH, &[record(&[0], white), record(&[0, 1, 2], draw), record(&[0], white)]);
        assert_eq!(summary.ends, BTreeMap::from([(white, 2), (draw, 1)]));
        assert_eq!((summary.games, summary.distinct, summary.plies, summary.longest), (3, 2, 5, 3));
        assert!((summary.mean_plies() - 5.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn every_move_ending_and_place_counts() {
        let white = GameEnd::Win(Win { winner: Side::White, reason: WinReason::NoMove });
        let black = GameEnd::Win(Win { winner: Side::Black, reason: WinReason::NoMove });
        let series = [
            vec![],
            vec![record(&[0], white)],
            vec![record(&[1], white)],
            vec![record(&[0], black)],
            vec![record(&[0, 1], white)],
            vec![record(&[0], white), record(&[1], white)],
            vec![record(&[1], white), record(&[0], white)],
        ];
        let fingerprints: HashSet<_> =
            series.iter().map(|games| Summary::of(Variant::ENGLISH, games).fingerprint).collect();
        assert_eq!(fingerprints.len(), series.len());
    }
}
