//! Moves as text: parsing, writing, and the route of a capture, which both need.

use std::fmt;

use super::{NotationError, clipped, is_number, square};
use crate::rules::{
    AnyPosition, Articles, Bitboard, CaptureLines, Crowning, Direction, Geometry, KingMove, Landing, ManCapture,
    ManPrey, Move, Square,
};

/// Parses a move of `position`: in short PDN, in PDN with all or part of its path, or in Hub form with the captured
/// squares in any order. Squares are joined by `-`, `x`, `X` or `:` and may have leading zeros.
///
/// # Errors
/// [`NotationError::NotAMove`] and those of its squares; [`NotationError::IllegalMove`];
/// [`NotationError::AmbiguousMove`] if it matches more than one legal move.
pub fn parse_move(position: &AnyPosition, text: &str) -> Result<Move, NotationError> {
    MoveText::parse(position.board(), text)?.resolve(position)
}

/// The squares of a move, not yet matched with a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    text: String,
    /// At least two.
    squares: Vec<Square>,
}

impl MoveText {
    /// Parses the square numbers of a move.
    ///
    /// # Errors
    /// [`NotationError::NotAMove`] if the text is not of this form, [`NotationError::OffBoard`] if the board lacks
    /// a square.
    pub fn parse(board: &Geometry, text: &str) -> Result<MoveText, NotationError> {
        let text = text.trim();
        let numbers: Vec<_> = text.split(['-', 'x', 'X', ':']).collect();
        if numbers.len() < 2 || !numbers.iter().all(|token| is_number(token)) {
            return Err(NotationError::NotAMove { token: clipped(text) });
        }
        let squares = numbers.into_iter().map(|token| square(board, token)).collect::<Result<_, _>>()?;
        Ok(MoveText { text: clipped(text), squares })
    }

    /// The same move on a board with another numbering. Errors still show the original text.
    #[must_use]
    pub fn map_squares(mut self, map: impl Fn(Square) -> Square) -> MoveText {
        for square in &mut self.squares {
            *square = map(*square);
        }
        self
    }

    /// The matching legal move of `position`.
    ///
    /// No text matches one move as a path and another as a list of captures: the last number is an empty square, or the
    /// moving piece's square, in a path, and an opponent's square in a list of captures.
    ///
    /// # Errors
    /// [`NotationError::IllegalMove`] or [`NotationError::AmbiguousMove`].
    pub fn resolve(&self, position: &AnyPosition) -> Result<Move, NotationError> {
        let legal = position.moves();
        let mut meant = self.by_captures(position.board(), &legal);
        if meant.is_empty() {
            meant = self.by_path(position, &legal);
        }
        match meant.as_slice() {
            [mv] => Ok(*mv),
            [] => Err(NotationError::IllegalMove { token: self.text.clone() }),
            candidates => {
                let spell = |mv| SpelledMove::among(position, &legal, mv);
                let candidates = candidates.iter().map(spell).collect();
                Err(NotationError::AmbiguousMove { token: self.text.clone(), candidates })
            }
        }
    }

    /// The moves that match as a path: the ends and squares touched between them.
    fn by_path(&self, position: &AnyPosition, legal: &[Move]) -> Vec<Move> {
        let [from, via @ .., to] = self.squares.as_slice() else { return Vec::new() };
        let passes = |mv: &&Move| (mv.from, mv.to) == (*from, *to) && find_route(position, mv, via).is_some();
        let matching: Vec<_> = legal.iter().filter(passes).copied().collect();
        // A complete path does not match a longer one.
        let is_whole = |mv: &&Move| mv.captured.len() as usize == via.len() + 1;
        match matching.iter().find(is_whole) {
            Some(whole) => vec![*whole],
            None => matching,
        }
    }

    /// The moves that match as ends and captured squares: two where one of them crowns.
    fn by_captures(&self, board: &Geometry, legal: &[Move]) -> Vec<Move> {
        let [from, to, squares @ ..] = self.squares.as_slice() else { return Vec::new() };
        let captured = squares.iter().fold(Bitboard::EMPTY, |set, &square| set | board.bit(square));
        if captured.len() as usize != squares.len() {
            return Vec::new();
        }
        let is_meant = |mv: &&Move| (mv.from, mv.to, mv.captured) == (*from, *to, captured);
        legal.iter().filter(is_meant).copied().collect()
    }
}

/// A move with the data that every notation needs, independent of its position and rules.
///
/// No method writes two moves of a position alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpelledMove {
    from: Square,
    to: Square,
    /// The captured squares, ascending.
    captured: Vec<Square>,
    /// The squares where a capturing piece lands between `from` and `to`: one fewer than it captures.
    landings: Vec<Square>,
    /// Whether another legal move has the same `from` and `to`.
    short_is_ambiguous: bool,
    /// Whether another legal move has the same captured squares as well, and differs in what the piece becomes.
    captures_are_ambiguous: bool,
}

impl SpelledMove {
    /// The spelling of `mv`, which must be legal in `position`.
    pub fn new(position: &AnyPosition, mv: &Move) -> SpelledMove {
        SpelledMove::among(position, &position.moves(), mv)
    }

    /// The spelling of `mv`, given all `legal` moves of `position`, so that they need not be generated again.
    pub fn among(position: &AnyPosition, legal: &[Move], mv: &Move) -> SpelledMove {
        let route = find_route(position, mv, &[]);
        debug_assert!(route.is_some(), "a legal move has a route");
        let mut captured: Vec<_> = mv.captured.singles().map(|single| position.board().square(single)).collect();
        captured.sort_unstable();
        let alike = |other: &&Move| (other.from, other.to) == (mv.from, mv.to) && *other != mv;
        SpelledMove {
            from: mv.from,
            to: mv.to,
            captured,
            landings: route.unwrap_or_default(),
            short_is_ambiguous: legal.iter().any(|other| alike(&other)),
            captures_are_ambiguous: legal.iter().filter(alike).any(|other| other.captured == mv.captured),
        }
    }

    /// The same move on a board with another numbering.
    #[must_use]
    pub fn map_squares(mut self, map: impl Fn(Square) -> Square) -> SpelledMove {
        let ends = [&mut self.from, &mut self.to];
        for square in ends.into_iter().chain(&mut self.captured).chain(&mut self.landings) {
            *square = map(*square);
        }
        self.captured.sort_unstable();
        self
    }

    /// In PDN: `32-28`, `28x17`; with the full path if another move has the same ends.
    pub fn pdn(&self) -> String {
        if self.short_is_ambiguous { self.full_path() } else { self.joined([self.from, self.to]) }
    }

    /// With every touched square: `32-28`, `28x19x10`.
    pub fn full_path(&self) -> String {
        self.joined(self.path())
    }

    /// The touched squares, from the first to the last.
    pub fn path(&self) -> impl Iterator<Item = Square> {
        let landings = self.landings.iter().copied();
        std::iter::once(self.from).chain(landings).chain([self.to])
    }

    /// In Hub form, with the captured squares after the ends: `32-28`, `28x10x14x23`. The full path where that is
    /// ambiguous: where a man can capture the same pieces with and without being crowned on its way.
    pub fn hub(&self) -> String {
        if self.captures_are_ambiguous {
            return self.full_path();
        }
        self.joined([self.from, self.to].into_iter().chain(self.captured.iter().copied()))
    }

    fn joined(&self, squares: impl IntoIterator<Item = Square>) -> String {
        let numbers: Vec<_> = squares.into_iter().map(|square| square.to_string()).collect();
        numbers.join(if self.captured.is_empty() { "-" } else { "x" })
    }
}

impl fmt::Display for SpelledMove {
    /// Writes the move in PDN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.pdn())
    }
}

/// The squares between `from` and `to` where the piece lands in the legal move `mv`, one fewer than it captures: where
/// it turns, and otherwise right behind the captured piece. A move stores its captured squares as a set, not their
/// order.
///
/// Of several routes, or several landings of a flying king, it returns one that touches `via` in this order; `None` if
/// there is no such route.
fn find_route(position: &AnyPosition, mv: &Move, via: &[Square]) -> Option<Vec<Square>> {
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
    let mut finder = RouteFinder {
        position,
        articles,
        board,
        to: board.bit(mv.to),
        ends_as_king: is_king || mv.crowned_in_passing || is_on_crownhead,
        empty: position.empty() | from,
        landings: Vec::new(),
    };
    let start = Leg { remaining: mv.captured, via, is_king };
    finder.walk(from, start, None).then_some(finder.landings)
}

/// A depth-first search over the pieces that remain to be captured. Captured pieces stay on the board until the end of
/// the move, so what is empty never changes.
struct RouteFinder<'a> {
    position: &'a AnyPosition,
    articles: &'static Articles,
    board: &'static Geometry,
    to: Bitboard,
    ends_as_king: bool,
    empty: Bitboard,
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
        let mut is_first = true;
        while landing.any() {
            let is_right = if leg.remaining.is_empty() {
                self.ends(landing, leg) && (is_first || self.may_end_farther(over))
            } else {
                self.goes_on(landing, direction, is_first, leg)
            };
            if is_right || !self.flies(leg.is_king) {
                return is_right;
            }
            landing = self.board.step(landing, direction) & self.empty;
            is_first = false;
        }
        false
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
        let barred = (!is_first && !is_wanted).then_some(direction);
        self.landings.push(square);
        let arrives = self.walk(at, Leg { via, is_king, ..leg }, barred);
        if !arrives {
            self.landings.pop();
        }
        arrives
    }

    fn is_on_crownhead(&self, at: Bitboard) -> bool {
        at.meets(self.board.crownhead(self.position.side()))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::Variant;

    /// The move that a text matches in a position, in Hub form, or the error.
    fn meaning(variant: Variant, position: &str, text: &str) -> Result<String, String> {
        let position = fen::parse(variant, position).expect("the FEN is well formed");
        parse_move(&position, text).map(|mv| SpelledMove::new(&position, &mv).hub()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_move_has_many_spellings() {
        for text in ["32-28", " 32-28 ", "32x28", "32:28", "032-0028"] {
            assert_eq!(meaning(Variant::INTERNATIONAL, "W:W32:B1", text).as_deref(), Ok("32-28"), "{text}");
        }
        let two = "W:W28:B23,14";
        for text in ["28x10", "28X10", "28-10", "28x19x10", "28:19:10", "28x10x14x23", "28x10x23x14"] {
            assert_eq!(meaning(Variant::INTERNATIONAL, two, text).as_deref(), Ok("28x10x14x23"), "{text}");
        }
    }

    #[test]
    fn part_of_a_path_is_enough_if_it_picks_one_move() {
        let ring = "W:W30:B25,26,17,18";
        assert_eq!(meaning(Variant::ENGLISH, ring, "30x21x14").as_deref(), Ok("30x14x17x25"));
        let ambiguous = "30x14 is ambiguous: expected 30x21x14 or 30x23x14";
        assert_eq!(meaning(Variant::ENGLISH, ring, "30x14"), Err(ambiguous.to_owned()));
        let longer = "W:W30:B10,25,26,17,18";
        for text in ["30x21x7", "30x21x14x7", "30x7x10x25x17"] {
            assert_eq!(meaning(Variant::ENGLISH, longer, text).as_deref(), Ok("30x7x10x17x25"), "{text}");
        }
        let ambiguous = "30x14x7 is ambiguous: expected 30x21x14x7 or 30x23x14x7";
        assert_eq!(meaning(Variant::ENGLISH, longer, "30x14x7"), Err(ambiguous.to_owned()));
    }

    #[test]
    fn a_whole_path_is_not_part_of_a_longer_one() {
        // From 18 over 22 to 25: at once, or after a round over 14, 6, 7 and 15.
        let position = "B:BK18:W6,7,14,15,22";
        assert_eq!(meaning(Variant::ENGLISH, position, "18x25").as_deref(), Ok("18x25x22"));
        for text in ["18x9x2x11x18x25", "18x11x2x9x18x25", "18x9x25", "18x18x25", "18x25x22x15x14x7x6"] {
            assert_eq!(meaning(Variant::ENGLISH, position, text).as_deref(), Ok("18x25x6x7x14x15x22"), "{text}");
        }
    }

    #[test]
    fn what_is_no_legal_move_is_named() {
        for (text, error) in [
            ("", "\"\" is not a move: expected square numbers joined by - or x, such as 32-28"),
            ("32", "\"32\" is not a move: expected square numbers joined by - or x, such as 32-28"),
            ("32--28", "\"32--28\" is not a move: expected square numbers joined by - or x, such as 32-28"),
            ("32 28", "\"32 28\" is not a move: expected square numbers joined by - or x, such as 32-28"),
            ("a3-b4", "\"a3-b4\" is not a move: expected square numbers joined by - or x, such as 32-28"),
            ("32-51", "square 51 is not on the board: expected 1 to 50"),
            ("32-0", "square 0 is not on the board: expected 1 to 50"),
            ("32-23", "32-23 is not a legal move"),
            ("32-28-23", "32-28-23 is not a legal move"),
        ] {
            assert_eq!(meaning(Variant::INTERNATIONAL, "W:W32:B1", text), Err(error.to_owned()), "{text}");
        }
        for text in ["28x10x14", "28x10x14x14", "28x10x14x23x23", "28x20x10", "28x19"] {
            let error = Err(format!("{text} is not a legal move"));
            assert_eq!(meaning(Variant::INTERNATIONAL, "W:W28:B23,14", text), error, "{text}");
        }
    }

    /// Every legal move as PDN, as a full path and in Hub form, sorted.
    fn spelled(variant: Variant, text: &str) -> Vec<[String; 3]> {
        let position = fen::parse(variant, text).expect("the FEN is well formed");
        let spell = |mv| SpelledMove::new(&position, mv);
        let write = |mv: SpelledMove| [mv.pdn(), mv.full_path(), mv.hub()];
        let mut moves: Vec<_> = position.moves().iter().map(spell).map(write).collect();
        moves.sort();
        moves
    }

    #[test]
    fn quiet_moves_and_single_captures() {
        assert_eq!(spelled(Variant::INTERNATIONAL, "W:W32:B1"), [["32-27"; 3], ["32-28"; 3]]);
        assert_eq!(spelled(Variant::INTERNATIONAL, "W:W28:B22"), [["28x17", "28x17", "28x17x22"]]);
    }

    #[test]
    fn a_man_touches_the_square_behind_each_piece() {
        let text = "W:W28:B23,14";
        assert_eq!(spelled(Variant::INTERNATIONAL, text), [["28x10", "28x19x10", "28x10x14x23"]]);
    }

    #[test]
    fn a_ring_is_one_move_whichever_way_round() {
        let [ring] = &spelled(Variant::ENGLISH, "B:BK2:W6,7,14,15")[..] else { panic!("one move") };
        assert_eq!([&ring[0], &ring[2]], ["2x2", "2x2x6x7x14x15"]);
        assert!(["2x9x18x11x2", "2x11x18x9x2"].contains(&ring[1].as_str()), "{ring:?}");
    }

    #[test]
    fn a_flying_king_touches_where_it_turns_and_right_behind_what_it_passes() {
        // Over 41 and 28 in one flight, then aside at 14 over 20, or at 19 over 13.
        let paths: Vec<_> =
            spelled(Variant::INTERNATIONAL, "W:WK46:B41,28,20").into_iter().map(|[_, path, _]| path).collect();
        assert_eq!(paths, ["46x37x14x25"]);
        let paths: Vec<_> =
            spelled(Variant::INTERNATIONAL, "W:WK46:B41,28,13").into_iter().map(|[_, path, _]| path).collect();
        assert_eq!(paths, ["46x37x19x2", "46x37x19x8"]);
    }

    #[test]
    fn moves_with_equal_ends_are_told_apart() {
        let moves = spelled(Variant::ENGLISH, "W:W30:B25,26,17,18");
        let pdn: Vec<_> = moves.iter().map(|[pdn, ..]| pdn.as_str()).collect();
        assert_eq!(pdn, ["30x21x14", "30x23x14"]);
    }

    #[test]
    fn squares_can_be_renumbered() {
        let position = fen::parse(Variant::INTERNATIONAL, "W:W28:B23,14").expect("the FEN is well formed");
        let mv = position.moves()[0];
        let turned = SpelledMove::new(&position, &mv).map_squares(|square| Square::from_index(49 - square.index()));
        assert_eq!([turned.full_path(), turned.hub()], ["23x32x41", "23x41x28x37"]);
    }
}
