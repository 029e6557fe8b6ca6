//! Finds the format of a file by its first bytes, then by its extension, then by its content.

use crate::FileFormat;
use bpx_schema::report::{Class, Error, Result};
use bpx_schema::source::ReadAt;

/// Format, type and version of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Identified<'f> {
    /// Name of the format, in lower case.
    pub format: &'f str,
    /// Type of the file in the format, as its byte, if the bytes state it.
    pub kind: Option<u8>,
    /// The form of the format, if the format has several forms; for BLK `text`, `name-map`, or a kind of binary file.
    pub form: Option<&'static str>,
    /// Version of the format, if the bytes state it.
    pub version: Option<u32>,
    /// The evidence for the format.
    pub evidence: Evidence,
    /// The reason why this library does not read such files, and how to proceed; empty for formats that the library
    /// reads.
    pub unread: &'f str,
}

/// Evidence for the format of a file, from the weakest to the strongest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Evidence {
    /// Only the extension of the file name fits.
    Name,
    /// The whole content fits; the format has no signature.
    Content,
    /// The file begins with the signature of the format.
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

/// Number of bytes that are read from the beginning of a file.
const HEAD: usize = 32;

/// Finds the format of a file among those of this build; see [`Registry::identify`](crate::Registry::identify).
///
/// # Errors
/// Returns the errors of [`Registry::identify`](crate::Registry::identify).
pub fn identify(source: &dyn ReadAt, extension: Option<&str>) -> Result<Identified<'static>> {
    identify_among(crate::formats(), source, extension)
}

/// Finds the format of a file among `formats`. If several formats fit equally well, returns the last of them.
pub(crate) fn identify_among<'f>(
    formats: &[&'f dyn FileFormat],
    source: &dyn ReadAt,
    extension: Option<&str>,
) -> Result<Identified<'f>> {
    let size = source.size();
    let mut head = vec![0; usize::try_from(size).map_or(HEAD, |size| size.min(HEAD))];
    source.read_exact_at(0, &mut head)?;
    let formats = || formats.iter().rev().copied();
    if let Some(found) = formats().find_map(|format| by_signature(format, &head)) {
        return Ok(found);
    }
    let by = |format: &'f dyn FileFormat, evidence, form| Identified {
        format: format.name(),
        kind: None,
        form,
        version: None,
        evidence,
        unread: "",
    };
    let extension = extension.map(|extension| extension.trim_start_matches('.').to_ascii_lowercase());
    let named = extension.and_then(|one| formats().find(|format| format.extensions().contains(&one.as_str())));
    if let Some(format) = named {
        return Ok(match format.recognize(source) {
            Some(found) => by(format, Evidence::Content, found.form),
            None if size == 0 => return Err(empty_error()),
            None => by(format, Evidence::Name, None),
        });
    }
    if size == 0 {
        return Err(empty_error());
    }
    let recognized = formats().find_map(|format| Some(by(format, Evidence::Content, format.recognize(source)?.form)));
    recognized.ok_or_else(|| {
        let message = "expected a file of a known format, found no known signature, extension or content";
        Error::unlocated_fault(Class::UnknownFormat, message)
    })
}

/// Returns what the first bytes of a file state, if the file begins with a signature of the format or of one of its
/// neighbours.
fn by_signature<'f>(format: &'f dyn FileFormat, head: &[u8]) -> Option<Identified<'f>> {
    let evidence = Evidence::Signature;
    if format.signatures().into_iter().any(|signature| begins_with(head, signature)) {
        let stated = format.head_facts(head);
        let (kind, version) = (stated.kind, stated.version);
        return Some(Identified { format: format.name(), kind, form: None, version, evidence, unread: "" });
    }
    let found = format.neighbours().iter().find(|one| begins_with(head, one.signature()))?;
    let (format, unread) = (found.name(), found.advice());
    Some(Identified { format, kind: None, form: None, version: None, evidence, unread })
}

fn empty_error() -> Error {
    Error::unlocated_fault(Class::Truncated, "the file is empty")
}

fn begins_with(head: &[u8], magic: &[u8]) -> bool {
    head.starts_with(magic)
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
        // Content that is valid in several formats is not evidence.
        for bytes in [&b"\n"[..], b"// a", b"a:i=1\0", b"a:i=x", &fat[..7], &[fat, fat].concat()] {
            assert!(form(bytes, Some("txt")).is_err(), "{}", bytes.escape_ascii());
        }
    }

    /// The oracle is the list of formats; the writer has a list of its own.
    #[cfg(feature = "blk")]
    #[test]
    fn a_text_does_not_begin_with_a_signature() {
        let of = |format: &'static dyn FileFormat| {
            let beside = format.neighbours().iter().map(crate::file_format::Neighbour::signature);
            format.signatures().into_iter().chain(beside).collect::<Vec<_>>()
        };
        let all = crate::formats().iter().flat_map(|format| of(*format));
        let names: Vec<_> = all.filter(|signature| signature.iter().all(u8::is_ascii_alphanumeric)).collect();
        assert!(names.contains(&&b"BPX"[..]) && names.contains(&&b"VRFs"[..]), "{names:?}");
        for name in names {
            for rest in [&b":i=4"[..], b"{}"] {
                let text = [b" ", name, rest].concat();
                let read = crate::blk::text::read(&text, bpx_schema::Limits::default()).unwrap();
                let written = crate::blk::text::write(&read);
                let found = identify(&written, Some("txt")).unwrap();
                assert_eq!(found.format, "blk", "{}", written.escape_ascii());
            }
        }
    }

    /// A name map has a frame of ZSTD at offset 40, and no signature.
    #[cfg(feature = "blk")]
    #[test]
    fn a_text_has_no_frame_where_name_maps_have_it() {
        let text = [b" i:t=\"\x1B", &[b'x'; 34][..], b"\x28\xB5\x2F\xFD\""].concat();
        let read = crate::blk::text::read(&text, bpx_schema::Limits::default()).unwrap();
        let written = crate::blk::text::write(&read);
        let form = crate::blk::Form::of(&written, &crate::blk::Companions::default()).unwrap();
        assert_eq!(form, crate::blk::Form::Text, "{}", written.escape_ascii());
        let again = crate::blk::text::read(&written, bpx_schema::Limits::default()).unwrap();
        assert_eq!(crate::blk::text::write(&again), written);
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
