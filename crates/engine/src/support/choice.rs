//! Choices with names, for settings and flags.

/// Defines an enum whose cases have names, as written in settings and on the command line.
#[macro_export]
macro_rules! named_choice {
    ($(#[$doc:meta])* $choice:ident ($what:literal) { $($(#[$case_doc:meta])* $case:ident = $name:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $choice {
            $($(#[$case_doc])* $case,)+
        }

        impl $choice {
            /// Every choice.
            pub const ALL: &'static [$choice] = &[$($choice::$case),+];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self {
                    $($choice::$case => $name,)+
                }
            }
        }

        impl std::fmt::Display for $choice {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $choice {
            type Err = $crate::support::choice::UnknownChoice;

            fn from_str(name: &str) -> Result<$choice, Self::Err> {
                let found = $choice::ALL.iter().find(|choice| choice.name() == name).copied();
                found.ok_or_else(|| $crate::support::choice::UnknownChoice {
                    what: $what,
                    name: name.to_owned(),
                    choices: &[$($name),+],
                })
            }
        }
    };
}

/// A name that is none of the choices.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} \"{name}\": expected one of {}", choices.join(", "))]
pub struct UnknownChoice {
    /// The kind of choice: "driver".
    pub what: &'static str,
    /// The name that was given.
    pub name: String,
    /// The known names.
    pub choices: &'static [&'static str],
}

#[cfg(test)]
mod tests {
    use crate::search::DriverKind;

    #[test]
    fn names_come_back_and_others_are_named() {
        for &kind in DriverKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        let error = "mtd-g".parse::<DriverKind>().expect_err("there is no such driver");
        let message = error.to_string();
        assert!(message.starts_with("unknown driver \"mtd-g\""), "{message}");
        assert!(DriverKind::ALL.iter().all(|kind| message.contains(kind.name())), "{message}");
    }
}
