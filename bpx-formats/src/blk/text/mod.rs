//! The text form: what people write, and what the engine reads in place of a binary file.
//!
//! Nothing is lost: [`read`] of what [`write()`] gives is the same tree, bit by bit. Comments of a text are skipped;
//! those that the engine's tools keep as parameters are parameters here too, and so are `include` (as `@include`) and
//! names with a command such as `@override:`.

mod number;
mod read;
mod write;

pub use self::read::{is_text, read};
pub use self::write::write;
