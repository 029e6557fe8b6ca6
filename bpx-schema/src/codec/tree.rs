use super::{Arguments, Codec, Decode, Decoder, Encoder};
use crate::report::{Class, Error, Result, Segment};
use crate::schema::{Field, Structure};
use crate::watch::{NodeKind, ValueNode};

/// A node of a tree, which has fields, then children of the same type, then optionally more fields.
///
/// A tree is read, written and dropped with an explicit stack instead of recursion.
pub trait TreeNode: Sized {
    /// The values of the parameters, for nodes and their children.
    type Args: Arguments;
    /// The values of a node that are read before its children.
    type Head;

    /// Returns the schema of the node.
    fn schema() -> &'static Structure;

    /// Returns the field of the children.
    fn children() -> &'static Field;

    /// Reads the fields before the children. Returns the number of children and their parameters.
    ///
    /// # Errors
    /// Returns an error when the bytes do not form the fields.
    fn read_head(d: &mut Decoder<'_, '_>, args: Self::Args) -> Result<(Self::Head, u64, Self::Args)>;

    /// Reads the fields after the children.
    ///
    /// # Errors
    /// Returns an error when the bytes do not form the fields.
    fn read_tail(head: Self::Head, d: &mut Decoder<'_, '_>, args: Self::Args) -> Result<Self>;

    /// Writes the fields before the children. Returns the parameters of the children.
    ///
    /// # Errors
    /// Returns an error when a count or a value does not fit.
    fn write_head(&self, children: u64, e: &mut Encoder<'_>, args: Self::Args) -> Result<Self::Args>;

    /// Writes the fields after the children.
    ///
    /// # Errors
    /// Returns an error when a value does not fit.
    fn write_tail(&self, e: &mut Encoder<'_>, args: Self::Args) -> Result<()>;
}

/// A tree in one vector, in which every node precedes its children.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree<T> {
    nodes: Vec<TreeSlot<T>>,
}

/// A node, and the positions of its descendants in the tree.
#[derive(Debug, Clone, PartialEq)]
pub struct TreeSlot<T> {
    value: T,
    children: u32,
    end: u32,
}

impl<T> TreeSlot<T> {
    /// Returns the node.
    pub fn value(&self) -> &T {
        &self.value
    }

    /// Returns the index after the node and all its descendants.
    #[must_use]
    pub fn subtree_end(&self) -> usize {
        self.end as usize
    }

    /// Returns the number of children.
    #[must_use]
    pub fn len(&self) -> usize {
        self.children as usize
    }

    /// Returns whether the node has no children.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.children == 0
    }
}

impl<T> Tree<T> {
    /// Returns all nodes, each before its children; the root is the first.
    #[must_use]
    pub fn nodes(&self) -> &[TreeSlot<T>] {
        &self.nodes
    }

    /// Returns one node by its index.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<&TreeSlot<T>> {
        self.nodes.get(at)
    }

    /// Returns the indices of the children of a node, in order.
    pub fn children(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.nodes.get(at).map_or(0, |slot| slot.end as usize);
        let first = at + 1;
        std::iter::successors((first < end).then_some(first), move |at| {
            let next = self.nodes.get(*at)?.end as usize;
            (next < end).then_some(next)
        })
    }

    /// Returns a mutable reference to the value of a node; the node keeps its children.
    pub fn value_mut(&mut self, at: usize) -> Option<&mut T> {
        self.nodes.get_mut(at).map(|slot| &mut slot.value)
    }
}

/// Builds a tree from its root down, node by node.
#[derive(Debug)]
pub struct TreeBuilder<T> {
    nodes: Vec<TreeSlot<T>>,
    open: Vec<usize>,
}

impl<T> Default for TreeBuilder<T> {
    fn default() -> Self {
        Self { nodes: Vec::new(), open: Vec::new() }
    }
}

impl<T> TreeBuilder<T> {
    /// Adds a node as a child of the innermost open node, and opens the new node.
    pub fn open(&mut self, value: T) {
        if let Some(parent) = self.open.last().and_then(|at| self.nodes.get_mut(*at)) {
            parent.children += 1;
        }
        self.open.push(self.nodes.len());
        self.nodes.push(TreeSlot { value, children: 0, end: 0 });
    }

    /// Closes the innermost open node.
    pub fn close(&mut self) {
        // 2^32 nodes would take more than 64 GiB.
        let end = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        if let Some(slot) = self.open.pop().and_then(|at| self.nodes.get_mut(at)) {
            slot.end = end;
        }
    }

    /// Adds a node without children to the innermost open node.
    pub fn leaf(&mut self, value: T) {
        self.open(value);
        self.close();
    }

    /// Returns how many nodes are open.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Returns the current number of children of the innermost open node.
    #[must_use]
    pub fn sibling_count(&self) -> usize {
        self.open.last().and_then(|at| self.nodes.get(*at)).map_or(0, TreeSlot::len)
    }

    /// Returns the tree, after closing all open nodes.
    #[must_use]
    pub fn finish(mut self) -> Tree<T> {
        while !self.open.is_empty() {
            self.close();
        }
        Tree { nodes: self.nodes }
    }
}

/// A node whose children are being read.
struct OpenNode<T: TreeNode> {
    at: usize,
    head: Option<T::Head>,
    args: T::Args,
    child_args: T::Args,
    next: u64,
    count: u64,
    /// The position where the node begins; `start` is the position where its children begin.
    begin: u64,
    start: u64,
}

/// A node whose value is missing until its children are read.
struct NodeDraft<T> {
    value: Option<T>,
    children: u32,
    end: u32,
}

impl<T: TreeNode> Codec for Tree<T> {
    type Args = T::Args;

    fn schema() -> &'static Structure {
        T::schema()
    }

    fn traverse(d: &mut Decoder<'_, '_>, args: T::Args) -> Result<()> {
        Self::decode_from(d, args).map(drop)
    }

    fn encode(&self, e: &mut Encoder<'_>, args: T::Args) -> Result<()> {
        let mut stack: Vec<(usize, T::Args, T::Args)> = Vec::new();
        for (at, slot) in self.nodes.iter().enumerate() {
            close_written(self, &mut stack, at, e)?;
            e.check_levels(stack.len())?;
            let own = stack.last().map_or(args, |(_, _, args)| *args);
            let child_args = slot.value.write_head(u64::from(slot.children), e, own)?;
            stack.push((at, own, child_args));
        }
        close_written(self, &mut stack, self.nodes.len(), e)
    }
}

impl<'a, T: TreeNode> Decode<'a> for Tree<T> {
    fn decode_from(d: &mut Decoder<'a, '_>, args: T::Args) -> Result<Self> {
        // Most trees of hostile files have one node, for which a vector would allocate space for four.
        let mut drafts: Vec<NodeDraft<T>> = Vec::with_capacity(1);
        let mut stack: Vec<OpenNode<T>> = Vec::new();
        let mut opened = 0_usize;
        if let Err(error) = read_nodes(d, args, &mut drafts, &mut stack, &mut opened) {
            // A listener gets the end of every value, even after a fault in it.
            let node = children_node::<T>(d, d.position());
            for _ in 0..opened {
                d.close_node(&node, 0);
            }
            return Err(locate_error::<T>(error, &stack));
        }
        // Not collected in place: many small trees would keep the larger allocations of their drafts.
        let mut nodes = Vec::with_capacity(drafts.len());
        for NodeDraft { value, children, end } in drafts {
            let value = value.ok_or_else(|| d.fault(Class::Inconsistent, "a node was not closed"))?;
            nodes.push(TreeSlot { value, children, end });
        }
        Ok(Self { nodes })
    }
}

/// Writes the last fields of each open node that ends at or before the index `place`.
fn close_written<T: TreeNode>(
    tree: &Tree<T>,
    stack: &mut Vec<(usize, T::Args, T::Args)>,
    place: usize,
    e: &mut Encoder<'_>,
) -> Result<()> {
    while let Some((at, args, child_args)) = stack.pop() {
        let Some(slot) = tree.nodes.get(at) else {
            continue;
        };
        if slot.end as usize > place {
            stack.push((at, args, child_args));
            break;
        }
        slot.value.write_tail(e, args)?;
    }
    Ok(())
}

/// Adds the path from the root of the tree to the failed node to an error.
fn locate_error<T: TreeNode>(error: Error, stack: &[OpenNode<T>]) -> Error {
    stack.iter().rev().fold(error, |error, open| match open.next.checked_sub(1) {
        Some(child) => error.in_element(child).in_field(&T::children().name),
        None => error,
    })
}

/// Returns the node that reports the array of children to the listener.
fn children_node<T: TreeNode>(d: &Decoder<'_, '_>, start: u64) -> ValueNode<'static> {
    let field = T::children();
    let segment = Some(Segment::Field(field.name.clone()));
    ValueNode { segment, kind: NodeKind::Array, structure: None, field: Some(field), at: d.location_of(start) }
}

/// Reads nodes until the root is complete. After an error, the stack contains the path to the node that failed.
fn read_nodes<T: TreeNode>(
    d: &mut Decoder<'_, '_>,
    args: T::Args,
    drafts: &mut Vec<NodeDraft<T>>,
    stack: &mut Vec<OpenNode<T>>,
    opened: &mut usize,
) -> Result<()> {
    let element = |d: &Decoder<'_, '_>, index: u64, start: u64| ValueNode {
        segment: Some(Segment::Index(index)),
        kind: NodeKind::Structure,
        structure: Some(T::schema()),
        field: None,
        at: d.location_of(start),
    };
    let mut own = args;
    loop {
        // A new node: its head, and its place.
        d.check_levels(stack.len())?;
        // A node has at least a byte; otherwise a large count could take forever.
        if drafts.len() as u64 > d.size() {
            return Err(d.fault(
                Class::Truncated,
                format!("expected no more nodes than the {} bytes can hold, found more", d.size()),
            ));
        }
        // A node may take one byte on disk and a hundred in memory.
        d.charge_memory(size_of::<NodeDraft<T>>() as u64)?;
        let begin = d.position();
        let (head, count, child_args) = T::read_head(d, own)?;
        let start = d.position();
        stack.push(OpenNode {
            at: drafts.len(),
            head: Some(head),
            args: own,
            child_args,
            next: 0,
            count,
            begin,
            start,
        });
        // Reading ends with an error long before so many children, because each takes memory.
        drafts.push(NodeDraft { value: None, children: u32::try_from(count).unwrap_or(u32::MAX), end: 0 });
        let node = children_node::<T>(d, start);
        d.open_node(&node);
        *opened += 1;
        // Closes complete nodes, up to a node that has another child.
        loop {
            let Some(open) = stack.last_mut() else {
                return Ok(());
            };
            if open.next < open.count {
                let index = open.next;
                open.next = index + 1;
                own = open.child_args;
                let node = element(d, index, d.position());
                d.open_node(&node);
                *opened += 1;
                break;
            }
            let node = children_node::<T>(d, open.start);
            d.close_node(&node, d.size_from(open.start));
            *opened -= 1;
            // When the tail fails, the path is that of the node, not of its last child.
            open.next = 0;
            let (at, begin) = (open.at, open.begin);
            let (head, args) = (open.head.take(), open.args);
            let Some(head) = head else { return Ok(()) };
            let value = T::read_tail(head, d, args)?;
            stack.pop();
            let end = u32::try_from(drafts.len()).unwrap_or(u32::MAX);
            if let Some(draft) = drafts.get_mut(at) {
                *draft = NodeDraft { value: Some(value), children: draft.children, end };
            }
            if let Some(parent) = stack.last() {
                let node = element(d, parent.next - 1, begin);
                d.close_node(&node, d.size_from(begin));
                *opened -= 1;
            }
        }
    }
}
