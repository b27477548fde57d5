//! The links between the documents: each leads to a file, and to a heading of it where it names one.

use std::fs;
use std::path::{Path, PathBuf};

fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [root.to_owned(), root.join("docs")];
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("a folder of documents"));
    let paths = files.map(|file| file.expect("it can be read").path());
    paths.filter(|path| path.extension().is_some_and(|end| end == "md")).collect()
}

/// The targets of `[text](target)` in the text outside code.
fn targets(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_code = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        }
        if !is_code && !line.starts_with("    ") {
            let parts = line.split("](").skip(1);
            found.extend(parts.filter_map(|part| part.split_once(')')).map(|(target, _)| target.to_owned()));
        }
    }
    found
}

/// The anchors of the headings of a document, as the usual converters of Markdown make them.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter_map(|line| line.strip_prefix('#'));
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    let anchor = |heading: &str| -> String {
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        heading.chars().filter(kept).map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

/// What is wrong with a link of the document in this folder; `None` if it is right.
fn fault(folder: &Path, own: &str, target: &str) -> Option<String> {
    // On the host of the repository the second leads to its releases, whatever its name is.
    if target.contains("://") || target.starts_with("../../releases/latest") {
        return None;
    }
    let (path, anchor) = target.split_once('#').map_or((target, None), |(path, anchor)| (path, Some(anchor)));
    if !folder.join(path).exists() {
        return Some(format!("{target}: there is no such file"));
    }
    let named = anchor?;
    let text = if path.is_empty() { own.to_owned() } else { fs::read_to_string(folder.join(path)).ok()? };
    (!anchors(&text).iter().any(|anchor| anchor == named)).then(|| format!("{target}: there is no such heading"))
}

#[test]
fn every_link_leads_somewhere() {
    let mut faults = Vec::new();
    let mut links = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).expect("a document is text");
        let folder = document.parent().expect("a file is in a folder");
        for target in targets(&text) {
            links += 1;
            faults.extend(fault(folder, &text, &target).map(|fault| format!("{}: {fault}", document.display())));
        }
    }
    assert!(links > 40, "{links} links");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_link_that_leads_nowhere_is_found() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text =
        "# One heading\n[a](README.md) [b](missing.md)\n[c](#one-heading) [d](#two) [e](https://x.org)\n    [f](g)";
    let found: Vec<_> = targets(text).iter().filter_map(|target| fault(folder, text, target)).collect();
    assert_eq!(found, ["missing.md: there is no such file", "#two: there is no such heading"]);
}
