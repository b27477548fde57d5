//! The search thread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::JoinHandle;

use crossbeam_channel::Sender;

/// A piece of work for the search thread.
pub(super) type Job = Box<dyn FnOnce() + Send>;

/// A thread that runs jobs one at a time and ends when its owner is dropped.
pub(super) struct Worker {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    pub(super) fn start() -> std::io::Result<Worker> {
        let (jobs, queue) = crossbeam_channel::unbounded::<Job>();
        let work = move || queue.into_iter().for_each(run);
        let thread = std::thread::Builder::new().name("search".to_owned()).spawn(work)?;
        Ok(Worker { jobs: Some(jobs), thread: Some(thread) })
    }

    pub(super) fn hand_over(&self, job: Job) {
        let jobs = self.jobs.as_ref().expect("the queue is open until the worker is dropped");
        jobs.send(job).expect("the search thread lives as long as its queue");
    }
}

/// Runs a job. If it panics, the panic hook reports the bug, and the thread continues with the next job, so that the
/// game is not lost.
fn run(job: Job) {
    if catch_unwind(AssertUnwindSafe(job)).is_err() {
        log::error!("a search ended by a panic");
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A job cannot end the thread, so there is nothing to report.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_does_not_end_the_thread() {
        let worker = Worker::start().expect("a thread can be had");
        let (done, jobs_done) = crossbeam_channel::unbounded();
        worker.hand_over(Box::new(|| panic!("on purpose")));
        worker.hand_over(Box::new(move || done.send(()).expect("the test waits for it")));
        assert!(jobs_done.recv_timeout(std::time::Duration::from_secs(10)).is_ok());
    }
}
