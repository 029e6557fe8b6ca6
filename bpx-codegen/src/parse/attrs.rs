//! Reads `#[br]`, `#[bw]`, `#[brw]`, `#[schema]` and doc comments.

use super::assertion::AssertAttr;
use super::derived::{DerivedAttr, derived};
use super::end::EndAttr;
use super::errors::Errors;
use super::expr::Tree;
use super::naming::name_of;
use super::padding::PaddingAttr;
use super::place::Seen;
use super::region::{RegionAttr, SetAttr, settings};
use super::relation::{PoolAttr, RelationAttr};
use super::sum::SumAttr;
use super::values::{
    TagAttr, assertion, condition, each, factor, list, magic, number, parameter, range, tag, text, text_form, tree,
    value,
};
use crate::doc::add_line;
use crate::words::{Family, Key, Place, rules};
use bpx_model::TextForm;
use proc_macro2::Span;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Error, Expr, Ident, Lit, LitInt, Result, Token, Type, parenthesized};

/// All settings of a structure, a case or a field that its attributes state.
#[derive(Default)]
pub(crate) struct Attrs {
    pub(crate) doc: String,
    pub(crate) big: Option<bool>,
    /// The expression that decides whether the byte order is big-endian, if it is not constant.
    pub(crate) is_big: Option<Tree>,
    /// The expression that decides the size of a number in bytes, if it is not constant.
    pub(crate) width: Option<Tree>,
    pub(crate) magic: Option<Vec<u8>>,
    /// The bytes that select a case.
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
    /// Name of the constant that is generated for a field.
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
    /// Path of the runtime crate, if it is not `::bpx_schema`.
    pub(crate) runtime: Option<syn::Path>,
    /// The span of `code` or `lenient`, if a computed value is the only rule that the word can refer to.
    pub(crate) ruled: Option<Span>,
}

impl Attrs {
    /// Reads all attributes of an item that belong to the macros or to binrw, and ignores others.
    pub(crate) fn read(attributes: &[Attribute], place: Place) -> Result<Self> {
        let mut attrs = Self::default();
        let mut seen = Seen::new(place);
        let mut errors = Errors::default();
        for attribute in attributes {
            let path = attribute.path();
            let read = if path.is_ident("doc") {
                attrs.read_doc(attribute)
            } else if path.is_ident("brw") || path.is_ident("br") || path.is_ident("bw") {
                attribute.parse_args_with(|input: ParseStream<'_>| attrs.read_words(&mut seen, Family::Binrw, input))
            } else if path.is_ident("schema") {
                attribute.parse_args_with(|input: ParseStream<'_>| attrs.read_words(&mut seen, Family::Schema, input))
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

    /// Returns attributes to use in place of attributes that could not be read, so that the fields are checked all the
    /// same.
    pub(crate) fn unread() -> Self {
        Self { big: Some(false), ..Self::default() }
    }

    /// Returns the attributes that the fields of a case inherit: the byte order of the case or else of the enum, and
    /// the parameters of the enum.
    pub(crate) fn inherited(&self, whole: &Self) -> Self {
        let of_whole = whole.is_big.as_ref().filter(|_| self.big.is_none());
        let is_big = self.is_big.as_ref().or(of_whole).cloned();
        Self { big: self.big.or(whole.big), is_big, import: whole.import.clone(), ..Self::default() }
    }

    /// Returns all expressions in the attributes of a structure, a case or a field.
    pub(crate) fn expressions(&self) -> Vec<&Tree> {
        let mut all: Vec<_> = self.args.iter().collect();
        for single in [&self.is_big, &self.width, &self.count, &self.pre_assert, &self.calc] {
            all.extend(single);
        }
        all.extend(self.end.as_ref().and_then(EndAttr::condition));
        all.extend(self.condition.as_ref().map(|(condition, _)| condition));
        self.asserts.iter().for_each(|assert| all.extend(assert.expressions()));
        all.extend(self.derived.iter().map(|derived| &derived.value));
        all.extend(self.region.as_ref().map(RegionAttr::expressions).unwrap_or_default());
        for relation in &self.relations {
            all.extend(&relation.when);
            all.extend(relation.keys());
        }
        all
    }

    /// Returns the expression for the offset of a single region.
    pub(crate) fn region_at(&self) -> Option<&Tree> {
        self.region.as_ref()?.at.as_ref()
    }

    /// Returns the name in the schema: the stated name, or the identifier without a stated name.
    pub(crate) fn called(&self, ident: &Ident) -> String {
        self.name.clone().unwrap_or_else(|| name_of(ident))
    }

    /// Rejects `code` and `lenient` where no rule is stated.
    fn note_ruled(&mut self, seen: &Seen) -> Result<()> {
        let rules = rules();
        let ruled = rules.iter().any(|word| seen.find(word).is_some());
        if !rules.iter().any(|word| *word != "calc" && seen.find(word).is_some()) {
            self.ruled = seen.find("code").or_else(|| seen.find("lenient"));
        }
        for (word, does) in [("code", "names"), ("lenient", "excuses")] {
            if let Some(span) = seen.find(word).filter(|_| !ruled) {
                let message = format!(
                    "`{word}` {does} a rule, but no rule is stated here; words that state rules: {}",
                    rules.join(", ")
                );
                return Err(Error::new(span, message));
            }
        }
        Ok(())
    }

    fn read_doc(&mut self, attribute: &Attribute) -> Result<()> {
        if let syn::Meta::NameValue(pair) = &attribute.meta
            && let Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. }) = &pair.value
        {
            add_line(&mut self.doc, &text.value());
        }
        Ok(())
    }

    fn read_words(&mut self, seen: &mut Seen, family: Family, input: ParseStream<'_>) -> Result<()> {
        each(input, |key, input| {
            let word = seen.note(key, family)?;
            self.read_word(word.key, key, input)
        })
    }

    fn read_word(&mut self, word: Key, key: &Ident, input: ParseStream<'_>) -> Result<()> {
        match word {
            Key::Little => self.big = Some(false),
            Key::Big => self.big = Some(true),
            Key::IsBig => self.is_big = Some(tree(input)?),
            Key::IsLittle => self.is_big = Some(tree(input)?.negated()),
            Key::MagicBefore => self.tag = Some(tag(input)?),
            Key::MagicOfField => self.magic = Some(magic(input)?),
            Key::Count => self.count = Some(tree(input)?),
            Key::Until | Key::UntilExcluding | Key::UntilBytes => {
                let end = EndAttr::read(key, input)?;
                if self.end.is_some() {
                    return refuse(
                        key,
                        "expected one end of a list, found two ends: use one of `until`, `until_excluding` and \
                            `until_bytes`",
                    );
                }
                self.end = Some(end);
            }
            Key::Args => self.args = list(input, Tree::parse)?,
            Key::Import => self.import = list(input, parameter)?,
            Key::If => self.condition = Some(condition(input)?),
            Key::Assert => self.asserts.push(AssertAttr::plain(assertion(input)?)),
            Key::PreAssert => self.pre_assert = Some(assertion(input)?),
            Key::Temp => self.temp = Some(key.span()),
            Key::Calc => self.calc = Some(tree(input)?),
            Key::ParseWith => self.until_eof = until_eof(input)?,
            Key::Crate => {
                input.parse::<Token![=]>()?;
                self.runtime = Some(syn::Path::parse_mod_style(input)?);
            }
            Key::Spec => self.spec = text(input)?,
            Key::Name => self.name = Some(text(input)?),
            Key::Code => self.code = Some(text(input)?),
            Key::Constant => self.constant = Some(value(input)?),
            Key::Lenient => self.lenient = text(input)?,
            Key::Attempt => self.attempt = text(input)?,
            Key::Size => self.size = Some(value(input)?),
            Key::Width => self.width = Some(tree(input)?),
            Key::Bits => self.bits = Some(value::<LitInt>(input)?.base10_parse()?),
            Key::Flags => self.flags = true,
            Key::Reserved => self.reserved = Some(key.span()),
            Key::OneOf => self.one_of = Some((key.span(), list(input, number)?)),
            Key::Supported => self.supported = Some((key.span(), list(input, number)?)),
            Key::Range => {
                let (low, high) = range(input)?;
                self.range = Some((key.span(), low, high));
            }
            Key::MultipleOf => self.multiple_of = Some((key.span(), factor(input)?)),
            Key::Codes => self.codes = Some(value(input)?),
            Key::Known => self.known = true,
            Key::Finite => self.finite = Some(key.span()),
            Key::Utf8 => self.utf8 = Some(key.span()),
            Key::Text => self.text = Some((key.span(), text_form(input)?)),
            Key::SchemaAssert => self.asserts.push(AssertAttr::read(input)?),
            Key::Each => self.asserts.extend(AssertAttr::read_each(input)?),
            Key::Custom => self.custom.push(value(input)?),
            Key::Children => self.children = Some(key.span()),
            Key::Region => self.region = Some(RegionAttr::read(key.span(), &enclosed(input)?)?),
            Key::Padding => self.padding = Some(PaddingAttr::read(key.span(), input)?),
            Key::Derive => self.derived = derived(&enclosed(input)?)?,
            Key::Set => self.settings = settings(input)?,
            Key::Sum => self.sums.push(SumAttr::read(key.span(), &enclosed(input)?)?),
            Key::Pool => self.pool = Some(PoolAttr::read(key.span(), &enclosed(input)?)?),
            Key::TextIn
            | Key::IndexIn
            | Key::CountOf
            | Key::Needs
            | Key::Single
            | Key::Referred
            | Key::Unique
            | Key::Sorted
            | Key::Tree => {
                self.relations.push(RelationAttr::read(key, &enclosed(input)?)?);
            }
        }
        Ok(())
    }
}

/// Reads `(..)`, and returns its content.
fn enclosed<'i>(input: ParseStream<'i>) -> Result<syn::parse::ParseBuffer<'i>> {
    let content;
    parenthesized!(content in input);
    Ok(content)
}

/// Reads `= until_eof`.
fn until_eof(input: ParseStream<'_>) -> Result<bool> {
    let function: syn::Path = value(input)?;
    if function.segments.last().is_none_or(|last| last.ident != "until_eof") {
        return Err(Error::new_spanned(
            function,
            "expected `until_eof`, because a parser written by hand has no schema: declare the parts as a #[structure]",
        ));
    }
    Ok(true)
}

fn refuse<T>(key: &Ident, message: impl std::fmt::Display) -> Result<T> {
    Err(Error::new(key.span(), message))
}
