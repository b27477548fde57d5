//! The messages as values.
//!
//! Where a field is one digit, its enum has the cases in the order of their digits.

use arrayvec::ArrayVec;

use super::decimal::{Minutes, Seconds};
use super::diagram::Diagram;
use super::text::{ChatText, Name};
use crate::notation::{NotationError, parse_move};
use crate::rules::{AnyPosition, Geometry, Move, Side, Square, Variant};

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// GAMEREQ, `R`: the initiator wants a game.
    GameRequest(GameRequest),
    /// GAMEACC, `A`: the follower's answer to it.
    GameAnswer(GameAnswer),
    /// MOVE, `M`: the side to move plays.
    Move(MoveMessage),
    /// GAMEEND, `E`: the side to move ends the game instead of playing, or the other side acknowledges that.
    GameEnd(GameEnd),
    /// CHAT, `C`: anything, at any time.
    Chat(ChatText),
    /// BACKREQ, `B`: moves are to be taken back.
    BackRequest(BackRequest),
    /// BACKACC, `K`: the answer to it.
    BackAnswer(BackAnswer),
}

/// GAMEREQ: what kind of game is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRequest {
    /// The program that asks.
    pub initiator: Name,
    /// The side that the other program is to play.
    pub follower: Side,
    /// The thinking time of each side for the whole game.
    pub minutes: Minutes,
    /// The moves of each side after which the game may be ended; 0 for no limit.
    pub moves: Count,
    /// Where it starts.
    pub start: Start,
}

/// Where a game starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// Form `A`: where all games of the variant start.
    Normal,
    /// Form `B`: a position of its own.
    Own(Diagram),
}

impl Start {
    /// A position, in form `A` if it is the one that all games start from.
    pub fn of(position: &AnyPosition) -> Start {
        if *position == position.variant().start() { Start::Normal } else { Start::Own(Diagram::of(position)) }
    }

    /// The position in a variant.
    ///
    /// # Errors
    /// [`NotationError`] if the board is another one, or the pieces make no position.
    pub fn position(&self, variant: Variant) -> Result<AnyPosition, NotationError> {
        match self {
            Start::Normal => Ok(variant.start()),
            Start::Own(diagram) => diagram.position(variant),
        }
    }
}

/// GAMEACC: whether there will be a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameAnswer {
    /// The program that answers.
    pub follower: Name,
    /// Its answer.
    pub answer: Acceptance,
}

/// The answer to a GAMEREQ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acceptance {
    /// `0`: the game begins.
    Accepted,
    /// `1`: not in this version of the protocol.
    OtherVersion,
    /// `2`: not this game, but another one may do.
    NotThisGame,
    /// `3`: no game at all.
    NoGame,
}

impl Acceptance {
    pub(super) const ALL: &[Acceptance] =
        &[Acceptance::Accepted, Acceptance::OtherVersion, Acceptance::NotThisGame, Acceptance::NoGame];
}

/// MOVE: a move and the time that it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveMessage {
    /// The time that it took, for information.
    pub time: Seconds,
    /// Where the moving piece stands.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// The captured pieces, in any order.
    pub captured: ArrayVec<Square, MOST_CAPTURED>,
}

/// The most captured pieces of a move: all that a side has on 10x10.
pub const MOST_CAPTURED: usize = 20;

impl MoveMessage {
    /// A move on a board.
    pub fn new(board: &Geometry, mv: &Move, time: Seconds) -> MoveMessage {
        // No side of any variant has more pieces than there is room for.
        let captured = mv.captured.singles().map(|single| board.square(single)).take(MOST_CAPTURED).collect();
        MoveMessage { time, from: mv.from, to: mv.to, captured }
    }

    /// The legal move of `position` that is meant. The ends alone will do where they suffice.
    ///
    /// # Errors
    /// [`NotationError`] if no legal move is meant, or more than one could be.
    pub fn legal(&self, position: &AnyPosition) -> Result<Move, NotationError> {
        parse_move(position, &self.hub())
    }

    /// The move as Hub writes it.
    fn hub(&self) -> String {
        let squares = [self.from, self.to].into_iter().chain(self.captured.iter().copied());
        let numbers: Vec<_> = squares.map(|square| square.to_string()).collect();
        numbers.join(if self.captured.is_empty() { "-" } else { "x" })
    }
}

/// GAMEEND: a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// Why, as the sender sees it. In an acknowledgement always [`Reason::Unknown`].
    pub reason: Reason,
    /// May there be another game?
    pub next: NextGame,
}

/// Why a game was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// `0`: no reason is given.
    Unknown,
    /// `1`: the sender gives up.
    SenderLoses,
    /// `2`: it is a draw.
    Draw,
    /// `3`: the sender has won.
    SenderWins,
}

impl Reason {
    pub(super) const ALL: &[Reason] = &[Reason::Unknown, Reason::SenderLoses, Reason::Draw, Reason::SenderWins];
}

/// Whether there may be another game: the stop code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextGame {
    /// `0`: yes.
    Possible,
    /// `1`: the sender wants no other.
    Unwanted,
}

impl NextGame {
    pub(super) const ALL: &[NextGame] = &[NextGame::Possible, NextGame::Unwanted];
}

/// BACKREQ: the point of the game to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackRequest {
    /// The number of a move, from 1.
    pub number: Count,
    /// The side that is to move there.
    pub side: Side,
}

/// BACKACC: whether moves are taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackAnswer {
    /// `0`: they are.
    Yes,
    /// `1`: this program never does that.
    Never,
    /// `2`: not now; the game goes on.
    NotNow,
}

impl BackAnswer {
    pub(super) const ALL: &[BackAnswer] = &[BackAnswer::Yes, BackAnswer::Never, BackAnswer::NotNow];
}

/// A number of moves, at most 999.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count(u16);

impl Count {
    /// The greatest.
    pub const MAX: Count = Count(999);

    /// So many, if they are at most 999.
    pub const fn new(number: u16) -> Option<Count> {
        if number <= Count::MAX.0 { Some(Count(number)) } else { None }
    }

    /// The number.
    pub const fn get(self) -> u16 {
        self.0
    }
}
