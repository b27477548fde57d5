//! The commands of UCI (S. Meyer-Kahlen), with the moves and positions of draughts as specified in `protocol.md`.

use std::fmt::Write as _;
use std::time::Duration;

use super::reader::Sort;
use super::words::{Answer, Declared, Information, Purpose, Words};
use crate::arena::player::Turn;
use crate::engine::TimeLimit;
use crate::eval::Score;
use crate::notation::fen;
use crate::rules::{Ply, Side, Variant};

#[derive(Debug)]
pub(super) struct Uci;

fn word_after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    line.split_whitespace().skip_while(|other| *other != word).nth(1)
}

impl Words for Uci {
    const GREETING: &'static str = "uci";
    const GREETED: &'static str = "uciok";
    const PREPARE: &'static str = "isready";
    const READY: &'static str = "readyok";
    const NEW_GAME: &'static str = "ucinewgame";
    const PING: &'static str = "isready";
    const PONG: &'static str = "readyok";
    const ALL_ANSWER_PINGS: bool = true;
    const PONDER_HIT: &'static str = "ponderhit";
    const STOP: &'static str = "stop";
    const QUIT: &'static str = "quit";
    const PLAYS_UNASKED: Option<Variant> = None;
    const VARIANT_OPTION: &'static str = "UCI_Variant";
    const PONDER_OPTION: &'static str = "Ponder";

    fn sort(line: &str) -> Sort {
        match line.split_whitespace().next() {
            Some("uciok" | "readyok" | "option" | "bestmove") => Sort::Event,
            // What follows is text, whatever it says.
            Some("info") if line.split_whitespace().nth(1) == Some("string") => Sort::Noise,
            // The lines after the first are not what the engine plays.
            Some("info") if word_after(line, "multipv").is_some_and(|number| number != "1") => Sort::Noise,
            Some("info") if line.contains(" score ") && line.contains("bound") => Sort::Bound,
            Some("info") if line.contains(" score ") => Sort::Info,
            _ => Sort::Noise,
        }
    }

    fn declared(line: &str) -> Option<Declared> {
        let rest = line.trim().strip_prefix("option name ")?;
        let (name, rest) = rest.split_once(" type ")?;
        let mut choices = Vec::new();
        let mut default = String::new();
        let mut last = "";
        for token in rest.split_whitespace() {
            match last {
                "var" => choices.push(token.to_owned()),
                "default" => token.clone_into(&mut default),
                _ => {}
            }
            last = token;
        }
        Some(Declared { name: name.to_owned(), choices, default })
    }

    fn set(name: &str, value: &str) -> String {
        // A button has no value.
        if value.is_empty() { format!("setoption name {name}") } else { format!("setoption name {name} value {value}") }
    }

    fn go(turn: &Turn<'_>, purpose: Purpose) -> String {
        let mut text = "position ".to_owned();
        match turn.game.positions().next() {
            Some(start) if *start != turn.game.variant().start() => {
                text.push_str(&format!("fen {}", fen::write(start)))
            }
            _ => text.push_str("startpos"),
        }
        if !turn.moves.is_empty() {
            text.push_str(" moves");
        }
        for mv in turn.moves {
            text.push(' ');
            text.push_str(&mv.pdn());
        }
        text.push_str("\ngo");
        if purpose == Purpose::Ponder {
            text.push_str(" ponder");
        }
        text.push_str(&level(turn));
        text
    }

    fn answer(line: &str) -> Option<Answer> {
        let mut tokens = line.split_whitespace();
        if tokens.next() != Some("bestmove") {
            return None;
        }
        let mv = tokens.next().filter(|&mv| mv != "(none)").map(str::to_owned);
        let expected = (tokens.next() == Some("ponder")).then(|| tokens.next()).flatten().map(str::to_owned);
        Some(Answer { mv, expected })
    }

    fn information(line: &str) -> Information {
        let tokens: Vec<_> = line.split_whitespace().collect();
        let after = |name| {
            let place = tokens.iter().position(|&token| token == name)?;
            tokens.get(place + 1).copied()
        };
        let exact = after("value").and_then(|value| value.parse().ok()).filter(|men: &f64| men.is_finite());
        Information {
            score: exact.map(Score::from_men).or_else(|| score(after("score")?, &tokens)),
            depth: after("depth").and_then(|depth| depth.parse().ok()),
            nodes: after("nodes").and_then(|nodes| nodes.parse().ok()),
            pv: tokens.iter().skip_while(|&&token| token != "pv").skip(1).map(|&mv| mv.to_owned()).collect(),
        }
    }
}

/// A score in hundredths of a man, or in moves to the end.
fn score(unit: &str, tokens: &[&str]) -> Option<Score> {
    let place = tokens.iter().position(|&token| token == unit)?;
    let number: i32 = tokens.get(place + 1)?.parse().ok()?;
    match unit {
        "cp" => Some(Score::from_millionths(i64::from(number) * 10_000)),
        "mate" => {
            let plies = |last: u32| Ply::new((2 * u64::from(number.unsigned_abs()) - u64::from(last)).min(999) as u16);
            match number {
                1.. => Some(Score::win_in(plies(1))),
                0 => Some(Score::loss_in(Ply::ROOT)),
                _ => Some(Score::loss_in(plies(0))),
            }
        }
        _ => None,
    }
}

/// The limits of a turn. In UCI the clock includes the increment of the move.
fn level(turn: &Turn<'_>) -> String {
    let mut text = String::new();
    let milliseconds = |time: Duration| time.as_millis();
    // Writing to a string cannot fail.
    match turn.limit.time {
        TimeLimit::PerMove(time) => {
            let _ = write!(text, " movetime {}", milliseconds(time).max(1));
        }
        TimeLimit::Clock(_) => {
            for (side, letter) in [(Side::White, 'w'), (Side::Black, 'b')] {
                let Some(clock) = turn.clocks[side.index()] else { continue };
                let (time, inc) = (milliseconds(clock.remaining), milliseconds(clock.increment));
                let _ = write!(text, " {letter}time {time} {letter}inc {inc}");
            }
            if let Some(moves) = turn.own_clock().and_then(|clock| clock.moves_to_go) {
                let _ = write!(text, " movestogo {moves}");
            }
        }
        TimeLimit::Unlimited => {}
    }
    if let Some(nodes) = turn.limit.nodes {
        let _ = write!(text, " nodes {nodes}");
    }
    if let Some(depth) = turn.limit.depth {
        let _ = write!(text, " depth {depth}");
    }
    text
}
