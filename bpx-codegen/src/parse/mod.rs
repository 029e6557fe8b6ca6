//! First stage: reads items, their attributes and types as they are written. It knows syntax only.

pub(crate) mod algorithm;
pub(crate) mod attrs;
pub(crate) mod derived;
pub(crate) mod errors;
pub(crate) mod expr;
pub(crate) mod field;
pub(crate) mod item;
pub(crate) mod naming;
pub(crate) mod place;
pub(crate) mod region;
pub(crate) mod sum;
pub(crate) mod types;
mod values;
