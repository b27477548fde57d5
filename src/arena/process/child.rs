//! An engine as a child process, which is ended reliably, together with all processes that it starts.
//!
//! On Unix an engine runs in a process group of its own, which gets no signals from the terminal. A process that leaves
//! the group, for example by `setsid`, is found on Linux by an environment variable that it inherits. A process that
//! also clears its environment is not found.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, select};

use super::reader::{EngineLine, EngineOutput, LineKind};
use crate::arena::player::{FaultKind, PlayerError};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_engine::support::journal::open_to_append;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::arena) struct Launch {
    /// The program: a path, or a name to look up.
    pub(in crate::arena) program: PathBuf,
    pub(in crate::arena) arguments: Vec<String>,
    /// The working directory; the current one if `None`.
    pub(in crate::arena) folder: Option<PathBuf>,
    /// The file to which its standard error is appended; discarded if `None`.
    pub(in crate::arena) errors: Option<PathBuf>,
}

/// The words of a command line; `None` if a quote is never closed. Paths of Windows have backslashes, which stand for
/// themselves there; elsewhere they escape the next character, as in a shell.
pub(in crate::arena) fn split(text: &str, has_backslashes: bool) -> Option<Vec<String>> {
    if !has_backslashes {
        return shlex::split(text);
    }
    let mut doubled = String::with_capacity(text.len());
    let mut quote = None;
    for letter in text.chars() {
        match (letter, quote) {
            ('\'' | '"', None) => quote = Some(letter),
            (_, Some(open)) if letter == open => quote = None,
            // Within single quotes it stands for itself anyway.
            ('\\', None | Some('"')) => doubled.push(letter),
            _ => {}
        }
        doubled.push(letter);
    }
    shlex::split(&doubled)
}

/// A relative path is resolved against the working directory of the engine, or against the current directory if it does
/// not exist there. A bare name that is not in that directory is looked up by the system.
pub(in crate::arena) fn resolved(program: &Path, folder: Option<&Path>) -> PathBuf {
    let inside = folder.map(|folder| folder.join(program)).filter(|path| path.is_file());
    let is_name = program.components().count() == 1 && inside.is_none();
    if is_name && !program.starts_with(".") {
        return program.to_owned();
    }
    let path = inside.unwrap_or_else(|| program.to_owned());
    std::path::absolute(&path).unwrap_or(path)
}

/// A running engine. Dropping it ends the process and all processes that it started.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// The value of the [`MARK`], which no other engine has.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only Linux shows environments"))]
    mark: String,
    /// What is sent goes to a thread that writes it: a process that does not read holds up no other.
    input: Option<Sender<String>>,
    output: EngineOutput,
    /// The exit status, once it has been waited for. After that, its process ID can belong to another process.
    ended: Option<ExitStatus>,
    patience: Duration,
    interrupt: Interrupt,
}

/// The environment variable that all processes of an engine inherit.
const MARK: &str = "CROWNHEAD_MATCH_ENGINE";

/// The time that a process gets to end before it is killed.
const PARTING: Duration = Duration::from_secs(1);

/// How often a silent process is checked for its end, which its output does not show if another process has it too.
const CHECK: Duration = Duration::from_millis(100);

/// The time in which the last lines of a process that has ended are read.
const LAST_LINES: Duration = Duration::from_secs(1);

impl Process {
    /// Starts a program, as the first process of a new group, and reads its output. `patience` is that of the messages
    /// about a missing line.
    pub(super) fn start(
        launch: &Launch,
        classify: fn(&str) -> LineKind,
        patience: Duration,
        interrupt: Interrupt,
    ) -> io::Result<Process> {
        let errors = match &launch.errors {
            Some(path) => {
                let named = |error| io::Error::other(format!("stderr={}: {error}", path.display()));
                Stdio::from(open_to_append(path).map_err(named)?)
            }
            None => Stdio::null(),
        };
        let mark = format!("{}-{:016x}", std::process::id(), RandomState::new().hash_one(()));
        let mut command = Command::new(&launch.program);
        command.args(&launch.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors).env(MARK, &mark);
        if let Some(folder) = &launch.folder {
            command.current_dir(folder);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        // From here on, dropping it ends the process.
        let mut process =
            Process { child, mark, input: None, output: EngineOutput::none(), ended: None, patience, interrupt };
        let output = output.ok_or_else(|| io::Error::other("the process has no output"))?;
        process.output = EngineOutput::of(output, classify)?;
        let input = input.ok_or_else(|| io::Error::other("the process has no input"))?;
        let (sender, lines) = crossbeam_channel::unbounded();
        std::thread::Builder::new().name("speaker".to_owned()).spawn(move || write(input, &lines))?;
        process.input = Some(sender);
        Ok(process)
    }

    /// Sends lines. A process that has ended, or reads nothing, is noticed when it is waited for.
    pub(super) fn send(&mut self, lines: &str) {
        if let Some(input) = &self.input {
            log::trace!("to {}: {lines}", self.child.id());
            if input.send(format!("{lines}\n")).is_err() {
                self.input = None;
            }
        }
    }

    pub(super) fn is_running(&mut self) -> bool {
        !has_ended(&mut self.child)
    }

    /// Waits for the next line; `expected` is the name of the awaited one.
    pub(super) fn next_line(&mut self, deadline: Instant, expected: &str) -> Result<EngineLine, PlayerError> {
        loop {
            let ended = has_ended(&mut self.child);
            let until = deadline.min(Instant::now() + if ended { LAST_LINES } else { CHECK });
            if let Some(line) = self.line_before(until)? {
                return Ok(line);
            }
            if ended {
                return Err(self.disconnect());
            }
            if Instant::now() >= deadline {
                let waited = self.patience.as_secs_f64();
                return Err(FaultKind::Stall.because(format_args!("no {expected} within {waited} s")));
            }
        }
    }

    /// The next line; `None` if there is none before the deadline.
    fn line_before(&mut self, deadline: Instant) -> Result<Option<EngineLine>, PlayerError> {
        if let Ok(line) = self.output.lines.try_recv() {
            return Ok(Some(line));
        }
        select! {
            recv(self.output.lines) -> line => match line {
                Ok(line) => Ok(Some(line)),
                Err(_) if self.output.is_flooded() => Err(FaultKind::Protocol.because("it flooded its output")),
                Err(_) => Err(self.disconnect()),
            },
            recv(self.interrupt.line()) -> _ => Err(PlayerError::Interrupted),
            default(deadline.saturating_duration_since(Instant::now())) => Ok(None),
        }
    }

    /// The fault of a process that has ended or closed its output. Ends it if it is still running.
    fn disconnect(&mut self) -> PlayerError {
        let has_parted = self.ended.is_some() || self.parts();
        FaultKind::Disconnect.because(match self.reap() {
            // Its status would be that of the signal that has just killed it.
            Ok(_) if !has_parted => "the process closed its output, and was ended".to_owned(),
            Ok(status) => format!("the process ended: {status}"),
            Err(error) => format!("cannot get the exit status of the process: {error}"),
        })
    }

    /// Closes the input of a process and waits a moment for it to end; returns whether it has.
    fn parts(&mut self) -> bool {
        self.input = None;
        let deadline = Instant::now() + PARTING;
        while !has_ended(&mut self.child) {
            if Instant::now() >= deadline {
                return false;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        true
    }

    /// Kills the process, if it has not ended, and all processes that it started.
    fn reap(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.ended {
            return Ok(status);
        }
        kill_group(&mut self.child);
        #[cfg(target_os = "linux")]
        marked::kill_all(format!("{MARK}={}", self.mark).as_bytes());
        let status = self.child.wait()?;
        self.ended = Some(status);
        Ok(status)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.ended.is_none() {
            self.parts();
        }
        if let Err(error) = self.reap() {
            log::error!("process {} may still be running: {error}", self.child.id());
        }
    }
}

/// Writes lines to a process until there are no more or it reads no more, and closes its input.
fn write(mut input: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if input.write_all(line.as_bytes()).is_err() {
            return;
        }
    }
}

/// Whether a process has ended. It is not reaped, so that its process ID stays reserved.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// Kills all processes of a group. Its first process must not have been reaped.
#[cfg(unix)]
fn kill_group(first: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // The group can be empty except for a process that has ended.
    let _ = kill_process_group(Pid::from_child(first), Signal::KILL);
}

/// On systems without process groups: the process alone.
#[cfg(not(unix))]
fn kill_group(first: &mut Child) {
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

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn paths_of_windows_keep_their_backslashes() {
        let words = |text, has_backslashes| split(text, has_backslashes).expect("quotes are closed");
        for text in [r"C:\engines\scan.exe hub", r#""C:\engines\scan.exe" hub"#, r"'C:\engines\scan.exe' hub"] {
            assert_eq!(words(text, true), [r"C:\engines\scan.exe", "hub"], "{text}");
        }
        assert_eq!(words(r#""C:\my engines\scan.exe" 'a b'"#, true), [r"C:\my engines\scan.exe", "a b"]);
        assert_eq!(words(r"./my\ scan hub", false), ["./my scan", "hub"]);
        assert_eq!(split("'scan", true), None);
    }
}
