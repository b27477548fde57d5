//! Stops a match from outside: one sender, any number of receivers.

use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, TryRecvError};
use parking_lot::Mutex;

/// Nothing is ever sent: the channel is closed, and all receivers see that at once.
#[derive(Clone, Debug)]
pub(super) enum Never {}

/// Stops a match explicitly, or when its last copy is dropped.
#[derive(Clone, Debug)]
pub struct Stopper(Arc<Mutex<Option<Sender<Never>>>>);

impl Stopper {
    /// Stops the match.
    pub fn stop(&self) {
        self.0.lock().take();
    }
}

/// Shows whether a match is to stop.
#[derive(Clone, Debug)]
pub struct Interrupt(Receiver<Never>);

impl Interrupt {
    /// A pair of both.
    pub fn new() -> (Stopper, Interrupt) {
        let (sender, receiver) = crossbeam_channel::bounded(0);
        (Stopper(Arc::new(Mutex::new(Some(sender)))), Interrupt(receiver))
    }

    /// Whether the match is to stop.
    pub fn is_raised(&self) -> bool {
        matches!(self.0.try_recv(), Err(TryRecvError::Disconnected))
    }

    /// The channel that is closed, for use in a select.
    pub(super) fn line(&self) -> &Receiver<Never> {
        &self.0
    }
}
