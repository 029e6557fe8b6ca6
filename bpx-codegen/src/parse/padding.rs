//! Reads `#[schema(padding)]`: bytes without content.

use super::expr::ExprTree;
use super::values::{for_each_word, parse_byte, parse_value};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::ParseStream;
use syn::{Error, Expr, Ident, Result, Token, parenthesized, token};

/// `padding`, `padding(align = 4)`, `padding(align = 4, of = self)`, `padding(size = 32, of = body, fill = b' ')`
pub(crate) struct PaddingAttr {
    pub(crate) span: Span,
    /// The padding ends at a multiple of this number of bytes.
    align: Option<Expr>,
    /// Number of bytes of the padding and the field `of` together.
    size: Option<Expr>,
    /// The field that the padding fills up to `size` bytes, or `self` if offsets count from the beginning of the
    /// structure.
    of: Option<Expr>,
    /// The byte that a writer repeats as padding.
    pub(crate) fill: u8,
}

impl PaddingAttr {
    pub(super) fn read(span: Span, input: ParseStream<'_>) -> Result<Self> {
        let mut padding = Self { span, align: None, size: None, of: None, fill: 0 };
        if !input.peek(token::Paren) {
            return Ok(padding);
        }
        let content;
        parenthesized!(content in input);
        for_each_word(&content, |key, input| {
            match key.to_string().as_str() {
                "align" => padding.align = Some(parse_value(input)?),
                "size" => padding.size = Some(parse_value(input)?),
                "of" => padding.of = Some(parse_value(input)?),
                "fill" => {
                    input.parse::<Token![=]>()?;
                    padding.fill = parse_byte(input)?;
                }
                other => {
                    return Err(Error::new(
                        key.span(),
                        format!("unknown word `{other}`; known: align, size, of, fill"),
                    ));
                }
            }
            Ok(())
        })?;
        Ok(padding)
    }

    /// Returns the expression for the number of padding bytes; `None` if the `count` of the field states it.
    pub(super) fn count_expr(&self, name: &Ident) -> Result<Option<ExprTree>> {
        let of_self = self.of.as_ref().is_some_and(|of| of.to_token_stream().to_string() == "self");
        if let Some(align) = &self.align {
            syn::parse2::<ExprTree>(align.to_token_stream())?.expect_alignment()?;
        }
        let count: TokenStream = match (&self.align, &self.size, &self.of) {
            (None, None, None) => return Ok(None),
            (Some(align), None, None) => quote!(((#align) - position % (#align)) % (#align)),
            (Some(align), None, Some(_)) if of_self => quote!(((#align) - offset_of(#name) % (#align)) % (#align)),
            (None, Some(size), Some(of)) if !of_self => {
                quote!(if size_of(#of) < (#size) { (#size) - size_of(#of) } else { 0 })
            }
            _ => {
                return Err(Error::new(
                    self.span,
                    "expected `padding(align = 4)`, which ends at a multiple of 4 bytes in the space, `padding(align \
                        = 4, of = self)`, which ends at a multiple of 4 bytes in the structure, or `padding(size = \
                        32, of = body)`, which fills the bytes after a field",
                ));
            }
        };
        syn::parse2(count).map(Some)
    }
}
