//! Russian draughts. Articles: FMJD, Rules of Draughts-64, section 64 Russian, and IDF.

use crate::rules::{
    Articles, Bitboard, Board, Board8, CaptureChoice, Corner, Crowning, DrawArticles, EndingArticle, LoneKingArticle,
    MaterialRange, MoveNotation, Restart, Rules, Side, Variant,
};

/// Russian draughts on 8x8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Russian;

impl Rules for Russian {
    type Board = Board8;
    type State = ();
    const VARIANT: Variant = Variant::RUSSIAN;
    const ARTICLES: Articles = Articles {
        name: "russian",
        title: "Russian draughts",
        aliases: "25, shashki, russes, rusas, russas, russa, русские, russisch, russische, rosyjskie, rus, шашки 64, \
                  draughts 64, російські, рускія, ruské, ruská, rusų, krievu, vene kabe",
        game_type: 25,
        // PDN 3.0: `25,W,8,8,A0,0`, captures as `c3:e5`.
        notation: MoveNotation::Letters { capture: ":" },
        rows_of_men: 3,
        first: Side::White,
        square_one: Corner::LowerLeft,
        // 1.5.7: a man that reaches the crownhead in a capture goes on as a king, if it can.
        crowning: Crowning::GoesOnAsKing,
        // 1.5.9: any capture may be chosen, but it must be completed.
        capture_choice: CaptureChoice::Any,
        draws: DRAWS_OF_64,
        ..Articles::COMMON
    };
}

/// FMJD-64 7.2.2 to 7.2.8, also for Brazilian draughts: third occurrence, 15 moves each by kings alone, and limits where
/// both sides have kings. Each applies by itself, so that 15 moves by kings alone are a draw also where 7.2.6 has more.
pub(super) const DRAWS_OF_64: DrawArticles = DrawArticles {
    occurrences: Some(3),
    // 7.2.4
    quiet_plies: Some(30),
    endings: &[
        // 7.2.3: counted from when the balance arises.
        EndingArticle {
            name: "three or more kings against a lone king",
            strong: MaterialRange { pieces: (3, u8::MAX), kings: (3, u8::MAX) },
            weak: MaterialRange::LONE_KING,
            plies: 30,
            ..EndingArticle::KINGS
        },
        // 7.2.5: counted anew when the balance changes.
        balance("a balance of two or three pieces with kings", (2, 3), 10),
        balance("a balance of four or five pieces with kings", (4, 5), 60),
        balance("a balance of six or seven pieces with kings", (6, 7), 120),
    ],
    // 7.2.7
    lone_king: Some(LoneKingArticle {
        name: "a lone king on the long diagonal",
        squares: LONG_DIAGONAL,
        against: MaterialRange { pieces: (1, 3), kings: (1, 3) },
        plies: 10,
    }),
};

const LONG_DIAGONAL: Bitboard = Board8::GEOMETRY.long_diagonal;

const fn balance(name: &'static str, total: (u8, u8), plies: u16) -> EndingArticle {
    EndingArticle { name, total, plies, restart: Restart::Material, ..EndingArticle::KINGS }
}
