//! The variants: one file each and one entry each in the list below, and what their names in a text mean. Nothing else
//! in this layer names them all.

mod antirussian;
mod brazilian;
mod breakthrough;
mod canadian;
mod czech;
mod english;
mod frisian;
mod frysk;
mod giveaway;
mod international;
mod italian;
mod jamaican;
mod killer;
mod losing;
mod names;
mod pool;
mod russian;
mod spanish;
mod thai;
mod turkish;
mod unified;

pub use antirussian::Antirussian;
pub use brazilian::Brazilian;
pub use breakthrough::Breakthrough;
pub use canadian::Canadian;
pub use czech::Czech;
pub use english::English;
pub use frisian::Frisian;
pub use frysk::Frysk;
pub use giveaway::Giveaway;
pub use international::International;
pub use italian::Italian;
pub use jamaican::Jamaican;
pub use killer::Killer;
pub use losing::Losing;
pub use names::UnknownVariant;
pub(crate) use names::{is_generic, variant_of_country, variants_in};
pub use pool::Pool;
pub use russian::Russian;
pub use spanish::Spanish;
pub use thai::Thai;
pub use turkish::Turkish;
pub use unified::Unified;

use super::perft::{self, Counting};
use super::{
    AnyPosition, Army, Articles, Board, Fault, Geometry, Move, MoveList, Position, Rules, Side, Win, Word, WordOf,
};

/// A job that needs the rules of a variant as a type: see [`Variant::visit`].
pub trait VariantVisitor {
    /// The result.
    type Output;
    /// Does the job for the rules `R`.
    fn visit<R: Rules>(self) -> Self::Output;
}

/// The rules of a game as a value. [`Variant::visit`] turns it into a type, where speed needs that.
///
/// ```
/// use crownhead_rules::{Side, Variant};
///
/// let variant: Variant = "checkers".parse()?;
/// assert_eq!(variant, Variant::ENGLISH);
/// assert_eq!((variant.articles().title, variant.articles().first), ("English draughts (checkers)", Side::Black));
/// # Ok::<(), crownhead_rules::UnknownVariant>(())
/// ```
///
/// Its names are [`Variant::name`] and the aliases of its [`Articles`], in any case, with or without accents, blanks and
/// hyphens, also among words for the whole family: `Damas brasileiras`.
#[derive(Clone, Copy)]
pub struct Variant(&'static RulesTable);

/// The rules of a game behind a [`Variant`]: their constants, and the functions of a [`Position`] for an
/// [`AnyPosition`] of the same rules.
pub(super) struct RulesTable {
    articles: Articles,
    board: Geometry,
    max_pieces: usize,
    start: fn() -> AnyPosition,
    pub(super) position: fn([Army; 2], Side) -> Result<AnyPosition, Fault>,
    pub(super) list_moves: fn(&AnyPosition, &mut MoveList),
    pub(super) has_move: fn(&AnyPosition) -> bool,
    pub(super) has_capture: fn(&AnyPosition) -> bool,
    pub(super) is_shot_forced: fn(&AnyPosition) -> bool,
    pub(super) win: fn(&AnyPosition) -> Option<Win>,
    pub(super) succ: fn(&AnyPosition, &Move) -> AnyPosition,
    pub(super) perft: fn(&AnyPosition, u32, Counting) -> u64,
    pub(super) divide: fn(&AnyPosition, u32, Counting) -> Vec<(Move, u64)>,
}

impl RulesTable {
    const fn of<R: Rules>() -> RulesTable {
        RulesTable {
            articles: R::ARTICLES,
            board: {
                assert!(R::Board::GEOMETRY.bits().next_power_of_two() == <WordOf<R> as Word>::BITS);
                R::Board::GEOMETRY
            },
            max_pieces: R::MAX_PIECES,
            start: || Position::<R>::start().into(),
            position: |armies, side| Position::<R>::new(armies, side).map(AnyPosition::from),
            list_moves: |position, moves| position.with_own_rules::<R>().list_moves(moves),
            has_move: |position| position.with_own_rules::<R>().has_move(),
            has_capture: |position| position.with_own_rules::<R>().has_capture(),
            is_shot_forced: |position| position.with_own_rules::<R>().is_shot_forced(),
            win: |position| position.with_own_rules::<R>().win(),
            succ: |position, mv| position.with_own_rules::<R>().succ(mv).into(),
            perft: |position, depth, counting| perft::perft(&position.with_own_rules::<R>(), depth, counting),
            divide: |position, depth, counting| perft::divide(&position.with_own_rules::<R>(), depth, counting),
        }
    }
}

macro_rules! variants {
    ($($(#[doc = $doc:literal])+ $constant:ident: $name:ident),+ $(,)?) => {
        impl Variant {
            $($(#[doc = $doc])+
            #[doc = concat!("\n\n As a type: [`", stringify!($name), "`].")]
            pub const $constant: Variant = {
                static TABLE: RulesTable = RulesTable::of::<$name>();
                Variant(&TABLE)
            };)+

            /// Every variant that a user can choose.
            pub const ALL: &'static [Variant] = &[$(Variant::$constant),+];

            /// Calls the visitor with the rules of this variant as its type argument.
            ///
            /// # Panics
            /// If the variant is not in [`Variant::ALL`].
            pub fn visit<V: VariantVisitor>(self, visitor: V) -> V::Output {
                $(if self == Variant::$constant {
                    return visitor.visit::<$name>();
                })+
                panic!("{self} is not in the list of variants")
            }
        }

        /// What the documentation says of each variant.
        #[cfg(test)]
        const DOCUMENTED: &[(Variant, &str)] = &[$((Variant::$constant, concat!($($doc),+))),+];
    };
}

variants!(
    /// English draughts, the checkers of America: 8x8, 12 men a side, Black begins.
    ///
    /// Short kings, men capture forward, any capture may be chosen.
    /// GameType 21; also `checkers`, `american`, `straight checkers`.
    ENGLISH: English,
    /// Give-away checkers: 8x8, 12 men a side, Black begins.
    ///
    /// As English draughts, but the side that cannot move wins.
    /// GameType 21, with the tag Variant; also `suicide`, `anti-checkers`.
    GIVEAWAY: Giveaway,
    /// International draughts: 10x10, 20 men a side, White begins.
    ///
    /// Flying kings, men capture both ways, the most pieces have to be captured.
    /// GameType 20; also `standard`, `polish`.
    INTERNATIONAL: International,
    /// Losing draughts: 10x10, 20 men a side, White begins.
    ///
    /// As international draughts, but the side that cannot move wins.
    /// GameType 98; also `antidraughts`, `giveaway draughts`.
    LOSING: Losing,
    /// Frisian draughts: 10x10, 20 men a side, White begins.
    ///
    /// Captures go along rows and columns too, and the greatest value has to be captured.
    /// GameType 40; also `frison`, `fries`.
    FRISIAN: Frisian,
    /// Frysk!: 10x10, 5 men a side, White begins.
    ///
    /// Frisian draughts with fewer men.
    /// GameType 97; also `frysk!`.
    FRYSK: Frysk,
    /// Killer draughts: 10x10, 20 men a side, White begins.
    ///
    /// As international draughts, but a king that captures a king last stops right behind it: two kings beat one.
    /// GameType 20, with the tag Variant.
    KILLER: Killer,
    /// Breakthrough draughts: 10x10, 20 men a side, White begins.
    ///
    /// As international draughts, but the first king wins.
    /// GameType 96; also `bt`.
    BREAKTHROUGH: Breakthrough,
    /// Russian draughts: 8x8, 12 men a side, White begins.
    ///
    /// Flying kings, men capture both ways and go on capturing as kings, any capture may be chosen.
    /// GameType 25; also `shashki`.
    RUSSIAN: Russian,
    /// Poddavki: 8x8, 12 men a side, White begins.
    ///
    /// As Russian draughts, but the side that cannot move wins.
    /// GameType 25, with the tag Variant; also `poddavki`, `russian giveaway`.
    ANTIRUSSIAN: Antirussian,
    /// Brazilian draughts: 8x8, 12 men a side, White begins.
    ///
    /// International draughts on the small board.
    /// GameType 26; also `brasileiras`.
    BRAZILIAN: Brazilian,
    /// American pool checkers: 8x8, 12 men a side, Black begins.
    ///
    /// Flying kings, men capture both ways, any capture may be chosen.
    /// GameType 23; also `american pool`.
    POOL: Pool,
    /// Unified pool checkers, as in Zimbabwe: 8x8, 12 men a side, White begins.
    ///
    /// As pool checkers, written with letters.
    /// GameType 23; also `unified-pool`, `zimbabwean`.
    UNIFIED: Unified,
    /// Jamaican checkers: 8x8 mirrored, 12 men a side, Black begins.
    ///
    /// As pool checkers, written with letters.
    /// GameType 23; also `jamaican-pool`.
    JAMAICAN: Jamaican,
    /// Italian draughts: 8x8 mirrored, 12 men a side, White begins.
    ///
    /// Short kings, men capture forward and no kings, the most pieces have to be captured.
    /// GameType 22; also `italiana`, `dama`.
    ITALIAN: Italian,
    /// Spanish and Portuguese draughts: 8x8 mirrored, 12 men a side, White begins.
    ///
    /// Flying kings, men capture forward, the most pieces have to be captured.
    /// GameType 24; also `portuguese`, `clasicas`.
    SPANISH: Spanish,
    /// Czech draughts: 8x8, 12 men a side, White begins.
    ///
    /// Flying kings, men capture forward, any capture may be chosen, but by a king before one by a man.
    /// GameType 29; also `ceska`.
    CZECH: Czech,
    /// Thai draughts: 8x8, 8 men a side, Black begins.
    ///
    /// Flying kings that stop right behind what they capture, men capture forward.
    /// GameType 31; also `makhos`.
    THAI: Thai,
    /// Turkish draughts: 8x8 with all squares, 16 men a side, White begins.
    ///
    /// Pieces go along rows and columns, and the most have to be captured.
    /// GameType 30; also `türk`.
    TURKISH: Turkish,
    /// Canadian draughts: 12x12, 30 men a side, White begins.
    ///
    /// International draughts on the large board.
    /// GameType 27; also `canada`.
    CANADIAN: Canadian,
);

impl Variant {
    /// The variant of a text that names none: English checkers.
    pub const DEFAULT: Variant = Variant::ENGLISH;
    /// The variant of a text that names none and has squares beyond the board of [`Variant::DEFAULT`]: international
    /// draughts.
    pub const DEFAULT_OF_LARGER_BOARD: Variant = Variant::INTERNATIONAL;

    /// The variant with these rules, which may be rules outside [`Variant::ALL`].
    pub const fn of<R: Rules>() -> Variant {
        R::VARIANT
    }

    /// The variant with rules outside [`Variant::ALL`].
    pub(in crate::rules) const fn unlisted<R: Rules>() -> Variant {
        Variant(const { &RulesTable::of::<R>() })
    }

    pub(super) const fn rules(self) -> &'static RulesTable {
        self.0
    }

    /// The articles.
    pub const fn articles(self) -> &'static Articles {
        &self.0.articles
    }

    /// The geometry of the board.
    pub const fn board(self) -> &'static Geometry {
        &self.0.board
    }

    /// The position that games start from.
    pub fn start(self) -> AnyPosition {
        (self.0.start)()
    }

    /// The most pieces that a side can have: those it starts with.
    pub const fn max_pieces(self) -> usize {
        self.0.max_pieces
    }

    /// The name used everywhere.
    pub const fn name(self) -> &'static str {
        self.0.articles.name
    }

    /// The variant whose weights and endgame tables serve this one: itself, unless its articles name another.
    pub fn owner(self) -> Variant {
        self.articles().shares.and_then(|name| name.parse().ok()).unwrap_or(self)
    }

    /// All names, for messages: `english, giveaway, international or losing`.
    pub fn names() -> String {
        names::listed(Variant::ALL)
    }
}

impl PartialEq for Variant {
    fn eq(&self, other: &Variant) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Variant {}

impl std::hash::Hash for Variant {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl std::fmt::Debug for Variant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::fmt::Display for Variant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_says_what_the_articles_say() {
        assert_eq!(DOCUMENTED.len(), Variant::ALL.len());
        for (variant, text) in DOCUMENTED {
            let (articles, board) = (variant.articles(), variant.board());
            let kind = match (board.is_full(), board.mirrored) {
                (true, _) => " with all squares",
                (_, true) => " mirrored",
                _ => "",
            };
            let size = format!(": {}x{}{kind}, ", board.columns, board.rows);
            let men = format!(" {} men a side, {} begins.", variant.max_pieces(), articles.first);
            let game_type = format!(" GameType {}", articles.game_type);
            for fact in [size, men, game_type] {
                assert!(text.contains(&fact), "{variant}: {fact}");
            }
            for name in text.split('`').skip(1).step_by(2) {
                assert_eq!(name.parse(), Ok(*variant), "{name}");
            }
        }
    }
}
