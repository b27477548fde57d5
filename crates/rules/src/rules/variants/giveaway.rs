//! Give-away checkers: English draughts in which the player who cannot move wins (Mandziuk and Osman 2004, section 2).

use crate::rules::{Articles, Board8, English, NoMove, Rules, Variant};

/// Give-away (suicide) checkers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Giveaway;

impl Rules for Giveaway {
    type Board = Board8;
    type State = ();
    const VARIANT: Variant = Variant::GIVEAWAY;
    const ARTICLES: Articles = Articles {
        name: "giveaway",
        title: "Give-away checkers",
        aliases: "suicide, anti-english, anti-checkers, losing checkers, misère, anti-american, american giveaway, \
                  english giveaway, anti, reversed, schlagdame, fressdame, räuberdame",
        no_move: NoMove::Wins,
        ..English::ARTICLES
    };
}
