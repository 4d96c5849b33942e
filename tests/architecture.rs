//! The architecture of `src/`: the order of the modules in `src/lib.rs`, no import cycles, and one
//! module style.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;
use syn::visit::{self, Visit};
use syn::{Attribute, ItemFn, ItemMod, ItemUse, Macro, UseTree, VisRestricted, Visibility};

/// A module path without the leading `crate`: `["search", "table"]`.
type ModulePath = Vec<String>;

/// A path of the crate that a file names.
struct Import {
    /// The path without the leading `crate`.
    path: ModulePath,
    line: usize,
    /// Whether it is a `use` with a visibility.
    is_reexport: bool,
}

/// A source file and its imports.
struct SourceFile {
    /// The path below the package: `src/search/table/mod.rs`.
    file: String,
    module: ModulePath,
    imports: Vec<Import>,
}

impl SourceFile {
    /// Parses a file; `file` is its path below the package, `modules` are the modules of the crate.
    fn parse(file: &str, text: &str, modules: &BTreeSet<ModulePath>) -> SourceFile {
        let module = module_of(file);
        let syntax = syn::parse_file(text).unwrap_or_else(|error| panic!("{file}: {error}"));
        let mut collector = ImportCollector { scope: module.clone(), modules, imports: Vec::new() };
        collector.visit_file(&syntax);
        SourceFile { file: file.to_owned(), module, imports: collector.imports }
    }
}

/// The module that a file holds.
fn module_of(file: &str) -> ModulePath {
    let path = file.trim_start_matches("src/").trim_end_matches(".rs");
    let mut module: ModulePath = path.split('/').map(str::to_owned).collect();
    if matches!(module.last().map(String::as_str), Some("mod" | "lib")) {
        module.pop();
    }
    module
}

/// Parses all files of `(path, text)`.
fn parse_sources(texts: &[(String, String)]) -> Vec<SourceFile> {
    let modules = texts.iter().map(|(file, _)| module_of(file)).collect();
    texts.iter().map(|(file, text)| SourceFile::parse(file, text, &modules)).collect()
}

/// Collects the paths of a file that lead into the crate, outside of tests.
struct ImportCollector<'a> {
    /// The module whose items are being visited.
    scope: ModulePath,
    modules: &'a BTreeSet<ModulePath>,
    imports: Vec<Import>,
}

impl ImportCollector<'_> {
    fn add(&mut self, segments: &[String], line: usize, is_reexport: bool) {
        if let Some(path) = self.resolve(segments) {
            self.imports.push(Import { path, line, is_reexport });
        }
    }

    /// The path from the root of the crate; `None` for other crates and names in scope.
    fn resolve(&self, segments: &[String]) -> Option<ModulePath> {
        let mut base = self.scope.clone();
        let mut rest = segments;
        match segments.first()?.as_str() {
            "crate" => {
                base.clear();
                rest = &segments[1..];
            }
            "self" => rest = &segments[1..],
            "super" => {
                while rest.first().is_some_and(|segment| segment == "super") {
                    base.pop();
                    rest = &rest[1..];
                }
            }
            child => {
                base.push(child.to_owned());
                let is_child = self.modules.contains(&base);
                base.pop();
                if !is_child {
                    return None;
                }
            }
        }
        if rest.is_empty() {
            return None;
        }
        base.extend_from_slice(rest);
        Some(base)
    }

    fn add_use_tree(&mut self, tree: &UseTree, prefix: &mut Vec<String>, is_reexport: bool) {
        let (leaf, line) = match tree {
            UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.add_use_tree(&path.tree, prefix, is_reexport);
                prefix.pop();
                return;
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_use_tree(tree, prefix, is_reexport);
                }
                return;
            }
            UseTree::Name(name) => (name.ident.to_string(), name.ident.span()),
            UseTree::Rename(rename) => (rename.ident.to_string(), rename.ident.span()),
            UseTree::Glob(glob) => ("*".to_owned(), glob.star_token.spans[0]),
        };
        let mut segments = prefix.clone();
        if leaf != "self" {
            segments.push(leaf);
        }
        self.add(&segments, line.start().line, is_reexport);
    }

    /// Adds the paths in the body or the arguments of a macro, which are not parsed.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut segments: Vec<String> = Vec::new();
        let mut line = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    if segments.last().is_none_or(|last| last != "::") {
                        self.add_token_path(&mut segments, line);
                    }
                    line = ident.span().start().line;
                    segments.push(name);
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => {
                    // The two colons of `::` are two tokens.
                    match segments.last().map(String::as_str) {
                        Some(":") => {
                            segments.pop();
                            segments.push("::".to_owned());
                        }
                        Some(_) => segments.push(":".to_owned()),
                        None => {}
                    }
                }
                TokenTree::Group(group) => {
                    self.add_token_path(&mut segments, line);
                    self.add_tokens(group.stream());
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {
                    self.add_token_path(&mut segments, line);
                }
            }
        }
        self.add_token_path(&mut segments, line);
    }

    fn add_token_path(&mut self, segments: &mut Vec<String>, line: usize) {
        segments.retain(|segment| !segment.contains(':'));
        if matches!(segments.first().map(String::as_str), Some("crate" | "super")) {
            self.add(segments, line, false);
        }
        segments.clear();
    }
}

/// Whether an item is compiled for tests only.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    })
}

impl<'ast> Visit<'ast> for ImportCollector<'_> {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !is_test(&item.attrs) && item.content.is_some() {
            self.scope.push(item.ident.to_string());
            visit::visit_item_mod(self, item);
            self.scope.pop();
        }
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if !is_test(&item.attrs) {
            let is_reexport = !matches!(item.vis, Visibility::Inherited);
            self.add_use_tree(&item.tree, &mut Vec::new(), is_reexport);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if segments.len() > 1 && path.leading_colon.is_none() {
            self.add(&segments, path.segments[0].ident.span().start().line, false);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        self.add_tokens(mac.tokens.clone());
    }

    /// `pub(in path)` is not an import.
    fn visit_vis_restricted(&mut self, _: &'ast VisRestricted) {}
}

/// The modules listed under "# Modules" in the documentation of `src/lib.rs`, from top to bottom.
fn listed_modules(library: &str) -> Vec<String> {
    let doc = library.lines().filter_map(|line| line.strip_prefix("//!")).map(str::trim);
    doc.skip_while(|line| *line != "# Modules")
        .skip_while(|line| *line != "```text")
        .skip(1)
        .take_while(|line| *line != "```")
        .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
        .collect()
}

/// Returns the imports of modules that do not stand below the importing module in the list, and
/// the differences between the list and the modules that exist.
fn order_errors(list: &[String], sources: &[SourceFile]) -> Vec<String> {
    let ranks: HashMap<&str, usize> =
        list.iter().enumerate().map(|(rank, module)| (module.as_str(), rank)).collect();
    let existing: BTreeSet<&str> =
        sources.iter().filter_map(|source| source.module.first()).map(String::as_str).collect();
    let mut errors = Vec::new();
    for module in list.iter().filter(|module| !existing.contains(module.as_str())) {
        errors.push(format!("src/lib.rs: the list names `{module}`, which is not a module"));
    }
    for module in existing.iter().filter(|module| !ranks.contains_key(*module)) {
        errors.push(format!("src/lib.rs: the list lacks the module `{module}`"));
    }
    for source in sources {
        let Some(importer) = source.module.first() else { continue };
        for Import { path, line, .. } in &source.imports {
            let (file, imported) = (&source.file, &path[0]);
            let import = path.join("::");
            match (ranks.get(importer.as_str()), ranks.get(imported.as_str())) {
                (Some(own), Some(other)) if other < own => errors.push(format!(
                    "{file}:{line}: `{importer}` imports `{import}`, but `{imported}` stands above it in the list"
                )),
                (_, None) => errors.push(format!(
                    "{file}:{line}: `{import}` is in no module of the list"
                )),
                _ => {}
            }
        }
    }
    errors
}

/// An edge of the import graph of one folder.
struct Edge<'a> {
    from: &'a str,
    to: &'a str,
    file: &'a str,
    import: &'a Import,
}

/// The node of a folder's own file in its import graph.
const FOLDER_FILE: &str = "mod";

/// The import graph of each folder: its nodes are the files and subfolders, and `mod.rs`. The
/// re-exports of `mod.rs` are not edges: they lead from the importing file to the re-exported one.
fn folder_graphs(sources: &[SourceFile]) -> BTreeMap<&[String], Vec<Edge<'_>>> {
    let modules: BTreeSet<&[String]> = sources.iter().map(|source| &source.module[..]).collect();
    let child = |path: &[String], folder: &[String]| {
        path.len() > folder.len()
            && path.starts_with(folder)
            && modules.contains(&path[..=folder.len()])
    };
    let mut reexports: HashMap<(&[String], &str), &str> = HashMap::new();
    for source in sources {
        let folder = &source.module[..];
        for import in source.imports.iter().filter(|import| import.is_reexport) {
            if let (true, Some(name)) = (child(&import.path, folder), import.path.last()) {
                reexports.insert((folder, name), &import.path[folder.len()]);
            }
        }
    }
    let mut graphs: BTreeMap<&[String], Vec<Edge>> = BTreeMap::new();
    for source in sources {
        for import in &source.imports {
            let pairs = source.module.iter().zip(&import.path);
            let shared = pairs.take_while(|(own, other)| own == other).count();
            let folder = &source.module[..shared];
            if folder.is_empty() || import.is_reexport && source.module == folder {
                continue;
            }
            let from = source.module.get(shared).map_or(FOLDER_FILE, String::as_str);
            let to = match import.path.get(shared) {
                Some(name) if child(&import.path, folder) => name,
                Some(name) => {
                    reexports.get(&(folder, name.as_str())).copied().unwrap_or(FOLDER_FILE)
                }
                None => FOLDER_FILE,
            };
            if from != to {
                graphs.entry(folder).or_default().push(Edge {
                    from,
                    to,
                    file: &source.file,
                    import,
                });
            }
        }
    }
    graphs
}

/// The shortest way from one node to another, both included.
fn shortest_way<'a>(edges: &[Edge<'a>], start: &'a str, goal: &str) -> Option<Vec<&'a str>> {
    let mut ways = vec![vec![start]];
    let mut seen = BTreeSet::from([start]);
    let mut next = 0;
    while next < ways.len() {
        let way = ways[next].clone();
        let last = way[way.len() - 1];
        if last == goal {
            return Some(way);
        }
        for edge in edges.iter().filter(|edge| edge.from == last) {
            if seen.insert(edge.to) {
                ways.push(way.iter().copied().chain([edge.to]).collect());
            }
        }
        next += 1;
    }
    None
}

/// Returns the imports that are part of a cycle between the files of one folder.
fn cycle_errors(sources: &[SourceFile]) -> Vec<String> {
    let mut errors = Vec::new();
    for edges in folder_graphs(sources).values() {
        for Edge { from, to, file, import } in edges {
            if let Some(way) = shortest_way(edges, to, from) {
                errors.push(format!(
                    "{file}:{}: `{}` is part of the cycle {from} → {}",
                    import.line,
                    import.path.join("::"),
                    way.join(" → ")
                ));
            }
        }
    }
    errors
}

/// Returns the folders of modules that have a file of the same name beside them.
fn module_style_errors(files: &[String]) -> Vec<String> {
    let mut errors = BTreeSet::new();
    for file in files {
        let folders = file.match_indices('/').map(|(end, _)| &file[..end]);
        for beside in folders.map(|folder| format!("{folder}.rs")) {
            if files.contains(&beside) {
                errors.insert(format!("{beside}: move it to {}", beside.replace(".rs", "/mod.rs")));
            }
        }
    }
    errors.into_iter().collect()
}

/// Returns the lines of a file that are a comment and longer than 100 characters.
fn wide_comments(file: &str, text: &str) -> Vec<String> {
    let lines = (1..).zip(text.lines());
    lines
        .filter(|(_, line)| line.trim_start().starts_with("//") && line.chars().count() > 100)
        .map(|(number, _)| format!("{file}:{number}: break the comment at column 100"))
        .collect()
}

/// The `.rs` files below a folder of the package, as paths below the package.
pub(crate) fn rust_files(folder: &str, files: &mut Vec<String>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = fs::read_dir(root.join(folder)).expect("a folder of the package");
    for entry in entries {
        let entry = entry.expect("a readable folder");
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            rust_files(&path, files);
        } else if path.ends_with(".rs") {
            files.push(path);
        }
    }
    files.sort();
}

pub(crate) fn read(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The library's files.
fn library_sources() -> Vec<SourceFile> {
    let mut files = Vec::new();
    rust_files("src", &mut files);
    files.retain(|file| file != "src/main.rs");
    let texts: Vec<_> = files.into_iter().map(|file| (file.clone(), read(&file))).collect();
    parse_sources(&texts)
}

#[track_caller]
pub(crate) fn assert_none(errors: &[String]) {
    assert!(errors.is_empty(), "{} errors:\n{}", errors.len(), errors.join("\n"));
}

#[test]
fn modules_import_only_modules_below_them() {
    let list = listed_modules(&read("src/lib.rs"));
    assert_none(&order_errors(&list, &library_sources()));
}

#[test]
fn files_of_a_folder_have_no_import_cycles() {
    assert_none(&cycle_errors(&library_sources()));
}

#[test]
fn folders_of_modules_have_a_mod_file() {
    let mut files = Vec::new();
    rust_files("src", &mut files);
    rust_files("tests", &mut files);
    assert_none(&module_style_errors(&files));
}

/// `cargo fmt` breaks code at this column, but no comments.
#[test]
fn comments_end_by_column_100() {
    let mut files =
        ["build.rs", "fuzz/harness.rs", "web/engine/build.rs"].map(str::to_owned).to_vec();
    for folder in ["src", "benches", "tests", "protocol/src", "protocol/tests", "python/src"] {
        rust_files(folder, &mut files);
    }
    rust_files("web/engine/src", &mut files);
    let errors: Vec<_> = files.iter().flat_map(|file| wide_comments(file, &read(file))).collect();
    assert_none(&errors);
}

/// The clock of the machine may be set back during a game. Everything but the date of a game uses
/// the monotonic clock.
#[test]
fn only_dates_read_the_clock_of_the_machine() {
    let mut files = Vec::new();
    rust_files("src", &mut files);
    let names = ["SystemTime", "UNIX_EPOCH", "now_utc", "now_local"];
    files.retain(|file| names.iter().any(|name| read(file).contains(name)));
    assert_eq!(files, ["src/tournament/pgn/record.rs"]);
}

fn planted(texts: &[(&str, &str)]) -> Vec<SourceFile> {
    let texts: Vec<_> =
        texts.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect();
    parse_sources(&texts)
}

#[test]
fn planted_upward_imports_are_found() {
    let list = listed_modules("//! # Modules\n//!\n//! ```text\n//! high a\n//! low b\n//! ```\n");
    assert_eq!(list, ["high", "low"]);
    let errors = |low: &str| {
        order_errors(&list, &planted(&[("src/high.rs", "use crate::low::A;"), ("src/low.rs", low)]))
    };
    assert_none(&errors("use std::fmt; #[cfg(test)] mod tests { use crate::high::B; }"));
    for low in [
        "use crate::high::B;",
        "use crate::{high, low::C};",
        "use super::high::B;",
        "fn f() { crate::high::g(); }",
        "fn f() { assert!(crate::high::g()); }",
        "macro_rules! m { () => { $crate::high::g() }; }",
        "mod inner { use super::super::high::B; }",
    ] {
        let errors = errors(low);
        assert_eq!(errors.len(), 1, "{low}: {errors:?}");
        assert!(errors[0].starts_with("src/low.rs:1: `low` imports `high"), "{errors:?}");
    }
    assert!(errors("use crate::other::B;")[0].contains("`other::B` is in no module of the list"));
    let lacking = order_errors(&list, &planted(&[("src/high.rs", ""), ("src/extra.rs", "")]));
    assert_eq!(lacking.len(), 2, "{lacking:?}");
}

#[test]
fn planted_cycles_are_found() {
    let errors = |root: &str, a: &str, b: &str| {
        let files = [("src/x/mod.rs", root), ("src/x/a.rs", a), ("src/x/b/mod.rs", b)];
        cycle_errors(&planted(&files))
    };
    assert_none(&errors("pub use a::A; mod a; mod b;", "use super::Root;", "use super::A;"));
    assert_none(&errors("use a::A;", "use crate::x::b::B;", "use std::fmt;"));
    for (root, a, b) in [
        ("", "use super::b::B;", "use crate::x::a::A;"),
        ("", "use super::b::B;", "fn f() { super::a::g() }"),
        ("pub use a::A;", "use super::b::B;", "use super::A;"),
        ("pub(crate) use a::A;", "use crate::x::b;", "use super::A;"),
        ("use a::A;", "use super::Root;", ""),
    ] {
        let errors = errors(root, a, b);
        assert_eq!(errors.len(), 2, "{a} {b}: {errors:?}");
        assert!(errors.iter().all(|error| error.contains("is part of the cycle")), "{errors:?}");
    }
    let through_root = errors("use a::A;", "use super::b::B;", "use super::Root;");
    assert_eq!(through_root.len(), 3, "{through_root:?}");
}

#[test]
fn planted_module_files_are_found() {
    let files = ["src/x.rs", "src/x/y.rs", "src/z/mod.rs"].map(str::to_owned);
    assert_eq!(module_style_errors(&files), ["src/x.rs: move it to src/x/mod.rs"]);
}

#[test]
fn planted_wide_comments_are_found() {
    let [fits, wide] = [100, 101].map(|width| format!("    // {}", "é".repeat(width - 7)));
    let errors = wide_comments("src/x.rs", &format!("{fits}\n{wide}\n"));
    assert_eq!(errors, ["src/x.rs:2: break the comment at column 100"]);
}
