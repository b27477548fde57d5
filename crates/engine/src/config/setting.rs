//! One setting: its key, description, type, range and field in the configuration.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;

use super::Config;
use crownhead_rules::text::quoted;

/// A setting. Its default is its value in `Config::default()`.
#[derive(Debug)]
pub struct Setting {
    /// The key in `engine.toml`: `section.name`.
    pub key: &'static str,
    /// The type, the range and the accessors.
    pub access: Access,
    /// The description in full sentences, with the unit.
    pub doc: &'static str,
    /// Whether it is for experiments. Clients can set such a setting, but it is not declared to them.
    pub is_expert: bool,
}

/// The type, the range and the accessors of a setting. The setters of numbers get numbers in range only.
#[derive(Debug)]
#[expect(missing_docs, reason = "`range`, `get` and `set` say what they are")]
pub enum Access {
    /// On or off.
    Switch { get: fn(&Config) -> bool, set: fn(&mut Config, bool) },
    /// A whole number.
    Integer { range: RangeInclusive<i64>, get: fn(&Config) -> i64, set: fn(&mut Config, i64) },
    /// A decimal number.
    Real { range: RangeInclusive<f64>, get: fn(&Config) -> f64, set: fn(&mut Config, f64) },
    /// One of several names. The setter returns false if the name is unknown; it can accept aliases too.
    Choice { choices: fn() -> Vec<&'static str>, get: fn(&Config) -> &'static str, set: fn(&mut Config, &str) -> bool },
    /// The path of a file or a folder; empty for none. The setter stores it and opens nothing.
    Path { kind: PathKind, get: fn(&Config) -> String, set: fn(&mut Config, Option<&Path>) },
}

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// A folder.
    Folder,
    /// A file of weights, which [`Config::begin_weights`] reads.
    Weights,
    /// An opening book, which the engine reads.
    Book,
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

impl Value {
    /// As the protocols write it: a text has no quotes.
    pub fn unquoted(&self) -> String {
        match self {
            Value::Text(text) => text.clone(),
            other => other.to_string(),
        }
    }
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
    /// The setting has another name in this protocol.
    #[error("unknown setting {found}: its name is {name}")]
    Renamed {
        /// The name that was given: the one in `engine.toml`.
        found: String,
        /// Its name in the protocol.
        name: String,
    },
    /// The value is invalid.
    #[error(transparent)]
    Value(#[from] BadValue),
}

/// The sections that apply to one interface only. All others apply to the engine itself.
const INTERFACES: [&str; 5] = ["hub", "uci", "dxp", "checkerboard", "terminal"];

impl Setting {
    /// Whether it applies to this interface: `hub`, `uci`, `dxp`, `checkerboard` or `terminal`, or `local` for the engine
    /// of a match, which has no opening book, and to which all others of no interface apply.
    pub fn concerns(&self, interface: &str) -> bool {
        let (section, _) = self.section_and_name();
        let is_without = (section, interface) == ("book", "local");
        section == interface || !(is_without || INTERFACES.contains(&section))
    }

    /// Whether it is declared to the clients of this interface.
    pub fn is_declared(&self, interface: &str, config: &Config) -> bool {
        self.concerns(interface) && (!self.is_expert || config.declares_expert)
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
            Access::Choice { get, .. } => Value::Text(get(config).to_owned()),
            Access::Path { get, .. } => Value::Text(get(config)),
        }
    }

    /// Changes it.
    ///
    /// # Errors
    /// [`BadValue`] if the value is of another type or out of range; nothing is changed then.
    pub fn set(&self, config: &mut Config, value: &Value) -> Result<(), BadValue> {
        match (&self.access, value) {
            (Access::Switch { set, .. }, &Value::Switch(on)) => set(config, on),
            (Access::Integer { range, set, .. }, &Value::Integer(number)) if range.contains(&number) => {
                set(config, number);
            }
            (Access::Real { range, set, .. }, &Value::Real(number)) if range.contains(&number) => set(config, number),
            (Access::Real { .. }, &Value::Integer(number)) => return self.set(config, &Value::Real(number as f64)),
            (Access::Choice { set, .. }, Value::Text(name)) if set(config, name) => (),
            (Access::Path { set, .. }, Value::Text(path)) => set(config, named_path(path)),
            _ => return Err(self.bad(value)),
        }
        Ok(())
    }

    /// Parses a value from the text of a protocol and sets it.
    ///
    /// # Errors
    /// As [`Setting::set`]; and if it names a folder or a book that does not exist. In a settings file that is no error: it
    /// may be on a disk that is not there today, and the other settings still apply.
    pub fn set_text(&self, config: &mut Config, text: &str) -> Result<(), BadValue> {
        let written = || Value::Text(text.to_owned());
        let is_missing = |path: &Path| match self.access {
            Access::Path { kind: PathKind::Folder, .. } => !path.is_dir(),
            Access::Path { kind: PathKind::Book, .. } => !path.is_file(),
            _ => false,
        };
        if named_path(text).is_some_and(is_missing) {
            return Err(self.bad(&written()));
        }
        let value = match self.access {
            Access::Switch { .. } => text.parse().ok().map(Value::Switch),
            Access::Integer { .. } => text.parse().ok().map(Value::Integer),
            Access::Real { .. } => text.replace(',', ".").parse().ok().map(Value::Real),
            Access::Choice { .. } | Access::Path { .. } => None,
        };
        self.set(config, &value.unwrap_or_else(written))
    }

    /// Its value for a settings file in any folder: paths are absolute.
    pub fn kept(&self, config: &Config) -> Value {
        match std::env::current_dir() {
            Ok(folder) => self.within(&folder, self.get(config)),
            Err(_) => self.get(config),
        }
    }

    /// The value as it is meant in a file in `folder`: a relative path begins there.
    pub(super) fn within(&self, folder: &Path, value: Value) -> Value {
        match (&self.access, &value) {
            (Access::Path { .. }, Value::Text(text)) => match named_path(text) {
                Some(path) => Value::Text(folder.join(path).display().to_string()),
                None => value,
            },
            _ => value,
        }
    }

    fn bad(&self, value: &Value) -> BadValue {
        BadValue { key: self.key, found: quoted(&value.to_string()), expected: self.expected() }
    }

    /// A description of the range or the choices.
    pub fn expected(&self) -> String {
        match &self.access {
            Access::Switch { .. } => "true or false".to_owned(),
            Access::Integer { range, .. } => format!("a whole number from {} to {}", range.start(), range.end()),
            Access::Real { range, .. } => format!("a number from {} to {}", range.start(), range.end()),
            Access::Choice { choices, .. } => format!("one of {}", choices().join(", ")),
            Access::Path { kind: PathKind::Folder, .. } => "the path of an existing folder, or nothing".to_owned(),
            Access::Path { kind: PathKind::Weights, .. } => "the path of a file of weights, or nothing".to_owned(),
            Access::Path { kind: PathKind::Book, .. } => "the path of an opening book, or nothing".to_owned(),
        }
    }
}
