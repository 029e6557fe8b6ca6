//! DDS, the textures of DirectDraw and Direct3D (1999).
//!
//! A file begins with two nested records of fixed size; a third record follows if a code of four letters announces it.
//! Flags state which numbers have a meaning; rules require related parts to be present together. The records determine
//! the form of the pixels, which the declaration keeps as bytes.

use bpx_schema::codec::FourCc;
use bpx_schema::{Codec, Record, Result, structure};

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"DDS ")]
pub struct Dds {
    /// Properties of the picture.
    pub header: Header,
    /// Further properties of the picture, since Direct3D 10.
    #[br(if(header.format.code == b"DX10"))]
    pub more: Option<More>,
    /// The pixels: all levels of each side of each picture, from the largest level to the smallest.
    #[br(parse_with = until_eof)]
    pub pixels: Vec<u8>,
}

/// The properties of a picture.
#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(
    size = 124,
    assert(
        flags & 0x80008 != 0x80008,
        code = "header.pitch",
        text = "expected the size of a line or of the largest level, found both",
        on = flags
    ),
    assert(
        flags & 0x1007 == 0x1007,
        severity = warning,
        code = "header.required",
        text = "expected the flags of width, height, use and pixels, found {flags}",
        on = flags
    ),
    assert(
        flags & 0x20000 == 0 || levels == 0 || uses & 0x8 != 0,
        severity = warning,
        code = "header.complex",
        text = "expected the flag of several pictures beside levels, found {uses}",
        on = uses
    ),
    assert(
        more_uses & 0x20_0000 == 0 || flags & 0x80_0000 != 0,
        code = "header.volume",
        text = "expected the flag of a depth in a picture of three dimensions, found {flags}",
        on = flags
    ),
    assert(
        more_uses & 0xFC00 == 0 || more_uses & 0x200 != 0,
        code = "header.sides",
        text = "expected the flag of a cube beside its sides, found {more_uses}",
        on = more_uses
    )
)]
pub struct Header {
    /// Size of the header in bytes.
    #[schema(one_of(124))]
    pub size: u32,
    /// Flags that state which of the following numbers are set.
    #[schema(codes = HeaderFlag)]
    pub flags: u32,
    /// Height in pixels.
    pub height: u32,
    /// Width in pixels.
    pub width: u32,
    /// Size in bytes of a line, or of the largest level if the pixels are compressed.
    pub pitch: u32,
    /// Depth in pixels, for a picture with three dimensions.
    pub depth: u32,
    /// Number of levels of detail.
    pub levels: u32,
    /// Numbers for use by programs.
    pub reserved: [u32; 11],
    /// Pixel format.
    pub format: Format,
    /// Capabilities of the surface.
    #[schema(codes = Use)]
    pub uses: u32,
    /// Whether the texture is a cube, with which sides, or a picture with three dimensions.
    #[schema(codes = Shape)]
    pub more_uses: u32,
    /// Free.
    pub unused: [u32; 3],
}

/// Flags that state which numbers of the header are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
#[schema(flags)]
pub enum HeaderFlag {
    /// The capabilities.
    Uses = 0x1,
    /// The height.
    Height = 0x2,
    /// The width.
    Width = 0x4,
    /// Size of a line in bytes.
    Pitch = 0x8,
    /// The pixel format.
    Format = 0x1000,
    /// The levels.
    Levels = 0x20000,
    /// Size of the largest level in bytes.
    LargestLevel = 0x80000,
    /// The depth.
    Depth = 0x80_0000,
}

/// Capabilities of a surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
#[schema(flags)]
pub enum Use {
    /// The file has several pictures.
    Several = 0x8,
    /// The surface is a texture.
    Texture = 0x1000,
    /// The surface has levels of detail.
    Levels = 0x40_0000,
}

/// The shape of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
#[schema(flags)]
pub enum Shape {
    /// The sides of a cube.
    Cube = 0x200,
    /// The side where x is greatest.
    PositiveX = 0x400,
    /// The side where x is least.
    NegativeX = 0x800,
    /// The side where y is greatest.
    PositiveY = 0x1000,
    /// The side where y is least.
    NegativeY = 0x2000,
    /// The side where z is greatest.
    PositiveZ = 0x4000,
    /// The side where z is least.
    NegativeZ = 0x8000,
    /// A picture with three dimensions.
    Volume = 0x20_0000,
}

/// The format of pixels.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(
    size = 32,
    assert(
        flags & 0x4 != 0 || code == b"\0\0\0\0",
        severity = warning,
        code = "format.letters",
        text = "expected no letters without their flag, found {code}",
        on = code
    ),
    assert(
        flags & 0x40 == 0 || bits > 0 && bits <= 32 && (red | green | blue | opacity) < 1 << bits,
        code = "format.masks",
        text = "expected masks within {bits} bits, found {red}, {green}, {blue} and {opacity}",
        on = bits
    )
)]
pub struct Format {
    /// Size of this record in bytes.
    #[schema(one_of(32))]
    pub size: u32,
    /// Flags that state which of the following numbers are set.
    #[schema(codes = FormatFlag)]
    pub flags: u32,
    /// Compression of the pixels as a four-character code, or `DX10`.
    pub code: FourCc,
    /// Number of bits of a pixel.
    pub bits: u32,
    /// Mask of the bits of red.
    pub red: u32,
    /// Mask of the bits of green.
    pub green: u32,
    /// Mask of the bits of blue.
    pub blue: u32,
    /// Mask of the bits of opacity.
    pub opacity: u32,
}

/// Flags that state which numbers of a format are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
#[schema(flags)]
pub enum FormatFlag {
    /// Mask of the opacity.
    Opacity = 0x1,
    /// Mask of the opacity, without colours.
    OpacityAlone = 0x2,
    /// The four-character code.
    Letters = 0x4,
    /// The masks of red, green and blue.
    Colors = 0x40,
    /// The three masks are those of brightness and two colour differences.
    Yuv = 0x200,
    /// The mask of red is that of brightness; there are no colours.
    Brightness = 0x2_0000,
}

/// Further properties of a picture, since Direct3D 10.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(
    size = 20,
    assert(
        flags & 0x4 == 0 || dimension == 3,
        code = "more.cube",
        text = "expected sides of two dimensions in a cube, found {dimension - 1}",
        on = dimension
    ),
    assert(
        dimension != 4 || count == 1,
        code = "more.volume",
        text = "expected one picture of three dimensions, found {count}",
        on = count
    )
)]
pub struct More {
    /// Number of the format of the pixels.
    #[schema(codes = Dxgi)]
    pub format: u32,
    /// Number of dimensions, plus 1.
    #[schema(codes = Dimension, known)]
    pub dimension: u32,
    /// Further flags of the texture.
    #[schema(codes = MoreFlag)]
    pub flags: u32,
    /// Number of pictures, or of cubes.
    #[schema(range(1..=0xFFFF_FFFF))]
    pub count: u32,
    /// Interpretation of the alpha channel.
    #[schema(codes = Opacity, known)]
    pub opacity: u32,
}

/// The pixel formats that most textures have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
pub enum Dxgi {
    /// None.
    Unknown = 0,
    /// Four floats of 32 bits.
    Rgba32Float = 2,
    /// Four floats of 16 bits.
    Rgba16Float = 10,
    /// Four whole numbers of 16 bits, which represent numbers from 0 to 1.
    Rgba16 = 11,
    /// Three numbers of 10 bits, and a number of 2 bits.
    Rgb10A2 = 24,
    /// Floats of 11, 11 and 10 bits.
    Rg11B10Float = 26,
    /// Four numbers of 8 bits.
    Rgba8 = 28,
    /// `Rgba8` in the colour space sRGB.
    Rgba8Srgb = 29,
    /// A float of 32 bits.
    R32Float = 41,
    /// Two numbers of 8 bits.
    Rg8 = 49,
    /// A number of 8 bits.
    R8 = 61,
    /// Blocks of BC1.
    Bc1 = 71,
    /// `Bc1` in the colour space sRGB.
    Bc1Srgb = 72,
    /// Blocks of BC2.
    Bc2 = 74,
    /// `Bc2` in the colour space sRGB.
    Bc2Srgb = 75,
    /// Blocks of BC3.
    Bc3 = 77,
    /// `Bc3` in the colour space sRGB.
    Bc3Srgb = 78,
    /// Blocks of BC4.
    Bc4 = 80,
    /// Blocks of BC4 with signed numbers.
    Bc4Signed = 81,
    /// Blocks of BC5.
    Bc5 = 83,
    /// Blocks of BC5 with signed numbers.
    Bc5Signed = 84,
    /// Numbers of 5, 6 and 5 bits.
    B5G6R5 = 85,
    /// Four numbers of 8 bits, blue first.
    Bgra8 = 87,
    /// `Bgra8` in the colour space sRGB.
    Bgra8Srgb = 91,
    /// Blocks of BC6H.
    Bc6h = 95,
    /// Blocks of BC6H with signed numbers.
    Bc6hSigned = 96,
    /// Blocks of BC7.
    Bc7 = 98,
    /// `Bc7` in the colour space sRGB.
    Bc7Srgb = 99,
}

/// Dimensions of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
pub enum Dimension {
    /// A line.
    One = 2,
    /// A picture.
    Two = 3,
    /// A picture with depth.
    Three = 4,
}

/// Further flags of a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
#[schema(flags)]
pub enum MoreFlag {
    /// The six sides of a cube.
    Cube = 0x4,
}

/// Interpretations of the alpha channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
pub enum Opacity {
    /// Not stated.
    Unknown = 0,
    /// Colours are not multiplied by the opacity.
    Straight = 1,
    /// Colours are multiplied by the opacity.
    Multiplied = 2,
    /// All pixels are opaque.
    Opaque = 3,
    /// The channel is not the opacity.
    Custom = 4,
}

/// Applies `paint` to each byte of the pixels.
pub fn repaint(file: &[u8], paint: impl Fn(u8) -> u8) -> Result<Vec<u8>> {
    let mut dds = Dds::from_slice(file)?;
    dds.pixels.iter_mut().for_each(|byte| *byte = paint(*byte));
    dds.to_vec()
}
