//! Mistakes in declarations that the macros report, asked without the compiler. What only the compiler finds is in
//! `mistakes`.
//!
//! After a change, rewrite the messages with `TRYBUILD=overwrite cargo test -p tests --test ui`, and read every one
//! before you keep it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use proc_macro2::{LineColumn, TokenStream};
use quote::ToTokens;
use std::path::{Path, PathBuf};
use syn::{Attribute, Item, Meta};

#[test]
fn the_macros_explain_mistakes() {
    let files = files("rs");
    assert!(files.len() >= 100, "only {} mistakes are tried", files.len());
    let mut wrong = Vec::new();
    for file in files {
        let found = messages(&file);
        assert!(!found.is_empty(), "{}: no mistake", file.display());
        let expected = file.with_extension("stderr");
        if std::env::var_os("TRYBUILD").is_some_and(|value| value == "overwrite") {
            std::fs::write(&expected, found).unwrap();
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != found {
            wrong.push(format!("{}:\n{found}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "other messages than expected:\n{}", wrong.join("\n"));
}

#[test]
fn every_message_has_its_mistake() {
    for message in files("stderr") {
        assert!(message.with_extension("rs").exists(), "no mistake for {}", message.display());
    }
}

fn files(extension: &str) -> Vec<PathBuf> {
    let paths = std::fs::read_dir("ui").unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = paths.filter(|path| path.extension().is_some_and(|end| end == extension)).collect();
    paths.sort();
    paths
}

/// Returns what the macros report about the items of a file, as the compiler shows it.
fn messages(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let items = syn::parse_file(&text).unwrap().items;
    let errors = items.iter().filter_map(expand).flatten();
    errors.map(|error| shown(path, &text, &error)).collect::<Vec<_>>().join("\n")
}

/// Expands the macro that an item has; `None` for an item without one.
fn expand(item: &Item) -> Option<syn::Error> {
    let attributes = match item {
        Item::Struct(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        _ => return None,
    };
    let is_structure = |one: &Attribute| one.path().is_ident("structure");
    let is_record =
        |one: &Attribute| one.path().is_ident("derive") && one.to_token_stream().to_string().contains("Record");
    let expanded = if let Some(structure) = attributes.iter().find(|one| is_structure(one)) {
        let arguments = match &structure.meta {
            Meta::List(list) => list.tokens.clone(),
            _ => TokenStream::new(),
        };
        bpx_codegen::expand_structure(arguments, without(item, is_structure))
    } else if attributes.iter().any(is_record) {
        bpx_codegen::expand_record(without(item, |one| one.path().is_ident("derive")))
    } else {
        return None;
    };
    expanded.err()
}

/// Returns the tokens of an item as a macro sees them: without the attribute that calls it.
fn without(item: &Item, is_called: impl Fn(&Attribute) -> bool) -> TokenStream {
    let mut item = item.clone();
    match &mut item {
        Item::Struct(item) => item.attrs.retain(|one| !is_called(one)),
        Item::Enum(item) => item.attrs.retain(|one| !is_called(one)),
        Item::Union(item) => item.attrs.retain(|one| !is_called(one)),
        _ => {}
    }
    item.into_token_stream()
}

/// Writes an error as the compiler does.
fn shown(path: &Path, text: &str, error: &syn::Error) -> String {
    let span = error.span();
    let (LineColumn { line, column }, end) = (span.start(), span.end());
    let source = text.lines().nth(line - 1).unwrap();
    let width = if end.line == line { end.column - column } else { source.chars().count() - column };
    let gutter = line.to_string().len();
    let blank = " ".repeat(gutter);
    let marks = format!("{}{}", " ".repeat(column), "^".repeat(width.max(1)));
    let place = format!("{blank}--> {}:{line}:{}", path.display(), column + 1);
    format!("error: {error}\n{place}\n{blank} |\n{line} | {source}\n{blank} | {marks}\n")
}
