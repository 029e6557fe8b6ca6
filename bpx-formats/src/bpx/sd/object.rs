use super::{DEBUG_HASH, Node, ValueRef};
use crate::bpx::hash;
use bpx_schema::codec::Tree;

/// A borrowed object, with all properties in the order of the file, including several properties with one hash.
#[derive(Debug, Clone, Copy)]
pub struct ObjectRef<'a>(ValueRef<'a>);

/// A property.
#[derive(Debug, Clone, Copy)]
pub struct Property<'a> {
    /// Hash of the property's name.
    pub hash: u64,
    /// Value of the property.
    pub value: ValueRef<'a>,
    object: ObjectRef<'a>,
}

impl<'a> Property<'a> {
    /// Returns the name of the property, if the object lists the name. Searches all names.
    #[must_use]
    pub fn name(&self) -> Option<&'a str> {
        self.object.name_of(self.hash)
    }
}

impl<'a> ObjectRef<'a> {
    pub(super) fn at_place(tree: &'a Tree<Node>, place: usize) -> Self {
        Self(ValueRef::at_place(tree, place))
    }

    /// Returns the object as a value.
    #[must_use]
    pub fn value(self) -> ValueRef<'a> {
        self.0
    }

    /// Returns the number of properties, `__debug__` included.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.child_count()
    }

    /// Returns whether the object has no properties.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the properties, in the order of the file.
    pub fn iter(self) -> impl Iterator<Item = Property<'a>> {
        // Every property has a hash.
        self.0.children().filter_map(move |value| Some(Property { hash: value.hash()?, value, object: self }))
    }

    /// Returns the value of the last property with this name.
    #[must_use]
    pub fn get(self, name: &str) -> Option<ValueRef<'a>> {
        self.get_hash(hash(name.as_bytes()))
    }

    /// Returns the value of the last property with this hash.
    #[must_use]
    pub fn get_hash(self, hash: u64) -> Option<ValueRef<'a>> {
        self.0.children().filter(|value| value.hash() == Some(hash)).last()
    }

    /// Returns the name with this hash, from the names that `__debug__` lists. Searches all of these names.
    #[must_use]
    pub fn name_of(self, of: u64) -> Option<&'a str> {
        self.listed_names().find(|name| hash(name.as_bytes()) == of)
    }

    /// Returns the names that `__debug__` lists, for many look-ups.
    #[must_use]
    pub fn names(self) -> Names<'a> {
        let mut names: Vec<_> = self.listed_names().map(|name| (hash(name.as_bytes()), name)).collect();
        names.sort_by_key(|(hash, _)| *hash);
        Names(names)
    }

    /// Returns the texts in `__debug__`, without entries that are not texts.
    fn listed_names(self) -> impl Iterator<Item = &'a str> {
        let list = self.get_hash(DEBUG_HASH).and_then(ValueRef::as_array);
        list.into_iter().flat_map(|list| list.iter().filter_map(ValueRef::as_str))
    }
}

/// Names of an object's properties, by hash.
#[derive(Debug, Clone, Default)]
pub struct Names<'a>(Vec<(u64, &'a str)>);

impl<'a> Names<'a> {
    /// Returns the first name with this hash. `__debug__` itself need not be listed.
    #[must_use]
    pub fn get(&self, hash: u64) -> Option<&'a str> {
        let first = self.0.partition_point(|(listed, _)| *listed < hash);
        let listed = self.0.get(first).filter(|(listed, _)| *listed == hash).map(|(_, name)| *name);
        listed.or((hash == DEBUG_HASH).then_some(super::DEBUG_NAME))
    }
}
