//! First stage: parses items, their attributes and their types. This stage checks only syntax.

mod algorithm;
mod assertion;
mod attrs;
mod borrowed;
mod derived;
mod end;
mod errors;
mod expr;
mod field;
mod item;
mod naming;
mod padding;
mod place;
mod region;
mod relation;
mod sum;
mod types;
mod values;

pub(crate) use self::algorithm::{Name, Named};
#[cfg(feature = "generate")]
pub(crate) use self::algorithm::{is_checksum, is_transform};
pub(crate) use self::assertion::{AssertAttr, PieceAttr};
pub(crate) use self::attrs::Attrs;
pub(crate) use self::borrowed::{Borrowed, has_lifetime, is_plain_lifetime};
pub(crate) use self::derived::DerivedAttr;
pub(crate) use self::end::{End, EndAttr};
pub(crate) use self::errors::Errors;
pub(crate) use self::expr::{Part, Tree, path_code};
pub(crate) use self::field::{Field, is_ours};
pub(crate) use self::item::{
    Case, Code, Codes, Struct, Switch, bits, codes, is_bitfield, is_bitfield_attribute, record, structure, switch,
};
pub(crate) use self::naming::name_of;
pub(crate) use self::region::{RegionAttr, SetAttr};
pub(crate) use self::relation::{AbsentAttr, ClaimAttr, RelationAttr, RelationKindAttr};
pub(crate) use self::sum::SumAttr;
pub(crate) use self::types::{Kind, NumberForm, Shape, is_boxed, known_len, present_type};
pub(crate) use self::values::TagAttr;
pub(crate) use crate::words::Place;
