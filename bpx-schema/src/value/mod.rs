//! Values as the schema sees them: without the types of Rust.

mod coded;
mod eval;
#[cfg(feature = "json")]
mod json;
#[cfg(feature = "json")]
mod json_text;
mod rules;
mod scalar;
mod walk;

pub(crate) use self::coded::flag_names;
pub use self::coded::{Coded, FlagSet, Operand};
pub use self::eval::{Scope, eval};
#[cfg(feature = "json")]
pub use self::json::{
    JsonWatch, bytes_from_hex, f32_from_json, f32_json, f64_from_json, f64_json, hex, int_from_json, leaf_json,
    padded_from_json, text_from_json, text_json, u64_from_hex,
};
#[cfg(feature = "json")]
pub use self::json_text::{JsonTextError, parse_json};
pub use self::rules::violations;
pub use self::scalar::{Numbers, Value};
pub use self::walk::{Fields, walk};
pub(crate) use self::walk::{advance, walk_element, walk_scalar};
