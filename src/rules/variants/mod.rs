//! The variants: one file each, one line each in the list below, and nothing else in this layer names them all.

mod english;
mod giveaway;
mod international;
mod losing;

pub use english::English;
pub use giveaway::Giveaway;
pub use international::International;
pub use losing::Losing;

use super::{Board, Rules};

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
