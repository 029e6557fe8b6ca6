//! Golden files: built from texts that name every byte, independent of any codec.
//!
//! [`source`] is the language and its builder; the sources are in `golden/`.
#![forbid(unsafe_code)]

pub mod source;
