//! What people are told.

use std::io;
use std::time::Duration;

use super::host::Host;
use super::outcome::{Ending, GameResult};
use super::play::Play;
use crate::notation::{SpelledMove, counted};
use crate::rules::{Side, Variant};

impl Host<'_> {
    /// Writes a line, at once.
    pub(super) fn say(&mut self, line: std::fmt::Arguments<'_>) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    /// Shows that a game begins, and counts it.
    pub(super) fn report_start(&mut self, play: &Play) -> io::Result<()> {
        self.begun += 1;
        let own = self.plan.name.clone();
        let [white, black] = match play.own {
            Side::White => [&own, &play.opponent],
            Side::Black => [&play.opponent, &own],
        };
        let number = self.begun;
        self.say(format_args!("game {number}: {white} (White), {black} (Black); {}", conditions(play)))
    }

    /// Shows how a game ended, and counts it.
    pub(super) fn report_end(&mut self, play: &Play, ending: &Ending) -> io::Result<()> {
        let result = ending.result();
        self.tally.count(play.own, ending);
        let (number, tally) = (self.begun, self.tally);
        let [white, black] = Side::ALL.map(|side| seconds(play.used(side)));
        self.say(format_args!(
            "game {number}: {ending}; {}; White used {white}, Black {black}",
            counted(play.moves().len() as u64, "ply", "plies")
        ))?;
        if !play.moves().is_empty() {
            self.say(format_args!("{} {}", movetext(play), pdn_result(play.variant(), result)))?;
        }
        self.say(format_args!("{tally}"))
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

fn conditions(play: &Play) -> String {
    let time = if play.minutes.is_zero() { "no minutes given".to_owned() } else { format!("{} min", play.minutes) };
    let moves = match play.limit.get() {
        0 => "any number of moves".to_owned(),
        moves => counted(moves.into(), "move", "moves"),
    };
    let start = play.start_fen().map(|fen| format!(", from {fen}")).unwrap_or_default();
    format!("{}, {time}, {moves}{start}", play.variant())
}

/// The moves as PDN writes them, numbered in pairs. Who moves first in the variant moves first in a pair.
fn movetext(play: &Play) -> String {
    let offset = usize::from(play.first_to_move() != play.variant().articles().first);
    let write = |(ply, mv): (usize, &SpelledMove)| {
        let ply = ply + offset;
        match (ply % 2, ply) {
            (0, _) => format!("{}. {mv}", ply / 2 + 1),
            (_, 1) if offset == 1 => format!("1. ... {mv}"),
            _ => mv.to_string(),
        }
    };
    play.moves().iter().enumerate().map(write).collect::<Vec<_>>().join(" ")
}

/// The result as PDN writes it. In the games that Black begins, `1-0` is a win of Black, as is the custom there.
fn pdn_result(variant: Variant, result: GameResult) -> &'static str {
    match result {
        GameResult::Win(side) if side == variant.articles().first => "1-0",
        GameResult::Win(_) => "0-1",
        GameResult::Draw => "1/2-1/2",
        GameResult::Unknown => "*",
    }
}
