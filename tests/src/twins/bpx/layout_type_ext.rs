//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[binrw]
#[brw(little)]
#[br(import(kind:i128, version:i128))]
#[bw(import(kind:i128, version:i128))]
#[derive(Debug, Clone)]
pub enum TypeExt {
    #[br(pre_assert(h::int(&kind)== 84))]
    Texture(TextureExt),
    #[br(
        pre_assert(
            h::int(&kind)== 77&&h::int(&version)== 2&&h::none([h::int(&kind)== 84])
        )
    )]
    Model(ModelExt),
    #[br(
        pre_assert(
            h::int(
                &kind
            )== 83&&h::int(
                &version
            )== 2&&h::none(
                [h::int(&kind)== 84,
                h::int(&kind)== 77&&h::int(&version)== 2]
            )
        )
    )]
    Shader(ShaderExt),
    #[br(
        pre_assert(
            h::int(
                &kind
            )== 80&&h::none(
                [h::int(&kind)== 77&&h::int(&version)== 2,
                h::int(&kind)== 83&&h::int(&version)== 2]
            )
        )
    )]
    Package(PackageExt),
    #[br(
        pre_assert(
            h::none(
                [h::int(&kind)== 84,
                h::int(&kind)== 77&&h::int(&version)== 2,
                h::int(&kind)== 83&&h::int(&version)== 2,
                h::int(&kind)== 80]
            )
        )
    )]
    Other([u8; 16]),
}
