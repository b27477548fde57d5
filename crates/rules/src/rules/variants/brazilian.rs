//! Brazilian draughts: international draughts on 8x8. Articles: FMJD, Rules of Draughts-64, section 64 Brazilian.

use super::russian::DRAWS_OF_64;
use crate::rules::{Articles, Board8, CaptureChoice, Corner, Crowning, MoveNotation, Rules, Side, Variant};

/// Brazilian draughts on 8x8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Brazilian;

impl Rules for Brazilian {
    type Board = Board8;
    type State = ();
    const VARIANT: Variant = Variant::BRAZILIAN;
    const ARTICLES: Articles = Articles {
        name: "brazilian",
        title: "Brazilian draughts",
        aliases: "26, brasileiras, brasileira, brasilian, brazil, бразильские, braziliaans, braziliaanse, \
                  brésiliennes, brasilianische, brasileñas, brazylijskie, draughts 64, бразильські",
        game_type: 26,
        // PDN 3.0: `26,W,8,8,A0,0`.
        notation: MoveNotation::Letters { capture: "x" },
        rows_of_men: 3,
        first: Side::White,
        square_one: Corner::LowerLeft,
        // A man that only passes the crownhead in a capture stays a man.
        crowning: Crowning::AtRestOnly,
        // The capture of the most pieces is obligatory.
        capture_choice: CaptureChoice::MostPieces,
        draws: DRAWS_OF_64,
        ..Articles::COMMON
    };
}
