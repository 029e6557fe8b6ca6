//! Small invented crates, and the cycles in them.

use super::components::{Component, find_components};
use super::{load, print, resolve, workspace_targets};
use crate::command::Outcome;
use std::path::Path;

/// The components of a crate of files by their names; the first one is the root.
fn cycles(files: &[(&str, &str)]) -> Vec<Component> {
    let read = |path: &Path| -> Outcome<String> {
        let found = files.iter().find(|(name, _)| Path::new(name) == path);
        found.map(|(_, source)| (*source).to_owned()).ok_or_else(|| format!("{}: no such file", path.display()))
    };
    let tree = load::load_crate(Path::new(files[0].0), &read).unwrap();
    let names: Vec<_> = tree.files.iter().map(|file| file.path.display().to_string()).collect();
    find_components(&names, &resolve::find_imports(&tree, "own"))
}

fn members(files: &[(&str, &str)]) -> Vec<Vec<String>> {
    cycles(files).into_iter().map(|component| component.files).collect()
}

const NONE: [[&str; 0]; 0] = [];

#[test]
fn one_direction_is_no_cycle() {
    let files =
        [("lib.rs", "mod a; mod b;"), ("a.rs", "pub fn one() {}"), ("b.rs", "use crate::a::one; fn two() { one() }")];
    assert_eq!(members(&files), NONE);
}

#[test]
fn two_files_that_import_each_other_are_a_cycle() {
    let files = [
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "use super::b::Two; pub struct One(Two);"),
        ("b.rs", "pub struct Two; fn two() -> crate::a::One { todo!() }"),
    ];
    let found = cycles(&files);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].files, ["a.rs", "b.rs"]);
    let edges: Vec<_> = found[0].edges.iter().map(|edge| (&*edge.from, &*edge.to, edge.names.join(" "))).collect();
    let expected = [("a.rs", "b.rs", "Two super::b::Two".to_owned()), ("b.rs", "a.rs", "crate::a::One".to_owned())];
    assert_eq!(edges, expected);
    assert_eq!(found[0].shortest.len(), 2);
}

#[test]
fn a_cycle_of_three_is_found_and_its_shortest_circle_has_all() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c; mod d;"),
        ("a.rs", "pub fn a() { crate::b::b() }"),
        ("b.rs", "pub fn b() { super::c::c() }"),
        ("c.rs", "pub fn c() { own::a::a() }"),
        ("d.rs", "fn d() { crate::a::a() }"),
    ];
    let found = cycles(&files);
    assert_eq!(found[0].files, ["a.rs", "b.rs", "c.rs"]);
    assert_eq!(found[0].shortest.len(), 3);
    let crates = [super::Crate { name: "own".to_owned(), files: 5, components: found }];
    assert_eq!([crates[0].cycles_above(2), crates[0].cycles_above(3)], [1, 0]);
    let text = print::cycles_text(&crates, 2);
    let expected = "own: 5 files, 1 cycles, 3 files in the largest
  3 files:
    a.rs
    b.rs
    c.rs
  more than 2; the shortest circle among them:
    a.rs -> b.rs (crate::b::b)
    b.rs -> c.rs (super::c::c)
    c.rs -> a.rs (own::a::a)
";
    assert_eq!(text, expected);
}

#[test]
fn re_exports_are_followed_to_the_definition() {
    let files = [
        ("lib.rs", "mod engine; mod kind;"),
        ("engine/mod.rs", "mod open; mod fault; pub use open::{open as begin, Engine}; pub(super) use fault::*;"),
        ("engine/open.rs", "pub struct Engine; pub fn open() { crate::kind::check() }"),
        ("engine/fault.rs", "pub fn fault() {}"),
        ("kind/mod.rs", "mod rules; mod names; pub use rules::check;"),
        ("kind/rules.rs", "use super::names; pub fn check() { names::look() }"),
        ("kind/names.rs", "use crate::engine; pub fn look() { engine::fault(); engine::begin() }"),
    ];
    assert_eq!(members(&files), [["engine/open.rs", "kind/names.rs", "kind/rules.rs"]]);
}

#[test]
fn globs_lead_to_the_files_of_the_names_that_are_used() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c; mod all;"),
        ("all.rs", "pub use crate::b::*; pub use crate::c::*;"),
        ("a.rs", "use crate::all::*; pub fn a() { b() }"),
        ("b.rs", "pub fn b() { crate::a::a() }"),
        ("c.rs", "pub fn c() { crate::a::a() }"),
    ];
    assert_eq!(members(&files), [["a.rs", "b.rs"]]);
}

#[test]
fn a_glob_of_an_enum_is_an_import_of_it() {
    let files = [
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "use crate::b::Kind; pub fn a() { use Kind::*; }"),
        ("b.rs", "pub enum Kind { One } fn b() { crate::a::a() }"),
    ];
    assert_eq!(members(&files), [["a.rs", "b.rs"]]);
}

#[test]
fn imports_of_the_module_above_are_followed() {
    let files = [
        ("lib.rs", "mod a; use a::Name; fn run(name: Name) {}"),
        ("a/mod.rs", "mod b; use std::fmt::Debug; pub struct Name;"),
        ("a/b.rs", "use super::super::Name; use super::Debug;"),
    ];
    // `b` takes `Debug` from the standard library, by way of `a`, which does not name `b`.
    assert_eq!(members(&files), NONE);
    let files = [
        files[0],
        ("a/mod.rs", "mod b; pub struct Name; fn a() { b::b() }"),
        ("a/b.rs", "use crate::Name; pub fn b() {}"),
    ];
    assert_eq!(members(&files), [["a/b.rs", "a/mod.rs"]]);
}

#[test]
fn functions_of_a_type_are_imports_of_the_file_that_has_them() {
    let files = [
        ("lib.rs", "mod file; mod open; mod text; pub use file::File;"),
        ("file.rs", "pub struct File; impl File { pub fn new() {} }"),
        ("open.rs", "use crate::File; impl File { pub fn open() { crate::text::read() } }"),
        ("text.rs", "use crate::File; pub fn read() { File::new() }"),
    ];
    assert_eq!(members(&files), NONE);
    let opens = ("text.rs", "use crate::File; pub fn read() { File::new(); File::open() }");
    assert_eq!(members(&[files[0], files[1], files[2], opens]), [["open.rs", "text.rs"]]);
}

#[test]
fn a_function_and_a_module_may_have_one_name() {
    let files = [
        ("lib.rs", "mod find; mod a; pub use find::find; fn lib() { a::a() }"),
        ("find.rs", "pub fn find() {}"),
        ("a.rs", "use super::find::find; pub fn a() { find(); crate::find() }"),
    ];
    assert_eq!(members(&files), NONE);
    let own = ("lib.rs", "mod find; mod a; use find::Other; fn find(other: Other) { a::a() }");
    let other = ("find.rs", "pub fn find() {} pub struct Other;");
    let uses = ("a.rs", "use super::find::find; pub fn a() { find() }");
    assert_eq!(members(&[own, other, uses]), NONE);
}

#[test]
fn macros_and_attributes_count() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c;"),
        ("a.rs", "pub fn a() { assert!(x.b == super::b::B, \"b\") }"),
        ("b.rs", "#[schema(custom = crate::c::check, size = 3)] pub struct B;"),
        ("c.rs", "pub fn check() { matches!(1, n if crate::a::a(n)) }"),
    ];
    assert_eq!(members(&files), [["a.rs", "b.rs", "c.rs"]]);
}

#[test]
fn what_a_macro_defines_belongs_to_the_file_of_the_module() {
    let files = [
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "define!(One); fn a() { crate::b::b() }"),
        ("b.rs", "use crate::a::One; pub fn b() {}"),
    ];
    assert_eq!(members(&files), [["a.rs", "b.rs"]]);
}

#[test]
fn code_for_tests_is_not_counted() {
    let files = [
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "use crate::b::b; pub fn a() { b() }"),
        (
            "b.rs",
            "pub fn b() {} #[cfg(test)] use crate::a::a; #[cfg(all(unix, test))] fn c() { crate::a::a() }
             #[cfg(test)] mod tests { use crate::a::a; } #[cfg(test)] mod missing;",
        ),
    ];
    assert_eq!(members(&files), NONE);
    let features = ("b.rs", "pub fn b() {} #[cfg(any(test, feature = \"x\"))] fn c() { crate::a::a() }");
    assert_eq!(members(&[files[0], files[1], features]), [["a.rs", "b.rs"]]);
}

#[test]
fn a_facade_is_no_member() {
    let facade = [
        ("lib.rs", "mod a;"),
        ("a/mod.rs", "//! Only names.\nmod one; mod two; pub use one::One; use two::Two;"),
        ("a/one.rs", "use super::Two; pub struct One(Two);"),
        ("a/two.rs", "pub struct Two;"),
    ];
    assert_eq!(members(&facade), NONE);
    let code = ("a/mod.rs", "mod one; mod two; pub use one::One; pub type Two = u8;");
    assert_eq!(members(&[facade[0], code, facade[2], facade[3]]), [["a/mod.rs", "a/one.rs"]]);
}

#[test]
fn modules_are_read_from_where_attributes_and_folders_say() {
    let files = [
        ("src/lib.rs", "#[path = \"inner/../other/x.rs\"] mod a; mod b { mod c; fn b() { c::c() } }"),
        ("src/other/x.rs", "pub fn a() {}"),
        ("src/b/c.rs", "pub fn c() { crate::a::a(); super::b() }"),
    ];
    assert_eq!(members(&files), [["src/b/c.rs", "src/lib.rs"]]);
}

#[test]
fn a_missing_file_is_an_error() {
    let read = |path: &Path| match path.to_str() {
        Some("lib.rs") => Ok("mod a;".to_owned()),
        _ => Err(format!("{}: no such file", path.display())),
    };
    let error = load::load_crate(Path::new("lib.rs"), &read).err().unwrap();
    assert_eq!(error, "a/mod.rs: no such file");
}

#[test]
fn targets_are_named_by_package_and_kind() {
    let metadata = serde_json::json!({ "packages": [{ "name": "a-b", "targets": [
        { "kind": ["lib"], "name": "a_b", "src_path": "/a/src/lib.rs" },
        { "kind": ["test"], "name": "long", "src_path": "/a/tests/long.rs" },
        { "kind": ["custom-build"], "name": "build-script-build", "src_path": "/a/build.rs" },
    ] }] });
    let names: Vec<_> =
        workspace_targets(&metadata).unwrap().into_iter().map(|(shown, library, _)| (shown, library)).collect();
    assert_eq!(names, [("a-b".to_owned(), "a_b".to_owned()), ("a-b (test long)".to_owned(), "long".to_owned())]);
    assert!(workspace_targets(&serde_json::json!({})).is_err());
}
