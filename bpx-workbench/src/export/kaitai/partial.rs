//! Finds structures that may end with bytes that the language cannot express. These bytes reach to the end of the
//! enclosing part, so that a reader cannot read anything after them.

use super::expr::Scope;
use super::names::Owner;
use super::spec::Spec;
use super::unsaid;
use bpx_schema::schema::{Field, Structure, Type};
use std::collections::BTreeSet;

/// Returns the names of the structures that may end with such bytes, either because of their own fields or because of
/// structures in them.
pub(super) fn partial_structures<'m>(spec: &Spec<'m>) -> BTreeSet<&'m str> {
    let structures = || spec.model.structures.values();
    let mut partial: BTreeSet<_> = structures().filter(|one| is_cut(spec, one)).map(|one| &*one.name).collect();
    loop {
        let known = partial.len();
        let holds = |one: &&Structure| one.all_fields().any(|field| takes_all(&partial, field));
        let found: Vec<_> = structures().filter(holds).map(|one| &*one.name).collect();
        partial.extend(found);
        if partial.len() == known {
            return partial;
        }
    }
}

/// Returns whether a field may take all bytes up to the end of the enclosing part.
pub(super) fn takes_all(partial: &BTreeSet<&str>, field: &Field) -> bool {
    match &field.ty {
        Type::Named { link, .. } => field.region.is_none() && partial.contains(link.name()),
        _ => false,
    }
}

/// Returns whether the file omits fields or cases of a structure.
fn is_cut<'m>(spec: &Spec<'m>, structure: &'m Structure) -> bool {
    let scope = Scope::of(spec, Owner::of(structure));
    let has_all = |owner: Owner<'m>| unsaid::expressible_fields(spec, owner).len() == owner.fields.len();
    !Owner::owners_of(structure).all(has_all)
        || structure.cases().iter().any(|case| scope.case_condition(case).is_none())
}
