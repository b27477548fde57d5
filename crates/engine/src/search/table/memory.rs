//! The memory of a table: its size, large pages, prefetching, and clearing it with several threads.

use std::collections::TryReserveError;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

#[cfg(not(target_family = "wasm"))]
use sysinfo::{MemoryRefreshKind, System};

const BYTES_PER_MIB: u64 = 1 << 20;

/// The size of a table, in MiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableSize(u32);

impl TableSize {
    /// 1 MiB.
    pub const MIN: TableSize = TableSize(1);
    /// 16 TiB.
    pub const MAX: TableSize = TableSize(1 << 24);

    /// A size of `mib` MiB, or `None` unless it lies between [`TableSize::MIN`] and [`TableSize::MAX`].
    pub const fn from_mib(mib: u32) -> Option<TableSize> {
        if mib < TableSize::MIN.0 || mib > TableSize::MAX.0 { None } else { Some(TableSize(mib)) }
    }

    /// In MiB.
    pub const fn mib(self) -> u32 {
        self.0
    }

    /// In bytes.
    pub const fn bytes(self) -> u64 {
        self.0 as u64 * BYTES_PER_MIB
    }
}

/// In MiB, with the unit.
impl fmt::Display for TableSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} MiB", self.0)
    }
}

/// Why there is no table of the size that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The machine has less memory to give.
    #[error("no memory for a table of {asked_mib} MiB: {available_mib} MiB are available")]
    TooLarge {
        /// What the table would take, rounded up.
        asked_mib: u64,
        /// What could be had, rounded down.
        available_mib: u64,
    },
    /// The allocator refused it.
    #[error("the system refuses {asked_mib} MiB of memory in one piece for the table")]
    Refused {
        /// What the table would take, rounded up.
        asked_mib: u64,
        /// What the allocator said.
        source: TryReserveError,
    },
}

/// The largest piece of memory that a program can have: half its address space, which is 2 GiB in a program of 32 bits.
const LARGEST_PIECE: u64 = isize::MAX as u64;

/// The buckets that are written or cleared between two checks whether to go on: a megabyte. Few for Miri, which needs
/// some minutes for a million of them.
pub(super) const PART: usize = if cfg!(miri) { 1 << 6 } else { 1 << 14 };

/// An empty vector with room for `count` buckets. This takes no time, since nothing is written.
pub(in crate::search) fn reserve<B>(count: usize) -> Result<Vec<B>, TableError> {
    reserve_within(count, available_bytes())
}

fn reserve_within<B>(count: usize, available: Option<u64>) -> Result<Vec<B>, TableError> {
    let bytes = (count as u64).saturating_mul(size_of::<B>() as u64);
    let asked_mib = bytes.div_ceil(BYTES_PER_MIB);
    let available = available.unwrap_or(u64::MAX).min(LARGEST_PIECE);
    if bytes > available {
        return Err(TableError::TooLarge { asked_mib, available_mib: available / BYTES_PER_MIB });
    }
    let mut buckets = Vec::new();
    buckets.try_reserve_exact(count).map_err(|source| TableError::Refused { asked_mib, source })?;
    prefer_large_pages(&mut buckets);
    Ok(buckets)
}

/// The most that a table may take: what the machine has free or can free without swapping, or what the control group
/// (a container's limit) leaves if that is less; and of this fifteen sixteenths, for a system without any memory left
/// kills the process that asked last. `None` where the system does not tell.
#[cfg(not(target_family = "wasm"))]
fn available_bytes() -> Option<u64> {
    // Miri, which checks the table for undefined behaviour, has no such calls.
    if cfg!(miri) {
        return None;
    }
    let mut system = System::new();
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    if system.total_memory() == 0 {
        return None;
    }
    let machine = system.available_memory();
    // What a group holds beyond its resident set is cache, which the kernel gives back on demand.
    let group = system.cgroup_limits().map(|limits| limits.total_memory.saturating_sub(limits.rss));
    let available = group.map_or(machine, |group| group.min(machine));
    Some(available - available / 16)
}

/// A browser does not tell.
#[cfg(target_family = "wasm")]
const fn available_bytes() -> Option<u64> {
    None
}

/// Asks the system to back the free room of `buckets` by large pages, where it does that on request alone (as most
/// distributions of Linux do by default). It may decline; then nothing is different but the speed.
///
/// Every lookup goes to another page, whose place in memory the processor has to look up too. It remembers some
/// thousands of such places: enough for tables of many GiB in pages of 2 MiB, but not for 16 MiB in pages of 4 KiB. A
/// prefetch waits for the place: before this hint, 11 % of the time of a search went into the one instruction that
/// prefetches.
#[cfg_attr(target_os = "linux", expect(unsafe_code, reason = "advice on memory takes a raw pointer"))]
fn prefer_large_pages<B>(buckets: &mut Vec<B>) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        /// A large page; its borders are borders of pages of every size.
        const PAGE: usize = 1 << 21;

        let room = buckets.spare_capacity_mut();
        let before = room.as_ptr().cast::<u8>().align_offset(PAGE);
        let Some(bytes) = size_of_val(room).checked_sub(before).map(|bytes| bytes / PAGE * PAGE) else {
            return;
        };
        // Miri does not know this call.
        if bytes > 0 && !cfg!(miri) {
            let start = room.as_mut_ptr().cast::<u8>().wrapping_add(before);
            // SAFETY: `before` and `bytes` keep the range inside the free room of one allocation, which nothing else
            // holds, and this advice changes nothing that a program can see of memory: neither its contents nor its
            // protection.
            let advised = unsafe { madvise(start.cast(), bytes, Advice::LinuxHugepage) };
            if let Err(error) = advised {
                log::debug!("the table is in small pages: {error}");
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = buckets;
}

/// Has the processor fetch the cache line that `place` begins in, without waiting for it.
///
/// Safe Rust cannot say this. A load whose value goes nowhere was tried in its place: it holds up the instructions
/// behind it until the memory has answered, and `crownhead bench` ran at 6.8 instead of 7.9 million nodes a second in
/// English, at 4.7 instead of 8.2 in international draughts (both binaries in turn, one thread).
#[inline]
#[cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "prefetching takes a raw pointer"))]
pub(super) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing as far as the program can tell and never faults, whatever the address; this
        // one comes from a reference, so it is even a valid one. SSE, which has the instruction, is part of x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Clears each of `buckets`, with up to `threads` threads, the caller included. Each asks before a part whether to go
/// on.
pub(super) fn clear_parts<B: Sync>(
    buckets: &[B],
    threads: usize,
    may_go_on: &(impl Fn() -> bool + Sync),
    clear: impl Fn(&B) + Sync,
) {
    let taken = AtomicUsize::new(0);
    let work = || {
        while may_go_on() {
            let start = taken.fetch_add(PART, Relaxed);
            let Some(rest) = buckets.get(start..) else { return };
            if rest.is_empty() {
                return;
            }
            rest.iter().take(PART).for_each(&clear);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(buckets.len().div_ceil(PART)) {
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

    #[test]
    fn sizes_have_a_range() {
        assert_eq!(TableSize::from_mib(0), None);
        assert_eq!(TableSize::from_mib(1), Some(TableSize::MIN));
        assert_eq!(TableSize::from_mib(1 << 24), Some(TableSize::MAX));
        assert_eq!(TableSize::from_mib((1 << 24) + 1), None);
        assert_eq!(TableSize::from_mib(64).map(|size| size.to_string()), Some("64 MiB".to_owned()));
    }

    #[test]
    fn what_is_not_there_is_refused_by_name() {
        let fits = reserve_within::<u64>(1 << 17, Some(BYTES_PER_MIB)).expect("it fits");
        assert!(fits.is_empty() && fits.capacity() >= 1 << 17);
        let error = reserve_within::<u64>((1 << 17) + 1, Some(BYTES_PER_MIB)).expect_err("it does not fit");
        assert_eq!(error, TableError::TooLarge { asked_mib: 2, available_mib: 1 });
        assert_eq!(error.to_string(), "no memory for a table of 2 MiB: 1 MiB are available");
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri ends the program where an allocator refuses")]
    fn what_the_allocator_refuses_is_an_error_too() {
        let error = reserve_within::<u64>(usize::MAX / 32, None).expect_err("no machine has it");
        assert!(matches!(error, TableError::Refused { asked_mib, .. } if asked_mib > 1 << 38), "{error}");
        assert!(error.to_string().starts_with("the system refuses "), "{error}");
    }

    #[test]
    fn what_no_program_can_have_is_refused_by_name() {
        for count in [usize::MAX / 8, usize::MAX] {
            let error = reserve_within::<u64>(count, None).expect_err("the address space is too small");
            let available_mib = LARGEST_PIECE / BYTES_PER_MIB;
            assert!(matches!(error, TableError::TooLarge { available_mib: most, .. } if most == available_mib));
        }
    }

    #[test]
    fn the_machine_tells_what_it_has() {
        let available = available_bytes();
        assert!(available.is_none_or(|bytes| (BYTES_PER_MIB..1 << 50).contains(&bytes)), "{available:?}");
    }

    fn cleared(count: usize, threads: usize, may_go_on: &(impl Fn() -> bool + Sync)) -> usize {
        let buckets: Vec<_> = (0..count).map(|_| AtomicU32::new(0)).collect();
        clear_parts(&buckets, threads, may_go_on, |bucket| _ = bucket.fetch_add(1, Relaxed));
        assert!(buckets.iter().all(|bucket| bucket.load(Relaxed) <= 1), "no bucket is cleared twice");
        buckets.iter().filter(|bucket| bucket.load(Relaxed) == 1).count()
    }

    #[test]
    fn every_bucket_is_cleared_once_by_any_number_of_threads() {
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
