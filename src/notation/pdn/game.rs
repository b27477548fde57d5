//! A game in PDN, and its conversion to and from a game by the rules.

use super::super::{SpelledMove, clipped, fen, parse_move};
use super::{PdnError, PdnFault, PdnResult, Tags, game_type};
use crate::rules::{Game, Position, Rules, Variant};

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
    pub fn of<R: Rules>(game: &Game<R>, result: PdnResult) -> PdnGame {
        let mut tags = Tags::default();
        game_type::tell::<R>(&mut tags);
        let mut moves = Vec::new();
        for (position, mv) in game.positions().zip(game.moves()) {
            moves.push(PdnMove::new(SpelledMove::new(position, mv).pdn()));
        }
        if let Some(first) = game.positions().next().filter(|first| **first != Position::start()) {
            tags.set("SetUp", "1");
            tags.set("FEN", fen::write(first));
        }
        tags.set("Result", result.text(R::GAME_TYPE));
        tags.set("PlyCount", moves.len());
        PdnGame { tags, moves, result, ..PdnGame::default() }
    }

    /// Sets the tags of the variant.
    pub fn set_variant<R: Rules>(&mut self) {
        game_type::tell::<R>(&mut self.tags);
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
    pub fn start<R: Rules>(&self) -> Result<Position<R>, PdnError> {
        let Some((line, text)) = self.fen() else { return Ok(Position::start()) };
        let fault = |fault| PdnFault::Fen { token: clipped(text), fault };
        fen::parse(text).map_err(|error| self.error(line, fault(error)))
    }

    /// Plays the moves. Draws by an article before the last move are ignored: in games of people, perhaps neither
    /// player claimed the draw.
    ///
    /// # Errors
    /// [`PdnError::Game`] with the first move that is not legal, or if the start position cannot be read.
    pub fn replay<R: Rules>(&self) -> Result<Game<R>, PdnError> {
        let mut game = Game::new(self.start()?);
        for (index, told) in self.moves.iter().enumerate() {
            let fault = |fault| self.error(told.line, PdnFault::Move { ply: index + 1, fault });
            let mv = parse_move(game.position(), &told.text).map_err(fault)?;
            // A parsed move is one of the legal moves.
            let played = game.play(mv);
            debug_assert_eq!(played, Ok(()));
        }
        match &self.late_setup {
            Some((line, fen)) => Err(self.error(*line, PdnFault::LateSetup { token: clipped(fen) })),
            None => Ok(game),
        }
    }

    /// The FEN of the start and its line, if there is one.
    pub(super) fn fen(&self) -> Option<(u64, &str)> {
        let told = self.setup.as_ref().map(|(line, fen)| (*line, fen.as_str()));
        told.or_else(|| self.tags.get("FEN").map(|fen| (self.line, fen)))
    }

    fn error(&self, line: u64, fault: PdnFault) -> PdnError {
        PdnError::Game { game: self.number, line, fault }
    }
}
