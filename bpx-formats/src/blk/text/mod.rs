//! The text form, which authors write and the engine reads in place of a binary file.
//!
//! Texts are read as the engine reads them. A text that the engine rejects although its meaning is clear is read with a
//! finding (I-116). Commands are not executed: `include` becomes the parameter `@include`, and names such as
//! `@override:a` are ordinary names.
//!
//! [`write()`] gives texts that the engine reads as the same tree. A text cannot hold the name of a root. A document
//! cannot hold comments or the order between parameters and blocks; [`Lost`] counts what is lost.

mod lexer;
mod number;
mod read;
mod write;

pub use self::read::{Lost, read, read_noting};
pub use self::write::write;
