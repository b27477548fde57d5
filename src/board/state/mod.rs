//! The state of a room, behind its lock.

mod jobs;
mod kept;
mod shown;

pub(super) use shown::picture;

use std::time::Duration;

use serde_json::json;

use super::MOST_PLIES;
use super::diagram::{Canvas, diagram_after};
use super::engine::{Job, RoomEngine};
use super::game::{Finish, ReadGame, read_move};
use super::names::square_name;
use super::request::{Action, BoardError, Description, NewGame, Seat};
use super::said::Said;
use super::solver::Solving;
use super::store::Place;
use super::tree::{NodeId, Tree};
use super::view::{AnalysisView, MoveView, SolutionView, TrialView};
use crate::review::{Assessment, ReviewSearch, forget, has_review, recorded};
use crownhead_engine::config::Config;
use crownhead_engine::endgame::{Tables, TablesOptions};
use crownhead_engine::engine::{PlayerClock, Report, TimeLimit};
use crownhead_engine::eval::Score;
use crownhead_engine::support::instant::today;
use crownhead_engine::support::instant::{Instant, since_1970};
use crownhead_rules::notation::pdn::PdnGame;
use crownhead_rules::notation::{NotationError, parse_move};
use crownhead_rules::{AnyPosition, Game, Move, Side, Variant};

/// The engine accepts a draw after this number of plies,
const DRAW_AFTER: usize = 40;
/// unless it is ahead by more than this, in men.
const DRAW_MARGIN: f64 = 0.2;

/// The game while a variation is shown in place of it.
struct MainLine {
    game: Game,
    assessment: Assessment,
    /// Whether a review of it was going on, which begins again when the game is shown again.
    is_reviewing: bool,
}

/// A game as it was read. It is written so until something changes.
struct Original {
    moves: Vec<Move>,
    finish: Option<Finish>,
    /// The game with its review, if it has one, until it is reviewed again.
    reviewed: Option<PdnGame>,
}

pub(super) struct State {
    game: Game,
    tables: Tables,
    config: Config,
    seats: [Seat; 2],
    names: [Option<String>; 2],
    /// Whether the game was played elsewhere.
    is_loaded: bool,
    /// The moves with which the game came here, of a file or an opening, which nobody takes back.
    given_plies: usize,
    /// The game as it was read, or what is known of a new one: its tags.
    base: PdnGame,
    original: Option<Original>,
    /// The game and all variations.
    tree: Tree,
    time: TimeLimit,
    clocks: [PlayerClock; 2],
    /// The clocks after each number of moves of the game, as far as it was played here.
    past_clocks: Vec<[PlayerClock; 2]>,
    /// When the side to move began to think; `None` before the first move and after the end.
    turn_began: Option<Instant>,
    /// The time of the turn that had passed when its player took it over.
    taken_over_after: Duration,
    /// While the game is paused: the time of the turn that had passed.
    paused_after: Option<Duration>,
    pace: Duration,
    seed: u64,
    finish: Option<Finish>,
    main_line: Option<MainLine>,
    /// It is started before the engine has something to do.
    pub(super) engine: Option<RoomEngine>,
    wants_hint: bool,
    hint: Option<MoveView>,
    analysis: Option<Job>,
    analysed: Option<AnalysisView>,
    pub(super) solving: Option<Solving>,
    solution: Option<SolutionView>,
    review: Option<ReviewSearch>,
    /// The search of the position before a move, while the review searches the move.
    searched: Option<Report>,
    assessment: Assessment,
    /// The move that is to be judged, and the judgement of the last one.
    judging: Option<Job>,
    trial: Option<TrialView>,
    /// The value of the position for the engine, when it last moved; `None` if it has not moved since the players
    /// changed or moves were taken back.
    own_score: Option<Score>,
    notices: Vec<Said>,
    /// Where the game is kept on the disk.
    place: Option<Place>,
    /// Whether it has changed since it was written there.
    is_unsaved: bool,
    /// Why it could not be written the last time, and when that was.
    save_fault: Option<(Instant, Said)>,
    pub(super) version: u64,
    /// When a page last requested it.
    pub(super) seen: Instant,
}

impl State {
    pub(super) fn new(game: Game, options: &NewGame, config: Config) -> State {
        // The tables whose verdicts are shown: all that there are, whatever the search uses.
        let pieces = TablesOptions::default().pieces;
        let (tables, faults) = Tables::open(game.variant(), &TablesOptions { pieces, ..config.engine.endgame.clone() });
        faults.iter().for_each(|fault| log::error!("{fault}"));
        let plies = game.moves().len();
        let clocks = [PlayerClock::new(options.time, Duration::ZERO); 2];
        let mut base = PdnGame::default();
        if let Some(date) = today() {
            base.tags.set("Date", date);
        }
        let named = |side: usize| options.names[side].clone().filter(|_| options.seats[side] == Seat::Human);
        State {
            finish: game.end().map(Finish::Rules),
            tree: Tree::of(&game),
            game,
            tables,
            config,
            seats: options.seats,
            names: [0, 1].map(|side| named(side).and_then(own_name)),
            is_loaded: false,
            given_plies: plies,
            base,
            original: None,
            time: options.time,
            clocks,
            past_clocks: vec![clocks; plies + 1],
            turn_began: None,
            taken_over_after: Duration::ZERO,
            paused_after: None,
            pace: options.pace,
            seed: options.seed,
            main_line: None,
            engine: None,
            wants_hint: false,
            hint: None,
            analysis: None,
            analysed: None,
            solving: None,
            solution: None,
            review: None,
            searched: None,
            assessment: Assessment::of_game(plies),
            judging: None,
            trial: None,
            own_score: None,
            notices: Vec::new(),
            place: None,
            is_unsaved: false,
            save_fault: None,
            version: first_version(),
            seen: Instant::now(),
        }
    }

    /// A game that was played elsewhere, for two people to analyse.
    pub(super) fn of_pdn(ReadGame { game, mut pdn, fault, guess }: ReadGame, config: Config) -> State {
        let finish = Finish::stated(&game, &pdn.result, pdn.winner(game.variant()));
        // PDN has a question mark for a name that is not known.
        let names = ["White", "Black"].map(|name| Some(pdn.tags.get(name).unwrap_or("?").to_owned()));
        let oddities = pdn.oddities(game.variant());
        let assessment = recorded(&game, &pdn);
        let reviewed = has_review(&pdn).then(|| pdn.clone());
        if reviewed.is_some() {
            forget(&mut pdn);
        }
        let original = Some(Original { moves: game.moves().to_vec(), finish: finish.clone(), reviewed });
        let options = NewGame::of(game.variant());
        let tree = Tree::read(&pdn, &game);
        let notices = fault.iter().map(Said::from).chain(oddities.iter().map(Said::from));
        let notices = notices.chain(guess.iter().map(Said::from)).chain(tree.unread().map(Said::unread)).collect();
        let new = State::new(game, &options, config);
        State { names, is_loaded: true, base: pdn, original, tree, finish, notices, assessment, ..new }
    }

    /// The moves that a person can make after this number of moves.
    pub(super) fn legal(&self, ply: usize) -> Vec<MoveView> {
        let is_last = ply >= self.plies();
        let is_engines = self.is_live() && self.seat_to_move() != Seat::Human;
        if is_engines || !(is_last || self.is_free()) {
            return Vec::new();
        }
        let position = self.position_at(ply);
        position.moves().iter().map(|mv| MoveView::of(position, mv)).collect()
    }

    pub(super) fn variant(&self) -> Variant {
        self.game.variant()
    }

    fn plies(&self) -> usize {
        self.game.moves().len()
    }

    /// The moves of the opening with which the game began here. Nobody has chosen them.
    const fn opening_plies(&self) -> usize {
        if self.is_loaded { 0 } else { self.given_plies }
    }

    fn side(&self) -> Side {
        self.game.position().side()
    }

    /// The position after this number of moves, or the last one if there are fewer.
    fn position_at(&self, ply: usize) -> &AnyPosition {
        self.game.positions().nth(ply).unwrap_or(self.game.position())
    }

    pub(super) fn diagram(&self, canvas: Canvas) -> Vec<String> {
        diagram_after(self.game.position(), self.game.moves().last().copied(), canvas, square_name)
    }

    /// Whether moves are part of a game that is being played, not tried out.
    const fn is_live(&self) -> bool {
        self.finish.is_none() && self.main_line.is_none()
    }

    pub(super) fn has_engine_seat(&self) -> bool {
        self.seats != [Seat::Human; 2]
    }

    fn seat_to_move(&self) -> Seat {
        self.seats[self.side().index()]
    }

    /// Whether people may move for both sides and go back.
    fn is_free(&self) -> bool {
        !self.is_live() || (!self.has_engine_seat() && self.time == TimeLimit::Unlimited)
    }

    pub(super) fn act(&mut self, action: &Action) -> Result<(), BoardError> {
        self.notices.clear();
        match action {
            &Action::Move { ply, ref text, is_trial } => self.play_for_person(ply, text, is_trial)?,
            Action::TakeBack => self.take_back()?,
            Action::Restore => self.restore()?,
            Action::Hint => {
                let has_person = self.seats.contains(&Seat::Human);
                self.wants_hint = self.game.end().is_none() && (has_person || !self.is_live());
                self.hint = None;
            }
            Action::Resign => {
                let loser = self.person_who_decides()?;
                self.end(Finish::Resigned(loser));
            }
            Action::Draw => self.answer_draw_offer()?,
            &Action::Seats { white, black, ref names } => self.change_seats([white, black], names)?,
            Action::Line { line } => {
                let node = self.tree.find(line)?;
                if !self.is_free() && !self.tree.is_of_game(node) {
                    return Err(BoardError::NoTrials);
                }
                self.show_line(node);
            }
            Action::Promote { line } => self.promote(line)?,
            Action::Delete { line } => self.delete(line)?,
            Action::Comment { line, text } => {
                let node = self.tree.find(line)?;
                self.tree.comment(node, text);
                self.note_edit();
            }
            Action::Sign { line, sign } => {
                let node = self.tree.find(line)?;
                self.tree.sign(node, sign.as_deref());
                self.note_edit();
            }
            Action::Describe(known) => self.describe(known),
            Action::Pause => self.pause()?,
            Action::Resume => self.resume(),
            &Action::Analyse { ply, lines } => {
                let (ply, lines) = (ply.min(self.plies()), lines.min(Action::MOST_LINES));
                self.analysis = Some(Job::Analysis { ply, lines });
            }
            Action::StopAnalysis => (self.analysis, self.analysed) = (None, None),
            // The room has begun the work.
            Action::Solve { .. } => self.solution = None,
            Action::StopSolving => self.solving.iter().for_each(Solving::stop),
            Action::Review => self.begin_review(),
            &Action::Judge { ply, ref text } => self.begin_to_judge(ply, text)?,
        }
        self.version += 1;
        Ok(())
    }

    fn play_for_person(&mut self, ply: usize, text: &str, is_trial: bool) -> Result<(), BoardError> {
        let plies = self.plies();
        if ply > plies || (ply < plies && !self.is_free()) {
            return Err(BoardError::Stale { plies });
        }
        if is_trial && !self.is_free() {
            return Err(BoardError::NoTrials);
        }
        if self.is_live() && self.seat_to_move() != Seat::Human {
            return Err(BoardError::NotYourTurn);
        }
        if ply >= MOST_PLIES {
            return Err(BoardError::TooLong);
        }
        let mut game = self.game.clone();
        truncate(&mut game, ply);
        play_typed(&mut game, text)?;
        let is_next_of_game = game.moves().last() == self.game.moves().get(ply);
        if is_next_of_game {
            return Ok(());
        }
        // At the end of a game that was decided otherwise, as by resigning, every further move is a variation.
        if self.main_line.is_some() || ply < plies || is_trial || self.finish.is_some() {
            let node = self.tree.add(&game);
            self.note_edit();
            self.show_line(node);
            return Ok(());
        }
        self.resume();
        self.game = game;
        self.wants_hint = false;
        self.moved();
        Ok(())
    }

    /// The tree has changed: the game is not written any more as it was read.
    fn note_edit(&mut self) {
        self.original = None;
        self.is_unsaved = true;
    }

    /// Shows the line through a position: the game, or a variation in its place.
    fn show_line(&mut self, node: NodeId) {
        if self.tree.is_of_game(node) {
            // Where no variation is shown, nothing changes.
            let _ = self.restore();
            return;
        }
        let (shown, kept) = self.replace_line(&self.tree.moves_through(node));
        if self.main_line.is_none() {
            let (assessment, is_reviewing) = (self.assessment.clone(), self.review.is_some());
            self.main_line = Some(MainLine { game: shown, assessment, is_reviewing });
        }
        self.moved_to(kept);
    }

    /// Shows other moves. It yields the game that was shown, and the number of moves that both have.
    fn replace_line(&mut self, moves: &[Move]) -> (Game, usize) {
        let kept = self.game.moves().iter().zip(moves).take_while(|(own, other)| own == other).count();
        let mut line = self.game.clone();
        truncate(&mut line, kept);
        for mv in &moves[kept..] {
            // The moves of the tree are legal.
            let played = line.play(*mv);
            debug_assert_eq!(played, Ok(()));
        }
        (std::mem::replace(&mut self.game, line), kept)
    }

    fn promote(&mut self, line: &[String]) -> Result<(), BoardError> {
        if !self.is_free() {
            return Err(BoardError::NoTrials);
        }
        let node = self.tree.find(line)?;
        self.tree.promote(node)?;
        self.note_edit();
        let _ = self.restore();
        let (before, kept) = self.replace_line(&self.tree.moves_of_game());
        self.given_plies = self.given_plies.min(kept);
        if before.moves() != self.game.moves() {
            self.past_clocks.truncate(kept + 1);
            self.past_clocks.resize(self.plies() + 1, self.clocks);
            // The result is that of the game that was played; the rules need not have led to it here.
            self.finish = match self.finish.take() {
                Some(end @ Finish::Rules(_)) => {
                    Some(Finish::Recorded { winner: end.winner(), result: end.result(self.variant()) })
                }
                None => self.game.end().map(Finish::Rules),
                other => other,
            };
            self.moved_to(kept);
        }
        self.show_line(node);
        Ok(())
    }

    fn delete(&mut self, line: &[String]) -> Result<(), BoardError> {
        let node = self.tree.find(line)?;
        let shown = self.tree.add(&self.game);
        let is_shown = self.tree.is_within(shown, node);
        let before = self.tree.delete(node)?;
        self.note_edit();
        if is_shown {
            self.show_line(before);
        }
        Ok(())
    }

    fn describe(&mut self, known: &Description) {
        for (name, value) in [("Event", &known.event), ("Date", &known.date), ("Round", &known.round)] {
            let value = value.trim();
            if value != self.base.tags.known(name).unwrap_or_default() {
                self.base.tags.set(name, if value.is_empty() { "?" } else { value });
            }
        }
        let Description { white, black, .. } = self.description();
        for (side, (before, name)) in [(white, &known.white), (black, &known.black)].into_iter().enumerate() {
            if name.trim() != before {
                self.names[side] = own_name(name.clone()).or(self.is_loaded.then(|| "?".to_owned()));
            }
        }
        self.is_unsaved = true;
    }

    /// A move was played: the clocks and the end of the game follow.
    fn moved(&mut self) {
        let plies = self.plies();
        self.is_unsaved = true;
        self.give_up();
        self.hint = None;
        (self.review, self.judging, self.trial) = (None, None, None);
        (self.solving, self.solution) = (None, None);
        self.assessment.keep(plies - 1, plies);
        self.tree.play(&self.game);
        if self.is_live() {
            let mover = self.side().opponent();
            self.press_clock(mover);
            self.past_clocks.truncate(plies);
            self.past_clocks.push(self.clocks);
            if self.finish.is_none()
                && let Some(end) = self.game.end()
            {
                self.end(Finish::Rules(end));
            }
        }
        self.follow_analysis();
        self.version += 1;
    }

    /// The first move of a game takes no time: the player may not be there yet.
    fn press_clock(&mut self, mover: Side) {
        self.taken_over_after = Duration::ZERO;
        if let Some(began) = self.turn_began.replace(Instant::now())
            && self.clocks[mover.index()].spend(began.elapsed()).is_err()
        {
            self.end(Finish::Time(mover));
        }
    }

    /// Ends the game if the time of the side to move has run out.
    pub(super) fn check_time(&mut self) {
        let Some(began) = self.turn_began.filter(|_| self.is_live()) else { return };
        let side = self.side();
        let flag = self.clocks[side.index()].flag();
        if flag.is_some_and(|flag| began.elapsed() > flag) {
            self.give_up();
            self.end(Finish::Time(side));
            self.version += 1;
        }
    }

    fn end(&mut self, finish: Finish) {
        self.is_unsaved = true;
        self.finish = Some(finish);
        (self.turn_began, self.paused_after) = (None, None);
        self.wants_hint = false;
        self.give_up();
    }

    /// The number of moves that remain if one is taken back. Against the engine, its answer is taken back too, so that
    /// the person is to move again. What people have decided after the last move is taken back alone.
    fn taken_back(&self) -> Result<usize, BoardError> {
        let plies = self.plies();
        let before = |back, least| {
            let left = plies.checked_sub(back).filter(|left| *left >= least);
            left.ok_or(BoardError::NothingToTakeBack)
        };
        if self.main_line.is_some() {
            return before(1, 0);
        }
        if matches!(self.finish, Some(Finish::Resigned(_) | Finish::Agreed)) {
            return Ok(plies);
        }
        let is_answer = self.seats[self.side().opponent().index()] != Seat::Human;
        if is_answer && self.seat_to_move() != Seat::Human {
            return Err(BoardError::NobodyPlays);
        }
        before(if is_answer { 2 } else { 1 }, self.given_plies)
    }

    fn take_back(&mut self) -> Result<(), BoardError> {
        let plies = self.taken_back()?;
        if self.main_line.is_some() {
            let last = self.tree.add(&self.game);
            let before = self.tree.delete(last)?;
            self.note_edit();
            self.show_line(before);
            return Ok(());
        }
        (self.finish, self.paused_after) = (None, None);
        self.past_clocks.truncate(plies + 1);
        self.clocks = self.past_clocks.last().copied().unwrap_or(self.clocks);
        self.tree.cut(plies);
        truncate(&mut self.game, plies);
        self.moved_to(plies);
        Ok(())
    }

    fn change_seats(&mut self, seats: [Seat; 2], names: &[Option<String>; 2]) -> Result<(), BoardError> {
        if self.finish.is_some() {
            return Err(BoardError::Over);
        }
        let mover = self.side().index();
        for side in Side::ALL.map(Side::index) {
            if self.seats[side] != seats[side] {
                self.names[side] = None;
                // Whoever takes over a game that was played elsewhere may go back in it.
                if std::mem::take(&mut self.is_loaded) {
                    self.given_plies = 0;
                }
            }
            if seats[side] == Seat::Human && self.names[side].is_none() {
                self.names[side] = names[side].clone().and_then(own_name);
            }
        }
        if self.seats[mover] != seats[mover] {
            self.taken_over_after = self.turn_began.map_or(Duration::ZERO, |began| began.elapsed());
        }
        self.seats = seats;
        self.is_unsaved = true;
        self.resume();
        (self.own_score, self.wants_hint) = (None, false);
        self.give_up();
        Ok(())
    }

    fn pause(&mut self) -> Result<(), BoardError> {
        if !self.is_live() {
            return Err(BoardError::Over);
        }
        let passed = self.turn_began.take().map_or(Duration::ZERO, |began| began.elapsed());
        self.paused_after.get_or_insert(passed);
        self.give_up();
        Ok(())
    }

    /// The clock of the side to move goes on from where it stood.
    fn resume(&mut self) {
        let Some(passed) = self.paused_after.take() else { return };
        self.taken_over_after = passed;
        self.turn_began = if self.plies() > 0 { Instant::now().checked_sub(passed) } else { None };
    }

    fn restore(&mut self) -> Result<(), BoardError> {
        let line = self.main_line.take().ok_or(BoardError::NothingToTakeBack)?;
        (self.game, self.assessment) = (line.game, line.assessment);
        self.moved_to(self.plies());
        if line.is_reviewing {
            self.begin_review();
        }
        Ok(())
    }

    /// The game is at an earlier position or another line, with this number of moves of the last one. The clock of the
    /// side to move runs from now on.
    fn moved_to(&mut self, kept: usize) {
        let plies = self.plies();
        self.is_unsaved = true;
        self.give_up();
        (self.hint, self.wants_hint, self.review) = (None, false, None);
        (self.judging, self.trial) = (None, None);
        (self.solving, self.solution) = (None, None);
        self.own_score = None;
        self.assessment.keep(kept, plies);
        self.follow_analysis();
        self.turn_began = (self.is_live() && plies > 0).then(Instant::now);
        self.taken_over_after = Duration::ZERO;
    }

    /// The analysis goes on in the last position.
    fn follow_analysis(&mut self) {
        if let Some(Job::Analysis { lines, .. }) = self.analysis {
            self.analysis = Some(Job::Analysis { ply: self.plies(), lines });
        }
    }

    /// The person who resigns or offers a draw: the one to move, or else the other.
    fn person_who_decides(&self) -> Result<Side, BoardError> {
        if !self.is_live() {
            return Err(BoardError::Over);
        }
        let side = self.side();
        let sides = [side, side.opponent()].into_iter();
        let mut people = sides.filter(|side| self.seats[side.index()] == Seat::Human);
        people.next().ok_or(BoardError::NobodyPlays)
    }

    fn answer_draw_offer(&mut self) -> Result<(), BoardError> {
        self.person_who_decides()?;
        let is_late = self.plies() >= DRAW_AFTER;
        let is_claim = self.game.end_or_claim().is_some();
        let objection = match self.own_score {
            _ if is_claim || !self.has_engine_seat() => None,
            _ if !is_late => Some(("it is too early", "draw-too-early")),
            None => Some(("it has not searched for a move here yet", "draw-unsearched")),
            Some(score) => (score.men() > DRAW_MARGIN).then_some(("it is ahead", "draw-ahead")),
        };
        match objection {
            None => self.end(Finish::Agreed),
            Some((why, code)) => {
                self.notices.push(Said::new(format!("Crownhead declines the draw: {why}"), code, json!({})));
            }
        }
        Ok(())
    }
}

/// A name that a person has typed.
fn own_name(name: String) -> Option<String> {
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

fn play(game: &mut Game, text: &str) -> Result<(), NotationError> {
    let mv = parse_move(game.position(), text)?;
    // A parsed move is one of the legal moves.
    let played = game.play(mv);
    debug_assert_eq!(played, Ok(()));
    Ok(())
}

/// Plays a move that a person has typed.
fn play_typed(game: &mut Game, text: &str) -> Result<(), BoardError> {
    let mv = read_move(game.position(), text)?;
    let played = game.play(mv);
    debug_assert_eq!(played, Ok(()));
    Ok(())
}

/// Takes back all moves after the first `plies`.
fn truncate(game: &mut Game, plies: usize) {
    while game.moves().len() > plies {
        game.take_back();
    }
}

/// The microseconds since 1970, which a browser can still count by ones. A page that has followed a game of the program
/// before this one, which ran at the same address, takes what it sees now for a change.
fn first_version() -> u64 {
    since_1970().as_micros() as u64 + 1
}
