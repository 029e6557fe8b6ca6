//! Records the reports of a decoder, so that two readings can be compared.

use super::{Kind, Leaf, Node, Watch};
use crate::report::{Error, Finding, Location, Path, Result};

/// A report of a decoder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A value with parts begins.
    Open {
        /// The place of the value in the structure of the file.
        path: Path,
        /// What kind of value.
        kind: Kind,
        /// Name of its structure, or empty.
        structure: String,
        /// Name of the field that holds it, or empty.
        field: String,
        /// Where it begins.
        at: Location,
    },
    /// A value without parts.
    Leaf {
        /// The place of the value in the structure of the file.
        path: Path,
        /// Name, documentation and section of the specification.
        texts: [String; 3],
        /// Name of its set of codes, or empty.
        codes: String,
        /// Whether its bytes are reserved, and whether it is computed when writing.
        marks: [bool; 2],
        /// Where it begins.
        at: Location,
        /// Its bytes.
        bytes: Vec<u8>,
        /// First bit and width, of a bit field.
        bits: Option<(u16, u16)>,
        /// The value, as a dump shows it.
        value: String,
    },
    /// The value that was opened last ends.
    Close {
        /// The place of the value in the structure of the file.
        path: Path,
        /// Size in bytes.
        size: u64,
    },
    /// A rule is broken, with the whole path.
    Finding(Finding),
    /// Reading ended here.
    Error(String),
}

/// A listener that keeps all reports of a decoder; for comparisons, not for large files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Journal {
    path: Path,
    events: Vec<Event>,
}

impl Journal {
    /// Returns the reports so far.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Returns the reports, and the outcome of the reading.
    #[must_use]
    pub fn finish<T>(mut self, read: Result<T>) -> Vec<Event> {
        match read {
            Ok(_) => {}
            Err(Error::Fault(finding)) => self.events.push(Event::Finding(*finding)),
            Err(error) => self.events.push(Event::Error(error.to_string())),
        }
        self.events
    }
}

impl Watch for Journal {
    fn open(&mut self, node: &Node<'_>) {
        if let Some(segment) = &node.segment {
            self.path.push(segment.clone());
        }
        self.events.push(Event::Open {
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
        self.events.push(Event::Leaf {
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

    fn close(&mut self, node: &Node<'_>, size: u64) {
        self.events.push(Event::Close { path: self.path.clone(), size });
        if node.segment.is_some() {
            self.path.pop();
        }
    }

    fn report(&mut self, mut finding: Finding) {
        finding.path = self.path.join(&finding.path);
        self.events.push(Event::Finding(finding));
    }
}
