//! A request to the system to put memory into large pages.

/// Asks the system to back the free room of `slots` by large pages, where it does that on request alone (as most
/// distributions of Linux do by default). It may decline; then nothing is different but the speed.
///
/// Every lookup goes to another page, whose place in memory the processor has to look up too. It remembers some thousands
/// of such places: enough for tables of many GiB in pages of 2 MiB, but not for 16 MiB in pages of 4 KiB. A prefetch waits
/// for the place: before this hint, 11 % of the time of a search went into the one instruction that prefetches.
#[cfg_attr(target_os = "linux", expect(unsafe_code, reason = "advice on memory takes a raw pointer"))]
pub(super) fn prefer_large_pages<S>(slots: &mut Vec<S>) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        /// A large page; its borders are borders of pages of every size.
        const PAGE: usize = 1 << 21;

        let room = slots.spare_capacity_mut();
        let before = room.as_ptr().cast::<u8>().align_offset(PAGE);
        let Some(bytes) = size_of_val(room).checked_sub(before).map(|bytes| bytes / PAGE * PAGE) else {
            return;
        };
        // Miri does not know this call.
        if bytes > 0 && !cfg!(miri) {
            let start = room.as_mut_ptr().cast::<u8>().wrapping_add(before);
            // SAFETY: `before` and `bytes` keep the range inside the free room of one allocation, which nobody else holds,
            // and this advice changes nothing that a program can see of memory: neither what it contains nor whether it
            // may be read and written.
            let advised = unsafe { madvise(start.cast(), bytes, Advice::LinuxHugepage) };
            if let Err(error) = advised {
                log::debug!("the table is in small pages: {error}");
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = slots;
}
