//! Declares layers, the cels that they show in frames, and tiles.

use super::Text;
use bpx_schema::codec::FixedPoint;
use bpx_schema::transform::{Zlib, encode};
use bpx_schema::{Record, Result, structure};

/// A layer.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(file_flags: u32))]
#[schema(spec = "Layer Chunk (0x2004)")]
pub struct Layer {
    /// Flags of display and editing.
    #[schema(codes = LayerFlag)]
    pub flags: u16,
    /// Kind of the layer.
    #[schema(codes = LayerKind, known)]
    pub kind: u16,
    /// Depth in the tree of groups; 0 for layers that are in no group.
    pub level: u16,
    /// Bytes without a meaning.
    pub default_width: u16,
    /// Bytes without a meaning.
    pub default_height: u16,
    /// Blend mode, which mixes the colours with those of the layers below.
    #[schema(codes = Blend, known)]
    pub blend: u16,
    /// Opacity.
    pub opacity: u8,
    /// Bytes without a meaning.
    #[schema(reserved)]
    pub reserved: [u8; 3],
    /// The name.
    pub name: Text,
    /// Number of the tileset, for a tilemap.
    #[br(if(kind == 2))]
    pub tileset: Option<u32>,
    /// Identifier; present if the file has the flag `LayerIds`.
    #[br(if(file_flags & 4 != 0))]
    pub id: Option<[u8; 16]>,
}

/// Flags of a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
#[schema(flags)]
pub enum LayerFlag {
    /// The layer is visible.
    Visible = 1,
    /// The layer can be changed.
    Editable = 2,
    /// The layer cannot be moved.
    LockMovement = 4,
    /// The layer lies below all other layers.
    Background = 8,
    /// New cels of the layer are links.
    PreferLinkedCels = 16,
    /// The list of layers shows the group as one line.
    Collapsed = 32,
    /// The layer is a reference picture to draw by.
    Reference = 64,
}

/// Kinds of layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum LayerKind {
    /// Pictures.
    Normal = 0,
    /// A group of layers.
    Group = 1,
    /// A map of tiles.
    Tilemap = 2,
}

/// Blend modes, which mix the colours of a layer with those below.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum Blend {
    /// Mixes by opacity.
    Normal = 0,
    /// Product.
    Multiply = 1,
    /// Complement of the product of the complements.
    Screen = 2,
    /// Multiplies or screens, depending on the colour below.
    Overlay = 3,
    /// The darker of the two colours.
    Darken = 4,
    /// The lighter of the two colours.
    Lighten = 5,
    /// Brightens the colour below.
    ColorDodge = 6,
    /// Darkens the colour below.
    ColorBurn = 7,
    /// Multiplies or screens, depending on the colour above.
    HardLight = 8,
    /// A softer form of hard light.
    SoftLight = 9,
    /// Difference.
    Difference = 10,
    /// A weaker form of the difference.
    Exclusion = 11,
    /// Hue of the colour above.
    Hue = 12,
    /// Saturation of the colour above.
    Saturation = 13,
    /// Hue and saturation of the colour above.
    Color = 14,
    /// Lightness of the colour above.
    Luminosity = 15,
    /// Sum.
    Addition = 16,
    /// The colour below minus the colour above.
    Subtract = 17,
    /// Quotient.
    Divide = 18,
}

/// The content of a layer in a frame.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(depth: u16))]
#[schema(spec = "Cel Chunk (0x2005)")]
pub struct Cel {
    /// Number of the layer, in the order of the chunks.
    pub layer: u16,
    /// X in the sprite, in pixels.
    pub x: i16,
    /// Y in the sprite, in pixels.
    pub y: i16,
    /// Opacity.
    pub opacity: u8,
    /// Kind of the cel.
    #[schema(codes = CelKind, known)]
    pub kind: u16,
    /// Number of layers by which the cel is moved up; below 0, it is moved down.
    pub z_index: i16,
    /// Bytes without a meaning.
    #[schema(reserved)]
    pub reserved: [u8; 5],
    /// Content, which depends on the kind.
    #[br(args(kind, depth))]
    pub content: CelContent,
}

/// Kinds of cels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum CelKind {
    /// Uncompressed pixels.
    Raw = 0,
    /// The cel of another frame.
    Linked = 1,
    /// Compressed pixels.
    Image = 2,
    /// Compressed numbers of tiles.
    Tilemap = 3,
}

/// The content of a cel.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(kind: u16, depth: u16))]
#[schema(spec = "Cel Chunk (0x2005)")]
pub enum CelContent {
    /// Uncompressed pixels.
    #[br(pre_assert(kind == 0))]
    Raw {
        /// Width in pixels.
        width: u16,
        /// Height in pixels.
        height: u16,
        /// The pixels.
        #[br(args(depth, width * height))]
        pixels: Pixels,
    },
    /// The cel of the same layer in another frame.
    #[br(pre_assert(kind == 1))]
    Linked {
        /// Number of the frame.
        #[schema(index_in("frames", code = "cel.linked-frame"))]
        frame: u16,
    },
    /// Compressed pixels.
    #[br(pre_assert(kind == 2))]
    Image {
        /// Width in pixels.
        width: u16,
        /// Height in pixels.
        height: u16,
        /// The compressed pixels, as a list of one element.
        #[br(count = 1)]
        streams: Vec<Stream>,
        /// The pixels.
        #[br(args(depth, width * height))]
        #[schema(region(joined(streams, entry.bytes), transform(zlib)))]
        pixels: Pixels,
    },
    /// Compressed numbers of tiles.
    #[br(pre_assert(kind == 3))]
    Tilemap {
        /// Width in tiles.
        width: u16,
        /// Height in tiles.
        height: u16,
        /// Size and bit masks of a stored tile.
        form: TileForm,
        /// The compressed tiles, as a list of one element.
        #[br(count = 1)]
        streams: Vec<Stream>,
        /// The tiles.
        #[br(args(form.bits, width * height))]
        #[schema(region(joined(streams, entry.bytes), transform(zlib)))]
        tiles: Tiles,
    },
    /// A cel of another kind.
    Bytes(#[br(parse_with = until_eof)] Vec<u8>),
}

impl CelContent {
    /// Creates a picture of `width` times `height` pixels, and compresses the pixels.
    pub fn image(width: u16, height: u16, pixels: Pixels) -> Result<Self> {
        let bytes = encode(&pixels.to_bytes(), &Zlib::new()).map_err(std::io::Error::other)?;
        Ok(Self::Image { width, height, streams: vec![Stream { bytes }], pixels })
    }
}

/// Size and bit masks of a stored tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(spec = "Cel Chunk (0x2005)", size = 28)]
pub struct TileForm {
    /// Number of bits of a tile.
    #[schema(one_of(8, 16, 32))]
    pub bits: u16,
    /// Mask of the bits that hold the number of a tile.
    pub id_mask: u32,
    /// Mask of the bits of a tile that is mirrored from left to right.
    pub x_flip_mask: u32,
    /// Mask of the bits of a tile that is mirrored from top to bottom.
    pub y_flip_mask: u32,
    /// Mask of the bits of a tile whose axes are swapped.
    pub diagonal_flip_mask: u32,
    /// Bytes without a meaning.
    #[schema(reserved)]
    pub reserved: [u8; 10],
}

/// Pixels, row by row from the top.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(depth: u16, pixel_count: u64))]
#[schema(spec = "References")]
pub enum Pixels {
    /// Red, green, blue and opacity.
    #[br(pre_assert(depth == 32))]
    Rgba(#[br(count = pixel_count)] Vec<Rgba>),
    /// Lightness and opacity.
    #[br(pre_assert(depth == 16))]
    Gray(#[br(count = pixel_count)] Vec<Gray>),
    /// Numbers of colours of the palette.
    #[br(pre_assert(depth == 8))]
    Indexed(#[br(count = pixel_count)] Vec<u8>),
}

impl Pixels {
    /// Returns the bytes of the pixels before compression.
    fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Rgba(pixels) => pixels.iter().flat_map(Rgba::to_bytes).collect(),
            Self::Gray(pixels) => pixels.iter().flat_map(Gray::to_bytes).collect(),
            Self::Indexed(pixels) => pixels.clone(),
        }
    }
}

/// A colour.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[schema(size = 4)]
pub struct Rgba {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
    /// Opacity.
    pub alpha: u8,
}

/// A shade of gray.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[schema(size = 2)]
pub struct Gray {
    /// Lightness.
    pub value: u8,
    /// Opacity.
    pub alpha: u8,
}

/// Numbers of tiles, row by row from the top.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(bits: u16, tile_count: u64))]
#[schema(spec = "References")]
pub enum Tiles {
    /// Numbers of 32 bits.
    #[br(pre_assert(bits == 32))]
    Wide(#[br(count = tile_count)] Vec<u32>),
    /// Numbers of 16 bits.
    #[br(pre_assert(bits == 16))]
    Middle(#[br(count = tile_count)] Vec<u16>),
    /// Numbers of 8 bits.
    #[br(pre_assert(bits == 8))]
    Narrow(#[br(count = tile_count)] Vec<u8>),
}

/// Additional data of the previous cel.
#[derive(Debug, Clone, Copy, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "Cel Extra Chunk (0x2006)", size = 36)]
pub struct CelExtra {
    /// Flags that state which of the following numbers are set.
    #[schema(codes = CelExtraFlag, known)]
    pub flags: u32,
    /// X of the cel, in pixels.
    pub x: FixedPoint<i32, 16>,
    /// Y of the cel, in pixels.
    pub y: FixedPoint<i32, 16>,
    /// Width in the sprite, in pixels.
    pub width: FixedPoint<i32, 16>,
    /// Height in the sprite, in pixels.
    pub height: FixedPoint<i32, 16>,
    /// Bytes without a meaning.
    #[schema(reserved)]
    pub reserved: [u8; 16],
}

/// Flags of the additional data of a cel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
#[schema(flags)]
pub enum CelExtraFlag {
    /// Position and size are set.
    PreciseBounds = 1,
}

/// Tiles.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(depth: u16))]
#[schema(spec = "Tileset Chunk (0x2023)")]
pub struct Tileset {
    /// Number by which layers refer to the tileset.
    #[schema(unique(code = "tileset.id"))]
    pub id: u32,
    /// Flags of the tileset.
    #[schema(codes = TilesetFlag)]
    pub flags: u32,
    /// Number of tiles.
    pub tile_count: u32,
    /// Width of a tile in pixels.
    pub width: u16,
    /// Height of a tile in pixels.
    pub height: u16,
    /// The number that a program shows for the first tile.
    pub base_index: i16,
    /// Bytes without a meaning.
    #[schema(reserved)]
    pub reserved: [u8; 14],
    /// The name.
    pub name: Text,
    /// The external tileset, if the tiles are in another file.
    #[br(if(flags & 1 != 0))]
    pub external: Option<ExternalTileset>,
    /// The pixels of the tiles.
    #[br(if(flags & 2 != 0), args(depth, width, height, tile_count))]
    pub pixels: Option<TilePixels>,
}

/// Flags of a tileset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
#[schema(flags)]
pub enum TilesetFlag {
    /// The tiles are in another file.
    External = 1,
    /// The tiles are in this file.
    Embedded = 2,
    /// The tile 0 is empty.
    EmptyIsZero = 4,
    /// A changed tile may match a tile that is mirrored from left to right.
    MatchXFlip = 8,
    /// A changed tile may match a tile that is mirrored from top to bottom.
    MatchYFlip = 16,
    /// A changed tile may match a tile whose axes are swapped.
    MatchDiagonalFlip = 32,
}

/// A tileset of another file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(spec = "Tileset Chunk (0x2023)", size = 8)]
pub struct ExternalTileset {
    /// Number of the external file.
    pub file: u32,
    /// Number of the tileset in the external file.
    pub tileset: u32,
}

/// The pixels of tiles, one tile below the other.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(depth: u16, width: u16, height: u16, tile_count: u32))]
#[schema(spec = "Tileset Chunk (0x2023)")]
pub struct TilePixels {
    /// The compressed pixels, as a list of one element.
    #[br(count = 1)]
    pub streams: Vec<CountedStream>,
    /// The pixels.
    #[br(args(depth, width * height * tile_count))]
    #[schema(region(joined(streams, entry.bytes), transform(zlib)))]
    pub pixels: Pixels,
}

/// Bytes up to the end of a chunk, compressed by zlib.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[schema(spec = "NOTE.3")]
pub struct Stream {
    /// The bytes.
    #[br(parse_with = until_eof)]
    pub bytes: Vec<u8>,
}

/// Bytes compressed by zlib, after their size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "Tileset Chunk (0x2023)")]
pub struct CountedStream {
    #[br(temp)]
    #[bw(calc = bytes.len())]
    length: u32,
    /// The bytes.
    #[br(count = length)]
    pub bytes: Vec<u8>,
}
