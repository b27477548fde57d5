//! English draughts, or American checkers. Articles: WCDF, Rules of Draughts (Checkers).

use crate::rules::{
    Board8, CaptureChoice, Corner, Crowning, DrawArticles, KingMove, ManCapture, NoMove, Rules, Side,
};

/// English draughts (American checkers).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct English;

impl Rules for English {
    type Board = Board8;
    type State = ();
    const NAME: &'static str = "english";
    const ALIASES: &'static [&'static str] = &["american", "checkers", "21"];
    const GAME_TYPE: u32 = 21;
    const ROWS_OF_MEN: usize = 3;
    /// WCDF 1.10: the player with the darker pieces moves first.
    const FIRST: Side = Side::Black;
    /// PDN 3.0: `21,B,8,8,N1,0`.
    const SQUARE_ONE: Corner = Corner::LowerRight;
    /// WCDF 1.17: a king moves one square, forward or backward.
    const KINGS: KingMove = KingMove::Short;
    /// WCDF 1.15: a man jumps forward only.
    const MEN_CAPTURE: ManCapture = ManCapture::Forward;
    /// WCDF 1.16: a man that reaches the king row by a jump is crowned and the move ends.
    const CROWNING: Crowning = Crowning::EndsMove;
    /// WCDF 1.20: any capture may be chosen, but it must be completed.
    const CAPTURE_CHOICE: CaptureChoice = CaptureChoice::Any;
    /// WCDF 1.30: the player who has no move loses.
    const NO_MOVE: NoMove = NoMove::Loses;
    /// WCDF 1.32: third occurrence of a position; 40 moves each without a capture or an advance of a man.
    const DRAWS: DrawArticles = DrawArticles { occurrences: 3, quiet_plies: Some(80), endings: &[] };
}
