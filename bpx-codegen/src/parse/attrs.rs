//! Reads `#[br]`, `#[bw]`, `#[brw]`, `#[schema]` and doc comments.

use crate::check::scope::Scope;
use crate::parse::algorithm::Named;
use crate::parse::expr::Tree;
use crate::parse::place::{Place, Seen};
use crate::parse::region::RegionAttr;
use proc_macro2::{Span, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, Expr, Ident, Lit, LitByteStr, LitInt, LitStr, Result, Token, Type, parenthesized};

/// Everything that attributes say of a structure, a case or a field.
#[derive(Default)]
pub(crate) struct Attrs {
    pub(crate) doc: String,
    pub(crate) big: Option<bool>,
    pub(crate) magic: Option<Vec<u8>>,
    pub(crate) import: Vec<(Ident, Type)>,
    pub(crate) args: Vec<Tree>,
    pub(crate) count: Option<Tree>,
    pub(crate) until_eof: bool,
    pub(crate) condition: Option<(Tree, Option<i64>)>,
    pub(crate) pre_assert: Option<Tree>,
    pub(crate) temp: Option<Span>,
    pub(crate) calc: Option<Tree>,
    pub(crate) asserts: Vec<Tree>,
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
    pub(crate) custom: Vec<syn::Path>,
    pub(crate) children: Option<Span>,
    pub(crate) region: Option<RegionAttr>,
    pub(crate) derived: Vec<DerivedAttr>,
    pub(crate) sums: Vec<SumAttr>,
    pub(crate) bits: Option<u16>,
    /// Path of the runtime crate, where it is not `::bpx_schema`.
    pub(crate) runtime: Option<syn::Path>,
    /// Where a rule is named or excused, when the only one can be that of a computed value.
    pub(crate) ruled: Option<Span>,
}

/// Words of binrw that have a meaning here.
const BINRW: &[&str] =
    &["little", "big", "magic", "import", "args", "count", "if", "assert", "pre_assert", "temp", "calc", "parse_with"];
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
    "custom",
    "children",
    "region",
    "derive",
    "sum",
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
    "assert",
    "custom",
    "sum",
    "calc",
];

/// `derive(header.count = items.len(), code = "..", ..)`: words behind a target belong to it.
pub(crate) struct DerivedAttr {
    pub(crate) target: Vec<Ident>,
    pub(crate) value: Tree,
    pub(crate) code: Option<String>,
    pub(crate) spec: String,
    pub(crate) lenient: String,
}

/// `sum(byte_sum, over(header, table), stored = header.checksum, skip(..), or_skip(..), or_zero(..))`
pub(crate) struct SumAttr {
    pub(crate) algorithm: Named,
    /// The first field, and the last; none for all that follows.
    pub(crate) over: (Ident, Option<Ident>),
    pub(crate) stored: Vec<Ident>,
    pub(crate) skip: Vec<Vec<Ident>>,
    pub(crate) or_skip: Vec<Vec<Ident>>,
    pub(crate) or_zero: Vec<Vec<Ident>>,
    pub(crate) spec: String,
}

impl Attrs {
    /// Reads all attributes of an item; those of others are passed over.
    pub(crate) fn read(attributes: &[Attribute], place: Place) -> Result<Self> {
        let mut attrs = Self::default();
        let mut seen = Seen::new(place);
        let mut errors: Option<Error> = None;
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
            if let Err(error) = read {
                match &mut errors {
                    Some(all) => all.combine(error),
                    None => errors = Some(error),
                }
            }
        }
        if errors.is_none()
            && let Err(error) = attrs.check_ruled(&seen)
        {
            errors = Some(error);
        }
        errors.map_or(Ok(attrs), Err)
    }

    /// What stands for attributes that could not be read, so that the fields are looked at all the same.
    pub(crate) fn unread() -> Self {
        Self { big: Some(false), ..Self::default() }
    }

    /// All expressions.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Tree> {
        let single = [&self.count, &self.pre_assert, &self.calc].into_iter().flatten();
        let condition = self.condition.iter().map(|(condition, _)| condition);
        let region = self.region.iter().flat_map(RegionAttr::expressions);
        let derived = self.derived.iter().map(|derived| &derived.value);
        self.args.iter().chain(single).chain(condition).chain(&self.asserts).chain(derived).chain(region)
    }

    /// The name in the schema, which is that of the identifier if nothing else is said.
    pub(crate) fn called(&self, ident: &Ident) -> String {
        self.name.clone().unwrap_or_else(|| crate::parse::naming::name_of(ident))
    }

    /// `code` and `lenient` speak of rules.
    fn check_ruled(&mut self, seen: &Seen) -> Result<()> {
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
                "magic" => self.magic = Some(magic(input)?),
                "count" => self.count = Some(tree(input)?),
                "args" => self.args = list(input, Tree::parse)?,
                "import" => self.import = list(input, parameter)?,
                "if" => self.condition = Some(condition(input)?),
                "assert" => self.asserts.push(assertion(input)?),
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
                    return Err(Error::new(
                        key.span(),
                        "padding would be lost on reading: declare it as a field, `#[schema(reserved)] reserved: [u8; N]`",
                    ));
                }
                "map" | "try_map" | "try_calc" | "write_with" | "map_stream" => {
                    return Err(Error::new(
                        key.span(),
                        "a closure is opaque to the schema: use an expression, or a #[structure] of its own",
                    ));
                }
                "seek_before" | "restore_position" | "offset" => {
                    return Err(Error::new(key.span(), "say where the bytes lie with `#[schema(region(at = ..))]`"));
                }
                other if SCHEMA.contains(&other) => {
                    return Err(Error::new(key.span(), format!("`{other}` belongs into `#[schema(..)]`")));
                }
                other => {
                    return Err(Error::new(
                        key.span(),
                        format!(
                            "unknown: `{other}`; of binrw's words, these have a meaning here: {}",
                            BINRW.join(", ")
                        ),
                    ));
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
                "magic" => self.magic = Some(magic(input)?),
                "custom" => self.custom.push(value(input)?),
                "children" => self.children = Some(key.span()),
                "region" => {
                    let content;
                    parenthesized!(content in input);
                    self.region = Some(RegionAttr::read(key.span(), &content)?);
                }
                "derive" => {
                    let content;
                    parenthesized!(content in input);
                    self.derived = derived(&content)?;
                }
                "sum" => {
                    let content;
                    parenthesized!(content in input);
                    self.sums.push(SumAttr::read(key.span(), &content)?);
                }
                other if BINRW.contains(&other) => {
                    return Err(Error::new(
                        key.span(),
                        format!("`{other}` belongs into `#[br(..)]`, `#[bw(..)]` or `#[brw(..)]`"),
                    ));
                }
                other => {
                    return Err(Error::new(key.span(), format!("unknown: `{other}`; known: {}", SCHEMA.join(", "))));
                }
            }
            Ok(())
        })
    }
}

impl SumAttr {
    fn read(span: Span, input: ParseStream<'_>) -> Result<Self> {
        let (mut algorithm, mut over, mut stored, mut spec) = (None, None, None, String::new());
        let (mut skip, mut or_skip, mut or_zero) = (Vec::new(), Vec::new(), Vec::new());
        each(input, |key, input| {
            match key.to_string().as_str() {
                "over" => over = Some(summed(input)?),
                "stored" => {
                    input.parse::<Token![=]>()?;
                    stored = Some(members(input)?);
                }
                "skip" => skip = list(input, members)?,
                "or_skip" => or_skip = list(input, members)?,
                "or_zero" => or_zero = list(input, members)?,
                "spec" => spec = text(input)?,
                _ => algorithm = Some(Named::checksum_after(key, input)?),
            }
            Ok(())
        })?;
        let missing = |what| {
            Error::new(span, format!("a sum needs {what}: `sum(byte_sum, over(first, last), stored = field.member)`"))
        };
        Ok(Self {
            algorithm: algorithm.ok_or_else(|| missing("an algorithm"))?,
            over: over.ok_or_else(|| missing("`over(first, last)`"))?,
            stored: stored.ok_or_else(|| missing("`stored = ..`"))?,
            skip,
            or_skip,
            or_zero,
            spec,
        })
    }

    /// The members that the attribute names.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Vec<Ident>> {
        [&self.stored].into_iter().chain(&self.skip).chain(&self.or_skip).chain(&self.or_zero)
    }

    /// The fields that the attribute names.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &Ident> {
        let range = [Some(&self.over.0), self.over.1.as_ref()].into_iter().flatten();
        range.chain(self.paths().filter_map(|path| path.first()))
    }
}

/// `(first, last)`, `(only)`, or `(first, ..)` for all that follows
fn summed(input: ParseStream<'_>) -> Result<(Ident, Option<Ident>)> {
    let content;
    parenthesized!(content in input);
    let first: Ident = content.parse()?;
    if content.is_empty() {
        return Ok((first.clone(), Some(first)));
    }
    content.parse::<Token![,]>()?;
    let last = if content.peek(Token![..]) {
        content.parse::<Token![..]>()?;
        None
    } else {
        Some(content.parse()?)
    };
    if content.is_empty() { Ok((first, last)) } else { Err(content.error("a sum goes over (first, last)")) }
}

/// Calls for every `key ..` of a list separated by commas.
pub(crate) fn each(input: ParseStream<'_>, mut read: impl FnMut(&Ident, ParseStream<'_>) -> Result<()>) -> Result<()> {
    while !input.is_empty() {
        // Keywords too: `if`.
        let key = Ident::parse_any(input)?;
        read(&key, input)?;
        if input.is_empty() {
            break;
        }
        input.parse::<Token![,]>()?;
    }
    Ok(())
}

/// `= value`
pub(crate) fn value<T: Parse>(input: ParseStream<'_>) -> Result<T> {
    input.parse::<Token![=]>()?;
    input.parse()
}

fn text(input: ParseStream<'_>) -> Result<String> {
    value::<LitStr>(input).map(|text| text.value())
}

/// `= expression` or `(expression)`
pub(crate) fn tree(input: ParseStream<'_>) -> Result<Tree> {
    if input.peek(Token![=]) {
        input.parse::<Token![=]>()?;
        return Tree::parse(input);
    }
    let content;
    parenthesized!(content in input);
    Tree::parse(&content)
}

/// `(a, b, ..)`
fn list<T>(input: ParseStream<'_>, read: fn(ParseStream<'_>) -> Result<T>) -> Result<Vec<T>> {
    let content;
    parenthesized!(content in input);
    Ok(Punctuated::<T, Token![,]>::parse_terminated_with(&content, read)?.into_iter().collect())
}

/// `name: type`
fn parameter(input: ParseStream<'_>) -> Result<(Ident, Type)> {
    let name = input.parse()?;
    input.parse::<Token![:]>()?;
    let ty: Type = input.parse()?;
    let known = ["u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "bool"];
    let whole = matches!(&ty, Type::Path(path) if known.iter().any(|name| path.path.is_ident(name)));
    if !whole {
        let message = format!("a parameter is a whole number: {}", known.join(", "));
        return Err(Error::new_spanned(ty, message));
    }
    Ok((name, ty))
}

/// `a.b.c`
pub(crate) fn members(input: ParseStream<'_>) -> Result<Vec<Ident>> {
    Ok(Punctuated::<Ident, Token![.]>::parse_separated_nonempty(input)?.into_iter().collect())
}

/// `a.b = expression, code = "..", c.d = expression`
fn derived(input: ParseStream<'_>) -> Result<Vec<DerivedAttr>> {
    let mut list: Vec<DerivedAttr> = Vec::new();
    while !input.is_empty() {
        let target = members(input)?;
        let word = match &*target {
            [word] => word.to_string(),
            _ => String::new(),
        };
        match (&*word, list.last_mut()) {
            ("code", Some(last)) => last.code = Some(text(input)?),
            ("spec", Some(last)) => last.spec = text(input)?,
            ("lenient", Some(last)) => last.lenient = text(input)?,
            _ => {
                list.push(DerivedAttr {
                    value: value(input)?,
                    target,
                    code: None,
                    spec: String::new(),
                    lenient: String::new(),
                });
            }
        }
        if input.is_empty() {
            break;
        }
        input.parse::<Token![,]>()?;
    }
    Ok(list)
}

/// `(condition)` or `(condition, alternative)`
fn condition(input: ParseStream<'_>) -> Result<(Tree, Option<i64>)> {
    let content;
    parenthesized!(content in input);
    let condition = Tree::parse(&content)?;
    let mut otherwise = None;
    if content.peek(Token![,]) {
        content.parse::<Token![,]>()?;
        if !content.is_empty() {
            otherwise = Some(number(&content)?);
        }
    }
    Ok((condition, otherwise))
}

/// `(condition)` or `(condition, "message")`; the message is ours, from the expression.
fn assertion(input: ParseStream<'_>) -> Result<Tree> {
    let content;
    parenthesized!(content in input);
    let condition = Tree::parse(&content)?;
    if content.is_empty() {
        return Ok(condition);
    }
    content.parse::<Token![,]>()?;
    if content.peek(LitStr) {
        content.parse::<LitStr>()?;
        content.parse::<Option<Token![,]>>()?;
        refuse_rest(&content, "the message is a text without arguments: findings show the condition")?;
    }
    refuse_rest(
        &content,
        "one condition: behind the comma there is at most a message, `assert(a == b, \"message\")`; several conditions \
         are several words, `assert(a), assert(b)`",
    )?;
    Ok(condition)
}

/// An error that points at all that is left, when something is.
fn refuse_rest(input: ParseStream<'_>, message: &str) -> Result<()> {
    let rest: TokenStream = input.parse()?;
    if rest.is_empty() { Ok(()) } else { Err(Error::new_spanned(rest, message)) }
}

fn number(input: ParseStream<'_>) -> Result<i64> {
    let negative = input.parse::<Option<Token![-]>>()?.is_some();
    if !negative && input.peek(syn::LitByte) {
        return Ok(i64::from(input.parse::<syn::LitByte>()?.value()));
    }
    let literal: LitInt = input.parse()?;
    let value: i64 = literal.base10_parse().map_err(|_| {
        let message = format!("`{literal}` is too large, as the schema holds numbers of 64 bits with a sign");
        Error::new_spanned(&literal, message)
    })?;
    Ok(if negative { value.wrapping_neg() } else { value })
}

/// `(low..=high)`
fn range(input: ParseStream<'_>) -> Result<(i64, i64)> {
    let content;
    parenthesized!(content in input);
    let tokens: TokenStream = content.fork().parse()?;
    let low = number(&content)?;
    if !content.peek(Token![..=]) {
        return Err(Error::new_spanned(tokens, "a range names its first and its last value: `range(1..=64)`"));
    }
    content.parse::<Token![..=]>()?;
    let high = number(&content)?;
    if low > high {
        return Err(Error::new_spanned(tokens, format!("the range {low}..={high} is empty: upside down?")));
    }
    Ok((low, high))
}

fn factor(input: ParseStream<'_>) -> Result<i64> {
    input.parse::<Token![=]>()?;
    let span = input.span();
    match number(input)? {
        factor if factor > 0 => Ok(factor),
        _ => Err(Error::new(span, "the factor is at least 1")),
    }
}

/// `= b"BPX"`, `= b'P'` or `= 1u8`
fn magic(input: ParseStream<'_>) -> Result<Vec<u8>> {
    input.parse::<Token![=]>()?;
    if input.peek(LitByteStr) {
        return Ok(input.parse::<LitByteStr>()?.value());
    }
    if input.peek(syn::LitByte) {
        return Ok(vec![input.parse::<syn::LitByte>()?.value()]);
    }
    let literal: LitInt = input.parse()?;
    if literal.suffix() != "u8" {
        return Err(Error::new_spanned(
            literal,
            "a signature is bytes: `b\"BPX\"`, or a single byte with its type: `1u8`",
        ));
    }
    Ok(vec![literal.base10_parse()?])
}

/// Names that expressions of an item may use.
pub(crate) fn scope_of(import: &[(Ident, Type)]) -> Scope {
    Scope::with_params(import.iter().map(|(name, _)| name))
}
