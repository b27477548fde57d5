//! A game in PDN, its result, and its conversion to and from a game by the rules.

use super::super::{
    Coordinates, MoveText, NotationError, SpelledMove, clipped, column, fen, joins_squares, parse_move, square_name,
};
use super::numbering::{pdn_coordinates, renumbered};
use super::tree::{Note, PdnMove, as_comments, comments};
use super::{PdnError, PdnFault, PdnResult, Tags};
use crate::rules::{AnyPosition, Corner, Game, Move, Variant};

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

fn read_move(coordinates: Coordinates, position: &AnyPosition, text: &str) -> Result<Move, NotationError> {
    MoveText::parse_at(position.variant(), coordinates, text)?.resolve(position)
}

/// A stretch of a game: from its start, or from a position among its moves, to the next such position.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// The number of moves before it.
    pub first_ply: usize,
    /// Its moves.
    pub game: Game,
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

    /// The variant in the tags, if there is one. If several have the same GameType, it is the first of them in which the
    /// moves are legal.
    ///
    /// # Errors
    /// [`PdnError`] if it is unknown.
    pub fn variant(&self) -> Result<Option<Variant>, PdnError> {
        let stated = self.tags.variants(self.is_lettered()).map_err(|fault| self.error(self.line, fault))?;
        let legal = || stated.iter().find(|&&variant| self.fit(variant).is_ok()).copied();
        Ok(if stated.len() > 1 { legal().or(stated.first().copied()) } else { stated.first().copied() })
    }

    /// Whether the moves are legal in a variant, and then whether this is so by the coordinates that PDN has for it.
    ///
    /// # Errors
    /// The number of moves before the first illegal one.
    pub(in super::super) fn fit(&self, variant: Variant) -> Result<bool, usize> {
        let (coordinates, played) = self.best_stretches(variant);
        played.map(|_| coordinates == pdn_coordinates(variant)).map_err(|error| error.plies())
    }

    /// Whether the squares of the moves, or else of the position, have letters; `None` if there are no squares.
    pub(in super::super) fn is_lettered(&self) -> Option<bool> {
        let is_square = |text: &str| text.contains(|c: char| c.is_ascii_digit());
        let moves = self.moves.iter().map(|mv| mv.text.as_str()).filter(|text| is_square(text));
        let has_letter = |text: &str| text.contains(|c: char| column(c).is_some() && !joins_squares(c));
        moves.map(has_letter).next().or_else(|| self.fen().map(fen::is_lettered))
    }

    /// The position that the moves start from: by a setup before them, by the tag `FEN`, or the start position.
    ///
    /// # Errors
    /// [`PdnError`] if it cannot be read.
    pub fn start(&self, variant: Variant) -> Result<AnyPosition, PdnError> {
        let (coordinates, _) = self.best_stretches(variant);
        self.start_at(variant, coordinates)
    }

    fn start_at(&self, variant: Variant, coordinates: Coordinates) -> Result<AnyPosition, PdnError> {
        let Some(text) = self.fen() else { return Ok(variant.start()) };
        self.read_fen(variant, coordinates, text, 0)
    }

    /// Reads a position before the move at `ply`.
    fn read_fen(
        &self,
        variant: Variant,
        coordinates: Coordinates,
        text: &str,
        ply: usize,
    ) -> Result<AnyPosition, PdnError> {
        let read = |text: &str| fen::parse_at(variant, coordinates, text);
        let line = ply.checked_sub(1).and_then(|before| self.moves.get(before)).map_or(self.line, |before| before.line);
        let fault = |fault| self.error(line, PdnFault::Fen { token: clipped(text), fault });
        let position = read(text).map_err(fault)?;
        // If the FEN does not say who moves, the first move does.
        let begins = |position: &AnyPosition| {
            let illegal = |first: &PdnMove| {
                matches!(read_move(coordinates, position, &first.text), Err(NotationError::IllegalMove { .. }))
            };
            !self.moves.get(ply).is_some_and(illegal)
        };
        let turned = fen::with_unknown_side(text, position.side().opponent()).and_then(|text| read(&text).ok());
        Ok(turned.filter(|turned| !begins(&position) && begins(turned)).unwrap_or(position))
    }

    /// Plays the moves. Draws by an article before the last move are ignored: in games of people, perhaps neither
    /// player claimed the draw. Some programs write only two squares of every capture. If that is ambiguous, the move
    /// is played after which the rest of the game can be played, if there is exactly one. The game ends before a null
    /// move. Numbers and letters count from the corner that the GameType or PDN has for the variant, or from another
    /// one if only so the moves are legal.
    ///
    /// # Errors
    /// [`PdnError`] with the first move that is not legal or remains ambiguous, if the start position cannot be read,
    /// or if a position stands among the moves: see [`PdnGame::stretches`].
    pub fn replay(&self, variant: Variant) -> Result<Game, PdnError> {
        let mut stretches = self.stretches(variant)?.into_iter();
        match (stretches.next(), stretches.next()) {
            (Some(Stretch { game, .. }), None) => Ok(game),
            (_, later) => {
                let ply = later.map_or(0, |later| later.first_ply);
                let before = ply.checked_sub(1).and_then(|before| self.moves.get(before));
                let fen = before.and_then(|before| setup_in(&before.notes)).unwrap_or_default();
                let line = before.map_or(self.line, |before| before.line);
                Err(self.error(line, PdnFault::LateSetup { ply, fen: clipped(fen) }))
            }
        }
    }

    /// Plays the moves as [`PdnGame::replay`] does, where positions among the moves may interrupt them: the game goes
    /// on from each.
    ///
    /// # Errors
    /// [`PdnError`] as for [`PdnGame::replay`].
    pub fn stretches(&self, variant: Variant) -> Result<Vec<Stretch>, PdnError> {
        let stretches = self.best_stretches(variant).1?;
        self.fault().map_or(Ok(stretches), Err)
    }

    /// The stretches by the usual coordinates, or, if not even the first move is legal by these, by the first others by
    /// which the whole game can be played.
    fn best_stretches(&self, variant: Variant) -> (Coordinates, Result<Vec<Stretch>, PdnError>) {
        let pdn = pdn_coordinates(variant);
        let usual = self.tags.stated_coordinates(variant, pdn).unwrap_or(pdn);
        let played = self.stretches_at(variant, usual);
        if !played.as_ref().is_err_and(PdnError::is_misread) {
            return (usual, played);
        }
        // Some programs number the squares from the other end of the board, or from the lower left. With a position of
        // its own, a game would often be legal by accident.
        let corner = |numbers| Coordinates { numbers, ..pdn };
        let others = [
            pdn,
            Coordinates::own(variant),
            corner(Corner::LowerRight),
            corner(Corner::LowerLeft),
            corner(Corner::UpperLeft),
        ];
        let most = if self.fen().is_some() { 2 } else { others.len() };
        let mut others = others[..most].iter().filter(|&&others| others != usual);
        let whole = others.find_map(|&others| Some((others, self.stretches_at(variant, others).ok()?)));
        whole.map_or((usual, played), |(others, stretches)| (others, Ok(stretches)))
    }

    fn stretches_at(&self, variant: Variant, coordinates: Coordinates) -> Result<Vec<Stretch>, PdnError> {
        let mut stretches = Vec::new();
        let mut game = Game::new(self.start_at(variant, coordinates)?);
        let mut first_ply = 0;
        loop {
            let mut readings = Readings { whole: Vec::new(), tried: 0 };
            let end = self.end_of_stretch(first_ply + game.moves().len());
            let part = Part { pdn: self, coordinates, first_ply, end };
            let played = part.play_on(game, &mut readings);
            game = readings.only().map_or(played, Ok)?;
            let next = first_ply + game.moves().len();
            let setup = self.moves[..next].last().filter(|_| next == end).and_then(|mv| setup_in(&mv.notes));
            let Some(text) = setup.filter(|_| next < self.moves.len()) else {
                stretches.push(Stretch { first_ply, game });
                return Ok(stretches);
            };
            let position = self.read_fen(variant, coordinates, text, next)?;
            if position != *game.position() {
                stretches.push(Stretch { first_ply, game });
                (game, first_ply) = (Game::new(position), next);
            }
        }
    }

    /// The number of moves before the next position among them.
    fn end_of_stretch(&self, first_ply: usize) -> usize {
        let later = self.moves.iter().enumerate().skip(first_ply);
        later.filter(|(_, mv)| setup_in(&mv.notes).is_some()).map(|(ply, _)| ply + 1).next().unwrap_or(self.moves.len())
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
        let (PdnFault::Move { ply, .. } | PdnFault::LateSetup { ply, .. }) = fault else {
            let comment = fault_comment(*line, fault);
            if !self.notes.contains(&comment) {
                self.notes.push(comment);
            }
            return;
        };
        let is_setup = matches!(fault, PdnFault::LateSetup { .. });
        let rest = self.moves.split_off((ply - usize::from(!is_setup)).min(self.moves.len()));
        let notes = self.last_notes();
        let first = if is_setup { notes.iter().position(|note| note.setup().is_some()) } else { None };
        let moved = notes.split_off(first.unwrap_or(notes.len()));
        notes.push(fault_comment(*line, fault));
        notes.extend(as_comments(moved, rest));
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

    /// Whether a last move that cannot be played is the result: as in the tag, or like one where there is no other.
    fn ends_with_result(&self, last: &PdnMove) -> bool {
        let tag = self.tags.known("Result").map(str::trim);
        let has_other = self.last_word.as_ref().is_none_or(|word| !word.is_empty());
        PdnResult::ends(&last.text, tag) && (!has_other || tag.is_some_and(|tag| tag == last.text))
    }

    /// The FEN of the start, if there is one.
    pub fn fen(&self) -> Option<&str> {
        setup_in(&self.notes).or_else(|| self.tags.known("FEN"))
    }

    fn error(&self, line: u64, fault: PdnFault) -> PdnError {
        PdnError { game: self.number, line, fault }
    }
}

/// The moves of a stretch.
struct Part<'a> {
    pdn: &'a PdnGame,
    coordinates: Coordinates,
    first_ply: usize,
    /// The number of moves of the game up to its end.
    end: usize,
}

impl Part<'_> {
    /// Plays the moves that follow those of `game`. The first move that is illegal or ambiguous is an error; if it is
    /// ambiguous, `readings` then contains the games that it may lead to.
    fn play_on(&self, mut game: Game, readings: &mut Readings) -> Result<Game, PdnError> {
        let moves = &self.pdn.moves[..self.end];
        while let Some(next) = moves.get(self.first_ply + game.moves().len()).filter(|next| !next.is_null()) {
            let ply = self.first_ply + game.moves().len() + 1;
            let fault = match read_move(self.coordinates, game.position(), &next.text) {
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
            let is_result = ply == self.pdn.moves.len() && self.pdn.ends_with_result(next);
            if is_result && !matches!(fault, NotationError::AmbiguousMove { .. }) {
                return Ok(game);
            }
            return Err(self.pdn.error(next.line, PdnFault::Move { ply, fault }));
        }
        Ok(game)
    }
}

/// The FEN of the last setup among notes.
fn setup_in(notes: &[Note]) -> Option<&str> {
    notes.iter().filter_map(Note::setup).next_back()
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
