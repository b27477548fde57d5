//! The commands of `enginecommand`, their replies, and the options: those that CheckerBoard defines, and the settings of
//! `engine.toml`.

use crownhead_engine::config::{CheckerBoardOptions, Config, SETTINGS, Setting};
use crownhead_rules::Variant;

/// A known command. The argument reaches to the end of the text: paths can contain blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    Name,
    About,
    Help,
    /// The value of an option. The rest of the command is the position for `movelist`.
    Get {
        name: &'a str,
        rest: &'a str,
    },
    Set {
        name: &'a str,
        value: &'a str,
    },
    StaticEvaluation(&'a str),
}

impl<'a> Command<'a> {
    pub(super) fn read(text: &'a str) -> Option<Command<'a>> {
        let (word, rest) = split(text);
        Some(match word {
            "name" => Command::Name,
            "about" => Command::About,
            "help" => Command::Help,
            "get" => {
                let (name, rest) = split(rest);
                Command::Get { name, rest }
            }
            "set" => {
                let (name, value) = split(rest);
                Command::Set { name, value }
            }
            "staticevaluation" => Command::StaticEvaluation(rest),
            _ => return None,
        })
    }
}

/// The first word, and the rest without the blanks around it.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    pub is_handled: bool,
    pub text: String,
}

/// The maximum length of a reply: CheckerBoard receives many in a buffer of 256 bytes, including the terminating zero.
pub(super) const LONGEST: usize = 255;
/// The maximum length of a move list, which CheckerBoard receives in the 1024 bytes that the interface specifies.
pub(super) const LONGEST_LIST: usize = 1023;

impl Reply {
    pub(super) fn done(text: impl std::fmt::Display) -> Reply {
        Reply { is_handled: true, text: plain(&text.to_string(), LONGEST) }
    }

    /// The command is known but failed.
    pub(super) fn refused(text: impl std::fmt::Display) -> Reply {
        Reply { is_handled: false, text: plain(&text.to_string(), LONGEST) }
    }

    /// The command is unknown: the interface requires a question mark.
    pub(super) fn unknown() -> Reply {
        Reply::refused("?")
    }

    /// A list of moves, unless it is too long.
    pub(super) fn list(text: String) -> Reply {
        if text.len() <= LONGEST_LIST { Reply { is_handled: true, text } } else { Reply::unknown() }
    }
}

/// The beginning of a text, up to a number of bytes. Characters that CheckerBoard cannot show are replaced: it does not
/// support UTF-8.
pub(super) fn plain(text: &str, most: usize) -> String {
    let show = |c: char| if matches!(c, ' '..='~' | '\n') { c } else { '?' };
    text.chars().take(most).map(show).collect()
}

const NAMES: &[(&str, &str)] = &[
    ("hashsize", "engine.table"),
    ("searchthreads", "engine.threads"),
    ("skilllevel", "engine.skill-level"),
    ("dbpath", "endgame.dir"),
    ("dbmbytes", "endgame.cache"),
    ("max_dbpieces", "endgame.pieces"),
    ("bookfile", "book.file"),
];

const NO_CONVERSIONS: &str = "there are no tables of moves to conversion";

/// The options of CheckerBoard for features that this engine does not have: the name, the only value, and the reason.
const ABSENT: &[(&str, &str, &str)] = &[("mtcpath", "", NO_CONVERSIONS), ("enable_mtc", "0", NO_CONVERSIONS)];

fn absent(name: &str) -> Option<&'static (&'static str, &'static str, &'static str)> {
    ABSENT.iter().find(|(absent, ..)| *absent == name)
}

pub(super) fn get_option(config: &Config, name: &str) -> Reply {
    let value = match name {
        "protocolversion" => "2".to_owned(),
        "gametype" => game_type(config.checkerboard.variant).to_string(),
        "enable_wld" => u8::from(config.checkerboard.endgame_tables).to_string(),
        "book" => book_choice(config).to_string(),
        "cpus" => std::thread::available_parallelism().map_or(1, usize::from).to_string(),
        _ => match (setting(name), absent(name)) {
            (Some(setting), _) => setting.get(config).unquoted(),
            (None, Some((_, value, _))) => (*value).to_owned(),
            (None, None) => return Reply::unknown(),
        },
    };
    Reply::done(value)
}

pub(super) fn set_option(config: &mut Config, name: &str, value: &str) -> Reply {
    if name == "gametype" {
        return set_game_type(config, value);
    }
    if name == "enable_wld" {
        return set_endgame_tables(config, value);
    }
    if name == "book" {
        return set_book_choice(config, value);
    }
    if let Some(setting) = setting(name) {
        return match setting.set_text(config, value) {
            Ok(()) => Reply::done(setting.get(config).unquoted()),
            Err(error) => Reply::refused(error),
        };
    }
    match absent(name) {
        Some((_, only, _)) if *only == value => Reply::done(value),
        Some((.., reason)) => Reply::refused(reason),
        None => Reply::unknown(),
    }
}

pub(super) fn is_of_table(name: &str) -> bool {
    setting(name).is_some_and(|setting| setting.key == "engine.table")
}

/// The value of an option that is on or off.
pub(super) fn switch(value: &str) -> Option<bool> {
    match value {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

fn set_endgame_tables(config: &mut Config, value: &str) -> Reply {
    let Some(is_on) = switch(value) else {
        return Reply::refused(format_args!("enable_wld = {value:?}: expected 0 or 1"));
    };
    config.checkerboard.endgame_tables = is_on;
    Reply::done(value)
}

/// What moves of the opening book may lose, in men, by CheckerBoard's choices 1 to 3: all kinds of moves, good ones, and
/// the best one. 0 is no book.
const BOOK_MARGINS: [f64; 3] = [0.1, 0.04, 0.0];

/// CheckerBoard's choice of the book: the one with the next narrower margin, or the same.
fn book_choice(config: &Config) -> usize {
    let book = &config.engine.book;
    let choice =
        BOOK_MARGINS.iter().position(|margin| book.margin >= *margin).map_or(BOOK_MARGINS.len(), |place| place + 1);
    if book.enabled { choice } else { 0 }
}

fn set_book_choice(config: &mut Config, value: &str) -> Reply {
    let choice = value.parse().ok().filter(|choice: &usize| *choice <= BOOK_MARGINS.len());
    let Some(choice) = choice else {
        return Reply::refused(format_args!("book = {value:?}: expected 0 (off), 1 (wide), 2 (narrow) or 3 (best)"));
    };
    let book = &mut config.engine.book;
    book.enabled = choice > 0;
    if book.enabled {
        book.margin = BOOK_MARGINS[choice - 1];
    }
    Reply::done(choice)
}

/// The setting of this name, as CheckerBoard or `engine.toml` calls it.
fn setting(name: &str) -> Option<&'static Setting> {
    let key = NAMES.iter().find(|(known, _)| *known == name).map(|&(_, key)| key);
    // CheckerBoard supports one line or all of them: that is `allscores`.
    let is_ours = |setting: &&Setting| setting.concerns("checkerboard") && setting.key != "analysis.multipv";
    let mut ours = SETTINGS.iter().filter(is_ours);
    ours.find(|setting| key.map_or(setting.name() == name, |key| setting.key == key))
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
fn game_type(variant: Variant) -> u32 {
    variant.articles().game_type
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands() {
        assert_eq!(Command::read("name"), Some(Command::Name));
        assert_eq!(Command::read(" about \r\n"), Some(Command::About));
        let get = |name, rest| Some(Command::Get { name, rest });
        assert_eq!(Command::read("get hashsize"), get("hashsize", ""));
        assert_eq!(Command::read("get movelist B:W1:B"), get("movelist", "B:W1:B"));
        assert_eq!(Command::read("get"), get("", ""));
        let set = |name, value| Some(Command::Set { name, value });
        assert_eq!(Command::read("set  dbpath  C:\\Program Files\\db "), set("dbpath", "C:\\Program Files\\db"));
        assert_eq!(Command::read("set book"), set("book", ""));
        assert_eq!(Command::read("staticevaluation W:W1:B2"), Some(Command::StaticEvaluation("W:W1:B2")));
        assert_eq!(Command::read("help"), Some(Command::Help));
        for text in ["", " ", "NAME", "HELP", "nonsense", "12-16 22-18"] {
            assert_eq!(Command::read(text), None, "{text}");
        }
    }

    #[test]
    fn replies_are_short_and_plain() {
        assert_eq!(Reply::done("ä\tb\nc").text, "??b\nc");
        assert_eq!(Reply::refused("é".repeat(1000)).text, "?".repeat(LONGEST));
        assert!(!Reply::list("x".repeat(LONGEST_LIST + 1)).is_handled);
        assert!(Reply::list("x".repeat(LONGEST_LIST)).is_handled);
    }

    fn done(text: &str) -> Reply {
        Reply { is_handled: true, text: text.to_owned() }
    }

    #[test]
    fn every_option_that_checkerboard_asks_for_has_a_value_that_can_be_set() {
        let mut config = Config::default();
        for name in "hashsize dbmbytes book dbpath mtcpath enable_wld enable_mtc max_dbpieces bookfile searchthreads \
             gametype"
            .split_whitespace()
        {
            let value = get_option(&config, name);
            assert!(value.is_handled, "{name}");
            assert_eq!(set_option(&mut config, name, &value.text), value, "{name}");
        }
        assert_eq!(config, Config::default());
        assert_eq!(get_option(&config, "protocolversion"), done("2"));
        assert!(get_option(&config, "cpus").text.parse::<u32>().is_ok_and(|cpus| cpus > 0));
    }

    #[test]
    fn what_there_is_not_cannot_be_set() {
        let mut config = Config::default();
        for (name, value, reason) in [
            ("book", "4", "book = \"4\": expected 0 (off), 1 (wide), 2 (narrow) or 3 (best)"),
            (
                "bookfile",
                "C:\\no.book",
                "book.file = \"C:\\\\no.book\": expected the path of an opening book, or nothing",
            ),
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
            assert_eq!(set_option(&mut config, name, value), refused, "{name}");
        }
        assert_eq!(get_option(&config, "nonsense"), Reply::unknown());
        assert_eq!(config, Config::default());
    }

    #[test]
    fn our_settings_are_options_too() {
        let mut config = Config::default();
        assert_eq!(set_option(&mut config, "hashsize", "32"), done("32"));
        assert_eq!(get_option(&config, "table"), done("32"));
        assert_eq!(set_option(&mut config, "driver", "mtd-f"), done("mtd-f"));
        assert_eq!(set_option(&mut config, "variant", "suicide"), done("giveaway"));
        assert!(!set_option(&mut config, "variant", "international").is_handled);
        assert_eq!(set_option(&mut config, "searchthreads", "2"), done("2"));
        assert_eq!(get_option(&config, "threads"), done("2"));
        assert_eq!(set_option(&mut config, "skilllevel", "3"), done("3"));
        assert_eq!(get_option(&config, "skill-level"), done("3"));
        assert!(!set_option(&mut config, "skilllevel", "0").is_handled);
        for not_ours in ["line-gap", "ponder", "multipv"] {
            assert_eq!(get_option(&config, not_ours), Reply::unknown(), "{not_ours}");
        }
    }

    #[test]
    fn the_endgame_tables_are_told_and_set_as_they_are() {
        let mut config = Config::default();
        let values = |config: &Config| {
            ["enable_wld", "dbpath", "max_dbpieces", "dbmbytes"].map(|name| get_option(config, name).text)
        };
        assert_eq!(values(&config), ["1", "", "4", "64"]);
        for (name, value) in [("dbpath", "src"), ("max_dbpieces", "5"), ("dbmbytes", "256"), ("enable_wld", "0")] {
            assert_eq!(set_option(&mut config, name, value), done(value));
        }
        assert_eq!(values(&config), ["0", "src", "5", "256"]);
        assert!(!set_option(&mut config, "dbpath", "C:\\no such folder").is_handled);
        let tables = &config.engine.endgame;
        assert_eq!((tables.pieces, tables.cache), (5, 256 << 20));
        assert_eq!(tables.dir.as_deref(), Some(std::path::Path::new("src")));
    }

    #[test]
    fn the_choices_of_the_book_are_margins() {
        let mut config = Config::default();
        for (choice, margin) in [("1", 0.1), ("2", 0.04), ("3", 0.0)] {
            assert_eq!(set_option(&mut config, "book", choice), done(choice));
            assert_eq!((config.engine.book.enabled, config.engine.book.margin), (true, margin));
            assert_eq!(get_option(&config, "book"), done(choice));
        }
        assert_eq!(set_option(&mut config, "book", "0"), done("0"));
        assert!(!config.engine.book.enabled && get_option(&config, "book") == done("0"));
        for (margin, choice) in [(1.0, "1"), (0.05, "2"), (0.01, "3")] {
            config.engine.book = crownhead_engine::book::BookOptions { margin, ..Default::default() };
            assert_eq!(get_option(&config, "book"), done(choice));
        }
    }

    #[test]
    fn games_go_by_number_and_by_name() {
        let mut config = Config::default();
        assert_eq!(set_option(&mut config, "gametype", "suicide"), done("giveaway"));
        assert_eq!(set_option(&mut config, "gametype", "21"), done("21"));
        assert_eq!(config.checkerboard.variant, Variant::GIVEAWAY);
        assert_eq!(set_option(&mut config, "gametype", "english"), done("english"));
        assert_eq!(config.checkerboard.variant, Variant::ENGLISH);
        for (name, variant) in [("22", Variant::ITALIAN), ("25", Variant::RUSSIAN), ("29", Variant::CZECH)] {
            assert_eq!(set_option(&mut config, "gametype", name), done(name));
            assert_eq!(config.checkerboard.variant, variant);
        }
        assert_eq!(set_option(&mut config, "gametype", "21"), done("21"));
        for other in ["20", "30", "international", "chess", ""] {
            assert!(!set_option(&mut config, "gametype", other).is_handled, "{other}");
        }
        assert_eq!(config.checkerboard.variant, Variant::ENGLISH);
    }
}
