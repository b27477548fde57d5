//! When a training game ends before the rules say so. What is played after a game is decided teaches nothing, and it is
//! much: kings chase each other for a hundred plies.

use std::fmt;

use crate::arena::adjudication::{DrawCounter, DrawRule, LengthRule, ResignCounter, ResignRule};
use crate::endgame::{Outcome, Tables};
use crate::eval::Score;
use crate::rules::{Game, GameEnd, NoMove, Side, Variant};
use crate::train::record::{Ending, GameResult};

/// The rules by which games of a variant are adjudicated. Values are in men.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Adjudication {
    /// A first search value further from zero than this rejects the opening.
    most_unlevel: f64,
    decided: ResignRule,
    level: DrawRule,
    /// Level values count from so many pieces down.
    ending_pieces: u32,
    /// So many plies of kings without a capture make a draw, unless a side is well ahead.
    quiet_plies: u16,
    /// From here on a side is well ahead: nobody calls the game a draw.
    well_ahead: f64,
    longest: LengthRule,
}

/// What becomes of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is over, with this result for White.
    Over(GameResult, Ending),
    /// It is not to be recorded: its result would mislead.
    Void,
}

impl Adjudication {
    /// The rules for a variant. The limits are where the values of the linear evaluation tell the result in 97 games of a
    /// hundred.
    pub(super) fn of(variant: Variant) -> Adjudication {
        let (most_unlevel, decided) = match variant.articles().no_move {
            NoMove::Loses => (1.5, 5.0),
            NoMove::Wins => (2.0, 6.0),
        };
        Adjudication {
            most_unlevel,
            decided: ResignRule { moves: 3, score: decided, two_sided: true },
            level: DrawRule { from_ply: 0, plies: 30, score: 0.3 },
            ending_pieces: 2 * variant.max_pieces() as u32 / 3,
            quiet_plies: 40,
            well_ahead: 3.0,
            longest: LengthRule { plies: 150 },
        }
    }

    /// Is a game with this value decided?
    pub(super) fn is_decided(&self, score: Score) -> bool {
        score.men().abs() >= self.decided.score
    }

    /// Is an opening with this value a contest?
    pub(super) fn is_contest(&self, score: Score) -> bool {
        score.men().abs() <= self.most_unlevel
    }

    /// What becomes of a game that is too long and has this value for `side`. Between a draw and a decision it is void.
    fn at_full_length(&self, side: Side, score: Score) -> Verdict {
        if self.is_decided(score) {
            let winner = if score > Score::DRAW { side } else { side.opponent() };
            Verdict::Over(GameResult::for_white(Some(winner)), Ending::Decided)
        } else if score.men().abs() < self.well_ahead {
            Verdict::Over(GameResult::Draw, Ending::TooLong)
        } else {
            Verdict::Void
        }
    }
}

impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Adjudication { most_unlevel, decided, level, ending_pieces, quiet_plies, well_ahead, longest } = self;
        write!(f, "opening within {most_unlevel}; ")?;
        write!(f, "decided at {} for {} moves of both sides; ", decided.score, decided.moves)?;
        write!(f, "level within {} for {} plies from {ending_pieces} pieces down, ", level.score, level.plies)?;
        write!(f, "or within {well_ahead} after {quiet_plies} quiet plies or at ply {}", longest.plies)
    }
}

/// Watches one game.
#[derive(Debug)]
pub(super) struct Referee {
    rules: Adjudication,
    decided: ResignCounter,
    level: DrawCounter,
}

impl Referee {
    pub(super) fn new(rules: Adjudication) -> Referee {
        let decided = ResignCounter::new(rules.decided);
        Referee { rules, decided, level: DrawCounter::new(rules.level, 0) }
    }

    /// What the rules of the variant say.
    pub(super) fn by_rules(game: &Game) -> Option<Verdict> {
        Some(match game.end()? {
            GameEnd::Win(win) => Verdict::Over(GameResult::for_white(Some(win.winner)), Ending::NoMove),
            GameEnd::Draw(_) => Verdict::Over(GameResult::Draw, Ending::DrawArticle),
        })
    }

    /// What the endgame tables say. A win that may come too late for the draw articles is played on.
    pub(super) fn by_tables(game: &Game, tables: &Tables) -> Option<Verdict> {
        let known = tables.probe(game.position())?;
        let side = game.position().side();
        let winner = match known.outcome {
            Outcome::Draw => None,
            Outcome::Win => Some(side),
            Outcome::Loss => Some(side.opponent()),
        };
        let plies_left = game.clock().plies_left(&game.variant().articles().draws);
        let is_in_time =
            plies_left.is_none_or(|left| known.plies.is_some_and(|plies| plies <= left)) || winner.is_none();
        is_in_time.then(|| Verdict::Over(GameResult::for_white(winner), Ending::Table))
    }

    /// Takes the value of the position where the game stands; says what follows from it.
    pub(super) fn by_value(&mut self, game: &Game, score: Score) -> Option<Verdict> {
        let position = game.position();
        if let Some(loser) = self.decided.after(position.side(), Some(score.men())) {
            let result = GameResult::for_white(Some(loser.opponent()));
            return Some(Verdict::Over(result, Ending::Decided));
        }
        let is_ending = position.occupied().len() <= self.rules.ending_pieces;
        let is_level = self.level.after(is_ending.then(|| score.men()));
        let is_stuck = game.clock().quiet_plies() >= self.rules.quiet_plies;
        if is_level || (is_stuck && score.men().abs() < self.rules.well_ahead) {
            return Some(Verdict::Over(GameResult::Draw, Ending::LevelEnding));
        }
        let is_too_long = self.rules.longest.ends(game.moves().len());
        is_too_long.then(|| self.rules.at_full_length(position.side(), score))
    }
}
