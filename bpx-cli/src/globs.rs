//! Patterns for names of objects.

use crate::exit::Failure;
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

/// Patterns of names: `*` and `?` stop at `/`, `**` does not. A pattern without `/` may match any component; a pattern
/// that matches a folder matches everything in it.
#[derive(Debug)]
pub(crate) struct Globs(GlobSet);

impl Globs {
    /// Reads the patterns of the command line.
    pub(crate) fn new(patterns: &[String]) -> Result<Self, Failure> {
        let usage = |error: globset::Error| Failure::Usage(error.to_string());
        let mut set = GlobSetBuilder::new();
        for pattern in patterns {
            let plain = strip_dot(pattern).trim_end_matches('/');
            let anywhere = if plain.contains('/') { plain.to_owned() } else { format!("**/{plain}") };
            let glob = GlobBuilder::new(&anywhere).literal_separator(true).backslash_escape(true).build();
            set.add(glob.map_err(usage)?);
        }
        Ok(Self(set.build().map_err(usage)?))
    }

    /// Returns whether there is no pattern.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether a name, or a folder around it, matches.
    pub(crate) fn has_match(&self, name: &str) -> bool {
        let name = strip_dot(name);
        let folders = name.bytes().enumerate().filter(|(_, byte)| *byte == b'/').filter_map(|(at, _)| name.get(..at));
        self.0.is_match(name) || folders.into_iter().any(|folder| self.0.is_match(folder))
    }

    /// Returns whether a name matches, or there is no pattern.
    pub(crate) fn allows_name(&self, name: &str) -> bool {
        self.is_empty() || self.has_match(name)
    }
}

/// Removes `./`, with which some writers begin all names.
fn strip_dot(name: &str) -> &str {
    name.strip_prefix("./").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        let cases = [
            ("a.txt", "a.txt", true),
            ("a.txt", "./a.txt", true),
            ("./a.txt", "a.txt", true),
            ("a.txt", "b/a.txt", true),
            ("*.txt", "b/c/a.txt", true),
            ("b/*.txt", "b/a.txt", true),
            ("b/*.txt", "b/c/a.txt", false),
            ("b/**", "b/c/a.txt", true),
            ("b", "b/c/a.txt", true),
            ("b/", "./b/c/a.txt", true),
            ("b/c", "b/c/a.txt", true),
            ("c/a.txt", "b/c/a.txt", false),
            ("*.{png,txt}", "a.txt", true),
            ("[ab].txt", "c.txt", false),
            ("A.txt", "a.txt", false),
        ];
        for (pattern, name, expected) in cases {
            assert_eq!(Globs::new(&[pattern.to_owned()]).unwrap().has_match(name), expected, "{pattern} {name}");
        }
        assert!(Globs::new(&[]).unwrap().allows_name("anything"));
        assert!(Globs::new(&["[".to_owned()]).is_err());
    }
}
