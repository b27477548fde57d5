//! The commands of a client.

use std::time::Duration;

use super::line::Line;
use crate::engine::{GameClock, Limit, Purpose, Setup, SkillLevel, TimeLimit};
use crate::protocol::session::Placement;
use crate::protocol::{depth, limited_duration, moves_to_go, nodes, number};

#[derive(Clone, Debug, PartialEq)]
pub(in crate::protocol) enum Command {
    /// Identify yourself and declare the parameters.
    Hub,
    SetParam {
        name: String,
        value: String,
    },
    Init,
    NewGame,
    Position(Placement),
    /// Add limits for the next search.
    Level(LevelArgs),
    Go(Purpose),
    /// Tell what the endgame tables know of each move.
    Probe,
    /// The pondered move has been played.
    PonderHit,
    Stop,
    Ping,
    Quit,
}

impl Command {
    /// Parses a command; `None` if it is unknown. Unknown arguments are ignored.
    pub(super) fn read(line: &Line<'_>) -> Option<Command> {
        Some(match line.command {
            "hub" => Command::Hub,
            "set-param" => Command::SetParam {
                name: line.get("name")?.to_owned(),
                value: line.get("value").unwrap_or_default().to_owned(),
            },
            "init" => Command::Init,
            "new-game" => Command::NewGame,
            "pos" => Command::Position(placement(line)),
            "level" => Command::Level(LevelArgs::read(line)),
            "go" => Command::Go(purpose(line)),
            "probe" => Command::Probe,
            "ponder-hit" => Command::PonderHit,
            "stop" => Command::Stop,
            "ping" => Command::Ping,
            "quit" => Command::Quit,
            _ => return None,
        })
    }
}

/// Without a position string or FEN, the game begins at the start position.
fn placement(line: &Line<'_>) -> Placement {
    warn_of_unknown(line, &["start", "pos", "fen", "wolf", "moves"]);
    // Clients of lidraughts send the moves of kings that articles limit beside the position.
    let king_moves = line.get("wolf").map_or(String::new(), |moves| format!(" {moves}"));
    let hub = line.get("pos").map(|text| Setup::Hub(text.to_owned() + king_moves.trim_end()));
    let fen = || line.get("fen").map(|text| Setup::Fen(text.to_owned()));
    let moves = line.get("moves").unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    Placement { setup: hub.or_else(fen).unwrap_or(Setup::Start), moves }
}

/// Logs the arguments that have none of these names. They are ignored.
fn warn_of_unknown(line: &Line<'_>, known: &[&str]) {
    for (name, _) in line.args().iter().filter(|(name, _)| !known.contains(name)) {
        log::warn!("ignored {name}: expected one of {}", known.join(", "));
    }
}

/// Every `go` must be answered, so one without a purpose is a `go think`.
fn purpose(line: &Line<'_>) -> Purpose {
    warn_of_unknown(line, &["think", "ponder", "analyze"]);
    if line.get("analyze").is_some() {
        Purpose::Analyze
    } else if line.get("ponder").is_some() {
        Purpose::Ponder
    } else {
        Purpose::Think
    }
}

/// The limits of the `level` lines since the last `pos` or `go`. Times are in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::protocol) struct LevelArgs {
    depth: Option<f64>,
    nodes: Option<f64>,
    move_time: Option<f64>,
    moves: Option<f64>,
    time: Option<f64>,
    inc: Option<f64>,
    handicap: Option<f64>,
    infinite: bool,
}

impl LevelArgs {
    /// Parses one line. Unknown arguments and values that are not numbers are ignored, with a warning in the log.
    pub(super) fn read(line: &Line<'_>) -> LevelArgs {
        let mut level = LevelArgs { infinite: line.get("infinite").is_some(), ..LevelArgs::default() };
        for &(name, value) in line.args() {
            let field = match name {
                "depth" => &mut level.depth,
                "nodes" => &mut level.nodes,
                "move-time" => &mut level.move_time,
                "moves" => &mut level.moves,
                "time" => &mut level.time,
                "inc" => &mut level.inc,
                "handicap" => &mut level.handicap,
                // GUIs send the others, which have no meaning here.
                "infinite" | "ply" | "ponder" => continue,
                _ => {
                    log::warn!(
                        "ignored {name}: expected one of depth, nodes, move-time, moves, time, inc, handicap, infinite"
                    );
                    continue;
                }
            };
            match number(value) {
                Some(number) => *field = Some(number),
                None => log::warn!("ignored {name}={value}: expected a number"),
            }
        }
        level
    }

    /// Adds the limits of a later line, which overrides the same limits of earlier lines.
    pub(super) fn add(&mut self, later: &LevelArgs) {
        *self = LevelArgs {
            depth: later.depth.or(self.depth),
            nodes: later.nodes.or(self.nodes),
            move_time: later.move_time.or(self.move_time),
            moves: later.moves.or(self.moves),
            time: later.time.or(self.time),
            inc: later.inc.or(self.inc),
            handicap: later.handicap.or(self.handicap),
            infinite: later.infinite || self.infinite,
        };
    }

    /// The limits. Without any, a move takes `move_time`, and an analysis runs until it is stopped.
    pub(super) fn limit(&self, purpose: Purpose, move_time: Duration) -> Limit {
        let is_bounded = self.depth.is_some() || self.nodes.is_some() || self.infinite;
        let otherwise = if is_bounded || purpose == Purpose::Analyze {
            TimeLimit::Unlimited
        } else {
            TimeLimit::PerMove(move_time)
        };
        Limit {
            depth: self.depth.map(depth),
            nodes: self.nodes.map(nodes),
            time: self.time_limit().unwrap_or(otherwise),
        }
    }

    /// The skill level of a handicap, at most `level`: each step takes two levels. (draughtsnet sends 1 to 3 for the lower
    /// levels of lidraughts, beside limits of nodes and depth.)
    pub(super) fn skill_level(&self, level: SkillLevel) -> Option<SkillLevel> {
        let steps = self.handicap.filter(|&steps| steps > 0.0)?.min(4.0) as u8;
        Some(SkillLevel::new(SkillLevel::MAX.number() - 2 * steps)?.min(level))
    }

    /// A time for this move overrides a clock, and both override `infinite`, which sets no limit.
    ///
    /// If no time is left, the move is quick.
    fn time_limit(&self) -> Option<TimeLimit> {
        if let Some(time) = self.move_time {
            return Some(TimeLimit::PerMove(limited_duration(time)));
        }
        let increment = self.inc.unwrap_or(0.0).max(0.0);
        // Hub adds the increment before the move: clients send the time on the clock without it.
        self.time.map(|time| {
            TimeLimit::Clock(GameClock {
                remaining: limited_duration(time + increment),
                increment: limited_duration(increment),
                moves_to_go: moves_to_go(self.moves),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::LONGEST_SECONDS;
    use crate::search::Depth;

    fn read(text: &str) -> Option<Command> {
        Command::read(&Line::parse(text).expect("it is a line"))
    }

    #[test]
    fn positions() {
        let placed = |setup, moves: &[&str]| {
            let moves = moves.iter().map(|&text| text.to_owned()).collect();
            Some(Command::Position(Placement { setup, moves }))
        };
        let hub = || Setup::Hub("Wbe".to_owned());
        assert_eq!(read("pos"), placed(Setup::Start, &[]));
        assert_eq!(read("pos start"), placed(Setup::Start, &[]));
        assert_eq!(read("pos start moves=\"9-13 22-18\""), placed(Setup::Start, &["9-13", "22-18"]));
        assert_eq!(read("pos pos=Wbe moves=\"\""), placed(hub(), &[]));
        let with_king_moves = Setup::Hub("Wbe W31-2 B20-1".to_owned());
        let text = "pos pos=Wbe wolf=\"W31-2 B20-1\" moves=\" 1-6  7-12 \"";
        assert_eq!(read(text), placed(with_king_moves, &["1-6", "7-12"]));
        assert_eq!(read("pos pos=Wbe wolf=\"\""), placed(hub(), &[]));
        assert_eq!(read("pos fen=W:W31:B1"), placed(Setup::Fen("W:W31:B1".to_owned()), &[]));
        assert_eq!(read("pos pos="), placed(Setup::Hub(String::new()), &[]));
    }

    #[test]
    fn searches() {
        assert_eq!(read("go think"), Some(Command::Go(Purpose::Think)));
        assert_eq!(read("go ponder"), Some(Command::Go(Purpose::Ponder)));
        assert_eq!(read("go analyze"), Some(Command::Go(Purpose::Analyze)));
        assert_eq!(read("go"), Some(Command::Go(Purpose::Think)));
        assert_eq!(read("go fishing"), Some(Command::Go(Purpose::Think)));
    }

    #[test]
    fn what_is_unknown_is_none() {
        for text in ["HUB", "uci", "set-param value=3"] {
            assert_eq!(read(text), None, "{text}");
        }
        let unset = Command::SetParam { name: "book".to_owned(), value: String::new() };
        assert_eq!(read("set-param name=book"), Some(unset));
    }

    const MOVE_TIME: Duration = Duration::from_secs(7);

    fn limit(lines: &[&str]) -> Limit {
        let mut level = LevelArgs::default();
        for text in lines {
            level.add(&LevelArgs::read(&Line::parse(text).expect("it is a line")));
        }
        level.limit(Purpose::Think, MOVE_TIME)
    }

    fn per_move(seconds: f64) -> TimeLimit {
        TimeLimit::PerMove(Duration::from_secs_f64(seconds))
    }

    #[track_caller]
    fn check_clock(lines: &[&str], remaining: f64, increment: f64, moves_to_go: Option<u32>) {
        let TimeLimit::Clock(clock) = limit(lines).time else { panic!("{lines:?} sets no clock") };
        assert_eq!(clock.moves_to_go, moves_to_go, "{lines:?}");
        for (found, expected) in [(clock.remaining, remaining), (clock.increment, increment)] {
            assert!((found.as_secs_f64() - expected).abs() < 1e-6, "{lines:?}: {clock:?}");
        }
    }

    #[test]
    fn each_kind_of_limit() {
        assert_eq!(limit(&["level depth=9"]), Limit { depth: Some(Depth::new(9)), ..Limit::default() });
        assert_eq!(limit(&["level nodes=5000"]), Limit { nodes: Some(5000), ..Limit::default() });
        assert_eq!(limit(&["level move-time=1.5"]).time, per_move(1.5));
        assert_eq!(limit(&["level infinite"]), Limit::default());
        check_clock(&["level moves=40 time=60 inc=0"], 60.0, 0.0, Some(40));
    }

    #[test]
    fn lines_add_up() {
        let lines = ["level handicap=0 ply=12", "level nodes=900", "level depth=50", "level move-time=2"];
        let expected = Limit { depth: Some(Depth::new(50)), nodes: Some(900), time: per_move(2.0) };
        assert_eq!(limit(&lines), expected);
        assert_eq!(limit(&["level depth=3", "level depth=5"]).depth, Some(Depth::new(5)));
        check_clock(&["level moves=75", "level time=180", "level inc=2"], 182.0, 2.0, Some(75));
    }

    #[test]
    fn a_handicap_takes_two_levels_a_step() {
        let level = |text: &str, level| {
            let args = LevelArgs::read(&Line::parse(text).expect("it is a line"));
            args.skill_level(SkillLevel::new(level).expect("a level")).map(SkillLevel::number)
        };
        assert_eq!(level("level handicap=0 ply=9", 10), None);
        assert_eq!(level("level handicap=1", 10), Some(8));
        assert_eq!(level("level handicap=3", 10), Some(4));
        assert_eq!(level("level handicap=3", 2), Some(2), "the level that is set is no higher for it");
        assert_eq!(level("level handicap=1000", 10), Some(2));
    }

    #[test]
    fn the_increment_comes_before_the_move() {
        // pydraughts, with 0.2 s on a clock that shows the increment of 1 s already.
        check_clock(&["level time=-0.8 inc=1"], 0.2, 1.0, None);
    }

    #[test]
    fn commas_are_points() {
        check_clock(&["level moves=75 time=180,500"], 180.5, 0.0, Some(75));
    }

    #[test]
    fn nothing_left_means_a_quick_move() {
        check_clock(&["level time=-3"], 0.0, 0.0, None);
        check_clock(&["level time=0 inc=-1 moves=0"], 0.0, 0.0, None);
        assert_eq!(limit(&["level move-time=-1"]).time, per_move(0.0));
        assert_eq!(limit(&["level depth=0"]).depth, Some(Depth::new(1)));
        assert_eq!(limit(&["level nodes=-5"]).nodes, Some(1));
    }

    #[test]
    fn one_time_limit_holds() {
        assert_eq!(limit(&["level time=60", "level move-time=2", "level infinite"]).time, per_move(2.0));
        check_clock(&["level infinite", "level time=60"], 60.0, 0.0, None);
    }

    #[test]
    fn without_a_limit_there_is_a_sane_one() {
        for lines in [&[][..], &["level"], &["level depth=x time=nan nodes=inf move-time"], &["level moves=40"]] {
            assert_eq!(limit(lines), Limit { time: TimeLimit::PerMove(MOVE_TIME), ..Limit::default() }, "{lines:?}");
        }
        assert_eq!(LevelArgs::default().limit(Purpose::Analyze, MOVE_TIME), Limit::default());
    }

    #[test]
    fn numbers_without_measure_are_cut() {
        assert_eq!(limit(&["level depth=1e300"]).depth, Some(Depth::MAX));
        assert_eq!(limit(&["level move-time=1e300"]).time, per_move(LONGEST_SECONDS));
        check_clock(&["level time=1e308 inc=1e308"], LONGEST_SECONDS, LONGEST_SECONDS, None);
    }
}
