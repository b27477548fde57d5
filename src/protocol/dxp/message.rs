//! The messages as values, and their fields: numbers, texts, positions.
//!
//! The names of the cases of an enum are its digits in a message. The specification has whole numbers
//! only. Programs that play short games agree on fractions in the same characters: `2.5` or `.17` minutes (damforum.nl,
//! "fast damexchange games"; Moby Dam's match maker).

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use arrayvec::ArrayVec;

use crownhead_engine::named_choice;
use crownhead_rules::notation::{NotationError, hub, parse_move};
use crownhead_rules::{AnyPosition, Geometry, Move, Side, Square, Variant};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// GAMEREQ, `R`: the initiator wants a game.
    GameRequest(GameRequest),
    /// GAMEACC, `A`: the follower's answer to it.
    GameAnswer { follower: Name, answer: Acceptance },
    /// MOVE, `M`: the side to move plays.
    Move(MoveMessage),
    /// GAMEEND, `E`: the side to move ends the game instead of playing, or the other side acknowledges that.
    GameEnd {
        /// Why, as the sender sees it. In an acknowledgement always [`Reason::Unknown`].
        reason: Reason,
        /// Whether there can be another game.
        next: NextGame,
    },
    /// CHAT, `C`: any text, at any time.
    Chat(ChatText),
    /// BACKREQ, `B`: a request to take moves back.
    BackRequest {
        /// The number of the move to go back to, from 1.
        number: u16,
        /// The side to move there.
        side: Side,
    },
    /// BACKACC, `K`: the answer to it: 0 for yes, [`Message::NEVER`], or 2 for not now.
    BackAnswer(u8),
}

impl Message {
    /// The answer to a BACKREQ that takes no move back, now or later.
    pub const NEVER: u8 = 1;
}

/// GAMEREQ: the game that the initiator wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRequest {
    pub initiator: Name,
    pub follower: Side,
    /// The thinking time of each side for the whole game.
    pub minutes: Minutes,
    /// The number of moves of each side after which the game can be ended, at most [`MOST_MOVES`]; 0 for no limit.
    pub moves: u16,
    pub start: Start,
}

/// The greatest number of moves that a message can state.
pub const MOST_MOVES: u16 = 999;

/// Where a game starts. Whether its position is valid depends on the variant, which no message contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// Form `A`: the start position of the variant.
    Normal,
    /// Form `B`: another position, by the side to move and a letter for each square: `w` and `z` are men, `W` and `Z`
    /// kings, `e` is no piece; White's letters come from `wit`, Black's from `zwart`.
    ///
    /// The specification has 50 squares. For other boards Crownhead sends and reads as many of the same letters,
    /// numbered as in PDN.
    Own(Side, String),
}

impl Start {
    /// A position, in form `A` if it is the start position of its variant.
    pub fn of(position: &AnyPosition) -> Start {
        if *position == position.variant().start() { Start::Normal } else { Start::own(position) }
    }

    pub fn own(position: &AnyPosition) -> Start {
        let letters = hub::write(position).split_off(1).replace('b', "z").replace('B', "Z");
        Start::Own(position.side(), letters)
    }

    /// The position in a variant. Fails if the board has another size, or the position is invalid.
    pub fn position(&self, variant: Variant) -> Result<AnyPosition, NotationError> {
        match self {
            Start::Normal => Ok(variant.start()),
            Start::Own(side, letters) => {
                let letters = letters.replace('z', "b").replace('Z', "B");
                hub::parse(variant, &format!("{}{letters}", side.letter()))
            }
        }
    }
}

named_choice! {
    Acceptance("answer") {
        Accepted = "0",
        /// Not in this version of the protocol.
        OtherVersion = "1",
        /// Not this game, but perhaps another.
        NotThisGame = "2",
        NoGame = "3",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveMessage {
    /// Its time in whole seconds, at most [`MOST_SECONDS`], for information.
    pub seconds: u16,
    pub from: Square,
    pub to: Square,
    /// The captured pieces, in any order.
    pub captured: ArrayVec<Square, MOST_CAPTURED>,
}

/// The greatest time of a move that a message can state.
pub const MOST_SECONDS: u16 = 9999;

/// The maximum number of captured pieces of a move: all of a side on 12x12.
pub const MOST_CAPTURED: usize = 30;

impl MoveMessage {
    /// A move that took this time, rounded to whole seconds.
    pub fn new(board: &Geometry, mv: &Move, time: Duration) -> MoveMessage {
        // No side of any variant has more pieces than there is room for.
        let captured = mv.captured_set().singles().map(|single| board.square(single)).take(MOST_CAPTURED).collect();
        let seconds = (time.as_secs_f64().round() as u16).min(MOST_SECONDS);
        MoveMessage { seconds, from: mv.from, to: mv.to, captured }
    }

    /// The legal move of `position`. The captured pieces can be omitted if the ends are unambiguous. Fails if no legal
    /// move fits, or more than one does.
    pub fn legal(&self, position: &AnyPosition) -> Result<Move, NotationError> {
        parse_move(position, &self.hub())
    }

    fn hub(&self) -> String {
        let squares = [self.from, self.to].into_iter().chain(self.captured.iter().copied());
        let numbers: Vec<_> = squares.map(|square| square.to_string()).collect();
        numbers.join(if self.captured.is_empty() { "-" } else { "x" })
    }
}

named_choice! {
    /// Why a game was ended.
    Reason("reason") {
        /// No reason is given.
        Unknown = "0",
        SenderLoses = "1",
        Draw = "2",
        SenderWins = "3",
    }
}

named_choice! {
    /// The stop code: whether there can be another game.
    NextGame("stop code") {
        Possible = "0",
        /// The sender wants no other.
        Unwanted = "1",
    }
}

/// The thinking time of each side for a whole game, from `.01` to `999` minutes, in thousandths; `000` for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Minutes(u32);

/// Thousandths in one.
pub(super) const ONE: u32 = 1000;

/// A number in thousandths. Blanks around it are allowed.
pub(super) fn thousandths(text: &str) -> Option<u32> {
    let (whole, fraction) = text.trim().split_once(['.', ',']).unwrap_or((text.trim(), ""));
    let is_number = whole.len() + fraction.len() > 0;
    let are_digits = whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit());
    if !is_number || !are_digits || fraction.len() > 3 {
        return None;
    }
    let whole = if whole.is_empty() { 0 } else { whole.parse::<u32>().ok()? };
    whole.checked_mul(ONE)?.checked_add(format!("{fraction:0<3}").parse().ok()?)
}

/// A number of minutes that does not fit into a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} does not fit: expected a number of 3 characters at most, such as 15, 2.5 or .17")]
pub struct BadMinutes(String);

impl Minutes {
    /// Its shortest form, which has no leading zero.
    fn text(self) -> String {
        let (whole, thousandths) = (self.0 / ONE, self.0 % ONE);
        if thousandths == 0 {
            return whole.to_string();
        }
        let whole = if whole == 0 { String::new() } else { whole.to_string() };
        let fraction = format!("{thousandths:03}");
        format!("{whole}.{}", fraction.trim_end_matches('0'))
    }

    pub(super) fn field(self) -> String {
        format!("{:0>3}", self.text())
    }

    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    pub fn duration(self) -> Duration {
        Duration::from_millis(u64::from(self.0) * 60)
    }
}

impl FromStr for Minutes {
    type Err = BadMinutes;

    fn from_str(text: &str) -> Result<Minutes, BadMinutes> {
        let fits = |minutes: &Minutes| minutes.text().len() <= 3;
        thousandths(text).map(Minutes).filter(fits).ok_or_else(|| BadMinutes(text.to_owned()))
    }
}

impl fmt::Display for Minutes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 > 0 && self.0 < ONE { write!(f, "0{}", self.text()) } else { f.write_str(&self.text()) }
    }
}

/// The letters of bytes, as in Latin-1. The specification asks for ASCII, but messages can be from times when one byte
/// was one letter.
pub(super) fn letters(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

/// A text of at most `MOST` letters of Latin-1, without NUL.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Text<const MOST: usize>(String);

pub type Name = Text<32>;

/// The text of a CHAT: a whole message but its first letter.
pub type ChatText = Text<126>;

impl<const MOST: usize> Text<MOST> {
    /// The beginning of `text`, with `?` for the letters that have no byte, and without blanks at its ends: a name is
    /// filled up with blanks in its message.
    pub fn new(text: &str) -> Text<MOST> {
        let letter = |c: char| if c == '\0' || u32::from(c) > 0xff { '?' } else { c };
        let cut: String = text.trim().chars().map(letter).take(MOST).collect();
        Text(cut.trim().to_owned())
    }

    pub(super) fn read(bytes: &[u8]) -> Text<MOST> {
        Text::new(&letters(bytes))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<const MOST: usize> fmt::Display for Text<MOST> {
    /// Shows the text with escapes for what could disturb a terminal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            if c.is_control() { write!(f, "{}", c.escape_default())? } else { write!(f, "{c}")? }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minutes_in_three_characters() {
        for (text, field, seconds) in [
            ("0", "000", 0.0),
            ("5", "005", 300.0),
            ("090", "090", 5400.0),
            ("999", "999", 59_940.0),
            ("2.5", "2.5", 150.0),
            ("0.5", "0.5", 30.0),
            (".17", ".17", 10.2),
            ("0.17", ".17", 10.2),
            ("12.", "012", 720.0),
            ("1,5", "1.5", 90.0),
            (" 30", "030", 1800.0),
        ] {
            let minutes: Minutes = text.parse().expect(text);
            assert_eq!(minutes.field(), field, "{text}");
            assert_eq!(minutes.duration(), Duration::from_secs_f64(seconds), "{text}");
            assert_eq!(field.parse(), Ok(minutes), "{field}");
        }
    }

    #[test]
    fn what_does_not_fit_is_named() {
        for text in ["", ".", "-1", "+1", "1000", "12.5", "0.125", "1e2", "x", "1.2.3"] {
            let error = text.parse::<Minutes>().expect_err(text);
            assert!(error.to_string().starts_with(&format!("{text:?} does not fit")), "{error}");
        }
    }

    #[test]
    fn seconds_are_rounded() {
        let start = Variant::ENGLISH.start();
        let seconds =
            |seconds| MoveMessage::new(start.board(), &start.moves()[0], Duration::from_secs_f64(seconds)).seconds;
        assert_eq!([0.49, 12.5, 1e9].map(seconds), [0, 13, 9999]);
    }

    #[test]
    fn people_read_a_digit_before_the_point() {
        let shown = [".17", "2.5", "000", "015"].map(|text| text.parse::<Minutes>().expect(text).to_string());
        assert_eq!(shown, ["0.17", "2.5", "0", "15"]);
    }

    #[test]
    fn a_text_holds_what_a_message_can() {
        assert_eq!(Name::new("  Crownhead \0\u{2658} 1 ").as_str(), "Crownhead ?? 1");
        assert_eq!(Name::new(&"x".repeat(40)).as_str(), "x".repeat(32));
        assert_eq!(Name::read(b"caf\xe9      ").as_str(), "caf\u{e9}");
    }
}
