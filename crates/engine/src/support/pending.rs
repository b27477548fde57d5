//! Values that are made while the program goes on: a table that is cleared, a file that is read.

use std::convert::Infallible;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, TryRecvError};

/// The longest time for which a file that is being read is waited for.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// A value that is there, or will be when the work on it has ended. Clones share it.
#[derive(Debug)]
pub struct Pending<T> {
    value: Arc<OnceLock<T>>,
    /// Disconnects when the work has ended, or is not worth waiting for any longer.
    over: Receiver<Infallible>,
}

impl<T> Clone for Pending<T> {
    fn clone(&self) -> Pending<T> {
        Pending { value: Arc::clone(&self.value), over: self.over.clone() }
    }
}

/// The other end of a [`Pending`] value: where it is made. When this is dropped, the work has ended.
#[derive(Debug)]
pub struct Maker<T> {
    value: Arc<OnceLock<T>>,
    _working: Sender<Infallible>,
}

impl<T> Maker<T> {
    /// Ends the work with a value.
    pub fn end(self, value: T) {
        // There is one maker, which is used up here, so the cell is empty.
        let _ = self.value.set(value);
    }
}

impl<T> Pending<T> {
    /// A value to be made.
    pub fn new() -> (Pending<T>, Maker<T>) {
        let (working, over) = crossbeam_channel::bounded(0);
        let value = Arc::new(OnceLock::new());
        (Pending { value: Arc::clone(&value), over }, Maker { value, _working: working })
    }

    /// A value that is there.
    pub fn ready(value: T) -> Pending<T> {
        let (pending, maker) = Pending::new();
        maker.end(value);
        pending
    }

    /// The value, if it is there.
    pub fn get(&self) -> Option<&T> {
        self.value.get()
    }

    /// A channel that disconnects when the work has ended, or is not worth waiting for any longer.
    pub const fn over(&self) -> &Receiver<Infallible> {
        &self.over
    }

    /// Whether that is so.
    pub fn is_over(&self) -> bool {
        self.over.try_recv() == Err(TryRecvError::Disconnected)
    }

    /// Waits until it is, at most for `time`.
    pub fn wait(&self, time: Duration) {
        // This channel never receives a message: either it disconnects or the wait times out.
        let _ = self.over.recv_timeout(time);
    }
}

impl<T: Send + Sync + 'static> Pending<T> {
    /// Has a thread of its own read a file. It is over after [`PATIENCE`] at the latest, and without a value then, which
    /// can still come. Where there are no threads, it is read at once.
    pub fn read(name: &str, work: impl FnOnce() -> T + Send + 'static) -> Pending<T> {
        if cfg!(target_family = "wasm") {
            return Pending::ready(work());
        }
        let (made, maker) = Pending::new();
        let (waiting, over) = crossbeam_channel::bounded(0);
        let pending = Pending { value: Arc::clone(&made.value), over };
        let wait = move || {
            made.wait(PATIENCE);
            drop(waiting);
        };
        let spawn = |work: Box<dyn FnOnce() + Send>| std::thread::Builder::new().name(name.to_owned()).spawn(work);
        // Without threads there is no value, and it is over.
        let _ = spawn(Box::new(move || maker.end(work()))).and_then(|_| spawn(Box::new(wait)));
        pending
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_there_when_the_work_has_ended() {
        let (go, went) = crossbeam_channel::bounded::<u32>(0);
        let pending = Pending::read("test", move || went.recv().expect("a number"));
        assert!(!pending.is_over() && pending.get().is_none());
        go.send(7).expect("it waits");
        pending.wait(Duration::from_secs(20));
        assert_eq!((pending.is_over(), pending.get()), (true, Some(&7)));
        let (pending, maker) = Pending::<u32>::new();
        drop(maker);
        assert_eq!((pending.is_over(), pending.get()), (true, None));
    }

    #[test]
    fn a_file_that_is_never_read_is_not_waited_for() {
        let (_stuck, never) = crossbeam_channel::bounded::<u32>(0);
        let pending = Pending::read("test", move || never.recv());
        pending.wait(4 * PATIENCE);
        assert!(pending.is_over() && pending.get().is_none());
    }
}
