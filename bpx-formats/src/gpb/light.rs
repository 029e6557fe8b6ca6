//! Lights (`33 Light`).

use bpx_schema::structure;

/// A light; a single byte 0 if there is no light (`33 Light`). Ambient light is a colour of the scene.
#[structure]
#[derive(Debug, Clone, Default, PartialEq)]
#[brw(little)]
#[schema(spec = "33 Light")]
pub struct Light {
    /// Type of the light: 0 none, 1 directional, 2 point, 3 spot.
    #[schema(name = "lightType", one_of(0, 1, 2, 3), code = "gpb.bad-light-type")]
    pub kind: u8,
    /// Colour and shape of the light, unless there is no light.
    #[br(if(kind != 0), args(kind))]
    pub lamp: Option<Lamp>,
}

/// Colour and shape of a light (`33 Light`). A colour has red, green and blue.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(kind: u8))]
#[schema(spec = "33 Light")]
pub enum Lamp {
    /// Light that has the same direction everywhere.
    #[br(pre_assert(kind == 1))]
    Directional {
        /// Colour of the light.
        color: [f32; 3],
    },
    /// Light from one point.
    #[br(pre_assert(kind == 2))]
    Point {
        /// Colour of the light.
        color: [f32; 3],
        /// Distance that the light reaches.
        range: f32,
    },
    /// Light from one point, in a cone.
    #[br(pre_assert(kind == 3))]
    Spot {
        /// Colour of the light.
        color: [f32; 3],
        /// Distance that the light reaches.
        range: f32,
        /// Angle of the inner cone, which has full light, in radians.
        #[schema(name = "innerAngle")]
        inner_angle: f32,
        /// Angle of the outer cone, beyond which there is no light, in radians.
        #[schema(name = "outerAngle")]
        outer_angle: f32,
    },
}

impl From<Lamp> for Light {
    fn from(lamp: Lamp) -> Self {
        let kind = match lamp {
            Lamp::Directional { .. } => 1,
            Lamp::Point { .. } => 2,
            Lamp::Spot { .. } => 3,
        };
        Self { kind, lamp: Some(lamp) }
    }
}
