//! `crownhead train export`: scored positions for other programs.

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};
use indicatif::ProgressBar;

use crate::cli::analyze::{open, unreadable};
use crate::cli::error::CliError;
use crate::cli::flags::{EncodingFlag, file_name as name, variant_help};
use crate::cli::guesses::{Games, Guesses};
use crate::cli::terminal::{complain, on_signal, progress_bar};
use crate::train::TrainError;
use crate::train::export::{Export, ScoredPosition, of_pdn, of_record};
use crate::train::record::{GamesHeader, GamesReader};
use crownhead_engine::support::files;
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::Variant;
use crownhead_rules::notation::pdn::{PdnGame, Reader};
use crownhead_rules::notation::{Encoding, counted};

/// Write scored positions for other programs, as a Parquet file or as NumPy arrays
///
/// The positions are those of records of `train games` and of games in PDN, all of one variant. Of a game in PDN, the
/// value of a position is that of the comment behind the move that led to it (`[%eval 0.35] [%depth 17]`), as `match
/// --pdn` and `analyze` write it. A faulty game is named on standard error and left out; then the exit code is 1. After
/// Ctrl-C nothing is kept.
#[derive(Clone, Debug, Args)]
#[command(group = ArgGroup::new("format").args(["parquet", "numpy"]).required(true).multiple(true))]
#[command(after_help = "The columns:
  fen             the position; NumPy has `bitboards` and `turns` instead, of
                  which the Python package makes a batch:
                  Positions.from_bitboards(variant, bitboards, turns)
  move            in Hub form, as `crownhead moves` lists them; in NumPy,
                  `origin` and `destination` are squares from 1, 0 for none
  value           in men, for the side to move; null or nan if unknown
  depth           of its search, in plies; null or 0 if unknown
  result          of the game for the side to move: 1, 0 or -1; null or -128 if
                  unknown, and beside the game
  game, ply       the number of the game, and of the position in it, from 0
  capture         the side to move must capture
  decided         the value is beyond the limit at which the game was ended
  repeated        the position occurred before
  only_move       there is one legal move
  sideline        the position is beside the game

Examples:
  crownhead train export english.games --parquet english.parquet
  crownhead train export english-*.games --numpy arrays
  crownhead train export annotated.pdn --variant russian --parquet russian.parquet")]
pub(super) struct ExportArgs {
    /// Records of `train games`, and PDN files; `-` is PDN from standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    #[arg(long, value_name = "NAME", help = variant_help())]
    variant: Option<Variant>,

    /// The encoding of PDN that is not UTF-8, a label such as windows-1251 [default: guessed for each game]
    #[arg(long, value_name = "LABEL")]
    encoding: Option<Encoding>,

    /// The Parquet file to write
    #[arg(long, value_name = "FILE")]
    parquet: Option<PathBuf>,

    /// The folder for the arrays, a file of `.npy` for each column
    #[arg(long, value_name = "FOLDER")]
    numpy: Option<PathBuf>,

    /// Show no progress, even on a terminal
    #[arg(long)]
    quiet: bool,
}

impl ExportArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let interrupt = on_signal()?;
        let bar = progress_bar(0, "{spinner} {pos} games, {msg} positions", self.quiet);
        let mut writing =
            Writing { args: &self, variant: self.variant, exports: Vec::new(), games: 0, positions: 0, faults: 0, bar };
        for file in &self.files {
            writing.take(file, &interrupt)?;
        }
        writing.bar.finish_and_clear();
        let Writing { variant, exports, games, positions, faults, .. } = writing;
        let Some(variant) = variant.filter(|_| games > 0) else {
            return Err(CliError::NoGame(name(&self.files[0]).into_owned()));
        };
        for (export, path) in exports {
            export.finish().map_err(TrainError::io(&path))?;
        }
        writeln!(
            out,
            "{variant}: {} of {}",
            counted(positions, "position", "positions"),
            counted(games, "game", "games")
        )?;
        if faults == 0 { Ok(()) } else { Err(CliError::BadGames(faults)) }
    }
}

struct Writing<'a> {
    args: &'a ExportArgs,
    /// The variant of all games; the first one decides.
    variant: Option<Variant>,
    exports: Vec<(Export, PathBuf)>,
    games: u64,
    positions: u64,
    faults: usize,
    bar: ProgressBar,
}

impl Writing<'_> {
    fn take(&mut self, file: &Path, interrupt: &Interrupt) -> Result<(), CliError> {
        if file.as_os_str() != "-" && is_record(file).map_err(TrainError::io(file))? {
            self.take_record(file, interrupt)
        } else {
            self.take_pdn(file, interrupt)
        }
    }

    fn take_record(&mut self, file: &Path, interrupt: &Interrupt) -> Result<(), CliError> {
        let stated = GamesHeader::read(file).map_err(TrainError::from)?.variant.parse::<Variant>()?;
        for game in GamesReader::open(*self.variant.get_or_insert(stated), file).map_err(TrainError::from)? {
            interrupt.check().map_err(|_| TrainError::NothingKept)?;
            let positions = of_record(&game.map_err(TrainError::from)?, self.games);
            self.add(&positions)?;
        }
        Ok(())
    }

    fn take_pdn(&mut self, file: &Path, interrupt: &Interrupt) -> Result<(), CliError> {
        let guesses = Guesses::preferring(Variant::ENGLISH);
        let mut games = Games::new(Reader::in_encoding(open(file)?, self.args.encoding), self.args.variant, &guesses);
        for game in games.by_ref() {
            interrupt.check().map_err(|_| TrainError::NothingKept)?;
            let game = game.map_err(|error| unreadable(file, error))?;
            if let Err(fault) = self.take_game(&game, &guesses)? {
                self.faults += 1;
                self.bar.suspend(|| complain(format_args!("{}: {fault}", name(file))));
            }
        }
        EncodingFlag::tell(file, games.encodings());
        Ok(())
    }

    /// Adds a game, or says what is wrong with it.
    fn take_game(&mut self, game: &PdnGame, guesses: &Guesses) -> Result<Result<(), String>, CliError> {
        let given = self.args.variant;
        let played = guesses.of_game(given, game).and_then(|variant| Ok((variant, game.stretches(variant)?)));
        let (variant, stretches) = match played {
            Ok(played) => played,
            Err(error) => return Ok(Err(format!("{error}{}", guesses.hint(given, game, &error)))),
        };
        match self.variant {
            Some(expected) if expected != variant => {
                Ok(Err(format!("game {}: it is {variant}: expected {expected}, as the games before", game.number)))
            }
            _ => {
                self.variant = Some(variant);
                self.add(&of_pdn(game, &stretches, variant, self.games)).map(Ok)
            }
        }
    }

    fn add(&mut self, positions: &[ScoredPosition]) -> Result<(), CliError> {
        if self.exports.is_empty() {
            self.exports = self.create()?;
        }
        for (export, path) in &mut self.exports {
            export.add(positions).map_err(TrainError::io(path))?;
        }
        self.games += 1;
        self.positions += positions.len() as u64;
        self.bar.inc(1);
        self.bar.set_message(self.positions.to_string());
        Ok(())
    }

    fn create(&self) -> Result<Vec<(Export, PathBuf)>, TrainError> {
        let variant = self.variant.unwrap_or(Variant::ENGLISH);
        let parquet = self.args.parquet.iter().map(|path| (path, Export::parquet(path, variant)));
        let numpy = self.args.numpy.iter().map(|path| (path, Export::numpy(path, variant)));
        let created = parquet.chain(numpy);
        created.map(|(path, export)| Ok((export.map_err(TrainError::io(path))?, path.clone()))).collect()
    }
}

/// Whether a file begins as records of games do.
fn is_record(file: &Path) -> io::Result<bool> {
    let mut reader = BufReader::new(files::open(file)?);
    Ok(reader.fill_buf()?.starts_with(b"crownhead games "))
}
