//! Declares user data of parts: a text, a colour, and properties, whose values may be properties.

use super::{Point, Rgba, Text};
use bpx_schema::codec::FixedPoint;
use bpx_schema::{Record, structure};

/// The user data of the previous part.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "User Data Chunk (0x2020)")]
pub struct UserData {
    /// Flags that state which members follow.
    #[schema(codes = UserDataFlag, known)]
    pub flags: u32,
    /// A text.
    #[br(if(flags & 1 != 0))]
    pub text: Option<Text>,
    /// A colour.
    #[br(if(flags & 2 != 0))]
    pub color: Option<Rgba>,
    /// Properties.
    #[br(if(flags & 4 != 0))]
    pub properties: Option<AllProperties>,
}

/// Flags of user data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
#[schema(flags)]
pub enum UserDataFlag {
    /// A text.
    Text = 1,
    /// A colour.
    Color = 2,
    /// Properties.
    Properties = 4,
}

/// Properties that a user or extensions set.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "User Data Chunk (0x2020)")]
pub struct AllProperties {
    /// Size in bytes, including this number, which a writer sets.
    length: u32,
    /// The maps.
    #[schema(region(size = length - 4))]
    pub maps: PropertyMaps,
}

impl AllProperties {
    /// Creates properties.
    pub fn new(maps: Vec<PropertyMap>) -> Self {
        Self { length: 0, maps: PropertyMaps { maps } }
    }
}

/// Maps of properties, after their number.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "User Data Chunk (0x2020)")]
pub struct PropertyMaps {
    #[br(temp)]
    #[bw(calc = maps.len())]
    map_count: u32,
    /// The maps.
    #[br(count = map_count)]
    pub maps: Vec<PropertyMap>,
}

/// Properties of one origin.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "User Data Chunk (0x2020)")]
pub struct PropertyMap {
    /// Number of the extension among the external files, or 0 for the user.
    pub extension: u32,
    /// The properties.
    pub properties: Properties,
}

/// Properties, after their number.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "User Data Chunk (0x2020)")]
pub struct Properties {
    #[br(temp)]
    #[bw(calc = properties.len())]
    property_count: u32,
    /// The properties.
    #[br(count = property_count)]
    pub properties: Vec<Property>,
}

/// A property.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "User Data Chunk (0x2020)")]
pub struct Property {
    /// The name.
    pub name: Text,
    /// The value, of any kind.
    pub value: Typed,
}

/// A value, after its kind.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "User Data Chunk (0x2020)")]
pub struct Typed {
    /// Kind of the value.
    #[schema(codes = ValueKind, known)]
    pub kind: u16,
    /// The value.
    #[br(args(kind))]
    pub value: Value,
}

/// Kinds of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum ValueKind {
    /// A truth value.
    Bool = 1,
    /// A signed number of one byte.
    Int8 = 2,
    /// An unsigned number of one byte.
    Uint8 = 3,
    /// A signed number of two bytes.
    Int16 = 4,
    /// An unsigned number of two bytes.
    Uint16 = 5,
    /// A signed number of four bytes.
    Int32 = 6,
    /// An unsigned number of four bytes.
    Uint32 = 7,
    /// A signed number of eight bytes.
    Int64 = 8,
    /// An unsigned number of eight bytes.
    Uint64 = 9,
    /// A fixed-point number, whose lower 16 bits lie after the point.
    Fixed = 10,
    /// A float of four bytes.
    Float = 11,
    /// A float of eight bytes.
    Double = 12,
    /// A text.
    String = 13,
    /// A place.
    Point = 14,
    /// A width and a height.
    Size = 15,
    /// An area.
    Rect = 16,
    /// A list of values.
    Vector = 17,
    /// Properties.
    Properties = 18,
    /// An identifier.
    Uuid = 19,
}

/// A value whose kind precedes the value or the list that contains it.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(kind: u16))]
#[schema(spec = "User Data Chunk (0x2020)")]
pub enum Value {
    /// A value that states its own kind, in a list of mixed kinds.
    #[br(pre_assert(kind == 0))]
    Any(#[br(count = 1)] Vec<Typed>),
    /// A truth value.
    #[br(pre_assert(kind == 1))]
    Bool(u8),
    /// A signed number of one byte.
    #[br(pre_assert(kind == 2))]
    Int8(i8),
    /// An unsigned number of one byte.
    #[br(pre_assert(kind == 3))]
    Uint8(u8),
    /// A signed number of two bytes.
    #[br(pre_assert(kind == 4))]
    Int16(i16),
    /// An unsigned number of two bytes.
    #[br(pre_assert(kind == 5))]
    Uint16(u16),
    /// A signed number of four bytes.
    #[br(pre_assert(kind == 6))]
    Int32(i32),
    /// An unsigned number of four bytes.
    #[br(pre_assert(kind == 7))]
    Uint32(u32),
    /// A signed number of eight bytes.
    #[br(pre_assert(kind == 8))]
    Int64(i64),
    /// An unsigned number of eight bytes.
    #[br(pre_assert(kind == 9))]
    Uint64(u64),
    /// A fixed-point number, whose lower 16 bits lie after the point.
    #[br(pre_assert(kind == 10))]
    Fixed(FixedPoint<i32, 16>),
    /// A float of four bytes.
    #[br(pre_assert(kind == 11))]
    Float(f32),
    /// A float of eight bytes.
    #[br(pre_assert(kind == 12))]
    Double(f64),
    /// A text.
    #[br(pre_assert(kind == 13))]
    String(Text),
    /// A place.
    #[br(pre_assert(kind == 14))]
    Point(Point),
    /// A width and a height.
    #[br(pre_assert(kind == 15))]
    Size(Size),
    /// An area.
    #[br(pre_assert(kind == 16))]
    Rect(Rect),
    /// A list of values.
    #[br(pre_assert(kind == 17))]
    Vector {
        #[br(temp)]
        #[bw(calc = elements.len())]
        element_count: u32,
        /// Kind of all elements; 0 if each element states its own kind.
        element_kind: u16,
        /// The elements.
        #[br(count = element_count, args(element_kind))]
        elements: Vec<Value>,
    },
    /// Properties.
    #[br(pre_assert(kind == 18))]
    Properties(Properties),
    /// An identifier.
    #[br(pre_assert(kind == 19))]
    Uuid([u8; 16]),
}

/// A width and a height.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 8)]
pub struct Size {
    /// Width, from left to right.
    pub width: i32,
    /// Height, from top to bottom.
    pub height: i32,
}

/// An area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 16)]
pub struct Rect {
    /// Position.
    pub origin: Point,
    /// Width and height.
    pub size: Size,
}
