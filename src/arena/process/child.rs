//! An engine as a child process, which is ended reliably.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crossbeam_channel::select;

use super::reader::{Events, Heard, Sort, listen};
use crate::arena::interrupt::Interrupt;

/// How to start a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The program: a path, or a name to look up.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The working directory; the current one if `None`.
    pub folder: Option<PathBuf>,
    /// The file to which its standard error is appended; discarded if `None`.
    pub errors: Option<PathBuf>,
}

/// A running engine. Dropping it ends the process and all processes that it started.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    events: Events,
    /// The exit status, once it has been waited for. After that, its process ID can belong to another process.
    ended: Option<ExitStatus>,
}

/// The result of waiting for an engine.
#[derive(Debug)]
pub(super) enum Waited {
    /// A line of output.
    Heard(Heard),
    /// It flooded its output, which is no longer read.
    Flooded,
    /// It has closed its output, probably because it has ended.
    Closed,
    /// It wrote nothing in time.
    Late,
    /// The match is to stop.
    Interrupted,
}

/// The time that a process gets to end before it is killed.
const PARTING: Duration = Duration::from_secs(1);

impl Process {
    /// Starts a program and reads its output.
    ///
    /// # Errors
    /// The error of the operating system.
    pub(super) fn start(launch: &Launch, sort: fn(&str) -> Sort) -> io::Result<Process> {
        let errors = match &launch.errors {
            Some(path) => Stdio::from(File::options().create(true).append(true).open(path)?),
            None => Stdio::null(),
        };
        let mut command = Command::new(&launch.program);
        command.args(&launch.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
        if let Some(folder) = &launch.folder {
            command.current_dir(folder);
        }
        group::separate(&mut command);
        let mut child = command.spawn()?;
        let input = child.stdin.take();
        let output = child.stdout.take().ok_or_else(|| io::Error::other("the process has no output"))?;
        // From here on, dropping it ends the process.
        let mut process = Process { child, input, events: Events::none(), ended: None };
        process.events = listen(output, sort)?;
        Ok(process)
    }

    /// Sends lines. A process that has ended is noticed when it is waited for.
    pub(super) fn send(&mut self, lines: &str) {
        if let Some(input) = &mut self.input {
            log::trace!("to {}: {lines}", self.child.id());
            let sent = input.write_all(lines.as_bytes()).and_then(|()| input.write_all(b"\n"));
            if sent.is_err() {
                self.input = None;
            }
        }
    }

    /// Waits for the next event.
    pub(super) fn wait_until(&self, deadline: Instant, interrupt: &Interrupt) -> Waited {
        if let Ok(heard) = self.events.heard.try_recv() {
            return Waited::Heard(heard);
        }
        select! {
            recv(self.events.heard) -> heard => heard.map_or_else(|_| self.silence(), Waited::Heard),
            recv(interrupt.line()) -> _ => Waited::Interrupted,
            default(deadline.saturating_duration_since(Instant::now())) => Waited::Late,
        }
    }

    /// Why there is no more output.
    fn silence(&self) -> Waited {
        if self.events.were_too_many() { Waited::Flooded } else { Waited::Closed }
    }

    /// Describes how a process that has closed its output ended. Ends it if it is still running.
    pub(super) fn exit_report(&mut self) -> String {
        match self.end() {
            Ok(status) => format!("the process ended: {status}"),
            Err(error) => format!("cannot get the exit status of the process: {error}"),
        }
    }

    /// Ends the process: closes its input, waits a moment, then kills it and all processes that it started.
    fn end(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.ended {
            return Ok(status);
        }
        self.input = None;
        let deadline = Instant::now() + PARTING;
        while !group::has_ended(&self.child) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
        group::kill(&mut self.child);
        let status = self.child.wait()?;
        self.ended = Some(status);
        Ok(status)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Err(error) = self.end() {
            log::error!("process {} may still be running: {error}", self.child.id());
        }
    }
}

/// A process group: an engine and all processes that it starts. It gets no signals from the terminal.
#[cfg(unix)]
mod group {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    pub(super) fn separate(command: &mut Command) {
        command.process_group(0);
    }

    /// Whether the first process of the group has ended. It is not reaped, so that its process ID stays reserved.
    pub(super) fn has_ended(child: &Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
    }

    /// Kills the rest of the group. Its first process must not have been reaped.
    pub(super) fn kill(child: &mut Child) {
        // The group can be empty except for a process that has ended.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
}

/// On systems without process groups: the process alone.
#[cfg(not(unix))]
mod group {
    use std::process::{Child, Command};

    pub(super) fn separate(_: &mut Command) {}

    pub(super) fn has_ended(_: &Child) -> bool {
        true
    }

    pub(super) fn kill(child: &mut Child) {
        let _ = child.kill();
    }
}
