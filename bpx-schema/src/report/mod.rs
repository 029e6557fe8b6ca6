//! Defines errors, findings, and the report that collects findings.

mod coverage;
#[cfg(feature = "json")]
mod declared;
mod declared_rule;
mod decoding;
mod error;
mod finding;
mod path;
mod quote;
mod region_rule;
mod relations;
mod rule;
mod validation;

pub use self::coverage::Coverage;
pub(crate) use self::coverage::unread_finding;
#[cfg(feature = "json")]
pub use self::declared::{declared_rules, find_rule, rules_of_model};
pub use self::declared_rule::DeclaredRule;
pub use self::decoding::decoding_rules;
pub use self::error::{Error, Result};
pub use self::finding::{Finding, Location};
pub use self::path::{Path, Segment};
pub(crate) use self::quote::QuotedValue;
pub use self::quote::quote_value;
pub(crate) use self::region_rule::{RegionRule, code_in_field};
pub use self::relations::Relations;
pub(crate) use self::relations::{RelationValues, ValuePlaces, ValueShape, claim_finding};
pub use self::rule::Rule;
pub use self::validation::{Mode, Report, Validator};
pub use bpx_model::{Class, Severity, Verdict};
