//! A game as CheckerBoard keeps it, with our rules as its referee.

use std::ffi::c_int;

use crownhead::notation::{SpelledMove, fen};
use crownhead::rules::{AnyPosition, Game, GameEnd, Move, Side, Square, Variant};

use super::host::{BLACK, Board, CbMove, DRAW, Host, LOSS, Level, Place, Turn, WHITE, WIN};

/// Where a square of the English board lies: 1 at the lower right, 32 at the upper left.
pub fn place(square: Square) -> Place {
    let index = square.index() as c_int;
    let y = index / 4;
    Place { x: 2 * (3 - index % 4) + y % 2, y }
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

fn square_of(place: Place) -> Square {
    (0..32).map(Square::from_index).find(|&square| self::place(square) == place).expect("it is a dark square")
}

/// The board of a position.
pub fn board(position: &AnyPosition) -> Board {
    let mut board = Board::default();
    for index in 0..32 {
        let square = Square::from_index(index);
        if let Some((side, is_king)) = position.piece_at(square) {
            let Place { x, y } = place(square);
            board[x as usize][y as usize] = piece(side, is_king);
        }
    }
    board
}

/// What CheckerBoard tells of a game: the position after the last capture or man's move, and the moves since.
pub fn history(game: &Game) -> String {
    let reversible = usize::from(game.clock().quiet_plies());
    let first = game.moves().len() - reversible;
    let positions: Vec<_> = game.positions().skip(first).collect();
    let moves = game.moves().iter().skip(first).zip(&positions);
    let moves: String = moves.map(|(mv, position)| format!(" {}", SpelledMove::new(position, mv).pdn())).collect();
    format!("{}{moves}", fen::write(positions[0]))
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
    let number =
        |position: &AnyPosition, square| position.piece_at(square).map_or(0, |(side, is_king)| piece(side, is_king));
    assert_eq!((told.from, told.to), (place(mv.from), place(mv.to)));
    assert_eq!(told.oldpiece, number(position, mv.from));
    assert_eq!(told.newpiece, number(&position.succ(mv), mv.to));
    assert_eq!(told.jumps as u32, mv.captured.len());
    let jumps = told.jumps as usize;
    let mut at = told.from;
    for jump in 0..jumps {
        let landing = if jump + 1 == jumps { told.to } else { told.path[jump + 1] };
        let over = told.del[jump];
        assert_eq!((2 * over.x, 2 * over.y), (at.x + landing.x, at.y + landing.y), "{told:?}");
        assert_eq!(told.delpiece[jump], number(position, square_of(over)), "{told:?}");
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
        game.play(mv).expect("it is a legal move");
        check_status(&turn.status);
        check_claim(&game, &turn);
        claims.push(turn.result);
    }
    (game, claims)
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
    assert_eq!(claims.last(), Some(&truth), "{end}");
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
