//! Animations (`3 Animations`, `4 Animation`, `5 AnimationChannel`).

use super::texts::LONGEST_TEXT;
use bpx_schema::{Record, structure};

/// The property that a channel changes, and the number of floats of each key (`5 AnimationChannel`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u32)]
#[schema(spec = "5 AnimationChannel")]
pub enum TargetAttribute {
    /// No property; readers skip the channel.
    None = 0,
    /// 3 floats.
    Scale = 1,
    /// 1 float.
    ScaleX = 2,
    /// 1 float.
    ScaleY = 3,
    /// 1 float.
    ScaleZ = 4,
    /// 4 floats: x, y, z, w.
    Rotate = 8,
    /// 3 floats.
    Translate = 9,
    /// 1 float.
    TranslateX = 10,
    /// 1 float.
    TranslateY = 11,
    /// 1 float.
    TranslateZ = 12,
    /// 7 floats.
    RotateTranslate = 16,
    /// 10 floats.
    ScaleRotateTranslate = 17,
    /// 6 floats.
    ScaleTranslate = 18,
    /// 7 floats.
    ScaleRotate = 19,
}

/// All animations of a bundle (`3 Animations`).
#[structure]
#[derive(Debug, Clone, Default, PartialEq)]
#[brw(little)]
#[schema(spec = "3 Animations")]
pub struct Animations {
    #[br(temp)]
    #[bw(calc = animations.len())]
    animation_count: u32,
    /// The animations, in order.
    #[br(count = animation_count)]
    pub animations: Vec<Animation>,
}

/// An animation, with channels that change values together (`4 Animation`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "4 Animation",
    assert(
        count(id, entry == 0) == 0,
        class = BadText,
        text = "the text contains a NUL",
        on = id,
        code = "gpb.nul-in-string",
        spec = "Primitives"
    ),
    assert(
        id.len() <= LONGEST_TEXT || count(id, entry == 0) != 0,
        class = OutOfRange,
        text = "the text has {id.len()} bytes, but a known reader accepts at most {LONGEST_TEXT}",
        on = id,
        code = "gpb.string-too-long",
        spec = "Primitives",
        lenient = "I-81"
    )
)]
pub struct Animation {
    #[br(temp)]
    #[bw(calc = id.len())]
    id_length: u32,
    /// Name of the animation, which no reference states.
    #[br(count = id_length)]
    #[schema(utf8, lenient = "I-80", code = "gpb.text")]
    pub id: Vec<u8>,
    #[br(temp)]
    #[bw(calc = channels.len())]
    channel_count: u32,
    /// The channels of the animation; often none.
    #[br(count = channel_count)]
    pub channels: Vec<Channel>,
}

/// The values of one property over time (`5 AnimationChannel`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "5 AnimationChannel",
    assert(
        count(target_id, entry == 0) == 0,
        class = BadText,
        text = "the text contains a NUL",
        on = target_id,
        code = "gpb.nul-in-string",
        spec = "Primitives"
    ),
    assert(
        target_id.len() <= LONGEST_TEXT || count(target_id, entry == 0) != 0,
        class = OutOfRange,
        text = "the text has {target_id.len()} bytes, but a known reader accepts at most {LONGEST_TEXT}",
        on = target_id,
        code = "gpb.string-too-long",
        spec = "Primitives",
        lenient = "I-81"
    )
)]
pub struct Channel {
    #[br(temp)]
    #[bw(calc = target_id.len())]
    #[schema(range(1..=0xFFFF_FFFF), code = "gpb.empty-target")]
    target_id_length: u32,
    /// Id of the node that the channel changes, without `#`.
    #[br(count = target_id_length)]
    #[schema(name = "targetId", utf8, lenient = "I-80", code = "gpb.text")]
    pub target_id: Vec<u8>,
    /// The property that the channel changes.
    #[schema(name = "targetAttribute", codes = TargetAttribute)]
    pub target_attribute: u32,
    #[br(temp)]
    #[bw(calc = key_times.len())]
    key_count: u32,
    /// Times of the keys, in milliseconds.
    #[br(count = key_count)]
    #[schema(name = "keyTimes")]
    pub key_times: Vec<u32>,
    #[br(temp)]
    #[bw(calc = values.len())]
    value_count: u32,
    /// The values of all keys, one key after the other.
    #[br(count = value_count)]
    pub values: Vec<f32>,
    #[br(temp)]
    #[bw(calc = tangents_in.len())]
    tangent_in_count: u32,
    /// Tangents that lead into the keys; usually empty.
    #[br(count = tangent_in_count)]
    pub tangents_in: Vec<f32>,
    #[br(temp)]
    #[bw(calc = tangents_out.len())]
    tangent_out_count: u32,
    /// Tangents that lead out of the keys; usually empty.
    #[br(count = tangent_out_count)]
    pub tangents_out: Vec<f32>,
    #[br(temp)]
    #[bw(calc = interpolation.len())]
    interpolation_count: u32,
    /// Interpolation between keys: 1 linear, 2 Bezier, 3 cardinal, 4 Hermite, 5 B-spline, 6 steps; usually one value
    /// for all keys.
    #[br(count = interpolation_count)]
    pub interpolation: Vec<u32>,
}
