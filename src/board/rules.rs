//! The rules of a game as facts, which the page puts into sentences. All of them come from the articles.

use serde::Serialize;

use super::names::move_name;
use crownhead_rules::{
    Capture, CaptureChoice, Crowning, KingMove, Landing, Lines, ManCapture, ManPrey, MoveNotation, NoMove, Removal,
    Rules, Variant, VariantVisitor,
};

#[derive(Debug, Serialize)]
pub(super) struct RulesView {
    variant: &'static str,
    /// Rows and columns.
    size: usize,
    /// The squares that are played on.
    squares: usize,
    is_mirrored: bool,
    /// The men of each side, their rows, and the empty rows behind them.
    men: usize,
    rows_of_men: usize,
    rows_behind: usize,
    /// Who makes the first move: `W` or `B`.
    first: char,
    /// `short` or `flying`.
    kings: &'static str,
    /// `diagonals`, `rows` or `all`.
    moves: &'static str,
    captures: &'static str,
    /// `forward` or `both`.
    men_capture: &'static str,
    men_take_kings: bool,
    /// `anywhere`, `behind-king` or `behind`.
    landing: &'static str,
    is_removed_at_once: bool,
    /// `ends`, `rests` or `goes-on`.
    crowning: &'static str,
    /// What decides between several captures, in this order: `value` or `pieces`, `by-king`, `kings`, `earliest`.
    choice: Vec<&'static str>,
    no_move_wins: bool,
    kings_to_win: Option<u32>,
    /// The most quiet moves in a row by one king.
    king_run: Option<u8>,
    draws: DrawsView,
    has_letters: bool,
    /// The sign of a capture, and a move.
    capture_sign: &'static str,
    example: String,
    game_type: u32,
}

/// When a game is drawn. Moves are those of each side.
#[derive(Debug, Serialize)]
struct DrawsView {
    occurrences: Option<usize>,
    quiet_moves: Option<u16>,
    endings: Vec<EndingView>,
}

/// A limit on the moves with certain material.
#[derive(Debug, Serialize)]
struct EndingView {
    name: &'static str,
    moves: u16,
}

impl RulesView {
    pub(super) fn of(variant: Variant) -> RulesView {
        let (articles, board) = (variant.articles(), variant.board());
        let draws = &articles.draws;
        let endings = draws.endings.iter().map(|ending| (ending.name, ending.plies));
        let lone_king = draws.lone_king.iter().map(|article| (article.name, article.plies));
        let (has_letters, capture_sign) = match articles.notation {
            MoveNotation::Numbers => (false, "x"),
            MoveNotation::Letters { capture } => (true, capture),
        };
        let start = variant.start();
        let example = start.moves().first().map(|mv| move_name(&start, mv));
        RulesView {
            variant: articles.name,
            size: board.rows,
            squares: board.squares().count(),
            is_mirrored: board.mirrored,
            men: variant.max_pieces(),
            rows_of_men: articles.rows_of_men,
            rows_behind: articles.rows_behind,
            first: articles.first.letter(),
            kings: match articles.kings {
                KingMove::Short => "short",
                KingMove::Flying => "flying",
            },
            moves: lines(articles.move_lines),
            captures: lines(articles.capture_lines),
            men_capture: match articles.men_capture {
                ManCapture::Forward => "forward",
                ManCapture::BothWays => "both",
            },
            men_take_kings: articles.men_take == ManPrey::All,
            landing: match articles.landing {
                Landing::Anywhere => "anywhere",
                Landing::RightBehindKing => "behind-king",
                Landing::RightBehind => "behind",
            },
            is_removed_at_once: articles.removal == Removal::AtOnce,
            crowning: match articles.crowning {
                Crowning::EndsMove => "ends",
                Crowning::AtRestOnly => "rests",
                Crowning::GoesOnAsKing => "goes-on",
            },
            choice: variant.visit(ChoiceOf),
            no_move_wins: articles.no_move == NoMove::Wins,
            kings_to_win: articles.kings_to_win,
            king_run: (articles.king_run < u8::MAX).then_some(articles.king_run),
            draws: DrawsView {
                occurrences: draws.occurrences,
                quiet_moves: draws.quiet_plies.map(|plies| plies / 2),
                endings: endings.chain(lone_king).map(|(name, plies)| EndingView { name, moves: plies / 2 }).collect(),
            },
            has_letters,
            capture_sign,
            example: example.unwrap_or_default(),
            game_type: articles.game_type,
        }
    }
}

const fn lines(lines: Lines) -> &'static str {
    match lines {
        Lines::Diagonals => "diagonals",
        Lines::RowsAndColumns => "rows",
        Lines::AllEight => "all",
    }
}

/// What decides between several captures, as the values of some captures show.
struct ChoiceOf;

impl VariantVisitor for ChoiceOf {
    type Output = Vec<&'static str>;

    fn visit<R: Rules>(self) -> Vec<&'static str> {
        match R::ARTICLES.capture_choice {
            CaptureChoice::Any => return Vec::new(),
            CaptureChoice::MostPieces => return vec!["pieces"],
            CaptureChoice::MostValue => (),
        }
        let value = |by_king, pieces, kings_in_order| R::capture_value(&Capture { by_king, pieces, kings_in_order });
        let has_values = value(false, 3, 0b111) > value(false, 5, 0);
        let deciders = [
            (has_values, "value"),
            (!has_values && value(false, 2, 0) > value(false, 1, 0), "pieces"),
            (value(true, 2, 0) > value(false, 2, 0), "by-king"),
            (!has_values && value(false, 2, 0b01) > value(false, 2, 0), "kings"),
            (value(false, 2, 0b10) > value(false, 2, 0b01), "earliest"),
        ];
        deciders.into_iter().filter_map(|(decides, name)| decides.then_some(name)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each decider comes before the next ones, whatever those say.
    #[test]
    fn the_deciders_are_in_the_order_of_the_values() {
        struct Check(Variant);
        impl VariantVisitor for Check {
            type Output = ();
            fn visit<R: Rules>(self) {
                if R::ARTICLES.capture_choice != CaptureChoice::MostValue {
                    return;
                }
                let choice = ChoiceOf.visit::<R>();
                let mut all = Vec::new();
                for by_king in [false, true] {
                    for pieces in 1..6_u32 {
                        all.extend((0..1_u32 << pieces).map(|kings_in_order| Capture {
                            by_king,
                            pieces,
                            kings_in_order,
                        }));
                    }
                }
                let measure = |capture: &Capture, decider: &str| match decider {
                    "value" => 100 * capture.pieces + 99 * capture.kings(),
                    "pieces" => capture.pieces,
                    "by-king" => u32::from(capture.by_king),
                    "kings" => capture.kings(),
                    _ => capture.kings_in_order,
                };
                let key =
                    |capture: &Capture| choice.iter().map(|decider| measure(capture, decider)).collect::<Vec<_>>();
                for one in &all {
                    for other in &all {
                        let ordered = R::capture_value(one).cmp(&R::capture_value(other));
                        assert_eq!(ordered, key(one).cmp(&key(other)), "{}: {choice:?}, {one:?}, {other:?}", self.0);
                    }
                }
            }
        }
        for &variant in Variant::ALL {
            variant.visit(Check(variant));
        }
    }

    #[test]
    fn the_rules_of_three_games() {
        let [italian, frisian, czech] =
            [Variant::ITALIAN, Variant::FRISIAN, Variant::CZECH].map(|variant| RulesView::of(variant).choice);
        assert_eq!(italian, ["pieces", "by-king", "kings", "earliest"]);
        assert_eq!(frisian, ["value", "by-king"]);
        assert_eq!(czech, ["by-king"]);
    }
}
