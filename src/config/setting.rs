//! One setting: its key, description, type, range and field in the configuration.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;

use super::Config;

/// A setting. Its default is its value in `Config::default()`.
#[derive(Debug)]
pub struct Setting {
    /// The key in `engine.toml`: `section.name`.
    pub key: &'static str,
    /// The description in full sentences, with the unit.
    pub doc: &'static str,
    /// The type, the range and the accessors.
    pub access: Access,
}

/// The type, the range and the accessors of a setting.
#[derive(Debug)]
pub enum Access {
    /// On or off.
    Switch {
        /// Reads it.
        get: fn(&Config) -> bool,
        /// Writes it.
        set: fn(&mut Config, bool),
    },
    /// A whole number.
    Integer {
        /// Least and greatest.
        range: RangeInclusive<i64>,
        /// Reads it.
        get: fn(&Config) -> i64,
        /// Writes it; called with numbers in range only.
        set: fn(&mut Config, i64),
    },
    /// A decimal number.
    Real {
        /// Least and greatest.
        range: RangeInclusive<f64>,
        /// Reads it.
        get: fn(&Config) -> f64,
        /// Writes it; called with numbers in range only.
        set: fn(&mut Config, f64),
    },
    /// The path of a folder; empty for none.
    Folder {
        /// Reads it.
        get: fn(&Config) -> String,
        /// Writes it.
        set: fn(&mut Config, Option<&Path>),
    },
    /// One of several names.
    Choice {
        /// The names.
        choices: fn() -> Vec<&'static str>,
        /// Reads it.
        get: fn(&Config) -> &'static str,
        /// Writes it; returns false if the name is unknown. Aliases can be accepted too.
        set: fn(&mut Config, &str) -> bool,
    },
    /// The path of a file that is read when it is set; empty for none.
    File {
        /// What the file holds, with its article.
        what: &'static str,
        /// Reads the path.
        get: fn(&Config) -> &str,
        /// Reads the file. It yields what is wrong with it.
        set: fn(&mut Config, Option<&Path>) -> Result<(), String>,
    },
}

/// The path that a text names, if it names one. UCI clients send `<empty>` for an empty text.
fn named_path(text: &str) -> Option<&Path> {
    (!matches!(text, "" | "<empty>")).then(|| Path::new(text))
}

/// A value of a setting.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// On or off.
    Switch(bool),
    /// A whole number.
    Integer(i64),
    /// A decimal number.
    Real(f64),
    /// A name.
    Text(String),
}

/// Formats the value as in `engine.toml`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Switch(value) => value.fmt(f),
            Value::Integer(value) => value.fmt(f),
            // Debug prints at least one decimal, which distinguishes real numbers from whole ones, but it can use an
            // exponent.
            Value::Real(value) if value.fract() == 0.0 => write!(f, "{value:.1}"),
            Value::Real(value) => value.fmt(f),
            // JSON and TOML quote a text alike.
            Value::Text(value) => f.write_str(&serde_json::Value::from(value.as_str()).to_string()),
        }
    }
}

/// An invalid value of a setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key} = {found}: expected {expected}")]
pub struct BadValue {
    /// The key.
    pub key: &'static str,
    /// The value.
    pub found: String,
    /// The range or the choices.
    pub expected: String,
}

/// Why a setting was not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// There is no setting of this name.
    #[error("unknown setting {0}")]
    Unknown(String),
    /// The value is invalid.
    #[error(transparent)]
    Value(#[from] BadValue),
}

/// The sections that apply to one interface only. All others apply to the engine itself.
const WAYS_OF_TALKING: [&str; 5] = ["hub", "uci", "dxp", "checkerboard", "terminal"];

impl Setting {
    /// Whether it applies to this interface: `hub`, `uci`, `dxp`, `checkerboard` or `terminal`, or `local` for the engine
    /// of a match, to which those of no interface apply.
    pub fn concerns(&self, way_of_talking: &str) -> bool {
        let (section, _) = self.section_and_name();
        section == way_of_talking || !WAYS_OF_TALKING.contains(&section)
    }

    /// The section of `engine.toml` and the name in that section.
    pub fn section_and_name(&self) -> (&'static str, &'static str) {
        self.key.split_once('.').unwrap_or(("", self.key))
    }

    /// Its name without the section.
    pub fn name(&self) -> &'static str {
        self.section_and_name().1
    }

    /// Its value.
    pub fn get(&self, config: &Config) -> Value {
        match &self.access {
            Access::Switch { get, .. } => Value::Switch(get(config)),
            Access::Integer { get, .. } => Value::Integer(get(config)),
            Access::Real { get, .. } => Value::Real(get(config)),
            Access::Folder { get, .. } => Value::Text(get(config)),
            Access::Choice { get, .. } => Value::Text(get(config).to_owned()),
            Access::File { get, .. } => Value::Text(get(config).to_owned()),
        }
    }

    /// Changes it.
    ///
    /// # Errors
    /// [`BadValue`] if the value is of another type or out of range; nothing is changed then.
    pub fn set(&self, config: &mut Config, value: &Value) -> Result<(), BadValue> {
        let is_set = match (&self.access, value) {
            (Access::Switch { set, .. }, &Value::Switch(on)) => {
                set(config, on);
                true
            }
            (Access::Integer { range, set, .. }, &Value::Integer(number)) if range.contains(&number) => {
                set(config, number);
                true
            }
            (Access::Real { range, set, .. }, &Value::Real(number)) if range.contains(&number) => {
                set(config, number);
                true
            }
            (Access::Real { .. }, &Value::Integer(number)) => {
                return self.set(config, &Value::Real(number as f64));
            }
            (Access::Folder { set, .. }, Value::Text(path)) => {
                set(config, named_path(path));
                true
            }
            (Access::Choice { set, .. }, Value::Text(name)) => set(config, name),
            (Access::File { set, .. }, Value::Text(path)) => {
                return set(config, named_path(path)).map_err(|fault| {
                    let expected = format!("{}, but: {fault}", self.expected());
                    BadValue { expected, ..self.bad(value) }
                });
            }
            _ => false,
        };
        if is_set { Ok(()) } else { Err(self.bad(value)) }
    }

    /// Parses a value from the text of a protocol and sets it.
    ///
    /// # Errors
    /// As [`Setting::set`]; and if it names a folder that does not exist. In a settings file that is no error: the folder may be
    /// on a disk that is not there today, and the other settings are to hold.
    pub fn set_text(&self, config: &mut Config, text: &str) -> Result<(), BadValue> {
        if matches!(self.access, Access::Folder { .. }) && named_path(text).is_some_and(|path| !path.is_dir()) {
            return Err(self.bad(&Value::Text(text.to_owned())));
        }
        let value = match self.access {
            Access::Switch { .. } => text.parse().ok().map(Value::Switch),
            Access::Integer { .. } => text.parse().ok().map(Value::Integer),
            Access::Real { .. } => text.replace(',', ".").parse().ok().map(Value::Real),
            Access::Folder { .. } | Access::Choice { .. } | Access::File { .. } => None,
        };
        self.set(config, &value.unwrap_or_else(|| Value::Text(text.to_owned())))
    }

    /// Its value for a settings file, which may lie anywhere: paths are absolute.
    pub fn kept(&self, config: &Config) -> Value {
        match std::env::current_dir() {
            Ok(folder) => self.within(&folder, self.get(config)),
            Err(_) => self.get(config),
        }
    }

    /// The value as it is meant in a file in `folder`: a relative path of a file or a folder begins there.
    pub(super) fn within(&self, folder: &Path, value: Value) -> Value {
        match (&self.access, &value) {
            (Access::File { .. } | Access::Folder { .. }, Value::Text(text)) => match named_path(text) {
                Some(path) => Value::Text(folder.join(path).display().to_string()),
                None => value,
            },
            _ => value,
        }
    }

    fn bad(&self, value: &Value) -> BadValue {
        BadValue { key: self.key, found: value.to_string(), expected: self.expected() }
    }

    /// A description of the range or the choices.
    pub fn expected(&self) -> String {
        match &self.access {
            Access::Switch { .. } => "true or false".to_owned(),
            Access::Integer { range, .. } => {
                format!("a whole number from {} to {}", range.start(), range.end())
            }
            Access::Real { range, .. } => format!("a number from {} to {}", range.start(), range.end()),
            Access::Folder { .. } => "the path of an existing folder, or nothing".to_owned(),
            Access::Choice { choices, .. } => format!("one of {}", choices().join(", ")),
            Access::File { what, .. } => format!("the path of {what}, or nothing"),
        }
    }
}
