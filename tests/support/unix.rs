//! What tests do to processes and files of Unix, by the system itself: a machine may lack the programs for it.
#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::path::Path;

use rustix::process::{Pid, kill_process};

pub use rustix::process::Signal;

/// Sends a signal to a process that this one has started.
pub fn signal(id: u32, signal: Signal) {
    let id = i32::try_from(id).ok().and_then(Pid::from_raw).expect("the number of a process");
    kill_process(id, signal).expect("it runs");
}

/// Makes a pipe with a name.
#[cfg(not(target_vendor = "apple"))]
pub fn make_pipe(path: &Path) {
    use rustix::fs::{CWD, Mode, mkfifoat};
    mkfifoat(CWD, path, Mode::from_raw_mode(0o600)).expect("a pipe can be made");
}
