//! Finds the route of a capture: a move stores its captured squares as a set, not their order.

use crate::rules::{
    Bitboard, Board, Crowning, Direction, KingMove, ManCapture, Move, Position, Rules, Side, Square,
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
    let mut walker = Walker {
        position,
        is_king: position.all_kings().meets(from),
        to: R::Board::bit(mv.to),
        empty: position.empty() | from,
        landings: Vec::new(),
    };
    walker.walk(from, mv.captured, via, None).then_some(walker.landings)
}

/// A depth-first search over the pieces that remain to be captured. Captured pieces stay on the board until the end of
/// the move, so what is empty never changes.
struct Walker<'a, R: Rules> {
    position: &'a Position<R>,
    is_king: bool,
    to: Bitboard,
    empty: Bitboard,
    landings: Vec<Square>,
}

impl<R: Rules> Walker<'_, R> {
    /// Captures the remaining pieces from the square `at`, in any direction except `barred`; `landings` then contains
    /// the route.
    fn walk(&mut self, at: Bitboard, remaining: Bitboard, via: &[Square], barred: Option<Direction>) -> bool {
        let directions = self.directions().iter().filter(|&&direction| Some(direction) != barred);
        directions.into_iter().any(|&direction| {
            let over = self.neighbour(at, direction) & remaining;
            self.jump(over, direction, remaining - over, via)
        })
    }

    /// Jumps over the piece on `over` (none if that is empty) and tries every landing behind it.
    fn jump(&mut self, over: Bitboard, direction: Direction, remaining: Bitboard, via: &[Square]) -> bool {
        let mut landing = R::Board::step(over, direction) & self.empty;
        let mut is_first = true;
        while landing.any() {
            if self.land(landing, direction, is_first, remaining, via) {
                return true;
            }
            if !self.flies() {
                return false;
            }
            landing = R::Board::step(landing, direction) & self.empty;
            is_first = false;
        }
        false
    }

    fn land(
        &mut self,
        at: Bitboard,
        direction: Direction,
        is_first: bool,
        remaining: Bitboard,
        via: &[Square],
    ) -> bool {
        if remaining.is_empty() {
            return at == self.to && via.is_empty();
        }
        if self.must_stop(at) {
            return false;
        }
        let square = R::Board::square(at);
        let (is_wanted, via) = match via.split_first() {
            Some((&next, rest)) if next == square => (true, rest),
            _ => (false, via),
        };
        // A further jump in the same direction is the same from every landing on the line: try it from the first
        // landing and from the requested one only.
        let barred = (!is_first && !is_wanted).then_some(direction);
        self.landings.push(square);
        let arrives = self.walk(at, remaining, via, barred);
        if !arrives {
            self.landings.pop();
        }
        arrives
    }

    /// The first square in a direction that a jump could capture on.
    fn neighbour(&self, at: Bitboard, direction: Direction) -> Bitboard {
        let mut next = R::Board::step(at, direction);
        while self.flies() && next.meets(self.empty) {
            next = R::Board::step(next, direction);
        }
        next
    }

    fn flies(&self) -> bool {
        self.is_king && R::KINGS == KingMove::Flying
    }

    /// Whether the move ends when the piece reaches this square.
    fn must_stop(&self, at: Bitboard) -> bool {
        let is_crowned = !self.is_king && at.meets(R::Board::crownhead(self.position.side()));
        match R::CROWNING {
            Crowning::EndsMove => is_crowned,
            Crowning::AtRestOnly => false,
        }
    }

    fn directions(&self) -> &'static [Direction] {
        const WHITE: [Direction; 2] = Direction::forward(Side::White);
        const BLACK: [Direction; 2] = Direction::forward(Side::Black);
        match (self.is_king, R::MEN_CAPTURE, self.position.side()) {
            (true, ..) | (false, ManCapture::BothWays, _) => &Direction::ALL,
            (false, ManCapture::Forward, Side::White) => &WHITE,
            (false, ManCapture::Forward, Side::Black) => &BLACK,
        }
    }
}
