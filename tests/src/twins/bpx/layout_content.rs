//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! writes it anew.
//!
//! Without a twin:
//! * `Content`: holds `ObjectTable`.

