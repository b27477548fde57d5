//! The origin of a record: version, commit and machine.

use std::process::Command;

use sysinfo::{CpuRefreshKind, RefreshKind, System};

/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit that is checked out in the working directory, with `-dirty` where tracked files differ from it; `unknown`
/// outside a repository. A record should be made by the program that this commit builds.
pub fn commit() -> String {
    let Some(commit) = git(&["rev-parse", "--short=10", "HEAD"]) else { return "unknown".to_owned() };
    let is_clean = git(&["status", "--porcelain", "--untracked-files=no"]).is_some_and(|out| out.is_empty());
    if is_clean { commit } else { format!("{commit}-dirty") }
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The processor and the system.
pub fn machine() -> String {
    let system = System::new_with_specifics(RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing()));
    let brand = system.cpus().first().map_or("", |processor| processor.brand().trim());
    let brand = if brand.is_empty() { "unknown processor" } else { brand };
    let (processors, os, arch) = (system.cpus().len(), std::env::consts::OS, std::env::consts::ARCH);
    format!("{brand}, {processors} processors, {os} {arch}")
}
