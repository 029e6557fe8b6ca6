//! Defines values without Rust types, for work with schemas.

mod coded;
mod digits;
pub(crate) mod elements;
mod encoded;
mod ending;
mod eval;
mod hex;
pub(crate) mod operand;
mod rules;
mod scalar;
mod walk;

pub(crate) use self::coded::flag_names;
pub use self::coded::{Coded, FlagSet};
pub(crate) use self::digits::hex_digits;
pub use self::encoded::{decode_text, encode_text, fill_text, knows_encoding};
pub use self::ending::Ending;
pub use self::eval::{Members, Scope, compute, eval, holds, join};
pub use self::hex::{bytes_from_hex, hex, u64_from_hex};
pub use self::operand::{Bytes, Number, Operand, ToWhole};
pub use self::rules::violations;
pub(crate) use self::rules::{broken_assertion, shown_value};
pub(crate) use self::scalar::unsigned;
pub use self::scalar::{Numbers, Value};
pub use self::walk::{Fields, walk};
#[cfg(feature = "interpret")]
pub(crate) use self::walk::{computed, element_in};
pub(crate) use self::walk::{value_in, walk_element, walk_scalar};
