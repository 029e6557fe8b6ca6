//! Reads trees with an explicit stack instead of recursion.

use super::env::{Env, ExprValue, SchemaReader};
use crate::codec::{Decoder, rt};
use crate::report::{Class, Error, Result, Segment};
use crate::schema::{Expr, Field, Length, Structure, Type};
use crate::watch::{NodeKind, ValueNode};

/// The structure of a node, and its fields before, with and after the children.
#[derive(Clone, Copy)]
struct TreeShape<'m> {
    structure: &'m Structure,
    head: &'m [Field],
    children: &'m Field,
    count: &'m Expr,
    args: &'m [Expr],
    tail: &'m [Field],
}

/// A node whose children are being read.
struct OpenTreeNode<'m, 'b> {
    env: Env<'m, 'b>,
    /// The arguments of the node's children.
    args: Vec<i128>,
    next: u64,
    count: u64,
    /// The positions at which the node and its children begin.
    begin: u64,
    start: u64,
}

impl<'m> TreeShape<'m> {
    fn from_fields(structure: &'m Structure, fields: &'m [Field]) -> Option<Self> {
        let place = fields.iter().position(|field| field.children)?;
        let (head, rest) = fields.split_at_checked(place)?;
        let (children, tail) = rest.split_first()?;
        let Some(Length::Count(count)) = &children.len else {
            return None;
        };
        let args = match &children.ty {
            Type::Named { args, .. } => &**args,
            _ => &[],
        };
        Some(Self { structure, head, children, count, args, tail })
    }

    fn children_node(&self, d: &Decoder<'_, '_>, start: u64) -> ValueNode<'m> {
        let segment = Some(Segment::Field(self.children.name.clone()));
        ValueNode {
            segment,
            kind: NodeKind::Array,
            structure: None,
            field: Some(self.children),
            at: d.location_of(start),
        }
    }

    fn child_node(&self, d: &Decoder<'_, '_>, index: u64, start: u64) -> ValueNode<'m> {
        let segment = Some(Segment::Index(index));
        ValueNode {
            segment,
            kind: NodeKind::Structure,
            structure: Some(self.structure),
            field: None,
            at: d.location_of(start),
        }
    }
}

impl<'m> SchemaReader<'m> {
    /// Reads a tree from its root.
    pub(super) fn read_tree<'b>(
        &self,
        d: &mut Decoder<'b, '_>,
        structure: &'m Structure,
        fields: &'m [Field],
        args: &[i128],
    ) -> Result<ExprValue<'m, 'b>> {
        let shape = TreeShape::from_fields(structure, fields);
        let shape = shape
            .ok_or_else(|| d.fault(Class::Inconsistent, "expected a count for the children of a node, found none"))?;
        let mut stack = Vec::new();
        let mut opened = 0_usize;
        if let Err(error) = self.read_nodes(d, shape, args, &mut stack, &mut opened) {
            // A listener gets the end of every value, even after a fault in it.
            let node = shape.children_node(d, d.position());
            for _ in 0..opened {
                d.close_node(&node, 0);
            }
            return Err(add_tree_path(error, shape, &stack));
        }
        Ok(ExprValue::Opaque)
    }

    fn read_nodes<'b>(
        &self,
        d: &mut Decoder<'b, '_>,
        shape: TreeShape<'m>,
        args: &[i128],
        stack: &mut Vec<OpenTreeNode<'m, 'b>>,
        opened: &mut usize,
    ) -> Result<()> {
        let mut seen = 0_u64;
        let mut own = args.to_vec();
        loop {
            d.check_levels(stack.len())?;
            if seen > d.size() {
                return Err(d.fault(
                    Class::Truncated,
                    format!("expected at most one node for each of the {} bytes, found more", d.size()),
                ));
            }
            seen += 1;
            stack.push(self.read_node_head(d, shape, &own)?);
            let node = shape.children_node(d, d.position());
            d.open_node(&node);
            *opened += 1;
            match self.next_child(d, shape, stack, opened)? {
                Some(args) => own = args,
                None => return Ok(()),
            }
        }
    }

    /// Reads the fields of a node before its children.
    fn read_node_head<'b>(
        &self,
        d: &mut Decoder<'b, '_>,
        shape: TreeShape<'m>,
        args: &[i128],
    ) -> Result<OpenTreeNode<'m, 'b>> {
        self.charge_reading(d, 0)?;
        let begin = d.position();
        let mut env = self.bind_params(d, shape.structure, args)?;
        self.read_fields(d, &mut env, shape.head)?;
        let count = rt::read_count(d, self.eval_int(d, &env, shape.count)?, &shape.children.name)?;
        env.bind(&shape.children.name, ExprValue::Len(count));
        let args = self.eval_arguments(d, &env, shape.args, shape.children)?;
        Ok(OpenTreeNode { env, args, next: 0, count, begin, start: d.position() })
    }

    /// Closes complete nodes, and opens the next child. Returns the arguments of the child, or `None` after the root is
    /// closed.
    fn next_child<'b>(
        &self,
        d: &mut Decoder<'b, '_>,
        shape: TreeShape<'m>,
        stack: &mut Vec<OpenTreeNode<'m, 'b>>,
        opened: &mut usize,
    ) -> Result<Option<Vec<i128>>> {
        while let Some(open) = stack.last_mut() {
            if open.next < open.count {
                let node = shape.child_node(d, open.next, d.position());
                open.next += 1;
                d.open_node(&node);
                *opened += 1;
                return Ok(Some(open.args.clone()));
            }
            let node = shape.children_node(d, open.start);
            d.close_node(&node, d.size_from(open.start));
            *opened -= 1;
            // When the tail fails, the path is that of the node, not of its last child.
            open.next = 0;
            let (begin, at) = (open.begin, d.location());
            self.read_fields(d, &mut open.env, shape.tail)?;
            self.compare_computed(d, &open.env, shape.structure, shape.structure.fields())?;
            self.check_rules(d, &mut open.env, shape.structure, at)?;
            stack.pop();
            if let Some(parent) = stack.last() {
                let node = shape.child_node(d, parent.next - 1, begin);
                d.close_node(&node, d.size_from(begin));
                *opened -= 1;
            }
        }
        Ok(None)
    }
}

/// Adds to an error the path from the root of the tree to the node that failed.
fn add_tree_path(error: Error, shape: TreeShape<'_>, stack: &[OpenTreeNode<'_, '_>]) -> Error {
    stack.iter().rev().fold(error, |error, open| match open.next.checked_sub(1) {
        Some(child) => error.in_element(child).in_field(&shape.children.name),
        None => error,
    })
}
