//! The thread that reads the output of an engine. It never blocks the engine, and its buffers are bounded.

use std::io::{BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crossbeam_channel::{Receiver, Sender, TrySendError};

use crownhead_engine::protocol::next_line;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// An event, which is queued.
    Event,
    /// Information: the latest line before an event is passed on with that event.
    Info,
    /// Information about a bound: the latest after all other information is passed on as well.
    Bound,
    Noise,
}

/// An event: a line of output.
#[derive(Debug)]
pub(super) struct EngineLine {
    pub(super) at: Instant,
    pub(super) text: String,
    /// The latest information before it, if there was any since the event before.
    pub(super) info: Option<String>,
    /// The latest information about a bound after that.
    pub(super) bound: Option<String>,
}

/// The capacity of the event queue. If an engine exceeds it, the channel closes, as if the engine had ended.
const MOST_WAITING: usize = 4096;

#[derive(Debug)]
pub(super) struct EngineOutput {
    pub(super) lines: Receiver<EngineLine>,
    /// Whether the queue overflowed. Then the channel is closed, or will be.
    is_flooded: Arc<AtomicBool>,
}

impl EngineOutput {
    /// The output of an engine that writes nothing.
    pub(super) fn none() -> EngineOutput {
        EngineOutput { lines: crossbeam_channel::never(), is_flooded: Arc::default() }
    }

    /// Starts reading. The channel closes at the end of the output, and after a flood of events. Fails if the thread
    /// cannot be started.
    pub(super) fn of(
        output: impl Read + Send + 'static,
        classify: fn(&str) -> LineKind,
    ) -> std::io::Result<EngineOutput> {
        let (sender, lines) = crossbeam_channel::bounded(MOST_WAITING);
        let is_flooded = Arc::<AtomicBool>::default();
        let flooded = Arc::clone(&is_flooded);
        let reader = move || read(output, classify, &sender, &flooded);
        std::thread::Builder::new().name("listener".to_owned()).spawn(reader)?;
        Ok(EngineOutput { lines, is_flooded })
    }

    /// Whether reading ended because the queue overflowed.
    pub(super) fn is_flooded(&self) -> bool {
        self.is_flooded.load(Ordering::Acquire)
    }
}

fn read(output: impl Read, classify: fn(&str) -> LineKind, lines: &Sender<EngineLine>, is_flooded: &AtomicBool) {
    let mut reader = BufReader::new(output);
    let (mut info, mut bound) = (None, None);
    while let Ok(Some(text)) = next_line(&mut reader) {
        match classify(&text) {
            LineKind::Event => {
                let line = EngineLine { at: Instant::now(), text, info: info.take(), bound: bound.take() };
                match lines.try_send(line) {
                    Ok(()) => {}
                    Err(TrySendError::Full(_)) => return is_flooded.store(true, Ordering::Release),
                    Err(TrySendError::Disconnected(_)) => return,
                }
            }
            LineKind::Info => (info, bound) = (Some(text), None),
            LineKind::Bound => bound = Some(text),
            LineKind::Noise => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, repeat};

    use super::*;

    fn output(text: impl Read + Send + 'static) -> EngineOutput {
        let classify = |line: &str| match line.get(..1) {
            Some("e") => LineKind::Event,
            Some("i") => LineKind::Info,
            Some("b") => LineKind::Bound,
            _ => LineKind::Noise,
        };
        EngineOutput::of(text, classify).expect("a thread can be started")
    }

    fn events(text: impl Read + Send + 'static) -> Vec<(String, Option<String>)> {
        output(text).lines.iter().map(|line| (line.text, line.info)).collect()
    }

    #[test]
    fn an_event_brings_the_latest_information() {
        let lines = "i1\nnoise\ni2\ne1\ne2\ni3\nx\ne3\ni4\n";
        let some = |text: &str| Some(text.to_owned());
        let expected = [("e1", some("i2")), ("e2", None), ("e3", some("i3"))];
        assert_eq!(events(Cursor::new(lines)), expected.map(|(line, info)| (line.to_owned(), info)));
    }

    #[test]
    fn a_bound_is_passed_on_until_other_information_follows() {
        let output = output(Cursor::new("b1\ni1\nb2\nb3\ne1\nb4\ni2\ne2\n"));
        let bounds: Vec<_> = output.lines.iter().map(|line| (line.info, line.bound)).collect();
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(bounds, [(some("i1"), some("b3")), (some("i2"), None)]);
    }

    #[test]
    fn a_flood_of_information_is_read_in_bounded_memory() {
        let endless_line = repeat(b'i').take(1 << 25).chain(Cursor::new("\ne1\n"));
        assert_eq!(events(endless_line), [("e1".to_owned(), None)]);
        let many = Cursor::new("noise\ni\n".repeat(100_000) + "e1\n");
        assert_eq!(events(many), [("e1".to_owned(), Some("i".to_owned()))]);
    }

    #[test]
    fn a_flood_of_events_ends_the_reading() {
        let output = output(Cursor::new("e\n".repeat(3 * MOST_WAITING)));
        // Nothing is received before the reader has ended.
        while !output.is_flooded() {
            std::thread::yield_now();
        }
        assert_eq!(output.lines.iter().count(), MOST_WAITING);
    }
}
