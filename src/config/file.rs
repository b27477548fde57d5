//! Reads and writes `engine.toml`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{BadValue, Config, SETTINGS, Setting, Value};

/// An error in a settings file.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The file is not valid TOML.
    #[error("{place}: {message}")]
    Syntax {
        /// The file and line.
        place: Place,
        /// The error of the TOML parser.
        message: String,
    },
    /// The file sets an unknown setting.
    #[error("{place}: unknown setting {key}: expected one of {}", neighbours(key))]
    UnknownKey {
        /// The file and line.
        place: Place,
        /// The key.
        key: String,
    },
    /// The file sets an invalid value.
    #[error("{place}: {cause}")]
    Value {
        /// The file and line.
        place: Place,
        /// The key, the value and what was expected.
        cause: BadValue,
    },
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// The section of a key: the part before the point.
fn section_of(key: &str) -> &str {
    key.split_once('.').map_or(key, |(section, _)| section)
}

fn is_section(name: &str) -> bool {
    SETTINGS.iter().any(|setting| section_of(setting.key) == name)
}

/// Suggestions for an unknown key: the settings of its section, or the sections if the section is unknown.
fn neighbours(key: &str) -> String {
    let keys = SETTINGS.iter().map(|setting| setting.key);
    let mut near: Vec<_> = keys.clone().filter(|other| section_of(other) == section_of(key)).collect();
    if near.is_empty() {
        near = keys.map(section_of).collect();
        near.dedup();
        return format!("the sections {}", near.join(", "));
    }
    near.join(", ")
}

/// A text and the name of the file it comes from.
struct Source<'a> {
    file: &'a str,
    text: &'a str,
}

impl Source<'_> {
    /// Where relative paths in the text begin, so that they mean the same whatever folder a client starts the engine in.
    fn folder(&self) -> &Path {
        Path::new(self.file).parent().unwrap_or(Path::new(""))
    }

    fn place(&self, offset: usize) -> Place {
        let before = self.text.get(..offset).unwrap_or(self.text);
        Place { file: self.file.to_owned(), line: before.matches('\n').count() + 1 }
    }
}

impl Config {
    /// The built-in settings, changed by the file if one is given.
    ///
    /// # Errors
    /// [`ConfigError`], for the first fault found.
    pub fn load(file: Option<&Path>) -> Result<Config, ConfigError> {
        let mut config = Config::default();
        if let Some(path) = file {
            let text =
                std::fs::read_to_string(path).map_err(|source| ConfigError::Read { path: path.to_owned(), source })?;
            config.read(&path.display().to_string(), &text)?;
        }
        Ok(config)
    }

    /// Applies the settings in `text`, the content of `file`.
    ///
    /// # Errors
    /// [`ConfigError`], for the first fault found. The settings before it have been applied.
    pub fn read(&mut self, file: &str, text: &str) -> Result<(), ConfigError> {
        let source = Source { file, text };
        let sections = DeTable::parse(text).map_err(|error| ConfigError::Syntax {
            place: source.place(error.span().map_or(0, |span| span.start)),
            message: error.message().to_owned(),
        })?;
        for (section, content) in sections.get_ref() {
            match content.get_ref() {
                DeValue::Table(table) if is_section(section.get_ref()) => {
                    self.read_section(&source, section.get_ref(), table)?;
                }
                _ => {
                    let key = section.get_ref().to_string();
                    return Err(ConfigError::UnknownKey { place: source.place(section.span().start), key });
                }
            }
        }
        Ok(())
    }

    fn read_section(&mut self, source: &Source<'_>, section: &str, table: &DeTable<'_>) -> Result<(), ConfigError> {
        for (name, value) in table {
            let place = source.place(name.span().start);
            let key = format!("{section}.{}", name.get_ref());
            let Some(setting) = SETTINGS.iter().find(|setting| setting.key == key) else {
                return Err(ConfigError::UnknownKey { place, key });
            };
            let value = setting.within(source.folder(), read_value(source, value));
            setting.set(self, &value).map_err(|cause| ConfigError::Value { place, cause })?;
        }
        Ok(())
    }

    /// The text of an `engine.toml` with these settings.
    pub fn to_toml(&self) -> String {
        let mut text = if *self == Config::default() { HEAD } else { CHANGED_HEAD }.to_owned();
        let mut section = "";
        for setting in SETTINGS {
            let (its_section, name) = setting.section_and_name();
            if section != its_section {
                section = its_section;
                let _ = writeln!(text, "\n[{section}]");
            } else {
                text.push('\n');
            }
            push_comment(&mut text, setting);
            let _ = writeln!(text, "{name} = {}", setting.kept(self));
        }
        text
    }
}

const HEAD: &str = "\
# All settings of Crownhead with their built-in defaults. To change some, copy their lines into a file engine.toml
# next to the program, or into any file, and pass that with --config.
";

const CHANGED_HEAD: &str = "\
# All settings of Crownhead as they are in force; some differ from the built-in defaults.
";

/// The longest line of a comment, `# ` included.
const COMMENT_WIDTH: usize = 110;

fn push_comment(text: &mut String, setting: &Setting) {
    let expected = setting.expected();
    let mut width = COMMENT_WIDTH;
    for word in setting.doc.split(' ').chain(["Expected:"]).chain(expected.split(' ')) {
        let is_new_line = width + 1 + word.len() > COMMENT_WIDTH || word == "Expected:";
        if is_new_line {
            text.push_str(if text.ends_with('\n') { "#" } else { "\n#" });
            width = 1;
        }
        text.push(' ');
        text.push_str(word);
        width += 1 + word.len();
    }
    text.push('\n');
}

/// The value of a setting. A TOML value of any other type is kept as text, for the error message.
fn read_value(source: &Source<'_>, value: &Spanned<DeValue<'_>>) -> Value {
    let written = || Value::Text(source.text.get(value.span()).unwrap_or_default().to_owned());
    match value.get_ref() {
        DeValue::Boolean(on) => Value::Switch(*on),
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).map_or_else(|_| written(), Value::Integer)
        }
        DeValue::Float(number) => number.as_str().parse().map_or_else(|_| written(), Value::Real),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => written(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Access;
    use crate::rules::Variant;

    /// The file at the top: every setting and its default.
    const DEFAULT_FILE: &str = include_str!("../../engine.toml");

    fn error(text: &str) -> String {
        Config::default().read("my.toml", text).expect_err("the text is faulty").to_string()
    }

    #[test]
    fn the_file_at_the_top_says_what_the_registry_says() {
        let expected = Config::default().to_toml();
        for (number, (found, expected)) in DEFAULT_FILE.lines().zip(expected.lines()).enumerate() {
            assert_eq!(found, expected, "engine.toml:{}", number + 1);
        }
        assert_eq!(DEFAULT_FILE, expected);
    }

    #[test]
    fn the_file_at_the_top_is_read_without_changing_a_default() {
        let mut config = Config::default();
        config.read("engine.toml", DEFAULT_FILE).expect("the file is well formed");
        assert_eq!(config, Config::default());
    }

    #[test]
    fn every_setting_can_be_written_and_read_back() {
        let mut changed = Config::default();
        for setting in SETTINGS.iter().filter(|setting| !matches!(setting.access, Access::File { .. })) {
            let value = another_value(setting, &changed);
            setting.set(&mut changed, &value).expect("the value is in range");
            assert_eq!(setting.get(&changed), value, "{}", setting.key);
        }
        let mut read = Config::default();
        let written = changed.to_toml();
        read.read("my.toml", &written).expect("what was written is well formed");
        assert_eq!(read, changed);
        assert!(!written.contains("with their built-in defaults"));
    }

    fn another_value(setting: &Setting, config: &Config) -> Value {
        match (&setting.access, setting.get(config)) {
            (_, Value::Switch(on)) => Value::Switch(!on),
            (Access::Integer { range, .. }, _) => Value::Integer(range.start() + 3),
            (Access::Real { range, .. }, _) => Value::Real(*range.end()),
            (Access::Folder { .. }, Value::Text(_)) => Value::Text(std::env::temp_dir().display().to_string()),
            (Access::Choice { choices, .. }, Value::Text(now)) => {
                let other = choices().into_iter().find(|&name| name != now);
                Value::Text(other.expect("there is a choice").to_owned())
            }
            (access, value) => panic!("{access:?} gives {value:?}"),
        }
    }

    #[test]
    fn a_file_that_cannot_be_used_is_named_with_its_fault() {
        let mut config = Config::default();
        let set = |config: &mut Config, path: &str| {
            let text = format!("[eval]\nfile = \"{path}\"\n");
            config.read("my.toml", &text).map_err(|error| error.to_string())
        };
        let missing = set(&mut config, "no/such.weights").expect_err("there is no such file");
        assert!(
            missing.starts_with(
                "my.toml:2: eval.file = \"no/such.weights\": expected the path of a file of weights, or nothing, but: "
            ),
            "{missing}"
        );
        let foreign = set(&mut config, "Cargo.toml").expect_err("it holds no weights");
        assert!(foreign.ends_with("but: not a file of weights: expected the first line \"crownhead weights 1\""));
        assert_eq!(config, Config::default());
        assert_eq!(set(&mut config, ""), Ok(()));
    }

    #[test]
    fn a_relative_path_begins_at_the_folder_of_the_file() {
        let mut config = Config::default();
        let text = "[endgame]\ndir = \"eval\"\n[eval]\nfile = \"eval/english.weights\"\n";
        config.read("data/my.toml", text).expect("both are in the folder data");
        assert_eq!(config.engine.endgame.dir.as_deref(), Some(Path::new("data/eval")));
        let weights = config.engine.evaluation.weights.as_ref().expect("the file has been read");
        assert_eq!(Path::new(weights.source()), Path::new("data/eval/english.weights"));
        let written = config.to_toml();
        let mut read = Config::default();
        read.read("elsewhere/my.toml", &written).expect("paths are written so that they hold anywhere");
        let absolute = |path: &str| std::path::absolute(path).expect("there is a current folder");
        assert_eq!(read.engine.endgame.dir, Some(absolute("data/eval")));
        let elsewhere = config.read("my.toml", text).expect_err("there is no folder eval at the top");
        assert!(elsewhere.to_string().starts_with("my.toml:4: eval.file = \"eval/english.weights\": "), "{elsewhere}");
        let absolute = std::env::temp_dir();
        let text = format!("[endgame]\ndir = {}\n", Value::Text(absolute.display().to_string()));
        config.read("data/my.toml", &text).expect("it exists");
        assert_eq!(config.engine.endgame.dir, Some(absolute));
        config.read("data/my.toml", "[endgame]\ndir = \"\"\n").expect("none is meant");
        assert_eq!(config.engine.endgame.dir, None);
    }

    #[test]
    fn part_of_a_file_is_enough() {
        let mut config = Config::default();
        config.read("my.toml", "hub.variant = \"98\"\n[engine]\ntable = 16\n").expect("well formed");
        assert_eq!(config.hub.variant, Variant::LOSING);
        assert_eq!(config.engine.table_size.mib(), 16);
        assert_eq!(config.hub.line_gap, Config::default().hub.line_gap);
    }

    #[test]
    fn errors_name_the_line_the_key_what_was_found_and_what_was_expected() {
        assert_eq!(
            error("\n[engine]\ntabel = 3\n"),
            "my.toml:3: unknown setting engine.tabel: expected one of engine.table, engine.replacement, engine.overhead, \
             engine.threads, engine.thread-scheme, engine.skill-level, engine.skill-seed"
        );
        assert_eq!(
            error("[motor]\ntable = 3\n"),
            "my.toml:1: unknown setting motor: expected one of the sections hub, uci, dxp, checkerboard, terminal, \
             analysis, engine, search, endgame, eval"
        );
        assert!(error("[motor]\n").starts_with("my.toml:1: unknown setting motor:"));
        assert!(error("table = 3\n").starts_with("my.toml:1: unknown setting table"));
        assert_eq!(
            error("[hub]\n\nline-gap = 101"),
            "my.toml:3: hub.line-gap = 101: expected a whole number from 0 to 100"
        );
        assert_eq!(
            error("[hub]\nline-gap = -1"),
            "my.toml:2: hub.line-gap = -1: expected a whole number from 0 to 100"
        );
        assert_eq!(error("[eval]\ngrain = nan"), "my.toml:2: eval.grain = NaN: expected a number from 0.000001 to 1");
        assert_eq!(error("[hub]\nponder = \"yes\""), "my.toml:2: hub.ponder = \"yes\": expected true or false");
        assert_eq!(
            error("[hub]\nvariant = \"chess\""),
            "my.toml:2: hub.variant = \"chess\": expected one of english, giveaway, international, losing"
        );
        assert!(error("[hub]\nponder = true\nponder =").starts_with("my.toml:3: "));
        assert!(error("[hub]\nline-gap = 99999999999999999999999").contains("expected a whole number"));
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = Config::load(Some(Path::new("/no/such.toml"))).expect_err("there is no such file");
        assert!(error.to_string().starts_with("/no/such.toml: "), "{error}");
    }
}
