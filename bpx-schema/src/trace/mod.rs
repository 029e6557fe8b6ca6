//! What a traversal said, kept: for dumps, coverage and comparison.

mod dump;
mod recorder;
mod select;

pub use self::dump::{DumpOptions, dump};
pub use self::recorder::Recorder;
pub use self::select::Select;

use crate::report::{Finding, Location, Path};

/// Every value of a file, in the order of the traversal, each before its parts.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Trace {
    /// The values.
    pub entries: Vec<Entry>,
    /// The rules that are broken.
    pub findings: Vec<Finding>,
}

/// One value and its bytes.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The way to it from the root.
    pub path: Path,
    /// Steps from the root.
    pub depth: usize,
    /// What kind of value.
    pub what: What,
    /// Where it begins.
    pub at: Location,
    /// Size in bytes, in its space; of a bit field, of the bytes that its bits touch.
    pub size: u64,
    /// Name of its structure, as the specification spells the field, or empty.
    pub label: String,
    /// What it means.
    pub doc: String,
    /// Section of the specification, or empty.
    pub spec: String,
    /// The region whose decompressed content holds it, as a place in the trace.
    pub space: Option<usize>,
}

/// Kinds of values.
#[derive(Debug, Clone, PartialEq)]
pub enum What {
    /// Fields.
    Structure,
    /// Elements, and how many.
    Array(u64),
    /// Bytes that lie elsewhere: size as stored, and whether the parts lie in decompressed content.
    Region {
        /// Size in bytes as stored.
        stored: u64,
        /// Whether the parts lie in decompressed content.
        packed: bool,
        /// The first stored bytes, when the parts lie in decompressed content.
        head: Vec<u8>,
    },
    /// A value without parts.
    Leaf {
        /// The value in words.
        value: String,
        /// Its first bytes.
        head: Vec<u8>,
        /// First bit and width, of a bit field.
        bits: Option<(u16, u16)>,
    },
}

/// A part of a file that has exactly one owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extent {
    /// Offset in bytes from the beginning of the file.
    pub offset: u64,
    /// Size in bytes.
    pub size: u64,
    /// Path of the value, or `gap`, `gap in ..`, `trailing bytes`.
    pub owner: String,
    /// Paths of other values that share the bytes.
    pub shared_with: Vec<String>,
}

impl Trace {
    /// Only the value at a path, and its parts.
    #[must_use]
    pub fn below(self, wanted: &Path) -> Self {
        let depth = wanted.segments().len();
        let inside = |path: &Path| path.segments().get(..depth) == Some(wanted.segments());
        let kept: Vec<usize> =
            (0..).zip(&self.entries).filter(|(_, entry)| inside(&entry.path)).map(|(place, _)| place).collect();
        let mut entries: Vec<_> = self.entries.into_iter().filter(|entry| inside(&entry.path)).collect();
        let (first, outer) = entries.first().map_or((0, None), |entry| (entry.depth.saturating_sub(1), entry.space));
        for entry in &mut entries {
            entry.depth = entry.depth.saturating_sub(first);
            if entry.space == outer {
                // The space of the value is now the outermost one.
                let offset = entry.at.content.filter(|_| outer.is_some()).unwrap_or(entry.at.file);
                entry.at = Location { file: offset, content: None };
                entry.space = None;
            } else {
                entry.space = entry.space.and_then(|space| kept.binary_search(&space).ok());
            }
        }
        let findings = self.findings.into_iter().filter(|finding| inside(&finding.path)).collect();
        Self { entries, findings }
    }

    /// The file as a sequence of extents, without holes: every byte belongs to one value or one named gap.
    #[must_use]
    pub fn extents(&self, file_size: u64) -> Vec<Extent> {
        let mut owned: Vec<(u64, u64, String)> = self.entries.iter().filter_map(Entry::file_span).collect();
        owned.sort_by_key(|(offset, size, _)| (*offset, u64::MAX.saturating_sub(*size)));
        let regions = self.plain_regions();
        let mut extents: Vec<Extent> = Vec::new();
        let mut end = 0_u64;
        for (offset, size, owner) in owned {
            if offset > end {
                push_gaps(&regions, &mut extents, end, offset);
            }
            let stop = offset.saturating_add(size).min(file_size);
            if stop > end.max(offset) {
                let start = offset.max(end);
                extents.push(Extent {
                    offset: start,
                    size: stop.saturating_sub(start),
                    owner,
                    shared_with: Vec::new(),
                });
                end = stop;
            } else {
                let holder = extents.partition_point(|extent| extent.offset <= offset).checked_sub(1);
                if let Some(extent) = holder.and_then(|at| extents.get_mut(at)).filter(|one| one.owner != owner) {
                    extent.shared_with.push(owner);
                }
            }
        }
        if end < file_size {
            push_gaps(&regions, &mut extents, end, file_size);
            if let Some(last) = extents.last_mut().filter(|last| last.owner == "gap") {
                "trailing bytes".clone_into(&mut last.owner);
            }
        }
        extents
    }

    /// The runs of bytes of regions that are stored as they are, in the order of their offsets and without overlap:
    /// of several that share bytes, the one that began first has them.
    fn plain_regions(&self) -> Vec<Run<'_>> {
        let mut regions: Vec<Run<'_>> = self.entries.iter().filter_map(Entry::plain_region).collect();
        regions.sort_by_key(|run| (run.start, run.end));
        let mut end = 0_u64;
        regions.retain_mut(|run| {
            run.start = run.start.max(end);
            end = end.max(run.end);
            run.start < run.end
        });
        regions
    }
}

/// A run of bytes of a region.
struct Run<'a> {
    start: u64,
    end: u64,
    path: &'a Path,
}

/// Names bytes without an owner: those inside of a region that its value does not use, and the others.
fn push_gaps(regions: &[Run<'_>], extents: &mut Vec<Extent>, from: u64, to: u64) {
    let mut push = |from: u64, to: u64, owner: String| {
        if from < to {
            extents.push(Extent { offset: from, size: to.saturating_sub(from), owner, shared_with: Vec::new() });
        }
    };
    let first = regions.partition_point(|run| run.end <= from);
    let mut at = from;
    for run in regions.get(first..).unwrap_or_default().iter().take_while(|run| run.start < to) {
        push(at, run.start, "gap".to_owned());
        push(at.max(run.start), run.end.min(to), format!("gap in {}", run.path));
        at = run.end.min(to);
    }
    push(at, to, "gap".to_owned());
}

impl Extent {
    /// Whether no value owns the bytes.
    #[must_use]
    pub fn is_gap(&self) -> bool {
        self.owner.starts_with("gap") || self.owner == "trailing bytes"
    }
}

impl Entry {
    /// The bytes of the file of a region that is stored as it is.
    fn plain_region(&self) -> Option<Run<'_>> {
        match self.what {
            What::Region { stored, packed: false, .. } if self.space.is_none() => {
                let start = self.at.file;
                Some(Run { start, end: start.saturating_add(stored), path: &self.path })
            }
            _ => None,
        }
    }

    /// The bytes of the file that belong to this value and to none of its parts.
    fn file_span(&self) -> Option<(u64, u64, String)> {
        let size = match &self.what {
            _ if self.space.is_some() => return None,
            What::Leaf { .. } => self.size,
            What::Region { stored, packed: true, .. } => *stored,
            _ => return None,
        };
        (size > 0).then(|| (self.at.file, size, self.path.to_string()))
    }
}
