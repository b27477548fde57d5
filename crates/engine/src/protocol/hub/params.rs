//! The settings as Hub parameters, under Scan's names where these have the same meaning.

use std::borrow::Cow;

use super::line::Reply;
use crate::config::{Access, BadValue, Config, SETTINGS, Setting, SettingError, Value};
use crate::search::TableSize;
use crownhead_rules::Variant;

/// The lines that declare the parameters. Clients want `variant` first, and `values` last in a line.
pub(super) fn declarations(config: &Config) -> impl Iterator<Item = String> {
    let declared = SETTINGS.iter().filter(|setting| setting.is_declared("hub", config));
    declared.map(|setting| declaration(setting, config))
}

fn declaration(setting: &Setting, config: &Config) -> String {
    let value = match setting.get(config) {
        _ if setting.key == MARGIN => hundredths(config.engine.book.margin).to_string(),
        _ if setting.key == TABLE => (LEAST_ENTRIES_LOG2 + config.engine.table_size.mib().ilog2()).to_string(),
        Value::Text(name) => spoken(&name).to_owned(),
        // A whole number is a real one too, and needs no `.0`.
        Value::Real(number) => number.to_string(),
        other => other.to_string(),
    };
    let reply = Reply::new("param").arg("name", name(setting)).arg("value", value);
    let reply = match &setting.access {
        Access::Integer { .. } if setting.key == TABLE => {
            reply.arg("type", "int").arg("min", LEAST_ENTRIES_LOG2).arg("max", MOST_ENTRIES_LOG2)
        }
        Access::Real { .. } if setting.key == MARGIN => reply.arg("type", "int").arg("min", 0).arg("max", 100),
        Access::Switch { .. } => reply.arg("type", "bool"),
        Access::Integer { range, .. } => reply.arg("type", "int").arg("min", range.start()).arg("max", range.end()),
        Access::Real { range, .. } => reply.arg("type", "real").arg("min", range.start()).arg("max", range.end()),
        Access::Path { .. } => reply.arg("type", "string"),
        Access::Choice { choices, .. } => {
            let names: Vec<_> = choices().into_iter().map(spoken).collect();
            reply.arg("type", "enum").arg("values", names.join(" "))
        }
    };
    reply.text()
}

/// The name of a choice in Hub, where some variants have Scan's names. Every name and alias is accepted.
fn spoken(name: &str) -> &str {
    let variant = Variant::ALL.iter().find(|variant| variant.name() == name);
    variant.and_then(|variant| variant.articles().hub).unwrap_or(name)
}

/// Scan's name of a setting, or else its own.
fn name(setting: &Setting) -> Cow<'static, str> {
    Cow::Borrowed(match setting.key {
        TABLE => "tt-size",
        "endgame.pieces" => "bb-size",
        "endgame.dir" => "bb-dir",
        "endgame.cache" => "bb-cache",
        "eval.file" => "eval-file",
        "book.enabled" => "book",
        "book.file" => "book-file",
        "book.ply" => "book-ply",
        MARGIN => "book-margin",
        _ => setting.name(),
    })
}

/// Sets a parameter, declared or not.
pub(super) fn set(config: &mut Config, named: &str, value: &str) -> Result<(), SettingError> {
    // The lower levels of lidraughts are to play by a simple evaluation; they call it by its piece-square tables.
    if named == "eval" {
        config.engine.evaluation.learned = value != "pst";
        return Ok(());
    }
    let setting = Setting::find("hub", named, name)?;
    if setting.key == TABLE {
        config.engine.table_size = table_size(value)?;
        return Ok(());
    }
    if setting.key == MARGIN {
        config.engine.book.margin = margin(value)?;
        return Ok(());
    }
    Ok(setting.set_text(config, value)?)
}

/// Whether a parameter names a file or a folder.
pub(super) fn is_path(named: &str) -> bool {
    Setting::find("hub", named, name).is_ok_and(|setting| matches!(setting.access, Access::Path { .. }))
}

/// The key of the setting that is Scan's `book-margin`: in hundredths of a man.
const MARGIN: &str = "book.margin";

/// A number of men in hundredths.
fn hundredths(men: f64) -> u32 {
    (men * 100.0).round() as u32
}

/// The margin, in men, for a `book-margin`.
fn margin(value: &str) -> Result<f64, BadValue> {
    let found = value.parse().ok().filter(|margin: &u32| *margin <= 100);
    found.map(|margin| f64::from(margin) / 100.0).ok_or_else(|| BadValue {
        key: "book-margin",
        found: value.to_owned(),
        expected: "a whole number from 0 to 100".to_owned(),
    })
}

/// The key of the setting that is Scan's `tt-size`: the binary logarithm of the number of 16-byte entries.
const TABLE: &str = "engine.table";
/// The `tt-size` of 1 MiB, the smallest table.
const LEAST_ENTRIES_LOG2: u32 = 16;
const MOST_ENTRIES_LOG2: u32 = LEAST_ENTRIES_LOG2 + TableSize::MAX.mib().ilog2();

/// The size of the table for a `tt-size`.
fn table_size(value: &str) -> Result<TableSize, BadValue> {
    let mib = |log2: u32| 1_u32.checked_shl(log2.checked_sub(LEAST_ENTRIES_LOG2)?);
    value.parse().ok().and_then(mib).and_then(TableSize::from_mib).ok_or_else(|| BadValue {
        key: "tt-size",
        found: value.to_owned(),
        expected: format!("a whole number from {LEAST_ENTRIES_LOG2} to {MOST_ENTRIES_LOG2}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declarations_are_what_clients_read() {
        let lines: Vec<_> = declarations(&Config::default()).collect();
        let variant = "param name=variant value=normal type=enum values=\"english giveaway normal losing frisian frysk killer bt ";
        assert!(lines[0].starts_with(variant), "{}", lines[0]);
        for line in [
            "param name=ponder value=true type=bool",
            "param name=tt-size value=22 type=int min=16 max=40",
            "param name=bb-size value=4 type=int min=0 max=8",
            "param name=multipv value=1 type=int min=1 max=512",
            "param name=threads value=1 type=int min=1 max=256",
            "param name=book value=true type=bool",
            "param name=book-ply value=4 type=int min=0 max=200",
            "param name=book-margin value=4 type=int min=0 max=100",
        ] {
            assert!(lines.iter().any(|declared| declared == line), "{line}");
        }
    }

    #[test]
    fn expert_parameters_are_declared_only_on_request_but_can_always_be_set() {
        let grain = "param name=grain value=0.01 type=real min=0.000001 max=1";
        let mut config = Config::default();
        set(&mut config, "grain", "0.01").expect("it is in range");
        assert!(declarations(&config).all(|declared| declared != grain));
        config.declares_expert = true;
        assert!(declarations(&config).any(|declared| declared == grain));
    }

    #[test]
    fn parameters_have_names_of_their_own() {
        let mut names: Vec<_> = SETTINGS.iter().filter(|setting| setting.concerns("hub")).map(name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    }

    #[test]
    fn every_name_of_a_variant_is_understood() {
        let mut config = Config::default();
        for (variant, names) in [
            (Variant::INTERNATIONAL, &["international", "normal", "standard", "fromPosition", "20"][..]),
            (Variant::LOSING, &["losing", "antidraughts", "98"]),
            (Variant::ENGLISH, &["english", "american", "checkers", "21"]),
            (Variant::GIVEAWAY, &["giveaway", "suicide", "anti-english"]),
            (Variant::FRISIAN, &["frisian", "40"]),
            (Variant::FRYSK, &["frysk", "frysk!"]),
            (Variant::BREAKTHROUGH, &["breakthrough", "bt"]),
            (Variant::SPANISH, &["spanish", "portuguese"]),
        ] {
            for name in names {
                set(&mut config, "variant", name).expect("the name is understood");
                assert_eq!(config.hub.variant, variant, "{name}");
            }
        }
    }

    #[test]
    fn the_table_size_of_scan_is_understood() {
        let mut config = Config::default();
        set(&mut config, "tt-size", "24").expect("it is in range");
        assert_eq!(config.engine.table_size.mib(), 256);
        for value in ["", "x", "15", "41", "-1", "4294967295"] {
            let error = set(&mut config, "tt-size", value).expect_err("it is out of range");
            assert!(error.to_string().contains("from 16 to 40"), "{value}: {error}");
        }
        assert_eq!(config.engine.table_size.mib(), 256);
    }

    #[test]
    fn the_bitbases_of_scan_are_the_endgame_tables() {
        let mut config = Config::default();
        for (value, pieces) in [("0", 0), ("6", 6), ("8", 8)] {
            set(&mut config, "bb-size", value).expect("it is in range");
            assert_eq!(config.engine.endgame.pieces, pieces);
        }
        for value in ["", "x", "9", "-1"] {
            let error = set(&mut config, "bb-size", value).expect_err("it is out of range");
            assert!(error.to_string().ends_with(": expected a whole number from 0 to 8"), "{error}");
        }
    }

    #[test]
    fn the_margin_of_scan_is_in_hundredths() {
        let mut config = Config::default();
        set(&mut config, "book-margin", "7").expect("it is in range");
        assert_eq!(config.engine.book.margin, 0.07);
        assert!(declarations(&config).any(|line| line == "param name=book-margin value=7 type=int min=0 max=100"));
    }

    #[test]
    fn what_cannot_be_set_is_told_and_changes_nothing() {
        let mut config = Config::default();
        for (name, value, message) in [
            ("opening", "true", "unknown setting opening"),
            ("book-margin", "101", "book-margin = 101: expected a whole number from 0 to 100"),
            ("margin", "0.1", "unknown setting margin: its name is book-margin"),
            (
                "book-file",
                "no/such.book",
                "book.file = \"no/such.book\": expected the path of an opening book, or nothing",
            ),
            ("table", "16", "unknown setting table: its name is tt-size"),
            ("file", "x", "unknown setting file: its name is eval-file"),
            ("threads", "0", "engine.threads = 0: expected a whole number from 1 to 256"),
            ("multipv", "0", "analysis.multipv = 0: expected a whole number from 1 to 512"),
            ("ponder", "yes", "hub.ponder = \"yes\": expected true or false"),
            ("ponder", "", "hub.ponder = \"\": expected true or false"),
            ("grain", "inf", "eval.grain = inf: expected a number from 0.000001 to 1"),
        ] {
            let error = set(&mut config, name, value).expect_err("it cannot be set");
            assert_eq!(error.to_string(), message);
        }
        assert_eq!(config, Config::default());
    }
}
