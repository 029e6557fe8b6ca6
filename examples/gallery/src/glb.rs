//! GLB, the binary form of glTF 2.0, of Khronos (2017): a scene as JSON, and the numbers that it refers to.
//!
//! The header states the size of the whole file, which a writer computes with `size_of(self)`. A chunk is padded to a
//! multiple of four bytes, with spaces in JSON and with zeros in numbers, and its size includes the padding.

use crate::missing;
use bpx_schema::codec::FourCc;
use bpx_schema::{Codec, Result, structure};

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"glTF")]
#[schema(
    assert(chunks.len() > 0, text = "expected a chunk of JSON, found none", on = chunks),
    each(chunks, assert(
        index > 0 || entry.name == b"JSON",
        code = "glb.json-first",
        text = "expected JSON first, found {entry.name}",
        on = name
    )),
    each(chunks, assert(
        index == 0 || entry.name != b"JSON",
        code = "glb.one-json",
        text = "expected one chunk of JSON, found another",
        on = name
    )),
    each(chunks, assert(
        index <= 1 || entry.name != b"BIN\0",
        code = "glb.numbers-second",
        text = "expected numbers after the JSON, found them in chunk {index}",
        on = name
    ))
)]
pub struct Glb {
    /// Version of the format.
    #[schema(supported(2))]
    pub version: u32,
    #[br(temp)]
    #[bw(calc = size_of(self))]
    length: u32,
    /// The JSON, then the numbers, then chunks that readers may skip.
    #[br(parse_with = until_eof)]
    pub chunks: Vec<Chunk>,
}

/// A chunk.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(assert(
    length % 4 == 0,
    code = "chunk.alignment",
    text = "expected a multiple of 4, found {length}",
    on = length
))]
pub struct Chunk {
    /// Size of the body in bytes, which a writer sets.
    length: u32,
    /// Type of the chunk, which is four letters.
    pub name: FourCc,
    /// The body.
    #[br(args(int(name)))]
    #[schema(region(size = length))]
    pub body: Body,
}

/// The content of a chunk.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(name: u32))]
pub enum Body {
    /// The scene, and spaces after it.
    #[br(pre_assert(name == int(b"JSON")))]
    Json {
        /// The text.
        #[br(parse_with = until_eof)]
        #[schema(utf8)]
        text: Vec<u8>,
    },
    /// The numbers that the scene refers to.
    #[br(pre_assert(name == int(b"BIN\0")))]
    Numbers(#[br(parse_with = until_eof)] Vec<u8>),
    /// A chunk of an extension, which readers may skip.
    Other(#[br(parse_with = until_eof)] Vec<u8>),
}

impl Chunk {
    fn filled(name: &[u8; 4], mut bytes: Vec<u8>, fill: u8) -> Self {
        bytes.resize(bytes.len().next_multiple_of(4), fill);
        let body = if name == b"JSON" { Body::Json { text: bytes } } else { Body::Numbers(bytes) };
        Self { length: 0, name: FourCc::from(*name), body }
    }
}

impl Glb {
    /// Creates a file of a scene and its numbers.
    pub fn new(scene: &str, numbers: &[u8]) -> Self {
        let chunks = vec![Chunk::filled(b"JSON", scene.into(), b' '), Chunk::filled(b"BIN\0", numbers.into(), 0)];
        Self { version: 2, chunks }
    }
}

/// Replaces the scene; the other chunks keep their bytes.
pub fn replace_scene(file: &[u8], scene: &str) -> Result<Vec<u8>> {
    let mut glb = Glb::from_slice(file)?;
    let chunk = glb.chunks.first_mut().ok_or_else(|| missing("no chunk of JSON".to_owned()))?;
    *chunk = Chunk::filled(b"JSON", scene.into(), b' ');
    glb.to_vec()
}
