//! Generates the schema of a declaration as constants.

use super::literals::{list, option, text};
use super::{relation, rules};
use crate::check::{Declaration, Field, MAGIC, Setting, settings};
use crate::parse::{DerivedAttr, EndAttr, Kind, RegionAttr, Shape, SumAttr, Tree, known_len, name_of};
use bpx_model::Rule;
use bpx_model::name::kebab;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// Returns code for one field of the schema.
pub(super) fn field(owner: &str, field: &Field, offset: Option<TokenStream>) -> TokenStream {
    let attrs = &field.attrs;
    let label = text(attrs.name.as_deref().unwrap_or_default());
    let (name, doc, spec) = (text(&name_of(&field.name)), text(&attrs.doc), text(&attrs.spec));
    let args = list(attrs.args.iter().map(Tree::schema));
    let ty = match &field.shape {
        Shape::List(Kind::Named(ty)) if field.is_children() => {
            quote!(rt::Type::Named { link: rt::Link::Static(<#ty as rt::TreeNode>::schema), args: #args })
        }
        Shape::One(kind) | Shape::Array(kind, _) | Shape::List(kind) => kind.schema(field.order.big, &args),
        Shape::Regions(ty) => {
            quote!(rt::Type::Named { link: rt::Link::Static(<#ty as rt::Codec>::schema), args: #args })
        }
    };
    let len = match (&field.shape, &attrs.count) {
        (Shape::Array(_, len), _) => {
            let len = known_len(&field.ty).map_or_else(
                || quote!((#len) as u64),
                |len| {
                    let len = Literal::usize_unsuffixed(len);
                    quote!(#len)
                },
            );
            Some(quote!(rt::Length::Fixed(#len)))
        }
        (Shape::List(_), Some(count)) => {
            let count = count.schema();
            Some(quote!(rt::Length::Count(#count)))
        }
        (Shape::List(_), None) => Some(end(field)),
        (Shape::One(_) | Shape::Regions(_), _) => None,
    };
    let width = option(attrs.width.as_ref().map(Tree::schema));
    let (offset, len, is_big) = (option(offset), option(len), option(field.is_big().map(Tree::schema)));
    let when = option(attrs.condition.as_ref().map(|(condition, _)| condition.schema()));
    let otherwise = option(attrs.condition.as_ref().and_then(|(_, otherwise)| {
        otherwise.map(|value| {
            let value = Literal::i64_unsuffixed(value);
            quote!(#value)
        })
    }));
    let derived = option(attrs.calc.as_ref().map(Tree::schema));
    let codes = option(attrs.codes.as_ref().map(|ty| quote!(rt::CodesLink::Static(<#ty as rt::Coded>::codes))));
    let constraints = rules::schema(owner, field);
    let region = attrs.region.as_ref().map(RegionAttr::schema);
    let region = region.map_or_else(|| quote!(rt::Rare::NONE), |region| quote!(rt::Rare(Borrowed(&[#region]))));
    let (children, padding) = (field.is_children(), attrs.padding.is_some());
    let fill = attrs.padding.as_ref().map_or(0, |padding| padding.fill);
    let (pool, relations) = relation::of_field(owner, field);
    quote!(rt::Field {
        name: #name, label: #label, doc: #doc, spec: #spec, offset: #offset, ty: #ty, is_big: #is_big, width: #width, len: #len,
        when: #when,
        otherwise: #otherwise, derived: #derived, codes: #codes, constraints: #constraints, region: #region,
        children: #children, padding: #padding, fill: #fill, pool: #pool, relations: #relations,
    })
}

/// Returns code for the end of a list without a count.
fn end(field: &Field) -> TokenStream {
    if let Some(condition) = field.attrs.end.as_ref().and_then(EndAttr::condition) {
        let condition = condition.schema();
        return quote!(rt::Length::Until(#condition));
    }
    match field.terminator() {
        Some(bytes) => {
            let bytes = Literal::byte_string(&bytes);
            quote!(rt::Length::Terminated(Borrowed(#bytes)))
        }
        None => quote!(rt::Length::Rest),
    }
}

/// Returns code for the schema of a constant signature that is not a field of the declaration.
pub(super) fn magic_field(owner: &str, magic: &[u8]) -> TokenStream {
    signature(owner, magic, &quote!(rt::Expr::Int(0)), "Signature.", &[])
}

/// Returns code for the schema of the bytes that select a case; the bytes are a text if all of them are printable.
pub(super) fn tag_field(owner: &str, tag: &[u8]) -> TokenStream {
    let literal = Literal::byte_string(tag);
    let code = format!("{}.tag", kebab(owner));
    let utf8 = rules::constraint(&quote!(rt::Rule::Utf8), [&code, "", ""]);
    let is_text = tag.iter().all(|byte| byte.is_ascii_graphic() || *byte == b' ');
    let more = if is_text { vec![utf8] } else { Vec::new() };
    signature(owner, tag, &quote!(rt::Expr::Bytes(Borrowed(#literal))), "Tag of the case.", &more)
}

fn signature(owner: &str, magic: &[u8], derived: &TokenStream, doc: &str, more: &[TokenStream]) -> TokenStream {
    let len = Literal::usize_unsuffixed(magic.len());
    let literal = Literal::byte_string(magic);
    let code = format!("{}.magic", kebab(owner));
    let constraint = rules::constraint(&quote!(rt::Rule::Magic(Borrowed(#literal))), [&code, "", ""]);
    let (name, empty) = (text(MAGIC), text(""));
    let none = option(None);
    quote!(rt::Field {
        name: #name, label: #empty, doc: Borrowed(#doc), spec: #empty, offset: #none,
        ty: rt::Type::Int { size: 1, signed: false, endian: rt::Endian::Little },
        is_big: #none, width: #none,
        len: Some(rt::Length::Fixed(#len)),
        when: #none, otherwise: #none, derived: Some(#derived), codes: #none,
        constraints: Borrowed(&[#constraint #(, #more)*]),
        region: rt::Rare::NONE, children: false, padding: false, fill: 0, pool: #none, relations: Borrowed(&[]),
    })
}

/// Returns code for the schema of the whole structure; `body` and `size` depend on the kind of the structure.
pub(super) fn structure(declaration: &Declaration, body: &TokenStream, size: Option<TokenStream>) -> TokenStream {
    let Declaration { name, attrs, .. } = declaration;
    let params = list(attrs.import.iter().map(|(name, _)| text(&name_of(name))));
    let derived = list(attrs.derived.iter().map(|one| derived(declaration, one)));
    let sums = list(attrs.sums.iter().map(|one| sum(name, one)));
    let rules = rules_across(declaration);
    let settings = list(settings(declaration).unwrap_or_default().iter().map(setting));
    let (name, doc, spec) = (text(name), text(&attrs.doc), text(&attrs.spec));
    let size = option(size);
    quote!(rt::Structure {
        name: #name, doc: #doc, spec: #spec, params: #params, size: #size, body: #body, rules: #rules,
        derived: #derived, sums: #sums, settings: #settings,
    })
}

fn setting(setting: &Setting<'_>) -> TokenStream {
    let field = text(&setting.field.map(|field| name_of(&field.name)).unwrap_or_default());
    let target = list(setting.target.iter().map(|part| text(&name_of(part))));
    let value = setting.value.schema();
    quote!(rt::Setting { field: #field, target: #target, value: #value })
}

fn derived(declaration: &Declaration, derived: &DerivedAttr) -> TokenStream {
    let target = list(derived.target.iter().map(|part| text(&name_of(part))));
    let (value, rule) = (derived.value.schema(), option(rule_of_member(declaration, derived)));
    quote!(rt::Derived { target: #target, value: #value, rule: #rule })
}

/// Returns code for the rule of a computed member; `None` if no file can break the rule.
fn rule_of_member(declaration: &Declaration, derived: &DerivedAttr) -> Option<TokenStream> {
    if !declaration.may_differ(derived) {
        return None;
    }
    let target = derived.target.iter().map(|part| kebab(&name_of(part))).collect::<Vec<_>>().join(".");
    let own = || format!("{}.{target}.{}", kebab(&declaration.name), Rule::Computed.name());
    let code = derived.code.clone().unwrap_or_else(own);
    Some(rules::constraint(&quote!(rt::Rule::Computed), [&code, &derived.spec, &derived.lenient]))
}

fn sum(owner: &str, sum: &SumAttr) -> TokenStream {
    let path = |path: &[syn::Ident]| list(path.iter().map(|part| text(&name_of(part))));
    let paths = |paths: &[Vec<syn::Ident>]| list(paths.iter().map(|p| path(p)));
    let (skip, or_skip, or_zero) = (paths(&sum.skip), paths(&sum.or_skip), paths(&sum.or_zero));
    let fill = list(sum.fill.iter().map(|(member, byte)| {
        let member = path(member);
        quote!(rt::Filled { member: #member, byte: #byte })
    }));
    let (stored, algorithm) = (path(&sum.stored), sum.algorithm.schema("ChecksumType"));
    let (first, last) = (text(&name_of(&sum.over.0)), option(sum.over.1.as_ref().map(|last| text(&name_of(last)))));
    let more = list(sum.more.iter().map(|(first, last)| {
        let (first, last) = (text(&name_of(first)), text(&name_of(last)));
        quote!((#first, #last))
    }));
    let last_part = sum.stored.last().map(name_of).unwrap_or_default();
    let code = text(&format!("{}.{}", kebab(owner), kebab(&last_part)));
    let spec = text(&sum.spec);
    quote!(rt::Sum {
        algorithm: #algorithm, stored: #stored, over: (#first, #last), more: #more, skip: #skip, fill: #fill, or_skip: #or_skip,
        or_zero: #or_zero, code: #code, spec: #spec,
    })
}

/// Returns code for the rules across fields: first assertions, then functions.
fn rules_across(declaration: &Declaration) -> TokenStream {
    let Declaration { name: owner, attrs, fields } = declaration;
    let of_whole = attrs.asserts.iter().map(|assert| (assert, attrs, None));
    let of_fields = fields.iter().flat_map(|field| {
        field.attrs.asserts.iter().map(move |assert| (assert, &field.attrs, field.attrs.code.as_ref()))
    });
    let asserts = of_whole.chain(of_fields).enumerate().map(|(index, (assert, around, code))| {
        let counted = || format!("{}.assert-{}", kebab(owner), index + 1);
        let code = assert.code.as_ref().or(code).cloned().unwrap_or_else(counted);
        let said = |own: &Option<String>, around: &String| own.as_ref().unwrap_or(around).clone();
        let (spec, lenient) = (said(&assert.spec, &around.spec), said(&assert.lenient, &around.lenient));
        rules::assertion(assert, [&code, &spec, &lenient])
    });
    let customs = attrs.custom.iter().map(|path| {
        let name = path.segments.last().map(|last| name_of(&last.ident)).unwrap_or_default();
        let (code, name) = (format!("{}.{}", kebab(owner), kebab(&name)), text(&name));
        rules::constraint(&quote!(rt::Rule::Custom(#name)), [&code, &attrs.spec, &attrs.lenient])
    });
    list(asserts.chain(customs))
}
