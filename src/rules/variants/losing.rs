//! Losing draughts: international draughts in which the player who cannot move wins.

use crate::rules::{
    Board10, CaptureChoice, Corner, Crowning, DrawArticles, International, KingMove, ManCapture, NoMove,
    Rules, Side,
};

/// Losing (anti) draughts on 10x10.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losing;

impl Rules for Losing {
    type Board = Board10;
    type State = ();
    const NAME: &'static str = "losing";
    const ALIASES: &'static [&'static str] = &["antidraughts", "98"];
    const GAME_TYPE: u32 = 98;
    const ROWS_OF_MEN: usize = International::ROWS_OF_MEN;
    const FIRST: Side = International::FIRST;
    const SQUARE_ONE: Corner = International::SQUARE_ONE;
    const KINGS: KingMove = International::KINGS;
    const MEN_CAPTURE: ManCapture = International::MEN_CAPTURE;
    const CROWNING: Crowning = International::CROWNING;
    const CAPTURE_CHOICE: CaptureChoice = International::CAPTURE_CHOICE;
    const NO_MOVE: NoMove = NoMove::Wins;
    /// Kings cannot force each other's loss by being few, so repetition is the only draw.
    const DRAWS: DrawArticles = DrawArticles { occurrences: 3, quiet_plies: None, endings: &[] };
}
