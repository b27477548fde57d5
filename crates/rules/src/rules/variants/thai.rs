//! Thai draughts, or makhos. Articles: the Thai rules as in PDN 3.0 (game type 31) and Zillions of Games.

use crate::rules::{
    Articles, Board8, CaptureChoice, Corner, Crowning, DrawArticles, Landing, ManCapture, Removal, Rules, Side, Variant,
};

/// Thai draughts on 8x8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thai;

impl Rules for Thai {
    type Board = Board8;
    type State = ();
    const VARIANT: Variant = Variant::THAI;
    const ARTICLES: Articles = Articles {
        name: "thai",
        title: "Thai draughts (makhos)",
        aliases: "makhos, 31, หมากฮอส, тайские, thais, thaise, thailändische, tajskie",
        game_type: 31,
        rows_of_men: 2,
        // PDN 3.0: `31,B,8,8,N2,0`.
        first: Side::Black,
        square_one: Corner::UpperLeft,
        // A man captures forward only.
        men_capture: ManCapture::Forward,
        // A king flies, but lands right behind each piece that it captures.
        landing: Landing::RightBehind,
        // A captured piece is taken off at once.
        removal: Removal::AtOnce,
        // A man that reaches the crownhead is crowned and the move ends.
        crowning: Crowning::EndsMove,
        // Any capture may be chosen, but it must be completed.
        capture_choice: CaptureChoice::Any,
        // Third occurrence; the players agree on other draws, which 30 moves each without progress stand for.
        draws: DrawArticles { quiet_plies: Some(60), ..DrawArticles::REPETITION },
        ..Articles::COMMON
    };
}
