//! Reads and writes JSON in pieces. A written document is never held as a whole, and a document that is read takes
//! little memory.
//!
//! A writer passes values to a [`JsonSink`] in the order of the text. [`JsonText`] writes the values immediately; a
//! [`JsonDoc`] keeps them, and takes 12 bytes for each value besides its text. [`read_json`] reads text into a
//! document, without recursion.

mod builder;
mod doc;
#[cfg(feature = "interpret")]
mod file;
mod gaps;
mod members;
mod read;
mod scalar;
mod sink;
mod text;
mod to_json;
mod tree;
mod watch;

pub use self::builder::DocBuilder;
pub use self::doc::{JsonDoc, JsonParts, JsonRef, JsonValue};
#[cfg(feature = "interpret")]
pub(crate) use self::file::{DATA, FORMS, FOUND, FileJson, GAPS, REST, STORED, Survey};
pub use self::gaps::write_gaps;
pub use self::read::{JsonReadError, read_json};
pub use self::scalar::{
    describe_json, digits_from_json, encoded_from_json, f32_from_json, f64_from_json, int_from_json, padded_from_json,
    size_from_json, text_from_json,
};
pub use self::sink::{JsonLeaf, JsonSink};
pub use self::text::JsonText;
pub use self::to_json::ToJson;
pub use self::tree::{TreeBuilder, to_tree, write_tree};
pub use self::watch::{JsonWatch, write_f32, write_f64, write_leaf, write_text};
