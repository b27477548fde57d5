//! What a text means that the grammar reads in two ways: the one that can be played.

use super::super::fen;
use super::tree::{Note, PdnMove, Variation};
use super::{PdnGame, Tags};
use crate::rules::Variant;

/// The most moves of a game in which it is asked whether the next ones can be played, which takes as long as all of them.
const MOST_MOVES: usize = 100;

/// The most moves of a game in columns.
const MOST_MOVES_IN_COLUMNS: usize = 400;

/// Whether a game can be played in one of the variants that it can be of.
fn fits(game: &PdnGame) -> bool {
    variants(game).into_iter().any(|variant| game.fit(variant).is_ok())
}

fn variants(game: &PdnGame) -> Vec<Variant> {
    let stated = game.tags.variants(game.is_lettered()).unwrap_or_default();
    let stated: Vec<_> = stated.named.into_iter().chain(stated.coded).collect();
    if stated.is_empty() { Variant::ALL.to_vec() } else { stated }
}

/// A game with moves added, without comments.
fn with_moves<'a>(game: &PdnGame, texts: impl IntoIterator<Item = &'a str>) -> PdnGame {
    let moves = game.moves.iter().map(|mv| PdnMove { notes: setups(&mv.notes), ..PdnMove::new(mv.text.clone()) });
    let moves = moves.chain(texts.into_iter().map(PdnMove::new)).collect();
    PdnGame { tags: game.tags.clone(), notes: setups(&game.notes), moves, ..PdnGame::default() }
}

fn setups(notes: &[Note]) -> Vec<Note> {
    notes.iter().filter(|note| matches!(note, Note::Setup(_))).cloned().collect()
}

/// Whether a move can be played next.
pub(super) fn goes_on(game: &PdnGame, text: &str) -> bool {
    go_on(game, [text])
}

/// Whether these moves can be played next, one behind the other.
pub(super) fn go_on<'a>(game: &PdnGame, texts: impl IntoIterator<Item = &'a str>) -> bool {
    game.moves.len() < MOST_MOVES && fits(&with_moves(game, texts))
}

/// Whether a move can be played next, or the game is too long to ask.
pub(super) fn may_go_on(game: &PdnGame, text: &str) -> bool {
    game.moves.len() >= MOST_MOVES || goes_on(game, text)
}

/// Whether the moves of a new line, without tags, are the first ones of another game: they can be played from the start
/// of a variant of the game so far, and cannot go on with it, or, if `both` is set, need not.
pub(super) fn begins_anew(game: &PdnGame, texts: &[&str], both: bool) -> bool {
    let Some(first) = texts.first().filter(|_| game.moves.len() < MOST_MOVES) else { return false };
    if !both && goes_on(game, first) {
        return false;
    }
    let alone = with_moves(&PdnGame::default(), if both { texts } else { &texts[..1] }.iter().copied());
    let so_far = with_moves(game, []);
    Variant::ALL.iter().any(|&variant| alone.fit(variant).is_ok() && so_far.fit(variant).is_ok())
}

/// A game with the position of a comment before its moves, which stands in no tag, if no less of the game can be played
/// from there.
pub(super) fn with_position(game: PdnGame) -> PdnGame {
    if game.moves.is_empty() || game.fen().is_some() || game.fault.is_some() {
        return game;
    }
    let has_number = |comment: &&str| comment.contains(|c: char| c.is_ascii_digit());
    let placed = game.comments().into_iter().filter(has_number).find_map(|comment| {
        let position = fen::located(fen::bare(comment));
        let mut placed = game.clone();
        placed.tags.add_unwritten("FEN", position.to_owned());
        let is_position = || Variant::ALL.iter().any(|&variant| fen::parse(variant, position).is_ok());
        (is_position() && plies(&placed) >= plies(&game).max(1)).then_some(placed)
    });
    placed.unwrap_or(game)
}

/// A game whose replies stand in parentheses, as in the solutions of problems: `1. 32-28 (23x32) 2. 37x28`. They become
/// moves if more of the game can be played so, also without the last one, which may be a variation.
pub(super) fn with_replies(game: PdnGame) -> PdnGame {
    let has_reply = |notes: &Vec<Note>| notes.iter().any(|note| reply(note).is_some());
    let replies = game.moves.iter().map(|mv| &mv.notes).chain([&game.notes]).filter(|notes| has_reply(notes)).count();
    if replies == 0 || game.moves.len() > MOST_MOVES {
        return game;
    }
    if plies(&game) == usize::MAX {
        return with_last_reply(game);
    }
    let mut best = game;
    let source = best.clone();
    for most in [replies, replies - 1] {
        let other = with_first_replies(&source, most);
        if plies(&other) > plies(&best) {
            best = other;
        }
    }
    best
}

/// A game whose last move has a parenthesis with a move of the other side, which can be played next and not instead:
/// `32-28 (19-23)`.
fn with_last_reply(game: PdnGame) -> PdnGame {
    let Some((last, before)) = game.moves.split_last() else { return game };
    let Some(reply) = last.notes.iter().find_map(reply) else { return game };
    let text = reply.text.trim_matches(['(', ')', '!', '?']);
    let instead = with_moves(&PdnGame { moves: before.to_vec(), ..game.clone() }, [text]);
    let next = with_moves(&game, [text]);
    let likeliest = variants(&game).into_iter().find(|&variant| game.fit(variant).is_ok());
    let can_be = |game: &PdnGame| likeliest.is_some_and(|variant| game.fit(variant).is_ok());
    // At the start, either side could begin.
    if can_be(&next) && (before.is_empty() || !can_be(&instead)) { with_first_replies(&game, usize::MAX) } else { game }
}

/// A game in columns, whose lines have moves of several: `1. 32-28 19-23  21. 40-35 12-18`. Its moves get the order of
/// their numbers, if more of the game can be played so.
pub(super) fn in_order(game: PdnGame) -> PdnGame {
    let mut last = 0;
    let numbers = game.moves.iter().map(|mv| {
        last = mv.number.as_deref().and_then(leading_number).unwrap_or(last);
        last
    });
    let numbers: Vec<_> = numbers.collect();
    if numbers.is_sorted() || numbers.len() > MOST_MOVES_IN_COLUMNS || plies(&game) == usize::MAX {
        return game;
    }
    let mut moves: Vec<_> = numbers.into_iter().zip(game.moves.iter().cloned()).collect();
    moves.sort_by_key(|(number, _)| *number);
    let ordered = PdnGame { moves: moves.into_iter().map(|(_, mv)| mv).collect(), ..game.clone() };
    if plies(&ordered) > plies(&game) { ordered } else { game }
}

/// The number of moves that can be played, at most, in the variants that a game can be of.
fn plies(game: &PdnGame) -> usize {
    let played = variants(game).into_iter().map(|variant| game.fit(variant));
    played.map(|fit| fit.err().unwrap_or(usize::MAX)).max().unwrap_or_default()
}

impl PdnGame {
    /// The number of its moves, but for null moves at its end, and for a score there that cannot be played: `12-8`.
    pub fn plies(&self) -> usize {
        let plies = self.moves.iter().rposition(|mv| !mv.is_null()).map_or(0, |last| last + 1);
        let is_played = |variant| {
            let played = self.best_stretches(variant).1.unwrap_or_default();
            played.last().is_some_and(|last| last.first_ply + last.game.moves().len() == self.moves.len())
        };
        let may_end = plies == self.moves.len() && self.moves.last().is_some_and(|last| self.ends_with_result(last));
        let is_score = may_end && fits(self) && !variants(self).into_iter().any(is_played);
        plies - usize::from(is_score)
    }
}

/// The number at the beginning of a text, or behind a word.
pub(super) fn leading_number(text: &str) -> Option<usize> {
    let text = text.trim_start_matches(char::is_alphabetic).trim_start();
    text[..text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len()].parse().ok()
}

/// Whether this is the number of the first move of a game.
pub(super) fn is_first(number: &str) -> bool {
    let number = number.trim_start_matches(char::is_alphabetic).trim_start();
    let sign = number.strip_prefix('1').filter(|sign| !sign.starts_with(|c: char| c.is_ascii_digit()));
    sign.is_some_and(|sign| sign.matches('.').count() <= 1 && !sign.contains('…'))
}

/// The move of a parenthesis that contains nothing else.
fn reply(note: &Note) -> Option<PdnMove> {
    let Note::Variation(Variation { notes, moves }) = note else { return None };
    let [only] = moves.as_slice() else { return None };
    let marks = only.notes.iter().map(|note| if let Note::Strength(mark) = note { Some(mark.as_str()) } else { None });
    let marks: String = marks.collect::<Option<_>>()?;
    let is_bare = notes.is_empty() && only.number.as_deref() == Some("") && !marks.contains('(');
    let text = format!("({}{marks})", only.text);
    is_bare.then(|| PdnMove { number: Some(String::new()), line: only.line, ..PdnMove::new(text) })
}

fn with_first_replies(game: &PdnGame, most: usize) -> PdnGame {
    let mut left = most;
    let mut split = |notes: &mut Vec<Note>| {
        let place = notes.iter().position(|note| reply(note).is_some()).filter(|_| left > 0)?;
        left -= 1;
        let behind = notes.split_off(place);
        behind.first().and_then(reply).map(|reply| PdnMove { notes: behind[1..].to_vec(), ..reply })
    };
    let mut notes = game.notes.clone();
    let mut moves = Vec::from_iter(split(&mut notes));
    for mv in &game.moves {
        let mut mv = mv.clone();
        let reply = split(&mut mv.notes);
        moves.push(mv);
        moves.extend(reply);
    }
    PdnGame { notes, moves, ..game.clone() }
}

/// The games of lines of which each begins anew.
pub(super) fn parted_by_lines(game: PdnGame) -> Vec<PdnGame> {
    let mut games: Vec<PdnGame> = vec![PdnGame { moves: Vec::new(), ..game.clone() }];
    let line_of = |place: usize| game.moves[place].line;
    for place in 0..game.moves.len() {
        let is_first = place > 0 && line_of(place) != line_of(place - 1);
        if is_first && let Some(last) = games.last() {
            let line = game.moves[place..].iter().take_while(|mv| mv.line == line_of(place));
            let texts: Vec<_> = line.map(|mv| mv.text.as_str()).collect();
            if begins_anew(last, &texts, true) {
                games.push(PdnGame { line: line_of(place), tags: Tags::default(), ..PdnGame::default() });
            }
        }
        if let Some(last) = games.last_mut() {
            last.moves.push(game.moves[place].clone());
        }
    }
    games
}
