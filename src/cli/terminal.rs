//! What commands share with the terminal: standard output and exit codes, errors in the command line, progress bars,
//! and Ctrl-C.
//!
//! The exit code of a command that cannot write to standard output is the same for all commands: a closed pipe
//! (`crownhead perft ... | head`) is not an error, anything else is.

use std::fmt;
use std::io::{self, Stdout, Write};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::error::ErrorKind;
use indicatif::{ProgressBar, ProgressStyle};
use terminal_size::{Width, terminal_size_of};

use super::error::CliError;
use crate::board::Canvas;
use crownhead_engine::protocol::SpeakError;
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::text::{visible, with_short_words};

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
                match error {
                    error if error.is_interrupt() => ExitCode::from(INTERRUPTED),
                    // As for every argument that is missing.
                    CliError::NoProblem => ExitCode::from(2),
                    _ => ExitCode::FAILURE,
                }
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
fn cut_off(fault: &io::Error) -> ExitCode {
    if fault.kind() == io::ErrorKind::BrokenPipe {
        return ExitCode::SUCCESS;
    }
    complain(format_args!("cannot write to standard output: {fault}"));
    ExitCode::FAILURE
}

/// Reports an error to the user. If standard error is closed, there is nothing else to do.
pub(super) fn complain(fault: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "crownhead: {}", visible(&with_short_words(&fault.to_string())));
}

/// What the number parsers of the standard library say, and plain words for it.
const PLAIN_WORDS: [(&str, &str); 5] = [
    ("invalid digit found in string", "expected a whole number"),
    ("cannot parse integer from empty string", "expected a whole number"),
    ("number too large to fit in target type", "the number is too large"),
    ("number too small to fit in target type", "the number is too small"),
    ("invalid float literal", "expected a number"),
];

/// Prints the requested help, or the error in the command line.
pub(super) fn usage_error(error: &clap::Error) -> ExitCode {
    let text = error.render();
    let short = with_short_words(&text.to_string());
    let printed = match error.kind() {
        // Colours would not end where a word is cut off.
        _ if error.use_stderr() && short != text.to_string() => {
            anstream::stderr().write_all(in_plain_words(&short).as_bytes())
        }
        ErrorKind::ValueValidation => anstream::stderr().write_all(in_plain_words(&text.ansi().to_string()).as_bytes()),
        _ => error.print().and_then(|()| io::stdout().flush()),
    };
    match printed {
        Err(fault) if !error.use_stderr() => cut_off(&fault),
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(u8::MAX)),
    }
}

fn in_plain_words(text: &str) -> String {
    let text = PLAIN_WORDS.iter().fold(text.to_owned(), |text, (words, ours)| text.replace(words, ours));
    let Some((before, range)) = text.split_once(" is not in ") else { return text };
    let end = range.find(|letter: char| !(letter.is_ascii_digit() || "-.=".contains(letter)));
    let (range, after) = range.split_at(end.unwrap_or(range.len()));
    match range.split_once("..").map(|(first, last)| (first, last.trim_start_matches('='))) {
        Some((first, last)) if last.parse::<u64>().is_ok_and(|last| last < u64::from(u32::MAX)) => {
            format!("{before} is not from {first} to {last}{after}")
        }
        // The largest number of a type is not worth printing as a limit.
        Some((first, _)) => format!("{before} is less than {first}{after}"),
        None => text,
    }
}

/// The surface for boards on standard output. A terminal gets colours unless NO_COLOR is set; a file or a pipe gets
/// them only if CLICOLOR_FORCE is set. Only a terminal has a width.
pub(super) fn canvas() -> Canvas {
    // A console of Windows that has no escape sequences gets no colours either.
    let has_colours = AutoStream::auto(io::stdout()).current_choice() == ColorChoice::AlwaysAnsi;
    let width = terminal_size_of(io::stdout()).map(|(Width(columns), _)| usize::from(columns));
    Canvas { width, has_colours, is_turned: false }
}

/// A progress bar on standard error, hidden if that is not a terminal or if `quiet`. The template is in the language of
/// indicatif.
pub(super) fn progress_bar(length: u64, template: &str, quiet: bool) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template).expect("the template is well formed");
    ProgressBar::new(length).with_style(style)
}

/// Calls `act` on every Ctrl-C and every signal to end, with the number of the signal, from 1. A process can ask for
/// this only once.
pub(super) fn on_each_signal(mut act: impl FnMut(u32) + Send + 'static) -> Result<(), ctrlc::Error> {
    let mut signals = 0;
    ctrlc::set_handler(move || {
        signals += 1;
        act(signals);
    })
}

/// An interrupt that Ctrl-C raises, or the signal to end. A process can ask for it only once.
pub(super) fn on_signal() -> Result<Interrupt, ctrlc::Error> {
    let interrupt = Interrupt::default();
    let raised = interrupt.clone();
    on_each_signal(move |_| raised.raise())?;
    Ok(interrupt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_spoken_of_as_people_do() {
        for (text, plain) in [
            ("'x': invalid digit found in string\n", "'x': expected a whole number\n"),
            ("'0': 0 is not in 1..18446744073709551615\n", "'0': 0 is less than 1\n"),
            ("'0': 0 is not in 1..4294967295\n", "'0': 0 is less than 1\n"),
            ("'11': 11 is not in 1..=10\n", "'11': 11 is not from 1 to 10\n"),
            ("'a': expected a or b", "'a': expected a or b"),
        ] {
            assert_eq!(in_plain_words(text), plain);
        }
    }
}
