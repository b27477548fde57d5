//! Where a session writes, and how much of it waits there for its reader.

use std::io::{Stdout, Write};

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
