//! How games end, and the tally of their results.

use std::fmt;

use super::message::Reason;
use crate::statistics::{Outcome, WdlCounts};
use crownhead_rules::notation::counted;
use crownhead_rules::{GameEnd, Side};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Rules(GameEnd),
    /// By a GAMEEND of this side, before the end by the rules.
    Word {
        of: Side,
        reason: Reason,
    },
    /// Each side has made the agreed number of moves.
    MovesMade,
    IllegalMove {
        by: Side,
        fault: String,
    },
    BrokenOff(Break),
}

/// Why a game was broken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Break {
    Lost,
    /// The other program requests another game.
    NewRequest,
    /// The other program has been silent for too long.
    Silence,
    /// The other program sends too many invalid messages.
    Noise,
    Interrupted,
    NoMove,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameResult {
    Win(Side),
    Draw,
    Unknown,
}

impl Ending {
    pub(super) const fn result(&self) -> GameResult {
        match self {
            Ending::Rules(GameEnd::Win(win)) => GameResult::Win(win.winner),
            Ending::Rules(GameEnd::Draw(_)) | Ending::Word { reason: Reason::Draw, .. } => GameResult::Draw,
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
            Ending::Rules(GameEnd::Win(win)) => write!(f, "{}", win.reason),
            Ending::Rules(GameEnd::Draw(reason)) => write!(f, "{reason}"),
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

/// The results of games, from the point of view of this program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub decided: WdlCounts,
    /// The number of games without a result.
    pub unknown: u64,
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

    pub const fn games(&self) -> u64 {
        self.decided.games() + self.unknown
    }

    /// The number of games that came to an end.
    pub const fn played(&self) -> u64 {
        self.games() - self.broken_off
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WdlCounts { wins, draws, losses } = self.decided;
        let games = counted(self.games(), "game", "games");
        write!(f, "{games}: {wins} won, {draws} drawn, {losses} lost, {} without a result", self.unknown)
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
