//! Generates code that writes fields of structures.

use super::ending::{EndCode, last_element};
use super::late::counts_late;
use super::literals::field_at_index;
use super::marks::PositionMarks;
use super::order::{decide_writing, order_code};
use super::read::{args_depend_on_position, args_differ, index};
use super::run::write_one;
use crate::check::{Declaration, Field, is_late};
use crate::parse::{ExprTree, FieldShape, StoredKind, name_of};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};

/// Returns code that computes values before a writer writes the fields.
pub(super) fn write_prelude(declaration: &Declaration) -> TokenStream {
    let Declaration { attrs, fields, .. } = declaration;
    let first = usize::from(attrs.magic.is_some());
    let place = |name: &Ident| Some(field_at_index(fields.iter().position(|one| one.name == *name)? + first));
    let computed = fields.iter().filter_map(|field| {
        let (name, code) = (&field.name, field.attrs.calc.as_ref()?.option_code());
        let schema = place(name)?;
        // The size of the number is known before its value.
        if let Some(StoredKind::Number { rust, .. }) = field.kind().filter(|_| is_late(field)) {
            let zero = if field.is_narrow() { quote!(::core::default::Default::default()) } else { quote!(0) };
            return Some(quote!(let #name: #rust = #zero;));
        }
        Some(match field.kind()? {
            StoredKind::Number { rust, .. } => quote!(let #name: #rust = __e.derive_field(#schema, #code)?;),
            kind @ StoredKind::Varint { .. } => {
                let rust = kind.rust_type();
                quote!(let #name = <#rust>::new(__e.derive_field(#schema, #code)?);)
            }
            StoredKind::CText { .. } | StoredKind::Named(_) => return None,
        })
    });
    let derived = attrs.derived.iter().filter(|derived| !derived.value.expr().is_late()).filter_map(|derived| {
        let [field, member] = &*derived.target else {
            return None;
        };
        let set = set_member(field, member, &place(field)?, &derived.value.option_code());
        Some(quote!(#set let #field = &#field;))
    });
    quote!(#(#computed)* #(#derived)*)
}

/// Returns code that copies a field and sets a member of the copy, which may be a bit field.
pub(super) fn set_member(field: &Ident, member: &Ident, schema: &TokenStream, code: &TokenStream) -> TokenStream {
    let (own, label) = (name_of(field), name_of(member));
    let copy = quote_spanned!(Span::call_site().located_at(field.span())=> rt::copy_to_set(#field));
    quote! {
        let mut #field = #copy;
        let __value = #code;
        #field.__set_members(#own, |one| {
            rt::replace_number(&mut one.#member, __e.derive_member(#schema, #label, __value)?);
            Ok(())
        })?;
    }
}

/// Returns code that writes a field.
pub(super) fn write_field(field: &Field, at: usize, marks: &PositionMarks<'_>) -> TokenStream {
    let write_value = |field: &Field, schema: &TokenStream, reference: &TokenStream, value: &TokenStream| {
        let write = write_value(field, schema, reference, value, marks);
        match field.attrs.region.as_ref().filter(|region| region.is_stored()) {
            Some(region) => region.write_stored(at, &marks.stating_spans(field), &write),
            None => write,
        }
    };
    let (name, schema) = (&field.name, field_at_index(at));
    let (reference, value) =
        if field.is_temp() { (quote!(&#name), quote!(#name)) } else { (quote!(#name), quote!(*#name)) };
    let Some((condition, otherwise)) = &field.attrs.condition else {
        let write = write_value(field, &schema, &reference, &value);
        let size = size_stated(field, at, marks);
        return quote!(#size #write);
    };
    let holds = condition.condition_or_false();
    let wanted = match condition.needs_space() {
        true => quote!(__e.in_known_space(|__d| #holds).unwrap_or(#name.is_some())),
        false => holds,
    };
    let (present, write) = match otherwise {
        // An absent field reads as the alternative; any other value would be lost.
        Some(number) => {
            let number = Literal::i64_unsuffixed(*number);
            let write = write_value(field, &schema, &reference, &value);
            let kept = match field.kind() {
                Some(StoredKind::Varint { .. }) => quote!(#name.value()),
                _ if field.is_narrow() => quote!(rt::value(#reference)),
                _ => value,
            };
            (quote!(__wanted || #kept != #number), quote!(if __wanted { #write }))
        }
        None => {
            let write = write_value(field, &schema, &quote!(__value), &quote!(*__value));
            (quote!(#name.is_some()), quote!(if let Some(__value) = #name { #write }))
        }
    };
    quote! {
        let __wanted = #wanted;
        __e.expect_presence(#schema, __wanted, #present)?;
        #write
    }
}

/// Returns code that sets a number of variable length to the size of the field after it, which the code stores first.
fn size_stated(field: &Field, at: usize, marks: &PositionMarks<'_>) -> Option<TokenStream> {
    let content = marks.stated_size(field)?;
    let (name, index) = (&field.name, at + 1);
    let (own, schema) = (&content.name, field_at_index(at));
    let write = write_value(content, &field_at_index(index), &quote!(#own), &quote!(*#own), marks);
    let size = content.attrs.region.as_ref()?.store_ahead(index, &write);
    Some(quote! {
        let __size = #size;
        let #name = &#name.with_value(__e.derive_field(#schema, Some(__size))?);
    })
}

/// Returns code that writes the value of a field that is present; the code has the value by reference and by value.
fn write_value(
    field: &Field,
    schema: &TokenStream,
    reference: &TokenStream,
    value: &TokenStream,
    marks: &PositionMarks<'_>,
) -> TokenStream {
    let (label, endian) = (name_of(&field.name), order_code(field));
    let args = field.attrs.args.iter().map(|tree| tree.write_argument(&label));
    let args = quote!(rt::Arguments::from_values([#(#args),*]));
    let decide = decide_writing(field);
    // A stored field is placed when its size is known.
    let place = field.attrs.region_at().filter(|_| !field.is_stored()).map(|at| {
        let at = at.option_code();
        quote!(__e.pad_to_offset(#schema, #at)?;)
    });
    if let Some(width) = &field.attrs.width {
        let width = width.write_argument(&label);
        return quote!(#place #decide __e.write_narrowed(#schema, rt::value(#reference), #width, #endian)?;);
    }
    match &field.shape {
        FieldShape::One(StoredKind::Number { .. }) | FieldShape::Array(..) => {
            let write = write_one(field, reference);
            quote!(#place #write)
        }
        FieldShape::One(StoredKind::CText { .. }) => quote!(#place __e.text(#reference)?;),
        FieldShape::One(StoredKind::Varint { .. }) => quote!(#place __e.varint(#schema, #value)?;),
        // Expressions use the name of the decoder for positions.
        FieldShape::One(StoredKind::Named(ty)) if args_depend_on_position(field) => {
            quote!(#place let __args = { let __d = &*__e; #args }; __e.write_nested::<#ty>(#schema, #reference, __args)?;)
        }
        FieldShape::One(StoredKind::Named(ty)) => quote!(#place __e.write_nested::<#ty>(#schema, #reference, #args)?;),
        FieldShape::List(_) if field.attrs.padding.is_some() => {
            let count = field.attrs.count.as_ref().map(ExprTree::option_code);
            quote!({ let __count = { let __d = &*__e; #count }; __e.padding(#schema, __count, #reference)?; })
        }
        FieldShape::List(kind) => write_list(field, kind, schema, reference, &args, place, marks),
        // `leave_regions` reports bytes of regions that this writer cannot place.
        FieldShape::Regions(_) => TokenStream::new(),
    }
}

/// Returns code that writes the elements of a list, at the offset that the field states, if any.
fn write_list(
    field: &Field,
    kind: &StoredKind,
    schema: &TokenStream,
    reference: &TokenStream,
    args: &TokenStream,
    place: Option<TokenStream>,
    marks: &PositionMarks<'_>,
) -> TokenStream {
    let (endian, decide) = (order_code(field), decide_writing(field));
    let known = |count: &&ExprTree| !counts_late(count, marks);
    let count = field.attrs.count.as_ref().filter(known).map(|count| {
        let code = count.option_code();
        let expect = |stated: TokenStream| quote!(__e.expect_len(#schema, #stated, #reference.len())?;);
        match count.needs_space() {
            true => {
                let expect = expect(quote!(__stated));
                quote!(if let Some(__stated) = __e.in_known_space(|__d| #code) { #expect })
            }
            false => expect(code),
        }
    });
    let rest = field.attrs.until_eof.then(|| quote!(__e.expect_rest(#schema)?;));
    let until = last_element(field, kind).map(|EndCode { before, end }| {
        let expect = quote!(__e.expect_until(#schema, #reference, &#end)?;);
        if before.is_some() { quote!({ #before #expect }) } else { expect }
    });
    let (counter, index) = index(field);
    let terminator = field.terminator().map(|bytes| Literal::byte_string(&bytes));
    let write = match kind {
        StoredKind::CText { .. } if terminator.is_some() => {
            quote!(__e.texts_terminated(#schema, #reference, #terminator)?;)
        }
        StoredKind::Number { .. } | StoredKind::Varint { .. } if terminator.is_some() => {
            quote!(#decide __e.numbers_terminated(#schema, #reference, #endian, #terminator)?;)
        }
        StoredKind::Named(_) if terminator.is_some() => {
            let args = quote!(&|__e| { let __d = __e; #index Ok(#args) });
            quote!({ #counter __e.list_terminated(#schema, #reference, #args, #terminator)?; })
        }
        StoredKind::CText { .. } => quote!(for __one in #reference { __e.text(__one)?; }),
        StoredKind::Number { .. } | StoredKind::Varint { .. } => quote!(#decide __e.numbers(#reference, #endian)?;),
        StoredKind::Named(_) if args_differ(field) => {
            quote!({ #counter __e.list_each(#schema, #reference, &|__e| { let __d = __e; #index Ok(#args) })?; })
        }
        StoredKind::Named(_) => quote!(__e.list(#schema, #reference, #args)?;),
    };
    // A list without bytes may lie anywhere.
    match place {
        // A terminator takes bytes.
        Some(place) if terminator.is_some() => quote!(#place #write),
        Some(place) => quote!(#count #until if !#reference.is_empty() { #place #write #rest }),
        None => quote!(#count #until #write #rest),
    }
}
