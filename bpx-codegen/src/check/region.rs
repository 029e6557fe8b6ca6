//! Checks `#[schema(region(..))]`: bytes that have offsets of their own, or that are stored in another form.

use super::scope::{ExprScope, NameKind, SpaceWords};
use crate::parse::{AlgorithmName, Errors, ExprTree, FieldShape, RegionAttr, name_of};
use bpx_model::{Expr, ExprKind as Value, Region};
use syn::{Error, Ident};

/// Checks the names and the parts of a region.
pub(super) fn check_region(region: &RegionAttr, scope: &ExprScope, shape: &FieldShape, errors: &mut Errors) {
    let many = matches!(shape, FieldShape::Regions(_));
    if many && region.search.is_some() {
        errors.add(Error::new(
            region.span,
            "expected an expression for the offsets of several regions, found a search, which finds only one offset",
        ));
    }
    if many != region.each.is_some() {
        errors.add(Error::new(
            region.span,
            "`Regions<T>` and `each = array` must be used together: the field has one region for each element of the \
                array",
        ));
    }
    if many && (region.at.is_none() || region.size.is_none()) {
        errors.add(Error::new(region.span, "missing `at` or `size`, which `Regions<T>` needs"));
    }
    if let Some(span) = region.place.span.filter(|_| region.is_in_place()) {
        errors.add(Error::new(
            span,
            "expected `place` only for bytes at another offset, but these bytes follow the field before",
        ));
    }
    if region.set.is_some() && region.is_in_place() {
        errors.add(Error::new(
            region.span,
            "expected `set` only for bytes at another offset; these bytes follow the field before, and a writer sets \
                the numbers that describe these bytes by itself",
        ));
    }
    if let Some(span) = region.self_ending
        && let Some(message) = endless_reason(region)
    {
        errors.add(Error::new(span, message));
    }
    if let Some((array, bytes)) = &region.joined {
        check_joined(region, (array, bytes), scope, errors);
    }
    if region.is_in_place() && region.steps.is_empty() && region.size.is_none() && region.joined.is_none() {
        errors.add(Error::new(
            region.span,
            "missing offset, size or transform of the bytes: `region(at = header.table_offset)`, \
             `region(transform(zlib))`",
        ));
    }
    // A single field is written at its place, so the writer must be able to compute the place.
    let inner = match (many, !region.is_in_place()) {
        (true, _) => scope.with_entry().with_words(SpaceWords::All),
        (false, true) => scope.clone(),
        // If the writer cannot compute a size, the size follows from the written bytes.
        (false, false) => scope.with_words(SpaceWords::All),
    };
    if let Some(each) = &region.each {
        match scope.find(&name_of(each)) {
            None => errors.add(Error::new(each.span(), scope.unknown_name_message(&name_of(each)))),
            Some(NameKind::Structures) => {}
            Some(NameKind::LimitedStructures) => errors.add(Error::new(
                each.span(),
                format!(
                    "the size of `{0}` in bytes is stated, so a writer cannot set numbers in its elements: state the \
                        number of elements instead, `#[br(count = ..)]`, without a region or with `region(at = .., \
                        set(start = region.offset, size = region.stored_size))`",
                    name_of(each)
                ),
            )),
            Some(_) => errors.add(Error::new(
                each.span(),
                format!("expected a list of structures, each of which describes one region, found `{}`", name_of(each)),
            )),
        }
        if scope.find("entry").is_some() {
            let message = "`entry` in the description of regions is an element of the array, and hides the field or \
                parameter with the name `entry`: rename the field or parameter";
            errors.add(Error::new(each.span(), message));
        }
    }
    let stored = region.checks.iter().map(|(_, _, stored)| stored);
    for tree in [&region.at, &region.size, &region.content_size].into_iter().flatten().chain(stored) {
        errors.note_error(inner.check_expr(tree, Value::Int));
    }
    let conditions = region.steps.iter().map(|(_, when)| when).chain(region.checks.iter().map(|(_, when, _)| when));
    for tree in conditions {
        errors.note_error(if region.is_in_place() { scope } else { &inner }.check_expr(tree, Value::Bool));
    }
}

/// Returns the reason why the end of a stream cannot be found in the stream itself, like [`Region::self_ending_fault`].
fn endless_reason(region: &RegionAttr) -> Option<String> {
    if !region.is_in_place() || region.size.is_some() || region.joined.is_some() || region.steps.is_empty() {
        return Some(Region::NO_STREAM.to_owned());
    }
    region.steps.iter().find_map(|(named, _)| match &named.name {
        AlgorithmName::Gated(name) => Region::joins_streams(&name_of(name).replace('_', "-")),
        _ => None,
    })
}

/// Checks the parts of a joined field.
fn check_joined(region: &RegionAttr, (array, bytes): (&Ident, &ExprTree), scope: &ExprScope, errors: &mut Errors) {
    let name = name_of(array);
    if !region.is_in_place() || region.size.is_some() {
        errors.add(Error::new(
            array.span(),
            "joined parts already have offsets and sizes: use `joined` only with `transform`, `content_size` and \
                `check`",
        ));
    }
    match scope.find(&name) {
        None => errors.add(Error::new(array.span(), scope.unknown_name_message(&name))),
        Some(NameKind::Structures) if scope.find(Expr::ENTRY).is_none() => {
            errors.note_error(scope.with_entry().check_expr(bytes, Value::Bytes));
        }
        Some(NameKind::Structures) => {
            let message = "`entry` in `joined(..)` is an element of the array, but a field or parameter has that \
                name: rename the field or parameter";
            errors.add(Error::new(array.span(), message));
        }
        Some(_) => {
            let message = format!(
                "expected a list of structures, found `{name}`: `joined(list, entry.bytes)` joins the bytes of the \
                    elements"
            );
            errors.add(Error::new(array.span(), message));
        }
    }
}
