//! A game: the positions so far, and whether it is over.

use super::{AnyPosition, DrawArticles, DrawClock, DrawReason, Key, Move, MoveList, Side, Variant, Win, WinReason};

/// A game in progress, of any variant. It grows by [`Game::play`] alone, so every position in it was reached by legal
/// moves.
///
/// ```
/// use crownhead_rules::notation::{fen, parse_move};
/// use crownhead_rules::{Game, Side, Variant};
///
/// let mut game = Game::new(fen::parse(Variant::ENGLISH, "W:W18:B15")?);
/// game.play(parse_move(game.position(), "18x11")?)?;
/// let end = game.end().expect("Black has no piece");
/// assert_eq!((end.winner(), end.name()), (Some(Side::White), "no-move"));
/// assert_eq!(end.to_string(), "White wins: the side to move has no move");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    positions: Vec<(AnyPosition, DrawClock)>,
    moves: Vec<Move>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameEnd {
    /// A side has won.
    Win(Win),
    /// A draw article applied.
    Draw(DrawReason),
}

impl GameEnd {
    /// The winner; `None` after a draw.
    pub const fn winner(self) -> Option<Side> {
        match self {
            GameEnd::Win(Win { winner, .. }) => Some(winner),
            GameEnd::Draw(_) => None,
        }
    }

    /// What ended the game, as a name for programs: `no-move`, `kings`, `repetition`, `quiet-moves`, `ending`, `claim`.
    pub const fn name(self) -> &'static str {
        match self {
            GameEnd::Win(Win { reason: WinReason::NoMove, .. }) => "no-move",
            GameEnd::Win(Win { reason: WinReason::Kings, .. }) => "kings",
            GameEnd::Draw(DrawReason::Repetition) => "repetition",
            GameEnd::Draw(DrawReason::QuietMoves) => "quiet-moves",
            GameEnd::Draw(DrawReason::Ending(_)) => "ending",
            GameEnd::Draw(DrawReason::Claim) => "claim",
        }
    }

    /// What ended the game, in words: `the side to move has no move`. Display says who has won as well. Where the articles
    /// have numbers, docs/variants.md of the program has them.
    pub fn article(self) -> String {
        match self {
            GameEnd::Win(win) => win.reason.to_string(),
            GameEnd::Draw(reason) => reason.to_string(),
        }
    }
}

impl std::fmt::Display for GameEnd {
    /// The winner or the draw, and the article in words: `White wins: the side to move has no move`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            GameEnd::Win(Win { winner, reason }) => write!(f, "{winner} wins: {reason}"),
            GameEnd::Draw(reason) => write!(f, "draw: {reason}"),
        }
    }
}

/// A move that the position does not allow.
///
/// ```
/// use crownhead_rules::notation::parse_move;
/// use crownhead_rules::{Game, Variant};
///
/// let of_russian = parse_move(&Variant::RUSSIAN.start(), "c3-d4")?;
/// let error = Game::start(Variant::ENGLISH).play(of_russian).unwrap_err();
/// assert_eq!(error.to_string(), "22-18 is not a legal move of Black in english");
/// # Ok::<(), crownhead_rules::notation::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is not a legal move of {side} in {variant}", ends(mv))]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// The variant.
    pub variant: Variant,
    /// The side to move.
    pub side: Side,
}

fn ends(mv: &Move) -> String {
    format!("{}{}{}", mv.from, if mv.is_capture() { 'x' } else { '-' }, mv.to)
}

impl Game {
    /// A game that starts from `position`.
    pub fn new(position: impl Into<AnyPosition>) -> Game {
        let position = position.into();
        let clock = DrawClock::start(&position.variant().articles().draws, &position);
        Game { positions: vec![(position, clock)], moves: Vec::new() }
    }

    /// A game from the start position of a variant.
    pub fn start(variant: Variant) -> Game {
        Game::new(variant.start())
    }

    /// The variant.
    pub fn variant(&self) -> Variant {
        self.position().variant()
    }

    /// The current position.
    pub fn position(&self) -> &AnyPosition {
        &self.last().0
    }

    /// The current draw counters.
    pub fn clock(&self) -> DrawClock {
        self.last().1
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The positions from the first to the current one.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &AnyPosition> + ExactSizeIterator {
        self.positions.iter().map(|(position, _)| position)
    }

    /// The keys of the positions that can still be repeated, the latest first; the current one is included.
    pub fn repeatable(&self) -> impl Iterator<Item = Key> + '_ {
        let reach = usize::from(self.clock().quiet_plies()) + 1;
        self.positions().rev().take(reach).map(|position| position.key())
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`IllegalMove`] if the position does not allow it; the game is unchanged then.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let mut legal = MoveList::new();
        self.position().list_moves(&mut legal);
        if !legal.contains(&mv) {
            return Err(IllegalMove { mv, variant: self.variant(), side: self.position().side() });
        }
        self.push(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal, as one that was read as a legal move of the position.
    pub(crate) fn push(&mut self, mv: Move) {
        let (position, clock) = *self.last();
        let next = position.succ(&mv);
        let (board, articles) = (position.board(), self.variant().articles());
        let may_return = articles.may_return(position.all_kings().meets(board.bit(mv.from)), &mv, board);
        let clock = clock.after(&articles.draws, &position, (&mv, may_return), &next);
        self.positions.push((next, clock));
        self.moves.push(mv);
    }

    /// Takes back the last move, if there is one, and returns it.
    pub fn take_back(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// How the game has ended, if it has. A win takes precedence over a draw.
    pub fn end(&self) -> Option<GameEnd> {
        let position = self.position();
        if let Some(win) = position.win() {
            return Some(GameEnd::Win(win));
        }
        if self.draws().occurrences.is_some_and(|limit| self.occurrences() >= limit) {
            return Some(GameEnd::Draw(DrawReason::Repetition));
        }
        self.clock().draw(self.draws(), || position.is_shot_forced()).map(GameEnd::Draw)
    }

    /// How the game has ended or, where repetition is no article, how programs end it: a draw that either may claim when
    /// a position has occurred three times. Without it, two programs would never stop.
    pub fn end_or_claim(&self) -> Option<GameEnd> {
        let is_repeated = || self.occurrences() >= DrawArticles::CLAIMED_OCCURRENCE;
        let claim = || self.draws().occurrences.is_none() && is_repeated();
        self.end().or_else(|| claim().then_some(GameEnd::Draw(DrawReason::Claim)))
    }

    /// How often the current position has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        let key = self.position().key();
        self.repeatable().filter(|&earlier| earlier == key).count()
    }

    fn draws(&self) -> &'static DrawArticles {
        &self.variant().articles().draws
    }

    fn last(&self) -> &(AnyPosition, DrawClock) {
        self.positions.last().expect("a game has a position")
    }
}
