//! Data that the items of a module share.

use super::codes::Sets;
use super::names::Types;
use bpx_model::Model;
use std::collections::HashSet;

/// The model, and the names of its types.
pub(super) struct Context<'m> {
    pub(super) model: &'m Model,
    pub(super) types: Types<'m>,
    pub(super) sets: Sets<'m>,
    /// Structures that are nodes of trees.
    pub(super) nodes: HashSet<&'m str>,
}
