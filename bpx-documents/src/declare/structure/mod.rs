//! Declares tables of fields as structures.

mod bits;
mod fields;
mod varying;

use super::bits as runs;
use super::codes::DocumentSets;
use super::count::EarlierFields;
use super::field::{Kind, field_kind};
use super::names::Names;
use super::order::{Orders, UNSTATED};
use super::prefixed::Prefixed;
use super::settle::StructureReference;
use super::{column, field};
use crate::model::{Document, Field, Table};
use crate::size::Size;
use bpx_model::name::UnusedNames;
use bpx_model::{Body, Endian, Field as Part, Length, Model, Structure, Type};

/// The facts that all structures of a document share.
pub(super) struct Context<'d> {
    names: &'d Names,
    pub(super) sets: &'d DocumentSets<'d>,
    orders: &'d Orders,
    /// Whether the document is an exported reference, whose columns of rules are complete.
    pub(super) exported: bool,
    prefixed: Prefixed,
    /// The structures of length-prefixed types, and their names in the schema.
    of_types: Vec<(Structure, String)>,
    /// Names that other structures may not have.
    taken: UnusedNames,
    /// Fields whose types are structures.
    pub(super) held: Vec<StructureReference>,
    /// The names of structures with numbers whose byte order the document does not state.
    unstated: Vec<String>,
    /// Whether the document states the byte order of other numbers.
    is_stated: bool,
}

/// Sentences about the open parts of a table: the layout of fields, and rules.
#[derive(Default)]
pub(super) struct OpenParts {
    pub(super) layout: Vec<String>,
    pub(super) rules: Vec<String>,
    /// The number of bytes in the gaps between rows.
    padding: u64,
}

/// A table that becomes a structure.
pub(super) struct Owner<'t> {
    /// Name of the structure.
    pub(super) name: &'t str,
    pub(super) index: usize,
    pub(super) table: &'t Table,
    /// The byte order that the document states for the table.
    order: Option<Endian>,
}

/// Fields that are declared so far.
#[derive(Default)]
struct DeclaredFields {
    list: Vec<Part>,
    taken: UnusedNames,
    earlier: EarlierFields,
    /// The offset of the next field in bytes, if the offset is known.
    offset: Option<u64>,
    /// Whether the layout of all fields so far is declared.
    is_known: bool,
}

impl DeclaredFields {
    /// Adds the bytes that no row describes before a field, so that the field has its stated offset.
    fn pad_to_field(&mut self, field: &Field, own: &str, open: &mut OpenParts) {
        let Some((stated, at)) = field.offset.zip(self.offset).filter(|(stated, at)| stated != at) else { return };
        let gap = stated.checked_sub(at).filter(|gap| *gap > 0);
        // Padding that aligns a number needs no row.
        let size = field.size.and_then(Size::exact).map_or(0, |bits| bits / 8);
        let aligns = at > 0 && matches!(size, 2 | 4 | 8) && gap.is_some_and(|gap| gap < size);
        let aligns = aligns && stated.is_multiple_of(size);
        if !aligns {
            open.layout.push(misplaced_reason(own, stated, at));
        }
        // Bytes without a description keep their place, so the following fields keep theirs.
        if let Some(gap) = gap {
            // A clipped sum exceeds each size that a table states.
            open.padding = open.padding.saturating_add(gap);
            let name = self.taken.take_name(if aligns { "padding" } else { "gap" });
            let bytes = Part { offset: self.offset, ..Part::new(name.into(), field::byte_type()) };
            self.list.push(Part { len: Some(Length::Fixed(gap)), ..bytes });
            self.offset = Some(stated);
        }
    }
}

/// The declared type, length and size of a field.
struct FieldStorage {
    ty: Type,
    len: Option<Length>,
    /// The size of all elements in bytes, if the size is fixed.
    size: Option<u64>,
}

impl FieldStorage {
    /// Returns the storage of a field of unknown size, which takes all remaining bytes.
    fn remaining_bytes() -> Self {
        Self { ty: field::byte_type(), len: Some(Length::Rest), size: None }
    }
}

impl<'d> Context<'d> {
    pub(super) fn new(document: &Document, names: &'d Names, sets: &'d DocumentSets<'d>, orders: &'d Orders) -> Self {
        let mut cells =
            document.structures().flat_map(|(_, _, fields, _)| fields).filter_map(|field| field.rules.as_deref());
        let exported = cells.any(column::is_exported);
        let mut taken = UnusedNames::default();
        for name in names.all_names() {
            taken.take_name(name);
        }
        let (prefixed, of_types) = (Prefixed::of(document), Vec::new());
        let (held, unstated) = (Vec::new(), Vec::new());
        Self { names, sets, orders, exported, prefixed, of_types, taken, held, unstated, is_stated: false }
    }

    /// Returns a sentence about the numbers whose byte order the document does not state.
    pub(super) fn unstated_order(&self) -> Option<String> {
        let (first, rest) = self.unstated.split_at_checked(MAX_NAMES).unwrap_or((&self.unstated, &[]));
        let listed = first.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let others = if rest.is_empty() { String::new() } else { format!(" and {} others", rest.len()) };
        let of = if self.is_stated { format!(" of {listed}{others}") } else { String::new() };
        (!self.unstated.is_empty())
            .then(|| format!("the document does not state the byte order{of}: numbers are declared little-endian"))
    }

    /// Declares the structure of a table; returns sentences about the parts that stay open.
    pub(super) fn declare_structure(
        &mut self,
        name: &str,
        (index, table): (usize, &Table),
        fields: &[Field],
        size: Size,
        model: &mut Model,
    ) -> Vec<String> {
        let owner = Owner { name, index, table, order: self.orders.order_of_table(table) };
        let mut open = OpenParts { layout: table.open.clone(), ..OpenParts::default() };
        let upwards = self.lowest_bits_first(&owner, fields, &mut open);
        let fields = upwards.as_deref().unwrap_or(fields);
        let whole = size.exact().filter(|bits| bits % 8 == 0 && *bits > 0);
        // Our references state offsets of bytes, and widths of bits.
        let is_bits = |field: &Field| field.offset.is_none() && !field.ty.contains('[');
        let in_bits = self.exported && fields.iter().all(is_bits);
        let (body, of_bits) = match runs::whole_run(fields, |field| self.kind_of_field(&owner, field), in_bits) {
            Some(run) => (Body::Bits(self.declare_bits((&owner, name), &run, &mut open).into()), Some(run.bits / 8)),
            None => (Body::Fields(self.declare_fields(&owner, fields, model, &mut open).into()), None),
        };
        // Bits always have a place. The rest has one only where everything before it is understood.
        let of_rows = whole.filter(|_| open.layout.is_empty()).and_then(|bits| (bits / 8).checked_add(open.padding));
        let mut structure = Structure { size: of_bits.or(of_rows), ..Self::titled_structure(&owner, name, body) };
        // Without offsets, the sizes of the fields are not all known.
        if structure.fields().iter().any(|field| field.offset.is_none()) {
            structure.size = None;
        }
        model.structures.insert(name.to_owned(), structure);
        open.layout.into_iter().chain(open.rules).collect()
    }

    fn titled_structure(owner: &Owner<'_>, name: &str, body: Body) -> Structure {
        let table = owner.table;
        let section = if table.section.is_empty() || table.section == table.name {
            String::new()
        } else {
            format!(" (section {})", table.section)
        };
        let of_bits = if name == owner.name { "" } else { "Bits of " };
        let doc = format!("{of_bits}{}{section}.", table.title());
        Structure {
            doc: doc.into(),
            spec: table.section.clone().into(),
            ..Structure::new(name.to_owned().into(), body)
        }
    }

    fn kind_of_field(&self, owner: &Owner<'_>, field: &Field) -> Kind {
        field_kind(field, self.names, self.orders.order_of_field(field, owner.order).unwrap_or(UNSTATED))
    }

    /// Records that the byte order of a field matters, and whether the document states the order.
    fn needs_order(&mut self, owner: &Owner<'_>, field: &Field) {
        if self.orders.order_of_field(field, owner.order).is_some() {
            self.is_stated = true;
        } else if self.unstated.last().is_none_or(|last| last != owner.name) {
            self.unstated.push(owner.name.to_owned());
        }
    }

    fn declare_fields(
        &mut self,
        owner: &Owner<'_>,
        fields: &[Field],
        model: &mut Model,
        open: &mut OpenParts,
    ) -> Vec<Part> {
        let mut parts = DeclaredFields { offset: Some(0), is_known: true, ..DeclaredFields::default() };
        for word in WORDS.into_iter().filter(|word| fields.iter().any(|field| depends_on_field(field, word))) {
            parts.taken.take_name(word);
        }
        let mut rest = fields;
        while let Some((field, after)) = rest.split_first() {
            if let Some(run) = runs::leading_run(rest, |field| self.kind_of_field(owner, field)) {
                (_, rest) = rest.split_at(run.fields.len());
                self.declare_run(owner, &run, &mut parts, model, open);
                continue;
            }
            rest = after;
            self.declare_field(owner, field, rest.is_empty(), (&mut parts, &mut *model), open);
        }
        if parts.offset.is_none() || !parts.is_known {
            parts.list.iter_mut().for_each(|part| part.offset = None);
        }
        parts.list
    }
}

/// Words that have another meaning in expressions. A field with such a name gets another name if an expression may
/// refer to the field.
const WORDS: [&str; 5] = ["size", "remaining", "position", "entry", "index"];

/// Returns whether the length or the condition of a field may depend on a field with this name.
fn depends_on_field(field: &Field, name: &str) -> bool {
    let texts = [&field.ty, &field.stated, &field.when, &field.notes];
    let mut words = texts.into_iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_'));
    field.size.and_then(Size::exact).is_none() && words.any(|word| word.eq_ignore_ascii_case(name))
        || !field.when.is_empty() && field.when.to_lowercase().contains(name)
}

/// The largest number of structures in a message.
const MAX_NAMES: usize = 5;

fn misplaced_reason(name: &str, stated: u64, at: u64) -> String {
    format!("`{name}` has the stated offset {stated}, but the fields before it take {at} bytes")
}
