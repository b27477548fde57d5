//! How large a table is, and whether the machine can give it.

use std::collections::TryReserveError;
use std::fmt;

use sysinfo::{MemoryRefreshKind, System};

use super::pages::prefer_large_pages;

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
    #[error("a table of {asked_mib} MiB does not fit: at most {available_mib} MiB can be had")]
    TooLarge {
        /// What the table would take, rounded up.
        asked_mib: u64,
        /// What could be had, rounded down.
        available_mib: u64,
    },
    /// The allocator refused it.
    #[error("the system has no memory for a table of {asked_mib} MiB in one piece")]
    Refused {
        /// What the table would take, rounded up.
        asked_mib: u64,
        /// What the allocator said.
        source: TryReserveError,
    },
}

/// The largest piece of memory that a program can have: half its address space, which is 2 GiB in a program of 32 bits.
const LARGEST_PIECE: u64 = isize::MAX as u64;

/// The slots that are written between two looks at whether to go on: about a megabyte.
const SLOTS_AT_ONCE: usize = if cfg!(miri) { 1 << 6 } else { 1 << 14 };

/// Address space for slots that are not written yet.
#[derive(Debug)]
pub(super) struct Reserved<S> {
    slots: Vec<S>,
    count: usize,
}

impl<S: Default> Reserved<S> {
    /// Writes all slots, each as its default, so that the memory is really there before the first search.
    ///
    /// Between two parts it asks whether to go on; if not, there are no slots.
    pub(super) fn written(mut self, may_go_on: impl Fn() -> bool) -> Option<Vec<S>> {
        while self.slots.len() < self.count {
            if !may_go_on() {
                return None;
            }
            let written = self.slots.len().saturating_add(SLOTS_AT_ONCE).min(self.count);
            self.slots.resize_with(written, S::default);
        }
        Some(self.slots)
    }
}

/// Reserves room for `count` slots, at least one. This takes no time, since nothing is written.
///
/// # Errors
/// If the machine does not have that much memory available.
pub(super) fn reserve<S>(count: usize) -> Result<Reserved<S>, TableError> {
    reserve_within(count, available_bytes())
}

fn reserve_within<S>(count: usize, available: Option<u64>) -> Result<Reserved<S>, TableError> {
    let count = count.max(1);
    let bytes = (count as u64).saturating_mul(size_of::<S>() as u64);
    let asked_mib = bytes.div_ceil(BYTES_PER_MIB);
    let available = available.unwrap_or(u64::MAX).min(LARGEST_PIECE);
    if bytes > available {
        return Err(TableError::TooLarge { asked_mib, available_mib: available / BYTES_PER_MIB });
    }
    let mut slots = Vec::new();
    slots.try_reserve_exact(count).map_err(|source| TableError::Refused { asked_mib, source })?;
    prefer_large_pages(&mut slots);
    Ok(Reserved { slots, count })
}

/// The most that a table may take: what the machine has free or can free without swapping, or what the control group
/// (a container's limit) leaves if that is less; and of this fifteen sixteenths, for a system without any memory left
/// kills the process that asked last. `None` where the system does not tell.
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

#[cfg(test)]
mod tests {
    use std::cell::Cell;

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
        assert_eq!(fits.written(|| true).map(|slots| slots.len()), Some(1 << 17));
        let error = reserve_within::<u64>((1 << 17) + 1, Some(BYTES_PER_MIB)).expect_err("it does not fit");
        assert_eq!(error, TableError::TooLarge { asked_mib: 2, available_mib: 1 });
        assert_eq!(error.to_string(), "a table of 2 MiB does not fit: at most 1 MiB can be had");
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri ends the program where an allocator refuses")]
    fn what_the_allocator_refuses_is_an_error_too() {
        let error = reserve_within::<u64>(usize::MAX / 32, None).expect_err("no machine has it");
        assert!(matches!(error, TableError::Refused { asked_mib, .. } if asked_mib > 1 << 38), "{error}");
        assert!(error.to_string().starts_with("the system has no memory for a table of "), "{error}");
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
    fn writing_stops_where_it_may_not_go_on() {
        let parts = Cell::new(0);
        let reserved = reserve_within::<u64>(SLOTS_AT_ONCE * 9, None).expect("it is there");
        let may_go_on = || parts.replace(parts.get() + 1) < 3;
        assert_eq!(reserved.written(may_go_on), None);
        assert_eq!(parts.get(), 4, "three parts were written");
    }

    #[test]
    fn the_machine_tells_what_it_has() {
        let available = available_bytes();
        assert!(available.is_none_or(|bytes| (BYTES_PER_MIB..1 << 50).contains(&bytes)), "{available:?}");
    }
}
