//! Reports the parts of a record, from its schema and its bytes.

use super::{LeafValue, Scope, rule_violations};
use crate::codec::stack::with_room;
use crate::codec::{varint_size, varint_value};
use crate::report::{Location, Segment};
use crate::schema::{BitField, Body, ComputedValue, Endian, Field, Link, Offset, Structure, Text, Type, element_step};
use crate::watch::{Leaf, NodeKind, ValueNode, Watch};

/// The fields of a record, as a scope for expressions.
pub struct RecordFields<'a> {
    /// The schema of the record.
    pub structure: &'a Structure,
    /// The bytes of the record.
    pub bytes: &'a [u8],
    /// Returns the structure to which a link leads.
    pub resolve: &'a dyn Fn(&Link) -> Option<&'a Structure>,
}

/// Returns the value of a bit field, which has at most 127 bits.
fn bit_value(field: &BitField, bytes: &[u8]) -> i128 {
    field.bit_place().read_number(bytes).cast_signed()
}

/// Returns the value at a path in a record, from the bytes of the record.
pub(crate) fn value_in<'b, 'm>(
    structure: &'m Structure,
    bytes: &'b [u8],
    resolve: &dyn Fn(&Link) -> Option<&'m Structure>,
    path: &[Text],
) -> Option<ComputedValue<'b>> {
    let (name, rest) = path.split_first()?;
    if let Body::Bits(fields) = &structure.body {
        return Some(ComputedValue::Int(bit_value(fields.iter().find(|field| field.name == *name)?, bytes)));
    }
    let field = structure.field(name)?;
    let size = Offset::from(field.element_size(resolve)) * if field.is_bytes() { field.fixed_len()? } else { 1 };
    let bytes = Offset::from(field.offset).slice(size, bytes)?;
    match (&field.ty, &field.len) {
        (Type::Named { link, .. }, None) => value_in(resolve(link)?, bytes, resolve, rest),
        (ty, None) => computed_value(LeafValue::from_bytes(ty, bytes)?),
        (_, Some(_)) if field.is_text() => Some(ComputedValue::Text(bytes.into())),
        (_, Some(_)) if field.is_bytes() => Some(ComputedValue::Bytes(bytes.into())),
        (_, Some(_)) => None,
    }
}

/// Returns an element of an array in a record, or a member of the element, from the bytes of the record.
pub(crate) fn element_in<'b, 'm>(
    structure: &'m Structure,
    bytes: &'b [u8],
    resolve: &dyn Fn(&Link) -> Option<&'m Structure>,
    (array, index, members): (&[Text], usize, &[Text]),
) -> Option<ComputedValue<'b>> {
    let (name, rest) = array.split_first()?;
    let field = structure.field(name)?;
    let (offset, size) = (Offset::from(field.offset), Offset::from(field.element_size(resolve)));
    match &field.ty {
        Type::Named { link, .. } if !rest.is_empty() && field.len.is_none() => {
            element_in(resolve(link)?, offset.slice(size, bytes)?, resolve, (rest, index, members))
        }
        ty if rest.is_empty() => {
            let index = Some(index as u64).filter(|index| field.len.is_some() && Some(*index) < field.fixed_len())?;
            element_at(ty, (offset + size * index).slice(size, bytes)?, resolve, members)
        }
        _ => None,
    }
}

/// Returns an element of an array, or a member of the element, from the bytes of the array.
fn element_at<'b, 'm>(
    ty: &'m Type,
    bytes: &'b [u8],
    resolve: &dyn Fn(&Link) -> Option<&'m Structure>,
    members: &[Text],
) -> Option<ComputedValue<'b>> {
    match ty {
        Type::Named { link, .. } => value_in(resolve(link)?, bytes, resolve, members),
        ty => computed_value(LeafValue::from_bytes(ty, bytes)?),
    }
}

/// Returns a number, a text or bytes as a value of expressions.
pub(crate) fn computed_value(value: LeafValue<'_>) -> Option<ComputedValue<'_>> {
    match value {
        LeafValue::Int(value) => Some(ComputedValue::Int(value)),
        LeafValue::F32(value) => Some(ComputedValue::Float(f64::from(value))),
        LeafValue::F64(value) => Some(ComputedValue::Float(value)),
        LeafValue::Text(bytes) => Some(ComputedValue::Text(bytes.into())),
        LeafValue::Bytes(bytes) | LeafValue::Encoded(_, bytes) => Some(ComputedValue::Bytes(bytes.into())),
        LeafValue::Digits(..) => value.as_int().map(ComputedValue::Int),
        LeafValue::Numbers(_) => None,
    }
}

impl Scope for RecordFields<'_> {
    fn value(&self, path: &[Text]) -> Option<ComputedValue<'_>> {
        value_in(self.structure, self.bytes, self.resolve, path)
    }

    fn element(&self, array: &[Text], index: usize, members: &[Text]) -> Option<ComputedValue<'_>> {
        element_in(self.structure, self.bytes, self.resolve, (array, index, members))
    }

    fn len(&self, path: &[Text]) -> Option<i128> {
        let (last, parents) = path.split_last()?;
        let nested = |structure: &Structure, name: &Text| match &structure.field(name)?.ty {
            Type::Named { link, .. } => (self.resolve)(link),
            _ => None,
        };
        let structure = parents.iter().try_fold(self.structure, nested)?;
        structure.field(last)?.fixed_len().map(i128::from)
    }

    fn size(&self) -> i128 {
        self.bytes.len() as i128
    }
}

/// Reports to a listener all parts of a record, and all rules that the record breaks.
///
/// If `packed` is set, the bytes were decompressed, so the offset in the file is the same for all parts.
pub fn walk_record(fields: &RecordFields<'_>, at: Location, packed: bool, watch: &mut dyn Watch) {
    let RecordFields { structure, bytes, resolve } = fields;
    match &structure.body {
        Body::Bits(bit_fields) => {
            for field in bit_fields.iter() {
                let value = LeafValue::Int(bit_value(field, bytes));
                let place = at.advance(u64::from(field.bit / 8), packed);
                let segment = Segment::Field(field.name.clone());
                let codes = field.codes.as_ref().map(crate::schema::CodesLink::get);
                for finding in rule_violations(&field.constraints, codes, &value, fields, place) {
                    watch.report(finding.with_path(crate::report::Path::new(vec![segment.clone()])));
                }
                if watch.wants_leaves() {
                    watch.leaf(&Leaf {
                        segment,
                        label: &field.label,
                        doc: &field.doc,
                        spec: &structure.spec,
                        ty: None,
                        codes,
                        reserved: field
                            .constraints
                            .iter()
                            .any(|constraint| constraint.rule == crate::schema::Rule::Zero),
                        derived: false,
                        at: place,
                        bytes,
                        bits: Some((field.bit, field.bits)),
                        bit_order: field.order,
                        padded: false,
                        value,
                    });
                }
            }
        }
        Body::Fields(list) => {
            for field in list.iter() {
                // A field without an offset or a size is not part of a record.
                let Some(offset) = field.offset else { continue };
                let Some(bytes) = Offset::from(offset).slice(field.fixed_size(resolve), bytes) else { continue };
                let place = at.advance(offset, packed);
                match &field.ty {
                    Type::Named { link, .. } => {
                        let Some(nested) = resolve(link) else {
                            continue;
                        };
                        walk_nested(field, nested, bytes, place, packed, *resolve, watch);
                    }
                    ty => walk_scalar((field, ty), bytes, place, fields, watch),
                }
            }
        }
        Body::Switch(_) => {}
    }
    for rule in structure.rules.iter() {
        let place = structure.offset_of_path(&rule.on, resolve).map_or(at, |offset| at.advance(offset, packed));
        for finding in rule_violations(std::slice::from_ref(rule), None, &LeafValue::Bytes(bytes), fields, place) {
            watch.report(finding);
        }
    }
}

fn walk_nested<'a>(
    field: &Field,
    nested: &'a Structure,
    bytes: &'a [u8],
    at: Location,
    packed: bool,
    resolve: &'a dyn Fn(&Link) -> Option<&'a Structure>,
    watch: &mut dyn Watch,
) {
    let Some(size) = nested.size else { return };
    let open = |segment: Segment, kind: NodeKind, at: Location| ValueNode {
        segment: Some(segment),
        kind,
        structure: (kind == NodeKind::Structure).then_some(nested),
        field: Some(field),
        at,
    };
    let name = Segment::Field(field.name.clone());
    if field.len.is_none() {
        let node = open(name, NodeKind::Structure, at);
        watch.open(&node);
        with_room(|| walk_record(&RecordFields { structure: nested, bytes, resolve }, at, packed, watch));
        watch.close(&node, size);
        return;
    }
    let array = open(name, NodeKind::Array, at);
    watch.open(&array);
    let step = element_step(size);
    let mut place = at;
    for (index, bytes) in (0_u64..).zip(bytes.chunks_exact(step)) {
        let node = open(Segment::Index(index), NodeKind::Structure, place);
        watch.open(&node);
        with_room(|| walk_record(&RecordFields { structure: nested, bytes, resolve }, place, packed, watch));
        watch.close(&node, size);
        place = place.advance(size, packed);
    }
    watch.close(&array, bytes.len() as u64);
}

/// Reports a field without parts, and the rules that it breaks. `ty` is the type of the field, in the byte order that
/// was read.
pub(crate) fn walk_scalar(
    (field, ty): (&Field, &Type),
    bytes: &[u8],
    at: Location,
    scope: &dyn Scope,
    watch: &mut dyn Watch,
) {
    let value = match &field.len {
        None => element_value(field, ty, bytes),
        Some(_) if field.is_text() => LeafValue::Text(bytes),
        Some(_) => match field.text_form() {
            Some(form) => LeafValue::Encoded(form, bytes),
            None => LeafValue::list_from_bytes(ty, bytes).unwrap_or(LeafValue::Bytes(bytes)),
        },
    };
    report_leaf((field, ty), Segment::Field(field.name.clone()), value, bytes, at, scope, watch);
}

/// Reports an element without parts of a list.
pub(crate) fn walk_element(field: &Field, segment: Segment, bytes: &[u8], at: Location, watch: &mut dyn Watch) {
    let scope = RecordFields { structure: &NAMELESS, bytes: &[], resolve: &|_| None };
    report_leaf((field, &field.ty), segment, element_value(field, &field.ty, bytes), bytes, at, &scope, watch);
}

/// A structure whose expressions know no names.
static NAMELESS: Structure = Structure::new(Text::Borrowed(""), Body::Fields(crate::schema::List::Borrowed(&[])));

fn element_value<'a>(field: &Field, ty: &Type, bytes: &'a [u8]) -> LeafValue<'a> {
    match ty {
        Type::CString => {
            // A text that was read ends with its terminator.
            let text = bytes
                .split_at_checked(bytes.len().saturating_sub(field.terminator_size()))
                .map_or(bytes, |(text, _)| text);
            field.text_form().map_or(LeafValue::Text(text), |form| LeafValue::Encoded(form, text))
        }
        Type::Varint { form, .. } => LeafValue::Int(varint_value(bytes, *form)),
        Type::Digits { form, .. } => LeafValue::Digits(*form, bytes),
        ty => LeafValue::from_bytes(ty, bytes).unwrap_or(LeafValue::Bytes(bytes)),
    }
}

fn report_leaf(
    (field, ty): (&Field, &Type),
    segment: Segment,
    value: LeafValue<'_>,
    bytes: &[u8],
    at: Location,
    scope: &dyn Scope,
    watch: &mut dyn Watch,
) {
    let codes = field.codes.as_ref().map(crate::schema::CodesLink::get);
    for finding in rule_violations(&field.constraints, codes, &value, scope, at) {
        watch.report(finding.with_path(crate::report::Path::new(vec![segment.clone()])));
    }
    if watch.wants_leaves() {
        watch.leaf(&Leaf {
            segment,
            label: &field.label,
            doc: &field.doc,
            spec: &field.spec,
            ty: Some(ty),
            codes,
            reserved: field.is_reserved(),
            derived: field.is_computed(),
            at,
            bytes,
            bits: None,
            bit_order: Endian::Little,
            padded: is_padded(&field.ty, &value, bytes),
            value,
        });
    }
}

/// Returns whether the value is a variable-length number that takes more bytes than it needs.
fn is_padded(ty: &Type, value: &LeafValue<'_>, bytes: &[u8]) -> bool {
    match (ty, value) {
        (Type::Varint { form, .. }, LeafValue::Int(value)) => bytes.len() > varint_size(*value, *form),
        _ => false,
    }
}
