//! A game that exists only in the tests, and the articles of all games as the reference generator has them.

use crownhead_rules::{
    Articles, Capture, CaptureChoice, Corner, Crowning, DrawArticles, EndingArticle, KingRuns, Landing, Lines, ManPrey,
    MaterialRange, MirroredBoard8, NoMove, Restart, Rules, Side,
};

use crate::reference::{self, Crowned, INTERNATIONAL};

/// What the reference generator goes by in a game.
pub fn reference<R: Rules>() -> reference::Articles {
    if R::ARTICLES.name == Everything::ARTICLES.name { EVERYTHING } else { reference::articles_of(R::ARTICLES.name) }
}

/// Many articles at once, and each as it is in no other game here: the player without a move wins, so do four kings,
/// and a king moves at most twice in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Everything;

impl Rules for Everything {
    type Board = MirroredBoard8;
    type State = KingRuns;
    const ARTICLES: Articles = Articles {
        name: "test-everything",
        game_type: 99,
        first: Side::Black,
        square_one: Corner::LowerRight,
        capture_lines: Lines::AllEight,
        men_take: ManPrey::Men,
        landing: Landing::RightBehindKing,
        crowning: Crowning::GoesOnAsKing,
        capture_choice: CaptureChoice::MostValue,
        no_move: NoMove::Wins,
        kings_to_win: Some(4),
        king_run: 2,
        draws: DrawArticles {
            endings: &[EndingArticle {
                name: "two kings against a king",
                strong: MaterialRange { pieces: (2, 3), kings: (2, 2) },
                weak: MaterialRange::LONE_KING,
                plies: 6,
                restart: Restart::Progress,
                ..EndingArticle::KINGS
            }],
            ..DrawArticles::REPETITION
        },
        ..Articles::COMMON
    };

    fn capture_value(capture: &Capture) -> u32 {
        (2 * capture.pieces + capture.kings()) << 12 | capture.kings_in_order
    }
}

const EVERYTHING: reference::Articles = reference::Articles {
    size: 8,
    mirrored: true,
    orthogonal: true,
    men_take_kings: false,
    lands_behind_king: true,
    crowned: Crowned::GoesOn,
    worth: Some(|_, kings| {
        let sum = kings.iter().map(|&king| if king { 3 } else { 2 }).sum();
        let order = kings.iter().fold(0, |order, &king| 2 * order + u32::from(king));
        vec![sum, order]
    }),
    kings_to_win: Some(4),
    king_run: Some(2),
    ..INTERNATIONAL
};
