//! The byte order of a field, which is constant, or which a value decides when the field is read or written.

use crate::parse::{self, Attrs, Errors, ExprTree, FieldShape, ListEnd, StoredKind, TagAttr, name_of};
use syn::{Error, Result};

/// The byte order of a field.
#[derive(Clone, Default)]
pub(crate) struct ByteOrder {
    /// Whether the order is big-endian, if it is constant; otherwise the default for the schema.
    pub(crate) big: bool,
    /// The expression that decides whether the order is big-endian, if it is not constant.
    pub(crate) is_big: Option<ExprTree>,
}

/// Returns the byte order of each field.
pub(super) fn field_orders(attrs: &Attrs, fields: &[parse::WrittenField], errors: &mut Errors) -> Vec<ByteOrder> {
    // A number that decides the byte order is read before, in another byte order.
    let decided_by = attrs.is_big.as_ref().and_then(|is_big| {
        let parts = is_big.expr().parts();
        fields.iter().rposition(|field| {
            let name = name_of(&field.name);
            parts
                .iter()
                .any(|part| part.measured_field().or_else(|| part.path()?.first()).is_some_and(|one| *one == *name))
        })
    });
    let orders = fields.iter().enumerate().map(|(index, field)| {
        let is_after = decided_by.is_none_or(|last| index > last);
        // `errors` fails the declaration, so that the byte order does not matter.
        errors.note_error(field_order(attrs, field, is_after)).unwrap_or_default()
    });
    orders.collect()
}

/// Returns the byte order of a field; `is_after` states whether the value that decides the byte order of the structure
/// is read before the field.
fn field_order(attrs: &Attrs, field: &parse::WrittenField, is_after: bool) -> Result<ByteOrder> {
    let (own, ordered) = (&field.attrs, has_order(&field.shape));
    if let Some(is_big) = &own.is_big {
        if own.big.is_some() {
            return Err(is_big.error("expected one byte order of the field, found a constant one and `is_big`"));
        }
        if !ordered {
            return Err(Error::new_spanned(
                &field.ty,
                "expected a number of several bytes for `is_big`; pass the value that decides the byte order of a \
                    structure by `args(..)`",
            ));
        }
    }
    let of_structure = attrs.is_big.as_ref().filter(|_| own.big.is_none() && is_after);
    let is_big = own.is_big.as_ref().or(of_structure).cloned();
    let big = own.big.or(attrs.big);
    if is_big.is_none() && big.is_none() && ordered {
        return Err(Error::new_spanned(
            &field.ty,
            if attrs.is_big.is_some() {
                "missing byte order, because `is_big` of the structure applies only to fields after the last field \
                    that `is_big` names: put `#[brw(little)]` or `#[brw(big)]` on this field, or beside `is_big`"
            } else {
                "missing byte order: put `#[brw(little)]` or `#[brw(big)]` on the structure"
            },
        ));
    }
    if is_big.is_some() && ordered && field.shape.kind().is_some_and(StoredKind::is_fixed_point) {
        return Err(Error::new_spanned(
            &field.ty,
            "a fixed-point number needs a constant byte order: put `#[brw(little)]` or `#[brw(big)]` on this field, \
                or declare the parts as a whole number",
        ));
    }
    let order = ByteOrder { big: is_big.is_none() && big == Some(true), is_big };
    if order.is_big.is_some() && ordered {
        let size = match &field.shape {
            FieldShape::List(StoredKind::Number { size, .. }) => Some(*size),
            _ => None,
        };
        let end = own.end.as_ref().filter(|end| matches!(end.end, ListEnd::Excluding(_)));
        let [little, big] = [false, true].map(|big| end.and_then(|end| end.terminator(size, big)));
        if let Some(end) = end.filter(|_| little != big) {
            return Err(Error::new(
                end.span,
                "the bytes that end the list must not depend on the byte order: use `until`, whose last element is \
                    part of the list",
            ));
        }
    }
    Ok(order)
}

/// Rejects `is_big` of a structure or an enum if it applies to none of the fields.
pub(super) fn expect_use<'f>(attrs: &Attrs, mut fields: impl Iterator<Item = &'f super::Field>) -> Result<()> {
    match &attrs.is_big {
        Some(is_big) if !fields.any(|field| field.attrs.is_big.is_none() && field.byte_order_choice().is_some()) => {
            let message = "expected a field whose byte order this condition decides, found no such field: the \
                condition applies to numbers of several bytes after the last field that the condition names; pass \
                the value that decides the byte order of a nested structure in `args(..)`";
            Err(is_big.error(message))
        }
        _ => Ok(()),
    }
}

/// Returns the bytes of a tag or a signature.
///
/// # Errors
/// Returns an error if the bytes depend on a byte order that is not constant.
pub(crate) fn tag_bytes(tag: &TagAttr, attrs: &Attrs) -> Result<Vec<u8>> {
    let mut bytes = tag.bytes.clone();
    if !tag.is_number {
        return Ok(bytes);
    }
    let message = match (attrs.big, attrs.is_big.is_some()) {
        _ if bytes.len() < 2 => None,
        (_, true) => Some(
            "the bytes of this number depend on the byte order, which is not constant: write a byte string instead, \
                `b\"..\"`",
        ),
        (None, false) => Some("missing byte order: put `#[brw(little)]` or `#[brw(big)]` on the type"),
        (Some(_), false) => None,
    };
    if let Some(message) = message {
        return Err(Error::new(tag.span, message));
    }
    if attrs.big == Some(true) {
        bytes.reverse();
    }
    Ok(bytes)
}

fn has_order(shape: &FieldShape) -> bool {
    shape.kind().is_some_and(StoredKind::has_order)
}
