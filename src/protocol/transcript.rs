//! An output for tests, which keeps what a session writes.

use std::io::{self, Write};
use std::sync::Arc;

use parking_lot::Mutex;

/// What has been written, shared by all copies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transcript(Arc<Mutex<Vec<u8>>>);

impl Transcript {
    /// The text so far. Sessions write ASCII.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock()).into_owned()
    }
}

impl Write for Transcript {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
