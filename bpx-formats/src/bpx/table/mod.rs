//! The table section (type 0xFD), as the reference crate writes it.
