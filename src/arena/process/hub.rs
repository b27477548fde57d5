//! The commands of Hub, version 2 (F. Letouzey), in the form that all known engines accept.

use super::reader::Sort;
use super::words::{Answer, Declared, Information, Purpose, Words};
use crate::arena::player::Turn;
use crate::engine::TimeLimit;
use crate::eval::Score;
use crate::notation::hub as position;
use crate::protocol::hub::{Line, Reply};
use crate::rules::Variant;

#[derive(Debug)]
pub(super) struct Hub;

impl Words for Hub {
    const GREETING: &'static str = "hub";
    const GREETED: &'static str = "wait";
    const PREPARE: &'static str = "init";
    const READY: &'static str = "ready";
    const NEW_GAME: &'static str = "new-game";
    const PING: &'static str = "ping";
    const PONG: &'static str = "pong";
    const ALL_ANSWER_PINGS: bool = false;
    const PONDER_HIT: &'static str = "ponder-hit";
    const STOP: &'static str = "stop";
    const QUIT: &'static str = "quit";
    const PLAYS_UNASKED: Option<Variant> = Some(Variant::INTERNATIONAL);
    const VARIANT_OPTION: &'static str = "variant";
    const PONDER_OPTION: &'static str = "ponder";

    fn sort(line: &str) -> Sort {
        match line.split_whitespace().next() {
            Some("wait" | "ready" | "pong" | "param" | "done" | "error") => Sort::Event,
            Some("info") if line.contains(" bound=") => Sort::Bound,
            // Some engines send other lines in between.
            Some("info") if line.contains("score") => Sort::Info,
            _ => Sort::Noise,
        }
    }

    fn declared(line: &str) -> Option<Declared> {
        let line = Line::parse(line).ok().filter(|line| line.command == "param")?;
        Some(Declared {
            name: line.get("name")?.to_owned(),
            choices: line.get("values").unwrap_or_default().split_whitespace().map(str::to_owned).collect(),
            default: line.get("value").unwrap_or_default().to_owned(),
        })
    }

    fn set(name: &str, value: &str) -> String {
        Reply::new("set-param").arg("name", name).arg("value", value).text()
    }

    fn go(turn: &Turn<'_>, purpose: Purpose) -> String {
        let start = turn.game.positions().next().map(position::write).unwrap_or_default();
        let moves: Vec<_> = turn.moves.iter().map(|mv| mv.hub()).collect();
        let pos = Reply::new("pos").arg("pos", start);
        let pos = if moves.is_empty() { pos } else { pos.arg("moves", moves.join(" ")) };
        let go = match purpose {
            Purpose::Think => "go think",
            Purpose::Ponder => "go ponder",
        };
        format!("{}\n{}\n{go}", pos.text(), level(turn))
    }

    fn answer(line: &str) -> Option<Answer> {
        let line = Line::parse(line).ok().filter(|line| line.command == "done")?;
        let get = |name| line.get(name).filter(|mv| !mv.is_empty()).map(str::to_owned);
        Some(Answer { mv: get("move"), expected: get("ponder") })
    }

    fn information(line: &str) -> Information {
        let Ok(line) = Line::parse(line) else { return Information::default() };
        Information {
            score: line.get("score").and_then(men),
            depth: line.get("depth").and_then(|depth| depth.parse().ok()),
            nodes: line.get("nodes").and_then(|nodes| nodes.parse().ok()),
            pv: line.get("pv").unwrap_or_default().split_whitespace().map(str::to_owned).collect(),
        }
    }
}

/// A score in men.
fn men(text: &str) -> Option<Score> {
    text.parse().ok().filter(|men: &f64| men.is_finite()).map(Score::from_men)
}

/// The limits of a turn. In Hub the clock does not include the increment of the move.
fn level(turn: &Turn<'_>) -> String {
    let mut level = Reply::new("level");
    match (turn.limit.time, turn.own_clock()) {
        (TimeLimit::PerMove(time), _) => level = level.arg("move-time", time.as_secs_f64()),
        (TimeLimit::Clock(_), Some(clock)) => {
            if let Some(moves) = clock.moves_to_go {
                level = level.arg("moves", moves);
            }
            let time = clock.remaining.saturating_sub(clock.increment);
            level = level.arg("time", format_args!("{:.3}", time.as_secs_f64()));
            level = level.arg("inc", clock.increment.as_secs_f64());
        }
        (TimeLimit::Clock(_) | TimeLimit::Unlimited, _) => {}
    }
    if let Some(nodes) = turn.limit.nodes {
        level = level.arg("nodes", nodes);
    }
    if let Some(depth) = turn.limit.depth {
        level = level.arg("depth", depth);
    }
    level.text()
}
