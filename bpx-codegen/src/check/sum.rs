//! Checks `#[schema(sum(..))]`: checksums over fields.

use super::declaration::Declaration;
use super::field::Field;
use super::names::{MAGIC, find_field};
use super::scope::NameKind;
use crate::parse::{Errors, FieldShape, StoredKind, SumAttr, name_of};
use proc_macro2::Span;
use std::collections::HashSet;
use syn::{Error, Ident};

/// Rejects sums that no file can satisfy.
pub(super) fn check_sum_attr(sum: &SumAttr, declaration: &Declaration, errors: &mut Errors) {
    let fields = &*declaration.fields;
    let is_signature = |name: &Ident| declaration.attrs.magic.is_some() && name_of(name) == MAGIC;
    let mut names = sum.range_ends();
    names.retain(|end| !is_signature(end));
    names.extend(sum.member_fields());
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(name_of(name)));
    for name in names {
        let Some(field) = find_field(name, fields, errors) else { continue };
        if field.lies_elsewhere() {
            let message = format!(
                "expected consecutive bytes for a sum, found `{}`, which has an offset of its own",
                name_of(name)
            );
            errors.add(Error::new(name.span(), message));
        }
    }
    for name in sum.member_fields() {
        if fields
            .iter()
            .any(|field| name_of(&field.name) == name_of(name) && field.is_stored() && !field.lies_elsewhere())
        {
            let message = format!(
                "expected bytes in the form of the file for a sum, found `{}`, which has a `region`",
                name_of(name)
            );
            errors.add(Error::new(name.span(), message));
        }
    }
    for path in sum.member_paths().into_iter().filter(|path| path.len() > 2) {
        let message = "expected a field or a member of a nested structure, such as `checksum` or `header.checksum`, \
                       found a longer path";
        errors.add(Error::new(path_span(path), message));
    }
    if errors.is_empty() {
        check_range(sum, declaration, errors);
        check_stored(sum, fields, errors);
    }
    for (path, _) in sum.fill.iter().filter(|(path, _)| sum.skip.iter().any(|skipped| paths_overlap(skipped, path))) {
        let message = format!("`skip` excludes `{}`, so `fill` cannot name it", dotted_path(path));
        errors.add(Error::new(path_span(path), message));
    }
    for path in sum.or_zero.iter().filter(|path| !sum.skip.iter().any(|skipped| path_covers(skipped, path))) {
        let message = format!(
            "`or_zero({0})` accepts zeros instead of excluded bytes, so the sum must exclude the bytes: add \
                `skip({0})`",
            dotted_path(path)
        );
        errors.add(Error::new(path_span(path), message));
    }
}

/// Rejects reversed ranges, and sums that cover their own stored value.
fn check_range(sum: &SumAttr, declaration: &Declaration, errors: &mut Errors) {
    let names = declaration.attrs.magic.iter().map(|_| MAGIC.to_owned());
    let names: Vec<_> = names.chain(declaration.fields.iter().map(|field| name_of(&field.name))).collect();
    let place = |name: &Ident| names.iter().position(|field| *field == name_of(name));
    // An unknown name is reported where it is looked up.
    let known = |(first, last): (&Ident, Option<&Ident>)| place(first).zip(last.map_or(Some(usize::MAX), place));
    let ranges: Vec<_> = sum.ranges().into_iter().filter_map(|range| Some((range.0, known(range)?))).collect();
    for (name, _) in ranges.iter().filter(|(_, (first, last))| first > last) {
        errors.add(Error::new(name.span(), "the range of the sum ends before it begins: `over(first, last)`"));
    }
    let Some(own) = sum.stored.first().and_then(place) else { return };
    let mut left_out = sum.skip.iter().chain(sum.fill.iter().map(|(path, _)| path));
    let is_summed = ranges.iter().any(|(_, (first, last))| (first..=last).contains(&&own));
    if is_summed && !left_out.any(|path| path_covers(path, &sum.stored)) {
        let message = format!(
            "the checksum is stored in the bytes that it covers, so no file could state the right checksum: add \
                `skip({0})`, or `fill({0} = 0)` if the stored checksum counts as zeros",
            dotted_path(&sum.stored)
        );
        errors.add(Error::new(path_span(&sum.stored), message));
    }
}

/// Rejects a stored value that is not a single number, or that cannot hold every sum.
fn check_stored(sum: &SumAttr, fields: &[Field], errors: &mut Errors) {
    let Some(field) = sum.stored.first().and_then(|name| find_field(name, fields, errors)) else { return };
    // The compiler checks the width of a checksum that is named by its path.
    let bits = sum.algorithm.bits.unwrap_or(1);
    let wide = match (&field.shape, sum.stored.len()) {
        (FieldShape::One(StoredKind::Number { size, signed: false, float: false, .. }), 1) => {
            *size >= bits.div_ceil(8) as usize
        }
        // The compiler checks the member.
        _ => sum.stored.len() > 1 && NameKind::of_field(field) == NameKind::Structure,
    };
    if !wide {
        let holds = |size: &&u16| **size >= bits;
        let types: Vec<_> = [8, 16, 32, 64].iter().filter(holds).map(|size| format!("a `u{size}`")).collect();
        let (types, width) =
            (types.join(" or "), sum.algorithm.bits.map_or("whole numbers".to_owned(), |bits| format!("{bits} bits")));
        let message = format!(
            "a checksum has {width}: store the value in {types}, or in a member with such a type in a nested structure"
        );
        errors.add(Error::new(path_span(&sum.stored), message));
    }
}

fn path_covers(outer: &[Ident], inner: &[Ident]) -> bool {
    outer.len() <= inner.len() && outer.iter().zip(inner).all(|(a, b)| name_of(a) == name_of(b))
}

/// Returns whether both paths are equal, or one path contains the other.
fn paths_overlap(a: &[Ident], b: &[Ident]) -> bool {
    path_covers(a, b) || path_covers(b, a)
}

fn dotted_path(path: &[Ident]) -> String {
    path.iter().map(name_of).collect::<Vec<_>>().join(".")
}

fn path_span(path: &[Ident]) -> Span {
    path.first().map_or_else(Span::call_site, Ident::span)
}
