//! When a training game ends before the rules say so. What is played after a game is decided teaches nothing, and there
//! is much of it: kings chase each other for a hundred plies.

use std::fmt;

use crate::arena::adjudication::{DrawCounter, DrawRule, ResignCounter, ResignRule, winner_by_tables};
use crate::statistics::Outcome;
use crate::train::record::Ending;
use crownhead_engine::endgame::Tables;
use crownhead_engine::eval::Score;
use crownhead_rules::{DrawReason, Game, GameEnd, NoMove, Side, Variant};

/// Level values draw a game after this number of plies.
const LEVEL: DrawRule = DrawRule { from_ply: 0, plies: 30, score: 0.3 };
/// This number of plies of kings without a capture makes a draw, unless a side is well ahead.
const QUIET_PLIES: u16 = 40;
/// From here on a side is well ahead: the game is not drawn. In men.
const WELL_AHEAD: f64 = 3.0;
/// The plies of a game that nothing else ends.
const LONGEST: usize = 150;

/// The rules by which games of a variant are adjudicated. Values are in men.
#[derive(Clone, Copy, Debug)]
pub(super) struct Adjudication {
    /// A first search value further from zero than this rejects the opening.
    most_unlevel: f64,
    decided: ResignRule,
    /// Level values count from this number of pieces down.
    ending_pieces: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ruling {
    /// It is over, with this result for White.
    Over(Outcome, Ending),
    /// It is not recorded: its result would mislead.
    Void,
}

impl Adjudication {
    /// The rules for a variant. The limits are where the values of the linear evaluation predict the result of 97 games
    /// in a hundred.
    pub(super) fn of(variant: Variant) -> Adjudication {
        let (most_unlevel, decided) = match variant.articles().no_move {
            NoMove::Loses => (1.5, 5.0),
            NoMove::Wins => (2.0, 6.0),
        };
        let decided = ResignRule { moves: 3, score: decided, two_sided: true };
        Adjudication { most_unlevel, decided, ending_pieces: 2 * variant.max_pieces() as u32 / 3 }
    }

    pub(super) fn is_decided(&self, score: Score) -> bool {
        score.men().abs() >= self.decided.score
    }

    pub(super) fn is_contest(&self, score: Score) -> bool {
        score.men().abs() <= self.most_unlevel
    }

    /// The end of a game that is too long and has this value for `side`. Between a draw and a decision it is void.
    fn at_full_length(&self, side: Side, score: Score) -> Ruling {
        if self.is_decided(score) {
            won_by(if score > Score::DRAW { side } else { side.opponent() }, Ending::Decided)
        } else if score.men().abs() < WELL_AHEAD {
            Ruling::Over(Outcome::Draw, Ending::TooLong)
        } else {
            Ruling::Void
        }
    }
}

impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Adjudication { most_unlevel, decided, ending_pieces } = self;
        write!(f, "opening within {most_unlevel}; ")?;
        write!(f, "decided at {} for {} moves of both sides; ", decided.score, decided.moves)?;
        write!(f, "level within {} for {} plies from {ending_pieces} pieces down, ", LEVEL.score, LEVEL.plies)?;
        write!(f, "or within {WELL_AHEAD} after {QUIET_PLIES} quiet plies or at ply {LONGEST}")
    }
}

fn won_by(winner: Side, ending: Ending) -> Ruling {
    Ruling::Over(if winner == Side::White { Outcome::Win } else { Outcome::Loss }, ending)
}

/// The end of a game by the rules of its variant, or by a claim.
pub(super) fn by_rules(game: &Game) -> Option<Ruling> {
    Some(match game.end_or_claim()? {
        GameEnd::Win(win) => won_by(win.winner, Ending::NoMove),
        GameEnd::Draw(DrawReason::Claim) => Ruling::Over(Outcome::Draw, Ending::LevelEnding),
        GameEnd::Draw(_) => Ruling::Over(Outcome::Draw, Ending::DrawArticle),
    })
}

pub(super) fn by_tables(game: &Game, tables: &Tables) -> Option<Ruling> {
    let (winner, _) = winner_by_tables(game, tables)?;
    Some(winner.map_or(Ruling::Over(Outcome::Draw, Ending::Table), |winner| won_by(winner, Ending::Table)))
}

/// Adjudicates one game by its values.
#[derive(Debug)]
pub(super) struct Adjudicator {
    rules: Adjudication,
    decided: ResignCounter,
    level: DrawCounter,
}

impl Adjudicator {
    pub(super) fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator { rules, decided: ResignCounter::new(rules.decided), level: DrawCounter::new(LEVEL, 0) }
    }

    /// Takes the value of the current position. Returns the end of the game, if this is it.
    pub(super) fn after(&mut self, game: &Game, score: Score) -> Option<Ruling> {
        let position = game.position();
        if let Some(loser) = self.decided.after(position.side(), Some(score.men())) {
            return Some(won_by(loser.opponent(), Ending::Decided));
        }
        let is_ending = position.occupied().len() <= self.rules.ending_pieces;
        let is_level = self.level.after(is_ending.then(|| score.men()));
        let is_stuck = game.clock().quiet_plies() >= QUIET_PLIES;
        if is_level || (is_stuck && score.men().abs() < WELL_AHEAD) {
            return Some(Ruling::Over(Outcome::Draw, Ending::LevelEnding));
        }
        (game.moves().len() >= LONGEST).then(|| self.rules.at_full_length(position.side(), score))
    }
}
