//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.
//!
//! Without a twin:
//! * `Layout`: a checksum.

