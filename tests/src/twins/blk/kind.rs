//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

#[derive(Debug, Clone, Copy)]
#[repr(u8)]
pub enum Kind {
    Fat = 1,
    FatZst = 2,
    Slim = 3,
    SlimZst = 4,
    SlimZstDict = 5,
    FatDedup = 6,
}
