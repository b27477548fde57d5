//! The articles of a game: everything in the rules that differs between variants.

use super::{Bitboard, Board, Corner, Direction, DrawArticles, Geometry, Move, Side, State, Variant};

/// How PDN writes the squares of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveNotation {
    /// By their numbers, with `x` between those of a capture.
    Numbers,
    /// As in chess, with a sign of its own between those of a capture: `c3-d4`, `c3:e5`.
    Letters {
        /// The sign.
        capture: &'static str,
    },
}

/// How kings move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KingMove {
    /// One square at a time.
    Short,
    /// Any distance along a free line.
    Flying,
}

/// The directions in which men capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManCapture {
    /// Forward only; along rows and columns also sideways.
    Forward,
    /// Forward and backward.
    BothWays,
}

/// The lines along which men and kings move or capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// Diagonals.
    Diagonals,
    /// Rows and columns (Turkish draughts).
    RowsAndColumns,
    /// All of them: the captures of Frisian draughts.
    AllEight,
}

impl Lines {
    /// Whether diagonals are among them.
    pub const fn has_diagonals(self) -> bool {
        !matches!(self, Lines::RowsAndColumns)
    }

    /// Whether rows and columns are among them.
    pub const fn has_rows(self) -> bool {
        !matches!(self, Lines::Diagonals)
    }
}

/// What a man may capture. A king may capture everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManPrey {
    /// Men and kings.
    All,
    /// Men only (Italian draughts).
    Men,
}

/// Where a flying king may land behind a piece that it captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// On every free square behind it.
    Anywhere,
    /// Right behind it if it is a king and the last one captured, else anywhere behind it (killer draughts).
    RightBehindKing,
    /// Right behind it, also between two captures (Thai draughts).
    RightBehind,
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// When the move is over: until then, they block the way and cannot be jumped again.
    AfterMove,
    /// Each as it is jumped (Thai, Turkish draughts). A flying king turns back over it only with
    /// [`Landing::RightBehind`].
    AtOnce,
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
    /// Any, but it must be completed.
    Any,
    /// One of those that capture the most pieces.
    MostPieces,
    /// One of those with the greatest [`Rules::capture_value`].
    MostValue,
}

/// A whole capture as [`Rules::capture_value`] sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// Whether the capturing piece was a king when it set out.
    pub by_king: bool,
    /// The number of captured pieces.
    pub pieces: u32,
    /// Which of them were kings, one bit for each piece, the first captured piece highest. Of two captures of equally
    /// many pieces, the one that takes a king earlier has the greater number here.
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

/// The articles of one game. [`Articles::COMMON`] has the values that most games share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Articles {
    /// The name used everywhere.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// Other names that are accepted, parted by commas.
    pub aliases: &'static str,
    /// The name in Hub, if the clients know another one.
    pub hub: Option<&'static str>,
    /// The PDN 3.0 game type.
    pub game_type: u32,
    /// How PDN writes moves.
    pub notation: MoveNotation,
    /// Rows of men of each side at the start.
    pub rows_of_men: usize,
    /// Empty rows behind them.
    pub rows_behind: usize,
    /// Who makes the first move.
    pub first: Side,
    /// Where square 1 lies.
    pub square_one: Corner,
    /// How kings move.
    pub kings: KingMove,
    /// Along which lines men and kings move. Men go forward; along rows and columns also sideways.
    pub move_lines: Lines,
    /// Where men capture.
    pub men_capture: ManCapture,
    /// Along which lines men and kings capture.
    pub capture_lines: Lines,
    /// What men may capture.
    pub men_take: ManPrey,
    /// Where a flying king may land behind what it captures.
    pub landing: Landing,
    /// When captured pieces leave the board.
    pub removal: Removal,
    /// What a capture over the crownhead does.
    pub crowning: Crowning,
    /// Which captures may be chosen.
    pub capture_choice: CaptureChoice,
    /// What having no move means.
    pub no_move: NoMove,
    /// The number of kings that wins at once: 1 in breakthrough draughts.
    pub kings_to_win: Option<u32>,
    /// The most quiet moves in a row by one king, while its side has a man: 3 in Frisian draughts. A limit needs the
    /// state [`KingRuns`](super::KingRuns).
    pub king_run: u8,
    /// When a game is drawn.
    pub draws: DrawArticles,
    /// The name of the game whose weights and endgame tables serve this one. It has the same articles, but for the side
    /// that begins, the notation and perhaps the mirrored board.
    pub shares: Option<&'static str>,
}

impl Articles {
    /// Where White sees square 1 of PDN.
    pub const fn corner_of_white(&self) -> Corner {
        match self.first {
            Side::White => self.square_one,
            Side::Black => self.square_one.opposite(),
        }
    }

    /// Whether a later move can take back a quiet `mv`: one by a king can be taken back, and one of a man sideways.
    #[inline]
    pub const fn may_return(&self, by_king: bool, mv: &Move, board: &Geometry) -> bool {
        by_king || (self.move_lines.has_rows() && board.share_row(mv.from, mv.to))
    }

    /// The directions in which men of `side` move.
    #[inline]
    pub const fn steps_of_men(&self, side: Side) -> &'static [Direction] {
        const DIAGONAL: [[Direction; 2]; 2] = [Direction::forward(Side::White), Direction::forward(Side::Black)];
        match self.move_lines {
            Lines::Diagonals => &DIAGONAL[side.index()],
            Lines::RowsAndColumns | Lines::AllEight => Direction::forward_and_sideways(side),
        }
    }

    /// The directions in which kings move.
    #[inline]
    pub const fn steps_of_kings(&self) -> &'static [Direction] {
        match self.move_lines {
            Lines::Diagonals => &Direction::DIAGONALS,
            Lines::RowsAndColumns => &Direction::ORTHOGONALS,
            Lines::AllEight => &Direction::ALL,
        }
    }

    /// The directions along rows and columns in which men of `side` capture.
    #[inline]
    pub const fn straight_captures_of_men(&self, side: Side) -> &'static [Direction] {
        match (self.capture_lines, self.men_capture) {
            (Lines::Diagonals, _) => &[],
            (_, ManCapture::Forward) => Direction::forward_and_sideways(side),
            (_, ManCapture::BothWays) => &Direction::ORTHOGONALS,
        }
    }

    /// The base of the articles of a game. It is not a game: it has no name.
    pub const COMMON: Articles = Articles {
        name: "",
        title: "",
        aliases: "",
        hub: None,
        game_type: 0,
        notation: MoveNotation::Numbers,
        rows_of_men: 3,
        rows_behind: 0,
        first: Side::White,
        square_one: Corner::UpperLeft,
        kings: KingMove::Flying,
        move_lines: Lines::Diagonals,
        men_capture: ManCapture::BothWays,
        capture_lines: Lines::Diagonals,
        men_take: ManPrey::All,
        landing: Landing::Anywhere,
        removal: Removal::AfterMove,
        crowning: Crowning::AtRestOnly,
        capture_choice: CaptureChoice::MostPieces,
        no_move: NoMove::Loses,
        kings_to_win: None,
        king_run: u8::MAX,
        draws: DrawArticles::REPETITION,
        shares: None,
    };
}

/// What holds a set of squares of the board of a game.
pub type WordOf<R> = <<R as Rules>::Board as Board>::Word;

/// A set of squares of the board of a game.
pub type SetOf<R> = Bitboard<WordOf<R>>;

/// The rules of one game as a type, so that its articles are known at compile time.
pub trait Rules: Copy + Default + std::fmt::Debug + Eq + Send + Sync + 'static {
    /// The board it is played on.
    type Board: Board;
    /// What a position remembers of the moves before it; `()` for nothing.
    type State: State;
    /// The rules as a value. Those of [`Variant::ALL`] name the constant there: this one makes every crate that mentions it
    /// compile the move generator again.
    const VARIANT: Variant = Variant::unlisted::<Self>();
    /// The articles.
    const ARTICLES: Articles;

    /// The most pieces that a side can have: those it starts with.
    const MAX_PIECES: usize = Self::ARTICLES.rows_of_men * <Self::Board as Board>::ROW;

    /// The value of a capture for [`CaptureChoice::MostValue`].
    fn capture_value(capture: &Capture) -> u32 {
        capture.pieces
    }
}
