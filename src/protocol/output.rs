//! The thread that writes lines, with a gap between them, so that no search or session waits for a reader.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};

/// Writes lines in order and flushes each one.
pub(super) struct Output {
    orders: Sender<Order>,
    /// Receives the error, if any, when the thread has ended.
    closed: Receiver<io::Error>,
    /// Receives a message when the queue has become short.
    drained: Receiver<()>,
    gauge: Arc<Gauge>,
}

/// At the end of a session, a reader that has read nothing for this long is abandoned.
const LONGEST_STALL: Duration = Duration::from_secs(5);
/// The interval at which the reader's progress is checked.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
/// The number of queued bytes above which the queue is long.
const LONG_QUEUE: usize = 1 << 20;
/// The number of queued bytes above which the reader is behind.
const SHORT_QUEUE: usize = 1 << 16;

enum Order {
    Line(String),
    /// Lines that are dropped if newer ones of the same kind follow.
    Report(Vec<String>),
    Gap(Duration),
}

impl Order {
    /// Its queued bytes.
    fn bytes(&self) -> usize {
        match self {
            Order::Line(text) => text.len(),
            Order::Report(lines) => lines.iter().map(String::len).sum(),
            Order::Gap(_) => 0,
        }
    }
}

/// Counters shared by the thread and its owner.
#[derive(Debug, Default)]
struct Gauge {
    /// Queued bytes.
    waiting: AtomicUsize,
    /// Written bytes.
    written: AtomicU64,
    /// Whether the queue is complete, so that gaps are no longer needed.
    is_over: AtomicBool,
}

impl Output {
    /// Starts the thread. It waits `gap` between two lines.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub(super) fn start(writer: impl Write + Send + 'static, gap: Duration) -> io::Result<Output> {
        let (orders, queue) = crossbeam_channel::unbounded();
        let (ended, closed) = crossbeam_channel::bounded(1);
        let (room, drained) = crossbeam_channel::bounded(1);
        let gauge = Arc::new(Gauge::default());
        let writer_thread = Writer { writer, queue, room, gauge: Arc::clone(&gauge), gap, next: None, last: None };
        let work = move || {
            if let Err(error) = writer_thread.work() {
                // If the owner is gone, the result is not needed.
                let _ = ended.send(error);
            }
        };
        std::thread::Builder::new().name("output".to_owned()).spawn(work)?;
        Ok(Output { orders, closed, drained, gauge })
    }

    /// Writes a line.
    pub(super) fn line(&self, text: String) {
        self.order(Order::Line(text));
    }

    /// Writes the lines of a report, unless a newer report is queued behind it when its turn comes.
    pub(super) fn report(&self, lines: Vec<String>) {
        self.order(Order::Report(lines));
    }

    /// Changes the gap for the following lines.
    pub(super) fn set_gap(&self, gap: Duration) {
        self.order(Order::Gap(gap));
    }

    fn order(&self, order: Order) {
        self.gauge.waiting.fetch_add(order.bytes(), Relaxed);
        // If writing has failed, `closed` reports it.
        let _ = self.orders.send(order);
    }

    /// A channel that receives a message or disconnects when writing has failed.
    pub(super) fn closed(&self) -> &Receiver<io::Error> {
        &self.closed
    }

    /// Whether the reader is so far behind that it can do without what is soon out of date.
    pub(super) fn is_behind(&self) -> bool {
        self.gauge.waiting.load(Relaxed) > SHORT_QUEUE
    }

    /// Whether the queue is long.
    pub(super) fn is_long(&self) -> bool {
        self.gauge.waiting.load(Relaxed) > LONG_QUEUE
    }

    /// A channel that receives a message once the queue is no longer long.
    pub(super) fn drained(&self) -> &Receiver<()> {
        &self.drained
    }

    /// Waits until everything has been written, without gaps from now on. A reader that reads nothing for
    /// [`LONGEST_STALL`] is abandoned.
    ///
    /// # Errors
    /// The error that prevented the lines from being written.
    pub(super) fn finish(self) -> io::Result<()> {
        self.finish_unless_stalled(LONGEST_STALL)
    }

    fn finish_unless_stalled(self, longest: Duration) -> io::Result<()> {
        let Output { orders, closed, gauge, .. } = self;
        gauge.is_over.store(true, Relaxed);
        drop(orders);
        let (mut written, mut since) = (gauge.written.load(Relaxed), Instant::now());
        while since.elapsed() < longest {
            match closed.recv_timeout(BETWEEN_LOOKS.min(longest)) {
                Ok(error) => return Err(error),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Err(RecvTimeoutError::Timeout) => (),
            }
            let now = gauge.written.load(Relaxed);
            if now != written {
                (written, since) = (now, Instant::now());
            }
        }
        log::warn!("the reader has stalled: {} bytes are not written", gauge.waiting.load(Relaxed));
        Ok(())
    }
}

/// The work of the output thread.
struct Writer<W> {
    writer: W,
    queue: Receiver<Order>,
    /// Receives a message when the queue is no longer long.
    room: Sender<()>,
    gauge: Arc<Gauge>,
    gap: Duration,
    /// An order read ahead from the queue.
    next: Option<Order>,
    /// When the last line was written.
    last: Option<Instant>,
}

impl<W: Write> Writer<W> {
    /// Writes until the queue is closed or writing fails.
    fn work(mut self) -> io::Result<()> {
        while let Some(order) = self.next.take().or_else(|| self.queue.recv().ok()) {
            self.carry_out(order)?;
        }
        Ok(())
    }

    fn carry_out(&mut self, order: Order) -> io::Result<()> {
        let bytes = order.bytes();
        match order {
            Order::Gap(gap) => self.gap = gap,
            Order::Line(text) => self.write(&text)?,
            Order::Report(lines) => {
                // Check only now whether it is the latest report.
                self.wait();
                match self.overtaking() {
                    // It is dropped, and the newer one is next.
                    Some(other) => self.next = Some(other),
                    None => lines.iter().try_for_each(|text| self.write(text))?,
                }
            }
        }
        self.settle(bytes);
        Ok(())
    }

    fn wait(&self) {
        if let Some(last) = self.last
            && !self.gauge.is_over.load(Relaxed)
        {
            std::thread::sleep(self.gap.saturating_sub(last.elapsed()));
        }
    }

    /// The order at the head of the queue, if it is a report. Any other is the next to be carried out.
    fn overtaking(&mut self) -> Option<Order> {
        match self.queue.try_recv().ok()? {
            later @ Order::Report(_) => Some(later),
            other => {
                self.next = Some(other);
                None
            }
        }
    }

    /// Subtracts bytes that are no longer queued.
    fn settle(&self, bytes: usize) {
        let before = self.gauge.waiting.fetch_sub(bytes, Relaxed);
        if before > LONG_QUEUE && before - bytes <= LONG_QUEUE {
            // If the owner has not read the last message yet, that one is enough.
            let _ = self.room.try_send(());
        }
    }

    /// Writes a line once the gap has passed.
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.wait();
        log::debug!("> {text}");
        // In one call, so that a reader sees a partial line only if its buffer is too small.
        let line = format!("{text}\n");
        let mut rest = line.as_bytes();
        while !rest.is_empty() {
            match self.writer.write(rest) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => {
                    rest = &rest[count..];
                    self.gauge.written.fetch_add(count as u64, Relaxed);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
                Err(error) => return Err(error),
            }
        }
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

    impl Output {
        /// Writes this many more lines and ends.
        fn finish_with(self, lines: usize) {
            (0..lines).for_each(|number| self.line(format!("last {number}")));
            self.finish().expect("it can be written");
        }

        /// Waits until the queue is empty.
        fn settle(&self) {
            while self.gauge.waiting.load(Relaxed) > 0 {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }

    #[test]
    fn lines_keep_their_order_and_their_distance() {
        let (paper, gap) = (Paper::default(), Duration::from_millis(3));
        let output = Output::start(paper.clone(), gap).expect("a thread can be had");
        for text in ["a", "b", "c"] {
            output.line(text.to_owned());
        }
        output.settle();
        let written = paper.0.lock();
        let texts: Vec<_> = written.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(texts, ["a\n", "b\n", "c\n"]);
        assert!(written.windows(2).all(|pair| pair[1].0 - pair[0].0 >= gap));
    }

    #[test]
    fn reports_that_come_too_fast_give_way_to_the_last_of_them() {
        let paper = Paper::default();
        let output = Output::start(paper.clone(), Duration::from_secs(2)).expect("a thread can be had");
        output.line("first".to_owned());
        for number in 1..=5 {
            output.report(vec![format!("report {number}"), format!("its second line {number}")]);
        }
        output.line("done".to_owned());
        output.report(vec!["of another search".to_owned()]);
        // All has come within the first gap, and the end leaves out the others.
        output.finish_with(0);
        let texts: Vec<_> = paper.0.lock().iter().map(|(_, text)| text.clone()).collect();
        let expected = ["first\n", "report 5\n", "its second line 5\n", "done\n", "of another search\n"];
        assert_eq!(texts, expected);
    }

    /// Writes what it is allowed to, one write each time, and nothing more once `allowed` closes.
    struct Slow(Receiver<()>, Paper);

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.recv().map_err(|_| io::ErrorKind::BrokenPipe)?;
            self.1.write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// An output, and what lets it write.
    fn slow(paper: &Paper) -> (Output, Sender<()>) {
        let (allow, allowed) = crossbeam_channel::unbounded();
        let output = Output::start(Slow(allowed, paper.clone()), Duration::ZERO).expect("a thread can be had");
        (output, allow)
    }

    #[test]
    fn a_reader_that_stalls_is_given_up() {
        let (output, _allow) = slow(&Paper::default());
        output.line("is there anybody?".to_owned());
        assert!(output.finish_unless_stalled(Duration::from_millis(20)).is_ok());
    }

    #[test]
    fn a_slow_reader_is_waited_for_as_long_as_it_reads() {
        let paper = Paper::default();
        let (output, allow) = slow(&paper);
        for number in 0..40 {
            output.line(format!("line {number}"));
        }
        // In total this takes far longer than the limit for one line.
        let reading = std::thread::spawn(move || {
            for _ in 0..40 {
                std::thread::sleep(Duration::from_millis(50));
                allow.send(()).expect("it still writes");
            }
        });
        output.finish_unless_stalled(Duration::from_secs(1)).expect("it can be written");
        assert_eq!(paper.0.lock().len(), 40);
        reading.join().expect("it was waited for");
    }

    #[test]
    fn no_gap_is_left_when_the_session_is_over() {
        let (paper, gap) = (Paper::default(), Duration::from_secs(2));
        let output = Output::start(paper.clone(), gap).expect("a thread can be had");
        output.finish_with(500);
        assert_eq!(paper.0.lock().len(), 500);
    }

    #[test]
    fn a_queue_that_has_been_long_is_told_to_be_short() {
        let (output, allow) = slow(&Paper::default());
        let line = "x".repeat(LONG_QUEUE / 4);
        for lines in 1..=6 {
            output.line(line.clone());
            assert_eq!(output.is_long(), lines > 4, "{lines} lines wait");
            assert!(output.is_behind(), "a quarter of a long queue is enough for that");
        }
        (0..6).for_each(|_| allow.send(()).expect("it still writes"));
        output.drained().recv_timeout(Duration::from_secs(20)).expect("the queue gets short");
        assert!(!output.is_long());
        output.finish().expect("it can be written");
    }

    #[test]
    fn it_says_why_nothing_can_be_written() {
        let (output, allow) = slow(&Paper::default());
        drop(allow);
        output.line("is there anybody?".to_owned());
        let error = output.closed().recv().expect("the error");
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        let (output, allow) = slow(&Paper::default());
        drop(allow);
        output.line("is there anybody?".to_owned());
        assert!(output.finish().is_err());
    }
}
