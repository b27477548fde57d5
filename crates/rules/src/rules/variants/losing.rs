//! Losing draughts: international draughts in which the player who cannot move wins.

use crate::rules::{Articles, Board10, DrawArticles, International, NoMove, Rules, Variant};

/// Losing (anti) draughts on 10x10.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losing;

impl Rules for Losing {
    type Board = Board10;
    type State = ();
    const VARIANT: Variant = Variant::LOSING;
    const ARTICLES: Articles = Articles {
        name: "losing",
        title: "Losing draughts",
        aliases: "antidraughts, 98, losing draughts, anti-international, giveaway draughts, international giveaway, \
                  anti, reversed, schlagdame, fressdame, räuberdame, weggeefdammen, qui perd gagne, международные \
                  поддавки, стоклеточные поддавки",
        hub: None,
        game_type: 98,
        no_move: NoMove::Wins,
        // Kings cannot force each other's loss by being few, so repetition is the only draw.
        draws: DrawArticles::REPETITION,
        ..International::ARTICLES
    };
}
