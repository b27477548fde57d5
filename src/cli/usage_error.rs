//! Errors in the command line, in the words of this program: those of the parser of numbers are made for programmers.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;

use super::printer::cut_off;

/// What the standard library says of numbers, and what a person is told.
const WORDS: [(&str, &str); 5] = [
    ("invalid digit found in string", "expected a whole number"),
    ("cannot parse integer from empty string", "expected a whole number"),
    ("number too large to fit in target type", "the number is too large"),
    ("number too small to fit in target type", "the number is too small"),
    ("invalid float literal", "expected a number"),
];

/// Prints the requested help, or the error in the command line.
pub(super) fn explain(error: &clap::Error) -> ExitCode {
    let printed = match error.kind() {
        ErrorKind::ValueValidation => {
            let text = in_plain_words(&error.render().ansi().to_string());
            anstream::stderr().write_all(text.as_bytes())
        }
        _ => error.print().and_then(|()| io::stdout().flush()),
    };
    match printed {
        Err(fault) if !error.use_stderr() => cut_off(&fault),
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(u8::MAX)),
    }
}

fn in_plain_words(text: &str) -> String {
    let text = WORDS.iter().fold(text.to_owned(), |text, (words, ours)| text.replace(words, ours));
    let Some((before, range)) = text.split_once(" is not in ") else { return text };
    let end = range.find(|letter: char| !(letter.is_ascii_digit() || "-.=".contains(letter)));
    let (range, after) = range.split_at(end.unwrap_or(range.len()));
    match range.split_once("..").map(|(first, last)| (first, last.trim_start_matches('='))) {
        Some((first, last)) if last.parse::<u64>().is_ok_and(|last| last < u64::from(u32::MAX)) => {
            format!("{before} is not from {first} to {last}{after}")
        }
        // The largest number of a type is no limit that anybody would meet.
        Some((first, _)) => format!("{before} is less than {first}{after}"),
        None => text,
    }
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
