//! Give-away checkers: English draughts in which the player who cannot move wins (Mandziuk and Osman 2004, section 2).

use crate::rules::{
    Board8, CaptureChoice, Corner, Crowning, DrawArticles, English, KingMove, ManCapture, NoMove, Rules, Side,
};

/// Give-away (suicide) checkers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Giveaway;

impl Rules for Giveaway {
    type Board = Board8;
    type State = ();
    const NAME: &'static str = "giveaway";
    const ALIASES: &'static [&'static str] = &["suicide", "anti-english"];
    const GAME_TYPE: u32 = 21;
    const ROWS_OF_MEN: usize = English::ROWS_OF_MEN;
    const FIRST: Side = English::FIRST;
    const SQUARE_ONE: Corner = English::SQUARE_ONE;
    const KINGS: KingMove = English::KINGS;
    const MEN_CAPTURE: ManCapture = English::MEN_CAPTURE;
    const CROWNING: Crowning = English::CROWNING;
    const CAPTURE_CHOICE: CaptureChoice = English::CAPTURE_CHOICE;
    const NO_MOVE: NoMove = NoMove::Wins;
    const DRAWS: DrawArticles = English::DRAWS;
}
