//! From the value of a message to its bytes.

use super::message::{
    Acceptance, BackAnswer, BackRequest, GameAnswer, GameEnd, GameRequest, Message, MoveMessage, NextGame,
    Reason, Start,
};
use super::text::Name;
use crate::rules::{Side, Square};

/// What ends a message.
pub(super) const END: u8 = 0;

impl Message {
    /// The message as it is sent, its end included.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(128);
        match self {
            Message::GameRequest(request) => write_request(request, &mut bytes),
            Message::GameAnswer(answer) => write_answer(answer, &mut bytes),
            Message::Move(mv) => bytes.extend(move_text(mv).into_bytes()),
            Message::GameEnd(end) => bytes.extend(end_text(*end).into_bytes()),
            Message::Chat(text) => {
                bytes.push(b'C');
                bytes.extend(text.bytes());
            }
            Message::BackRequest(BackRequest { number, side }) => {
                bytes.extend(format!("B{:03}{}", number.get(), side_letter(*side)).into_bytes());
            }
            Message::BackAnswer(answer) => bytes.extend([b'K', back_code(*answer)]),
        }
        bytes.push(END);
        bytes
    }
}

fn write_request(request: &GameRequest, bytes: &mut Vec<u8>) {
    let GameRequest { initiator, follower, minutes, moves, start } = request;
    bytes.extend(b"R01");
    write_name(initiator, bytes);
    let limits = format!("{}{}{:03}", side_letter(*follower), minutes.field(), moves.get());
    bytes.extend(limits.into_bytes());
    match start {
        Start::Normal => bytes.push(b'A'),
        Start::Own(diagram) => {
            bytes.extend(format!("B{}{}", side_letter(diagram.side()), diagram.letters()).into_bytes());
        }
    }
}

fn write_answer(GameAnswer { follower, answer }: &GameAnswer, bytes: &mut Vec<u8>) {
    bytes.push(b'A');
    write_name(follower, bytes);
    bytes.push(match answer {
        Acceptance::Accepted => b'0',
        Acceptance::OtherVersion => b'1',
        Acceptance::NotThisGame => b'2',
        Acceptance::NoGame => b'3',
    });
}

/// A name, filled up with blanks.
fn write_name(name: &Name, bytes: &mut Vec<u8>) {
    bytes.extend(name.bytes().chain(std::iter::repeat(b' ')).take(32));
}

fn move_text(MoveMessage { time, from, to, captured }: &MoveMessage) -> String {
    let square = |square: &Square| format!("{:02}", square.number());
    let captured_squares: String = captured.iter().map(square).collect();
    format!("M{}{}{}{:02}{captured_squares}", time.field(), square(from), square(to), captured.len())
}

fn end_text(GameEnd { reason, next }: GameEnd) -> String {
    let reason = match reason {
        Reason::Unknown => '0',
        Reason::SenderLoses => '1',
        Reason::Draw => '2',
        Reason::SenderWins => '3',
    };
    let next = match next {
        NextGame::Possible => '0',
        NextGame::Unwanted => '1',
    };
    format!("E{reason}{next}")
}

const fn back_code(answer: BackAnswer) -> u8 {
    match answer {
        BackAnswer::Yes => b'0',
        BackAnswer::Never => b'1',
        BackAnswer::NotNow => b'2',
    }
}

/// `W` for wit and `Z` for zwart, as the Dutch say.
const fn side_letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'Z',
    }
}
