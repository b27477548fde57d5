//! The settings made in the host, kept in a file beside the library for the next session.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::config::{Config, ConfigError, SETTINGS};
use crate::whole_file;

/// The name of the file.
const NAME: &str = "checkerboard.toml";

const HEAD: &str = "\
# Written by Crownhead: the settings made in CheckerBoard. They hold before those of engine.toml.
# Delete this file, while CheckerBoard is closed, to forget them.
";

/// The file, and the settings that hold without it.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    path: PathBuf,
    usual: Config,
}

impl Kept {
    /// The file in a folder.
    pub(super) fn new(folder: &Path, usual: Config) -> Kept {
        Kept { path: folder.join(NAME), usual }
    }

    /// The settings with those of the file, if there is one.
    ///
    /// # Errors
    /// [`ConfigError`] if the file cannot be read or is invalid.
    pub(super) fn load(&self) -> Result<Config, ConfigError> {
        let mut config = self.usual.clone();
        match fs::read_to_string(&self.path) {
            Ok(text) => config.read(&self.path.display().to_string(), &text)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(source) => return Err(ConfigError::Read { path: self.path.clone(), source }),
        }
        Ok(config)
    }

    /// Writes the settings that differ from the usual ones.
    ///
    /// # Errors
    /// The error of the operating system: programs can lie in folders that nobody may write to.
    pub(super) fn save(&self, config: &Config) -> io::Result<()> {
        let mut text = HEAD.to_owned();
        for setting in SETTINGS {
            if setting.get(config) != setting.get(&self.usual) {
                let value = setting.kept(config);
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{} = {value}", setting.key);
            }
        }
        whole_file::write(&self.path, text.as_bytes())
    }
}
