//! Finds links in pages of HTML.

use std::path::{Component, Path, PathBuf};

/// A link in a text.
pub(super) struct Link<'t> {
    /// The text before the link.
    pub(super) before: &'t str,
    /// The link from `<a` to `</a>`.
    pub(super) whole: &'t str,
    /// The target of the link, in the form of the page.
    pub(super) href: &'t str,
    /// The content between the tags of the link.
    pub(super) label: &'t str,
    /// The text after the link.
    pub(super) after: &'t str,
}

impl<'t> Link<'t> {
    /// Returns the first link of a text.
    pub(super) fn next_in(text: &'t str) -> Option<Self> {
        let mut from = 0;
        loop {
            let begin = from + text.get(from..)?.find("<a ")?;
            let rest = text.get(begin..)?;
            let (tag, after_tag) = rest.split_once('>')?;
            let (label, after) = after_tag.split_once("</a>")?;
            let href = tag.split_once(" href=\"").and_then(|(_, rest)| rest.split('"').next());
            let Some(href) = href else {
                // An anchor without a target.
                from = begin + "<a ".len();
                continue;
            };
            let whole = rest.get(..rest.len() - after.len())?;
            return Some(Self { before: text.get(..begin)?, whole, href, label, after });
        }
    }
}

/// The target of a link.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Target<'h> {
    /// A page of another site.
    Site,
    /// A file of the book, by its path below the folder of the book.
    Book { path: PathBuf, anchor: &'h str },
    /// A file outside of the folder of pages, by its path in the repository.
    Repository(PathBuf),
}

/// Returns the target of a link on a page. The pages are in the folder `docs` of the repository.
pub(super) fn target_of<'h>(page: &Path, href: &'h str) -> Target<'h> {
    if href.contains("://") || href.starts_with("mailto:") {
        return Target::Site;
    }
    let (path, anchor) = href.split_once('#').unwrap_or((href, ""));
    if path.is_empty() {
        return Target::Book { path: page.to_owned(), anchor };
    }
    let mut target = Path::new("docs").join(page.parent().unwrap_or(Path::new("")));
    for part in Path::new(path).components() {
        match part {
            Component::Normal(name) => target.push(name),
            Component::ParentDir => _ = target.pop(),
            _ => {}
        }
    }
    match target.strip_prefix("docs") {
        Ok(path) => Target::Book { path: path.to_owned(), anchor },
        Err(_) => Target::Repository(target),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_one_after_the_other() {
        let text = "a<a id=\"x\"></a> <a href=\"y\" title=\"t\"><b>z</b></a>!<a href=\"w\">v</a>";
        let first = Link::next_in(text).unwrap();
        let found = (first.before, first.whole, first.href, first.label, first.after);
        let whole = "<a href=\"y\" title=\"t\"><b>z</b></a>";
        assert_eq!(found, ("a<a id=\"x\"></a> ", whole, "y", "<b>z</b>", "!<a href=\"w\">v</a>"));
        assert!(Link::next_in(first.after).is_some_and(|second| second.href == "w" && second.after.is_empty()));
        assert!(Link::next_in("<abbr>a</abbr>").is_none());
    }

    #[test]
    fn targets_are_in_the_book_or_in_the_repository() {
        let page = Path::new("guide/start.html");
        let book = |path: &str, anchor| Target::Book { path: path.into(), anchor };
        assert_eq!(target_of(page, "types.html#x"), book("guide/types.html", "x"));
        assert_eq!(target_of(page, "#x"), book("guide/start.html", "x"));
        assert_eq!(target_of(page, "../../bpx-cli/src/main.rs"), Target::Repository("bpx-cli/src/main.rs".into()));
        assert_eq!(target_of(page, "https://docs.rs/#x"), Target::Site);
    }
}
