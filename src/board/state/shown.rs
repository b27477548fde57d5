//! What a room shows, and the game as it is saved in PDN.

use super::{Original, State};
use crate::board::diagram::letter;
use crate::board::engine::{Job, REVIEW_NODES};
use crate::board::game::Finish;
use crate::board::view::{
    AnalysisView, BookMoveView, BookView, ClockView, CriticismView, EndView, KnownMoveView, LineView, MoveView,
    ReportView, Shape, View,
};
use crate::review::{Thresholds, annotate, annotate_value};
use crownhead_engine::book::{BookEntry, BookMove};
use crownhead_engine::endgame::{KnownMove, Wdl};
use crownhead_engine::engine::{Limit, Report, TimeLimit};
use crownhead_rules::notation::pdn::{PdnGame, PdnResult};
use crownhead_rules::notation::{SpelledMove, counted, fen};
use crownhead_rules::{AnyPosition, Game, Side};

impl Original {
    /// A longer or another game with the moves that are still those of this one and all that stands among them.
    fn continued(&self, game: &Game, result: PdnResult) -> PdnGame {
        let mut pdn = PdnGame::of(game, result);
        pdn.notes.clone_from(&self.pdn.notes);
        let kept = self.moves.iter().zip(game.moves()).take_while(|(own, played)| own == played).count();
        for (mv, own) in pdn.moves.iter_mut().zip(&self.pdn.moves).take(kept) {
            mv.clone_from(own);
        }
        let new = std::mem::replace(&mut pdn.tags, self.pdn.tags.clone());
        for (name, value) in new.iter() {
            if matches!(name, "Result" | "PlyCount") || pdn.tags.get(name).is_none() {
                pdn.tags.set(name, value);
            }
        }
        pdn
    }
}

impl State {
    pub(in crate::board) fn view(&self) -> View {
        let plies = self.plies();
        let analysed = self.analysed.as_ref().map(|analysis| analysis.ply);
        let known_ply = match self.analysis {
            Some(Job::Analysis { ply, .. }) => ply,
            // Where the position is decided, an analysis has ended before anybody sees it.
            _ => analysed.unwrap_or(plies),
        };
        let moves = self.game.positions().zip(self.game.moves());
        let end_of_variation = self.main_line.as_ref().and_then(|_| self.game.end());
        View {
            version: self.version,
            variant: self.game.variant().name(),
            shape: Shape::of(self.game.variant()),
            pictures: self.game.positions().map(picture).collect(),
            moves: moves.map(|(position, mv)| MoveView::of(position, mv)).collect(),
            marks: self.assessment.marks(),
            report: self.report(),
            criticisms: self.assessment.marked().map(CriticismView::of).collect(),
            trial: self.trial.clone(),
            scores: self.assessment.scores().map(|score| score.map(Into::into)).collect(),
            fens: self.game.positions().map(fen::write).collect(),
            side: self.side().letter(),
            legal: self.legal(plies),
            seats: self.seats,
            names: self.names(),
            clocks: Side::ALL.map(|side| self.clock(side)),
            time: time_text(self.time),
            end: self.finish.as_ref().map(|finish| EndView::of(finish, self.game.variant())),
            result: self.finish.as_ref().map(Finish::to_string),
            is_loaded: self.names.iter().all(Option::is_some),
            is_free: self.is_free(),
            is_variation: self.main_line.is_some(),
            main_line: self.main_line.as_ref().map(|line| texts(&line.game)),
            end_of_variation: end_of_variation.map(|end| EndView::of(&Finish::Rules(end), self.game.variant())),
            can_take_back: self.taken_back().is_ok(),
            is_thinking: matches!(self.job(), Some(Job::Move { .. })),
            is_paused: self.paused_after.is_some(),
            is_hinting: self.wants_hint,
            reviewing: self.review.map(|search| search.ply().min(plies)),
            hint: self.hint.clone(),
            is_analysing: self.analysis.is_some(),
            analysis: self.analysed.clone(),
            book: self.book_view(known_ply),
            is_solving: self.solving.is_some(),
            solution: self.solution.clone(),
            known: self.tables.probe(self.position_at(known_ply)).map(|known| known.to_string()),
            known_moves: self.known_moves(known_ply),
            known_ply,
            notice: self.shown_notice(),
        }
    }

    /// What a review has found out of the game, also while a variation is shown.
    fn report(&self) -> Option<ReportView> {
        let assessment = self.main_line.as_ref().map_or(&self.assessment, |line| &line.assessment);
        let is_whole = self.review.is_none() && self.main_line.as_ref().is_none_or(|line| !line.is_reviewing);
        let is_reviewed = is_whole && assessment.appraisals().next().is_some();
        is_reviewed.then(|| ReportView {
            sides: assessment.summaries(),
            mistakes: assessment.marked().map(|appraisal| appraisal.ply).collect(),
        })
    }

    /// The message to the person who acted last; that the game cannot be kept, as long as that is so.
    fn shown_notice(&self) -> Option<String> {
        let fault = self.save_fault.as_ref().map(|(_, fault)| fault.as_str());
        let notices: Vec<_> = self.notice.as_deref().into_iter().chain(fault).collect();
        (!notices.is_empty()).then(|| notices.join("; "))
    }

    pub(super) fn analysis_view(&self, ply: usize, report: &Report) -> AnalysisView {
        let line = |score, pv: &[SpelledMove]| LineView {
            score: self.for_white(ply, score).into(),
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

    /// What the endgame tables know of each move after this number of moves.
    fn known_moves(&self, ply: usize) -> Option<Vec<KnownMoveView>> {
        self.tables.probe(self.position_at(ply))?;
        let mut game = self.game.clone();
        while game.moves().len() > ply {
            game.take_back();
        }
        let (position, side) = (game.position(), game.position().side());
        let view = |KnownMove { mv, known, left }: KnownMove| KnownMoveView {
            text: SpelledMove::new(position, &mv).pdn(),
            winner: match known.outcome {
                Wdl::Win => Some(side.letter()),
                Wdl::Draw => None,
                Wdl::Loss => Some((!side).letter()),
            },
            plies: known.plies,
            left,
        };
        Some(self.tables.moves_of(&game)?.into_iter().map(view).collect())
    }

    /// What the book of the engine has in the position after this number of moves.
    fn book_view(&self, ply: usize) -> Option<BookView> {
        let book = self.engine.as_ref()?.book()?;
        let view = |entry: &BookEntry, known: &BookMove| BookMoveView {
            text: SpelledMove::new(&entry.position, &known.mv).pdn(),
            score: known.value.map(|value| self.for_white(ply, value).into()),
            share: entry.share(known),
        };
        Some(match book.last_known(self.game.positions().take(ply + 1)) {
            Some((last, entry)) if last >= ply.min(self.plies()) => {
                let moves = entry.moves.iter().map(|known| view(&entry, known)).collect();
                BookView { moves, games: entry.games(), left_after: None }
            }
            known => BookView { moves: Vec::new(), games: 0, left_after: known.map(|(last, _)| last) },
        })
    }

    pub(super) fn names(&self) -> [String; 2] {
        [0, 1].map(|side| self.names[side].clone().unwrap_or_else(|| self.seats[side].to_string()))
    }

    fn clock(&self, side: Side) -> Option<ClockView> {
        let began = self.turn_began.filter(|_| self.is_live() && side == self.side());
        let paused = self.paused_after.filter(|_| side == self.side());
        let spent = began.map(|began| began.elapsed()).or(paused).unwrap_or_default();
        if self.finish == Some(Finish::Time(side)) {
            return Some(ClockView { seconds: 0.0, is_running: false });
        }
        let time = self.clocks[side.index()].allowance()?;
        Some(ClockView { seconds: time.saturating_sub(spent).as_secs_f64(), is_running: began.is_some() })
    }

    /// The game with its marks, without the moves of a variation.
    pub(in crate::board) fn pdn(&self) -> PdnGame {
        let mut pdn = self.main_line.as_ref().map_or_else(|| self.annotated(), |line| line.pdn.clone());
        // The players may have changed since the variation began.
        for (side, name) in ["White", "Black"].into_iter().zip(self.names()) {
            if pdn.tags.get(side).unwrap_or("?") != name || self.original.is_none() {
                pdn.tags.set(side, name);
            }
        }
        pdn
    }

    /// The moves that are shown, with their marks and values.
    pub(super) fn annotated(&self) -> PdnGame {
        let result = self.finish.as_ref().map_or(PdnResult::Unknown, |finish| finish.result(self.game.variant()));
        let mut pdn = match &self.original {
            // What was read and not changed is written as it was.
            Some(original) if original.moves == self.game.moves() && original.finish == self.finish => {
                original.pdn.clone()
            }
            Some(original) => original.continued(&self.game, result),
            None => PdnGame::of(&self.game, result),
        };
        if let Some(date) = &self.date {
            pdn.tags.set("Date", date);
        }
        for (ply, (mv, value)) in pdn.moves.iter_mut().zip(self.assessment.scores().skip(1)).enumerate() {
            if let Some(score) = value.filter(|_| self.assessment.appraisal(ply).is_none()) {
                annotate_value(mv, score);
            }
        }
        let appraisals: Vec<_> = self.assessment.appraisals().cloned().collect();
        if appraisals.is_empty() {
            return pdn;
        }
        let effort = format!("{} per move", counted(REVIEW_NODES, "node", "nodes"));
        annotate(self.game.variant(), pdn, &appraisals, &Thresholds::DEFAULT, &effort)
    }
}

/// The moves of a game.
fn texts(game: &Game) -> Vec<String> {
    game.positions().zip(game.moves()).map(|(position, mv)| SpelledMove::new(position, mv).pdn()).collect()
}

/// As a request for a game has it: `300+5`, `5/move`, or nothing.
fn time_text(time: TimeLimit) -> String {
    match time {
        TimeLimit::Unlimited => String::new(),
        time => Limit { time, ..Limit::default() }.to_string(),
    }
}

pub(in crate::board) fn picture(position: &AnyPosition) -> String {
    position.board().squares().map(|square| letter(position, square).unwrap_or('.')).collect()
}
