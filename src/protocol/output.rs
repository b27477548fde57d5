//! The thread that writes lines, with a gap between them, so that neither a search nor a session waits for a reader.

use std::convert::Infallible;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender};

/// Writes lines in the order in which they are given, each flushed by itself.
pub(super) struct Output {
    orders: Sender<Order>,
    closed: Receiver<Infallible>,
}

/// More than any reader that reads at all takes for what is left.
const LONGEST_FAREWELL: Duration = Duration::from_secs(5);

enum Order {
    Line(String),
    /// Lines that need not be written any more when others of their kind follow them.
    Report(Vec<String>),
    Gap(Duration),
}

impl Output {
    /// Starts the thread. From one line to the next it lets `gap` pass.
    ///
    /// # Errors
    /// If the thread cannot be had.
    pub(super) fn start(writer: impl Write + Send + 'static, gap: Duration) -> io::Result<Output> {
        let (orders, queue) = crossbeam_channel::unbounded();
        let (open, closed) = crossbeam_channel::bounded(0);
        let work = move || {
            Scribe { writer, queue, gap, next: None, last: None }.work();
            drop(open);
        };
        std::thread::Builder::new().name("output".to_owned()).spawn(work)?;
        Ok(Output { orders, closed })
    }

    /// Writes a line.
    pub(super) fn line(&self, text: String) {
        self.order(Order::Line(text));
    }

    /// Writes the lines of a report, unless it is out of date by the time its turn comes because another follows it at
    /// once.
    pub(super) fn report(&self, lines: Vec<String>) {
        self.order(Order::Report(lines));
    }

    /// Changes the gap for the lines to come.
    pub(super) fn set_gap(&self, gap: Duration) {
        self.order(Order::Gap(gap));
    }

    fn order(&self, order: Order) {
        // Where nobody reads any more, `closed` says so.
        let _ = self.orders.send(order);
    }

    /// Disconnects when nobody reads the output any more.
    pub(super) fn closed(&self) -> &Receiver<Infallible> {
        &self.closed
    }

    /// Waits until everything has been written, but no longer than [`LONGEST_FAREWELL`] for a reader that has stalled.
    pub(super) fn finish(self) {
        self.finish_within(LONGEST_FAREWELL);
    }

    fn finish_within(self, time: Duration) {
        drop(self.orders);
        // Nothing ever comes out of this channel: either the thread ends, or the time does.
        let _ = self.closed.recv_timeout(time);
    }
}

/// The work of the output thread.
struct Scribe<W> {
    writer: W,
    queue: Receiver<Order>,
    gap: Duration,
    /// An order taken from the queue too early.
    next: Option<Order>,
    /// When the last line was written.
    last: Option<Instant>,
}

impl<W: Write> Scribe<W> {
    /// Works until the queue is closed or nobody reads what it writes.
    fn work(mut self) {
        while let Some(order) = self.next.take().or_else(|| self.queue.recv().ok()) {
            let result = match order {
                Order::Gap(gap) => {
                    self.gap = gap;
                    Ok(())
                }
                Order::Line(text) => self.write(&text),
                Order::Report(lines) => {
                    // Whether it is the latest is looked at when its turn has come.
                    self.wait();
                    self.latest(lines).iter().try_for_each(|text| self.write(text))
                }
            };
            if result.is_err() {
                return;
            }
        }
    }

    fn wait(&self) {
        if let Some(last) = self.last {
            std::thread::sleep(self.gap.saturating_sub(last.elapsed()));
        }
    }

    /// The last of the reports that stand in a row at the head of the queue, `lines` being the first.
    fn latest(&mut self, mut lines: Vec<String>) -> Vec<String> {
        while let Ok(order) = self.queue.try_recv() {
            match order {
                Order::Report(later) => lines = later,
                other => {
                    self.next = Some(other);
                    break;
                }
            }
        }
        lines
    }

    /// Writes a line once the gap has passed.
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.wait();
        log::debug!("> {text}");
        // In one piece, so that no reader sees a part of a line.
        self.writer.write_all(format!("{text}\n").as_bytes())?;
        self.writer.flush()?;
        self.last = Some(Instant::now());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parking_lot::Mutex;

    use super::*;

    /// Keeps what is written and when.
    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<(Instant, String)>>>);

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().push((Instant::now(), String::from_utf8_lossy(bytes).into_owned()));
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_keep_their_order_and_their_distance() {
        let (paper, gap) = (Paper::default(), Duration::from_millis(3));
        let output = Output::start(paper.clone(), gap).expect("a thread can be had");
        for text in ["a", "b", "c"] {
            output.line(text.to_owned());
        }
        output.finish();
        let written = paper.0.lock();
        let texts: Vec<_> = written.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(texts, ["a\n", "b\n", "c\n"]);
        assert!(written.windows(2).all(|pair| pair[1].0 - pair[0].0 >= gap));
    }

    #[test]
    fn reports_that_come_too_fast_give_way_to_the_last_of_them() {
        let paper = Paper::default();
        let output = Output::start(paper.clone(), Duration::from_millis(50)).expect("a thread can be had");
        output.line("first".to_owned());
        for number in 1..=5 {
            output.report(vec![format!("report {number}"), format!("its second line {number}")]);
        }
        output.line("done".to_owned());
        output.report(vec!["of another search".to_owned()]);
        output.finish();
        let texts: Vec<_> = paper.0.lock().iter().map(|(_, text)| text.clone()).collect();
        let expected = ["first\n", "report 5\n", "its second line 5\n", "done\n", "of another search\n"];
        assert_eq!(texts, expected);
    }

    #[test]
    fn it_does_not_wait_for_ever_for_a_reader_that_stalls() {
        struct Stalled(Receiver<()>);
        impl Write for Stalled {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(self.0.recv().map_or(io::ErrorKind::BrokenPipe, |()| io::ErrorKind::Other).into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let (reader, stalled) = crossbeam_channel::bounded(0);
        let output = Output::start(Stalled(stalled), Duration::ZERO).expect("a thread can be had");
        output.line("is there anybody?".to_owned());
        output.finish_within(Duration::from_millis(20));
        drop(reader);
    }

    #[test]
    fn it_tells_when_nobody_reads() {
        struct Broken;
        impl Write for Broken {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let output = Output::start(Broken, Duration::ZERO).expect("a thread can be had");
        output.line("is there anybody?".to_owned());
        assert!(output.closed().recv().is_err());
        output.finish();
    }
}
