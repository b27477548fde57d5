//! Reads and writes `engine.toml`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{BadValue, Config, SETTINGS, Setting, Value};
use crate::support::files;
use crownhead_rules::text::quoted;

/// An error in a settings file.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{file}: {1}", file = .0.display())]
    Read(PathBuf, #[source] std::io::Error),
    /// The text is not valid TOML; the first part is its file and line.
    #[error("{0}: {1}")]
    Syntax(String, String),
    /// The setting at this file and line is unknown.
    #[error("{0}: unknown setting {1}: expected one of {near}", near = neighbours(.1))]
    UnknownKey(String, String),
    /// The value at this file and line is invalid.
    #[error("{0}: {1}")]
    Value(String, BadValue),
}

/// Suggestions for an unknown key: the settings of its section, or the sections if the section is unknown.
fn neighbours(key: &str) -> String {
    let section = key.split_once('.').map_or(key, |(section, _)| section);
    let near: Vec<_> = SETTINGS.iter().filter(|setting| setting.section_and_name().0 == section).collect();
    if !near.is_empty() {
        return near.iter().map(|setting| setting.key).collect::<Vec<_>>().join(", ");
    }
    let mut sections: Vec<_> = SETTINGS.iter().map(|setting| setting.section_and_name().0).collect();
    sections.dedup();
    format!("the sections {}", sections.join(", "))
}

/// A text and the name of the file it comes from.
struct Source<'a> {
    file: &'a str,
    text: &'a str,
}

impl Source<'_> {
    /// Where relative paths in the text begin, so that they mean the same in whatever folder a client starts the engine.
    fn folder(&self) -> &Path {
        Path::new(self.file).parent().unwrap_or(Path::new(""))
    }

    fn place(&self, offset: usize) -> String {
        let before = self.text.get(..offset).unwrap_or(self.text);
        format!("{}:{}", self.file, before.matches('\n').count() + 1)
    }

    /// A value of the text. A TOML value of any other type is kept as text, for the error message.
    fn value(&self, value: &Spanned<DeValue<'_>>) -> Value {
        let written = || Value::Text(self.text.get(value.span()).unwrap_or_default().to_owned());
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
}

impl Config {
    /// The built-in settings, changed by the file if one is given.
    ///
    /// # Errors
    /// [`ConfigError`], for the first fault found.
    pub fn load(file: Option<&Path>) -> Result<Config, ConfigError> {
        let mut config = Config::default();
        if let Some(path) = file {
            let text = files::read_text(path).map_err(|source| ConfigError::Read(path.to_owned(), source))?;
            config.read(&path.display().to_string(), &text)?;
        }
        Ok(config)
    }

    /// Applies the settings in `text`, the content of `file`, and reads the file of weights that they name.
    ///
    /// # Errors
    /// [`ConfigError`], for the first fault found. The settings before it have been applied.
    pub fn read(&mut self, file: &str, text: &str) -> Result<(), ConfigError> {
        let source = Source { file, text };
        let sections = DeTable::parse(text).map_err(|error| {
            ConfigError::Syntax(source.place(error.span().map_or(0, |span| span.start)), error.message().to_owned())
        })?;
        for (section, content) in sections.get_ref() {
            let name: &str = section.get_ref();
            let is_known = SETTINGS.iter().any(|setting| setting.section_and_name().0 == name);
            match content.get_ref() {
                DeValue::Table(table) if is_known => self.read_section(&source, name, table)?,
                _ => {
                    let place = source.place(section.span().start);
                    return Err(ConfigError::UnknownKey(place, quoted(name)));
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
                return Err(ConfigError::UnknownKey(place, quoted(&key)));
            };
            let value = setting.within(source.folder(), source.value(value));
            let applied = setting.set(self, &value).and_then(|()| self.read_weights());
            applied.map_err(|cause| ConfigError::Value(place, cause))?;
        }
        Ok(())
    }

    /// The text of an `engine.toml` with all settings.
    pub fn to_toml(&self) -> String {
        self.write("# Expert settings are for experiments: clients do not offer them.\n", |_| true)
    }

    /// The text of an `engine.toml` without the expert settings that are at their defaults.
    pub fn to_common_toml(&self) -> String {
        let default = Config::default();
        let is_shown = |setting: &Setting| !setting.is_expert || setting.get(self) != setting.get(&default);
        self.write(
            "# The settings for experiments are left out: `crownhead settings --expert` prints them too.\n",
            is_shown,
        )
    }

    fn write(&self, note: &str, is_shown: impl Fn(&Setting) -> bool) -> String {
        let head = if *self == Config::default() { HEAD } else { CHANGED_HEAD };
        let mut text = format!("{head}{note}");
        let mut section = "";
        for setting in SETTINGS.iter().filter(|setting| is_shown(setting)) {
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
# The settings of Crownhead with their built-in defaults. To change some, copy their lines into a file engine.toml
# next to the program, or into any file, and pass that with --config.
";

const CHANGED_HEAD: &str = "\
# The settings of Crownhead as they are in force; some differ from the built-in defaults.
";

/// The longest line of a comment, `# ` included.
const COMMENT_WIDTH: usize = 110;

fn push_comment(text: &mut String, setting: &Setting) {
    let mark = if setting.is_expert { "Expert. " } else { "" };
    let (doc, expected) = (format!("{mark}{}", setting.doc), setting.expected());
    let mut width = COMMENT_WIDTH;
    for word in doc.split(' ').chain(["Expected:"]).chain(expected.split(' ')) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Access, PathKind};

    fn error(text: &str) -> String {
        Config::default().read("my.toml", text).expect_err("the text is faulty").to_string()
    }

    #[test]
    fn every_setting_can_be_written_and_read_back() {
        let mut changed = Config::default();
        let weights = |setting: &&Setting| matches!(setting.access, Access::Path { kind: PathKind::Weights, .. });
        for setting in SETTINGS.iter().filter(|setting| !weights(setting)) {
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

    #[test]
    fn expert_settings_are_left_out_unless_they_are_changed() {
        let mut config = Config::default();
        assert!(!config.to_common_toml().contains("[search]"));
        config.read("my.toml", "search.driver = \"mtd-f\"\n").expect("well formed");
        let text = config.to_common_toml();
        assert!(text.contains("driver = \"mtd-f\"") && !text.contains("epsilon ="), "{text}");
        let mut read = Config::default();
        read.read("my.toml", &text).expect("what was written is well formed");
        assert_eq!(read, config);
    }

    fn another_value(setting: &Setting, config: &Config) -> Value {
        match (&setting.access, setting.get(config)) {
            (_, Value::Switch(on)) => Value::Switch(!on),
            (Access::Integer { range, .. }, _) => Value::Integer(range.start() + 3),
            (Access::Real { range, .. }, _) => Value::Real(*range.end()),
            (Access::Path { .. }, Value::Text(_)) => Value::Text(std::env::temp_dir().display().to_string()),
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
    fn errors_name_the_line_the_key_what_was_found_and_what_was_expected() {
        assert_eq!(
            error("\n[engine]\ntabel = 3\n"),
            "my.toml:3: unknown setting engine.tabel: expected one of engine.table, engine.overhead, \
             engine.threads, engine.thread-scheme, engine.skill-level, engine.skill-seed"
        );
        assert_eq!(
            error("[motor]\ntable = 3\n"),
            "my.toml:1: unknown setting motor: expected one of the sections hub, uci, dxp, checkerboard, terminal, \
             analysis, engine, search, endgame, eval, book"
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
        let chess = error("[hub]\nvariant = \"chess\"");
        assert!(
            chess.starts_with("my.toml:2: hub.variant = \"chess\": expected one of english, giveaway, "),
            "{chess}"
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
