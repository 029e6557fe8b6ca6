use super::check::{Check, NAME_TAG, Origin, Place, Shared};
use super::names::Table;
use super::unpack::{Unpacked, fault, unpack};
use super::{BlockRef, Body, Companions, Inner, Kind, NameMap, Param, ParamType, Value, text};
use bpx_schema::codec::Decoder;
use bpx_schema::report::{Class, Finding, Severity};
use bpx_schema::{Codec, Error, Limits, Result};
use std::sync::Arc;

/// A body that was checked: everything that its blocks and parameters refer to is there.
///
/// Parameters stay the records that they are on disk; names and strings are borrowed from the body, or from the name
/// map.
#[derive(Debug, Clone)]
pub struct Document {
    pub(super) kind: Kind,
    pub(super) body: Body,
    pub(super) names: Table,
    pub(super) shared: Option<Arc<NameMap>>,
    pub(super) places: Vec<Place>,
}

impl Document {
    /// Reads a file: binary, of any kind, or in the text form.
    ///
    /// # Errors
    /// When the bytes do not form a file, break a rule that no reader forgives, or need a companion that is not
    /// there; a legacy file is [`Class::UnsupportedVersion`].
    pub fn open(file: &[u8], companions: &Companions, limits: Limits) -> Result<Self> {
        if text::is_text(file) {
            return text::read(file, limits);
        }
        Self::from_unpacked(unpack(file, companions, limits)?, companions, limits)
    }

    /// Reads what was decompressed.
    pub(super) fn from_unpacked(unpacked: Unpacked<'_>, companions: &Companions, limits: Limits) -> Result<Self> {
        let origin = Origin { space: unpacked.space, start: unpacked.start };
        let body = decode(&unpacked, limits)?;
        drop(unpacked.content);
        let mut first = None;
        let document = Self::checked(body, unpacked.kind, companions, origin, limits, true, &mut |finding| {
            if finding.severity == Severity::Error && finding.lenient.is_empty() && first.is_none() {
                first = Some(finding);
            }
        });
        match first {
            Some(finding) => Err(Error::Fault(Box::new(finding))),
            None => Ok(document),
        }
    }

    /// A document, sound if no error was told.
    pub(super) fn checked(
        mut body: Body,
        kind: Kind,
        companions: &Companions,
        origin: Origin,
        limits: Limits,
        types: bool,
        sink: &mut dyn FnMut(Finding),
    ) -> Self {
        let count = body.name_count.value() as usize;
        let names = Table::new(body.names.as_ref().map_or_else(Vec::new, |names| names.bytes.clone()), count);
        let shared = companions.names.clone().filter(|_| kind.is_slim());
        let known = if kind.is_slim() { shared.as_ref().map(|names| names.len()) } else { Some(0) };
        let shared_count = Shared { count: known };
        let check = Check { body: &body, names: &names, shared: shared_count, origin, limits, types, sink };
        let places = check.run();
        // The places say the same in a form that is easier to walk over.
        body.blocks = Vec::new();
        Self { kind, body, names, shared, places }
    }

    /// How the file holds the body.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The outermost block; it has no name.
    #[must_use]
    pub fn root(&self) -> BlockRef<'_> {
        BlockRef::new(self, 0)
    }

    /// Number of blocks, the root too.
    #[must_use]
    pub fn block_count(&self) -> usize {
        self.places.len()
    }

    /// Number of parameters of all blocks.
    #[must_use]
    pub fn param_count(&self) -> usize {
        self.body.params.len()
    }

    /// The names of the file's own, in order, used or not.
    pub fn local_names(&self) -> impl Iterator<Item = &[u8]> {
        self.names.iter()
    }

    /// Number of names that parameters and blocks can refer to.
    pub(super) fn name_total(&self) -> usize {
        self.shared_len().saturating_add(self.names.len())
    }

    fn shared_len(&self) -> usize {
        self.shared.as_ref().map_or(0, |shared| shared.len())
    }

    /// A name by its number: shared ones first.
    #[inline]
    pub(super) fn name(&self, index: usize) -> Option<&[u8]> {
        match &self.shared {
            None => self.names.get(index),
            Some(shared) => match index.checked_sub(shared.len()) {
                None => shared.get(index),
                Some(local) => self.names.get(local),
            },
        }
    }

    /// The value of a record.
    #[inline]
    pub(super) fn value(&self, param: Param) -> Value<'_> {
        let kind = ParamType::of(param.key.kind()).unwrap_or(ParamType::Int);
        let offset = param.value as usize;
        let payload = match kind {
            ParamType::String if param.value & NAME_TAG != 0 => {
                self.name((param.value & !NAME_TAG) as usize).unwrap_or_default()
            }
            ParamType::String => {
                let rest = self.body.payload.get(offset..).unwrap_or_default();
                rest.split(|byte| *byte == 0).next().unwrap_or_default()
            }
            _ if kind.payload_size() > 0 => self.body.payload.get(offset..).unwrap_or_default(),
            _ => &[],
        };
        Value::read(kind, param, payload)
    }

    /// Whether both hold the same tree: names, types, values bit by bit, and their order.
    #[must_use]
    pub fn same_tree(&self, other: &Self) -> bool {
        use super::Event;
        let (mut ours, mut theirs) = (self.root().events(), other.root().events());
        loop {
            match (ours.next(), theirs.next()) {
                (None, None) => return true,
                (Some(Event::Open(ours)), Some(Event::Open(theirs))) if ours.name() == theirs.name() => {
                    let (ours, theirs) = (ours.params(), theirs.params());
                    let same = ours.len() == theirs.len()
                        && ours.zip(theirs).all(|(a, b)| a.name() == b.name() && a.value().same(&b.value()));
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

/// Decodes the body that was found.
pub(super) fn decode(unpacked: &Unpacked<'_>, limits: Limits) -> Result<Body> {
    let mut decoder = Decoder::in_space(&unpacked.content, unpacked.space, limits);
    let packed = unpacked.kind.is_packed();
    if !packed {
        decoder.seek(unpacked.start)?;
        let kind = i128::from(unpacked.kind.byte());
        return Body::decode(&mut decoder, &[kind]).map_err(|error| error.in_field("body"));
    }
    let inner = Inner::decode(&mut decoder, &[i128::from(unpacked.kind.byte())]);
    let inner = inner.map_err(|error| error.in_field("content"))?;
    if inner.kind != Kind::Fat.byte() {
        let message = "the frame holds no file of kind FAT";
        return Err(fault(Class::UnknownTag, decoder.location_of(0), "blk.inner-kind", "content", message));
    }
    Ok(inner.body)
}
