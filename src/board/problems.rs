//! Problems that a person solves against the best defence. Nothing of them is kept here: a request has all moves.

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::game::given_text;
use super::names::{read_fen, read_move, write_fen};
use super::request::BoardError;
use super::state::picture;
use super::view::{MoveView, Shape};
use super::{MOST_PLIES, solver};
use crate::review::{Problem, built_in_problems, read_problems, win};
use crownhead_engine::endgame::TablesOptions;
use crownhead_engine::engine::StartError;
use crownhead_engine::search::Prover;
use crownhead_rules::{Game, Variant};

/// The most nodes for each question to the proof search: a small part of a second, and far more than the problems in
/// the program need.
const NODES: u64 = 500_000;

/// A request for a list of problems: those of a PDN text or file, or else those in the program.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ListRequest {
    /// The variant; with a text, it applies if a game does not state one.
    variant: String,
    pdn: Option<String>,
    /// The bytes of a PDN file that is not in UTF-8, as the characters with these numbers, instead of `pdn`.
    file: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct ListedProblem {
    variant: &'static str,
    fen: String,
    /// `stroke` or `ending`, if that is known.
    kind: Option<&'static str>,
    level: Option<u8>,
    title: Option<String>,
}

impl ListRequest {
    pub(super) fn list(self) -> Result<Vec<ListedProblem>, BoardError> {
        let variant: Variant = self.variant.parse()?;
        let built_in = || built_in_problems(variant).map_err(BoardError::UnreadablePdn);
        let text = given_text(self.pdn, self.file).map_or_else(built_in, |text| Ok(Some(text)))?;
        let problems = read_problems(&text.unwrap_or_default(), variant)?;
        let listed = |problem: &Problem| ListedProblem {
            variant: problem.solution.variant().name(),
            fen: write_fen(&problem.start()),
            kind: problem.kind.map(|kind| kind.name()),
            level: problem.level,
            title: problem.title.clone(),
        };
        if problems.is_empty() { Err(BoardError::NoProblem) } else { Ok(problems.iter().map(listed).collect()) }
    }
}

/// A problem, and the moves made so far, the last one by the person.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AttemptRequest {
    variant: String,
    fen: String,
    #[serde(default)]
    moves: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Verdict {
    /// The person is to move.
    Seeks,
    /// The last move does not win; the view is that before it.
    Wrong,
    /// Nothing is left to be found.
    Solved,
    /// No win was proven in the position of the problem.
    Unproven,
}

#[derive(Debug, Serialize)]
pub(super) struct AttemptView {
    verdict: Verdict,
    shape: Shape,
    /// The pieces after each number of moves.
    pictures: Vec<String>,
    /// The moves that were accepted, each with the reply.
    moves: Vec<MoveView>,
    side: char,
    legal: Vec<MoveView>,
    /// A move that wins.
    best: Option<MoveView>,
}

impl AttemptView {
    fn of(verdict: Verdict, game: &Game, prover: &mut Prover) -> AttemptView {
        let position = game.position();
        let seeks = matches!(verdict, Verdict::Seeks | Verdict::Wrong);
        let legal = if seeks { position.moves() } else { Default::default() };
        let best = if seeks { win(prover, game, NODES).and_then(|(proof, _)| proof.best) } else { None };
        AttemptView {
            verdict,
            shape: Shape::of(game.variant()),
            pictures: game.positions().map(picture).collect(),
            moves: game.positions().zip(game.moves()).map(|(before, mv)| MoveView::of(before, mv)).collect(),
            side: position.side().letter(),
            legal: legal.iter().map(|mv| MoveView::of(position, mv)).collect(),
            best: best.map(|mv| MoveView::of(position, &mv)),
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Judge {
    /// The prover of the last problem, and its variant: it remembers what it has found out.
    prover: Mutex<Option<(Variant, Prover)>>,
}

impl Judge {
    /// Judges the last move, and replies to it. Fails if the request is faulty, or the win that was proven cannot be
    /// proven after a reply.
    pub(super) fn judge(&self, attempt: &AttemptRequest, tables: &TablesOptions) -> Result<AttemptView, BoardError> {
        let variant: Variant = attempt.variant.parse()?;
        let start = Game::new(read_fen(variant, &attempt.fen)?);
        if attempt.moves.len() > MOST_PLIES {
            return Err(BoardError::TooLong);
        }
        let mut game = start.clone();
        for text in &attempt.moves {
            let mv = read_move(game.position(), text)?;
            game.play(mv).map_err(|_| BoardError::Over)?;
        }
        let mut prover = self.prover.lock();
        let (_, prover) = match &mut *prover {
            Some(of) if of.0 == variant => of,
            other => {
                let opened = Prover::open(variant, tables, solver::SIZE).map_err(StartError::from)?;
                other.insert((variant, opened))
            }
        };
        let Some((root, _)) = win(prover, &start, NODES) else {
            return Ok(AttemptView::of(Verdict::Unproven, &start, prover));
        };
        if game.position().side() == start.position().side() {
            win(prover, &game, NODES).ok_or(BoardError::NotProven)?;
            return Ok(AttemptView::of(Verdict::Seeks, &game, prover));
        }
        let Some((proof, _)) = win(prover, &game, NODES) else {
            game.take_back();
            return Ok(AttemptView::of(Verdict::Wrong, &game, prover));
        };
        // Where the tables know how a stroke goes on, it is over; the person shows that he wins an ending.
        let is_plain = proof.is_known && !root.is_known;
        if let Some(reply) = proof.best.filter(|_| !is_plain) {
            game.play(reply).map_err(|_| BoardError::Over)?;
        }
        let is_over = is_plain || !game.position().has_move();
        Ok(AttemptView::of(if is_over { Verdict::Solved } else { Verdict::Seeks }, &game, prover))
    }
}
