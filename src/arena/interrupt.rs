//! Stopping a match from outside: one hand to raise, any number of eyes.

use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, TryRecvError};
use parking_lot::Mutex;

/// Nothing is ever sent: the line is cut, and all who look at it see that at once, however many there are.
#[derive(Clone, Debug)]
pub(super) enum Never {}

/// Stops a match: once it is told to, or when its last copy is dropped.
#[derive(Clone, Debug)]
pub struct Stopper(Arc<Mutex<Option<Sender<Never>>>>);

impl Stopper {
    /// Stops the match.
    pub fn stop(&self) {
        self.0.lock().take();
    }
}

/// Tells whether a match is to stop.
#[derive(Clone, Debug)]
pub struct Interrupt(Receiver<Never>);

impl Interrupt {
    /// A pair of both.
    pub fn new() -> (Stopper, Interrupt) {
        let (sender, receiver) = crossbeam_channel::bounded(0);
        (Stopper(Arc::new(Mutex::new(Some(sender)))), Interrupt(receiver))
    }

    /// Is the match to stop?
    pub fn is_raised(&self) -> bool {
        matches!(self.0.try_recv(), Err(TryRecvError::Disconnected))
    }

    /// The line that is cut, for those who wait for other things too.
    pub(super) fn line(&self) -> &Receiver<Never> {
        &self.0
    }
}
