use super::super::paths::{self, Clash, SafePath, clashes};
use super::super::{Object, ObjectHeader, Package};
use super::faults::{Failed, Refusal, Refused};
use crate::bpx::span::Span;
use crate::total::total_size;
use bpx_schema::report::{Class, Error};
use std::num::Saturating;
use std::sync::Arc;

/// The files to unpack, which are determined before the unpacking begins.
#[derive(Default)]
pub(super) struct Plan {
    /// Files to write, by the position of their bytes; files without bytes come first.
    pub(super) items: Vec<Item>,
    pub(super) refused: Vec<Refused>,
    /// Objects whose bytes are not in Data sections.
    pub(super) failed: Vec<Failed>,
}

/// A file to write.
#[derive(Clone)]
pub(super) struct Item {
    pub(super) object: usize,
    pub(super) path: SafePath,
    /// The positions of the file's bytes in the sequence of Data sections; an empty file is at position 0.
    pub(super) span: Span,
    pub(super) executable: bool,
}

impl Plan {
    /// Checks all names, then the bounds of the selected objects with safe names.
    pub(super) fn new(package: &Package, wanted: &dyn Fn(&str) -> bool, executables: bool) -> Self {
        let mut plan = Self::default();
        let mut safe = Vec::new();
        for object in package.objects() {
            match object_path(&object) {
                Ok(path) if wanted(&object_name(&object)) => safe.push((object, path)),
                Err(reason) if wanted(&object_name(&object)) => plan.refuse_object(&object, reason),
                _ => {}
            }
        }
        let clashes = clashes(safe.iter().map(|(_, path)| path).enumerate());
        let mut clashes = clashes.into_iter().peekable();
        for (number, (object, path)) in safe.iter().enumerate() {
            if let Some(Clash { with, kind, .. }) = clashes.next_if(|clash| clash.name == number) {
                let other = safe.get(with).map_or_else(String::new, |(other, _)| object_name(other));
                plan.refuse_object(object, Refusal::Clash { kind, other });
                continue;
            }
            let executable = executables && object_name(object).starts_with("./bin/");
            let path = path.clone();
            match if object.size() == 0 { Ok(Span::default()) } else { object.span() } {
                Ok(span) => plan.items.push(Item { object: object.index(), path, span, executable }),
                Err(error) => plan.fail_object(object.index(), &path, error),
            }
        }
        plan.items.sort_by_key(|item| (item.span, item.object));
        plan.refuse_overlaps();
        plan
    }

    /// Returns the size of all files in bytes.
    pub(super) fn total_size(&self) -> u64 {
        total_size(self.items.iter().map(|item| item.span.size())).0
    }

    /// Returns the first object up to which the files have more bytes than
    /// [`max_shared`](bpx_schema::Limits::max_shared) allows for the contents that they share. Without this limit, a
    /// package of a megabyte could write terabytes.
    pub(super) fn first_beyond_sharing(&self, package: &Package) -> Option<Failed> {
        // Equal ranges are adjacent, and different ones do not overlap.
        let distinct = self.items.chunk_by(|a, b| a.span == b.span).filter_map(|items| items.first());
        let content = total_size(distinct.map(|item| item.span.size())).0;
        let limit = package.container().options().limits.max_shared.for_size(content);
        let mut size = Saturating(0);
        let item = self.items.iter().find(|item| {
            size += item.span.size();
            size.0 > limit
        })?;
        let message = format!(
            "the files up to this object have {size} bytes and share {content} bytes of content; the limit in bytes \
                is {limit}"
        );
        let fault = |object: Object<'_>| object.too_large(message);
        let error = Arc::new(package.object(item.object).map(fault)?);
        Some(Failed { object: item.object, name: item.path.to_string(), error })
    }

    /// Rejects objects that share some of their bytes, because a reader might decode a section again for every
    /// object. Objects may share all of their bytes, as some writers do for equal contents, or none.
    fn refuse_overlaps(&mut self) {
        let mut before = Span::default();
        for item in std::mem::take(&mut self.items) {
            if item.span.start() < before.end() && item.span != before {
                let message = "the object shares some, but not all, of its bytes with another object";
                let error = Error::unlocated_fault(Class::Overlap, message);
                self.fail_object(item.object, &item.path, error.in_element(item.object as u64).in_field("objects"));
                continue;
            }
            before = item.span;
            self.items.push(item);
        }
    }

    fn refuse_object(&mut self, object: &Object<'_>, reason: Refusal) {
        let (path, at) = object.place_of(ObjectHeader::NAME);
        self.refused.push(Refused { object: object.index(), name: object_name(object), reason, path, at });
    }

    fn fail_object(&mut self, object: usize, path: &SafePath, error: Error) {
        self.failed.push(Failed { object, name: path.to_string(), error: Arc::new(error) });
    }
}

fn object_path(object: &Object<'_>) -> Result<SafePath, Refusal> {
    Ok(paths::check(object.name_bytes().map_err(Refusal::Unreadable)?)?)
}

/// Returns the name of an object. Invalid UTF-8 is replaced, and a name that cannot be read is empty.
fn object_name(object: &Object<'_>) -> String {
    object.name_bytes().map_or_else(|_| String::new(), |name| String::from_utf8_lossy(name).into_owned())
}
