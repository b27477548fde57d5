//! The protocols over pipes, from the client's side: Hub and UCI.

use std::fmt::Write as _;

use super::reader::LineKind;
use crate::arena::player::MoveRequest;
use crownhead_engine::engine::{Purpose, TimeLimit};
use crownhead_engine::eval::Score;
use crownhead_engine::protocol::Protocol;
use crownhead_engine::protocol::hub::{Line, Reply};
use crownhead_rules::notation::{fen, hub};
use crownhead_rules::{Ply, Side, Variant};

#[derive(Debug)]
pub(super) struct ClientProtocol {
    /// The first line.
    pub(super) greeting: &'static str,
    /// The line that ends the reply to it.
    pub(super) greeted: &'static str,
    /// The command to get ready.
    pub(super) prepare: &'static str,
    pub(super) ready: &'static str,
    pub(super) new_game: &'static str,
    /// The question that an engine answers when it has done all before it.
    pub(super) ping: &'static str,
    pub(super) pong: &'static str,
    /// Whether every engine answers it. Otherwise it is sent once at the start, to find out whether this one does.
    pub(super) all_answer_pings: bool,
    /// The expected move has been played.
    pub(super) ponder_hit: &'static str,
    /// Answer now.
    pub(super) stop: &'static str,
    pub(super) quit: &'static str,
    /// The variant of an engine without an option for it; `None` if it can be any.
    pub(super) only_variant: Option<Variant>,
    pub(super) variant_option: &'static str,
    pub(super) ponder_option: &'static str,
    /// The option that allows an opening book, by the name in use.
    pub(super) book_option: &'static str,
    pub(super) classify: fn(&str) -> LineKind,
    pub(super) declared: fn(&str) -> Option<DeclaredOption>,
    /// The command that sets an option, by its name, to a value.
    pub(super) set: fn(&str, &str) -> String,
    /// The commands that set up the position of a request and start a search.
    pub(super) go: fn(&MoveRequest<'_>, Purpose) -> String,
    pub(super) best_move: fn(&str) -> Option<BestMove>,
    pub(super) search_info: fn(&str) -> SearchInfo,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DeclaredOption {
    pub(super) name: String,
    pub(super) choices: Vec<String>,
    /// Its value at the start.
    pub(super) default: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BestMove {
    /// The move; `None` if the engine reports that there is none.
    pub(super) mv: Option<String>,
    pub(super) expected: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SearchInfo {
    pub(super) score: Option<Score>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    /// The moves of its PV, as it writes them.
    pub(super) pv: Vec<String>,
}

impl ClientProtocol {
    pub(super) fn of(protocol: Protocol) -> &'static ClientProtocol {
        match protocol {
            Protocol::Hub => &HUB,
            Protocol::Uci => &UCI,
        }
    }
}

/// Version 2 of Hub, in the form that all known engines accept.
/// CITE: F. Letouzey, "protocol.txt" of Scan 3.1.
static HUB: ClientProtocol = ClientProtocol {
    greeting: "hub",
    greeted: "wait",
    prepare: "init",
    ready: "ready",
    new_game: "new-game",
    ping: "ping",
    pong: "pong",
    all_answer_pings: false,
    ponder_hit: "ponder-hit",
    stop: "stop",
    quit: "quit",
    only_variant: Some(Variant::INTERNATIONAL),
    variant_option: "variant",
    ponder_option: "ponder",
    book_option: "book",
    classify: hub_classify,
    declared: hub_declared,
    set: |name, value| Reply::new("set-param").arg("name", name).arg("value", value).text(),
    go: hub_go,
    best_move: hub_best_move,
    search_info: hub_search_info,
};

fn hub_classify(line: &str) -> LineKind {
    match line.split_whitespace().next() {
        Some("wait" | "ready" | "pong" | "param" | "done" | "error") => LineKind::Event,
        Some("info") if line.contains(" bound=") => LineKind::Bound,
        // Some engines send other lines in between.
        Some("info") if line.contains("score") => LineKind::Info,
        _ => LineKind::Noise,
    }
}

fn hub_declared(line: &str) -> Option<DeclaredOption> {
    let line = Line::parse(line).ok().filter(|line| line.command == "param")?;
    Some(DeclaredOption {
        name: line.get("name")?.to_owned(),
        choices: line.get("values").unwrap_or_default().split_whitespace().map(str::to_owned).collect(),
        default: line.get("value").unwrap_or_default().to_owned(),
    })
}

fn hub_go(request: &MoveRequest<'_>, purpose: Purpose) -> String {
    let start = request.game.positions().next();
    let moves: Vec<_> = request.moves.iter().map(|mv| mv.hub()).collect();
    let pos = Reply::new("pos").arg("pos", start.map(hub::write).unwrap_or_default());
    let pos = start.and_then(hub::write_king_moves).map_or(pos.clone(), |moves| pos.arg("wolf", moves));
    let pos = if moves.is_empty() { pos } else { pos.arg("moves", moves.join(" ")) };
    let go = if purpose == Purpose::Ponder { "go ponder" } else { "go think" };
    format!("{}\n{}\n{go}", pos.text(), hub_level(request))
}

/// The limits of a request. In Hub the clock does not include the increment of the move.
fn hub_level(request: &MoveRequest<'_>) -> String {
    let mut level = Reply::new("level");
    match (request.limit.time, request.own_clock()) {
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
    if let Some(nodes) = request.limit.nodes {
        level = level.arg("nodes", nodes);
    }
    if let Some(depth) = request.limit.depth {
        level = level.arg("depth", depth);
    }
    level.text()
}

fn hub_best_move(line: &str) -> Option<BestMove> {
    let line = Line::parse(line).ok().filter(|line| line.command == "done")?;
    let get = |name| line.get(name).filter(|mv| !mv.is_empty()).map(str::to_owned);
    Some(BestMove { mv: get("move"), expected: get("ponder") })
}

fn hub_search_info(line: &str) -> SearchInfo {
    let Ok(line) = Line::parse(line) else { return SearchInfo::default() };
    SearchInfo {
        score: line.get("score").and_then(score_of_men),
        depth: line.get("depth").and_then(|depth| depth.parse().ok()),
        nodes: line.get("nodes").and_then(|nodes| nodes.parse().ok()),
        pv: line.get("pv").unwrap_or_default().split_whitespace().map(str::to_owned).collect(),
    }
}

/// A score in men.
fn score_of_men(text: &str) -> Option<Score> {
    text.parse().ok().filter(|men: &f64| men.is_finite()).map(Score::from_men)
}

/// UCI, with the moves and positions of draughts as specified in `protocol.md`.
/// CITE: S. Meyer-Kahlen, "Description of the universal chess interface" (2006).
static UCI: ClientProtocol = ClientProtocol {
    greeting: "uci",
    greeted: "uciok",
    prepare: "isready",
    ready: "readyok",
    new_game: "ucinewgame",
    ping: "isready",
    pong: "readyok",
    all_answer_pings: true,
    ponder_hit: "ponderhit",
    stop: "stop",
    quit: "quit",
    only_variant: None,
    variant_option: "UCI_Variant",
    ponder_option: "Ponder",
    book_option: "OwnBook",
    classify: uci_classify,
    declared: uci_declared,
    set: uci_set,
    go: uci_go,
    best_move: uci_best_move,
    search_info: uci_search_info,
};

fn uci_classify(line: &str) -> LineKind {
    match line.split_whitespace().next() {
        Some("uciok" | "readyok" | "option" | "bestmove") => LineKind::Event,
        // The rest of the line is text.
        Some("info") if word_after(line, "info") == Some("string") => LineKind::Noise,
        // The lines after the first are not what the engine plays.
        Some("info") if word_after(line, "multipv").is_some_and(|number| number != "1") => LineKind::Noise,
        Some("info") if line.contains(" score ") && line.contains("bound") => LineKind::Bound,
        Some("info") if line.contains(" score ") => LineKind::Info,
        _ => LineKind::Noise,
    }
}

fn word_after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    line.split_whitespace().skip_while(|other| *other != word).nth(1)
}

fn uci_declared(line: &str) -> Option<DeclaredOption> {
    let rest = line.trim().strip_prefix("option name ")?;
    let (name, rest) = rest.split_once(" type ")?;
    let words: Vec<_> = rest.split_whitespace().collect();
    let after = |key| words.windows(2).filter(move |pair| pair[0] == key).map(|pair| pair[1].to_owned());
    let default = after("default").next_back().unwrap_or_default();
    Some(DeclaredOption { name: name.to_owned(), choices: after("var").collect(), default })
}

fn uci_set(name: &str, value: &str) -> String {
    // A button has no value.
    if value.is_empty() { format!("setoption name {name}") } else { format!("setoption name {name} value {value}") }
}

fn uci_go(request: &MoveRequest<'_>, purpose: Purpose) -> String {
    let mut text = match request.game.positions().next() {
        Some(start) if *start != request.game.variant().start() => format!("position fen {}", fen::write(start)),
        _ => "position startpos".to_owned(),
    };
    if !request.moves.is_empty() {
        text.push_str(" moves");
    }
    for mv in request.moves {
        text.push(' ');
        text.push_str(&mv.pdn());
    }
    text.push_str(if purpose == Purpose::Ponder { "\ngo ponder" } else { "\ngo" });
    // Writing to a string cannot fail.
    let _ = write_uci_limits(&mut text, request);
    text
}

/// The limits of a request. In UCI the clock includes the increment of the move.
fn write_uci_limits(text: &mut String, request: &MoveRequest<'_>) -> std::fmt::Result {
    match request.limit.time {
        TimeLimit::PerMove(time) => write!(text, " movetime {}", time.as_millis().max(1))?,
        TimeLimit::Clock(_) => {
            for (side, letter) in [(Side::White, 'w'), (Side::Black, 'b')] {
                let Some(clock) = request.clocks[side.index()] else { continue };
                let (time, increment) = (clock.remaining.as_millis(), clock.increment.as_millis());
                write!(text, " {letter}time {time} {letter}inc {increment}")?;
            }
            if let Some(moves) = request.own_clock().and_then(|clock| clock.moves_to_go) {
                write!(text, " movestogo {moves}")?;
            }
        }
        TimeLimit::Unlimited => {}
    }
    if let Some(nodes) = request.limit.nodes {
        write!(text, " nodes {nodes}")?;
    }
    if let Some(depth) = request.limit.depth {
        write!(text, " depth {depth}")?;
    }
    Ok(())
}

fn uci_best_move(line: &str) -> Option<BestMove> {
    let mut words = line.split_whitespace();
    if words.next() != Some("bestmove") {
        return None;
    }
    let mv = words.next().filter(|&mv| mv != "(none)").map(str::to_owned);
    let expected = (words.next() == Some("ponder")).then(|| words.next()).flatten().map(str::to_owned);
    Some(BestMove { mv, expected })
}

fn uci_search_info(line: &str) -> SearchInfo {
    let after = |name| word_after(line, name);
    SearchInfo {
        score: after("value").and_then(score_of_men).or_else(|| uci_score(after("score")?, line)),
        depth: after("depth").and_then(|depth| depth.parse().ok()),
        nodes: after("nodes").and_then(|nodes| nodes.parse().ok()),
        pv: line.split_whitespace().skip_while(|word| *word != "pv").skip(1).map(str::to_owned).collect(),
    }
}

/// A score in hundredths of a man, or in moves to the end.
fn uci_score(unit: &str, line: &str) -> Option<Score> {
    let number: i32 = word_after(line, unit)?.parse().ok()?;
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
