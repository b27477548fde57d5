//! What the program says to people, so that a page can say it in another language: a code, and the words to fill in.

use std::fmt::Display;

use serde::Serialize;
use serde_json::{Value, json};

use super::names::square_name;
use super::request::{BoardError, opening_of};
use super::store::MOST_BYTES_LOADED;
use super::{MOST_PLIES, MOST_ROOMS};
use crownhead_rules::notation::pdn::{Oddity, PdnError, PdnFault};
use crownhead_rules::notation::{Guess, NotationError, SpelledMove};
use crownhead_rules::{Corner, Fault, Square, Variant};

/// A message or an error. A page has a text for each code; other programs read the English one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Said {
    /// In English.
    #[serde(rename = "error")]
    pub text: String,
    /// Empty for what no person causes on a page.
    code: &'static str,
    /// Tokens, squares, numbers and moves by their names; `fault` is itself said so.
    words: Value,
}

impl Said {
    pub(super) fn new(text: impl Display, code: &'static str, words: Value) -> Said {
        Said { text: text.to_string(), code, words }
    }

    /// With the name that its square has in a variant.
    pub(super) fn named(mut self, variant: Variant) -> Said {
        let number = self.words["square"].as_u64().and_then(|number| u32::try_from(number).ok());
        if let Some(square) = number.and_then(|number| Square::from_number(number, variant.board().size)) {
            self.words["square"] = json!(square_name(variant, square));
        }
        self
    }

    /// What has no text of its own.
    pub(super) fn plain(text: impl Display) -> Said {
        Said::new(text, "", json!({}))
    }
}

impl From<&BoardError> for Said {
    fn from(error: &BoardError) -> Said {
        let (code, words) = match error {
            BoardError::Notation(error) => return error.into(),
            BoardError::Pdn(error) => return error.into(),
            BoardError::Seat(_) | BoardError::Variant(_) | BoardError::Opening { .. } | BoardError::Serve(_) => {
                ("", json!({}))
            }
            BoardError::NotAMove { token, example } => ("not-a-move", json!({ "token": token, "example": example })),
            BoardError::NoPdn(variant) => ("no-pdn", json!({ "example": opening_of(*variant) })),
            BoardError::NoProblem => ("no-problem", json!({})),
            BoardError::NotProven => ("not-proven", json!({})),
            BoardError::UnreadablePdn(reason) => ("unreadable-pdn", json!({ "reason": reason.to_string() })),
            BoardError::LongPdn(plies) => ("long-pdn", json!({ "plies": plies, "most": MOST_PLIES })),
            BoardError::Large { bytes } => {
                ("large", json!({ "size": bytes.div_ceil(1024), "most": MOST_BYTES_LOADED >> 10 }))
            }
            BoardError::LargePdn { most } => ("large-pdn", json!({ "most": most >> 20 })),
            BoardError::OtherGame { fault, fits } => {
                ("other-game", json!({ "fault": Said::from(fault), "variant": fits.name() }))
            }
            BoardError::Engine(reason) => ("engine", json!({ "reason": reason.to_string() })),
            BoardError::Setting(reason) => ("engine", json!({ "reason": reason.to_string() })),
            BoardError::NoGame(number) => ("no-game", json!({ "number": number })),
            BoardError::Store(reason) => ("store", json!({ "reason": reason })),
            BoardError::Full => ("full", json!({ "most": MOST_ROOMS })),
            BoardError::Over => ("over", json!({})),
            BoardError::NotYourTurn => ("not-your-turn", json!({})),
            BoardError::Stale { plies } => ("stale", json!({ "n": plies })),
            BoardError::NoTrials => ("no-trials", json!({})),
            BoardError::NotReviewed => ("not-reviewed", json!({})),
            BoardError::NothingToTakeBack => ("nothing-to-take-back", json!({})),
            BoardError::NobodyPlays => ("nobody-plays", json!({})),
            BoardError::NoLine => ("no-line", json!({})),
            BoardError::NoVariation => ("no-variation", json!({})),
            BoardError::TooLong => ("too-long", json!({ "most": MOST_PLIES })),
        };
        Said::new(error, code, words)
    }
}

impl From<&NotationError> for Said {
    fn from(error: &NotationError) -> Said {
        let (code, words) = match error {
            NotationError::SideToMove(token) => ("side-to-move", json!({ "token": token })),
            NotationError::Section(token) => ("section", json!({ "token": token })),
            NotationError::MissingSection(side) => ("missing-section", json!({ "side": side.letter() })),
            NotationError::SectionTwice { side, .. } => ("section-twice", json!({ "side": side.letter() })),
            NotationError::Number(token) => ("not-a-square", json!({ "token": token })),
            // The words of the other name numbers.
            NotationError::OffBoard { token, .. } if token.starts_with(char::is_alphabetic) => {
                ("not-a-square", json!({ "token": token }))
            }
            NotationError::OffBoard { token, squares } => ("off-board", json!({ "token": token, "squares": squares })),
            NotationError::ReversedRange(token) => ("reversed-range", json!({ "token": token })),
            NotationError::SquareTwice { token, square } => {
                ("square-twice", json!({ "token": token, "square": square.number() }))
            }
            NotationError::Length { .. } | NotationError::Piece { .. } => ("", json!({})),
            NotationError::Position(fault) => return Said::of_position(error, fault),
            NotationError::NotAMove { token } => ("not-a-move", json!({ "token": token })),
            NotationError::IllegalMove { token, .. } => ("illegal-move", json!({ "token": token })),
            NotationError::AmbiguousMove { token, candidates } => {
                let moves: Vec<_> = candidates.iter().map(SpelledMove::full_path).collect();
                ("ambiguous-move", json!({ "token": token, "moves": moves.join(", ") }))
            }
        };
        Said::new(error, code, words)
    }
}

impl Said {
    fn of_position(error: &NotationError, fault: &Fault) -> Said {
        let (code, words) = match fault {
            Fault::Overlap(square) => ("overlap", json!({ "square": square.number() })),
            Fault::ManOnCrownhead { side, square } => {
                ("man-on-crownhead", json!({ "side": side.letter(), "square": square.number() }))
            }
            Fault::TooManyPieces { side, count, most } => {
                ("too-many-pieces", json!({ "side": side.letter(), "n": count, "most": most }))
            }
            Fault::Empty => ("empty", json!({})),
        };
        Said::new(error, code, words)
    }
}

/// A game that was read up to a faulty move says how far.
impl From<&PdnError> for Said {
    fn from(error: &PdnError) -> Said {
        let PdnError { game, line, fault } = error;
        let fault = Said::from(fault);
        let (code, place) = match error.plies() {
            0 => ("in-line", json!({ "game": game, "line": line, "fault": fault })),
            plies => ("read-up-to", json!({ "move": plies.div_ceil(2), "line": line, "fault": fault })),
        };
        Said::new(error, code, place)
    }
}

impl From<&PdnFault> for Said {
    fn from(fault: &PdnFault) -> Said {
        let (code, words) = match fault {
            PdnFault::Move { fault, .. } => return fault.into(),
            PdnFault::Tag(token) => ("tag", json!({ "token": token })),
            PdnFault::Unclosed { opening, closing } => ("unclosed", json!({ "opening": opening, "closing": closing })),
            PdnFault::StrayClosing => ("stray-closing", json!({})),
            PdnFault::TooDeep(most) => ("too-deep", json!({ "most": most })),
            PdnFault::Setup(token) => ("setup", json!({ "token": token })),
            PdnFault::LateSetup { fen, .. } => ("late-setup", json!({ "token": fen })),
            PdnFault::Word(token) => ("word", json!({ "token": token })),
            PdnFault::GameType(token) => ("game-type", json!({ "token": token })),
            PdnFault::Variant(token) => ("variant", json!({ "token": token })),
            PdnFault::Fen { token, fault } => ("fen", json!({ "token": token, "fault": Said::from(fault) })),
        };
        Said::new(fault, code, words)
    }
}

impl From<&Guess> for Said {
    fn from(guess: &Guess) -> Said {
        let variant = guess.variant.name();
        let (code, words) = match guess.others.first() {
            Some(other) => ("guessed-of", json!({ "variant": variant, "other": other.name() })),
            None => ("guessed", json!({ "variant": variant })),
        };
        Said::new(guess, code, words)
    }
}

impl Said {
    /// A variation that stays a note, with its moves.
    pub(super) fn unread(moves: &str) -> Said {
        let text = format!("the variation {moves} cannot be played: it is kept, and saved with the game");
        Said::new(text, "unread-variation", json!({ "token": moves }))
    }
}

impl From<&Oddity> for Said {
    fn from(oddity: &Oddity) -> Said {
        let (code, words) = match oddity {
            Oddity::Tags { name, code, variant } => {
                ("two-games", json!({ "name": name, "type": code, "variant": variant.name() }))
            }
            Oddity::Name { name, code, variant } => {
                ("unknown-name", json!({ "name": name, "type": code, "variant": variant.name() }))
            }
            Oddity::Code { tag, code, variant, other } => {
                let words = json!({ "tag": tag, "type": code, "variant": variant.name(), "other": other.name() });
                ("several-games", words)
            }
            Oddity::Results { tag, word } => ("two-results", json!({ "tag": tag, "word": word })),
            Oddity::Winner(word) => ("no-winner", json!({ "word": word })),
            Oddity::First(first, variant) => ("first", json!({ "side": first.letter(), "variant": variant.name() })),
            Oddity::Stated(first) => ("stated-first", json!({ "side": first.letter() })),
            Oddity::Corner(corner) => {
                let code = match corner {
                    Corner::LowerLeft => "lower-left",
                    Corner::LowerRight => "lower-right",
                    Corner::UpperLeft => "upper-left",
                    Corner::UpperRight => "upper-right",
                };
                (code, json!({}))
            }
        };
        Said::new(oddity, code, words)
    }
}
