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

pub(crate) use self::bits::bits;
pub(crate) use self::codes::{Codes, codes};
pub(crate) use self::declaration::Declaration;
pub(crate) use self::field::Field;
#[cfg(feature = "pretty")]
pub(crate) use self::fields::fields;
pub(crate) use self::late::{Late, expressions, is_late};
pub(crate) use self::names::MAGIC;
pub(crate) use self::node::{Node, node};
pub(crate) use self::order::Order;
#[cfg(feature = "pretty")]
pub(crate) use self::order::tag_bytes;
pub(crate) use self::record::record;
pub(crate) use self::settings::{Setting, settings};
pub(crate) use self::structure::{have_places, structure};
pub(crate) use self::switch::{Case, Switch, switch};
