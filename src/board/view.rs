//! What a room shows: plain data, as JSON for the page.

use serde::{Deserialize, Serialize};

use super::game::Finish;
use super::names::square_name;
use super::request::{Description, Seat};
use super::said::Said;
use super::tree::NodeView;
use crate::review::{Appraisal, Distance, Judgement, Material, Reason, SideSummary, score_for_white, texts};
use crownhead_engine::eval::{Score, ScoreClass};
use crownhead_rules::notation::SpelledMove;
use crownhead_rules::notation::pdn::with_pdn_numbers;
use crownhead_rules::{AnyPosition, Move, Ply, Side, Square, Variant};

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// Grows with every change.
    pub version: u64,
    pub variant: &'static str,
    pub shape: Shape,
    /// The pieces after each number of moves: a character for each square, `w`, `b`, `W`, `B` or `.`.
    pub pictures: Vec<String>,
    pub moves: Vec<MoveView>,
    pub marks: Vec<Judgement>,
    /// What a review has found out of the game; `None` while it goes on.
    pub report: Option<ReportView>,
    /// What is to be said of the moves that are marked.
    pub criticisms: Vec<CriticismView>,
    /// The judgement of the move that a person tried last in place of a mistake.
    pub trial: Option<TrialView>,
    /// The value of the position after each number of moves, as far as known.
    pub scores: Vec<Option<ScoreView>>,
    /// Those of the game, while a variation is shown.
    pub game_scores: Option<Vec<Option<ScoreView>>>,
    /// The FEN of the position after each number of moves.
    pub fens: Vec<String>,
    /// The side to move: `W` or `B`.
    pub side: char,
    /// The moves that a person can make in the last position.
    pub legal: Vec<MoveView>,
    /// The players of White and Black.
    pub seats: [Seat; 2],
    pub names: [String; 2],
    /// The clocks of White and Black, in a game with clocks.
    pub clocks: [Option<ClockView>; 2],
    /// The time of each side, as a request for a game has it.
    pub time: String,
    /// The opening with which the game began here, as a request for a game has it.
    pub opening: String,
    /// How the game ended, in words.
    pub result: Option<String>,
    /// How it ended, for a page that has words of its own.
    pub end: Option<EndView>,
    /// Whether both players are those of a game that was loaded: nobody plays it here.
    pub is_loaded: bool,
    /// Whether people may move in earlier positions.
    pub is_free: bool,
    /// Whether the moves are a variation of the game.
    pub is_variation: bool,
    /// The game and all variations: the start, and every move behind the one before it.
    pub tree: Vec<NodeView>,
    pub description: Description,
    pub end_of_variation: Option<EndView>,
    /// Whether there is a move, or the end of the game, to take back.
    pub can_take_back: bool,
    /// Whether the engine thinks about its move.
    pub is_thinking: bool,
    pub is_paused: bool,
    /// Whether the engine looks for a hint.
    pub is_hinting: bool,
    /// The positions that a review has still to search, except the first.
    pub reviewing: Option<usize>,
    pub hint: Option<MoveView>,
    pub is_analysing: bool,
    /// Its latest result.
    pub analysis: Option<AnalysisView>,
    /// What the opening book has in the position of `known_ply`, once there is an engine.
    pub book: Option<BookView>,
    /// Whether a proof search runs.
    pub is_solving: bool,
    /// What the last one has found out.
    pub solution: Option<SolutionView>,
    /// What the endgame tables know of a position, for the side to move: `win in 11 plies`.
    pub known: Option<String>,
    /// What they know of each move there, the best first.
    pub known_moves: Option<Vec<KnownMoveView>>,
    /// The number of moves before that position.
    pub known_ply: usize,
    /// A message to the person who acted last.
    pub notice: Option<String>,
    /// The same, for a page that has words of its own.
    pub notices: Vec<Said>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndView {
    /// The winner, `W` or `B`; `None` for a draw.
    pub winner: Option<char>,
    /// Why: `no-move`, `kings`, `repetition`, `quiet-moves`, `ending`, `resigned`, `time`, `agreed`, `too-long` or
    /// `recorded`.
    pub reason: String,
    /// The result in PDN, whose order of the colours is that of the variant.
    pub result: String,
    /// In words: `White wins: Black resigned`.
    pub text: String,
}

impl EndView {
    pub(super) fn of(finish: &Finish, variant: Variant) -> EndView {
        EndView {
            winner: finish.winner().map(Side::letter),
            reason: finish.reason().to_owned(),
            result: finish.result(variant).text(variant).to_owned(),
            text: finish.to_string(),
        }
    }
}

/// What a review has found out of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReportView {
    /// The statistics of White and Black.
    pub sides: [SideSummary; 2],
    /// The marked moves: the number of moves before each.
    pub mistakes: Vec<usize>,
}

/// What a review says of a move that it has marked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CriticismView {
    /// The number of moves before it.
    pub ply: usize,
    /// What it loses, in men, where that is a number of men.
    pub loss: Option<f64>,
    /// The points that its side could expect before it and after it, from 0 to 1.
    pub points: [f64; 2],
    /// Why it is worse, if the lines show it.
    pub reason: Option<ReasonView>,
    pub played: ScoreView,
    pub better: LineView,
}

impl CriticismView {
    pub(super) fn of(appraisal: &Appraisal) -> CriticismView {
        let score = |score: Score| if appraisal.side() == Side::White { score } else { -score };
        let best = &appraisal.lines[0];
        CriticismView {
            ply: appraisal.ply,
            loss: appraisal.loss_in_men(),
            points: appraisal.points(),
            reason: appraisal.reason().as_ref().map(ReasonView::of),
            played: score(appraisal.played).into(),
            better: LineView { score: score(best.score).into(), moves: best.pv.iter().map(MoveView::from).collect() },
        }
    }
}

/// Why a move is worse than the best one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReasonView {
    /// `loses-game`, `misses-game`, `loses`, `misses` or `stroke`.
    pub what: &'static str,
    /// The plies to the end of the game, or the pieces that are lost or missed.
    pub count: u32,
    /// Whether the endgame tables know the end of the game.
    pub is_by_table: bool,
    pub are_men: bool,
    /// Whether the side that wins them has a king more then.
    pub makes_king: bool,
    pub moves: Vec<String>,
}

impl ReasonView {
    fn of(reason: &Reason) -> ReasonView {
        let game = |what, Distance { plies, by_table }: Distance| ReasonView {
            what,
            count: plies.into(),
            is_by_table: by_table,
            are_men: false,
            makes_king: false,
            moves: Vec::new(),
        };
        let material = |what, material: &Material| ReasonView {
            what,
            count: material.pieces,
            is_by_table: false,
            are_men: material.are_men,
            makes_king: material.makes_king,
            moves: texts(&material.line.iter().map(with_pdn_numbers).collect::<Vec<_>>()),
        };
        match reason {
            Reason::LosesGame(lost) => game("loses-game", *lost),
            Reason::MissesGame(won) => game("misses-game", *won),
            Reason::Loses(lost) => material("loses", lost),
            Reason::Misses(won) if won.is_stroke => material("stroke", won),
            Reason::Misses(won) => material("misses", won),
        }
    }
}

/// The judgement of a move that a person tried.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrialView {
    /// The number of moves before it.
    pub ply: usize,
    pub text: String,
    pub mark: Judgement,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shape {
    /// Rows and columns.
    pub size: usize,
    /// The row and the column of each square, from the top left as White sees the board.
    pub squares: Vec<(usize, usize)>,
    pub names: Vec<String>,
}

impl Shape {
    pub(super) fn of(variant: Variant) -> Shape {
        let board = variant.board();
        let squares = board.squares().map(|square| board.row_and_column(square));
        let names = board.squares().map(|square| square_name(variant, square));
        Shape { size: board.rows, squares: squares.collect(), names: names.collect() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveView {
    /// In PDN.
    pub text: String,
    /// The numbers of the squares that the piece touches, from the first to the last.
    pub path: Vec<u32>,
    /// The numbers of the captured squares.
    pub captured: Vec<u32>,
}

impl MoveView {
    pub(super) fn of(position: &AnyPosition, mv: &Move) -> MoveView {
        let spelled = SpelledMove::new(position, mv);
        let captured = mv.captured_set().singles().map(|single| position.board().square(single).number());
        MoveView { captured: captured.collect(), ..MoveView::from(&spelled) }
    }
}

/// Without the captured squares, which a spelled move does not state.
impl From<&SpelledMove> for MoveView {
    fn from(spelled: &SpelledMove) -> MoveView {
        let path = spelled.path().map(Square::number).collect();
        MoveView { text: with_pdn_numbers(spelled).pdn(), path, captured: Vec::new() }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ClockView {
    /// The time left, in seconds.
    pub seconds: f64,
    pub is_running: bool,
}

/// The result of an analysis so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalysisView {
    /// The number of moves before the position.
    pub ply: usize,
    /// The depth, in plies.
    pub depth: u32,
    pub nodes: u64,
    pub seconds: f64,
    /// The best line, then others.
    pub lines: Vec<LineView>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BookView {
    /// Its moves, the best first; none where the book does not have the position.
    pub moves: Vec<BookMoveView>,
    pub games: u64,
    /// Where the game has left the book: the number of moves before the one that left it.
    pub left_after: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BookMoveView {
    /// In PDN.
    pub text: String,
    pub score: Option<ScoreView>,
    /// Its share of the games, from 0 to 1, if there are any.
    pub share: Option<f64>,
}

/// What the endgame tables know of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KnownMoveView {
    /// In PDN.
    pub text: String,
    /// The winner, `W` or `B`; `None` for a draw.
    pub winner: Option<char>,
    /// The plies to the end of the game; `None` for a draw.
    pub plies: Option<u16>,
    /// Those after which a draw article ends the game, if they are fewer and nothing resets the count.
    pub left: Option<u16>,
}

/// What a proof search has found out about a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolutionView {
    /// The number of moves before the position.
    pub ply: usize,
    /// `Proven: White wins in at most 15 plies; sound.`, or why not.
    pub text: String,
    /// The main line of a win.
    pub moves: Vec<MoveView>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LineView {
    pub score: ScoreView,
    pub moves: Vec<MoveView>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoreView {
    /// In men; a decided game counts 80 men or more.
    pub men: f64,
    /// As people read it: `+0.12`, `White wins in 7 plies`.
    pub text: String,
    /// The plies to the end, if the game is decided.
    pub plies: Option<u16>,
    /// Whether the endgame tables have decided it.
    pub is_by_table: bool,
}

impl From<Score> for ScoreView {
    fn from(for_white: Score) -> ScoreView {
        let (plies, is_by_table) = match for_white.class() {
            ScoreClass::Heuristic => (None, false),
            ScoreClass::Win(plies) | ScoreClass::Loss(plies) => (Some(plies), false),
            ScoreClass::KnownWin(plies) | ScoreClass::KnownLoss(plies) => (Some(plies), true),
        };
        ScoreView { men: for_white.men(), text: score_for_white(for_white), plies: plies.map(Ply::get), is_by_table }
    }
}
