//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[binrw]
#[brw(little)]
#[br(import(file:i128))]
#[bw(import(file:i128))]
#[derive(Debug, Clone)]
pub enum TypeExt {
    #[br(pre_assert(h::int(&file)== h::int(&TEXTURE)))]
    Texture(TextureExt),
    #[br(pre_assert(h::int(&file)== h::int(&MODEL)))]
    Model(UnusedExt),
    #[br(pre_assert(h::int(&file)== h::int(&SHADER)))]
    Shader(ShaderExt),
    #[br(pre_assert(h::int(&file)== h::int(&PACKAGE)))]
    Package(PackageExt),
    #[br(
        pre_assert(
            h::none(
                [h::int(&file)== h::int(&TEXTURE),
                h::int(&file)== h::int(&MODEL),
                h::int(&file)== h::int(&SHADER),
                h::int(&file)== h::int(&PACKAGE)]
            )
        )
    )]
    Raw([u8; 8]),
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct UnusedExt {
    pub reserved: [u8; 8],
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct ShaderExt {
    pub shader_count: u32,
    pub compatibility: u8,
    pub reserved: [u8; 3],
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct PackageExt {
    pub asset_count: u32,
    pub compatibility: u8,
    pub reserved: [u8; 3],
}
