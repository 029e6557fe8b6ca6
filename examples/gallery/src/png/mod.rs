//! PNG: pictures (1996, third edition of 2025), and APNG: animated pictures.
//!
//! A signature precedes the chunks. A chunk is a size, four letters, as many bytes as the size states, and a CRC over
//! letters and bytes. The first chunk is the header, which decides how a reader reads the other chunks; the last chunk
//! is `IEND`. `chunks.rs` declares the content of each kind of chunk.
//!
//! The picture is one compressed stream, which is split into `IDAT` chunks: `joined` reads the stream from all of these
//! chunks as if they were one piece. Profiles and some texts are compressed inside of their chunk: `transform`.
//!
//! Rules count the chunks of a kind. The chunks of an animation are numbered upwards from 0, and other chunks may be
//! between them. So the rule compares the sum of the numbers before a number `n` with `n * (n - 1) / 2`, which is
//! equivalent. The page does not declare the order of kinds.

mod chunks;

pub use chunks::*;

use bpx_schema::codec::{CText, FourCc};
use bpx_schema::transform::{Zlib, encode};
use bpx_schema::{Codec, Record, Result, structure};

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big, magic = b"\x89PNG\r\n\x1A\n")]
#[schema(
    assert(count(chunks, entry.kind == b"IDAT") > 0, code = "png.picture", text = "there is no picture"),
    assert(
        count(chunks, entry.kind == b"PLTE") <= (start.header.color & 2) / 2
            && (start.header.color != 3 || count(chunks, entry.kind == b"PLTE") == 1),
        code = "png.palette",
        text = "expected one palette, or none where colours are not indexes, found {count(chunks, entry.kind == \
            b\"PLTE\")}"
    ),
    assert(
        count(chunks, entry.kind == b"IHDR") == 0 && count(chunks, entry.kind == b"tRNS") <= 1
            && count(chunks, entry.kind == b"cHRM") <= 1 && count(chunks, entry.kind == b"gAMA") <= 1
            && count(chunks, entry.kind == b"iCCP") <= 1 && count(chunks, entry.kind == b"sBIT") <= 1
            && count(chunks, entry.kind == b"sRGB") <= 1 && count(chunks, entry.kind == b"cICP") <= 1
            && count(chunks, entry.kind == b"mDCV") <= 1 && count(chunks, entry.kind == b"cLLI") <= 1
            && count(chunks, entry.kind == b"bKGD") <= 1 && count(chunks, entry.kind == b"hIST") <= 1
            && count(chunks, entry.kind == b"pHYs") <= 1 && count(chunks, entry.kind == b"eXIf") <= 1
            && count(chunks, entry.kind == b"tIME") <= 1 && count(chunks, entry.kind == b"acTL") <= 1,
        code = "png.one-of-a-kind",
        text = "expected one chunk of each kind but texts, parts of pictures, and palettes of suggestions, found another"
    ),
    assert(
        start.header.color < 4 || count(chunks, entry.kind == b"tRNS") == 0,
        code = "png.opacity",
        text = "expected no chunk tRNS where pixels have their opacity, found one"
    ),
    assert(
        count(chunks, entry.kind == b"hIST") <= count(chunks, entry.kind == b"PLTE"),
        code = "png.histogram",
        text = "expected a palette beside the chunk hIST, found none"
    ),
    assert(
        count(chunks, entry.kind == b"sRGB" || entry.kind == b"iCCP") <= 1,
        severity = warning,
        code = "png.colour-space",
        text = "expected a chunk sRGB or iCCP, found both"
    ),
    assert(
        sum(chunks.frames) == count(chunks, entry.kind == b"fcTL"),
        code = "png.frames",
        text = "expected {sum(chunks.frames)} chunks fcTL, found {count(chunks, entry.kind == b\"fcTL\")}"
    ),
    assert(
        count(chunks, (entry.kind == b"fcTL" || entry.kind == b"fdAT") && entry.sequence == 0)
            == count(chunks, entry.kind == b"acTL"),
        code = "png.first-number",
        text = "expected one number 0 in an animation"
    ),
    each(chunks, assert(
        entry.kind != b"fcTL" && entry.kind != b"fdAT" || before.sequence == entry.sequence * (entry.sequence - 1) / 2,
        code = "png.sequence",
        text = "expected the number after those before, found {entry.sequence}",
        on = sequence
    )),
    each(chunks, assert(
        int(entry.kind) & 0x2000_0000 != 0 || entry.kind == b"PLTE" || entry.kind == b"IDAT" || entry.kind == b"IEND",
        class = UnsupportedFeature,
        code = "png.critical",
        text = "expected a chunk that readers know or may skip, found {entry.kind}",
        on = kind
    ))
)]
pub struct Png {
    /// The first chunk, `IHDR`.
    pub start: First,
    /// All other chunks.
    #[br(
        until = entry.kind == b"IEND",
        args(start.header.color, start.header.depth, start.header.width, start.header.height)
    )]
    pub chunks: Vec<Chunk>,
    /// The picture, line by line; the bits of `color` decide how many samples a pixel has.
    #[br(
        if(start.header.interlace == 0),
        args(
            start.header.width,
            start.header.height,
            start.header.depth * (1 + (start.header.color & 2) * (1 - (start.header.color & 1)) + start.header.color / 4)
        )
    )]
    #[schema(region(joined(chunks, if entry.kind == b"IDAT" { entry.data } else { b"" }), transform(zlib)))]
    pub lines: Option<Lines>,
    /// The interlaced picture, in seven passes.
    #[br(
        if(start.header.interlace != 0),
        args(
            start.header.width,
            start.header.height,
            start.header.depth * (1 + (start.header.color & 2) * (1 - (start.header.color & 1)) + start.header.color / 4)
        )
    )]
    #[schema(region(joined(chunks, if entry.kind == b"IDAT" { entry.data } else { b"" }), transform(zlib)))]
    pub passes: Option<Passes>,
}

/// The first chunk, `IHDR`.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(sum(crc32, over(kind, header), stored = crc))]
pub struct First {
    #[br(temp)]
    #[bw(calc = size_of(header))]
    length: u32,
    #[schema(magic = b"IHDR")]
    kind: FourCc,
    /// Size and pixel format of the picture.
    pub header: Header,
    crc: u32,
}

/// The size and the pixel format of the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(big)]
#[schema(
    size = 13,
    assert(depth == 8 || (color & 1 == 0 || depth < 8) && (color == 0 || color == 3 || depth == 16), code = "png.depth", on = depth)
)]
pub struct Header {
    /// Width in pixels.
    #[schema(range(1..=0x7FFF_FFFF))]
    pub width: u32,
    /// Height in pixels.
    #[schema(range(1..=0x7FFF_FFFF))]
    pub height: u32,
    /// Bits of a sample, or of a palette index.
    #[schema(one_of(1, 2, 4, 8, 16))]
    pub depth: u8,
    /// Bit 0: pixels are palette indexes; bit 1: three samples for red, green and blue; bit 2: one more sample for
    /// opacity.
    #[schema(one_of(0, 2, 3, 4, 6), codes = ColorKind)]
    pub color: u8,
    /// Compression method; always 0, zlib.
    #[schema(one_of(0))]
    pub compression: u8,
    /// Filter method; always 0, a choice of five filters for each line.
    #[schema(one_of(0))]
    pub filters: u8,
    /// 1 if the picture is stored in seven passes.
    #[schema(one_of(0, 1))]
    pub interlace: u8,
}

/// Colour types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum ColorKind {
    /// One sample for each pixel, its brightness.
    Gray = 0,
    /// Samples for red, green and blue.
    Color = 2,
    /// Index of a palette colour.
    Indexed = 3,
    /// Samples for brightness and opacity.
    GrayOpacity = 4,
    /// Samples for red, green, blue and opacity.
    ColorOpacity = 6,
}

/// A chunk.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(color: u8, depth: u8, canvas_width: u32, canvas_height: u32))]
#[schema(
    sum(crc32, over(kind, body), stored = crc),
    assert(int(kind) & 0x2000 == 0, code = "chunk.third-letter", text = "expected a large third letter, found {kind}", on = kind),
    assert(
        kind != b"acTL" || length == 8,
        code = "chunk.animation-size",
        text = "expected 8 bytes in acTL, found {length}",
        on = length
    ),
    assert(
        kind != b"fcTL" || length == 26,
        code = "chunk.frame-size",
        text = "expected 26 bytes in fcTL, found {length}",
        on = length
    )
)]
pub struct Chunk {
    /// Size of the content in bytes.
    length: u32,
    /// Type of the chunk. A lower-case first letter means that readers may skip the chunk, a lower-case second letter
    /// that the type is private to a program, and a lower-case fourth letter that an editor that does not know the type
    /// may keep the chunk in a changed picture.
    pub kind: FourCc,
    /// Number of frames of the animation, in `acTL`.
    #[br(if(kind == b"acTL", 0))]
    pub frames: u32,
    /// Number of plays, in `acTL`; 0 for endless repetition.
    #[br(if(kind == b"acTL", 0))]
    pub plays: u32,
    /// Number of the chunk in the animation, in `fcTL` and `fdAT`.
    #[br(if(kind == b"fcTL" || kind == b"fdAT", 0))]
    pub sequence: u32,
    /// Properties of the next frame, in `fcTL`.
    #[br(if(kind == b"fcTL"), args(canvas_width, canvas_height))]
    pub frame: Option<Frame>,
    /// A part of the compressed picture, in `IDAT`, or of another compressed frame, in `fdAT`.
    #[br(count = if kind == b"IDAT" { length } else if kind == b"fdAT" { length - 4 } else { 0 })]
    pub data: Vec<u8>,
    /// Content of a chunk of any other type.
    #[br(if(kind != b"IDAT" && kind != b"acTL" && kind != b"fcTL" && kind != b"fdAT"))]
    #[br(args(int(kind), color, depth))]
    #[schema(region(size = length))]
    pub body: Option<Body>,
    crc: u32,
}

/// The properties of the next frame of an animation.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(canvas_width: u32, canvas_height: u32))]
#[schema(
    assert(left + width <= canvas_width, code = "frame.width", text = "expected at most {canvas_width} columns, found {left + width}", on = width),
    assert(top + height <= canvas_height, code = "frame.height", text = "expected at most {canvas_height} lines, found {top + height}", on = height)
)]
pub struct Frame {
    /// Width in pixels.
    #[schema(range(1..=0x7FFF_FFFF))]
    pub width: u32,
    /// Height in pixels.
    #[schema(range(1..=0x7FFF_FFFF))]
    pub height: u32,
    /// Distance from the left edge of the picture, in pixels.
    pub left: u32,
    /// Distance from the top edge of the picture, in pixels.
    pub top: u32,
    /// Duration of the frame, in units of 1/`delay_parts` seconds.
    pub delay: u16,
    /// Units of `delay` in a second; 0 for 100.
    pub delay_parts: u16,
    /// What happens to the area of the frame before the next frame.
    #[schema(codes = Disposal, known)]
    pub disposal: u8,
    /// How the frame is painted.
    #[schema(codes = Blending, known)]
    pub blending: u8,
}

/// What happens to the area of a frame before the next frame is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum Disposal {
    /// The area keeps the frame.
    Keep = 0,
    /// The area becomes transparent black.
    Clear = 1,
    /// The area gets back its content from before the frame.
    Restore = 2,
}

/// How a frame is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum Blending {
    /// The frame replaces the content of its area.
    Replace = 0,
    /// The frame is blended over the content of its area, by its opacity.
    Over = 1,
}

/// Lines of pixels.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(columns: u32, rows: u32, bits: u32))]
pub struct Lines {
    /// Lines, from top to bottom; a picture without columns has no lines.
    #[br(count = if columns == 0 { 0 } else { rows }, args((columns * bits + 7) / 8))]
    pub lines: Vec<Line>,
}

/// A picture in seven passes; each pass adds pixels between those of the earlier passes.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(width: u32, height: u32, bits: u32))]
pub struct Passes {
    /// The first pixel of each block of eight by eight pixels.
    #[br(args((width + 7) / 8, (height + 7) / 8, bits))]
    pub first: Lines,
    /// The pixel in the fifth column of the first line of each block.
    #[br(args((width + 3) / 8, (height + 7) / 8, bits))]
    pub second: Lines,
    /// The pixels in the first and the fifth column of the fifth line of each block.
    #[br(args((width + 3) / 4, (height + 3) / 8, bits))]
    pub third: Lines,
    /// The pixels in the third and the seventh column of the first and the fifth line of each block.
    #[br(args((width + 1) / 4, (height + 3) / 4, bits))]
    pub fourth: Lines,
    /// The pixels in the odd columns of the third and the seventh line of each block.
    #[br(args((width + 1) / 2, (height + 1) / 4, bits))]
    pub fifth: Lines,
    /// The pixels in the even columns of the odd lines.
    #[br(args(width / 2, (height + 1) / 2, bits))]
    pub sixth: Lines,
    /// All pixels in the even lines.
    #[br(args(width, height / 2, bits))]
    pub seventh: Lines,
}

/// A line of pixels.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(line_size: u32))]
pub struct Line {
    /// Predictor of the bytes, from which the line stores the differences: 0 for none, 1 for the pixel to the left, 2
    /// for the pixel above, 3 for the mean of both, 4 for the Paeth predictor.
    #[schema(range(0..=4))]
    pub filter: u8,
    /// Samples, from the highest bits of a byte downwards; a byte may hold several pixels.
    #[br(count = line_size)]
    pub bytes: Vec<u8>,
}

impl First {
    /// Creates the first chunk of a file.
    pub fn new(header: Header) -> Self {
        Self { kind: FourCc::from(*b"IHDR"), header, crc: 0 }
    }
}

impl Chunk {
    /// Creates a chunk; a writer sets its size and its checksum.
    pub fn new(kind: &[u8; 4], body: Body) -> Self {
        Self { body: Some(body), ..Self::empty(kind, 0) }
    }

    /// Creates an `IDAT` chunk, which holds a part of the compressed picture.
    pub fn part(data: &[u8]) -> Self {
        Self { data: data.to_vec(), ..Self::empty(b"IDAT", data.len()) }
    }

    fn empty(kind: &[u8; 4], length: usize) -> Self {
        let (kind, length) = (FourCc::from(*kind), length as u32);
        Self { length, kind, frames: 0, plays: 0, sequence: 0, frame: None, data: Vec::new(), body: None, crc: 0 }
    }
}

impl Png {
    /// Replaces the picture by `lines`, in `IDAT` chunks of at most `part_size` bytes. The chunks go where the old ones
    /// began, or before `IEND` if the file had none.
    pub fn set_lines(&mut self, lines: Lines, part_size: usize) -> Result<()> {
        let content: Vec<u8> = lines.lines.iter().flat_map(|line| [&[line.filter][..], &line.bytes].concat()).collect();
        let stored = encode(&content, &Zlib::new()).map_err(std::io::Error::other)?;
        let is_part = |chunk: &Chunk| chunk.kind == *b"IDAT";
        let place = self.chunks.iter().position(|chunk| is_part(chunk) || chunk.kind == *b"IEND").unwrap_or_default();
        self.chunks.retain(|chunk| !is_part(chunk));
        self.chunks.splice(place..place, stored.chunks(part_size.max(1)).map(Chunk::part));
        self.lines = Some(lines);
        Ok(())
    }
}

/// Adds a text chunk after `IHDR`; all other chunks keep their bytes.
pub fn describe(file: &[u8], keyword: &str, text: &str) -> Result<Vec<u8>> {
    let mut png = Png::from_slice(file)?;
    let keyword = CText::new(keyword).ok_or_else(|| crate::missing("a keyword without NUL".to_owned()))?;
    let body = Body::Text { keyword, text: text.into() };
    png.chunks.insert(0, Chunk::new(b"tEXt", body));
    png.to_vec()
}
