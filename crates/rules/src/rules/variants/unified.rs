//! Unified pool checkers, as in Zimbabwe: pool checkers in which White begins. Articles: PDN 3.0 (game type 23) and the
//! articles of pool checkers.

use crate::rules::{Articles, Board8, Corner, MoveNotation, Pool, Rules, Side, Variant};

/// Unified pool checkers on 8x8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unified;

impl Rules for Unified {
    type Board = Board8;
    type State = ();
    const VARIANT: Variant = Variant::UNIFIED;
    const ARTICLES: Articles = Articles {
        name: "unified",
        title: "Unified pool checkers",
        aliases: "unified-pool, zimbabwean, zimbabwean pool, zimbabwe, zimbabwe pool",
        // PDN 3.0: `23,W,8,8,A0,0`.
        notation: MoveNotation::Letters { capture: "x" },
        first: Side::White,
        square_one: Corner::LowerLeft,
        shares: Some(Pool::ARTICLES.name),
        ..Pool::ARTICLES
    };
}
