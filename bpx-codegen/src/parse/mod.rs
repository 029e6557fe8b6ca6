//! First stage: reads attributes, types and expressions. It knows syntax only.

pub(crate) mod algorithm;
pub(crate) mod attrs;
pub(crate) mod expr;
pub(crate) mod naming;
pub(crate) mod place;
pub(crate) mod region;
pub(crate) mod types;
