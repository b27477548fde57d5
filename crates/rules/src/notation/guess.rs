//! What game a text is of, where it does not say so.

use std::fmt;

use super::pdn::{Fit, Note, PdnGame};
use super::{MoveText, NotationError, column, fen, joins_squares};
use crate::rules::{AnyPosition, Game, MoveNotation, NoMove, Variant};

/// The variant that a text is likely to be of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The likeliest variant; if the text fits none, the one that fits the most of it.
    pub variant: Variant,
    /// Whether the text fits its rules.
    pub fits: bool,
    /// The other variants that it fits, the likeliest first.
    pub others: Vec<Variant>,
}

impl fmt::Display for Guess {
    /// `read as english; giveaway fits too`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Guess { variant, fits, others } = self;
        match others.as_slice() {
            _ if !fits => write!(f, "no game fits; the nearest is {variant}"),
            [] => write!(f, "read as {variant}"),
            [other] => write!(f, "read as {variant}; {other} fits too"),
            [first, second] => {
                write!(f, "read as {variant}; {first} and {second} fit too")
            }
            [first, others @ ..] => {
                let count = others.len();
                write!(f, "read as {variant}; {first} and {count} other games fit too")
            }
        }
    }
}

/// Guesses the games of a file from their squares, the legality of their moves, and the other games of the file.
#[derive(Clone, Debug)]
pub struct Guesser {
    /// The variant to choose where nothing tells it from others.
    preferred: Option<Variant>,
    /// The number of games that fit each variant, in the order of [`Variant::ALL`].
    votes: Vec<u32>,
}

impl Default for Guesser {
    /// A guesser that prefers no variant.
    fn default() -> Guesser {
        Guesser::preferring(None)
    }
}

impl Guesser {
    /// A guesser that chooses this variant where others are not likelier.
    pub fn preferring(preferred: Option<Variant>) -> Guesser {
        Guesser { preferred, votes: vec![0; Variant::ALL.len()] }
    }

    /// Takes a game into account for those that do not state their variant.
    pub fn learn(&mut self, game: &PdnGame) {
        let fitting = match game.variant() {
            Ok(Some(stated)) => vec![stated],
            Ok(None) if !game.moves.is_empty() => {
                Variant::ALL.iter().copied().filter(|&variant| game.fit(variant).is_ok()).collect()
            }
            _ => return,
        };
        self.vote(&fitting);
    }

    /// Takes a position into account for those that follow.
    pub fn learn_position(&mut self, fen: &str) {
        let fitting: Vec<_> =
            Variant::ALL.iter().copied().filter(|&variant| fen::parse(variant, fen).is_ok()).collect();
        self.vote(&fitting);
    }

    fn vote(&mut self, fitting: &[Variant]) {
        for (votes, variant) in self.votes.iter_mut().zip(Variant::ALL) {
            *votes += u32::from(fitting.contains(variant));
        }
    }

    /// The variant of a game without the tags for it.
    pub fn guess(&self, game: &PdnGame) -> Guess {
        // Those who write Portuguese and letters play by the rules of Brazil.
        let by_language = || (game.is_lettered() == Some(true) && is_portuguese(game)).then_some(Variant::BRAZILIAN);
        let hinted = game.tags.hinted().or_else(|| game.hinted_above()).or_else(by_language);
        self.likeliest(game.is_lettered(), game.fen(), hinted, |variant| game.fit(variant).map(|fit| fit == Fit::Usual))
    }

    /// The variant of a position, as FEN, and of moves that follow it.
    pub fn guess_position(&self, fen: Option<&str>, moves: &[&str]) -> Guess {
        let of_moves =
            || moves.first().map(|mv| mv.contains(|letter| column(letter).is_some() && !joins_squares(letter)));
        let is_lettered = fen.and_then(fen::is_lettered).or_else(of_moves);
        self.likeliest(is_lettered, fen, None, |variant| plies_played(variant, fen, moves).map(|()| true))
    }

    /// The likeliest variant of a text with this position, which says that it is `hinted`. `fits` says whether the
    /// text fits one, and then whether it does so in the usual way, and if it does not, how much of it does.
    fn likeliest(
        &self,
        is_lettered: Option<bool>,
        fen: Option<&str>,
        hinted: Option<Variant>,
        fits: impl Fn(Variant) -> Result<bool, usize>,
    ) -> Guess {
        let counts_king_moves = fen.is_some_and(fen::counts_king_moves);
        let mut fitting: Vec<_> = Variant::ALL
            .iter()
            .copied()
            .zip(&self.votes)
            .map(|(variant, &votes)| {
                let articles = variant.articles();
                let has_letters = articles.notation != MoveNotation::Numbers;
                let is_rare = articles.no_move == NoMove::Wins || articles.kings_to_win.is_some();
                let is_opening =
                    fen.is_some_and(|fen| fen::parse(variant, fen).is_ok_and(|position| is_opening(&position)));
                let rank = (
                    counts_king_moves && articles.king_run == u8::MAX,
                    hinted.is_some_and(|hinted| hinted != variant),
                    !is_opening,
                    std::cmp::Reverse(votes),
                    // Pieces on squares of one colour alone are hardly of a game on all squares.
                    variant.board().size == variant.board().rows * variant.board().columns,
                    is_lettered == Some(true) && !has_letters,
                    Some(variant) != self.preferred,
                    is_lettered == Some(false) && has_letters,
                    is_rare,
                );
                (fits(variant), rank, variant)
            })
            .collect();
        // Of those that do not fit, what most games of the file are comes first, then what fits the most of the text.
        fitting.sort_by_key(|&(fits, rank, _)| {
            let votes = fits.is_err().then_some(rank.3);
            (fits.is_err(), fits.is_ok() && rank.0, fits == Ok(false), votes, std::cmp::Reverse(fits.err()), rank)
        });
        let fits = fitting.first().is_some_and(|(fits, ..)| fits.is_ok());
        let mut variants = fitting.into_iter().filter(|(own, ..)| own.is_ok() == fits).map(|(_, _, variant)| variant);
        let variant = variants.next().unwrap_or(Variant::ENGLISH);
        Guess { variant, fits, others: if fits { variants.collect() } else { Vec::new() } }
    }
}

/// Whether the words beside the moves of a game are Portuguese, and of no other language.
fn is_portuguese(game: &PdnGame) -> bool {
    const WORDS: [&str; 6] = ["brancas", "pretas", "rodada", "venceram", "vencem", "melhor"];
    let notes = game.notes.iter().chain(game.moves.iter().flat_map(|mv| &mv.notes));
    let texts = notes.filter_map(|note| match note {
        Note::Text(text) | Note::Comment(text) | Note::LineComment(text) => Some(text.as_str()),
        _ => None,
    });
    let mut words = texts.chain([game.written_result()]).flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
    words.any(|word| WORDS.contains(&word.to_lowercase().as_str()))
}

/// Whether most of the pieces stand where they begin.
fn is_opening(position: &AnyPosition) -> bool {
    let start = position.variant().start();
    let (mut at_home, mut moved) = (0, 0);
    for square in position.board().squares() {
        match (start.piece_at(square), position.piece_at(square)) {
            (None, None) => {}
            (first, now) if first == now => at_home += 1,
            _ => moved += 1,
        }
    }
    at_home >= 3 * moved
}

/// Plays moves from a position.
///
/// # Errors
/// How much of it fits, as a number that grows with it: the squares of the board if one of the position is not among
/// them, more if the position has another fault, and more again with each legal move.
fn plies_played(variant: Variant, fen: Option<&str>, moves: &[&str]) -> Result<(), usize> {
    const FAULTY_POSITION: usize = 1 << 8;
    let start = fen.map_or_else(|| Ok(variant.start()), |fen| fen::parse(variant, fen));
    let start = start.map_err(|fault| match fault {
        NotationError::OffBoard { squares, .. } => squares,
        _ => FAULTY_POSITION,
    })?;
    let mut game = Game::new(start);
    for text in moves {
        let mv = MoveText::parse(variant, text).and_then(|text| text.resolve(game.position()));
        let played = mv.is_ok_and(|mv| game.play(mv).is_ok());
        if !played {
            return Err(FAULTY_POSITION + 1 + game.moves().len());
        }
    }
    Ok(())
}
