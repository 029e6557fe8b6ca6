//! The position of a listener: the current path, and the spaces to which offsets relate.

use bpx_schema::dump::value_text;
use bpx_schema::report::{Location, Segment};
use bpx_schema::value::LeafValue as Stored;
use bpx_schema::watch::{Leaf, NodeKind, ValueNode};
use serde_json::{Value, json};
use std::fmt::Write;

/// Follows the path of a traversal. A space is the file (its name is empty) or the decompressed content of a region
/// (its name is the path of the region).
#[derive(Debug, Default)]
pub struct PathTracker {
    path: String,
    /// Size of the path before each open value, and whether the value opened a space.
    open: Vec<(usize, bool)>,
    spaces: Vec<String>,
}

impl PathTracker {
    /// Enters a value with parts.
    pub fn open(&mut self, node: &ValueNode<'_>) {
        let before = self.push_segment(node.segment.as_ref());
        let packed = node.kind.packed_size().is_some();
        if packed {
            let own = match (node.kind, node.field) {
                // What is packed in place has no step of its own, but the name of the field that it holds.
                (NodeKind::Packed { .. }, Some(field)) => join_path(&self.path, &field.name),
                _ => self.path.clone(),
            };
            self.spaces.push(own);
        }
        self.open.push((before, packed));
    }

    /// Leaves the value that was entered last.
    pub fn close(&mut self) {
        let Some((before, packed)) = self.open.pop() else { return };
        self.path.truncate(before);
        if packed {
            self.spaces.pop();
        }
    }

    /// Calls `ask` with the path of a part of the open value, and returns the answer.
    pub fn with_segment<T>(&mut self, segment: Option<&Segment>, ask: impl FnOnce(&Self) -> T) -> T {
        let before = self.push_segment(segment);
        let answer = ask(self);
        self.path.truncate(before);
        answer
    }

    fn push_segment(&mut self, segment: Option<&Segment>) -> usize {
        let before = self.path.len();
        match segment {
            Some(Segment::Field(name)) => {
                if before > 0 {
                    self.path.push('.');
                }
                self.path.push_str(name);
            }
            // Writing to a string cannot fail.
            Some(Segment::Index(index)) => drop(write!(self.path, "[{index}]")),
            None => {}
        }
        before
    }

    /// Returns the path of the open value.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the space to which offsets relate.
    #[must_use]
    pub fn space(&self) -> &str {
        self.spaces.last().map_or("", String::as_str)
    }

    /// Returns the offset of a location in the current space.
    #[must_use]
    pub fn offset_in_space(&self, at: Location) -> u64 {
        at.offset_in_space(!self.spaces.is_empty())
    }

    /// Describes a value with parts before the traversal enters it; the size is not known yet, and stated as 0.
    #[must_use]
    pub fn node_json(&self, node: &ValueNode<'_>) -> Value {
        let structure = node.structure.map_or("", |own| &*own.name);
        let (doc, spec) = node_doc(node);
        let kind = match node.kind {
            NodeKind::Structure => "structure",
            NodeKind::Array => "array",
            _ => "region",
        };
        json!({
            "path": self.path, "name": last_name(&self.path), "kind": kind, "type": structure,
            "space": self.space(), "offset": self.offset_in_space(node.at), "size": 0,
            "stored": node.kind.stored_size(), "packed": node.kind.packed_size().is_some(),
            "doc": doc, "spec": spec, "label": node.field.map_or("", |field| &*field.name),
        })
    }

    /// Describes a value without parts; the current path is the path of the value.
    #[must_use]
    pub fn leaf_json(&self, leaf: &Leaf<'_>) -> Value {
        json!({
            "path": self.path, "name": last_name(&self.path), "kind": "value", "type": type_name(leaf),
            "space": self.space(), "offset": self.offset_in_space(leaf.at), "size": leaf_size(leaf),
            "value": value_text(leaf, false), "doc": leaf.doc, "spec": leaf.spec, "label": leaf.label,
            "codes": leaf.codes.map(|codes| &*codes.name), "reserved": leaf.reserved, "derived": leaf.derived,
            "bits": leaf.bits.map(|(first, width)| [first, width]),
        })
    }
}

/// Returns the documentation of a value with parts, and the section of the specification.
fn node_doc<'n>(node: &ValueNode<'n>) -> (&'n str, &'n str) {
    let own = node.structure.map_or(("", ""), |own| (&*own.doc, &*own.spec));
    match node.field {
        Some(field) if !field.spec.is_empty() => (&field.doc, &field.spec),
        Some(field) if !field.doc.is_empty() => (&field.doc, own.1),
        _ => own,
    }
}

/// Returns the last name of a path, with its indexes.
fn last_name(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

fn join_path(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// Returns whether `path` is `outer` or a path inside of `outer`.
#[must_use]
pub fn is_within(path: &str, outer: &str) -> bool {
    outer.is_empty() || path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// Returns the size of a leaf in bytes. The size of a bit field counts all bytes that have bits of the field.
pub(super) fn leaf_size(leaf: &Leaf<'_>) -> u64 {
    let Some((first, width)) = leaf.bits else { return leaf.bytes.len() as u64 };
    // The place of a bit field is the byte of its first bit.
    (u64::from(first) + u64::from(width)).div_ceil(8) - u64::from(first / 8)
}

fn type_name(leaf: &Leaf<'_>) -> String {
    if let Some((_, width)) = leaf.bits {
        return format!("{width} bits");
    }
    match leaf.value {
        Stored::Int(_) => format!("integer, {} bytes", leaf.bytes.len()),
        Stored::F32(_) | Stored::F64(_) => format!("float, {} bytes", leaf.bytes.len()),
        Stored::Bytes(_) => "bytes".to_owned(),
        Stored::Text(_) | Stored::Encoded(..) => "text".to_owned(),
        Stored::Digits(..) => "digits".to_owned(),
        Stored::Numbers(numbers) => format!("numbers of {} bytes", numbers.size),
    }
}
