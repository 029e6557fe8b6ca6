//! Which format a file is in: by its first bytes, then by its extension.

use bpx_schema::fault;
use bpx_schema::report::{Class, Error, Location, Result};
use bpx_schema::source::ReadAt;

/// What the first bytes of a file say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Identified {
    /// Name of the format, in lower case.
    pub format: &'static str,
    /// Type of the file inside of the format, as its byte, when the bytes say so.
    pub kind: Option<u8>,
    /// Version of the format, when the bytes say so.
    pub version: Option<u32>,
    /// Whether the bytes have the signature of the format; else only the extension speaks for it.
    pub signed: bool,
}

/// Type and version.
type Details = (Option<u8>, Option<u32>);

/// A format that can be told from others.
struct Format {
    name: &'static str,
    magic: &'static [u8],
    /// In lower case, without dot.
    extensions: &'static [&'static str],
    /// Type and version, out of the first bytes.
    details: fn(&[u8]) -> Details,
}

/// First bytes that are looked at.
const HEAD: usize = 32;

/// The formats of this build.
const FORMATS: &[Format] = &[
    #[cfg(feature = "gpb")]
    Format {
        name: "gpb",
        magic: b"\xABGPB\xBB\r\n\x1A\n",
        extensions: &["gpb"],
        // The major number is always 1.
        details: |head| (None, head.get(10).copied().map(u32::from)),
    },
    #[cfg(feature = "bpat")]
    Format {
        name: "bpat",
        magic: b"BPAT",
        extensions: &["bpat"],
        details: |head| (None, head.get(4..).and_then(<[u8]>::first_chunk).copied().map(u32::from_le_bytes)),
    },
    // Only the legacy forms, which are refused, have a signature.
    #[cfg(feature = "blk")]
    Format { name: "blk", magic: b"\0BB", extensions: &["blk"], details: |_| (None, None) },
    #[cfg(feature = "bpx")]
    Format {
        name: "bpx",
        magic: b"BPX",
        extensions: &["bpx", "bpxt", "bpxm", "bpxs", "bpxc", "bpxp"],
        details: |head| {
            let version = head.get(20..).and_then(<[u8]>::first_chunk).copied();
            (head.get(3).copied(), version.map(u32::from_le_bytes))
        },
    },
];

/// Tells the format of a file by its signature, then by the extension of its name (with or without dot, in any
/// case).
///
/// # Errors
/// `Truncated` when the file is empty, `UnknownFormat` when neither says anything, and the source's own errors.
pub fn identify(source: &dyn ReadAt, extension: Option<&str>) -> Result<Identified> {
    let size = source.size();
    if size == 0 {
        return Err(Error::fault(Class::Truncated, Location::default(), "the file is empty"));
    }
    let mut head = vec![0; usize::try_from(size).map_or(HEAD, |size| size.min(HEAD))];
    source.read_exact_at(0, &mut head)?;
    if let Some(format) = FORMATS.iter().find(|format| begins(&head, format.magic)) {
        let (kind, version) = (format.details)(&head);
        return Ok(Identified { format: format.name, kind, version, signed: true });
    }
    let extension = extension.map(|extension| extension.trim_start_matches('.').to_ascii_lowercase());
    let named = FORMATS
        .iter()
        .find(|format| extension.as_deref().is_some_and(|extension| format.extensions.contains(&extension)));
    match named {
        Some(format) => Ok(Identified { format: format.name, kind: None, version: None, signed: false }),
        None => {
            Err(Error::fault(Class::UnknownFormat, Location::default(), "no known signature, nor a known extension"))
        }
    }
}

fn begins(head: &[u8], magic: &[u8]) -> bool {
    head.starts_with(if fault!(SignatureHalf) { magic.get(..2).unwrap_or(magic) } else { magic })
}

#[cfg(all(test, feature = "bpx"))]
mod tests {
    use super::*;

    #[test]
    fn signature_before_extension() {
        let mut bytes = b"BPXP".to_vec();
        let short = identify(&bytes, Some("txt")).unwrap();
        assert_eq!(short, Identified { format: "bpx", kind: Some(b'P'), version: None, signed: true });
        bytes.resize(40, 0);
        bytes[20] = 2;
        assert_eq!(identify(&bytes, None).unwrap().version, Some(2));
    }

    #[test]
    fn extension_when_there_is_no_signature() {
        for extension in ["bpx", ".BPXs"] {
            let found = identify(&b"BPY".to_vec(), Some(extension)).unwrap();
            assert_eq!(found, Identified { format: "bpx", kind: None, version: None, signed: false });
        }
    }

    #[test]
    fn empty_and_unknown_are_errors() {
        let class = |bytes: &[u8], extension| identify(&bytes, extension).unwrap_err().finding().unwrap().class;
        assert_eq!(class(b"", Some("bpx")), Class::Truncated);
        assert_eq!(class(b"BP", None), Class::UnknownFormat);
        assert_eq!(class(b"PNG", Some("png")), Class::UnknownFormat);
    }
}
