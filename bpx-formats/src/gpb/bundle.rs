//! The structure of a whole file (`File Structure`).

use super::texts::LONGEST_TEXT;
use super::{Font, Mesh, Object};
use bpx_schema::{Record, structure};

/// The type of the object at the offset of a reference (`Object Definitions`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Record)]
#[repr(u32)]
#[schema(spec = "Object Definitions")]
pub enum ObjectKind {
    /// A scene.
    Scene = 1,
    /// A node at any level.
    Node = 2,
    /// An object that contains all animations.
    Animations = 3,
    /// A camera, which is stored inside of its node.
    Camera = 32,
    /// A light, which is stored inside of its node.
    Light = 33,
    /// A mesh.
    Mesh = 34,
    /// A font.
    Font = 128,
}

/// Type of a reference to a font; a file with a font contains no other object.
const FONT: u32 = ObjectKind::Font as u32;

/// The first bytes of a file.
pub const IDENTIFIER: &[u8; 9] = b"\xABGPB\xBB\r\n\x1A\n";

/// A bundle of version 1.0 to 1.5 (`File Structure`).
///
/// An object states neither its type nor its id. The reference with the object's offset states both.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "File Structure",
    assert(
        remaining == 0,
        class = TrailingBytes,
        text = "{remaining} bytes follow the last object",
        on = position,
        code = "gpb.trailing-bytes",
        lenient = "I-85"
    )
)]
pub struct Bundle {
    /// Always `\xABGPB\xBB\r\n\x1A\n`.
    #[schema(magic = b"\xABGPB\xBB\r\n\x1A\n", spec = "File Structure", code = "gpb.bad-magic")]
    pub identifier: [u8; 9],
    /// Always 1.
    #[schema(supported(1), spec = "File Structure", code = "gpb.unsupported-version")]
    pub major: u8,
    /// Minor version, from 0 to 5; some fields exist only since a minor version.
    #[schema(supported(0, 1, 2, 3, 4, 5), spec = "File Structure", code = "gpb.unsupported-version")]
    pub minor: u8,
    #[br(temp)]
    #[bw(calc = references.len())]
    reference_count: u32,
    /// Ids, types and offsets of the objects; usually sorted by id.
    #[br(count = reference_count)]
    #[schema(spec = "References")]
    pub references: Vec<Reference>,
    #[br(temp, if(find(references.kind == FONT, references.kind) == 0, 0))]
    #[bw(calc = meshes.len())]
    mesh_count: u32,
    /// The meshes; empty in a font bundle.
    #[br(count = mesh_count)]
    #[schema(spec = "34 Mesh")]
    pub meshes: Vec<Mesh>,
    #[br(temp, if(find(references.kind == FONT, references.kind) == 0, 0))]
    #[bw(calc = objects.len())]
    object_count: u32,
    /// The objects, usually a scene and perhaps animations.
    #[br(count = object_count, args(find(references.offset == position, references.kind), minor))]
    #[schema(spec = "Objects")]
    pub objects: Vec<Object>,
    /// The font, in a font bundle.
    #[br(if(find(references.kind == FONT, references.kind) != 0), args(minor))]
    #[schema(spec = "128 Font")]
    pub font: Option<Font>,
}

/// Type, id and offset of an object (`References`).
#[structure]
#[derive(Debug, Clone, PartialEq, Eq)]
#[brw(little)]
#[schema(
    spec = "References",
    assert(
        count(id, entry == 0) == 0,
        class = BadText,
        text = "the text contains a NUL",
        on = id,
        code = "gpb.nul-in-string",
        spec = "Primitives"
    ),
    assert(
        id.len() <= LONGEST_TEXT || count(id, entry == 0) != 0,
        class = OutOfRange,
        text = "the text has {id.len()} bytes, but a known reader accepts at most {LONGEST_TEXT}",
        on = id,
        code = "gpb.string-too-long",
        spec = "Primitives",
        lenient = "I-81"
    )
)]
pub struct Reference {
    #[br(temp)]
    #[bw(calc = id.len())]
    #[schema(range(1..=0xFFFF_FFFF), code = "gpb.empty-id")]
    id_length: u32,
    /// The id of the object, unique in the file.
    #[br(count = id_length)]
    #[schema(utf8, lenient = "I-80", code = "gpb.text", unique(code = "gpb.duplicate-id", spec = "ID's"), sorted(code = "gpb.reference-order", spec = "References", severity = note))]
    pub id: Vec<u8>,
    /// Type of the object.
    #[schema(name = "type", codes = ObjectKind, known, code = "gpb.bad-type-id")]
    pub kind: u32,
    /// Offset in bytes from the beginning of the file to the object; 0 for a camera or a light that was not written.
    pub offset: u32,
}

/// A text as an element of a list (`Primitives`); `is_xref` is 1 if the text names an object (`Xrefs`).
#[structure]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[brw(little)]
#[br(import(is_xref: u8))]
#[schema(
    spec = "Primitives",
    assert(
        count(text, entry == 0) == 0,
        class = BadText,
        text = "the text contains a NUL",
        on = text,
        code = "gpb.nul-in-string",
        spec = "Primitives"
    ),
    assert(
        text.len() <= LONGEST_TEXT || count(text, entry == 0) != 0,
        class = OutOfRange,
        text = "the text has {text.len()} bytes, but a known reader accepts at most {LONGEST_TEXT}",
        on = text,
        code = "gpb.string-too-long",
        spec = "Primitives",
        lenient = "I-81"
    ),
    assert(
        is_xref == 0 || text.len() > 1 && text[0] == b'#'
            || count(text, entry == b'#') != 0 && last(text) != b'#',
        class = BadReference,
        text = "expected `#` and an id, found {text}",
        on = text,
        code = "gpb.bad-xref",
        spec = "Xrefs"
    ),
    assert(
        is_xref == 0 || text.len() < 2 || text[0] == b'#' || count(text, entry == b'#') == 0 || last(text) == b'#',
        class = BadReference,
        severity = note,
        text = "expected an object of this file, found {text}; known readers read no objects of other files",
        on = text,
        code = "gpb.external-xref",
        spec = "Xrefs"
    )
)]
pub struct Name {
    #[br(temp)]
    #[bw(calc = text.len())]
    length: u32,
    /// The text.
    #[br(count = length)]
    #[schema(utf8, lenient = "I-80", code = "gpb.text")]
    pub text: Vec<u8>,
}

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Self { text: text.as_bytes().to_vec() }
    }
}
