//! Writes the twins of structs and enums.
//!
//! Features that binrw lacks have no twin: regions, checksums, and expressions over positions. The top of the file
//! lists the structures with such features, and the structures that contain them. A twin writes a computed member of a
//! record with the value that was read.

use crate::check::{self, Field, tag_bytes};
use crate::parse::{self, Attrs, ExprTree, FieldShape, StoredKind, is_bitfield};
use crate::pretty::format_code;
use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::{format_ident, quote};
use std::collections::{BTreeMap, BTreeSet};
use syn::{Attribute, Item, Result, Type};

/// The reason why a structure has no twin.
type NoTwinReason = String;

/// The twin of one declaration.
struct Twin {
    name: String,
    /// Names of the structures that the declaration holds.
    links: Vec<String>,
    code: std::result::Result<TokenStream, NoTwinReason>,
}

/// The twins of the declarations in one source file.
struct TwinModule {
    twins: Vec<Twin>,
    /// Constants and codes, which twins can use.
    values: Vec<(String, TokenStream)>,
}

/// Returns the twins of the declarations in source files that refer to each other; `None` for files without
/// declarations.
///
/// # Errors
/// Returns an error if a source is not Rust, or if a declaration is wrong.
pub fn twins_of_sources(sources: &[&str]) -> Result<Vec<Option<String>>> {
    let mut modules = sources.iter().map(|source| read_module(source)).collect::<Result<Vec<_>>>()?;
    exclude_dependents(&mut modules);
    let used = used_names(&modules);
    modules.iter().map(|module| render_module(module, &used)).collect()
}

/// Excludes twins that contain excluded twins, until no twin contains an excluded one.
fn exclude_dependents(modules: &mut [TwinModule]) {
    loop {
        let twins = || modules.iter().flat_map(|module| &module.twins);
        let known: BTreeSet<_> = twins().filter(|twin| twin.code.is_ok()).map(|twin| twin.name.clone()).collect();
        let mut changed = false;
        for twin in modules.iter_mut().flat_map(|module| &mut module.twins).filter(|twin| twin.code.is_ok()) {
            if let Some(missing) = twin.links.iter().find(|link| !known.contains(*link)) {
                twin.code = Err(format!("holds `{missing}`"));
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

/// Returns the names that the twins use directly or indirectly.
fn used_names(modules: &[TwinModule]) -> BTreeSet<String> {
    let values: BTreeMap<_, _> = modules.iter().flat_map(|module| module.values.iter().cloned()).collect();
    let mut open: Vec<TokenStream> =
        modules.iter().flat_map(|module| &module.twins).filter_map(|twin| twin.code.clone().ok()).collect();
    let mut used = BTreeSet::new();
    while let Some(tokens) = open.pop() {
        for token in tokens {
            match token {
                TokenTree::Group(group) => open.push(group.stream()),
                TokenTree::Ident(name) if used.insert(name.to_string()) => {
                    open.extend(values.get(&name.to_string()).cloned());
                }
                _ => {}
            }
        }
    }
    used
}

fn render_module(module: &TwinModule, used: &BTreeSet<String>) -> Result<Option<String>> {
    if module.twins.is_empty() && module.values.iter().all(|(name, _)| !used.contains(name)) {
        return Ok(None);
    }
    let mut text = String::from(
        "//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`\n\
         //! rewrites it.\n",
    );
    let missing = module.twins.iter().filter_map(|twin| Some((&twin.name, twin.code.as_ref().err()?)));
    for (index, (name, reason)) in missing.enumerate() {
        text.push_str(if index == 0 { "//!\n//! Without a twin:\n" } else { "" });
        text.push_str(&format!("//! * `{name}`: {reason}.\n"));
    }
    let values = module.values.iter().filter(|(name, _)| used.contains(name)).map(|(_, code)| code);
    let twins: Vec<_> = module.twins.iter().filter_map(|twin| twin.code.as_ref().ok()).collect();
    let helpers = (!twins.is_empty()).then(|| {
        quote!(
            use super::super::helpers::{self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*};
            use super::*;
        )
    });
    text.push('\n');
    // The formatter splits operators in attributes.
    text.push_str(&format_code(quote!(#helpers #(#values)* #(#twins)*))?.replace("= =", "=="));
    Ok(Some(text))
}

fn read_module(source: &str) -> Result<TwinModule> {
    let mut module = TwinModule { twins: Vec::new(), values: Vec::new() };
    for item in syn::parse_file(source)?.items {
        match item {
            Item::Const(item) => {
                let (name, ty, value) = (&item.ident, &item.ty, &item.expr);
                module.values.push((name.to_string(), quote!(pub const #name: #ty = #value;)));
            }
            Item::Enum(item) if derives_record(&item.attrs) => {
                let name = &item.ident;
                let repr = item.attrs.iter().filter(|attribute| attribute.path().is_ident("repr"));
                let codes = item.variants.iter().map(|variant| {
                    let (name, value) = (&variant.ident, variant.discriminant.as_ref().map(|(_, value)| value));
                    quote!(#name = #value)
                });
                let code = quote!(#[derive(Debug, Clone, Copy)] #(#repr)* pub enum #name { #(#codes),* });
                module.values.push((name.to_string(), code));
            }
            Item::Struct(item) if is_structure(&item.attrs) && is_bitfield(&item) => {
                module.twins.push(Twin {
                    name: item.ident.to_string(),
                    links: Vec::new(),
                    code: Ok(bitfield_twin(&item)),
                });
            }
            Item::Struct(item) if is_structure(&item.attrs) || derives_record(&item.attrs) => {
                let written =
                    if is_structure(&item.attrs) { parse::parse_structure(&item) } else { parse::parse_record(&item) };
                let attrs = written.attrs?;
                let fields = check::checked_fields(&attrs, written.fields)?;
                module.twins.push(structure_twin(&item, &attrs, &fields));
            }
            Item::Enum(item) if is_structure(&item.attrs) => module.twins.push(switch_twin(&item)?),
            _ => {}
        }
    }
    Ok(module)
}

fn is_structure(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("structure"))
}

fn derives_record(attributes: &[Attribute]) -> bool {
    attributes.iter().filter(|attribute| attribute.path().is_ident("derive")).any(|attribute| {
        let mut found = false;
        // An attribute that cannot be parsed is not a derive of this crate.
        let _ = attribute.parse_nested_meta(|meta| {
            found |= meta.path.is_ident("Record");
            Ok(())
        });
        found
    })
}

fn bitfield_twin(item: &syn::ItemStruct) -> TokenStream {
    let name = &item.ident;
    let fields = item.fields.iter().map(|field| {
        let (name, ty) = (&field.ident, &field.ty);
        quote!(pub #name: #ty)
    });
    quote! {
        #[bitfield]
        #[derive(Debug, Clone, Copy, BinRead, BinWrite)]
        #[br(map = Self::from_bytes)]
        #[bw(map = |bits: &Self| bits.into_bytes())]
        pub struct #name { #(#fields),* }
    }
}

fn structure_twin(item: &syn::ItemStruct, attrs: &Attrs, fields: &[Field]) -> Twin {
    let name = &item.ident;
    let reason = (!attrs.sums.is_empty()).then_some("a checksum");
    let head = head_attributes(attrs);
    let code = reason.map_or(Ok(()), |reason| Err(reason.to_owned())).and_then(|()| {
        let members = fields.iter().map(|field| {
            let (rules, name, ty) = (field_attributes(field)?, &field.name, twin_type(&field.ty));
            Ok(quote!(#rules pub #name: #ty))
        });
        let members = members.collect::<std::result::Result<Vec<_>, NoTwinReason>>()?;
        Ok(quote!(#head pub struct #name { #(#members),* }))
    });
    Twin { name: name.to_string(), links: held_structures(fields).collect(), code }
}

fn switch_twin(item: &syn::ItemEnum) -> Result<Twin> {
    let parse::WrittenSwitch { attrs, cases, .. } = parse::parse_switch(item)?;
    let (mut links_of_all, mut code) = (Vec::new(), Ok(Vec::new()));
    let mut before: Vec<(Option<ExprTree>, TokenStream)> = Vec::new();
    for case in cases {
        let parse::WrittenCase { variant, attrs: own, fields } = case?;
        let fields = check::checked_fields(&own.inherited_attrs(&attrs), fields)?;
        links_of_all.extend(held_structures(&fields));
        // binrw tries the next case after a failed one; here only the condition decides.
        let condition = own.pre_assert.as_ref().map(value_code).transpose();
        let added = condition.and_then(|condition| {
            let others = before.iter().filter(|(tree, _)| {
                !own.pre_assert.as_ref().zip(tree.as_ref()).is_some_and(|(own, tree)| own.excludes(tree))
            });
            let others: Vec<_> = others.map(|(_, other)| other).collect();
            let none = (!others.is_empty()).then(|| quote!(h::none([#(#others),*])));
            let all: Vec<_> = condition.iter().cloned().chain(none).collect();
            let rule = (!all.is_empty()).then(|| quote!(#[br(pre_assert(#(#all)&&*))]));
            before.extend(condition.filter(|_| own.attempt.is_empty()).map(|code| (own.pre_assert.clone(), code)));
            let name = &variant.ident;
            let members = fields.iter().map(|field| {
                let (rules, name, ty) = (field_attributes(field)?, &field.name, twin_type(&field.ty));
                Ok(match variant.fields {
                    syn::Fields::Unnamed(_) => quote!(#rules #ty),
                    _ => quote!(#rules #name: #ty),
                })
            });
            let members = members.collect::<std::result::Result<Vec<_>, NoTwinReason>>()?;
            Ok(match variant.fields {
                syn::Fields::Unit => quote!(#rule #name),
                syn::Fields::Unnamed(_) => quote!(#rule #name(#(#members),*)),
                syn::Fields::Named(_) => quote!(#rule #name { #(#members),* }),
            })
        });
        code = code.and_then(|mut cases| {
            cases.push(added?);
            Ok(cases)
        });
    }
    let (name, head) = (&item.ident, head_attributes(&attrs));
    let code = code.map(|cases| quote!(#head pub enum #name { #(#cases),* }));
    Ok(Twin { name: name.to_string(), links: links_of_all, code })
}

/// Returns the attributes of a whole structure or case.
fn head_attributes(attrs: &Attrs) -> TokenStream {
    // Without an order of the whole, each number has an order of its own.
    let order = order_ident(attrs.big.unwrap_or_default());
    // The check of the declaration refuses a signature without bytes.
    let magic = attrs.tag.as_ref().and_then(|tag| tag_bytes(tag, attrs).ok()).map(|magic| {
        let magic = Literal::byte_string(&magic);
        quote!(#[brw(magic = #magic)])
    });
    let names: Vec<_> = attrs.import.iter().map(|(name, _)| name).collect();
    let import = (!names.is_empty()).then(|| quote!(#[br(import(#(#names: i128),*))] #[bw(import(#(#names: i128),*))]));
    quote!(#[binrw] #[brw(#order)] #magic #import #[derive(Debug, Clone)])
}

fn order_ident(big: bool) -> Ident {
    format_ident!("{}", if big { "big" } else { "little" })
}

/// Returns the attributes of a field, for reading and for writing.
fn field_attributes(field: &Field) -> std::result::Result<TokenStream, NoTwinReason> {
    let attrs = &field.attrs;
    if attrs.region.is_some() {
        let reason =
            if field.lies_elsewhere() { "bytes that have offsets of their own" } else { "bytes in another form" };
        return Err(reason.to_owned());
    }
    if attrs.end.is_some() || field.counts_elements() {
        return Err("a list that ends with an element or with bytes, or that counts its elements".to_owned());
    }
    if attrs.width.is_some() {
        return Err("a width that a value decides".to_owned());
    }
    let order = match field.byte_order_choice() {
        Some(is_big) => {
            let is_big = value_code(is_big)?;
            Some(quote!(#[brw(is_big = #is_big)]))
        }
        None => attrs.big.map(|big| {
            let order = order_ident(big);
            quote!(#[brw(#order)])
        }),
    };
    let args = attrs.args.iter().map(value_code).collect::<std::result::Result<Vec<_>, _>>()?;
    let write_args = (!args.is_empty()).then(|| quote!(#[bw(args(#(#args),*))]));
    let read = match (&field.shape, &attrs.count) {
        (FieldShape::List(_), Some(count)) => {
            let count = value_code(count)?;
            // The formatter would remove the comma of a tuple of one.
            let inner = match &*args {
                [] => TokenStream::new(),
                [one] => quote!(, inner: h::single(#one)),
                several => quote!(, inner: (#(#several),*)),
            };
            quote!(#[br(args { count: h::count(#count) #inner })])
        }
        (FieldShape::List(_), None) if args.is_empty() => quote!(#[br(parse_with = h::until_end)]),
        (FieldShape::List(_), None) => quote!(#[br(parse_with = h::until_end, args(#(#args),*))]),
        _ if args.is_empty() => TokenStream::new(),
        _ => quote!(#[br(args(#(#args),*))]),
    };
    let condition = match &attrs.condition {
        Some((condition, otherwise)) => {
            let condition = value_code(condition)?;
            let otherwise = otherwise.map(|value| {
                let (value, ty) = (Literal::i64_unsuffixed(value), twin_type(&field.ty));
                match field.kind() {
                    Some(StoredKind::Varint { .. }) => quote!(, <#ty>::new(#value)),
                    _ => quote!(, #value),
                }
            });
            let write = otherwise.is_some().then(|| quote!(#[bw(if(#condition))]));
            quote!(#[br(if(#condition #otherwise))] #write)
        }
        None => TokenStream::new(),
    };
    let calc = match &attrs.calc {
        Some(calc) => {
            let calc = value_code(calc)?;
            let ty = twin_type(&field.ty);
            let calc = match field.kind() {
                Some(StoredKind::Varint { .. }) => quote!(<#ty>::new(h::cut(#calc))),
                _ => quote!(h::cut::<#ty>(#calc)),
            };
            quote!(#[br(temp)] #[bw(calc = #calc)])
        }
        None => TokenStream::new(),
    };
    Ok(quote!(#order #calc #condition #read #write_args))
}

/// Returns the names of the structures that fields hold.
fn held_structures(fields: &[Field]) -> impl Iterator<Item = String> + '_ {
    fields.iter().filter_map(|field| match field.kind()? {
        StoredKind::Named(ty) => last_name(&twin_type(ty)),
        _ => None,
    })
}

fn last_name(tokens: &TokenStream) -> Option<String> {
    let last = tokens.clone().into_iter().filter_map(|token| match token {
        TokenTree::Ident(name) => Some(name.to_string()),
        _ => None,
    });
    last.last()
}

/// Returns the type without the paths of modules; for a tree, the type of its root.
fn twin_type(ty: &Type) -> TokenStream {
    match ty {
        Type::Path(path) => {
            let Some(last) = path.path.segments.last() else {
                return quote!(#ty);
            };
            let name = &last.ident;
            let inner = match &last.arguments {
                syn::PathArguments::AngleBracketed(arguments) => arguments.args.first(),
                _ => None,
            };
            match inner {
                Some(syn::GenericArgument::Type(inner)) => {
                    let inner = twin_type(inner);
                    if name == "Tree" { inner } else { quote!(#name<#inner>) }
                }
                _ => quote!(#name),
            }
        }
        Type::Array(array) => {
            let (element, len) = (twin_type(&array.elem), &array.len);
            quote!([#element; #len])
        }
        other => quote!(#other),
    }
}

fn value_code(tree: &ExprTree) -> std::result::Result<TokenStream, NoTwinReason> {
    let reason =
        if tree.needs_space() { "an expression over positions" } else { "an expression of floats, texts or elements" };
    tree.twin_value().ok_or_else(|| reason.to_owned())
}
