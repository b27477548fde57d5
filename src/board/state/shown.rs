//! What a room shows, and the game as it is saved in PDN.

use super::{Original, State, truncate};
use crate::board::diagram::letter;
use crate::board::engine::{Job, REVIEW_NODES};
use crate::board::game::{Finish, hub_moves};
use crate::board::names::{move_name, write_fen};
use crate::board::request::Description;
use crate::board::said::Said;
use crate::board::view::{
    AnalysisView, BookMoveView, BookView, ClockView, CriticismView, EndView, KnownMoveView, LineView, MoveView,
    ReportView, ScoreView, Shape, View,
};
use crate::review::{Assessment, Thresholds, annotate, annotate_value};
use crownhead_engine::book::{BookEntry, BookMove};
use crownhead_engine::endgame::{KnownMove, Wdl};
use crownhead_engine::engine::{Limit, Report, TimeLimit};
use crownhead_rules::notation::pdn::{PdnGame, PdnResult};
use crownhead_rules::notation::{SpelledMove, counted};
use crownhead_rules::{AnyPosition, Side};

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
        // That the game cannot be kept is said as long as it is so.
        let save_fault = self.save_fault.as_ref().map(|(_, fault)| fault);
        let notices: Vec<Said> = self.notices.iter().chain(save_fault).cloned().collect();
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
            scores: scores_of(&self.assessment),
            game_scores: self.main_line.as_ref().map(|line| scores_of(&line.assessment)),
            fens: self.game.positions().map(write_fen).collect(),
            side: self.side().letter(),
            legal: self.legal(plies),
            seats: self.seats,
            names: self.names(),
            clocks: Side::ALL.map(|side| self.clock(side)),
            time: time_text(self.time),
            opening: self.opening(),
            end: self.finish.as_ref().map(|finish| EndView::of(finish, self.game.variant())),
            result: self.finish.as_ref().map(Finish::to_string),
            is_loaded: self.is_loaded,
            is_free: self.is_free(),
            is_variation: self.main_line.is_some(),
            tree: self.tree.view(&self.own_assessment().marks()),
            description: self.description(),
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
            notice: (!notices.is_empty())
                .then(|| notices.iter().map(|said| &*said.text).collect::<Vec<_>>().join("; ")),
            notices,
        }
    }

    /// What is known of the game, also while a variation is shown.
    pub(super) fn own_assessment(&self) -> &Assessment {
        self.main_line.as_ref().map_or(&self.assessment, |line| &line.assessment)
    }

    pub(super) fn description(&self) -> Description {
        let tag = |name: &str| self.base.tags.known(name).unwrap_or_default().to_owned();
        let [white, black] = [0, 1].map(|side| self.names[side].clone().filter(|name| name != "?").unwrap_or_default());
        Description { white, black, event: tag("Event"), date: tag("Date"), round: tag("Round") }
    }

    /// What a review has found out of the game, also while a variation is shown.
    fn report(&self) -> Option<ReportView> {
        let assessment = self.own_assessment();
        let is_whole = self.review.is_none() && self.main_line.as_ref().is_none_or(|line| !line.is_reviewing);
        let is_reviewed = is_whole && assessment.appraisals().next().is_some();
        is_reviewed.then(|| ReportView {
            sides: assessment.summaries(),
            mistakes: assessment.marked().map(|appraisal| appraisal.ply).collect(),
        })
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
        truncate(&mut game, ply);
        let (position, side) = (game.position(), game.position().side());
        let view = |KnownMove { mv, known, left }: KnownMove| KnownMoveView {
            text: move_name(position, &mv),
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
            text: move_name(&entry.position, &known.mv),
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

    /// The game with its marks and all variations.
    pub(in crate::board) fn pdn(&self) -> PdnGame {
        let mut pdn = self.annotated();
        for (side, name) in ["White", "Black"].into_iter().zip(self.names()) {
            if pdn.tags.get(side).unwrap_or("?") != name || self.original.is_none() {
                pdn.tags.set(side, name);
            }
        }
        pdn
    }

    /// The moves with which the game began here, as a request for a game has them.
    fn opening(&self) -> String {
        let game = self.main_line.as_ref().map_or(&self.game, |line| &line.game);
        if self.opening_plies() == 0 {
            return String::new();
        }
        let moves: Vec<_> = hub_moves(game).into_iter().take(self.opening_plies()).collect();
        format!("moves:{}", moves.join(" "))
    }

    fn is_as_read(&self, read: &Original) -> bool {
        let game = self.main_line.as_ref().map_or(&self.game, |line| &line.game);
        read.moves == game.moves() && read.finish == self.finish
    }

    /// The game and its variations, with all that people have said. What was read and not changed is written as it was.
    pub(super) fn record(&self) -> PdnGame {
        let game = self.main_line.as_ref().map_or(&self.game, |line| &line.game);
        let mut pdn = self.base.clone();
        if self.original.as_ref().is_some_and(|read| self.is_as_read(read)) {
            return pdn;
        }
        let result = self.finish.as_ref().map_or(PdnResult::Unknown, |finish| finish.result(game.variant()));
        let new = PdnGame::of(game, result.clone());
        if pdn.result != result {
            pdn.set_result(result);
        }
        for (name, value) in new.tags.iter() {
            let is_of_moves = matches!(name, "Result" | "PlyCount") || !self.tree.is_standard();
            if is_of_moves || pdn.tags.get(name).is_none() {
                pdn.tags.set(name, value);
            }
        }
        self.tree.write(&mut pdn);
        pdn
    }

    /// The same with the values and the words of a review.
    fn annotated(&self) -> PdnGame {
        let assessment = self.own_assessment();
        let reviewed =
            self.original.as_ref().filter(|read| self.is_as_read(read)).and_then(|read| read.reviewed.as_ref());
        let mut pdn = reviewed.cloned().unwrap_or_else(|| self.record());
        if reviewed.is_some() {
            pdn.tags.clone_from(&self.base.tags);
        }
        for (ply, (mv, value)) in pdn.moves.iter_mut().zip(assessment.scores().skip(1)).enumerate() {
            if let Some(score) = value.filter(|_| assessment.appraisal(ply).is_none()) {
                annotate_value(mv, score);
            }
        }
        let appraisals: Vec<_> = assessment.appraisals().cloned().collect();
        if reviewed.is_some() || appraisals.is_empty() {
            return pdn;
        }
        let stated = assessment.stated();
        let own_effort = || format!("{} per move", counted(REVIEW_NODES, "node", "nodes"));
        let effort = stated.map_or_else(own_effort, |stated| stated.effort.clone());
        let summaries = stated.map(|stated| stated.summaries);
        annotate(self.game.variant(), pdn, &appraisals, &Thresholds::DEFAULT, &effort, summaries)
    }
}

fn scores_of(assessment: &Assessment) -> Vec<Option<ScoreView>> {
    assessment.scores().map(|score| score.map(Into::into)).collect()
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
