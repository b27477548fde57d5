//! The settings as UCI options. A new option is a new setting, in `config/registry.rs`.

use std::borrow::Cow;

use crate::config::{Access, Config, SETTINGS, Setting, SettingError, Value};

/// The button that clears the table.
pub(super) const CLEAR_HASH: &str = "Clear Hash";

fn declared() -> impl Iterator<Item = &'static Setting> {
    SETTINGS.iter().filter(|setting| setting.concerns("uci"))
}

/// The lines that declare the options.
pub(super) fn declarations(config: &Config) -> impl Iterator<Item = String> {
    let button = format!("option name {CLEAR_HASH} type button");
    declared().map(|setting| declaration(setting, config)).chain([button])
}

fn declaration(setting: &Setting, config: &Config) -> String {
    let value = match setting.get(config) {
        Value::Text(name) => name,
        other => other.to_string(),
    };
    let kind = match &setting.access {
        Access::Switch { .. } => format!("check default {value}"),
        Access::Integer { range, .. } => {
            format!("spin default {value} min {} max {}", range.start(), range.end())
        }
        // UCI has no type for numbers with decimals.
        Access::Real { .. } => format!("string default {value}"),
        // UCI writes an empty text like this.
        Access::File { .. } | Access::Folder { .. } if value.is_empty() => "string default <empty>".to_owned(),
        Access::File { .. } | Access::Folder { .. } => format!("string default {value}"),
        Access::Choice { choices, .. } => {
            let names: String = choices().iter().map(|name| format!(" var {name}")).collect();
            format!("combo default {value}{names}")
        }
    };
    format!("option name {} type {kind}", name(setting))
}

/// The standard UCI name of a setting, or else its own name in words: `first-step` is `First Step`.
fn name(setting: &Setting) -> Cow<'static, str> {
    match setting.key {
        "uci.variant" => Cow::Borrowed("UCI_Variant"),
        "uci.limit-strength" => Cow::Borrowed("UCI_LimitStrength"),
        "uci.elo" => Cow::Borrowed("UCI_Elo"),
        "engine.table" => Cow::Borrowed("Hash"),
        "engine.overhead" => Cow::Borrowed("Move Overhead"),
        "analysis.multipv" => Cow::Borrowed("MultiPV"),
        "endgame.pieces" => Cow::Borrowed("Endgame Pieces"),
        "endgame.dir" => Cow::Borrowed("Endgame Folder"),
        "endgame.cache" => Cow::Borrowed("Endgame Cache"),
        "endgame.probe-depth" => Cow::Borrowed("Endgame Probe Depth"),
        _ => Cow::Owned(setting.name().split('-').map(capitalized).collect::<Vec<_>>().join(" ")),
    }
}

fn capitalized(word: &str) -> String {
    let (first, rest) = word.split_at(word.len().min(1));
    first.to_uppercase() + rest
}

/// Sets an option. Its name is not sensitive to case, nor is its value, but for paths.
pub(super) fn set(config: &mut Config, named: &str, value: &str) -> Result<(), SettingError> {
    let setting = declared().find(|setting| name(setting).eq_ignore_ascii_case(named));
    let setting = setting.ok_or_else(|| SettingError::Unknown(named.to_owned()))?;
    let as_written = setting.set_text(config, value);
    if matches!(setting.access, Access::File { .. } | Access::Folder { .. }) {
        return Ok(as_written?);
    }
    // The first error names the value as the client wrote it.
    Ok(as_written.or_else(|error| setting.set_text(config, &value.to_lowercase()).map_err(|_| error))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn an_error_names_the_value_as_it_was_written() {
        let mut config = Config::default();
        for (option, value) in [("File", "/No/Such.Weights"), ("UCI_Variant", "Chess")] {
            let error = set(&mut config, option, value).expect_err("there is none").to_string();
            assert!(error.contains(value), "{error}");
        }
        assert!(set(&mut config, "uci_variant", "LOSING").is_ok());
    }

    #[test]
    fn the_declarations_are_what_clients_read() {
        let lines: Vec<_> = declarations(&Config::default()).collect();
        for line in [
            "option name UCI_Variant type combo default english var english var giveaway var international \
             var losing",
            "option name Ponder type check default true",
            "option name Hash type spin default 64 min 1 max 16777216",
            "option name Move Overhead type spin default 10 min 0 max 10000",
            "option name MultiPV type spin default 1 min 1 max 512",
            "option name Threads type spin default 1 min 1 max 256",
            "option name First Step type string default 0.05",
            "option name Skill Level type spin default 10 min 1 max 10",
            "option name UCI_LimitStrength type check default false",
            "option name Clear Hash type button",
        ] {
            assert!(lines.iter().any(|declared| declared == line), "{line}: {lines:#?}");
        }
        assert!(lines.iter().all(|line| !line.contains("Line Gap")), "that is a matter of Hub");
    }

    #[test]
    fn options_have_names_of_their_own() {
        let mut names: Vec<_> = declared().map(|setting| name(setting).to_lowercase()).collect();
        names.push(CLEAR_HASH.to_lowercase());
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
        // Where these stand inside a name, no client could set it.
        let reserved = |name: &String| name.split(' ').any(|word| ["value", "name", "type"].contains(&word));
        assert!(!names.iter().any(reserved), "{names:?}");
    }

    #[test]
    fn neither_names_nor_values_are_sensitive_to_case() {
        let mut config = Config::default();
        for (name, value, variant) in [
            ("UCI_Variant", "losing", Variant::LOSING),
            ("uci_variant", "INTERNATIONAL", Variant::INTERNATIONAL),
            ("UCI_VARIANT", "Suicide", Variant::GIVEAWAY),
            ("Uci_Variant", "fromPosition", Variant::INTERNATIONAL),
        ] {
            set(&mut config, name, value).expect("it is understood");
            assert_eq!(config.uci.variant, variant, "{name} {value}");
        }
        set(&mut config, "PONDER", "False").expect("it is understood");
        set(&mut config, "hash", "128").expect("it is in range");
        set(&mut config, "epsilon", "0.25").expect("it is in range");
        assert!(!config.uci.ponder && config.engine.table_size.mib() == 128);
    }

    #[test]
    fn what_cannot_be_set_is_told_and_changes_nothing() {
        let mut config = Config::default();
        for (name, value, message) in [
            ("Style", "4", "unknown setting Style"),
            ("Skill Level", "11", "engine.skill-level = 11: expected a whole number from 1 to 10"),
            ("Threads", "0", "engine.threads = 0: expected a whole number from 1 to 256"),
            ("MultiPV", "0", "analysis.multipv = 0: expected a whole number from 1 to 512"),
            ("Hash", "0", "engine.table = 0: expected a whole number from 1 to 16777216"),
            ("Hash", "", "engine.table = \"\": expected a whole number from 1 to 16777216"),
            ("Ponder", "yes", "uci.ponder = \"yes\": expected true or false"),
            (
                "UCI_Variant",
                "chess",
                "uci.variant = \"chess\": expected one of english, giveaway, international, losing",
            ),
        ] {
            let error = set(&mut config, name, value).expect_err("it cannot be set");
            assert_eq!(error.to_string(), message);
        }
        assert_eq!(config, Config::default());
    }
}
