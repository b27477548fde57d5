//! Turkish draughts, or dama. Articles: the Turkish rules as in PDN 3.0 (game type 30) and Zillions of Games.

use crate::rules::{
    Articles, CaptureChoice, Corner, Crowning, DrawArticles, EndingArticle, FullBoard8, Lines, ManCapture,
    MaterialRange, MoveNotation, Removal, Rules, Side, Variant,
};

/// Turkish draughts on all squares of 8x8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turkish;

impl Rules for Turkish {
    type Board = FullBoard8;
    type State = ();
    const VARIANT: Variant = Variant::TURKISH;
    const ARTICLES: Articles = Articles {
        name: "turkish",
        title: "Turkish draughts (dama)",
        aliases: "30, türk, türk daması, турецкие, turks, turkse, turques, türkische, tureckie, турецькі, turecká",
        game_type: 30,
        // PDN 3.0: `30,W,8,8,A0,0`.
        notation: MoveNotation::Letters { capture: "x" },
        // The men stand on the second and third row.
        rows_of_men: 2,
        rows_behind: 1,
        first: Side::White,
        square_one: Corner::LowerLeft,
        // Everything goes along rows and columns: a man forward and sideways, a king any distance all four ways.
        move_lines: Lines::RowsAndColumns,
        capture_lines: Lines::RowsAndColumns,
        men_capture: ManCapture::Forward,
        // A captured piece is taken off at once. A king does not turn back by half a circle between two captures.
        removal: Removal::AtOnce,
        // A man that only passes the crownhead in a capture stays a man (sources differ).
        crowning: Crowning::AtRestOnly,
        // The capture of the most pieces is obligatory.
        capture_choice: CaptureChoice::MostPieces,
        // Third occurrence. Federation rules 19b: one piece each, even if one is a king, unless it is captured next.
        draws: DrawArticles {
            endings: &[EndingArticle {
                name: "one piece each",
                strong: MaterialRange::LONE_PIECE,
                weak: MaterialRange::LONE_PIECE,
                ..EndingArticle::KINGS
            }],
            ..DrawArticles::REPETITION
        },
        ..Articles::COMMON
    };
}
