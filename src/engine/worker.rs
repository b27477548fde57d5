//! The search thread.

use std::thread::JoinHandle;

use crossbeam_channel::Sender;

/// A piece of work for the search thread.
pub(super) type Job = Box<dyn FnOnce() + Send>;

/// A thread that does one job after another and ends with its owner.
pub(super) struct Worker {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    pub(super) fn start() -> std::io::Result<Worker> {
        let (jobs, queue) = crossbeam_channel::unbounded::<Job>();
        let work = move || queue.into_iter().for_each(|job| job());
        let thread = std::thread::Builder::new().name("search".to_owned()).spawn(work)?;
        Ok(Worker { jobs: Some(jobs), thread: Some(thread) })
    }

    pub(super) fn hand_over(&self, job: Job) {
        let jobs = self.jobs.as_ref().expect("the queue is open until the worker is dropped");
        jobs.send(job).expect("the search thread lives as long as its queue");
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A panic on the search thread has been reported by its hook already.
            let _ = thread.join();
        }
    }
}
