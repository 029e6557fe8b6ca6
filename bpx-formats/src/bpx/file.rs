//! Files of all versions, for callers that do not distinguish versions.

use super::container::{Container, Editor, OpenOptions, read_head};
use super::layout::MainHeader;
use super::{Layout, json, v0, verify_with};
use crate::{FileError, ModelOptions};
use bpx_schema::codec::Decoder;
use bpx_schema::json::{JsonRef, JsonSink};
use bpx_schema::report::{Mode, Report};
use bpx_schema::source::ReadAt;
use bpx_schema::watch::Watch;
use bpx_schema::{Budget, Codec, Limits, Result};
use std::sync::Arc;

/// Checks every rule of a file, as [`verify_with`] and [`v0::verify_with`] do.
///
/// # Errors
/// Returns errors of reading the source, which are not faults of the file.
pub fn verify(source: &dyn ReadAt, mode: Mode, limits: Limits) -> Result<Report> {
    if v0::is_version_0(source)? { v0::verify_with(source, mode, limits) } else { verify_with(source, mode, limits) }
}

/// Reports every part of a file to a listener.
///
/// # Errors
/// Returns an error when the bytes end before the structure does. The listener gets the parts before the error.
pub fn watch(file: &[u8], limits: Limits, watch: &mut dyn Watch) -> Result<()> {
    let budget = Budget::for_bytes(limits, file);
    let mut decoder = Decoder::new(file, &budget).with_watch(watch);
    if v0::has_signature(file) {
        return v0::Layout::decode(&mut decoder, []).map(drop);
    }
    Layout::decode(&mut decoder, []).map(drop)
}

/// Reports every part of a file to a listener, as [`watch`] does, but reads only the contents of sections that the
/// listener [wants](Watch::wants_content), each into its own memory. The function does not load a large file as a
/// whole.
///
/// # Errors
/// Returns the errors of [`watch`], and errors of the source.
pub fn watch_source(source: &dyn ReadAt, limits: Limits, watch: &mut dyn Watch) -> Result<()> {
    let budget = Budget::new(limits, source.size());
    if v0::is_version_0(source)? {
        let head = v0::read_head(source, limits)?;
        let mut decoder = Decoder::new(&head, &budget).with_source(source).with_watch(watch);
        return v0::Layout::decode(&mut decoder, []).map(drop);
    }
    let head = read_head(source, limits)?;
    let mut decoder = Decoder::new(&head, &budget).with_source(source).with_watch(watch);
    Layout::decode(&mut decoder, []).map(drop)
}

/// Writes a file as JSON.
///
/// # Errors
/// Returns the errors of [`Container::open`] and [`json::write_json`], or [`v0::Container::open`] and
/// [`v0::json::write_json`].
pub fn write_json(
    source: &Arc<dyn ReadAt>,
    limits: Limits,
    options: ModelOptions,
    sink: &mut dyn JsonSink,
) -> Result<()> {
    let (open, memory) = (OpenOptions::default().with_limits(limits), sink.memory());
    if v0::is_version_0(&**source)? {
        let container = v0::Container::open_within(Arc::clone(source), open, memory.as_ref())?;
        return v0::json::write_json(&container, options, sink);
    }
    json::write_json(&Container::open_within(Arc::clone(source), open, memory.as_ref())?, options, sink)
}

/// Builds a file from its JSON.
///
/// # Errors
/// Returns the errors of [`json::from_json`] or [`v0::json::from_json`].
pub fn from_json(model: JsonRef<'_>) -> Result<Vec<u8>, FileError> {
    let version = model.member(Layout::HEADER.name()).member(MainHeader::VERSION.name()).as_int();
    if version == Some(0) { v0::json::from_json(model) } else { json::from_json(model) }
}

/// Reads a file, writes the file again without a change, and returns the bytes.
///
/// # Errors
/// Returns the errors of [`Container::open`] or [`v0::Container::open`], and those of the source.
pub fn rewrite(source: &Arc<dyn ReadAt>, limits: Limits) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if v0::is_version_0(&**source)? {
        v0::Container::open(Arc::clone(source), limits)?.write_to(&mut bytes)?;
    } else {
        Editor::of(&Container::open(Arc::clone(source), limits)?).write_to(&mut bytes)?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bpx::container::{Compression, ContainerBuilder, SectionOptions};
    use bpx_schema::report::Finding;
    use bpx_schema::watch::{Leaf, ValueNode};
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Counts the bytes that are read.
    struct Counted(Vec<u8>, AtomicU64);

    impl ReadAt for Counted {
        fn size(&self) -> u64 {
            self.0.size()
        }

        fn read_at(&self, offset: u64, buf: &mut [u8]) -> std::io::Result<usize> {
            self.1.fetch_add(buf.len() as u64, Ordering::Relaxed);
            self.0.read_at(offset, buf)
        }
    }

    /// Notes where regions and leaves lie, and wants the content of one region.
    #[derive(Default)]
    struct One {
        wanted: Option<u64>,
        regions: Vec<u64>,
        closed: Vec<u64>,
        leaves: usize,
    }

    impl Watch for One {
        fn open(&mut self, node: &ValueNode<'_>) {
            self.regions.extend(node.kind.packed_size().map(|_| node.at.file));
        }

        fn leaf(&mut self, _: &Leaf<'_>) {
            self.leaves += 1;
        }

        fn close(&mut self, node: &ValueNode<'_>, size: u64) {
            self.closed.extend(node.kind.packed_size().map(|_| size));
        }

        fn report(&mut self, finding: Finding) {
            panic!("{finding}");
        }

        fn wants_content(&mut self, region: &ValueNode<'_>) -> bool {
            self.wanted == Some(region.at.file)
        }
    }

    #[test]
    fn only_wanted_contents_are_read() {
        const CONTENT: u64 = 100_000;
        let noise: Vec<u8> = (0..CONTENT)
            .scan(1_u32, |state, _| {
                *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                Some((*state >> 24) as u8)
            })
            .collect();
        let options = SectionOptions::default().with_compression(Compression::Zlib(6)).with_force(true);
        let file = ContainerBuilder::new(b'C', 2).section(1, &noise[..], options).section(1, &noise[..], options);
        let source = Counted(file.build().unwrap(), AtomicU64::new(0));
        let read = |wanted| {
            source.1.store(0, Ordering::Relaxed);
            let mut one = One { wanted, ..One::default() };
            watch_source(&source, Limits::default(), &mut one).unwrap();
            (one, source.1.load(Ordering::Relaxed))
        };
        let (none, head) = read(None);
        assert_eq!(none.closed, [CONTENT, CONTENT]);
        assert!(head < 1000, "{head}");
        let (second, bytes) = read(none.regions.get(1).copied());
        assert_eq!((second.closed, second.leaves), (none.closed, none.leaves + 1));
        assert!((CONTENT..CONTENT * 3 / 2).contains(&bytes), "{bytes}");
    }
}
