//! From the bytes of a message to its value.

use arrayvec::ArrayVec;

use super::decimal::Decimal;
use super::diagram::Diagram;
use super::error::DxpError;
use super::message::{
    Acceptance, BackAnswer, BackRequest, Count, GameAnswer, GameEnd, GameRequest, MOST_CAPTURED, Message, MoveMessage,
    NextGame, Reason, Start,
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
            b'A' => Message::GameAnswer(GameAnswer {
                follower: fields.name()?,
                answer: fields.choice("answer", "0, 1, 2 or 3", Acceptance::ALL)?,
            }),
            b'M' => Message::Move(move_message(&mut fields)?),
            b'E' => Message::GameEnd(GameEnd {
                reason: fields.choice("reason", "0, 1, 2 or 3", Reason::ALL)?,
                next: fields.choice("stop code", "0 or 1", NextGame::ALL)?,
            }),
            b'B' => Message::BackRequest(BackRequest {
                number: fields.count("number of a move")?,
                side: fields.side("side to move")?,
            }),
            b'K' => Message::BackAnswer(fields.choice("answer", "0, 1 or 2", BackAnswer::ALL)?),
            _ => return Err(DxpError::UnknownKind { message: letters(bytes) }),
        };
        fields.finish()?;
        Ok(message)
    }
}

fn game_request(fields: &mut Fields<'_>) -> Result<GameRequest, DxpError> {
    fields.version()?;
    Ok(GameRequest {
        initiator: fields.name()?,
        follower: fields.side("side of the follower")?,
        minutes: fields.decimal("number of minutes")?,
        moves: fields.count("number of moves")?,
        start: fields.start()?,
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

/// The fields of a message, one after another.
struct Fields<'a> {
    message: &'a [u8],
    next: usize,
}

impl<'a> Fields<'a> {
    fn take(&mut self, width: usize, field: &'static str, expected: &'static str) -> Result<&'a [u8], DxpError> {
        let rest = self.message.get(self.next..).unwrap_or_default();
        let found =
            rest.get(..width).ok_or_else(|| DxpError::Missing { field, expected, message: letters(self.message) })?;
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
        let error = || DxpError::Field { field, found: found.clone(), expected, message: letters(self.message) };
        value(&found).ok_or_else(error)
    }

    fn version(&mut self) -> Result<(), DxpError> {
        let version = letters(self.take(2, "version", "01")?);
        if number(&version) == Some(1) {
            return Ok(());
        }
        Err(DxpError::Version { version, message: letters(self.message) })
    }

    fn name(&mut self) -> Result<Name, DxpError> {
        Ok(Name::read(self.take(32, "name", "32 characters")?))
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
        if self.parse(1, "form of the position", "A or B", |text| "AB".find(text))? == 0 {
            return Ok(Start::Normal);
        }
        let side = self.side("side to move")?;
        let rest = self.message.get(self.next..).unwrap_or_default().trim_ascii_end().len();
        let read = |text: &str| Diagram::read(side, text.to_owned()).map(Start::Own);
        self.parse(rest, "position", "50 letters w, z, W, Z or e (32 on 8x8)", read)
    }

    /// The next digit, if it is the place of a choice.
    fn choice<T: Copy>(&mut self, field: &'static str, expected: &'static str, choices: &[T]) -> Result<T, DxpError> {
        self.parse(1, field, expected, |text| choices.get(usize::from(number(text)?)).copied())
    }

    fn square(&mut self, field: &'static str) -> Result<Square, DxpError> {
        let square = |text: &str| Square::from_number(u32::from(number(text)?), MOST_SQUARES);
        self.parse(2, field, "01 to 50", square)
    }

    fn captures(&mut self) -> Result<u16, DxpError> {
        let captures = |text: &str| number(text).filter(|&number| usize::from(number) <= MOST_CAPTURED);
        self.parse(2, "number of captured pieces", "00 to 20", captures)
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
