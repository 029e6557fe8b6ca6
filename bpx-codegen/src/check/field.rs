//! A checked field.

use super::order::ByteOrder;
use crate::parse::{
    Errors, ExprTree, FieldShape, NumberForm, RegionAttr, StoredKind, WrittenField as Written, known_len, present_type,
};
use bpx_model::{Length, Rule};
use std::ops::Deref;
use syn::{Error, Ident, Type};

/// A field of a structure, a record, a case or a structure of bit fields, with the results of the checks.
pub(crate) struct Field {
    written: Written,
    /// The byte order of the field, which some types do not need.
    pub(crate) order: ByteOrder,
    /// The rules of the field's value.
    pub(crate) rules: Vec<Rule>,
    /// Whether arguments of elements use the number of the element.
    counts_elements: bool,
}

/// Rejects lists of numbers in digits, because JSON cannot keep the bytes of their elements.
pub(super) fn refuse_digits(field: &Field, errors: &mut Errors) {
    if matches!(&field.shape, FieldShape::List(kind) | FieldShape::Array(kind, _) if kind.digit_form().is_some()) {
        let message = "lists of numbers in digits are not supported: declare the element as a record, `#[derive(Record)] struct Entry \
                       { size: Octal<8> }`";
        errors.add(Error::new_spanned(&field.ty, message));
    }
}

impl Deref for Field {
    type Target = Written;

    fn deref(&self) -> &Written {
        &self.written
    }
}

impl Field {
    /// Returns a field without its rules, which are added later.
    pub(crate) fn new(written: Written, order: ByteOrder) -> Self {
        Self { written, order, rules: Vec::new(), counts_elements: false }
    }

    /// Returns whether the field is a list of whole numbers of a fixed size, and the size of the list in bytes is not
    /// stated.
    pub(crate) fn holds_numbers(&self) -> bool {
        let whole =
            |kind: &StoredKind| matches!(kind, StoredKind::Number { float: false, form: NumberForm::Binary, .. });
        let is_list = matches!(&self.shape, FieldShape::List(kind) if whole(kind));
        is_list && self.attrs.padding.is_none() && !self.is_stored()
    }

    /// Returns the size in bytes, if the field is a number of fixed size.
    pub(crate) fn number_size(&self) -> Option<usize> {
        match self.kind()? {
            StoredKind::Number { size, .. } => Some(*size),
            _ => None,
        }
    }

    /// Returns the expression that decides the byte order of the field's numbers.
    pub(crate) fn byte_order_choice(&self) -> Option<&ExprTree> {
        self.order.is_big.as_ref().filter(|_| self.kind().is_some_and(StoredKind::has_order))
    }

    /// Records whether arguments of elements use the number of the element. `taken` has the names of fields and
    /// parameters.
    pub(super) fn note_index(&mut self, taken: &[String]) {
        let is_free = !taken.iter().any(|name| name == Length::INDEX);
        let mut args = self.attrs.args.iter().flat_map(|tree| tree.expr().used_names());
        self.counts_elements =
            is_free && matches!(self.shape, FieldShape::List(_)) && args.any(|name| *name == *Length::INDEX);
    }

    /// Renames the field.
    pub(super) fn rename(&mut self, name: Ident) {
        self.written.name = name;
    }

    /// Returns whether the value is not kept in memory.
    pub(crate) fn is_temp(&self) -> bool {
        self.attrs.temp.is_some()
    }

    /// Returns whether the bytes have an offset of their own, instead of following the field before.
    pub(crate) fn lies_elsewhere(&self) -> bool {
        self.attrs.region.as_ref().is_some_and(|region| !region.is_in_place())
    }

    /// Returns whether a reader searches for the field.
    pub(crate) fn is_searched(&self) -> bool {
        self.attrs.region.as_ref().is_some_and(|region| region.search.is_some())
    }

    /// Returns whether the field is read from the content of stored bytes, whose size or form the declaration states.
    pub(crate) fn is_stored(&self) -> bool {
        self.attrs.region.as_ref().is_some_and(RegionAttr::is_stored)
    }

    /// Returns whether an interpreter drops the content of the field after reading the field.
    pub(crate) fn is_dropped(&self) -> bool {
        self.attrs.region.as_ref().is_some_and(RegionAttr::is_dropped)
    }

    /// Returns whether the field is the list of children of a tree node.
    pub(crate) fn is_children(&self) -> bool {
        self.attrs.children.is_some()
    }

    /// Returns whether a file may state a value that differs from the computed value.
    pub(crate) fn may_differ(&self) -> bool {
        self.rules.contains(&Rule::Computed)
    }

    /// Returns whether the value is a number of a size for which Rust has no type.
    pub(crate) fn is_narrow(&self) -> bool {
        self.bits.is_none() && self.kind().is_some_and(StoredKind::is_narrow)
    }

    /// Returns whether the declaration alone determines the size.
    pub(crate) fn is_fixed(&self) -> bool {
        let numbers = matches!(
            self.shape,
            FieldShape::One(StoredKind::Number { .. }) | FieldShape::Array(StoredKind::Number { .. }, _)
        );
        numbers && self.attrs.condition.is_none() && self.attrs.width.is_none()
    }

    /// Returns the type of the value of a field that is present.
    pub(crate) fn present_type(&self) -> &Type {
        present_type(&self.ty)
    }

    /// Returns the size in bytes of numbers whose count is a literal.
    pub(crate) fn known_size(&self) -> Option<usize> {
        match &self.shape {
            _ if self.attrs.width.is_some() => None,
            FieldShape::One(StoredKind::Number { size, .. }) => Some(*size),
            FieldShape::Array(StoredKind::Number { size, .. }, _) => size.checked_mul(known_len(&self.ty)?),
            _ => None,
        }
    }

    /// Returns whether arguments of elements use the number of the element.
    pub(crate) fn counts_elements(&self) -> bool {
        self.counts_elements
    }

    /// Returns the bytes that end the list, if the declaration states such bytes.
    pub(crate) fn terminator(&self) -> Option<Vec<u8>> {
        let size = match self.kind()? {
            StoredKind::Number { size, float: false, .. } => Some(*size),
            _ => None,
        };
        self.attrs.end.as_ref()?.terminator(size, self.order.big)
    }

    /// Returns the type of one element.
    pub(crate) fn kind(&self) -> Option<&StoredKind> {
        self.shape.kind()
    }
}
