//! The route of a capture: a move stores its captured squares as a set, not their order.

use crate::rules::{
    AnyPosition, Articles, Bitboard, Crowning, Direction, Geometry, KingMove, Landing, ManCapture, ManPrey, Move,
    Removal, Square,
};

/// The squares between `from` and `to` where the piece lands in the legal move `mv`, one fewer than it captures: where
/// it turns, and otherwise right behind the captured piece. A move stores its captured squares as a set, not their
/// order.
///
/// Of several routes, or several landings of a flying king, it returns one that touches `via` in this order; `None` if
/// there is no such route.
pub(super) fn find_route(position: &AnyPosition, mv: &Move, via: &[Square]) -> Option<Vec<Square>> {
    if !mv.is_capture() {
        return via.is_empty().then(Vec::new);
    }
    if via.len() >= mv.captured_set().len() as usize {
        return None;
    }
    let (articles, board) = (position.variant().articles(), position.board());
    let from = board.bit(mv.from);
    let is_king = position.all_kings().meets(from);
    let is_on_crownhead = board.bit(mv.to).meets(board.crownhead(position.side()));
    let mut finder = RouteFinder {
        position,
        articles,
        board,
        to: board.bit(mv.to),
        ends_as_king: is_king || mv.crowned_in_passing || is_on_crownhead,
        empty: position.empty() | from,
        captured: mv.captured_set(),
        landings: Vec::new(),
    };
    let start = Leg { remaining: mv.captured_set(), via, is_king };
    finder.walk(from, start, [None; 2]).then_some(finder.landings)
}

/// A depth-first search over the pieces that remain to be captured.
struct RouteFinder<'a> {
    position: &'a AnyPosition,
    articles: &'static Articles,
    board: &'static Geometry,
    to: Bitboard,
    ends_as_king: bool,
    /// The squares that are empty once the piece has set out.
    empty: Bitboard,
    captured: Bitboard,
    landings: Vec<Square>,
}

/// What is left of a route.
#[derive(Clone, Copy)]
struct Leg<'v> {
    /// The pieces that remain to be captured.
    remaining: Bitboard,
    /// The squares that remain to be touched.
    via: &'v [Square],
    /// Whether the piece moves as a king now.
    is_king: bool,
}

impl RouteFinder<'_> {
    /// Captures the remaining pieces from the square `at`, in any direction that is not `barred`; `landings` then
    /// contains the route.
    fn walk(&mut self, at: Bitboard, leg: Leg<'_>, barred: [Option<Direction>; 2]) -> bool {
        let directions = self.directions(leg.is_king).filter(|&direction| !barred.contains(&Some(direction)));
        directions.into_iter().any(|direction| {
            let over = self.neighbour(at, direction, leg) & leg.remaining & self.prey(leg.is_king);
            self.jump(over, direction, Leg { remaining: leg.remaining - over, ..leg })
        })
    }

    /// Jumps over the piece on `over` (none if that is empty) and tries every landing behind it.
    fn jump(&mut self, over: Bitboard, direction: Direction, leg: Leg<'_>) -> bool {
        let free = self.free(leg);
        let mut landing = self.board.step(over, direction) & free;
        let mut is_first = true;
        while landing.any() {
            let is_right = if leg.remaining.is_empty() {
                self.ends(landing, leg) && (is_first || self.may_end_farther(over))
            } else {
                self.goes_on(landing, direction, is_first, leg)
            };
            if is_right || !self.may_land_farther(leg.is_king) {
                return is_right;
            }
            landing = self.board.step(landing, direction) & free;
            is_first = false;
        }
        false
    }

    /// The squares without a piece when only these remain to be captured.
    fn free(&self, leg: Leg<'_>) -> Bitboard {
        match self.articles.removal {
            Removal::AfterMove => self.empty,
            Removal::AtOnce => self.empty | (self.captured - leg.remaining),
        }
    }

    /// Whether the move ends with the landing on `at`.
    fn ends(&self, at: Bitboard, leg: Leg<'_>) -> bool {
        let ends_as_king = leg.is_king || self.is_on_crownhead(at);
        at == self.to && leg.via.is_empty() && ends_as_king == self.ends_as_king
    }

    /// Whether a king that captured the piece on `over` last may end its move farther than right behind it.
    fn may_end_farther(&self, over: Bitboard) -> bool {
        match self.articles.landing {
            Landing::Anywhere => true,
            Landing::RightBehind => false,
            Landing::RightBehindKing => !over.meets(self.position.all_kings()),
        }
    }

    /// Goes on from a landing on `at`; `is_first` says whether that is the first square behind the captured piece.
    fn goes_on(&mut self, at: Bitboard, direction: Direction, is_first: bool, leg: Leg<'_>) -> bool {
        let is_on_crownhead = self.is_on_crownhead(at);
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
        let straight_on = (!is_first && !is_wanted).then_some(direction);
        // Straight back lies the piece just captured, or it lay there.
        let back = (self.articles.landing != Landing::RightBehind).then_some(direction.opposite());
        self.landings.push(square);
        let arrives = self.walk(at, Leg { via, is_king, ..leg }, [straight_on, back]);
        if !arrives {
            self.landings.pop();
        }
        arrives
    }

    fn is_on_crownhead(&self, at: Bitboard) -> bool {
        at.meets(self.board.crownhead(self.position.side()))
    }

    /// The first square in a direction that a jump could capture on.
    fn neighbour(&self, at: Bitboard, direction: Direction, leg: Leg<'_>) -> Bitboard {
        let free = self.free(leg);
        let mut next = self.board.step(at, direction);
        while self.flies(leg.is_king) && next.meets(free) {
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
        let side = self.position.side();
        let is_free = is_king || self.articles.men_capture == ManCapture::BothWays;
        let has_diagonals = self.articles.capture_lines.has_diagonals();
        let diagonals = Direction::DIAGONALS
            .into_iter()
            .filter(move |direction| has_diagonals && (is_free || Direction::forward(side).contains(direction)));
        let straight: &[Direction] = if is_king && self.articles.capture_lines.has_rows() {
            &Direction::ORTHOGONALS
        } else {
            self.articles.straight_captures_of_men(side)
        };
        diagonals.chain(straight.iter().copied())
    }

    fn flies(&self, is_king: bool) -> bool {
        is_king && self.articles.kings == KingMove::Flying
    }

    fn may_land_farther(&self, is_king: bool) -> bool {
        self.flies(is_king) && self.articles.landing != Landing::RightBehind
    }
}
