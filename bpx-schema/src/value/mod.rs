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
pub use self::ending::ListEnding;
pub(crate) use self::eval::steps_of_bytes;
pub use self::eval::{MemberLookup, Scope, bytes_of_elements, compute_value, eval_condition, eval_int};
#[cfg(feature = "interpret")]
pub(crate) use self::eval::{STEP_SIZE, visit_by_index};
pub use self::hex::{bytes_from_hex, hex, u64_from_hex};
pub use self::operand::{ExprBytes, ExprNumber, Operand, ToWhole};
pub use self::rules::rule_violations;
pub(crate) use self::rules::{broken_assertion, shown_value};
pub(crate) use self::scalar::SignatureBytes;
pub(crate) use self::scalar::read_unsigned;
pub use self::scalar::{LeafValue, NumberList};
pub use self::walk::{RecordFields, walk_record};
#[cfg(feature = "interpret")]
pub(crate) use self::walk::{computed_value, element_in};
pub(crate) use self::walk::{value_in, walk_element, walk_scalar};
