//! Cameras (`32 Camera`).

use bpx_schema::structure;

/// A camera, or none: one byte (`32 Camera`).
#[structure]
#[derive(Debug, Clone, Default, PartialEq)]
#[brw(little)]
#[schema(spec = "32 Camera")]
pub struct Camera {
    /// 0 none, 1 perspective, 2 orthographic.
    #[schema(name = "cameraType", one_of(0, 1, 2), code = "gpb.bad-camera-type")]
    pub kind: u8,
    /// What it sees.
    #[br(if(kind != 0), args(kind))]
    pub lens: Option<Lens>,
}

/// What a camera sees (`32 Camera`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(kind: u8))]
#[schema(spec = "32 Camera")]
pub enum Lens {
    /// Things that are far are small.
    #[br(pre_assert(kind == 1))]
    Perspective {
        /// Width by height.
        #[schema(name = "aspectRatio")]
        aspect_ratio: f32,
        /// Nearest distance that is seen.
        #[schema(name = "nearPlane")]
        near_plane: f32,
        /// Farthest distance that is seen.
        #[schema(name = "farPlane")]
        far_plane: f32,
        /// From bottom to top, in degrees.
        #[schema(name = "fieldOfView")]
        field_of_view: f32,
    },
    /// Things are as large everywhere.
    #[br(pre_assert(kind == 2))]
    Orthographic {
        /// Width by height.
        #[schema(name = "aspectRatio")]
        aspect_ratio: f32,
        /// Nearest distance that is seen.
        #[schema(name = "nearPlane")]
        near_plane: f32,
        /// Farthest distance that is seen.
        #[schema(name = "farPlane")]
        far_plane: f32,
        /// Width and height of what is seen; a known writer leaves the second 0.
        magnification: [f32; 2],
    },
}

impl From<Lens> for Camera {
    fn from(lens: Lens) -> Self {
        let kind = match lens {
            Lens::Perspective { .. } => 1,
            Lens::Orthographic { .. } => 2,
        };
        Self { kind, lens: Some(lens) }
    }
}
