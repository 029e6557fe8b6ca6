//! Finds members of large objects by their keys.

use std::collections::HashMap;

/// The smallest number of members for which an object has an index. In a smaller object, a search from the first member
/// is as fast.
pub(super) const LARGE: usize = 64;
/// The memory in bytes that an index takes for each member.
pub(super) const MEMBER: usize = size_of::<(u32, u32)>();

/// An index of the members of large objects, so that the time of a look-up does not grow with the number of members.
#[derive(Debug, Clone, Default)]
pub(super) struct MemberIndex {
    /// For each object, by its index in the document: the number of each key, and the distance from the object to the
    /// member, sorted.
    objects: HashMap<usize, Box<[(u32, u32)]>>,
    /// The number of each key in the document.
    numbers: HashMap<Box<str>, u32>,
}

impl MemberIndex {
    /// Adds an object. `members` has the numbers of its keys, and the distances from the object to its members.
    pub(super) fn add(&mut self, object: usize, mut members: Vec<(u32, u32)>) {
        members.sort_unstable();
        self.objects.insert(object, members.into_boxed_slice());
    }

    /// Returns whether no object has an index.
    pub(super) fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// Sets the numbers of all keys of the document.
    pub(super) fn with_numbers(mut self, numbers: HashMap<Box<str>, u32>) -> Self {
        self.numbers = numbers;
        self
    }

    /// Finds the first member with a key, and returns the distance from the object to the member. Returns `None` if the
    /// object has no index.
    pub(super) fn find(&self, object: usize, key: &str) -> Option<Option<usize>> {
        let members = self.objects.get(&object)?;
        let find = |number: &u32| {
            let (found, place) = members.get(members.partition_point(|(one, _)| one < number))?;
            usize::try_from(*place).ok().filter(|_| found == number)
        };
        Some(self.numbers.get(key).and_then(find))
    }
}

#[cfg(test)]
mod tests {
    use crate::json::JsonDoc;
    use serde_json::{Map, Value, json};

    #[test]
    fn members_of_large_objects_are_found() {
        let member = |number: u64| (format!("m{}", number % 100), json!({ "at": number, "list": [number] }));
        let (large, small): (Map<_, _>, Map<_, _>) = ((0..100).map(member).collect(), (0..3).map(member).collect());
        let doc = JsonDoc::from(&json!([small, large, { "m5": large, "m6": small }]));
        let parts: Vec<_> = doc.root().elements().collect();
        let nested = parts.last().map(|last| last.member("m5"));
        let objects = [(parts[0], &small), (parts[1], &large), (nested.unwrap(), &large)];
        for (object, expected) in objects {
            for key in (0..101).map(|number| format!("m{number}")).chain(["at".to_owned(), String::new()]) {
                let found = object.get(&key).map(|found| found.to_string());
                assert_eq!(found, expected.get(&key).map(Value::to_string), "{key}");
            }
        }
        assert_eq!(parts[2].member("m6").to_string(), Value::Object(small).to_string());
    }
}
