//! Provides the values for expressions during writing: values of the JSON, and values that are computed from the JSON.

use super::Assembler;
use super::outer_member::OuterMember;
use super::scalar::int_of;
use super::written::SetNumber;
use crate::budget::cost;
use crate::codec::FieldSpan;
use crate::json::{
    JsonRef, digits_from_json, encoded_from_json, f32_from_json, f64_from_json, padded_from_json, text_from_json,
};
use crate::schema::{
    BitField, Body, CodesLink, ComputedValue, DerivedMember, Expr, Field, Length, Structure, Text, TextForm, Type,
};
use crate::value::{MemberLookup, Scope, bytes_from_hex, eval_int};

/// The values of one structure.
#[derive(Clone, Copy)]
pub(super) struct JsonScope<'x, 'm> {
    pub(super) assembler: &'x Assembler<'m>,
    pub(super) params: &'x [Text],
    pub(super) args: &'x [i128],
    pub(super) fields: &'x [Field],
    pub(super) derived: &'x [DerivedMember],
    pub(super) object: JsonRef<'x>,
    /// Members whose values the enclosing structure computes.
    pub(super) outer_members: &'x [OuterMember],
    /// The number of computed values that are being computed and need this value.
    pub(super) depth: u32,
    /// The element that is being written, and its number.
    pub(super) element: Option<(WrittenElement<'x>, u64)>,
    /// Offsets of the written fields.
    pub(super) places: FieldPlaces<'x>,
}

/// An element of a list.
#[derive(Clone, Copy)]
pub(super) enum WrittenElement<'x> {
    /// An element of a field, as JSON.
    Json(&'x Field, JsonRef<'x>),
    /// One of several raw bytes.
    Byte(u8),
}

/// Spans of the written fields of a structure, and the position for expressions.
#[derive(Clone, Copy, Default)]
pub(super) struct FieldPlaces<'x> {
    pub(super) spans: &'x [FieldSpan<'x>],
    /// The position of the structure's first byte.
    pub(super) begin: u64,
    /// The position of the computed field, if the position is not that of the next byte.
    pub(super) position: Option<u64>,
    /// Numbers that were set after the field that they describe was written.
    pub(super) numbers: &'x [SetNumber],
}

/// The limit for chains of computed values that depend on other computed values.
const MAX_DEPTH: u32 = 32;

impl<'x, 'm> JsonScope<'x, 'm> {
    /// Returns the values of a nested structure, without its parameters.
    fn nested_scope(&self, structure: &'x Structure, object: JsonRef<'x>) -> Self {
        let (fields, derived) = (structure.fields(), &*structure.derived);
        let places = FieldPlaces::default();
        Self { params: &[], args: &[], fields, derived, object, outer_members: &[], element: None, places, ..*self }
    }

    /// Returns the value of an expression for a computed field.
    pub(super) fn eval_computed(&self, expr: &Expr) -> Option<i128> {
        let deeper = Self { depth: self.depth.checked_add(1).filter(|depth| *depth < MAX_DEPTH)?, ..*self };
        eval_int(expr, &deeper)
    }

    /// Returns the offsets for an expression of the field `name`. If the expression needs the position, the position is
    /// that of the field.
    fn places_of(&self, expr: &Expr, name: &str) -> FieldPlaces<'x> {
        let span = self.places.spans.iter().find(|(known, ..)| *known == name).filter(|_| expr.needs_space());
        FieldPlaces { position: span.map(|(_, start, ..)| *start).or(self.places.position), ..self.places }
    }

    fn field(&self, name: &str) -> Option<&'x Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    fn field_value(&self, field: &'x Field, rest: &[Text]) -> Option<ComputedValue<'x>> {
        if let Some(derived) = &field.derived {
            let view = Self { places: self.places_of(derived, &field.name), ..*self };
            return view.eval_computed(derived).map(ComputedValue::Int);
        }
        if let Some((_, value)) = self.outer_members.iter().find(|(member, _)| *member == field.name) {
            return Some(ComputedValue::Int(*value));
        }
        let Some(json) = self.object.get(&field.name) else {
            return field.otherwise.map(|value| ComputedValue::Int(i128::from(value)));
        };
        // Each use of a text copies it.
        let size = json.as_str().map_or(0, str::len) as u64;
        self.assembler.charge_steps(size / 16).then_some(())?;
        if let Some(form) = encoded_form(field) {
            let bytes = self.assembler.encoded_text(form, json, fixed_len(field));
            return bytes.ok().map(|bytes| ComputedValue::Bytes(bytes.into()));
        }
        match (&field.ty, &field.len) {
            (Type::CString, None) => text_from_json(json).map(|text| ComputedValue::Text(text.into())),
            (_, Some(_)) if field.is_text() => text_from_json(json).map(|text| ComputedValue::Text(text.into())),
            (_, Some(_)) if field.is_bytes() => {
                bytes_from_hex(json.as_str()?).map(|bytes| ComputedValue::Bytes(bytes.into()))
            }
            (_, Some(_)) => None,
            (_, None) => self.scalar_value(field, json, rest),
        }
    }

    /// Returns the value of a number, or of a member in a structure.
    fn scalar_value(&self, field: &'x Field, json: JsonRef<'x>, rest: &[Text]) -> Option<ComputedValue<'x>> {
        let int = |json| int_of(json, field.codes.as_ref().map(CodesLink::get)).map(ComputedValue::Int);
        match &field.ty {
            Type::Int { .. } => int(json),
            Type::Digits { form, .. } => match digits_from_json(json)? {
                (_, Some(bytes)) => Some(ComputedValue::Int(form.read_number(&bytes).map_or(-1, i128::from))),
                (_, None) => int(json),
            },
            Type::FixedPoint { .. } => f64_from_json(json).map(ComputedValue::Float),
            Type::Varint { .. } => int(padded_from_json(json).map_or(json, |(json, _)| json)),
            Type::Float { size: 2 | 4, .. } => f32_from_json(json).map(|value| ComputedValue::Float(f64::from(value))),
            Type::Float { .. } => f64_from_json(json).map(ComputedValue::Float),
            Type::CString => None,
            Type::Named { link, .. } => self.member_value(self.assembler.resolve(link)?, json, rest),
        }
    }

    fn member_value(&self, structure: &'x Structure, object: JsonRef<'x>, path: &[Text]) -> Option<ComputedValue<'x>> {
        if let Body::Bits(fields) = &structure.body {
            let [name] = path else { return None };
            let field: &BitField = fields.iter().find(|field| field.name == *name)?;
            return int_of(object.get(&field.name)?, field.codes.as_ref().map(CodesLink::get)).map(ComputedValue::Int);
        }
        self.nested_scope(structure, object).value_at(path)
    }

    /// Returns the value of the field, parameter or element at a path.
    fn value_at(&self, path: &[Text]) -> Option<ComputedValue<'x>> {
        self.assembler.charge_steps(1).then_some(())?;
        if let Some(derived) = self.derived.iter().find(|derived| *derived.target == *path) {
            return self.eval_computed(&derived.value).map(ComputedValue::Int);
        }
        if let Some((_, value)) = self.places.numbers.iter().find(|(target, _)| **target == *path) {
            return Some(ComputedValue::Int(*value));
        }
        let (first, rest) = path.split_first()?;
        if let Some(field) = self.field(first) {
            return self.field_value(field, rest);
        }
        if let Some(at) = self.params.iter().position(|name| name == first).filter(|_| rest.is_empty()) {
            return self.args.get(at).copied().map(ComputedValue::Int);
        }
        let (element, index) = self.element?;
        match (element, &**first) {
            (_, Length::INDEX) if rest.is_empty() => Some(ComputedValue::Int(i128::from(index))),
            (WrittenElement::Byte(byte), Length::ENTRY) if rest.is_empty() => {
                Some(ComputedValue::Int(i128::from(byte)))
            }
            (WrittenElement::Json(field, json), Length::ENTRY) => match &field.ty {
                Type::CString => text_from_json(json).map(|text| ComputedValue::Text(text.into())),
                _ => self.scalar_value(field, json, rest),
            },
            _ => None,
        }
    }

    /// Returns the value of a field in the structure that `object` describes.
    fn nested_in(&self, object: JsonRef<'x>, field: &'x Field) -> Option<ComputedValue<'x>> {
        Self { object, ..*self }.field_value(field, &[])
    }

    /// Returns the values of the list element that is being written.
    fn entry_scope(&self) -> Option<Self> {
        let (WrittenElement::Json(field, json), _) = self.element? else { return None };
        let Type::Named { link, .. } = &field.ty else { return None };
        Some(self.nested_scope(self.assembler.resolve(link)?, json))
    }

    /// Returns the field at a path, and the JSON of the structure that contains the field.
    fn find_field(&self, path: &[Text]) -> Option<(&'x Field, JsonRef<'x>)> {
        let (last, parents) = path.split_last()?;
        let (mut view, parents) = match parents.split_first() {
            Some((first, rest)) if *first == *Length::ENTRY && self.field(first).is_none() => {
                (self.entry_scope()?, rest)
            }
            _ => (*self, parents),
        };
        for name in parents {
            let field = view.field(name)?;
            let Type::Named { link, .. } = &field.ty else { return None };
            view = view.nested_scope(self.assembler.resolve(link)?, view.object.get(name)?);
        }
        Some((view.field(last)?, view.object))
    }
}

impl Scope for JsonScope<'_, '_> {
    fn value(&self, path: &[Text]) -> Option<ComputedValue<'_>> {
        self.value_at(path)
    }

    fn element(&self, array: &[Text], index: usize, members: &[Text]) -> Option<ComputedValue<'_>> {
        self.assembler.charge_steps((cost(index as u64) + cost(1)).0).then_some(())?;
        let (field, object) = self.find_field(array)?;
        let json = object.get(&field.name)?;
        if field.is_bytes() {
            let byte = match self.nested_in(object, field)? {
                ComputedValue::Text(bytes) | ComputedValue::Bytes(bytes) => bytes.get(index).copied()?,
                ComputedValue::Int(_) | ComputedValue::Bool(_) | ComputedValue::Float(_) => return None,
            };
            return Some(ComputedValue::Int(i128::from(byte)));
        }
        let one = json.as_array()?.nth(index)?;
        self.scalar_value(field, one, members)
    }

    /// Visits the elements in order. Looking up each element by its number would take quadratic time, because each
    /// look-up starts at the first element.
    fn visit_elements<'s>(
        &'s self,
        array: &[Text],
        visit: &mut dyn FnMut(&MemberLookup<'_, 's>) -> bool,
    ) -> Option<()> {
        let (field, object) = self.find_field(array)?;
        if field.is_bytes() {
            let (ComputedValue::Text(bytes) | ComputedValue::Bytes(bytes)) = self.nested_in(object, field)? else {
                return None;
            };
            let number = |byte: u8| Some(ComputedValue::Int(i128::from(byte)));
            bytes.iter().all(|byte| visit(&|members| members.is_empty().then(|| number(*byte))?));
            return Some(());
        }
        let mut elements = object.get(&field.name)?.as_array()?;
        elements.all(|one| self.assembler.charge_steps(1) && visit(&|members| self.scalar_value(field, one, members)));
        Some(())
    }

    fn len(&self, path: &[Text]) -> Option<i128> {
        let (field, object) = self.find_field(path)?;
        let Some(json) = object.get(&field.name) else {
            return field.children.then_some(0);
        };
        let len = match json.as_str() {
            _ if json.is_array() => json.len(),
            _ if field.is_text() => text_from_json(json)?.len(),
            _ if encoded_form(field).is_some() => {
                encoded_from_json(encoded_form(field)?, json, fixed_len(field))?.len()
            }
            // Raw bytes: two digits each.
            Some(digits) if field.is_bytes() => digits.len() / 2,
            _ => return None,
        };
        i128::try_from(len).ok()
    }

    fn len_in_element(&self, array: &[Text], index: usize, members: &[Text]) -> Option<i128> {
        self.assembler.charge_steps((cost(index as u64) + cost(1)).0).then_some(())?;
        let (field, object) = self.find_field(array)?;
        let Type::Named { link, .. } = &field.ty else { return None };
        let element = object.get(&field.name)?.as_array()?.nth(index)?;
        self.nested_scope(self.assembler.resolve(link)?, element).len(members)
    }

    fn is_absent(&self, array: &[Text]) -> bool {
        self.find_field(array).is_some_and(|(field, object)| field.when.is_some() && object.get(&field.name).is_none())
    }

    fn span(&self, name: &str) -> Option<(u64, u64)> {
        if name == Expr::SELF {
            return Some((self.places.begin, self.assembler.position()));
        }
        let &(_, start, end, _) = self.places.spans.iter().find(|(known, ..)| *known == name)?;
        Some((start, end))
    }

    fn position(&self) -> i128 {
        i128::from(self.places.position.unwrap_or_else(|| self.assembler.position()))
    }
}

/// Returns the form of the text that the bytes of a single value encode; `None` for other values.
fn encoded_form(field: &Field) -> Option<TextForm> {
    field.text_form().filter(|_| field.is_bytes() || field.ty == Type::CString && field.len.is_none())
}

/// Returns the number of bytes of a field whose number is fixed.
fn fixed_len(field: &Field) -> Option<u64> {
    match field.len {
        Some(Length::Fixed(len)) => Some(len),
        _ => None,
    }
}
