//! Trees, with a stack of their own: nothing recurses on data.

use super::Assembler;
use super::fields::Owner;
use crate::report::{Class, Error, Result};
use crate::schema::{Field, Structure, Type};
use serde_json::Value as Json;

/// A node whose children are being written.
struct Open<'j> {
    json: &'j Json,
    args: Vec<i128>,
    child_args: Vec<i128>,
    children: &'j [Json],
    next: usize,
}

impl<'m> Assembler<'m> {
    /// A tree from its root.
    pub(super) fn tree(&mut self, structure: &'m Structure, json: &Json, args: &[i128], depth: u32) -> Result<()> {
        let place = structure.fields().iter().position(|field| field.children);
        let parts = place.and_then(|place| structure.fields().split_at_checked(place));
        let parts = parts.and_then(|(head, rest)| rest.split_first().map(|(children, tail)| (head, children, tail)));
        let (head, children, tail) = parts.ok_or_else(|| self.fault(Class::Inconsistent, "a node has children"))?;
        let mut stack = Vec::new();
        let written = self.nodes(structure, (head, children, tail), (json, args.to_vec()), depth, &mut stack);
        written.map_err(|error| located(error, children, &stack))
    }

    fn nodes<'j>(
        &mut self,
        structure: &'m Structure,
        (head, children, tail): (&'m [Field], &'m Field, &'m [Field]),
        root: (&'j Json, Vec<i128>),
        depth: u32,
        stack: &mut Vec<Open<'j>>,
    ) -> Result<()> {
        let mut next = root;
        loop {
            let (json, args) = next;
            self.check_levels(stack.len())?;
            let open = self.head(structure, head, children, json, args, depth)?;
            stack.push(open);
            next = loop {
                let Some(open) = stack.last_mut() else {
                    return Ok(());
                };
                if let Some(child) = open.children.get(open.next) {
                    open.next = open.next.saturating_add(1);
                    break (child, open.child_args.clone());
                }
                // Its own path, not that of its last child, when the tail fails.
                open.next = 0;
                let (json, args) = (open.json, std::mem::take(&mut open.args));
                self.fields(self.node(structure, json, &args, depth)?, tail)?;
                stack.pop();
            };
        }
    }

    fn node<'x>(&self, structure: &'x Structure, json: &'x Json, args: &'x [i128], depth: u32) -> Result<Owner<'x>> {
        let object =
            json.as_object().ok_or_else(|| self.unexpected(&format!("an object, {}", structure.name), json))?;
        Ok(Owner { structure, fields: structure.fields(), args, object, depth })
    }

    /// What comes before the children of a node.
    fn head<'j>(
        &mut self,
        structure: &'m Structure,
        head: &'m [Field],
        field: &'m Field,
        json: &'j Json,
        args: Vec<i128>,
        depth: u32,
    ) -> Result<Open<'j>> {
        let owner = self.node(structure, json, &args, depth)?;
        self.keys(owner)?;
        self.fields(owner, head)?;
        let children = match json.get(&*field.name) {
            None => &[],
            Some(Json::Array(list)) => &**list,
            Some(other) => return Err(self.unexpected("an array", other).in_field(&field.name)),
        };
        if let Some(len) = &field.len {
            let counted = self.counted(owner, len, children.len() as u64);
            counted.map_err(|error| error.in_field(&field.name))?;
        }
        let child_args = match &field.ty {
            Type::Named { args, .. } => self.arguments(owner, args)?,
            _ => Vec::new(),
        };
        Ok(Open { json, child_args, children, next: 0, args })
    }
}

/// The error, with the path from the root of the tree to the node that failed.
fn located(error: Error, children: &Field, stack: &[Open<'_>]) -> Error {
    stack.iter().rev().fold(error, |error, open| match open.next.checked_sub(1) {
        Some(child) => error.in_element(child as u64).in_field(&children.name),
        None => error,
    })
}
