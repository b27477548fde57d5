//! The thread that reads the output of an engine. It never blocks the engine, and its buffers are bounded.

use std::io::{BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crossbeam_channel::{Receiver, Sender, TrySendError};

use crate::protocol::next_line;

/// How to handle a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// An event, which is queued.
    Event,
    /// Information: the latest line before an event is passed on with that event.
    Info,
    /// Information about a bound: the latest after all other information is passed on as well.
    Bound,
    /// Ignored.
    Noise,
}

/// An event: a line of output.
#[derive(Debug)]
pub(super) struct Heard {
    /// The time of arrival.
    pub(super) at: Instant,
    /// The line.
    pub(super) line: String,
    /// The latest information before it, if there was any since the event before.
    pub(super) info: Option<String>,
    /// The latest information about a bound after that.
    pub(super) bound: Option<String>,
}

/// The capacity of the event queue. If an engine exceeds it, the channel closes, as if the engine had ended.
const MOST_WAITING: usize = 4096;

/// The events of an engine.
#[derive(Debug)]
pub(super) struct Events {
    /// The lines.
    pub(super) heard: Receiver<Heard>,
    /// Whether the queue overflowed. Then the channel is closed, or will be.
    flooded: Arc<AtomicBool>,
}

impl Events {
    /// The events of an engine without output.
    pub(super) fn none() -> Events {
        Events { heard: crossbeam_channel::never(), flooded: Arc::default() }
    }

    /// Whether reading ended because the queue overflowed.
    pub(super) fn were_too_many(&self) -> bool {
        self.flooded.load(Ordering::Acquire)
    }
}

/// Starts reading. The channel closes at the end of the output, and after a flood of events.
///
/// # Errors
/// If the thread cannot be started.
pub(super) fn listen(output: impl Read + Send + 'static, sort: fn(&str) -> Sort) -> std::io::Result<Events> {
    let (sender, heard) = crossbeam_channel::bounded(MOST_WAITING);
    let events = Events { heard, flooded: Arc::default() };
    let flooded = Arc::clone(&events.flooded);
    let listener = move || hear(output, sort, &sender, &flooded);
    std::thread::Builder::new().name("listener".to_owned()).spawn(listener)?;
    Ok(events)
}

fn hear(output: impl Read, sort: fn(&str) -> Sort, events: &Sender<Heard>, flooded: &AtomicBool) {
    let mut reader = BufReader::new(output);
    let (mut info, mut bound) = (None, None);
    while let Ok(Some(line)) = next_line(&mut reader) {
        match sort(&line) {
            Sort::Event => {
                let heard = Heard { at: Instant::now(), line, info: info.take(), bound: bound.take() };
                match events.try_send(heard) {
                    Ok(()) => {}
                    Err(TrySendError::Full(_)) => return flooded.store(true, Ordering::Release),
                    Err(TrySendError::Disconnected(_)) => return,
                }
            }
            Sort::Info => (info, bound) = (Some(line), None),
            Sort::Bound => bound = Some(line),
            Sort::Noise => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, repeat};

    use super::*;

    fn sort(line: &str) -> Sort {
        match line.get(..1) {
            Some("e") => Sort::Event,
            Some("i") => Sort::Info,
            Some("b") => Sort::Bound,
            _ => Sort::Noise,
        }
    }

    fn heard(output: impl Read + Send + 'static) -> Vec<(String, Option<String>)> {
        let events = listen(output, sort).expect("a thread can be had");
        events.heard.iter().map(|heard| (heard.line, heard.info)).collect()
    }

    #[test]
    fn an_event_brings_the_latest_information() {
        let lines = "i1\nnoise\ni2\ne1\ne2\ni3\nx\ne3\ni4\n";
        let some = |text: &str| Some(text.to_owned());
        let expected = [("e1", some("i2")), ("e2", None), ("e3", some("i3"))];
        assert_eq!(heard(Cursor::new(lines)), expected.map(|(line, info)| (line.to_owned(), info)));
    }

    #[test]
    fn a_bound_is_passed_on_until_other_information_follows() {
        let events = listen(Cursor::new("b1\ni1\nb2\nb3\ne1\nb4\ni2\ne2\n"), sort).expect("a thread can be had");
        let bounds: Vec<_> = events.heard.iter().map(|heard| (heard.info, heard.bound)).collect();
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(bounds, [(some("i1"), some("b3")), (some("i2"), None)]);
    }

    #[test]
    fn a_flood_is_swallowed_in_bounded_memory() {
        let endless_line = repeat(b'i').take(1 << 25).chain(Cursor::new("\ne1\n"));
        assert_eq!(heard(endless_line), [("e1".to_owned(), None)]);
        let many = Cursor::new("noise\ni\n".repeat(100_000) + "e1\n");
        assert_eq!(heard(many), [("e1".to_owned(), Some("i".to_owned()))]);
    }

    #[test]
    fn a_flood_of_events_ends_the_conversation() {
        let events = listen(Cursor::new("e\n".repeat(3 * MOST_WAITING)), sort).expect("a thread can be had");
        // Nothing is received before the reader has ended.
        while !events.were_too_many() {
            std::thread::yield_now();
        }
        assert_eq!(events.heard.iter().count(), MOST_WAITING);
    }
}
