//! Frysk!: Frisian draughts with five men each (lidraughts).

use crate::rules::{Articles, Board10, Capture, Frisian, KingRuns, Rules, Variant};

/// Frysk! on 10x10.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frysk;

impl Rules for Frysk {
    type Board = Board10;
    type State = KingRuns;
    const VARIANT: Variant = Variant::FRYSK;
    const ARTICLES: Articles = Articles {
        name: "frysk",
        title: "Frysk! (Frisian draughts, five men)",
        aliases: "frysk!, 97",
        game_type: 97,
        rows_of_men: 1,
        ..Frisian::ARTICLES
    };

    fn capture_value(capture: &Capture) -> u32 {
        Frisian::capture_value(capture)
    }
}
