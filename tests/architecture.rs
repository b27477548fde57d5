//! The house rules that can be read off the source, executed over the sources of each package:
//!
//! - a layer names only itself and the layers above it;
//! - no two files need each other, directly or around a circle; the `mod.rs` of a folder may use its files, and they
//!   it;
//! - nothing prints outside `protocol`, `cli` and `main`;
//! - where text enters, nothing can panic on purpose.
//!
//! The source is read as tokens, so comments and strings are never mistaken for code. Items under `#[cfg(test)]` are
//! left out: a test may use whatever it needs. Each check is also shown a text that breaks its rule.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// The packages with code: their folder, and their layers in the order in which they may know each other: each uses
/// only those before it.
const PACKAGES: [(&str, &[&str]); 3] = [
    ("crates/rules/src", &["text", "rules", "notation", "svg"]),
    ("crates/engine/src", &["support", "eval", "endgame", "book", "search", "engine", "config", "protocol"]),
    (
        "src",
        &[
            "origin",
            "statistics",
            "plot",
            "review",
            "opening",
            "find",
            "protocol",
            "arena",
            "train",
            "lab",
            "board",
            "cli",
            "web",
            "main",
        ],
    ),
];

/// The layers that talk to the world.
const PRINTING: [&str; 3] = ["protocol", "cli", "main"];

/// The layers where text enters.
const READING: [&str; 7] = ["notation", "config", "review", "find", "protocol", "board", "web"];

/// A source file of a package.
struct Source {
    folder: &'static str,
    layers: &'static [&'static str],
    /// The path below the folder, with `/` between its parts.
    path: String,
    /// The code outside tests; the delimiters of groups and the path separator `::` are tokens of their own.
    tokens: Vec<Token>,
}

struct Token {
    text: String,
    line: usize,
}

impl Source {
    fn new((folder, layers): (&'static str, &'static [&'static str]), path: &str, text: &str) -> Source {
        let stream: TokenStream = text.parse().unwrap_or_else(|error| panic!("{path}: {error}"));
        let mut tokens = Vec::new();
        flatten(stream, &mut tokens);
        Source { folder, layers, path: path.to_owned(), tokens }
    }

    /// The layer of this file; `lib` for the root of the library, which is the map and no layer.
    fn layer(&self) -> &str {
        let first = self.path.split('/').next().expect("a path has a first part");
        first.strip_suffix(".rs").unwrap_or(first)
    }

    /// How many modules deep the code of this file sits: 1 for `src/search/mod.rs`, 2 for `src/search/node.rs`.
    fn depth(&self) -> usize {
        let parts = self.path.split('/').count();
        if self.path.ends_with("/mod.rs") { parts - 1 } else { parts }
    }

    fn text(&self, index: usize) -> &str {
        self.tokens.get(index).map_or("", |token| &token.text)
    }

    fn fault(&self, index: usize, what: &str) -> String {
        format!("{}/{}:{}: {what}", self.folder, self.path, self.tokens[index].line)
    }

    /// The indices where the tokens read as `pattern` does.
    fn places<'a>(&'a self, pattern: &'a [&str]) -> impl Iterator<Item = usize> + 'a {
        (0..self.tokens.len())
            .filter(|&start| pattern.iter().enumerate().all(|(offset, text)| self.text(start + offset) == *text))
    }

    /// The tokens that follow `crate::`, whether it is written so or as enough times `super::`; for a group in
    /// braces, the first token of each of its members.
    fn names_below_the_root(&self) -> Vec<usize> {
        let starts = self.places(&["crate", "::"]).map(|start| start + 2);
        let climbs = self.places(&["super", "::"]).filter(|&start| start == 0 || self.text(start - 1) != "::");
        let summits = climbs.filter_map(|start| {
            let end = (start..).step_by(2).find(|&index| self.text(index) != "super")?;
            (end - start >= 2 * self.depth()).then_some(end)
        });
        starts.chain(summits).flat_map(|start| self.members(start)).collect()
    }

    fn members(&self, start: usize) -> Vec<usize> {
        if self.text(start) != "{" {
            return vec![start];
        }
        let mut members = vec![start + 1];
        let mut nesting = 1;
        for index in start + 1..self.tokens.len() {
            match self.text(index) {
                "{" => nesting += 1,
                "}" => nesting -= 1,
                "," if nesting == 1 => members.push(index + 1),
                _ => {}
            }
            if nesting == 0 {
                break;
            }
        }
        members
    }
}

fn flatten(stream: TokenStream, tokens: &mut Vec<Token>) {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    let mut index = 0;
    while index < trees.len() {
        if is_test_attribute(&trees[index..]) {
            index += 2 + trees[index + 2..].iter().take_while(|tree| !ends_item(tree)).count() + 1;
            continue;
        }
        let line = trees[index].span().start().line;
        let mut push = |text: String| tokens.push(Token { text, line });
        match &trees[index] {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                push(open.to_owned());
                flatten(group.stream(), tokens);
                tokens.push(Token { text: close.to_owned(), line: group.span_close().start().line });
            }
            TokenTree::Punct(punct) if punct.as_char() == ':' && punct.spacing() == Spacing::Joint => {
                push("::".to_owned());
                index += 1;
            }
            TokenTree::Literal(_) => push("literal".to_owned()),
            tree => push(tree.to_string()),
        }
        index += 1;
    }
}

/// Whether this is `#[cfg(test)]`.
fn is_test_attribute(trees: &[TokenTree]) -> bool {
    match trees {
        [TokenTree::Punct(hash), TokenTree::Group(group), ..] => {
            let attribute: String = group.stream().to_string().split_whitespace().collect();
            hash.as_char() == '#' && attribute == "cfg(test)"
        }
        _ => false,
    }
}

fn ends_item(tree: &TokenTree) -> bool {
    match tree {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ';',
        _ => false,
    }
}

/// Names of layers that the file's own layer may not know.
fn paths_that_point_up(source: &Source) -> Vec<String> {
    let Some(own) = source.layers.iter().position(|&layer| layer == source.layer()) else { return Vec::new() };
    let mut faults = Vec::new();
    for index in source.names_below_the_root() {
        let named = source.text(index);
        if source.layers[own + 1..].contains(&named) {
            faults.push(source.fault(index, &format!("`{}` may not know `{named}`", source.layer())));
        }
    }
    faults
}

/// Output of a layer that should hand its words to another.
fn printing(source: &Source) -> Vec<String> {
    if PRINTING.contains(&source.layer()) {
        return Vec::new();
    }
    let macros = ["print", "println", "eprint", "eprintln", "dbg"].map(|name| [name, "!"]);
    let streams = ["stdout", "stderr"].map(|name| [name, "("]);
    let patterns = macros.iter().chain(&streams);
    // A method of that name sets up the pipes of a child process.
    let is_method = |index: usize| index > 0 && source.text(index - 1) == ".";
    patterns
        .flat_map(|pattern| source.places(pattern))
        .filter(|&index| !is_method(index))
        .map(|index| source.fault(index, &format!("`{}` prints", source.text(index))))
        .collect()
}

/// Calls that end the process on what somebody typed.
fn panics(source: &Source) -> Vec<String> {
    if !READING.contains(&source.layer()) {
        return Vec::new();
    }
    let methods = ["unwrap", "expect", "unwrap_err", "expect_err"].map(|name| [".", name, "("]);
    let macros = ["panic", "unreachable", "todo", "unimplemented"].map(|name| [name, "!"]);
    let calls = methods.iter().flat_map(|pattern| source.places(pattern).map(|index| index + 1));
    let aborts = macros.iter().flat_map(|pattern| source.places(pattern));
    calls
        .chain(aborts)
        .map(|index| source.fault(index, &format!("`{}` where text enters", source.text(index))))
        .collect()
}

/// A module, by the names from the root of its package to it.
type Module = Vec<String>;

/// The files of a package, and which of them need which.
struct FileGraph {
    /// What each module brings into its scope by `use`: a name, and the path that it stands for.
    imports: BTreeMap<Module, BTreeMap<String, Module>>,
    /// The other modules that each needs, but for those that it only hands on by `pub use`.
    needs: BTreeMap<Module, BTreeSet<Module>>,
    paths: BTreeMap<Module, String>,
}

impl FileGraph {
    fn of(sources: &[Source]) -> FileGraph {
        let module = |source: &Source| source.module();
        let paths = sources.iter().map(|source| (module(source), source.path.clone())).collect();
        let mut graph = FileGraph { imports: BTreeMap::new(), needs: BTreeMap::new(), paths };
        let named: Vec<_> = sources.iter().map(|source| (module(source), source.named_paths())).collect();
        for (module, paths) in &named {
            let absolute = paths.iter().filter_map(|path| Some((graph.absolute(module, &path.names)?, path.is_use)));
            let used = absolute.filter(|(_, is_use)| *is_use);
            let imports = used.filter_map(|(path, _)| Some((path.last()?.clone(), path))).collect();
            graph.imports.insert(module.clone(), imports);
        }
        for (module, paths) in named {
            let handed_on = |path: &NamedPath, target: &Module| path.is_public_use && target.starts_with(&module);
            let targets = paths.iter().filter_map(|path| {
                let target = graph.file_of(&graph.absolute(&module, &path.names)?, &mut Vec::new())?;
                (target != module && !handed_on(path, &target)).then_some(target)
            });
            let targets = targets.filter(|target| !graph.is_head(target) && !graph.is_head(&module)).collect();
            graph.needs.insert(module, targets);
        }
        graph
    }

    /// Whether this is the file of a folder, or of the root.
    fn is_head(&self, module: &Module) -> bool {
        self.paths[module].ends_with("mod.rs") || module.is_empty()
    }

    /// The path from the root of the package; `None` for one into another package.
    fn absolute(&self, module: &Module, names: &[String]) -> Option<Module> {
        let mut base = module.clone();
        let mut rest = names;
        match names.first()?.as_str() {
            "crate" => (base, rest) = (Vec::new(), &names[1..]),
            "self" | "super" => {
                while let [first, others @ ..] = rest
                    && (first == "self" || first == "super")
                {
                    if first == "super" {
                        base.pop();
                    }
                    rest = others;
                }
            }
            child => {
                let is_child = self.paths.contains_key(&[&base[..], &[child.to_owned()]].concat());
                if !is_child {
                    return None;
                }
            }
        }
        Some([&base[..], rest].concat())
    }

    /// The file that defines what a path names, through all files that hand it on.
    fn file_of(&self, path: &Module, seen: &mut Vec<Module>) -> Option<Module> {
        let depth = (0..=path.len()).rev().find(|&depth| self.paths.contains_key(&path[..depth]))?;
        let (module, rest) = (path[..depth].to_vec(), &path[depth..]);
        let import = rest.first().and_then(|name| self.imports.get(&module)?.get(name));
        match import {
            Some(import) if !seen.contains(import) => {
                seen.push(import.clone());
                self.file_of(&[&import[..], &rest[1..]].concat(), seen)
            }
            _ => Some(module),
        }
    }

    /// The files that a file needs, directly or through others.
    fn reach(&self, module: &Module) -> BTreeSet<&Module> {
        let mut reached = BTreeSet::new();
        let mut open = vec![module];
        while let Some(next) = open.pop() {
            for target in &self.needs[next] {
                if reached.insert(target) {
                    open.push(target);
                }
            }
        }
        reached
    }
}

/// A path that a file names, by its parts.
struct NamedPath {
    names: Vec<String>,
    is_use: bool,
    is_public_use: bool,
}

impl Source {
    fn module(&self) -> Module {
        let path = self.path.strip_suffix(".rs").unwrap_or(&self.path);
        let names = path.split('/').map(str::to_owned);
        names.filter(|name| !matches!(name.as_str(), "mod" | "lib" | "main")).collect()
    }

    /// All paths of at least two names, those of a `use` one by one.
    fn named_paths(&self) -> Vec<NamedPath> {
        let mut paths = Vec::new();
        let mut index = 0;
        while index < self.tokens.len() {
            if self.text(index) == "use" && !matches!(self.text(index + 1), "<" | ",") {
                let is_public_use = index > 0 && matches!(self.text(index - 1), "pub" | ")");
                index = self.use_tree(index + 1, &[], is_public_use, &mut paths);
            } else if is_name(self.text(index)) && self.text(index + 1) == "::" {
                let mut names = vec![self.text(index).to_owned()];
                while self.text(index + 1) == "::" && is_name(self.text(index + 2)) {
                    names.push(self.text(index + 2).to_owned());
                    index += 2;
                }
                paths.push(NamedPath { names, is_use: false, is_public_use: false });
            }
            index += 1;
        }
        paths
    }

    /// Adds the paths of a tree of a `use` that begins here, and returns where it ends.
    fn use_tree(&self, start: usize, before: &[String], is_public_use: bool, paths: &mut Vec<NamedPath>) -> usize {
        let mut names = before.to_vec();
        let mut index = start;
        loop {
            match self.text(index) {
                "{" => {
                    index += 1;
                    while !matches!(self.text(index), "}" | "") {
                        index = self.use_tree(index, &names, is_public_use, paths);
                        if self.text(index) == "," {
                            index += 1;
                        }
                    }
                    return index + 1;
                }
                "::" => {}
                "as" => index += 1,
                "self" if !names.is_empty() && names != ["self"] => {}
                name if is_name(name) => names.push(name.to_owned()),
                _ => break,
            }
            index += 1;
        }
        paths.push(NamedPath { names, is_use: true, is_public_use });
        index
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_alphabetic() || letter == '_') && text != "literal"
}

/// Files of a package that need each other.
fn circles(sources: &[Source]) -> Vec<String> {
    let graph = FileGraph::of(sources);
    let mut circles = BTreeSet::new();
    for module in graph.needs.keys() {
        let reach = graph.reach(module);
        if reach.contains(module) {
            let back = |other: &&&Module| graph.reach(other).contains(module);
            circles.insert(reach.iter().filter(back).map(|other| graph.paths[*other].clone()).collect::<Vec<_>>());
        }
    }
    circles.into_iter().map(|files| format!("a circle of files: {}", files.join(", "))).collect()
}

/// Every source file of a package.
fn sources_of((folder, layers): (&'static str, &'static [&'static str])) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut paths = Vec::new();
    collect(&root, &mut paths);
    let read = |path: &PathBuf| {
        let below: Vec<_> = path.strip_prefix(&root).expect("it lies below the root").iter().collect();
        let name = below.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        Source::new((folder, layers), &name, &fs::read_to_string(path).expect("a source file can be read"))
    };
    paths.iter().map(read).collect()
}

/// Every source file of all packages.
fn sources() -> Vec<Source> {
    PACKAGES.into_iter().flat_map(sources_of).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            paths.push(path);
        }
    }
}

#[track_caller]
fn assert_none(check: fn(&Source) -> Vec<String>) {
    let faults: Vec<String> = sources().iter().flat_map(check).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The layers of made-up files.
const MADE_UP: (&str, &[&str]) =
    ("src", &["rules", "notation", "eval", "search", "engine", "config", "protocol", "arena", "cli", "main"]);

/// How many faults a check finds in a made-up file.
fn count(check: fn(&Source) -> Vec<String>, path: &str, text: &str) -> usize {
    check(&Source::new(MADE_UP, path, text)).len()
}

#[test]
fn each_layer_knows_only_those_above_it() {
    assert_none(paths_that_point_up);
}

#[test]
fn nothing_prints_below_the_protocols() {
    assert_none(printing);
}

#[test]
fn nothing_panics_where_text_enters() {
    assert_none(panics);
}

#[test]
fn no_files_need_each_other() {
    let faults: Vec<String> = PACKAGES.into_iter().flat_map(|package| circles(&sources_of(package))).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn every_file_belongs_to_a_layer() {
    let sources = sources();
    assert!(sources.len() > 50, "only {} files were found", sources.len());
    for source in &sources {
        let layer = source.layer();
        let is_known = layer == "lib" || source.layers.contains(&layer);
        assert!(is_known, "{}/{} belongs to no layer", source.folder, source.path);
    }
}

#[test]
fn the_root_of_each_package_names_its_layers_in_order() {
    for package in PACKAGES {
        let sources = sources_of(package);
        let root = sources.iter().find(|source| source.layer() == "lib").expect("there is a root");
        let declared: Vec<&str> = root.places(&["mod"]).map(|index| root.text(index + 1)).collect();
        let in_order: Vec<&str> = package.1.iter().copied().filter(|layer| declared.contains(layer)).collect();
        assert_eq!(declared, in_order, "{}", package.0);
    }
}

#[test]
fn a_circle_is_seen_through_what_a_folder_hands_on() {
    let made_up = |files: &[(&str, &str)]| {
        let sources: Vec<_> = files.iter().map(|(path, text)| Source::new(MADE_UP, path, text)).collect();
        circles(&sources)
    };
    let head = ("search/mod.rs", "mod node; mod root; pub use node::Node; pub use root::{Root, find};");
    let lib = ("lib.rs", "pub mod search;");
    let circle =
        [lib, head, ("search/node.rs", "use super::Root;"), ("search/root.rs", "fn f(n: super::node::Node) {}")];
    assert_eq!(made_up(&circle), ["a circle of files: search/node.rs, search/root.rs"]);
    let line = [lib, head, ("search/node.rs", "use super::Root;"), ("search/root.rs", "use std::node::Node;")];
    assert_eq!(made_up(&line), [""; 0]);
    let test =
        [lib, head, ("search/node.rs", "use super::Root;"), ("search/root.rs", "#[cfg(test)]\nuse super::Node;")];
    assert_eq!(made_up(&test), [""; 0]);
}

#[test]
fn a_path_that_points_up_is_seen_in_every_spelling() {
    for (path, text) in [
        ("rules/game.rs", "use crate::search::Depth;"),
        ("rules/game.rs", "use crate::{rules::Side, search::{self, Depth}};"),
        ("search/node.rs", "fn f() -> crate::engine::Limits { todo() }"),
        ("search/node.rs", "use super::super::engine::Limits;"),
        ("search/mod.rs", "use super::engine::Limits;"),
        ("search/driver/mod.rs", "use super::super::{eval::Score, engine::Limits};"),
        ("config.rs", "pub use super::protocol::hub;"),
        ("notation/fen.rs", "fn f() { log!(\"{}\", crate::cli::NAME); }"),
        ("eval/score.rs", "macro_rules! m { () => { $crate::search::window() } }"),
    ] {
        assert_eq!(count(paths_that_point_up, path, text), 1, "{path}: {text}");
    }
}

#[test]
fn a_path_that_points_down_or_nowhere_is_no_fault() {
    for (path, text) in [
        ("search/node.rs", "use crate::rules::{Move, Position}; use super::window::Window;"),
        ("search/driver/mtd_f.rs", "use super::super::engine; use crate::search::Window;"),
        ("rules/mod.rs", "pub(crate) fn f() {} /// See [`crate::search`].\npub(in crate::rules) fn g() {}"),
        ("rules/mod.rs", "// crate::search::f()\nconst TEXT: &str = \"crate::search::f()\";"),
        ("rules/mod.rs", "use std::{engine::search, fmt}; use crate::{rules::{engine, search}, eval2};"),
        ("rules/mod.rs", "#[cfg(test)]\nmod tests { use crate::search::Depth; }\n#[cfg(test)] use crate::search::f;"),
        ("main.rs", "use crate::search; use crownhead::cli::Cli;"),
        ("lib.rs", "pub use crate::search::Depth;"),
    ] {
        assert_eq!(count(paths_that_point_up, path, text), 0, "{path}: {text}");
    }
}

#[test]
fn printing_is_seen_and_told_from_its_names() {
    let prints = "fn f() { println!(\"a\"); print!(\"a\"); eprintln!(); eprint!(\"a\"); dbg!(1);
        writeln!(io::stdout().lock(), \"a\"); std::io::stderr().flush(); }";
    assert_eq!(count(printing, "search/node.rs", prints), 7);
    assert_eq!(count(printing, "protocol/hub.rs", prints), 0);
    let words = "// println!()\nfn print(stdout: Stdout) { f(\"println!()\"); log::info!(\"a\"); print(stdout) }";
    assert_eq!(count(printing, "search/node.rs", words), 0);
    let pipes = "fn f() { Command::new(a).stdout(Stdio::piped()).stderr(Stdio::null()); }";
    assert_eq!(count(printing, "arena/child.rs", pipes), 0);
}

#[test]
fn a_panic_where_text_enters_is_seen_and_told_from_its_like() {
    let faults = "fn f() { a.unwrap(); a\n.expect(\"why\"); panic!(\"no\"); unreachable!() }";
    assert_eq!(count(panics, "notation/fen.rs", faults), 4);
    assert_eq!(count(panics, "config/file.rs", faults), 4);
    assert_eq!(count(panics, "search/node.rs", faults), 0);
    let fine = "#[expect(clippy::x, reason = \"y\")] fn f() { a.unwrap_or(0); a.unwrap_or_default(); }
        #[cfg(test)]\n#[allow(x)]\nmod tests { fn f() { a.unwrap() } }";
    assert_eq!(count(panics, "protocol/hub.rs", fine), 0);
    let after = "#[cfg(test)]\nmod tests { fn f() { a.unwrap() } }\nfn g() { a.unwrap() }";
    assert_eq!(
        panics(&Source::new(MADE_UP, "protocol/hub.rs", after)),
        ["src/protocol/hub.rs:3: `unwrap` where text enters"]
    );
}
