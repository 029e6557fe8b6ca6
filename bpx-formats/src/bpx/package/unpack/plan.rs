use super::super::paths::{self, Clash, ClashKind, SafePath, UnsafePath, clashes};
use super::super::{Object, ObjectHeader, Package};
use super::Failed;
use bpx_schema::report::{Class, Error, Location};
use std::sync::Arc;

/// An object that is not unpacked for its name.
#[derive(Debug)]
pub struct Refused {
    /// Number of the object.
    pub object: usize,
    /// Its name as stored, as far as it is text.
    pub name: String,
    /// What is wrong with it.
    pub reason: Refusal,
}

/// What is wrong with a name.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// There is none.
    #[error("the name cannot be read: {0}")]
    Unreadable(Error),
    /// It is no safe name of a file.
    #[error("{0}")]
    Unsafe(#[from] UnsafePath),
    /// It cannot lie beside another.
    #[error("{kind}: `{other}`")]
    Clash {
        /// Why.
        kind: ClashKind,
        /// The other name.
        other: String,
    },
}

/// What is to be done, before any of it is done.
#[derive(Default)]
pub(super) struct Plan {
    /// Files to write, by the position of their bytes; those without bytes come first.
    pub(super) items: Vec<Item>,
    pub(super) refused: Vec<Refused>,
    /// Objects whose bytes are not where they should be.
    pub(super) failed: Vec<Failed>,
}

/// A file to write.
#[derive(Clone)]
pub(super) struct Item {
    pub(super) object: usize,
    pub(super) path: SafePath,
    /// Of the first byte in the row of Data sections; 0 when there is none.
    pub(super) position: u64,
    /// Bytes.
    pub(super) size: u64,
    pub(super) executable: bool,
}

impl Plan {
    /// Looks at all names, then at the places of those that are wanted and safe.
    pub(super) fn new(package: &Package, wanted: &dyn Fn(&str) -> bool, executables: bool) -> Self {
        let mut plan = Self::default();
        let mut safe = Vec::new();
        for object in package.objects() {
            match path(&object) {
                Ok(path) if wanted(&text(&object)) => safe.push((object, path)),
                Err(reason) if wanted(&text(&object)) => plan.refuse(&object, reason),
                _ => {}
            }
        }
        let clashes = clashes(safe.iter().map(|(_, path)| path).enumerate());
        let mut clashes = clashes.into_iter().peekable();
        for (number, (object, path)) in safe.iter().enumerate() {
            if let Some(Clash { with, kind, .. }) = clashes.next_if(|clash| clash.name == number) {
                let other = safe.get(with).map(|(other, _)| text(other)).unwrap_or_default();
                plan.refuse(object, Refusal::Clash { kind, other });
                continue;
            }
            let executable = executables && text(object).starts_with("./bin/");
            let (size, path) = (object.size(), path.clone());
            match if size == 0 { Ok(0) } else { object.position() } {
                Ok(position) => plan.items.push(Item { object: object.index(), path, position, size, executable }),
                Err(error) => plan.fail(object.index(), &path, error),
            }
        }
        plan.items.sort_by_key(|item| (item.position, item.size, item.object));
        plan.refuse_overlaps();
        plan
    }

    /// Size of all files in bytes.
    pub(super) fn size(&self) -> u64 {
        self.items.iter().fold(0, |sum, item| sum.saturating_add(item.size))
    }

    /// The first object up to which the files have more bytes than the contents that they share allow
    /// ([`max_shared`](bpx_schema::Limits::max_shared)): a package of a megabyte could write terabytes.
    pub(super) fn first_beyond_sharing(&self, package: &Package) -> Option<Failed> {
        // Equal ranges follow each other, and none overlap.
        let distinct = self.items.chunk_by(|a, b| (a.position, a.size) == (b.position, b.size));
        let content = distinct.filter_map(|items| items.first()).fold(0_u64, |sum, item| sum.saturating_add(item.size));
        let limit = package.container().options().limits.max_shared.of(content);
        let mut size = 0_u64;
        let item = self.items.iter().find(|item| {
            size = size.saturating_add(item.size);
            size > limit
        })?;
        let message = format!("the files up to here have {size} bytes and share {content}; the limit is {limit}");
        let fault = |object: Object<'_>| {
            object.fault(ObjectHeader::SIZE_FIELD, Class::LimitExceeded, "package.limit", "14.4.1", message)
        };
        let error = Arc::new(package.object(item.object).map(fault)?);
        Some(Failed { object: item.object, name: item.path.to_string(), error })
    }

    /// Objects may share all of their bytes, which some writers do with equal contents, or none. What shares some
    /// could make a reader decode a section again for every object.
    fn refuse_overlaps(&mut self) {
        let mut before = (0, 0);
        for item in std::mem::take(&mut self.items) {
            let range = (item.position, item.position.saturating_add(item.size));
            if range.0 < before.1 && range != before {
                let message = "shares some of its bytes with another object, and not all";
                let error = Error::fault(Class::Overlap, Location::default(), message);
                self.fail(item.object, &item.path, error.in_element(item.object as u64).in_field("objects"));
                continue;
            }
            before = range;
            self.items.push(item);
        }
    }

    fn refuse(&mut self, object: &Object<'_>, reason: Refusal) {
        self.refused.push(Refused { object: object.index(), name: text(object), reason });
    }

    fn fail(&mut self, object: usize, path: &SafePath, error: Error) {
        self.failed.push(Failed { object, name: path.to_string(), error: Arc::new(error) });
    }
}

fn path(object: &Object<'_>) -> Result<SafePath, Refusal> {
    Ok(paths::check(object.name_bytes().map_err(Refusal::Unreadable)?)?)
}

/// The name, as far as it is text.
fn text(object: &Object<'_>) -> String {
    object.name_bytes().map(|name| String::from_utf8_lossy(name).into_owned()).unwrap_or_default()
}
