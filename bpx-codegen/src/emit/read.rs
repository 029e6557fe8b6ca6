//! Generates code that reads fields of structures.

use super::borrow::read_type;
use super::ending::{EndCode, reading_end};
use super::literals::{field_at_index, option_literal};
use super::order::{decide_and_read, order_code};
use super::run::{read_one, sound_list};
use crate::check::Field;
use crate::parse::{ExprTree, FieldShape, StoredKind, is_boxed, name_of};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

/// Returns code that reads a field.
pub(super) fn read_field(field: &Field, index: usize) -> TokenStream {
    let (name, label) = (&field.name, name_of(&field.name));
    if let (FieldShape::Regions(content), Some(region)) = (&field.shape, &field.attrs.region) {
        return region.read_all(field, index, content);
    }
    let schema = field_at_index(index);
    let read = read_from_region(field, &schema, read_value(field, index));
    let value = match &field.attrs.condition {
        Some((condition, otherwise)) => {
            let condition = condition.read_condition(&label);
            let (some, none) = match otherwise {
                Some(value) => {
                    let value = Literal::i64_unsuffixed(*value);
                    let absent = match field.kind() {
                        Some(kind @ StoredKind::Varint { .. }) => {
                            let rust = kind.rust_type();
                            quote!(<#rust>::new(#value))
                        }
                        _ if field.is_narrow() => quote!(rt::alternative(#value)),
                        _ => quote!(#value),
                    };
                    (read, absent)
                }
                None => (quote!(Some(#read)), quote!(None)),
            };
            quote!(if #condition { #some } else { #none })
        }
        None => read,
    };
    let ty = read_type(field);
    quote!(let #name: #ty = #value;)
}

/// Returns code that reads a list, and records the positions at which its elements begin.
pub(super) fn read_located(field: &Field, at: usize) -> TokenStream {
    let (name, ty, label) = (&field.name, &field.ty, name_of(&field.name));
    let (starts, schema) = (format_ident!("__starts_{}", name), field_at_index(at));
    let count = option_literal(field.attrs.count.as_ref().map(|count| count.read_count(&label)));
    let args = field.attrs.args.iter().map(|tree| tree.read_argument(&label));
    let args = quote!(rt::Arguments::from_values([#(#args),*]));
    let read = if let Some(EndCode { before, end }) = reading_end(field) {
        let cost = args_cost(field);
        let (counter, index) = index(field);
        quote!({ #counter #before __d.list_located_until(#schema, #cost, &|__d| { #index Ok(#args) }, #end)? })
    } else if args_differ(field) {
        let cost = args_cost(field);
        let (counter, index) = index(field);
        quote!({ #counter __d.list_located(#schema, #count, #cost, &|__d| { #index Ok(#args) })? })
    } else {
        quote!({ let __args = #args; __d.list_located(#schema, #count, 0, &|_| Ok(__args))? })
    };
    let mut read = read_from_region(field, &schema, read);
    if let Some((condition, _)) = &field.attrs.condition {
        let condition = condition.read_condition(&label);
        read = quote! {
            if #condition {
                let (__list, __starts) = #read;
                (Some(__list), __starts)
            } else {
                (None, rt::ElementStarts::default())
            }
        };
    }
    quote!(let (#name, #starts): (#ty, rt::ElementStarts) = #read;)
}

/// Returns code that moves a reader to the offset of a field, or into the content of its stored bytes; only `read` if
/// the field has no region.
fn read_from_region(field: &Field, schema: &TokenStream, read: TokenStream) -> TokenStream {
    let (Some(region), label) = (&field.attrs.region, name_of(&field.name)) else { return read };
    let read = if region.is_stored() { region.read_stored(&label, schema, &read) } else { read };
    match &region.at {
        Some(offset) => {
            let offset = offset.read_fact(&label, "offset");
            quote!(__d.read_at_offset(#schema, #offset, |__d| Ok(#read))?)
        }
        None if region.search.is_some() => {
            quote!({ let __place = __d.find_place(#schema)?; __d.read_at_offset(#schema, __place, |__d| Ok(#read))? })
        }
        None => read,
    }
}

/// Returns whether the arguments of each element depend on the position at which the element begins.
pub(super) fn args_depend_on_position(field: &Field) -> bool {
    field.attrs.args.iter().any(ExprTree::needs_space)
}

/// Returns whether the arguments may differ from element to element.
pub(super) fn args_differ(field: &Field) -> bool {
    args_depend_on_position(field) || field.counts_elements()
}

/// Returns code that counts the elements of a list, and code that binds the number of the next element; nothing if no
/// argument uses the number.
pub(super) fn index(field: &Field) -> (TokenStream, TokenStream) {
    if !field.counts_elements() {
        return (TokenStream::new(), TokenStream::new());
    }
    (quote!(let __next = rt::Counter::default();), quote!(let index = __next.advance();))
}

/// Returns code for the number of elements that are searched to compute the arguments of one element.
fn args_cost(field: &Field) -> TokenStream {
    ExprTree::search_cost(&field.attrs.args.iter().collect::<Vec<_>>())
}

/// Returns code that reads the value of a field that is present.
fn read_value(field: &Field, at: usize) -> TokenStream {
    let (label, endian, schema) = (name_of(&field.name), order_code(field), field_at_index(at));
    let args = field.attrs.args.iter().map(|tree| tree.read_argument(&label));
    let args = quote!(rt::Arguments::from_values([#(#args),*]));
    let count = field.attrs.count.as_ref().map(|count| count.read_count(&label));
    if let (FieldShape::List(kind), Some(EndCode { before, end })) = (&field.shape, reading_end(field)) {
        let ((counter, index), cost) = (index(field), args_cost(field));
        let block = |read| if before.is_some() { quote!({ #before #read }) } else { read };
        return match kind {
            StoredKind::Number { .. } => {
                decide_and_read(field, block(quote!(__d.numbers_until(#schema, #endian, #end)?)))
            }
            StoredKind::CText { .. } => block(quote!(__d.texts_until(#schema, #end)?)),
            StoredKind::Named(_) => {
                quote!({ #counter #before __d.list_until(#schema, #cost, &|__d| { #index Ok(#args) }, #end)? })
            }
            // Refused before any code is written.
            StoredKind::Varint { .. } => TokenStream::new(),
        };
    }
    if let (Some(width), Some(StoredKind::Number { rust, .. })) = (&field.attrs.width, field.kind()) {
        let width = width.read_argument(&label);
        return decide_and_read(field, quote!(__d.read_narrowed::<#rust>(#schema, #width, #endian)?));
    }
    match (&field.shape, count) {
        (FieldShape::One(StoredKind::Number { .. }) | FieldShape::Array(..), _) => read_one(field, at),
        (FieldShape::One(StoredKind::CText { .. }), _) => quote!(__d.text(#schema)?),
        (FieldShape::One(StoredKind::Varint { .. }), _) => quote!(__d.varint(#schema)?),
        (FieldShape::One(StoredKind::Named(ty)), _) if is_boxed(&field.ty) => {
            quote!(__d.read_boxed::<#ty>(#schema, #args)?)
        }
        // Without `?`, which copies a value in two parts: its first byte, and the rest.
        (FieldShape::One(StoredKind::Named(_)), _) => quote! {
            match __d.read_nested(#schema, #args) {
                Ok(__value) => __value,
                Err(__error) => return Err(__error),
            }
        },
        (FieldShape::List(_), count) if field.borrowed.is_some() => {
            let (count, sound) = (count.unwrap_or_else(|| quote!(__d.remaining())), sound_list(field));
            quote!(__d.take_borrowed(#schema, #count, #sound)?)
        }
        (FieldShape::List(StoredKind::Number { .. }), Some(count)) => {
            let sound = sound_list(field);
            decide_and_read(field, quote!(__d.numbers(#schema, #count, #endian, #sound)?))
        }
        (FieldShape::List(StoredKind::Number { .. }), None) => {
            let sound = sound_list(field);
            decide_and_read(field, quote!(__d.numbers_to_end(#schema, #endian, #sound)?))
        }
        (FieldShape::List(StoredKind::Named(_)), count) if args_differ(field) => {
            let ((counter, index), count, cost) = (index(field), option_literal(count), args_cost(field));
            quote!({ #counter __d.list_each(#schema, #count, #cost, &|__d| { #index Ok(#args) })? })
        }
        (FieldShape::List(StoredKind::Named(_)), Some(count)) => {
            quote!(__d.list(#schema, #count, #args)?)
        }
        (FieldShape::List(StoredKind::Named(_)), None) => quote!(__d.list_to_end(#schema, #args)?),
        (FieldShape::List(StoredKind::CText { .. }), Some(count)) => quote!(__d.texts(#schema, Some(#count))?),
        (FieldShape::List(StoredKind::CText { .. }), None) => quote!(__d.texts(#schema, None)?),
        // Refused before any code is written.
        (FieldShape::List(StoredKind::Varint { .. }) | FieldShape::Regions(_), _) => TokenStream::new(),
    }
}
