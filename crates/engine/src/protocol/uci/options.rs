//! The settings as UCI options. A new option is a new setting, in `config/registry.rs`.

use std::borrow::Cow;

use crate::config::{Access, Config, SETTINGS, Setting, SettingError};

/// The button that clears the table.
pub(super) const CLEAR_HASH: &str = "Clear Hash";
pub(super) const VARIANT: &str = "UCI_Variant";

pub(super) fn declarations(config: &Config) -> impl Iterator<Item = String> {
    let declared = SETTINGS.iter().filter(|setting| setting.is_declared("uci", config));
    let button = format!("option name {CLEAR_HASH} type button");
    declared.map(|setting| declaration(setting, config)).chain([button])
}

fn declaration(setting: &Setting, config: &Config) -> String {
    let value = setting.get(config).unquoted();
    let kind = match &setting.access {
        Access::Switch { .. } => format!("check default {value}"),
        Access::Integer { range, .. } => {
            format!("spin default {value} min {} max {}", range.start(), range.end())
        }
        // UCI writes an empty text like this.
        Access::Path { .. } if value.is_empty() => "string default <empty>".to_owned(),
        // UCI has no type for numbers with decimals.
        Access::Path { .. } | Access::Real { .. } => format!("string default {value}"),
        Access::Choice { choices, .. } => {
            let names: String = choices().iter().map(|name| format!(" var {name}")).collect();
            format!("combo default {value}{names}")
        }
    };
    format!("option name {} type {kind}", name(setting))
}

/// The usual UCI name of a setting, or else its own name in words: `first-step` is `First Step`.
fn name(setting: &Setting) -> Cow<'static, str> {
    Cow::Borrowed(match setting.key {
        "uci.variant" => VARIANT,
        "uci.limit-strength" => "UCI_LimitStrength",
        "uci.elo" => "UCI_Elo",
        "engine.table" => "Hash",
        "engine.overhead" => "Move Overhead",
        "analysis.multipv" => "MultiPV",
        "endgame.pieces" => "Endgame Pieces",
        "endgame.dir" => "Endgame Folder",
        "endgame.cache" => "Endgame Cache",
        "endgame.probe-depth" => "Endgame Probe Depth",
        "eval.file" => "EvalFile",
        "book.enabled" => "OwnBook",
        "book.file" => "Book File",
        "book.ply" => "Book Depth",
        "book.margin" => "Book Margin",
        _ => return Cow::Owned(setting.name().split('-').map(capitalized).collect::<Vec<_>>().join(" ")),
    })
}

fn capitalized(word: &str) -> String {
    let (first, rest) = word.split_at(word.len().min(1));
    first.to_uppercase() + rest
}

/// Sets an option, declared or not. Its name is not sensitive to case, nor is its value, except a path.
pub(super) fn set(config: &mut Config, named: &str, value: &str) -> Result<&'static Setting, SettingError> {
    let setting = Setting::find("uci", named, name)?;
    let result = match (setting.set_text(config, value), &setting.access) {
        // The first error names the value as the client wrote it.
        (Err(error), Access::Choice { .. } | Access::Switch { .. }) => {
            setting.set_text(config, &value.to_lowercase()).map_err(|_| error)
        }
        (result, _) => result,
    };
    Ok(result.map(|()| setting)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_rules::Variant;

    #[test]
    fn an_error_names_the_value_as_it_was_written() {
        let mut config = Config::default();
        for (option, value) in [("Endgame Folder", "/No/Such"), ("UCI_Variant", "Chess")] {
            let error = set(&mut config, option, value).expect_err("there is none").to_string();
            assert!(error.contains(value), "{error}");
        }
        assert!(set(&mut config, "uci_variant", "LOSING").is_ok());
    }

    #[test]
    fn the_declarations_are_what_clients_read() {
        let lines: Vec<_> = declarations(&Config::default()).collect();
        let variants: String = Variant::ALL.iter().map(|variant| format!(" var {variant}")).collect();
        let first = format!("option name UCI_Variant type combo default english{variants}");
        for line in [
            &first,
            "option name Ponder type check default true",
            "option name Hash type spin default 64 min 1 max 16777216",
            "option name Move Overhead type spin default 10 min 0 max 10000",
            "option name MultiPV type spin default 1 min 1 max 512",
            "option name Threads type spin default 1 min 1 max 256",
            "option name EvalFile type string default <empty>",
            "option name Skill Level type spin default 10 min 1 max 10",
            "option name UCI_LimitStrength type check default false",
            "option name OwnBook type check default true",
            "option name Book File type string default <empty>",
            "option name Book Depth type spin default 4 min 0 max 200",
            "option name Book Margin type string default 0.04",
            "option name Clear Hash type button",
        ] {
            assert!(lines.iter().any(|declared| declared == line), "{line}: {lines:#?}");
        }
        assert!(lines.len() <= 24, "{}", lines.len());
        assert!(lines.iter().all(|line| !line.contains("Line Gap")), "that is a matter of Hub");
        let step = "option name First Step type string default 0.05";
        assert!(!lines.iter().any(|line| line == step), "it is an expert setting");
        let expert = Config { declares_expert: true, ..Config::default() };
        assert!(declarations(&expert).any(|line| line == step));
    }

    #[test]
    fn options_have_names_of_their_own() {
        let ours = SETTINGS.iter().filter(|setting| setting.concerns("uci"));
        let mut names: Vec<_> = ours.map(|setting| name(setting).to_lowercase()).collect();
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
            ("File", "x", "unknown setting File: its name is EvalFile"),
            ("probe depth", "2", "unknown setting probe depth: its name is Endgame Probe Depth"),
            ("Skill Level", "11", "engine.skill-level = 11: expected a whole number from 1 to 10"),
            ("Threads", "0", "engine.threads = 0: expected a whole number from 1 to 256"),
            ("MultiPV", "0", "analysis.multipv = 0: expected a whole number from 1 to 512"),
            ("Hash", "0", "engine.table = 0: expected a whole number from 1 to 16777216"),
            ("Hash", "", "engine.table = \"\": expected a whole number from 1 to 16777216"),
            ("Ponder", "yes", "uci.ponder = \"yes\": expected true or false"),
            ("UCI_Variant", "chess", "uci.variant = \"chess\": expected one of english, giveaway, international, "),
        ] {
            let error = set(&mut config, name, value).expect_err("it cannot be set").to_string();
            assert!(error.starts_with(message), "{error}");
        }
        assert_eq!(config, Config::default());
    }
}
