//! The version and the commit of this program, and the machine that it runs on.

pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit that the program was built from, with `+changes` and a number for these if its sources differed from it;
/// `None` if the build knew none. `build.rs` sets it.
pub const COMMIT: Option<&str> = if BUILD_COMMIT.is_empty() { None } else { Some(BUILD_COMMIT) };

const BUILD_COMMIT: &str = env!("CROWNHEAD_BUILD_COMMIT");

/// The compiler that built the program, with its level of optimisation and its target.
pub const COMPILER: &str = env!("CROWNHEAD_BUILD_COMPILER");

/// Version and commit, as records state them: `0.1.0 1c325f0`.
pub fn program() -> String {
    format!("{VERSION} {}", COMMIT.unwrap_or("unknown"))
}

#[cfg(not(target_family = "wasm"))]
pub fn machine() -> String {
    use sysinfo::{CpuRefreshKind, RefreshKind, System};
    let system = System::new_with_specifics(RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing()));
    let brand = system.cpus().first().map_or("", |processor| processor.brand().trim());
    let brand = if brand.is_empty() { "unknown processor" } else { brand };
    let (processors, os, arch) = (system.cpus().len(), std::env::consts::OS, std::env::consts::ARCH);
    format!("{brand}, {processors} processors, {os} {arch}")
}
