//! The machine of a measurement.

use sysinfo::{CpuRefreshKind, RefreshKind, System};

/// The processor and the system.
pub fn machine() -> String {
    let system = System::new_with_specifics(RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing()));
    let brand = system.cpus().first().map_or("", |processor| processor.brand().trim());
    let brand = if brand.is_empty() { "unknown processor" } else { brand };
    let (processors, os, arch) = (system.cpus().len(), std::env::consts::OS, std::env::consts::ARCH);
    format!("{brand}, {processors} processors, {os} {arch}")
}
