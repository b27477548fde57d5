//! A game in PDN, and its conversion to and from a game by the rules.

use super::super::{NotationError, SpelledMove, clipped, fen, parse_move};
use super::{PdnError, PdnFault, PdnResult, Tags, game_type};
use crate::rules::{AnyPosition, Game, Variant};

/// A game as text. [`PdnGame::replay`] finds its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PdnGame {
    /// Players, event, result and so on.
    pub tags: Tags,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves that were played.
    pub moves: Vec<PdnMove>,
    /// Comments after the variations of the last move. They are written; the reader adds them to the comments of the
    /// last move.
    pub afterword: Vec<String>,
    /// The result of the game. The writer uses the tag `Result` instead, if there is one.
    pub result: PdnResult,
    /// The place of the game in its stream, from 1; 0 for a game that was not read.
    pub number: usize,
    /// The line on which it begins, from 1; 0 for a game that was not read.
    pub line: u64,
    /// The start position, if a setup among the moves states it, and its line.
    pub(super) setup: Option<(u64, String)>,
    /// The first setup after a move.
    pub(super) late_setup: Option<(u64, String)>,
}

/// A move as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PdnMove {
    /// The squares: `32-28`.
    pub text: String,
    /// Marks such as `!` or `(?)`; mostly empty.
    pub strength: String,
    /// Numeric annotation glyphs.
    pub nags: Vec<u32>,
    /// Comments; see [`super::Remark`].
    pub comments: Vec<String>,
    /// Variations, each a line of moves. They are written, but not read.
    pub variations: Vec<Vec<PdnMove>>,
    /// Its line, from 1; 0 for a move that was not read.
    pub line: u64,
}

impl PdnMove {
    /// A move without any comment.
    pub fn new(text: impl Into<String>) -> PdnMove {
        PdnMove { text: text.into(), ..PdnMove::default() }
    }
}

impl PdnGame {
    /// Converts a game. It sets the tags of the variant (`GameType`, and `Variant` if that is ambiguous), `SetUp` and
    /// `FEN` unless the game begins at the start position, `Result` and `PlyCount`.
    pub fn of(game: &Game, result: PdnResult) -> PdnGame {
        let mut tags = Tags::default();
        game_type::tell(game.variant(), &mut tags);
        let mut moves = Vec::new();
        for (position, mv) in game.positions().zip(game.moves()) {
            moves.push(PdnMove::new(SpelledMove::new(position, mv).pdn()));
        }
        if let Some(first) = game.positions().next().filter(|first| **first != game.variant().start()) {
            tags.set("SetUp", "1");
            tags.set("FEN", fen::write(first));
        }
        tags.set("Result", result.text(game.variant().articles().game_type));
        tags.set("PlyCount", moves.len());
        PdnGame { tags, moves, result, ..PdnGame::default() }
    }

    /// Sets the tags of the variant.
    pub fn set_variant(&mut self, variant: Variant) {
        game_type::tell(variant, &mut self.tags);
    }

    /// The variant in the tags, if there is one.
    ///
    /// # Errors
    /// [`PdnError::Game`] if it is unknown.
    pub fn variant(&self) -> Result<Option<Variant>, PdnError> {
        game_type::told(&self.tags).map_err(|fault| self.error(self.line, fault))
    }

    /// The position that the moves start from: by a setup among them, by the tag `FEN`, or the start position.
    ///
    /// # Errors
    /// [`PdnError::Game`] if it cannot be read.
    pub fn start(&self, variant: Variant) -> Result<AnyPosition, PdnError> {
        let Some((line, text)) = self.fen() else { return Ok(variant.start()) };
        let fault = |fault| PdnFault::Fen { token: clipped(text), fault };
        fen::parse(variant, text).map_err(|error| self.error(line, fault(error)))
    }

    /// Plays the moves. Draws by an article before the last move are ignored: in games of people, perhaps neither
    /// player claimed the draw. Of an ambiguous move, as programs write that name two squares of every capture, the one is
    /// played after which the rest of the game can be played, if there is just one.
    ///
    /// # Errors
    /// [`PdnError::Game`] with the first move that is not legal or remains ambiguous, or if the start position cannot be read.
    pub fn replay(&self, variant: Variant) -> Result<Game, PdnError> {
        let mut readings = Readings { whole: Vec::new(), tried: 0 };
        let played = self.play_on(Game::new(self.start(variant)?), &mut readings);
        let game = readings.only().map_or(played, Ok)?;
        match &self.late_setup {
            Some((line, fen)) => Err(self.error(*line, PdnFault::LateSetup { token: clipped(fen) })),
            None => Ok(game),
        }
    }

    /// Plays the moves behind those of `game`, and adds the readings that come of ambiguous ones.
    ///
    /// # Errors
    /// The first move that cannot be played, or not without a choice.
    fn play_on(&self, mut game: Game, readings: &mut Readings) -> Result<Game, PdnError> {
        while let Some(told) = self.moves.get(game.moves().len()) {
            let ply = game.moves().len() + 1;
            let fault = match parse_move(game.position(), &told.text) {
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
            return Err(self.error(told.line, PdnFault::Move { ply, fault }));
        }
        Ok(game)
    }

    /// The FEN of the start and its line, if there is one.
    pub(super) fn fen(&self) -> Option<(u64, &str)> {
        let told = self.setup.as_ref().map(|(line, fen)| (*line, fen.as_str()));
        told.or_else(|| self.tags.known("FEN").map(|fen| (self.line, fen)))
    }

    fn error(&self, line: u64, fault: PdnFault) -> PdnError {
        PdnError::Game { game: self.number, line, fault }
    }
}

/// The games that a text with ambiguous moves can mean.
struct Readings {
    /// Those that can be played to the end; none if no move is ambiguous.
    whole: Vec<Game>,
    /// So many moves were tried where the text allows several.
    tried: usize,
}

/// More than the ambiguous moves of any game allow that has a meaning.
const MOST_TRIED: usize = 1000;

impl Readings {
    /// Counts a trial. A second reading, or too many trials, makes further ones needless.
    fn may_try(&mut self) -> bool {
        self.tried += 1;
        self.tried <= MOST_TRIED && self.whole.len() < 2
    }

    /// The reading, if there is just one.
    fn only(mut self) -> Option<Game> {
        let reading = self.whole.pop();
        reading.filter(|_| self.whole.is_empty() && self.tried <= MOST_TRIED)
    }
}
