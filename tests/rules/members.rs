//! Games that exist only in the tests, each as the rules under test have it and as the reference generator has it.

use crownhead::rules::{
    Articles, Board8, Board10, Capture, CaptureChoice, CaptureLines, Corner, Crowning, DrawArticles, EndingArticle,
    KingMove, KingRuns, Landing, ManCapture, ManPrey, MaterialRange, MirroredBoard8, NoMove, Restart, Rules, Side,
};

use crate::reference::{self, Crowned};

/// A game with two sets of rules.
pub trait Member: Rules {
    /// What the reference generator goes by.
    const REFERENCE: reference::Articles;
}

/// A man that is crowned goes on as a king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Russian;

impl Rules for Russian {
    type Board = Board8;
    type State = ();
    const ARTICLES: Articles = Articles {
        name: "test-russian",
        game_type: 25,
        crowning: Crowning::GoesOnAsKing,
        capture_choice: CaptureChoice::Any,
        ..Articles::COMMON
    };
}

impl Member for Russian {
    const REFERENCE: reference::Articles = reference::Articles {
        kings_fly: true,
        men_capture_backward: true,
        crowned: Crowned::GoesOn,
        ..reference::ENGLISH
    };
}

/// International draughts on the small board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Brazilian;

impl Rules for Brazilian {
    type Board = Board8;
    type State = ();
    const ARTICLES: Articles = Articles { name: "test-brazilian", game_type: 26, ..Articles::COMMON };
}

impl Member for Brazilian {
    const REFERENCE: reference::Articles = reference::Articles { size: 8, ..reference::INTERNATIONAL };
}

/// Men spare kings; most pieces, then by a king, then most kings, then a king as early as can be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Italian;

impl Rules for Italian {
    type Board = MirroredBoard8;
    type State = ();
    const ARTICLES: Articles = Articles {
        name: "test-italian",
        game_type: 22,
        kings: KingMove::Short,
        men_capture: ManCapture::Forward,
        men_take: ManPrey::Men,
        crowning: Crowning::EndsMove,
        capture_choice: CaptureChoice::MostValue,
        ..Articles::COMMON
    };

    fn capture_value(capture: &Capture) -> u32 {
        let first = capture.pieces << 1 | u32::from(capture.by_king);
        first << 16 | capture.kings() << 12 | capture.kings_in_order
    }
}

impl Member for Italian {
    const REFERENCE: reference::Articles = reference::Articles {
        mirrored: true,
        men_take_kings: false,
        worth: Some(|by_king, kings| {
            let number = kings.iter().filter(|&&king| king).count() as u32;
            let mut worth = vec![kings.len() as u32, u32::from(by_king), number];
            worth.extend(kings.iter().map(|&king| u32::from(king)));
            worth
        }),
        ..reference::ENGLISH
    };
}

/// Captures along rows and columns, a king for a little less than one and a half men, and by a king before a man; three
/// quiet moves in a row by one king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frisian;

impl Rules for Frisian {
    type Board = Board10;
    type State = KingRuns;
    const ARTICLES: Articles = Articles {
        name: "test-frisian",
        game_type: 40,
        rows_of_men: 4,
        capture_lines: CaptureLines::AllEight,
        capture_choice: CaptureChoice::MostValue,
        king_run: 3,
        ..Articles::COMMON
    };

    fn capture_value(capture: &Capture) -> u32 {
        (100 * capture.pieces + 49 * capture.kings()) << 1 | u32::from(capture.by_king)
    }
}

impl Member for Frisian {
    const REFERENCE: reference::Articles = reference::Articles {
        orthogonal: true,
        worth: Some(|by_king, kings| {
            let hundredths = kings.iter().map(|&king| if king { 149 } else { 100 }).sum();
            vec![hundredths, u32::from(by_king)]
        }),
        king_run: Some(3),
        ..reference::INTERNATIONAL
    };
}

/// A king stops right behind a king that it captures last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Killer;

impl Rules for Killer {
    type Board = Board10;
    type State = ();
    const ARTICLES: Articles = Articles {
        name: "test-killer",
        game_type: 20,
        rows_of_men: 4,
        landing: Landing::RightBehindKing,
        draws: DrawArticles {
            occurrences: 3,
            quiet_plies: None,
            endings: &[EndingArticle {
                name: "few pieces",
                strong: MaterialRange { pieces: (2, 3), kings: (1, 3) },
                weak: MaterialRange::LONE_KING,
                plies: 4,
                restart: Restart::Material,
            }],
        },
        ..Articles::COMMON
    };
}

impl Member for Killer {
    const REFERENCE: reference::Articles = reference::Articles { lands_behind_king: true, ..reference::INTERNATIONAL };
}

/// The first king wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Breakthrough;

impl Rules for Breakthrough {
    type Board = Board10;
    type State = ();
    const ARTICLES: Articles = Articles {
        name: "test-breakthrough",
        game_type: 96,
        rows_of_men: 4,
        kings_to_win: Some(1),
        ..Articles::COMMON
    };
}

impl Member for Breakthrough {
    const REFERENCE: reference::Articles = reference::Articles { kings_to_win: Some(1), ..reference::INTERNATIONAL };
}

/// Every article at once, and each as it is in no other game here: the player without a move wins, so do four kings,
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
            occurrences: 3,
            quiet_plies: None,
            endings: &[EndingArticle {
                name: "two kings against a king",
                strong: MaterialRange { pieces: (2, 3), kings: (2, 2) },
                weak: MaterialRange::LONE_KING,
                plies: 6,
                restart: Restart::Progress,
            }],
        },
        ..Articles::COMMON
    };

    fn capture_value(capture: &Capture) -> u32 {
        (2 * capture.pieces + capture.kings()) << 12 | capture.kings_in_order
    }
}

impl Member for Everything {
    const REFERENCE: reference::Articles = reference::Articles {
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
        ..reference::INTERNATIONAL
    };
}
