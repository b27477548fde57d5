//! Frisian draughts. Articles: Official Rules for Frisian Draughts (2011).

use crate::rules::{
    Articles, Board10, Capture, CaptureChoice, Corner, DrawArticles, EndingArticle, KingRuns, Lines, MaterialRange,
    Rules, Side, Variant,
};

/// Frisian draughts on 10x10.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frisian;

impl Rules for Frisian {
    type Board = Board10;
    type State = KingRuns;
    const VARIANT: Variant = Variant::FRISIAN;
    const ARTICLES: Articles = Articles {
        name: "frisian",
        title: "Frisian draughts",
        aliases: "40, fries, friese, frison, фризские, frysk damjen, friesisch, friesische, fryzyjskie, frysk \
                  dammen, frysk damspul, frisonnes, frisonas, frisona, frisone",
        game_type: 40,
        rows_of_men: 4,
        // Article 6: the player with the white pieces moves first.
        first: Side::White,
        // PDN 3.0: `40,W,10,10,N2,0`.
        square_one: Corner::UpperLeft,
        // Article 7: men and kings capture along diagonals, rows and columns.
        capture_lines: Lines::AllEight,
        // The capture of the greatest value is obligatory; of equal ones, one by a king.
        capture_choice: CaptureChoice::MostValue,
        // A king makes at most three moves in a row without a capture, while its side has a man.
        king_run: 3,
        // Articles 17 to 21: two kings against one have 7 moves each. 21.1: a king against a king is drawn, unless a
        // king must be lost to the next shot. (lidraughts gives them 2 moves each.) Repetition is no article.
        draws: DrawArticles {
            endings: &[
                EndingArticle {
                    name: "two kings against a king",
                    strong: MaterialRange { pieces: (2, 2), kings: (2, 2) },
                    weak: MaterialRange::LONE_KING,
                    plies: 14,
                    ..EndingArticle::KINGS
                },
                EndingArticle {
                    name: "a king against a king",
                    strong: MaterialRange::LONE_KING,
                    weak: MaterialRange::LONE_KING,
                    ..EndingArticle::KINGS
                },
            ],
            occurrences: None,
            ..DrawArticles::REPETITION
        },
        ..Articles::COMMON
    };

    /// A king is worth a little less than two men: three kings go before five men and after six. (199 to 100 as in
    /// lidraughts; Scan has 126 to 64, which orders the captures of a game alike.)
    fn capture_value(capture: &Capture) -> u32 {
        (100 * capture.pieces + 99 * capture.kings()) << 1 | u32::from(capture.by_king)
    }
}
