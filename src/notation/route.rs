//! Finds the route of a capture: a move stores its captured squares as a set, not their order.

use crate::rules::{
    Bitboard, Board, CaptureLines, Crowning, Direction, KingMove, Landing, ManCapture, ManPrey, Move,
    Position, Rules, Square,
};

/// The squares between `from` and `to` where the piece lands in the legal move `mv`, one fewer than it captures: where
/// it turns, and otherwise right behind the captured piece. A move without captures has none.
///
/// Of several routes, or several landings of a flying king, it returns one that touches `via` in this order; `None` if
/// there is no such route.
pub(super) fn find<R: Rules>(position: &Position<R>, mv: &Move, via: &[Square]) -> Option<Vec<Square>> {
    if !mv.is_capture() {
        return via.is_empty().then(Vec::new);
    }
    if via.len() >= mv.captured.len() as usize {
        return None;
    }
    let from = R::Board::bit(mv.from);
    let is_king = position.all_kings().meets(from);
    let is_on_crownhead = R::Board::bit(mv.to).meets(R::Board::crownhead(position.side()));
    let mut walker = Walker {
        position,
        to: R::Board::bit(mv.to),
        ends_as_king: is_king || mv.crowned_in_passing || is_on_crownhead,
        empty: position.empty() | from,
        landings: Vec::new(),
    };
    let start = Leg { remaining: mv.captured, via, is_king };
    walker.walk(from, start, None).then_some(walker.landings)
}

/// A depth-first search over the pieces that remain to be captured. Captured pieces stay on the board until the end of
/// the move, so what is empty never changes.
struct Walker<'a, R: Rules> {
    position: &'a Position<R>,
    to: Bitboard,
    ends_as_king: bool,
    empty: Bitboard,
    landings: Vec<Square>,
}

/// What is left of a walk.
#[derive(Clone, Copy)]
struct Leg<'v> {
    /// The pieces that remain to be captured.
    remaining: Bitboard,
    /// The squares that remain to be touched.
    via: &'v [Square],
    /// Does the piece move as a king by now?
    is_king: bool,
}

/// A jump on its way down.
#[derive(Clone, Copy)]
struct Jump {
    over: Bitboard,
    direction: Direction,
    /// Is the landing square the first behind the jumped piece?
    is_first: bool,
}

impl<R: Rules> Walker<'_, R> {
    /// Captures the remaining pieces from the square `at`, in any direction except `barred`; `landings` then contains
    /// the route.
    fn walk(&mut self, at: Bitboard, leg: Leg<'_>, barred: Option<Direction>) -> bool {
        let directions = self.directions(leg.is_king).filter(|&direction| Some(direction) != barred);
        directions.into_iter().any(|direction| {
            let over = self.neighbour(at, direction, leg.is_king) & leg.remaining & self.prey(leg.is_king);
            self.jump(over, direction, Leg { remaining: leg.remaining - over, ..leg })
        })
    }

    /// Jumps over the piece on `over` (none if that is empty) and tries every landing behind it.
    fn jump(&mut self, over: Bitboard, direction: Direction, leg: Leg<'_>) -> bool {
        let mut landing = R::Board::step(over, direction) & self.empty;
        let mut jump = Jump { over, direction, is_first: true };
        while landing.any() {
            if self.land(landing, jump, leg) {
                return true;
            }
            if !flies::<R>(leg.is_king) {
                return false;
            }
            landing = R::Board::step(landing, direction) & self.empty;
            jump.is_first = false;
        }
        false
    }

    fn land(&mut self, at: Bitboard, jump: Jump, leg: Leg<'_>) -> bool {
        let is_on_crownhead = at.meets(R::Board::crownhead(self.position.side()));
        if leg.remaining.is_empty() {
            let ends_as_king = leg.is_king || is_on_crownhead;
            return at == self.to
                && leg.via.is_empty()
                && ends_as_king == self.ends_as_king
                && self.may_end(jump);
        }
        let is_king = match R::CROWNING {
            Crowning::EndsMove if !leg.is_king && is_on_crownhead => return false,
            Crowning::EndsMove | Crowning::AtRestOnly => leg.is_king,
            Crowning::GoesOnAsKing => leg.is_king || is_on_crownhead,
        };
        let square = R::Board::square(at);
        let (is_wanted, via) = match leg.via.split_first() {
            Some((&next, rest)) if next == square => (true, rest),
            _ => (false, leg.via),
        };
        // A further jump in the same direction is the same from every landing on the line: try it from the first
        // landing and from the requested one only.
        let barred = (!jump.is_first && !is_wanted).then_some(jump.direction);
        self.landings.push(square);
        let arrives = self.walk(at, Leg { via, is_king, ..leg }, barred);
        if !arrives {
            self.landings.pop();
        }
        arrives
    }

    /// Whether the move may end where the piece has landed after this jump, its last.
    fn may_end(&self, jump: Jump) -> bool {
        match R::LANDING {
            Landing::Anywhere => true,
            Landing::RightBehindKing => jump.is_first || !jump.over.meets(self.position.all_kings()),
        }
    }

    /// The first square in a direction that a jump could capture on.
    fn neighbour(&self, at: Bitboard, direction: Direction, is_king: bool) -> Bitboard {
        let mut next = R::Board::step(at, direction);
        while flies::<R>(is_king) && next.meets(self.empty) {
            next = R::Board::step(next, direction);
        }
        next
    }

    /// The squares where the piece may capture an opponent's piece.
    fn prey(&self, is_king: bool) -> Bitboard {
        match R::MEN_TAKE {
            ManPrey::Men if !is_king => R::Board::ALL - self.position.all_kings(),
            ManPrey::Men | ManPrey::All => R::Board::ALL,
        }
    }

    fn directions(&self, is_king: bool) -> impl Iterator<Item = Direction> + use<R> {
        let forward = Direction::forward(self.position.side());
        let is_free = is_king || R::MEN_CAPTURE == ManCapture::BothWays;
        let diagonals = Direction::DIAGONALS.into_iter();
        let orthogonals = Direction::ORTHOGONALS.into_iter();
        diagonals
            .filter(move |direction| is_free || forward.contains(direction))
            .chain(orthogonals.filter(|_| R::CAPTURE_LINES == CaptureLines::AllEight))
    }
}

fn flies<R: Rules>(is_king: bool) -> bool {
    is_king && R::KINGS == KingMove::Flying
}
