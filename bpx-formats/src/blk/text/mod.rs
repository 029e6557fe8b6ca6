//! Reads and writes the text form, which authors write, and which the engine reads in place of a binary file.
//!
//! The functions read texts as the engine does. If the engine rejects a text although the meaning is clear, the
//! functions read the text and report a finding (I-116). Commands are not executed: `include` becomes the parameter
//! `@include`, and names such as `@override:a` are ordinary names.
//!
//! [`write()`] returns a text that the engine reads as the same tree, with the exceptions that its documentation lists.
//! A text cannot hold the name of a root. A document cannot hold comments or the order between parameters and blocks;
//! [`Lost`] counts these losses.

mod lexer;
mod number;
mod read;
mod write;

pub use self::read::{Lost, read, read_noting};
pub use self::write::write;
