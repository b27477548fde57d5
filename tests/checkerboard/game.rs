//! A game as CheckerBoard keeps it, with our rules as its referee.

use std::ffi::c_int;

use crownhead_rules::notation::fen;
use crownhead_rules::{AnyPosition, DrawReason, Game, GameEnd, Move, Side, Square, Variant};

use super::host::{BLACK, Board, CbMove, DRAW, Host, LOSS, Level, Place, Turn, UNKNOWN, WHITE, WIN};

/// Where a square lies: in English draughts 1 at the lower right, 32 at the upper left. In games on the mirrored board
/// left and right are the other way round.
pub fn place(variant: Variant, square: Square) -> Place {
    let (y, place) = (square.index() as c_int / 4, square.index() as c_int % 4);
    let is_mirrored = [Variant::ITALIAN, Variant::SPANISH].contains(&variant);
    Place { x: 2 * if is_mirrored { place } else { 3 - place } + y % 2, y }
}

/// CheckerBoard's number of a square. Spanish draughts counts from the other end, Czech draughts row by row from there.
pub fn number(variant: Variant, square: Square) -> c_int {
    let number = square.number() as c_int;
    match variant.name() {
        "spanish" => 33 - number,
        "czech" => 4 * (7 - (number - 1) / 4) + (number - 1) % 4 + 1,
        _ => number,
    }
}

fn piece(side: Side, is_king: bool) -> c_int {
    colour(side) | if is_king { 8 } else { 4 }
}

pub fn colour(side: Side) -> c_int {
    match side {
        Side::White => WHITE,
        Side::Black => BLACK,
    }
}

fn square_of(variant: Variant, place: Place) -> Square {
    let is_there = |&square: &Square| self::place(variant, square) == place;
    (0..32).map(Square::from_index).find(is_there).expect("it is a dark square")
}

/// The board of a position.
pub fn board(position: &AnyPosition) -> Board {
    let mut board = Board::default();
    for index in 0..32 {
        let square = Square::from_index(index);
        if let Some((side, is_king)) = position.piece_at(square) {
            let Place { x, y } = place(position.variant(), square);
            board[x as usize][y as usize] = piece(side, is_king);
        }
    }
    board
}

/// What CheckerBoard tells of a game: the position after the last capture or man's move, and the moves since.
pub fn history(game: &Game) -> String {
    let reversible = usize::from(game.clock().quiet_plies());
    let first = game.moves().len() - reversible;
    let number = |square| number(game.variant(), square);
    let moves = game.moves().iter().skip(first).map(|mv| format!(" {}-{}", number(mv.from), number(mv.to)));
    let position = game.positions().nth(first).expect("it is one of the game");
    format!("{}{}", numbered(position), moves.collect::<String>())
}

/// The FEN with CheckerBoard's numbers.
fn numbered(position: &AnyPosition) -> String {
    let army = |side| {
        let squares = (0..32).map(Square::from_index);
        let own = squares
            .filter_map(|square| position.piece_at(square).filter(|&(owner, _)| owner == side).zip(Some(square)));
        let pieces = own.map(|((_, is_king), square)| {
            format!("{}{}", if is_king { "K" } else { "" }, number(position.variant(), square))
        });
        pieces.collect::<Vec<_>>().join(",")
    };
    let turn = if position.side() == Side::White { "W" } else { "B" };
    format!("{turn}:W{}:B{}", army(Side::White), army(Side::Black))
}

/// The move that was made, as the boards tell it. What else is told of it must agree.
#[track_caller]
pub fn check_turn(game: &Game, turn: &Turn) -> Move {
    let position = game.position();
    let made = position.moves().into_iter().find(|mv| board(&position.succ(mv)) == turn.board);
    let mv = made.unwrap_or_else(|| panic!("no legal move of {} leads to {turn:?}", fen::write(position)));
    check_move(position, &mv, &turn.played);
    mv
}

/// What is told of a move must be true.
#[track_caller]
fn check_move(position: &AnyPosition, mv: &Move, told: &CbMove) {
    let found =
        |position: &AnyPosition, square| position.piece_at(square).map_or(0, |(side, is_king)| piece(side, is_king));
    let variant = position.variant();
    assert_eq!((told.from, told.to), (place(variant, mv.from), place(variant, mv.to)));
    assert_eq!(told.oldpiece, found(position, mv.from));
    assert_eq!(told.newpiece, found(&position.succ(mv), mv.to));
    assert_eq!(told.jumps as u32, mv.captured_set().len());
    let jumps = told.jumps as usize;
    let mut at = told.from;
    for jump in 0..jumps {
        let landing = if jump + 1 == jumps { told.to } else { told.path[jump + 1] };
        let over = told.del[jump];
        let [(right, up), (far_right, far_up)] = [over, landing].map(|place| (place.x - at.x, place.y - at.y));
        // It lies on the diagonal to the landing, for a king that flies not always in the middle.
        assert!(
            right.abs() == up.abs() && far_right.abs() == far_up.abs() && right.abs() < far_right.abs(),
            "{told:?}"
        );
        assert_eq!((right.signum(), up.signum()), (far_right.signum(), far_up.signum()), "{told:?}");
        assert_eq!(told.delpiece[jump], found(position, square_of(variant, over)), "{told:?}");
        at = landing;
    }
}

/// Plays a game of the library against itself, told of its history as CheckerBoard does. Returns the game, and the
/// results that were claimed.
pub fn play(variant: Variant, host: &Host, level: impl Fn(usize) -> Level) -> (Game, Vec<c_int>) {
    let mut game = Game::start(variant);
    let mut claims = Vec::new();
    while game.end().is_none() {
        host.done(&format!("set gamehist {}", history(&game)));
        let mut level = level(game.moves().len());
        level.info |= c_int::from(game.moves().len() < 2);
        let turn = host.get_move(&board(game.position()), colour(game.position().side()), level);
        let mv = check_turn(&game, &turn);
        check_legal(host, game.position(), &mv);
        game.play(mv).expect("it is a legal move");
        check_status(&turn.status);
        check_claim(&game, &turn);
        claims.push(turn.result);
    }
    (game, claims)
}

/// A move is legal by its squares, and not the other way round.
#[track_caller]
fn check_legal(host: &Host, position: &AnyPosition, mv: &Move) {
    let (variant, side) = (position.variant(), colour(position.side()));
    let [from, to] = [mv.from, mv.to].map(|square| number(variant, square));
    let told = host.is_legal(&board(position), side, from, to).unwrap_or_else(|| panic!("{from}-{to} is legal"));
    assert_eq!((told.from, told.to), (place(variant, mv.from), place(variant, mv.to)));
    assert!(from == to || host.is_legal(&board(position), side, to, from).is_none(), "{to}-{from} is not legal");
}

/// The status at the end of a search has all its parts.
#[track_caller]
pub fn check_status(status: &str) {
    for part in ["depth ", "  value ", "  nodes ", "  speed ", "  time ", "  pv "] {
        assert!(status.contains(part), "{status}");
    }
}

/// Nothing is claimed that is not known. A win or a loss that the search has seen to its end need not come true, since
/// neither side has to find it again in the time that it has later; but the move that ends the game must say how.
#[track_caller]
pub fn check_claims(game: &Game, claims: &[c_int]) {
    let end = game.end().expect("the game has ended");
    let first = game.variant().articles().first;
    let last = if game.moves().len() % 2 == 1 { first } else { first.opponent() };
    let truth = match end {
        GameEnd::Win(win) if win.winner == last => WIN,
        GameEnd::Win(_) => LOSS,
        GameEnd::Draw(_) => DRAW,
    };
    // What CheckerBoard tells of a game begins after the last move of a man, over which counts of an ending go on.
    let may_be_missed = matches!(end, GameEnd::Draw(DrawReason::Ending(_)));
    assert!(claims.last() == Some(&truth) || (may_be_missed && claims.last() == Some(&UNKNOWN)), "{end}: {claims:?}");
    // Before the end, a draw is claimed where the tables know it: then it stays one.
    assert!(truth == DRAW || !claims.contains(&DRAW), "{end}: {claims:?}");
}

/// Before the end, a win or a loss is claimed of a value that is one.
#[track_caller]
fn check_claim(game: &Game, turn: &Turn) {
    let value = match turn.result {
        WIN => "win in ",
        LOSS => "loss in ",
        _ => "",
    };
    assert!(game.end().is_some() || turn.status.contains(value), "{turn:?}");
}
