//! Standard output, and what becomes of a command that cannot write to it. The rule is one for all commands: a reader
//! that has had enough (`crownhead perft ... | head`) is no fault, anything else is.

use std::io::{self, Stdout, Write};
use std::process::ExitCode;

use super::{CliError, complain};
use crate::protocol::SpeakError;

/// Standard output. It keeps the first error in writing to it, whatever the command makes of that.
pub(super) struct Printer {
    out: Stdout,
    fault: Option<io::Error>,
}

impl Printer {
    pub(super) fn new() -> Printer {
        Printer { out: io::stdout(), fault: None }
    }

    /// Writes what is still to be written, and says how the process ends after a command that ended so.
    pub(super) fn close(mut self, result: Result<(), CliError>) -> ExitCode {
        // Should this fail, the fault is kept.
        let _ = self.flush();
        match (self.fault, result) {
            (Some(fault), _) | (None, Err(CliError::Speak(SpeakError::Output(fault)))) => cut_off(&fault),
            (None, Ok(())) => ExitCode::SUCCESS,
            (None, Err(error)) => {
                complain(format_args!("{error}"));
                ExitCode::FAILURE
            }
        }
    }

    /// Keeps the first fault.
    fn keep<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            let kind = error.kind();
            // A write that was interrupted is tried again.
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

/// How a process ends whose standard output failed.
pub(super) fn cut_off(fault: &io::Error) -> ExitCode {
    if fault.kind() == io::ErrorKind::BrokenPipe {
        return ExitCode::SUCCESS;
    }
    complain(format_args!("cannot write to standard output: {fault}"));
    ExitCode::FAILURE
}
