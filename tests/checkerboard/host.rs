//! A host of the library, as CheckerBoard is one: it loads the library and calls what it exports, in C.

use std::ffi::{CStr, CString, c_char, c_int};
use std::path::Path;
use std::sync::atomic::{AtomicI32, Ordering};

use libloading::{Library, Symbol};

/// The pieces, by file and rank.
pub type Board = [[c_int; 8]; 8];

type GetMove =
    unsafe extern "system" fn(*mut Board, c_int, f64, *mut c_char, *mut c_int, c_int, c_int, *mut CbMove) -> c_int;
type EngineCommand = unsafe extern "system" fn(*const c_char, *mut c_char) -> c_int;
type IsLegal = unsafe extern "system" fn(*const Board, c_int, c_int, c_int, *mut CbMove) -> c_int;

pub const WHITE: c_int = 1;
pub const BLACK: c_int = 2;

pub const DRAW: c_int = 0;
pub const WIN: c_int = 1;
pub const LOSS: c_int = 2;
pub const UNKNOWN: c_int = 3;

/// A file and a rank.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub x: c_int,
    pub y: c_int,
}

/// `struct CBmove`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CbMove {
    pub jumps: c_int,
    pub newpiece: c_int,
    pub oldpiece: c_int,
    pub from: Place,
    pub to: Place,
    pub path: [Place; 12],
    pub del: [Place; 12],
    pub delpiece: [c_int; 12],
}

/// Room that the library may write to, between bytes that it may not.
#[repr(C)]
struct Fenced<T> {
    before: [u8; 64],
    room: T,
    after: [u8; 64],
}

/// What stands in the fences, and in room that nothing was written to.
const FENCE: u8 = 0xa5;

impl<T> Fenced<T> {
    fn new(room: T) -> Fenced<T> {
        Fenced { before: [FENCE; 64], room, after: [FENCE; 64] }
    }

    #[track_caller]
    fn take(self) -> T {
        assert!(self.before == [FENCE; 64] && self.after == [FENCE; 64], "written beyond the room");
        self.room
    }
}

/// How a move is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    pub seconds: f64,
    pub info: c_int,
    pub more_info: c_int,
}

impl Level {
    /// So many seconds, kept exactly.
    pub fn exactly(seconds: f64) -> Level {
        Level { seconds, info: 2, more_info: 0 }
    }

    /// Until Play is pressed.
    pub const INFINITE: Level = Level { seconds: 8_600_000.0, info: 0, more_info: 0 };
}

/// What came of asking for a move.
#[derive(Clone, Debug)]
pub struct Turn {
    pub result: c_int,
    pub board: Board,
    pub played: CbMove,
    pub status: String,
}

/// What the host and a call of `getmove` share while it lasts.
pub struct Shared {
    status: Fenced<[AtomicI32; 256]>,
    play_now: AtomicI32,
}

impl Shared {
    pub fn new() -> Shared {
        // As in a host, the status is a string from the beginning: an empty one.
        let first = i32::from_ne_bytes([0, FENCE, FENCE, FENCE]);
        let room = std::array::from_fn(|number| {
            AtomicI32::new(if number == 0 { first } else { i32::from_ne_bytes([FENCE; 4]) })
        });
        Shared { status: Fenced::new(room), play_now: AtomicI32::new(0) }
    }

    /// Presses Play.
    pub fn press(&self) {
        self.play_now.store(1, Ordering::SeqCst);
    }

    /// Presses Play when the returned value is dropped, so that a test that fails does not wait for an endless search.
    pub fn press_at_the_end(&self) -> impl Drop {
        struct Press<'a>(&'a Shared);
        impl Drop for Press<'_> {
            fn drop(&mut self) {
                self.0.press();
            }
        }
        Press(self)
    }

    /// The status line now, as a host that looks on sees it; empty while none has been written.
    pub fn status(&self) -> String {
        let words = self.status.room.iter().map(|word| word.load(Ordering::SeqCst).to_ne_bytes());
        let bytes: Vec<u8> = words.flatten().collect();
        text(&bytes).unwrap_or_default()
    }
}

/// The text before the first zero, if there is one.
fn text(bytes: &[u8]) -> Option<String> {
    let text = CStr::from_bytes_until_nul(bytes).ok()?;
    Some(text.to_str().expect("the library writes ASCII").to_owned())
}

/// A loaded library.
pub struct Host {
    library: Library,
}

impl Host {
    #[track_caller]
    pub fn load(path: &Path) -> Host {
        // SAFETY: loading this library runs no code but that of the standard library.
        let library = unsafe { Library::new(path) };
        Host { library: library.unwrap_or_else(|error| panic!("{}: {error}", path.display())) }
    }

    fn get_move_function(&self) -> Symbol<'_, GetMove> {
        // SAFETY: this is the type of the function, as cb_interface.h gives it.
        unsafe { self.library.get(b"getmove") }.expect("getmove is exported")
    }

    fn engine_command_function(&self) -> Symbol<'_, EngineCommand> {
        // SAFETY: as above.
        unsafe { self.library.get(b"enginecommand") }.expect("enginecommand is exported")
    }

    fn is_legal_function(&self) -> Symbol<'_, IsLegal> {
        // SAFETY: as above.
        unsafe { self.library.get(b"islegal") }.expect("islegal is exported")
    }

    /// Sends a command, which ends at its first zero: what is returned, and the reply.
    #[track_caller]
    pub fn command_bytes(&self, command: &[u8]) -> (c_int, String) {
        let end = command.iter().position(|&byte| byte == 0).unwrap_or(command.len());
        let command = CString::new(&command[..end]).expect("it ends before its first zero");
        let mut reply = Fenced::new([FENCE; 1024]);
        let function = self.engine_command_function();
        // SAFETY: the command ends with a zero, and the reply has room for 1024 bytes.
        let returned = unsafe { function(command.as_ptr(), (&raw mut reply.room).cast()) };
        let reply = text(&reply.take()).expect("the reply ends with a zero");
        (returned, reply)
    }

    /// Sends a command.
    #[track_caller]
    pub fn command(&self, command: &str) -> (c_int, String) {
        self.command_bytes(command.as_bytes())
    }

    /// Sends a command that must be carried out: its reply.
    #[track_caller]
    pub fn done(&self, command: &str) -> String {
        let (returned, reply) = self.command(command);
        assert_eq!(returned, 1, "{command}: {reply}");
        reply
    }

    /// Asks for a move.
    #[track_caller]
    pub fn get_move(&self, board: &Board, colour: c_int, level: Level) -> Turn {
        self.get_move_shared(board, colour, level, &Shared::new())
    }

    /// Asks for a move; meanwhile others may look at the status and press Play.
    #[track_caller]
    pub fn get_move_shared(&self, board: &Board, colour: c_int, level: Level, shared: &Shared) -> Turn {
        let mut board = Fenced::new(*board);
        let mut played = Fenced::new(CbMove::default());
        let function = self.get_move_function();
        let status = shared.status.room.as_ptr().cast_mut().cast::<c_char>();
        let Level { seconds, info, more_info } = level;
        // SAFETY: every pointer has the room that cb_interface.h promises. What others share is atomic.
        let result = unsafe {
            let (board, played) = (&raw mut board.room, &raw mut played.room);
            function(board, colour, seconds, status, shared.play_now.as_ptr(), info, more_info, played)
        };
        assert!(shared.status.before == [FENCE; 64] && shared.status.after == [FENCE; 64]);
        Turn { result, board: board.take(), played: played.take(), status: shared.status() }
    }

    /// Asks whether a move is legal: the move.
    pub fn is_legal(&self, board: &Board, colour: c_int, from: c_int, to: c_int) -> Option<CbMove> {
        let mut played = Fenced::new(CbMove::default());
        let function = self.is_legal_function();
        // SAFETY: both pointers have the room that cb_interface.h promises.
        let returned = unsafe { function(board, colour, from, to, &raw mut played.room) };
        assert!([0, 1].contains(&returned), "{returned}");
        let played = played.take();
        (returned == 1).then_some(played)
    }

    /// Calls every function with null pointers in every place.
    pub fn call_with_nulls(&self, board: &Board, colour: c_int) {
        use std::ptr::{null, null_mut};
        let (get_move, command, is_legal) =
            (self.get_move_function(), self.engine_command_function(), self.is_legal_function());
        let mut room: [c_char; 1024] = [0; 1024];
        let (mut after, mut play_now, mut played) = (*board, 1, CbMove::default());
        // SAFETY: what is not null has the room that cb_interface.h promises.
        unsafe {
            assert_eq!(get_move(null_mut(), colour, 0.0, null_mut(), null_mut(), 0, 0, null_mut()), UNKNOWN);
            assert_eq!(
                get_move(null_mut(), colour, 0.0, room.as_mut_ptr(), &raw mut play_now, 0, 0, &raw mut played),
                UNKNOWN
            );
            get_move(&raw mut after, colour, 0.0, null_mut(), null_mut(), 0, 0, null_mut());
            assert_ne!(after, *board, "a move was made");
            for command_text in [c"name", c"nonsense"] {
                command(command_text.as_ptr(), null_mut());
            }
            assert_eq!(command(null(), null_mut()), 0);
            assert_eq!(command(null(), room.as_mut_ptr()), 0);
            assert_eq!(is_legal(null(), colour, 11, 15, &raw mut played), 0);
            assert_eq!(is_legal(board, colour, 11, 15, null_mut()), 1);
            // A pointer that no C program makes either: not even aligned.
            let askew = board.as_ptr().cast::<u8>().add(1).cast();
            assert_eq!(is_legal(askew, colour, 11, 15, null_mut()), 0);
        }
    }
}
