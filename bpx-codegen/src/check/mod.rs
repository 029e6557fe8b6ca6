//! Second stage: finds missing, contradictory and impossible parts of a declaration. This stage writes no code.

mod assertions;
mod bits;
mod bytes;
mod codes;
mod declaration;
mod field;
mod fields;
mod follows;
mod item;
mod late;
mod names;
mod node;
mod order;
mod record;
mod region;
mod relation;
mod rules;
mod scope;
mod sequence;
mod settings;
mod structure;
mod sum;
mod switch;

pub(crate) use self::bits::check_bits;
pub(crate) use self::codes::{Codes, check_codes};
pub(crate) use self::declaration::Declaration;
pub(crate) use self::field::Field;
#[cfg(feature = "pretty")]
pub(crate) use self::fields::checked_fields;
pub(crate) use self::late::{LateValues, declaration_expressions, is_late};
pub(crate) use self::names::MAGIC;
pub(crate) use self::node::{NodeParts, check_node};
pub(crate) use self::order::ByteOrder;
#[cfg(feature = "pretty")]
pub(crate) use self::order::tag_bytes;
pub(crate) use self::record::check_record;
pub(crate) use self::settings::{WriterSetting, sorted_settings};
pub(crate) use self::structure::{check_structure, have_places};
pub(crate) use self::switch::{Case, Switch, check_switch};
