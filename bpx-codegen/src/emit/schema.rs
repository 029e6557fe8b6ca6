//! Generates the schema of a declaration as constants.

use super::literals::{list_literal, option_literal, text_literal};
use super::{relation, rules};
use crate::check::{Declaration, Field, MAGIC, WriterSetting, sorted_settings};
use crate::parse::{DerivedAttr, EndAttr, ExprTree, FieldShape, RegionAttr, StoredKind, SumAttr, known_len, name_of};
use bpx_model::Rule;
use bpx_model::name::to_kebab_case;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

/// Returns code for one field of the schema.
pub(super) fn field_schema(owner: &str, field: &Field, offset: Option<TokenStream>) -> TokenStream {
    let attrs = &field.attrs;
    let args = list_literal(attrs.args.iter().map(ExprTree::schema_code));
    let ty = match &field.shape {
        FieldShape::List(StoredKind::Named(ty)) if field.is_children() => {
            quote!(rt::Type::Named { link: rt::Link::Static(<#ty as rt::TreeNode>::schema), args: #args })
        }
        FieldShape::One(kind) | FieldShape::Array(kind, _) | FieldShape::List(kind) => {
            kind.schema_code(field.order.big, &args)
        }
        FieldShape::Regions(ty) => {
            quote!(rt::Type::Named { link: rt::Link::Static(<#ty as rt::Codec>::schema), args: #args })
        }
    };
    let len = match (&field.shape, &attrs.count) {
        (FieldShape::Array(_, len), _) => {
            let len = known_len(&field.ty).map_or_else(
                || quote!((#len) as u64),
                |len| {
                    let len = Literal::usize_unsuffixed(len);
                    quote!(#len)
                },
            );
            Some(quote!(rt::Length::Fixed(#len)))
        }
        (FieldShape::List(_), Some(count)) => {
            let count = count.schema_code();
            Some(quote!(rt::Length::Count(#count)))
        }
        (FieldShape::List(_), None) => Some(end_schema(field)),
        (FieldShape::One(_) | FieldShape::Regions(_), _) => None,
    };
    let expr = |tree: &Option<ExprTree>| tree.as_ref().map(ExprTree::schema_code);
    let text = |text: &str| (!text.is_empty()).then(|| text_literal(text));
    let condition = attrs.condition.as_ref();
    let otherwise = condition.and_then(|(_, otherwise)| otherwise.map(Literal::i64_unsuffixed));
    let padding = attrs.padding.as_ref().map(|padding| Literal::u8_unsuffixed(padding.fill));
    let codes = attrs.codes.as_ref().map(|ty| quote!(rt::CodesLink::Static(<#ty as rt::Coded>::codes)));
    let region = attrs.region.as_ref().map(RegionAttr::schema_code);
    let (pool, relations) = relation::of_field(owner, field);
    let members = [
        // A field without `name` has no label.
        ("with_label", text(attrs.name.as_deref().unwrap_or_default())),
        ("with_doc", text(&attrs.doc)),
        ("with_spec", text(&attrs.spec)),
        ("at_offset", offset),
        ("with_order", field.byte_order_choice().map(ExprTree::schema_code)),
        ("with_width", expr(&attrs.width)),
        ("with_len", len),
        ("present_if", condition.map(|(condition, _)| condition.schema_code())),
        ("or_else", otherwise.map(|value| quote!(#value))),
        ("derived_from", expr(&attrs.calc)),
        ("with_codes", codes),
        ("with_constraints", (!field.rules.is_empty()).then(|| rules::rules_schema(owner, field))),
        ("in_region", region.map(|region| quote!(rt::RareValue(Borrowed(const { &[#region] }))))),
        ("of_children", field.is_children().then(TokenStream::new)),
        ("as_padding", padding.map(|fill| quote!(#fill))),
        ("forming_pool", pool),
        ("with_relations", relations),
    ];
    field_literal(&name_of(&field.name), &ty, &members)
}

/// Returns code for a field with a name and a type; `members` are functions that set other members, and their values.
fn field_literal(name: &str, ty: &TokenStream, members: &[(&str, Option<TokenStream>)]) -> TokenStream {
    let name = text_literal(name);
    let set = members
        .iter()
        .filter_map(|(set, value)| value.as_ref().map(|value| (Ident::new(set, Span::call_site()), value)));
    let set = set.map(|(set, value)| quote!(.#set(#value)));
    quote!(rt::Field::new(#name, #ty)#(#set)*)
}

/// Returns code for the end of a list without a count.
fn end_schema(field: &Field) -> TokenStream {
    if let Some(condition) = field.attrs.end.as_ref().and_then(EndAttr::condition) {
        let condition = condition.schema_code();
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
    signature_schema(owner, magic, &quote!(rt::Expr::Int(0)), "Signature.", &[])
}

/// Returns code for the schema of the bytes that select a case; the bytes are a text if all of them are printable.
pub(super) fn tag_field(owner: &str, tag: &[u8]) -> TokenStream {
    let literal = Literal::byte_string(tag);
    let code = format!("{}.tag", to_kebab_case(owner));
    let utf8 = rules::constraint_schema(&quote!(rt::Rule::Utf8), [&code, "", ""]);
    let is_text = tag.iter().all(|byte| byte.is_ascii_graphic() || *byte == b' ');
    let more = if is_text { vec![utf8] } else { Vec::new() };
    signature_schema(owner, tag, &quote!(rt::Expr::Bytes(Borrowed(#literal))), "Tag of the case.", &more)
}

fn signature_schema(owner: &str, magic: &[u8], derived: &TokenStream, doc: &str, more: &[TokenStream]) -> TokenStream {
    let len = Literal::usize_unsuffixed(magic.len());
    let literal = Literal::byte_string(magic);
    let code = format!("{}.magic", to_kebab_case(owner));
    let constraint = rules::constraint_schema(&quote!(rt::Rule::Magic(Borrowed(#literal))), [&code, "", ""]);
    let members = [
        ("with_doc", Some(text_literal(doc))),
        ("with_len", Some(quote!(rt::Length::Fixed(#len)))),
        ("derived_from", Some(derived.clone())),
        ("with_constraints", Some(quote!(Borrowed(const { &[#constraint #(, #more)*] })))),
    ];
    field_literal(MAGIC, &quote!(rt::Type::Int { size: 1, signed: false, endian: rt::Endian::Little }), &members)
}

/// Returns code for the schema of the whole structure; `body` and `size` depend on the kind of the structure.
pub(super) fn structure_schema(
    declaration: &Declaration,
    body: &TokenStream,
    size: Option<TokenStream>,
) -> TokenStream {
    let Declaration { name, attrs, .. } = declaration;
    let params = list_literal(attrs.import.iter().map(|(name, _)| text_literal(&name_of(name))));
    let derived = list_literal(attrs.derived.iter().map(|one| derived_schema(declaration, one)));
    let sums = list_literal(attrs.sums.iter().map(|one| sum_schema(name, one)));
    let rules = rules_across(declaration);
    // The check of the declaration refuses wrong settings.
    let settings = list_literal(sorted_settings(declaration).unwrap_or_default().iter().map(setting_schema));
    let (name, doc, spec) = (text_literal(name), text_literal(&attrs.doc), text_literal(&attrs.spec));
    let size = option_literal(size);
    quote!(rt::Structure {
        name: #name, doc: #doc, spec: #spec, params: #params, size: #size, body: #body, rules: #rules,
        derived: #derived, sums: #sums, settings: #settings,
    })
}

fn setting_schema(setting: &WriterSetting<'_>) -> TokenStream {
    // The settings of the whole structure belong to no field.
    let field = text_literal(&setting.field.map(|field| name_of(&field.name)).unwrap_or_default());
    let target = list_literal(setting.target.iter().map(|part| text_literal(&name_of(part))));
    let value = setting.value.schema_code();
    quote!(rt::NumberSetting { field: #field, target: #target, value: #value })
}

fn derived_schema(declaration: &Declaration, derived: &DerivedAttr) -> TokenStream {
    let target = list_literal(derived.target.iter().map(|part| text_literal(&name_of(part))));
    let (value, rule) = (derived.value.schema_code(), option_literal(rule_of_member(declaration, derived)));
    quote!(rt::DerivedMember { target: #target, value: #value, rule: #rule })
}

/// Returns code for the rule of a computed member; `None` if no file can break the rule.
fn rule_of_member(declaration: &Declaration, derived: &DerivedAttr) -> Option<TokenStream> {
    if !declaration.may_differ(derived) {
        return None;
    }
    let target = derived.target.iter().map(|part| to_kebab_case(&name_of(part))).collect::<Vec<_>>().join(".");
    let own = || format!("{}.{target}.{}", to_kebab_case(&declaration.name), Rule::Computed.name());
    let code = derived.code.clone().unwrap_or_else(own);
    Some(rules::constraint_schema(&quote!(rt::Rule::Computed), [&code, &derived.spec, &derived.lenient]))
}

fn sum_schema(owner: &str, sum: &SumAttr) -> TokenStream {
    let path = |path: &[Ident]| list_literal(path.iter().map(|part| text_literal(&name_of(part))));
    let paths = |paths: &[Vec<Ident>]| list_literal(paths.iter().map(|p| path(p)));
    let (skip, or_skip, or_zero) = (paths(&sum.skip), paths(&sum.or_skip), paths(&sum.or_zero));
    let fill = list_literal(sum.fill.iter().map(|(member, byte)| {
        let member = path(member);
        quote!(rt::FilledMember { member: #member, byte: #byte })
    }));
    let (stored, algorithm) = (path(&sum.stored), sum.algorithm.schema_code("ChecksumType"));
    let (first, last) = (
        text_literal(&name_of(&sum.over.0)),
        option_literal(sum.over.1.as_ref().map(|last| text_literal(&name_of(last)))),
    );
    let more = list_literal(sum.more.iter().map(|(first, last)| {
        let (first, last) = (text_literal(&name_of(first)), text_literal(&name_of(last)));
        quote!((#first, #last))
    }));
    // The path of the stored number has at least one name.
    let last_part = sum.stored.last().map(name_of).unwrap_or_default();
    let code = text_literal(&format!("{}.{}", to_kebab_case(owner), to_kebab_case(&last_part)));
    let spec = text_literal(&sum.spec);
    quote!(rt::FieldChecksum {
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
        let counted = || format!("{}.assert-{}", to_kebab_case(owner), index + 1);
        let code = assert.code.as_ref().or(code).cloned().unwrap_or_else(counted);
        let said = |own: &Option<String>, around: &String| own.as_ref().unwrap_or(around).clone();
        let (spec, lenient) = (said(&assert.spec, &around.spec), said(&assert.lenient, &around.lenient));
        rules::assertion_schema(assert, [&code, &spec, &lenient])
    });
    let customs = attrs.custom.iter().map(|path| {
        // A path has at least one segment.
        let name = path.segments.last().map(|last| name_of(&last.ident)).unwrap_or_default();
        let (code, name) = (format!("{}.{}", to_kebab_case(owner), to_kebab_case(&name)), text_literal(&name));
        rules::constraint_schema(&quote!(rt::Rule::Custom(#name)), [&code, &attrs.spec, &attrs.lenient])
    });
    list_literal(asserts.chain(customs))
}
