//! From the value of a message to its bytes.

use super::message::{BackRequest, GameAnswer, GameEnd, GameRequest, Message, MoveMessage, Start};
use crate::rules::{Side, Square};

/// What ends a message.
pub(super) const END: u8 = 0;

impl Message {
    /// The message as it is sent, its end included.
    pub fn bytes(&self) -> Vec<u8> {
        // One byte a letter. No text has a letter that does not fit into one.
        self.text().chars().filter_map(|c| u8::try_from(c).ok()).chain([END]).collect()
    }

    fn text(&self) -> String {
        match self {
            Message::GameRequest(request) => request_text(request),
            Message::GameAnswer(GameAnswer { follower, answer }) => {
                format!("A{:32}{}", follower.as_str(), *answer as u8)
            }
            Message::Move(mv) => move_text(mv),
            Message::GameEnd(GameEnd { reason, next }) => format!("E{}{}", *reason as u8, *next as u8),
            Message::Chat(text) => format!("C{}", text.as_str()),
            Message::BackRequest(BackRequest { number, side }) => {
                format!("B{:03}{}", number.get(), side_letter(*side))
            }
            Message::BackAnswer(answer) => format!("K{}", *answer as u8),
        }
    }
}

fn request_text(GameRequest { initiator, follower, minutes, moves, start }: &GameRequest) -> String {
    let start = match start {
        Start::Normal => "A".to_owned(),
        Start::Own(diagram) => format!("B{}{}", side_letter(diagram.side()), diagram.letters()),
    };
    let (initiator, follower) = (initiator.as_str(), side_letter(*follower));
    format!("R01{initiator:32}{follower}{}{:03}{start}", minutes.field(), moves.get())
}

fn move_text(MoveMessage { time, from, to, captured }: &MoveMessage) -> String {
    let square = |square: &Square| format!("{:02}", square.number());
    let captured_squares: String = captured.iter().map(square).collect();
    format!("M{}{}{}{:02}{captured_squares}", time.field(), square(from), square(to), captured.len())
}

/// `W` for wit and `Z` for zwart, as the Dutch say.
const fn side_letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'Z',
    }
}
