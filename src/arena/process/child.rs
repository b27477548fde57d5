//! An engine as a child process: started, spoken to, and for sure ended.

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
    /// The program: a path, or a name to be looked up.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Where it runs; here if this is left open.
    pub folder: Option<PathBuf>,
    /// The file at whose end its standard error is written; if there is none, it is thrown away.
    pub errors: Option<PathBuf>,
}

/// A running engine. Dropping it ends the process, and whatever that has started.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    events: Events,
    /// How it ended, once it has been waited for: its number may be another's by now.
    ended: Option<ExitStatus>,
}

/// What waiting for an engine came to.
#[derive(Debug)]
pub(super) enum Waited {
    /// It said this.
    Heard(Heard),
    /// It flooded its output, and is listened to no more.
    Flooded,
    /// It has closed its output: most likely it has ended.
    Closed,
    /// It said nothing in time.
    Late,
    /// The match is to stop.
    Interrupted,
}

/// How long a process that should end is waited for before it is killed.
const PARTING: Duration = Duration::from_secs(1);

impl Process {
    /// Starts a program and listens to it.
    ///
    /// # Errors
    /// What the system says.
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
        // From here on, dropping ends the process.
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

    /// Why nothing more can be heard.
    fn silence(&self) -> Waited {
        if self.events.were_too_many() { Waited::Flooded } else { Waited::Closed }
    }

    /// How a process that has closed its output ended, in words. It is ended if it has not.
    pub(super) fn exit_report(&mut self) -> String {
        match self.end() {
            Ok(status) => format!("the process ended: {status}"),
            Err(error) => format!("the process is lost: {error}"),
        }
    }

    /// Ends the process: its input is closed, it is given a moment, and then it is killed with all that it started.
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
            log::error!("process {} may still be there: {error}", self.child.id());
        }
    }
}

/// A group of processes: an engine and all that it starts. Keys pressed on the terminal do not reach it.
#[cfg(unix)]
mod group {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    pub(super) fn separate(command: &mut Command) {
        command.process_group(0);
    }

    /// Has the first process of the group ended? It is left to be waited for, so that its number stays taken.
    pub(super) fn has_ended(child: &Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
    }

    /// Kills what is left of the group. Its first process must not have been waited for.
    pub(super) fn kill(child: &mut Child) {
        // The group may be empty but for a process that has ended.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
}

/// Where there are no groups: the one process.
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
