//! The arguments of `go`.

use std::num::NonZeroUsize;

use crate::engine::{GameClock, Limit, Purpose, Request, TimeLimit};
use crate::protocol::number::{depth, nodes, number, seconds};
use crate::rules::Side;

/// The arguments of a `go`. Times are in milliseconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::protocol) struct Go {
    only: Vec<String>,
    ponder: bool,
    infinite: bool,
    depth: Option<f64>,
    nodes: Option<f64>,
    mate: Option<f64>,
    move_time: Option<f64>,
    white: Clock,
    black: Clock,
    moves_to_go: Option<f64>,
}

/// A player's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Clock {
    time: Option<f64>,
    increment: Option<f64>,
}

impl Go {
    /// Parses the arguments of `go`. Unknown words and values that are not numbers are ignored; after `searchmoves`, an
    /// unknown word is a move.
    pub(super) fn read<'a>(tokens: impl Iterator<Item = &'a str>) -> Go {
        let mut go = Go::default();
        let mut tokens = tokens.peekable();
        let mut names_moves = false;
        while let Some(token) = tokens.next() {
            let was_naming = std::mem::replace(&mut names_moves, token == "searchmoves");
            match token {
                "searchmoves" => (),
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                _ => match go.field(token) {
                    Some(field) => {
                        let value = tokens.peek().and_then(|text| number(text));
                        if value.is_some() {
                            *field = value;
                            tokens.next();
                        } else {
                            let found = tokens.peek().unwrap_or(&"nothing");
                            log::warn!("ignored {token}: expected a number, not {found}");
                        }
                    }
                    None if was_naming => {
                        go.only.push(token.to_owned());
                        names_moves = true;
                    }
                    None => (),
                },
            }
        }
        go
    }

    fn field(&mut self, name: &str) -> Option<&mut Option<f64>> {
        Some(match name {
            "depth" => &mut self.depth,
            "nodes" => &mut self.nodes,
            "mate" => &mut self.mate,
            "movetime" => &mut self.move_time,
            "wtime" => &mut self.white.time,
            "btime" => &mut self.black.time,
            "winc" => &mut self.white.increment,
            "binc" => &mut self.black.increment,
            "movestogo" => &mut self.moves_to_go,
            _ => return None,
        })
    }

    /// Whether only the client can end the search.
    fn is_unlimited(&self) -> bool {
        let Go { depth, nodes, mate, move_time, white, black, .. } = self;
        let limits = [depth, nodes, mate, move_time, &white.time, &black.time];
        self.infinite || limits.iter().all(|limit| limit.is_none())
    }

    /// The purpose of the search. A search by the clock is part of a game. A depth, a number of nodes or a time for the
    /// move is used in full, even if only one move is legal, but for a search that ponders.
    pub(super) fn purpose(&self) -> Purpose {
        let is_by_the_clock = self.move_time.is_none() && (self.white.time.or(self.black.time)).is_some();
        if self.ponder {
            Purpose::Ponder
        } else if is_by_the_clock && !self.infinite {
            Purpose::Think
        } else {
            Purpose::Analyze
        }
    }

    /// Whether it searches on the opponent's time.
    pub(super) const fn ponders(&self) -> bool {
        self.ponder
    }

    /// Whether the answer waits until the client asks for it.
    pub(super) fn waits(&self) -> bool {
        self.ponder || self.is_unlimited()
    }

    /// The request when `side` is to move.
    pub(super) fn request(&self, side: Side) -> Request {
        let time = if self.is_unlimited() { TimeLimit::Unlimited } else { self.time_limit(side) };
        let depth = [self.depth, self.mate.map(plies_of_mate)].into_iter().flatten().map(depth).min();
        let is_analysis = !self.ponder && self.is_unlimited();
        Request {
            purpose: self.purpose(),
            limit: Limit { depth, nodes: self.nodes.map(nodes), time },
            only: self.only.clone(),
            lines: NonZeroUsize::MIN,
            holds_answer: self.waits(),
            full_strength: is_analysis,
            whole_iterations: is_analysis,
        }
    }

    /// A time for this move overrides a clock.
    fn time_limit(&self, side: Side) -> TimeLimit {
        if let Some(time) = self.move_time {
            return TimeLimit::PerMove(milliseconds(time));
        }
        let (own, other) = match side {
            Side::White => (self.white, self.black),
            Side::Black => (self.black, self.white),
        };
        // If only the opponent's clock is given, the own clock is assumed to show the same.
        let shown = if own.time.is_some() { own } else { other };
        shown.time.map_or(TimeLimit::Unlimited, |time| {
            TimeLimit::Clock(GameClock {
                // UCI adds the increment after the move: it cannot be used for this one.
                remaining: milliseconds(time),
                increment: milliseconds(shown.increment.unwrap_or(0.0)),
                moves_to_go: self.moves_to_go.filter(|&moves| moves >= 1.0).map(|moves| moves as u32),
            })
        })
    }
}

/// A number of milliseconds as a duration: zero if negative.
fn milliseconds(milliseconds: f64) -> std::time::Duration {
    seconds(milliseconds / 1000.0)
}

/// The number of plies to the end of the game if the side to move wins with its last move of this many.
fn plies_of_mate(moves: f64) -> f64 {
    moves * 2.0 - 1.0
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::search::Depth;

    fn request(text: &str) -> Request {
        Go::read(text.split_whitespace()).request(Side::White)
    }

    fn clock(text: &str, side: Side) -> (u128, u128, Option<u32>) {
        let request = Go::read(text.split_whitespace()).request(side);
        let TimeLimit::Clock(clock) = request.limit.time else { panic!("{text} names a clock") };
        (clock.remaining.as_millis(), clock.increment.as_millis(), clock.moves_to_go)
    }

    #[test]
    fn limits_hold_together() {
        let limit = Limit {
            depth: Some(Depth::new(9)),
            nodes: Some(5000),
            time: TimeLimit::PerMove(Duration::from_millis(1500)),
        };
        assert_eq!(
            request("depth 9 nodes 5000 movetime 1500 wtime 9"),
            Request { full_strength: false, whole_iterations: false, ..Request::new(Purpose::Analyze, limit) },
            "a level that the client sets, and the better move of an interrupted iteration, are for all limits"
        );
        assert_eq!(request("mate 3").limit.depth, Some(Depth::new(5)));
        assert_eq!(request("mate 3 depth 4").limit.depth, Some(Depth::new(4)));
        for least in ["depth 0", "depth -4", "mate 0"] {
            assert_eq!(request(least).limit.depth, Some(Depth::new(1)), "{least}");
        }
    }

    #[test]
    fn each_side_has_its_clock() {
        let both = "wtime 60000 btime 50000 winc 1000 binc 500 movestogo 40";
        assert_eq!(clock(both, Side::White), (60_000, 1000, Some(40)));
        assert_eq!(clock(both, Side::Black), (50_000, 500, Some(40)));
        for side in [Side::White, Side::Black] {
            assert_eq!(clock("wtime 100", side), (100, 0, None));
            assert_eq!(clock("btime 100 binc 7", side), (100, 7, None));
            assert_eq!(clock("wtime -100 btime -1 movestogo 0", side), (0, 0, None));
        }
        assert_eq!(request(both).purpose, Purpose::Think);
    }

    #[test]
    fn without_a_limit_it_goes_on_until_it_is_stopped() {
        for text in ["", "infinite", "infinite wtime 1 movetime 1", "depth x", "winc 5 movestogo 3"] {
            let request = request(text);
            assert!(request.holds_answer, "{text}");
            assert_eq!((request.purpose, request.limit), (Purpose::Analyze, Limit::default()), "{text}");
        }
        let deep = request("infinite depth 5");
        assert!(deep.holds_answer && deep.limit.depth == Some(Depth::new(5)));
    }

    #[test]
    fn pondering_keeps_its_limits_for_the_hit() {
        let request = request("ponder movetime 100");
        assert!(request.holds_answer);
        assert_eq!(request.purpose, Purpose::Ponder);
        assert_eq!(request.limit.time, TimeLimit::PerMove(Duration::from_millis(100)));
    }

    #[test]
    fn moves_end_with_the_next_word() {
        let request = request("depth 3 searchmoves 11-15 9x14x23 nodes 7 11-16 oh");
        assert_eq!(request.only, ["11-15", "9x14x23"]);
        assert_eq!((request.limit.depth, request.limit.nodes), (Some(Depth::new(3)), Some(7)));
        assert!(!request.holds_answer);
    }

    #[test]
    fn a_value_that_is_none_is_not_taken_for_one() {
        let request = request("depth infinite nodes");
        assert!(request.holds_answer && request.limit == Limit::default());
    }
}
