//! Links between the pages of the book, and from the README.

use std::collections::BTreeSet;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

pub(crate) fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

#[test]
fn links_lead_to_pages_that_exist() {
    let guide = docs().join("guide").read_dir().unwrap().map(|entry| entry.unwrap().path());
    let pages = guide.chain([docs().join("SUMMARY.md"), docs().join("../README.md")]);
    let mut checked = 0;
    for page in pages {
        let text = read_to_string(&page).unwrap();
        for link in links(&text) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            assert!(target.exists(), "{}: {link} leads to no file", page.display());
            if !anchor.is_empty() {
                let anchors = anchors(&read_to_string(&target).unwrap());
                assert!(anchors.contains(anchor), "{}: {link} leads to no heading", page.display());
            }
            checked += 1;
        }
    }
    assert!(checked > 50, "only {checked} links were found");
}

#[test]
fn the_summary_has_every_page() {
    let listed = pages();
    for folder in ["", "guide", "gallery"] {
        for entry in docs().join(folder).read_dir().unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let name = if folder.is_empty() { name } else { format!("{folder}/{name}") };
            if name.ends_with(".md") && name != "SUMMARY.md" {
                assert!(listed.contains(&name), "docs/SUMMARY.md does not list {name}");
            }
        }
    }
}

/// Returns the pages of the book.
pub(crate) fn pages() -> BTreeSet<String> {
    links(&read_to_string(docs().join("SUMMARY.md")).unwrap()).map(str::to_owned).collect()
}

/// Returns the targets of links in Markdown that are files, outside of code.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    let lines = text.lines().filter(move |line| {
        let is_fence = line.starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    });
    let targets = lines.flat_map(|line| line.split("](").skip(1)).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://"))
}

/// Returns the anchors of headings, as GitHub and mdBook make them.
pub(crate) fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let titles = headings.map(|line| line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-"));
    titles.map(|title| title.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect()).collect()
}
