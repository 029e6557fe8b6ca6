//! The contents of PNG chunks; the four letters of a chunk decide its content.

use bpx_schema::codec::CText;
use bpx_schema::{Record, structure};

/// The content of a chunk.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(kind: u32, color: u8, depth: u8))]
pub enum Body {
    /// Up to 256 colours.
    #[br(pre_assert(kind == int(b"PLTE")))]
    Palette(#[br(args(color, depth))] Palette),
    /// The brightness of pixels that are transparent.
    #[br(pre_assert(kind == int(b"tRNS") && color == 0))]
    ClearGray(u16),
    /// The colour of pixels that are transparent.
    #[br(pre_assert(kind == int(b"tRNS") && color == 2))]
    ClearColor([u16; 3]),
    /// Opacity of each colour of the palette.
    #[br(pre_assert(kind == int(b"tRNS") && color == 3))]
    Opacity(#[br(parse_with = until_eof)] Vec<u8>),
    /// Chromaticities of white, red, green and blue.
    #[br(pre_assert(kind == int(b"cHRM")))]
    Chromaticities(Chromaticities),
    /// Gamma of the picture, multiplied by 100,000.
    #[br(pre_assert(kind == int(b"gAMA")))]
    Gamma(u32),
    /// Colour profile of the picture.
    #[br(pre_assert(kind == int(b"iCCP")))]
    Profile {
        /// Name of the profile.
        #[schema(text(encoding = "latin-1"))]
        name: CText,
        /// Compression method; always 0, zlib.
        #[schema(one_of(0))]
        method: u8,
        /// The profile, in the format of the International Color Consortium.
        #[br(parse_with = until_eof)]
        #[schema(region(transform(zlib)))]
        profile: Vec<u8>,
    },
    /// Bits of each sample in the original picture.
    #[br(pre_assert(kind == int(b"sBIT")))]
    SignificantBits {
        /// Bits of each sample; for a palette, of red, green and blue.
        #[br(count = if color == 0 { 1 } else if color == 4 { 2 } else if color == 6 { 4 } else { 3 })]
        #[schema(range(1..=16))]
        bits: Vec<u8>,
    },
    /// The colours are those of sRGB.
    #[br(pre_assert(kind == int(b"sRGB")))]
    StandardColors {
        /// Rendering intent.
        #[schema(codes = Intent, known)]
        intent: u8,
    },
    /// Code points that identify the colour space.
    #[br(pre_assert(kind == int(b"cICP")))]
    VideoColors(VideoColors),
    /// The display on which the picture was mastered.
    #[br(pre_assert(kind == int(b"mDCV")))]
    Mastering(Mastering),
    /// Brightness of the content.
    #[br(pre_assert(kind == int(b"cLLI")))]
    LightLevel {
        /// Luminance of the brightest pixel, in units of 0.0001 candela per square metre.
        greatest: u32,
        /// Greatest average luminance of a frame, in units of 0.0001 candela per square metre.
        average: u32,
    },
    /// A text about the picture.
    #[br(pre_assert(kind == int(b"tEXt")))]
    Text {
        /// Keyword.
        #[schema(text(encoding = "latin-1"))]
        keyword: CText,
        /// The text.
        #[br(parse_with = until_eof)]
        #[schema(text(encoding = "latin-1"))]
        text: Vec<u8>,
    },
    /// A keyword and a compressed text about the picture.
    #[br(pre_assert(kind == int(b"zTXt")))]
    PackedText {
        /// Keyword.
        #[schema(text(encoding = "latin-1"))]
        keyword: CText,
        /// Compression method; always 0, zlib.
        #[schema(one_of(0))]
        method: u8,
        /// The text.
        #[br(parse_with = until_eof)]
        #[schema(region(transform(zlib)), text(encoding = "latin-1"))]
        text: Vec<u8>,
    },
    /// A text in any language, which may be compressed.
    #[br(pre_assert(kind == int(b"iTXt")))]
    AnyText {
        /// Keyword.
        #[schema(text(encoding = "latin-1"))]
        keyword: CText,
        /// 1 if the text is compressed.
        #[schema(one_of(0, 1))]
        packed: u8,
        /// Compression method; always 0, zlib.
        #[schema(one_of(0))]
        method: u8,
        /// The language, such as `en-GB`, or an empty text.
        #[schema(text(encoding = "latin-1"))]
        language: CText,
        /// Keyword in the language of the text.
        translated: CText,
        /// The text.
        #[br(parse_with = until_eof)]
        #[schema(region(transform(zlib if packed == 1)), utf8)]
        text: Vec<u8>,
    },
    /// Brightness of the background.
    #[br(pre_assert(kind == int(b"bKGD") && color & 3 == 0))]
    GrayBackground(u16),
    /// Colour of the background.
    #[br(pre_assert(kind == int(b"bKGD") && color & 3 == 2))]
    ColorBackground([u16; 3]),
    /// Number of the background colour in the palette.
    #[br(pre_assert(kind == int(b"bKGD") && color == 3))]
    IndexedBackground(u8),
    /// Frequency of each colour of the palette.
    #[br(pre_assert(kind == int(b"hIST")))]
    Histogram(#[br(parse_with = until_eof)] Vec<u16>),
    /// Physical size of a pixel, or its aspect ratio.
    #[br(pre_assert(kind == int(b"pHYs")))]
    PixelSize {
        /// Pixels per unit, from left to right.
        across: u32,
        /// Pixels per unit, from top to bottom.
        down: u32,
        /// Unit of length.
        #[schema(codes = Unit, known)]
        unit: u8,
    },
    /// A suggested palette for devices that show few colours.
    #[br(pre_assert(kind == int(b"sPLT")))]
    Suggestions {
        /// Name of the palette.
        #[schema(text(encoding = "latin-1"))]
        name: CText,
        /// Bits of a sample of a colour.
        #[schema(one_of(8, 16))]
        sample_depth: u8,
        /// The colours, the most frequent one first.
        #[br(parse_with = until_eof, args(sample_depth))]
        colors: Vec<Suggestion>,
    },
    /// Exif data of the camera, in the form of TIFF.
    #[br(pre_assert(kind == int(b"eXIf")))]
    Camera {
        /// `II` for little-endian numbers, `MM` for big-endian ones.
        #[schema(one_of(0x4949, 0x4D4D))]
        order: u16,
        /// The Exif data after the byte order.
        #[br(parse_with = until_eof)]
        rest: Vec<u8>,
    },
    /// Time of the last change.
    #[br(pre_assert(kind == int(b"tIME")))]
    Time(Time),
    /// The end of the file.
    #[br(pre_assert(kind == int(b"IEND")))]
    End,
    /// A chunk of another kind.
    Other(#[br(parse_with = until_eof)] Vec<u8>),
}

/// The palette of a picture.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(color: u8, depth: u8))]
#[schema(
    assert(colors.len() > 0, code = "palette.empty", text = "expected a colour, found none", on = colors),
    assert(
        colors.len() <= if color == 3 { 1 << depth } else { 256 },
        code = "palette.size",
        text = "expected no more colours than samples of {depth} bits can name, found {colors.len()}",
        on = colors
    )
)]
pub struct Palette {
    /// The colours; pixels refer to them by number, from 0.
    #[br(parse_with = until_eof)]
    pub colors: Vec<Color>,
}

/// A colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(big)]
pub struct Color {
    /// Red, from 0 to 255.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
}

/// The chromaticities of white, red, green and blue: x and y of CIE 1931, multiplied by 100,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(big)]
#[schema(size = 32)]
pub struct Chromaticities {
    /// White.
    pub white: [u32; 2],
    /// Red.
    pub red: [u32; 2],
    /// Green.
    pub green: [u32; 2],
    /// Blue.
    pub blue: [u32; 2],
}

/// Rendering intents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum Intent {
    /// The picture looks natural, as is right for photographs.
    Perceptual = 0,
    /// Colours are exact, relative to the white of the device.
    Relative = 1,
    /// Colours stay saturated.
    Saturation = 2,
    /// Colours are exact.
    Absolute = 3,
}

/// The code points of a colour space, as ITU-T H.273 numbers them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(big)]
#[schema(size = 4)]
pub struct VideoColors {
    /// Colour primaries.
    pub primaries: u8,
    /// Transfer function.
    pub transfer: u8,
    /// Matrix from samples to red, green and blue; always 0 for the identity.
    #[schema(one_of(0))]
    pub matrix: u8,
    /// 1 if samples use their full range.
    #[schema(one_of(0, 1))]
    pub full_range: u8,
}

/// The display on which a picture was mastered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(big)]
#[schema(size = 24)]
pub struct Mastering {
    /// x and y of the red, green and blue primaries, multiplied by 50,000.
    pub primaries: [u16; 6],
    /// x and y of the white point, multiplied by 50,000.
    pub white: [u16; 2],
    /// Greatest luminance of the display, in units of 0.0001 candela per square metre.
    pub brightest: u32,
    /// Least luminance of the display, in units of 0.0001 candela per square metre.
    pub darkest: u32,
}

/// The unit in which a chunk states the pixel size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum Unit {
    /// No unit; the two numbers state the aspect ratio of a pixel.
    Shape = 0,
    /// A metre.
    Metre = 1,
}

/// A colour of a suggested palette.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(depth: u8))]
pub struct Suggestion {
    /// Red, in one or two bytes.
    #[schema(width = depth / 8)]
    pub red: u16,
    /// Green.
    #[schema(width = depth / 8)]
    pub green: u16,
    /// Blue.
    #[schema(width = depth / 8)]
    pub blue: u16,
    /// Opacity.
    #[schema(width = depth / 8)]
    pub opacity: u16,
    /// Relative frequency of the colour in the picture.
    pub frequency: u16,
}

/// A time in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(big)]
#[schema(size = 7)]
pub struct Time {
    /// Year, with all four digits.
    pub year: u16,
    /// Month, from 1 to 12.
    #[schema(range(1..=12))]
    pub month: u8,
    /// Day, from 1 to 31.
    #[schema(range(1..=31))]
    pub day: u8,
    /// Hour.
    #[schema(range(0..=23))]
    pub hour: u8,
    /// Minute.
    #[schema(range(0..=59))]
    pub minute: u8,
    /// Second, from 0 to 60; 60 is a leap second.
    #[schema(range(0..=60))]
    pub second: u8,
}
