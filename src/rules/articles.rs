//! The articles of a game: everything in the rules that differs between variants, as constants of a type.

use super::{Board, DrawArticles, Side, State};

/// Where square 1 lies, as the player who makes the first move sees the board. For Crownhead itself it is always the
/// square at the top left as White sees it; other programs ask for the corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// Near, on the left.
    LowerLeft,
    /// Near, on the right.
    LowerRight,
    /// Far, on the left.
    UpperLeft,
    /// Far, on the right.
    UpperRight,
}

/// How kings move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KingMove {
    /// One square at a time.
    Short,
    /// Any distance along a free diagonal.
    Flying,
}

/// The directions in which men capture along diagonals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManCapture {
    /// Forward only.
    Forward,
    /// Forward and backward.
    BothWays,
}

/// The lines along which men and kings capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureLines {
    /// Diagonals.
    Diagonals,
    /// Diagonals, and all four ways along rows and columns (Frisian draughts).
    AllEight,
}

/// What a man may capture. A king may capture everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManPrey {
    /// Men and kings.
    All,
    /// Men only (Italian draughts).
    Men,
}

/// Where a flying king may end its capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// On every free square behind the last captured piece.
    Anywhere,
    /// Right behind the last captured piece if that is a king, else anywhere behind it (killer draughts).
    RightBehindKing,
}

/// What happens to a man that reaches the crownhead while it captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowning {
    /// It is crowned and the move ends.
    EndsMove,
    /// It is crowned only if it ends there; otherwise it passes on as a man.
    AtRestOnly,
    /// It is crowned and, if it can capture more as a king, has to (Russian draughts).
    GoesOnAsKing,
}

/// Which of several captures may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureChoice {
    /// Any, as long as it is carried to its end.
    Any,
    /// One of those that capture the most pieces.
    MostPieces,
    /// One of those with the greatest [`Rules::capture_value`].
    MostValue,
}

/// A whole capture as [`Rules::capture_value`] sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// Was the capturing piece a king when it set out?
    pub by_king: bool,
    /// The number of captured pieces.
    pub pieces: u32,
    /// Which of them were kings: a bit for each, that of the first captured the highest. Of two captures of as many
    /// pieces, the one that comes upon a king earlier has the greater number here.
    pub kings_in_order: u32,
}

impl Capture {
    /// The number of captured kings.
    pub const fn kings(&self) -> u32 {
        self.kings_in_order.count_ones()
    }
}

/// The result for a side that is to move and cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMove {
    /// It has lost: the ordinary goal.
    Loses,
    /// It has won: the goal of the losing games.
    Wins,
}

impl NoMove {
    /// Who has won when `side` is to move and cannot.
    pub const fn winner(self, side: Side) -> Side {
        match self {
            NoMove::Loses => side.opponent(),
            NoMove::Wins => side,
        }
    }
}

/// The articles of one game, known at compile time. What has a value here is what most games have in common.
pub trait Rules: Copy + Default + std::fmt::Debug + Eq + Send + Sync + 'static {
    /// The board it is played on.
    type Board: Board;
    /// What a position remembers of the moves before it; `()` for nothing.
    type State: State;
    /// The name used everywhere.
    const NAME: &'static str;
    /// Other names that are understood.
    const ALIASES: &'static [&'static str];
    /// The PDN 3.0 game type.
    const GAME_TYPE: u32;
    /// Rows of men of each side at the start.
    const ROWS_OF_MEN: usize;
    /// Who makes the first move.
    const FIRST: Side;
    /// Where square 1 lies.
    const SQUARE_ONE: Corner;
    /// How kings move.
    const KINGS: KingMove;
    /// Where men capture along diagonals.
    const MEN_CAPTURE: ManCapture;
    /// Along which lines men and kings capture.
    const CAPTURE_LINES: CaptureLines = CaptureLines::Diagonals;
    /// What men may capture.
    const MEN_TAKE: ManPrey = ManPrey::All;
    /// Where a flying king may end its capture.
    const LANDING: Landing = Landing::Anywhere;
    /// What a capture over the crownhead does.
    const CROWNING: Crowning;
    /// Which captures may be chosen.
    const CAPTURE_CHOICE: CaptureChoice;
    /// What having no move means.
    const NO_MOVE: NoMove;
    /// So many kings win at once: 1 in breakthrough draughts.
    const KINGS_TO_WIN: Option<u32> = None;
    /// When a game is drawn.
    const DRAWS: DrawArticles;

    /// The most pieces that a side can have: those it starts with.
    const MAX_PIECES: usize = Self::ROWS_OF_MEN * <Self::Board as Board>::ROW;

    /// What a capture is worth where [`CaptureChoice::MostValue`] chooses. To capture more has to be worth more.
    fn capture_value(capture: &Capture) -> u32 {
        capture.pieces
    }
}
