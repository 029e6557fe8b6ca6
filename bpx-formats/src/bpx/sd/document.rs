#![allow(clippy::arithmetic_side_effects, reason = "all numbers are sizes of values in memory")]

use super::registry;
use super::{DEBUG_HASH, Event, NONE, Node, NodeArgs, ObjectRef, Scalar, ValueRef};
use bpx_schema::codec::{Decoder, Encoder, Space, Tree, TreeBuilder};
use bpx_schema::report::{Class, Finding, Mode, Path, Report, Rule, Segment, Validator};
use bpx_schema::{Budget, Codec, Error, Limits, Result};

/// An object with all its parts, which is the beginning of a structured data section (section 10.2).
///
/// Every document has an encoding. No function recurses, however deeply values nest.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    tree: Tree<Node>,
}

impl Document {
    /// Reads the object at the beginning of the bytes, and returns the document and its size in bytes. Later bytes are
    /// ignored, because the reference writer leaves bytes after the object.
    ///
    /// # Errors
    /// Returns an error with the path and offset of the faulty value when the bytes are not an object.
    pub fn from_slice(bytes: &[u8]) -> Result<(Self, usize)> {
        Self::from_slice_with(bytes, Limits::default())
    }

    /// Reads an object as [`Self::from_slice`] does, with other limits on depth and memory.
    ///
    /// # Errors
    /// Returns the errors of [`Self::from_slice`].
    pub fn from_slice_with(bytes: &[u8], limits: Limits) -> Result<(Self, usize)> {
        let budget = Budget::for_bytes(limits, bytes);
        let mut decoder = Decoder::new(bytes, &budget);
        let document = Self::decode(&mut decoder)?;
        Ok((document, usize::try_from(decoder.position()).unwrap_or(bytes.len())))
    }

    /// Reads the object at the position of a decoder.
    ///
    /// # Errors
    /// Returns the errors of [`Self::from_slice`].
    pub fn decode(d: &mut Decoder<'_, '_>) -> Result<Self> {
        Tree::decode(d, NodeArgs { parent: NONE }.into()).map(|tree| Self { tree })
    }

    /// Converts a tree into a document.
    ///
    /// # Errors
    /// Returns an error when the tree has no encoding, because the tree has no root, a root that is not an object, more
    /// than 255 parts in a value, a type that differs from the type of the value, a scalar with parts, or a property
    /// without a name.
    pub fn from_tree(tree: Tree<Node>) -> Result<Self> {
        let is_object = tree.get(0).is_some_and(|root| root.value().value == Scalar::Object);
        if !is_object {
            return Err(Error::unlocated_fault(
                Class::Inconsistent,
                "expected an object as root, found another value or no root",
            ));
        }
        tree.encode(&mut Encoder::counting(), NodeArgs { parent: NONE }.into())?;
        Ok(Self { tree })
    }

    /// Converts a tree that is known to be valid.
    pub(super) fn from_valid(tree: Tree<Node>) -> Self {
        Self { tree }
    }

    /// Returns the bytes of the object.
    ///
    /// # Errors
    /// Returns the errors of the encoder, which do not occur for a document.
    pub fn to_vec(&self) -> Result<Vec<u8>> {
        // The capacity only saves time, so that any number is right.
        let mut bytes = Vec::with_capacity(usize::try_from(self.encoded_size()).unwrap_or(0));
        self.tree.encode(&mut Encoder::new(&mut bytes), NodeArgs { parent: NONE }.into())?;
        Ok(bytes)
    }

    /// Returns the size of the encoding in bytes.
    #[must_use]
    pub fn encoded_size(&self) -> u64 {
        // The root does not state its type.
        self.tree.nodes().iter().map(|slot| own_size(slot.value())).sum::<u64>() - 1
    }

    /// Returns the root object.
    #[must_use]
    pub fn root(&self) -> ObjectRef<'_> {
        ObjectRef::at_place(&self.tree, 0)
    }

    /// Returns the tree of declared nodes.
    #[must_use]
    pub fn tree(&self) -> &Tree<Node> {
        &self.tree
    }

    /// Returns the number of objects and arrays, the root included.
    #[must_use]
    pub fn containers(&self) -> usize {
        self.tree.nodes().iter().filter(|slot| matches!(slot.value().value, Scalar::Array | Scalar::Object)).count()
    }

    /// Returns the same values, with the properties of every object sorted by hash. Properties with one hash keep their
    /// order, so readers still use the last of them.
    #[must_use]
    pub fn sorted(&self) -> Self {
        let mut out = TreeBuilder::default();
        // Stack of nodes to add, the next one last; `None` closes the open node.
        let mut todo = vec![Some(0_usize)];
        while let Some(next) = todo.pop() {
            let Some(slot) = next.and_then(|at| self.tree.get(at)) else {
                out.close();
                continue;
            };
            out.open(slot.value().clone());
            todo.push(None);
            let mut children: Vec<_> = next.into_iter().flat_map(|at| self.tree.children(at)).collect();
            if slot.value().value == Scalar::Object {
                children.sort_by_key(|at| self.tree.get(*at).and_then(|child| child.value().name));
            }
            todo.extend(children.into_iter().rev().map(Some));
        }
        Self { tree: out.finish() }
    }

    /// Returns all findings of the object at the beginning of the bytes.
    ///
    /// `budget` is the number of objects and arrays that known readers accept, such as
    /// [`PACKAGE_BUDGET`](super::PACKAGE_BUDGET).
    #[must_use]
    pub fn validate(bytes: &[u8], mode: Mode, budget: usize) -> Report {
        let mut validator = Validator::new(mode);
        let account = Budget::for_bytes(Limits::default(), bytes);
        let mut decoder = Decoder::new(bytes, &account).with_watch(&mut validator);
        let decoded = Self::decode(&mut decoder).map(|document| {
            document.each_finding(Space::File(0), budget, &mut |finding| decoder.report(finding));
        });
        validator.finish_in_memory(decoded)
    }

    /// Returns warnings about an object whose values are all valid: a hash that occurs twice in an object, a
    /// `__debug__` that is not an array of texts, more objects and arrays than `budget`. Paths and offsets begin at
    /// the root, which lies at the beginning of `space`.
    #[must_use]
    pub fn findings(&self, space: Space, budget: usize) -> Vec<Finding> {
        let mut findings = Vec::new();
        self.each_finding(space, budget, &mut |finding| findings.push(finding));
        findings
    }

    /// Calls `found` for each of the [`findings`](Self::findings). There may be as many findings as values.
    pub fn each_finding(&self, space: Space, budget: usize, found: &mut dyn FnMut(Finding)) {
        let mut warn = |rule: &Rule, offset, path: Vec<Segment>, message: String| {
            found(rule.finding(space.location(offset), message).with_path(Path::new(path)));
        };
        let containers = self.containers();
        if containers > budget {
            let message =
                format!("{containers} objects and arrays exceed the {budget} that some readers accept, at any depth");
            warn(&registry::BUDGET, 0, Vec::new(), message);
        }
        let mut offset = 0_u64;
        let mut place = Vec::new();
        for event in ValueRef::at_place(&self.tree, 0).events() {
            let Event::Open { value, index } = event else {
                place.pop();
                continue;
            };
            place.push((index, Vec::new()));
            let hash = value.hash();
            // The level above has the hashes of the properties before this one.
            let twice = hash.zip(place.iter_mut().rev().nth(1)).and_then(|(hash, (_, seen))| {
                let twice = seen.contains(&hash);
                seen.push(hash);
                twice.then_some(hash)
            });
            let steps = || {
                let indexes = place.iter().skip(1).map(|(index, _)| Segment::Index(*index as u64));
                indexes.flat_map(|index| [Segment::Field("children".into()), index]).collect()
            };
            if let Some(hash) = twice {
                let message =
                    format!("expected each hash once, found {hash:#018x} again; readers use the last property");
                warn(&registry::DUPLICATE, offset, steps(), message);
            }
            if hash == Some(DEBUG_HASH) && !value.is_names() {
                let message = "expected an array of texts for `__debug__`, found another value".to_owned();
                warn(&registry::DEBUG, offset, steps(), message);
            }
            // The root does not state its type.
            offset += own_size(value.node()) - u64::from(place.len() == 1);
        }
    }
}

impl TryFrom<Tree<Node>> for Document {
    type Error = Error;

    fn try_from(tree: Tree<Node>) -> Result<Self> {
        Self::from_tree(tree)
    }
}

/// Returns the size in bytes of a node without its children, with hash, type, and value or count.
fn own_size(node: &Node) -> u64 {
    let value = match &node.value {
        Scalar::Null => 0,
        Scalar::Bool(_) | Scalar::UInt8(_) | Scalar::Int8(_) => 1,
        Scalar::UInt16(_) | Scalar::Int16(_) => 2,
        Scalar::UInt32(_) | Scalar::Int32(_) | Scalar::Float(_) => 4,
        Scalar::UInt64(_) | Scalar::Int64(_) | Scalar::Double(_) => 8,
        Scalar::String(text) => text.as_bytes().len() as u64 + 1,
        Scalar::Array | Scalar::Object => 1,
    };
    let head = if node.name.is_some() { 9 } else { 1 };
    value + head
}
