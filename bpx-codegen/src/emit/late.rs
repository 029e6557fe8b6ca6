//! Generates code for computed values that depend on sizes or positions, and that a writer sets after it has written
//! the fields.

use super::computed;
use super::expr::span_of;
use super::literals::{field_at_index, text_literal};
use super::marks::PositionMarks;
use super::order::order_of_span;
use super::write::set_member;
use crate::check::{Declaration, Field, is_late};
use crate::parse::{DerivedAttr, ExprTree, FieldShape, StoredKind, name_of, path_code};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Returns code that computes late values, sets them in the written bytes, and makes the checks that need late values;
/// `first` is the index of the first field in `FIELDS`.
pub(super) fn set_late_values(declaration: &Declaration, first: usize, marks: &PositionMarks<'_>) -> TokenStream {
    let Declaration { attrs, fields, .. } = declaration;
    let numbered = || fields.iter().zip(first..);
    let own = numbered().filter(|(field, _)| is_late(field)).filter_map(|(field, index)| set_late_field(field, index));
    let members = attrs.derived.iter().filter(|derived| derived.value.expr().is_late());
    let members = members.filter_map(|derived| {
        let holder = derived.target.first().map(name_of);
        let index = numbered().find(|(field, _)| Some(name_of(&field.name)) == holder)?.1;
        set_late_member(derived, index)
    });
    let lists = numbered().filter(|(field, _)| matches!(field.shape, FieldShape::List(_)));
    let counts = lists.filter_map(|(field, index)| {
        let count = field.attrs.count.as_ref().filter(|count| counts_late(count, marks))?;
        let (name, schema, code) = (&field.name, field_at_index(index), count.option_code());
        Some(quote!(__e.expect_len(#schema, #code, #name.len())?;))
    });
    quote!(#(#own)* #(#members)* #(#counts)*)
}

/// Returns whether the number of elements depends on a value that a writer knows only after it has written the fields.
pub(super) fn counts_late(count: &ExprTree, marks: &PositionMarks<'_>) -> bool {
    !count.needs_space() && marks.late.used_by(count).is_some()
}

fn set_late_field(field: &Field, index: usize) -> Option<TokenStream> {
    let (name, schema) = (&field.name, field_at_index(index));
    let Some(StoredKind::Number { rust, .. }) = field.kind() else { return None };
    let code = computed::at_field(name, field.attrs.calc.as_ref()?);
    let set = set_late_number(name, std::slice::from_ref(name), &quote!(#name), &order_of_span(Some(field), false));
    let width = field.attrs.width.as_ref().map(|width| {
        let width = width.write_argument(&name_of(name));
        quote!(__e.expect_width(#schema, rt::value(&#name), #width)?;)
    });
    Some(quote!(let #name: #rust = __e.derive_field(#schema, #code)?; #width #set))
}

fn set_late_member(derived: &DerivedAttr, index: usize) -> Option<TokenStream> {
    let [holder, member] = &*derived.target else { return None };
    let copy = set_member(holder, member, &field_at_index(index), &derived.value.option_code());
    let set = set_late_number(holder, &derived.target, &path_code([holder, member]), &quote!(None));
    Some(quote!(#copy #set let #holder = &#holder;))
}

/// Returns code that sets a number in the bytes that are already written.
fn set_late_number(field: &Ident, path: &[Ident], value: &TokenStream, order: &TokenStream) -> TokenStream {
    let (label, (start, end)) = (name_of(field), span_of(&name_of(field)));
    let path = path.iter().map(|name| text_literal(&name_of(name)));
    quote!(__e.set_late(&FIELDS, (#label, #start, #end, #order), &[#(#path),*], rt::value(&#value))?;)
}
