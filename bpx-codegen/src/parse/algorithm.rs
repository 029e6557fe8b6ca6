//! Names of transforms and checksums in attributes: short names of built-in ones, or paths of types.

use crate::parse::naming::name_of;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Error, Ident, Path, Result, Token};

/// Short names of checksums, with their widths in bits and their types; the first ones need no feature.
const CHECKSUMS: &[(&str, u16, &str)] = &[
    ("byte_sum", 32, "ByteSum"),
    ("sum16_le", 16, "Sum16Le"),
    ("sum16_be", 16, "Sum16Be"),
    ("sum32_le", 32, "Sum32Le"),
    ("sum32_be", 32, "Sum32Be"),
    ("adler32", 32, "Adler32"),
    ("crc8", 8, "crc::Crc8"),
    ("crc16_arc", 16, "crc::Crc16Arc"),
    ("crc16_ccitt", 16, "crc::Crc16Ccitt"),
    ("crc16_kermit", 16, "crc::Crc16Kermit"),
    ("crc16_modbus", 16, "crc::Crc16Modbus"),
    ("crc16_xmodem", 16, "crc::Crc16Xmodem"),
    ("crc24_openpgp", 24, "crc::Crc24OpenPgp"),
    ("crc32_bzip2", 32, "crc::Crc32Bzip2"),
    ("crc32c", 32, "crc::Crc32c"),
    ("crc32_mpeg2", 32, "crc::Crc32Mpeg2"),
    ("crc64_ecma", 64, "crc::Crc64Ecma"),
    ("crc64_xz", 64, "crc::Crc64Xz"),
    ("crc32", 32, ""),
];
/// Short names of transforms, which all need a feature.
const TRANSFORMS: &[&str] = &["zlib", "deflate", "gzip", "xz", "lzma", "zstd", "lz4", "lz4_block", "bzip2"];

/// An algorithm that an attribute names.
#[derive(Clone)]
pub(crate) struct Named {
    span: Span,
    /// Code of the type.
    ty: TokenStream,
    /// Width of a built-in checksum.
    pub(crate) bits: Option<u16>,
}

impl Named {
    /// Reads the name of a transform.
    pub(crate) fn transform(input: ParseStream<'_>) -> Result<Self> {
        let path = path(input)?;
        let Some(short) = short(&path) else { return Ok(Self::of_path(&path)) };
        if !TRANSFORMS.contains(&&*name_of(short)) {
            let known = TRANSFORMS.join(", ");
            return Err(unknown(short, "transform", &known));
        }
        Ok(Self { span: short.span(), ty: gated(short), bits: None })
    }

    /// Reads the name of a checksum.
    pub(crate) fn checksum(input: ParseStream<'_>) -> Result<Self> {
        Self::checksum_of(&path(input)?)
    }

    /// Reads the name of a checksum whose first part was read.
    pub(crate) fn checksum_after(first: &Ident, input: ParseStream<'_>) -> Result<Self> {
        let mut path = Path::from(first.clone());
        while input.peek(Token![::]) {
            input.parse::<Token![::]>()?;
            path.segments.push(Ident::parse_any(input)?.into());
        }
        Self::checksum_of(&path)
    }

    fn checksum_of(path: &Path) -> Result<Self> {
        let Some(short) = short(path) else { return Ok(Self::of_path(path)) };
        let name = name_of(short);
        let Some((_, bits, ty)) = CHECKSUMS.iter().find(|(known, ..)| *known == name) else {
            let known = CHECKSUMS.iter().map(|(name, ..)| *name).collect::<Vec<_>>().join(", ");
            return Err(unknown(short, "checksum", &known));
        };
        let ty = if ty.is_empty() {
            gated(short)
        } else {
            let parts = ty.split("::").map(|part| Ident::new(part, short.span()));
            quote!(rt::checksum::#(#parts)::*)
        };
        Ok(Self { span: short.span(), ty, bits: Some(*bits) })
    }

    fn of_path(path: &Path) -> Self {
        let span = path.segments.last().map_or_else(Span::call_site, |last| last.ident.span());
        Self { span, ty: path.to_token_stream(), bits: None }
    }

    /// Code of the type.
    pub(crate) fn ty(&self) -> &TokenStream {
        &self.ty
    }

    /// Code of the type as a value: `kind` is `TransformType` or `ChecksumType`.
    pub(crate) fn value(&self, kind: &str) -> TokenStream {
        let (kind, ty) = (Ident::new(kind, Span::call_site()), &self.ty);
        quote_spanned!(Span::call_site().located_at(self.span)=> rt::#kind::of::<#ty>())
    }

    /// Code of the name in the schema.
    pub(crate) fn schema(&self, kind: &str) -> TokenStream {
        let (value, kind) = (self.value(kind), Ident::new(kind, Span::call_site()));
        quote!(rt::#kind::algorithm(const { &#value }))
    }
}

/// Whether the name of an algorithm in a schema is also, but for dashes, the short name of a checksum.
#[cfg(feature = "generate")]
pub(crate) fn is_checksum(name: &str) -> bool {
    CHECKSUMS.iter().any(|(known, ..)| *known == name)
}

/// Whether the name of an algorithm in a schema is also, but for dashes, the short name of a transform.
#[cfg(feature = "generate")]
pub(crate) fn is_transform(name: &str) -> bool {
    TRANSFORMS.contains(&name)
}

fn path(input: ParseStream<'_>) -> Result<Path> {
    Path::parse_mod_style(input)
}

/// A single word in lower case: no type is called so.
fn short(path: &Path) -> Option<&Ident> {
    path.get_ident().filter(|ident| name_of(ident).starts_with(|first: char| first.is_ascii_lowercase()))
}

fn unknown(name: &Ident, what: &str, known: &str) -> Error {
    let message = format!(
        "unknown {what}; known: {known}; or the path of a type that implements `{}`",
        match what {
            "transform" => "Transform",
            _ => "Checksum",
        }
    );
    Error::new(name.span(), message)
}

/// A type that needs a feature is named through a macro, whose error names the feature when it is off.
fn gated(short: &Ident) -> TokenStream {
    let name = format_ident!("{}", name_of(short), span = short.span());
    quote_spanned!(short.span()=> rt::algorithm::#name!())
}
