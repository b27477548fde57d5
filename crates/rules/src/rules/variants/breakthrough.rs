//! Breakthrough draughts: international draughts in which the first king wins (lidraughts; Scan 3.1).

use crate::rules::{Articles, Board10, DrawArticles, International, Rules, Variant};

/// Breakthrough draughts on 10x10.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Breakthrough;

impl Rules for Breakthrough {
    type Board = Board10;
    type State = ();
    const VARIANT: Variant = Variant::BREAKTHROUGH;
    const ARTICLES: Articles = Articles {
        name: "breakthrough",
        title: "Breakthrough draughts",
        aliases: "bt, 96, doorbraak",
        hub: Some("bt"),
        game_type: 96,
        kings_to_win: Some(1),
        // Men never move back, so nothing recurs.
        draws: DrawArticles::REPETITION,
        ..International::ARTICLES
    };
}
