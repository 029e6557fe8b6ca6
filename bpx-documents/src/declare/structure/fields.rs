//! Declares fields of whole bytes.

use super::super::count::RepeatedField;
use super::super::field;
use super::super::field::Kind;
use super::super::names;
use super::super::rules::{self, Rules, field_rules};
use super::super::settle::{self, StructureReference};
use super::super::texts::as_sentence;
use super::{Context, DeclaredFields, FieldStorage, OpenParts, Owner};
use crate::model::Field;
use bpx_model::{Expr, Field as Part, Length, Model, Rule, Text, Type};

impl Context<'_> {
    /// Declares a field of whole bytes, or leaves it open.
    pub(super) fn declare_field(
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

/// Returns the reason why a field has no fixed size: the text of the size cell, else `open`.
fn unsized_as(field: &Field, open: &str) -> String {
    if field.stated.trim().is_empty() {
        open.to_owned()
    } else {
        format!("the document states `{}`", field.stated.trim())
    }
}
