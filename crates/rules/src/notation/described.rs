//! Positions in words: `White: 31, 32, king 45; Black: 1, 2; Black to move`, in the languages of those who play.

use super::{LETTERS_OF_KING, is_dash, is_number, joins_squares};
use crate::rules::Side;

/// The names of each side.
const SIDES: [(Side, &str); 2] = [
    (
        Side::White,
        "white whites wit witte weiß weiss weiße blanc blancs bianco bianchi bianca blanco blanca blancas branco branca \
         brancas wyt wyts białe białych biały biale bialych bílý bílí bílého белые белых белым белый бел білі білих baltie baltieji \
         valge vit beyaz",
    ),
    (
        Side::Black,
        "black blacks red zwart zwarte schwarz schwarze noir noirs nero neri nera negro negra negras preto preta pretas czarne \
         czarnych czarny černý černí černého чёрные чёрных чёрным чёрный чёрн черные черных черным черный черн чорні чорних melnie \
         juodieji must svart siyah swart",
    ),
];

/// What a word among the pieces of a position says of the squares behind it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rank {
    Man,
    /// The next square is that of a king.
    King,
    Kings,
    /// Who moves, and small words.
    Nothing,
}

const RANKS: [(Rank, &str); 4] = [
    (
        Rank::Man,
        "man men piece pieces checker checkers schijf schijven stuk stukken stein steine pion pions pionki piony pionek \
         peón peón peones peão peões pedra pedras pedina pedine простая простые простых шашка шашки шашек kámen kameny",
    ),
    (Rank::King, "king k dam dame dama damka d könig roi rey дамка дамку д dáma"),
    (Rank::Kings, "kings dammen damen dames damas damki könige rois reyes дамки дамок dámy"),
    (
        Rank::Nothing,
        "to move moves play plays turn begin begins start starts win wins draw draws and on with position aan zet speelt \
         beurt begint en op wint remise am zug zieht ziehen beginnt und auf mit gewinnt trait au aux joue jouent et sur \
         gagnent coup ход хода ходят начинают и на выигрывают ничья ruch zaczynają zaczyna i na wygrywają muove muovono \
         mossa vince vincono il e su juegan mueven gana ganan y en las los jogam joga vencem as na tahu gewinnen winnen gagne",
    ),
];

/// The side that a word names, in small letters.
pub(super) fn side_named(word: &str) -> Option<Side> {
    SIDES.iter().find(|(_, words)| words.split(' ').any(|own| own == word)).map(|(side, _)| *side)
}

/// Words between two players, beside a dash.
pub(super) const AGAINST: [&str; 10] =
    ["vs", "v", "versus", "against", "tegen", "contra", "gegen", "contre", "против", "proti"];

/// Words between the numbers of pieces of both sides alone.
const TO: [&str; 2] = ["om", "на"];

/// The side that a letter stands for, in small letters.
pub(super) fn side_lettered(letter: &str) -> Option<Side> {
    match letter {
        "w" | "б" => Some(Side::White),
        "b" | "z" | "ч" => Some(Side::Black),
        _ => None,
    }
}

/// The letters of Black beside which `B` is White's: of negras, pretas, neri, czarne, černý and siyah.
const BLACK_BESIDE_B: [&str; 5] = ["n", "p", "č", "cz", "s"];

/// The side that a letter stands for before a list of its pieces.
fn side_of_list(letter: &str, is_b_white: bool) -> Option<Side> {
    match letter {
        "b" if is_b_white => Some(Side::White),
        letter if BLACK_BESIDE_B.contains(&letter) => Some(Side::Black),
        letter => side_lettered(letter),
    }
}

/// What a word says, in small letters.
fn rank_named(word: &str) -> Option<Rank> {
    RANKS.iter().find(|(_, words)| words.split(' ').any(|own| own == word)).map(|(rank, _)| *rank)
}

/// Whether a word or a letter is that of a king.
pub(super) fn names_king(word: &str) -> bool {
    let small = word.to_lowercase();
    let is_letter = word.strip_prefix(LETTERS_OF_KING) == Some("");
    is_letter || rank_named(&small) == Some(Rank::King)
}

/// Words before the number of a move.
const MOVES: [&str; 12] =
    ["move", "zet", "zug", "coup", "ход", "хода", "хід", "ruch", "mossa", "jugada", "lance", "tah"];

/// Whether a word, in small letters, stands before the number of a move.
pub(super) fn names_move(word: &str) -> bool {
    MOVES.contains(&word)
}

/// Whether a number between these texts counts pieces or moves rather than names a square: `Wit (7): 26`, `26, 27 (2)`,
/// `White 7 men: 26`, `(move 23)`. It `is_first` behind the name of a side.
fn is_count(before: &str, behind: &str, is_first: bool) -> bool {
    let last_word = |text: &str| {
        let word = text.trim_end().rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        word.to_lowercase()
    };
    let next_word = || {
        let word = behind.trim_start().split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        word.to_lowercase()
    };
    let is_of_pieces = |word: &str| matches!(rank_named(word), Some(Rank::Man | Rank::Kings));
    let before_parenthesis = before.trim_end().strip_suffix('(');
    let is_alone = before_parenthesis.is_some_and(|before| !names_king(&last_word(before)))
        && (behind.trim_start().starts_with(')') || is_of_pieces(&next_word()));
    let is_heading = is_first && (behind.trim_start().starts_with(':') || is_of_pieces(&next_word()));
    is_alone || is_heading || names_move(&last_word(before))
}

/// The length of the numbers of pieces before a position in words, with what parts it from that: `8 x 8:`, `(5 tegen
/// 4)`. Without a word or a colon, unequal ones are rather a move.
pub(super) fn counts_length(text: &str) -> usize {
    let inside = text.strip_prefix('(').unwrap_or(text);
    let counts = || {
        let (first, joint) = count_of_pieces(inside)?;
        let word = joint.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        let small = word.to_lowercase();
        let is_word = !small.is_empty() && AGAINST.iter().chain(&TO).any(|own| *own == small);
        let behind = if is_word { &joint[word.len()..] } else { joint.strip_prefix(joins_squares)? };
        let (second, rest) = count_of_pieces(behind.trim_start())?;
        let closed = rest.strip_prefix(')').filter(|_| inside.len() < text.len());
        let rest = closed.unwrap_or(rest).trim_start();
        let behind = rest.trim_start_matches([':', '.', ',']).trim_start();
        let is_told = is_word || rest.starts_with(':') || (closed.is_some() && first == second);
        is_told.then_some(text.len() - behind.len())
    };
    counts().unwrap_or_default()
}

/// A number of pieces at the beginning of a text, and what follows it.
fn count_of_pieces(text: &str) -> Option<(u32, &str)> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let count = text[..text.len() - rest.len()].parse().ok().filter(|count| *count <= MOST_PIECES)?;
    Some((count, rest.trim_start()))
}

/// The most pieces of a side.
const MOST_PIECES: u32 = 30;

/// The most names of sides in a position.
const MOST_SIDES: usize = 8;

/// A position in words as a FEN, with `?` if the words do not say who moves; `None` if it is none. Words that have no
/// meaning here stand among its pieces, so that they are named as no squares.
pub(super) fn as_fen(text: &str) -> Option<String> {
    let mut lists = [const { String::new() }; 2];
    // The side whose squares follow, or which moves if none do.
    let (mut owner, mut is_named, mut first) = (None, false, None);
    let (mut rank, mut has_dash, mut was_square) = (Rank::Man, false, false);
    let mut sides = 0;
    let is_apart = |c: char| !(c.is_alphanumeric() || is_dash(c));
    let words = text.split(is_apart).filter(|word| !word.is_empty());
    let is_b_white = words.clone().any(|word| BLACK_BESIDE_B.contains(&word.to_lowercase().as_str()));
    for (at, word) in words.map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word)) {
        if is_number(word) && is_count(&text[..at], &text[at + word.len()..], is_named) {
            continue;
        }
        let small = word.to_lowercase();
        let has_digit = word.contains(|c: char| c.is_ascii_digit());
        let known = rank_named(&small);
        // In Italian, it is the plural.
        let known = known
            .map(|known| if small == "dame" && text.to_lowercase().contains("bianc") { Rank::Kings } else { known });
        if let Some(side) = side_named(&small).or_else(|| side_of_list(&small, is_b_white)) {
            sides += 1;
            if sides > MOST_SIDES {
                return None;
            }
            first = first.or(owner.filter(|_| is_named));
            (owner, is_named, rank) = (Some(side), true, Rank::Man);
        } else if word.chars().all(is_dash) {
            has_dash = was_square;
            continue;
        } else if let Some(known) = known {
            rank = if known == Rank::Nothing { rank } else { known };
        } else if let Some(owner) = owner.filter(|_| has_digit || lists.iter().all(|list| !list.is_empty())) {
            let list: &mut String = &mut lists[Side::index(owner)];
            list.push(if has_dash { '-' } else { ',' });
            if matches!(rank, Rank::King | Rank::Kings) && !word.starts_with(LETTERS_OF_KING) && !has_dash {
                list.push('K');
            }
            list.push_str(word);
            rank = if rank == Rank::King { Rank::Man } else { rank };
            is_named = false;
        } else if owner.is_some() {
            return None;
        }
        (has_dash, was_square) = (false, has_digit);
    }
    first = first.or(owner.filter(|_| is_named));
    let [white, black] = lists;
    let are_squares = white.contains(',') && black.contains(',');
    // `White 12, Black 8` is a score, and `White 12-16` a move.
    let is_bare = |list: &String| !list.contains('K') && list.matches(',').count() == 1;
    let has_no_square = |list: &String| list.contains('-') || !list.contains(char::is_alphabetic);
    let both = [&white, &black];
    let is_score = first.is_none() && both.into_iter().all(is_bare) && both.into_iter().any(has_no_square);
    let letter = first.map_or('?', Side::letter);
    (are_squares && !is_score).then(|| format!("{letter}:W{}:B{}", &white[1..], &black[1..]))
}
