//! From the bytes of a message to its value.

use arrayvec::ArrayVec;

use super::decimal::Decimal;
use super::diagram::Diagram;
use super::error::DxpError;
use super::message::{
    Acceptance, BackAnswer, BackRequest, Count, GameAnswer, GameEnd, GameRequest, MOST_CAPTURED, Message,
    MoveMessage, NextGame, Reason, Start,
};
use super::text::{ChatText, Name, letters};
use crate::rules::{Side, Square};

/// The squares of the largest board.
const MOST_SQUARES: usize = 50;

impl Message {
    /// Reads a message without its end. Blanks and line ends behind it do no harm, nor do blanks in a number.
    ///
    /// # Errors
    /// The first [`DxpError`] found.
    pub fn read(bytes: &[u8]) -> Result<Message, DxpError> {
        let Some((kind, text)) = bytes.split_first() else { return Err(DxpError::Empty) };
        let mut fields = Fields { message: bytes, next: 1 };
        let message = match kind {
            b'C' => return Ok(Message::Chat(ChatText::read(text))),
            b'R' => Message::GameRequest(game_request(&mut fields)?),
            b'A' => Message::GameAnswer(game_answer(&mut fields)?),
            b'M' => Message::Move(move_message(&mut fields)?),
            b'E' => Message::GameEnd(game_end(&mut fields)?),
            b'B' => Message::BackRequest(back_request(&mut fields)?),
            b'K' => Message::BackAnswer(fields.back_answer()?),
            _ => return Err(DxpError::UnknownKind { message: letters(bytes) }),
        };
        fields.finish()?;
        Ok(message)
    }
}

fn game_request(fields: &mut Fields<'_>) -> Result<GameRequest, DxpError> {
    fields.version()?;
    Ok(GameRequest {
        initiator: Name::read(fields.take(32, "name", "32 characters")?),
        follower: fields.side("side of the follower")?,
        minutes: fields.decimal("number of minutes")?,
        moves: fields.count("number of moves")?,
        start: fields.start()?,
    })
}

fn game_answer(fields: &mut Fields<'_>) -> Result<GameAnswer, DxpError> {
    Ok(GameAnswer {
        follower: Name::read(fields.take(32, "name", "32 characters")?),
        answer: fields.acceptance()?,
    })
}

fn move_message(fields: &mut Fields<'_>) -> Result<MoveMessage, DxpError> {
    let time = fields.decimal("number of seconds")?;
    let from = fields.square("square to move from")?;
    let to = fields.square("square to move to")?;
    let captures = fields.captures()?;
    let captured = (0..captures).map(|_| fields.square("captured square"));
    Ok(MoveMessage { time, from, to, captured: captured.collect::<Result<ArrayVec<_, MOST_CAPTURED>, _>>()? })
}

fn game_end(fields: &mut Fields<'_>) -> Result<GameEnd, DxpError> {
    Ok(GameEnd { reason: fields.reason()?, next: fields.next_game()? })
}

fn back_request(fields: &mut Fields<'_>) -> Result<BackRequest, DxpError> {
    Ok(BackRequest { number: fields.count("number of a move")?, side: fields.side("side to move")? })
}

/// The fields of a message, one after another.
struct Fields<'a> {
    message: &'a [u8],
    next: usize,
}

impl<'a> Fields<'a> {
    fn take(
        &mut self,
        width: usize,
        field: &'static str,
        expected: &'static str,
    ) -> Result<&'a [u8], DxpError> {
        let rest = self.message.get(self.next..).unwrap_or_default();
        let found = rest.get(..width).ok_or_else(|| DxpError::Missing {
            field,
            expected,
            message: letters(self.message),
        })?;
        self.next += width;
        Ok(found)
    }

    /// The next field, if `value` finds what is meant by its text.
    fn parse<T>(
        &mut self,
        width: usize,
        field: &'static str,
        expected: &'static str,
        value: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, DxpError> {
        let found = letters(self.take(width, field, expected)?);
        let error =
            || DxpError::Field { field, found: found.clone(), expected, message: letters(self.message) };
        value(&found).ok_or_else(error)
    }

    fn version(&mut self) -> Result<(), DxpError> {
        let version = letters(self.take(2, "version", "01")?);
        if number(&version) == Some(1) {
            return Ok(());
        }
        Err(DxpError::Version { version, message: letters(self.message) })
    }

    fn side(&mut self, field: &'static str) -> Result<Side, DxpError> {
        self.parse(1, field, "W or Z", |text| match text {
            "W" => Some(Side::White),
            "Z" => Some(Side::Black),
            _ => None,
        })
    }

    fn decimal<const WIDTH: usize>(&mut self, field: &'static str) -> Result<Decimal<WIDTH>, DxpError> {
        self.parse(WIDTH, field, "digits, with a point or without", Decimal::read)
    }

    fn count(&mut self, field: &'static str) -> Result<Count, DxpError> {
        self.parse(3, field, "000 to 999", |text| Count::new(number(text)?))
    }

    fn start(&mut self) -> Result<Start, DxpError> {
        let is_own = self.parse(1, "form of the position", "A or B", |text| match text {
            "A" => Some(false),
            "B" => Some(true),
            _ => None,
        })?;
        if !is_own {
            return Ok(Start::Normal);
        }
        let side = self.side("side to move")?;
        let rest = self.message.get(self.next..).unwrap_or_default().trim_ascii_end().len();
        let read = |text: &str| Diagram::read(side, text.to_owned()).map(Start::Own);
        self.parse(rest, "position", "50 letters w, z, W, Z or e (32 on 8x8)", read)
    }

    fn acceptance(&mut self) -> Result<Acceptance, DxpError> {
        self.parse(1, "answer", "0, 1, 2 or 3", |text| match text {
            "0" => Some(Acceptance::Accepted),
            "1" => Some(Acceptance::OtherVersion),
            "2" => Some(Acceptance::NotThisGame),
            "3" => Some(Acceptance::NoGame),
            _ => None,
        })
    }

    fn square(&mut self, field: &'static str) -> Result<Square, DxpError> {
        let square = |text: &str| Square::from_number(u32::from(number(text)?), MOST_SQUARES);
        self.parse(2, field, "01 to 50", square)
    }

    fn captures(&mut self) -> Result<u16, DxpError> {
        let captures = |text: &str| number(text).filter(|&number| usize::from(number) <= MOST_CAPTURED);
        self.parse(2, "number of captured pieces", "00 to 20", captures)
    }

    fn reason(&mut self) -> Result<Reason, DxpError> {
        self.parse(1, "reason", "0, 1, 2 or 3", |text| match text {
            "0" => Some(Reason::Unknown),
            "1" => Some(Reason::SenderLoses),
            "2" => Some(Reason::Draw),
            "3" => Some(Reason::SenderWins),
            _ => None,
        })
    }

    fn next_game(&mut self) -> Result<NextGame, DxpError> {
        self.parse(1, "stop code", "0 or 1", |text| match text {
            "0" => Some(NextGame::Possible),
            "1" => Some(NextGame::Unwanted),
            _ => None,
        })
    }

    fn back_answer(&mut self) -> Result<BackAnswer, DxpError> {
        self.parse(1, "answer", "0, 1 or 2", |text| match text {
            "0" => Some(BackAnswer::Yes),
            "1" => Some(BackAnswer::Never),
            "2" => Some(BackAnswer::NotNow),
            _ => None,
        })
    }

    fn finish(self) -> Result<(), DxpError> {
        let surplus = self.message.get(self.next..).unwrap_or_default();
        if surplus.trim_ascii().is_empty() {
            return Ok(());
        }
        Err(DxpError::Surplus { surplus: letters(surplus), message: letters(self.message) })
    }
}

/// A number of digits alone, with blanks around it or without.
fn number(text: &str) -> Option<u16> {
    let digits = text.trim();
    let are_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    if are_digits { digits.parse().ok() } else { None }
}
