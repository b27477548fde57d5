//! An engine and all processes that it starts, which end together.
//!
//! On Unix an engine runs in a process group of its own, which gets no signals from the terminal. A process that leaves
//! the group, for example by `setsid`, is found on Linux by an environment variable that it inherits. A process that
//! also clears its environment is not found.

use std::hash::{BuildHasher, RandomState};
use std::process::{Child, Command};

/// The environment variable that all processes of an engine inherit.
const VARIABLE: &str = "CROWNHEAD_MATCH_ENGINE";

/// The processes of one engine.
#[derive(Debug)]
pub(super) struct Group {
    /// The value of the [`VARIABLE`], which no other engine has.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only Linux shows environments"))]
    mark: String,
}

impl Group {
    /// Lets a command start as the first process of a new group.
    pub(super) fn separate(command: &mut Command) -> Group {
        let mark = format!("{}-{:016x}", std::process::id(), RandomState::new().hash_one(()));
        command.env(VARIABLE, &mark);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        Group { mark }
    }

    /// Kills all processes of the group. Its first process must not have been reaped.
    pub(super) fn kill(&self, first: &mut Child) {
        kill_together(first);
        #[cfg(target_os = "linux")]
        marked::kill_all(format!("{VARIABLE}={}", self.mark).as_bytes());
    }
}

/// Whether a process has ended. It is not reaped, so that its process ID stays reserved.
#[cfg(unix)]
pub(super) fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
}

/// Whether a process has ended.
#[cfg(not(unix))]
pub(super) fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

#[cfg(unix)]
fn kill_together(first: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // The group can be empty except for a process that has ended.
    let _ = kill_process_group(Pid::from_child(first), Signal::KILL);
}

/// On systems without process groups: the process alone.
#[cfg(not(unix))]
fn kill_together(first: &mut Child) {
    // It can have ended already.
    let _ = first.kill();
}

/// The processes that have inherited an environment variable.
#[cfg(target_os = "linux")]
mod marked {
    use std::fs;
    use std::time::{Duration, Instant};

    use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

    /// How long to look for processes that are started while others are killed.
    const LONGEST: Duration = Duration::from_secs(1);

    /// Kills processes until none has this variable.
    pub(super) fn kill_all(variable: &[u8]) {
        let deadline = Instant::now() + LONGEST;
        while kill_some(variable) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Kills the processes that have this variable now. Returns whether there were any.
    fn kill_some(variable: &[u8]) -> bool {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        numbers.filter_map(Pid::from_raw).filter(|&process| kill_if_marked(process, variable)).count() > 0
    }

    /// Kills a process if it has this variable. The process is opened first: its number can be given to another one.
    fn kill_if_marked(process: Pid, variable: &[u8]) -> bool {
        let Ok(handle) = pidfd_open(process, PidfdFlags::empty()) else { return false };
        // A process that has ended, or that belongs to another user, has no environment to read.
        let environment = fs::read(format!("/proc/{}/environ", process.as_raw_nonzero())).unwrap_or_default();
        let is_marked = environment.split(|&byte| byte == 0).any(|entry| entry == variable);
        is_marked && pidfd_send_signal(&handle, Signal::KILL).is_ok()
    }
}
