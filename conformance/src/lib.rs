//! What implementations are held against.
//!
//! * [`source`]: golden files, built from texts that name every byte, independent of any codec; they are in `golden/`.
//! * [`testee`]: programs that drive other implementations, built and watched; they are in `testees/`.
#![forbid(unsafe_code)]

pub mod source;
pub mod testee;
