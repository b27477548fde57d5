//! International draughts. Articles: FMJD, Official Rules of the Game (International Draughts), annex 1.

use crate::rules::{
    Articles, Board10, CaptureChoice, Corner, Crowning, DrawArticles, EndingArticle, KingMove, ManCapture,
    MaterialRange, NoMove, Rules, Side, Variant,
};

/// International draughts on 10x10.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct International;

impl Rules for International {
    type Board = Board10;
    type State = ();
    const VARIANT: Variant = Variant::INTERNATIONAL;
    const ARTICLES: Articles = Articles {
        name: "international",
        title: "International draughts",
        aliases: "normal, standard, fromposition, 20, polish, internationales, internazionale, internacionales, \
                  internacional, международные, стоклеточные, internationaal, internationale, polskie, stupolowe, \
                  stopolowe, шашки 100, 100 клеточные, draughts 100, міжнародні, стоклітинні, міжнародныя, \
                  mezinárodní, starptautiskās, tarptautinės, šimtalangės, rahvusvaheline, uluslararası, polonaises, \
                  hollandaises, holländische",
        hub: Some("normal"),
        game_type: 20,
        rows_of_men: 4,
        // FMJD 3.2: the player with the white pieces moves first.
        first: Side::White,
        // PDN 3.0: `20,W,10,10,N2,0`.
        square_one: Corner::UpperLeft,
        // FMJD 3.9: a king moves any distance along a free diagonal.
        kings: KingMove::Flying,
        // FMJD 4.2: a man captures forward and backward.
        men_capture: ManCapture::BothWays,
        // FMJD 4.15: a man that only passes the crownhead in a capture stays a man.
        crowning: Crowning::AtRestOnly,
        // FMJD 4.13: the capture of the most pieces is obligatory.
        capture_choice: CaptureChoice::MostPieces,
        // FMJD 7.1: a player who has no move or no piece left has lost.
        no_move: NoMove::Loses,
        // FMJD 6.1 to 6.4: third occurrence; 25 moves each by kings alone without a capture; three pieces, a king
        // among them, against a lone king: 16 moves each; two pieces or fewer against it: 5 moves each.
        draws: DrawArticles {
            quiet_plies: Some(50),
            endings: &[
                EndingArticle {
                    name: "three pieces against a lone king",
                    strong: MaterialRange { pieces: (3, 3), kings: (1, 3) },
                    weak: MaterialRange::LONE_KING,
                    plies: 32,
                    ..EndingArticle::KINGS
                },
                EndingArticle {
                    name: "two pieces against a lone king",
                    strong: MaterialRange { pieces: (1, 2), kings: (1, 2) },
                    weak: MaterialRange::LONE_KING,
                    plies: 10,
                    ..EndingArticle::KINGS
                },
            ],
            ..DrawArticles::REPETITION
        },
        ..Articles::COMMON
    };
}
