//! Poddavki: Russian draughts in which the player who cannot move wins.

use crate::rules::{Articles, Board8, DrawArticles, NoMove, Rules, Russian};

/// Poddavki (give-away Russian draughts) on 8x8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Antirussian;

impl Rules for Antirussian {
    type Board = Board8;
    type State = ();
    const ARTICLES: Articles = Articles {
        name: "antirussian",
        title: "Poddavki (give-away Russian draughts)",
        aliases: &["anti-russian", "poddavki"],
        no_move: NoMove::Wins,
        // The other draws end what a stronger side cannot win, and have no meaning here.
        draws: DrawArticles::REPETITION,
        ..Russian::ARTICLES
    };
}
