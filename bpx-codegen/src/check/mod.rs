//! Second stage: finds what is missing, contradictory or impossible in a declaration.

pub(crate) mod field;
pub(crate) mod follows;
pub(crate) mod scope;
pub(crate) mod sequence;
pub(crate) mod sum;
