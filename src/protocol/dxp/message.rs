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
        number: Count,
        /// The side to move there.
        side: Side,
    },
    /// BACKACC, `K`: the answer to it.
    BackAnswer(BackAnswer),
}

/// GAMEREQ: the game that the initiator wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRequest {
    /// The name of the program that asks.
    pub initiator: Name,
    /// The side of the other program.
    pub follower: Side,
    /// The thinking time of each side for the whole game.
    pub minutes: Minutes,
    /// The number of moves of each side after which the game can be ended; 0 for no limit.
    pub moves: Count,
    /// Where it starts.
    pub start: Start,
}

/// Where a game starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// Form `A`: the start position of the variant.
    Normal,
    /// Form `B`: another position.
    Own(Diagram),
}

impl Start {
    /// A position, in form `A` if it is the start position of its variant.
    pub fn of(position: &AnyPosition) -> Start {
        if *position == position.variant().start() { Start::Normal } else { Start::Own(Diagram::of(position)) }
    }

    /// The position in a variant.
    ///
    /// # Errors
    /// [`NotationError`] if the board has another size, or the position is invalid.
    pub fn position(&self, variant: Variant) -> Result<AnyPosition, NotationError> {
        match self {
            Start::Normal => Ok(variant.start()),
            Start::Own(diagram) => diagram.position(variant),
        }
    }
}

named_choice! {
    /// The answer to a GAMEREQ.
    Acceptance("answer") {
        /// The game begins.
        Accepted = "0",
        /// Not in this version of the protocol.
        OtherVersion = "1",
        /// Not this game, but perhaps another.
        NotThisGame = "2",
        /// No game at all.
        NoGame = "3",
    }
}

/// MOVE: a move and its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveMessage {
    /// Its time, for information.
    pub time: Seconds,
    /// The square where the moving piece starts.
    pub from: Square,
    /// The square where it ends.
    pub to: Square,
    /// The captured pieces, in any order.
    pub captured: ArrayVec<Square, MOST_CAPTURED>,
}

/// The maximum number of captured pieces of a move: all of a side on 12x12.
pub const MOST_CAPTURED: usize = 30;

impl MoveMessage {
    pub fn new(board: &Geometry, mv: &Move, time: Seconds) -> MoveMessage {
        // No side of any variant has more pieces than there is room for.
        let captured = mv.captured_set().singles().map(|single| board.square(single)).take(MOST_CAPTURED).collect();
        MoveMessage { time, from: mv.from, to: mv.to, captured }
    }

    /// The legal move of `position`. The captured pieces can be omitted if the ends are unambiguous.
    ///
    /// # Errors
    /// [`NotationError`] if no legal move fits, or more than one does.
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

named_choice! {
    /// Why a game was ended.
    Reason("reason") {
        /// No reason is given.
        Unknown = "0",
        /// The sender resigns.
        SenderLoses = "1",
        /// It is a draw.
        Draw = "2",
        /// The sender has won.
        SenderWins = "3",
    }
}

named_choice! {
    /// The stop code: whether there can be another game.
    NextGame("stop code") {
        /// Yes.
        Possible = "0",
        /// The sender wants no other.
        Unwanted = "1",
    }
}

named_choice! {
    /// BACKACC: whether moves are taken back.
    BackAnswer("answer") {
        /// They are.
        Yes = "0",
        /// Never.
        Never = "1",
        /// Not now; the game goes on.
        NotNow = "2",
    }
}

/// A number of moves, at most 999.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count(u16);

impl Count {
    /// The maximum.
    pub const MAX: Count = Count(999);

    /// A number; `None` if it is too large.
    pub const fn new(number: u16) -> Option<Count> {
        if number <= Count::MAX.0 { Some(Count(number)) } else { None }
    }

    /// The number.
    pub const fn get(self) -> u16 {
        self.0
    }
}

/// A number that `WIDTH` characters can hold, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal<const WIDTH: usize>(u32);

/// The thinking time of each side for a whole game, from `.01` to `999`; `000` for none.
pub type Minutes = Decimal<3>;

/// The time of a move, to `9999`.
pub type Seconds = Decimal<4>;

/// Thousandths in one.
const ONE: u32 = 1000;

/// A number that does not fit into a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} does not fit: expected a number of {width} characters at most, such as 15, 2.5 or .17")]
pub struct NoDecimal {
    /// The text of the number.
    pub text: String,
    /// The number of characters in a message.
    pub width: usize,
}

impl<const WIDTH: usize> Decimal<WIDTH> {
    /// The nearest whole number, or the greatest that fits.
    pub fn nearest_whole(number: f64) -> Decimal<WIDTH> {
        let greatest = 10u32.saturating_pow(WIDTH as u32) - 1;
        // Negative numbers become 0 by the conversion, and too great ones the greatest.
        Decimal((number.round() as u32).min(greatest) * ONE)
    }

    /// Parses a field of a message, in which blanks around the number are allowed.
    pub(super) fn read(text: &str) -> Option<Decimal<WIDTH>> {
        let (whole, fraction) = text.trim().split_once(['.', ',']).unwrap_or((text.trim(), ""));
        let is_number = whole.len() + fraction.len() > 0;
        let are_digits = whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit());
        if !is_number || !are_digits || fraction.len() > 3 {
            return None;
        }
        let whole = if whole.is_empty() { 0 } else { whole.parse::<u32>().ok()? };
        let thousandths = format!("{fraction:0<3}").parse::<u32>().ok()?;
        let number = Decimal(whole.checked_mul(ONE)?.checked_add(thousandths)?);
        (number.text().len() <= WIDTH).then_some(number)
    }

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

    /// The field of a message.
    pub(super) fn field(self) -> String {
        format!("{:0>WIDTH$}", self.text())
    }

    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

impl Minutes {
    /// As a duration.
    pub fn duration(self) -> Duration {
        Duration::from_millis(u64::from(self.0) * 60)
    }
}

impl Seconds {
    /// As a duration.
    pub fn duration(self) -> Duration {
        Duration::from_millis(u64::from(self.0))
    }
}

impl<const WIDTH: usize> FromStr for Decimal<WIDTH> {
    type Err = NoDecimal;

    fn from_str(text: &str) -> Result<Decimal<WIDTH>, NoDecimal> {
        Decimal::read(text).ok_or_else(|| NoDecimal { text: text.to_owned(), width: WIDTH })
    }
}

impl<const WIDTH: usize> fmt::Display for Decimal<WIDTH> {
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

/// The name of a program.
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

    /// The text.
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

/// The side to move and the pieces, as in a GAMEREQ. Whether they are a valid position depends on the variant, which no
/// message contains.
///
/// The specification has 50 squares. For other boards Crownhead sends and reads as many of the same letters, numbered
/// as in PDN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    side: Side,
    /// `w` and `z` are men, `W` and `Z` kings, `e` is no piece; White's letters come from `wit`, Black's from `zwart`.
    letters: String,
}

impl Diagram {
    pub fn of(position: &AnyPosition) -> Diagram {
        let letters = hub::write(position).split_off(1).replace('b', "z").replace('B', "Z");
        Diagram { side: position.side(), letters }
    }

    /// The position of this diagram in a variant.
    ///
    /// # Errors
    /// [`NotationError`] if the board has another size, or the position is invalid.
    pub fn position(&self, variant: Variant) -> Result<AnyPosition, NotationError> {
        let letters = self.letters.replace('z', "b").replace('Z', "B");
        hub::parse(variant, &format!("{}{letters}", self.side.letter()))
    }

    /// Parses the letters of a message; `None` if one is unknown, or their number is not that of a board.
    pub(super) fn read(side: Side, letters: String) -> Option<Diagram> {
        let is_known = |letter: char| "wzWZe".contains(letter);
        let is_diagram =
            letters.chars().all(is_known) && Variant::ALL.iter().any(|variant| variant.board().size == letters.len());
        is_diagram.then_some(Diagram { side, letters })
    }

    pub(super) const fn side(&self) -> Side {
        self.side
    }

    pub(super) fn letters(&self) -> &str {
        &self.letters
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_rules::notation::fen;

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
            assert_eq!(Minutes::read(field), Some(minutes), "{field}");
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
        let field = |seconds| Seconds::nearest_whole(seconds).field();
        assert_eq!(
            [field(0.49), field(12.5), field(-3.0), field(1e9), field(f64::NAN)].concat(),
            "00000013000099990000"
        );
        assert_eq!(Seconds::read(".125").map(Seconds::duration), Some(Duration::from_millis(125)));
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

    #[test]
    fn no_text_disturbs_a_terminal() {
        assert_eq!(ChatText::new("a\u{1b}[2Jb").to_string(), "a\\u{1b}[2Jb");
    }

    #[test]
    fn a_position_comes_back() {
        let position = fen::parse(Variant::INTERNATIONAL, "B:WK32,33:BK1,12").expect("it is a position");
        let diagram = Diagram::of(&position);
        assert_eq!(diagram.letters(), "ZeeeeeeeeeezeeeeeeeeeeeeeeeeeeeWweeeeeeeeeeeeeeeee");
        assert_eq!(diagram.position(Variant::INTERNATIONAL), Ok(position));
        let error = diagram.position(Variant::ENGLISH).expect_err("the board is another one");
        assert_eq!(error, NotationError::Length { found: 51, expected: 33 });
    }
}
