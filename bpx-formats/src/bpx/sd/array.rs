use super::{Node, ValueRef};
use bpx_schema::codec::Tree;

/// A borrowed array.
#[derive(Debug, Clone, Copy)]
pub struct ArrayRef<'a>(ValueRef<'a>);

impl<'a> ArrayRef<'a> {
    pub(super) fn at_place(tree: &'a Tree<Node>, place: usize) -> Self {
        Self(ValueRef::at_place(tree, place))
    }

    /// Returns the array as a value.
    #[must_use]
    pub fn value(self) -> ValueRef<'a> {
        self.0
    }

    /// Returns the number of elements.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.child_count()
    }

    /// Returns whether the array has no elements.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the elements, in order.
    pub fn iter(self) -> impl Iterator<Item = ValueRef<'a>> {
        self.0.children()
    }

    /// Returns one element, and visits all elements before this element.
    #[must_use]
    pub fn get(self, index: usize) -> Option<ValueRef<'a>> {
        self.iter().nth(index)
    }
}
