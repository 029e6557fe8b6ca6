use super::check::Check;
use super::names::AllNames;
use super::param::NAME_TAG;
use super::parts::{Parts, Place};
use super::unpack::Unpacked;
use super::{BlockRef, Companions, Event, Kind, NameMap, Param, ParamType, Value};
use bpx_schema::codec::View;
use bpx_schema::report::{Finding, Severity};
use bpx_schema::{Error, Limits, Result};
use std::cell::OnceCell;
use std::sync::Arc;

/// A checked body, in which every reference of a block or parameter leads to an existing item.
///
/// Parameters are kept as stored records. Names and strings are borrowed from the content or from the name map.
#[derive(Debug, Clone)]
pub struct Document {
    parts: Parts,
    shared: Option<Arc<NameMap>>,
}

impl Document {
    /// Reads a decompressed body.
    pub(super) fn from_unpacked(unpacked: Unpacked<'_>, companions: &Companions, limits: Limits) -> Result<Self> {
        let mut first = None;
        let document = Self::checked(unpacked, companions, limits, true, &mut |finding| {
            if finding.severity == Severity::Error && finding.lenient.is_empty() && first.is_none() {
                first = Some(finding);
            }
        })?;
        first.map_or(Ok(document), |finding| Err(Error::Fault(Box::new(finding))))
    }

    /// Returns a document, which is valid if no error was reported. Checks the rules of the declaration only if
    /// `declared` is true.
    pub(super) fn checked(
        unpacked: Unpacked<'_>,
        companions: &Companions,
        limits: Limits,
        declared: bool,
        sink: &mut dyn FnMut(Finding),
    ) -> Result<Self> {
        let parts = Parts::new(unpacked, limits)?;
        let shared = companions.names.clone().filter(|_| parts.kind.is_slim());
        let (names, lacks_names) = (shared.as_deref(), parts.kind.is_slim() && shared.is_none());
        Check { parts: &parts, lacks_names, names, limits, declared, sink, starts: OnceCell::new() }.check_rules();
        Ok(Self { parts, shared })
    }

    /// Returns the kind of the file, which decides how the body is stored.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.parts.kind
    }

    /// Returns the outermost block.
    #[must_use]
    pub fn root(&self) -> BlockRef<'_> {
        // A body without blocks is refused.
        BlockRef::new(self, self.parts.places.first().unwrap_or(&Place::EMPTY))
    }

    /// Returns whether the document has only a root, without parameters.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.block_count() == 1 && self.param_count() == 0
    }

    /// Returns the number of blocks, including the root.
    #[must_use]
    pub fn block_count(&self) -> usize {
        self.parts.places.len()
    }

    /// Returns the number of parameters of all blocks.
    #[must_use]
    pub fn param_count(&self) -> usize {
        self.parts.params().len()
    }

    /// Returns the names that the file itself holds, in order, used or not.
    pub fn local_names(&self) -> impl Iterator<Item = &[u8]> {
        self.parts.names.iter()
    }

    /// Returns the number of names that parameters and blocks can refer to.
    pub(super) fn name_total(&self) -> usize {
        self.all_names().len()
    }

    /// Returns whether a block other than the root has no name.
    pub(super) fn has_unnamed(&self) -> bool {
        self.parts.places.iter().skip(1).any(|place| place.name == 0)
    }

    /// Returns the memory of the file's own parts, in bytes.
    pub(super) fn memory(&self) -> u64 {
        self.parts.memory()
    }

    /// Returns whether no name is in the list twice.
    pub(super) fn names_are_unique(&self) -> bool {
        let local = &self.parts.names;
        match &self.shared {
            Some(shared) if local.len() == 0 => shared.is_unique(),
            Some(shared) => super::names::are_unique(shared.iter().chain(local.iter())),
            None => super::names::are_unique(local.iter()),
        }
    }

    #[inline]
    fn all_names(&self) -> AllNames<'_> {
        AllNames { shared: self.shared.as_deref(), local: &self.parts.names }
    }

    /// Returns a name by its number, in a numbering where shared names come first.
    #[inline]
    pub(super) fn name(&self, index: usize) -> Option<&[u8]> {
        self.all_names().get(index)
    }

    /// Returns the records of the parameters of a block.
    #[inline]
    pub(super) fn params_of(&self, place: &Place) -> View<'_, Param> {
        self.parts.params_of(place)
    }

    /// Returns the child blocks of a block.
    #[inline]
    pub(super) fn children_of(&self, place: &Place) -> &[Place] {
        // Their numbers were checked.
        self.parts.children_of(place).unwrap_or(&[])
    }

    /// Returns the shared names.
    pub(super) fn shared(&self) -> Option<&Arc<NameMap>> {
        self.shared.as_ref()
    }

    /// Returns the value of a parameter record.
    #[inline]
    pub(super) fn value_of(&self, param: Param) -> Value<'_> {
        let kind = ParamType::of(param.key.kind()).unwrap_or(ParamType::Int);
        // Names, offsets and the ends of strings were checked.
        let stored = || self.parts.payload().split_at(param.value as usize).1;
        let payload = match kind {
            ParamType::String if param.value & NAME_TAG != 0 => {
                self.name((param.value & !NAME_TAG) as usize).unwrap_or(&[])
            }
            ParamType::String => stored().split(|byte| *byte == 0).next().unwrap_or(&[]),
            _ if kind.payload_size() > 0 => stored(),
            _ => &[],
        };
        Value::read(kind, param, payload)
    }

    /// Returns whether both documents hold the same tree, with equal names, types, values (bit by bit) and order.
    #[must_use]
    pub fn same_tree(&self, other: &Self) -> bool {
        let (mut ours, mut theirs) = (self.root().events(), other.root().events());
        loop {
            match (ours.next(), theirs.next()) {
                (None, None) => return true,
                (Some(Event::Open(ours)), Some(Event::Open(theirs))) if ours.name() == theirs.name() => {
                    let (ours, theirs) = (ours.params(), theirs.params());
                    let same = ours.len() == theirs.len()
                        && ours.zip(theirs).all(|(a, b)| a.name() == b.name() && a.value().is_identical_to(&b.value()));
                    if !same {
                        return false;
                    }
                }
                (Some(Event::Close(_)), Some(Event::Close(_))) => {}
                _ => return false,
            }
        }
    }
}
