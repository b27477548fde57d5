//! The commands of a client, and the arguments of `go`.

use std::num::NonZeroUsize;
use std::time::Duration;

use crate::engine::{GameClock, Limit, Purpose, Request, Setup, SkillLevel, TimeLimit};
use crate::protocol::session::Placement;
use crate::protocol::state::Input;
use crate::protocol::{depth, limited_duration, moves_to_go, nodes, number};
use crownhead_rules::Side;

#[derive(Clone, Debug, PartialEq)]
pub(in crate::protocol) enum Command {
    /// Identify yourself and declare the options.
    Uci,
    IsReady,
    SetOption {
        name: String,
        value: String,
    },
    NewGame,
    Position(Placement),
    /// Set the position, with this word in place of `startpos` or `fen`.
    UnknownPosition(String),
    Go(Go),
    /// Tell what the endgame tables know of each move.
    Probe,
    /// The pondered move has been played.
    PonderHit,
    Stop,
    Quit,
}

impl Command {
    /// Parses a line; `None` if it is not a command. Unknown arguments are ignored.
    pub(in crate::protocol) fn read(line: &str) -> Option<Command> {
        let mut tokens = line.split_whitespace();
        Some(match tokens.next()? {
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "setoption" => option(tokens)?,
            "ucinewgame" => Command::NewGame,
            "position" => position(tokens)?,
            "go" => Command::Go(Go::read(tokens)),
            "probe" => Command::Probe,
            "ponderhit" => Command::PonderHit,
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            _ => return None,
        })
    }
}

/// `name N [value V]`. Both can contain blanks.
fn option<'a>(mut tokens: impl Iterator<Item = &'a str>) -> Option<Command> {
    (tokens.next()? == "name").then_some(())?;
    let name = joined(tokens.by_ref().take_while(|&token| token != "value"), " ");
    Some(Command::SetOption { name, value: joined(tokens, " ") })
}

/// `startpos|fen F [moves ...]`. Blanks in the FEN are removed.
fn position<'a>(mut tokens: impl Iterator<Item = &'a str>) -> Option<Command> {
    let kind = tokens.next().unwrap_or("nothing");
    let fen = joined(tokens.by_ref().take_while(|&token| token != "moves"), "");
    let setup = match kind {
        "startpos" => Setup::Start,
        "fen" => Setup::Fen(fen),
        _ => return Some(Command::UnknownPosition(kind.to_owned())),
    };
    Some(Command::Position(Placement { setup, moves: tokens.map(str::to_owned).collect() }))
}

fn joined<'a>(tokens: impl Iterator<Item = &'a str>, separator: &str) -> String {
    tokens.collect::<Vec<_>>().join(separator)
}

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
    /// The time on the clocks of White and Black.
    time: [Option<f64>; 2],
    increment: [Option<f64>; 2],
    moves_to_go: Option<f64>,
}

impl Go {
    /// Parses the arguments of `go`. Unknown words and values that are not numbers are ignored; after `searchmoves`, an
    /// unknown word is a move.
    fn read<'a>(tokens: impl Iterator<Item = &'a str>) -> Go {
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
            "wtime" => &mut self.time[Side::White.index()],
            "btime" => &mut self.time[Side::Black.index()],
            "winc" => &mut self.increment[Side::White.index()],
            "binc" => &mut self.increment[Side::Black.index()],
            "movestogo" => &mut self.moves_to_go,
            _ => return None,
        })
    }

    /// Whether only the client can end the search.
    fn is_unlimited(&self) -> bool {
        let Go { depth, nodes, mate, move_time, time: [white, black], .. } = self;
        let limits = [depth, nodes, mate, move_time, white, black];
        self.infinite || limits.iter().all(|limit| limit.is_none())
    }

    /// The purpose of the search. A search by the clock is part of a game. A depth, a number of nodes or a time for the
    /// move is used in full, even if only one move is legal, but for a search that ponders.
    fn purpose(&self) -> Purpose {
        let is_by_the_clock = self.move_time.is_none() && self.time.iter().any(Option::is_some);
        if self.ponder {
            Purpose::Ponder
        } else if is_by_the_clock && !self.infinite {
            Purpose::Think
        } else {
            Purpose::Analyze
        }
    }

    pub(super) fn input(&self) -> Input {
        match (self.ponder, self.is_unlimited()) {
            (true, _) => Input::GoPonder,
            (false, true) => Input::GoAnalyze,
            (false, false) => Input::GoThink,
        }
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
            holds_answer: self.ponder || self.is_unlimited(),
            level: is_analysis.then_some(SkillLevel::MAX),
            whole_iterations: is_analysis,
        }
    }

    /// A time for this move overrides a clock.
    fn time_limit(&self, side: Side) -> TimeLimit {
        if let Some(time) = self.move_time {
            return TimeLimit::PerMove(milliseconds(time));
        }
        // If only the opponent's clock is given, the own clock is assumed to show the same.
        let shown = if self.time[side.index()].is_some() { side } else { side.opponent() };
        self.time[shown.index()].map_or(TimeLimit::Unlimited, |time| {
            TimeLimit::Clock(GameClock {
                // UCI adds the increment after the move: it cannot be used for this one.
                remaining: milliseconds(time),
                increment: milliseconds(self.increment[shown.index()].unwrap_or(0.0)),
                moves_to_go: moves_to_go(self.moves_to_go),
            })
        })
    }
}

/// A number of milliseconds as a duration: zero if negative.
fn milliseconds(milliseconds: f64) -> Duration {
    limited_duration(milliseconds / 1000.0)
}

/// The number of plies to the end of the game if the side to move wins with its last move of this many.
fn plies_of_mate(moves: f64) -> f64 {
    moves * 2.0 - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Depth;

    #[test]
    fn positions() {
        let placed = |setup, moves: &[&str]| {
            let moves = moves.iter().map(|&text| text.to_owned()).collect();
            Some(Command::Position(Placement { setup, moves }))
        };
        let fen = || Setup::Fen("W:W21,K30:B1-4".to_owned());
        assert_eq!(Command::read("position startpos"), placed(Setup::Start, &[]));
        assert_eq!(Command::read("position  startpos moves"), placed(Setup::Start, &[]));
        assert_eq!(Command::read("position startpos moves 11-15 23x19\r"), placed(Setup::Start, &["11-15", "23x19"]));
        assert_eq!(Command::read("position fen W:W21,K30:B1-4 moves 21-17"), placed(fen(), &["21-17"]));
        assert_eq!(Command::read("position fen W: W21, K30 :B1 - 4"), placed(fen(), &[]));
        assert_eq!(Command::read("position fen"), placed(Setup::Fen(String::new()), &[]));
        let unknown = Command::UnknownPosition("W:W1:B2".to_owned());
        assert_eq!(Command::read("position W:W1:B2 moves 1-5"), Some(unknown));
    }

    #[test]
    fn names_and_values_of_options_may_hold_blanks() {
        let set = |name: &str, value: &str| Some(Command::SetOption { name: name.to_owned(), value: value.to_owned() });
        assert_eq!(Command::read("setoption name Hash value 32"), set("Hash", "32"));
        assert_eq!(Command::read(" setoption  name Clear  Hash "), set("Clear Hash", ""));
        assert_eq!(Command::read("setoption name Move Overhead value 3 0"), set("Move Overhead", "3 0"));
        assert_eq!(Command::read("setoption name value value"), set("", "value"));
    }

    #[test]
    fn what_is_unknown_is_none() {
        for text in ["", "  \r", "UCI", "hub", "setoption", "setoption Hash 3", "pos"] {
            assert_eq!(Command::read(text), None, "{text:?}");
        }
    }

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
            Request { level: None, whole_iterations: false, ..Request::new(Purpose::Analyze, limit) },
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
