//! BMP, pictures of Windows and OS/2 (1986 to 1998): a header that has grown from 12 to 124 bytes.
//!
//! The header begins with its size, which is also its version: a condition of each field states the smallest size of a
//! header with this field, and an absent field is 0. Three masks of colours follow the header of 40 bytes; later
//! headers contain the masks at the same offset, so one condition reads both.
//!
//! The file states the offset of the picture. The size of the picture follows from width and height, or is stated; runs
//! are a list that two bytes end. A colour profile follows the picture, at an offset that counts from the header.

use crate::missing;
use bpx_schema::codec::FixedPoint;
use bpx_schema::layout::FileWriter;
use bpx_schema::{Codec, Record, Result, structure};

/// Size of the header of OS/2 1 and Windows 2, in bytes.
pub const CORE: u32 = 12;
/// Size of the header of Windows 3, in bytes.
pub const INFO: u32 = 40;
/// Size of the header of OS/2 2, in bytes; it has other fields after the first 40 bytes.
pub const OS2: u32 = 64;
/// Size of the header of Windows 95, in bytes.
pub const V4: u32 = 108;
/// Size of the header of Windows 98, in bytes.
pub const V5: u32 = 124;

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    set(file_size = file.size),
    assert(
        file_size == size,
        code = "bmp.file-size",
        class = Inconsistent,
        severity = warning,
        text = "expected the size of the file, {size}, found {file_size}",
        on = file_size
    ),
    assert(
        header_size == OS2 || (compression != 1 || bits == 8) && (compression != 2 || bits == 4)
            && (compression != 3 && compression != 6 || bits == 16 || bits == 32),
        code = "bmp.bits",
        text = "a picture of compression {compression} does not have {bits} bits for a pixel",
        on = bits
    ),
    assert(
        compression != 1 && compression != 2 || height > 0,
        code = "bmp.order",
        text = "runs begin with the lowest line, expected a height above 0, found {height}",
        on = height
    ),
    assert(
        bits == 0 || bits > 8 || colors <= 1 << bits,
        code = "bmp.colors",
        text = "expected at most {1 << bits} colours, found {colors}",
        on = colors
    )
)]
pub struct Bmp {
    /// `BM`; icons and pointers of OS/2 have other letters.
    #[schema(codes = Kind, known, code = "bmp.kind")]
    pub kind: u16,
    file_size: u32,
    /// X of the hot spot of a pointer, in pixels; 0 in pictures.
    pub hot_x: u16,
    /// Y of the hot spot of a pointer, in pixels; 0 in pictures.
    pub hot_y: u16,
    pixels_offset: u32,
    /// Size of the header in bytes, from this field on; it determines the version.
    #[schema(one_of(12, 16, 40, 52, 56, 64, 108, 124), code = "bmp.version")]
    pub header_size: u32,
    /// Width in pixels.
    #[schema(width = if header_size == CORE { 2 } else { 4 })]
    pub width: u32,
    /// Height in pixels, in the oldest header.
    #[br(if(header_size == CORE, 0))]
    pub core_height: u16,
    /// Height in pixels, in all other headers; below 0 if the top line comes first.
    #[br(if(header_size != CORE, 0))]
    pub height: i32,
    /// Number of planes, which is 1.
    #[schema(one_of(1))]
    pub planes: u16,
    /// Number of bits of a pixel; 0 if the picture is a file of another format.
    #[schema(one_of(0, 1, 2, 4, 8, 16, 24, 32, 64))]
    pub bits: u16,
    /// Compression of the pixels.
    #[br(if(header_size >= INFO, 0))]
    #[schema(codes = Compression)]
    pub compression: u32,
    /// Size of the picture in bytes; may be 0 if the picture is not compressed.
    #[br(if(header_size >= INFO, 0))]
    pub image_size: u32,
    /// Horizontal resolution, in pixels per metre.
    #[br(if(header_size >= INFO, 0))]
    pub x_density: i32,
    /// Vertical resolution, in pixels per metre.
    #[br(if(header_size >= INFO, 0))]
    pub y_density: i32,
    /// Number of colours of the palette; 0 for as many as the bits of a pixel can name.
    #[br(if(header_size >= INFO, 0))]
    pub colors: u32,
    /// Number of important colours; 0 for all.
    #[br(if(header_size >= INFO, 0))]
    pub important_colors: u32,
    /// Masks of the colours in a pixel.
    #[br(if(header_size > INFO && header_size != OS2 || header_size == INFO && (compression == 3 || compression == 6)))]
    pub masks: Option<Masks>,
    /// Mask of the opacity in a pixel.
    #[br(if(header_size > 52 && header_size != OS2 || header_size == INFO && compression == 6, 0))]
    pub alpha_mask: u32,
    /// Further members of the header of OS/2 2.
    #[br(if(header_size == OS2))]
    pub os2: Option<Os2>,
    /// Colour space.
    #[br(if(header_size >= V4))]
    pub space: Option<Space>,
    /// Rendering intent.
    #[br(if(header_size >= V5, 0))]
    #[schema(codes = Intent)]
    pub intent: u32,
    #[br(if(header_size >= V5, 0))]
    profile_offset: u32,
    #[br(if(header_size >= V5, 0))]
    profile_size: u32,
    #[br(if(header_size >= V5, 0))]
    #[schema(reserved)]
    reserved: u32,
    /// Colours that pixels name by number.
    #[br(
        count = if colors != 0 { colors } else if bits == 0 || bits > 8 { 0 } else { 1 << bits },
        args(header_size)
    )]
    pub palette: Vec<Color>,
    /// The pixels.
    #[br(args(if header_size == OS2 && compression > 2 { 4 } else { compression }, bits))]
    #[schema(region(
        at = pixels_offset,
        size = if compression == 0 || header_size != OS2 && (compression == 3 || compression == 6 || compression == 11) {
            (width * bits + 31) / 32 * 4 * (core_height + if height < 0 { -height } else { height })
        } else {
            image_size
        },
        set(image_size = if image_size == 0 { 0 } else { region.stored_size })
    ))]
    pub picture: Picture,
    /// A colour profile, or the path of a colour profile.
    #[br(if(profile_size != 0), parse_with = until_eof)]
    #[schema(region(at = 14 + profile_offset, size = profile_size, set(profile_offset = region.offset - 14)))]
    pub profile: Option<Vec<u8>>,
}

/// Signatures: two letters, of which the first is in the lower byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum Kind {
    /// `BM`.
    Picture = 0x4D42,
    /// `IC`, an icon of OS/2.
    Icon = 0x4349,
    /// `PT`, a pointer of OS/2.
    Pointer = 0x5450,
    /// `CI`, an icon of OS/2 with colours.
    ColorIcon = 0x4943,
    /// `CP`, a pointer of OS/2 with colours.
    ColorPointer = 0x5043,
}

/// Compressions of the pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
pub enum Compression {
    /// Uncompressed lines of pixels.
    None = 0,
    /// Runs of pixels of eight bits.
    Runs8 = 1,
    /// Runs of pixels of four bits.
    Runs4 = 2,
    /// Rows of pixels, with masks of their colours; in OS/2, rows in a code of fax machines.
    Masks = 3,
    /// A JPEG file; in OS/2, runs of pixels of 24 bits.
    Jpeg = 4,
    /// A PNG file.
    Png = 5,
    /// Lines of pixels, with masks of colours and opacity.
    AlphaMasks = 6,
    /// Uncompressed lines of pixels in the colours of a printer.
    Cmyk = 11,
    /// Runs of pixels of eight bits, in the colours of a printer.
    CmykRuns8 = 12,
    /// Runs of pixels of four bits, in the colours of a printer.
    CmykRuns4 = 13,
}

/// The masks of the colours in a pixel.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(assert(red & green == 0 && green & blue == 0 && blue & red == 0, text = "a bit has two colours"))]
pub struct Masks {
    /// Red.
    pub red: u32,
    /// Green.
    pub green: u32,
    /// Blue.
    pub blue: u32,
}

/// The further members of the header of OS/2 2.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 24)]
pub struct Os2 {
    /// Unit of the resolution; 0 for pixels per metre.
    pub units: u16,
    #[schema(reserved)]
    padding: u16,
    /// Order of the lines; 0 for bottom to top.
    pub recording: u16,
    /// Halftoning algorithm; 0 for none.
    pub halftones: u16,
    /// First parameter of the halftoning algorithm.
    pub first_size: u32,
    /// Second parameter of the halftoning algorithm.
    pub second_size: u32,
    /// Colour model of the palette; 0 for red, green and blue.
    pub color_encoding: u32,
    /// A number for use by programs.
    pub identifier: u32,
}

/// The colour space of a picture.
#[derive(Debug, Clone, Copy, Default, PartialEq, Record)]
#[brw(little)]
#[schema(size = 52)]
pub struct Space {
    /// Kind of the colour space.
    #[schema(codes = SpaceKind)]
    pub kind: u32,
    /// CIE coordinates of full red, green and blue.
    pub ends: [Point; 3],
    /// Tone curve of red, as an exponent.
    pub red_gamma: FixedPoint<u32, 16>,
    /// Tone curve of green, as an exponent.
    pub green_gamma: FixedPoint<u32, 16>,
    /// Tone curve of blue, as an exponent.
    pub blue_gamma: FixedPoint<u32, 16>,
}

/// A colour in the coordinates of CIE 1931.
#[derive(Debug, Clone, Copy, Default, PartialEq, Record)]
#[brw(little)]
pub struct Point {
    /// X.
    pub x: FixedPoint<i32, 30>,
    /// Y.
    pub y: FixedPoint<i32, 30>,
    /// Z.
    pub z: FixedPoint<i32, 30>,
}

/// Kinds of colour spaces: 0, or four letters that are stored from the last to the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
pub enum SpaceKind {
    /// The header states `ends` and gammas.
    Calibrated = 0,
    /// `sRGB`.
    Srgb = 0x7352_4742,
    /// The colour space of Windows, `Win `.
    Windows = 0x5769_6E20,
    /// A profile in another file, `LINK`.
    Linked = 0x4C49_4E4B,
    /// A profile in this file, `MBED`.
    Embedded = 0x4D42_4544,
}

/// Rendering intents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
pub enum Intent {
    /// Keeps colours saturated, for graphics.
    Business = 1,
    /// Keeps colours the same, relative to white.
    Graphics = 2,
    /// Keeps pictures similar to the eye.
    Images = 4,
    /// Keeps all colours the same, including white.
    Absolute = 8,
}

/// A colour of the palette.
#[structure]
#[derive(Debug, Clone, Copy, PartialEq)]
#[brw(little)]
#[br(import(header_size: u32))]
pub struct Color {
    /// Blue.
    pub blue: u8,
    /// Green.
    pub green: u8,
    /// Red.
    pub red: u8,
    /// Padding; the oldest header has none.
    #[br(if(header_size != CORE, 0))]
    pub filler: u8,
}

/// The pixels.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(compression: u32, bits: u16))]
pub enum Picture {
    /// Lines, each filled up to a multiple of four bytes.
    #[br(pre_assert(compression == 0 || compression == 3 || compression == 6 || compression == 11))]
    Lines(#[br(parse_with = until_eof)] Vec<u8>),
    /// Runs of equal pixels.
    #[br(pre_assert(compression == 1 || compression == 2 || compression == 12 || compression == 13))]
    Runs {
        /// All runs, up to the end of the picture.
        #[br(until_bytes = b"\0\x01", args(bits))]
        runs: Vec<Run>,
        /// Bytes after the end of the pixels.
        #[br(parse_with = until_eof)]
        after: Vec<u8>,
    },
    /// A file of another format, or rows in a code of fax machines.
    Other(#[br(parse_with = until_eof)] Vec<u8>),
}

/// A run of pixels, or a move to another pixel.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(bits: u16))]
pub enum Run {
    /// The next pixel is the first one of the next line.
    #[br(magic = b"\0\0")]
    Line,
    /// The next pixel is `x` pixels to the right and `y` lines up; the pixels between have no colour.
    #[br(magic = b"\0\x02")]
    Move {
        /// Number of pixels to the right.
        x: u8,
        /// Number of lines up.
        y: u8,
    },
    /// Uncompressed pixels.
    #[br(magic = b"\0")]
    Pixels {
        /// Number of pixels.
        count: u8,
        /// Numbers of the colours, in as many bits as a pixel has.
        #[br(count = (count * bits + 7) / 8)]
        pixels: Vec<u8>,
        /// A byte of padding after an odd number of bytes.
        #[br(count = (count * bits + 7) / 8 % 2)]
        #[schema(padding)]
        padding: Vec<u8>,
    },
    /// Equal pixels, or pixels of two colours that alternate, in four bits each.
    Same {
        /// Number of pixels.
        count: u8,
        /// Number of the colour, or of both colours.
        color: u8,
    },
}

impl Bmp {
    /// Creates a picture with a header of 40 bytes.
    #[must_use]
    pub fn new(width: u32, height: i32, bits: u16, palette: Vec<Color>, picture: Picture) -> Self {
        Self {
            kind: Kind::Picture as u16,
            file_size: 0,
            hot_x: 0,
            hot_y: 0,
            pixels_offset: 0,
            header_size: INFO,
            width,
            core_height: 0,
            height,
            planes: 1,
            bits,
            compression: Compression::None as u32,
            image_size: 0,
            x_density: 0,
            y_density: 0,
            colors: u32::try_from(palette.len()).unwrap_or(u32::MAX),
            important_colors: 0,
            masks: None,
            alpha_mask: 0,
            os2: None,
            space: None,
            intent: 0,
            profile_offset: 0,
            profile_size: 0,
            reserved: 0,
            palette,
            picture,
            profile: None,
        }
    }

    /// Returns the number of pixels in a line, and the number of lines.
    #[must_use]
    pub fn dimensions(&self) -> (u32, u32) {
        (self.width, u32::from(self.core_height) + self.height.unsigned_abs())
    }
}

/// Returns the bytes of a new file.
pub fn write(bmp: &Bmp) -> Result<Vec<u8>> {
    FileWriter::new(bmp, [])?.place()?.to_vec()
}

/// Puts a colour profile after the picture, and gives the file the longest header, which the profile needs.
pub fn attach(file: &[u8], profile: Vec<u8>) -> Result<Vec<u8>> {
    let mut bmp = Bmp::from_slice(file)?;
    if !matches!(bmp.header_size, INFO | V4 | V5) {
        return Err(missing("no header that may grow".to_owned()));
    }
    bmp.header_size = V5;
    bmp.masks.get_or_insert_default();
    bmp.space.get_or_insert_default().kind = SpaceKind::Embedded as u32;
    bmp.intent = Intent::Images as u32;
    // A reader finds the profile by its size, which a writer sets once it is there.
    bmp.profile_size = u32::try_from(profile.len()).unwrap_or(u32::MAX);
    bmp.profile = Some(profile);
    FileWriter::edit(&bmp, [], file)?.place()?.to_vec()
}

/// Applies `change` to each colour of the palette; everything else keeps its bytes.
pub fn recolor(file: &[u8], change: impl Fn(&mut Color)) -> Result<Vec<u8>> {
    let mut bmp = Bmp::from_slice(file)?;
    if bmp.palette.is_empty() {
        return Err(missing("no palette".to_owned()));
    }
    bmp.palette.iter_mut().for_each(change);
    FileWriter::edit(&bmp, [], file)?.place()?.to_vec()
}
