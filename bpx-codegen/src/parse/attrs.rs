//! Reads `#[br]`, `#[bw]`, `#[brw]`, `#[schema]` and doc comments.

use super::assertion::AssertAttr;
use super::derived::{DerivedAttr, derived};
use super::end::EndAttr;
use super::errors::Errors;
use super::expr::Tree;
use super::naming::name_of;
use super::padding::PaddingAttr;
use super::place::{Place, Seen};
use super::region::{RegionAttr, SetAttr, settings};
use super::relation::{PoolAttr, RelationAttr};
use super::sum::SumAttr;
use super::values::{
    TagAttr, assertion, condition, each, factor, list, magic, number, parameter, range, tag, text, text_form, tree,
    value,
};
use bpx_model::TextForm;
use proc_macro2::Span;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Error, Expr, Ident, Lit, LitInt, Result, Token, Type, parenthesized};

/// All that attributes say of a structure, a case or a field.
#[derive(Default)]
pub(crate) struct Attrs {
    pub(crate) doc: String,
    pub(crate) big: Option<bool>,
    /// Whether the byte order is big, where that is decided when a value is read or written.
    pub(crate) is_big: Option<Tree>,
    /// In how many bytes a number is stored, where that is decided when a value is read or written.
    pub(crate) width: Option<Tree>,
    pub(crate) magic: Option<Vec<u8>>,
    /// The bytes that choose a case.
    pub(crate) tag: Option<TagAttr>,
    pub(crate) import: Vec<(Ident, Type)>,
    pub(crate) args: Vec<Tree>,
    pub(crate) count: Option<Tree>,
    pub(crate) until_eof: bool,
    pub(crate) end: Option<EndAttr>,
    pub(crate) condition: Option<(Tree, Option<i64>)>,
    pub(crate) pre_assert: Option<Tree>,
    pub(crate) temp: Option<Span>,
    pub(crate) calc: Option<Tree>,
    pub(crate) asserts: Vec<AssertAttr>,
    pub(crate) spec: String,
    pub(crate) size: Option<LitInt>,
    pub(crate) name: Option<String>,
    pub(crate) code: Option<String>,
    /// Name of the constant of a field.
    pub(crate) constant: Option<Ident>,
    pub(crate) lenient: String,
    pub(crate) attempt: String,
    pub(crate) flags: bool,
    pub(crate) reserved: Option<Span>,
    pub(crate) one_of: Option<(Span, Vec<i64>)>,
    pub(crate) supported: Option<(Span, Vec<i64>)>,
    pub(crate) range: Option<(Span, i64, i64)>,
    pub(crate) multiple_of: Option<(Span, i64)>,
    pub(crate) codes: Option<Type>,
    pub(crate) known: bool,
    pub(crate) finite: Option<Span>,
    pub(crate) utf8: Option<Span>,
    pub(crate) text: Option<(Span, TextForm)>,
    pub(crate) custom: Vec<syn::Path>,
    pub(crate) children: Option<Span>,
    pub(crate) region: Option<RegionAttr>,
    pub(crate) padding: Option<PaddingAttr>,
    pub(crate) derived: Vec<DerivedAttr>,
    pub(crate) sums: Vec<SumAttr>,
    pub(crate) settings: Vec<SetAttr>,
    pub(crate) pool: Option<PoolAttr>,
    pub(crate) relations: Vec<RelationAttr>,
    pub(crate) bits: Option<u16>,
    /// Path of the runtime crate, where it is not `::bpx_schema`.
    pub(crate) runtime: Option<syn::Path>,
    /// Where `code` or `lenient` is written, when the only rule can be that of a computed value.
    pub(crate) ruled: Option<Span>,
}

/// Words of binrw that have a meaning here.
const BINRW: &[&str] = &[
    "little",
    "big",
    "is_big",
    "is_little",
    "magic",
    "import",
    "args",
    "count",
    "until",
    "until_excluding",
    "until_bytes",
    "if",
    "assert",
    "pre_assert",
    "temp",
    "calc",
    "parse_with",
];
/// Words of `#[schema(..)]`.
const SCHEMA: &[&str] = &[
    "crate",
    "spec",
    "name",
    "code",
    "constant",
    "lenient",
    "attempt",
    "size",
    "width",
    "bits",
    "flags",
    "reserved",
    "magic",
    "one_of",
    "supported",
    "range",
    "multiple_of",
    "codes",
    "known",
    "finite",
    "utf8",
    "text",
    "assert",
    "each",
    "custom",
    "children",
    "region",
    "padding",
    "derive",
    "sum",
    "set",
    "pool",
    "text_in",
    "index_in",
    "count_of",
    "unique",
];
/// Words that state a rule.
const RULES: &[&str] = &[
    "reserved",
    "magic",
    "one_of",
    "supported",
    "range",
    "multiple_of",
    "known",
    "finite",
    "utf8",
    "text",
    "assert",
    "each",
    "custom",
    "sum",
    "calc",
];

impl Attrs {
    /// Reads all attributes of an item, and ignores those of others.
    pub(crate) fn read(attributes: &[Attribute], place: Place) -> Result<Self> {
        let mut attrs = Self::default();
        let mut seen = Seen::new(place);
        let mut errors = Errors::default();
        for attribute in attributes {
            let path = attribute.path();
            let read = if path.is_ident("doc") {
                attrs.read_doc(attribute)
            } else if path.is_ident("brw") || path.is_ident("br") || path.is_ident("bw") {
                attribute.parse_args_with(|input: ParseStream<'_>| attrs.read_binrw(&mut seen, input))
            } else if path.is_ident("schema") {
                attribute.parse_args_with(|input: ParseStream<'_>| attrs.read_schema(&mut seen, input))
            } else {
                Ok(())
            };
            errors.take(read);
        }
        if errors.is_empty() {
            errors.take(attrs.note_ruled(&seen));
        }
        errors.finish().map(|()| attrs)
    }

    /// Replaces attributes that could not be read, so that the fields are checked all the same.
    pub(crate) fn unread() -> Self {
        Self { big: Some(false), ..Self::default() }
    }

    /// Returns what a case has of its own or from the whole enum: its byte order, and its parameters.
    pub(crate) fn inherited(&self, whole: &Self) -> Self {
        let of_whole = whole.is_big.as_ref().filter(|_| self.big.is_none());
        let is_big = self.is_big.as_ref().or(of_whole).cloned();
        Self { big: self.big.or(whole.big), is_big, import: whole.import.clone(), ..Self::default() }
    }

    /// Returns all expressions.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Tree> {
        let until = self.end.as_ref().and_then(EndAttr::condition);
        let single =
            [&self.is_big, &self.width, &self.count, &self.pre_assert, &self.calc].into_iter().flatten().chain(until);
        let condition = self.condition.iter().map(|(condition, _)| condition);
        let region = self.region.iter().flat_map(RegionAttr::expressions);
        let derived = self.derived.iter().map(|derived| &derived.value);
        let asserts = self.asserts.iter().flat_map(AssertAttr::expressions);
        let relations = self.relations.iter().flat_map(|relation| relation.when.iter().chain(relation.keys()));
        self.args.iter().chain(single).chain(condition).chain(asserts).chain(derived).chain(region).chain(relations)
    }

    /// Returns where a single region lies.
    pub(crate) fn region_at(&self) -> Option<&Tree> {
        self.region.as_ref()?.at.as_ref()
    }

    /// Returns the name in the schema: the declared one, or that of the identifier.
    pub(crate) fn called(&self, ident: &Ident) -> String {
        self.name.clone().unwrap_or_else(|| name_of(ident))
    }

    /// Refuses `code` and `lenient` where no rule is stated.
    fn note_ruled(&mut self, seen: &Seen) -> Result<()> {
        let ruled = RULES.iter().any(|word| seen.find(word).is_some());
        if !RULES.iter().any(|word| *word != "calc" && seen.find(word).is_some()) {
            self.ruled = seen.find("code").or_else(|| seen.find("lenient"));
        }
        for (word, does) in [("code", "names"), ("lenient", "excuses")] {
            if let Some(span) = seen.find(word).filter(|_| !ruled) {
                let message = format!("`{word}` {does} a rule, and there is none here; rules are {}", RULES.join(", "));
                return Err(Error::new(span, message));
            }
        }
        Ok(())
    }

    fn read_doc(&mut self, attribute: &Attribute) -> Result<()> {
        if let syn::Meta::NameValue(pair) = &attribute.meta
            && let Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. }) = &pair.value
        {
            let text = text.value();
            let line = text.strip_prefix(' ').unwrap_or(&text).trim_end();
            if !self.doc.is_empty() {
                self.doc.push('\n');
            }
            self.doc.push_str(line);
        }
        Ok(())
    }

    fn read_binrw(&mut self, seen: &mut Seen, input: ParseStream<'_>) -> Result<()> {
        each(input, |key, input| {
            if BINRW.contains(&&*key.to_string()) {
                seen.note(key)?;
            }
            match key.to_string().as_str() {
                "little" => self.big = Some(false),
                "big" => self.big = Some(true),
                "is_big" => self.is_big = Some(tree(input)?),
                "is_little" => self.is_big = Some(tree(input)?.negated()),
                "magic" if seen.is_of_case() => self.tag = Some(tag(input)?),
                "magic" => self.magic = Some(magic(input)?),
                "count" => self.count = Some(tree(input)?),
                "until" | "until_excluding" | "until_bytes" => {
                    let end = EndAttr::read(key, input)?;
                    if self.end.is_some() {
                        return refuse(key, "a list ends once: one of `until`, `until_excluding` and `until_bytes`");
                    }
                    self.end = Some(end);
                }
                "args" => self.args = list(input, Tree::parse)?,
                "import" => self.import = list(input, parameter)?,
                "if" => self.condition = Some(condition(input)?),
                "assert" => self.asserts.push(AssertAttr::plain(assertion(input)?)),
                "pre_assert" => self.pre_assert = Some(assertion(input)?),
                "temp" => self.temp = Some(key.span()),
                "calc" => self.calc = Some(tree(input)?),
                "parse_with" => {
                    input.parse::<Token![=]>()?;
                    let function: syn::Path = input.parse()?;
                    if function.segments.last().is_none_or(|last| last.ident != "until_eof") {
                        return Err(Error::new_spanned(
                            function,
                            "only `until_eof` is known here: a hand-written parser would have no schema; \
                             declare the parts as a #[structure]",
                        ));
                    }
                    self.until_eof = true;
                }
                "pad_before" | "pad_after" | "align_before" | "align_after" | "pad_size_to" => {
                    return refuse(
                        key,
                        "padding would be lost on reading: declare it as a field, `#[schema(reserved)] reserved: [u8; N]`, or \
                         `#[schema(padding(align = 4))] padding: Vec<u8>` where the size varies",
                    );
                }
                "map" | "try_map" | "try_calc" | "write_with" | "map_stream" => {
                    return refuse(
                        key,
                        "a closure is opaque to the schema: use an expression, or a #[structure] of its own",
                    );
                }
                "seek_before" | "restore_position" | "offset" => {
                    return refuse(key, "say where the bytes lie with `#[schema(region(at = ..))]`");
                }
                other if SCHEMA.contains(&other) => {
                    return refuse(key, format!("`{other}` belongs into `#[schema(..)]`"));
                }
                other => {
                    return refuse(
                        key,
                        format!(
                            "unknown: `{other}`; of binrw's words, these have a meaning here: {}",
                            BINRW.join(", ")
                        ),
                    );
                }
            }
            Ok(())
        })
    }

    fn read_schema(&mut self, seen: &mut Seen, input: ParseStream<'_>) -> Result<()> {
        each(input, |key, input| {
            if SCHEMA.contains(&&*key.to_string()) {
                seen.note(key)?;
            }
            match key.to_string().as_str() {
                "crate" => {
                    input.parse::<Token![=]>()?;
                    self.runtime = Some(syn::Path::parse_mod_style(input)?);
                }
                "spec" => self.spec = text(input)?,
                "name" => self.name = Some(text(input)?),
                "code" => self.code = Some(text(input)?),
                "constant" => self.constant = Some(value(input)?),
                "lenient" => self.lenient = text(input)?,
                "attempt" => self.attempt = text(input)?,
                "size" => self.size = Some(value(input)?),
                "width" => self.width = Some(tree(input)?),
                "bits" => self.bits = Some(value::<LitInt>(input)?.base10_parse()?),
                "flags" => self.flags = true,
                "reserved" => self.reserved = Some(key.span()),
                "one_of" => self.one_of = Some((key.span(), list(input, number)?)),
                "supported" => self.supported = Some((key.span(), list(input, number)?)),
                "range" => {
                    let (low, high) = range(input)?;
                    self.range = Some((key.span(), low, high));
                }
                "multiple_of" => self.multiple_of = Some((key.span(), factor(input)?)),
                "codes" => self.codes = Some(value(input)?),
                "known" => self.known = true,
                "finite" => self.finite = Some(key.span()),
                "utf8" => self.utf8 = Some(key.span()),
                "text" => self.text = Some((key.span(), text_form(input)?)),
                "magic" => self.magic = Some(magic(input)?),
                "assert" => self.asserts.push(AssertAttr::read(input)?),
                "each" => self.asserts.extend(AssertAttr::read_each(input)?),
                "custom" => self.custom.push(value(input)?),
                "children" => self.children = Some(key.span()),
                "region" => {
                    let content;
                    parenthesized!(content in input);
                    self.region = Some(RegionAttr::read(key.span(), &content)?);
                }
                "padding" => self.padding = Some(PaddingAttr::read(key.span(), input)?),
                "derive" => {
                    let content;
                    parenthesized!(content in input);
                    self.derived = derived(&content)?;
                }
                "set" => self.settings = settings(input)?,
                "sum" => {
                    let content;
                    parenthesized!(content in input);
                    self.sums.push(SumAttr::read(key.span(), &content)?);
                }
                "pool" => {
                    let content;
                    parenthesized!(content in input);
                    self.pool = Some(PoolAttr::read(key.span(), &content)?);
                }
                "text_in" | "index_in" | "count_of" | "unique" => {
                    let content;
                    parenthesized!(content in input);
                    self.relations.push(RelationAttr::read(key, &content)?);
                }
                other if BINRW.contains(&other) => {
                    return refuse(key, format!("`{other}` belongs into `#[br(..)]`, `#[bw(..)]` or `#[brw(..)]`"));
                }
                other => return refuse(key, format!("unknown: `{other}`; known: {}", SCHEMA.join(", "))),
            }
            Ok(())
        })
    }
}

fn refuse<T>(key: &Ident, message: impl std::fmt::Display) -> Result<T> {
    Err(Error::new(key.span(), message))
}
