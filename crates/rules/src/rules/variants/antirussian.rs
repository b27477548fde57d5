//! Poddavki: Russian draughts in which the player who cannot move wins. Its rules are those of Russian draughts but for
//! the goal, so all draws of Russian draughts hold.

use crate::rules::{Articles, Board8, NoMove, Rules, Russian, Variant};

/// Poddavki (give-away Russian draughts) on 8x8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Antirussian;

impl Rules for Antirussian {
    type Board = Board8;
    type State = ();
    const VARIANT: Variant = Variant::ANTIRUSSIAN;
    const ARTICLES: Articles = Articles {
        name: "antirussian",
        title: "Poddavki (give-away Russian draughts)",
        aliases: "anti-russian, poddavki, russian giveaway, russian poddavki, losing russian, поддавки, обратные, \
                  русские поддавки, піддавки",
        no_move: NoMove::Wins,
        ..Russian::ARTICLES
    };
}
