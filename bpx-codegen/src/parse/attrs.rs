//! Reads `#[br]`, `#[bw]`, `#[brw]`, `#[schema]` and doc comments.

use super::assertion::AssertAttr;
use super::derived::{DerivedAttr, parse_derived};
use super::end::EndAttr;
use super::errors::Errors;
use super::expr::ExprTree;
use super::naming::name_of;
use super::padding::PaddingAttr;
use super::place::SeenWords;
use super::region::{RegionAttr, SetAttr, parse_settings};
use super::relation::{PoolAttr, RelationAttr};
use super::rule_codes::stated_codes;
use super::sum::SumAttr;
use super::values::{
    TagAttr, for_each_word, parse_assertion, parse_condition, parse_factor, parse_list, parse_magic, parse_number,
    parse_parameter, parse_range, parse_tag, parse_text, parse_tree, parse_value, text_form,
};
use crate::doc::add_line;
use crate::words::{AttributePlace, WordFamily, WordKey, rule_words};
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
    pub(crate) is_big: Option<ExprTree>,
    /// The expression that decides the size of a number in bytes, if it is not constant.
    pub(crate) width: Option<ExprTree>,
    pub(crate) magic: Option<Vec<u8>>,
    /// The bytes that select a case.
    pub(crate) tag: Option<TagAttr>,
    pub(crate) import: Vec<(Ident, Type)>,
    pub(crate) args: Vec<ExprTree>,
    pub(crate) count: Option<ExprTree>,
    pub(crate) until_eof: bool,
    pub(crate) end: Option<EndAttr>,
    pub(crate) condition: Option<(ExprTree, Option<i64>)>,
    pub(crate) pre_assert: Option<ExprTree>,
    pub(crate) temp: Option<Span>,
    pub(crate) calc: Option<ExprTree>,
    pub(crate) asserts: Vec<AssertAttr>,
    pub(crate) spec: String,
    pub(crate) size: Option<LitInt>,
    pub(crate) name: Option<String>,
    pub(crate) code: Option<String>,
    /// All codes that the attributes state, those of relations and assertions too.
    pub(crate) rule_codes: Vec<String>,
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
    pub(crate) fn read(attributes: &[Attribute], place: AttributePlace) -> Result<Self> {
        let mut attrs = Self::default();
        let mut seen = SeenWords::new(place);
        let mut errors = Errors::default();
        for attribute in attributes {
            let path = attribute.path();
            let read = if path.is_ident("doc") {
                attrs.read_doc(attribute)
            } else if path.is_ident("brw") || path.is_ident("br") || path.is_ident("bw") {
                attribute
                    .parse_args_with(|input: ParseStream<'_>| attrs.read_words(&mut seen, WordFamily::Binrw, input))
            } else if path.is_ident("schema") {
                attrs.rule_codes.extend(stated_codes(attribute));
                attribute
                    .parse_args_with(|input: ParseStream<'_>| attrs.read_words(&mut seen, WordFamily::Schema, input))
            } else {
                Ok(())
            };
            errors.note_error(read);
        }
        if errors.is_empty() {
            errors.note_error(attrs.note_ruled(&seen));
        }
        errors.finish().map(|()| attrs)
    }

    /// Returns attributes to use in place of attributes that could not be read, so that the fields are checked all the
    /// same.
    pub(crate) fn unread_placeholder() -> Self {
        Self { big: Some(false), ..Self::default() }
    }

    /// Returns the attributes that the fields of a case inherit: the byte order of the case or else of the enum, and
    /// the parameters of the enum.
    pub(crate) fn inherited_attrs(&self, whole: &Self) -> Self {
        let of_whole = whole.is_big.as_ref().filter(|_| self.big.is_none());
        let is_big = self.is_big.as_ref().or(of_whole).cloned();
        Self { big: self.big.or(whole.big), is_big, import: whole.import.clone(), ..Self::default() }
    }

    /// Returns all expressions in the attributes of a structure, a case or a field.
    pub(crate) fn expressions(&self) -> Vec<&ExprTree> {
        let mut all: Vec<_> = self.args.iter().collect();
        for single in [&self.is_big, &self.width, &self.count, &self.pre_assert, &self.calc] {
            all.extend(single);
        }
        all.extend(self.end.as_ref().and_then(EndAttr::condition));
        all.extend(self.condition.as_ref().map(|(condition, _)| condition));
        self.asserts.iter().for_each(|assert| all.extend(assert.expressions()));
        all.extend(self.derived.iter().map(|derived| &derived.value));
        all.extend(self.region.iter().flat_map(RegionAttr::expressions));
        for relation in &self.relations {
            all.extend(&relation.when);
            all.extend(relation.key_expr());
        }
        all
    }

    /// Returns the expression for the offset of a single region.
    pub(crate) fn region_at(&self) -> Option<&ExprTree> {
        self.region.as_ref()?.at.as_ref()
    }

    /// Returns the name in the schema: the stated name, or the identifier without a stated name.
    pub(crate) fn schema_name(&self, ident: &Ident) -> String {
        self.name.clone().unwrap_or_else(|| name_of(ident))
    }

    /// Rejects `code` and `lenient` where no rule is stated.
    fn note_ruled(&mut self, seen: &SeenWords) -> Result<()> {
        let rules = rule_words();
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

    fn read_words(&mut self, seen: &mut SeenWords, family: WordFamily, input: ParseStream<'_>) -> Result<()> {
        for_each_word(input, |key, input| {
            let word = seen.note_word(key, family)?;
            self.read_word(word.key, key, input)
        })
    }

    fn read_word(&mut self, word: WordKey, key: &Ident, input: ParseStream<'_>) -> Result<()> {
        match word {
            WordKey::Little => self.big = Some(false),
            WordKey::Big => self.big = Some(true),
            WordKey::IsBig => self.is_big = Some(parse_tree(input)?),
            WordKey::IsLittle => self.is_big = Some(parse_tree(input)?.into_negated()),
            WordKey::MagicBefore => self.tag = Some(parse_tag(input)?),
            WordKey::MagicOfField => self.magic = Some(parse_magic(input)?),
            WordKey::Count => self.count = Some(parse_tree(input)?),
            WordKey::Until | WordKey::UntilExcluding | WordKey::UntilBytes => {
                let end = EndAttr::read(key, input)?;
                if self.end.is_some() {
                    return refuse_key(
                        key,
                        "expected one end of a list, found two ends: use one of `until`, `until_excluding` and \
                            `until_bytes`",
                    );
                }
                self.end = Some(end);
            }
            WordKey::Args => self.args = parse_list(input, ExprTree::parse)?,
            WordKey::Import => self.import = parse_list(input, parse_parameter)?,
            WordKey::If => self.condition = Some(parse_condition(input)?),
            WordKey::Assert => self.asserts.push(AssertAttr::from_condition(parse_assertion(input)?)),
            WordKey::PreAssert => self.pre_assert = Some(parse_assertion(input)?),
            WordKey::Temp => self.temp = Some(key.span()),
            WordKey::Calc => self.calc = Some(parse_tree(input)?),
            WordKey::ParseWith => self.until_eof = until_eof(input)?,
            WordKey::Crate => {
                input.parse::<Token![=]>()?;
                self.runtime = Some(syn::Path::parse_mod_style(input)?);
            }
            WordKey::Spec => self.spec = parse_text(input)?,
            WordKey::Name => self.name = Some(parse_text(input)?),
            WordKey::Code => self.code = Some(parse_text(input)?),
            WordKey::Constant => self.constant = Some(parse_value(input)?),
            WordKey::Lenient => self.lenient = parse_text(input)?,
            WordKey::Attempt => self.attempt = parse_text(input)?,
            WordKey::Size => self.size = Some(parse_value(input)?),
            WordKey::Width => self.width = Some(parse_tree(input)?),
            WordKey::Bits => self.bits = Some(parse_value::<LitInt>(input)?.base10_parse()?),
            WordKey::Flags => self.flags = true,
            WordKey::Reserved => self.reserved = Some(key.span()),
            WordKey::OneOf => self.one_of = Some((key.span(), parse_list(input, parse_number)?)),
            WordKey::Supported => self.supported = Some((key.span(), parse_list(input, parse_number)?)),
            WordKey::Range => {
                let (low, high) = parse_range(input)?;
                self.range = Some((key.span(), low, high));
            }
            WordKey::MultipleOf => self.multiple_of = Some((key.span(), parse_factor(input)?)),
            WordKey::Codes => self.codes = Some(parse_value(input)?),
            WordKey::Known => self.known = true,
            WordKey::Finite => self.finite = Some(key.span()),
            WordKey::Utf8 => self.utf8 = Some(key.span()),
            WordKey::Text => self.text = Some((key.span(), text_form(input)?)),
            WordKey::SchemaAssert => self.asserts.push(AssertAttr::read(input)?),
            WordKey::Each => self.asserts.extend(AssertAttr::read_each(input)?),
            WordKey::Custom => self.custom.push(parse_value(input)?),
            WordKey::Children => self.children = Some(key.span()),
            WordKey::Region => self.region = Some(RegionAttr::read(key.span(), &parse_parenthesized(input)?)?),
            WordKey::Padding => self.padding = Some(PaddingAttr::read(key.span(), input)?),
            WordKey::Derive => self.derived = parse_derived(&parse_parenthesized(input)?)?,
            WordKey::Set => self.settings = parse_settings(input)?,
            WordKey::Sum => self.sums.push(SumAttr::read(key.span(), &parse_parenthesized(input)?)?),
            WordKey::Pool => self.pool = Some(PoolAttr::read(key.span(), &parse_parenthesized(input)?)?),
            WordKey::TextIn
            | WordKey::IndexIn
            | WordKey::CountOf
            | WordKey::Needs
            | WordKey::Single
            | WordKey::Referred
            | WordKey::Unique
            | WordKey::Sorted
            | WordKey::Tree => {
                self.relations.push(RelationAttr::read(key, &parse_parenthesized(input)?)?);
            }
        }
        Ok(())
    }
}

/// Reads `(..)`, and returns its content.
fn parse_parenthesized<'i>(input: ParseStream<'i>) -> Result<syn::parse::ParseBuffer<'i>> {
    let content;
    parenthesized!(content in input);
    Ok(content)
}

/// Reads `= until_eof`.
fn until_eof(input: ParseStream<'_>) -> Result<bool> {
    let function: syn::Path = parse_value(input)?;
    if function.segments.last().is_none_or(|last| last.ident != "until_eof") {
        return Err(Error::new_spanned(
            function,
            "expected `until_eof`, because a parser written by hand has no schema: declare the parts as a #[structure]",
        ));
    }
    Ok(true)
}

fn refuse_key<T>(key: &Ident, message: impl std::fmt::Display) -> Result<T> {
    Err(Error::new(key.span(), message))
}
