//! Engines that are shell scripts.

use std::path::PathBuf;

use crate::runner::Folder;

/// A Hub engine that does this when it is to think. It knows no game, so it plays international draughts only.
pub fn hub(folder: &Folder, name: &str, on_go: &str) -> PathBuf {
    let script = format!(
        "while read -r line; do case \"$line\" in
            hub) echo 'id name=scripted version=1'; echo 'param name=depth-of-thought value=1 type=int'; echo wait;;
            init) echo ready;;
            'go '*) {on_go};;
            quit) exit 0;;
        esac; done"
    );
    folder.write(name, &script)
}

/// A UCI engine that does this when it is to think.
pub fn uci(folder: &Folder, name: &str, on_go: &str) -> PathBuf {
    let script = format!(
        "while read -r line; do case \"$line\" in
            uci) echo 'id name scripted'; echo 'option name Clear Hash type button'; echo uciok;;
            isready) echo readyok;;
            'go '*) {on_go};;
            quit) exit 0;;
        esac; done"
    );
    folder.write(name, &script)
}

/// A script before the real engine takes over, whose number of the process it writes to a file first.
pub fn wrapped(folder: &Folder, name: &str, before: &str) -> PathBuf {
    let binary = env!("CARGO_BIN_EXE_crownhead");
    folder.write(name, &format!("{before}\nexec {binary} hub"))
}
