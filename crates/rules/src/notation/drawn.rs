//! Positions as pictures of the board in plain text: `| w |   | b |`, `. w . b`.

use super::described::side_named;
use super::is_number;
use crate::rules::Side;

/// The numbers of rows and columns of boards.
const SIZES: [usize; 3] = [8, 10, 12];
/// The most lines with those of a frame, the letters of the columns and who moves.
const MOST_LINES: usize = 40;

/// A man or a king of a side, if there is one.
type Field = Option<(Side, bool)>;

/// A picture of the board as a FEN, seen from White, with `?` unless words below it say who moves; `None` if it is none.
/// Capitals are kings, but in pictures without men all pieces could be these.
pub(super) fn as_fen(text: &str) -> Option<String> {
    // Most texts are FENs of one line.
    text.lines().nth(SIZES[0] - 1)?;
    let lines: Vec<_> = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(MOST_LINES + 1).collect();
    if lines.len() < SIZES[0] || lines.len() > MOST_LINES {
        return None;
    }
    let (mut rows, mut mover) = (Vec::new(), None);
    for line in lines.into_iter().filter(|line| !is_edge(line)) {
        match row(line) {
            Some(row) => rows.push(row),
            None => mover = Some(only_side(line).filter(|_| !rows.is_empty() && mover.is_none())?),
        }
    }
    let has_size = SIZES.contains(&rows.len()) && rows.iter().all(|row| row.len() == rows.len());
    let has_men = rows.iter().flatten().any(|field| matches!(field, Some((_, false))));
    if !has_size || !has_men {
        return None;
    }
    let list = |side: Side| {
        let squares = (0..rows.len()).flat_map(|row| (0..rows.len()).map(move |column| (row, column)));
        let pieces = squares.filter_map(|(row, column)| {
            let (_, is_king) = rows[row][column].filter(|(owner, _)| *owner == side)?;
            let letter = char::from(b'a' + u8::try_from(column).ok()?);
            Some(format!("{}{letter}{}", if is_king { "K" } else { "" }, rows.len() - row))
        });
        pieces.collect::<Vec<_>>().join(",")
    };
    Some(format!("{}:W{}:B{}", mover.map_or('?', Side::letter), list(Side::White), list(Side::Black)))
}

/// Whether a line can be of a picture: of its frame, or a row.
pub(super) fn is_part(line: &str) -> bool {
    is_edge(line) || row(line).is_some_and(|row| SIZES.contains(&row.len()))
}

/// Whether a line has no fields: the edge of rows, or the letters of the columns.
fn is_edge(line: &str) -> bool {
    let is_line = |letter: char| "-=_─━═".contains(letter);
    let mut letters = line.chars().filter(|letter| letter.is_alphanumeric());
    let Some(first) = letters.next() else {
        return line.chars().zip(line.chars().skip(1)).any(|(one, next)| is_line(one) && is_line(next));
    };
    let are_next = letters.try_fold((first, 1), |(last, count), next| {
        ((last as u32).abs_diff(next as u32) == 1).then_some((next, count + 1))
    });
    are_next.is_some_and(|(_, columns)| columns >= SIZES[0])
}

/// The fields of a row, without its number before or behind them.
fn row(line: &str) -> Option<Vec<Field>> {
    if line.contains(['|', '│', '║']) {
        let parts: Vec<_> = line.split(['|', '│', '║']).map(str::trim).collect();
        let [before, cells @ .., behind] = &parts[..] else { return None };
        let is_outside = |text: &str| text.is_empty() || is_number(text);
        return (is_outside(before) && is_outside(behind)).then(|| cells.iter().copied().map(field).collect())?;
    }
    let words = || line.split_whitespace().filter(|word| !is_number(word));
    let is_joined = |word: &&str| word.chars().count() >= SIZES[0] && words().nth(1).is_none();
    match words().next().filter(is_joined) {
        Some(joined) => joined.split("").filter(|cell| !cell.is_empty()).map(field).collect(),
        None => words().map(field).collect(),
    }
}

fn field(cell: &str) -> Option<Field> {
    Some(Some(match cell {
        "" | "." | "-" | "_" | "·" | ":" | "#" | "/" => return Some(None),
        "w" | "⛀" | "б" => (Side::White, false),
        "W" | "⛁" | "Б" => (Side::White, true),
        "b" | "⛂" | "ч" => (Side::Black, false),
        "B" | "⛃" | "Ч" => (Side::Black, true),
        _ => return None,
    }))
}

/// The only side that words name.
fn only_side(line: &str) -> Option<Side> {
    let words = line.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    let mut sides = words.filter_map(|word| side_named(&word));
    sides.next().filter(|_| sides.next().is_none())
}
