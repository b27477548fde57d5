//! How a game is read from PDN, and how it ends.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::MOST_PLIES;
use super::names::{self, move_name};
use super::request::BoardError;
use crownhead_rules::notation::pdn::{PdnError, PdnFault, PdnGame, PdnResult, Reader, Replay};
use crownhead_rules::notation::{Guess, Guesser, NotationError, SpelledMove, decoded};
use crownhead_rules::{AnyPosition, DrawReason, Game, GameEnd, Move, Side, Variant, Win, WinReason};

pub(super) struct ReadGame {
    pub(super) game: Game,
    pub(super) pdn: PdnGame,
    /// What is wrong with it, if it was read only up to there.
    pub(super) fault: Option<PdnError>,
    /// How its variant was found, if it does not state it and another one was expected.
    pub(super) guess: Option<Guess>,
}

/// The text that a request gives: `pdn`, or that of a file in any encoding, whose bytes are the characters with their
/// numbers.
pub(super) fn given_text(pdn: Option<String>, file: Option<String>) -> Option<String> {
    let byte = |letter: char| u8::try_from(letter).unwrap_or(b'?');
    pdn.or_else(|| file.map(|bytes| decoded(&bytes.chars().map(byte).collect::<Vec<_>>())))
}

/// Reads the game with this number, from 1, of a PDN text. Its variant is that of its tags, or else the likeliest one, by
/// its moves and the other games of the text; `fallback`, if it is as likely as others. A faulty
/// game is read up to the fault, unless nothing of it is left: the start position alone is no game.
pub(super) fn read_pdn(text: &str, number: usize, fallback: Variant) -> Result<ReadGame, BoardError> {
    let pdn = Reader::new(text.as_bytes()).nth(number.saturating_sub(1)).ok_or(BoardError::NoPdn(fallback))?;
    let mut pdn = pdn.map_err(BoardError::UnreadablePdn)?;
    if pdn.moves.len() > MOST_PLIES {
        return Err(BoardError::LongPdn(pdn.moves.len()));
    }
    let likeliest = || guessed(text, &pdn, fallback);
    let fault_of = |fault: PdnError| {
        if pdn.moves.is_empty() { fault.into() } else { other_game(fault, likeliest()) }
    };
    let stated = pdn.variant().map_err(fault_of)?;
    let guess = if stated.is_none() { Some(likeliest()) } else { None };
    let variant = stated.or(guess.as_ref().map(|guess| guess.variant)).unwrap_or(fallback);
    let Replay { game, fault } = pdn.replay_to_fault(variant).map_err(fault_of)?;
    let is_nothing = game.moves().is_empty() && *game.position() == variant.start();
    if let Some(fault) = fault.clone().filter(|_| is_nothing) {
        return Err(fault_of(fault));
    }
    // Tags alone are no game, but a game that was not played has a result.
    if is_nothing && (pdn.tags.iter().next().is_none() || !pdn.is_ended()) {
        return Err(BoardError::NoPdn(fallback));
    }
    if let Some(fault) = &fault {
        pdn.set_aside(fault);
    }
    let guess = guess.filter(|guess| guess.variant != fallback);
    Ok(ReadGame { game, pdn, fault, guess })
}

/// The move that a person means in a position.
pub(super) fn read_move(position: &AnyPosition, text: &str) -> Result<Move, BoardError> {
    names::read_move(position, text).map_err(|error| match (error, position.moves().first()) {
        (NotationError::NotAMove { token }, Some(mv)) => {
            BoardError::NotAMove { token, example: move_name(position, mv) }
        }
        (error, _) => error.into(),
    })
}

/// The most games of a text from which the variant of another one is guessed.
const MOST_LEARNT: usize = 100;

/// The fault of a game that is not of the variant that it states, and the one that it fits, if there is one.
fn other_game(fault: PdnError, guess: Guess) -> BoardError {
    use PdnFault::{Fen, GameType, Move, Variant as Name};
    match fault.fault {
        Fen { .. } | GameType(_) | Move { .. } | Name(_) if guess.fits => {
            BoardError::OtherGame { fault, fits: guess.variant }
        }
        _ => fault.into(),
    }
}

fn guessed(text: &str, pdn: &PdnGame, fallback: Variant) -> Guess {
    guesser_of(text, fallback).guess(pdn)
}

/// A guesser that has learnt from the first games of a text.
pub(super) fn guesser_of(text: &str, fallback: Variant) -> Guesser {
    let mut guesser = Guesser::preferring(Some(fallback));
    Reader::new(text.as_bytes()).take(MOST_LEARNT).flatten().for_each(|game| guesser.learn(&game));
    guesser
}

/// A game of a PDN text, or one that is kept, for a list to choose from. Its result is written with White first, as the
/// names are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedGame {
    pub(super) number: usize,
    white: String,
    black: String,
    event: String,
    date: String,
    result: String,
    plies: usize,
}

impl ListedGame {
    pub(super) fn of(number: usize, pdn: &PdnGame, variant: Variant) -> ListedGame {
        let tag = |name: &str| pdn.tags.known(name).unwrap_or_default().to_owned();
        let result = pdn.written_result();
        let is_score = |text: &str| text.chars().all(|c| c.is_numeric() || "/., ".contains(c));
        let scores = result.split_once('-').filter(|(first, second)| is_score(first) && is_score(second));
        let by_colour = scores.filter(|_| pdn.first_side(variant) == Side::Black);
        ListedGame {
            number,
            white: tag("White"),
            black: tag("Black"),
            event: tag("Event"),
            date: tag("Date"),
            result: by_colour.map_or_else(|| result.to_owned(), |(black, white)| format!("{white}-{black}")),
            plies: pdn.moves.len(),
        }
    }
}

/// The games of a PDN text; those that do not state their variant are listed as `fallback`.
pub fn list_pdn(text: &str, fallback: Variant) -> Result<Vec<ListedGame>, BoardError> {
    let listed = |pdn: PdnGame| {
        let variant = pdn.variant().ok().flatten().unwrap_or(fallback);
        ListedGame::of(pdn.number, &pdn, variant)
    };
    let games = Reader::new(text.as_bytes()).map(|game| game.map(listed));
    games.collect::<Result<_, _>>().map_err(BoardError::UnreadablePdn)
}

/// The moves of a game in Hub form, which is never ambiguous.
pub(super) fn hub_moves(game: &Game) -> Vec<String> {
    let moves = game.positions().zip(game.moves());
    moves.map(|(position, mv)| SpelledMove::new(position, mv).hub()).collect()
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    Rules(GameEnd),
    Resigned(Side),
    Time(Side),
    /// Both sides agreed on a draw.
    Agreed,
    /// The game is longer than a room holds.
    TooLong,
    /// The game was played elsewhere, and its PDN states this result.
    Recorded {
        winner: Option<Side>,
        result: PdnResult,
    },
}

impl Finish {
    /// The end of a game whose PDN states this result, and so this winner. The rules say more about the end than a result does. But the
    /// stated result holds where the two differ: players can agree on a draw, and need not claim one.
    pub(super) fn stated(game: &Game, result: &PdnResult, winner: Option<Side>) -> Option<Finish> {
        let by_rules = game.end().map(Finish::Rules);
        if *result == PdnResult::Unknown {
            return by_rules;
        }
        let is_same = |end: &Finish| end.winner() == winner && (winner.is_some() || *result == PdnResult::Draw);
        by_rules.filter(is_same).or_else(|| Some(Finish::Recorded { winner, result: result.clone() }))
    }

    /// The winner; `None` for a draw.
    pub const fn winner(&self) -> Option<Side> {
        match self {
            Finish::Rules(end) => end.winner(),
            Finish::Resigned(loser) | Finish::Time(loser) => Some(loser.opponent()),
            Finish::Agreed | Finish::TooLong => None,
            Finish::Recorded { winner, .. } => *winner,
        }
    }

    /// Why it ended, in a word.
    pub(super) const fn reason(&self) -> &'static str {
        match self {
            Finish::Rules(GameEnd::Draw(DrawReason::Claim)) => GameEnd::Draw(DrawReason::Repetition).name(),
            Finish::Rules(end) => end.name(),
            Finish::Resigned(_) => "resigned",
            Finish::Time(_) => "time",
            Finish::Agreed => "agreed",
            Finish::TooLong => "too-long",
            Finish::Recorded { .. } => "recorded",
        }
    }

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
            Finish::Recorded { result: PdnResult::Other(text), .. } => write!(f, "Result: {text}"),
            Finish::Recorded { .. } => f.write_str("Result: *"),
        }
    }
}
