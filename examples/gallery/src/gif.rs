//! GIF: pictures of up to 256 colours, in one file one after the other (1987 and 1989).
//!
//! Blocks follow the header up to the byte `;`. A block begins with its own tag, and the enum chooses its case by
//! `magic`. The case with the longest tag comes first, so known extensions are read by their own declarations, and an
//! unknown extension keeps its label and its data. Data of any size is cut into parts of at most 255 bytes, each after
//! its size, up to a part without bytes. The size zero ends the list, and `joined` reads the parts as one stream.

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
    /// Width in pixels of the screen that holds all pictures.
    pub width: u16,
    /// Height in pixels of the screen.
    pub height: u16,
    /// Colour tables and depths.
    pub flags: ScreenFlags,
    /// Number of the colour of the background of all pictures.
    pub background: u8,
    /// Width of a pixel divided by its height, in parts of 64, minus 15; 0 if it is not stated.
    pub aspect: u8,
    /// Colours of pictures without a colour table of their own.
    #[br(if(flags.has_colors == 1), count = 2 << flags.color_bits)]
    pub colors: Option<Vec<Color>>,
    /// Extensions and pictures.
    #[br(until_bytes = b";", args(width, height))]
    pub blocks: Vec<Block>,
}

/// The colour tables and depths of a file.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[schema(bits = 8)]
pub struct ScreenFlags {
    /// Number of bits of a colour number, minus 1.
    pub color_bits: B3,
    /// Whether the most important colours come first.
    pub is_sorted: B1,
    /// Number of bits of a sample of the original picture, minus 1.
    pub resolution: B3,
    /// Whether the file has a colour table for all pictures.
    pub has_colors: B1,
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
#[br(import(screen_width: u16, screen_height: u16))]
pub enum Block {
    /// Delay, transparency and disposal of the next picture.
    #[br(magic = b"!\xF9")]
    Control {
        /// Size in bytes of flags, delay and colour number.
        #[schema(one_of(4))]
        size: u8,
        /// Flags, which include the disposal method.
        flags: ControlFlags,
        /// Time before the next picture, in hundredths of a second.
        delay: u16,
        /// Number of the transparent colour, if `is_transparent` is set.
        transparent: u8,
        /// An empty part, which ends the data.
        #[schema(reserved)]
        end: u8,
    },
    /// A text in cells of equal size, which is painted as a picture.
    #[br(magic = b"!\x01")]
    PlainText {
        /// Size in bytes of the area, the cell size and the colour numbers.
        #[schema(one_of(12))]
        size: u8,
        /// Area of the text, in pixels.
        place: Place,
        /// Width of a cell in pixels.
        cell_width: u8,
        /// Height of a cell in pixels.
        cell_height: u8,
        /// Number of the colour of the letters.
        foreground: u8,
        /// Number of the colour of the cells.
        background: u8,
        /// The text.
        #[br(until_bytes = b"\0")]
        parts: Vec<Part>,
    },
    /// Number of repetitions of the animation.
    #[br(magic = b"!\xFF\x0BNETSCAPE2.0\x03\x01")]
    Repeat {
        /// Number of repetitions; 0 for repetitions without an end.
        count: u16,
        /// An empty part, which ends the data.
        #[schema(reserved)]
        end: u8,
    },
    /// Colour profile of the International Color Consortium.
    #[br(magic = b"!\xFF\x0BICCRGBG1012")]
    Profile {
        /// The profile, in parts.
        #[br(until_bytes = b"\0")]
        parts: Vec<Part>,
    },
    /// Metadata in XML that is not cut into parts; the bytes after it lead a reader of parts to the end.
    #[br(magic = b"!\xFF\x0BXMP DataXMP")]
    Metadata {
        /// The text.
        #[br(until_bytes = b"\x01\xFF\xFE")]
        #[schema(utf8)]
        text: Vec<u8>,
        /// The numbers from 253 down to 0, and another 0.
        end: [u8; 255],
    },
    /// Data of another program.
    #[br(magic = b"!\xFF")]
    Application {
        /// Size in bytes of the name and the code.
        #[schema(one_of(11))]
        size: u8,
        /// Name of the program.
        #[schema(text(encoding = "latin-1"))]
        name: [u8; 8],
        /// Code of the program.
        code: [u8; 3],
        /// The data.
        #[br(until_bytes = b"\0")]
        parts: Vec<Part>,
    },
    /// A text for readers of the file.
    #[br(magic = b"!\xFE")]
    Comment {
        /// The text, in parts.
        #[br(until_bytes = b"\0")]
        parts: Vec<Part>,
        /// The whole text, which `joined` makes of the parts.
        #[br(parse_with = until_eof)]
        #[schema(region(joined(parts, entry.bytes)), text(encoding = "latin-1"))]
        text: Vec<u8>,
    },
    /// Another extension.
    #[br(magic = b"!")]
    Other {
        /// Label of the extension.
        label: u8,
        /// Data of the extension.
        #[br(until_bytes = b"\0")]
        parts: Vec<Part>,
    },
    /// A picture, compressed by LZW.
    #[br(magic = b",")]
    Picture {
        /// Area of the picture.
        #[br(args(screen_width, screen_height))]
        area: Area,
        /// Flags of the picture.
        flags: PictureFlags,
        /// Colour table of the picture.
        #[br(if(flags.has_colors == 1), count = 2 << flags.color_bits)]
        colors: Option<Vec<Color>>,
        /// Number of bits of the first codes, minus 1.
        #[schema(range(2..=8))]
        code_size: u8,
        /// The codes.
        #[br(until_bytes = b"\0")]
        parts: Vec<Part>,
    },
}

/// The flags of a graphic control extension.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[schema(bits = 8)]
pub struct ControlFlags {
    /// Whether a colour is transparent.
    pub is_transparent: B1,
    /// Whether a viewer also waits for a key.
    pub waits: B1,
    /// Disposal method.
    #[schema(codes = Disposal)]
    pub disposal: B3,
    /// Bits without a meaning.
    #[schema(reserved)]
    pub reserved: B3,
}

/// Disposal methods: changes before the next picture is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum Disposal {
    /// Not stated.
    Any = 0,
    /// The picture stays.
    Keep = 1,
    /// The area of the picture gets the background colour.
    Clear = 2,
    /// The content before the picture is restored.
    Restore = 3,
}

/// An area in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
pub struct Place {
    /// Number of pixels to the left of the area.
    pub left: u16,
    /// Number of pixels above the area.
    pub top: u16,
    /// Width of the area.
    pub width: u16,
    /// Height of the area.
    pub height: u16,
}

/// The area of the screen that a picture covers.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(screen_width: u16, screen_height: u16))]
#[schema(
    assert(
        place.left + place.width <= screen_width,
        severity = warning,
        code = "picture.width",
        text = "expected at most {screen_width} columns, found {place.left + place.width}",
        on = place.width
    ),
    assert(
        place.top + place.height <= screen_height,
        severity = warning,
        code = "picture.height",
        text = "expected at most {screen_height} lines, found {place.top + place.height}",
        on = place.height
    )
)]
pub struct Area {
    /// Position and size of the area.
    pub place: Place,
}

/// The flags of a picture.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[schema(bits = 8)]
pub struct PictureFlags {
    /// Number of bits of a colour number, minus 1.
    pub color_bits: B3,
    /// Bits without a meaning.
    #[schema(reserved)]
    pub reserved: B2,
    /// Whether the most important colours come first.
    pub is_sorted: B1,
    /// Whether the lines come in four passes.
    pub is_interlaced: B1,
    /// Whether the picture has its own colours.
    pub has_colors: B1,
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

/// Sets all delays to `hundredths` of a second, and adds a comment at the end.
pub fn slow_down(file: &[u8], hundredths: u16, comment: &str) -> Result<Vec<u8>> {
    let mut gif = Gif::from_slice(file)?;
    let delays = gif.blocks.iter_mut().filter_map(|block| match block {
        Block::Control { delay, .. } => Some(delay),
        _ => None,
    });
    if delays.map(|delay| *delay = hundredths).count() == 0 {
        return Err(missing("no picture states a time".to_owned()));
    }
    gif.blocks.push(Block::Comment { parts: parts(comment.as_bytes()), text: comment.into() });
    gif.to_vec()
}
