//! Spanish draughts, which is also played in Portugal. Articles: Reglamento de la Dama Clasica; FPD, Regras Oficiais.

use crate::rules::{
    Articles, Capture, CaptureChoice, Corner, Crowning, DrawArticles, ManCapture, MirroredBoard8, Rules, Side, Variant,
};

/// Spanish (and Portuguese) draughts on 8x8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spanish;

impl Rules for Spanish {
    type Board = MirroredBoard8;
    type State = ();
    const VARIANT: Variant = Variant::SPANISH;
    const ARTICLES: Articles = Articles {
        name: "spanish",
        title: "Spanish (Portuguese) draughts",
        aliases: "24, portuguese, 28, spanish pool, españolas, clásicas, portuguesas, испанские, португальские, \
                  spaans, spaanse, spanische, hiszpańskie, іспанські",
        game_type: 24,
        rows_of_men: 3,
        first: Side::White,
        // PDN 3.0: `24,W,8,8,N1,1`, Portuguese `28,W,8,8,N1,1`.
        square_one: Corner::LowerRight,
        // A man captures forward only.
        men_capture: ManCapture::Forward,
        // A man that reaches the crownhead is crowned and the move ends.
        crowning: Crowning::EndsMove,
        capture_choice: CaptureChoice::MostValue,
        // Third occurrence; 20 moves each by kings alone without a capture.
        draws: DrawArticles { quiet_plies: Some(40), ..DrawArticles::REPETITION },
        ..Articles::COMMON
    };

    /// The laws of quantity and of quality: the most pieces, then the most kings.
    fn capture_value(capture: &Capture) -> u32 {
        capture.pieces << 4 | capture.kings()
    }
}
