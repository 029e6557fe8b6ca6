//! Rules across fields.

use super::declaration::Declaration;
use super::names::find;
use super::scope::{Known, Scope};
use crate::parse::{AssertAttr, Errors};
use bpx_model::Kind;
use syn::Error;

/// Checks the assertions of a declaration, whose expressions see these names.
pub(super) fn check(declaration: &Declaration, scope: &Scope, errors: &mut Errors) {
    for assert in declaration.asserts() {
        errors.take(scope.check(&assert.condition, Kind::Bool));
        for value in assert.values() {
            errors.take(scope.check(value, Kind::Any));
        }
        blamed(assert, declaration, errors);
    }
}

/// Refuses a member to blame that is not there.
fn blamed(assert: &AssertAttr, declaration: &Declaration, errors: &mut Errors) {
    let Some((first, members)) = assert.on.split_first() else { return };
    let Some(field) = find(first, &declaration.fields, errors) else { return };
    if let Some(member) = members.first().filter(|_| Known::of(field) != Known::Structure) {
        errors.add(Error::new(member.span(), Known::of(field).describe(&first.to_string())));
    }
}
