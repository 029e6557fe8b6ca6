//! Divides declared fields in the way in which a document may list them.
//!
//! A declaration may divide the fields that a document lists in one table, for example into the bits of a byte, fields
//! that only some files have, and the cases of a switch. [`written_out`] replaces a field by the parts of its structure
//! if the structure implements the same section and the document names one of those parts.

use super::super::name::{is_reserved, normal_name};
use bpx_model::{BitField, Body, Codes, CodesLink, Field, Length, Link, Model, Structure, Type};
use std::collections::HashSet;

/// A declared field, or a bit field.
pub(super) struct DeclaredPart<'a> {
    /// The name of the structure that declares the part.
    pub structure: &'a str,
    /// The name of the part.
    pub name: &'a str,
    /// The size of the part in bits, if the size never changes; for a field that may be absent, the size of a present
    /// field.
    pub bits: Option<u64>,
    /// Whether the numbers of the part are floats.
    pub float: bool,
    /// Whether a document may omit the part, because its value follows from others, or because the part takes all
    /// remaining bytes.
    pub unsaid: bool,
    /// The set of the part's values.
    pub codes: Option<&'a Codes>,
    /// Whether the part is a group of bits.
    pub is_bits: bool,
    /// The parts that may replace this part: the bits of a group of bits, or the parts of a structure in the same
    /// section.
    pub inner: Vec<Self>,
    /// The name of the part in the specification, and the name in the declaration.
    pub called: [ComparedName; 2],
}

/// A name in the form that comparisons use.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct ComparedName {
    /// The normal form of the name; empty if there is no name.
    pub normal: String,
    /// Whether the name is one for bytes without meaning.
    pub reserved: bool,
}

impl ComparedName {
    pub(super) fn of(name: &str) -> Self {
        Self { normal: normal_name(name), reserved: is_reserved(name) }
    }
}

impl DeclaredPart<'_> {
    /// Returns whether a document may use the name for the part.
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

    /// Returns the path of the part in the declarations.
    pub(super) fn declared_path(&self) -> String {
        format!("{}.{}", self.structure, self.name)
    }
}

/// The largest number of parts that replace other parts of a structure. Structures that hold each other twice have
/// exponentially many parts.
const MOST_INNER: usize = 1024;

/// The largest number of structures inside of each other whose parts replace a part.
const MOST_NESTED: usize = 32;

/// The structures around a part, and the limit of the parts that may still replace others.
struct Surroundings<'a> {
    model: &'a Model,
    /// The names of the enclosing structures.
    path: Vec<&'a str>,
    /// The number of parts that may still replace other parts.
    left: usize,
}

impl<'a> Surroundings<'a> {
    /// Returns the parts of a structure that replace a part; returns `None` if they exceed a limit, so that the part
    /// is compared as a whole.
    fn inner_parts(&mut self, held: &'a Structure) -> Option<Vec<DeclaredPart<'a>>> {
        let count = match &held.body {
            Body::Bits(bits) => bits.len(),
            _ => held.all_fields().count(),
        };
        let left = self.left.checked_sub(count).filter(|_| self.path.len() < MOST_NESTED)?;
        self.left = left;
        Some(parts_within(held, self))
    }
}

/// Returns the parts of a structure; a switch has the parts of its cases, each name once.
pub(super) fn of<'a>(model: &'a Model, structure: &'a Structure) -> Vec<DeclaredPart<'a>> {
    parts_within(structure, &mut Surroundings { model, path: Vec::new(), left: MOST_INNER })
}

/// Returns the parts of a structure within its surroundings.
fn parts_within<'a>(structure: &'a Structure, around: &mut Surroundings<'a>) -> Vec<DeclaredPart<'a>> {
    around.path.push(&structure.name);
    let parts = match &structure.body {
        Body::Bits(bits) => bits.iter().map(|one| bit_part(structure, one)).collect(),
        _ => {
            let mut names = HashSet::new();
            let fields = structure.all_fields().filter(|one| names.insert(&one.name));
            fields.map(|one| field_part(structure, one, around)).collect()
        }
    };
    around.path.pop();
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

fn field_part<'a>(structure: &'a Structure, field: &'a Field, around: &mut Surroundings<'a>) -> DeclaredPart<'a> {
    let model = around.model;
    let resolve = |link: &Link| model.get(link.name());
    let held = if let Type::Named { link, .. } = &field.ty { resolve(link) } else { None };
    let held = held.filter(|held| !around.path.contains(&&*held.name));
    let is_bits = field.len.is_none() && held.is_some_and(|held| matches!(held.body, Body::Bits(_)));
    let same_section = |held: &&Structure| !held.spec.is_empty() && held.spec == structure.spec;
    let inner = held.filter(|held| is_bits || same_section(held)).and_then(|held| around.inner_parts(held));
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
        // Any other part is compared as a whole.
        inner: inner.unwrap_or_default(),
        called: [ComparedName::of(&field.label), ComparedName::of(&field.name)],
    }
}

/// Replaces a part that the document does not name by the inner parts, if the part is a group of bits or the document
/// names an inner part.
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

/// Returns whether there are at least two sizes, all of them known, and the parts have these sizes in the same order.
pub(super) fn match_sizes(parts: &[&DeclaredPart<'_>], sizes: &[Option<u64>]) -> bool {
    let of_parts = parts.iter().map(|part| part.bits);
    sizes.len() > 1 && sizes.iter().all(Option::is_some) && of_parts.eq(sizes.iter().copied())
}
