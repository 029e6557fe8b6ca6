//! Data that all items of a module use.

use super::codes::CodeSets;
use super::names::TypeNames;
use bpx_model::Model;
use std::collections::HashSet;

/// The model, the names of its types, and its sets of codes.
pub(super) struct ModuleContext<'m> {
    pub(super) model: &'m Model,
    pub(super) types: TypeNames<'m>,
    pub(super) sets: CodeSets<'m>,
    /// Structures that are nodes of trees.
    pub(super) nodes: HashSet<&'m str>,
}
