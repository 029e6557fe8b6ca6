//! First stage: parses items, their attributes and their types. This stage checks only syntax.

mod algorithm;
mod assertion;
mod attrs;
mod bare_types;
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
mod rule_codes;
mod sum;
mod types;
mod values;

pub(crate) use self::algorithm::{AlgorithmName, NamedAlgorithm};
#[cfg(feature = "generate")]
pub(crate) use self::algorithm::{is_checksum, is_transform};
pub(crate) use self::assertion::{AssertAttr, PieceAttr};
pub(crate) use self::attrs::Attrs;
pub(crate) use self::bare_types::parse_item;
pub(crate) use self::borrowed::{BorrowedType, has_lifetime, is_plain_lifetime};
pub(crate) use self::derived::DerivedAttr;
pub(crate) use self::end::{EndAttr, ListEnd};
pub(crate) use self::errors::Errors;
pub(crate) use self::expr::{ExprPart, ExprTree, path_code};
pub(crate) use self::field::{WrittenField, is_ours};
pub(crate) use self::item::{
    WrittenCase, WrittenCode, WrittenCodes, WrittenStruct, WrittenSwitch, is_bitfield, is_bitfield_attribute,
    parse_bits, parse_codes, parse_record, parse_structure, parse_switch,
};
pub(crate) use self::naming::name_of;
pub(crate) use self::region::{RegionAttr, SetAttr};
pub(crate) use self::relation::{AbsentAttr, ClaimAttr, RelationAttr, RelationKindAttr};
pub(crate) use self::sum::SumAttr;
pub(crate) use self::types::{FieldShape, NumberForm, StoredKind, is_boxed, known_len, present_type};
pub(crate) use self::values::TagAttr;
pub(crate) use crate::words::AttributePlace;
