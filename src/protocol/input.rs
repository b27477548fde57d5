//! The thread that reads lines.

use std::io::{self, BufRead, BufReader, Read};

use crossbeam_channel::Receiver;

/// The capacity of the line queue; the reader blocks when it is full.
const MOST_WAITING: usize = 64;
/// The maximum length of a line, in bytes: enough for a game of 50,000 plies. Longer lines are skipped.
const LONGEST_LINE: u64 = 1 << 19;

/// Starts a thread that reads lines. The channel closes at the end of the input, or when it cannot be read.
///
/// Invalid UTF-8 is replaced by replacement characters. A byte order mark before the first line, as some clients send it, is
/// left out.
///
/// # Errors
/// If the thread cannot be started.
pub(super) fn lines(input: impl Read + Send + 'static) -> io::Result<Receiver<String>> {
    let (sender, receiver) = crossbeam_channel::bounded(MOST_WAITING);
    let read = move || {
        let mut reader = BufReader::new(input);
        let mut is_first = true;
        while let Ok(Some(mut line)) = next_line(&mut reader) {
            if std::mem::take(&mut is_first) && line.starts_with('\u{feff}') {
                line.remove(0);
            }
            if sender.send(line).is_err() {
                return;
            }
        }
    };
    std::thread::Builder::new().name("input".to_owned()).spawn(read)?;
    Ok(receiver)
}

/// The next line without its line ending, or `None` at the end of the input.
///
/// # Errors
/// The error of the operating system.
pub(crate) fn next_line(reader: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.pop_if(|&mut last| last == b'\n').is_none() && bytes.len() as u64 == LONGEST_LINE {
        log::warn!("skipped a line of more than {LONGEST_LINE} bytes");
        reader.skip_until(b'\n')?;
        bytes.clear();
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<String> {
        lines(io::Cursor::new(bytes.to_vec())).expect("a thread can be had").iter().collect()
    }

    #[test]
    fn lines_end_with_a_newline_or_the_input() {
        assert_eq!(read(b""), Vec::<String>::new());
        assert_eq!(read(b"\n"), [""]);
        assert_eq!(read(b"hub\r\n\ninit"), ["hub\r", "", "init"]);
        assert_eq!(read(b"a\xffb\n"), ["a\u{fffd}b"]);
    }

    #[test]
    fn a_byte_order_mark_is_left_out() {
        assert_eq!(read("\u{feff}hub\ninit\n".as_bytes()), ["hub", "init"]);
        assert_eq!(read("hub\n\u{feff}init\n".as_bytes()), ["hub", "\u{feff}init"]);
    }

    #[test]
    fn a_line_without_end_takes_no_memory() {
        let mut bytes = vec![b'x'; LONGEST_LINE as usize * 3];
        bytes.extend(b"\nping\n");
        assert_eq!(read(&bytes), ["", "ping"]);
    }
}
