//! Who plays whom, from which opening, with which colours.

use crate::choice::named_choice;
use crate::rules::Side;

named_choice! {
    /// Who meets whom.
    Format("format") {
        /// Everybody meets everybody.
        RoundRobin = "round-robin",
        /// The first meets all others.
        Gauntlet = "gauntlet",
    }
}

/// All games of a match. In each round each pairing plays a pair of games: the same opening, with colours exchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    rounds: usize,
}

/// When a pair of games is played, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meeting {
    /// The round, from 0.
    pub(super) round: usize,
    /// Which of the pairings meets.
    pub(super) pairing: usize,
}

/// One game of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number, from 0.
    pub game: usize,
    /// The number of its pair of games, from 0.
    pub pair: usize,
    /// The round, from 0: it decides the opening.
    pub round: usize,
    /// Which of the pairings it belongs to.
    pub pairing: usize,
    /// Who plays White and who Black.
    pub players: [usize; 2],
}

impl Fixture {
    /// The colour of a player who takes part in it.
    pub fn side_of(&self, player: usize) -> Side {
        if self.players[Side::White.index()] == player { Side::White } else { Side::Black }
    }
}

impl Schedule {
    /// A schedule for so many players.
    pub fn new(format: Format, players: usize, rounds: usize) -> Schedule {
        let hosts = match format {
            Format::RoundRobin => players,
            Format::Gauntlet => players.min(1),
        };
        let pairings =
            (0..hosts).flat_map(|host| (host + 1..players).map(move |guest| [host, guest])).collect();
        Schedule { pairings, rounds }
    }

    /// Who meets whom: pairs of players.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// How often each pairing meets, twice each time.
    pub const fn rounds(&self) -> usize {
        self.rounds
    }

    /// Number of pairs of games.
    pub const fn pairs(&self) -> usize {
        self.pairings.len() * self.rounds
    }

    /// Number of games.
    pub const fn games(&self) -> usize {
        2 * self.pairs()
    }

    /// The pair of games of this number, from 0. There must be a pairing.
    pub(super) fn meeting(&self, pair: usize) -> Meeting {
        Meeting { round: pair / self.pairings.len(), pairing: pair % self.pairings.len() }
    }

    /// The game of this number, from 0; none if there are not so many.
    pub fn fixture(&self, game: usize) -> Option<Fixture> {
        if game >= self.games() {
            return None;
        }
        let pair = game / 2;
        let Meeting { round, pairing } = self.meeting(pair);
        let [first, second] = self.pairings[pairing];
        let players = if game.is_multiple_of(2) { [first, second] } else { [second, first] };
        Some(Fixture { game, pair, round, pairing, players })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn fixtures(schedule: &Schedule) -> Vec<Fixture> {
        (0..).map_while(|game| schedule.fixture(game)).collect()
    }

    #[test]
    fn everybody_meets_everybody_with_both_colours_from_each_opening() {
        let schedule = Schedule::new(Format::RoundRobin, 4, 3);
        let fixtures = fixtures(&schedule);
        let meetings: HashSet<_> = fixtures.iter().map(|fixture| (fixture.round, fixture.players)).collect();
        assert_eq!((fixtures.len(), meetings.len()), (schedule.games(), 3 * 4 * 3));
        assert!(meetings.iter().all(|(_, [white, black])| white != black));
        for pair in fixtures.chunks(2) {
            let [white, black] = pair[0].players;
            assert_eq!(pair[1].players, [black, white]);
            assert_eq!((pair[0].pair, pair[0].round), (pair[1].pair, pair[1].round));
            assert_eq!((pair[0].side_of(white), pair[1].side_of(white)), (Side::White, Side::Black));
        }
    }

    #[test]
    fn the_first_runs_the_gauntlet() {
        let schedule = Schedule::new(Format::Gauntlet, 4, 2);
        assert_eq!(schedule.pairings(), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!((schedule.pairs(), schedule.games()), (6, 12));
        assert!(fixtures(&schedule).iter().all(|fixture| fixture.players.contains(&0)));
    }

    #[test]
    fn a_longer_schedule_begins_like_a_shorter_one() {
        let (short, long) =
            (Schedule::new(Format::RoundRobin, 3, 2), Schedule::new(Format::RoundRobin, 3, 5));
        assert_eq!(fixtures(&short), fixtures(&long)[..short.games()]);
    }

    #[test]
    fn nobody_plays_alone() {
        for players in 0..2 {
            assert_eq!(Schedule::new(Format::RoundRobin, players, 9).fixture(0), None);
            assert_eq!(Schedule::new(Format::Gauntlet, players, 9).fixture(0), None);
        }
    }
}
