use super::{Entry, Trace, What};
use crate::report::{Finding, Path};
use crate::value::{Value, flag_names};
use crate::watch::{Kind, Leaf, Node, Watch};

/// Keeps a traversal.
#[derive(Debug)]
pub struct Recorder<'a> {
    trace: Trace,
    path: Path,
    open: Vec<usize>,
    spaces: Vec<usize>,
    file: &'a [u8],
    kept: usize,
}

/// Bytes that are kept of a value.
const HEAD: usize = 256;

impl<'a> Recorder<'a> {
    /// A recorder for a file, whose bytes it shows for regions in compressed form.
    #[must_use]
    pub fn new(file: &'a [u8]) -> Self {
        Self { trace: Trace::default(), path: Path::root(), open: Vec::new(), spaces: Vec::new(), file, kept: HEAD }
    }

    /// A recorder that keeps all bytes of long values.
    #[must_use]
    pub fn complete(file: &'a [u8]) -> Self {
        Self { kept: usize::MAX, ..Self::new(file) }
    }

    /// What was recorded.
    #[must_use]
    pub fn finish(self) -> Trace {
        self.trace
    }

    fn head(&self, bytes: &[u8]) -> Vec<u8> {
        bytes.get(..self.kept).unwrap_or(bytes).to_vec()
    }

    fn stored_head(&self, offset: u64, stored: u64) -> Vec<u8> {
        let rest = usize::try_from(offset).ok().and_then(|start| self.file.get(start..)).unwrap_or_default();
        self.head(rest.get(..usize::try_from(stored).unwrap_or(usize::MAX)).unwrap_or(rest))
    }
}

/// A value in words: codes and flags by name.
fn words(leaf: &Leaf<'_>) -> String {
    match (leaf.codes, &leaf.value) {
        (Some(codes), Value::Int(value)) => {
            let raw = u64::try_from(*value).unwrap_or_default();
            if codes.flags {
                let names = flag_names(codes, raw).join(" | ");
                return if names.is_empty() { format!("{raw:#x}") } else { format!("{raw:#x} ({names})") };
            }
            codes.find(raw).map_or_else(|| raw.to_string(), |code| format!("{raw} ({})", code.name))
        }
        (_, Value::Bytes(bytes))
            if !bytes.is_empty() && bytes.iter().all(u8::is_ascii_graphic) && bytes.len() <= 16 =>
        {
            Value::Text(bytes).to_string()
        }
        (_, value) => value.to_string(),
    }
}

impl Watch for Recorder<'_> {
    fn open(&mut self, node: &Node<'_>) {
        if let Some(segment) = &node.segment {
            self.path.push(segment.clone());
        }
        let what = match node.kind {
            Kind::Structure => What::Structure,
            Kind::Array => What::Array(0),
            Kind::Region { stored, packed } => {
                let head = if packed { self.stored_head(node.at.file, stored) } else { Vec::new() };
                What::Region { stored, packed, head }
            }
        };
        if let Some(Entry { what: What::Array(count), .. }) =
            self.open.last().and_then(|at| self.trace.entries.get_mut(*at))
        {
            *count = count.saturating_add(1);
        }
        let place = self.trace.entries.len();
        self.trace.entries.push(Entry {
            path: self.path.clone(),
            depth: self.open.len(),
            what,
            at: node.at,
            size: 0,
            label: node.structure.map(|structure| structure.name.to_string()).unwrap_or_default(),
            doc: node
                .field
                .map(|field| field.doc.to_string())
                .or_else(|| node.structure.map(|s| s.doc.to_string()))
                .unwrap_or_default(),
            spec: node
                .field
                .map(|field| field.spec.to_string())
                .filter(|spec| !spec.is_empty())
                .or_else(|| node.structure.map(|s| s.spec.to_string()))
                .unwrap_or_default(),
            space: self.spaces.last().copied(),
        });
        self.open.push(place);
        if matches!(node.kind, Kind::Region { packed: true, .. }) {
            self.spaces.push(place);
        }
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        if let Some(Entry { what: What::Array(count), .. }) =
            self.open.last().and_then(|at| self.trace.entries.get_mut(*at))
        {
            *count = count.saturating_add(1);
        }
        let mut path = self.path.clone();
        path.push(leaf.segment.clone());
        let size = match leaf.bits {
            None => leaf.bytes.len() as u64,
            // Bits share bytes: the first field that touches a byte shows it.
            Some((first, width)) => {
                let end = first.saturating_add(width).div_ceil(8);
                u64::from(end.saturating_sub(first.div_ceil(8)))
            }
        };
        let bytes = match leaf.bits {
            None => leaf.bytes,
            Some((first, width)) => {
                let (from, to) = (usize::from(first.div_ceil(8)), usize::from(first.saturating_add(width).div_ceil(8)));
                leaf.bytes.get(from..to).unwrap_or_default()
            }
        };
        let at = match leaf.bits {
            None => leaf.at,
            Some((first, _)) => {
                let packed = self.spaces.last().is_some();
                crate::value::advance(
                    leaf.at,
                    u64::from(first.div_ceil(8)).saturating_sub(u64::from(first / 8)),
                    packed,
                )
            }
        };
        self.trace.entries.push(Entry {
            path,
            depth: self.open.len(),
            what: What::Leaf { value: words(leaf), head: self.head(bytes), bits: leaf.bits },
            at,
            size,
            label: leaf.label.to_owned(),
            doc: leaf.doc.to_owned(),
            spec: leaf.spec.to_owned(),
            space: self.spaces.last().copied(),
        });
    }

    fn close(&mut self, node: &Node<'_>, size: u64) {
        if node.segment.is_some() {
            self.path.pop();
        }
        let Some(place) = self.open.pop() else { return };
        if self.spaces.last() == Some(&place) {
            self.spaces.pop();
        }
        if let Some(entry) = self.trace.entries.get_mut(place) {
            entry.size = size;
        }
    }

    fn report(&mut self, mut finding: Finding) {
        finding.path = self.path.join(&finding.path);
        self.trace.findings.push(finding);
    }
}
