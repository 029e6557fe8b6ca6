//! Checks rules across fields.

use super::declaration::Declaration;
use super::names::find_field;
use super::scope::{ExprScope, NameKind};
use crate::parse::{AssertAttr, Errors, FieldShape, name_of};
use bpx_model::{Constraint, ExprKind};
use syn::{Error, Ident};

/// Checks the assertions of a declaration, whose expressions may use the names of `scope`.
pub(super) fn check_assertions(declaration: &Declaration, scope: &ExprScope, errors: &mut Errors) {
    for assert in declaration.asserts() {
        let of_element = assert.each.as_ref().map(|array| {
            check_array(array, declaration, errors);
            check_overlapped(assert, array, declaration, errors);
            if declaration.find_number_list(array).is_none() {
                return scope.with_element();
            }
            if let Some(member) = assert.on.first() {
                let message = "expected no member, because the element is a number, which has no members; a finding \
                    names the element";
                errors.add(Error::new(member.span(), message));
            }
            scope.with_number()
        });
        let scope = of_element.as_ref().unwrap_or(scope);
        errors.note_error(scope.check_expr(&assert.condition, ExprKind::Bool));
        for value in assert.text_values() {
            errors.note_error(scope.check_expr(value, ExprKind::Any));
        }
        // The compiler checks the members of elements. Only a structure knows the end of reading.
        let at_end = assert.is_at_end() && scope.sees_space();
        if of_element.is_none() && !at_end {
            check_reported_member(assert, declaration, errors);
        }
    }
}

/// Rejects an array whose elements are neither structures nor whole numbers, and fields with names that have a special
/// meaning in rules of elements.
fn check_array(array: &Ident, declaration: &Declaration, errors: &mut Errors) {
    let Some(field) = find_field(array, &declaration.fields, errors) else { return };
    let is_known =
        matches!(NameKind::of_field(field), NameKind::Structures | NameKind::OptionalStructures) && !field.is_stored();
    let structures = is_known && matches!(field.shape, FieldShape::List(_));
    if !structures && !field.holds_numbers() {
        let message = format!(
            "rules of elements need a list of structures, or of whole numbers whose bytes have no stated size; {}",
            NameKind::of_field(field).describe(&array.to_string())
        );
        errors.add(Error::new(array.span(), message));
    }
    for field in declaration.fields.iter().filter(|field| Constraint::OF_ELEMENT.contains(&&*name_of(&field.name))) {
        let message =
            format!("`{}` has a special meaning in rules of elements: rename the field", name_of(&field.name));
        errors.add(Error::new(field.name.span(), message));
    }
}

/// Rejects `overlapped.NAME` unless NAME is the field of the regions that the array describes.
fn check_overlapped(assert: &AssertAttr, array: &Ident, declaration: &Declaration, errors: &mut Errors) {
    for name in assert.members_under(Constraint::OVERLAPPED) {
        let Some(field) = find_field(&name, &declaration.fields, errors) else { continue };
        let region = field.attrs.region.as_ref();
        let each = region.and_then(|region| region.each.as_ref()).map(name_of);
        if each != Some(name_of(array)) {
            let message = format!("`{}` is not the field of the regions that `{array}` describes", name_of(&name));
            errors.add(Error::new(name.span(), message));
        }
    }
}

/// Rejects a member after `on` that does not exist.
fn check_reported_member(assert: &AssertAttr, declaration: &Declaration, errors: &mut Errors) {
    let Some((first, members)) = assert.on.split_first() else { return };
    let Some(field) = find_field(first, &declaration.fields, errors) else { return };
    if let Some(member) = members.first().filter(|_| NameKind::of_field(field) != NameKind::Structure) {
        errors.add(Error::new(member.span(), NameKind::of_field(field).describe(&first.to_string())));
    }
}
