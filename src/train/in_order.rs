//! Work on several threads whose results are taken in order, so that nothing depends on the number of threads.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use parking_lot::Mutex;

use super::TrainError;
use crate::arena::Interrupt;

/// Results that may wait for an earlier one: it keeps fast threads from running far ahead of a slow job.
const AHEAD: usize = 64;

/// How often the wait for a result looks for an interrupt.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// Why no more results are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// The taker has enough.
    Enough,
    /// There are no more jobs.
    NoJobs,
}

/// Has each worker do jobs on a thread of its own, and hands the results to `take` in the order of the jobs, until that
/// breaks or there are no more jobs.
///
/// # Errors
/// What `take` returns, or [`TrainError::Interrupted`].
pub(super) fn in_order<J, W: Send, T: Send>(
    workers: Vec<W>,
    jobs: impl Iterator<Item = J> + Send,
    work: impl Fn(&mut W, J) -> T + Sync,
    interrupt: &Interrupt,
    take: impl FnMut(T) -> Result<ControlFlow<()>, TrainError>,
) -> Result<Ended, TrainError> {
    let jobs = Mutex::new(jobs.enumerate());
    let (sender, receiver) = crossbeam_channel::bounded(AHEAD);
    std::thread::scope(|scope| {
        for mut worker in workers {
            let (jobs, work, sender): (_, _, Sender<(usize, T)>) = (&jobs, &work, sender.clone());
            scope.spawn(move || {
                loop {
                    let Some((turn, job)) = jobs.lock().next() else { return };
                    let result = work(&mut worker, job);
                    // The receiver is gone once there is enough.
                    if sender.send((turn, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        collect(receiver, interrupt, take)
    })
}

fn collect<T>(
    receiver: Receiver<(usize, T)>,
    interrupt: &Interrupt,
    mut take: impl FnMut(T) -> Result<ControlFlow<()>, TrainError>,
) -> Result<Ended, TrainError> {
    let mut early = BTreeMap::new();
    let mut turn = 0;
    loop {
        if interrupt.is_raised() {
            return Err(TrainError::Interrupted);
        }
        match receiver.recv_timeout(BETWEEN_LOOKS) {
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

    fn squares(threads: usize, jobs: u64, enough: usize) -> (Vec<u64>, Ended) {
        let (_stopper, interrupt) = Interrupt::new();
        let mut taken = Vec::new();
        let work = |_: &mut (), job: u64| {
            // Uneven work, so that results come out of order.
            (0..(job % 7) * 1000).fold(0, |sum, n| std::hint::black_box(sum + n));
            job * job
        };
        let ended = in_order(vec![(); threads], 0..jobs, work, &interrupt, |square| {
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
        let (stopper, interrupt) = Interrupt::new();
        let error = in_order(
            vec![(); 2],
            0..,
            |_, job: u64| job,
            &interrupt,
            |job| {
                if job == 100 {
                    stopper.stop();
                }
                Ok(ControlFlow::Continue(()))
            },
        );
        assert!(matches!(error, Err(TrainError::Interrupted)));
        let (_stopper, interrupt) = Interrupt::new();
        let error = in_order(
            vec![(); 2],
            0..,
            |_, job: u64| job,
            &interrupt,
            |job| Err::<ControlFlow<()>, _>(TrainError::NoMoreOpenings(job)),
        );
        assert!(matches!(error, Err(TrainError::NoMoreOpenings(0))));
    }
}
