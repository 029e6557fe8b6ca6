//! The text form: what people write, and what the engine reads in place of a binary file.
//!
//! Texts are read as the engine reads them; one that it refuses, though it is clear what is meant, is read too, with a
//! finding (I-116). No command of a text is carried out: `include` is the parameter `@include`, and names such as
//! `@override:a` are names.
//!
//! [`write()`] gives texts that the engine reads as the same tree. A text has no place for the name of a root. A document
//! in turn has none for comments and for the order of parameters and blocks: [`Lost`] counts what is lost.

mod lexer;
mod number;
mod read;
mod write;

pub use self::read::{Lost, read, read_noting};
pub use self::write::write;
