//! GIF: pictures of up to 256 colours, one after the other (1987 and 1989).
//!
//! Behind the header there are blocks up to the byte `;`. A block begins with its own tag, so that the enum chooses its case
//! by `magic`, and an extension that nobody declared keeps its label and its data. Data of any size are cut into parts of at
//! most 255 bytes, each behind its size, up to a part without bytes: the size zero ends the list.

use crate::missing;
use bpx_schema::{Codec, Record, Result, structure};

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(assert(signature == b"GIF87a" || signature == b"GIF89a"))]
pub struct Gif {
    /// `GIF87a`, or `GIF89a`, which has extensions.
    #[schema(utf8)]
    pub signature: [u8; 6],
    /// Width of all pictures together, in pixels.
    pub width: u16,
    /// Height, in pixels.
    pub height: u16,
    /// Bit 7: colours follow, two to the power of the low three bits plus one.
    pub flags: u8,
    /// Number of the colour behind all pictures.
    pub background: u8,
    /// Width of a pixel by its height, or 0.
    pub aspect: u8,
    /// Colours of pictures that have none of their own.
    #[br(if(flags & 0x80 != 0), count = 2 << (flags & 7))]
    pub colors: Option<Vec<Color>>,
    /// Extensions and pictures.
    #[br(until_bytes = b";")]
    pub blocks: Vec<Block>,
}

/// A colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
pub struct Color {
    /// Red, from 0 to 255.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
}

/// A part of the file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub enum Block {
    /// How the next picture is shown.
    #[br(magic = b"!\xF9")]
    Control {
        #[schema(one_of(4))]
        size: u8,
        /// Bit 0: a colour is transparent; bits 2 to 4: what becomes of the picture.
        flags: u8,
        /// Time before the next picture, in hundredths of a second.
        delay: u16,
        transparent: u8,
        #[schema(reserved)]
        end: u8,
    },
    /// Data of a program, such as how often the pictures repeat.
    #[br(magic = b"!\xFF")]
    Application {
        #[schema(one_of(11))]
        size: u8,
        /// Name of the program, and its code.
        name: [u8; 11],
        #[br(until_bytes = b"\0")]
        parts: Vec<Part>,
    },
    /// A text for readers of the file.
    #[br(magic = b"!\xFE")]
    Comment {
        #[br(until_bytes = b"\0")]
        parts: Vec<Part>,
    },
    /// Another extension.
    #[br(magic = b"!")]
    Other {
        label: u8,
        #[br(until_bytes = b"\0")]
        parts: Vec<Part>,
    },
    /// A picture, compressed by LZW.
    #[br(magic = b",")]
    Picture {
        left: u16,
        top: u16,
        width: u16,
        height: u16,
        /// Bit 7: colours follow; bit 6: lines in four passes.
        flags: u8,
        #[br(if(flags & 0x80 != 0), count = 2 << (flags & 7))]
        colors: Option<Vec<Color>>,
        /// Bits of the first codes, less one.
        #[schema(range(2..=8))]
        code_size: u8,
        #[br(until_bytes = b"\0")]
        parts: Vec<Part>,
    },
}

/// A part of data, of at least one byte.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Part {
    #[br(temp)]
    #[bw(calc = bytes.len())]
    len: u8,
    /// The bytes, at most 255.
    #[br(count = len)]
    pub bytes: Vec<u8>,
}

/// Cuts data into parts.
pub fn parts(data: &[u8]) -> Vec<Part> {
    data.chunks(255).map(|bytes| Part { bytes: bytes.to_vec() }).collect()
}

/// The data that parts hold.
pub fn joined(parts: &[Part]) -> Vec<u8> {
    parts.iter().flat_map(|part| &part.bytes).copied().collect()
}

/// Sets the time before the next picture, in hundredths of a second, everywhere, and adds a comment at the end.
pub fn slow_down(file: &[u8], hundredths: u16, comment: &str) -> Result<Vec<u8>> {
    let mut gif = Gif::from_slice(file)?;
    let delays = gif.blocks.iter_mut().filter_map(|block| match block {
        Block::Control { delay, .. } => Some(delay),
        _ => None,
    });
    if delays.map(|delay| *delay = hundredths).count() == 0 {
        return Err(missing("no picture states a time".to_owned()));
    }
    gif.blocks.push(Block::Comment { parts: parts(comment.as_bytes()) });
    gif.to_vec()
}
