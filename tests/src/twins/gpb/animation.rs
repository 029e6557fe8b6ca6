//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Animations {
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&animations)))]
    pub animation_count: u32,
    #[br(args{count:h::count(h::int(&animation_count))})]
    pub animations: Vec<Animation>,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Animation {
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&id)))]
    pub id_length: u32,
    #[br(args{count:h::count(h::int(&id_length))})]
    pub id: Vec<u8>,
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&channels)))]
    pub channel_count: u32,
    #[br(args{count:h::count(h::int(&channel_count))})]
    pub channels: Vec<Channel>,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Channel {
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&target_id)))]
    pub target_id_length: u32,
    #[br(args{count:h::count(h::int(&target_id_length))})]
    pub target_id: Vec<u8>,
    pub target_attribute: u32,
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&key_times)))]
    pub key_count: u32,
    #[br(args{count:h::count(h::int(&key_count))})]
    pub key_times: Vec<u32>,
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&values)))]
    pub value_count: u32,
    #[br(args{count:h::count(h::int(&value_count))})]
    pub values: Vec<f32>,
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&tangents_in)))]
    pub tangent_in_count: u32,
    #[br(args{count:h::count(h::int(&tangent_in_count))})]
    pub tangents_in: Vec<f32>,
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&tangents_out)))]
    pub tangent_out_count: u32,
    #[br(args{count:h::count(h::int(&tangent_out_count))})]
    pub tangents_out: Vec<f32>,
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&interpolation)))]
    pub interpolation_count: u32,
    #[br(args{count:h::count(h::int(&interpolation_count))})]
    pub interpolation: Vec<u32>,
}
