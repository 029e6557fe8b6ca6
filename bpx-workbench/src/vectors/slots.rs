//! The places of a record: every number, every run of bytes, every bit field.

use bpx_schema::report::{Path, Segment};
use bpx_schema::schema::{Body, Codes, CodesLink, Constraint, Endian, Field, Length, Model, Structure, Type};

/// What a place holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A whole number, and whether it has a sign.
    Int { signed: bool },
    /// A number of 4 or 8 bytes.
    Float,
    /// Raw bytes.
    Bytes,
    /// Bits of the bytes: the first one, and their number.
    Bits { first: u16, width: u16 },
}

/// A place of a record.
#[derive(Debug, Clone)]
pub(super) struct Slot<'m> {
    /// The field.
    pub(super) path: Path,
    /// Where its rules are reported: of an array of numbers, the first element's place.
    pub(super) at: usize,
    /// Where this place begins.
    pub(super) offset: usize,
    /// Its size in bytes; of bits, that of all bytes of the structure.
    pub(super) size: usize,
    pub(super) big: bool,
    pub(super) kind: Kind,
    /// Number in an array of numbers, and how many there are.
    pub(super) element: Option<(u64, u64)>,
    pub(super) rules: &'m [Constraint],
    pub(super) codes: Option<&'m Codes>,
}

impl Slot<'_> {
    /// Returns the bytes of this place.
    pub(super) fn get<'b>(&self, record: &'b [u8]) -> &'b [u8] {
        record.get(self.offset..self.offset.saturating_add(self.size)).unwrap_or_default()
    }

    /// Writes bytes, or the bits of them, into this place.
    pub(super) fn put(&self, record: &mut [u8], value: &[u8]) {
        let place = record.get_mut(self.offset..self.offset.saturating_add(self.size)).unwrap_or_default();
        let Kind::Bits { first, width } = self.kind else {
            place.iter_mut().zip(value).for_each(|(byte, new)| *byte = *new);
            return;
        };
        for bit in 0..width {
            let (from, to) = (usize::from(bit), usize::from(first.saturating_add(bit)));
            let set = value.get(from / 8).is_some_and(|byte| (byte >> (from % 8)) & 1 == 1);
            if let Some(byte) = place.get_mut(to / 8) {
                *byte = if set { *byte | (1 << (to % 8)) } else { *byte & !(1 << (to % 8)) };
            }
        }
    }

    /// Returns the least and the greatest number that fits.
    pub(super) fn limits(&self) -> (i128, i128) {
        let bits = match self.kind {
            Kind::Bits { width, .. } => u32::from(width),
            _ => u32::try_from(self.size.saturating_mul(8)).unwrap_or(64),
        };
        match self.kind {
            Kind::Int { signed: true } => {
                let half = 1_i128.checked_shl(bits.saturating_sub(1)).unwrap_or(i128::MAX);
                (half.saturating_neg(), half.saturating_sub(1))
            }
            _ if bits >= 127 => (0, i128::MAX),
            _ => (0, 1_i128.checked_shl(bits).unwrap_or(i128::MAX).saturating_sub(1)),
        }
    }

    /// Returns the bytes of a number, cut to this place.
    pub(super) fn bytes_of(&self, number: i128) -> Vec<u8> {
        let size = if matches!(self.kind, Kind::Bits { .. }) { 16 } else { self.size };
        let mut bytes = number.to_le_bytes().get(..size).unwrap_or_default().to_vec();
        if self.big {
            bytes.reverse();
        }
        bytes
    }

    /// Returns the number in this place.
    pub(super) fn number(&self, record: &[u8]) -> i128 {
        let bytes = self.get(record);
        if let Kind::Bits { first, width } = self.kind {
            return (0..width).fold(0, |number, bit| {
                let from = usize::from(first.saturating_add(bit));
                let set = bytes.get(from / 8).is_some_and(|byte| (byte >> (from % 8)) & 1 == 1);
                number | i128::from(set).checked_shl(u32::from(bit)).unwrap_or_default()
            });
        }
        let mut wide = [0; 16];
        for (at, byte) in wide.iter_mut().zip(0..bytes.len()).map(|(byte, at)| (at, byte)) {
            let from = if self.big { bytes.len().saturating_sub(at).saturating_sub(1) } else { at };
            *byte = bytes.get(from).copied().unwrap_or_default();
        }
        let number = i128::from_le_bytes(wide);
        let (_, max) = self.limits();
        if matches!(self.kind, Kind::Int { signed: true }) && number > max {
            // Two's complement: the highest bit counts as negative.
            return number.saturating_sub(max.saturating_add(1).saturating_mul(2));
        }
        number
    }
}

/// Returns all places of a record, in their order.
pub(super) fn slots<'m>(model: &'m Model, structure: &'m Structure) -> Vec<Slot<'m>> {
    let mut list = Vec::new();
    add(model, structure, &Path::root(), 0, &mut list);
    list
}

fn add<'m>(model: &'m Model, structure: &'m Structure, path: &Path, base: usize, list: &mut Vec<Slot<'m>>) {
    match &structure.body {
        Body::Fields(fields) => {
            let mut offset = base;
            for field in fields.iter() {
                offset = offset.saturating_add(add_field(model, field, path, offset, list));
            }
        }
        Body::Bits(fields) => list.extend(fields.iter().map(|field| {
            let mut path = path.clone();
            path.push(Segment::Field(field.name.clone()));
            Slot {
                path,
                at: base.saturating_add(usize::from(field.bit / 8)),
                offset: base,
                size: usize::try_from(structure.size.unwrap_or_default()).unwrap_or_default(),
                big: false,
                kind: Kind::Bits { first: field.bit, width: field.bits },
                element: None,
                rules: &field.constraints,
                codes: field.codes.as_ref().map(CodesLink::get),
            }
        })),
        Body::Switch(_) => {}
    }
}

/// Adds the places of a field; returns its size.
fn add_field<'m>(model: &'m Model, field: &'m Field, path: &Path, at: usize, list: &mut Vec<Slot<'m>>) -> usize {
    let mut path = path.clone();
    path.push(Segment::Field(field.name.clone()));
    let count = match field.len {
        Some(Length::Fixed(count)) => count,
        _ => 1,
    };
    let (size, kind, big) = match &field.ty {
        Type::Named { link, .. } => {
            let Some((nested, size)) = model.get(link.name()).and_then(|nested| Some((nested, nested.size?))) else {
                return 0;
            };
            let size = usize::try_from(size).unwrap_or_default();
            let mut end = at;
            for index in 0..count {
                let mut path = path.clone();
                if field.len.is_some() {
                    path.push(Segment::Index(index));
                }
                add(model, nested, &path, end, list);
                end = end.saturating_add(size);
            }
            return end.saturating_sub(at);
        }
        Type::Int { size, signed, endian } => (*size, Kind::Int { signed: *signed }, *endian == Endian::Big),
        Type::Float { size, endian } => (*size, Kind::Float, *endian == Endian::Big),
        Type::Varint { .. } | Type::CString => return 0,
    };
    let (size, codes) = (usize::from(size), field.codes.as_ref().map(CodesLink::get));
    let whole = size.saturating_mul(usize::try_from(count).unwrap_or_default());
    let slot = Slot { path, at, offset: at, size, big, kind, element: None, rules: &field.constraints, codes };
    if field.len.is_none() {
        list.push(slot);
    } else if field.is_bytes() {
        list.push(Slot { size: whole, kind: Kind::Bytes, ..slot });
    } else {
        list.extend((0..count).map(|index| {
            let skipped = usize::try_from(index).unwrap_or_default().saturating_mul(size);
            Slot { offset: at.saturating_add(skipped), element: Some((index, count)), ..slot.clone() }
        }));
    }
    whole
}
