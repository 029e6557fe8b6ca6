//! Declares tables of fields as structures.

use super::bits::{self, BitRun};
use super::codes::DocumentSets;
use super::count::{EarlierFields, RepeatedField};
use super::field::{Kind, field_kind, named_type};
use super::names::{self, Names};
use super::order::{Orders, UNSTATED, order_word};
use super::prefixed::Prefixed;
use super::rules::{self, Rules, field_rules};
use super::settle::{self, StructureReference};
use super::texts::as_sentence;
use super::{column, field, rest};
use crate::model::{Document, Field, Number, Table};
use crate::size::Size;
use bpx_model::name::UnusedNames;
use bpx_model::{Body, Endian, Expr, Field as Part, Length, Model, Rule, Structure, Text, Type};

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
        let (body, of_bits) = match bits::whole_run(fields, |field| self.kind_of_field(&owner, field), in_bits) {
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

    /// Returns the bits of a number from the lowest bit, as bits follow each other in a file, if the table lists the
    /// bits from the highest one. Returns `None` for a big-endian number, whose highest bit comes first.
    fn lowest_bits_first(&mut self, owner: &Owner<'_>, fields: &[Field], open: &mut OpenParts) -> Option<Vec<Field>> {
        let first = fields.first().filter(|first| first.falls)?;
        if self.orders.bits.is_some() {
            open.layout.push(
                "the table lists the bits from the highest one, but the document also states a bit order".to_owned(),
            );
        }
        // Only compared with 8.
        let bits = fields.iter().filter_map(|field| field.size.and_then(Size::exact)).fold(0, u64::saturating_add);
        if bits > 8 {
            self.needs_order(owner, first);
        }
        let order = self.orders.order_of_field(first, owner.order).unwrap_or(UNSTATED);
        (order == Endian::Little).then(|| fields.iter().rev().cloned().collect())
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

    /// Declares the fields of a run of bits in a structure of this name.
    fn declare_bits(
        &mut self,
        (owner, name): (&Owner<'_>, &str),
        run: &BitRun<'_>,
        open: &mut OpenParts,
    ) -> Vec<bpx_model::BitField> {
        let fields = run.fields;
        let crossing = fields.iter().zip(&run.places).find(|(_, (bit, width))| bits::crosses_bytes(*bit, *width));
        if let Some((field, _)) = crossing {
            self.needs_order(owner, field);
        }
        let of_bytes = fields.first().and_then(|field| self.orders.order_of_field(field, owner.order));
        let of_picture = (owner.table.form == crate::Form::Bits).then_some(Endian::Big);
        let stated = of_picture.or(self.orders.bits);
        if let Some(((stated, bytes), (field, _))) = stated.zip(of_bytes).zip(crossing).filter(|((a, b), _)| a != b) {
            let bits = if stated == Endian::Big { "most" } else { "least" };
            open.layout.push(format!(
                "`{}` lies in several bytes, which are {}, but the {bits} significant bit comes first",
                field.name,
                order_word(bytes)
            ));
        }
        let is_low = fields.first().is_some_and(|first| first.from_lowest);
        if is_low && stated == Some(Endian::Big) {
            open.layout.push(
                "the table lists the bits from the highest one, but the document also states a bit order".to_owned(),
            );
        }
        let order = Some(Endian::Little).filter(|_| is_low).or(stated).or(of_bytes).unwrap_or(UNSTATED);
        let (mut taken, mut parts) = (UnusedNames::default(), Vec::with_capacity(fields.len()));
        for (field, (bit, width)) in fields.iter().zip(&run.places) {
            if !field.when.is_empty() {
                open.layout.push(format!("`{}` is present under a condition: {}", field.name, field.when));
            }
            if matches!(field.number, Some(Number::Signed | Number::SignedFixed(_) | Number::Float)) {
                open.layout
                    .push(format!("`{}` may be negative, but bits are declared as unsigned numbers", field.name));
            }
            let own = names::field_name(&field.name, &mut taken);
            let values = rules::values_of_bits(&field.name, *width);
            let Rules { codes, constraints, open: left } = field_rules(self, (owner, name), &own, field, values);
            open.rules.extend(left);
            parts.push(bpx_model::BitField {
                name: own.into(),
                label: field.name.clone().into(),
                doc: as_sentence(&field.notes),
                bit: *bit,
                bits: *width,
                order,
                codes,
                constraints,
            });
        }
        parts
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
            if let Some(run) = bits::leading_run(rest, |field| self.kind_of_field(owner, field)) {
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

    /// Declares a run of bits as a field whose type is a structure of bits.
    fn declare_run(
        &mut self,
        owner: &Owner<'_>,
        run: &BitRun<'_>,
        parts: &mut DeclaredFields,
        model: &mut Model,
        open: &mut OpenParts,
    ) {
        let size = run.bits / 8;
        let at = parts.offset;
        let own = parts.taken.take_name("bits");
        for (field, (bit, _)) in run.fields.iter().zip(&run.places) {
            let byte = at.and_then(|at| at.checked_add(u64::from(bit / 8)));
            if let Some(((stated, at), byte)) = field.offset.zip(at).zip(byte)
                && !(at..=byte).contains(&stated)
            {
                open.layout.push(misplaced_reason(&field.name, stated, byte));
            }
        }
        let bytes = |ty| Part { offset: at, ..Part::new(own.clone().into(), ty) };
        if let Some(why) = run.refusal_reason() {
            open.rules.push(why);
            parts.list.push(Part { len: Some(Length::Fixed(size)), ..bytes(field::byte_type()) });
        } else {
            let name = self.taken.take_name(&format!("{}Bits", owner.name));
            let list = self.declare_bits((owner, &name), run, open);
            for (field, bit) in run.fields.iter().zip(&list) {
                parts.earlier.add_field(field, vec![own.clone().into(), bit.name.clone()], true);
            }
            let structure =
                Structure { size: Some(size), ..Self::titled_structure(owner, &name, Body::Bits(list.into())) };
            parts.list.push(bytes(named_type(&name)));
            model.structures.insert(name, structure);
        }
        parts.offset = at.and_then(|at| at.checked_add(size));
    }

    fn declare_field(
        &mut self,
        owner: &Owner<'_>,
        field: &Field,
        is_last: bool,
        (parts, model): (&mut DeclaredFields, &mut Model),
        open: &mut OpenParts,
    ) {
        let own = names::field_name(&field.name, &mut parts.taken);
        parts.pad_to_field(field, &own, open);
        let mut when = None;
        let mut is_placed = true;
        if !field.when.is_empty() {
            when = parts.earlier.presence_condition(&field.when);
            if when.is_none() {
                open.layout.push(format!("`{own}` is present under a condition: {}", field.when));
                // An offset implies that the bytes are always present.
                is_placed = field.offset.is_some();
            }
        }
        let kind = self.kind_of_field(owner, field);
        let mut count = None;
        if matches!(kind, Kind::Fixed(_, None, 1..)) && field.offset.is_none() {
            count = parts.earlier.count_in_notes(&field.notes).unwrap_or_else(|said| {
                open.layout.push(format!("the number of repetitions of `{own}` is not understood: {said}"));
                is_placed = false;
                None
            });
        }
        let stored = match kind {
            _ if !is_placed => FieldStorage::remaining_bytes(),
            Kind::Fixed(_, _, 0) => {
                open.rules.push(format!("`{own}` takes no bytes"));
                return;
            }
            Kind::Fixed(ty, len, size) => match count {
                Some(count) => FieldStorage { ty, len: Some(Length::Count(count)), size: None },
                None => FieldStorage { ty, len, size: Some(size) },
            },
            Kind::CString => FieldStorage { ty: Type::CString, len: None, size: None },
            Kind::Varint(bits, form) => FieldStorage { ty: Type::Varint { bits, form }, len: None, size: None },
            Kind::Bits(bits) => {
                open.layout
                    .push(format!("`{own}` takes {bits} bits, and the neighbouring bits do not fill whole bytes"));
                parts.is_known = false;
                FieldStorage::remaining_bytes()
            }
            Kind::Open => match self.varying_type(owner, field, parts, model) {
                Some(RepeatedField { ty, len }) => FieldStorage { ty, len, size: None },
                None if let Some(ty) = self.remaining_type(owner, field, is_last) => {
                    FieldStorage { ty, len: Some(Length::Rest), size: None }
                }
                None => {
                    let what = if is_last { "its number of elements is" } else { "its type and its size are" };
                    let what = unsized_as(field, &format!("{what} not stated"));
                    open.layout.push(format!("`{own}` has no fixed size: {what}"));
                    FieldStorage::remaining_bytes()
                }
            },
        };
        self.add_part(owner, (field, own), stored, when, parts, open);
    }

    /// Adds a field to the parts, with its rules.
    fn add_part(
        &mut self,
        owner: &Owner<'_>,
        (field, own): (&Field, String),
        FieldStorage { mut ty, mut len, size }: FieldStorage,
        when: Option<Expr>,
        parts: &mut DeclaredFields,
        open: &mut OpenParts,
    ) {
        let values = rules::values_of_field(&field.name, &ty, len.as_ref(), size);
        let Rules { codes, constraints, open: left } = field_rules(self, (owner, owner.name), &own, field, values);
        open.rules.extend(left);
        // A signature is an array of bytes, also if the document calls it a number.
        if let Some(size) = size.filter(|_| constraints.iter().any(|one| matches!(one.rule, Rule::Magic(_)))) {
            (ty, len) = (field::byte_type(), Some(Length::Fixed(size)));
        } else if matches!(ty, Type::Int { size: 2.., .. } | Type::Float { .. } | Type::FixedPoint { size: 2.., .. }) {
            self.needs_order(owner, field);
        }
        if let Some(target) =
            settle::named_structure(&ty).filter(|target| self.names.all_names().any(|name| name == target))
        {
            self.held.push(StructureReference { owner: owner.name.to_owned(), place: parts.list.len(), target, size });
        }
        let is_whole = ty.is_whole() && len.is_none() && when.is_none();
        parts.earlier.add_field(field, vec![own.clone().into()], is_whole);
        let fixed = size.filter(|_| when.is_none());
        parts.list.push(Part {
            label: field.name.clone().into(),
            doc: as_sentence(&field.notes),
            offset: parts.offset,
            len,
            when,
            codes,
            constraints,
            ..Part::new(Text::from(own), ty)
        });
        parts.offset = parts.offset.zip(fixed).and_then(|(offset, size)| offset.checked_add(size));
    }
}

impl Context<'_> {
    /// Returns the element type of the last field, if the document says that the field takes all remaining bytes.
    fn remaining_type(&self, owner: &Owner<'_>, field: &Field, is_last: bool) -> Option<Type> {
        let order = self.orders.order_of_field(field, owner.order).unwrap_or(UNSTATED);
        rest::remaining_elements(field, self.names, order).filter(|_| is_last)
    }

    /// Returns the element type and the number of elements of a field without a fixed size, if the document states
    /// both.
    fn varying_type(
        &mut self,
        owner: &Owner<'_>,
        field: &Field,
        parts: &DeclaredFields,
        model: &mut Model,
    ) -> Option<RepeatedField> {
        let order = self.orders.order_of_field(field, owner.order);
        if let Some(repeated) = parts.earlier.repeated_count(field, self.names, order) {
            return Some(repeated);
        }
        let structure = self.prefixed.prefixed_structure(field, self.names, order)?;
        if structure.fields().iter().any(|field| field.ty.bit_width().is_some_and(|bits| bits > 8)) {
            self.needs_order(owner, field);
        }
        if let Some((_, name)) = self.of_types.iter().find(|(known, _)| *known == structure) {
            return Some(RepeatedField { ty: named_type(name), len: None });
        }
        let name = self.taken.take_name(&structure.name);
        model.structures.insert(name.clone(), Structure { name: name.clone().into(), ..structure.clone() });
        self.of_types.push((structure, name.clone()));
        Some(RepeatedField { ty: named_type(&name), len: None })
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

/// Returns the reason why a field has no fixed size: the text of the size cell, else `open`.
fn unsized_as(field: &Field, open: &str) -> String {
    if field.stated.trim().is_empty() {
        open.to_owned()
    } else {
        format!("the document states `{}`", field.stated.trim())
    }
}
