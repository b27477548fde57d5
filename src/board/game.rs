//! How a game is read from PDN, and how it ends.

use std::fmt;

use serde::Serialize;

use super::MOST_PLIES;
use super::request::BoardError;
use crownhead_rules::notation::pdn::{PdnError, PdnGame, PdnResult, Reader};
use crownhead_rules::notation::{Guesser, SpelledMove};
use crownhead_rules::{DrawReason, Game, GameEnd, Side, Variant, Win, WinReason};

/// A game that was read from PDN.
pub(super) struct ReadGame {
    pub(super) game: Game,
    pub(super) pdn: PdnGame,
    /// What is wrong with it, if it was read only up to there.
    pub(super) fault: Option<PdnError>,
}

/// Reads the game with this number, from 1, of a PDN text. Its variant is that of its tags, or else the likeliest one, by
/// its moves and the other games of the text; `fallback`, if it is as likely as others. A faulty
/// game is read up to the fault, unless nothing of it is left: the start position alone is no game.
pub(super) fn read_pdn(text: &str, number: usize, fallback: Variant) -> Result<ReadGame, BoardError> {
    let pdn = Reader::new(text.as_bytes()).nth(number.saturating_sub(1)).ok_or(BoardError::NoPdn)?;
    let mut pdn = pdn.map_err(BoardError::UnreadablePdn)?;
    if pdn.moves.len() > MOST_PLIES {
        return Err(BoardError::LongPdn(pdn.moves.len()));
    }
    let variant = pdn.variant()?.unwrap_or_else(|| guessed(text, &pdn, fallback));
    let (game, fault) = pdn.replay_to_fault(variant)?;
    let is_nothing = game.moves().is_empty() && *game.position() == variant.start();
    if let Some(fault) = fault.clone().filter(|_| is_nothing) {
        return Err(fault.into());
    }
    if is_nothing && pdn.tags.iter().next().is_none() {
        return Err(BoardError::NoPdn);
    }
    Ok(ReadGame { game, pdn, fault })
}

/// The most games of a text from which the variant of another one is guessed.
const MOST_LEARNT: usize = 100;

fn guessed(text: &str, pdn: &PdnGame, fallback: Variant) -> Variant {
    let mut guesser = Guesser::preferring(Some(fallback));
    Reader::new(text.as_bytes()).take(MOST_LEARNT).flatten().for_each(|game| guesser.learn(&game));
    guesser.guess(pdn).variant
}

/// A game of a PDN text, for a list to choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListedGame {
    number: usize,
    white: String,
    black: String,
    event: String,
    date: String,
    result: String,
    plies: usize,
}

pub fn list_pdn(text: &str) -> Result<Vec<ListedGame>, BoardError> {
    let listed = |pdn: PdnGame| {
        let tag = |name: &str| pdn.tags.known(name).unwrap_or_default().to_owned();
        ListedGame {
            number: pdn.number,
            white: tag("White"),
            black: tag("Black"),
            event: tag("Event"),
            date: tag("Date"),
            result: tag("Result"),
            plies: pdn.moves.len(),
        }
    };
    let games = Reader::new(text.as_bytes()).map(|game| game.map(listed));
    games.collect::<Result<_, _>>().map_err(BoardError::UnreadablePdn)
}

/// The moves of a game in Hub form, which is never ambiguous.
pub(super) fn hub_moves(game: &Game) -> Vec<String> {
    let moves = game.positions().zip(game.moves());
    moves.map(|(position, mv)| SpelledMove::new(position, mv).hub()).collect()
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    /// By the rules.
    Rules(GameEnd),
    Resigned(Side),
    /// The time of this side ran out.
    Time(Side),
    /// Both sides agreed on a draw.
    Agreed,
    /// The game is longer than a room holds.
    TooLong,
    /// The game was played elsewhere, and its PDN states this result.
    Recorded {
        /// The winner, if there is one.
        winner: Option<Side>,
        result: PdnResult,
    },
}

impl Finish {
    /// The end of a game whose PDN states this result. The rules say more about the end than a result does. But the
    /// stated result holds where the two differ: players can agree on a draw, and need not claim one.
    pub(super) fn stated(game: &Game, result: &PdnResult) -> Option<Finish> {
        let by_rules = game.end().map(Finish::Rules);
        if *result == PdnResult::Unknown {
            return by_rules;
        }
        let recorded = Finish::Recorded { winner: result.winner(game.variant()), result: result.clone() };
        by_rules.filter(|end| end.result(game.variant()) == *result).or(Some(recorded))
    }

    /// The winner; `None` for a draw.
    pub const fn winner(&self) -> Option<Side> {
        match self {
            Finish::Rules(GameEnd::Win(Win { winner, .. })) => Some(*winner),
            Finish::Resigned(loser) | Finish::Time(loser) => Some(loser.opponent()),
            Finish::Rules(GameEnd::Draw(_)) | Finish::Agreed | Finish::TooLong => None,
            Finish::Recorded { winner, .. } => *winner,
        }
    }

    /// Why it ended, in a word.
    pub(super) const fn reason(&self) -> &'static str {
        match self {
            Finish::Rules(GameEnd::Win(Win { reason: WinReason::NoMove, .. })) => "no-move",
            Finish::Rules(GameEnd::Win(Win { reason: WinReason::Kings, .. })) => "kings",
            Finish::Rules(GameEnd::Draw(DrawReason::Repetition | DrawReason::Claim)) => "repetition",
            Finish::Rules(GameEnd::Draw(DrawReason::QuietMoves)) => "quiet-moves",
            Finish::Rules(GameEnd::Draw(DrawReason::Ending(_))) => "ending",
            Finish::Resigned(_) => "resigned",
            Finish::Time(_) => "time",
            Finish::Agreed => "agreed",
            Finish::TooLong => "too-long",
            Finish::Recorded { .. } => "recorded",
        }
    }

    /// The result in PDN, of a game of this variant.
    pub fn result(&self, variant: Variant) -> PdnResult {
        match self {
            Finish::Recorded { result, .. } => result.clone(),
            _ => PdnResult::of(variant, self.winner()),
        }
    }
}

/// In a sentence: `White wins: Black resigned`.
impl fmt::Display for Finish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finish::Rules(GameEnd::Win(Win { winner, reason: WinReason::NoMove })) => {
                write!(f, "{winner} wins: no move is left")
            }
            Finish::Rules(GameEnd::Win(Win { winner, reason })) => write!(f, "{winner} wins: {reason}"),
            Finish::Rules(GameEnd::Draw(reason)) => write!(f, "Draw: {reason}"),
            Finish::Resigned(loser) => write!(f, "{} wins: {loser} resigned", loser.opponent()),
            Finish::Time(loser) => write!(f, "{} wins: {loser} ran out of time", loser.opponent()),
            Finish::Agreed => f.write_str("Draw: agreed"),
            Finish::TooLong => write!(f, "Draw: {}", BoardError::TooLong),
            Finish::Recorded { winner: Some(winner), .. } => write!(f, "{winner} wins"),
            Finish::Recorded { result: PdnResult::Draw, .. } => f.write_str("Draw"),
            Finish::Recorded { result: PdnResult::BothLose, .. } => f.write_str("Both sides lose"),
            Finish::Recorded { result, .. } => write!(f, "Result: {}", result.text(0)),
        }
    }
}
