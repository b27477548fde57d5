//! Italian draughts. Articles: FID, Regolamento Tecnico, chapter 1.

use crate::rules::{
    Articles, Capture, CaptureChoice, Corner, Crowning, DrawArticles, KingMove, ManCapture, ManPrey, MirroredBoard8,
    Rules, Side, Variant,
};

/// Italian draughts on 8x8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Italian;

impl Rules for Italian {
    type Board = MirroredBoard8;
    type State = ();
    const VARIANT: Variant = Variant::ITALIAN;
    const ARTICLES: Articles = Articles {
        name: "italian",
        title: "Italian draughts",
        aliases: "22, dama, italiana, italiennes, итальянские, italiaans, italiaanse, italienische, włoskie, \
                  italianas",
        game_type: 22,
        rows_of_men: 3,
        first: Side::White,
        // PDN 3.0: `22,W,8,8,N2,1`.
        square_one: Corner::UpperLeft,
        // FID: a king moves one square, forward or backward.
        kings: KingMove::Short,
        // FID: a man captures forward, and men only.
        men_capture: ManCapture::Forward,
        men_take: ManPrey::Men,
        // FID: a man that reaches the crownhead is crowned and the move ends.
        crowning: Crowning::EndsMove,
        capture_choice: CaptureChoice::MostValue,
        // FID 1.1.10: fourth occurrence; 40 moves each without a capture or a man's move.
        draws: DrawArticles { occurrences: Some(4), quiet_plies: Some(80), ..DrawArticles::REPETITION },
        ..Articles::COMMON
    };

    /// FID: the capture of the most pieces; of equal ones, by a king; then that of the most kings; then the one that
    /// takes a king the earliest.
    fn capture_value(capture: &Capture) -> u32 {
        let first = capture.pieces << 1 | u32::from(capture.by_king);
        first << 16 | capture.kings() << 12 | capture.kings_in_order
    }
}
