//! Jobs shared among threads.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use parking_lot::Mutex;

use crate::support::interrupt::{Interrupt, Interrupted};

/// Does the jobs on this number of threads, at least one; each thread takes the next job when it has finished the last.
/// `start` makes the state of a thread, in that thread, from its number.
///
/// # Errors
/// The first error of `start` or `work`. No job begins after it.
pub fn share<J, W, E: Send>(
    threads: usize,
    jobs: impl Iterator<Item = J> + Send,
    start: impl Fn(usize) -> Result<W, E> + Sync,
    work: impl Fn(&mut W, J) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let jobs = Mutex::new(jobs.fuse());
    let failure = Mutex::new(None);
    let next = || if failure.lock().is_none() { jobs.lock().next() } else { None };
    let thread = |number| {
        let done = start(number).and_then(|mut state| {
            while let Some(job) = next() {
                work(&mut state, job)?;
            }
            Ok(())
        });
        if let Err(error) = done {
            failure.lock().get_or_insert(error);
        }
    };
    std::thread::scope(|scope| {
        for number in 1..threads {
            let thread = &thread;
            scope.spawn(move || thread(number));
        }
        thread(0);
    });
    failure.into_inner().map_or(Ok(()), Err)
}

/// The number of results that may wait to be taken, so that threads do not run far ahead of a slow consumer.
const AHEAD: usize = 64;

/// The time between two checks for an interrupt while waiting for a result.
const BETWEEN_CHECKS: Duration = Duration::from_millis(100);

/// Why no more results are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The consumer has enough.
    Enough,
    /// There are no more jobs.
    NoJobs,
}

/// Does the jobs as [`share`] does, and passes the results to `take` in the order of the jobs, so that the order does
/// not depend on the number of threads. Ends when `take` breaks or there are no more jobs.
///
/// # Errors
/// The errors of `start` and `take`, or [`Interrupted`].
pub fn in_order<J, W, T: Send, E: Send + From<Interrupted>>(
    threads: usize,
    jobs: impl Iterator<Item = J> + Send,
    start: impl Fn(usize) -> Result<W, E> + Send + Sync,
    work: impl Fn(&mut W, J) -> T + Send + Sync,
    interrupt: &Interrupt,
    take: impl FnMut(T) -> Result<ControlFlow<()>, E>,
) -> Result<Ended, E> {
    let (sender, receiver) = crossbeam_channel::bounded(AHEAD);
    std::thread::scope(|scope| {
        let workers = scope.spawn(move || {
            // The sender is dropped with this thread, and the receiver sees that there are no more results.
            let sender: Sender<(usize, T)> = sender;
            let start = |number| start(number).map_err(Some);
            share(threads, jobs.enumerate(), start, |state, (turn, job)| {
                // The receiver is gone once there is enough.
                sender.send((turn, work(state, job))).map_err(|_| None)
            })
        });
        let ended = collect(receiver, interrupt, take)?;
        match workers.join().expect("a job does not panic") {
            Err(Some(error)) => Err(error),
            Ok(()) | Err(None) => Ok(ended),
        }
    })
}

fn collect<T, E: From<Interrupted>>(
    receiver: Receiver<(usize, T)>,
    interrupt: &Interrupt,
    mut take: impl FnMut(T) -> Result<ControlFlow<()>, E>,
) -> Result<Ended, E> {
    let mut early = BTreeMap::new();
    let mut turn = 0;
    loop {
        interrupt.check()?;
        match receiver.recv_timeout(BETWEEN_CHECKS) {
            Ok((place, result)) => early.insert(place, result),
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Ok(Ended::NoJobs),
        };
        while let Some(result) = early.remove(&turn) {
            turn += 1;
            if take(result)?.is_break() {
                return Ok(Ended::Enough);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Eq)]
    enum Fault {
        Interrupted,
        Job(u64),
    }

    impl From<Interrupted> for Fault {
        fn from(Interrupted: Interrupted) -> Fault {
            Fault::Interrupted
        }
    }

    fn squares(threads: usize, jobs: u64, enough: usize) -> (Vec<u64>, Ended) {
        let mut taken = Vec::new();
        let work = |_: &mut (), job: u64| {
            // Uneven work, so that results come out of order.
            (0..(job % 7) * 1000).fold(0, |sum, n| std::hint::black_box(sum + n));
            job * job
        };
        let start = |_| Ok::<_, Fault>(());
        let ended = in_order(threads, 0..jobs, start, work, &Interrupt::default(), |square| {
            taken.push(square);
            Ok(if taken.len() == enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        (taken, ended.expect("nothing goes wrong"))
    }

    #[test]
    fn results_come_in_order_whatever_the_threads() {
        for threads in [1, 2, 5] {
            let all: Vec<u64> = (0..500).map(|job| job * job).collect();
            assert_eq!(squares(threads, 500, 1000), (all.clone(), Ended::NoJobs));
            assert_eq!(squares(threads, 500, 123), (all[..123].to_vec(), Ended::Enough));
        }
    }

    #[test]
    fn an_interrupt_and_an_error_end_the_work() {
        let start = |_| Ok::<_, Fault>(());
        let interrupt = Interrupt::default();
        let take = |job| {
            if job == 100 {
                interrupt.raise();
            }
            Ok(ControlFlow::Continue(()))
        };
        assert_eq!(in_order(2, 0.., start, |_, job: u64| job, &interrupt, take), Err(Fault::Interrupted));
        let interrupt = Interrupt::default();
        let take = |job| Err::<ControlFlow<()>, _>(Fault::Job(job));
        assert_eq!(in_order(2, 0.., start, |_, job: u64| job, &interrupt, take), Err(Fault::Job(0)));
        let start = |number| if number == 1 { Err(Fault::Job(7)) } else { Ok(()) };
        let take = |_| Ok(ControlFlow::Continue(()));
        assert_eq!(in_order(2, 0.., start, |_, job: u64| job, &interrupt, take), Err(Fault::Job(7)));
    }

    #[test]
    fn each_job_is_done_once_and_none_is_begun_after_an_error() {
        for threads in [1, 3] {
            let done = Mutex::new(Vec::new());
            // There is always another job, so only the error ends the work.
            let result = share(threads, 0.., Ok, |_, job: usize| {
                done.lock().push(job);
                if job == 500 { Err(job) } else { Ok(()) }
            });
            assert_eq!(result, Err(500));
            let mut done = done.into_inner();
            done.sort_unstable();
            assert_eq!(done, (0..done.len()).collect::<Vec<_>>());
            assert!(done.len() == 501 || (threads > 1 && done.len() > 501), "{} jobs", done.len());
        }
    }
}
