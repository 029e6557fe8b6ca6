//! Second stage: finds what is missing, contradictory or impossible in a declaration. It writes no code.

pub(crate) mod bits;
pub(crate) mod codes;
pub(crate) mod declaration;
pub(crate) mod field;
mod follows;
pub(crate) mod names;
pub(crate) mod node;
pub(crate) mod record;
mod region;
mod rules;
mod scope;
mod sequence;
pub(crate) mod structure;
mod sum;
pub(crate) mod switch;
