//! A game on its way to the disk and back.

use std::time::Duration;

use serde_json::json;

use super::State;
use crate::board::game::{Finish, ListedGame, read_pdn};
use crate::board::request::{BoardError, Seat};
use crate::board::said::Said;
use crate::board::store::{KeptAppraisal, KeptGame, KeptReview, Place};
use crate::board::view::EndView;
use crate::review::{Appraisal, Assessment, forget_value};
use crownhead_engine::config::Config;
use crownhead_engine::engine::{ReportedLine, TimeLimit};
use crownhead_engine::eval::Score;
use crownhead_engine::search::Depth;
use crownhead_engine::support::instant::Instant;
use crownhead_rules::notation::pdn::PdnResult;
use crownhead_rules::notation::{SpelledMove, parse_move};
use crownhead_rules::{AnyPosition, Game, Side, Variant};

/// The time between two attempts to write a game that cannot be written.
const RETRY_TIME: Duration = Duration::from_secs(2);

impl State {
    /// The game that was kept, without the time of the turn that had begun. Two engines wait until somebody lets them
    /// play on.
    pub(in crate::board) fn of_kept(kept: KeptGame, pace: Duration, config: Config) -> Result<State, BoardError> {
        let variant: Variant = kept.variant.parse()?;
        let mut read = read_pdn(&kept.pdn, 1, variant)?;
        // Those of a game that was loaded can be of another program, and its marks too.
        if !kept.is_loaded {
            for (mv, value) in read.pdn.moves.iter_mut().zip(kept.review.values.iter().skip(1)) {
                value.iter().for_each(|_| forget_value(mv));
            }
        }
        let finish = kept.end.as_ref().and_then(|end| finish_of(end, &read.game, &read.pdn.result));
        let mut state = State { finish, ..State::of_pdn(read, config) };
        (state.is_loaded, state.given_plies) = (kept.is_loaded, kept.given_plies);
        (state.seats, state.names) = (kept.seats, kept.own_names);
        (state.time, state.seed, state.pace) = (kept.time, kept.seed, pace);
        if let Some(&clocks) = kept.clocks.last() {
            state.clocks = clocks;
            state.past_clocks = kept.clocks;
            state.past_clocks.resize(state.plies() + 1, clocks);
        }
        state.assessment = assessment_of(&kept.review, &state.game);
        let plays_alone = state.is_live() && !state.seats.contains(&Seat::Human);
        state.paused_after = plays_alone.then_some(Duration::ZERO);
        Ok(state)
    }

    /// Keeps nothing from now on, and leaves the place to others.
    pub(in crate::board) fn leave_place(&mut self) {
        self.place = None;
    }

    /// Keeps what has changed in this place from now on.
    pub(in crate::board) fn keep_in(&mut self, place: Place) {
        self.place = Some(place);
        self.is_unsaved = true;
    }

    /// Writes the game if it has changed since it was written. A failure is shown until a later attempt succeeds.
    pub(in crate::board) fn save(&mut self) {
        let waits = self.save_fault.as_ref().is_some_and(|(failed, _)| failed.elapsed() < RETRY_TIME);
        let Some(place) = self.place.as_ref().filter(|_| self.is_unsaved && !waits) else { return };
        let written = place.write(&self.kept()).map_err(|error| error.to_string());
        self.is_unsaved = written.is_err();
        // A page that keeps games reports itself what has become of this one.
        if written.is_err() || cfg!(not(target_family = "wasm")) {
            self.note_save(written);
        }
    }

    /// Notes that the game was written, or why not.
    pub(in crate::board) fn note_save(&mut self, written: Result<(), String>) {
        let before = self.save_fault.take();
        if let Err(fault) = written {
            self.is_unsaved = true;
            if before.is_none() {
                log::error!("a game cannot be kept: {fault}");
            }
            let text = format!("the game cannot be kept: {fault}");
            let said = Said::new(text, "not-kept", json!({ "reason": fault }));
            self.save_fault = Some((Instant::now(), said));
        }
        if before.is_some() != self.save_fault.is_some() {
            self.version += 1;
        }
    }

    /// Whether nothing is lost where the room is closed.
    pub(in crate::board) fn is_saved(&self) -> bool {
        self.place.is_none() || !self.is_unsaved
    }

    /// The bytes of the game as it would be written.
    pub(in crate::board) fn kept_bytes(&self) -> usize {
        serde_json::to_vec(&self.kept()).map_or(0, |bytes| bytes.len())
    }

    fn kept(&self) -> KeptGame {
        let pdn = self.pdn();
        let clocks = if self.time == TimeLimit::Unlimited { &[self.clocks][..] } else { &self.past_clocks };
        KeptGame {
            variant: self.game.variant().name().to_owned(),
            seats: self.seats,
            own_names: self.names.clone(),
            is_loaded: self.is_loaded,
            given_plies: self.given_plies,
            time: self.time,
            clocks: clocks.to_vec(),
            seed: self.seed,
            end: self.finish.as_ref().map(|finish| EndView::of(finish, self.game.variant())),
            pdn: pdn.to_string(),
            row: ListedGame::of(0, &pdn, self.game.variant()),
            review: review_of(self.own_assessment()),
        }
    }
}

fn review_of(assessment: &Assessment) -> KeptReview {
    let value = |&(score, depth): &(Score, Depth)| (score.men(), depth.get());
    let line = |line: &ReportedLine| (line.score.men(), line.pv.iter().map(SpelledMove::hub).collect());
    let appraisal = |appraisal: &Appraisal| KeptAppraisal {
        ply: appraisal.ply,
        played: appraisal.played.men(),
        line: appraisal.line.iter().map(SpelledMove::hub).collect(),
        is_known_draw: appraisal.is_known_draw,
        depth: appraisal.depth.get(),
        nodes: appraisal.nodes,
        lines: appraisal.lines.iter().map(line).collect(),
    };
    KeptReview {
        values: assessment.values().iter().map(|known| known.as_ref().map(value)).collect(),
        appraisals: assessment.appraisals().map(appraisal).collect(),
        stated: assessment.stated().cloned(),
    }
}

/// What a review had found of this game. What does not fit it is left out.
fn assessment_of(review: &KeptReview, game: &Game) -> Assessment {
    let mut assessment = Assessment::of_game(game.moves().len());
    for (ply, value) in review.values.iter().enumerate() {
        if let &Some((men, depth)) = value {
            assessment.set_value(ply, Score::from_men(men), Depth::new(depth));
        }
    }
    for kept in &review.appraisals {
        if let Some(appraisal) = appraisal_of(kept, game) {
            assessment.set_appraisal(appraisal);
        }
    }
    review.stated.iter().for_each(|stated| assessment.state(stated.clone()));
    assessment
}

fn appraisal_of(kept: &KeptAppraisal, game: &Game) -> Option<Appraisal> {
    let position = game.positions().nth(kept.ply)?;
    let lines = kept
        .lines
        .iter()
        .map(|(men, moves)| Some(ReportedLine { score: Score::from_men(*men), pv: pv(position, moves)? }));
    let lines: Vec<ReportedLine> = lines.collect::<Option<_>>()?;
    lines.first()?.pv.first()?;
    Some(Appraisal {
        ply: kept.ply,
        position: *position,
        mv: SpelledMove::new(position, game.moves().get(kept.ply)?),
        played: Score::from_men(kept.played),
        line: pv(position, &kept.line)?,
        lines,
        stroke: None,
        leaves_book: false,
        is_known_draw: kept.is_known_draw,
        depth: Depth::new(kept.depth),
        nodes: kept.nodes,
    })
}

/// The moves of a line that begins in this position.
fn pv(position: &AnyPosition, moves: &[String]) -> Option<Vec<SpelledMove>> {
    let mut line = Game::new(*position);
    let mut spelled = Vec::new();
    for text in moves {
        let mv = parse_move(line.position(), text).ok()?;
        spelled.push(SpelledMove::new(line.position(), &mv));
        line.play(mv).ok()?;
    }
    Some(spelled)
}

fn finish_of(end: &EndView, game: &Game, result: &PdnResult) -> Option<Finish> {
    let loser = Side::ALL.into_iter().find(|side| end.winner.is_some_and(|winner| winner != side.letter()));
    match (end.reason.as_str(), loser) {
        ("resigned", Some(loser)) => Some(Finish::Resigned(loser)),
        ("time", Some(loser)) => Some(Finish::Time(loser)),
        ("agreed", _) => Some(Finish::Agreed),
        ("too-long", _) => Some(Finish::TooLong),
        _ => Finish::stated(game, result, loser.map(Side::opponent)),
    }
}
