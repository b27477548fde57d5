//! English draughts, or American checkers. Articles: WCDF, Rules of Draughts (Checkers).

use crate::rules::{
    Articles, Board8, CaptureChoice, Corner, Crowning, DrawArticles, KingMove, ManCapture, NoMove, Rules, Side, Variant,
};

/// English draughts (American checkers).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct English;

impl Rules for English {
    type Board = Board8;
    type State = ();
    const VARIANT: Variant = Variant::ENGLISH;
    const ARTICLES: Articles = Articles {
        name: "english",
        title: "English draughts (checkers)",
        aliases: "american, checkers, 21, english-american, anglo-american, straight checkers, inglese, inglesas, \
                  anglaises, английские, engels, engelse, englische, angielskie, чекерс, англійські, angļu",
        game_type: 21,
        rows_of_men: 3,
        // WCDF 1.10: the player with the darker pieces moves first.
        first: Side::Black,
        // PDN 3.0: `21,B,8,8,N1,0`.
        square_one: Corner::LowerRight,
        // WCDF 1.17: a king moves one square, forward or backward.
        kings: KingMove::Short,
        // WCDF 1.15: a man jumps forward only.
        men_capture: ManCapture::Forward,
        // WCDF 1.16: a man that reaches the king row by a jump is crowned and the move ends.
        crowning: Crowning::EndsMove,
        // WCDF 1.20: any capture may be chosen, but it must be completed.
        capture_choice: CaptureChoice::Any,
        // WCDF 1.30: the player who has no move loses.
        no_move: NoMove::Loses,
        // WCDF 1.32: third occurrence of a position; 40 moves each without a capture or an advance of a man.
        draws: DrawArticles { quiet_plies: Some(80), ..DrawArticles::REPETITION },
        ..Articles::COMMON
    };
}
