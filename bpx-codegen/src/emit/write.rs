//! Fields of structures as they are written.

use super::literals::{endian, place};
use super::marks::Marks;
use super::read::args_depend_on_position;
use super::run::write_one;
use crate::check::{Declaration, Field};
use crate::parse::{Kind, Shape, Tree, name_of};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

/// Returns code that computes values before anything is written.
pub(super) fn write_prelude(declaration: &Declaration) -> TokenStream {
    let Declaration { attrs, fields, .. } = declaration;
    let first = usize::from(attrs.magic.is_some());
    let place = |name: &Ident| Some(place(fields.iter().position(|one| one.name == *name)? + first));
    let computed = fields.iter().filter_map(|field| {
        let (name, code) = (&field.name, field.attrs.calc.as_ref()?.code());
        let schema = place(name)?;
        Some(match field.kind()? {
            Kind::Number { rust, .. } => quote!(let #name: #rust = __e.derive(#schema, #code)?;),
            Kind::Uleb { bits } => {
                let rust = format_ident!("u{bits}");
                quote!(let #name = rt::Uleb::<#rust>::new(__e.derive(#schema, #code)?);)
            }
            Kind::CText | Kind::Named(_) => return None,
        })
    });
    let derived = attrs.derived.iter().filter_map(|derived| {
        let [field, member] = &*derived.target else {
            return None;
        };
        let (schema, code, label) = (place(field)?, derived.value.code(), name_of(member));
        Some(quote! {
            let mut #field = ::core::clone::Clone::clone(#field);
            #field.#member = __e.derive_member(#schema, #label, #code)?;
            let #field = &#field;
        })
    });
    quote!(#(#computed)* #(#derived)*)
}

/// Returns code that writes a field.
pub(super) fn write_field(field: &Field, index: usize, marks: &Marks) -> TokenStream {
    let write_value = |field: &Field, schema: &TokenStream, reference: &TokenStream, value: &TokenStream| {
        let write = write_value(field, schema, reference, value);
        match field.attrs.region.as_ref().filter(|region| region.is_in_place()) {
            Some(region) => region.write_in_place(index, &marks.stating(field), &write),
            None => write,
        }
    };
    let (name, schema) = (&field.name, place(index));
    let (reference, value) =
        if field.is_temp() { (quote!(&#name), quote!(#name)) } else { (quote!(#name), quote!(*#name)) };
    let Some((condition, otherwise)) = &field.attrs.condition else {
        return write_value(field, &schema, &reference, &value);
    };
    let wanted = condition.wanted();
    let (present, write) = match otherwise {
        // An absent field reads as the alternative; any other value would be lost.
        Some(number) => {
            let number = Literal::i64_unsuffixed(*number);
            let write = write_value(field, &schema, &reference, &value);
            (quote!(__wanted || #value != #number), quote!(if __wanted { #write }))
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

/// Returns code that writes what a field holds when it is present, by reference or by value.
fn write_value(field: &Field, schema: &TokenStream, reference: &TokenStream, value: &TokenStream) -> TokenStream {
    let (label, endian) = (name_of(&field.name), endian(field.big));
    let args = field.attrs.args.iter().map(|tree| tree.write_argument(&label));
    let args = quote!(rt::Arguments::of([#(#args),*]));
    let place = field.attrs.region_at().map(|at| {
        let at = at.code();
        quote!(__e.place(#schema, #at)?;)
    });
    match &field.shape {
        Shape::One(Kind::Number { .. }) | Shape::Array(..) => {
            let write = write_one(field, reference);
            quote!(#place #write)
        }
        Shape::One(Kind::CText) => quote!(#place __e.text(#reference)?;),
        Shape::One(Kind::Uleb { .. }) => quote!(#place __e.uleb(#schema, #value)?;),
        // Expressions ask for positions by the name of the decoder.
        Shape::One(Kind::Named(_)) if args_depend_on_position(field) => {
            quote!(#place let __args = { let __d = &*__e; #args }; __e.nested(#schema, #reference, __args)?;)
        }
        Shape::One(Kind::Named(_)) => quote!(#place __e.nested(#schema, #reference, #args)?;),
        Shape::List(kind) => {
            let count = field.attrs.count.as_ref().filter(|count| !count.needs_space()).map(Tree::code);
            let count = count.map(|code| quote!(__e.expect_len(#schema, #code, #reference.len())?;));
            let write = match kind {
                Kind::CText => quote!(for __one in #reference { __e.text(__one)?; }),
                Kind::Number { .. } | Kind::Uleb { .. } => quote!(__e.numbers(#reference, #endian)?;),
                Kind::Named(_) if args_depend_on_position(field) => {
                    quote!(__e.list_each(#schema, #reference, &|__e| { let __d = __e; Ok(#args) })?;)
                }
                Kind::Named(_) => quote!(__e.list(#schema, #reference, #args)?;),
            };
            // What takes no bytes may lie anywhere.
            match place {
                Some(place) => quote!(#count if !#reference.is_empty() { #place #write }),
                None => quote!(#count #write),
            }
        }
        // `leave_regions` reports bytes of regions that this writer cannot place.
        Shape::Regions(_) => TokenStream::new(),
    }
}
