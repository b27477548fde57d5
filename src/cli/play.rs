//! `crownhead play`: a game on the terminal.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::board::games_folder;
use super::error::CliError;
use super::flags::{fen_text, variant_help};
use super::guesses::{Guesses, Place};
use super::terminal;
use crate::board::{Action, BoardError, Canvas, MoveView, NewGame, Room, Seat, Store, View};
use crownhead_engine::config::Config;
use crownhead_engine::engine::{BadTimeControl, SkillLevel, TimeLimit};
use crownhead_engine::support::files;
use crownhead_rules::{Side, Variant};

/// Play a game on the terminal
///
/// Type moves as 11-15 or 11x18; `help` lists the other commands. `crownhead board` is a board in the browser.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  crownhead play
  crownhead play --variant international --level 5 --white
  crownhead play --level 10 --clock 300+2 --name Anna
  crownhead play --fen W:W30:B21,K15")]
pub(super) struct PlayArgs {
    #[arg(long, value_name = "NAME", help = format!("{} [default: that of the FEN, or else terminal.variant of the settings]", variant_help()))]
    variant: Option<Variant>,

    /// The level of the engine, from 1 to 10
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,

    /// Play White [default: the side that moves first]
    #[arg(long, conflicts_with = "black")]
    white: bool,

    /// Play Black
    #[arg(long)]
    black: bool,

    /// The clock of each side, in seconds, as 300+5 [default: none]
    #[arg(long, value_name = "TIME", value_parser = clock)]
    clock: Option<TimeLimit>,

    /// The position to begin with, as FEN
    #[arg(long, value_parser = fen_text())]
    fen: Option<String>,

    /// Your name in games that are saved, which is remembered [default: the one typed last, or else Human]
    #[arg(long)]
    name: Option<String>,

    /// The seed of what the engine overlooks at a lower level
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

fn clock(text: &str) -> Result<TimeLimit, String> {
    text.parse().map(TimeLimit::Clock).map_err(|error: BadTimeControl| error.to_string())
}

const HELP: &str = "\
  11-15, c3-d4   play this move; a capture may name its squares: 11x18x25
  moves          list the legal moves
  board          draw the board
  hint           ask for a move
  undo           take your last move back, or that you resigned or agreed on a draw
  level N        change the level of the engine, from 1 to 10
  draw           offer a draw
  resign         resign the game
  save FILE      write the game to a new PDN file
  quit           leave";

/// The longest wait for the engine before looking again.
const LOOK: Duration = Duration::from_secs(1);

impl PlayArgs {
    pub(super) fn run(self, config: Config, out: &mut impl Write) -> Result<(), CliError> {
        let preferred = config.terminal.variant;
        let variant = match (self.variant, self.fen.as_deref()) {
            (Some(variant), _) => variant,
            (None, Some(fen)) => Guesses::preferring(preferred).variant(Some(fen), &[], Place::Whole)?,
            (None, None) => preferred,
        };
        let time = self.clock.unwrap_or_default();
        let game = NewGame { fen: self.fen, time, seed: self.seed, ..NewGame::of(variant) };
        let room = Room::open(&game, &config)?;
        let is_white = self.white || (!self.black && room.view().side == Side::White.letter());
        let person = if is_white { Side::White } else { Side::Black };
        // The parser accepts levels only.
        let level = SkillLevel::new(self.level).unwrap_or(SkillLevel::MAX);
        let name = own_name(self.name);
        room.act(&seats(person, level, name.as_deref()))?;
        writeln!(out, "{variant}: you are {person}, against {}. `help` lists the commands.", Seat::Engine(level))?;
        Table { room, person, name, out }.play(io::stdin().lock())
    }
}

struct Table<'o, W: Write> {
    room: Room,
    person: Side,
    name: Option<String>,
    out: &'o mut W,
}

/// What a typed line did.
enum Done {
    /// The position may be another one: it is drawn.
    Changed(Box<View>),
    Answered,
    Quit,
}

impl<W: Write> Table<'_, W> {
    fn play(mut self, mut input: impl BufRead) -> Result<(), CliError> {
        let mut view = self.await_turn(self.room.view())?;
        self.draw(&view)?;
        loop {
            write!(self.out, "> ")?;
            self.out.flush()?;
            let Some(line) = next_line(&mut input)? else {
                writeln!(self.out)?;
                return Ok(());
            };
            // The time may have run out while nothing was typed.
            let now = self.room.view();
            if now.result.is_some() && view.result.is_none() {
                self.draw(&now)?;
            }
            view = now;
            match self.take(&line, &view)? {
                Done::Changed(changed) => {
                    view = self.await_turn(*changed)?;
                    self.draw(&view)?;
                }
                Done::Answered => {}
                Done::Quit => return Ok(()),
            }
        }
    }

    /// Waits until the engine has moved and found its hint, and prints its moves.
    fn await_turn(&mut self, mut view: View) -> Result<View, CliError> {
        let shown = view.moves.len();
        while view.is_thinking || view.is_hinting {
            view = self.room.wait(view.version, LOOK);
        }
        for (index, mv) in view.moves.iter().enumerate().skip(shown) {
            writeln!(self.out, "{}. {} {}", index / 2 + 1, view.names[1 - self.person.index()], mv.text)?;
        }
        Ok(view)
    }

    fn draw(&mut self, view: &View) -> io::Result<()> {
        writeln!(self.out)?;
        let canvas = Canvas { is_turned: self.person == Side::Black, ..terminal::canvas() };
        for row in self.room.diagram(canvas) {
            writeln!(self.out, "{row}")?;
        }
        let side = if view.side == Side::White.letter() { Side::White } else { Side::Black };
        if view.result.is_none() {
            writeln!(self.out, "{side} to move.")?;
        }
        for (side, clock) in Side::ALL.into_iter().zip(view.clocks) {
            if let Some(clock) = clock {
                writeln!(self.out, "{side}: {:.0} s", clock.seconds)?;
            }
        }
        match &view.result {
            Some(result) => writeln!(self.out, "{result}. `undo`, `save FILE` or `quit`?"),
            None if view.legal.iter().all(|mv| !mv.captured.is_empty()) => {
                writeln!(self.out, "You must capture: {}", listed(&view.legal))
            }
            None => Ok(()),
        }
    }

    fn take(&mut self, line: &str, view: &View) -> Result<Done, CliError> {
        let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let action = match word {
            "" => {
                let example = view.legal.first().map_or("undo", |mv| mv.text.as_str());
                return self.say(&format!("type a move or a command, as in: {example}; `help` lists the commands"));
            }
            "quit" | "exit" => return Ok(Done::Quit),
            "help" | "?" => return self.say(HELP),
            "moves" => return self.say(&listed(&view.legal)),
            "board" | "d" => return Ok(Done::Changed(Box::new(self.room.view()))),
            "save" => return self.save(rest),
            "hint" => Action::Hint,
            "undo" => Action::TakeBack,
            "draw" => Action::Draw,
            "resign" => Action::Resign,
            "level" => match rest.parse().ok().and_then(SkillLevel::new) {
                Some(level) => seats(self.person, level, self.name.as_deref()),
                None => {
                    return self.say(&format!("{rest:?} is not a level: expected 1 to 10, as in: level 4"));
                }
            },
            // In a game that is over, the room would take a move for the beginning of a variation.
            _ if view.result.is_some() => return self.say(&BoardError::Over.to_string()),
            _ => Action::Move { ply: view.moves.len(), text: line.to_owned(), is_trial: false },
        };
        match self.room.act(&action) {
            Err(error) => {
                let hint = if matches!(action, Action::Move { .. }) { "; `moves` lists the legal ones" } else { "" };
                self.say(&format!("{error}{hint}"))
            }
            Ok(view) => self.reply(&action, view),
        }
    }

    /// What an action that was carried out shows.
    fn reply(&mut self, action: &Action, view: View) -> Result<Done, CliError> {
        if let Some(notice) = &view.notice {
            return self.say(notice);
        }
        match action {
            Action::Hint => {
                let view = self.await_turn(view)?;
                let hint = view.hint.map_or_else(|| "there is no move".to_owned(), |mv| mv.text);
                self.say(&hint)
            }
            Action::Seats { .. } => self.say(&format!("you play {}", view.names[1 - self.person.index()])),
            _ => Ok(Done::Changed(Box::new(view))),
        }
    }

    /// A file that exists is not overwritten.
    fn save(&mut self, name: &str) -> Result<Done, CliError> {
        if name.is_empty() {
            return self.say("expected a file, as in: save game.pdn");
        }
        let path = PathBuf::from(name);
        let written = std::fs::File::create_new(&path).and_then(|mut file| write!(file, "{}", self.room.pdn()));
        match written {
            Ok(()) => self.say(&format!("saved to {}", path.display())),
            Err(error) => self.say(&format!("cannot write {}: {error}", path.display())),
        }
    }

    fn say(&mut self, text: &str) -> Result<Done, CliError> {
        writeln!(self.out, "{text}")?;
        Ok(Done::Answered)
    }
}

/// The next line that is typed. Bytes that are not UTF-8 become the replacement character: no command has it, and the
/// answer to the line shows it.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let length = files::read_line(input, &mut bytes)?;
    Ok((length > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_owned()))
}

/// The name of the person: the one that is given, which is remembered, or the one typed last, here or on the board.
fn own_name(given: Option<String>) -> Option<String> {
    let folder = games_folder().filter(|folder| given.is_some() || folder.is_dir());
    let store = folder.and_then(|folder| Store::open(&folder).ok());
    if let (Some(store), Some(name)) = (&store, &given) {
        store.remember_name(name.trim());
    }
    given.or_else(|| store?.name())
}

/// Seats a person at one side and the engine at the other.
fn seats(person: Side, level: SkillLevel, name: Option<&str>) -> Action {
    let mut seats = [Seat::Human; 2];
    seats[person.opponent().index()] = Seat::Engine(level);
    let mut names = [None, None];
    names[person.index()] = name.map(str::to_owned);
    let [white, black] = seats;
    Action::Seats { white, black, names }
}

fn listed(moves: &[MoveView]) -> String {
    moves.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>().join(" ")
}
