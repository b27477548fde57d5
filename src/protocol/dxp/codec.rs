//! Messages from bytes and to bytes, and messages from a stream that can be cut anywhere.

use std::str::FromStr;

use arrayvec::ArrayVec;

use super::message::{
    ChatText, Count, Decimal, Diagram, GameRequest, MOST_CAPTURED, Message, MoveMessage, Name, Start, letters,
};
use crownhead_rules::{Side, Square};

const END: u8 = 0;

/// Why bytes are not a message. Each error has what was received and what was expected. The messages before and after it
/// are not affected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DxpError {
    /// The end of a message, with nothing before it.
    #[error("an empty message: expected one that begins with R, A, M, E, C, B or K")]
    Empty,
    /// A message exceeds the maximum length. It is skipped to its end.
    #[error("a message of more than {most} characters, which begins with {beginning:?}")]
    TooLong {
        /// The maximum number of characters.
        most: usize,
        /// Its first characters, as many as that.
        beginning: String,
    },
    /// The connection has ended within a message.
    #[error("the connection ended within a message, after {beginning:?}")]
    Unfinished {
        /// What had been received of it.
        beginning: String,
    },
    /// No message begins like this.
    #[error("{message:?} is not a message: expected one that begins with R, A, M, E, C, B or K")]
    UnknownKind { message: String },
    /// A message ends too early.
    #[error("{message:?} ends before its {field}: expected {expected}")]
    Missing {
        /// The missing field.
        field: &'static str,
        /// What is expected there.
        expected: &'static str,
        message: String,
    },
    /// A field has an invalid value.
    #[error("{found:?} is not a valid {field}: expected {expected} (in {message:?})")]
    Field {
        field: &'static str,
        /// Its value.
        found: String,
        /// What is expected there.
        expected: &'static str,
        message: String,
    },
    /// A request in a later version of the protocol.
    #[error("protocol version {version:?}: expected 01 (in {message:?})")]
    Version { version: String, message: String },
    /// A message continues after its end.
    #[error("{surplus:?} after the end of {message:?}: expected nothing")]
    Surplus {
        /// What follows its end.
        surplus: String,
        message: String,
    },
}

impl DxpError {
    /// The message, as far as it was received.
    pub fn message(&self) -> &str {
        match self {
            DxpError::Empty => "",
            DxpError::TooLong { beginning: message, .. }
            | DxpError::Unfinished { beginning: message }
            | DxpError::UnknownKind { message }
            | DxpError::Missing { message, .. }
            | DxpError::Field { message, .. }
            | DxpError::Version { message, .. }
            | DxpError::Surplus { message, .. } => message,
        }
    }

    /// Whether it was meant as a GAMEREQ. Its sender waits for an answer.
    pub fn is_of_request(&self) -> bool {
        self.message().starts_with('R')
    }

    /// Whether it was meant as a MOVE. Its sender waits for an answer too, unless the connection has ended within it.
    pub fn is_of_move(&self) -> bool {
        !matches!(self, DxpError::Unfinished { .. }) && self.message().starts_with('M')
    }
}

impl Message {
    /// Parses a message without its end. Blanks and line ends after it are allowed, and so are blanks in a number.
    ///
    /// # Errors
    /// The first [`DxpError`] found.
    pub fn read(bytes: &[u8]) -> Result<Message, DxpError> {
        let Some((kind, text)) = bytes.split_first() else { return Err(DxpError::Empty) };
        let mut fields = Fields { message: bytes, next: 1 };
        let message = match kind {
            b'C' => return Ok(Message::Chat(ChatText::read(text))),
            b'R' => Message::GameRequest(game_request(&mut fields)?),
            b'A' => Message::GameAnswer { follower: fields.name()?, answer: fields.choice("answer", "0, 1, 2 or 3")? },
            b'M' => Message::Move(move_message(&mut fields)?),
            b'E' => Message::GameEnd {
                reason: fields.choice("reason", "0, 1, 2 or 3")?,
                next: fields.choice("stop code", "0 or 1")?,
            },
            b'B' => {
                Message::BackRequest { number: fields.count("number of a move")?, side: fields.side("side to move")? }
            }
            b'K' => Message::BackAnswer(fields.choice("answer", "0, 1 or 2")?),
            _ => return Err(DxpError::UnknownKind { message: letters(bytes) }),
        };
        fields.finish()?;
        Ok(message)
    }

    /// The bytes of the message, with its end.
    pub fn bytes(&self) -> Vec<u8> {
        // Each letter of a text fits into one byte.
        self.text().chars().filter_map(|c| u8::try_from(c).ok()).chain([END]).collect()
    }

    fn text(&self) -> String {
        match self {
            Message::GameRequest(request) => request_text(request),
            Message::GameAnswer { follower, answer } => format!("A{:32}{answer}", follower.as_str()),
            Message::Move(mv) => move_text(mv),
            Message::GameEnd { reason, next } => format!("E{reason}{next}"),
            Message::Chat(text) => format!("C{}", text.as_str()),
            Message::BackRequest { number, side } => {
                format!("B{:03}{}", number.get(), side_letter(*side))
            }
            Message::BackAnswer(answer) => format!("K{answer}"),
        }
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

    /// The next field, parsed by `value`.
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
        self.parse(rest, "position", "50 letters w, z, W, Z or e (as many as squares on other boards)", read)
    }

    /// The next digit, which is the name of a choice.
    fn choice<T: FromStr>(&mut self, field: &'static str, expected: &'static str) -> Result<T, DxpError> {
        self.parse(1, field, expected, |text| text.parse().ok())
    }

    fn square(&mut self, field: &'static str) -> Result<Square, DxpError> {
        let square = |text: &str| Square::from_number(u32::from(number(text)?), Square::MOST);
        self.parse(2, field, "01 to 72", square)
    }

    fn captures(&mut self) -> Result<u16, DxpError> {
        let captures = |text: &str| number(text).filter(|&number| usize::from(number) <= MOST_CAPTURED);
        self.parse(2, "number of captured pieces", "00 to 30", captures)
    }

    fn finish(self) -> Result<(), DxpError> {
        let surplus = self.message.get(self.next..).unwrap_or_default();
        if surplus.trim_ascii().is_empty() {
            return Ok(());
        }
        Err(DxpError::Surplus { surplus: letters(surplus), message: letters(self.message) })
    }
}

/// A number without a sign; blanks around it are allowed.
fn number(text: &str) -> Option<u16> {
    let digits = text.trim();
    let are_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    if are_digits { digits.parse().ok() } else { None }
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

/// The maximum length of a message, without its end. (DamExchange, layer 1.)
pub const LONGEST: usize = 127;

/// Assembles messages from the pieces in which they arrive. It holds at most one message.
#[derive(Clone, Debug, Default)]
pub struct Splitter {
    /// The beginning of the next message.
    begun: Vec<u8>,
    /// Whether the bytes up to the end of the message are skipped, because it is too long.
    skips: bool,
}

impl Splitter {
    /// Takes the next bytes, and returns the messages and errors that they complete. A message that is too long is
    /// reported at once and skipped to its end.
    pub fn take(&mut self, bytes: &[u8]) -> Vec<Result<Message, DxpError>> {
        bytes.iter().filter_map(|&byte| self.take_byte(byte)).collect()
    }

    fn take_byte(&mut self, byte: u8) -> Option<Result<Message, DxpError>> {
        if byte == END {
            let message = std::mem::take(&mut self.begun);
            return (!std::mem::take(&mut self.skips)).then(|| Message::read(&message));
        }
        // Some programs end their messages with a line end as well, which comes before the next one.
        if self.skips || (self.begun.is_empty() && byte.is_ascii_whitespace()) {
            return None;
        }
        if self.begun.len() < LONGEST {
            self.begun.push(byte);
            return None;
        }
        self.skips = true;
        let beginning = letters(&std::mem::take(&mut self.begun));
        Some(Err(DxpError::TooLong { most: LONGEST, beginning }))
    }

    /// The error if the stream ends here, within a message.
    pub fn finish(self) -> Option<DxpError> {
        let beginning = letters(&self.begun);
        (!beginning.is_empty()).then_some(DxpError::Unfinished { beginning })
    }
}
