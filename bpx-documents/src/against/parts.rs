//! Divides declared fields in the way in which a document may list them.
//!
//! A declaration may divide what a document lists in one table: bits of a byte, fields that only some files have, the
//! cases of a switch. A field whose structure implements the same section is written out, when the document names what
//! is in it.

use super::super::name::{is_reserved, normal_name};
use bpx_model::{BitField, Body, Codes, CodesLink, Field, Length, Link, Model, Structure, Type};
use std::collections::HashSet;

/// A declared field, or a bit field.
pub(super) struct DeclaredPart<'a> {
    /// The structure that declares it.
    pub structure: &'a str,
    /// Its name.
    pub name: &'a str,
    /// The name of the part in the specification.
    /// Its size, if it never changes; for a field that may be absent, the size if it is present.
    pub bits: Option<u64>,
    /// Whether its numbers are floats.
    pub float: bool,
    /// Whether a document may omit it: the value follows from others, or consists of the bytes that are left.
    pub unsaid: bool,
    /// The names of its values.
    pub codes: Option<&'a Codes>,
    /// Whether the part is a group of bits.
    pub is_bits: bool,
    /// Its parts, for a field that may be written out.
    pub inner: Vec<Self>,
    /// Its own name and its name in the specification, as they are compared.
    pub called: [ComparedName; 2],
}

/// A name as it is compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct ComparedName {
    /// The normal name; empty if there is none.
    pub normal: String,
    /// Whether it names bytes without meaning.
    pub reserved: bool,
}

impl ComparedName {
    pub(super) fn of(name: &str) -> Self {
        Self { normal: normal_name(name), reserved: is_reserved(name) }
    }
}

impl DeclaredPart<'_> {
    /// Returns whether a document may use this name for it.
    pub(super) fn is_named(&self, name: &ComparedName) -> bool {
        let [label, own] = &self.called;
        let same = !name.normal.is_empty() && (label.normal == name.normal || own.normal == name.normal);
        same || own.reserved && name.reserved
    }

    /// Returns whether the part is reserved.
    pub(super) fn is_reserved(&self) -> bool {
        let [_, own] = &self.called;
        own.reserved
    }

    /// Returns its path in the declarations.
    pub(super) fn declared_path(&self) -> String {
        format!("{}.{}", self.structure, self.name)
    }
}

/// Returns the parts of a structure; a switch has the parts of its cases, each name once.
pub(super) fn of<'a>(model: &'a Model, structure: &'a Structure) -> Vec<DeclaredPart<'a>> {
    parts_within(model, structure, &mut Vec::new())
}

/// Returns the parts of a structure inside of other structures.
fn parts_within<'a>(model: &'a Model, structure: &'a Structure, path: &mut Vec<&'a str>) -> Vec<DeclaredPart<'a>> {
    path.push(&structure.name);
    let parts = match &structure.body {
        Body::Bits(bits) => bits.iter().map(|one| bit_part(structure, one)).collect(),
        _ => {
            let mut names = HashSet::new();
            let fields = structure.all_fields().filter(|one| names.insert(&one.name));
            fields.map(|one| field_part(model, structure, one, path)).collect()
        }
    };
    path.pop();
    parts
}

fn bit_part<'a>(structure: &'a Structure, field: &'a BitField) -> DeclaredPart<'a> {
    DeclaredPart {
        structure: &structure.name,
        name: &field.name,
        bits: Some(field.bits.into()),
        float: false,
        unsaid: false,
        codes: field.codes.as_ref().map(CodesLink::get),
        is_bits: false,
        inner: Vec::new(),
        called: [ComparedName::of(&field.label), ComparedName::of(&field.name)],
    }
}

fn field_part<'a>(
    model: &'a Model,
    structure: &'a Structure,
    field: &'a Field,
    path: &mut Vec<&'a str>,
) -> DeclaredPart<'a> {
    let resolve = |link: &Link| model.get(link.name());
    let held = if let Type::Named { link, .. } = &field.ty { resolve(link) } else { None };
    let held = held.filter(|held| !path.contains(&&*held.name));
    let is_bits = field.len.is_none() && held.is_some_and(|held| matches!(held.body, Body::Bits(_)));
    let same_section = |held: &&Structure| !held.spec.is_empty() && held.spec == structure.spec;
    let inner = held.filter(|held| is_bits || same_section(held)).map(|held| parts_within(model, held, path));
    let elsewhere = field.region.is_some() || field.children;
    let bytes = field.element_size(&resolve).zip(field.fixed_len()).filter(|_| !elsewhere);
    DeclaredPart {
        structure: &structure.name,
        name: &field.name,
        bits: bytes.and_then(|(size, len)| size.checked_mul(len)?.checked_mul(8)),
        float: matches!(field.ty, Type::Float { .. }),
        unsaid: field.derived.is_some() || field.len == Some(Length::Rest),
        codes: field.codes.as_ref().map(CodesLink::get),
        is_bits,
        inner: inner.unwrap_or_default(),
        called: [ComparedName::of(&field.label), ComparedName::of(&field.name)],
    }
}

/// Replaces parts that the document does not name by their own parts: always for groups of bits, else if it names one
/// of these.
pub(super) fn written_out<'p, 'a>(
    parts: &'p [DeclaredPart<'a>],
    is_named: &dyn Fn(&DeclaredPart<'a>) -> bool,
) -> Vec<&'p DeclaredPart<'a>> {
    let mut flat = Vec::new();
    for part in parts {
        if !part.inner.is_empty() && !is_named(part) {
            let inner = written_out(&part.inner, is_named);
            if part.is_bits || inner.iter().any(|part| is_named(part)) {
                flat.extend(inner);
                continue;
            }
        }
        flat.push(part);
    }
    flat
}

/// Returns whether rows of these sizes match these parts, one by one.
pub(super) fn match_sizes(parts: &[&DeclaredPart<'_>], sizes: &[Option<u64>]) -> bool {
    let of_parts = parts.iter().map(|part| part.bits);
    sizes.len() > 1 && sizes.iter().all(Option::is_some) && of_parts.eq(sizes.iter().copied())
}
