//! Checks that the fields of a structure fit together, and rejects declarations for which no code can be generated.

use super::declaration::Declaration;
use super::field::{Field, refuse_digits};
use super::names::{check_names, find_field};
use super::rules::check_values_fit;
use super::scope::{ExprScope, NameKind, SpaceWords};
use super::{assertions, bytes, late, region, relation, settings, sum};
use crate::parse::{Errors, FieldShape, ListEnd, StoredKind, name_of};
use bpx_model::{Expr, ExprKind as Value, Length};
use syn::{Error, Ident, Result, Type};

/// Checks fields that are read one after the other.
pub(super) fn check_sequence(declaration: &Declaration) -> Result<()> {
    let Declaration { attrs, fields, .. } = declaration;
    let mut errors = Errors::default();
    check_names(declaration, &mut errors);
    bytes::check_byte_counts(declaration, &mut errors);
    let mut scope = ExprScope::with_params(&attrs.import).with_all_fields(fields.iter().map(|field| &field.name));
    let mut is_checked = false;
    for field in fields {
        check_field(field, &scope, &mut errors);
        // `is_big` of the structure is checked at the first field that uses it.
        if let Some(is_big) = field.byte_order_choice().filter(|_| field.attrs.is_big.is_some() || !is_checked) {
            errors.note_error(scope.check_expr(is_big, Value::Bool));
            is_checked |= field.attrs.is_big.is_none();
        }
        scope.add(&field.name, NameKind::of_field(field));
        if !field.lies_elsewhere() && !field.is_children() {
            scope.add_measured(name_of(&field.name));
        }
    }
    if !fields.iter().any(Field::lies_elsewhere) {
        scope.add_measured(Expr::SELF.to_owned());
    }
    after_the_rest(fields, &mut errors);
    relation::check_pools_of_relations(fields, &mut errors);
    late::check_late_values(declaration, &mut errors);
    let own = scope.with_words(SpaceWords::Position);
    for calc in fields.iter().filter_map(|field| field.attrs.calc.as_ref()) {
        errors.note_error(own.check_expr(calc, Value::Int));
    }
    let after = scope.with_words(SpaceWords::All);
    assertions::check_assertions(declaration, &after, &mut errors);
    for derived in &attrs.derived {
        errors.note_error(scope.check_expr(&derived.value, Value::Int));
        check_target(&derived.target, fields, &mut errors);
    }
    settings::check_settings(declaration, &scope, &mut errors);
    for sum in &attrs.sums {
        sum::check_sum_attr(sum, declaration, &mut errors);
    }
    errors.finish()
}

/// Rejects targets that are not members of nested records.
fn check_target(target: &[Ident], fields: &[Field], errors: &mut Errors) {
    let Some(first) = target.first() else { return };
    let Some(field) = find_field(first, fields, errors) else { return };
    if NameKind::of_field(field) == NameKind::LimitedStructure {
        errors.add(Error::new(first.span(), settings::cannot_set_message(&name_of(first))));
        return;
    }
    if target.len() != 2 || NameKind::of_field(field) != NameKind::Structure {
        errors.add(Error::new(
            first.span(),
            "expected a member of a nested record, `header.section_count = table.len()`; for a field of this \
                structure, use `temp` and `calc`",
        ));
    }
}

/// Rejects fields after a field that takes all remaining bytes.
fn after_the_rest(fields: &[Field], errors: &mut Errors) {
    let takes_all = |field: &Field| {
        let counts_all = field.attrs.count.as_ref().is_some_and(|count| *count.expr() == Expr::Remaining);
        let bytes = field.kind().is_some_and(StoredKind::is_byte);
        let all = match &field.attrs.region {
            Some(region) => region.takes_all(),
            None => field.attrs.until_eof || counts_all && bytes,
        };
        all && field.attrs.condition.is_none()
    };
    let mut fields = fields.iter();
    let Some(taking) = fields.find(|field| takes_all(field)) else { return };
    for field in fields.filter(|field| !field.lies_elsewhere()) {
        let rest = name_of(&taking.name);
        let message = format!("`{rest}` takes all remaining bytes, so no field can follow it");
        errors.add(Error::new(field.name.span(), message));
    }
}

fn check_field(field: &Field, scope: &ExprScope, errors: &mut Errors) {
    let attrs = &field.attrs;
    check_length(field, scope, errors);
    check_condition(field, scope, errors);
    check_width(field, scope, errors);
    // The places of the regions are computed once, but arguments when each region is read.
    let inner = match &field.shape {
        FieldShape::Regions(_) => scope.with_entry(),
        FieldShape::List(_) => scope.with_index().with_words(SpaceWords::Position),
        _ => scope.with_words(SpaceWords::Position),
    };
    for argument in &attrs.args {
        errors.note_error(inner.check_expr(argument, Value::Int));
    }
    if !attrs.args.is_empty() && !matches!(field.kind(), Some(StoredKind::Named(_)) | None) {
        errors.add(Error::new_spanned(
            &field.ty,
            "expected a declared structure for `args`, which names the arguments in `import`",
        ));
    }
    match (attrs.temp, &attrs.calc) {
        (Some(span), None) => errors.add(Error::new(
            span,
            "a `temp` field is not in memory, so a writer must compute it: add `#[bw(calc = items.len())]`",
        )),
        (None, Some(calc)) => errors.add(
            calc.error("a computed field cannot be a field of the struct: add `#[br(temp)]`, which removes the field"),
        ),
        _ => {}
    }
    if let (Some(calc), true) = (&attrs.calc, field.kind().is_some_and(|kind| kind.digit_form().is_some())) {
        errors.add(calc.error(
            "a computed field does not keep its bytes, and digits may be filled in several ways: declare the number \
                as a member of a record that the structure holds, and compute the member, \
                `#[schema(derive(header.size = data.len()))]`",
        ));
    } else if attrs.calc.is_some()
        && !matches!(field.shape, FieldShape::One(StoredKind::Number { float: false, .. } | StoredKind::Varint { .. }))
    {
        errors.add(Error::new_spanned(&field.ty, "expected a whole number for a computed field"));
    }
    if let FieldShape::Array(StoredKind::Named(_), _) = &field.shape {
        errors.add(Error::new_spanned(
            &field.ty,
            "expected no array of structures here: use a `Vec` with `count = N`, or put the array into a record",
        ));
    }
    check_place(field, scope, errors);
    relation::check_relations(field, None, errors);
    let bytes = matches!(field.shape, FieldShape::Array(..)) && field.kind().is_some_and(StoredKind::is_byte);
    if attrs.magic.is_some() && !bytes {
        errors.add(Error::new_spanned(
            &field.ty,
            "expected an array of bytes for a signature that is a field; for other signatures, put `magic` on the \
            structure",
        ));
    }
}

fn check_length(field: &Field, scope: &ExprScope, errors: &mut Errors) {
    let attrs = &field.attrs;
    let has_count = attrs.count.is_some() || attrs.until_eof || attrs.children.is_some() || attrs.end.is_some();
    check_end(field, scope, errors);
    if let Some(count) = &attrs.count {
        // A writer computes the size of a padding at its place.
        let words = if attrs.padding.is_some() { SpaceWords::Position } else { SpaceWords::All };
        let mut inner = scope.with_words(words);
        inner.measure_offset(name_of(&field.name));
        errors.note_error(inner.check_expr(count, Value::Int));
        if !matches!(field.shape, FieldShape::List(_)) && attrs.padding.is_none() {
            errors.add(count.error("expected a `Vec` for `count`; an array has its length in its type"));
        }
    }
    if let Some(padding) = &attrs.padding {
        let bytes = matches!(&field.shape, FieldShape::List(kind) if kind.is_byte());
        if attrs.condition.is_some() {
            errors.add(Error::new(
                padding.span,
                "expected a padding without a condition: use a plain `padding` whose size may be 0, `#[br(count = if \
                    condition { size } else { 0 })]`",
            ));
        } else if !bytes || attrs.count.is_none() || attrs.region.is_some() {
            errors.add(Error::new(
                padding.span,
                "expected a `Vec<u8>` for padding, with `count` or the words of `padding(..)`",
            ));
        }
    }
    if attrs.count.is_some() && attrs.until_eof {
        errors.add(Error::new_spanned(&field.name, "expected either `count` or `parse_with = until_eof`, found both"));
    }
    refuse_digits(field, errors);
    if matches!(field.shape, FieldShape::List(StoredKind::Varint { .. })) {
        errors.add(Error::new_spanned(
            &field.ty,
            "a list of variable-length numbers is not supported: declare the element as a #[structure] of its own",
        ));
    } else if matches!(field.shape, FieldShape::List(_)) && !has_count {
        errors.add(Error::new_spanned(
            &field.ty,
            "missing number of elements: add `#[br(count = ..)]`, or `#[br(parse_with = until_eof)]` for all remaining bytes",
        ));
    }
}

/// Checks the end of a list without a count.
fn check_end(field: &Field, scope: &ExprScope, errors: &mut Errors) {
    let attrs = &field.attrs;
    let Some(end) = &attrs.end else { return };
    let FieldShape::List(element) = &field.shape else {
        errors
            .add(Error::new(end.span, "expected a `Vec` for a list with an end; an array has its length in its type"));
        return;
    };
    if attrs.count.is_some() || attrs.until_eof || attrs.children.is_some() {
        errors.add(Error::new(end.span, "expected either a count or an end of the list, found both"));
    }
    let tree = match &end.end {
        ListEnd::Until(tree) | ListEnd::Excluding(tree) => tree,
        ListEnd::Bytes(_) => return,
    };
    if let Some(hidden) = [Length::ENTRY, Length::INDEX].iter().find(|name| scope.find(name).is_some()) {
        errors.add(
            tree.error(format!("`{hidden}` has a special meaning in the condition that ends a list: rename the field")),
        );
        return;
    }
    let inner = scope.with_one(&field.name, NameKind::of_element(element, field.attrs.text.is_some()));
    let sound = errors.note_error(inner.check_expr(tree, Value::Bool)).is_some();
    if sound && matches!(end.end, ListEnd::Excluding(_)) && field.terminator().is_none() {
        errors.add(tree.error(
            "a writer writes the terminator, which is not an element, so the terminator must be constant: write \
                `entry == 0` for numbers, with a value that their type can hold; for other elements, state the bytes \
                of the terminator, `until_bytes = b\"\\0\"`, or keep the terminator as an element with `until`",
        ));
    }
}

fn check_condition(field: &Field, scope: &ExprScope, errors: &mut Errors) {
    let Some((condition, otherwise)) = &field.attrs.condition else {
        if field.optional {
            errors.add(Error::new_spanned(&field.ty, "missing condition of an `Option`: add `#[br(if(condition))]`"));
        }
        return;
    };
    errors.note_error(scope.with_words(SpaceWords::All).check_expr(condition, Value::Bool));
    if condition.needs_space() && (otherwise.is_some() || field.is_temp()) {
        errors.add(condition.error(
            "a writer does not know the enclosing space, so the value must show whether the field is present: \
                declare the field as an `Option`, and do not compute the field",
        ));
    }
    let whole_number = match &field.shape {
        FieldShape::One(kind @ StoredKind::Number { float, .. }) => !float && !kind.is_fixed_point(),
        FieldShape::One(StoredKind::Varint { .. }) => true,
        _ => false,
    };
    match (field.optional, otherwise) {
        // A padding is refused for its condition.
        (false, None) if field.attrs.padding.is_some() => {}
        (false, None) => errors.add(Error::new_spanned(
            &field.ty,
            "a field with a condition may be absent: declare the field as an `Option`, or state a number for an \
                absent field: `if(condition, 0)`",
        )),
        (true, Some(_)) => {
            errors.add(Error::new_spanned(
                &field.ty,
                "expected no alternative for an `Option`, because an absent field is `None`",
            ));
        }
        (false, Some(_)) if !whole_number => {
            errors.add(Error::new_spanned(
                &field.ty,
                "expected a type such as `u32`, `i32` or `Vlq<u32>` for an alternative: without such a type, use an \
                    `Option`",
            ));
        }
        (false, Some(value)) => {
            errors.note_error(check_values_fit(field, syn::spanned::Spanned::span(&field.ty), &[*value]));
        }
        (true, None) => {}
    }
}

fn check_width(field: &Field, scope: &ExprScope, errors: &mut Errors) {
    let Some(width) = &field.attrs.width else { return };
    errors.note_error(scope.check_expr(width, Value::Int));
    let is_plain = |rust: &Type| {
        let plain = ["u16", "u32", "u64", "i16", "i32", "i64"];
        matches!(rust, Type::Path(path) if plain.iter().any(|name| path.path.is_ident(name)))
    };
    if !matches!(&field.shape, FieldShape::One(StoredKind::Number { rust, .. }) if is_plain(rust)) {
        errors.add(Error::new_spanned(
            &field.ty,
            "expected `u16`, `u32`, `u64`, `i16`, `i32` or `i64` for `width`, because the type must hold all values; \
                for a list of such numbers, declare a list of structures",
        ));
    }
}

fn check_place(field: &Field, scope: &ExprScope, errors: &mut Errors) {
    let attrs = &field.attrs;
    if let Some(region) = &attrs.region {
        region::check_region(region, scope, &field.shape, errors);
    } else if let FieldShape::Regions(ty) = &field.shape {
        errors.add(Error::new_spanned(
            ty,
            "missing offset and size of the regions: add `#[schema(region(each = table, at = entry.offset, size = \
                entry.size))]`",
        ));
    }
    if field.lies_elsewhere() && attrs.until_eof && attrs.region.as_ref().is_some_and(|region| region.size.is_none()) {
        errors.add(Error::new_spanned(
            &field.name,
            "a list at another offset needs a `count`, or a region with a `size`, because otherwise a reader would \
                take the bytes after the list for elements",
        ));
    }
    if let Some((condition, _)) = &attrs.condition
        && condition.needs_space()
        && field.lies_elsewhere()
        && field.is_stored()
    {
        errors.add(condition.error(
            "a writer of a region does not know the enclosing space: use a condition over fields or parameters",
        ));
    }
    if attrs.region.is_some() && attrs.temp.is_some() {
        let message = "a computed field cannot have an offset of its own or a transform";
        errors.add(Error::new_spanned(&field.name, message));
    }
    if attrs.condition.is_some() && matches!(field.shape, FieldShape::Regions(_)) {
        errors.add(Error::new_spanned(
            &field.name,
            "regions cannot have a condition, because each element of the array has one region",
        ));
    }
}
