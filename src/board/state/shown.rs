//! What there is to see of a room.

use std::time::Duration;

use super::State;
use crate::board::record::MoveView;
use crate::board::seat::Finish;
use crate::board::thinker::{Job, Thinker};
use crate::board::view::{AnalysisView, ClockView, LineView, ScoreView, View};
use crate::engine::Report;
use crate::notation::SpelledMove;
use crate::rules::Side;

impl State {
    pub(super) fn analysis_view(&self, ply: usize, report: &Report) -> AnalysisView {
        let line = |score, pv: &[SpelledMove]| LineView {
            score: ScoreView::of(self.for_white(ply, score)),
            moves: pv.iter().map(MoveView::from).collect(),
        };
        let others = report.others.iter().map(|other| line(other.score, &other.pv));
        AnalysisView {
            ply,
            depth: report.depth.get(),
            nodes: report.nodes,
            seconds: report.time.as_secs_f64(),
            lines: std::iter::once(line(report.score, &report.pv)).chain(others).collect(),
        }
    }

    pub(super) fn names(&self) -> [String; 2] {
        [0, 1].map(|side| self.names[side].clone().unwrap_or_else(|| self.seats[side].to_string()))
    }

    fn clock(&self, side: Side) -> Option<ClockView> {
        let began = self.turn_began.filter(|_| self.is_live() && side == self.record.side());
        let spent = began.map_or(Duration::ZERO, |began| began.elapsed());
        let time = self.clocks[side.index()].allowance()?;
        Some(ClockView { seconds: time.saturating_sub(spent).as_secs_f64(), is_running: began.is_some() })
    }

    pub(in crate::board) fn view(&self) -> View {
        let plies = self.record.plies();
        let analysed = self.analysed.as_ref().map(|analysis| analysis.ply);
        let known_at = match self.analysis {
            Some(Job::Analysis { ply, .. }) => ply,
            // Where the position is decided, an analysis has ended before anybody sees it.
            _ => analysed.unwrap_or(plies),
        };
        let begun = self.thinker.as_ref().and_then(Thinker::begun);
        View {
            version: self.version,
            variant: self.record.variant().name(),
            shape: self.record.shape(),
            pictures: self.record.pictures(),
            moves: self.record.moves(),
            marks: self.assessment.marks(),
            scores: self.assessment.scores().map(|score| score.map(ScoreView::of)).collect(),
            fens: (0..=plies).map(|ply| self.record.fen(ply)).collect(),
            side: self.record.side().letter(),
            legal: self.legal(plies),
            seats: self.seats,
            names: self.names(),
            clocks: Side::ALL.map(|side| self.clock(side)),
            result: self.finish.as_ref().map(Finish::to_string),
            is_free: self.is_free(),
            is_variation: self.main_line.is_some(),
            end_of_variation: self.end_of_variation().map(|end| Finish::Rules(end).to_string()),
            can_take_back: self.taken_back().is_ok(),
            is_thinking: begun.is_some_and(|begun| matches!(begun.job, Job::Move { .. })),
            is_hinting: self.wants_hint,
            reviewing: self.review.map(|job| job.ply(plies)),
            hint: self.hint.clone(),
            is_analysing: self.analysis.is_some(),
            analysis: self.analysed.clone(),
            known: self.record.known(known_at).map(|known| known.to_string()),
            known_ply: known_at,
            notice: self.notice.clone(),
        }
    }
}
