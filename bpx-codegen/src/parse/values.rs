//! Reads the values of words in attributes: numbers, texts, lists, expressions.

use super::expr::ExprTree;
use bpx_model::{Encoding, TextForm};
use proc_macro2::{Span, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Error, Ident, Lit, LitByteStr, LitInt, LitStr, Result, Token, Type, parenthesized};

/// Calls `read` for every `key ..` of a list separated by commas.
pub(super) fn for_each_word(
    input: ParseStream<'_>,
    mut read: impl FnMut(&Ident, ParseStream<'_>) -> Result<()>,
) -> Result<()> {
    while !input.is_empty() {
        // Keywords are allowed too, such as `if`.
        let key = Ident::parse_any(input)?;
        read(&key, input)?;
        if input.is_empty() {
            break;
        }
        input.parse::<Token![,]>()?;
    }
    Ok(())
}

/// Reads `= value`
pub(super) fn parse_value<T: Parse>(input: ParseStream<'_>) -> Result<T> {
    input.parse::<Token![=]>()?;
    input.parse()
}

pub(super) fn parse_text(input: ParseStream<'_>) -> Result<String> {
    parse_value::<LitStr>(input).map(|text| text.value())
}

/// Reads `= expression` or `(expression)`
pub(super) fn parse_tree(input: ParseStream<'_>) -> Result<ExprTree> {
    if input.peek(Token![=]) {
        input.parse::<Token![=]>()?;
        return ExprTree::parse(input);
    }
    let content;
    parenthesized!(content in input);
    ExprTree::parse(&content)
}

/// Reads `(a, b, ..)`
pub(super) fn parse_list<T>(input: ParseStream<'_>, read: fn(ParseStream<'_>) -> Result<T>) -> Result<Vec<T>> {
    let content;
    parenthesized!(content in input);
    Ok(Punctuated::<T, Token![,]>::parse_terminated_with(&content, read)?.into_iter().collect())
}

/// Reads `name: type`
pub(super) fn parse_parameter(input: ParseStream<'_>) -> Result<(Ident, Type)> {
    let name = input.parse()?;
    input.parse::<Token![:]>()?;
    let ty: Type = input.parse()?;
    let known = ["u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"];
    let is = |name: &str| matches!(&ty, Type::Path(path) if path.path.is_ident(name));
    if is("bool") {
        let message = "expected a whole number as a parameter: declare `u8`, pass a truth value as a number, \
            `args(int(order == b\"MM\"))`, and compare the parameter, `order != 0`";
        return Err(Error::new_spanned(ty, message));
    }
    if !known.iter().any(|name| is(name)) {
        let message = format!("expected one of these types of whole numbers for a parameter: {}", known.join(", "));
        return Err(Error::new_spanned(ty, message));
    }
    Ok((name, ty))
}

/// Reads `a.b.c`
pub(super) fn parse_members(input: ParseStream<'_>) -> Result<Vec<Ident>> {
    Ok(Punctuated::<Ident, Token![.]>::parse_separated_nonempty(input)?.into_iter().collect())
}

/// Reads `(condition)` or `(condition, alternative)`
pub(super) fn parse_condition(input: ParseStream<'_>) -> Result<(ExprTree, Option<i64>)> {
    let content;
    parenthesized!(content in input);
    let condition = ExprTree::parse(&content)?;
    let mut otherwise = None;
    if content.peek(Token![,]) {
        content.parse::<Token![,]>()?;
        if !content.is_empty() {
            otherwise = Some(parse_number(&content)?);
        }
    }
    Ok((condition, otherwise))
}

/// Reads `(condition)` or `(condition, "message")`; the message is ignored, because findings show the expression.
pub(super) fn parse_assertion(input: ParseStream<'_>) -> Result<ExprTree> {
    let content;
    parenthesized!(content in input);
    let condition = ExprTree::parse(&content)?;
    if content.is_empty() {
        return Ok(condition);
    }
    content.parse::<Token![,]>()?;
    if content.peek(LitStr) {
        content.parse::<LitStr>()?;
        content.parse::<Option<Token![,]>>()?;
        refuse_rest(&content, "expected a message without arguments, because findings show the condition")?;
    }
    refuse_rest(
        &content,
        "expected one condition, and at most a message after the condition, `assert(a == b, \"message\")`; write \
            several conditions as several words, `assert(a), assert(b)`; class, severity and similar words belong to \
            `#[schema(assert(..))]`",
    )?;
    Ok(condition)
}

/// Rejects remaining tokens. The error points at all of them.
fn refuse_rest(input: ParseStream<'_>, message: &str) -> Result<()> {
    let rest: TokenStream = input.parse()?;
    if rest.is_empty() { Ok(()) } else { Err(Error::new_spanned(rest, message)) }
}

pub(super) fn parse_number(input: ParseStream<'_>) -> Result<i64> {
    let negative = input.parse::<Option<Token![-]>>()?.is_some();
    if !negative && input.peek(syn::LitByte) {
        return Ok(i64::from(input.parse::<syn::LitByte>()?.value()));
    }
    let literal: LitInt = input.parse()?;
    let value: i64 = literal.base10_parse().map_err(|_| {
        let message = format!("`{literal}` is too large, because the schema holds numbers of 64 bits with a sign");
        Error::new_spanned(&literal, message)
    })?;
    Ok(if negative { value.wrapping_neg() } else { value })
}

/// Reads a byte: `0`, `b' '`.
pub(super) fn parse_byte(input: ParseStream<'_>) -> Result<u8> {
    let span = input.span();
    let found = parse_number(input)?;
    u8::try_from(found).map_err(|_| Error::new(span, format!("expected a byte from 0 to 255, found {found}")))
}

/// Reads `(low..=high)`
pub(super) fn parse_range(input: ParseStream<'_>) -> Result<(i64, i64)> {
    let content;
    parenthesized!(content in input);
    let tokens: TokenStream = content.fork().parse()?;
    let low = parse_number(&content)?;
    if !content.peek(Token![..=]) {
        return Err(Error::new_spanned(tokens, "expected the first and the last value of a range: `range(1..=64)`"));
    }
    content.parse::<Token![..=]>()?;
    let high = parse_number(&content)?;
    if low > high {
        return Err(Error::new_spanned(
            tokens,
            format!("the range {low}..={high} is empty: expected the smaller number first"),
        ));
    }
    Ok((low, high))
}

pub(super) fn parse_factor(input: ParseStream<'_>) -> Result<i64> {
    input.parse::<Token![=]>()?;
    let span = input.span();
    match parse_number(input)? {
        factor if factor > 0 => Ok(factor),
        factor => Err(Error::new(span, format!("expected a factor of at least 1, found {factor}"))),
    }
}

/// Reads `= b"BPX"`, `= b'P'` or `= 1u8`
pub(super) fn parse_magic(input: ParseStream<'_>) -> Result<Vec<u8>> {
    input.parse::<Token![=]>()?;
    if input.peek(LitByteStr) {
        return Ok(input.parse::<LitByteStr>()?.value());
    }
    if input.peek(syn::LitByte) {
        return Ok(vec![input.parse::<syn::LitByte>()?.value()]);
    }
    let span = input.span();
    let literal = input.parse::<LitInt>().ok().filter(|literal| literal.suffix() == "u8");
    let literal = literal.ok_or_else(|| {
        Error::new(span, "expected the bytes of a signature, `b\"BPX\"`, or a single byte with its type, `1u8`")
    })?;
    Ok(vec![literal.base10_parse()?])
}

/// Reads `(encoding = "utf-16le", pad = 0)`
pub(super) fn text_form(input: ParseStream<'_>) -> Result<TextForm> {
    let content;
    parenthesized!(content in input);
    let (mut encoding, mut pad) = (None, None);
    for_each_word(&content, |key, input| {
        match key.to_string().as_str() {
            "encoding" if encoding.is_none() => {
                let name: LitStr = parse_value(input)?;
                let known = Encoding::ALL.into_iter().find(|one| one.name() == name.value());
                encoding = Some(known.ok_or_else(|| {
                    let names: Vec<_> = Encoding::ALL.iter().map(|one| format!("`{}`", one.name())).collect();
                    Error::new_spanned(&name, format!("unknown encoding; known: {}", names.join(", ")))
                })?);
            }
            "pad" if pad.is_none() => {
                let filler: Lit = parse_value(input)?;
                let number = match &filler {
                    Lit::Byte(byte) => Some(byte.value()),
                    Lit::Int(number) => number.base10_parse().ok(),
                    _ => None,
                };
                let number = number.filter(u8::is_ascii);
                pad = Some(number.ok_or_else(|| {
                    Error::new_spanned(&filler, "expected an ASCII character as padding: `pad = 0` or `pad = b' '`")
                })?);
            }
            _ => return Err(Error::new(key.span(), "expected `encoding = \"..\"` or `pad = ..`, each at most once")),
        }
        Ok(())
    })?;
    Ok(TextForm { encoding: encoding.unwrap_or(Encoding::Utf8), pad })
}

/// The tag that selects a case.
pub(crate) struct TagAttr {
    pub(crate) span: Span,
    /// The bytes of the tag; for a number, the least significant byte first.
    pub(crate) bytes: Vec<u8>,
    pub(crate) is_number: bool,
}

/// Reads `= b"IDAT"`, `= b'P'`, `= 1u8` or `= 0x1234u16`
pub(super) fn parse_tag(input: ParseStream<'_>) -> Result<TagAttr> {
    let fork = input.fork();
    fork.parse::<Token![=]>()?;
    let span = fork.span();
    if !fork.peek(LitInt) {
        let bytes = parse_magic(input)?;
        if bytes.is_empty() {
            return Err(Error::new(span, "expected at least one byte in a tag, found none"));
        }
        return Ok(TagAttr { span, bytes, is_number: false });
    }
    let literal: LitInt = parse_value(input)?;
    let size = match literal.suffix() {
        "u8" => 1,
        "u16" => 2,
        "u32" => 4,
        "u64" => 8,
        _ => {
            return Err(Error::new_spanned(
                literal,
                "expected the bytes of a tag, `b\"IDAT\"`, or a number with its type, `1u8`, `0x1234u16`",
            ));
        }
    };
    let number: u64 = literal.base10_parse()?;
    let all = number.to_le_bytes();
    let (bytes, rest) = all.split_at(size);
    if rest.iter().any(|byte| *byte != 0) {
        return Err(Error::new_spanned(&literal, format!("expected a number that fits into `{}`", literal.suffix())));
    }
    Ok(TagAttr { span, bytes: bytes.to_vec(), is_number: true })
}
