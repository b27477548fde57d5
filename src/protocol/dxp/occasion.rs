//! What has happened, with all that is needed to deal with it.

use super::error::DxpError;
use super::message::{Acceptance, GameAnswer, GameEnd, MoveMessage, Reason};
use super::phase::Happening;
use super::play::Play;
use super::text::{ChatText, Name};
use crate::engine::Answer;
use crate::rules::Rules;

/// A [`Happening`] and what belongs to it.
pub(super) enum Occasion<R: Rules> {
    /// A request, as the game that it asks for.
    Request(Box<Play<R>>),
    /// A request that cannot be granted, the answer to it, and why.
    BadRequest(Acceptance, String),
    SurplusRequest,
    Accepted(Name),
    Refused(Acceptance),
    /// A move, as the game after it.
    Move(Box<Play<R>>),
    /// A move that cannot be played or read, and why.
    IllegalMove(String),
    StrayMove(MoveMessage),
    End(GameEnd),
    Chat(ChatText),
    BackRequest,
    BackAnswer,
    Noise(DxpError),
    Answer(Answer),
    Over(Reason),
}

impl<R: Rules> Occasion<R> {
    pub(super) fn of_answer(GameAnswer { follower, answer }: GameAnswer) -> Occasion<R> {
        match answer {
            Acceptance::Accepted => Occasion::Accepted(follower),
            Acceptance::OtherVersion | Acceptance::NotThisGame | Acceptance::NoGame => {
                Occasion::Refused(answer)
            }
        }
    }

    /// A request that cannot be read still has to be answered.
    pub(super) fn of_error(error: DxpError) -> Occasion<R> {
        match error {
            DxpError::Version { .. } => Occasion::BadRequest(Acceptance::OtherVersion, error.to_string()),
            _ if error.is_of_request() => Occasion::BadRequest(Acceptance::NotThisGame, error.to_string()),
            _ => Occasion::Noise(error),
        }
    }

    pub(super) const fn happening(&self) -> Happening {
        match self {
            Occasion::Request(_) => Happening::Request,
            Occasion::BadRequest(..) => Happening::BadRequest,
            Occasion::SurplusRequest => Happening::SurplusRequest,
            Occasion::Accepted(_) => Happening::Accepted,
            Occasion::Refused(_) => Happening::Refused,
            Occasion::Move(_) => Happening::Move,
            Occasion::IllegalMove(_) => Happening::IllegalMove,
            Occasion::StrayMove(_) => Happening::StrayMove,
            Occasion::End(_) => Happening::End,
            Occasion::Chat(_) => Happening::Chat,
            Occasion::BackRequest => Happening::BackRequest,
            Occasion::BackAnswer => Happening::BackAnswer,
            Occasion::Noise(_) => Happening::Noise,
            Occasion::Answer(_) => Happening::Answer,
            Occasion::Over(_) => Happening::Over,
        }
    }

    /// What people are shown of it.
    pub(super) fn shown(&self) -> Option<String> {
        match self {
            Occasion::Chat(text) => Some(format!("chat: {text}")),
            Occasion::Noise(error) => Some(format!("not understood: {error}")),
            Occasion::StrayMove(mv) => Some(format!("not its turn: a move from {} to {}", mv.from, mv.to)),
            _ => None,
        }
    }
}
