//! Where a session writes, and how much of it waits there for its reader.

use std::io::{Stdout, Write};
use std::sync::Arc;

use parking_lot::Mutex;

/// Where the lines of a session go.
pub trait Outlet: Write + Send + 'static {
    /// How many of the bytes written the reader has not read yet; 0 where nobody can tell.
    fn unread(&self) -> u64 {
        0
    }
}

impl Outlet for std::io::Sink {}

impl Outlet for Stdout {
    /// Linux tells it of a pipe. Of a terminal or a file it would tell something else.
    #[cfg(target_os = "linux")]
    fn unread(&self) -> u64 {
        use rustix::fs::{FileType, fstat};
        let is_pipe = fstat(self).is_ok_and(|status| FileType::from_raw_mode(status.st_mode) == FileType::Fifo);
        let unread = if is_pipe { rustix::io::ioctl_fionread(self) } else { Ok(0) };
        unread.unwrap_or(0)
    }
}

/// An output that keeps what a session writes. Copies share it.
#[derive(Clone, Debug, Default)]
pub struct Transcript(Arc<Mutex<Vec<u8>>>);

impl Transcript {
    /// The text so far.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock()).into_owned()
    }
}

impl Outlet for Transcript {}

impl Write for Transcript {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
