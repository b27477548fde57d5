//! Killer draughts: international draughts in which two kings beat one (K. Bor, Killer Draughts; Scan 3.1).

use crate::rules::{Articles, Board10, DrawArticles, International, Landing, Rules, Variant};

/// Killer draughts on 10x10.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Killer;

impl Rules for Killer {
    type Board = Board10;
    type State = ();
    const VARIANT: Variant = Variant::KILLER;
    const ARTICLES: Articles = Articles {
        name: "killer",
        title: "Killer draughts",
        aliases: "killerdammen, killerdam",
        hub: None,
        // A king that captures a king last stops right behind it.
        landing: Landing::RightBehindKing,
        // Third occurrence and 25 moves each by kings alone. The articles on a lone king are not those of this game: two
        // kings win, in up to 16 plies.
        draws: DrawArticles { endings: &[], ..International::ARTICLES.draws },
        ..International::ARTICLES
    };
}
