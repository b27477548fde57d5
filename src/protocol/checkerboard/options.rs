//! The options: those that CheckerBoard defines, and the settings of `engine.toml`.

use super::command::Reply;
use crate::config::{CheckerBoardOptions, Config, SETTINGS, Setting, Value};
use crate::rules::Variant;

/// CheckerBoard's names of some settings.
const NAMES: &[(&str, &str)] = &[
    ("hashsize", "engine.table"),
    ("searchthreads", "engine.threads"),
    ("skilllevel", "engine.skill-level"),
    ("dbpath", "endgame.dir"),
    ("dbmbytes", "endgame.cache"),
    ("max_dbpieces", "endgame.pieces"),
];

/// An option of CheckerBoard for a feature that this engine does not have.
struct Absent {
    name: &'static str,
    /// Its only value.
    value: &'static str,
    /// Why.
    reason: &'static str,
}

const fn absent(name: &'static str, value: &'static str, reason: &'static str) -> Absent {
    Absent { name, value, reason }
}

const NO_BOOK: &str = "there is no opening book";
const NO_CONVERSIONS: &str = "there are no tables of moves to conversion";

const ABSENT: &[Absent] = &[
    absent("book", "0", NO_BOOK),
    absent("bookfile", "", NO_BOOK),
    absent("mtcpath", "", NO_CONVERSIONS),
    absent("enable_mtc", "0", NO_CONVERSIONS),
    absent("solve", "0", "there is no choice of search algorithms here"),
];

/// The value of an option.
pub(super) fn get(config: &Config, name: &str) -> Reply {
    let value = match name {
        "protocolversion" => "2".to_owned(),
        "gametype" => game_type(config.checkerboard.variant).to_string(),
        "enable_wld" => u8::from(config.checkerboard.endgame_tables).to_string(),
        "cpus" => std::thread::available_parallelism().map_or(1, usize::from).to_string(),
        _ => match (setting(name), ABSENT.iter().find(|absent| absent.name == name)) {
            (Some(setting), _) => written(setting.get(config)),
            (None, Some(absent)) => absent.value.to_owned(),
            (None, None) => return Reply::unknown(),
        },
    };
    Reply::done(value)
}

/// Sets an option.
pub(super) fn set(config: &mut Config, name: &str, value: &str) -> Reply {
    if name == "gametype" {
        return set_game_type(config, value);
    }
    if name == "enable_wld" {
        return set_endgame_tables(config, value);
    }
    if let Some(setting) = setting(name) {
        return match setting.set_text(config, value) {
            Ok(()) => Reply::done(written(setting.get(config))),
            Err(error) => Reply::refused(error),
        };
    }
    match ABSENT.iter().find(|absent| absent.name == name) {
        Some(absent) if absent.value == value => Reply::done(value),
        Some(absent) => Reply::refused(absent.reason),
        None => Reply::unknown(),
    }
}

/// Whether an option is the size of the table.
pub(super) fn is_of_table(name: &str) -> bool {
    setting(name).is_some_and(|setting| setting.key == "engine.table")
}

/// Turns the endgame tables on or off.
fn set_endgame_tables(config: &mut Config, value: &str) -> Reply {
    let is_on = match value {
        "0" => false,
        "1" => true,
        _ => return Reply::refused(format_args!("enable_wld = {value:?}: expected 0 or 1")),
    };
    config.checkerboard.endgame_tables = is_on;
    Reply::done(value)
}

/// The setting of this name, as CheckerBoard or `engine.toml` calls it.
fn setting(name: &str) -> Option<&'static Setting> {
    let key = NAMES.iter().find(|(known, _)| *known == name).map(|&(_, key)| key);
    // CheckerBoard supports one line or all of them: that is `allscores`.
    let is_ours = |setting: &&Setting| setting.concerns("checkerboard") && setting.key != "analysis.multipv";
    let mut ours = SETTINGS.iter().filter(is_ours);
    ours.find(|setting| key.map_or(setting.name() == name, |key| setting.key == key))
}

fn written(value: Value) -> String {
    match value {
        Value::Text(text) => text,
        other => other.to_string(),
    }
}

/// Sets the game, by the number of a PDN game type or by the name of a variant. A number shared with the current
/// variant changes nothing: `set gametype 21` does not end give-away.
fn set_game_type(config: &mut Config, value: &str) -> Reply {
    let chosen = &mut config.checkerboard.variant;
    let is_meant = |variant: &Variant| game_type(*variant).to_string() == value;
    let by_number = [*chosen].into_iter().chain(CheckerBoardOptions::variants()).find(is_meant);
    // The number is ambiguous, so the reply to a name is the name.
    let by_name = || CheckerBoardOptions::variants().find(|&variant| value.parse() == Ok(variant));
    let named = if by_number.is_some() { None } else { by_name() };
    let Some(variant) = by_number.or(named) else {
        let names: Vec<_> = CheckerBoardOptions::variants().map(Variant::name).collect();
        return Reply::refused(format_args!("unknown game: expected a game type or one of {}", names.join(", ")));
    };
    *chosen = variant;
    named.map_or_else(|| Reply::done(game_type(variant)), |variant| Reply::done(variant.name()))
}

/// CheckerBoard's number of a game. CheckerBoard treats every game of type 21 as English draughts: it generates and
/// checks the moves itself, and scores a side without a move as the loser.
pub(super) fn game_type(variant: Variant) -> u32 {
    variant.articles().game_type
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(text: &str) -> Reply {
        Reply { is_handled: true, text: text.to_owned() }
    }

    #[test]
    fn every_option_that_checkerboard_asks_for_has_a_value_that_can_be_set() {
        let mut config = Config::default();
        for name in
            "hashsize dbmbytes book solve dbpath mtcpath enable_wld enable_mtc max_dbpieces bookfile searchthreads \
             gametype"
                .split_whitespace()
        {
            let value = get(&config, name);
            assert!(value.is_handled, "{name}");
            assert_eq!(set(&mut config, name, &value.text), value, "{name}");
        }
        assert_eq!(config, Config::default());
        assert_eq!(get(&config, "protocolversion"), done("2"));
        assert!(get(&config, "cpus").text.parse::<u32>().is_ok_and(|cpus| cpus > 0));
    }

    #[test]
    fn what_there_is_not_cannot_be_set() {
        let mut config = Config::default();
        for (name, value, reason) in [
            ("book", "2", "there is no opening book"),
            ("enable_mtc", "1", "there are no tables of moves to conversion"),
            ("enable_wld", "yes", "enable_wld = \"yes\": expected 0 or 1"),
            ("max_dbpieces", "10", "endgame.pieces = 10: expected a whole number from 0 to 8"),
            ("dbmbytes", "0", "endgame.cache = 0: expected a whole number from 1 to 1048576"),
            ("hashsize", "0", "engine.table = 0: expected a whole number from 1 to 16777216"),
            ("hashsize", "many", "engine.table = \"many\": expected a whole number from 1 to 16777216"),
            ("check_wld_dir", "C:\\db", "?"),
            ("", "", "?"),
        ] {
            let refused = Reply { is_handled: false, text: reason.to_owned() };
            assert_eq!(set(&mut config, name, value), refused, "{name}");
        }
        assert_eq!(get(&config, "nonsense"), Reply::unknown());
        assert_eq!(config, Config::default());
    }

    #[test]
    fn our_settings_are_options_too() {
        let mut config = Config::default();
        assert_eq!(set(&mut config, "hashsize", "32"), done("32"));
        assert_eq!(get(&config, "table"), done("32"));
        assert_eq!(set(&mut config, "driver", "mtd-f"), done("mtd-f"));
        assert_eq!(set(&mut config, "variant", "suicide"), done("giveaway"));
        assert!(!set(&mut config, "variant", "international").is_handled);
        assert_eq!(set(&mut config, "searchthreads", "2"), done("2"));
        assert_eq!(get(&config, "threads"), done("2"));
        assert_eq!(set(&mut config, "skilllevel", "3"), done("3"));
        assert_eq!(get(&config, "skill-level"), done("3"));
        assert!(!set(&mut config, "skilllevel", "0").is_handled);
        for not_ours in ["line-gap", "ponder", "multipv"] {
            assert_eq!(get(&config, not_ours), Reply::unknown(), "{not_ours}");
        }
    }

    #[test]
    fn the_endgame_tables_are_told_and_set_as_they_are() {
        let mut config = Config::default();
        let told =
            |config: &Config| ["enable_wld", "dbpath", "max_dbpieces", "dbmbytes"].map(|name| get(config, name).text);
        assert_eq!(told(&config), ["1", "", "4", "64"]);
        for (name, value) in [("dbpath", "src"), ("max_dbpieces", "5"), ("dbmbytes", "256"), ("enable_wld", "0")] {
            assert_eq!(set(&mut config, name, value), done(value));
        }
        assert_eq!(told(&config), ["0", "src", "5", "256"]);
        assert!(!set(&mut config, "dbpath", "C:\\no such folder").is_handled);
        let tables = &config.engine.endgame;
        assert_eq!((tables.pieces, tables.cache), (5, 256 << 20));
        assert_eq!(tables.dir.as_deref(), Some(std::path::Path::new("src")));
    }

    #[test]
    fn games_go_by_number_and_by_name() {
        let mut config = Config::default();
        assert_eq!(set(&mut config, "gametype", "suicide"), done("giveaway"));
        assert_eq!(set(&mut config, "gametype", "21"), done("21"));
        assert_eq!(config.checkerboard.variant, Variant::GIVEAWAY);
        assert_eq!(set(&mut config, "gametype", "english"), done("english"));
        assert_eq!(config.checkerboard.variant, Variant::ENGLISH);
        for other in ["20", "22", "international", "chess", ""] {
            assert!(!set(&mut config, "gametype", other).is_handled, "{other}");
        }
        assert_eq!(config.checkerboard.variant, Variant::ENGLISH);
    }
}
