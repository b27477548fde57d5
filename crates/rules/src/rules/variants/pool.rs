//! Pool checkers. Articles: American Pool Checker Association, Official Rules.

use crate::rules::{
    Articles, Board8, CaptureChoice, Corner, Crowning, DrawArticles, EndingArticle, MaterialRange, Rules, Side, Variant,
};

/// American pool checkers on 8x8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pool;

impl Rules for Pool {
    type Board = Board8;
    type State = ();
    const VARIANT: Variant = Variant::POOL;
    const ARTICLES: Articles = Articles {
        name: "pool",
        title: "Pool checkers",
        aliases: "23, american pool, американский пул, пул",
        game_type: 23,
        rows_of_men: 3,
        // The player with the darker pieces moves first.
        first: Side::Black,
        // PDN 3.0: `23,B,8,8,N1,0`.
        square_one: Corner::LowerRight,
        // A man that passes the crownhead in a capture and jumps out of it again stays a man.
        crowning: Crowning::AtRestOnly,
        // Any capture may be chosen, but it must be completed.
        capture_choice: CaptureChoice::Any,
        // Third occurrence; 30 moves each without a capture or a man's move; three kings against one: 13 moves each.
        draws: DrawArticles {
            quiet_plies: Some(60),
            endings: &[EndingArticle {
                name: "three kings against a lone king",
                strong: MaterialRange { pieces: (3, 3), kings: (3, 3) },
                weak: MaterialRange::LONE_KING,
                plies: 26,
                ..EndingArticle::KINGS
            }],
            ..DrawArticles::REPETITION
        },
        ..Articles::COMMON
    };
}
