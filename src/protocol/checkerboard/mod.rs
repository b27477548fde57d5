//! The engine as a library for CheckerBoard, a board program for Windows (M. Fierz, E. Gilbert), and for other hosts of
//! its interface, version 2 (CheckerBoard, cb_api_reference.htm).
//!
//! A host loads the library and calls three functions, which [`abi`] exports: `getmove` finds a move, `enginecommand`
//! executes text commands, `islegal` checks a move. [`Library`] implements them. This file has the state between calls.

mod abi;
mod board;
mod command;
mod machine;
mod status;

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;

use board::{BoardArray, BoardError, CbMove, Played, renumbered};
use command::{Command, Reply, get_option, is_of_table, plain, set_option, switch};
use machine::{Call, Host, Machine, Screen, Turn, TurnError, Wishes, engine_options};

use crownhead_engine::config::{Config, ConfigError, SETTINGS};
use crownhead_engine::engine::{EngineOptions, StartError};
use crownhead_engine::eval::{Evaluation, EvaluationOptions};
use crownhead_engine::search::{Table, TableError, TableSize};
use crownhead_engine::support::files;
use crownhead_engine::support::journal::write_atomically;
use crownhead_rules::notation::{NotationError, fen};
use crownhead_rules::{AnyPosition, Square, Variant};

/// The engine for CheckerBoard.
///
/// Commands can arrive during a search: CheckerBoard asks for the game type while it draws its window. So the settings
/// and the machine have separate locks, and commands never wait for the machine.
#[derive(Debug)]
pub struct Library {
    settings: Mutex<Settings>,
    /// Locked while a search runs. Started when it is first needed.
    machine: Mutex<Option<Machine>>,
    folder: Option<PathBuf>,
}

#[derive(Clone, Debug)]
struct Settings {
    config: Config,
    /// Those of `engine.toml`.
    usual: Config,
    wishes: Wishes,
    /// The game that leads to the next position, as the host has sent it.
    sent: Option<String>,
    /// The error in a settings file, if any.
    fault: Option<String>,
    is_fault_shown: bool,
    /// The file that keeps the settings for the next session, if its folder is known.
    kept: Option<PathBuf>,
    /// The size of the table that was set, where there is no room for it now.
    wanted_table: Option<TableSize>,
}

/// The help file that belongs beside the library.
const HELP_FILE: &str = "crownhead.htm";

/// CheckerBoard sends this position to check whether `get movelist` is supported. It is not a valid position: its man
/// stands on the king row.
const PROBE: &str = "B:W1:B";

impl Library {
    /// Reads the settings files in the folder of the library, if there are any: `engine.toml`, and the file of settings
    /// made in the host. If one is invalid, it is ignored, and `about` and the first status lines show the error. The second
    /// is not written to then, so that what it has is not lost.
    pub fn new(folder: Option<&Path>) -> Library {
        let file = folder.map(|folder| folder.join("engine.toml")).filter(|file| file.is_file());
        let usual = Config::load(file.as_deref());
        let usual = usual.and_then(|config| check_weights(&config, file.as_deref()).map(|()| config));
        let mut fault = usual.as_ref().err().map(ToString::to_string);
        let usual = usual.unwrap_or_default();
        let mut kept = folder.map(|folder| folder.join(KEPT_FILE));
        let mut config = usual.clone();
        let read = |file: &Path| read_kept(&mut config, file).and_then(|()| check_weights(&config, Some(file)));
        if let Some(Err(error)) = kept.as_deref().map(read) {
            fault = fault.or(Some(error.to_string()));
            (config, kept) = (usual.clone(), None);
        }
        let settings = Settings {
            config,
            usual,
            wishes: Wishes::default(),
            sent: None,
            fault,
            is_fault_shown: false,
            kept,
            wanted_table: None,
        };
        Library { settings: Mutex::new(settings), machine: Mutex::new(None), folder: folder.map(Path::to_owned) }
    }

    pub fn command(&self, text: &str) -> Reply {
        log::debug!("< {text}");
        let reply = Command::read(text).map_or_else(Reply::unknown, |command| self.execute(command));
        log::debug!("> {}", reply.text);
        reply
    }

    fn execute(&self, command: Command<'_>) -> Reply {
        let mut settings = self.settings.lock();
        match command {
            Command::Name => Reply::done(name(settings.config.checkerboard.variant)),
            Command::About => Reply::done(settings.about()),
            Command::Help => self.help(),
            Command::Get { name: "movelist", rest: PROBE } => Reply::list(move_list(&[])),
            Command::Get { name: "movelist", rest } => list_moves(settings.variant(), rest),
            Command::Get { name: "allscores", .. } => Reply::done(u8::from(settings.wishes.values_all_moves)),
            Command::Get { name: "solve", .. } => Reply::done(u8::from(settings.wishes.solves)),
            Command::Get { name, .. } => get_option(&settings.config, name),
            Command::Set { name: "gamehist", value } => {
                settings.sent = Some(value.to_owned());
                Reply::done("gamehist")
            }
            Command::Set { name: "allscores", value } => switched(&mut settings.wishes.values_all_moves, value),
            Command::Set { name: "solve", value } => switched(&mut settings.wishes.solves, value),
            Command::Set { name, value } => self.set(&mut settings, name, value),
            Command::StaticEvaluation(text) => {
                let options = &settings.config.engine.evaluation;
                static_evaluation(settings.variant(), text, options)
            }
        }
    }

    /// The name of the help file. CheckerBoard opens it in its folder of engines, and says that there is none if the
    /// command is not executed.
    fn help(&self) -> Reply {
        let is_there = |folder: &PathBuf| folder.join(HELP_FILE).is_file();
        if self.folder.as_ref().is_some_and(is_there) { Reply::done(HELP_FILE) } else { Reply::unknown() }
    }

    /// Sets an option. If the engine is idle, the option is applied now; otherwise before the next move. Before the
    /// first move, the requested table must fit into memory now.
    fn set(&self, settings: &mut Settings, name: &str, value: &str) -> Reply {
        let mut wanted = settings.config.clone();
        let reply = set_option(&mut wanted, name, value);
        let variant = wanted.checkerboard.variant;
        if (wanted.unread_weights.is_some() || variant != settings.variant())
            && let Err(error) = wanted.read_weights().and_then(|()| wanted.check_weights(variant))
        {
            return Reply::refused(error);
        }
        if engine_options(&wanted) != engine_options(&settings.config)
            && let Some(mut machine) = self.machine.try_lock()
            && let Err(error) = machine.as_mut().map_or_else(
                || has_room(settings.config.engine.table_size, &wanted.engine),
                |machine| machine.configure(&wanted),
            )
        {
            return Reply::refused(error);
        }
        let sets_table = reply.is_handled && is_of_table(name);
        if wanted != settings.config || (sets_table && settings.wanted_table.is_some()) {
            if sets_table {
                settings.wanted_table = None;
            }
            settings.config = wanted;
            settings.keep();
        }
        reply
    }

    /// Finds a move. `None` if the board is invalid or the engine cannot be started: the status line shows the error.
    pub fn turn(&self, call: &Call, host: &mut dyn Host) -> Option<Turn> {
        let mut machine = self.machine.lock();
        let settings = self.settings.lock().clone();
        let fault = self.settings.lock().fault_to_show();
        let mut screen = Screen::new(host, fault);
        let result = self
            .ready(&mut machine, &settings.config)
            .and_then(|machine| machine.play(call, settings.sent.as_deref(), settings.wishes, &mut screen));
        result.inspect_err(|error| screen.show(&error.to_string())).ok()
    }

    /// The machine with the requested settings. If the table cannot be allocated, the engine keeps its table or, at the
    /// start, tries the default size, then half of that and so on.
    fn ready<'a>(&self, machine: &'a mut Option<Machine>, wanted: &Config) -> Result<&'a mut Machine, TurnError> {
        if machine.is_none() {
            *machine = Some(Machine::start(wanted).or_else(|error| self.start_smaller(wanted, error))?);
        }
        let Some(machine) = machine else { return Err(TurnError::Silence) };
        if let Err(error) = machine.configure(wanted) {
            self.give_up_table(machine.table_size(), &error);
        }
        Ok(machine)
    }

    fn start_smaller(&self, wanted: &Config, error: StartError) -> Result<Machine, StartError> {
        let usual = Config::default().engine.table_size.mib();
        let next = usual.min(wanted.engine.table_size.mib() / 2);
        // A smaller table does not help against any other error.
        let table_size = TableSize::from_mib(next).filter(|_| matches!(error, StartError::Table(_)));
        let Some(table_size) = table_size else { return Err(error) };
        self.give_up_table(table_size, &error);
        let mut smaller = wanted.clone();
        smaller.engine.table_size = table_size;
        Machine::start(&smaller).or_else(|error| self.start_smaller(&smaller, error))
    }

    /// Reduces the requested size to that of the existing table, for this session.
    fn give_up_table(&self, size: TableSize, error: &dyn std::error::Error) {
        log::error!("{error}");
        let mut settings = self.settings.lock();
        let wanted = std::mem::replace(&mut settings.config.engine.table_size, size);
        settings.wanted_table.get_or_insert(wanted);
    }

    /// The legal move from one square to another, if there is one. If there are several, any of them.
    pub fn legal_move(
        &self,
        board: &BoardArray,
        colour: i32,
        from: i32,
        to: i32,
    ) -> Result<Option<CbMove>, BoardError> {
        let variant = self.settings.lock().variant();
        let position = board::read(variant, board, board::side(colour)?)?;
        let square = |number| {
            let square = Square::from_number(u32::try_from(number).ok()?, variant.board().size)?;
            Some(renumbered(variant, square))
        };
        let [Some(from), Some(to)] = [from, to].map(square) else { return Ok(None) };
        Ok(all_moves(&position).iter().find(|played| played.joins(from, to)).map(Played::structure))
    }
}

impl Settings {
    const fn variant(&self) -> Variant {
        self.config.checkerboard.variant
    }

    /// Keeps the settings that differ from the usual ones for the next session, in which there may be room for the table.
    fn keep(&self) {
        let Some(file) = &self.kept else { return };
        let mut config = self.config.clone();
        config.engine.table_size = self.wanted_table.unwrap_or(config.engine.table_size);
        let mut text = KEPT_HEAD.to_owned();
        for setting in SETTINGS.iter().filter(|setting| setting.get(&config) != setting.get(&self.usual)) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{} = {}", setting.key, setting.kept(&config));
        }
        // Programs can lie in folders that nobody may write to.
        if let Err(error) = write_atomically(file, text.as_bytes()) {
            log::warn!("the settings hold for this session only: {error}");
        }
    }

    /// The error in a settings file, the first time.
    fn fault_to_show(&mut self) -> Option<String> {
        if std::mem::replace(&mut self.is_fault_shown, true) { None } else { self.fault.clone() }
    }

    fn about(&self) -> String {
        let name = name(self.variant());
        let state = match &self.fault {
            Some(fault) => format!("A settings file is ignored, because of an error:\n{fault}"),
            None => format!("It plays {}.", self.variant()),
        };
        format!("{name}\n\nA draughts engine that searches with the MTD family of drivers.\n{state}")
    }
}

/// Turns a wish on or off.
fn switched(wish: &mut bool, value: &str) -> Reply {
    let Some(is_on) = switch(value) else { return Reply::refused("expected 0 or 1") };
    *wish = is_on;
    Reply::done(value)
}

const KEPT_FILE: &str = "checkerboard.toml";

const KEPT_HEAD: &str = "\
# Written by Crownhead: the settings made in CheckerBoard. They hold before those of engine.toml.
# Delete this file, while CheckerBoard is closed, to forget them.
";

fn read_kept(config: &mut Config, file: &Path) -> Result<(), ConfigError> {
    match files::read_text(file) {
        Ok(text) => config.read(&file.display().to_string(), &text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(source) => Err(ConfigError::Read(file.to_owned(), source)),
    }
}

/// Fails if a settings file names weights for another variant than the one that it sets.
fn check_weights(config: &Config, file: Option<&Path>) -> Result<(), ConfigError> {
    let place = || file.unwrap_or(Path::new("")).display().to_string();
    let checked = config.check_weights(config.checkerboard.variant);
    checked.map_err(|cause| ConfigError::Value(place(), cause))
}

/// Checks that the requested table can be allocated if its size differs from `before`. The table is dropped again.
fn has_room(before: TableSize, wanted: &EngineOptions) -> Result<(), TableError> {
    if wanted.table_size != before {
        Table::reserve(wanted.table_size)?;
    }
    Ok(())
}

/// The name of the engine, with the variant if it is not English: CheckerBoard shows it above the board, and writes it
/// into match records.
fn name(variant: Variant) -> String {
    let name = concat!("Crownhead ", env!("CARGO_PKG_VERSION"));
    if variant == Variant::ENGLISH { name.to_owned() } else { format!("{name} {variant}") }
}

/// Reads a FEN with CheckerBoard's numbers.
fn read_position(variant: Variant, text: &str) -> Result<AnyPosition, NotationError> {
    fen::parse_renumbered(variant, text, |square| renumbered(variant, square))
}

fn list_moves(variant: Variant, text: &str) -> Reply {
    match read_position(variant, text) {
        Ok(position) => Reply::list(move_list(&all_moves(&position))),
        Err(error) => Reply::refused(error),
    }
}

fn all_moves(position: &AnyPosition) -> Vec<Played> {
    position.moves().iter().map(|mv| Played::new(position, mv)).collect()
}

/// `movelist 2,...;...;`
fn move_list(moves: &[Played]) -> String {
    let items: String = moves.iter().map(|played| format!("{};", played.item())).collect();
    let comma = if moves.is_empty() { "" } else { "," };
    format!("movelist {}{comma}{items}", moves.len())
}

fn static_evaluation(variant: Variant, text: &str, options: &EvaluationOptions) -> Reply {
    match read_position(variant, text) {
        Ok(position) => {
            let value = status::value(Evaluation::new(variant, options).value(&position));
            Reply::done(format_args!("{value} for {}, who is to move", position.side()))
        }
        Err(error) => Reply::refused(error),
    }
}

/// The maximum length of a status line: the interface has a buffer of 1024 bytes, including the terminating zero.
pub const LONGEST_STATUS: usize = 1023;

/// A status line, cut after a word if it is too long.
pub fn fitting(line: &str) -> String {
    let text = plain(line, LONGEST_STATUS + 1);
    if text.len() <= LONGEST_STATUS {
        return text;
    }
    let end = text[..LONGEST_STATUS].rfind(' ').unwrap_or(LONGEST_STATUS);
    text[..end].to_owned()
}
