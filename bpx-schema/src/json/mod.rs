//! JSON in pieces: what is written is never held as a whole, and what is read takes little memory.
//!
//! Writers hand values to a [`JsonSink`] in the order of the text: [`JsonText`] writes them at once, [`JsonDoc`] keeps
//! them, at 16 bytes a value and its text. [`read_json`] reads text into a document, without recursion.

mod doc;
mod read;
mod sink;
mod text;

pub use self::doc::{DocBuilder, JsonDoc, JsonRef, JsonValue};
pub use self::read::{JsonReadError, read_json};
pub use self::sink::{JsonLeaf, JsonSink};
pub use self::text::JsonText;
