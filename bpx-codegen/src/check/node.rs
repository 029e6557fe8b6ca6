//! Checks nodes of trees, which are structures with a list of children of their own type.

use super::declaration::Declaration;
use super::field::Field;
use super::structure::check_constants;
use crate::parse::{ExprTree, FieldShape, StoredKind};
use quote::quote;
use syn::{Error, Ident, Result};

/// The parts of a node.
pub(crate) struct NodeParts<'d> {
    /// Fields before the children.
    pub(crate) head: &'d [Field],
    pub(crate) children: &'d Field,
    /// The number of children.
    pub(crate) count: &'d ExprTree,
    /// Fields after the children.
    pub(crate) tail: &'d [Field],
}

/// Checks a structure with children.
pub(crate) fn check_node<'d>(ident: &Ident, declaration: &'d Declaration) -> Result<NodeParts<'d>> {
    let Declaration { attrs, fields, .. } = declaration;
    let parts: Vec<_> = fields.split(Field::is_children).collect();
    let (&[head, tail], Some(children)) = (&*parts, fields.iter().find(|field| field.is_children())) else {
        return Err(Error::new_spanned(
            ident,
            "expected one field of children in a node, found several fields of children",
        ));
    };
    let same = matches!(&children.shape, FieldShape::List(StoredKind::Named(ty)) if *ident == quote!(#ty).to_string());
    if !same {
        return Err(Error::new_spanned(&children.ty, format!("expected nodes as children of a node: `Vec<{ident}>`")));
    }
    let Some(count) = &children.attrs.count else {
        return Err(Error::new_spanned(
            &children.name,
            "missing number of children: add `#[br(count = ..)]` with a number that is read before the children",
        ));
    };
    if let Some(field) = fields.iter().find(|field| field.attrs.region.is_some()) {
        return Err(Error::new_spanned(
            &field.name,
            "expected a field without a region in a node of a tree, found a region",
        ));
    }
    if let Some(field) = tail.iter().find(|field| field.is_temp()) {
        return Err(Error::new_spanned(
            &field.name,
            "a computed field of a node must be declared before the children of the node",
        ));
    }
    if let Some(derived) =
        attrs.derived.iter().find(|derived| tail.iter().any(|field| derived.target.first() == Some(&field.name)))
    {
        let target = derived.target.first();
        return Err(Error::new_spanned(
            target,
            "a computed member of a node must be declared before the children of the node",
        ));
    }
    if let Some(word) = [("custom", attrs.custom.is_empty()), ("sum", attrs.sums.is_empty())].iter().find(|(_, no)| !no)
    {
        let message = format!(
            "`{}` is not allowed on nodes of trees: put the attribute on the structure that holds the tree",
            word.0
        );
        return Err(Error::new_spanned(ident, message));
    }
    check_constants(fields)?;
    Ok(NodeParts { head, children, count, tail })
}
