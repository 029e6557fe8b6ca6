#![allow(clippy::arithmetic_side_effects, reason = "all numbers count nodes in memory")]

use super::{ArrayRef, Kind, Names, Node, ObjectRef, Scalar};
use bpx_schema::codec::{CText, Tree};

/// A borrowed value of a document, which can be copied without cost.
#[derive(Debug, Clone, Copy)]
pub struct ValueRef<'a> {
    tree: &'a Tree<Node>,
    place: usize,
    node: &'a Node,
}

/// The value of a missing node. Documents have no missing nodes.
static NOTHING: Node = Node { name: None, kind: 0, value: Scalar::Null };

impl<'a> ValueRef<'a> {
    pub(super) fn at_place(tree: &'a Tree<Node>, place: usize) -> Self {
        let node = tree.get(place).map_or(&NOTHING, |slot| slot.value());
        Self { tree, place, node }
    }

    /// Returns the declared node of the value.
    #[must_use]
    pub fn node(self) -> &'a Node {
        self.node
    }

    /// Returns the hash of the name of a property; `None` for other values.
    #[must_use]
    pub fn hash(self) -> Option<u64> {
        self.node.name
    }

    /// Returns the type of the value.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.node.value.kind()
    }

    /// Returns the value without its parts.
    #[must_use]
    pub fn scalar(self) -> &'a Scalar {
        &self.node.value
    }

    /// Returns whether the value is null.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.node.value == Scalar::Null
    }

    /// Returns the truth value; `None` for other types. A byte that is neither 0 nor 1 is false, as in the reference
    /// reader.
    #[must_use]
    pub fn as_bool(self) -> Option<bool> {
        match self.node.value {
            Scalar::Bool(byte) => Some(byte == 1),
            _ => None,
        }
    }

    /// Returns the number of an integer of any width; `None` for other types.
    #[must_use]
    pub fn as_int(self) -> Option<i128> {
        Some(match self.node.value {
            Scalar::UInt8(value) => value.into(),
            Scalar::UInt16(value) => value.into(),
            Scalar::UInt32(value) => value.into(),
            Scalar::UInt64(value) => value.into(),
            Scalar::Int8(value) => value.into(),
            Scalar::Int16(value) => value.into(),
            Scalar::Int32(value) => value.into(),
            Scalar::Int64(value) => value.into(),
            _ => return None,
        })
    }

    /// Returns the number of an integer of any width; `None` for other types, and for numbers that do not fit.
    #[must_use]
    pub fn as_u64(self) -> Option<u64> {
        u64::try_from(self.as_int()?).ok()
    }

    /// Returns the number of an integer of any width; `None` for other types, and for numbers that do not fit.
    #[must_use]
    pub fn as_i64(self) -> Option<i64> {
        i64::try_from(self.as_int()?).ok()
    }

    /// Returns the number of a float of 4 bytes; `None` for other types.
    #[must_use]
    pub fn as_f32(self) -> Option<f32> {
        match self.node.value {
            Scalar::Float(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the number of a float of 4 or 8 bytes; `None` for other types.
    #[must_use]
    pub fn as_f64(self) -> Option<f64> {
        match self.node.value {
            Scalar::Float(value) => Some(value.into()),
            Scalar::Double(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the text of a string; `None` for other types, and for a string that is not UTF-8.
    #[must_use]
    pub fn as_str(self) -> Option<&'a str> {
        self.as_text()?.as_str()
    }

    /// Returns the stored text of a string; `None` for other types.
    #[must_use]
    pub fn as_text(self) -> Option<&'a CText> {
        match &self.node.value {
            Scalar::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the object; `None` for other types.
    #[must_use]
    pub fn as_object(self) -> Option<ObjectRef<'a>> {
        (self.node.value == Scalar::Object).then(|| ObjectRef::at_place(self.tree, self.place))
    }

    /// Returns the array; `None` for other types.
    #[must_use]
    pub fn as_array(self) -> Option<ArrayRef<'a>> {
        (self.node.value == Scalar::Array).then(|| ArrayRef::at_place(self.tree, self.place))
    }

    /// Returns the events of a walk over the value and all values in it, in order.
    #[must_use]
    pub fn events(self) -> Events<'a> {
        Events { first: Some(self), open: Vec::new() }
    }

    /// Returns whether the value can be the property `__debug__`, which is an array of texts in UTF-8.
    #[must_use]
    pub fn is_names(self) -> bool {
        self.as_array().is_some_and(|list| list.iter().all(|name| name.as_str().is_some()))
    }

    /// Returns the names of the properties, or no names if the value is not an object.
    pub(super) fn names(self) -> Names<'a> {
        self.as_object().map_or_else(Names::default, ObjectRef::names)
    }

    /// Returns the number of properties or elements.
    pub(super) fn child_count(self) -> usize {
        self.tree.get(self.place).map_or(0, bpx_schema::codec::TreeSlot::len)
    }

    /// Returns the properties or elements, in order.
    pub(super) fn children(self) -> impl Iterator<Item = Self> + 'a {
        let tree = self.tree;
        tree.children(self.place).map(move |place| Self::at_place(tree, place))
    }
}

/// A step of a walk through values.
#[derive(Debug, Clone, Copy)]
pub enum Event<'a> {
    /// A value begins.
    Open {
        /// The value.
        value: ValueRef<'a>,
        /// Number of the value among the parts of the enclosing value.
        index: usize,
    },
    /// The value that was opened last, and is still open, ends.
    Close,
}

/// A walk over the values of a tree, each before its parts, without recursion.
#[derive(Debug, Clone)]
pub struct Events<'a> {
    first: Option<ValueRef<'a>>,
    /// For each open value, the number of the node of its next part, and the number of parts that have been visited.
    open: Vec<(ValueRef<'a>, usize, usize)>,
}

impl<'a> Iterator for Events<'a> {
    type Item = Event<'a>;

    fn next(&mut self) -> Option<Event<'a>> {
        if let Some(value) = self.first.take() {
            self.open.push((value, value.place + 1, 0));
            return Some(Event::Open { value, index: 0 });
        }
        let (parent, next, index) = self.open.last_mut()?;
        if *index >= parent.child_count() {
            self.open.pop();
            return Some(Event::Close);
        }
        let (value, number) = (ValueRef::at_place(parent.tree, *next), *index);
        *index += 1;
        *next = value.tree.get(value.place).map_or(usize::MAX, bpx_schema::codec::TreeSlot::subtree_end);
        self.open.push((value, value.place + 1, 0));
        Some(Event::Open { value, index: number })
    }
}
