//! Moves as text: parsing and writing.

use super::route::find_route;
use super::spelled::SpelledMove;
use super::{
    Coordinates, LETTERS_OF_KING, NotationError, clipped, column, is_dash, is_number, joins_squares, names_king, plain,
};
use crate::rules::{AnyPosition, Bitboard, Geometry, Move, MoveList, Square, Variant};

/// Parses a move of `position`: in short PDN, in PDN with all or part of its path, or in Hub form with the captured
/// squares in any order; these can stand in brackets within the path too, as in `28x(23)x19`. Squares are joined by
/// `-`, `x`, `X` or `:`, or by nothing. They are numbers, with or without leading zeros, or letters with numbers; of
/// the first one, the letter is enough: `cd4`.
///
/// ```
/// use crownhead_rules::Variant;
/// use crownhead_rules::notation::parse_move;
///
/// let start = Variant::ENGLISH.start();
/// assert!(parse_move(&start, "11-15").is_ok());
/// let error = parse_move(&start, "11-17").unwrap_err().to_string();
/// assert_eq!(error, "11-17 is not a legal move of Black in english: expected 11-15 or 11-16");
/// ```
///
/// # Errors
/// [`NotationError::NotAMove`] and those of its squares; [`NotationError::IllegalMove`];
/// [`NotationError::AmbiguousMove`] if it matches more than one legal move.
pub fn parse_move(position: &AnyPosition, text: &str) -> Result<Move, NotationError> {
    parse_move_by(Coordinates::own(position.variant()), position, text)
}

/// The same of a move whose numbers and letters begin to count in these corners; so do those of the moves that an error
/// names.
///
/// # Errors
/// As for [`parse_move`].
pub fn parse_move_by(coordinates: Coordinates, position: &AnyPosition, text: &str) -> Result<Move, NotationError> {
    parse_move_at(coordinates, position, text).map_err(|error| match error {
        // Two digits are the short form of a move, or more likely one square of it.
        NotationError::IllegalMove { .. } if is_number(text.trim()) && text.trim().len() <= 2 => {
            NotationError::NotAMove { token: clipped(text) }
        }
        error => error.named_by(coordinates),
    })
}

/// The same, but for two digits alone and for the names in errors.
pub(super) fn parse_move_at(
    coordinates: Coordinates,
    position: &AnyPosition,
    text: &str,
) -> Result<Move, NotationError> {
    match plain_move(coordinates, position, text) {
        Some(mv) => Ok(mv),
        None => MoveText::parse_at(position.variant(), coordinates, text)?.resolve(position),
    }
}

/// The legal move of a text of two squares, as most are, if it is the only one with these: by a tenth of the work that
/// other texts take.
fn plain_move(coordinates: Coordinates, position: &AnyPosition, text: &str) -> Option<Move> {
    let (from, to) = text.split_once(['-', 'x', ':'])?;
    let square = |token: &str| {
        let is_plain = token.len() <= 3 && token.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if is_plain { coordinates.square(position.board(), token).ok() } else { None }
    };
    let (from, to) = (square(from)?, square(to)?);
    // Not by `moves`, which copies the list once more.
    let mut legal = MoveList::new();
    position.list_moves(&mut legal);
    let mut meant = legal.iter().filter(|mv| (mv.from, mv.to) == (from, to));
    meant.next().copied().filter(|_| meant.next().is_none())
}

/// The most legal moves that an error lists in place of an illegal one.
const MOST_CLOSE: usize = 4;

/// The squares of a move, not yet matched with a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    text: String,
    /// What the text can mean: at least one.
    readings: Vec<Reading>,
}

/// One meaning of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Reading {
    /// The square where the move begins: one, or those of a column.
    from: Vec<Square>,
    /// The squares after it: at least one.
    others: Vec<Square>,
}

impl MoveText {
    /// Parses the squares of a move.
    ///
    /// # Errors
    /// [`NotationError::NotAMove`] if the text is not of this form, [`NotationError::OffBoard`] if the board lacks
    /// a square.
    pub fn parse(variant: Variant, text: &str) -> Result<MoveText, NotationError> {
        MoveText::parse_at(variant, Coordinates::own(variant), text)
    }

    /// Parses the squares of a move whose numbers and letters begin to count in these corners.
    ///
    /// # Errors
    /// As for [`MoveText::parse`].
    pub fn parse_at(variant: Variant, coordinates: Coordinates, text: &str) -> Result<MoveText, NotationError> {
        let (text, board) = (text.trim(), variant.board());
        let plain = plain(text);
        let not_a_move = || NotationError::NotAMove { token: clipped(text) };
        let mut readings = Vec::new();
        let mut fault = None;
        let joined = plainly_joined(plain.trim());
        // The letter of a king can be that of a column too: then it is none before a number and letters.
        let is_letter = |c: char| column(c).is_some() && !joins_squares(c);
        let of_king = joined.strip_prefix(LETTERS_OF_KING);
        let of_king = of_king.filter(|squares| squares.starts_with(is_letter) || !squares.contains(is_letter));
        let of_king = of_king.and_then(tokens);
        let parted = tokens(&joined).into_iter().chain(of_king).flatten().collect::<Vec<_>>();
        if parted.is_empty() {
            return Err(not_a_move());
        }
        for tokens in parted {
            match Reading::of(board, coordinates, &tokens) {
                Ok(reading) => readings.push(reading),
                Err(error) => fault = Some(error),
            }
        }
        match fault {
            Some(error @ NotationError::OffBoard { .. }) if readings.is_empty() => Err(error),
            _ if readings.is_empty() => Err(not_a_move()),
            _ => Ok(MoveText { text: clipped(text), readings }),
        }
    }

    /// The same move on a board with another numbering. Errors still show the original text.
    #[must_use]
    pub fn map_squares(mut self, map: impl Fn(Square) -> Square) -> MoveText {
        for Reading { from, others } in &mut self.readings {
            from.iter_mut().chain(others).for_each(|square| *square = map(*square));
        }
        self
    }

    /// The matching legal move of `position`.
    ///
    /// No text matches one move as a path and another as a list of captures: the last number is an empty square, or the
    /// moving piece's square, in a path, and an opponent's square in a list of captures.
    ///
    /// # Errors
    /// [`NotationError::IllegalMove`] or [`NotationError::AmbiguousMove`].
    pub fn resolve(&self, position: &AnyPosition) -> Result<Move, NotationError> {
        let legal = position.moves();
        let mut meant: Vec<Move> = Vec::new();
        for mv in self.readings.iter().flat_map(|reading| reading.moves(position, &legal)) {
            if !meant.contains(&mv) {
                meant.push(mv);
            }
        }
        match meant.as_slice() {
            [mv] => Ok(*mv),
            [] => Err(self.illegal(position, &legal)),
            candidates => {
                let spell = |mv| SpelledMove::among(position, &legal, mv);
                let candidates = candidates.iter().map(spell).collect();
                Err(NotationError::AmbiguousMove { token: self.text.clone(), candidates })
            }
        }
    }

    fn illegal(&self, position: &AnyPosition, legal: &[Move]) -> NotationError {
        let begins = |mv: &&Move| self.readings.iter().any(|reading| reading.from.contains(&mv.from));
        let ends = |mv: &&Move| self.readings.iter().any(|reading| reading.others.last() == Some(&mv.to));
        let mut near: Vec<_> = legal.iter().filter(begins).collect();
        if near.is_empty() {
            near = legal.iter().filter(ends).collect();
        }
        if near.is_empty() {
            near = legal.iter().collect();
        }
        let mut error = NotationError::illegal_move(position, &self.text);
        if let NotationError::IllegalMove { close, .. } = &mut error
            && near.len() <= MOST_CLOSE
        {
            near.sort_by_key(|mv| (mv.from, mv.to));
            *close = near.iter().map(|mv| SpelledMove::among(position, legal, mv)).collect();
        }
        error
    }
}

impl Reading {
    fn of(board: &Geometry, coordinates: Coordinates, tokens: &[&str]) -> Result<Reading, NotationError> {
        let (first, others) = tokens.split_first().unwrap_or((&"", &[]));
        let letter = first.chars().next().filter(|letter| letter.len_utf8() == first.len()).and_then(column);
        let from = match letter {
            Some(column) => board.squares().filter(|&square| coordinates.place(board, square).0 == column).collect(),
            None => vec![square(board, coordinates, first)?],
        };
        let others = others.iter().map(|token| square(board, coordinates, token)).collect::<Result<_, _>>()?;
        Ok(Reading { from, others })
    }

    fn moves(&self, position: &AnyPosition, legal: &[Move]) -> Vec<Move> {
        let by_captures = self.by_captures(position.board(), legal);
        if by_captures.is_empty() { self.by_path(position, legal) } else { by_captures }
    }

    /// The moves that match as a path: the ends and squares touched between them.
    fn by_path(&self, position: &AnyPosition, legal: &[Move]) -> Vec<Move> {
        let [via @ .., to] = self.others.as_slice() else { return Vec::new() };
        let passes =
            |mv: &&Move| self.from.contains(&mv.from) && mv.to == *to && find_route(position, mv, via).is_some();
        let matching: Vec<_> = legal.iter().filter(passes).copied().collect();
        // A complete path does not match a longer one.
        let is_whole = |mv: &&Move| mv.captured_set().len() as usize == via.len() + 1;
        match matching.iter().find(is_whole) {
            Some(whole) if self.from.len() == 1 => vec![*whole],
            _ => matching,
        }
    }

    /// The moves that match as ends and captured squares: two where one of them crowns.
    fn by_captures(&self, board: &Geometry, legal: &[Move]) -> Vec<Move> {
        let [to, squares @ ..] = self.others.as_slice() else { return Vec::new() };
        let captured = squares.iter().fold(Bitboard::EMPTY, |set, &square| set | board.bit(square));
        if captured.len() as usize != squares.len() {
            return Vec::new();
        }
        let is_meant = |mv: &&Move| self.from.contains(&mv.from) && (mv.to, mv.captured_set()) == (*to, captured);
        legal.iter().filter(is_meant).copied().collect()
    }
}

/// A square of a move. A letter with a number that names none is one that the board lacks.
fn square(board: &Geometry, coordinates: Coordinates, token: &str) -> Result<Square, NotationError> {
    coordinates.square(board, token).map_err(|fault| {
        let is_lettered = token.strip_prefix(|letter| column(letter).is_some()).is_some_and(is_number);
        let off_board = || NotationError::OffBoard { token: clipped(token), squares: board.size };
        if is_lettered { off_board() } else { fault }
    })
}

/// The length of what joins two squares at the beginning of a text in place of a single dash or a cross, as in `11..15`,
/// `11.15`, `25*14`, `32--28` and `32->28`.
pub(super) fn odd_joint(text: &str) -> usize {
    let is_odd =
        |c: char| is_dash(c) || matches!(c, '.' | '…' | '/' | '_' | '>' | '→' | '⇒' | '~' | ',' | '*' | '\\' | '|');
    let length = text.len() - text.trim_start_matches(is_odd).len();
    if text[..length].chars().count() <= 3 { length } else { 0 }
}

/// A move whose squares a dash joins where something odd did, without the parenthesis around it, the star before it that
/// books give to the only move, the marks of Markdown, and the marks behind it.
fn plainly_joined(text: &str) -> String {
    let text = text.trim_start_matches(['*', '_', '~']);
    let inside = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    let text = without_crowning(inside.trim_end_matches(['!', '?', '*', '_', '~']).trim());
    let (mut joined, mut at) = (String::new(), 0);
    while let Some(letter) = text[at..].chars().next() {
        let odd = if joined.ends_with(|c: char| c.is_ascii_digit()) { odd_joint(&text[at..]) } else { 0 };
        let begins_square = |c: char| c.is_ascii_digit() || column(c).is_some();
        let joins = odd > 0 && text[at + odd..].starts_with(begins_square);
        joined.push(if joins { '-' } else { letter });
        at += if joins { odd } else { letter.len_utf8() };
    }
    with_captured_last(joined)
}

/// A move in Hub form, `28x19x23`, where the captured squares stand in brackets, as in `28x(23)x19`. If these are fewer
/// than the jumps, its path.
fn with_captured_last(text: String) -> String {
    let (mut path, mut captured, mut rest) = (String::new(), Vec::new(), text.as_str());
    while let Some((before, behind)) = rest.split_once(['(', '['])
        && let Some((inside, behind)) = behind.split_once([')', ']'])
    {
        path.push_str(before.trim_end().trim_end_matches(joins_squares));
        captured.extend(inside.split(',').map(|square| square.trim().trim_start_matches(joins_squares)));
        rest = behind.trim_start_matches(joins_squares);
        path.push_str(if rest.is_empty() { "" } else { "x" });
    }
    if captured.is_empty() {
        return text;
    }
    path.push_str(rest);
    let squares: Vec<_> = path.split(joins_squares).collect();
    match squares[..] {
        [from, .., to] if captured.len() + 1 >= squares.len() => format!("{from}x{to}x{}", captured.join("x")),
        _ => path,
    }
}

/// A move without what says behind it that the man becomes a king: `6-1=K`, `6-1D`, `6-1(K)`.
fn without_crowning(text: &str) -> &str {
    let bare = text.strip_suffix(')').unwrap_or(text).trim_end_matches(char::is_alphabetic);
    let name = text[bare.len()..].trim_end_matches(')');
    let squares = bare.trim_end_matches(['=', '(']);
    let is_named = names_king(name) && squares.ends_with(|c: char| c.is_ascii_digit());
    if is_named { squares } else { text }
}

/// The most digits that are squares without anything between them.
const MOST_JOINED: usize = 8;

/// The squares in the text of a move, for each way to read it; `None` if it is not a move. Digits without anything
/// between them can be parted in several ways. A jump that goes on from where the one before it ended, behind a blank,
/// is of the same move.
fn tokens(text: &str) -> Option<Vec<Vec<&str>>> {
    let mut tokens: Vec<&str> = Vec::new();
    let words: Vec<_> = text.split_whitespace().collect();
    for (place, word) in words.iter().enumerate() {
        let word = if place > 0 { word.strip_prefix(joins_squares).unwrap_or(word) } else { word };
        let is_last = place + 1 == words.len();
        let word = if is_last { word } else { word.trim_end_matches(',') };
        let jump = if is_last { word } else { word.strip_suffix(joins_squares).unwrap_or(word) };
        // A separator with blanks around it.
        if jump.is_empty() && !is_last {
            continue;
        }
        let squares: Vec<_> = jump.split(joins_squares).flat_map(parted).collect();
        if squares.contains(&"") {
            return None;
        }
        let goes_on = place > 0 && squares.len() > 1 && tokens.last() == squares.first();
        tokens.extend(squares.into_iter().skip(usize::from(goes_on)));
    }
    match tokens[..] {
        [digits] if is_number(digits) && (2..=MOST_JOINED).contains(&digits.len()) => Some(divided(digits)),
        [_, _, ..] => Some(vec![tokens]),
        _ => None,
    }
}

/// The squares of letters and numbers that nothing joins: `c3d4`, `cd4`. Other text stays in one piece.
fn parted(text: &str) -> Vec<&str> {
    let mut starts: Vec<_> =
        text.char_indices().filter(|(_, letter)| !letter.is_ascii_digit()).map(|(at, _)| at).collect();
    if starts.first() != Some(&0) {
        return vec![text];
    }
    starts.push(text.len());
    starts.windows(2).map(|ends| &text[ends[0]..ends[1]]).collect()
}

/// The ways to part digits into numbers of one or two digits, none of which is 0: at least two.
fn divided(digits: &str) -> Vec<Vec<&str>> {
    let mut ways = Vec::new();
    for length in (1..=2).filter(|&length| length < digits.len()) {
        let (first, rest) = digits.split_at(length);
        if first.bytes().all(|digit| digit == b'0') || (length == 1 && first == "0") {
            continue;
        }
        let alone = (rest.len() <= 2 && rest.bytes().any(|digit| digit != b'0')).then(|| vec![rest]);
        let longer = if rest.len() > 1 { divided(rest) } else { Vec::new() };
        ways.extend(alone.into_iter().chain(longer).map(|others| [&[first], others.as_slice()].concat()));
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::Variant;

    /// The move that a text matches in a position, in Hub form, or the error.
    fn meaning(variant: Variant, position: &str, text: &str) -> Result<String, String> {
        let position = fen::parse(variant, position).expect("the FEN is well formed");
        parse_move(&position, text).map(|mv| SpelledMove::new(&position, &mv).hub()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_move_has_many_spellings() {
        for text in ["32-28", " 32-28 ", "32x28", "32:28", "032-0028"] {
            assert_eq!(meaning(Variant::INTERNATIONAL, "W:W32:B1", text).as_deref(), Ok("32-28"), "{text}");
        }
        let two = "W:W28:B23,14";
        for text in ["28x10", "28X10", "28-10", "28x19x10", "28:19:10", "28x10x14x23", "28x10x23x14"] {
            assert_eq!(meaning(Variant::INTERNATIONAL, two, text).as_deref(), Ok("28x10x14x23"), "{text}");
        }
    }

    #[test]
    fn part_of_a_path_is_enough_if_it_picks_one_move() {
        let ring = "W:W30:B25,26,17,18";
        assert_eq!(meaning(Variant::ENGLISH, ring, "30x21x14").as_deref(), Ok("30x14x17x25"));
        let ambiguous = "30x14 is ambiguous: expected 30x21x14 or 30x23x14";
        assert_eq!(meaning(Variant::ENGLISH, ring, "30x14"), Err(ambiguous.to_owned()));
        let longer = "W:W30:B10,25,26,17,18";
        for text in ["30x21x7", "30x21x14x7", "30x7x10x25x17"] {
            assert_eq!(meaning(Variant::ENGLISH, longer, text).as_deref(), Ok("30x7x10x17x25"), "{text}");
        }
        let ambiguous = "30x14x7 is ambiguous: expected 30x21x14x7 or 30x23x14x7";
        assert_eq!(meaning(Variant::ENGLISH, longer, "30x14x7"), Err(ambiguous.to_owned()));
    }

    #[test]
    fn a_whole_path_is_not_part_of_a_longer_one() {
        // From 18 over 22 to 25: at once, or after a round over 14, 6, 7 and 15.
        let position = "B:BK18:W6,7,14,15,22";
        assert_eq!(meaning(Variant::ENGLISH, position, "18x25").as_deref(), Ok("18x25x22"));
        for text in ["18x9x2x11x18x25", "18x11x2x9x18x25", "18x9x25", "18x18x25", "18x25x22x15x14x7x6"] {
            assert_eq!(meaning(Variant::ENGLISH, position, text).as_deref(), Ok("18x25x6x7x14x15x22"), "{text}");
        }
    }

    #[test]
    fn what_is_no_legal_move_is_named() {
        for (text, error) in [
            ("", "\"\" is not a move: expected squares joined by - or x, such as 32-28 or c3-d4"),
            ("7", "\"7\" is not a move: expected squares joined by - or x, such as 32-28 or c3-d4"),
            ("32", "\"32\" is not a move: expected squares joined by - or x, such as 32-28 or c3-d4"),
            ("32-", "\"32-\" is not a move: expected squares joined by - or x, such as 32-28 or c3-d4"),
            ("32----28", "\"32----28\" is not a move: expected squares joined by - or x, such as 32-28 or c3-d4"),
            ("a2-b4", "square a2 is not on the board: expected one that pieces stand on, from a1 to j10"),
            ("a3-b4", "a3-b4 is not a legal move of White in international: expected 32-27 or 32-28"),
            ("32 23", "32 23 is not a legal move of White in international: expected 32-27 or 32-28"),
            ("3223", "3223 is not a legal move of White in international: expected 32-27 or 32-28"),
            ("32-51", "square 51 is not on the board: expected 1 to 50"),
            ("32-0", "square 0 is not on the board: expected 1 to 50"),
            ("32-23", "32-23 is not a legal move of White in international: expected 32-27 or 32-28"),
            ("32-28-23", "32-28-23 is not a legal move of White in international: expected 32-27 or 32-28"),
        ] {
            assert_eq!(meaning(Variant::INTERNATIONAL, "W:W32:B1", text), Err(error.to_owned()), "{text}");
        }
        for text in ["28x10x14", "28x10x14x14", "28x10x14x23x23", "28x20x10", "28x19"] {
            let error = Err(format!("{text} is not a legal move of White in international: expected 28x10"));
            assert_eq!(meaning(Variant::INTERNATIONAL, "W:W28:B23,14", text), error, "{text}");
        }
    }

    /// Every legal move as PDN, as a full path and in Hub form, sorted.
    fn spelled(variant: Variant, text: &str) -> Vec<[String; 3]> {
        let position = fen::parse(variant, text).expect("the FEN is well formed");
        let spell = |mv| SpelledMove::new(&position, mv);
        let write = |mv: SpelledMove| [mv.pdn(), mv.full_path(), mv.hub()];
        let mut moves: Vec<_> = position.moves().iter().map(spell).map(write).collect();
        moves.sort();
        moves
    }

    #[test]
    fn quiet_moves_and_single_captures() {
        assert_eq!(spelled(Variant::INTERNATIONAL, "W:W32:B1"), [["32-27"; 3], ["32-28"; 3]]);
        assert_eq!(spelled(Variant::INTERNATIONAL, "W:W28:B22"), [["28x17", "28x17", "28x17x22"]]);
    }

    #[test]
    fn a_man_touches_the_square_behind_each_piece() {
        let text = "W:W28:B23,14";
        assert_eq!(spelled(Variant::INTERNATIONAL, text), [["28x10", "28x19x10", "28x10x14x23"]]);
    }

    #[test]
    fn a_ring_is_one_move_whichever_way_round() {
        let [ring] = &spelled(Variant::ENGLISH, "B:BK2:W6,7,14,15")[..] else { panic!("one move") };
        assert_eq!([&ring[0], &ring[2]], ["2x2", "2x2x6x7x14x15"]);
        assert!(["2x9x18x11x2", "2x11x18x9x2"].contains(&ring[1].as_str()), "{ring:?}");
    }

    #[test]
    fn a_flying_king_touches_where_it_turns_and_right_behind_what_it_passes() {
        // Over 41 and 28 in one flight, then aside at 14 over 20, or at 19 over 13.
        let paths: Vec<_> =
            spelled(Variant::INTERNATIONAL, "W:WK46:B41,28,20").into_iter().map(|[_, path, _]| path).collect();
        assert_eq!(paths, ["46x37x14x25"]);
        let paths: Vec<_> =
            spelled(Variant::INTERNATIONAL, "W:WK46:B41,28,13").into_iter().map(|[_, path, _]| path).collect();
        assert_eq!(paths, ["46x37x19x2", "46x37x19x8"]);
    }

    #[test]
    fn moves_with_equal_ends_are_told_apart() {
        let moves = spelled(Variant::ENGLISH, "W:W30:B25,26,17,18");
        let pdn: Vec<_> = moves.iter().map(|[pdn, ..]| pdn.as_str()).collect();
        assert_eq!(pdn, ["30x21x14", "30x23x14"]);
    }

    #[test]
    fn letters_are_written_where_pdn_has_them_and_numbers_read_too() {
        let man = "W:Wc3:Bd4";
        assert_eq!(spelled(Variant::RUSSIAN, man), [["c3:e5", "c3:e5", "22x15x18"]]);
        assert_eq!(spelled(Variant::BRAZILIAN, man)[0][0], "c3xe5");
        assert_eq!(spelled(Variant::CZECH, "W:Wc3:Bh8")[0][0], "c3-b4");
        for text in ["c3:e5", "C3xE5", "c3-e5", "22x15", "22:15:18", "c3:d4:e5"] {
            let expected = if text == "c3:d4:e5" { None } else { Some("22x15x18".to_owned()) };
            assert_eq!(meaning(Variant::RUSSIAN, man, text).ok(), expected, "{text}");
        }
        for text in ["a2-b3", "i1-h2", "c9-d8", "c0-d4", "c-d4", "3c-d4"] {
            assert!(meaning(Variant::RUSSIAN, man, text).is_err(), "{text}");
        }
        // From c1 over d2 to the last row and as a king over f6: two routes with equal ends, by d8 or by b8?
        let two = spelled(Variant::RUSSIAN, "W:WKa1:Bb2,d4,d6,b6");
        assert!(two.iter().all(|[pdn, path, _]| pdn == path || pdn.matches(':').count() == 1), "{two:?}");
    }

    #[test]
    fn squares_can_be_renumbered() {
        let position = fen::parse(Variant::INTERNATIONAL, "W:W28:B23,14").expect("the FEN is well formed");
        let mv = position.moves()[0];
        let turned = SpelledMove::new(&position, &mv).map_squares(|square| Square::from_index(49 - square.index()));
        assert_eq!([turned.full_path(), turned.hub()], ["23x32x41", "23x41x28x37"]);
    }
}
