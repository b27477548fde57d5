//! The variants: one file each, one line each in the list below, and nothing else in this layer names them all.

mod english;
mod giveaway;
mod international;
mod losing;

pub use english::English;
pub use giveaway::Giveaway;
pub use international::International;
pub use losing::Losing;

use super::{Board, DrawArticles, Side};

/// Where square 1 lies, as the player who makes the first move sees the board. For Crownhead itself it is always the
/// square at the top left as White sees it; other programs ask for the corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// Near, on the left.
    LowerLeft,
    /// Near, on the right.
    LowerRight,
    /// Far, on the left.
    UpperLeft,
    /// Far, on the right.
    UpperRight,
}

/// How kings move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KingMove {
    /// One square at a time.
    Short,
    /// Any distance along a free diagonal.
    Flying,
}

/// The directions in which men capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManCapture {
    /// Forward only.
    Forward,
    /// Forward and backward.
    BothWays,
}

/// What happens to a man that reaches the crownhead while it captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowning {
    /// It is crowned and the move ends.
    EndsMove,
    /// It is crowned only if it ends there; otherwise it passes on as a man.
    AtRestOnly,
}

/// Which of several captures may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureChoice {
    /// Any, as long as it is carried to its end.
    Any,
    /// One of those that capture the most pieces.
    Most,
}

/// The result for a side that is to move and cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMove {
    /// It has lost: the ordinary goal.
    Loses,
    /// It has won: the goal of the losing games.
    Wins,
}

/// The articles of one game, known at compile time: everything in the rules that differs between variants.
pub trait Rules: Copy + Default + std::fmt::Debug + Eq + Send + Sync + 'static {
    /// The board it is played on.
    type Board: Board;
    /// The name used everywhere.
    const NAME: &'static str;
    /// Other names that are understood.
    const ALIASES: &'static [&'static str];
    /// The PDN 3.0 game type.
    const GAME_TYPE: u32;
    /// Rows of men of each side at the start.
    const ROWS_OF_MEN: usize;
    /// Who makes the first move.
    const FIRST: Side;
    /// Where square 1 lies.
    const SQUARE_ONE: Corner;
    /// How kings move.
    const KINGS: KingMove;
    /// Where men capture.
    const MEN_CAPTURE: ManCapture;
    /// What a capture over the crownhead does.
    const CROWNING: Crowning;
    /// Which captures may be chosen.
    const CAPTURE_CHOICE: CaptureChoice;
    /// What having no move means.
    const NO_MOVE: NoMove;
    /// When a game is drawn.
    const DRAWS: DrawArticles;

    /// The most pieces that a side can have: those it starts with.
    const MAX_PIECES: usize = Self::ROWS_OF_MEN * <Self::Board as Board>::ROW;
}

/// Something to be done for a variant whose rules become a type: see [`Variant::visit`].
pub trait VariantVisitor {
    /// What it yields.
    type Output;
    /// Does it for the rules `R`.
    fn visit<R: Listed>(self) -> Self::Output;
}

/// Rules that the list of variants names. Rules outside it are as good for a [`super::Position`] or a [`super::Game`],
/// but nothing that a user chooses from.
pub trait Listed: Rules {
    /// The variant that these are the rules of.
    const VARIANT: Variant;
}

macro_rules! variants {
    ($($name:ident),+ $(,)?) => {
        /// A variant as a value. [`Variant::visit`] turns it into a type, once, where a session starts.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Variant {
            $(#[doc = concat!("[`", stringify!($name), "`]")] $name,)+
        }

        $(impl Listed for $name {
            const VARIANT: Variant = Variant::$name;
        })+

        impl Variant {
            /// Every variant.
            pub const ALL: &'static [Variant] = &[$(Variant::$name),+];

            /// Calls the visitor with the rules of this variant as its type argument.
            pub fn visit<V: VariantVisitor>(self, visitor: V) -> V::Output {
                match self {
                    $(Variant::$name => visitor.visit::<$name>(),)+
                }
            }

            /// The name used everywhere.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Variant::$name => $name::NAME,)+
                }
            }

            /// The number of squares that it is played on.
            pub const fn squares(self) -> usize {
                match self {
                    $(Variant::$name => <<$name as Rules>::Board as Board>::SQUARES,)+
                }
            }

            /// Other names that are understood.
            pub const fn aliases(self) -> &'static [&'static str] {
                match self {
                    $(Variant::$name => $name::ALIASES,)+
                }
            }
        }
    };
}

variants!(English, Giveaway, International, Losing);

/// A name that no variant has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown variant \"{name}\": expected {}", Variant::names())]
pub struct UnknownVariant {
    /// The name that was given.
    pub name: String,
}

impl Variant {
    /// All names, for messages: `english, giveaway, international or losing`.
    pub fn names() -> String {
        let names: Vec<_> = Variant::ALL.iter().map(|variant| variant.name()).collect();
        let (last, others) = names.split_last().expect("there are variants");
        format!("{} or {last}", others.join(", "))
    }
}

impl std::fmt::Display for Variant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Variant {
    type Err = UnknownVariant;

    /// Understands names and aliases, in any case.
    fn from_str(name: &str) -> Result<Variant, UnknownVariant> {
        let is_meant = |variant: &&Variant| {
            variant.name().eq_ignore_ascii_case(name)
                || variant.aliases().iter().any(|alias| alias.eq_ignore_ascii_case(name))
        };
        Variant::ALL.iter().find(is_meant).copied().ok_or_else(|| UnknownVariant { name: name.to_owned() })
    }
}
