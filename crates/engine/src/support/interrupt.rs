//! The interruption of long work from outside: by Ctrl-C, or when a match is decided.

use std::convert::Infallible;
use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, TryRecvError};
use parking_lot::Mutex;

/// An interrupt that is raised once, and stays raised. Copies share it.
///
/// Nothing is ever sent: the channel is closed, and all receivers see that at once.
#[derive(Clone, Debug)]
pub struct Interrupt {
    open: Arc<Mutex<Option<Sender<Infallible>>>>,
    line: Receiver<Infallible>,
}

/// The work was interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

impl Default for Interrupt {
    fn default() -> Interrupt {
        // With a capacity of zero, each look at the channel would lock a mutex.
        let (sender, line) = crossbeam_channel::bounded(1);
        Interrupt { open: Arc::new(Mutex::new(Some(sender))), line }
    }
}

impl Interrupt {
    /// Raises it.
    pub fn raise(&self) {
        self.open.lock().take();
    }

    /// Whether it was raised.
    pub fn is_raised(&self) -> bool {
        matches!(self.line.try_recv(), Err(TryRecvError::Disconnected))
    }

    /// # Errors
    /// [`Interrupted`] if it was raised.
    pub fn check(&self) -> Result<(), Interrupted> {
        if self.is_raised() { Err(Interrupted) } else { Ok(()) }
    }

    /// A channel that is closed when it is raised, for use in a select.
    pub fn line(&self) -> &Receiver<Infallible> {
        &self.line
    }
}
