//! The move generator: written once over [`Rules`] and specialised for each variant and colour at compile time.
//!
//! Captures are found for a whole side by shifts; then each jumper recurses with the captured set passed by
//! value, so nothing needs undoing. What is found goes to a [`Sink`]: a list, a count, or nothing but a flag.

use std::marker::PhantomData;

use super::{
    Bitboard, Board, CaptureChoice, Crowning, Direction, KingMove, ManCapture, Move, MoveList, Position,
    Rules, Side,
};

/// Two routes of fewer captures than this with equal ends never capture the same set: a short king or a man needs a
/// ring of four, a flying king a triangle.
const fn fewest_for_two_routes(kings: KingMove) -> u32 {
    match kings {
        KingMove::Short => 4,
        KingMove::Flying => 3,
    }
}

/// Where generated moves go. Ends are sets of one square.
trait Sink {
    fn quiet(&mut self, from: Bitboard, to: Bitboard);
    fn capture(&mut self, from: Bitboard, to: Bitboard, captured: Bitboard);
}

/// Lists the moves, only the longest captures where the rules say so; with `MERGE`, captures that agree in (from,
/// to, captured) are listed once, otherwise once a route.
struct Lister<'a, R, const MERGE: bool> {
    moves: &'a mut MoveList,
    longest: u32,
    rules: PhantomData<R>,
}

impl<R: Rules, const MERGE: bool> Lister<'_, R, MERGE> {
    /// A list too long for its room is cut: [`super::MAX_MOVES`] says why that is out of reach in play.
    fn push(&mut self, from: Bitboard, to: Bitboard, captured: Bitboard) {
        let mv = Move { from: R::Board::square(from), to: R::Board::square(to), captured };
        let _ = self.moves.try_push(mv);
    }
}

impl<R: Rules, const MERGE: bool> Sink for Lister<'_, R, MERGE> {
    fn quiet(&mut self, from: Bitboard, to: Bitboard) {
        self.push(from, to, Bitboard::EMPTY);
    }

    fn capture(&mut self, from: Bitboard, to: Bitboard, captured: Bitboard) {
        let length = captured.len();
        if R::CAPTURE_CHOICE == CaptureChoice::Most && length != self.longest {
            if length < self.longest {
                return;
            }
            self.longest = length;
            self.moves.clear();
        }
        if MERGE && length >= fewest_for_two_routes(R::KINGS) {
            let mv = Move { from: R::Board::square(from), to: R::Board::square(to), captured };
            if self.moves.contains(&mv) {
                return;
            }
        }
        self.push(from, to, captured);
    }
}

/// A colour as a type, so that directions are constants in the generator.
trait Colour {
    const SIDE: Side;
}

struct WhiteMoves;
impl Colour for WhiteMoves {
    const SIDE: Side = Side::White;
}

struct BlackMoves;
impl Colour for BlackMoves {
    const SIDE: Side = Side::Black;
}

/// What the generator asks of a position, gathered once.
#[derive(Clone, Copy)]
struct Scene<R: Rules> {
    men: Bitboard,
    kings: Bitboard,
    opponents: Bitboard,
    empty: Bitboard,
    rules: PhantomData<R>,
}

impl<R: Rules> Scene<R> {
    fn of(position: &Position<R>) -> Scene<R> {
        let side = position.side();
        Scene {
            men: position.men(side),
            kings: position.kings(side),
            opponents: position.pieces(!side),
            empty: position.empty(),
            rules: PhantomData,
        }
    }

    /// The men that can capture.
    fn capturing_men<C: Colour>(&self) -> Bitboard {
        let capturers = |direction| {
            let landings = self.empty & R::Board::step(self.opponents, direction);
            // A man two steps behind a free square with an opponent in between.
            self.men & R::Board::step(R::Board::step(landings, opposite(direction)), opposite(direction))
        };
        let both_ways = || Direction::ALL.into_iter().fold(Bitboard::EMPTY, |set, d| set | capturers(d));
        match R::MEN_CAPTURE {
            ManCapture::Forward => {
                let [left, right] = Direction::forward(C::SIDE);
                capturers(left) | capturers(right)
            }
            ManCapture::BothWays => both_ways(),
        }
    }

    /// Can any king capture?
    fn king_can_capture(&self) -> bool {
        Direction::ALL.into_iter().any(|direction| {
            let mut front = R::Board::step(self.kings, direction);
            if R::KINGS == KingMove::Flying {
                let mut sliding = front & self.empty;
                while sliding.any() {
                    let next = R::Board::step(sliding, direction);
                    front |= next;
                    sliding = next & self.empty;
                }
            }
            (R::Board::step(front & self.opponents, direction) & self.empty).any()
        })
    }

    fn can_capture<C: Colour>(&self) -> bool {
        self.capturing_men::<C>().any() || (self.kings.any() && self.king_can_capture())
    }

    /// Can a piece make a quiet move? A piece with a free neighbour can, whatever the length of its stride.
    fn can_move_quietly<C: Colour>(&self) -> bool {
        let steps = |set, directions: &[Direction]| {
            directions.iter().any(|&direction| R::Board::step(set, direction).meets(self.empty))
        };
        steps(self.men, &Direction::forward(C::SIDE))
            || (self.kings.any() && steps(self.kings, &Direction::ALL))
    }

    /// The number of quiet moves.
    fn count_quiets<C: Colour>(&self) -> u64 {
        let steps = |set, direction| R::Board::step(set, direction) & self.empty;
        let [left, right] = Direction::forward(C::SIDE);
        let mut count = steps(self.men, left).len() + steps(self.men, right).len();
        if self.kings.any() {
            for direction in Direction::ALL {
                let mut front = steps(self.kings, direction);
                count += front.len();
                // Kings on one line stop at each other, so every square is reached by one of them at most.
                while R::KINGS == KingMove::Flying && front.any() {
                    front = steps(front, direction);
                    count += front.len();
                }
            }
        }
        u64::from(count)
    }

    fn quiets<C: Colour>(&self, sink: &mut impl Sink) {
        for direction in Direction::forward(C::SIDE) {
            for to in (R::Board::step(self.men, direction) & self.empty).singles() {
                sink.quiet(R::Board::step(to, opposite(direction)), to);
            }
        }
        for from in self.kings.singles() {
            for direction in Direction::ALL {
                let mut to = R::Board::step(from, direction) & self.empty;
                while to.any() {
                    sink.quiet(from, to);
                    if R::KINGS == KingMove::Short {
                        break;
                    }
                    to = R::Board::step(to, direction) & self.empty;
                }
            }
        }
    }

    fn captures<C: Colour>(&self, capturing_men: Bitboard, sink: &mut impl Sink) {
        for from in capturing_men.singles() {
            Jumper::new(self, from, sink).man::<C>(from, Bitboard::EMPTY);
        }
        for from in self.kings.singles() {
            let mut jumper = Jumper::new(self, from, sink);
            match R::KINGS {
                KingMove::Short => jumper.short_king(from, Bitboard::EMPTY),
                KingMove::Flying => jumper.flying_king(from),
            }
        }
    }

    /// All legal moves, captures being obligatory.
    fn moves<C: Colour>(&self, sink: &mut impl Sink) {
        let capturing_men = self.capturing_men::<C>();
        if capturing_men.any() || (self.kings.any() && self.king_can_capture()) {
            self.captures::<C>(capturing_men, sink);
        } else {
            self.quiets::<C>(sink);
        }
    }
}

/// One piece on its capture: its square of departure counts as empty, what it has captured stays on the board until
/// the move is over and may not be jumped twice.
struct Jumper<'a, R: Rules, S> {
    scene: &'a Scene<R>,
    from: Bitboard,
    empty: Bitboard,
    sink: &'a mut S,
}

impl<'a, R: Rules, S: Sink> Jumper<'a, R, S> {
    fn new(scene: &'a Scene<R>, from: Bitboard, sink: &'a mut S) -> Jumper<'a, R, S> {
        Jumper { scene, from, empty: scene.empty | from, sink }
    }

    fn end(&mut self, at: Bitboard, captured: Bitboard) {
        self.sink.capture(self.from, at, captured);
    }

    fn man<C: Colour>(&mut self, at: Bitboard, captured: Bitboard) {
        let extended = match R::MEN_CAPTURE {
            ManCapture::Forward => {
                let [left, right] = Direction::forward(C::SIDE);
                let extended = self.man_jump::<C>(at, left, captured);
                self.man_jump::<C>(at, right, captured) | extended
            }
            ManCapture::BothWays => Direction::ALL
                .into_iter()
                .fold(false, |extended, direction| self.man_jump::<C>(at, direction, captured) | extended),
        };
        if !extended && captured.any() {
            self.end(at, captured);
        }
    }

    fn man_jump<C: Colour>(&mut self, at: Bitboard, direction: Direction, captured: Bitboard) -> bool {
        let (over, landing) = self.short_jump(at, direction, captured);
        if landing.is_empty() {
            return false;
        }
        if R::CROWNING == Crowning::EndsMove && landing.meets(R::Board::crownhead(C::SIDE)) {
            self.end(landing, captured | over);
        } else {
            self.man::<C>(landing, captured | over);
        }
        true
    }

    fn short_king(&mut self, at: Bitboard, captured: Bitboard) {
        let mut extended = false;
        for direction in Direction::ALL {
            let (over, landing) = self.short_jump(at, direction, captured);
            if landing.any() {
                extended = true;
                self.short_king(landing, captured | over);
            }
        }
        if !extended && captured.any() {
            self.end(at, captured);
        }
    }

    /// The piece jumped and the square behind it, which is empty if there is no such jump.
    fn short_jump(&self, at: Bitboard, direction: Direction, captured: Bitboard) -> (Bitboard, Bitboard) {
        let over = R::Board::step(at, direction) & (self.scene.opponents - captured);
        (over, R::Board::step(over, direction) & self.empty)
    }

    fn flying_king(&mut self, from: Bitboard) {
        for direction in Direction::ALL {
            self.flying_jump(from, direction, Bitboard::EMPTY);
        }
    }

    /// Flies in one direction and, over the first piece met there, on to each landing square; says whether there was
    /// such a capture. From a landing square the king turns aside; straight on counts once for the whole line, and
    /// straight back lies the piece just captured.
    fn flying_jump(&mut self, at: Bitboard, direction: Direction, captured: Bitboard) -> bool {
        let mut over = R::Board::step(at, direction);
        while over.meets(self.empty) {
            over = R::Board::step(over, direction);
        }
        over = over & (self.scene.opponents - captured);
        let first = R::Board::step(over, direction) & self.empty;
        if first.is_empty() {
            return false;
        }
        let captured = captured | over;
        let straight_on = self.flying_jump(first, direction, captured);
        let [left, right] = aside(direction);
        let mut landing = first;
        while landing.any() {
            let turned =
                self.flying_jump(landing, left, captured) | self.flying_jump(landing, right, captured);
            if !turned && !straight_on {
                self.end(landing, captured);
            }
            landing = R::Board::step(landing, direction) & self.empty;
        }
        true
    }
}

const fn opposite(direction: Direction) -> Direction {
    match direction {
        Direction::UpLeft => Direction::DownRight,
        Direction::UpRight => Direction::DownLeft,
        Direction::DownLeft => Direction::UpRight,
        Direction::DownRight => Direction::UpLeft,
    }
}

/// The two directions at right angles.
const fn aside(direction: Direction) -> [Direction; 2] {
    match direction {
        Direction::UpLeft | Direction::DownRight => [Direction::UpRight, Direction::DownLeft],
        Direction::UpRight | Direction::DownLeft => [Direction::UpLeft, Direction::DownRight],
    }
}

/// Runs `$body` with `$colour` standing for the colour of the side to move as a type.
macro_rules! by_colour {
    ($position:expr, $colour:ident => $body:expr) => {
        match $position.side() {
            Side::White => {
                type $colour = WhiteMoves;
                $body
            }
            Side::Black => {
                type $colour = BlackMoves;
                $body
            }
        }
    };
}

impl<R: Rules> Position<R> {
    /// The legal moves, in an order that depends on nothing but the position.
    pub fn moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.list_moves(&mut moves);
        moves
    }

    /// Fills `moves`, which must be empty, with the legal moves.
    pub fn list_moves(&self, moves: &mut MoveList) {
        self.list::<true>(moves);
    }

    /// The legal moves with every capture route as an entry of its own.
    pub fn routes(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.list::<false>(&mut moves);
        moves
    }

    fn list<const MERGE: bool>(&self, moves: &mut MoveList) {
        debug_assert!(moves.is_empty());
        let scene = Scene::of(self);
        let mut sink = Lister::<R, MERGE> { moves, longest: 0, rules: PhantomData };
        by_colour!(self, C => scene.moves::<C>(&mut sink));
    }

    /// Must the side to move capture?
    pub fn has_capture(&self) -> bool {
        let scene = Scene::of(self);
        by_colour!(self, C => scene.can_capture::<C>())
    }

    /// Has the side to move any move?
    pub fn has_move(&self) -> bool {
        let scene = Scene::of(self);
        by_colour!(self, C => scene.can_move_quietly::<C>() || scene.can_capture::<C>())
    }

    /// The number of legal moves; a list is made only where there are captures.
    pub fn count_moves(&self) -> u64 {
        self.count::<true>()
    }

    /// The number of legal moves with every capture route counted for itself.
    pub fn count_routes(&self) -> u64 {
        self.count::<false>()
    }

    fn count<const MERGE: bool>(&self) -> u64 {
        if self.has_capture() {
            let mut moves = MoveList::new();
            self.list::<MERGE>(&mut moves);
            return moves.len() as u64;
        }
        let scene = Scene::of(self);
        by_colour!(self, C => scene.count_quiets::<C>())
    }
}
