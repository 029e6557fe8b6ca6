//! Lists the places of a record. A place is a number, a run of bytes, or a bit field.

use bpx_schema::report::{Path, Segment};
use bpx_schema::schema::{
    BitPlace, Body, Codes, CodesLink, Constraint, DigitForm, Endian, Field, Length, Model, Structure, Type,
};

/// The content of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A whole number; `signed` if the number has a sign.
    Int { signed: bool },
    /// A floating-point number of 2, 4 or 8 bytes.
    Float,
    /// Raw bytes.
    Bytes,
    /// A bit field in the bytes.
    Bits(BitPlace),
    /// A number in digits.
    Digits(DigitForm),
}

/// A number, a run of bytes, or a bit field of a record.
#[derive(Debug, Clone)]
pub(super) struct Slot<'m> {
    /// The path of the field.
    pub(super) path: Path,
    /// The offset at which faults of the place are reported; in an array of numbers, the offset of the first element.
    pub(super) at: usize,
    /// The offset of the place from the beginning of the record, in bytes.
    pub(super) offset: usize,
    /// The size of the place in bytes; for bits, the size of the structure.
    pub(super) size: usize,
    pub(super) big: bool,
    pub(super) kind: Kind,
    /// The index of the number in an array of numbers, and the number of elements.
    pub(super) element: Option<(u64, u64)>,
    pub(super) rules: &'m [Constraint],
    pub(super) codes: Option<&'m Codes>,
}

impl Slot<'_> {
    /// Returns the bytes of the place.
    pub(super) fn bytes_in<'b>(&self, record: &'b [u8]) -> &'b [u8] {
        record.split_at(self.offset).1.split_at(self.size).0
    }

    /// Writes bytes, or the bits of a bit field, into the place.
    pub(super) fn put_value(&self, record: &mut [u8], value: &[u8]) {
        let place = record.split_at_mut(self.offset).1.split_at_mut(self.size).0;
        match self.kind {
            Kind::Bits(bits) => {
                let number = value.iter().rev().fold(0, |number, byte| number << 8 | u128::from(*byte));
                bits.write_number(number, place);
            }
            _ => place.iter_mut().zip(value).for_each(|(byte, new)| *byte = *new),
        }
    }

    /// Returns the least and the greatest number that fit into the place.
    pub(super) fn number_limits(&self) -> (i128, i128) {
        let bits = match self.kind {
            Kind::Bits(bits) => usize::from(bits.width),
            // A run of bytes has no limits as a number.
            _ => 8 * self.size.min(8),
        };
        match self.kind {
            Kind::Digits(form) => (0, form.greatest_number(self.size).into()),
            Kind::Int { signed: true } => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            _ if bits >= 127 => (0, i128::MAX),
            _ => (0, (1 << bits) - 1),
        }
    }

    /// Returns the bytes of a number, cut to the size of the place.
    pub(super) fn bytes_of(&self, number: i128) -> Vec<u8> {
        if let Kind::Digits(form) = self.kind {
            // A number within the limits of the place fits.
            return u64::try_from(number)
                .ok()
                .and_then(|number| form.digit_bytes(number, self.size))
                .unwrap_or_default();
        }
        let size = if matches!(self.kind, Kind::Bits(_)) { 16 } else { self.size };
        let mut bytes: Vec<u8> = number.to_le_bytes().into_iter().take(size).collect();
        if self.big {
            bytes.reverse();
        }
        bytes
    }

    /// Returns the number in the place.
    pub(super) fn number_in(&self, record: &[u8]) -> i128 {
        let bytes = self.bytes_in(record);
        if let Kind::Bits(bits) = self.kind {
            return bits.read_number(bytes).cast_signed();
        }
        let mut wide = [0; 16];
        let mut rest = bytes.iter();
        let mut next = || if self.big { rest.next_back() } else { rest.next() };
        for byte in &mut wide {
            // Above its own bytes a number has zeros.
            *byte = next().copied().unwrap_or(0);
        }
        let number = i128::from_le_bytes(wide);
        let (_, max) = self.number_limits();
        if matches!(self.kind, Kind::Int { signed: true }) && number > max {
            // Two's complement: the highest bit counts as negative.
            return number - 2 * (max + 1);
        }
        number
    }
}

/// Returns all places of a record, in order. The record has at most [`MAX_SIZE`](super::MAX_SIZE) bytes, so sizes and
/// offsets of its parts cannot overflow.
pub(super) fn record_slots<'m>(model: &'m Model, structure: &'m Structure) -> Vec<Slot<'m>> {
    let mut list = Vec::new();
    add_slots(model, structure, &Path::root(), 0, &mut list);
    list
}

fn add_slots<'m>(model: &'m Model, structure: &'m Structure, path: &Path, base: usize, list: &mut Vec<Slot<'m>>) {
    match &structure.body {
        Body::Fields(fields) => {
            let mut offset = base;
            for field in fields.iter() {
                offset += add_field(model, field, path, offset, list);
            }
        }
        Body::Bits(fields) => list.extend(fields.iter().map(|field| {
            let mut path = path.clone();
            path.push(Segment::Field(field.name.clone()));
            Slot {
                path,
                at: base + usize::from(field.bit / 8),
                offset: base,
                size: structure.size.map_or(0, |size| size as usize),
                big: false,
                kind: Kind::Bits(field.bit_place()),
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
            let mut end = at;
            for index in 0..count {
                let mut path = path.clone();
                if field.len.is_some() {
                    path.push(Segment::Index(index));
                }
                add_slots(model, nested, &path, end, list);
                end += size as usize;
            }
            return end - at;
        }
        Type::Int { size, signed, endian } => (*size, Kind::Int { signed: *signed }, *endian == Endian::Big),
        Type::FixedPoint { size, signed, endian, .. } => (*size, Kind::Int { signed: *signed }, *endian == Endian::Big),
        Type::Digits { size, form } => (*size, Kind::Digits(*form), false),
        Type::Float { size, endian } => (*size, Kind::Float, *endian == Endian::Big),
        Type::Varint { .. } | Type::CString => return 0,
    };
    let (size, codes) = (usize::from(size), field.codes.as_ref().map(CodesLink::get));
    let whole = size * count as usize;
    let slot = Slot { path, at, offset: at, size, big, kind, element: None, rules: &field.constraints, codes };
    if field.len.is_none() {
        list.push(slot);
    } else if field.is_bytes() {
        list.push(Slot { size: whole, kind: Kind::Bytes, ..slot });
    } else {
        list.extend((0..count).map(|index| Slot {
            offset: at + index as usize * size,
            element: Some((index, count)),
            ..slot.clone()
        }));
    }
    whole
}
