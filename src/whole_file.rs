//! Files that have their name only when they are whole.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file beside its place and, when it is on the disk, gives it its name, in place of a file that has it
/// already. So whatever happens, nobody finds half a file under that name. What is no file, such as `/dev/stdout`, is
/// written to, and a link to a file stays one.
///
/// # Errors
/// What the system says.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return fs::write(path, bytes);
    }
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let unfinished = unfinished(path);
    let written = File::create(&unfinished).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_data()
    });
    let named = written.and_then(|()| fs::rename(&unfinished, path));
    if named.is_err() {
        // What has failed is reported; that nothing could be removed adds nothing.
        let _ = fs::remove_file(&unfinished);
    }
    named
}

/// Fails if [`write()`] would, as far as that can be told before.
///
/// # Errors
/// What the system says.
pub(crate) fn check(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return Ok(());
    }
    let unfinished = unfinished(&path.canonicalize().unwrap_or_else(|_| path.to_owned()));
    File::create(&unfinished)?;
    fs::remove_file(&unfinished)
}

/// The file that is written beside a place.
fn unfinished(path: &Path) -> PathBuf {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".part");
    unfinished.into()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_link_stays_one_and_a_device_too() {
        let folder = std::env::temp_dir().join(format!("crownhead-whole-file-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let [file, link, device] = ["file", "link", "device"].map(|name| folder.join(name));
        write(&file, b"before").expect("a new file");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        std::os::unix::fs::symlink("/dev/null", &device).expect("a link");
        write(&link, b"after").expect("it is written");
        write(&device, b"lost").expect("it is written");
        assert_eq!(fs::read(&file).expect("it is there"), b"after");
        assert!(link.is_symlink() && device.is_symlink() && fs::read(&device).expect("a device").is_empty());
        fs::remove_dir_all(&folder).expect("it is there");
    }
}
