//! The functions that the library exports, by their names in C.
//!
//! This is the only place that accesses the memory of another program. A pointer is used only during its call, only if
//! it is not null and aligned, and only for the type and length that the interface specifies. No reference to its
//! target is created: the host can access its own memory at any time, and does so while a search runs. No panic leaves
//! this module.

#![expect(unsafe_code, reason = "the boundary to a program in C")]

use std::ffi::{CStr, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicI32, AtomicU8, Ordering::Relaxed, Ordering::Release};

use super::board::{BoardArray, CbMove};
use super::command::Reply;
use super::machine::{Call, Claim, Host};
use super::{LONGEST_STATUS, Library, fitting};

/// The engine of this library. It is global because the interface has no handle that the host could pass.
static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    // Tests leave no settings behind, and Miri, which runs some of them, loads no libraries.
    if cfg!(test) {
        return Library::new(None);
    }
    let file = process_path::get_dylib_path();
    stay_loaded(file.as_ref());
    Library::new(file.as_deref().and_then(std::path::Path::parent))
});

/// Keeps the library loaded until the host ends, even if the host unloads it, as CheckerBoard does when the user
/// selects another engine: unloading the code of a running search thread would crash the host.
fn stay_loaded(file: Option<&PathBuf>) {
    // SAFETY: the library is loaded already, so none of its code runs because of this.
    let loaded = file.map(|file| unsafe { libloading::Library::new(file) });
    match loaded {
        Some(Ok(library)) => std::mem::forget(library),
        Some(Err(error)) => log::error!("cannot keep the library loaded: {error}"),
        None => log::error!("cannot keep the library loaded: its path is unknown"),
    }
}

const UNKNOWN: c_int = Claim::Unknown as c_int;

/// Finds a move for the side `color` and writes the board after it to `board`, and the move to `played` unless that is
/// null. Writes the status line to `status`, a buffer of 1024 bytes, and returns early when `play_now` becomes
/// non-zero; either may be null. Returns 0 if the game is drawn, 1 if it is won for the side that moved, 2 if it is
/// lost, 3 if the result is unknown.
///
/// # Safety
/// Every pointer must be null, or valid during the call for its type and the size given above. The host may read
/// `status` and write `play_now` during the call.
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
        let call = Call { board: pieces, colour: color, max_time, info, more_info };
        let Some(turn) = LIBRARY.turn(&call, &mut Caller { status, play_now }) else { return UNKNOWN };
        // SAFETY: as for the reading.
        unsafe { board.write(turn.board) };
        if let Some(mv) = turn.played
            && is_usable(played)
        {
            // SAFETY: the pointer is neither null nor misaligned, and the caller vouches for the rest.
            unsafe { played.write(mv) };
        }
        turn.claim as c_int
    })
}

/// Executes a command and writes the reply to `reply`, a buffer of 1024 bytes; replies other than move lists fit 256.
/// Returns 1 if the command was executed, else 0.
///
/// # Safety
/// `command` must be null or point to a zero-terminated string, and `reply` null or point to a buffer of that size,
/// during the call.
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

/// Returns 1 if the side `color` has a legal move from one square to another, else 0. Writes the move to `played`.
///
/// # Safety
/// `board` and `played` must be null, or valid for their types during the call.
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

/// Calls the function, and returns `otherwise` if it panics: no panic may unwind into the host.
fn guarded(otherwise: c_int, call: impl FnOnce() -> c_int) -> c_int {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or(otherwise)
}

fn is_usable<T>(pointer: *const T) -> bool {
    !pointer.is_null() && pointer.is_aligned()
}

/// The pointers that a call of `getmove` uses while it runs.
struct Caller {
    status: *mut c_char,
    play_now: *mut c_int,
}

impl Host for Caller {
    fn is_pressed(&self) -> bool {
        // SAFETY: the pointer is neither null nor misaligned, and the caller vouches for the rest. The host writes to
        // it from another thread, so it is accessed as an atomic.
        is_usable(self.play_now) && unsafe { AtomicI32::from_ptr(self.play_now) }.load(Relaxed) != 0
    }

    fn show(&mut self, line: &str) {
        let line = fitting(line);
        debug_assert!(line.len() <= LONGEST_STATUS);
        write_text(self.status, &line);
    }
}

/// Writes a text and its terminating zero, unless the pointer is null.
fn write_text(to: *mut c_char, text: &str) {
    if to.is_null() {
        return;
    }
    for (offset, byte) in stores(text) {
        // SAFETY: the pointer is not null, no text is longer than the interface has room for, and the caller vouches
        // for that room. The host can read it from another thread, so its bytes are accessed as atomics.
        unsafe { AtomicU8::from_ptr(to.add(offset).cast()) }.store(byte, Release);
    }
}

/// The bytes of a text with their places, in the order in which they are written: the terminating zero, then the text
/// from its end to its beginning. A host that reads at the same time finds the old text, the new one, or the beginning
/// of one with the end of the other, and never a byte beyond them that was not written yet.
fn stores(text: &str) -> impl Iterator<Item = (usize, u8)> {
    std::iter::once((text.len(), 0)).chain(text.bytes().enumerate().rev())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sends a command with a buffer of exactly the promised size.
    fn command(text: &CStr) -> (c_int, String) {
        let mut reply: Box<[c_char; 1024]> = Box::new([-1; 1024]);
        // SAFETY: the text ends with a zero, and the buffer has the size that the interface promises.
        let done = unsafe { enginecommand(text.as_ptr(), reply.as_mut_ptr()) };
        // SAFETY: as above, and the reply ends with a zero.
        let reply = unsafe { CStr::from_ptr(reply.as_ptr()) };
        (done, reply.to_string_lossy().into_owned())
    }

    /// Asks for a move in no time, with buffers of exactly the promised sizes: the result and the status.
    fn move_of(board: &mut BoardArray, color: c_int, mut play_now: c_int) -> (c_int, String) {
        let mut status = Box::new([0; 1024]);
        let mut played: Box<std::mem::MaybeUninit<CbMove>> = Box::new(std::mem::MaybeUninit::uninit());
        // SAFETY: every pointer has the size that the interface promises.
        let result =
            unsafe { getmove(board, color, 0.0, status.as_mut_ptr(), &raw mut play_now, 2, 0, played.as_mut_ptr()) };
        // SAFETY: as above, and the status ends with a zero.
        let status = unsafe { CStr::from_ptr(status.as_ptr()) };
        (result, status.to_string_lossy().into_owned())
    }

    /// All three functions, as a host in C calls them. What they do to memory is checked by Miri and by the address
    /// sanitizer (scripts/sanitize); a plain evaluation without tables is what Miri has the time for.
    #[test]
    fn the_functions_stay_within_the_memory_of_their_caller() {
        for text in [c"set hashsize 1", c"set enable_wld 0", c"set learned false"] {
            assert_eq!(command(text).0, 1, "{text:?}");
        }
        assert_eq!(command(c"get hashsize"), (1, "1".to_owned()));
        assert_eq!(command(c"").0, 0);
        // Black has a man on each of two corners, White a king between them.
        let mut board: BoardArray = [[0; 8]; 8];
        (board[0][0], board[4][4], board[7][7]) = (6, 9, 5);
        let before = board;
        let mut played = std::mem::MaybeUninit::<CbMove>::uninit();
        // SAFETY: both pointers are valid for their types.
        let legal = unsafe { islegal(&raw const board, 99, 1, 5, played.as_mut_ptr()) };
        assert_eq!((legal, board), (0, before), "there is no such side");
        for (color, play_now) in [(1, 0), (2, 0), (1, 1), (0, 0)] {
            let mut after = before;
            let (result, status) = move_of(&mut after, color, play_now);
            assert!((0..=UNKNOWN).contains(&result), "{result}");
            assert!(!status.is_empty());
            assert_eq!(after == before, color == 0, "{status}");
        }
        // SAFETY: null is allowed everywhere.
        unsafe {
            let (null, color) = (std::ptr::null_mut(), 1);
            assert_eq!(getmove(null, color, 0.0, null.cast(), null.cast(), 0, 0, null.cast()), UNKNOWN);
            assert_eq!(islegal(null, color, 1, 5, null.cast()), 0);
            assert_eq!(enginecommand(null.cast(), null.cast()), 0);
        }
    }

    #[test]
    fn a_text_that_is_being_written_is_always_a_text() {
        const UNWRITTEN: u8 = 0xa5;
        for (old, new) in [("", "thinking"), ("thinking", "depth 12/20"), ("depth 12/20", "done"), ("same", "Same")] {
            let mut room = [UNWRITTEN; 16];
            room[..old.len()].copy_from_slice(old.as_bytes());
            room[old.len()] = 0;
            for (offset, byte) in stores(new) {
                room[offset] = byte;
                let text = CStr::from_bytes_until_nul(&room).expect("it ends").to_bytes();
                assert!(!text.contains(&UNWRITTEN), "{new:?} after {old:?}: {text:?}");
            }
            assert_eq!(CStr::from_bytes_until_nul(&room).map(CStr::to_str), Ok(Ok(new)));
        }
    }
}
