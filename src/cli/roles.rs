//! What the files of a command line are for. No output may be an input or another output, or have a name that ends as
//! that of something else.

#[cfg(unix)]
use std::fs::File;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Command};

use super::error::CliError;

/// What a command does with the value of an argument.
#[derive(Clone, Copy, Debug)]
enum Role {
    /// It reads the file; `-` is standard input.
    Input,
    /// It reads standard input if the value is `-`; anything else is no file.
    Stream,
    /// It writes the file, whose name may have one of these endings, or one that no kind of file has.
    Output(&'static [&'static str]),
    /// It works in a folder, or changes the file in its place.
    InPlace,
}

use Role::{InPlace, Input, Output, Stream};

/// The roles of all arguments that name files, by the names of commands, with `|` between them, and of arguments, with
/// blanks between them. All experiments of the laboratory have that of `lab *`, and all commands that of `*`.
const ROLES: &[(&str, &str, Role)] = &[
    ("*", "config", Input),
    ("analyze", "pdn", Input),
    ("analyze", "chart", Output(&["svg"])),
    ("bench", "check", Input),
    ("bench", "record", Output(&["toml"])),
    ("board", "games", InPlace),
    ("book build", "out", Output(&["book"])),
    ("book export", "book", Input),
    ("book import", "pdn", Input),
    ("book import", "scan", Input),
    ("book import", "out", Output(&["book"])),
    ("book merge", "books", Input),
    ("book merge", "out", Output(&["book"])),
    ("book show", "book", Input),
    ("book stats", "book", Input),
    ("book verify", "book", Input),
    ("endgame build", "dir", InPlace),
    ("endgame plan", "dir", InPlace),
    ("endgame probe", "dir", InPlace),
    ("endgame probe", "fen", Stream),
    ("endgame stats", "dir", InPlace),
    ("endgame verify", "dir", InPlace),
    ("eval", "fen", Stream),
    ("eval", "file", Input),
    ("find", "files", Input),
    ("lab *", "record", Output(&["jsonl"])),
    ("lab document", "documents", InPlace),
    ("lab document", "records", InPlace),
    ("lab merge", "first", Input),
    ("lab merge", "others", Input),
    ("lab report", "record", Input),
    ("lab report", "out", InPlace),
    ("lab verify", "records", Input),
    ("man", "out", InPlace),
    ("match", "file", Input),
    ("match", "record", Output(&["jsonl"])),
    ("match", "pdn", Output(&["pdn"])),
    ("match", "chart", Output(&["svg", "html"])),
    ("match", "tables_dir", InPlace),
    ("match merge", "first", Input),
    ("match merge", "others", Input),
    ("match summary", "first", Input),
    ("match summary", "others", Input),
    ("moves", "fen", Stream),
    ("perft", "fen", Stream),
    ("report", "log_file", Input),
    ("problems build", "files", Input),
    ("problems build", "out", Output(&["pdn", "zst"])),
    ("solve", "fen", Stream),
    ("solve", "pdn", Input),
    ("train export", "files", Input),
    ("train export", "parquet", Output(&["parquet"])),
    ("train export", "numpy", InPlace),
    ("train fit", "records", Input),
    ("train fit", "start", Input),
    ("train fit", "over", Input),
    ("train fit", "out", Output(&["weights"])),
    ("train fit", "curve", Output(&["svg"])),
    ("train fit", "report", Output(&["json"])),
    ("train games", "weights", Input),
    ("train games", "starts", Input),
    ("train games", "out", Output(&["games"])),
    ("train loop", "folder", InPlace),
    ("train loop", "from", Input),
    ("train merge", "first", Input),
    ("train merge", "others", Input),
    ("train search", "folder", InPlace),
    ("train search", "weights", Input),
    ("train spread", "records", Input),
    ("train spread", "weights", Input),
    ("train spread", "out", Output(&["weights"])),
    ("train tuning", "weights", Input),
    ("train tuning", "out", Output(&["weights"])),
];

/// The endings of names that say what is in a file.
const ENDINGS: [&str; 22] = [
    "book", "csv", "endgame", "fen", "games", "gif", "html", "jpeg", "jpg", "json", "jsonl", "parquet", "pdf", "pdn",
    "pgn", "png", "svg", "toml", "webp", "weights", "zip", "zst",
];

fn role(command: &str, argument: &str) -> Option<Role> {
    let of = |wanted: &str| ROLES.iter().find(|(command, name, _)| *command == wanted && *name == argument);
    let found = of(command).or_else(|| of("*")).or_else(|| of("lab *").filter(|_| command.starts_with("lab ")));
    found.map(|(_, _, role)| *role)
}

#[derive(Debug)]
pub(super) struct Files(Vec<Named>);

#[derive(Debug)]
struct Named {
    /// As people know it: `--out`.
    name: String,
    path: PathBuf,
    identity: Identity,
    is_output: bool,
}

/// Two paths with the same one lead to the same file.
#[derive(Debug, PartialEq, Eq)]
enum Identity {
    #[cfg(unix)]
    Inode(u64, u64),
    Path(PathBuf),
}

impl Files {
    /// What is written to standard output, and nothing else yet.
    pub(super) fn new() -> Files {
        #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix tells what standard output is"))]
        let mut files = Files(Vec::new());
        #[cfg(unix)]
        files.add_open("standard output", std::os::fd::AsFd::as_fd(&io::stdout()), true);
        files
    }

    /// The files that a command line names.
    pub(super) fn of(mut command: &Command, mut matches: &ArgMatches) -> Result<Files, CliError> {
        let mut files = Files::new();
        let mut path = String::new();
        loop {
            for argument in command.get_arguments() {
                let id = argument.get_id().as_str();
                let Some(role) = role(&path, id) else { continue };
                let name = argument.get_long().map_or_else(|| id.to_uppercase(), |long| format!("--{long}"));
                for value in matches.try_get_raw(id).ok().flatten().into_iter().flatten() {
                    files.add(&name, Path::new(value), role)?;
                }
            }
            let Some((name, below)) = matches.subcommand() else { return Ok(files) };
            let Some(found) = command.find_subcommand(name) else { return Ok(files) };
            (command, matches) = (found, below);
            path = format!("{path} {name}").trim().to_owned();
        }
    }

    fn add(&mut self, name: &str, path: &Path, role: Role) -> Result<(), CliError> {
        match role {
            Input | Stream if path.as_os_str() == "-" => {
                #[cfg(unix)]
                self.add_open("standard input", std::os::fd::AsFd::as_fd(&io::stdin()), false);
            }
            Input => self.add_path(name, path, false),
            Output(endings) => {
                check_ending(name, path, endings)?;
                self.add_path(name, path, true);
            }
            Stream | InPlace => {}
        }
        Ok(())
    }

    pub(super) fn add_input(&mut self, name: &str, path: &Path) {
        self.add_path(name, path, false);
    }

    /// Adds a file that is written, which a file of settings can name.
    pub(super) fn add_output(&mut self, command: &str, argument: &str, path: &Path) -> Result<(), CliError> {
        match role(command, argument) {
            Some(role) => self.add(&format!("--{argument}"), path, role),
            None => {
                self.add_path(argument, path, true);
                Ok(())
            }
        }
    }

    /// A device, a pipe or a terminal can be read and written at the same time.
    fn add_path(&mut self, name: &str, path: &Path, is_output: bool) {
        let identity = match path.metadata() {
            Ok(found) if !found.is_file() => return,
            Ok(found) => identity(path, &found),
            Err(_) => Identity::Path(place(path)),
        };
        self.0.push(Named { name: name.to_owned(), path: path.to_owned(), identity, is_output });
    }

    #[cfg(unix)]
    fn add_open(&mut self, name: &str, open: std::os::fd::BorrowedFd<'_>, is_output: bool) {
        let Some(found) = open.try_clone_to_owned().ok().and_then(|file| File::from(file).metadata().ok()) else {
            return;
        };
        if found.is_file() {
            let (path, identity) = (PathBuf::from(name), identity(Path::new(name), &found));
            self.0.push(Named { name: name.to_owned(), path, identity, is_output });
        }
    }

    /// Fails if an output is an input or another output.
    pub(super) fn check(&self) -> Result<(), CliError> {
        for (index, second) in self.0.iter().enumerate() {
            let is_same = |first: &&Named| {
                first.identity == second.identity && (first.is_output || second.is_output) && first.name != second.name
            };
            if let Some(first) = self.0[..index].iter().find(is_same) {
                let path = second.path.clone();
                return Err(CliError::SameFile { path, first: first.name.clone(), second: second.name.clone() });
            }
        }
        Ok(())
    }
}

/// Fails if the name of an output says that something else is in it.
fn check_ending(name: &str, path: &Path, endings: &'static [&'static str]) -> Result<(), CliError> {
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    match ending.filter(|ending| ENDINGS.contains(&ending.as_str()) && !endings.contains(&ending.as_str())) {
        Some(_) => Err(CliError::Ending { name: name.to_owned(), path: path.to_owned(), endings }),
        None => Ok(()),
    }
}

#[cfg(unix)]
fn identity(_: &Path, found: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    Identity::Inode(found.dev(), found.ino())
}

#[cfg(not(unix))]
fn identity(path: &Path, _: &Metadata) -> Identity {
    Identity::Path(place(path))
}

/// Where a path leads, also if there is nothing yet.
fn place(path: &Path) -> PathBuf {
    let made = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
        Ok::<_, io::Error>(fs::canonicalize(folder)?.join(path.file_name().unwrap_or_default()))
    };
    fs::canonicalize(path).or_else(|_| made()).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use clap::builder::ValueParser;

    use super::*;
    use crate::cli::Cli;

    /// The arguments of a command and of those below it that are paths, each with the name of its command.
    fn paths(command: &Command, name: &str, found: &mut Vec<(String, String)>) {
        let path = ValueParser::path_buf().type_id();
        for argument in command.get_arguments().filter(|argument| argument.get_value_parser().type_id() == path) {
            found.push((name.to_owned(), argument.get_id().to_string()));
        }
        for below in command.get_subcommands() {
            paths(below, format!("{name} {}", below.get_name()).trim(), found);
        }
    }

    #[test]
    fn every_path_has_a_role() {
        let mut found = Vec::new();
        paths(&Cli::command(), "", &mut found);
        assert!(found.len() > 40, "{found:?}");
        for (command, argument) in &found {
            assert!(role(command, argument).is_some(), "{command}: {argument}");
        }
        for (command, argument, role) in ROLES {
            let is_there = |(other, name): &(String, String)| {
                let is_of_lab = *command == "lab *" && other.starts_with("lab ");
                name == argument && (other == command || *command == "*" || is_of_lab)
            };
            assert!(matches!(role, Stream) || found.iter().any(is_there), "{command}: {argument}");
        }
    }
}
