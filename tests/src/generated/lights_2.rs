//! Generated from `lights-2` by `bpx spec generate`.
//!
//! Needs bpx-schema 0.1.0.

use bpx_schema::Record;

/// Kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "2.1")]
pub enum LightKind {
    /// To all sides.
    Point = 0,
    /// A cone.
    Spot = 1,
    /// From far away.
    Sun = 2,
    /// A rectangle.
    Area = 3,
}

/// Header (section 1).
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "1", size = 8)]
pub struct Header {
    /// Always "LITE".
    #[schema(name = "Signature", magic = b"LITE")]
    pub signature: [u8; 4],
    /// How many lights follow.
    #[schema(name = "Count")]
    pub count: u16,
    /// Always 0.
    #[schema(name = "Reserved", reserved)]
    pub reserved: [u8; 2],
}

/// Light (section 2).
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "2", size = 28)]
pub struct Light {
    /// In metres.
    #[schema(name = "Position")]
    pub position: [f32; 3],
    /// What it is.
    #[schema(name = "Kind", codes = LightKind, known)]
    pub kind: u8,
    /// Between 0 and 999.
    #[schema(name = "Layer", range(0..=999))]
    pub layer: u16,
    /// Always 0.
    #[schema(name = "Reserved", reserved)]
    pub reserved: u8,
    /// How far it reaches, in metres.
    #[schema(name = "Reach")]
    pub reach: f32,
    /// Red, green, blue, brightness.
    #[schema(name = "Colour")]
    pub colour: [u8; 4],
    /// Of a cone, in degrees.
    #[schema(name = "Angle")]
    pub angle: f32,
}
