//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! writes it anew.

pub const TEXTURE: u8 = b'T';
pub const MODEL: u8 = b'M';
pub const SHADER: u8 = b'S';
pub const PACKAGE: u8 = b'P';
