//! Records the reports of a decoder, so that two runs of decoders can be compared.

use super::{Leaf, NodeKind, ValueNode, Watch};
use crate::report::{Error, Finding, Location, Path, Result};

/// A report of a decoder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JournalEvent {
    /// A value with parts begins.
    Open {
        /// The path of the value.
        path: Path,
        /// The kind of the value.
        kind: NodeKind,
        /// Name of the value's structure; empty if there is none.
        structure: String,
        /// Name of the field that holds the value; empty if there is none.
        field: String,
        /// The location at which the value begins.
        at: Location,
    },
    /// A value without parts.
    Leaf {
        /// The path of the value.
        path: Path,
        /// The name, the documentation and the section of the specification of the value.
        texts: [String; 3],
        /// Name of the value's set of codes; empty if there is none.
        codes: String,
        /// Whether the bytes of the value are reserved, and whether a writer computes the value.
        marks: [bool; 2],
        /// The location at which the value begins.
        at: Location,
        /// The bytes of the value.
        bytes: Vec<u8>,
        /// First bit and width, of a bit field.
        bits: Option<(u16, u16)>,
        /// The value, as a dump shows it.
        value: String,
    },
    /// The value that was opened last ends.
    Close {
        /// The path of the value.
        path: Path,
        /// Size of the value in bytes.
        size: u64,
    },
    /// A finding about a broken rule, whose path begins at the root.
    Finding(Finding),
    /// The error that ended the reading.
    Error(String),
}

/// A listener that keeps all reports of a decoder. It is meant for comparisons, not for large files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Journal {
    path: Path,
    events: Vec<JournalEvent>,
}

impl Journal {
    /// Returns the reports so far.
    #[must_use]
    pub fn events(&self) -> &[JournalEvent] {
        &self.events
    }

    /// Returns the reports, and adds the error of the reading, if there is one.
    #[must_use]
    pub fn finish<T>(mut self, read: Result<T>) -> Vec<JournalEvent> {
        match read {
            Ok(_) => {}
            Err(Error::Fault(finding)) => self.events.push(JournalEvent::Finding(*finding)),
            Err(error) => self.events.push(JournalEvent::Error(error.to_string())),
        }
        self.events
    }
}

impl Watch for Journal {
    fn open(&mut self, node: &ValueNode<'_>) {
        if let Some(segment) = &node.segment {
            self.path.push(segment.clone());
        }
        self.events.push(JournalEvent::Open {
            path: self.path.clone(),
            kind: node.kind,
            structure: node.structure.map_or_else(String::new, |structure| structure.name.to_string()),
            field: node.field.map_or_else(String::new, |field| field.name.to_string()),
            at: node.at,
        });
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        let mut path = self.path.clone();
        path.push(leaf.segment.clone());
        self.events.push(JournalEvent::Leaf {
            path,
            texts: [leaf.label, leaf.doc, leaf.spec].map(ToOwned::to_owned),
            codes: leaf.codes.map_or_else(String::new, |codes| codes.name.to_string()),
            marks: [leaf.reserved, leaf.derived],
            at: leaf.at,
            bytes: leaf.bytes.to_vec(),
            bits: leaf.bits,
            value: leaf.value.to_string(),
        });
    }

    fn close(&mut self, node: &ValueNode<'_>, size: u64) {
        self.events.push(JournalEvent::Close { path: self.path.clone(), size });
        if node.segment.is_some() {
            self.path.pop();
        }
    }

    fn report(&mut self, mut finding: Finding) {
        finding.path = self.path.join(&finding.path);
        self.events.push(JournalEvent::Finding(finding));
    }
}
