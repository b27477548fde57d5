//! The schedule of a match: pairings, openings and colours.

use crownhead_engine::named_choice;
use crownhead_rules::Side;

named_choice! {
    TournamentFormat("format") {
        /// Every player meets every other.
        RoundRobin = "round-robin",
        /// The first player meets all others.
        Gauntlet = "gauntlet",
    }
}

named_choice! {
    /// How often each pairing plays an opening.
    Meetings("meetings") {
        /// Twice, with colours reversed: a pair of games.
        Pairs = "pairs",
        /// Once; the colours change from round to round.
        Single = "single",
    }
}

impl Meetings {
    /// The games of a pairing from one opening.
    pub const fn games(self) -> usize {
        match self {
            Meetings::Pairs => 2,
            Meetings::Single => 1,
        }
    }
}

/// All games of a match. In each round each pairing plays one opening, once or with both colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    rounds: usize,
    meetings: Meetings,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number, from 0.
    pub game: usize,
    /// The round, from 0. It determines the opening.
    pub round: usize,
    pub pairing: usize,
    pub players: [usize; 2],
}

impl Fixture {
    pub fn side_of(&self, player: usize) -> Side {
        if self.players[Side::White.index()] == player { Side::White } else { Side::Black }
    }
}

impl Schedule {
    pub fn new(format: TournamentFormat, players: usize, rounds: usize, meetings: Meetings) -> Schedule {
        let hosts = match format {
            TournamentFormat::RoundRobin => players,
            TournamentFormat::Gauntlet => players.min(1),
        };
        let pairings = (0..hosts).flat_map(|host| (host + 1..players).map(move |guest| [host, guest])).collect();
        Schedule { pairings, rounds, meetings }
    }

    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// The number of rounds. Each has one opening.
    pub const fn rounds(&self) -> usize {
        self.rounds
    }

    pub const fn meetings(&self) -> Meetings {
        self.meetings
    }

    /// The number of pairs of games, or of single games.
    pub const fn pairs(&self) -> usize {
        self.pairings.len() * self.rounds
    }

    pub const fn games(&self) -> usize {
        self.meetings.games() * self.pairs()
    }

    /// The round and the pairing of the pair of games with this number, from 0. There must be a pairing.
    pub(super) fn round_and_pairing(&self, pair: usize) -> (usize, usize) {
        (pair / self.pairings.len(), pair % self.pairings.len())
    }

    /// The number of the pair of the game with this number, and whether it is the first or the second game of its pair:
    /// 0 or 1. Of single games, each is the first of its pair.
    pub(super) const fn pair_and_half(&self, game: usize) -> (usize, usize) {
        let games = self.meetings.games();
        (game / games, game % games)
    }

    /// The game with this number, from 0; `None` if there are fewer games.
    pub fn fixture(&self, game: usize) -> Option<Fixture> {
        if game >= self.games() {
            return None;
        }
        let (pair, half) = self.pair_and_half(game);
        let (round, pairing) = self.round_and_pairing(pair);
        let [first, second] = self.pairings[pairing];
        let turns = match self.meetings {
            Meetings::Pairs => half,
            Meetings::Single => round,
        };
        let players = if turns.is_multiple_of(2) { [first, second] } else { [second, first] };
        Some(Fixture { game, round, pairing, players })
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
    fn single_games_change_colours_from_round_to_round() {
        let schedule = Schedule::new(TournamentFormat::RoundRobin, 3, 2, Meetings::Single);
        let half = |fixture: &Fixture| schedule.pair_and_half(fixture.game).1;
        let found: Vec<_> =
            fixtures(&schedule).iter().map(|fixture| (fixture.round, half(fixture), fixture.players)).collect();
        let [first, second] = [[[0, 1], [0, 2], [1, 2]], [[1, 0], [2, 0], [2, 1]]];
        let round = |round, games: [[usize; 2]; 3]| games.map(|players| (round, 0, players));
        assert_eq!(found, [round(0, first), round(1, second)].concat());
    }

    #[test]
    fn everybody_meets_everybody_with_both_colours_from_each_opening() {
        let schedule = Schedule::new(TournamentFormat::RoundRobin, 4, 3, Meetings::Pairs);
        let fixtures = fixtures(&schedule);
        let meetings: HashSet<_> = fixtures.iter().map(|fixture| (fixture.round, fixture.players)).collect();
        assert_eq!((fixtures.len(), meetings.len()), (schedule.games(), 3 * 4 * 3));
        assert!(meetings.iter().all(|(_, [white, black])| white != black));
        for pair in fixtures.chunks(2) {
            let [white, black] = pair[0].players;
            assert_eq!(pair[1].players, [black, white]);
            let number = |fixture: &Fixture| schedule.pair_and_half(fixture.game).0;
            assert_eq!((number(&pair[0]), pair[0].round), (number(&pair[1]), pair[1].round));
            assert_eq!((pair[0].side_of(white), pair[1].side_of(white)), (Side::White, Side::Black));
        }
    }

    #[test]
    fn the_first_runs_the_gauntlet() {
        let schedule = Schedule::new(TournamentFormat::Gauntlet, 4, 2, Meetings::Pairs);
        assert_eq!(schedule.pairings(), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!((schedule.pairs(), schedule.games()), (6, 12));
        assert!(fixtures(&schedule).iter().all(|fixture| fixture.players.contains(&0)));
    }

    #[test]
    fn a_longer_schedule_begins_like_a_shorter_one() {
        let [short, long] =
            [2, 5].map(|rounds| Schedule::new(TournamentFormat::RoundRobin, 3, rounds, Meetings::Pairs));
        assert_eq!(fixtures(&short), fixtures(&long)[..short.games()]);
    }

    #[test]
    fn nobody_plays_alone() {
        for (format, players) in TournamentFormat::ALL.iter().flat_map(|&format| [(format, 0), (format, 1)]) {
            assert_eq!(Schedule::new(format, players, 9, Meetings::Pairs).fixture(0), None);
        }
    }
}
