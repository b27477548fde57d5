//! What the library keeps from one call to the next, and what each call does.

use std::path::Path;

use parking_lot::Mutex;

use super::board::{self, BoardArray, BoardError};
use super::command::{Command, Reply, plain};
use super::history::Record;
use super::machine::{Call, Host, Machine, Turn, TurnError};
use super::played::{CbMove, Played};
use super::{options, status};
use crate::config::Config;
use crate::engine::StartError;
use crate::eval::{Evaluation, EvaluationOptions};
use crate::notation::fen;
use crate::rules::{Board, Position, Rules, Square, Variant, VariantVisitor};
use crate::search::{Table, TableError, TableSize};

/// The engine as CheckerBoard sees it.
///
/// Commands may come while a search is under way: CheckerBoard draws its window meanwhile, and asks for the game type to
/// do so. So what is wanted and the machine that does it have a lock each, and commands never wait for the machine.
#[derive(Debug)]
pub struct Library {
    desk: Mutex<Desk>,
    /// Locked for as long as a search runs. Started when it is first needed.
    machine: Mutex<Option<Machine>>,
}

/// What is wanted.
#[derive(Clone, Debug)]
struct Desk {
    config: Config,
    values_all_moves: bool,
    /// The game that leads to the next position.
    told: Option<Record>,
    /// What was wrong with the settings file.
    fault: Option<String>,
}

/// CheckerBoard tries with this position whether `get movelist` is understood. Its man stands where it would be a king,
/// so that it is no position to us.
const PROBE: &str = "B:W1:B";

impl Library {
    /// Reads the settings file that lies in the folder of the library, if there is one. With a faulty one, the
    /// settings are those that are built in, and `about` says what is wrong.
    pub fn new(folder: Option<&Path>) -> Library {
        let file = folder.map(|folder| folder.join("engine.toml")).filter(|file| file.is_file());
        let (config, fault) = match Config::load(file.as_deref()) {
            Ok(config) => (config, None),
            Err(error) => (Config::default(), Some(error.to_string())),
        };
        let desk = Desk { config, values_all_moves: false, told: None, fault };
        Library { desk: Mutex::new(desk), machine: Mutex::new(None) }
    }

    /// Carries out a command.
    pub fn command(&self, text: &str) -> Reply {
        log::debug!("< {text}");
        let reply = Command::read(text).map_or_else(Reply::unknown, |command| self.execute(command));
        log::debug!("> {}", reply.text);
        reply
    }

    fn execute(&self, command: Command<'_>) -> Reply {
        let mut desk = self.desk.lock();
        match command {
            Command::Name => Reply::done(name(desk.config.checkerboard.variant)),
            Command::About => Reply::done(desk.about()),
            Command::Get { name: "movelist", rest: PROBE } => Reply::list(move_list(&[])),
            Command::Get { name: "movelist", rest } => desk.variant().visit(MoveList(rest)),
            Command::Get { name: "allscores", .. } => Reply::done(u8::from(desk.values_all_moves)),
            Command::Get { name, .. } => options::get(&desk.config, name),
            Command::Set { name: "gamehist", value } => {
                desk.told = Some(Record::read(value));
                Reply::done("gamehist")
            }
            Command::Set { name: "allscores", value } => desk.set_all_scores(value),
            Command::Set { name, value } => self.set(&mut desk, name, value),
            Command::StaticEvaluation(text) => {
                let options = &desk.config.engine.evaluation;
                desk.variant().visit(StaticEvaluation { text, options })
            }
        }
    }

    /// Sets an option. If the engine is idle it must be possible now, else it is tried at the next move. Before the first
    /// move, there must be room now for the table that is asked for.
    fn set(&self, desk: &mut Desk, name: &str, value: &str) -> Reply {
        let mut wanted = desk.config.clone();
        let reply = options::set(&mut wanted, name, value);
        if wanted.engine != desk.config.engine
            && let Some(mut machine) = self.machine.try_lock()
            && let Err(error) = machine.as_mut().map_or_else(
                || has_room(desk.config.engine.table_size, &wanted),
                |machine| machine.configure(&wanted),
            )
        {
            return Reply::refused(error);
        }
        desk.config = wanted;
        reply
    }

    /// Finds a move. `None` if the board is no position, or if the engine cannot be had: the status line says why.
    pub fn turn(&self, call: &Call, host: &mut dyn Host) -> Option<Turn> {
        let mut machine = self.machine.lock();
        let desk = self.desk.lock().clone();
        let result = self.ready(&mut machine, &desk.config).and_then(|machine| {
            let Desk { told, values_all_moves, .. } = &desk;
            desk.variant().visit(Play {
                machine,
                call,
                told: told.as_ref(),
                values_all_moves: *values_all_moves,
                host,
            })
        });
        result.inspect_err(|error| host.show(&error.to_string())).ok()
    }

    /// The machine, set to what is wanted. A table that there is no room for is given up: for the one that the engine
    /// has or, at its start, for the usual one, and then for half of that and so on.
    fn ready<'a>(
        &self,
        machine: &'a mut Option<Machine>,
        wanted: &Config,
    ) -> Result<&'a mut Machine, TurnError> {
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
        let Some(table_size) = TableSize::from_mib(next) else { return Err(error) };
        self.give_up_table(table_size, &error);
        let mut smaller = wanted.clone();
        smaller.engine.table_size = table_size;
        Machine::start(&smaller).or_else(|error| self.start_smaller(&smaller, error))
    }

    /// Wants no larger table than the one that there is.
    fn give_up_table(&self, size: TableSize, error: &dyn std::error::Error) {
        log::error!("{error}");
        self.desk.lock().config.engine.table_size = size;
    }

    /// The legal move from one square to another, if there is one. Of several, any.
    ///
    /// # Errors
    /// [`BoardError`] if the board is no position.
    pub fn legal_move(
        &self,
        board: &BoardArray,
        colour: i32,
        from: i32,
        to: i32,
    ) -> Result<Option<CbMove>, BoardError> {
        let variant = self.desk.lock().variant();
        variant.visit(LegalMove { board, colour, ends: [from, to] })
    }
}

impl Desk {
    const fn variant(&self) -> Variant {
        self.config.checkerboard.variant
    }

    fn set_all_scores(&mut self, value: &str) -> Reply {
        self.values_all_moves = match value {
            "0" => false,
            "1" => true,
            _ => return Reply::refused("expected 0 or 1"),
        };
        Reply::done(value)
    }

    fn about(&self) -> String {
        let name = name(self.variant());
        let state = match &self.fault {
            Some(fault) => format!("The settings are those built in, since\n{fault}"),
            None => format!("It plays {}.", self.variant()),
        };
        format!("{name}\n\nA draughts engine that searches with the MTD family of drivers.\n{state}")
    }
}

/// Is there room for the table that is wanted, if it is another size than `before`? Nothing is kept of it.
fn has_room(before: TableSize, wanted: &Config) -> Result<(), TableError> {
    let Config { engine, .. } = wanted;
    if engine.table_size != before {
        Table::reserve(engine.table_size, engine.table_policy)?;
    }
    Ok(())
}

/// The name of the engine, with the game if it is not the usual one: CheckerBoard shows it above the board, and writes
/// it into records of matches.
fn name(variant: Variant) -> String {
    let name = concat!("Crownhead ", env!("CARGO_PKG_VERSION"));
    if variant == Variant::English { name.to_owned() } else { format!("{name} {variant}") }
}

/// Finds a move in the variant that the machine is set to.
struct Play<'a> {
    machine: &'a mut Machine,
    call: &'a Call,
    told: Option<&'a Record>,
    values_all_moves: bool,
    host: &'a mut dyn Host,
}

impl VariantVisitor for Play<'_> {
    type Output = Result<Turn, TurnError>;
    fn visit<R: Rules>(self) -> Result<Turn, TurnError> {
        self.machine.play::<R>(self.call, self.told, self.values_all_moves, self.host)
    }
}

/// Lists the moves of a FEN.
struct MoveList<'a>(&'a str);

impl VariantVisitor for MoveList<'_> {
    type Output = Reply;
    fn visit<R: Rules>(self) -> Reply {
        match fen::parse::<R>(self.0) {
            Ok(position) => Reply::list(move_list(&all_moves(&position))),
            Err(error) => Reply::refused(error),
        }
    }
}

fn all_moves<R: Rules>(position: &Position<R>) -> Vec<Played> {
    position.moves().iter().map(|mv| Played::new(position, mv)).collect()
}

/// `movelist 2,...;...;`
fn move_list(moves: &[Played]) -> String {
    let items: String = moves.iter().map(|played| format!("{};", played.item())).collect();
    let comma = if moves.is_empty() { "" } else { "," };
    format!("movelist {}{comma}{items}", moves.len())
}

/// Finds a move by its ends.
struct LegalMove<'a> {
    board: &'a BoardArray,
    colour: i32,
    ends: [i32; 2],
}

impl VariantVisitor for LegalMove<'_> {
    type Output = Result<Option<CbMove>, BoardError>;
    fn visit<R: Rules>(self) -> Self::Output {
        let position = board::read::<R>(self.board, board::side(self.colour)?)?;
        let square = |number| Square::from_number(u32::try_from(number).ok()?, R::Board::SQUARES);
        let [Some(from), Some(to)] = self.ends.map(square) else { return Ok(None) };
        let moves = all_moves(&position);
        Ok(moves.iter().find(|played| played.joins(from, to)).map(Played::structure::<R>))
    }
}

/// Values a FEN without a search.
struct StaticEvaluation<'a> {
    text: &'a str,
    options: &'a EvaluationOptions,
}

impl VariantVisitor for StaticEvaluation<'_> {
    type Output = Reply;
    fn visit<R: Rules>(self) -> Reply {
        match fen::parse::<R>(self.text) {
            Ok(position) => {
                let value = status::value(Evaluation::new(self.options).value(&position));
                Reply::done(format_args!("{value} for {}, who is to move", position.side()))
            }
            Err(error) => Reply::refused(error),
        }
    }
}

/// The longest status line: the interface has room for 1024 bytes, the closing zero included.
pub const LONGEST_STATUS: usize = 1023;

/// A status line as it can be shown, cut behind a word if it is too long.
pub fn fitting(line: &str) -> String {
    let text = plain(line, LONGEST_STATUS + 1);
    if text.len() <= LONGEST_STATUS {
        return text;
    }
    let end = text[..LONGEST_STATUS].rfind(' ').unwrap_or(LONGEST_STATUS);
    text[..end].to_owned()
}
