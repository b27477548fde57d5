//! Games that exist only in the tests, each as the rules under test have it and as the reference generator has it.

use crownhead::rules::{
    Board8, Board10, Capture, CaptureChoice, CaptureLines, Corner, Crowning, DrawArticles, EndingArticle,
    Force, KingMove, KingRuns, Landing, ManCapture, ManPrey, MirroredBoard8, NoMove, Restart, Rules, Side,
};

use crate::reference::{self, Articles, Crowned};

/// A game with two sets of rules.
pub trait Member: Rules {
    /// What the reference generator goes by.
    const ARTICLES: Articles;
}

const NO_DRAWS: DrawArticles = DrawArticles { occurrences: 3, quiet_plies: None, endings: &[] };

/// A man that is crowned goes on as a king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Russian;

impl Rules for Russian {
    type Board = Board8;
    type State = ();
    const NAME: &'static str = "test-russian";
    const ALIASES: &'static [&'static str] = &[];
    const GAME_TYPE: u32 = 25;
    const ROWS_OF_MEN: usize = 3;
    const FIRST: Side = Side::White;
    const SQUARE_ONE: Corner = Corner::UpperLeft;
    const KINGS: KingMove = KingMove::Flying;
    const MEN_CAPTURE: ManCapture = ManCapture::BothWays;
    const CROWNING: Crowning = Crowning::GoesOnAsKing;
    const CAPTURE_CHOICE: CaptureChoice = CaptureChoice::Any;
    const NO_MOVE: NoMove = NoMove::Loses;
    const DRAWS: DrawArticles = NO_DRAWS;
}

impl Member for Russian {
    const ARTICLES: Articles = Articles {
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
    const NAME: &'static str = "test-brazilian";
    const ALIASES: &'static [&'static str] = &[];
    const GAME_TYPE: u32 = 26;
    const ROWS_OF_MEN: usize = 3;
    const FIRST: Side = Side::White;
    const SQUARE_ONE: Corner = Corner::UpperLeft;
    const KINGS: KingMove = KingMove::Flying;
    const MEN_CAPTURE: ManCapture = ManCapture::BothWays;
    const CROWNING: Crowning = Crowning::AtRestOnly;
    const CAPTURE_CHOICE: CaptureChoice = CaptureChoice::MostPieces;
    const NO_MOVE: NoMove = NoMove::Loses;
    const DRAWS: DrawArticles = NO_DRAWS;
}

impl Member for Brazilian {
    const ARTICLES: Articles = Articles { size: 8, ..reference::INTERNATIONAL };
}

/// Men spare kings; most pieces, then by a king, then most kings, then a king as early as can be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Italian;

impl Rules for Italian {
    type Board = MirroredBoard8;
    type State = ();
    const NAME: &'static str = "test-italian";
    const ALIASES: &'static [&'static str] = &[];
    const GAME_TYPE: u32 = 22;
    const ROWS_OF_MEN: usize = 3;
    const FIRST: Side = Side::White;
    const SQUARE_ONE: Corner = Corner::UpperLeft;
    const KINGS: KingMove = KingMove::Short;
    const MEN_CAPTURE: ManCapture = ManCapture::Forward;
    const MEN_TAKE: ManPrey = ManPrey::Men;
    const CROWNING: Crowning = Crowning::EndsMove;
    const CAPTURE_CHOICE: CaptureChoice = CaptureChoice::MostValue;
    const NO_MOVE: NoMove = NoMove::Loses;
    const DRAWS: DrawArticles = NO_DRAWS;

    fn capture_value(capture: &Capture) -> u32 {
        let first = capture.pieces << 1 | u32::from(capture.by_king);
        first << 16 | capture.kings() << 12 | capture.kings_in_order
    }
}

impl Member for Italian {
    const ARTICLES: Articles = Articles {
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
    type State = KingRuns<3>;
    const NAME: &'static str = "test-frisian";
    const ALIASES: &'static [&'static str] = &[];
    const GAME_TYPE: u32 = 40;
    const ROWS_OF_MEN: usize = 4;
    const FIRST: Side = Side::White;
    const SQUARE_ONE: Corner = Corner::UpperLeft;
    const KINGS: KingMove = KingMove::Flying;
    const MEN_CAPTURE: ManCapture = ManCapture::BothWays;
    const CAPTURE_LINES: CaptureLines = CaptureLines::AllEight;
    const CROWNING: Crowning = Crowning::AtRestOnly;
    const CAPTURE_CHOICE: CaptureChoice = CaptureChoice::MostValue;
    const NO_MOVE: NoMove = NoMove::Loses;
    const DRAWS: DrawArticles = NO_DRAWS;

    fn capture_value(capture: &Capture) -> u32 {
        (100 * capture.pieces + 49 * capture.kings()) << 1 | u32::from(capture.by_king)
    }
}

impl Member for Frisian {
    const ARTICLES: Articles = Articles {
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
    const NAME: &'static str = "test-killer";
    const ALIASES: &'static [&'static str] = &[];
    const GAME_TYPE: u32 = 20;
    const ROWS_OF_MEN: usize = 4;
    const FIRST: Side = Side::White;
    const SQUARE_ONE: Corner = Corner::UpperLeft;
    const KINGS: KingMove = KingMove::Flying;
    const MEN_CAPTURE: ManCapture = ManCapture::BothWays;
    const LANDING: Landing = Landing::RightBehindKing;
    const CROWNING: Crowning = Crowning::AtRestOnly;
    const CAPTURE_CHOICE: CaptureChoice = CaptureChoice::MostPieces;
    const NO_MOVE: NoMove = NoMove::Loses;
    const DRAWS: DrawArticles = DrawArticles {
        occurrences: 3,
        quiet_plies: None,
        endings: &[EndingArticle {
            name: "few pieces",
            strong: Force { pieces: (2, 3), kings: (1, 3) },
            weak: Force::LONE_KING,
            plies: 4,
            restart: Restart::Material,
        }],
    };
}

impl Member for Killer {
    const ARTICLES: Articles = Articles { lands_behind_king: true, ..reference::INTERNATIONAL };
}

/// The first king wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Breakthrough;

impl Rules for Breakthrough {
    type Board = Board10;
    type State = ();
    const NAME: &'static str = "test-breakthrough";
    const ALIASES: &'static [&'static str] = &[];
    const GAME_TYPE: u32 = 96;
    const ROWS_OF_MEN: usize = 4;
    const FIRST: Side = Side::White;
    const SQUARE_ONE: Corner = Corner::UpperLeft;
    const KINGS: KingMove = KingMove::Flying;
    const MEN_CAPTURE: ManCapture = ManCapture::BothWays;
    const CROWNING: Crowning = Crowning::AtRestOnly;
    const CAPTURE_CHOICE: CaptureChoice = CaptureChoice::MostPieces;
    const NO_MOVE: NoMove = NoMove::Loses;
    const KINGS_TO_WIN: Option<u32> = Some(1);
    const DRAWS: DrawArticles = NO_DRAWS;
}

impl Member for Breakthrough {
    const ARTICLES: Articles = Articles { kings_to_win: Some(1), ..reference::INTERNATIONAL };
}

/// Every article at once, and each as it is in no other game here: the player without a move wins, so do four kings,
/// and a king moves at most twice in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Everything;

impl Rules for Everything {
    type Board = MirroredBoard8;
    type State = KingRuns<2>;
    const NAME: &'static str = "test-everything";
    const ALIASES: &'static [&'static str] = &[];
    const GAME_TYPE: u32 = 99;
    const ROWS_OF_MEN: usize = 3;
    const FIRST: Side = Side::Black;
    const SQUARE_ONE: Corner = Corner::LowerRight;
    const KINGS: KingMove = KingMove::Flying;
    const MEN_CAPTURE: ManCapture = ManCapture::BothWays;
    const CAPTURE_LINES: CaptureLines = CaptureLines::AllEight;
    const MEN_TAKE: ManPrey = ManPrey::Men;
    const LANDING: Landing = Landing::RightBehindKing;
    const CROWNING: Crowning = Crowning::GoesOnAsKing;
    const CAPTURE_CHOICE: CaptureChoice = CaptureChoice::MostValue;
    const NO_MOVE: NoMove = NoMove::Wins;
    const KINGS_TO_WIN: Option<u32> = Some(4);
    const DRAWS: DrawArticles = DrawArticles {
        occurrences: 3,
        quiet_plies: None,
        endings: &[EndingArticle {
            name: "two kings against a king",
            strong: Force { pieces: (2, 3), kings: (2, 2) },
            weak: Force::LONE_KING,
            plies: 6,
            restart: Restart::Progress,
        }],
    };

    fn capture_value(capture: &Capture) -> u32 {
        (2 * capture.pieces + capture.kings()) << 12 | capture.kings_in_order
    }
}

impl Member for Everything {
    const ARTICLES: Articles = Articles {
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
