//! The rules for JavaScript: what `src/web/package/index.js` calls.
//!
//! Boards have numbers. Numbers go over as they are; texts go over in UTF-8, in one buffer: the caller writes its own
//! where [`room`] says, and a function that answers with a text returns its bytes and leaves it where [`answer`] says. A
//! function that fails returns -1, and leaves as its answer `{"kind": ..., "message": ...}`.

use std::cell::RefCell;

use crownhead_rules::notation::pdn::{PdnError, PdnGame, PdnResult, Reader, Replay};
use crownhead_rules::notation::{NotationError, SpelledMove, fen, parse_move, square_name};
use crownhead_rules::perft::Counting;
use crownhead_rules::svg::{Arrow, Colour, Drawing, Mark};
use crownhead_rules::{AnyPosition, Bitboard, Game, GameEnd, MAX_MOVES, Move, MoveList, Side, Square, Variant};
use serde_json::{Value, json};

/// The 32-bit words of a move: the squares it begins and ends on, from 0, the number of pieces it captures, and whether
/// the man is crowned in passing, a byte each; then the captured squares, as three words in which bit 0 is square 1.
const WORDS: usize = 4;

/// The longest text that is taken, in bytes.
const LONGEST: usize = 64 << 20;

struct State {
    boards: Vec<Option<Game>>,
    free: Vec<usize>,
    text: Vec<u8>,
    /// The moves that are passed on, and their words.
    listed: Box<MoveList>,
    moves: Box<[u32; WORDS * MAX_MOVES]>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State {
        boards: Vec::new(),
        free: Vec::new(),
        text: Vec::new(),
        listed: Box::default(),
        moves: Box::new([0; WORDS * MAX_MOVES]),
    });
}

/// Why a call fails: what kind of fault, and a message.
type Fault = (&'static str, String);

impl State {
    fn board(&mut self, board: usize) -> Result<&mut Game, Fault> {
        let found = self.boards.get_mut(board).and_then(Option::as_mut);
        found.ok_or_else(|| ("freed", "the board has been freed".to_owned()))
    }

    fn add(&mut self, game: Game) -> i32 {
        let number = self.free.pop().unwrap_or_else(|| {
            self.boards.push(None);
            self.boards.len() - 1
        });
        self.boards[number] = Some(game);
        number as i32
    }

    fn read(&self) -> Result<&str, Fault> {
        str::from_utf8(&self.text).map_err(|error| ("invalid", format!("the text is not UTF-8: {error}")))
    }

    fn say(&mut self, text: impl Into<Vec<u8>>) -> i32 {
        self.text = text.into();
        self.text.len() as i32
    }
}

/// Does something with the state; a fault becomes the answer.
fn with(act: impl FnOnce(&mut State) -> Result<i32, Fault>) -> i32 {
    STATE.with_borrow_mut(|state| {
        act(state).unwrap_or_else(|(kind, message)| {
            state.say(json!({ "kind": kind, "message": message }).to_string());
            -1
        })
    })
}

fn notation(error: &NotationError) -> Fault {
    let kind = match error {
        NotationError::IllegalMove { .. } => "illegal",
        NotationError::AmbiguousMove { .. } => "ambiguous",
        _ => "invalid",
    };
    (kind, error.to_string())
}

fn named(name: &str) -> Result<Variant, Fault> {
    name.parse().map_err(|error: crownhead_rules::UnknownVariant| ("invalid", error.to_string()))
}

/// Makes room for a text of this number of bytes, and returns where to write it; null if it is too long.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        if bytes > LONGEST {
            return std::ptr::null_mut();
        }
        state.text.clear();
        state.text.resize(bytes, 0);
        state.text.as_mut_ptr()
    })
}

/// Where the answer is.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    STATE.with_borrow(|state| state.text.as_ptr())
}

/// The number of bytes of the answer after a fault.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn answer_bytes() -> usize {
    STATE.with_borrow(|state| state.text.len())
}

/// Where the moves are that [`moves`] lists; it stays the same.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn moves_start() -> *const u32 {
    STATE.with_borrow(|state| state.moves.as_ptr())
}

/// Answers with a list of all variants, each with its board.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn variants() -> i32 {
    let of = |variant: &Variant| {
        let board = variant.board();
        let names: Vec<_> = board.squares().map(|square| square_name(*variant, square)).collect();
        let places: Vec<_> = board.squares().map(|square| <[usize; 2]>::from(board.row_and_column(square))).collect();
        let first = variant.articles().first.to_string();
        json!({ "name": variant.name(), "rows": board.rows, "columns": board.columns, "first": first, "names": names, "places": places })
    };
    with(|state| Ok(state.say(Value::from_iter(Variant::ALL.iter().map(of)).to_string())))
}

/// Makes a board of a variant, by its name, at its start position or, after a line's end, at that of a FEN. Returns its
/// number.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn make() -> i32 {
    with(|state| {
        let (name, fen) = state.read()?.split_once('\n').map_or((state.read()?, None), |(name, fen)| (name, Some(fen)));
        let variant = named(name)?;
        let start = fen.map_or_else(|| Ok(variant.start()), |fen| fen::parse(variant, fen));
        let game = Game::new(start.map_err(|error| notation(&error))?);
        Ok(state.add(game))
    })
}

/// Makes a board with the same game, and returns its number.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn copy(board: usize) -> i32 {
    with(|state| {
        let game = state.board(board)?.clone();
        Ok(state.add(game))
    })
}

/// Frees a board.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn free(board: usize) {
    STATE.with_borrow_mut(|state| {
        if state.boards.get_mut(board).and_then(Option::take).is_some() {
            state.free.push(board);
        }
    });
}

/// Lists the legal moves at [`moves_start`], and returns their number.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn moves(board: usize) -> i32 {
    with(|state| {
        let position = *state.board(board)?.position();
        state.listed.clear();
        position.list_moves(&mut state.listed);
        for (mv, words) in state.listed.iter().zip(state.moves.chunks_exact_mut(WORDS)) {
            words.copy_from_slice(&words_of(&position, mv));
        }
        Ok(state.listed.len() as i32)
    })
}

fn words_of(position: &AnyPosition, mv: &Move) -> [u32; WORDS] {
    let captured = mv.captured_set();
    let mut words = [0; WORDS];
    words[0] = mv.from.index() as u32 | (mv.to.index() as u32) << 8 | captured.len() << 16;
    words[0] |= u32::from(mv.crowned_in_passing) << 24;
    for single in captured.singles() {
        let square = position.board().square(single).index();
        words[1 + square / 32] |= 1 << (square % 32);
    }
    words
}

/// Plays the legal move with these words.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn play(board: usize, first: u32, low: u32, middle: u32, high: u32) -> i32 {
    with(|state| {
        let game = state.board(board)?;
        let mv = move_of(game.position(), [first, low, middle, high])?;
        game.play(mv).map_err(|_| illegal(game.position(), &mv))?;
        Ok(0)
    })
}

fn illegal(position: &AnyPosition, mv: &Move) -> Fault {
    let [from, to] = [mv.from, mv.to].map(Square::number);
    ("illegal", format!("the move from {from} to {to} is not legal in {}", fen::write(position)))
}

/// The move with these words, which need not be legal.
fn move_of(position: &AnyPosition, words: [u32; WORDS]) -> Result<Move, Fault> {
    let board = position.board();
    let square = |shift: u32| Square::from_number((words[0] >> shift & 0xff) + 1, board.size);
    let (Some(from), Some(to)) = (square(0), square(8)) else {
        return Err(("illegal", "it is a move of another board".to_owned()));
    };
    let mut captured = Bitboard::EMPTY;
    if words[0] >> 16 & 0xff > 0 {
        let is_captured = |square: &Square| words[1 + square.index() / 32] >> (square.index() % 32) & 1 == 1;
        captured = board.squares().filter(is_captured).fold(captured, |set, square| set | board.bit(square));
    }
    Ok(Move::new(from, to, captured, words[0] >> 24 == 1))
}

/// Takes the last move back. Returns 0 if there is none.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn undo(board: usize) -> i32 {
    with(|state| Ok(i32::from(state.board(board)?.take_back().is_some())))
}

/// The place in the list of legal moves of the one that the text means.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn find(board: usize) -> i32 {
    with(|state| {
        let position = *state.board(board)?.position();
        let mv = parse_move(&position, state.read()?).map_err(|error| notation(&error))?;
        let place = position.moves().iter().position(|legal| *legal == mv);
        place.map(|place| place as i32).ok_or_else(|| ("illegal", "it is not a legal move".to_owned()))
    })
}

/// Answers with the text of a legal move and the squares that it touches.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn spell(board: usize, first: u32, low: u32, middle: u32, high: u32) -> i32 {
    with(|state| {
        let game = state.board(board)?;
        let (position, moves) = (game.position(), game.position().moves());
        let mv = move_of(position, [first, low, middle, high])?;
        if !moves.contains(&mv) {
            return Err(illegal(position, &mv));
        }
        let spelled = SpelledMove::among(position, &moves, &mv);
        let route: Vec<_> = spelled.path().map(Square::number).collect();
        let text = json!({ "pdn": spelled.pdn(), "hub": spelled.hub(), "route": route });
        Ok(state.say(text.to_string()))
    })
}

/// Answers with the name of the variant.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn variant_of(board: usize) -> i32 {
    with(|state| {
        let name = state.board(board)?.variant().name();
        Ok(state.say(name))
    })
}

/// The side to move: 0 White, 1 Black.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn turn(board: usize) -> i32 {
    with(|state| Ok(i32::from(state.board(board)?.position().side() == Side::Black)))
}

/// Answers with the FEN.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn fen_of(board: usize) -> i32 {
    with(|state| {
        let text = fen::write(state.board(board)?.position());
        Ok(state.say(text))
    })
}

/// Answers with the pieces: for each square from 1 a letter, `w` and `b` for men, `W` and `B` for kings, `.` for none.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn pieces(board: usize) -> i32 {
    with(|state| {
        let position = *state.board(board)?.position();
        let letter = |square| match position.piece_at(square) {
            Some((Side::White, false)) => 'w',
            Some((Side::White, true)) => 'W',
            Some((Side::Black, false)) => 'b',
            Some((Side::Black, true)) => 'B',
            None => '.',
        };
        let letters: String = position.board().squares().map(letter).collect();
        Ok(state.say(letters))
    })
}

/// Answers with the moves played, in the text of PDN and in that of Hub.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn history(board: usize) -> i32 {
    with(|state| {
        let text = played(state.board(board)?).to_string();
        Ok(state.say(text))
    })
}

fn played(game: &Game) -> Value {
    let spelled = game.positions().zip(game.moves()).map(|(position, mv)| SpelledMove::new(position, mv));
    spelled.map(|mv| json!({ "pdn": mv.pdn(), "hub": mv.hub() })).collect()
}

/// Answers with how the game has ended; `null` if it goes on.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn outcome(board: usize) -> i32 {
    with(|state| {
        let game = state.board(board)?;
        let outcome = game.end().map_or(Value::Null, |end| ending(game.variant(), end));
        Ok(state.say(outcome.to_string()))
    })
}

fn ending(variant: Variant, end: GameEnd) -> Value {
    let result = PdnResult::of(variant, end.winner());
    json!({
        "winner": end.winner().map(|side| side.to_string()),
        "termination": end.name(),
        "article": end.article(),
        "result": result.text(variant),
    })
}

/// The number of lines of legal moves of a length.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn perft(board: usize, depth: u32) -> f64 {
    let position = STATE.with_borrow_mut(|state| state.board(board).map(|game| *game.position()));
    position.map_or(-1.0, |position| position.perft(depth, Counting::Merged) as f64)
}

/// Answers with the game as PDN; the text that was written has its tags as an object.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn pdn_of(board: usize) -> i32 {
    with(|state| {
        let tags: Value = serde_json::from_str(state.read()?).map_err(|error| ("invalid", error.to_string()))?;
        let game = state.board(board)?;
        let result = game.end().map_or(PdnResult::Unknown, |end| PdnResult::of(game.variant(), end.winner()));
        let mut pdn = PdnGame::of(game, result);
        for (name, value) in tags.as_object().into_iter().flatten() {
            pdn.tags.set(name, value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        }
        Ok(state.say(pdn.to_string()))
    })
}

/// Answers with the games of a text in PDN, each as far as it is legal.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn read_pdn() -> i32 {
    with(|state| {
        let text = state.read()?;
        let games = Reader::new(text.as_bytes()).flatten().map(read_game);
        let games = Value::from_iter(games);
        Ok(state.say(games.to_string()))
    })
}

/// A game with its tags and moves, of the variant that its tags name, or else of international draughts.
fn read_game(game: PdnGame) -> Value {
    let tags: serde_json::Map<_, _> = game.tags.iter().map(|(name, text)| (name.to_owned(), text.into())).collect();
    let variant = game.variant().map(|variant| variant.unwrap_or(Variant::INTERNATIONAL));
    let replayed = variant.and_then(|variant| Ok((variant, game.replay_to_fault(variant)?)));
    let (variant, start, moves, error): (_, _, _, Option<PdnError>) = match replayed {
        Ok((variant, Replay { game, fault })) => {
            (Some(variant), game.positions().next().map(fen::write), played(&game), fault)
        }
        Err(error) => (None, None, json!([]), Some(error)),
    };
    json!({
        "tags": tags,
        "variant": variant.map(|variant| variant.name()),
        "fen": start,
        "moves": moves,
        "result": game.result.text(variant.unwrap_or(Variant::INTERNATIONAL)),
        "error": error.map(|error| error.to_string()),
    })
}

/// Answers with a drawing as SVG; the text that was written has its options as an object.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn svg(board: usize) -> i32 {
    with(|state| {
        let options: Value = serde_json::from_str(state.read()?).map_err(|error| ("invalid", error.to_string()))?;
        let position = *state.board(board)?.position();
        let squares = position.board().size;
        let square = |value: &Value| {
            let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
            let found = number.and_then(|number| Square::from_number(number, squares));
            found.ok_or_else(|| ("invalid", format!("{value} is not a square: expected 1 to {squares}")))
        };
        let list = |name: &str| options[name].as_array().cloned().unwrap_or_default();
        let arrow = |value: &Value| {
            let path = value["squares"].as_array().into_iter().flatten().map(square).collect::<Result<_, _>>()?;
            Ok(Arrow { squares: path, colour: colour(&value["colour"])? })
        };
        let mark = |value: &Value| Ok(Mark { square: square(&value["square"])?, colour: colour(&value["colour"])? });
        let drawing = Drawing {
            is_turned: options["turned"].as_bool().unwrap_or(false),
            has_coordinates: options["coordinates"].as_bool().unwrap_or(true),
            arrows: list("arrows").iter().map(arrow).collect::<Result<_, Fault>>()?,
            marks: list("marks").iter().map(mark).collect::<Result<_, Fault>>()?,
            size: options["size"].as_u64().and_then(|size| u32::try_from(size).ok()),
            ..Drawing::of(position)
        };
        Ok(state.say(drawing.to_string()))
    })
}

fn colour(value: &Value) -> Result<Colour, Fault> {
    let Some(name) = value.as_str() else { return Ok(Colour::default()) };
    let found = Colour::ALL.into_iter().find(|colour| colour.name() == name);
    found.ok_or_else(|| ("invalid", format!("\"{name}\" is not a colour: expected blue, green, orange or red")))
}
