//! Standard output, and the exit code of a command that cannot write to it. The rule is the same for all commands: a
//! closed pipe (`crownhead perft ... | head`) is not an error, anything else is.

use std::io::{self, Stdout, Write};
use std::process::ExitCode;

use super::{CliError, complain};
use crate::protocol::SpeakError;

/// The shell's exit code of a process ended by Ctrl-C.
pub(super) const INTERRUPTED: u8 = 130;

/// Standard output. It keeps the first write error, even if the command ignores it.
pub(super) struct Printer {
    out: Stdout,
    fault: Option<io::Error>,
}

impl Printer {
    pub(super) fn new() -> Printer {
        Printer { out: io::stdout(), fault: None }
    }

    /// Flushes the output and returns the exit code of the process after a command with this result.
    pub(super) fn close(mut self, result: Result<(), CliError>) -> ExitCode {
        // An error here is kept.
        let _ = self.flush();
        match (self.fault, result) {
            (Some(fault), _) | (None, Err(CliError::Speak(SpeakError::Output(fault)))) => cut_off(&fault),
            (None, Ok(())) => ExitCode::SUCCESS,
            (None, Err(error)) => {
                complain(format_args!("{error}"));
                if error.is_interrupt() { ExitCode::from(INTERRUPTED) } else { ExitCode::FAILURE }
            }
        }
    }

    /// Keeps the first error.
    fn keep<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            let kind = error.kind();
            // An interrupted write is retried.
            if kind != io::ErrorKind::Interrupted {
                self.fault.get_or_insert(error);
            }
            kind.into()
        })
    }
}

impl Write for Printer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.out.write(bytes);
        self.keep(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.out.flush();
        self.keep(result)
    }
}

/// The exit code of a process whose standard output failed.
pub(super) fn cut_off(fault: &io::Error) -> ExitCode {
    if fault.kind() == io::ErrorKind::BrokenPipe {
        return ExitCode::SUCCESS;
    }
    complain(format_args!("cannot write to standard output: {fault}"));
    ExitCode::FAILURE
}
