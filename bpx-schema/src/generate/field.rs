//! Fields of records, structures and cases.

use super::attributes::{Rules, assertion, attribute, doc, text};
use super::codes::Sets;
use super::expr::{self, path};
use super::names::{ident, type_name};
use crate::checksum::Algorithm;
use crate::name::kebab;
use crate::schema::{CodesLink, Constraint, Endian, Field, Length, List, Model, Region, Rule, Structure, Text, Type};

/// What the fields of an item have in common.
pub(super) struct Owner<'m> {
    /// First part of the names of its rules.
    pub(super) name: String,
    /// Whether all of it has a fixed size.
    pub(super) record: bool,
    /// Byte order, unless a field says otherwise.
    pub(super) endian: Endian,
    pub(super) sets: &'m Sets<'m>,
    pub(super) model: &'m Model,
}

/// A field.
pub(super) struct Member {
    pub(super) name: String,
    /// Documentation.
    pub(super) doc: String,
    /// Name and words of the attributes.
    pub(super) attributes: Vec<(&'static str, Vec<String>)>,
    pub(super) ty: String,
    /// Computed fields are no part of the public value.
    pub(super) public: bool,
    pub(super) todo: Vec<String>,
}

impl Member {
    /// Lines above the field.
    pub(super) fn head(&self, indent: &str) -> String {
        let attributes = self.attributes.iter().map(|(name, words)| attribute(name, words, indent));
        doc(&self.doc, indent) + &attributes.collect::<String>()
    }
}

/// The byte order that most numbers have.
pub(super) fn endian<'f>(fields: impl Iterator<Item = &'f Field>) -> Endian {
    let orders = fields.filter_map(|field| order(&field.ty).filter(|(size, _)| *size > 1));
    let big = orders.map(|(_, endian)| if endian == Endian::Big { 1 } else { -1 }).sum::<i32>();
    if big > 0 { Endian::Big } else { Endian::Little }
}

fn order(ty: &Type) -> Option<(u8, Endian)> {
    match ty {
        Type::Int { size, endian, .. } | Type::Float { size, endian } => Some((*size, *endian)),
        _ => None,
    }
}

/// `little` or `big`.
pub(super) fn order_word(endian: Endian) -> String {
    match endian {
        Endian::Little => "little".to_owned(),
        Endian::Big => "big".to_owned(),
    }
}

impl Owner<'_> {
    /// A field, and the rules across fields that stand at it.
    pub(super) fn member<'c>(&self, field: &Field, across: impl Iterator<Item = &'c Constraint>) -> Member {
        let across: Vec<_> = across.collect();
        let codes = field.codes.as_ref().map(CodesLink::get);
        let mut rules = Rules::of(&self.name, &kebab(&field.name), &field.constraints, codes, &field.spec);
        let mut todo = std::mem::take(&mut rules.todo);
        let (ty, count) = self.ty(field, &mut todo);
        let order = order(&field.ty).filter(|(_, endian)| *endian != self.endian).map(|(_, endian)| order_word(endian));
        let (mut br, mut bw) = (Vec::new(), Vec::new());
        if let Some(derived) = &field.derived {
            br.push("temp".to_owned());
            bw.push(format!("calc = {}", expr::text(derived)));
        }
        br.extend(field.when.as_ref().map(|when| {
            let otherwise = field.otherwise.map(|value| format!(", {value}")).unwrap_or_default();
            format!("if({}{otherwise})", expr::text(when))
        }));
        br.extend(count);
        if let Type::Named { args, .. } = &field.ty
            && !args.is_empty()
        {
            let args: Vec<_> = args.iter().map(expr::text).collect();
            br.push(format!("args({})", args.join(", ")));
        }
        br.extend(across.iter().filter_map(|constraint| match &constraint.rule {
            Rule::Assert(condition) => Some(assertion(condition)),
            _ => None,
        }));
        let codes = codes.and_then(|codes| self.sets.word(codes));
        let mut schema: Vec<_> =
            [text("name", &field.label), text("spec", &field.spec), codes].into_iter().flatten().collect();
        schema.extend(rules.schema);
        if let Some(first) = across.first().filter(|_| field.constraints.is_empty()) {
            schema.extend([text("lenient", &first.lenient), text("code", &first.code)].into_iter().flatten());
        }
        schema.extend(field.region.as_ref().map(region));
        schema.extend(field.children.then(|| "children".to_owned()));
        Member {
            name: ident(&field.name),
            doc: field.doc.to_string(),
            attributes: vec![("brw", order.into_iter().collect()), ("br", br), ("bw", bw), ("schema", schema)],
            ty,
            public: field.derived.is_none() && !field.children,
            todo,
        }
    }

    /// Whether the field is the root of a tree.
    fn is_tree(&self, field: &Field) -> bool {
        let Type::Named { link, .. } = &field.ty else { return false };
        let node = |structure: &Structure| structure.fields().iter().any(|field| field.children);
        !field.children && self.model.get(link.name()).is_some_and(node)
    }

    /// The type, and how many there are.
    fn ty(&self, field: &Field, todo: &mut Vec<String>) -> (String, Option<String>) {
        let element = element(&field.ty).unwrap_or_else(|| {
            todo.push(format!("`{}` is a number of a size that has no type here", field.name));
            format!("[u8; {}]", field.ty.fixed_size().unwrap_or(1))
        });
        let element = if self.is_tree(field) { format!("Tree<{element}>") } else { element };
        if field.region.as_ref().is_some_and(|region| region.each.is_some()) {
            return (format!("Regions<{element}>"), None);
        }
        let named = matches!(field.ty, Type::Named { .. });
        let (ty, count) = match &field.len {
            None => (element, None),
            // Structures of varying size are listed, even when there are always as many.
            Some(Length::Fixed(len)) if named && !self.record => {
                (format!("Vec<{element}>"), Some(format!("count = {len}")))
            }
            Some(Length::Fixed(len)) => (format!("[{element}; {len}]"), None),
            Some(Length::Count(count)) => (format!("Vec<{element}>"), Some(format!("count = {}", expr::text(count)))),
            Some(Length::Rest) => (format!("Vec<{element}>"), Some("parse_with = until_eof".to_owned())),
        };
        let optional = field.when.is_some() && field.otherwise.is_none();
        (if optional { format!("Option<{ty}>") } else { ty }, count)
    }
}

/// The Rust type of one element; none for numbers of three bytes and the like.
fn element(ty: &Type) -> Option<String> {
    let plain = |letter: char, size: u8| format!("{letter}{}", u16::from(size).saturating_mul(8));
    Some(match ty {
        Type::Int { size: size @ (1 | 2 | 4 | 8), signed, .. } => plain(if *signed { 'i' } else { 'u' }, *size),
        Type::Int { .. } => return None,
        Type::Float { size, .. } => plain('f', *size),
        Type::Varint { bits } => format!("Uleb<u{bits}>"),
        Type::CString => "CText".to_owned(),
        Type::Named { link, .. } => type_name(link.name()),
    })
}

fn region(region: &Region) -> String {
    let mut words = Vec::new();
    words.extend(region.each.as_ref().map(|each| format!("each = {}", ident(each))));
    for (name, value) in [("at", &region.at), ("size", &region.size), ("content_size", &region.content_size)] {
        words.extend(value.as_ref().map(|value| format!("{name} = {}", expr::text(value))));
    }
    if !region.steps.is_empty() {
        let steps = region.steps.iter().map(|step| format!("{} if {}", step.transform.name(), expr::text(&step.when)));
        words.push(format!("transform({})", steps.collect::<Vec<_>>().join(", ")));
    }
    words.extend(region.checks.iter().map(|check| {
        let names: Vec<_> = check.algorithms.iter().map(|name| algorithm(*name)).collect();
        let (when, stored) = (expr::text(&check.when), expr::text(&check.stored));
        format!("check({} if {when}, stored = {stored})", names.join(" | "))
    }));
    format!("region({})", words.join(", "))
}

/// The name of a checksum in attributes.
pub(super) fn algorithm(algorithm: Algorithm) -> String {
    algorithm.name().replace('-', "_")
}

/// `a.b, c.d`
pub(super) fn paths(paths: &[List<Text>]) -> String {
    paths.iter().map(|one| path(one)).collect::<Vec<_>>().join(", ")
}
