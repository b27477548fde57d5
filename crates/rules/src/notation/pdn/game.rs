//! A game in PDN, its result, and its conversion to and from a game by the rules.

use super::super::{MoveText, NotationError, SpelledMove, clipped, fen, parse_move, square_name};
use super::tree::{Note, PdnMove, as_comments, comments};
use super::{PdnError, PdnFault, PdnResult, Tags};
use crate::rules::{AnyPosition, Game, Move, MoveNotation, Square, Variant};

/// A game as text. [`PdnGame::replay`] finds its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PdnGame {
    /// Players, event, result and so on.
    pub tags: Tags,
    /// What stands before the first move.
    pub notes: Vec<Note>,
    /// The moves that were played.
    pub moves: Vec<PdnMove>,
    /// The result of the game, from the end of its moves or from its tag.
    pub result: PdnResult,
    /// The place of the game in its stream, from 1; 0 for a game that was not read.
    pub number: usize,
    /// The line on which it begins, from 1; 0 for a game that was not read.
    pub line: u64,
    /// The word that ends the moves, as it was read; empty if there was none. `None` for a game that was not read, or
    /// whose result was set since: the writer finds the word then.
    pub(super) last_word: Option<String>,
    /// What stands after the result.
    pub(super) epilogue: Vec<Note>,
    /// What ended the reading of its moves, and the line. A comment says so, and the rest of the game follows it as
    /// comments.
    pub(super) fault: Option<(u64, PdnFault)>,
}

/// The square with the number that PDN gives to `square`, which begins to count in one of the corners; also the other
/// way round. Numbers in variants that have letters in PDN are those of everybody else.
pub(super) fn renumbered(variant: Variant, square: Square) -> Square {
    let articles = variant.articles();
    match articles.notation {
        MoveNotation::Numbers => variant.board().read_from(articles.corner_of_white(), square),
        MoveNotation::Letters { .. } => square,
    }
}

fn read_move(position: &AnyPosition, text: &str) -> Result<Move, NotationError> {
    let variant = position.variant();
    // Letters may be mixed with numbers, which are not counted from a corner of their own there.
    MoveText::parse(variant, text)?.map_squares(|square| renumbered(variant, square)).resolve(position)
}

impl PdnGame {
    /// Converts a game. It sets the tags of the variant (`GameType`, and `Variant` if that is ambiguous), `SetUp` and
    /// `FEN` unless the game begins at the start position, `Result` and `PlyCount`.
    pub fn of(game: &Game, result: PdnResult) -> PdnGame {
        let mut tags = Tags::default();
        tags.set_variant(game.variant());
        let mut moves = Vec::new();
        for (position, mv) in game.positions().zip(game.moves()) {
            moves.push(PdnMove::from(&SpelledMove::new(position, mv)));
        }
        if let Some(first) = game.positions().next().filter(|first| **first != game.variant().start()) {
            tags.set("SetUp", "1");
            let variant = first.variant();
            tags.set("FEN", fen::write_named(first, |square| square_name(variant, renumbered(variant, square))));
        }
        tags.set("Result", result.text(game.variant().articles().game_type));
        tags.set("PlyCount", moves.len());
        PdnGame { tags, moves, result, ..PdnGame::default() }
    }

    /// Sets the tags of the variant.
    pub fn set_variant(&mut self, variant: Variant) {
        self.tags.set_variant(variant);
    }

    /// The variant in the tags, if there is one.
    ///
    /// # Errors
    /// [`PdnError`] if it is unknown.
    pub fn variant(&self) -> Result<Option<Variant>, PdnError> {
        self.tags.variant().map_err(|fault| self.error(self.line, fault))
    }

    /// The position that the moves start from: by a setup among them, by the tag `FEN`, or the start position.
    ///
    /// # Errors
    /// [`PdnError`] if it cannot be read.
    pub fn start(&self, variant: Variant) -> Result<AnyPosition, PdnError> {
        let Some(text) = self.fen() else { return Ok(variant.start()) };
        let read = |text: &str| fen::parse_renumbered(variant, text, |square| renumbered(variant, square));
        let fault = |fault| self.error(self.line, PdnFault::Fen { token: clipped(text), fault });
        let position = read(text).map_err(fault)?;
        // If the FEN does not say who moves, the first move does.
        let begins = |position: &AnyPosition| {
            let illegal =
                |first: &PdnMove| matches!(read_move(position, &first.text), Err(NotationError::IllegalMove { .. }));
            !self.moves.first().is_some_and(illegal)
        };
        let turned = fen::with_unknown_side(text, position.side().opponent()).and_then(|text| read(&text).ok());
        Ok(turned.filter(|turned| !begins(&position) && begins(turned)).unwrap_or(position))
    }

    /// Plays the moves. Draws by an article before the last move are ignored: in games of people, perhaps neither
    /// player claimed the draw. Some programs write only two squares of every capture. If that is ambiguous, the move
    /// is played after which the rest of the game can be played, if there is exactly one.
    ///
    /// # Errors
    /// [`PdnError`] with the first move that is not legal or remains ambiguous, or if the start position cannot
    /// be read.
    pub fn replay(&self, variant: Variant) -> Result<Game, PdnError> {
        let mut readings = Readings { whole: Vec::new(), tried: 0 };
        let played = self.play_on(Game::new(self.start(variant)?), &mut readings);
        let game = readings.only().map_or(played, Ok)?;
        self.fault().map_or(Ok(game), Err)
    }

    /// Plays the moves up to a fault, and sets the rest aside: see [`PdnGame::set_aside`].
    ///
    /// # Errors
    /// [`PdnError`] if the start position cannot be read.
    pub fn replay_to_fault(&mut self, variant: Variant) -> Result<(Game, Option<PdnError>), PdnError> {
        let error = match self.replay(variant) {
            Ok(game) => return Ok((game, None)),
            Err(error) => error,
        };
        self.set_aside(&error);
        let whole = PdnGame { fault: None, ..self.clone() };
        Ok((whole.replay(variant)?, Some(error)))
    }

    /// What ended the reading of the game, if that was a fault.
    pub fn fault(&self) -> Option<PdnError> {
        self.fault.as_ref().map(|(line, fault)| self.error(*line, fault.clone()))
    }

    /// The comments before the first move.
    pub fn comments(&self) -> Vec<&str> {
        comments(&self.notes)
    }

    /// Adds a comment after everything else before the result.
    pub fn add_last_comment(&mut self, text: impl Into<String>) {
        self.last_notes().push(Note::Comment(text.into()));
    }

    /// Sets the result, which the writer spells.
    pub fn set_result(&mut self, result: PdnResult) {
        (self.result, self.last_word) = (result, None);
    }

    /// The moves as far as they can be played, a comment that says what is wrong, and the other moves as comments,
    /// after an `error` of [`PdnGame::replay`] or of what it needs.
    pub fn set_aside(&mut self, error: &PdnError) {
        let PdnError { line, fault, .. } = error;
        // The reader has set the rest aside already.
        if self.fault.as_ref().is_some_and(|(own_line, own)| (own_line, own) == (line, fault)) {
            return;
        }
        let PdnFault::Move { ply, .. } = fault else {
            let comment = fault_comment(*line, fault);
            if !self.notes.contains(&comment) {
                self.notes.push(comment);
            }
            return;
        };
        let rest = self.moves.split_off((ply - 1).min(self.moves.len()));
        let notes = self.last_notes();
        notes.push(fault_comment(*line, fault));
        notes.extend(as_comments(Vec::new(), rest));
        self.end_if_bare();
    }

    /// Lets a game without moves end with a word, without which comments alone would not be a game.
    pub(super) fn end_if_bare(&mut self) {
        if self.moves.is_empty() && self.last_word.as_ref().is_none_or(String::is_empty) {
            self.last_word = Some("*".to_owned());
        }
    }

    /// The notes to which the next one belongs.
    pub(super) fn last_notes(&mut self) -> &mut Vec<Note> {
        self.moves.last_mut().map_or(&mut self.notes, |last| &mut last.notes)
    }

    /// Plays the moves that follow those of `game`. The first move that is illegal or ambiguous is an error; if it is
    /// ambiguous, `readings` then contains the games that it may lead to.
    fn play_on(&self, mut game: Game, readings: &mut Readings) -> Result<Game, PdnError> {
        while let Some(next) = self.moves.get(game.moves().len()) {
            let ply = game.moves().len() + 1;
            let fault = match read_move(game.position(), &next.text) {
                Ok(mv) => {
                    // A parsed move is one of the legal moves.
                    let played = game.play(mv);
                    debug_assert_eq!(played, Ok(()));
                    continue;
                }
                Err(fault) => fault,
            };
            if let NotationError::AmbiguousMove { candidates, .. } = &fault {
                for candidate in candidates {
                    let mut branch = game.clone();
                    let meant = parse_move(game.position(), &candidate.hub());
                    if readings.may_try() && meant.is_ok_and(|mv| branch.play(mv).is_ok()) {
                        let reading = self.play_on(branch, readings);
                        readings.whole.extend(reading);
                    }
                }
            }
            let is_result = ply == self.moves.len() && self.ends_with_result(next);
            if is_result && !matches!(fault, NotationError::AmbiguousMove { .. }) {
                return Ok(game);
            }
            return Err(self.error(next.line, PdnFault::Move { ply, fault }));
        }
        Ok(game)
    }

    /// Whether a last move that cannot be played is the result: as in the tag, or like one where there is no other.
    fn ends_with_result(&self, last: &PdnMove) -> bool {
        let tag = self.tags.known("Result").map(str::trim);
        let has_other = self.last_word.as_ref().is_none_or(|word| !word.is_empty());
        PdnResult::ends(&last.text, tag) && (!has_other || tag.is_some_and(|tag| tag == last.text))
    }

    /// The FEN of the start, if there is one.
    pub fn fen(&self) -> Option<&str> {
        self.notes.iter().filter_map(Note::setup).next_back().or_else(|| self.tags.known("FEN"))
    }

    fn error(&self, line: u64, fault: PdnFault) -> PdnError {
        PdnError { game: self.number, line, fault }
    }
}

/// The games that a text with ambiguous moves can mean.
struct Readings {
    /// Those that can be played to the end; none if no move is ambiguous.
    whole: Vec<Game>,
    /// The number of candidates tried for ambiguous moves.
    tried: usize,
}

/// The limit of [`Readings::tried`]. No game with a meaning reaches it.
const MOST_TRIED: usize = 1000;

impl Readings {
    /// Counts a trial. After a second reading or too many trials, further ones are not needed.
    fn may_try(&mut self) -> bool {
        self.tried += 1;
        self.tried <= MOST_TRIED && self.whole.len() < 2
    }

    /// The reading, if there is exactly one.
    fn only(mut self) -> Option<Game> {
        let reading = self.whole.pop();
        reading.filter(|_| self.whole.is_empty() && self.tried <= MOST_TRIED)
    }
}

/// The comment about a fault.
pub(super) fn fault_comment(line: u64, fault: &PdnFault) -> Note {
    Note::Comment(format!("Crownhead: line {line}: {fault}").replace("'}'", "a closing brace"))
}
