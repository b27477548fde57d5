//! Messages from bytes and to bytes, and messages from a stream that can be cut anywhere.

use std::str::FromStr;

use arrayvec::ArrayVec;

use super::message::{
    ChatText, GameRequest, MOST_CAPTURED, Message, MoveMessage, Name, ONE, Start, letters, thousandths,
};
use crownhead_rules::{Side, Square, Variant};

const END: u8 = 0;

/// Why bytes are not a message: what was received and what was expected. The messages before and after it are not
/// affected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct DxpError {
    text: String,
    /// The message, as far as it was received.
    pub message: String,
    /// Whether it is a request in a later version of the protocol.
    pub is_version: bool,
    /// Whether the connection has ended within it.
    is_cut: bool,
}

impl DxpError {
    fn new(message: String, text: String) -> DxpError {
        DxpError { text, message, is_version: false, is_cut: false }
    }

    /// Whether it was meant as a GAMEREQ. Its sender waits for an answer.
    pub fn is_of_request(&self) -> bool {
        self.message.starts_with('R')
    }

    /// Whether it was meant as a MOVE. Its sender waits for an answer too, unless the connection has ended within it.
    pub fn is_of_move(&self) -> bool {
        !self.is_cut && self.message.starts_with('M')
    }
}

/// What is expected of the first letter of a message.
const KINDS: &str = "expected one that begins with R, A, M, E, C, B or K";

impl Message {
    /// Parses a message without its end. Blanks and line ends after it are allowed, and so are blanks in a number.
    pub fn read(bytes: &[u8]) -> Result<Message, DxpError> {
        let Some((kind, text)) = bytes.split_first() else {
            return Err(DxpError::new(String::new(), format!("an empty message: {KINDS}")));
        };
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
            b'B' => Message::BackRequest {
                number: fields.number_of_moves("number of a move")?,
                side: fields.side("side to move")?,
            },
            b'K' => {
                let answer = |text: &str| text.parse().ok().filter(|answer| *answer <= 2);
                Message::BackAnswer(fields.parse(1, "answer", "0, 1 or 2", answer)?)
            }
            _ => return Err(fields.fault(|message| format!("{message:?} is not a message: {KINDS}"))),
        };
        fields.finish()?;
        Ok(message)
    }

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
            Message::BackRequest { number, side } => format!("B{number:03}{}", side_letter(*side)),
            Message::BackAnswer(answer) => format!("K{answer}"),
        }
    }
}

fn game_request(fields: &mut Fields<'_>) -> Result<GameRequest, DxpError> {
    fields.version()?;
    Ok(GameRequest {
        initiator: fields.name()?,
        follower: fields.side("side of the follower")?,
        minutes: fields.parse(3, "number of minutes", DECIMAL, |text| text.parse().ok())?,
        moves: fields.number_of_moves("number of moves")?,
        start: fields.start()?,
    })
}

fn move_message(fields: &mut Fields<'_>) -> Result<MoveMessage, DxpError> {
    // Some programs state a fraction.
    let seconds = |text: &str| u16::try_from(thousandths(text)? / ONE).ok();
    let seconds = fields.parse(4, "number of seconds", DECIMAL, seconds)?;
    let from = fields.square("square to move from")?;
    let to = fields.square("square to move to")?;
    let captures = fields.captures()?;
    let captured = (0..captures).map(|_| fields.square("captured square"));
    Ok(MoveMessage { seconds, from, to, captured: captured.collect::<Result<ArrayVec<_, MOST_CAPTURED>, _>>()? })
}

/// What is expected of a number of minutes or seconds.
const DECIMAL: &str = "digits, with a point or without";

/// The fields of a message, one after another.
struct Fields<'a> {
    message: &'a [u8],
    next: usize,
}

impl<'a> Fields<'a> {
    /// The error that says this of the whole message.
    fn fault(&self, text: impl FnOnce(&str) -> String) -> DxpError {
        let message = letters(self.message);
        let text = text(&message);
        DxpError::new(message, text)
    }

    fn rest(&self) -> &'a [u8] {
        self.message.get(self.next..).unwrap_or_default()
    }

    fn take(&mut self, width: usize, field: &str, expected: &str) -> Result<&'a [u8], DxpError> {
        let missing = |message: &str| format!("{message:?} ends before its {field}: expected {expected}");
        let found = self.rest().get(..width).ok_or_else(|| self.fault(missing))?;
        self.next += width;
        Ok(found)
    }

    /// The next field, parsed by `value`.
    fn parse<T>(
        &mut self,
        width: usize,
        field: &str,
        expected: &str,
        value: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, DxpError> {
        let found = letters(self.take(width, field, expected)?);
        let invalid = |message: &str| format!("{found:?} is not a valid {field}: expected {expected} (in {message:?})");
        value(&found).ok_or_else(|| self.fault(invalid))
    }

    fn version(&mut self) -> Result<(), DxpError> {
        let version = letters(self.take(2, "version", "01")?);
        if number(&version) == Some(1) {
            return Ok(());
        }
        let fault = self.fault(|message| format!("protocol version {version:?}: expected 01 (in {message:?})"));
        Err(DxpError { is_version: true, ..fault })
    }

    fn name(&mut self) -> Result<Name, DxpError> {
        Ok(Name::read(self.take(32, "name", "32 characters")?))
    }

    fn side(&mut self, field: &str) -> Result<Side, DxpError> {
        self.parse(1, field, "W or Z", |text| match text {
            "W" => Some(Side::White),
            "Z" => Some(Side::Black),
            _ => None,
        })
    }

    fn number_of_moves(&mut self, field: &str) -> Result<u16, DxpError> {
        self.parse(3, field, "000 to 999", number)
    }

    fn start(&mut self) -> Result<Start, DxpError> {
        if self.parse(1, "form of the position", "A or B", |text| "AB".find(text))? == 0 {
            return Ok(Start::Normal);
        }
        let side = self.side("side to move")?;
        let width = self.rest().trim_ascii_end().len();
        let is_board = |letters: &&str| Variant::ALL.iter().any(|variant| variant.board().size == letters.len());
        let own = |letters: &str| {
            let is_known = letters.chars().all(|letter| "wzWZe".contains(letter));
            Some(letters).filter(|_| is_known).filter(is_board).map(|letters| Start::Own(side, letters.to_owned()))
        };
        self.parse(width, "position", "50 letters w, z, W, Z or e (as many as squares on other boards)", own)
    }

    /// The next digit, which is the name of a choice.
    fn choice<T: FromStr>(&mut self, field: &str, expected: &str) -> Result<T, DxpError> {
        self.parse(1, field, expected, |text| text.parse().ok())
    }

    fn square(&mut self, field: &str) -> Result<Square, DxpError> {
        let square = |text: &str| Square::from_number(u32::from(number(text)?), Square::MOST);
        self.parse(2, field, "01 to 72", square)
    }

    fn captures(&mut self) -> Result<u16, DxpError> {
        let captures = |text: &str| number(text).filter(|&number| usize::from(number) <= MOST_CAPTURED);
        self.parse(2, "number of captured pieces", "00 to 30", captures)
    }

    fn finish(self) -> Result<(), DxpError> {
        if self.rest().trim_ascii().is_empty() {
            return Ok(());
        }
        let surplus = letters(self.rest());
        Err(self.fault(|message| format!("{surplus:?} after the end of {message:?}: expected nothing")))
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
        Start::Own(side, letters) => format!("B{}{letters}", side_letter(*side)),
    };
    let (initiator, follower) = (initiator.as_str(), side_letter(*follower));
    format!("R01{initiator:32}{follower}{}{moves:03}{start}", minutes.field())
}

fn move_text(MoveMessage { seconds, from, to, captured }: &MoveMessage) -> String {
    let square = |square: &Square| format!("{:02}", square.number());
    let captured_squares: String = captured.iter().map(square).collect();
    format!("M{seconds:04}{}{}{:02}{captured_squares}", square(from), square(to), captured.len())
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
        let text = format!("a message of more than {LONGEST} characters, which begins with {beginning:?}");
        Some(Err(DxpError::new(beginning, text)))
    }

    /// The error if the stream ends here, within a message.
    pub fn finish(self) -> Option<DxpError> {
        let beginning = letters(&self.begun);
        (!beginning.is_empty()).then(|| {
            let text = format!("the connection ended within a message, after {beginning:?}");
            DxpError { is_cut: true, ..DxpError::new(beginning, text) }
        })
    }
}
