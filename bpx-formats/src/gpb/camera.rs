//! Cameras (`32 Camera`).

use bpx_schema::structure;

/// A camera; a single byte 0 if there is no camera (`32 Camera`).
#[structure]
#[derive(Debug, Clone, Default, PartialEq)]
#[brw(little)]
#[schema(spec = "32 Camera")]
pub struct Camera {
    /// Type of the camera: 0 none, 1 perspective, 2 orthographic.
    #[schema(name = "cameraType", one_of(0, 1, 2), code = "gpb.bad-camera-type")]
    pub kind: u8,
    /// Projection and visible range, unless there is no camera.
    #[br(if(kind != 0), args(kind))]
    pub lens: Option<Lens>,
}

/// Projection and visible range of a camera (`32 Camera`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(kind: u8))]
#[schema(spec = "32 Camera")]
pub enum Lens {
    /// A perspective projection, in which distant objects are smaller.
    #[br(pre_assert(kind == 1))]
    Perspective {
        /// Width of the visible part, divided by its height.
        #[schema(name = "aspectRatio")]
        aspect_ratio: f32,
        /// Nearest visible distance.
        #[schema(name = "nearPlane")]
        near_plane: f32,
        /// Farthest visible distance.
        #[schema(name = "farPlane")]
        far_plane: f32,
        /// Angle of the visible part from bottom to top, in degrees.
        #[schema(name = "fieldOfView")]
        field_of_view: f32,
    },
    /// An orthographic projection, in which the size does not depend on the distance.
    #[br(pre_assert(kind == 2))]
    Orthographic {
        /// Width of the visible part, divided by its height.
        #[schema(name = "aspectRatio")]
        aspect_ratio: f32,
        /// Nearest visible distance.
        #[schema(name = "nearPlane")]
        near_plane: f32,
        /// Farthest visible distance.
        #[schema(name = "farPlane")]
        far_plane: f32,
        /// Width and height of the visible part; a known writer stores 0 as the height.
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
