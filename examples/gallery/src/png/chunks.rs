//! The contents of PNG chunks, by their four letters.

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
    /// Pixels of this brightness cannot be seen.
    #[br(pre_assert(kind == int(b"tRNS") && color == 0))]
    ClearGray(u16),
    /// Pixels of this colour cannot be seen.
    #[br(pre_assert(kind == int(b"tRNS") && color == 2))]
    ClearColor([u16; 3]),
    /// Opacity of the colours of the palette.
    #[br(pre_assert(kind == int(b"tRNS") && color == 3))]
    Opacity(#[br(parse_with = until_eof)] Vec<u8>),
    /// Chromaticities of white, red, green and blue.
    #[br(pre_assert(kind == int(b"cHRM")))]
    Chromaticities(Chromaticities),
    /// Brightness, multiplied by 100,000.
    #[br(pre_assert(kind == int(b"gAMA")))]
    Gamma(u32),
    /// Colours as a device shows them.
    #[br(pre_assert(kind == int(b"iCCP")))]
    Profile {
        /// Its name.
        #[schema(text(encoding = "latin-1"))]
        name: CText,
        /// Compression; there is one.
        #[schema(one_of(0))]
        method: u8,
        /// The profile, as the International Color Consortium defines it.
        #[br(parse_with = until_eof)]
        #[schema(region(transform(zlib)))]
        profile: Vec<u8>,
    },
    /// Bits of each sample that the picture had before.
    #[br(pre_assert(kind == int(b"sBIT")))]
    SignificantBits {
        /// One number for each sample; three for colours of a palette.
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
    /// Coding-independent code points of the colours.
    #[br(pre_assert(kind == int(b"cICP")))]
    VideoColors(VideoColors),
    /// The display that the picture was made on.
    #[br(pre_assert(kind == int(b"mDCV")))]
    Mastering(Mastering),
    /// Light level of the content.
    #[br(pre_assert(kind == int(b"cLLI")))]
    LightLevel {
        /// Of its brightest pixel, in parts of 10,000 of a candela for a square metre.
        greatest: u32,
        /// Of a frame at most, on average.
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
    /// Keyword and text, compressed.
    #[br(pre_assert(kind == int(b"zTXt")))]
    PackedText {
        /// Keyword.
        #[schema(text(encoding = "latin-1"))]
        keyword: CText,
        /// Compression; there is one.
        #[schema(one_of(0))]
        method: u8,
        /// The text.
        #[br(parse_with = until_eof)]
        #[schema(region(transform(zlib)), text(encoding = "latin-1"))]
        text: Vec<u8>,
    },
    /// A text in any language, perhaps compressed.
    #[br(pre_assert(kind == int(b"iTXt")))]
    AnyText {
        /// Keyword.
        #[schema(text(encoding = "latin-1"))]
        keyword: CText,
        /// 1 for a compressed text.
        #[schema(one_of(0, 1))]
        packed: u8,
        /// Compression; there is one.
        #[schema(one_of(0))]
        method: u8,
        /// The language, such as `en-GB`, or nothing.
        #[schema(text(encoding = "latin-1"))]
        language: CText,
        /// Keyword in that language.
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
    /// Physical size of a pixel.
    #[br(pre_assert(kind == int(b"pHYs")))]
    PixelSize {
        /// Pixels in a unit, from left to right.
        across: u32,
        /// Pixels in a unit, from top to bottom.
        down: u32,
        /// The unit.
        #[schema(codes = Unit, known)]
        unit: u8,
    },
    /// Colours for devices that show few of them.
    #[br(pre_assert(kind == int(b"sPLT")))]
    Suggestions {
        /// Name of the palette.
        #[schema(text(encoding = "latin-1"))]
        name: CText,
        /// Bits of a sample.
        #[schema(one_of(8, 16))]
        sample_depth: u8,
        /// The colours, the most frequent one first.
        #[br(parse_with = until_eof, args(sample_depth))]
        colors: Vec<Suggestion>,
    },
    /// Data of the camera, in the form of TIFF.
    #[br(pre_assert(kind == int(b"eXIf")))]
    Camera {
        /// `II` for little-endian numbers, `MM` for big-endian ones.
        #[schema(one_of(0x4949, 0x4D4D))]
        order: u16,
        /// The rest.
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

/// The colours of a picture.
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
    /// The colours, by number from 0.
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
    /// That it looks right, as a photograph.
    Perceptual = 0,
    /// That colours are the same, beside the white of the device.
    Relative = 1,
    /// That they stay strong.
    Saturation = 2,
    /// That they are the same.
    Absolute = 3,
}

/// The code points of colours, as ITU-T H.273 numbers them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(big)]
#[schema(size = 4)]
pub struct VideoColors {
    /// Colour primaries.
    pub primaries: u8,
    /// Transfer function.
    pub transfer: u8,
    /// Matrix from samples to red, green and blue: always the identity.
    #[schema(one_of(0))]
    pub matrix: u8,
    /// 1 when samples use all of their numbers.
    #[schema(one_of(0, 1))]
    pub full_range: u8,
}

/// The display that a picture was made on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(big)]
#[schema(size = 24)]
pub struct Mastering {
    /// x and y of red, green and blue, multiplied by 50,000.
    pub primaries: [u16; 6],
    /// x and y of white.
    pub white: [u16; 2],
    /// Maximum luminance, in parts of 10,000 of a candela for a square metre.
    pub brightest: u32,
    /// And at least.
    pub darkest: u32,
}

/// The unit of the size of pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum Unit {
    /// None: the two numbers say the shape of a pixel.
    Shape = 0,
    /// A metre.
    Metre = 1,
}

/// A colour for devices that show few of them.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(depth: u8))]
pub struct Suggestion {
    /// Red, in one byte or two.
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
    /// Relative frequency in the picture.
    pub frequency: u16,
}

/// A time of Greenwich.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(big)]
#[schema(size = 7)]
pub struct Time {
    /// Year, all digits.
    pub year: u16,
    /// Month, from 1.
    #[schema(range(1..=12))]
    pub month: u8,
    /// Day, from 1.
    #[schema(range(1..=31))]
    pub day: u8,
    /// Hour.
    #[schema(range(0..=23))]
    pub hour: u8,
    /// Minute.
    #[schema(range(0..=59))]
    pub minute: u8,
    /// Second; 60 for one that is added to a year.
    #[schema(range(0..=60))]
    pub second: u8,
}
