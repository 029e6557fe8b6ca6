//! Follows the position of a listener: the current path, and whether the path leads into the shown value.

use crate::report::{Location, Segment};
use crate::watch::{NodeKind, ValueNode};
use std::borrow::Cow;

/// The path of a traversal, and the open values.
#[derive(Debug, Default)]
pub(super) struct ListenerPlace {
    /// The path of the value to show; empty for all values.
    wanted: String,
    path: String,
    open: Vec<OpenValue>,
    /// The number of open regions with decompressed content.
    packed: usize,
    /// Depth of the shown value among the open values, and the number of regions with decompressed content around the
    /// shown value.
    shown: Option<(usize, usize)>,
    found: bool,
}

/// An open value with parts.
#[derive(Debug)]
struct OpenValue {
    /// Size in bytes of the path before this value.
    before: usize,
    /// Offset of the value's name in the path, in bytes.
    name: usize,
    packed: bool,
}

impl ListenerPlace {
    pub(super) fn new(wanted: &str) -> Self {
        let all = wanted.is_empty();
        Self { wanted: wanted.to_owned(), shown: all.then_some((0, 0)), found: all, ..Self::default() }
    }

    /// Returns whether the shown value was found.
    pub(super) fn has_found_value(&self) -> bool {
        self.found
    }

    /// Enters a value with parts. Returns whether the value is shown.
    pub(super) fn open_node(&mut self, node: &ValueNode<'_>) -> bool {
        let (before, name) = (self.path.len(), self.push_segment(node.segment.as_ref()));
        if self.shown.is_none() && self.path == self.wanted {
            self.shown = Some((self.open.len(), self.packed));
            self.found = true;
        }
        let packed = node.kind.packed_size().is_some();
        self.open.push(OpenValue { before, name, packed });
        self.packed += usize::from(packed);
        self.shown.is_some()
    }

    /// Calls `ask` for a value without parts; returns `None` if the value is not shown.
    pub(super) fn visit_leaf<T>(&mut self, segment: &Segment, ask: impl FnOnce(&Self, &str) -> T) -> Option<T> {
        let (before, name) = (self.path.len(), self.push_segment(Some(segment)));
        let alone = self.shown.is_none() && self.path == self.wanted;
        if alone {
            self.shown = Some((self.open.len(), self.packed));
            self.found = true;
        }
        let answer = self.shown.is_some().then(|| ask(self, self.path.split_at(name).1));
        if alone {
            self.shown = None;
        }
        self.path.truncate(before);
        answer
    }

    /// Leaves a value with parts. Returns whether the value was shown.
    pub(super) fn close_node(&mut self) -> bool {
        let shown = self.shown.is_some();
        if let Some(open) = self.open.pop() {
            self.path.truncate(open.before);
            self.packed -= usize::from(open.packed);
        }
        // Leaving the root does not end a dump of the whole file.
        if self.shown.is_some_and(|(depth, _)| depth >= self.open.len()) && !self.wanted.is_empty() {
            self.shown = None;
        }
        shown
    }

    /// Adds a step to the path. Returns the offset of the name that a line shows: the last name of the path, and its
    /// indexes.
    fn push_segment(&mut self, segment: Option<&Segment>) -> usize {
        match segment {
            Some(Segment::Field(name)) => {
                if !self.path.is_empty() {
                    self.path.push('.');
                }
                let start = self.path.len();
                self.path.push_str(name);
                start
            }
            Some(Segment::Index(index)) => {
                push_index(&mut self.path, *index);
                self.open.last().map_or(0, |open| open.name)
            }
            None => self.open.last().map_or(0, |open| open.name),
        }
    }

    /// Returns the whole path.
    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// Returns the path of the value that was opened last. For a field with decompressed content, adds the name of the
    /// field.
    pub(super) fn path_of(&self, node: &ValueNode<'_>) -> Cow<'_, str> {
        match node.field.filter(|_| matches!(node.kind, NodeKind::Packed { .. })) {
            Some(field) if self.path.is_empty() => field.name.to_string().into(),
            Some(field) => format!("{}.{}", self.path, field.name).into(),
            None => (&*self.path).into(),
        }
    }

    /// Returns the name of the value that was opened last.
    pub(super) fn name(&self) -> &str {
        self.open.last().map_or("", |open| self.path.split_at(open.name).1)
    }

    /// Returns the number of steps from the shown value to a part of the innermost open value.
    pub(super) fn depth(&self) -> usize {
        self.shown.map_or(0, |(depth, _)| self.open.len() - depth)
    }

    /// Returns the number of open regions with decompressed content below the shown value.
    pub(super) fn content_depth(&self) -> usize {
        self.shown.map_or(0, |(_, around)| self.packed - around)
    }

    /// Returns the offset of a value in its space, which is the file or the decompressed content.
    pub(super) fn offset_in_space(&self, at: Location) -> u64 {
        at.offset_in_space(self.packed > 0)
    }
}

/// Adds an index in brackets to a path. Formatting would be slower, and large arrays have many indexes.
fn push_index(path: &mut String, index: u64) {
    path.push('[');
    let first = path.len();
    let mut rest = index;
    loop {
        path.insert(first, char::from(b'0' + (rest % 10) as u8));
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    path.push(']');
}
