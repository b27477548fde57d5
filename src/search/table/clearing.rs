//! Emptying a table with several threads.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The slots that a thread takes at a time; few for Miri, which needs some minutes for a million of them.
const PART: usize = if cfg!(miri) { 1 << 6 } else { 1 << 14 };

/// Clears each of `slots`, with up to `threads` threads, the caller included. Each asks before a part whether to go on.
pub(super) fn clear_parts<S: Sync>(
    slots: &[S],
    threads: usize,
    may_go_on: &(impl Fn() -> bool + Sync),
    clear: impl Fn(&S) + Sync,
) {
    let taken = AtomicUsize::new(0);
    let work = || {
        while may_go_on() {
            let start = taken.fetch_add(PART, Relaxed);
            let Some(rest) = slots.get(start..) else { return };
            if rest.is_empty() {
                return;
            }
            rest.iter().take(PART).for_each(&clear);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(slots.len().div_ceil(PART)) {
            let helper = std::thread::Builder::new().name("clearing".to_owned());
            // The threads take parts until none is left, so those that cannot be had only make it slower.
            if let Err(error) = helper.spawn_scoped(scope, work) {
                log::warn!("no further thread to clear the table: {error}");
                break;
            }
        }
        work();
    });
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use super::*;

    fn cleared(count: usize, threads: usize, may_go_on: &(impl Fn() -> bool + Sync)) -> usize {
        let slots: Vec<_> = (0..count).map(|_| AtomicU32::new(0)).collect();
        clear_parts(&slots, threads, may_go_on, |slot| _ = slot.fetch_add(1, Relaxed));
        assert!(slots.iter().all(|slot| slot.load(Relaxed) <= 1), "no slot is cleared twice");
        slots.iter().filter(|slot| slot.load(Relaxed) == 1).count()
    }

    #[test]
    fn every_slot_is_cleared_once_by_any_number_of_threads() {
        for count in [1, PART - 1, PART, PART + 1, 7 * PART + 3] {
            for threads in [1, 2, 3, 16] {
                assert_eq!(cleared(count, threads, &|| true), count, "{threads} threads");
            }
        }
    }

    #[test]
    fn it_can_be_broken_off() {
        let looks = AtomicUsize::new(0);
        let may_go_on = || looks.fetch_add(1, Relaxed) < 2;
        assert_eq!(cleared(9 * PART, 3, &may_go_on), 2 * PART);
        assert_eq!(cleared(PART, 1, &|| false), 0);
    }
}
