//! Third stage: generates Rust code from a checked declaration, and its schema as constants. This stage reports no
//! errors.

mod algorithm;
mod arguments;
mod binrw;
mod bits;
mod borrow;
mod codec;
mod codes;
mod computed;
mod ending;
mod expr;
mod expr_schema;
mod field_constants;
mod fixed;
mod late;
mod links;
mod literals;
mod marks;
mod offset;
mod order;
mod parts;
mod read;
mod record;
mod region;
mod relation;
mod rule_constants;
mod rules;
mod run;
mod schema;
mod settings;
mod structure;
mod sum;
mod switch;
mod tree;
mod types;
mod write;

pub(crate) use self::arguments::{args_conversion, args_definition, args_type};
pub(crate) use self::binrw::{record_traits, structure_traits};
pub(crate) use self::bits::emit_bits;
pub(crate) use self::codec::lifetime_of_bytes;
pub(crate) use self::codes::emit_codes;
pub(crate) use self::literals::runtime_scope;
pub(crate) use self::record::emit_record;
pub(crate) use self::structure::emit_structure;
pub(crate) use self::switch::emit_switch;
pub(crate) use self::tree::emit_node;
