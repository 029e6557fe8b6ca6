//! Paths such as `sections[3].header.flags`, and patterns with `[*]`.

use std::fmt;

use super::error::Position;

/// One step of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    Name(String),
    Index(usize),
    /// `[*]`: any index; only in patterns.
    Any,
}

/// A path from the root, or a pattern over such paths.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Path {
    pub parts: Vec<Part>,
}

/// A path as the text mentions it.
#[derive(Debug, Clone)]
pub(super) struct PathRef {
    pub path: Path,
    pub at: Position,
}

impl Path {
    pub(super) fn join(&self, tail: &Path) -> Path {
        Path { parts: self.parts.iter().chain(&tail.parts).cloned().collect() }
    }

    pub(super) fn with_name(&self, name: &str) -> Path {
        let mut parts = self.parts.clone();
        parts.push(Part::Name(name.to_owned()));
        Path { parts }
    }

    pub(super) fn with_index(&self, index: usize) -> Path {
        let mut parts = self.parts.clone();
        parts.push(Part::Index(index));
        Path { parts }
    }

    /// Returns the path of the block around this path.
    pub(super) fn parent(&self) -> Path {
        let is_name = |part: &Part| matches!(part, Part::Name(_));
        // A path without names has no block around it.
        let last = self.parts.iter().rposition(is_name).unwrap_or(0);
        Path { parts: self.parts.iter().take(last).cloned().collect() }
    }

    pub(super) fn is_pattern(&self) -> bool {
        self.parts.contains(&Part::Any)
    }

    /// Returns whether `other` is this path or lies below it.
    pub(super) fn contains(&self, other: &Path) -> bool {
        let Some(begin) = other.parts.get(..self.parts.len()) else { return false };
        // Most paths begin alike and differ at the end.
        self.parts.iter().zip(begin).rev().all(|pair| match pair {
            (Part::Any, Part::Index(_)) => true,
            (mine, theirs) => mine == theirs,
        })
    }

    /// Returns the index that follows this path in `other`.
    pub(super) fn index_of(&self, other: &Path) -> Option<usize> {
        match other.parts.get(self.parts.len()) {
            Some(Part::Index(index)) if self.contains(other) => Some(*index),
            _ => None,
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, part) in self.parts.iter().enumerate() {
            match part {
                Part::Name(name) if place == 0 => out.write_str(name)?,
                Part::Name(name) => write!(out, ".{name}")?,
                Part::Index(index) => write!(out, "[{index}]")?,
                Part::Any => out.write_str("[*]")?,
            }
        }
        Ok(())
    }
}
