//! The state of a room, behind its lock.

mod assessment;
mod engine;
mod review;
mod saved;
mod shown;

use std::num::NonZeroUsize;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::action::{Action, ActionError};
use super::diagram::{Canvas, diagram};
use super::new_game::NewGame;
use super::record::{Loaded, MOST_PLIES, MoveView, Record};
use super::seat::{Finish, Seat};
use super::thinker::{Job, Thinker};
use super::view::AnalysisView;
use crate::arena::today;
use crate::config::Config;
use crate::engine::{PlayerClock, TimeLimit};
use crate::eval::Score;
use crate::notation::pdn::PdnGame;
use crate::rules::{GameEnd, Side};
use assessment::Assessment;
use saved::Original;

/// The engine accepts a draw after this number of plies,
const DRAW_AFTER: usize = 40;
/// unless it is ahead by more than this, in men.
const DRAW_MARGIN: f64 = 0.2;

/// The game while a variation is shown in place of it.
struct MainLine {
    moves: Vec<String>,
    assessment: Assessment,
    /// The game as it is saved.
    pdn: PdnGame,
}

/// The state of a room.
pub(super) struct State {
    record: Record,
    config: Config,
    seats: [Seat; 2],
    names: [Option<String>; 2],
    /// The game as it was read, if it was played elsewhere.
    original: Option<Original>,
    /// The day on which the game began, as PDN writes it.
    date: Option<String>,
    time: TimeLimit,
    clocks: [PlayerClock; 2],
    /// The clocks after each number of moves of the game, as far as it was played here.
    past_clocks: Vec<[PlayerClock; 2]>,
    /// When the side to move began to think; `None` before the first move and after the end.
    turn_began: Option<Instant>,
    /// The time of the turn that had passed when its player took it over.
    taken_over_after: Duration,
    pace: Duration,
    seed: u64,
    finish: Option<Finish>,
    main_line: Option<MainLine>,
    /// It is started before the engine has something to do.
    pub(super) thinker: Option<Thinker>,
    wants_hint: bool,
    hint: Option<MoveView>,
    analysis: Option<Job>,
    analysed: Option<AnalysisView>,
    /// The next step of a review.
    review: Option<Job>,
    assessment: Assessment,
    /// The value of the position for the engine, when it last moved; `None` if it has not moved since the players changed
    /// or moves were taken back.
    own_score: Option<Score>,
    notice: Option<String>,
    /// Counts the changes.
    pub(super) version: u64,
    /// When somebody last looked.
    pub(super) seen: Instant,
}

impl State {
    pub(super) fn new(record: Record, game: &NewGame, config: Config) -> State {
        let finish = record.end().map(Finish::Rules);
        let assessment = Assessment::of_game(record.plies());
        let clocks = [PlayerClock::new(game.time, Duration::ZERO); 2];
        let past_clocks = vec![clocks; record.plies() + 1];
        State {
            record,
            config,
            seats: game.seats,
            names: [None, None],
            original: None,
            date: today(),
            time: game.time,
            clocks,
            past_clocks,
            turn_began: None,
            taken_over_after: Duration::ZERO,
            pace: game.pace,
            seed: game.seed,
            finish,
            main_line: None,
            thinker: None,
            wants_hint: false,
            hint: None,
            analysis: None,
            analysed: None,
            review: None,
            assessment,
            own_score: None,
            notice: None,
            version: first_version(),
            seen: Instant::now(),
        }
    }

    /// A game that was played elsewhere, for two people to analyse.
    pub(super) fn of_loaded(loaded: Loaded, config: Config) -> State {
        let Loaded { record, pdn, finish } = loaded;
        let game = NewGame::of(record.variant());
        // PDN has a question mark for a name that is not known.
        let names = ["White", "Black"].map(|name| Some(pdn.tags.get(name).unwrap_or("?").to_owned()));
        let original = Some(Original::new(pdn, record.exact_moves()));
        State { names, original, finish, date: None, ..State::new(record, &game, config) }
    }

    /// The moves that a person can make after so many moves.
    pub(super) fn legal(&self, ply: usize) -> Vec<MoveView> {
        let is_last = ply >= self.record.plies();
        let is_engines = self.is_live() && self.seat_to_move() != Seat::Human;
        if is_engines || !(is_last || self.is_free()) { Vec::new() } else { self.record.legal(ply) }
    }

    pub(super) fn diagram(&self, canvas: Canvas) -> Vec<String> {
        diagram(self.record.position(), canvas)
    }

    /// Whether moves are part of a game that is being played, not tried out.
    const fn is_live(&self) -> bool {
        self.finish.is_none() && self.main_line.is_none()
    }

    pub(super) fn has_engine_seat(&self) -> bool {
        self.seats != [Seat::Human; 2]
    }

    fn seat_to_move(&self) -> Seat {
        self.seats[self.record.side().index()]
    }

    /// Whether people may move for both sides and go back.
    fn is_free(&self) -> bool {
        !self.is_live() || (!self.has_engine_seat() && self.time == TimeLimit::Unlimited)
    }

    /// Carries out what a person does.
    pub(super) fn act(&mut self, action: &Action) -> Result<(), ActionError> {
        self.notice = None;
        match action {
            Action::Move { ply, text, is_trial } => self.play_for_person(*ply, text, *is_trial)?,
            Action::TakeBack => self.take_back()?,
            Action::Restore => self.restore()?,
            Action::Hint => {
                let has_person = self.seats.contains(&Seat::Human);
                self.wants_hint = self.record.end().is_none() && (has_person || !self.is_live());
                self.hint = None;
            }
            Action::Resign => {
                let loser = self.person_who_decides()?;
                self.end(Finish::Resigned(loser));
            }
            Action::Draw => self.answer_draw_offer()?,
            Action::Seats { white, black } => self.change_seats([*white, *black])?,
            Action::Analyse { ply, lines: wanted } => {
                let ply = (*ply).min(self.record.plies());
                self.analysis = Some(Job::Analysis { ply, lines: lines(*wanted) });
            }
            Action::StopAnalysis => (self.analysis, self.analysed) = (None, None),
            Action::Review => self.begin_review(),
        }
        self.version += 1;
        Ok(())
    }

    fn play_for_person(&mut self, ply: usize, text: &str, is_trial: bool) -> Result<(), ActionError> {
        let plies = self.record.plies();
        if ply > plies || (ply < plies && !self.is_free()) {
            return Err(ActionError::Stale { plies });
        }
        if is_trial && !self.is_free() {
            return Err(ActionError::NoTrials);
        }
        if self.is_live() && self.seat_to_move() != Seat::Human {
            return Err(ActionError::NotYourTurn);
        }
        if ply >= MOST_PLIES {
            return Err(ActionError::TooLong(MOST_PLIES));
        }
        let played = self.record.exact_moves();
        // At the end of a game that was decided otherwise, as by resigning, every further move is a variation.
        let begins_variation = self.main_line.is_none() && (ply < plies || is_trial || self.finish.is_some());
        let main_line = begins_variation.then(|| MainLine {
            moves: played.clone(),
            assessment: self.assessment.clone(),
            pdn: self.annotated(),
        });
        self.record.truncate(ply);
        if let Err(error) = self.record.play(text) {
            self.replay(&played);
            return Err(error.into());
        }
        let is_next_of_game = self.record.exact_moves().last() == played.get(ply);
        if is_next_of_game {
            self.replay(&played);
            return Ok(());
        }
        if begins_variation {
            self.main_line = main_line;
        }
        self.wants_hint = false;
        self.moved();
        Ok(())
    }

    fn replay(&mut self, moves: &[String]) {
        self.record.truncate(0);
        for text in moves {
            // These moves were played before.
            if let Err(error) = self.record.play(text) {
                log::error!("a move cannot be repeated: {error}");
            }
        }
    }

    /// A move was played: the clocks and the end of the game follow.
    fn moved(&mut self) {
        let plies = self.record.plies();
        self.give_up();
        self.hint = None;
        self.review = None;
        self.assessment.keep(plies - 1, plies);
        if self.is_live() {
            let mover = self.record.side().opponent();
            self.press_clock(mover);
            self.past_clocks.truncate(plies);
            self.past_clocks.push(self.clocks);
            if self.finish.is_none()
                && let Some(end) = self.record.end()
            {
                self.end(Finish::Rules(end));
            }
        }
        self.follow_analysis();
        self.version += 1;
    }

    /// The first move of a game takes no time: nobody may be there yet.
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
        let side = self.record.side();
        let flag = self.clocks[side.index()].flag();
        if flag.is_some_and(|flag| began.elapsed() > flag) {
            self.give_up();
            self.end(Finish::Time(side));
            self.version += 1;
        }
    }

    fn end(&mut self, finish: Finish) {
        self.finish = Some(finish);
        self.turn_began = None;
        self.wants_hint = false;
        self.give_up();
    }

    /// The number of moves that remain if one is taken back. Against the engine, its answer is taken back too, so that the
    /// person is to move again. What people have decided after the last move is taken back alone.
    fn taken_back(&self) -> Result<usize, ActionError> {
        let plies = self.record.plies();
        let before = |back| plies.checked_sub(back).ok_or(ActionError::NothingToTakeBack);
        if self.main_line.is_some() {
            return before(1);
        }
        if matches!(self.finish, Some(Finish::Resigned(_) | Finish::Agreed)) {
            return Ok(plies);
        }
        let is_answer = self.seats[self.record.side().opponent().index()] != Seat::Human;
        if is_answer && self.seat_to_move() != Seat::Human {
            return Err(ActionError::NobodyPlays);
        }
        before(if is_answer { 2 } else { 1 })
    }

    fn take_back(&mut self) -> Result<(), ActionError> {
        let plies = self.taken_back()?;
        if self.main_line.is_none() {
            self.finish = None;
            self.past_clocks.truncate(plies + 1);
            self.clocks = self.past_clocks.last().copied().unwrap_or(self.clocks);
        }
        self.record.truncate(plies);
        self.moved_back();
        Ok(())
    }

    fn change_seats(&mut self, seats: [Seat; 2]) -> Result<(), ActionError> {
        if self.finish.is_some() {
            return Err(ActionError::Over);
        }
        let mover = self.record.side().index();
        for side in Side::ALL.map(Side::index) {
            if self.seats[side] != seats[side] {
                self.names[side] = None;
            }
        }
        if self.seats[mover] != seats[mover] {
            self.taken_over_after = self.turn_began.map_or(Duration::ZERO, |began| began.elapsed());
        }
        self.seats = seats;
        (self.own_score, self.wants_hint) = (None, false);
        self.give_up();
        Ok(())
    }

    fn restore(&mut self) -> Result<(), ActionError> {
        let MainLine { moves, assessment, .. } = self.main_line.take().ok_or(ActionError::NothingToTakeBack)?;
        self.replay(&moves);
        self.assessment = assessment;
        self.moved_back();
        Ok(())
    }

    /// The game is at an earlier position or another line. The clock of the side to move runs from now on.
    fn moved_back(&mut self) {
        let plies = self.record.plies();
        self.give_up();
        (self.hint, self.wants_hint, self.review) = (None, false, None);
        self.own_score = None;
        self.assessment.keep(plies, plies);
        self.follow_analysis();
        self.turn_began = (self.is_live() && plies > 0).then(Instant::now);
        self.taken_over_after = Duration::ZERO;
    }

    /// How the rules end the variation that is shown, if they do.
    fn end_of_variation(&self) -> Option<GameEnd> {
        self.main_line.as_ref().and_then(|_| self.record.end())
    }

    /// The analysis goes on in the last position.
    fn follow_analysis(&mut self) {
        if let Some(Job::Analysis { lines, .. }) = self.analysis {
            self.analysis = Some(Job::Analysis { ply: self.record.plies(), lines });
        }
    }

    /// The person who resigns or offers a draw: the one to move, or else the other.
    fn person_who_decides(&self) -> Result<Side, ActionError> {
        if !self.is_live() {
            return Err(ActionError::Over);
        }
        let side = self.record.side();
        let sides = [side, side.opponent()].into_iter();
        let mut people = sides.filter(|side| self.seats[side.index()] == Seat::Human);
        people.next().ok_or(ActionError::NobodyPlays)
    }

    fn answer_draw_offer(&mut self) -> Result<(), ActionError> {
        self.person_who_decides()?;
        let is_late = self.record.plies() >= DRAW_AFTER;
        let objection = match self.own_score {
            _ if !self.has_engine_seat() => None,
            _ if !is_late => Some("it is too early"),
            None => Some("it has not searched for a move here yet"),
            Some(score) => (score.men() > DRAW_MARGIN).then_some("it is ahead"),
        };
        match objection {
            None => self.end(Finish::Agreed),
            Some(why) => self.notice = Some(format!("Crownhead declines the draw: {why}")),
        }
        Ok(())
    }
}

/// The microseconds since 1970, which a browser can still count by ones. A page that has followed a game of the program
/// before this one, which ran at the same address, takes what it sees now for a change.
fn first_version() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_micros() as u64 + 1
}

/// The number of lines of an analysis.
fn lines(wanted: NonZeroUsize) -> NonZeroUsize {
    NonZeroUsize::new(wanted.get().min(Action::MOST_LINES)).unwrap_or(NonZeroUsize::MIN)
}
