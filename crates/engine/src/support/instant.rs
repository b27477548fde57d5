//! The time: of the operating system or, in a page, of the browser.

use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use browser::Instant;

/// The time since the beginning of 1970.
pub fn since_1970() -> Duration {
    #[cfg(target_family = "wasm")]
    return browser::since_1970();
    #[cfg(not(target_family = "wasm"))]
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default()
}

/// The date in UTC, as the tag `Date` of PDN has it; `None` if the system's clock is not set.
pub fn today() -> Option<String> {
    let format = time::macros::format_description!("[year].[month].[day]");
    let seconds = i64::try_from(since_1970().as_secs()).ok()?;
    time::OffsetDateTime::from_unix_timestamp(seconds).ok()?.format(format).ok()
}

#[cfg(target_family = "wasm")]
mod browser {
    use std::time::Duration;

    #[expect(unsafe_code, reason = "the page provides these")]
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Milliseconds since some time, never fewer than before.
        safe fn steady_millis() -> f64;
        /// Milliseconds since the beginning of 1970.
        safe fn date_millis() -> f64;
    }

    /// As [`std::time::Instant`], which there is none of.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// Now.
        pub fn now() -> Instant {
            Instant(duration(steady_millis()))
        }

        /// The time since then.
        pub fn elapsed(&self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }

        /// So long before, if that can be said.
        pub fn checked_sub(&self, time: Duration) -> Option<Instant> {
            self.0.checked_sub(time).map(Instant)
        }
    }

    pub(super) fn since_1970() -> Duration {
        duration(date_millis())
    }

    fn duration(millis: f64) -> Duration {
        Duration::try_from_secs_f64(millis / 1000.0).unwrap_or_default()
    }
}
