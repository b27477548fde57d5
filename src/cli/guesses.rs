//! The variants of positions and games that do not state them, as several commands guess them.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead};
use std::path::Path;
use std::sync::Arc;

use parking_lot::RwLock;

use super::error::CliError;
use super::terminal::complain;
use crownhead_rules::notation::pdn::{Oddity, PdnError, PdnFault, PdnGame, Reader, hinted};
use crownhead_rules::notation::{Encoding, Guess, Guesser, NotationError, fen};
use crownhead_rules::{AnyPosition, Variant};

/// The most games that are read before one is guessed.
const MOST_LEARNT: usize = 1000;

/// The variant that the name of a file of games names, as in `russian-2024.pdn`.
pub(super) fn of_file_name(file: &Path) -> Option<Variant> {
    hinted(&file.file_stem()?.to_string_lossy())
}

/// Where a text stands in the input; written before what is said of it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// It is the whole input.
    Whole,
    /// The line, from 1.
    Line(u64),
    /// The number of the game, from 1.
    Game(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Whole => Ok(()),
            Place::Line(line) => write!(f, "line {line}: "),
            Place::Game(game) => write!(f, "game {game}: "),
        }
    }
}

/// A guesser that learns from the games that are read while others ask it.
#[derive(Clone, Debug)]
pub(super) struct SharedGuesser(Arc<RwLock<Guesser>>);

impl SharedGuesser {
    /// A guesser that chooses this variant where others are not likelier.
    pub(super) fn preferring(variant: Variant) -> SharedGuesser {
        SharedGuesser(Arc::new(RwLock::new(Guesser::preferring(Some(variant)))))
    }

    /// The variant of a game without the tags for it.
    pub(super) fn guess(&self, game: &PdnGame) -> Guess {
        self.ask(|guesser| guesser.guess(game))
    }

    fn ask<T>(&self, ask: impl FnOnce(&Guesser) -> T) -> T {
        ask(&self.0.read())
    }

    fn teach(&self, teach: impl FnOnce(&mut Guesser)) {
        teach(&mut self.0.write());
    }
}

/// What the user was told of how games are read.
#[derive(Debug, Default)]
pub(super) struct Told {
    guessed: Vec<Variant>,
    /// What is unusual in the games so far.
    oddities: Vec<Oddity>,
}

impl Told {
    /// Whether a guess is to be told: each variant once, where others fit too, or where another one was guessed before.
    pub(super) fn is_new(&mut self, guess: &Guess) -> bool {
        if !guess.fits || self.guessed.contains(&guess.variant) {
            return false;
        }
        let is_told = !guess.others.is_empty() || !self.guessed.is_empty();
        self.guessed.push(guess.variant);
        is_told
    }

    /// Whether an oddity is to be told: each once.
    pub(super) fn is_new_oddity(&mut self, oddity: &Oddity) -> bool {
        let is_new = !self.oddities.contains(oddity);
        if is_new {
            self.oddities.push(oddity.clone());
        }
        is_new
    }
}

/// Guesses the variants of positions and games that do not state it, and reports what the user should know of that.
#[derive(Debug)]
pub(super) struct Guesses {
    guesser: SharedGuesser,
    told: RefCell<Told>,
}

impl Guesses {
    /// Guesses that choose this variant where others are not likelier.
    pub(super) fn preferring(variant: Variant) -> Guesses {
        Guesses { guesser: SharedGuesser::preferring(variant), told: RefCell::default() }
    }

    /// The variant of a position, and of moves that follow it. Fails with [`CliError::Notation`], or
    /// [`CliError::NoGameFits`] with what is wrong with the position in the nearest variant.
    pub(super) fn variant(&self, fen: Option<&str>, moves: &[&str], place: Place) -> Result<Variant, CliError> {
        let guess = self.guesser.ask(|guesser| guesser.guess_position(fen, moves));
        match fen.map(|fen| fen::parse(guess.variant, fen)) {
            Some(Err(fault)) if fault.may_fit_another_variant() => {
                Err(CliError::NoGameFits { fault, nearest: guess.variant })
            }
            Some(Err(fault)) => Err(fault.into()),
            _ => {
                self.report(&guess, place);
                Ok(guess.variant)
            }
        }
    }

    /// Reads a position of the variant that is given, or else of the likeliest one, which is then likelier for the next
    /// position.
    pub(super) fn position(&self, given: Option<Variant>, fen: &str, place: Place) -> Result<AnyPosition, CliError> {
        let variant = given.map_or_else(|| self.variant(Some(fen), &[], place), Ok)?;
        let position = fen::parse(variant, fen)?;
        if given.is_none() {
            self.guesser.teach(|guesser| guesser.learn_position(fen));
        }
        report_unknown_side(fen, &position, place);
        Ok(position)
    }

    /// The variant of a game: the one that is given, or that it states, or else the likeliest.
    pub(super) fn of_game(&self, given: Option<Variant>, game: &PdnGame) -> Result<Variant, PdnError> {
        if let Some(variant) = given.map_or_else(|| game.variant(), |given| Ok(Some(given)))? {
            return Ok(variant);
        }
        let guess = self.guesser.guess(game);
        self.report(&guess, Place::Game(game.number));
        Ok(guess.variant)
    }

    /// What to add to an error about a game: the variant that it fits or, if it states none and fits none, the nearest.
    pub(super) fn hint(&self, given: Option<Variant>, game: &PdnGame, error: &PdnError) -> String {
        use PdnFault::{Fen, GameType, Move, Variant as Name};
        // What is ambiguous is right by the rules, and needs more squares rather than another game.
        let is_ambiguous = matches!(&error.fault, Move { fault: NotationError::AmbiguousMove { .. }, .. });
        let is_of_rules = matches!(error.fault, Fen { .. } | GameType(_) | Move { .. } | Name(_)) && !is_ambiguous;
        let text = if game.moves.is_empty() { game.fen().map(|_| "position fits") } else { Some("moves fit") };
        let Some(text) = text.filter(|_| is_of_rules) else { return String::new() };
        let guess = self.guesser.guess(game);
        match (guess.fits, given.is_none() && game.variant() == Ok(None)) {
            (true, _) => format!(" (the {text} {}: choose it with --variant)", guess.variant),
            (false, true) => format!(" ({})", told(&guess)),
            (false, false) => String::new(),
        }
    }

    pub(super) fn report_oddities(&self, given: Option<Variant>, variant: Variant, game: &PdnGame) {
        for oddity in game.oddities(variant).into_iter().filter(|oddity| given.is_none() || !oddity.is_of_tags()) {
            if self.told.borrow_mut().is_new_oddity(&oddity) {
                complain(format_args!("{}{}", Place::Game(game.number), told_oddity(&oddity)));
            }
        }
    }

    fn report(&self, guess: &Guess, place: Place) {
        if self.told.borrow_mut().is_new(guess) {
            complain(format_args!("{place}{}", told(guess)));
        }
    }
}

/// A guess, and what to do if it is not what the user means.
pub(super) fn told(guess: &Guess) -> String {
    match guess.others.len() {
        0 if guess.fits => guess.to_string(),
        1 if guess.fits => format!("{guess}: choose it with --variant"),
        _ => format!("{guess}: choose one with --variant"),
    }
}

/// The same of an oddity.
pub(super) fn told_oddity(oddity: &Oddity) -> String {
    let advice = if matches!(oddity, Oddity::Code { .. }) { ": choose it with --variant" } else { "" };
    format!("{oddity}{advice}")
}

/// Reports who moves where a FEN that is the whole input has `?` for it.
pub(super) fn report_unknown_side(fen: &str, position: &AnyPosition, place: Place) {
    if matches!(place, Place::Whole) && fen::has_unknown_side(fen) {
        let (first, variant) = (position.side(), position.variant());
        complain(format_args!("the FEN does not say who moves: {first} does, as at the start of {variant}"));
    }
}

/// The games of a file or of standard input. Where one could be of several variants, the others are read first, up to
/// [`MOST_LEARNT`], so that they count for the guess.
pub(super) struct Games<B> {
    reader: Reader<B>,
    /// What guesses the variants of games; `None` if nothing is guessed.
    guesser: Option<SharedGuesser>,
    /// The games that were read in advance.
    ahead: VecDeque<io::Result<PdnGame>>,
    learnt: usize,
}

impl<B: BufRead> Games<B> {
    /// The games of `reader`; nothing is guessed if a variant is given.
    pub(super) fn new(reader: Reader<B>, given: Option<Variant>, guesses: &Guesses) -> Games<B> {
        Games::teaching(reader, given.is_none().then(|| guesses.guesser.clone()))
    }

    /// The games of `reader`, from the first of which a guesser learns.
    pub(super) fn teaching(reader: Reader<B>, guesser: Option<SharedGuesser>) -> Games<B> {
        Games { reader, guesser, ahead: VecDeque::new(), learnt: 0 }
    }

    /// The encodings of the input so far, but for UTF-8.
    pub(super) fn encodings(&self) -> &[Encoding] {
        self.reader.encodings()
    }

    fn read(&mut self) -> Option<io::Result<PdnGame>> {
        let game = self.reader.next()?;
        if let (Ok(game), Some(guesser)) = (&game, &self.guesser)
            && self.learnt < MOST_LEARNT
        {
            guesser.teach(|guesser| guesser.learn(game));
            self.learnt += 1;
        }
        Some(game)
    }

    fn is_unsure(&self, game: &PdnGame) -> bool {
        let guesser = self.guesser.as_ref().filter(|_| !game.states_variant());
        guesser.is_some_and(|guesser| {
            let guess = guesser.guess(game);
            !guess.fits || !guess.others.is_empty()
        })
    }
}

impl<B: BufRead> Iterator for Games<B> {
    type Item = io::Result<PdnGame>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.ahead.pop_front().or_else(|| self.read())?;
        if self.learnt < MOST_LEARNT && game.as_ref().is_ok_and(|game| self.is_unsure(game)) {
            while self.learnt < MOST_LEARNT {
                let Some(next) = self.read() else { break };
                self.ahead.push_back(next);
            }
        }
        Some(game)
    }
}
