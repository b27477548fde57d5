//! The variants: one file each, one line each in the list below, and nothing else in this layer names them all.

mod english;
mod giveaway;
mod international;
mod losing;

use std::marker::PhantomData;

pub use english::English;
pub use giveaway::Giveaway;
pub use international::International;
pub use losing::Losing;

use super::any::{RulesOf, Ruleset};
use super::{AnyPosition, Articles, Geometry, Rules};

/// Something to do for a variant whose rules become a type: see [`Variant::visit`].
pub trait VariantVisitor {
    /// The result.
    type Output;
    /// Does it for the rules `R`.
    fn visit<R: Rules>(self) -> Self::Output;
}

/// The rules of a game as a value. [`Variant::visit`] turns it into a type, where speed needs that.
#[derive(Clone, Copy)]
pub struct Variant(&'static dyn Ruleset);

macro_rules! variants {
    ($($constant:ident: $name:ident),+ $(,)?) => {
        impl Variant {
            $(#[doc = concat!("[`", stringify!($name), "`]")]
            pub const $constant: Variant = Variant::of::<$name>();)+

            /// Every variant that a user can choose.
            pub const ALL: &'static [Variant] = &[$(Variant::$constant),+];

            /// Calls the visitor with the rules of this variant as its type argument.
            ///
            /// # Panics
            /// If the variant is not in [`Variant::ALL`].
            pub fn visit<V: VariantVisitor>(self, visitor: V) -> V::Output {
                match self.name() {
                    $($name::NAME => visitor.visit::<$name>(),)+
                    name => panic!("{name} is not in the list of variants"),
                }
            }
        }

        $(impl $name {
            const NAME: &'static str = <$name as Rules>::ARTICLES.name;
        })+
    };
}

variants!(ENGLISH: English, GIVEAWAY: Giveaway, INTERNATIONAL: International, LOSING: Losing);

/// A name that no variant has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown variant \"{name}\": expected {}", Variant::names())]
pub struct UnknownVariant {
    /// The name that was given.
    pub name: String,
}

impl Variant {
    /// The variant with these rules, which may be rules outside [`Variant::ALL`].
    pub const fn of<R: Rules>() -> Variant {
        Variant(&RulesOf::<R>(PhantomData))
    }

    pub(super) const fn ruleset(self) -> &'static dyn Ruleset {
        self.0
    }

    /// The articles.
    pub fn articles(self) -> &'static Articles {
        self.0.articles()
    }

    /// The geometry of the board.
    pub fn board(self) -> &'static Geometry {
        self.0.board()
    }

    /// The position that games start from.
    pub fn start(self) -> AnyPosition {
        self.0.start()
    }

    /// The most pieces that a side can have: those it starts with.
    pub fn max_pieces(self) -> usize {
        self.0.max_pieces()
    }

    /// The name used everywhere.
    pub fn name(self) -> &'static str {
        self.articles().name
    }

    /// All names, for messages: `english, giveaway, international or losing`.
    pub fn names() -> String {
        let names: Vec<_> = Variant::ALL.iter().map(|variant| variant.name()).collect();
        let (last, others) = names.split_last().expect("there are variants");
        format!("{} or {last}", others.join(", "))
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

impl std::str::FromStr for Variant {
    type Err = UnknownVariant;

    /// Understands names and aliases, in any case.
    fn from_str(name: &str) -> Result<Variant, UnknownVariant> {
        let is_meant = |variant: &&Variant| {
            variant.name().eq_ignore_ascii_case(name)
                || variant.articles().aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
        };
        Variant::ALL.iter().find(is_meant).copied().ok_or_else(|| UnknownVariant { name: name.to_owned() })
    }
}
