//! Declares fields of records, structures and cases.

use super::attributes::{FieldRules, attribute_lines, doc_lines, text_word};
use super::context::ModuleContext;
use super::crc;
use super::expr::{self, path_text};
use super::item::NEEDED;
use super::names::{rust_ident, type_ident};
use super::values::FieldValues;
use crate::parse::{is_checksum, is_transform};
use bpx_model::Algorithm;
use bpx_model::name::{UnusedNames, to_kebab_case};
use bpx_model::{
    CodesLink, DigitFill, Endian, Expr, Field, LayoutFact, Length, List, NumberSetting, Placement, Region, Structure,
    Text, Type,
};

/// Data that all fields of an item use.
pub(super) struct FieldOwner<'m> {
    /// First part of the codes of the item's rules.
    pub(super) name: String,
    /// Whether the item has a fixed size.
    pub(super) record: bool,
    /// Default byte order of the fields.
    pub(super) endian: Endian,
    pub(super) context: &'m ModuleContext<'m>,
    /// Numbers that a writer sets after all bytes are placed.
    pub(super) settings: &'m [NumberSetting],
}

/// A field.
pub(super) struct DeclaredField {
    pub(super) name: String,
    /// Documentation.
    pub(super) doc: String,
    /// Names of attributes, and the words of each attribute.
    pub(super) attributes: Vec<(&'static str, Vec<String>)>,
    pub(super) ty: String,
    /// Whether the field is public; computed fields are not.
    pub(super) public: bool,
    pub(super) todo: Vec<String>,
}

impl DeclaredField {
    /// Returns the names in [`NEEDED`] that the type of the field uses.
    pub(super) fn needed_names(&self) -> impl Iterator<Item = &'static str> {
        let [.., (_, types)] = NEEDED;
        let words = || self.ty.split(|one: char| !one.is_ascii_alphanumeric());
        types.iter().copied().filter(move |name| words().any(|word| word == *name))
    }

    /// Returns the lines above the field.
    pub(super) fn head_lines(&self, indent: &str) -> String {
        let attributes = self.attributes.iter().map(|(name, words)| attribute_lines(name, words, indent));
        doc_lines(&self.doc, indent) + &attributes.collect::<String>()
    }
}

/// Returns the byte order that most numbers have.
pub(super) fn common_endian<'f>(fields: impl Iterator<Item = &'f Field>) -> Endian {
    let orders = fields.filter(|field| field.is_big.is_none());
    let orders = orders.filter_map(|field| size_and_endian(&field.ty).filter(|(size, _)| *size > 1));
    let big = orders.map(|(_, endian)| if endian == Endian::Big { 1 } else { -1 }).sum::<i32>();
    if big > 0 { Endian::Big } else { Endian::Little }
}

fn size_and_endian(ty: &Type) -> Option<(u8, Endian)> {
    match ty {
        Type::Int { size, endian, .. } | Type::Float { size, endian } | Type::FixedPoint { size, endian, .. } => {
            Some((*size, *endian))
        }
        _ => None,
    }
}

/// Returns `little` or `big`.
pub(super) fn order_word(endian: Endian) -> String {
    match endian {
        Endian::Little => "little".to_owned(),
        Endian::Big => "big".to_owned(),
    }
}

impl FieldOwner<'_> {
    /// Returns a field; `names` has the names of the fields before this field.
    pub(super) fn declare_field(&self, field: &Field, names: &mut UnusedNames) -> DeclaredField {
        let values = FieldValues::of_field(field);
        let codes = field.codes.as_ref().map(CodesLink::get);
        let codes_word = codes.filter(|_| values.0.are_whole()).and_then(|codes| self.context.sets.codes_word(codes));
        let own = to_kebab_case(&field.name);
        let mut rules =
            FieldRules::of_field(&self.name, &own, &field.constraints, &values, codes_word.as_deref(), &field.spec);
        let mut todo = std::mem::take(&mut rules.todo);
        if let Some(codes) = codes.filter(|_| codes_word.is_none()) {
            todo.push(format!("`{}` has the values `{}`, but is not a whole number", field.name, codes.name));
        }
        let wanted = rust_ident(&field.name);
        let name = names.take_name(&wanted);
        if name != wanted {
            todo.push(format!("`{}` is called `{name}` here, because another field is called `{wanted}`", field.name));
        }
        let (ty, count) = self.type_and_count(field, &mut todo);
        let order = size_and_endian(&field.ty)
            .filter(|(_, endian)| *endian != self.endian)
            .map(|(_, endian)| order_word(endian));
        let order = field.is_big.as_ref().map(|is_big| format!("is_big = {}", expr::expr_text(is_big))).or(order);
        let (mut br, mut bw) = (Vec::new(), Vec::new());
        if field.derived.is_some() && self.record {
            todo.push(format!("`{}` is computed, but a field of a record cannot have `calc`", field.name));
        }
        let derived = field.derived.as_ref().filter(|_| !self.record);
        if let Some(derived) = derived {
            br.push("temp".to_owned());
            bw.push(format!("calc = {}", expr::expr_text(derived)));
        }
        br.extend(field.when.as_ref().map(|when| {
            let otherwise = field.otherwise.map_or(String::new(), |value| format!(", {value}"));
            format!("if({}{otherwise})", expr::expr_text(when))
        }));
        br.extend(count);
        if let Type::Named { args, .. } = &field.ty
            && !args.is_empty()
        {
            let args: Vec<_> = args.iter().map(expr::expr_text).collect();
            br.push(format!("args({})", args.join(", ")));
        }
        let is_kept = name.trim_start_matches("r#") == &*field.name;
        let label = if field.label.is_empty() && !is_kept { &field.name } else { &field.label };
        let mut schema: Vec<_> =
            [text_word("name", label), text_word("spec", &field.spec), codes_word].into_iter().flatten().collect();
        schema.extend(field.width.as_ref().map(|width| format!("width = {}", expr::expr_text(width))));
        schema.extend(rules.schema);
        schema.extend(field.pool.as_ref().map(ToString::to_string));
        schema.extend(field.relations.iter().map(expr::relation_text));
        schema.extend(field.region.as_ref().map(|region| self.region_word(field, region)));
        schema.extend(field.children.then(|| "children".to_owned()));
        schema.extend(field.padding.then(|| match field.fill {
            0 => "padding".to_owned(),
            fill => format!("padding(fill = {fill:#04x})"),
        }));
        DeclaredField {
            name,
            doc: field.doc.to_string(),
            attributes: vec![("brw", order.into_iter().collect()), ("br", br), ("bw", bw), ("schema", schema)],
            ty,
            public: derived.is_none() && !field.children,
            todo,
        }
    }

    fn region_word(&self, field: &Field, region: &Region) -> String {
        let mut words = Vec::new();
        words.extend(region.each.as_ref().map(|each| format!("each = {}", rust_ident(each))));
        for (name, value) in [("at", &region.at), ("size", &region.size), ("content_size", &region.content_size)] {
            words.extend(value.as_ref().map(|value| format!("{name} = {}", expr::expr_text(value))));
        }
        words.extend(region.self_ending.then(|| "self_ending".to_owned()));
        words.extend(region.search.as_ref().map(|search| format!("at = {search}")));
        words.extend(
            region
                .joined
                .as_ref()
                .map(|joined| format!("joined({}, {})", rust_ident(&joined.array), expr::expr_text(&joined.bytes))),
        );
        if !region.steps.is_empty() {
            let steps = region
                .steps
                .iter()
                .map(|step| format!("{}{}", transform_name(&step.transform), condition_suffix(&step.when)));
            words.push(format!("transform({})", steps.collect::<Vec<_>>().join(", ")));
        }
        words.extend(region.checks.iter().map(|check| {
            let names: Vec<_> = check.algorithms.iter().map(checksum_name).collect();
            let (when, stored) = (condition_suffix(&check.when), expr::expr_text(&check.stored));
            format!("check({}{when}, stored = {stored})", names.join(" | "))
        }));
        words.extend(placement_words(field, region, self.settings));
        format!("region({})", words.join(", "))
    }

    /// Returns whether the field is the root of a tree.
    fn is_tree(&self, field: &Field) -> bool {
        let Type::Named { link, .. } = &field.ty else { return false };
        !field.children && self.context.nodes.contains(link.name())
    }

    /// Returns the type of a field, and the attribute for the number of elements.
    fn type_and_count(&self, field: &Field, todo: &mut Vec<String>) -> (String, Option<String>) {
        let wide = (field.ty == Type::CString && field.terminator_size() == 2).then(|| "CText16".to_owned());
        let element = wide.or_else(|| self.element_type(&field.ty)).unwrap_or_else(|| {
            todo.push(format!("`{}` is a number whose size no type of the declaration language has", field.name));
            format!("[u8; {}]", field.ty.fixed_size().unwrap_or(1))
        });
        let element = if self.is_tree(field) { format!("Tree<{element}>") } else { element };
        if field.region.as_ref().is_some_and(|region| region.each.is_some()) {
            return (format!("Regions<{element}>"), None);
        }
        let named = matches!(field.ty, Type::Named { .. });
        let (ty, count) = match &field.len {
            None => (element, None),
            // Structures of varying size are a `Vec`, even if their number is constant.
            Some(Length::Fixed(len)) if named && !self.record => {
                (format!("Vec<{element}>"), Some(format!("count = {len}")))
            }
            Some(Length::Fixed(len)) => (format!("[{element}; {len}]"), None),
            Some(Length::Count(count)) => {
                (format!("Vec<{element}>"), Some(format!("count = {}", expr::expr_text(count))))
            }
            Some(Length::Until(condition)) => {
                (format!("Vec<{element}>"), Some(format!("until = {}", expr::expr_text(condition))))
            }
            Some(Length::Terminated(bytes)) => {
                (format!("Vec<{element}>"), Some(format!("until_bytes = b\"{}\"", bytes.escape_ascii())))
            }
            Some(Length::Rest) => (format!("Vec<{element}>"), Some("parse_with = until_eof".to_owned())),
        };
        let optional = field.when.is_some() && field.otherwise.is_none();
        (if optional { format!("Option<{ty}>") } else { ty }, count)
    }

    /// Returns the Rust type of one element; `None` for numbers of more than eight bytes.
    fn element_type(&self, ty: &Type) -> Option<String> {
        let plain = |letter: char, size: u8| format!("{letter}{}", u16::from(size) * 8);
        Some(match ty {
            Type::Int { size: size @ (1 | 2 | 4 | 8), signed, .. } => plain(if *signed { 'i' } else { 'u' }, *size),
            Type::Int { size: size @ 1..=7, signed, .. } => plain(if *signed { 'I' } else { 'U' }, *size),
            Type::Int { .. } => return None,
            Type::Float { size: 2, .. } => "F16".to_owned(),
            Type::Float { size, .. } => plain('f', *size),
            Type::FixedPoint { size, signed, fraction, .. } => {
                format!("FixedPoint<{}, {fraction}>", plain(if *signed { 'i' } else { 'u' }, *size))
            }
            Type::Digits { size, form } if form.fill == DigitFill::Zeros => format!("{}<{size}>", form.digits.name()),
            Type::Digits { size, form } => format!("{}<{size}, {}>", form.digits.name(), form.fill.name()),
            Type::Varint { bits, form } => {
                format!("{}<{}{bits}>", form.name(), if form.is_signed() { 'i' } else { 'u' })
            }
            Type::CString => "CText".to_owned(),
            Type::Named { link, .. } => self.context.types.of_structure(link.name()),
        })
    }
}

/// Returns the words of a region for the placement of its bytes and for the numbers that a writer sets.
fn placement_words(field: &Field, region: &Region, settings: &[NumberSetting]) -> Vec<String> {
    let mut words = Vec::new();
    let Placement { align, after, reverse, share, padded } = &region.place;
    let place: Vec<_> = [
        align.as_ref().map(|align| format!("align = {}", expr::expr_text(align))),
        after.as_ref().map(|after| format!("after = {}", rust_ident(after))),
        reverse.then(|| "reverse".to_owned()),
        share.then(|| "share".to_owned()),
        padded.then(|| "padded".to_owned()),
    ]
    .into_iter()
    .flatten()
    .collect();
    if !place.is_empty() {
        words.push(format!("place({})", place.join(", ")));
    }
    if region.is_in_place() {
        return words;
    }
    let named = |fact: LayoutFact| Expr::Path([fact.owner(), fact.name()].map(Text::Borrowed).to_vec().into());
    let is_plain = |expr: &Expr| matches!(expr, Expr::Path(path) if path.len() > 1 || region.each.is_none());
    let implied = |set: &NumberSetting| {
        region.fact_exprs().any(|(expr, fact)| *expr == Expr::Path(set.target.clone()) && set.value == named(fact))
    };
    let said: Vec<_> =
        settings.iter().filter(|set| set.field == field.name && !implied(set)).map(setting_text).collect();
    if !said.is_empty() || region.fact_exprs().any(|(expr, _)| !is_plain(expr)) {
        words.push(format!("set({})", said.join(", ")));
    }
    words
}

/// Returns `header.start = region.offset`
pub(super) fn setting_text(setting: &NumberSetting) -> String {
    format!("{} = {}", path_text(&setting.target), expr::expr_text(&setting.value))
}

/// Returns ` if condition`; an empty text if the condition always holds.
fn condition_suffix(when: &Expr) -> String {
    if *when == Expr::Bool(true) { String::new() } else { format!(" if {}", expr::expr_text(when)) }
}

/// Returns the name of a checksum in attributes.
pub(super) fn checksum_name(algorithm: &Algorithm) -> String {
    let name = short_name(algorithm);
    if let Some(defined) = crc::type_of(algorithm) {
        return defined;
    }
    if is_checksum(&name) { name } else { own_type(algorithm) }
}

/// Returns the name of a transform in attributes.
fn transform_name(algorithm: &Algorithm) -> String {
    let name = short_name(algorithm);
    if is_transform(&name) { name } else { own_type(algorithm) }
}

fn short_name(algorithm: &Algorithm) -> String {
    algorithm.name().replace('-', "_")
}

/// Returns the name of the type that a user of the declaration must implement.
fn own_type(algorithm: &Algorithm) -> String {
    format!("super::{}", type_ident(algorithm.name()))
}

/// Returns a `TODO` line for each algorithm that a structure names and that is not built in.
pub(super) fn own_algorithms(structure: &Structure) -> Vec<String> {
    let cases = structure.cases().iter().flat_map(|case| &*case.fields);
    let regions = || structure.fields().iter().chain(cases.clone()).filter_map(|field| field.region.as_ref());
    let transforms = regions().flat_map(|region| &*region.steps).map(|step| &step.transform);
    let transforms = transforms.filter(|one| !is_transform(&short_name(one))).map(|one| ("Transform", one));
    let checksums = regions().flat_map(|region| &*region.checks).flat_map(|check| &*check.algorithms);
    let checksums = structure.sums.iter().map(|sum| &sum.algorithm).chain(checksums);
    let checksums =
        checksums.filter(|one| one.crc().is_none() && !is_checksum(&short_name(one))).map(|one| ("Checksum", one));
    let mut todo: Vec<_> = transforms
        .chain(checksums)
        .map(|(kind, one)| format!("`{}` is not built in: `{}` must implement `{kind}`", one.name(), own_type(one)))
        .collect();
    todo.dedup();
    todo
}

/// Returns `a.b, c.d`
pub(super) fn paths_text(paths: &[List<Text>]) -> String {
    paths.iter().map(|one| path_text(one)).collect::<Vec<_>>().join(", ")
}
