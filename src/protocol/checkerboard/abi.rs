//! The functions that the library exports, by their names in C.
//!
//! This is the one place where the memory of another program is touched. A pointer is used only while the call that
//! brought it lasts, only if it is not null and aligned, and only for a type and length that the interface promises.
//! Nothing borrows what it points to: the host may look at its own memory at any time, and while a search runs it does.
//! Whatever goes wrong in here ends in here.

#![expect(unsafe_code, reason = "the boundary to a program in C")]

use std::ffi::{CStr, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicI32, AtomicU8, Ordering::Relaxed};

use super::board::BoardArray;
use super::command::Reply;
use super::level::Level;
use super::library::{LONGEST_STATUS, Library, fitting};
use super::machine::{Call, Claim, Host};
use super::played::CbMove;

/// The engine of this library: the interface knows no handle that could be given to the host instead.
static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    let file = process_path::get_dylib_path();
    stay_loaded(file.as_ref());
    Library::new(file.as_deref().and_then(std::path::Path::parent))
});

/// Keeps the library loaded until the host ends, even if the host lets go of it, as CheckerBoard does when another
/// engine is chosen: a search thread whose code is taken away would bring the host down.
fn stay_loaded(file: Option<&PathBuf>) {
    // SAFETY: the library is loaded already, so none of its code runs because of this.
    let loaded = file.map(|file| unsafe { libloading::Library::new(file) });
    match loaded {
        Some(Ok(library)) => std::mem::forget(library),
        Some(Err(error)) => log::error!("the library may be taken away: {error}"),
        None => log::error!("the library may be taken away: it does not know where it is"),
    }
}

const DRAW: c_int = 0;
const WIN: c_int = 1;
const LOSS: c_int = 2;
const UNKNOWN: c_int = 3;

/// Finds a move for the side `color` and writes the board after it to `board`, and the move to `played` unless that is
/// null. Shows what it thinks in `status`, which has room for 1024 bytes, and returns early when `play_now` becomes
/// other than 0; either may be null. Returns 0 if the game is drawn, 1 if it is won for the side that moved, 2 if it is
/// lost, 3 if that is not known.
///
/// # Safety
/// Every pointer must be null, or point to what its type and the text above say for as long as the call lasts. The host
/// may read `status` and write `play_now` meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn getmove(
    board: *mut BoardArray,
    color: c_int,
    max_time: f64,
    status: *mut c_char,
    play_now: *mut c_int,
    info: c_int,
    more_info: c_int,
    played: *mut CbMove,
) -> c_int {
    guarded(UNKNOWN, || {
        if !is_usable(board) {
            return UNKNOWN;
        }
        // SAFETY: the pointer is neither null nor misaligned, and the caller vouches for the rest.
        let pieces = unsafe { board.read() };
        let call = Call { board: pieces, colour: color, level: Level { max_time, info, more_info } };
        let Some(turn) = LIBRARY.turn(&call, &mut Caller { status, play_now }) else { return UNKNOWN };
        // SAFETY: as for the reading.
        unsafe { board.write(turn.board) };
        if let Some(mv) = turn.played
            && is_usable(played)
        {
            // SAFETY: the pointer is neither null nor misaligned, and the caller vouches for the rest.
            unsafe { played.write(mv) };
        }
        match turn.claim {
            Claim::Draw => DRAW,
            Claim::Win => WIN,
            Claim::Loss => LOSS,
            Claim::Unknown => UNKNOWN,
        }
    })
}

/// Carries out a command and writes the reply to `reply`, which has room for 1024 bytes; replies other than move lists
/// fit 256. Returns 1 if the command was carried out, else 0.
///
/// # Safety
/// `command` must be null or point to a text that ends with a zero, `reply` null or to so much room, for as long as the
/// call lasts.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn enginecommand(command: *const c_char, reply: *mut c_char) -> c_int {
    guarded(0, || {
        let Reply { is_handled, text } = if command.is_null() {
            LIBRARY.command("")
        } else {
            // SAFETY: the pointer is not null, and the caller vouches for the zero.
            LIBRARY.command(&unsafe { CStr::from_ptr(command) }.to_string_lossy())
        };
        write_text(reply, &text);
        c_int::from(is_handled)
    })
}

/// Tells whether the side `color` may move from one square to another, 1 for yes and 0 for no, and what the move is.
///
/// # Safety
/// `board` and `played` must be null, or point to what their types say for as long as the call lasts.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn islegal(
    board: *const BoardArray,
    color: c_int,
    from: c_int,
    to: c_int,
    played: *mut CbMove,
) -> c_int {
    guarded(0, || {
        if !is_usable(board) {
            return 0;
        }
        // SAFETY: the pointer is neither null nor misaligned, and the caller vouches for the rest.
        let pieces = unsafe { board.read() };
        let Ok(Some(mv)) = LIBRARY.legal_move(&pieces, color, from, to) else { return 0 };
        if is_usable(played) {
            // SAFETY: the pointer is neither null nor misaligned, and the caller vouches for the rest.
            unsafe { played.write(mv) };
        }
        1
    })
}

/// Does it, and returns `otherwise` should it panic: no panic may cross into the host.
fn guarded(otherwise: c_int, call: impl FnOnce() -> c_int) -> c_int {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or(otherwise)
}

fn is_usable<T>(pointer: *const T) -> bool {
    !pointer.is_null() && pointer.is_aligned()
}

/// What a call of `getmove` may look at while it lasts.
struct Caller {
    status: *mut c_char,
    play_now: *mut c_int,
}

impl Host for Caller {
    fn is_pressed(&self) -> bool {
        // SAFETY: the pointer is neither null nor misaligned, and the caller vouches for the rest. The host writes to
        // it meanwhile from another thread, so it is an atomic to us.
        is_usable(self.play_now) && unsafe { AtomicI32::from_ptr(self.play_now) }.load(Relaxed) != 0
    }

    fn show(&mut self, line: &str) {
        let line = fitting(line);
        debug_assert!(line.len() <= LONGEST_STATUS);
        write_text(self.status, &line);
    }
}

/// Writes a text and the zero behind it, unless the pointer is null. The zero is written first: the host may read
/// meanwhile, and then finds an end at any time.
fn write_text(to: *mut c_char, text: &str) {
    if to.is_null() {
        return;
    }
    let bytes = text.bytes().enumerate();
    for (offset, byte) in [(text.len(), 0)].into_iter().chain(bytes) {
        // SAFETY: the pointer is not null, no text is longer than the interface has room for, and the caller vouches for
        // that room. The host may read it meanwhile from another thread, so its bytes are atomics to us.
        unsafe { AtomicU8::from_ptr(to.add(offset).cast()) }.store(byte, Relaxed);
    }
}
