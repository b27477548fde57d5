//! Reads openings from files.

use std::io::{self, BufRead};

use super::{Opening, move_text};
use crate::notation::pdn::{PdnError, Reader};
use crate::notation::{NotationError, fen};
use crate::rules::{Game, Variant};

/// Errors in an opening file.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// It could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A game is faulty.
    #[error(transparent)]
    Pdn(#[from] PdnError),
    /// A game has another variant.
    #[error("game {game}, line {line}: a game of {found}: expected {expected}")]
    Variant {
        /// The number of the game.
        game: usize,
        /// The line where it begins.
        line: u64,
        /// Its variant.
        found: &'static str,
        /// The variant of the match.
        expected: &'static str,
    },
    /// A line is not a position.
    #[error("line {line}: {fault}")]
    Position {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        fault: NotationError,
    },
    /// The game is over after the opening.
    #[error("line {line}: {name}: the game is over ({end}): expected a position to play on from")]
    Over {
        /// The line where it begins, from 1.
        line: u64,
        /// The opening.
        name: String,
        /// The end of the game.
        end: String,
    },
}

/// Reads the beginnings of the games of a PDN file: the first `plies` half-moves, or all if that is `None`. A game
/// without a variant is assumed to be of this variant. The name of an opening is the tag `Opening`, or `game N`.
///
/// # Errors
/// The first [`OpeningError`]: a match should not be played with other openings than were meant.
pub fn read_pdn(variant: Variant, input: impl BufRead, plies: Option<usize>) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    for told in Reader::new(input) {
        let mut told = told?;
        if let Some(other) = told.variant()?.filter(|other| *other != variant) {
            return Err(OpeningError::Variant {
                game: told.number,
                line: told.line,
                found: other.name(),
                expected: variant.name(),
            });
        }
        told.moves.truncate(plies.unwrap_or(usize::MAX));
        let name = told.tags.get("Opening").map_or_else(|| format!("game {}", told.number), str::to_owned);
        openings.push(playable(name, told.replay(variant)?, told.line)?);
    }
    Ok(openings)
}

/// Reads positions, one per line: a FEN, optionally followed by a comment after `;` or `//` (in EPD style, the
/// operations). Empty lines and lines that begin with `#` or `%` are skipped. The name of an opening is its comment, or
/// `line N`.
///
/// # Errors
/// The first [`OpeningError`]: a match should not be played with other openings than were meant.
pub fn read_positions(variant: Variant, input: impl BufRead) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    for (index, bytes) in input.split(b'\n').enumerate() {
        let bytes = bytes?;
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() || text.starts_with(['#', '%']) {
            continue;
        }
        let line = index + 1;
        let end = text.find(';').into_iter().chain(text.find("//")).min().unwrap_or(text.len());
        let position = fen::parse(variant, &text[..end]);
        let position = position.map_err(|fault| OpeningError::Position { line, fault })?;
        let comment = text[end..].trim_matches(|c: char| c.is_whitespace() || c == ';' || c == '/');
        let name = if comment.is_empty() { format!("line {line}") } else { comment.to_owned() };
        openings.push(playable(name, Game::new(position), line as u64)?);
    }
    Ok(openings)
}

fn playable(name: String, game: Game, line: u64) -> Result<Opening, OpeningError> {
    match game.end() {
        None => Ok(Opening::new(name, game)),
        Some(end) => {
            let name = if game.moves().is_empty() { name } else { move_text(&game) };
            Err(OpeningError::Over { line, name, end: end.to_string() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_of_games() {
        let file = "[GameType \"20\"]\n[Opening \"classic\"]\n1. 32-28 19-23 2. 28x19 14x23 *\n1. 31-27 *";
        let openings = read_pdn(Variant::INTERNATIONAL, file.as_bytes(), Some(3)).expect("it is well formed");
        let found: Vec<_> = openings.iter().map(|opening| (opening.name(), move_text(opening.game()))).collect();
        let expected = [("classic", "32-28 19-23 28x19".to_owned()), ("game 2", "31-27".to_owned())];
        assert_eq!(found, expected);
        let whole = read_pdn(Variant::INTERNATIONAL, file.as_bytes(), None).expect("it is well formed");
        assert_eq!(whole[0].moves().len(), 4);
    }

    #[test]
    fn positions_with_comments() {
        let file = "\u{feff}W:W31-50:B1-20 ; id \"start\";\r\n\n# none\nB:W28:B1 // an ending\nB:WK28:B1\n";
        let openings = read_positions(Variant::INTERNATIONAL, file.as_bytes()).expect("it is well formed");
        let found: Vec<_> = openings.iter().map(|opening| (opening.name(), fen::write(opening.start()))).collect();
        let [first, second, third] = &found[..] else { panic!("three openings: {found:?}") };
        assert_eq!((first.0, second.0, third.0), ("id \"start\"", "an ending", "line 5"));
        assert_eq!((second.1.as_str(), third.1.as_str()), ("B:W28:B1", "B:WK28:B1"));
    }

    #[test]
    fn faults_name_line_and_token() {
        let of_pdn = |text: &str| read_pdn(Variant::ENGLISH, text.as_bytes(), None).expect_err("a fault").to_string();
        let of_fen = |text: &str| read_positions(Variant::ENGLISH, text.as_bytes()).expect_err("a fault").to_string();
        assert_eq!(of_fen("W:W21-32:B1-12\nW:W33:B1"), "line 2: square 33 is not on the board: expected 1 to 32");
        assert_eq!(of_pdn("1. 11-15 *\n1. 11-17 *"), "game 2, line 2: ply 1: 11-17 is not a legal move");
        assert_eq!(of_pdn("[GameType \"20\"] 1. 32-28 *"), "game 1, line 1: a game of international: expected english");
        let over = "the game is over (win of Black): expected a position to play on from";
        assert_eq!(of_fen("W:W:B1"), format!("line 1: line 1: {over}"));
        assert_eq!(of_pdn("\n[FEN \"B:W6:B2\"] 1. 2x9 *"), format!("line 2: 2x9: {over}"));
    }
}
