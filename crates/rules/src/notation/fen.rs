//! FEN as in PDN 3.0: `W:W31-50:BK1,2` is White to move, twenty white men, a black king on 1 and a black man on 2.
//! (PDN 3.0, Portable Draughts Notation, section FEN.)

use std::ops::Range;

use super::described::{as_fen, counts_length, side_lettered};
use super::drawn;
use super::hub;
use super::{
    Coordinates, LETTERS_OF_KING, NotationError, as_written, clipped, column, is_dash, is_invisible, is_number,
    is_quote, plain, side_named,
};
use crate::rules::{AnyPosition, Army, Bitboard, Geometry, KingRuns, Side, Square, Variant};

/// Parses a position. It accepts ranges, either colour first, a side without pieces, lower case, a final dot, blanks
/// between the tokens or instead of commas, squares by letters, the letter of a king behind its square (`26K`), and the
/// whole tag or setup of PDN, `[FEN "..."]`, as py-draughts writes it, in brackets or quotation marks, with the commas,
/// counts and results that are left of a list or a game, and with characters of HTML; also its former `W:W:W31:B1`, where the side to
/// move is doubled. Empty items and sections are dropped, and so are the ghosts of lidraughts (`G31`), which are pieces
/// that were captured. Other signs may stand for the colons and the commas, also as an address of the web has them
/// (`W%3AW31%3AB1`), and the position may be in words: `White: 31, king 32; Black: 1; Black to move`, also behind the
/// numbers of pieces, as `2 x 1:`. A king is `K`, `D` or `Q`. If `?` stands for the side to move, it is the side that
/// moves first in the variant. Of the counters after the pieces that lidraughts writes (`:H0:F1:+1+0`), the last one
/// counts in variants that limit the moves of kings: how often White's king and Black's have moved in a row. Digits
/// after the count are the square of the king, which is needed if there are others. The other counters are ignored:
/// they follow from the moves of a game. A picture of the board in plain text, a line for each row, as White sees it,
/// is read too: `| w |   | B |`. A position string of Hub is read too.
///
/// # Errors
/// The first [`NotationError`] found.
pub fn parse(variant: Variant, text: &str) -> Result<AnyPosition, NotationError> {
    parse_at(variant, Coordinates::own(variant), text)
}

/// Parses a position whose squares have other numbers; `own` is the square with the number of another one.
///
/// # Errors
/// The first [`NotationError`] found.
pub fn parse_renumbered(
    variant: Variant,
    text: &str,
    own: impl Fn(Square) -> Square,
) -> Result<AnyPosition, NotationError> {
    read(variant, Coordinates::own(variant), text, own)
}

/// Parses a position whose numbers and letters begin to count in these corners.
///
/// # Errors
/// The first [`NotationError`] found.
pub fn parse_at(variant: Variant, coordinates: Coordinates, text: &str) -> Result<AnyPosition, NotationError> {
    let bare_text = bare(text);
    if is_hub(bare_text) {
        return hub::parse(variant, bare_text);
    }
    read(variant, coordinates, text, |square| square)
}

fn read(
    variant: Variant,
    coordinates: Coordinates,
    text: &str,
    own: impl Fn(Square) -> Square,
) -> Result<AnyPosition, NotationError> {
    read_plain(variant, coordinates, &normal(text), own)
        .map_err(|error| error.map_token(|token| as_written(text, token)))
}

fn read_plain(
    variant: Variant,
    coordinates: Coordinates,
    text: &str,
    own: impl Fn(Square) -> Square,
) -> Result<AnyPosition, NotationError> {
    let text = without_counts(text);
    let lettered = is_lettered(text) == Some(true);
    let mut sections = text.split(':').map(str::trim);
    let prefix = sections.find(|section| !section.is_empty()).unwrap_or_default();
    let side = if prefix == UNKNOWN_SIDE { variant.articles().first } else { side_to_move(prefix)? };
    let sections: Vec<_> = sections.collect();
    let mut armies: [Option<Army>; 2] = [None; 2];
    let mut taken = Bitboard::EMPTY;
    let mut king_moves = "";
    for (place, section) in sections.iter().enumerate() {
        let is_behind = armies.iter().all(Option::is_some) && (is_count(section) || is_number(section));
        if is_behind || section.is_empty() {
            king_moves = section.strip_prefix('+').unwrap_or(king_moves);
            continue;
        }
        let (owner, pieces) = owner_and_pieces(section)?;
        // A side without pieces where both sides follow is the side to move once more.
        if pieces.is_empty() && both_armies_follow(&sections[place + 1..]) {
            continue;
        }
        let army = &mut armies[owner.index()];
        if army.is_some() {
            return Err(NotationError::SectionTwice { token: clipped(section), side: owner });
        }
        *army = Some(read_army(variant, coordinates, (owner, pieces, lettered), &own, &mut taken)?);
    }

    let [white, black] = armies;
    let white = white.ok_or(NotationError::MissingSection(Side::White))?;
    let black = black.ok_or(NotationError::MissingSection(Side::Black))?;
    let position = AnyPosition::new(variant, [white, black], side)?;
    Ok(position.with_king_runs(king_runs(&position, king_moves)))
}

/// What stands for a side to move that is not known.
const UNKNOWN_SIDE: &str = "?";

/// A line of a file without what may surround its text: blanks, the mark at the beginning of a file in UTF-8, which can
/// begin any line of joined files, and the end mark of DOS.
pub fn trimmed(line: &str) -> &str {
    line.trim_matches(|c: char| c.is_whitespace() || is_invisible(c))
}

/// Whether a line of a list has no position: it is empty, or a comment.
pub fn is_remark(line: &str) -> bool {
    let line = trimmed(line);
    line.is_empty() || line.starts_with(['#', '%', ';']) || line.starts_with("//")
}

/// The most bytes of a position with something beside it.
const LONGEST: usize = 2000;

/// Where the position is in a line of a list, of which the rest, such as a number or a name, is none: the longest text
/// that is a position by `is_position`, or else what begins like one; `None` if nothing does.
pub fn find(line: &str, is_position: impl Fn(&str) -> bool) -> Option<Range<usize>> {
    /// The most places in a line where a position can begin.
    const MOST_PLACES: usize = 8;
    if is_position(line) {
        return Some(0..line.len());
    }
    let starts = line.char_indices().map(|(at, _)| at).filter(|&at| begins_position(line, at));
    let starts: Vec<_> = starts.take(MOST_PLACES).collect();
    // The last one, since a letter with a colon can end the name: `Ending B: W:W28:B1`.
    let found = starts.iter().rev().find_map(|&start| find_at(line, start, &is_position));
    found
        .or_else(|| find_described(line, &is_position))
        .or_else(|| starts.first().map(|&first| first..end_of(line, first)))
}

/// Where a text that begins here ends at the latest.
fn end_of(line: &str, start: usize) -> usize {
    line[start..].find([';', '#', '"', '|', '\t', ']', '{']).map_or(line.len(), |end| start + end)
}

/// Where the longest position is that begins here.
fn find_at(line: &str, start: usize, is_position: &impl Fn(&str) -> bool) -> Option<Range<usize>> {
    let text = &line[start..end_of(line, start)];
    let is_end = |&(at, letter): &(usize, char)| !letter.is_alphanumeric() && !is_amid_squares(text, at);
    let near = text.char_indices().take_while(|(at, _)| *at <= LONGEST);
    let ends = near.filter(is_end).map(|(at, _)| at).chain([text.len()]);
    let mut ends: Vec<_> = ends.filter(|end| *end <= LONGEST).collect();
    ends.reverse();
    let end = ends.into_iter().find(|&end| is_position(&text[..end]))?;
    Some(start..start + text[..end].trim_end().len())
}

/// The least number of letters of the name of a side.
const SHORTEST_SIDE: usize = 3;

/// Whether a text begins as a position in words does: with the name of a side, perhaps behind the numbers of pieces, or
/// with these alone.
pub(super) fn begins_described(text: &str) -> bool {
    let counts = counts_length(text);
    begins_with_side(&text[counts..]) || (counts > 0 && counts == text.len())
}

/// Whether a text begins with the name of a side.
fn begins_with_side(text: &str) -> bool {
    let word = text.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    // Most words are squares.
    word.len() >= SHORTEST_SIDE && side_named(&word.to_lowercase()).is_some()
}

/// Whether a text is a picture of the board of a variant.
pub(super) fn is_picture(text: &str) -> bool {
    drawn::as_fen(text).is_some() && Variant::ALL.iter().any(|&variant| parse(variant, text).is_ok())
}

/// Whether a line can be of one.
pub(super) fn is_of_picture(line: &str) -> bool {
    drawn::is_part(line)
}

/// The length of the position at the beginning of a text, also of a faulty one.
pub(super) fn length_at_start(text: &str) -> Option<usize> {
    let counts = counts_length(text);
    let (before, text) = text.split_at(counts);
    let begins = begins_position(text, 0);
    if !begins && !begins_with_side(text) {
        return None;
    }
    let is_position = |text: &str| Variant::ALL.iter().any(|&variant| parse(variant, text).is_ok());
    // Another position may follow.
    let end = match Some(text).filter(|text| is_position(text)) {
        Some(whole) => whole.len(),
        None if begins => find_at(text, 0, &is_position).map_or_else(|| end_of(text, 0), |place| place.end),
        None => find_described(text, is_position)?.end,
    };
    let found = text.get(..end).filter(|found| found.len() <= LONGEST)?;
    (is_position(found) || is_fen(found)).then_some(before.len() + found.len())
}

/// Where a position in words is in a line: from the first name of a side to the end of a sentence.
fn find_described(line: &str, is_position: impl Fn(&str) -> bool) -> Option<Range<usize>> {
    let names_side = |at: &usize| !line[..*at].ends_with(char::is_alphabetic) && begins_with_side(&line[*at..]);
    let start = line.char_indices().map(|(at, _)| at).find(names_side)?;
    let text = &line[start..];
    let ends = text.match_indices(['.', ';', '!', '?', '(']).map(|(at, _)| at).chain([text.len()]);
    let mut ends: Vec<_> = ends.take_while(|end| *end <= LONGEST).collect();
    ends.reverse();
    ends.into_iter().find(|&end| is_position(&text[..end])).map(|end| start..start + end)
}

/// The position in a text that may have words or moves beside it; the text itself if nothing in it is a position of any
/// variant.
pub fn located(text: &str) -> &str {
    let is_position = |text: &str| Variant::ALL.iter().any(|&variant| parse(variant, text).is_ok());
    find(text, is_position).map_or(text, |place| &text[place])
}

/// Whether a place in a text is between squares, also faulty ones, or within a move, its number or a result.
fn is_amid_squares(text: &str, at: usize) -> bool {
    let (before, rest) = text.split_at(at);
    let number = before.trim_end_matches(['.', '…', ')']);
    let has_sign = number.len() < before.len() || rest.starts_with(['.', '…', ')']);
    // A number behind a comma is of the list.
    let is_apart = number
        .rsplit_once(char::is_whitespace)
        .is_some_and(|(list, number)| is_number(number) && !list.trim_end().ends_with(','));
    let behind = rest.trim_start_matches(|c: char| c.is_whitespace() || ".…,)".contains(c));
    let is_joint = |c: char| is_dash(c) || ":/".contains(c);
    let is_joined = rest.strip_prefix(is_joint).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    // A range without an end, and another list of pieces.
    let goes_on = rest.strip_prefix(is_dash).is_some_and(|rest| !rest.starts_with(char::is_whitespace))
        || rest.strip_prefix(':').is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
    let goes_on = goes_on && before.ends_with(char::is_alphanumeric);
    let word = behind.split(|c: char| c.is_whitespace() || ",:".contains(c)).next().unwrap_or_default();
    let letters = word.trim_start_matches(['K', 'k', 'D', 'W', 'B']).trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = word.contains(|c: char| c.is_ascii_digit())
        && letters.len() < word.len()
        && letters.chars().all(char::is_alphabetic);
    let row = word.trim_start_matches(LETTERS_OF_KING).trim_start_matches(|letter| column(letter).is_some());
    let is_square = is_numbered || (row.len() < word.len() && is_number(row));
    let is_typo = rest.starts_with(char::is_whitespace) && !letters.is_empty();
    (has_sign && is_apart && !behind.is_empty())
        || is_joined
        || goes_on
        || (is_square && (rest.starts_with(',') || is_typo))
}

/// What a position can begin with: the letters of the sides, in Dutch and Cyrillic too, or a side that is not known.
const LETTERS_OF_SIDES: [char; 11] = ['W', 'w', 'B', 'b', 'Z', 'z', 'Б', 'б', 'Ч', 'ч', '?'];

/// Whether a position can begin here: with a side to move and a colon, or as a position string of Hub.
pub(super) fn begins_position(line: &str, at: usize) -> bool {
    let rest = &line[at..];
    if line[..at].ends_with(|before: char| before.is_alphanumeric() || before == ':') {
        return false;
    }
    let word = rest.split(|letter: char| !letter.is_ascii_alphabetic()).next().unwrap_or_default();
    let is_colon = |rest: &str| rest.starts_with(':') || rest.starts_with("%3A") || rest.starts_with("%3a");
    is_hub(word) || rest.strip_prefix(LETTERS_OF_SIDES).is_some_and(|rest| is_colon(rest.trim_start()))
}

/// Whether a text is a position string of Hub, perhaps of another board.
fn is_hub(text: &str) -> bool {
    const SHORTEST: usize = 20;
    let squares = text.split(' ').next().unwrap_or_default();
    squares.len() >= SHORTEST && squares.chars().all(|letter| "wWbBe".contains(letter))
}

/// The text of a FEN without what may surround it: its tag, brackets, quotation marks, also of a list or a program, and
/// what ends a sentence or an item, and the numbers of pieces.
pub(super) fn bare(text: &str) -> &str {
    let is_around = |c: char| c.is_whitespace() || is_quote(c) || is_invisible(c) || "[](){}<>\\".contains(c);
    let is_behind = |c: char| is_around(c) || ".,;:!…".contains(c);
    let inside = |text| of_tag(trimmed(text)).unwrap_or(text).trim_matches(is_around).trim_end_matches(is_behind);
    // A tag can be within a text in quotation marks.
    let text = inside(inside(text));
    &text[counts_length(text)..]
}

/// A FEN in plain characters, with colons between its sections and commas between its pieces, also of a position in words
/// or in the form of an address of the web.
fn normal(text: &str) -> String {
    let decoded = with_ranges(&if text.contains("%3") { percent_decoded(text) } else { text.to_owned() });
    let plain_text = plain(&decoded);
    let text = bare(&plain_text);
    let described = || Some(plain(&as_fen(&decoded)?).into_owned());
    let other =
        || with_colons(text).or_else(|| with_armies_apart(text)).or_else(|| with_blanks(text)).or_else(described);
    let changed = drawn::as_fen(&decoded).or_else(|| with_sides_joined(text));
    let changed = changed.or_else(|| if is_fen(text) { None } else { other() });
    changed.unwrap_or_else(|| with_commas(text))
}

/// A text with a dash for the slash of a range, as in `31/35, 38`. Where more than two numbers stand between slashes,
/// these are all commas.
fn with_ranges(text: &str) -> String {
    let number_before = |at: usize| text[..at].rsplit(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    let number_behind = |at: usize| text[at + 1..].split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    let ends = |at: usize| (number_before(at), number_behind(at));
    let is_range = |at: usize| {
        let (first, last) = ends(at);
        let numbers = first.parse::<u32>().ok().zip(last.parse::<u32>().ok());
        let (start, end) = (at - first.len(), at + 1 + last.len());
        let is_letter = |c: char| c == '/' || is_dash(c) || c.is_alphanumeric();
        numbers.is_some_and(|(first, last)| first < last)
            && !text[..start].ends_with(|c: char| c == '/' || is_dash(c))
            && !text[end..].starts_with(is_letter)
    };
    let slashes = || text.match_indices('/').map(|(at, _)| at).filter(|&at| ends(at) != ("", ""));
    if slashes().next().is_none() || !slashes().all(is_range) {
        return text.to_owned();
    }
    text.char_indices().map(|(at, letter)| if letter == '/' && is_range(at) { '-' } else { letter }).collect()
}

/// Whether colons part lists of the pieces of both sides.
fn is_fen(text: &str) -> bool {
    /// The side to move, perhaps twice, and a few more for each side.
    const MOST_SECTIONS: usize = 8;
    let sections = text.split(':').map(str::trim).filter(|section| !section.is_empty()).skip(1);
    both_armies_follow(&sections.take(MOST_SECTIONS).collect::<Vec<_>>())
}

/// A text with the characters that an address of the web writes by their codes, as `%3A`.
fn percent_decoded(text: &str) -> String {
    let mut parts = text.split('%');
    let mut decoded = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok()).filter(u8::is_ascii);
        match code {
            Some(code) => {
                decoded.push(code.into());
                decoded.push_str(&part[2..]);
            }
            None => {
                decoded.push('%');
                decoded.push_str(part);
            }
        }
    }
    decoded
}

/// A FEN whose sections another sign than a colon parts: `W;W31,32;B1`.
fn with_colons(text: &str) -> Option<String> {
    let is_side = |text: &str| text.starts_with(['W', 'w', 'B', 'b', 'Z', 'z']);
    let sign = text.chars().nth(1).filter(|sign| is_side(text) && ";|./".contains(*sign))?;
    let mut fen = String::new();
    for part in text.split(sign) {
        if !fen.is_empty() {
            fen.push(if is_side(part.trim_start()) { ':' } else { ',' });
        }
        fen.push_str(part);
    }
    is_fen(&fen).then_some(fen)
}

/// A FEN with a colon or a semicolon between each side and its list: `W:W:31,32;B:1`.
fn with_sides_joined(text: &str) -> Option<String> {
    let sections = text.split([':', ';']).map(str::trim).filter(|section| !section.is_empty());
    let [mover, first, of_first, second, of_second] = sections.collect::<Vec<_>>()[..] else { return None };
    let is_list = |text: &str| text.contains(|c: char| c.is_ascii_digit()) && owner_and_pieces(text).is_err();
    let (first, second) = (side_to_move(first).ok()?, side_to_move(second).ok()?);
    let fen = format!("{mover}:{}{of_first}:{}{of_second}", first.letter(), second.letter());
    (first != second && is_list(of_first) && is_list(of_second)).then_some(fen)
}

/// A FEN with a semicolon before the list of a side and colons elsewhere: `W:W31,32;B1`.
fn with_armies_apart(text: &str) -> Option<String> {
    let fen = text.replace(";W:", ":W").replace(";B:", ":B").replace(";W", ":W").replace(";B", ":B");
    is_fen(&fen).then_some(fen)
}

/// A FEN with blanks for its colons: `W W27,28 B12,18`.
fn with_blanks(text: &str) -> Option<String> {
    let [side, first, second] = text.split_whitespace().collect::<Vec<_>>()[..] else { return None };
    let is_list = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    let fen = format!("{side}:{first}:{second}");
    (side.chars().count() == 1 && is_list(first) && is_list(second) && is_fen(&fen)).then_some(fen)
}

/// A FEN that has bars or single dots between its pieces.
fn with_commas(text: &str) -> String {
    let is_between =
        |at: usize| text[..at].ends_with(char::is_alphanumeric) && text[at + 1..].starts_with(char::is_alphanumeric);
    let with_comma = |(at, letter)| if letter == '|' || (letter == '.' && is_between(at)) { ',' } else { letter };
    text.char_indices().map(with_comma).collect()
}

/// Whether `?` stands for the side to move.
pub fn has_unknown_side(text: &str) -> bool {
    normal(text).starts_with(UNKNOWN_SIDE)
}

/// A FEN that does not know the side to move, with this side; `None` if it knows one.
pub(super) fn with_unknown_side(text: &str, side: Side) -> Option<String> {
    let normal = normal(text);
    Some(format!("{}{}", side.letter(), normal.strip_prefix(UNKNOWN_SIDE)?))
}

/// Whether lists of the pieces of both sides are among these sections.
fn both_armies_follow(sections: &[&str]) -> bool {
    let owners: Vec<_> = sections.iter().filter_map(|section| owner_and_pieces(section).ok()).collect();
    Side::ALL.iter().all(|side| owners.iter().any(|(owner, _)| owner == side))
}

/// Writes a position in a canonical form: White first, numbers ascending, no ranges (many programs do not support
/// them), the moves of kings if any count, no final dot.
///
/// The numbers are those of this library; PDN has others in Spanish and Thai: [`write_at`] with
/// [`pdn_coordinates`](super::pdn::pdn_coordinates) writes them.
pub fn write(position: &AnyPosition) -> String {
    write_named(position, |square| square.to_string())
}

/// Writes a position as [`write()`] does, but with the numbers that begin to count in these corners.
pub fn write_at(position: &AnyPosition, coordinates: Coordinates) -> String {
    let board = position.board();
    let renumbered = |square| board.read_from(coordinates.numbers, square);
    // Renumbering is its own inverse: these are the squares in the order of their new numbers.
    write_listed(position, board.squares().map(renumbered), |square| renumbered(square).to_string())
}

/// Writes a position with other names of the squares.
pub(super) fn write_named(position: &AnyPosition, name: impl Fn(Square) -> String) -> String {
    write_listed(position, position.board().squares(), name)
}

/// Writes a position with its pieces in the order of these squares.
fn write_listed(
    position: &AnyPosition,
    squares: impl Iterator<Item = Square> + Clone,
    name: impl Fn(Square) -> String,
) -> String {
    let list = |side: Side| {
        let piece = |square| match position.piece_at(square) {
            Some((owner, true)) if owner == side => Some(format!("K{}", name(square))),
            Some((owner, false)) if owner == side => Some(name(square)),
            _ => None,
        };
        squares.clone().filter_map(piece).collect::<Vec<_>>().join(",")
    };
    let (white, black) = (list(Side::White), list(Side::Black));
    format!("{}:W{white}:B{black}{}", position.side().letter(), king_moves(position))
}

/// The runs of kings in a counter such as `1+0`.
fn king_runs(position: &AnyPosition, counter: &str) -> KingRuns {
    let board = position.board();
    Side::ALL.into_iter().zip(counter.split('+')).fold(KingRuns::default(), |runs, (side, count)| {
        let (moves, number) = count.split_at_checked(1).unwrap_or_default();
        let square = number.parse().ok().and_then(|number| Square::from_number(number, board.size));
        let kings = position.kings(side);
        let only = if kings.len() == 1 { kings } else { Bitboard::EMPTY };
        runs.with(side, square.map_or(only, |square| board.bit(square)), moves.parse().unwrap_or(0))
    })
}

/// The counter of the moves of kings, with its colon; nothing if none counts.
fn king_moves(position: &AnyPosition) -> String {
    let count = |side: Side| match position.state().of(side) {
        Some((_, moves)) if position.kings(side).len() == 1 => format!("+{moves}"),
        Some((king, moves)) => format!("+{moves}{}", position.board().square(king)),
        None => "+0".to_owned(),
    };
    if position.state() == KingRuns::default() { String::new() } else { format!(":{}", Side::ALL.map(count).concat()) }
}

/// What follows the name of the tag FEN, of a setup or of a member in JSON, if the text begins with one.
fn of_tag(text: &str) -> Option<&str> {
    let is_bracket = |c: char| is_quote(c) || "[{/\\".contains(c) || c.is_whitespace();
    let inside = text.trim_start_matches(is_bracket);
    let name = inside.get(..3)?.eq_ignore_ascii_case("FEN");
    let rest = &inside[3..];
    let value = rest.trim_start_matches(|c: char| is_quote(c) || ":=\\".contains(c) || c.is_whitespace());
    (name && value.len() < rest.len()).then(|| value.strip_suffix('/').unwrap_or(value))
}

fn side_to_move(token: &str) -> Result<Side, NotationError> {
    let token_in_small = token.to_lowercase();
    let side = match token_in_small.as_str() {
        "white" | "wit" => Some(Side::White),
        "black" | "zwart" => Some(Side::Black),
        letter => side_lettered(letter),
    };
    side.ok_or_else(|| NotationError::SideToMove(clipped(token)))
}

/// Whether it is a counter: half-moves without progress (`H0`), the move number (`F1`), or king moves (`+1+0`).
fn is_count(section: &str) -> bool {
    section
        .trim()
        .strip_prefix(['H', 'h', 'F', 'f', '+'])
        .is_some_and(|count| !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit() || byte == b'+'))
}

/// A position without the counts or the result that blanks part from its pieces, as in `H0 F1`, `0 1` and `1-1`.
fn without_counts(text: &str) -> &str {
    let is_blank = |(_, letter): &(usize, char)| letter.is_whitespace();
    if text.len() > LONGEST {
        return text;
    }
    // `h8` is a square.
    let is_no_square = |word: &str| {
        let number = word.trim_start_matches(['H', 'h', 'F', 'f']).parse::<u32>();
        number.is_ok_and(|number| number == 0 || (number > 12 && is_count(word)))
    };
    let are_counts = |rest: &str| {
        let mut words = rest.split_whitespace();
        let first = words.next().unwrap_or_default();
        let is_score = ["1-0", "0-1", "2-0", "0-2", "1-1", "0-0", "1/2-1/2", "*"].contains(&first);
        (is_no_square(first) && words.clone().all(|word| is_count(word) || is_number(word)))
            || (is_score && words.next().is_none())
    };
    let end = text.char_indices().filter(is_blank).map(|(at, _)| at).find(|at| are_counts(&text[*at..]));
    end.map_or(text, |end| &text[..end])
}

/// Splits `W31-50` into the side and its list of pieces.
fn owner_and_pieces(section: &str) -> Result<(Side, &str), NotationError> {
    let word = section.len() - section.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
    let length = if word == "white".len() { word } else { section.chars().next().map_or(0, char::len_utf8) };
    let rest = &section[length..];
    // A letter of another script can begin a word, such as белые.
    let piece = rest.strip_prefix(LETTERS_OF_KING).unwrap_or(rest);
    let is_other_script = !section.starts_with(|first: char| first.is_ascii());
    let is_word = is_other_script && piece.chars().take(2).filter(|c| c.is_alphabetic()).count() == 2;
    let side = side_to_move(&section[..length]).ok().filter(|_| !is_word);
    let side = side.ok_or_else(|| NotationError::Section(clipped(section)))?;
    Ok((side, rest.trim_matches(|c: char| c.is_whitespace() || "[]()=".contains(c))))
}

/// Parses a list of pieces, whose squares may have letters, and adds their squares to `taken`.
fn read_army(
    variant: Variant,
    coordinates: Coordinates,
    (owner, pieces, is_lettered): (Side, &str, bool),
    own: impl Fn(Square) -> Square,
    taken: &mut Bitboard,
) -> Result<Army, NotationError> {
    let mut army = Army::default();
    let columns = if is_lettered { variant.board().columns } else { 0 };
    let is_square = |name: &str| match is_lettered {
        true => coordinates.lettered(variant.board(), name).is_some(),
        false => is_number(name),
    };
    for item in pieces.split([',', ';', '/']).flat_map(items) {
        // Some repeat the side.
        let item = item.trim();
        let item = item
            .strip_prefix(|letter: char| side_to_move(letter.encode_utf8(&mut [0; 4])).is_ok_and(|side| side == owner))
            .filter(|item| is_square(king_of(item, columns).unwrap_or(item)))
            .unwrap_or(item);
        if item.is_empty() || is_ghost(item, is_lettered) {
            continue;
        }
        let (rank, squares) = match king_of(item, columns) {
            Some(rest) => (&mut army.kings, rest),
            None => (&mut army.men, item),
        };
        let squares = range(variant.board(), coordinates, squares).map_err(|fault| match fault {
            // Of `-18` or a king without a square, the rest says nothing.
            NotationError::Number(token) if token.is_empty() => NotationError::Number(clipped(item)),
            fault => fault,
        })?;
        for square in squares.map(&own) {
            let bit = variant.board().bit(square);
            if taken.meets(bit) {
                return Err(NotationError::SquareTwice { token: clipped(item), square });
            }
            *taken |= bit;
            *rank |= bit;
        }
    }
    Ok(army)
}

/// The items between two commas: those that blanks part, but for the blanks behind the letter of a king and around the
/// dash of a range.
fn items(text: &str) -> Vec<&str> {
    let mut items = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let is_end = |(at, blank): &(usize, char)| {
            let (before, behind) = (rest[..*at].trim_end(), rest[*at..].trim_start());
            let is_king = before.strip_prefix(LETTERS_OF_KING) == Some("");
            let is_open = is_king || before.ends_with(is_dash) || behind.starts_with(is_dash);
            blank.is_whitespace() && !is_open
        };
        let end = rest.char_indices().find(is_end).map_or(rest.len(), |(at, _)| at);
        items.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    items
}

/// Whether an item is a piece that was captured by a move in progress, as lidraughts writes it: `G31` or `Gc3`, and
/// `P31` for a king, also behind the letter of its side. In lists of squares by letters, `G3` is a square.
fn is_ghost(item: &str, is_lettered: bool) -> bool {
    let piece = item.strip_prefix(['W', 'w', 'B', 'b']).filter(|piece| piece.starts_with(['G', 'g', 'P', 'p']));
    let Some(square) = piece.unwrap_or(item).strip_prefix(['G', 'g', 'P', 'p']) else { return false };
    let number = square.strip_prefix(|letter| column(letter).is_some());
    let is_ghost = piece.is_some() || number.is_some() || item.starts_with(['P', 'p']);
    (is_ghost || (item.starts_with('G') && !is_lettered)) && is_number(number.unwrap_or(square))
}

/// The square, or the range, of an item that is a king. A number behind the letter of one of the first `columns` names a
/// square with it.
fn king_of(item: &str, columns: usize) -> Option<&str> {
    let is_column = item.chars().next().and_then(column).is_some_and(|place| place < columns);
    let square = match item.strip_prefix(LETTERS_OF_KING) {
        Some(number) if is_column && is_number(number.trim()) => return None,
        // It begins a word, such as дамка.
        Some(word) if word.chars().take(2).filter(|letter| letter.is_alphabetic()).count() == 2 => return None,
        Some(square) => square,
        None => item.strip_suffix(LETTERS_OF_KING)?,
    };
    Some(square.trim().strip_prefix(is_dash).unwrap_or(square).trim())
}

/// A piece without the letter of its side, if that is before it for sure: `B7` is a square too.
fn without_side(owner: Side, item: &str) -> Option<&str> {
    let piece = item.strip_prefix(owner.letter());
    piece.filter(|piece| owner == Side::White || piece.starts_with(char::is_alphabetic))
}

/// Whether the squares of the pieces have letters; `None` if there are no squares. What follows the pieces is none:
/// `H0` and `F12` of lidraughts are counters. `G7` and `D7` are a ghost and a king among numbers, and squares otherwise.
pub(super) fn is_lettered(text: &str) -> Option<bool> {
    let text = normal(text);
    let sections = text.split(':').skip(1).map(str::trim).filter(|section| !is_count(section));
    let pieces = sections.filter_map(|section| owner_and_pieces(section).ok());
    let items = pieces.flat_map(|(owner, pieces)| pieces.split(',').flat_map(items).map(move |item| (owner, item)));
    let items: Vec<_> = items.collect();
    // `B11` is a man on 11 where others have the letter of their side too.
    let repeats_side = items.iter().any(|(owner, item)| without_side(*owner, item).is_some());
    let (mut has_numbers, mut has_ghosts) = (false, false);
    // On ten columns, the letter of a king that is also that of a column is `D`.
    let names = items.into_iter().flat_map(|(owner, item)| {
        let item = without_side(owner, item).unwrap_or(item);
        king_of(item, 10).unwrap_or(item).split(is_dash).map(move |name| (owner, name.trim()))
    });
    for (owner, name) in names {
        let number = name.trim_start_matches(|letter| column(letter).is_some());
        let is_square = is_number(number) && number.len() <= 2 && name.chars().count() == number.len() + 1;
        match name.chars().next() {
            Some(letter) if "GDdДд".contains(letter) || (repeats_side && letter == owner.letter()) => {
                let is_row = number.parse().is_ok_and(|row: u32| row <= 12);
                has_ghosts |= is_square && is_row;
                has_numbers |= letter != 'G' && is_number(number) && !is_row;
            }
            Some(_) if is_square => return Some(true),
            _ => has_numbers |= is_number(name),
        }
    }
    (has_numbers || has_ghosts).then_some(!has_numbers)
}

/// Whether the counter of the moves of kings follows the pieces, which only some variants have.
pub(super) fn counts_king_moves(text: &str) -> bool {
    normal(text).split(':').skip(1).map(str::trim).any(|section| section.starts_with('+') && is_count(section))
}

/// Reads a square, or a range of squares such as `31-50`.
fn range(
    board: &Geometry,
    coordinates: Coordinates,
    token: &str,
) -> Result<impl Iterator<Item = Square> + use<>, NotationError> {
    let read = |token: &str| coordinates.square(board, token.trim());
    let is_between = |c: char| is_dash(c) || ".…~".contains(c);
    let ends = token.split_once(is_between).map(|(first, last)| (first, last.trim_start_matches('.')));
    let (first, last) = match ends {
        Some((first, last)) => (read(first)?, read(last)?),
        None => {
            let only = read(token)?;
            (only, only)
        }
    };
    let place = |square| board.read_from(coordinates.numbers, square).index();
    if place(last) < place(first) {
        return Err(NotationError::ReversedRange(clipped(token)));
    }
    let numbers = coordinates.numbers;
    let board = *board;
    Ok((place(first)..=place(last)).map(move |index| board.read_from(numbers, Square::from_index(index))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Fault;

    #[test]
    fn the_start_positions() {
        let english = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
        assert_eq!(write(&Variant::ENGLISH.start()), english);
        assert_eq!(parse(Variant::INTERNATIONAL, "W:W31-50:B1-20"), Ok(Variant::INTERNATIONAL.start()));
    }

    #[test]
    fn one_position_in_many_spellings() {
        let canonical = "B:W31,K32,33:BK1,2";
        for text in [
            "B:W31,K32,33:BK1,2",
            "B:BK1,2:W31,K32,33",
            "B:W33,K32,31:B2,K1.",
            "b:wk32,31,33:b2,k1",
            " B : W 31 - 31 , K 32, 033 : B K1 , 2 . ",
            "B:WK32-32,33-33,31:BK01,02",
            "B:W31,32K,33:B1K,2",
            "B:B:W31,K32,33:BK1,2",
            "b:B:BK1,2:W31,K32,33",
            "B:W31–31,K32,33:BK1−1,2",
            "\u{feff}[FEN \"B:W31,K32,33:BK1,2\"]",
            "B:W31,K32,33:BK1,2\r\n\u{1a}",
            "B:W31,K32,33:BK1,2:H0:F1",
            "B:W31,K32,33:BK1,2:H12:F40:+1+0.",
            "B W31,K32,33 BK1,2",
            "b wk32,31,33 b2,k1",
            "B BK1,2 W31,K32,33.",
            "B:W31,K32,33;B:K1,2",
            "B:W:31,K32,33;B:K1,2",
            "B:W:31,K32,33:B:K1,2",
            "b:b:K1,2:w:31-31,32K,33.",
            "B : W : 31,K32,33 ; B : K1,2",
            "[FEN \"B:W:31,K32,33;B:K1,2;\"]",
            "black:white:31,K32,33:black:K1,2",
        ] {
            let position = parse(Variant::INTERNATIONAL, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(write(&position), canonical, "{text}");
        }
    }

    #[test]
    fn an_unknown_side_to_move_is_the_one_that_begins() {
        for (variant, side) in [(Variant::ENGLISH, Side::Black), (Variant::INTERNATIONAL, Side::White)] {
            let text = "?:W29,13,11:B22,4,2";
            assert_eq!(parse(variant, text).map(|position| position.side()), Ok(side));
            assert_eq!(with_unknown_side(text, Side::White).as_deref(), Some("W:W29,13,11:B22,4,2"));
        }
        // A bare letter is a side without pieces where nothing is doubled.
        assert_eq!(parse(Variant::ENGLISH, "B:B:W5").map(|position| write(&position)).as_deref(), Ok("B:W5:B"));
    }

    #[test]
    fn moves_of_kings_are_kept_where_they_count() {
        for (text, written) in [
            ("W:WK46,31:BK5,20:H0:F1:+2+3", "W:W31,K46:BK5,20:+2+3"),
            ("W:WK46,K47,31:BK5:+246+3", "W:W31,K46,K47:BK5:+246+0"),
            // Which of the two kings it was is not known, and a side without men may move its king on.
            ("W:WK46,K47,31:BK5:+2+3", "W:W31,K46,K47:BK5"),
            ("W:WK46,31:BK5,20:+9+0", "W:W31,K46:BK5,20:+3+0"),
            ("W:WK46,31:BK5,20:+120+0", "W:W31,K46:BK5,20"),
        ] {
            let position = parse(Variant::FRISIAN, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(write(&position), written, "{text}");
            assert_eq!(parse(Variant::FRISIAN, written), Ok(position), "{text}");
            assert_eq!(position.key(), position.key_from_scratch(), "{text}");
        }
        let resting = parse(Variant::FRISIAN, "W:WK46,31:BK5,20:+3+0").expect("it is well formed");
        assert!(resting.moves().iter().all(|mv| mv.from.number() == 31));
    }

    #[test]
    fn squares_may_have_letters() {
        let start = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6";
        assert_eq!(parse(Variant::RUSSIAN, start), Ok(Variant::RUSSIAN.start()));
        assert_eq!(parse(Variant::RUSSIAN, "W:WKd4:Bkb6,g3"), parse(Variant::RUSSIAN, "W:WK18:BK9,24"));
        let english = Variant::ENGLISH.start();
        assert_eq!(parse(Variant::ENGLISH, &start.replacen('W', "B", 1)), Ok(english));
        assert!(parse(Variant::RUSSIAN, "W:Wa2:Bb8").is_err() && parse(Variant::ITALIAN, start).is_err());
    }

    #[test]
    fn a_side_may_be_without_pieces() {
        for text in ["B:W5:B", "W:W:BK1"] {
            assert_eq!(write(&parse(Variant::ENGLISH, text).expect("it is well formed")), text);
        }
    }

    #[test]
    fn every_fault_is_named() {
        let token = |text: &str| text.to_owned();
        for (text, error) in [
            ("", NotationError::SideToMove(token(""))),
            ("W:W31:B1:H", NotationError::Section(token("H"))),
            ("W:W31:H0:B1", NotationError::Section(token("H0"))),
            ("X:W31:B1", NotationError::SideToMove(token("X"))),
            ("?W:W31:B1", NotationError::SideToMove(token("?W"))),
            ("W", NotationError::MissingSection(Side::White)),
            ("W:W31", NotationError::MissingSection(Side::Black)),
            ("W:B1", NotationError::MissingSection(Side::White)),
            ("W:W31:W32", NotationError::SectionTwice { token: "W32".to_owned(), side: Side::White }),
            ("W:W31:B1:B2", NotationError::SectionTwice { token: "B2".to_owned(), side: Side::Black }),
            ("W:31:B1", NotationError::Section(token("31"))),
            ("W:Wx:B1", NotationError::Number(token("x"))),
            ("W:W+31:B1", NotationError::Number(token("+31"))),
            ("W:WKK31:B1", NotationError::Number(token("K31"))),
            ("W:W31-33-35:B1", NotationError::Number(token("33-35"))),
            ("W:W0:B1", NotationError::OffBoard { token: token("0"), squares: 50 }),
            ("W:W31-51:B1", NotationError::OffBoard { token: token("51"), squares: 50 }),
            ("W:W99999999999:B1", NotationError::OffBoard { token: token("99999999999"), squares: 50 }),
            ("W:W50-31:B1", NotationError::ReversedRange(token("50-31"))),
            ("W:W31-40,K35:B1", NotationError::SquareTwice { token: token("K35"), square: Square::from_index(34) }),
            ("W:W31:B1,31", NotationError::SquareTwice { token: token("31"), square: Square::from_index(30) }),
            ("W:W:B", Fault::Empty.into()),
            ("W:W5:B1", Fault::ManOnCrownhead { side: Side::White, square: Square::from_index(4) }.into()),
            ("W:W21-41:B1", Fault::TooManyPieces { side: Side::White, count: 21, most: 20 }.into()),
        ] {
            assert_eq!(parse(Variant::INTERNATIONAL, text), Err(error), "{text}");
        }
    }

    #[test]
    fn errors_repeat_only_the_beginning_of_a_long_token() {
        let error = parse(Variant::ENGLISH, &"ä".repeat(1000)).expect_err("it is no position");
        assert!(error.to_string().len() < 200, "{error}");
    }
}
