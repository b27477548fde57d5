//! The origin of a record: version and commit of the program, and the machine.

use sysinfo::{CpuRefreshKind, RefreshKind, System};

/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit that the program was built from, with `+changes` if its sources differed from it; `unknown` if the build knew
/// none. `build.rs` sets it.
pub fn commit() -> String {
    let commit = env!("CROWNHEAD_BUILD_COMMIT");
    if commit.is_empty() { "unknown".to_owned() } else { commit.to_owned() }
}

/// The processor and the system.
pub fn machine() -> String {
    let system = System::new_with_specifics(RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing()));
    let brand = system.cpus().first().map_or("", |processor| processor.brand().trim());
    let brand = if brand.is_empty() { "unknown processor" } else { brand };
    let (processors, os, arch) = (system.cpus().len(), std::env::consts::OS, std::env::consts::ARCH);
    format!("{brand}, {processors} processors, {os} {arch}")
}
