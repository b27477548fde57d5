//! The threads that read and write lines. The writer leaves a gap between two lines, on a thread of its own, so that no
//! search or session waits for a reader.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};

use super::outlet::Outlet;
use crate::support::instant::Instant;

/// The capacity of the line queue; the reader blocks when it is full.
const MOST_WAITING: usize = 64;
/// The maximum length of a line, in bytes: enough for a game of 50,000 plies. Longer lines are skipped.
const LONGEST_LINE: u64 = 1 << 19;

/// Starts a thread that reads lines. The channel closes at the end of the input, or when it cannot be read.
///
/// Invalid UTF-8 is replaced by replacement characters. A byte order mark before the first line, which some clients
/// send, is left out.
pub(super) fn read(input: impl Read + Send + 'static) -> io::Result<Receiver<String>> {
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
pub fn next_line(reader: &mut impl BufRead) -> io::Result<Option<String>> {
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

/// Writes lines in order and flushes each one.
pub(super) struct Output {
    items: Sender<OutputItem>,
    /// Receives the error, if any, when the thread has ended.
    closed: Receiver<io::Error>,
    /// Receives a message when the queue has become short.
    drained: Receiver<()>,
    gauge: Arc<Gauge>,
    /// Where there are no threads, its owner takes the lines from here.
    #[cfg(target_family = "wasm")]
    queue: Receiver<OutputItem>,
}

/// A reader that has read nothing for this long is not waited for, and at the end of a session abandoned.
const LONGEST_STALL: Duration = Duration::from_secs(5);
/// The interval at which the progress of a slow reader is checked.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);
/// The interval at which is checked whether a line has been read.
const READ_INTERVAL: Duration = Duration::from_micros(200);
/// The number of queued bytes above which the queue is long.
const LONG_QUEUE: usize = 1 << 20;
/// The number of queued bytes above which the reader is behind.
const SHORT_QUEUE: usize = 1 << 16;

enum OutputItem {
    Line(String),
    /// Lines that are dropped if a newer report follows.
    Report(Vec<String>),
    Gap(Duration),
}

impl OutputItem {
    fn bytes(&self) -> usize {
        match self {
            OutputItem::Line(text) => text.len(),
            OutputItem::Report(lines) => lines.iter().map(String::len).sum(),
            OutputItem::Gap(_) => 0,
        }
    }
}

/// Counters shared by the thread and its owner.
#[derive(Debug, Default)]
struct Gauge {
    queued_bytes: AtomicUsize,
    written_bytes: AtomicU64,
    /// Whether the queue is complete, so that gaps are no longer needed.
    is_over: AtomicBool,
}

impl Output {
    /// Starts the thread. It waits `gap` between two lines and, unless the gap is zero, until the first has been read: a
    /// client that waits for input and then takes one line never finds a second one behind it.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn start(writer: impl Outlet, gap: Duration) -> io::Result<Output> {
        let (items, queue) = crossbeam_channel::unbounded();
        let (ended, closed) = crossbeam_channel::bounded(1);
        let (drain, drained) = crossbeam_channel::bounded(1);
        let gauge = Arc::new(Gauge::default());
        let writer_thread =
            Writer { writer, queue, drained: drain, gauge: Arc::clone(&gauge), gap, next: None, last: None };
        let work = move || {
            if let Err(error) = writer_thread.work() {
                // If the owner is gone, the result is not needed.
                let _ = ended.send(error);
            }
        };
        std::thread::Builder::new().name("output".to_owned()).spawn(work)?;
        Ok(Output { items, closed, drained, gauge })
    }

    /// An output whose lines its owner takes. Gaps are of no use there.
    #[cfg(target_family = "wasm")]
    pub(super) fn to_be_taken() -> Output {
        let (items, queue) = crossbeam_channel::unbounded();
        let (closed, drained) = (crossbeam_channel::never(), crossbeam_channel::never());
        Output { items, closed, drained, gauge: Arc::default(), queue }
    }

    /// Takes the lines, without reports that a newer one follows.
    #[cfg(target_family = "wasm")]
    pub(super) fn take(&self) -> Vec<String> {
        let items: Vec<_> = self.queue.try_iter().collect();
        self.gauge.queued_bytes.store(0, Relaxed);
        let is_old = |number: usize| matches!(items.get(number + 1), Some(OutputItem::Report(_)));
        let taken = items.iter().enumerate().filter(|(number, item)| match item {
            OutputItem::Line(_) => true,
            OutputItem::Report(_) => !is_old(*number),
            OutputItem::Gap(_) => false,
        });
        let texts = taken.flat_map(|(_, item)| match item {
            OutputItem::Line(text) => std::slice::from_ref(text),
            OutputItem::Report(lines) => lines,
            OutputItem::Gap(_) => &[],
        });
        texts.cloned().collect()
    }

    pub(super) fn line(&self, text: String) {
        self.push(OutputItem::Line(text));
    }

    /// Writes the lines of a report, unless a newer report is queued behind it when its turn comes.
    pub(super) fn report(&self, lines: Vec<String>) {
        self.push(OutputItem::Report(lines));
    }

    pub(super) fn set_gap(&self, gap: Duration) {
        self.push(OutputItem::Gap(gap));
    }

    fn push(&self, item: OutputItem) {
        self.gauge.queued_bytes.fetch_add(item.bytes(), Relaxed);
        // If writing has failed, `closed` reports it.
        let _ = self.items.send(item);
    }

    /// A channel that receives a message or disconnects when writing has failed.
    pub(super) fn closed(&self) -> &Receiver<io::Error> {
        &self.closed
    }

    /// Whether the reader is so far behind that lines which are soon out of date can be left out.
    pub(super) fn is_behind(&self) -> bool {
        self.gauge.queued_bytes.load(Relaxed) > SHORT_QUEUE
    }

    pub(super) fn is_long(&self) -> bool {
        self.gauge.queued_bytes.load(Relaxed) > LONG_QUEUE
    }

    /// A channel that receives a message once the queue is no longer long.
    pub(super) fn drained(&self) -> &Receiver<()> {
        &self.drained
    }

    /// Waits until everything has been written, without gaps from now on. A reader that reads nothing for
    /// [`LONGEST_STALL`] is abandoned. Fails with the error that prevented the lines from being written.
    pub(super) fn finish(self) -> io::Result<()> {
        self.finish_unless_stalled(LONGEST_STALL)
    }

    fn finish_unless_stalled(self, longest: Duration) -> io::Result<()> {
        let Output { items, closed, gauge, .. } = self;
        gauge.is_over.store(true, Relaxed);
        drop(items);
        let (mut written, mut since) = (gauge.written_bytes.load(Relaxed), Instant::now());
        while since.elapsed() < longest {
            match closed.recv_timeout(PROGRESS_INTERVAL.min(longest)) {
                Ok(error) => return Err(error),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Err(RecvTimeoutError::Timeout) => (),
            }
            let now = gauge.written_bytes.load(Relaxed);
            if now != written {
                (written, since) = (now, Instant::now());
            }
        }
        log::warn!("the reader has stalled: {} bytes are not written", gauge.queued_bytes.load(Relaxed));
        Ok(())
    }
}

struct Writer<W> {
    writer: W,
    queue: Receiver<OutputItem>,
    /// The other end of [`Output::drained`].
    drained: Sender<()>,
    gauge: Arc<Gauge>,
    gap: Duration,
    /// An item read ahead from the queue.
    next: Option<OutputItem>,
    last: Option<Instant>,
}

impl<W: Outlet> Writer<W> {
    /// Writes until the queue is closed or writing fails.
    fn work(mut self) -> io::Result<()> {
        while let Some(item) = self.next.take().or_else(|| self.queue.recv().ok()) {
            self.execute(item)?;
        }
        Ok(())
    }

    fn execute(&mut self, item: OutputItem) -> io::Result<()> {
        let bytes = item.bytes();
        match item {
            OutputItem::Gap(gap) => self.gap = gap,
            OutputItem::Line(text) => self.write(&text)?,
            OutputItem::Report(lines) => {
                // Only after the gap is it known whether a newer report follows. Then this one is dropped.
                self.wait();
                self.next = self.queue.try_recv().ok();
                if !matches!(self.next, Some(OutputItem::Report(_))) {
                    lines.iter().try_for_each(|text| self.write(text))?;
                }
            }
        }
        self.settle(bytes);
        Ok(())
    }

    /// Waits until the gap has passed and the reader has read the last line, for that no longer than [`LONGEST_STALL`].
    fn wait(&self) {
        let Some(last) = self.last.filter(|_| !self.gap.is_zero()) else { return };
        while !self.gauge.is_over.load(Relaxed) {
            let (since, rest) = (last.elapsed(), self.gap.saturating_sub(last.elapsed()));
            if rest.is_zero() && (since > LONGEST_STALL || self.writer.unread() == 0) {
                return;
            }
            std::thread::sleep(rest.max(READ_INTERVAL));
        }
    }

    /// Subtracts bytes that are no longer queued.
    fn settle(&self, bytes: usize) {
        let before = self.gauge.queued_bytes.fetch_sub(bytes, Relaxed);
        if before > LONG_QUEUE && before - bytes <= LONG_QUEUE {
            // If the owner has not read the last message yet, that one is enough.
            let _ = self.drained.try_send(());
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
                    self.gauge.written_bytes.fetch_add(count as u64, Relaxed);
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
    use std::io::Write;

    use parking_lot::Mutex;

    use super::*;

    fn read_all(bytes: &[u8]) -> Vec<String> {
        read(io::Cursor::new(bytes.to_vec())).expect("the thread starts").iter().collect()
    }

    #[test]
    fn lines_end_with_a_newline_or_the_input() {
        assert_eq!(read_all(b""), Vec::<String>::new());
        assert_eq!(read_all(b"\n"), [""]);
        assert_eq!(read_all(b"hub\r\n\ninit"), ["hub\r", "", "init"]);
        assert_eq!(read_all(b"a\xffb\n"), ["a\u{fffd}b"]);
    }

    #[test]
    fn a_byte_order_mark_is_left_out() {
        assert_eq!(read_all("\u{feff}hub\ninit\n".as_bytes()), ["hub", "init"]);
        assert_eq!(read_all("hub\n\u{feff}init\n".as_bytes()), ["hub", "\u{feff}init"]);
    }

    #[test]
    fn a_line_without_end_takes_no_memory() {
        let mut bytes = vec![b'x'; LONGEST_LINE as usize * 3];
        bytes.extend(b"\nping\n");
        assert_eq!(read_all(&bytes), ["", "ping"]);
    }

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
            while self.gauge.queued_bytes.load(Relaxed) > 0 {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }

    #[test]
    fn lines_keep_their_order_and_their_distance() {
        let (paper, gap) = (Paper::default(), Duration::from_millis(3));
        let output = Output::start(paper.clone(), gap).expect("the thread starts");
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
        let output = Output::start(paper.clone(), Duration::from_secs(2)).expect("the thread starts");
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

    impl Outlet for Paper {}
    impl Outlet for Slow {}

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
        let output = Output::start(Slow(allowed, paper.clone()), Duration::ZERO).expect("the thread starts");
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
        let output = Output::start(paper.clone(), gap).expect("the thread starts");
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
