//! Describes binary structures as data.
//!
//! The types have two uses. The derive emits them as constants, for which [`Text`] and [`List`] borrow static data. A
//! schema from JSON owns its data. Structures refer to each other through a [`Link`]. In compiled code, the link is a
//! function, so that recursive structures need no order of initialisation. In a [`Model`], the link is a name.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `json` |  | `Model::from_json`, `Model::to_json`, and `serde` for all types |
#![cfg_attr(docsrs, feature(doc_cfg))]

mod algorithm;
mod bits;
mod class;
mod codes;
mod constant;
mod constraint;
mod crc;
mod digits;
mod encoding;
mod expr;
mod expressions;
mod field;
mod keyed;
mod layout_fact;
mod model;
pub mod name;
mod offset;
pub mod pattern;
mod region;
mod relation;
mod search;
mod sizes;
mod structure;
mod type_name;
mod types;
mod varint;

pub use self::algorithm::Algorithm;
pub use self::bits::BitPlace;
pub use self::class::{Class, Severity, Verdict};
pub use self::codes::{Code, Codes, CodesLink};
pub use self::constant::{List, RareValue, Text};
pub use self::constraint::{Constraint, MessagePiece, Rule};
pub use self::crc::CrcParameters;
pub use self::digits::{DigitFill, DigitForm, DigitKind};
pub use self::encoding::{Encoding, TextForm};
pub use self::expr::{
    Binary, ComputedValue, Expr, ExprKind, Fold, KindFault, LinearForm, NameKinds, RunningTotals, Spelling, Unary,
    shift_left, shift_right, whole_of_bytes, whole_of_float,
};
pub use self::field::{BitField, Field};
pub use self::keyed::{KeyedElement, KeyedList};
pub use self::layout_fact::LayoutFact;
pub use self::model::Model;
pub use self::offset::Offset;
pub use self::region::{JoinedParts, NumberSetting, Placement, Region, RegionChecksum, RegionStep};
pub use self::relation::{AbsentPool, Claim, Pool, PoolContent, Relation, RelationKind, TextRules, TreeRules};
pub use self::search::RegionSearch;
pub use self::sizes::{describe_size, element_step, memory_size};
pub use self::structure::{Body, Case, DerivedMember, FieldChecksum, FilledMember, Structure};
pub use self::types::{Endian, Length, Link, Type};
pub use self::varint::VarintForm;

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
