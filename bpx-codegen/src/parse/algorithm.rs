//! Reads names of transforms and checksums in attributes: short names of built-in algorithms, or paths of types.

use super::naming::name_of;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Error, Ident, Path, Result, Token};

/// Short names of checksums, with their widths in bits and their types. Checksums without a type need a feature.
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
/// Short names of transforms, each of which needs a feature.
const TRANSFORMS: &[&str] = &["zlib", "deflate", "gzip", "xz", "lzma", "zstd", "lz4", "lz4_block", "bzip2"];

/// An algorithm that an attribute names.
#[derive(Clone)]
pub(crate) struct NamedAlgorithm {
    pub(crate) name: AlgorithmName,
    /// Width in bits of a built-in checksum.
    pub(crate) bits: Option<u16>,
}

/// The name of an algorithm in an attribute.
#[derive(Clone)]
pub(crate) enum AlgorithmName {
    /// The short name of a checksum, and its type in the runtime.
    Checksum(Ident, &'static str),
    /// The short name of an algorithm that needs a feature.
    Gated(Ident),
    /// The path of a type.
    Type(Path),
}

impl NamedAlgorithm {
    /// Reads the name of a transform.
    pub(crate) fn parse_transform(input: ParseStream<'_>) -> Result<Self> {
        let path = parse_path(input)?;
        let Some(short) = short_name(&path) else { return Ok(Self { name: AlgorithmName::Type(path), bits: None }) };
        if !TRANSFORMS.contains(&&*name_of(short)) {
            let known = TRANSFORMS.join(", ");
            return Err(unknown_algorithm(short, "transform", &known));
        }
        Ok(Self { name: AlgorithmName::Gated(short.clone()), bits: None })
    }

    /// Reads the name of a checksum.
    pub(crate) fn parse_checksum(input: ParseStream<'_>) -> Result<Self> {
        Self::checksum_of(parse_path(input)?)
    }

    /// Reads the rest of a checksum's name, of which `first` was read.
    pub(crate) fn checksum_after(first: &Ident, input: ParseStream<'_>) -> Result<Self> {
        let mut path = Path::from(first.clone());
        while input.peek(Token![::]) {
            input.parse::<Token![::]>()?;
            path.segments.push(Ident::parse_any(input)?.into());
        }
        Self::checksum_of(path)
    }

    fn checksum_of(path: Path) -> Result<Self> {
        let Some(short) = short_name(&path) else { return Ok(Self { name: AlgorithmName::Type(path), bits: None }) };
        let name = name_of(short);
        let Some((_, bits, ty)) = CHECKSUMS.iter().find(|(known, ..)| *known == name) else {
            let known = CHECKSUMS.iter().map(|(name, ..)| *name).collect::<Vec<_>>().join(", ");
            return Err(unknown_algorithm(short, "checksum", &known));
        };
        let name = if ty.is_empty() {
            AlgorithmName::Gated(short.clone())
        } else {
            AlgorithmName::Checksum(short.clone(), ty)
        };
        Ok(Self { name, bits: Some(*bits) })
    }
}

/// Returns whether `name`, with underscores instead of dashes, is the short name of a checksum.
#[cfg(feature = "generate")]
pub(crate) fn is_checksum(name: &str) -> bool {
    CHECKSUMS.iter().any(|(known, ..)| *known == name)
}

/// Returns whether `name`, with underscores instead of dashes, is the short name of a transform.
#[cfg(feature = "generate")]
pub(crate) fn is_transform(name: &str) -> bool {
    TRANSFORMS.contains(&name)
}

fn parse_path(input: ParseStream<'_>) -> Result<Path> {
    Path::parse_mod_style(input)
}

/// Returns the word of a path that is a single word in lower case, because names of types begin with a capital.
fn short_name(path: &Path) -> Option<&Ident> {
    path.get_ident().filter(|ident| name_of(ident).starts_with(|first: char| first.is_ascii_lowercase()))
}

fn unknown_algorithm(name: &Ident, what: &str, known: &str) -> Error {
    let message = format!(
        "unknown {what}; known: {known}; for another algorithm, state the path of a type that implements `{}`",
        match what {
            "transform" => "Transform",
            _ => "Checksum",
        }
    );
    Error::new(name.span(), message)
}
