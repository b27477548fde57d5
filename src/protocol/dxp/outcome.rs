//! How a game came out, and how many did so.

use std::fmt;

use super::message::Reason;
use crate::rules::{self, Side};
use crate::statistics::{Outcome, Wdl};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// By the rules.
    Rules(rules::GameEnd),
    /// By the word of a side, where the rules do not say so yet.
    Word {
        /// Who said it.
        of: Side,
        /// What it said.
        reason: Reason,
    },
    /// Each side has made the moves that were agreed on.
    MovesMade,
    /// By a move that is none.
    IllegalMove {
        /// Who made it.
        by: Side,
        /// What is wrong with it.
        fault: String,
    },
    /// Without an end.
    BrokenOff(Break),
}

/// Why a game was broken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Break {
    /// The connection is gone.
    Lost,
    /// The other program asks for another game.
    NewRequest,
    /// The other program has been silent for too long.
    Silence,
    /// It sends too much that is no message.
    Noise,
    /// This program was told to stop.
    Interrupted,
    /// The engine failed.
    NoMove,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameResult {
    Win(Side),
    Draw,
    Unknown,
}

impl Ending {
    pub(super) const fn result(&self) -> GameResult {
        match self {
            Ending::Rules(rules::GameEnd::Win(win)) => GameResult::Win(win.winner),
            Ending::Rules(rules::GameEnd::Draw(_)) | Ending::Word { reason: Reason::Draw, .. } => GameResult::Draw,
            Ending::Word { of, reason: Reason::SenderWins } => GameResult::Win(*of),
            Ending::Word { of, reason: Reason::SenderLoses } => GameResult::Win(of.opponent()),
            Ending::Word { reason: Reason::Unknown, .. }
            | Ending::MovesMade
            | Ending::IllegalMove { .. }
            | Ending::BrokenOff(_) => GameResult::Unknown,
        }
    }
}

impl fmt::Display for Ending {
    /// The result and the reason, as `White wins: Black has no move`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.result() {
            GameResult::Win(side) => write!(f, "{side} wins: ")?,
            GameResult::Draw => f.write_str("draw: ")?,
            GameResult::Unknown => f.write_str("no result: ")?,
        }
        match self {
            Ending::Rules(rules::GameEnd::Win(win)) => write!(f, "{}", win.reason),
            Ending::Rules(rules::GameEnd::Draw(reason)) => write!(f, "{reason}"),
            Ending::Word { of, reason: Reason::Unknown } => write!(f, "{of} ends the game"),
            Ending::Word { of, reason: Reason::SenderLoses } => write!(f, "{of} gives up"),
            Ending::Word { of, .. } => write!(f, "{of} says so"),
            Ending::MovesMade => f.write_str("the moves agreed on have been made"),
            Ending::IllegalMove { by, fault } => write!(f, "illegal move of {by}: {fault}"),
            Ending::BrokenOff(cause) => write!(f, "{cause}"),
        }
    }
}

impl fmt::Display for Break {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Break::Lost => "the connection is lost",
            Break::NewRequest => "the other program asks for a new game",
            Break::Silence => "the other program is silent",
            Break::Noise => "the other program sends invalid messages",
            Break::Interrupted => "interrupted",
            Break::NoMove => "the engine has no move",
        })
    }
}

/// How games came out for this program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Those with a result.
    pub decided: Wdl,
    /// Those without a result.
    pub unknown: u64,
    /// Those of the latter that were broken off.
    pub broken_off: u64,
}

impl Tally {
    pub(super) fn count(&mut self, own: Side, ending: &Ending) {
        self.broken_off += u64::from(matches!(ending, Ending::BrokenOff(_)));
        match ending.result() {
            GameResult::Win(side) if side == own => self.decided.add(Outcome::Win),
            GameResult::Win(_) => self.decided.add(Outcome::Loss),
            GameResult::Draw => self.decided.add(Outcome::Draw),
            GameResult::Unknown => self.unknown += 1,
        }
    }

    /// All of them.
    pub const fn games(&self) -> u64 {
        self.decided.games() + self.unknown
    }

    /// Those that came to an end.
    pub const fn played(&self) -> u64 {
        self.games() - self.broken_off
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wdl { wins, draws, losses } = self.decided;
        let (games, unknown) = (self.games(), self.unknown);
        let noun = if games == 1 { "game" } else { "games" };
        write!(f, "{games} {noun}: {wins} won, {draws} drawn, {losses} lost, {unknown} without a result")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_that_of_its_sender() {
        let word = |reason| Ending::Word { of: Side::Black, reason };
        for (reason, result, text) in [
            (Reason::Unknown, GameResult::Unknown, "no result: Black ends the game"),
            (Reason::SenderLoses, GameResult::Win(Side::White), "White wins: Black gives up"),
            (Reason::Draw, GameResult::Draw, "draw: Black says so"),
            (Reason::SenderWins, GameResult::Win(Side::Black), "Black wins: Black says so"),
        ] {
            assert_eq!((word(reason).result(), word(reason).to_string().as_str()), (result, text));
        }
    }

    #[test]
    fn results_are_counted_for_this_program() {
        let mut tally = Tally::default();
        let word = |of, reason| Ending::Word { of, reason };
        tally.count(Side::White, &word(Side::White, Reason::SenderWins));
        tally.count(Side::White, &word(Side::Black, Reason::SenderWins));
        tally.count(Side::Black, &word(Side::Black, Reason::SenderWins));
        tally.count(Side::Black, &word(Side::White, Reason::Draw));
        tally.count(Side::Black, &Ending::MovesMade);
        tally.count(Side::Black, &Ending::BrokenOff(Break::Lost));
        assert_eq!(tally.to_string(), "6 games: 2 won, 1 drawn, 1 lost, 2 without a result");
        assert_eq!(tally.played(), 5);
    }
}
