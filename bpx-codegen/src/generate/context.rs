//! Data that all items of a module use.

use super::codes::Sets;
use super::names::Types;
use bpx_model::Model;
use std::collections::HashSet;

/// The model, the names of its types, and its sets of codes.
pub(super) struct Context<'m> {
    pub(super) model: &'m Model,
    pub(super) types: Types<'m>,
    pub(super) sets: Sets<'m>,
    /// Structures that are nodes of trees.
    pub(super) nodes: HashSet<&'m str>,
}
