//! Finds the format of a file: by its first bytes, then by its extension, then by its content.

#[cfg(any(feature = "bpat", feature = "bpx", feature = "gpb"))]
use bpx_schema::codec::FieldRef;
use bpx_schema::fault;
use bpx_schema::report::{Class, Error, Location, Result};
use bpx_schema::source::ReadAt;

/// Format, type and version of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Identified {
    /// Name of the format, in lower case.
    pub format: &'static str,
    /// Type of the file in the format, as its byte, if the bytes state it.
    pub kind: Option<u8>,
    /// The form of the format, if there are several: for BLK `text`, `name-map`, or a kind of binary file.
    pub form: Option<&'static str>,
    /// Version of the format, if the bytes state it.
    pub version: Option<u32>,
    /// The evidence for the format.
    pub evidence: Evidence,
    /// Why this library does not read such files, and how to proceed; empty for the formats that it reads.
    pub unread: &'static str,
}

/// Evidence for the format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Evidence {
    /// Only the extension.
    Name,
    /// The whole content: the format has no signature.
    Content,
    /// The signature of the format.
    Signature,
}

impl Evidence {
    /// Returns the name of the evidence, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Content => "content",
            Self::Signature => "signature",
        }
    }
}

/// Type and version.
type Details = (Option<u8>, Option<u32>);

/// The form that a content shows, if there are several.
type Content = Option<&'static str>;

/// A format that can be recognised.
#[derive(Clone, Copy)]
struct Format {
    name: &'static str,
    magic: &'static [u8],
    /// Extensions, in lower case, without dot.
    extensions: &'static [&'static str],
    /// Reads type and version from the first bytes.
    details: fn(&[u8]) -> Details,
    /// Checks whether a whole content is of this format, for formats without a signature.
    content: Option<fn(&dyn ReadAt) -> Option<Content>>,
    unread: &'static str,
}

#[cfg(any(feature = "bpat", feature = "blk", feature = "bpx", feature = "gpb"))]
impl Format {
    /// Creates a format with a signature and nothing else.
    const fn new(name: &'static str, magic: &'static [u8], extensions: &'static [&'static str]) -> Self {
        Self { name, magic, extensions, details: |_| (None, None), content: None, unread: "" }
    }
}

/// Number of first bytes that are read.
const HEAD: usize = 32;

/// The formats of this build, and other formats that occur next to their files.
const FORMATS: &[Format] = &[
    #[cfg(feature = "gpb")]
    Format {
        // The major number is always 1.
        details: |head| (None, number(crate::gpb::Bundle::MINOR, head)),
        ..Format::new("gpb", b"\xABGPB\xBB\r\n\x1A\n", &["gpb"])
    },
    #[cfg(feature = "bpat")]
    Format {
        details: |head| (None, number(crate::bpat::Header::VERSION, head)),
        ..Format::new("bpat", b"BPAT", &["bpat"])
    },
    // Only the legacy forms, which are rejected, have a signature.
    #[cfg(feature = "blk")]
    Format {
        content: Some(|source| crate::blk::recognize(source).map(|form| Some(form.name()))),
        ..Format::new("blk", b"\0BB", &["blk", "blkx", "nm"])
    },
    #[cfg(feature = "blk")]
    Format { unread: ARCHIVE, ..Format::new("vromfs", b"VRFs", &[]) },
    #[cfg(feature = "blk")]
    Format { unread: ARCHIVE, ..Format::new("vromfs", b"VRFx", &[]) },
    #[cfg(feature = "blk")]
    Format {
        unread: "a zstd dictionary for BLK files: pass it with --dict",
        ..Format::new("zstd-dictionary", b"\x37\xA4\x30\xEC", &[])
    },
    #[cfg(feature = "bpx")]
    Format {
        details: |head| {
            let kind = number(crate::bpx::MainHeader::KIND, head).and_then(|kind| u8::try_from(kind).ok());
            (kind, number(crate::bpx::MainHeader::VERSION, head))
        },
        ..Format::new("bpx", b"BPX", &["bpx", "bpxt", "bpxm", "bpxs", "bpxc", "bpxp"])
    },
];

/// Returns a number of a header; every format here stores the low byte first.
#[cfg(any(feature = "bpat", feature = "bpx", feature = "gpb"))]
fn number(field: FieldRef, head: &[u8]) -> Option<u32> {
    let bytes = field.bytes_in(head)?;
    let mut number = [0; size_of::<u32>()];
    number.get_mut(..bytes.len())?.copy_from_slice(bytes);
    Some(u32::from_le_bytes(number))
}

#[cfg(feature = "blk")]
const ARCHIVE: &str = "an archive of BLK and other files: unpack it first";

/// Finds the format of a file by its signature, then by the extension of its name (with or without dot, in any case),
/// then by its content.
///
/// # Errors
/// `Truncated` when the file is empty and has no known extension, `UnknownFormat` when no format is recognised, and
/// errors of the source.
pub fn identify(source: &dyn ReadAt, extension: Option<&str>) -> Result<Identified> {
    let size = source.size();
    let mut head = vec![0; usize::try_from(size).map_or(HEAD, |size| size.min(HEAD))];
    source.read_exact_at(0, &mut head)?;
    let found = |format: &Format, form: Content, evidence| {
        let (kind, version) = if evidence == Evidence::Signature { (format.details)(&head) } else { (None, None) };
        Identified { format: format.name, kind, form, version, evidence, unread: format.unread }
    };
    if let Some(format) = FORMATS.iter().find(|format| begins(&head, format.magic)) {
        return Ok(found(format, None, Evidence::Signature));
    }
    let extension = extension.map(|extension| extension.trim_start_matches('.').to_ascii_lowercase());
    let named = FORMATS
        .iter()
        .find(|format| extension.as_deref().is_some_and(|extension| format.extensions.contains(&extension)));
    if let Some(format) = named {
        return Ok(match format.content.and_then(|content| content(source)) {
            Some(form) => found(format, form, Evidence::Content),
            None if size == 0 => return Err(empty()),
            None => found(format, None, Evidence::Name),
        });
    }
    if size == 0 {
        return Err(empty());
    }
    let recognized = FORMATS.iter().find_map(|format| Some((format, format.content?(source)?)));
    match recognized {
        Some((format, form)) => Ok(found(format, form, Evidence::Content)),
        None => {
            let message = "no known signature, extension or content";
            Err(Error::fault(Class::UnknownFormat, Location::default(), message))
        }
    }
}

fn empty() -> Error {
    Error::fault(Class::Truncated, Location::default(), "the file is empty")
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
        let (kind, evidence) = (Some(b'P'), Evidence::Signature);
        assert_eq!(short, Identified { format: "bpx", kind, form: None, version: None, evidence, unread: "" });
        bytes.resize(40, 0);
        bytes[20] = 2;
        assert_eq!(identify(&bytes, None).unwrap().version, Some(2));
    }

    #[test]
    fn extension_when_there_is_no_signature() {
        for extension in ["bpx", ".BPXs"] {
            let found = identify(&b"BPY".to_vec(), Some(extension)).unwrap();
            let evidence = Evidence::Name;
            assert_eq!(
                found,
                Identified { format: "bpx", kind: None, form: None, version: None, evidence, unread: "" }
            );
        }
    }

    #[test]
    fn empty_and_unknown_are_errors() {
        let class = |bytes: &[u8], extension| identify(&bytes, extension).unwrap_err().finding().unwrap().class;
        assert_eq!(class(b"", Some("bpx")), Class::Truncated);
        assert_eq!(class(b"BP", None), Class::UnknownFormat);
        assert_eq!(class(b"PNG", Some("png")), Class::UnknownFormat);
    }

    #[cfg(feature = "blk")]
    #[test]
    fn content_without_signature_or_extension() {
        let form =
            |bytes: &[u8], extension| identify(&bytes.to_vec(), extension).map(|found| (found.form, found.evidence));
        let fat = [1, 0, 1, 0, 0, 0, 0, 0];
        assert_eq!(form(&fat, Some("rez")).unwrap(), (Some("FAT"), Evidence::Content));
        assert_eq!(form(b"a:i=1", Some("txt")).unwrap(), (Some("text"), Evidence::Content));
        assert_eq!(form(b"a:i=1", Some("BLKX")).unwrap(), (Some("text"), Evidence::Content));
        assert_eq!(form(b"", Some("blk")).unwrap(), (Some("text"), Evidence::Content));
        assert_eq!(form(b"PNG", Some("blk")).unwrap(), (None, Evidence::Name));
        // Content that is valid in several formats is no evidence.
        for bytes in [&b"\n"[..], b"// a", b"a:i=1\0", b"a:i=x", &fat[..7], &[fat, fat].concat()] {
            assert!(form(bytes, Some("txt")).is_err(), "{}", bytes.escape_ascii());
        }
    }

    #[cfg(feature = "blk")]
    #[test]
    fn companion_files_are_recognised_by_their_signatures() {
        for (bytes, format) in [
            (&b"VRFx\0\0PC"[..], "vromfs"),
            (b"VRFs\0\0PC", "vromfs"),
            (b"\x37\xA4\x30\xEC\x01\0\0\0", "zstd-dictionary"),
        ] {
            let found = identify(&bytes.to_vec(), Some("blk")).unwrap();
            assert_eq!((found.format, found.unread.is_empty()), (format, false));
        }
    }
}
