//! The games as the reference generator has them, and one that exists only in the tests.

use crownhead::rules::{
    Articles, Capture, CaptureChoice, CaptureLines, Corner, Crowning, DrawArticles, EndingArticle, KingRuns, Landing,
    ManPrey, MaterialRange, MirroredBoard8, NoMove, Restart, Rules, Side,
};

use crate::reference::{self, Crowned, ENGLISH, INTERNATIONAL};

/// What the reference generator goes by in a game.
///
/// # Panics
/// If the game is not known here.
pub fn reference<R: Rules>() -> reference::Articles {
    match R::ARTICLES.name {
        "english" | "giveaway" => ENGLISH,
        "international" | "losing" => INTERNATIONAL,
        "frisian" | "frysk" => FRISIAN,
        // A king stops right behind a king that it captures last.
        "killer" => reference::Articles { lands_behind_king: true, ..INTERNATIONAL },
        // The first king wins.
        "breakthrough" => reference::Articles { kings_to_win: Some(1), ..INTERNATIONAL },
        "russian" | "antirussian" => reference::Articles { crowned: Crowned::GoesOn, ..POOL },
        "brazilian" => reference::Articles { size: 8, ..INTERNATIONAL },
        "pool" => POOL,
        "italian" => ITALIAN,
        "spanish" => reference::Articles { mirrored: true, worth: Some(number_then_kings), ..FORWARD },
        "czech" => reference::Articles { worth: Some(|by_king, _| vec![u32::from(by_king)]), ..FORWARD },
        "thai" => reference::Articles { lands_behind: true, leaves_at_once: true, ..FORWARD },
        "test-everything" => EVERYTHING,
        other => panic!("no articles of {other}"),
    }
}

/// Captures along rows and columns, a king for a little less than two men, and by a king before a man; three quiet
/// moves in a row by one king.
const FRISIAN: reference::Articles = reference::Articles {
    orthogonal: true,
    worth: Some(|by_king, kings| {
        let hundredths = kings.iter().map(|&king| if king { 199 } else { 100 }).sum();
        vec![hundredths, u32::from(by_king)]
    }),
    king_run: Some(3),
    ..INTERNATIONAL
};

/// International draughts on the small board with a free choice.
const POOL: reference::Articles = reference::Articles { size: 8, worth: None, ..INTERNATIONAL };

/// English draughts with flying kings.
const FORWARD: reference::Articles = reference::Articles { kings_fly: true, ..ENGLISH };

/// Men spare kings; most pieces, then by a king, then most kings, then a king as early as can be.
const ITALIAN: reference::Articles = reference::Articles {
    mirrored: true,
    men_take_kings: false,
    worth: Some(|by_king, kings| {
        let number = kings.iter().filter(|&&king| king).count() as u32;
        let mut worth = vec![kings.len() as u32, u32::from(by_king), number];
        worth.extend(kings.iter().map(|&king| u32::from(king)));
        worth
    }),
    ..ENGLISH
};

fn number_then_kings(_: bool, kings: &[bool]) -> Vec<u32> {
    vec![kings.len() as u32, kings.iter().filter(|&&king| king).count() as u32]
}

/// Many articles at once, and each as it is in no other game here: the player without a move wins, so do four kings,
/// and a king moves at most twice in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Everything;

impl Rules for Everything {
    type Board = MirroredBoard8;
    type State = KingRuns;
    const ARTICLES: Articles = Articles {
        name: "test-everything",
        game_type: 99,
        first: Side::Black,
        square_one: Corner::LowerRight,
        capture_lines: CaptureLines::AllEight,
        men_take: ManPrey::Men,
        landing: Landing::RightBehindKing,
        crowning: Crowning::GoesOnAsKing,
        capture_choice: CaptureChoice::MostValue,
        no_move: NoMove::Wins,
        kings_to_win: Some(4),
        king_run: 2,
        draws: DrawArticles {
            endings: &[EndingArticle {
                name: "two kings against a king",
                strong: MaterialRange { pieces: (2, 3), kings: (2, 2) },
                weak: MaterialRange::LONE_KING,
                plies: 6,
                restart: Restart::Progress,
                ..EndingArticle::KINGS
            }],
            ..DrawArticles::REPETITION
        },
        ..Articles::COMMON
    };

    fn capture_value(capture: &Capture) -> u32 {
        (2 * capture.pieces + capture.kings()) << 12 | capture.kings_in_order
    }
}

const EVERYTHING: reference::Articles = reference::Articles {
    size: 8,
    mirrored: true,
    orthogonal: true,
    men_take_kings: false,
    lands_behind_king: true,
    crowned: Crowned::GoesOn,
    worth: Some(|_, kings| {
        let sum = kings.iter().map(|&king| if king { 3 } else { 2 }).sum();
        let order = kings.iter().fold(0, |order, &king| 2 * order + u32::from(king));
        vec![sum, order]
    }),
    kings_to_win: Some(4),
    king_run: Some(2),
    ..INTERNATIONAL
};
