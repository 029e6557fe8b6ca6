use super::Kind;
use bpx_schema::codec::CText;
use bpx_schema::structure;

/// The type of the root's parent, which does not exist.
pub const NONE: u8 = 0xFF;
/// Type code of an array.
pub const ARRAY: u8 = 13;
/// Type code of an object.
pub const OBJECT: u8 = 14;

/// One value: the root object, a property of an object, or an element of an array (sections 10.2.4, 10.2.6).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(parent: u8))]
#[schema(spec = "10.2")]
pub struct Node {
    /// Hash of the property's name; elements and the root have no name.
    #[br(if(parent == OBJECT))]
    #[schema(name = "Name", spec = "10.2.4")]
    pub name: Option<u64>,
    /// Type of the value; the root is an object, and does not state its type.
    #[br(if(parent != NONE, 14))]
    #[schema(name = "Type", spec = "10.2.1", codes = Kind)]
    pub kind: u8,
    /// The value, unless the type has parts.
    #[br(args(kind))]
    #[schema(name = "Value", spec = "10.2.2")]
    pub value: Scalar,
    /// Number of properties or elements.
    #[br(temp, if(kind == ARRAY || kind == OBJECT, 0))]
    #[bw(calc = children.len())]
    count: u8,
    /// Properties or elements.
    #[br(count = count, args(kind))]
    #[schema(children)]
    children: Vec<Node>,
}

impl Node {
    /// Creates a value, with the hash of its name if it is a property.
    #[must_use]
    pub fn new(name: Option<u64>, value: Scalar) -> Self {
        Self { name, kind: value.kind().code(), value }
    }
}

/// A value without parts (section 10.2.2).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(kind: u8))]
#[schema(spec = "10.2.2")]
pub enum Scalar {
    /// No value.
    #[br(pre_assert(kind == 0))]
    Null,
    /// 0 is false, 1 is true.
    #[br(pre_assert(kind == 1))]
    Bool(#[schema(range(0..=1), lenient = "I-11")] u8),
    /// An unsigned 8-bit integer.
    #[br(pre_assert(kind == 2))]
    UInt8(u8),
    /// An unsigned 16-bit integer.
    #[br(pre_assert(kind == 3))]
    UInt16(u16),
    /// An unsigned 32-bit integer.
    #[br(pre_assert(kind == 4))]
    UInt32(u32),
    /// An unsigned 64-bit integer.
    #[br(pre_assert(kind == 5))]
    UInt64(u64),
    /// A signed 8-bit integer.
    #[br(pre_assert(kind == 6))]
    Int8(i8),
    /// A signed 16-bit integer.
    #[br(pre_assert(kind == 7))]
    Int16(i16),
    /// A signed 32-bit integer.
    #[br(pre_assert(kind == 8))]
    Int32(i32),
    /// A signed 64-bit integer.
    #[br(pre_assert(kind == 9))]
    Int64(i64),
    /// A 32-bit IEEE 754 float.
    #[br(pre_assert(kind == 10))]
    Float(f32),
    /// A 64-bit IEEE 754 float.
    #[br(pre_assert(kind == 11))]
    Double(f64),
    /// A text.
    #[br(pre_assert(kind == 12))]
    String(#[schema(utf8, spec = "10.2.3")] CText),
    /// Elements.
    #[br(pre_assert(kind == 13))]
    Array,
    /// Properties.
    #[br(pre_assert(kind == 14))]
    Object,
}

impl Scalar {
    /// Returns the type of the value.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Null => Kind::Null,
            Self::Bool(_) => Kind::Bool,
            Self::UInt8(_) => Kind::UInt8,
            Self::UInt16(_) => Kind::UInt16,
            Self::UInt32(_) => Kind::UInt32,
            Self::UInt64(_) => Kind::UInt64,
            Self::Int8(_) => Kind::Int8,
            Self::Int16(_) => Kind::Int16,
            Self::Int32(_) => Kind::Int32,
            Self::Int64(_) => Kind::Int64,
            Self::Float(_) => Kind::Float,
            Self::Double(_) => Kind::Double,
            Self::String(_) => Kind::String,
            Self::Array => Kind::Array,
            Self::Object => Kind::Object,
        }
    }
}
