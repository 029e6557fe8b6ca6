//! Writes trees with an explicit stack instead of recursion.

use super::Assembler;
use super::fields::FieldOwner;
use super::outer_member::OuterMember;
use super::scope::FieldPlaces;
use crate::json::{JsonParts, JsonRef};
use crate::report::{Class, Error, Result};
use crate::schema::{Field, Structure, Type};

/// A node whose children are being written.
struct OpenNode<'j> {
    json: JsonRef<'j>,
    args: Vec<i128>,
    child_args: Vec<i128>,
    children: JsonParts<'j>,
    /// Number of children that were begun; zero while the fields after the children are written.
    begun: u64,
}

impl<'m> Assembler<'m> {
    /// Writes a tree from its root.
    pub(super) fn write_tree(
        &mut self,
        structure: &'m Structure,
        json: JsonRef<'_>,
        args: &[i128],
        outer_members: &[OuterMember],
        depth: u32,
    ) -> Result<()> {
        let place = structure.fields().iter().position(|field| field.children);
        let parts = place.and_then(|place| structure.fields().split_at_checked(place));
        let parts = parts.and_then(|(head, rest)| rest.split_first().map(|(children, tail)| (head, children, tail)));
        let (head, children, tail) = parts
            .ok_or_else(|| self.fault(Class::Inconsistent, "expected a field of children in a node, found none"))?;
        let mut stack = Vec::new();
        let written = self.write_nodes(
            structure,
            (head, children, tail),
            (json, args.to_vec()),
            outer_members,
            depth,
            &mut stack,
        );
        written.map_err(|error| add_node_path(error, children, &stack))
    }

    fn write_nodes<'j>(
        &mut self,
        structure: &'m Structure,
        (head, field, tail): (&'m [Field], &'m Field, &'m [Field]),
        root: (JsonRef<'j>, Vec<i128>),
        outer_members: &[OuterMember],
        depth: u32,
        stack: &mut Vec<OpenNode<'j>>,
    ) -> Result<()> {
        let mut next = root;
        loop {
            let (json, args) = next;
            self.check_levels(stack.len())?;
            let outer_here = if stack.is_empty() { outer_members } else { &[] };
            let owner = FieldOwner {
                structure,
                fields: structure.fields(),
                args: &args,
                object: self.expect_object(structure, json)?,
                outer_members: outer_here,
                depth,
                places: FieldPlaces::default(),
            };
            let children = self.node_children(json, field)?;
            let child_args = self.write_node_head(owner, head, field, children.clone())?;
            stack.push(OpenNode { json, children, child_args, begun: 0, args });
            next = loop {
                let Some(open) = stack.last_mut() else {
                    return Ok(());
                };
                if let Some(child) = open.children.next() {
                    open.begun += 1;
                    break (child, open.child_args.clone());
                }
                // When the tail fails, the path is that of the node, not of its last child.
                open.begun = 0;
                let (object, args) = (open.json, std::mem::take(&mut open.args));
                let outer_members = if stack.len() == 1 { outer_members } else { &[] };
                let (fields, places) = (structure.fields(), FieldPlaces::default());
                self.write_fields(
                    FieldOwner { structure, fields, args: &args, object, outer_members, depth, places },
                    tail,
                )?;
                stack.pop();
            };
        }
    }

    /// Returns the children of a node; a leaf may omit them.
    fn node_children<'j>(&self, node: JsonRef<'j>, field: &Field) -> Result<JsonParts<'j>> {
        let json = node.get(&field.name);
        match json {
            Some(other) if !other.is_array() => Err(self.unexpected_value("an array", other).in_field(&field.name)),
            Some(list) => Ok(list.elements()),
            None => Ok(JsonRef::default().elements()),
        }
    }

    /// Writes the fields before the children of a node. Returns the parameters of the children.
    fn write_node_head(
        &mut self,
        owner: FieldOwner<'_>,
        head: &'m [Field],
        field: &'m Field,
        children: JsonParts<'_>,
    ) -> Result<Vec<i128>> {
        self.check_keys(owner)?;
        self.write_fields(owner, head)?;
        if let Some(len) = &field.len {
            let counted = self.check_count(owner, len, children.count() as u64);
            counted.map_err(|error| error.in_field(&field.name))?;
        }
        match &field.ty {
            Type::Named { args, .. } => self.eval_arguments(owner, args),
            _ => Ok(Vec::new()),
        }
    }
}

/// Adds the path from the root of the tree to the failed node to an error.
fn add_node_path(error: Error, children: &Field, stack: &[OpenNode<'_>]) -> Error {
    stack.iter().rev().fold(error, |error, open| match open.begun.checked_sub(1) {
        Some(child) => error.in_element(child).in_field(&children.name),
        None => error,
    })
}
