//! Checks that a schema is valid. The compiler checks generated code; this module checks a schema from a file.

use super::names;
use super::pools::KnownPools;
use crate::codec::stack::{refuse_level, with_room};
use crate::limits::Limits;
use crate::report::{Class, Error, Result};
use crate::schema::{BitField, Body, Codes, Endian, Field, Length, Model, Structure, Text, TextForm, Type};
use crate::value::knows_encoding;
use std::collections::{BTreeMap, HashSet};

/// The maximum number of bits in a structure of bit fields, because 16 bits store the position of a bit.
const MAX_BITS: u64 = 1 << 16;

/// Rejects a schema that contradicts itself.
///
/// # Errors
/// Returns the first contradiction, with structure and field as its path.
pub fn check_schema(model: &Model) -> Result<()> {
    let mut sizes = BTreeMap::new();
    let pools = KnownPools::of_model(model);
    let mut sets = HashSet::new();
    for (key, structure) in &model.structures {
        let checked = check_names(structure, &mut sets).and_then(|()| check_structure(model, key, structure));
        let checked = checked.and_then(|()| {
            let size = structure.size.map(|_| record_size(model, structure, &mut sizes, 0));
            size.transpose().map(drop)
        });
        let checked = checked.and_then(|()| pools.check_relations(structure));
        checked.map_err(|error| error.in_field(key))?;
    }
    if model.get(&model.root).is_none() {
        return Err(schema_fault(
            Class::BadReference,
            format!(
                "the root of the schema is `{}`, but the schema does not define a structure of this name",
                model.root
            ),
        ));
    }
    Ok(())
}

fn schema_fault(class: Class, message: impl Into<String>) -> Error {
    Error::unlocated_fault(class, message)
}

pub(super) fn bad_reference(message: impl Into<String>) -> Error {
    schema_fault(Class::BadReference, message)
}

pub(super) fn unsound_schema(message: impl Into<String>) -> Error {
    schema_fault(Class::Inconsistent, message)
}

fn check_structure(model: &Model, key: &str, structure: &Structure) -> Result<()> {
    if Model::is_another(key, structure) {
        return Err(unsound_schema(format!(
            "two different structures have the name `{}`: give one of them another name, `#[schema(name = \"..\")]`",
            structure.name
        )));
    }
    if structure.name != key {
        return Err(unsound_schema(format!(
            "expected the name of the structure to be its key, found the name `{}`",
            structure.name
        )));
    }
    if structure.size == Some(0) {
        // Otherwise any number of them would fit.
        return Err(unsound_schema("expected a record of at least one byte, found an empty one"));
    }
    match &structure.body {
        Body::Fields(fields) => check_fields(model, structure, fields),
        Body::Switch(_) if structure.size.is_some() => Err(unsound_schema("expected a switch without a fixed size")),
        Body::Switch(cases) => cases.iter().try_for_each(|case| {
            let condition = case.when.as_ref().map_or(Ok(()), |when| names::check_condition(model, structure, when));
            condition.map_err(|error| error.in_field(&case.name))?;
            check_fields(model, structure, &case.fields).map_err(|error| error.in_field(&case.name))
        }),
        Body::Bits(fields) => match structure.size {
            // A bit field must be within the range of positions.
            Some(size) if size > MAX_BITS / 8 => {
                Err(unsound_schema(format!("bit fields take at most {MAX_BITS} bits")))
            }
            // Fields that share bits would make the cost of a byte proportional to the schema.
            Some(size) if fields.iter().map(|field| u64::from(field.bits)).sum::<u64>() > size * 8 => {
                Err(unsound_schema(format!(
                    "expected bit fields that fit into the structure of {size} bytes, found more bits"
                )))
            }
            Some(_) if fields.iter().zip(fields.iter().skip(1)).any(|(a, b)| a.order != b.order) => {
                Err(unsound_schema("expected one bit order for all bit fields, found two"))
            }
            Some(size) => fields.iter().try_for_each(|field| check_bits(field, size)),
            None => Err(unsound_schema("expected a fixed size for a structure of bit fields")),
        },
    }
}

/// Maximum size of a name in bytes, because messages repeat names.
const MAX_NAME: usize = 1000;

/// Checks that the names of structures, parameters, cases, fields of a structure or case, and codes of a set are
/// unique. `known` has the sets that were checked.
fn check_names<'m>(structure: &'m Structure, known: &mut HashSet<*const Codes>) -> Result<()> {
    let unique = |names: &mut dyn Iterator<Item = &'m Text>, what: &str| {
        let mut seen = HashSet::new();
        for name in names {
            if name.len() > MAX_NAME {
                let begin: String = name.chars().take(40).collect();
                return Err(unsound_schema(format!(
                    "expected a name of at most {MAX_NAME} bytes, found `{begin}..` with {} bytes",
                    name.len()
                )));
            }
            if !seen.insert(&**name) {
                return Err(unsound_schema(format!("two {what} have the name `{name}`")));
            }
        }
        Ok(())
    };
    unique(&mut std::iter::once(&structure.name), "structures")?;
    unique(&mut structure.params.iter(), "parameters")?;
    unique(&mut structure.fields().iter().map(|field| &field.name), "fields")?;
    unique(&mut structure.bit_fields().iter().map(|field| &field.name), "fields")?;
    unique(&mut structure.cases().iter().map(|case| &case.name), "cases")?;
    for case in structure.cases() {
        unique(&mut case.fields.iter().map(|field| &field.name), "fields")
            .map_err(|error| error.in_field(&case.name))?;
    }
    let fields = structure.all_fields().map(|field| (&field.name, &field.codes));
    let fields = fields.chain(structure.bit_fields().iter().map(|field| (&field.name, &field.codes)));
    for (field, codes) in fields.filter_map(|(field, codes)| Some((field, codes.as_ref()?.get()))) {
        if known.insert(std::ptr::from_ref(codes)) {
            let names = unique(&mut std::iter::once(&codes.name), "sets of codes")
                .and_then(|()| unique(&mut codes.codes.iter().map(|code| &code.name), "codes"));
            names.and_then(|()| check_flags(codes)).map_err(|error| error.in_field(field))?;
        }
    }
    Ok(())
}

/// Checks that each flag is a single bit, and that no two flags are the same bit.
fn check_flags(codes: &Codes) -> Result<()> {
    let mut bits = 0;
    for code in codes.codes.iter().filter(|_| codes.flags) {
        if code.value.count_ones() != 1 || code.value & bits != 0 {
            let message = format!(
                "expected one bit that no other flag has for the flag `{}` of `{}`, found {:#x}",
                code.name, codes.name, code.value
            );
            return Err(unsound_schema(message));
        }
        bits |= code.value;
    }
    Ok(())
}

fn check_bits(field: &BitField, size: u64) -> Result<()> {
    let end = u64::from(field.bit) + u64::from(field.bits);
    if !(1..=127).contains(&field.bits) || end.div_ceil(8) > size {
        return Err(unsound_schema(format!(
            "expected from 1 to 127 bits within the {size} bytes of the structure, found bits outside of this range"
        ))
        .in_field(&field.name));
    }
    Ok(())
}

fn check_fields(model: &Model, owner: &Structure, fields: &[Field]) -> Result<()> {
    for field in fields {
        check_field(model, owner, field).map_err(|error| error.in_field(&field.name))?;
    }
    names::check_fields(model, owner, fields)?;
    after_the_rest(fields)?;
    match fields.iter().filter(|field| field.children).count() {
        0 => Ok(()),
        1 if matches!(owner.body, Body::Fields(_)) && owner.size.is_none() => Ok(()),
        _ => Err(unsound_schema(
            "expected child nodes only in a structure without a fixed size and without cases, and in only one field",
        )),
    }
}

/// Checks that no field follows a field that takes all remaining bytes.
fn after_the_rest(fields: &[Field]) -> Result<()> {
    let here = |field: &&Field| field.region_elsewhere().is_none();
    let takes_all = |field: &Field| {
        let all = field.region_in_place().map_or(field.len == Some(Length::Rest), |region| {
            region.size.is_none() && region.joined.is_none() && !region.self_ending
        });
        all && field.when.is_none()
    };
    let mut rest = fields.iter().filter(here).skip_while(|field| !takes_all(field)).skip(1);
    match rest.next() {
        Some(after) => {
            Err(unsound_schema("an earlier field takes all remaining bytes, so no bytes are left for this field")
                .in_field(&after.name))
        }
        None => Ok(()),
    }
}

fn check_field(model: &Model, owner: &Structure, field: &Field) -> Result<()> {
    match &field.ty {
        Type::Int { size: 1..=8, .. } | Type::Float { size: 2 | 4 | 8, .. } | Type::CString => {}
        Type::FixedPoint { size: size @ (1 | 2 | 4), fraction, .. } if u16::from(*fraction) <= 8 * u16::from(*size) => {
        }
        Type::Digits { size, form } if form.max_digits((*size).into()).is_some() && field.len.is_none() => {}
        Type::Digits { size, form } if form.max_digits((*size).into()).is_some() => {
            return Err(unsound_schema("expected a single number in digits, found a list"));
        }
        Type::Varint { bits: 1..=64, .. } if field.len.is_none() => {}
        Type::Varint { bits: 1..=64, .. } => {
            return Err(unsound_schema("expected a single variable-length number, found a list"));
        }
        Type::Named { link, .. } if model.get(link.name()).is_some() => {}
        Type::Named { link, .. } => {
            return Err(schema_fault(Class::BadReference, format!("the schema has no structure `{}`", link.name())));
        }
        Type::Int { .. } | Type::Float { .. } | Type::FixedPoint { .. } | Type::Digits { .. } | Type::Varint { .. } => {
            return Err(unsound_schema("expected a number of a supported width, found another width"));
        }
    }
    if field.is_big.is_some() {
        if owner.size.is_some() {
            return Err(unsound_schema("expected a constant byte order in a record, found an expression"));
        }
        if !matches!(field.ty, Type::Int { size: 2.., .. } | Type::Float { .. } | Type::FixedPoint { size: 2.., .. })
            || field.ty.endian() == Endian::Big
        {
            return Err(unsound_schema(
                "expected `is_big` only for a number of at least two bytes whose type is not big-endian",
            ));
        }
    }
    if field.width.is_some() && (owner.size.is_some() || field.len.is_some() || !matches!(field.ty, Type::Int { .. })) {
        return Err(unsound_schema("expected `width` only for a single whole number outside of a record"));
    }
    if let Some(form) = field.text_form() {
        check_text(field, form)?;
    }
    if field.children {
        let same = matches!(&field.ty, Type::Named { link, .. } if link.name() == owner.name);
        if !same || !matches!(field.len, Some(Length::Count(_))) || field.region.is_some() || field.when.is_some() {
            return Err(unsound_schema(
                "expected nodes as the children of a node, with a count, and without a region or a condition",
            ));
        }
    }
    if matches!(field.ty, Type::Digits { .. }) && field.derived.is_some() {
        return Err(unsound_schema(
            "expected a computed number in digits to be a member of a nested structure, found a field of its own",
        ));
    }
    if field.region_stored().is_some() && field.derived.is_some() {
        return Err(unsound_schema("expected a computed number to have neither a transform nor a stated size"));
    }
    if field.region.as_ref().is_some_and(|region| region.each.is_some())
        && !(matches!(field.ty, Type::Named { .. }) && field.len.is_none())
    {
        return Err(unsound_schema("expected the content of each region to be a single structure"));
    }
    Ok(())
}

/// Checks that a text in an encoding consists of bytes, and that it has padding only if the schema states its size.
fn check_text(field: &Field, form: TextForm) -> Result<()> {
    let name = form.encoding.name();
    if !knows_encoding(form.encoding) {
        let message = format!("the encoding {name} needs the feature `encodings`, which this build lacks");
        return Err(schema_fault(Class::UnsupportedFeature, message));
    }
    if field.ty != Type::CString && !field.is_bytes() {
        return Err(unsound_schema(format!("expected bytes, or bytes up to a NUL, for a text in {name}")));
    }
    if form.pad.is_some() && !matches!(field.len, Some(Length::Fixed(_))) {
        return Err(unsound_schema("expected padding only in a text of a fixed size"));
    }
    if form.pad.is_some_and(|pad| !pad.is_ascii()) {
        return Err(unsound_schema("expected an ASCII character as the padding of a text"));
    }
    Ok(())
}

/// The size of a record in bytes, and the number of levels of records that it consists of.
#[derive(Clone, Copy)]
struct KnownRecord {
    size: u64,
    levels: u32,
}

/// Returns the size and the levels of a record. Checks that each byte of the record belongs to one field.
fn record_size<'m>(
    model: &'m Model,
    structure: &'m Structure,
    known: &mut BTreeMap<&'m str, KnownRecord>,
    depth: u32,
) -> Result<KnownRecord> {
    let max = Limits::default().max_depth;
    let too_deep = |message| schema_fault(Class::TooDeep, message);
    if let Some(record) = known.get(&*structure.name) {
        let levels = depth.saturating_add(record.levels);
        return if levels > max { Err(too_deep(Limits::too_deep(max))) } else { Ok(*record) };
    }
    let no_size =
        || unsound_schema(format!("expected a structure with a fixed size in a record, found `{}`", structure.name));
    let stated = structure.size.ok_or_else(no_size)?;
    if let Some(message) = refuse_level(depth).or_else(|| (depth >= max).then(|| Limits::too_deep(max))) {
        return Err(too_deep(message));
    }
    let mut record = KnownRecord { size: stated, levels: 1 };
    if let Body::Fields(fields) = &structure.body {
        let mut offset = 0_u64;
        for field in fields.iter() {
            let KnownRecord { size, levels } =
                field_size(model, field, known, depth).map_err(|error| error.in_field(&field.name))?;
            record.levels = record.levels.max(levels + 1);
            if field.offset != Some(offset) {
                return Err(unsound_schema(format!("expected the offset {offset}, at which the previous field ends"))
                    .in_field(&field.name));
            }
            offset = offset
                .checked_add(size)
                .ok_or_else(|| unsound_schema("expected a record of at most 2^64 - 1 bytes, found a larger one"))?;
        }
        if offset != stated {
            return Err(unsound_schema(format!("expected fields of {stated} bytes, found {offset} bytes")));
        }
    }
    known.insert(&structure.name, record);
    Ok(record)
}

fn field_size<'m>(
    model: &'m Model,
    field: &'m Field,
    known: &mut BTreeMap<&'m str, KnownRecord>,
    depth: u32,
) -> Result<KnownRecord> {
    let count = match field.len {
        None => 1,
        Some(Length::Fixed(count)) => count,
        Some(_) => return Err(unsound_schema("expected an array of a fixed length in a record")),
    };
    if field.when.is_some() || field.region.is_some() {
        return Err(unsound_schema("expected a field without a condition and without a region in a record"));
    }
    let element = match &field.ty {
        Type::Named { link, .. } => {
            let nested =
                model.get(link.name()).ok_or_else(|| unsound_schema(format!("`{}` is missing", link.name())))?;
            with_room(|| record_size(model, nested, known, depth + 1))?
        }
        ty => {
            let size = ty.fixed_size().ok_or_else(|| {
                unsound_schema("expected a field of a fixed size in a record, found a field whose size varies")
            })?;
            KnownRecord { size, levels: 0 }
        }
    };
    // Otherwise any number of parts without bytes would fit.
    let size = element.size.checked_mul(count).filter(|size| *size > 0).ok_or_else(|| {
        unsound_schema("expected a field of at least 1 and at most 2^64 - 1 bytes in a record, found another size")
    })?;
    Ok(KnownRecord { size, ..element })
}
