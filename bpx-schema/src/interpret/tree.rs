//! Reads trees with an explicit stack instead of recursion.

use super::env::{Env, Run, Var};
use crate::codec::{Decoder, rt};
use crate::report::{Class, Error, Result, Segment};
use crate::schema::{Expr, Field, Length, Structure, Type};
use crate::watch::{Kind, Node};

/// The structure of a node, and its fields before, with and after the children.
#[derive(Clone, Copy)]
struct Shape<'m> {
    structure: &'m Structure,
    head: &'m [Field],
    children: &'m Field,
    count: &'m Expr,
    args: &'m [Expr],
    tail: &'m [Field],
}

/// A node whose children are being read.
struct Open<'m, 'b> {
    env: Env<'m, 'b>,
    /// The arguments of the node's children.
    args: Vec<i128>,
    next: u64,
    count: u64,
    /// The positions at which the node and its children begin.
    begin: u64,
    start: u64,
}

impl<'m> Shape<'m> {
    fn of(structure: &'m Structure, fields: &'m [Field]) -> Option<Self> {
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

    fn list(&self, d: &Decoder<'_, '_>, start: u64) -> Node<'m> {
        let segment = Some(Segment::Field(self.children.name.clone()));
        Node { segment, kind: Kind::Array, structure: None, field: Some(self.children), at: d.location_of(start) }
    }

    fn node(&self, d: &Decoder<'_, '_>, index: u64, start: u64) -> Node<'m> {
        let segment = Some(Segment::Index(index));
        Node { segment, kind: Kind::Structure, structure: Some(self.structure), field: None, at: d.location_of(start) }
    }
}

impl<'m> Run<'m> {
    /// Reads a tree from its root.
    pub(super) fn tree<'b>(
        &self,
        d: &mut Decoder<'b, '_>,
        structure: &'m Structure,
        fields: &'m [Field],
        args: &[i128],
    ) -> Result<Var<'m, 'b>> {
        let shape = Shape::of(structure, fields);
        let shape = shape
            .ok_or_else(|| d.fault(Class::Inconsistent, "expected a count for the children of a node, found none"))?;
        let mut stack = Vec::new();
        let mut opened = 0_usize;
        if let Err(error) = self.nodes(d, shape, args, &mut stack, &mut opened) {
            // A listener gets the end of every value, even after a fault in it.
            let node = shape.list(d, d.position());
            for _ in 0..opened {
                d.close(&node, 0);
            }
            return Err(located(error, shape, &stack));
        }
        Ok(Var::Opaque)
    }

    fn nodes<'b>(
        &self,
        d: &mut Decoder<'b, '_>,
        shape: Shape<'m>,
        args: &[i128],
        stack: &mut Vec<Open<'m, 'b>>,
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
            stack.push(self.head(d, shape, &own)?);
            let node = shape.list(d, d.position());
            d.open(&node);
            *opened += 1;
            match self.next_child(d, shape, stack, opened)? {
                Some(args) => own = args,
                None => return Ok(()),
            }
        }
    }

    /// Reads the fields of a node before its children.
    fn head<'b>(&self, d: &mut Decoder<'b, '_>, shape: Shape<'m>, args: &[i128]) -> Result<Open<'m, 'b>> {
        self.step(d, 0)?;
        let begin = d.position();
        let mut env = self.params(d, shape.structure, args)?;
        self.fields(d, &mut env, shape.head)?;
        let count = rt::count(d, self.eval(d, &env, shape.count)?, &shape.children.name)?;
        env.bind(&shape.children.name, Var::Len(count));
        let args = self.arguments(d, &env, shape.args, shape.children)?;
        Ok(Open { env, args, next: 0, count, begin, start: d.position() })
    }

    /// Closes complete nodes, and opens the next child. Returns the arguments of the child, or `None` after the root is
    /// closed.
    fn next_child<'b>(
        &self,
        d: &mut Decoder<'b, '_>,
        shape: Shape<'m>,
        stack: &mut Vec<Open<'m, 'b>>,
        opened: &mut usize,
    ) -> Result<Option<Vec<i128>>> {
        while let Some(open) = stack.last_mut() {
            if open.next < open.count {
                let node = shape.node(d, open.next, d.position());
                open.next += 1;
                d.open(&node);
                *opened += 1;
                return Ok(Some(open.args.clone()));
            }
            let node = shape.list(d, open.start);
            d.close(&node, d.size_from(open.start));
            *opened -= 1;
            // When the tail fails, the path is that of the node, not of its last child.
            open.next = 0;
            let (begin, at) = (open.begin, d.location());
            self.fields(d, &mut open.env, shape.tail)?;
            self.computed(d, &open.env, shape.structure, shape.structure.fields())?;
            self.rules(d, &mut open.env, shape.structure, at)?;
            stack.pop();
            if let Some(parent) = stack.last() {
                let node = shape.node(d, parent.next - 1, begin);
                d.close(&node, d.size_from(begin));
                *opened -= 1;
            }
        }
        Ok(None)
    }
}

/// Adds to an error the path from the root of the tree to the node that failed.
fn located(error: Error, shape: Shape<'_>, stack: &[Open<'_, '_>]) -> Error {
    stack.iter().rev().fold(error, |error, open| match open.next.checked_sub(1) {
        Some(child) => error.in_element(child).in_field(&shape.children.name),
        None => error,
    })
}
