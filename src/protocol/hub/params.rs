//! The settings as Hub parameters.

use super::line::Reply;
use crate::config::{Access, BadValue, Config, SETTINGS, Setting, SettingError, Value};
use crate::endgame::MAX_PIECES;
use crate::rules::Variant;
use crate::search::TableSize;

fn declared() -> impl Iterator<Item = &'static Setting> {
    SETTINGS.iter().filter(|setting| setting.concerns("hub"))
}

/// The lines that declare the parameters. Clients want `variant` first, and `values` last in a line.
pub(super) fn declarations(config: &Config) -> impl Iterator<Item = String> {
    declared().map(|setting| declaration(setting, config))
}

fn declaration(setting: &Setting, config: &Config) -> String {
    let value = match setting.get(config) {
        Value::Text(name) => spoken(&name).to_owned(),
        // A whole number is a real one too, and needs no `.0`.
        Value::Real(number) => number.to_string(),
        other => other.to_string(),
    };
    let reply = Reply::new("param").arg("name", setting.name()).arg("value", value);
    let reply = match &setting.access {
        Access::Switch { .. } => reply.arg("type", "bool"),
        Access::Integer { range, .. } => reply.arg("type", "int").arg("min", range.start()).arg("max", range.end()),
        Access::Real { range, .. } => reply.arg("type", "real").arg("min", range.start()).arg("max", range.end()),
        Access::File { .. } | Access::Folder { .. } => reply.arg("type", "string"),
        Access::Choice { choices, .. } => {
            let names: Vec<_> = choices().into_iter().map(spoken).collect();
            reply.arg("type", "enum").arg("values", names.join(" "))
        }
    };
    reply.text()
}

/// The name of a choice in Hub, where international draughts has Scan's name. Every name and alias is accepted.
fn spoken(name: &str) -> &str {
    if name == Variant::INTERNATIONAL.name() { "normal" } else { name }
}

/// Sets a declared parameter, or `tt-size` or `bb-size`, which clients written for Scan send.
pub(super) fn set(config: &mut Config, name: &str, value: &str) -> Result<(), SettingError> {
    match name {
        "tt-size" => config.engine.table_size = scan_table_size(value)?,
        "bb-size" => config.engine.endgame.pieces = scan_table_pieces(value)?,
        _ => set_declared(config, name, value)?,
    }
    Ok(())
}

fn set_declared(config: &mut Config, name: &str, value: &str) -> Result<(), SettingError> {
    let setting = declared().find(|setting| setting.name() == name);
    Ok(setting.ok_or_else(|| SettingError::Unknown(name.to_owned()))?.set_text(config, value)?)
}

/// Scan gives the size of its table as the binary logarithm of the number of 16-byte entries.
fn scan_table_size(value: &str) -> Result<TableSize, BadValue> {
    const ENTRIES_PER_MIB_LOG2: u32 = 16;
    let mib = |log2: u32| 1_u32.checked_shl(log2.checked_sub(ENTRIES_PER_MIB_LOG2)?);
    value.parse().ok().and_then(mib).and_then(TableSize::from_mib).ok_or_else(|| BadValue {
        key: "tt-size",
        found: value.to_owned(),
        expected: "a whole number from 16 to 40".to_owned(),
    })
}

/// The most pieces of Scan's bitbases, which are its endgame tables; 0 for none.
fn scan_table_pieces(value: &str) -> Result<usize, BadValue> {
    value.parse().ok().filter(|&pieces| pieces <= MAX_PIECES).ok_or_else(|| BadValue {
        key: "bb-size",
        found: value.to_owned(),
        expected: format!("a whole number from 0 to {MAX_PIECES}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declarations_are_what_clients_read() {
        let lines: Vec<_> = declarations(&Config::default()).collect();
        let variant = "param name=variant value=normal type=enum values=\"english giveaway normal losing\"";
        assert_eq!(lines[0], variant);
        for line in [
            "param name=ponder value=true type=bool",
            "param name=table value=64 type=int min=1 max=16777216",
            "param name=multipv value=1 type=int min=1 max=512",
            "param name=threads value=1 type=int min=1 max=256",
            "param name=grain value=0.000001 type=real min=0.000001 max=1",
        ] {
            assert!(lines.iter().any(|declared| declared == line), "{line}");
        }
    }

    #[test]
    fn parameters_have_names_of_their_own() {
        let mut names: Vec<_> = declared().map(Setting::name).collect();
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
            assert_eq!(error.to_string(), format!("bb-size = {value}: expected a whole number from 0 to 8"));
        }
    }

    #[test]
    fn what_cannot_be_set_is_told_and_changes_nothing() {
        let mut config = Config::default();
        for (name, value, message) in [
            ("book", "true", "unknown setting book"),
            ("threads", "0", "engine.threads = 0: expected a whole number from 1 to 256"),
            ("multipv", "0", "analysis.multipv = 0: expected a whole number from 1 to 512"),
            ("table", "0", "engine.table = 0: expected a whole number from 1 to 16777216"),
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
