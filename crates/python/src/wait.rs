//! Long work without the interpreter, which Ctrl-C ends all the same.

use std::time::Duration;

use crossbeam_channel::{RecvTimeoutError, bounded};
use crownhead_engine::support::interrupt::Interrupt;
use pyo3::prelude::*;

/// How often a wait looks for Ctrl-C.
pub(crate) const INTERRUPT_INTERVAL: Duration = Duration::from_millis(20);

/// Does work on a thread of its own. Ctrl-C, or what else a handler of signals raises, raises the interrupt, at which the
/// work has to look; its result is lost then.
pub(crate) fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&Interrupt) -> T + Send) -> PyResult<T> {
    let interrupt = Interrupt::default();
    let (done, finished) = bounded::<()>(0);
    py.detach(|| {
        std::thread::scope(|scope| {
            let own = interrupt.clone();
            let worker = scope.spawn(move || {
                // Dropped at the end of the work, be it a panic.
                let _done = done;
                work(&own)
            });
            let mut signal = Ok(());
            while finished.recv_timeout(INTERRUPT_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if signal.is_ok() {
                    signal = Python::attach(|py| py.check_signals()).inspect_err(|_| interrupt.raise());
                }
            }
            let result = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            signal.map(|()| result)
        })
    })
}
