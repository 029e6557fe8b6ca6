//! The Rust of the pages: all of it runs, and the first pages need one dependency.

use super::links::{docs, pages};
use bpx_formats::bpx::Container;
use bpx_formats::{Limits, Result, source};
use std::fs::read_to_string;

fn print_sections(path: &str) -> Result<()> {
    let container = Container::open(source::open(path)?, Limits::default())?;
    for section in container.sections() {
        println!("{}: {} bytes", section.index(), section.content()?.len());
    }
    Ok(())
}

#[test]
fn the_first_page_opens_a_file() {
    let written = include_str!("pages.rs");
    let start = written.find("fn print_sections").unwrap();
    let written = written[start..].split_once("\n}\n").unwrap().0;
    for page in ["guide/start.md", "../README.md"] {
        assert!(read_to_string(docs().join(page)).unwrap().contains(written), "{page} has other code than this test");
    }
    print_sections(docs().join("../examples/xz.bpx").to_str().unwrap()).unwrap();
}

/// Who opens a file adds `bpx-formats` alone.
#[test]
fn opening_a_file_needs_one_dependency() {
    for page in ["guide/start.md", "../README.md", "../bpx-formats/README.md"] {
        let text = read_to_string(docs().join(page)).unwrap();
        let blocks = blocks(&text).into_iter().filter(|block| block.contains("bpx_formats"));
        let blocks: Vec<_> = blocks.collect();
        assert!(!blocks.is_empty(), "{page} opens no file");
        assert!(blocks.iter().all(|block| !block.contains("bpx_schema")), "{page} needs two dependencies");
    }
}

#[test]
fn the_rust_of_every_page_runs() {
    let tested = include_str!("../../src/lib.rs");
    // The pages of the gallery repeat code of its packages, which has tests there.
    let pages = pages().into_iter().filter(|page| !page.starts_with("gallery/"));
    let mut with_rust = 0;
    for page in pages.chain(["../README.md".to_owned()]) {
        let text = read_to_string(docs().join(&page)).unwrap();
        if !blocks(&text).is_empty() {
            let included = docs_relative(&page);
            assert!(tested.contains(&included), "tests/src/lib.rs does not run the Rust of docs/{page}");
            with_rust += 1;
        }
    }
    assert!(with_rust >= 6, "only {with_rust} pages have Rust");
}

/// Returns how `tests/src/lib.rs` includes a page.
fn docs_relative(page: &str) -> String {
    let page = page.strip_prefix("../").map_or_else(|| format!("docs/{page}"), str::to_owned);
    format!("include_str!(\"../../{page}\")")
}

/// Returns the blocks of Rust in a page.
fn blocks(text: &str) -> Vec<&str> {
    let blocks = text.split("\n```").filter_map(|block| block.strip_prefix("rust"));
    blocks.collect()
}
