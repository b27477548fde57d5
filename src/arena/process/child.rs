//! An engine as a child process, which is ended reliably.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crossbeam_channel::select;

use super::group::{Group, has_ended};
use super::reader::{Events, Heard, Sort, listen};
use crate::interrupt::Interrupt;

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
    group: Group,
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
    /// It has ended, or has closed its output.
    Closed,
    /// It wrote nothing in time.
    Late,
    /// The match is to stop.
    Interrupted,
}

/// The time that a process gets to end before it is killed.
const PARTING: Duration = Duration::from_secs(1);

/// How often a silent process is checked for its end, which its output does not show if another process has it too.
const CHECK: Duration = Duration::from_millis(100);

/// The time in which the last lines of a process that has ended are read.
const LAST_LINES: Duration = Duration::from_secs(1);

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
        let group = Group::separate(&mut command);
        let mut child = command.spawn()?;
        let input = child.stdin.take();
        let output = child.stdout.take().ok_or_else(|| io::Error::other("the process has no output"))?;
        // From here on, dropping it ends the process.
        let mut process = Process { child, group, input, events: Events::none(), ended: None };
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

    /// Whether it has not ended yet.
    pub(super) fn is_running(&mut self) -> bool {
        !has_ended(&mut self.child)
    }

    /// Waits for the next event.
    pub(super) fn wait_until(&mut self, deadline: Instant, interrupt: &Interrupt) -> Waited {
        loop {
            let ended = has_ended(&mut self.child);
            let until = deadline.min(Instant::now() + if ended { LAST_LINES } else { CHECK });
            match self.listen_until(until, interrupt) {
                Waited::Late if ended => return Waited::Closed,
                Waited::Late if Instant::now() < deadline => {}
                waited => return waited,
            }
        }
    }

    fn listen_until(&self, deadline: Instant, interrupt: &Interrupt) -> Waited {
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
        let has_parted = self.ended.is_some() || self.parts();
        match self.reap() {
            // Its status would be that of the signal that has just killed it.
            Ok(_) if !has_parted => "the process closed its output, and was ended".to_owned(),
            Ok(status) => format!("the process ended: {status}"),
            Err(error) => format!("cannot get the exit status of the process: {error}"),
        }
    }

    /// Closes the input of a process and waits a moment for it to end; whether it has.
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
        self.group.kill(&mut self.child);
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
