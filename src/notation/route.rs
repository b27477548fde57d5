//! Finds the route of a capture: a move stores its captured squares as a set, not their order.

use crate::rules::{
    AnyPosition, Articles, Bitboard, CaptureLines, Crowning, Direction, Geometry, KingMove, Landing, ManCapture,
    ManPrey, Move, Square,
};

/// The squares between `from` and `to` where the piece lands in the legal move `mv`, one fewer than it captures: where
/// it turns, and otherwise right behind the captured piece. A move without captures has none.
///
/// Of several routes, or several landings of a flying king, it returns one that touches `via` in this order; `None` if
/// there is no such route.
pub(super) fn find(position: &AnyPosition, mv: &Move, via: &[Square]) -> Option<Vec<Square>> {
    if !mv.is_capture() {
        return via.is_empty().then(Vec::new);
    }
    if via.len() >= mv.captured.len() as usize {
        return None;
    }
    let (articles, board) = (position.variant().articles(), position.board());
    let from = board.bit(mv.from);
    let is_king = position.all_kings().meets(from);
    let is_on_crownhead = board.bit(mv.to).meets(board.crownhead(position.side()));
    let mut walker = Walker {
        position,
        articles,
        board,
        to: board.bit(mv.to),
        ends_as_king: is_king || mv.crowned_in_passing || is_on_crownhead,
        empty: position.empty() | from,
        landings: Vec::new(),
    };
    let start = Leg { remaining: mv.captured, via, is_king };
    walker.walk(from, start, None).then_some(walker.landings)
}

/// A depth-first search over the pieces that remain to be captured. Captured pieces stay on the board until the end of
/// the move, so what is empty never changes.
struct Walker<'a> {
    position: &'a AnyPosition,
    articles: &'static Articles,
    board: &'static Geometry,
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

impl Walker<'_> {
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
        let mut landing = self.board.step(over, direction) & self.empty;
        let mut jump = Jump { over, direction, is_first: true };
        while landing.any() {
            if self.land(landing, jump, leg) {
                return true;
            }
            if !self.flies(leg.is_king) {
                return false;
            }
            landing = self.board.step(landing, direction) & self.empty;
            jump.is_first = false;
        }
        false
    }

    fn land(&mut self, at: Bitboard, jump: Jump, leg: Leg<'_>) -> bool {
        let is_on_crownhead = at.meets(self.board.crownhead(self.position.side()));
        if leg.remaining.is_empty() {
            let ends_as_king = leg.is_king || is_on_crownhead;
            return at == self.to && leg.via.is_empty() && ends_as_king == self.ends_as_king && self.may_end(jump);
        }
        let is_king = match self.articles.crowning {
            Crowning::EndsMove if !leg.is_king && is_on_crownhead => return false,
            Crowning::EndsMove | Crowning::AtRestOnly => leg.is_king,
            Crowning::GoesOnAsKing => leg.is_king || is_on_crownhead,
        };
        let square = self.board.square(at);
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
        match self.articles.landing {
            Landing::Anywhere => true,
            Landing::RightBehindKing => jump.is_first || !jump.over.meets(self.position.all_kings()),
        }
    }

    /// The first square in a direction that a jump could capture on.
    fn neighbour(&self, at: Bitboard, direction: Direction, is_king: bool) -> Bitboard {
        let mut next = self.board.step(at, direction);
        while self.flies(is_king) && next.meets(self.empty) {
            next = self.board.step(next, direction);
        }
        next
    }

    /// The squares where the piece may capture an opponent's piece.
    fn prey(&self, is_king: bool) -> Bitboard {
        match self.articles.men_take {
            ManPrey::Men if !is_king => self.board.all - self.position.all_kings(),
            ManPrey::Men | ManPrey::All => self.board.all,
        }
    }

    fn directions(&self, is_king: bool) -> impl Iterator<Item = Direction> + use<> {
        let forward = Direction::forward(self.position.side());
        let has_all_eight = self.articles.capture_lines == CaptureLines::AllEight;
        let is_free = is_king || self.articles.men_capture == ManCapture::BothWays;
        let diagonals = Direction::DIAGONALS.into_iter();
        let orthogonals = Direction::ORTHOGONALS.into_iter();
        diagonals
            .filter(move |direction| is_free || forward.contains(direction))
            .chain(orthogonals.filter(move |_| has_all_eight))
    }

    fn flies(&self, is_king: bool) -> bool {
        is_king && self.articles.kings == KingMove::Flying
    }
}
