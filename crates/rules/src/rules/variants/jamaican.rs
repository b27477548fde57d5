//! Jamaican checkers: pool checkers on the mirrored board. Articles: PDN 3.0 (game type 23) and the articles of pool
//! checkers.

use crate::rules::{Articles, MirroredBoard8, MoveNotation, Pool, Rules, Variant};

/// Jamaican checkers on 8x8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Jamaican;

impl Rules for Jamaican {
    type Board = MirroredBoard8;
    type State = ();
    const VARIANT: Variant = Variant::JAMAICAN;
    const ARTICLES: Articles = Articles {
        name: "jamaican",
        title: "Jamaican checkers",
        aliases: "jamaican-pool, jamaica, jamaica pool",
        // PDN 3.0: `23,B,8,8,A1,1`.
        notation: MoveNotation::Letters { capture: "x" },
        shares: Some(Pool::ARTICLES.name),
        ..Pool::ARTICLES
    };
}
