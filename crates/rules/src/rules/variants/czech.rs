//! Czech draughts. Articles: Czech Draughts Federation.

use crate::rules::{
    Articles, Board8, Capture, CaptureChoice, Corner, Crowning, DrawArticles, ManCapture, MoveNotation, Rules, Side,
    Variant,
};

/// Czech draughts on 8x8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Czech;

impl Rules for Czech {
    type Board = Board8;
    type State = ();
    const VARIANT: Variant = Variant::CZECH;
    const ARTICLES: Articles = Articles {
        name: "czech",
        title: "Czech draughts",
        aliases: "29, česká, české, český, чешские, tsjechisch, tsjechische, tchèques, tschechische, czeskie, \
                  чеські, dáma",
        game_type: 29,
        // PDN 3.0: `29,W,8,8,A0,0`.
        notation: MoveNotation::Letters { capture: "x" },
        rows_of_men: 3,
        first: Side::White,
        square_one: Corner::LowerLeft,
        // A man captures forward only.
        men_capture: ManCapture::Forward,
        // A man that reaches the crownhead is crowned and the move ends.
        crowning: Crowning::EndsMove,
        capture_choice: CaptureChoice::MostValue,
        // The articles call a game drawn that nobody can win. These counts, as in pool checkers, make that decidable.
        draws: DrawArticles { quiet_plies: Some(60), ..DrawArticles::REPETITION },
        ..Articles::COMMON
    };

    /// A king that can capture goes before a man; otherwise any capture may be chosen.
    fn capture_value(capture: &Capture) -> u32 {
        u32::from(capture.by_king)
    }
}
