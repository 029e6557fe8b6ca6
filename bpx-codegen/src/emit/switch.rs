//! `#[structure]` on enums: the first case whose condition holds.

use crate::check::field::{self, Errors, Field, is_ours};
use crate::check::sequence;
use crate::emit::computed;
use crate::emit::links;
use crate::emit::schema::{self, list, option, text};
use crate::emit::structure::{self, Parts};
use crate::parse::attrs::{Attrs, scope_of};
use crate::parse::expr::Tree;
use crate::parse::naming::name_of;
use crate::parse::place::Place;
use bpx_model::Kind as Value;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Error, Fields, ItemEnum, Result, Variant};

/// One case.
struct Case<'a> {
    variant: &'a Variant,
    attrs: Attrs,
    fields: Vec<Field>,
}

/// What `#[structure]` makes of an enum.
pub(crate) fn expand(item: &ItemEnum) -> Result<TokenStream> {
    let attrs = Attrs::read(&item.attrs, Place::Switch)?;
    if !item.generics.params.is_empty() {
        return Err(Error::new_spanned(
            &item.generics,
            "a structure describes one layout: declare one enum for each type",
        ));
    }
    let cases = cases(item, &attrs)?;
    let ident = &item.ident;
    let owner = attrs.called(ident);
    let definition = definition(item, &cases);
    let (mut statics, mut reads, mut writes, mut assumed) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut before: Vec<&Tree> = Vec::new();
    for case in &cases {
        let name = format!("{owner}.{}", case.attrs.called(&case.variant.ident));
        let own = Attrs { big: attrs.big, ..Attrs::default() };
        let parts = Parts::new(&name, &own, &case.fields)?;
        statics.push(case_schema(case, &parts));
        reads.push(read(case, &parts));
        writes.push(write(case, &before, &parts));
        before.extend(case.attrs.pre_assert.as_ref().filter(|_| case.attrs.attempt.is_empty()));
        assumed.push(links::assertions(&name, &own, &case.fields));
    }
    let body = {
        let cases = list(statics);
        quote!(rt::Body::Switch(#cases))
    };
    let rules = schema::rules(&owner, &attrs, &[]);
    let whole = schema::structure(&owner, &attrs, &body, None, &rules, &[]);
    let traits = structure::binrw_traits(ident, &attrs);
    let tags: Vec<_> = attrs.import.iter().map(|(name, _)| name).collect();
    let shown = tags.iter().map(|tag| format!("{} = {{}}", name_of(tag))).collect::<Vec<_>>().join(", ");
    let shown_owner = owner.replace('{', "{{").replace('}', "}}");
    let message = format!("no case of {shown_owner} for {shown}");
    // The last case may take all that is left.
    let open = cases.last().is_none_or(|case| case.attrs.pre_assert.is_some());
    let fault = open.then(|| quote!(Err(__d.fault(rt::Class::UnknownTag, ::std::format!(#message, #(#tags),*)))));
    let codec = structure::codec(ident, &attrs, &quote!(#(#reads)* #fault), &quote!(match self { #(#writes)* } Ok(())));
    let items = quote! {
        static STRUCTURE: rt::Structure = #whole;
        #(#assumed)*
        #codec
        #traits
    };
    let scope = schema::scope(attrs.runtime.as_ref(), &items);
    Ok(quote! {
        #definition
        #scope
    })
}

fn cases<'a>(item: &'a ItemEnum, attrs: &Attrs) -> Result<Vec<Case<'a>>> {
    let mut errors = Errors::default();
    let scope = scope_of(&attrs.import);
    let mut cases = Vec::new();
    let last = item.variants.len().saturating_sub(1);
    for (index, variant) in item.variants.iter().enumerate() {
        let Some(own) = errors.take(Attrs::read(&variant.attrs, Place::Case)) else {
            continue;
        };
        match &own.pre_assert {
            Some(condition) => {
                errors.take(condition.check(&scope, Value::Bool));
            }
            None if index != last => errors.add(Error::new_spanned(
                &variant.ident,
                "when? `#[br(pre_assert(tag == 1))]`; only the last case may do without, and takes all that is left",
            )),
            None => {}
        }
        if !own.attempt.is_empty() && index == last {
            errors
                .add(Error::new_spanned(variant, "`attempt` leaves the bytes to the next case, and this is the last"));
        }
        if let Fields::Unnamed(fields) = &variant.fields
            && fields.unnamed.len() > 1
        {
            errors
                .add(Error::new_spanned(&variant.ident, "several values need names: `Case { first: u8, second: u8 }`"));
        }
        let inherited = Attrs { big: own.big.or(attrs.big), import: attrs.import.clone(), ..Attrs::default() };
        let Some(mut fields) = errors.take(field::fields(&inherited, &variant.fields, Place::CaseField)) else {
            continue;
        };
        if let (Fields::Unnamed(_), Some(field)) = (&variant.fields, fields.first_mut()) {
            // The value of a case has the name of the case, so that paths and JSON tell which it is.
            let name = bpx_model::name::kebab(&name_of(&variant.ident)).replace('-', "_");
            field.name = value_name(&name, variant.ident.span());
        }
        errors.take(sequence::check_dynamic(&inherited, &fields));
        cases.push(Case { variant, attrs: own, fields });
    }
    errors.finish()?;
    Ok(cases)
}

/// An identifier for the value of a case, also when the name of the case is a word of Rust.
fn value_name(name: &str, span: Span) -> Ident {
    // These cannot be raw.
    const NEVER: &[&str] = &["self", "super", "crate", "_"];
    match syn::parse_str::<Ident>(name) {
        Ok(plain) => Ident::new(&plain.to_string(), span),
        Err(_) if NEVER.contains(&name) => Ident::new(&format!("{name}_"), span),
        Err(_) => Ident::new_raw(name, span),
    }
}

/// The enum without computed fields and without our attributes.
fn definition(item: &ItemEnum, cases: &[Case<'_>]) -> TokenStream {
    let attributes = item.attrs.iter().filter(|attribute| !is_ours(attribute));
    let (vis, ident) = (&item.vis, &item.ident);
    let variants = cases.iter().map(|case| {
        let name = &case.variant.ident;
        let attributes = case.variant.attrs.iter().filter(|attribute| !is_ours(attribute));
        let members = structure::kept(&case.fields).map(|field| {
            let Field { kept, name, ty, .. } = field;
            match case.variant.fields {
                Fields::Unnamed(_) => quote!(#(#kept)* #ty),
                _ => quote!(#(#kept)* #name: #ty),
            }
        });
        let members = match case.variant.fields {
            Fields::Unit => TokenStream::new(),
            Fields::Unnamed(_) => quote!((#(#members),*)),
            Fields::Named(_) => quote!({ #(#members),* }),
        };
        quote!(#(#attributes)* #name #members)
    });
    quote!(#(#attributes)* #vis enum #ident { #(#variants),* })
}

fn case_schema(case: &Case<'_>, parts: &Parts) -> TokenStream {
    let name = text(&case.attrs.called(&case.variant.ident));
    let doc = text(&case.attrs.doc);
    let when = option(case.attrs.pre_assert.as_ref().map(Tree::schema));
    let fields = list(parts.schemas().iter().cloned());
    let attempt = text(&case.attrs.attempt);
    quote!(rt::Case { name: #name, doc: #doc, when: #when, attempt: #attempt, fields: #fields })
}

fn pattern(case: &Case<'_>) -> TokenStream {
    let name = &case.variant.ident;
    let names: Vec<_> = structure::kept(&case.fields).map(|field| &field.name).collect();
    match case.variant.fields {
        Fields::Unit => quote!(Self::#name),
        Fields::Unnamed(_) => quote!(Self::#name(#(#names),*)),
        Fields::Named(_) => quote!(Self::#name { #(#names),* }),
    }
}

fn read(case: &Case<'_>, parts: &Parts) -> TokenStream {
    let (statics, read, value) = (statics(parts), parts.read(&case.fields), pattern(case));
    let stated = computed::reports(&Attrs::default(), &case.fields);
    let read = quote!(#read #stated);
    let attempt = &*case.attrs.attempt;
    let Some(condition) = &case.attrs.pre_assert else {
        return quote!(#statics #read Ok(#value));
    };
    let condition = condition.condition("case");
    let read = if attempt.is_empty() {
        quote!(#read return Ok(#value);)
    } else {
        quote! {
            if let Some(__value) = __d.attempt(#attempt, |__d| { #read Ok(#value) })? {
                return Ok(__value);
            }
        }
    };
    quote!(if #condition { #statics #read })
}

/// The fields of a case, when it has some.
fn statics(parts: &Parts) -> Option<TokenStream> {
    (!parts.schemas().is_empty()).then(|| parts.fields())
}

/// `before` are the conditions of the cases that a reader would take instead.
fn write(case: &Case<'_>, before: &[&Tree], parts: &Parts) -> TokenStream {
    let (statics, write, pattern) = (statics(parts), parts.write(&case.fields), pattern(case));
    let prelude = structure::write_prelude(&Attrs::default(), &case.fields);
    let name = name_of(&case.variant.ident);
    let own = case.attrs.pre_assert.as_ref();
    let expect = own.map(|condition| {
        let holds = condition.code();
        quote!(__e.expect_case(#name, #holds)?;)
    });
    let others = before.iter().filter(|other| !own.is_some_and(|own| own.excludes(other)));
    let others = others.map(|other| {
        let holds = other.code();
        quote!(__e.expect_no_case(#name, #holds)?;)
    });
    quote!(#pattern => { #statics #expect #(#others)* #prelude #write })
}
