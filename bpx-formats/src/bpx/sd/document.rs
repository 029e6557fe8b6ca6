use super::registry;
use super::{DEBUG_HASH, Event, NONE, Node, NodeArgs, ObjectRef, Scalar, ValueRef};
use bpx_schema::codec::{Decoder, Encoder, Space, Tree, TreeBuilder};
use bpx_schema::report::{Class, Finding, Location, Mode, Path, Report, Rule, Segment, Validator};
use bpx_schema::{Budget, Codec, Error, Limits, Result};

/// An object and all below it: what a structured data section begins with (section 10.2).
///
/// It always has an encoding. Nothing here recurses, however deeply values nest.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    tree: Tree<Node>,
}

impl Document {
    /// Reads the object that the bytes begin with, and tells its size in bytes; bytes after it are not looked
    /// at, as the reference writer leaves some there.
    ///
    /// # Errors
    /// When the bytes do not form an object: which value, and where.
    pub fn from_slice(bytes: &[u8]) -> Result<(Self, usize)> {
        Self::from_slice_with(bytes, Limits::default())
    }

    /// As [`Self::from_slice`], with other limits on depth and memory.
    ///
    /// # Errors
    /// As [`Self::from_slice`].
    pub fn from_slice_with(bytes: &[u8], limits: Limits) -> Result<(Self, usize)> {
        let budget = Budget::over(limits, bytes);
        let mut decoder = Decoder::new(bytes, &budget);
        let document = Self::decode(&mut decoder)?;
        Ok((document, usize::try_from(decoder.position()).unwrap_or(bytes.len())))
    }

    /// Reads the object that a decoder has before it.
    ///
    /// # Errors
    /// As [`Self::from_slice`].
    pub fn decode(d: &mut Decoder<'_, '_>) -> Result<Self> {
        Tree::decode(d, NodeArgs { parent: NONE }.into()).map(|tree| Self { tree })
    }

    /// A tree as a document.
    ///
    /// # Errors
    /// When the tree has no encoding: no root, a root that is no object, more than 255 parts, a type that is
    /// not that of the value, parts of a scalar, a property without a name.
    pub fn from_tree(tree: Tree<Node>) -> Result<Self> {
        let is_object = tree.get(0).is_some_and(|root| root.value().value == Scalar::Object);
        if !is_object {
            return Err(Error::fault(Class::Inconsistent, Location::default(), "the root is no object"));
        }
        tree.encode(&mut Encoder::counting(), NodeArgs { parent: NONE }.into())?;
        Ok(Self { tree })
    }

    /// A tree that is known to be sound.
    pub(super) fn from_sound(tree: Tree<Node>) -> Self {
        Self { tree }
    }

    /// Writes the object.
    ///
    /// # Errors
    /// None for a document; the signature is that of the encoder.
    pub fn to_vec(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(usize::try_from(self.encoded_size()).unwrap_or_default());
        self.tree.encode(&mut Encoder::new(&mut bytes), NodeArgs { parent: NONE }.into())?;
        Ok(bytes)
    }

    /// Size of the encoding in bytes.
    #[must_use]
    pub fn encoded_size(&self) -> u64 {
        // The root does not state its type.
        let sizes = self.tree.nodes().iter().map(|slot| own_size(slot.value()));
        sizes.fold(0, u64::saturating_add).saturating_sub(1)
    }

    /// The object.
    #[must_use]
    pub fn root(&self) -> ObjectRef<'_> {
        ObjectRef::at(&self.tree, 0)
    }

    /// The nodes, as declared.
    #[must_use]
    pub fn tree(&self) -> &Tree<Node> {
        &self.tree
    }

    /// The nodes, as declared.
    #[must_use]
    pub fn into_tree(self) -> Tree<Node> {
        self.tree
    }

    /// Number of objects and arrays, the root included.
    #[must_use]
    pub fn containers(&self) -> usize {
        self.tree.nodes().iter().filter(|slot| matches!(slot.value().value, Scalar::Array | Scalar::Object)).count()
    }

    /// The same values, with the properties of every object in the order of their hashes; those of one hash
    /// keep theirs, so that the last still counts.
    #[must_use]
    pub fn sorted(&self) -> Self {
        let mut out = TreeBuilder::default();
        // Nodes to come, the next one last; none closes the node that is open.
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

    /// All that is wrong with the object that the bytes begin with.
    ///
    /// `budget` is the number of objects and arrays that readers are known to take, such as
    /// [`PACKAGE_BUDGET`](super::PACKAGE_BUDGET).
    #[must_use]
    pub fn validate(bytes: &[u8], mode: Mode, budget: usize) -> Report {
        let mut validator = Validator::new(mode);
        let account = Budget::over(Limits::default(), bytes);
        let mut decoder = Decoder::new(bytes, &account).watched(&mut validator);
        let decoded = Self::decode(&mut decoder).map(|document| {
            document.each_finding(Space::File(0), budget, &mut |finding| decoder.report(finding));
        });
        // Bytes in memory cannot fail to be read.
        validator.finish(decoded).unwrap_or_default()
    }

    /// What is odd, though every value is sound: a hash that stands twice in an object, a `__debug__` that is no
    /// array of texts, more objects and arrays than `budget`. All are warnings; paths and offsets begin at the
    /// root, which lies at the beginning of `space`.
    #[must_use]
    pub fn findings(&self, space: Space, budget: usize) -> Vec<Finding> {
        let mut findings = Vec::new();
        self.each_finding(space, budget, &mut |finding| findings.push(finding));
        findings
    }

    /// Calls for each of the [`findings`](Self::findings): there may be as many as there are values.
    pub fn each_finding(&self, space: Space, budget: usize, found: &mut dyn FnMut(Finding)) {
        let mut warn = |rule: &Rule, offset, path: Vec<Segment>, message: String| {
            found(rule.finding(space.location(offset), message).at(Path::new(path)));
        };
        let containers = self.containers();
        if containers > budget {
            let message = format!(
                "{containers} objects and arrays: readers are known that stop after {budget}, whatever their depth"
            );
            warn(&registry::BUDGET, 0, Vec::new(), message);
        }
        let mut offset = 0_u64;
        let mut place = Vec::new();
        for event in ValueRef::at(&self.tree, 0).events() {
            let Event::Open { value, index } = event else {
                place.pop();
                continue;
            };
            place.push((index, Vec::new()));
            let hash = value.hash();
            // The level above knows the hashes of the properties before this one.
            let seen = place.len().checked_sub(2).and_then(|above| place.get_mut(above));
            let twice = match (hash, seen) {
                (Some(hash), Some((_, seen))) => {
                    let twice = seen.contains(&hash);
                    seen.push(hash);
                    twice
                }
                _ => false,
            };
            let steps = || {
                let indexes = place.iter().skip(1).map(|(index, _)| Segment::Index(*index as u64));
                indexes.flat_map(|index| [Segment::Field("children".into()), index]).collect()
            };
            if twice {
                let message = format!("the hash {:#018x} stands here again; the last counts", hash.unwrap_or_default());
                warn(&registry::DUPLICATE, offset, steps(), message);
            }
            if hash == Some(DEBUG_HASH) && !value.is_names() {
                let message = "`__debug__` is no array of texts".to_owned();
                warn(&registry::DEBUG, offset, steps(), message);
            }
            // The root does not state its type.
            let root = u64::from(place.len() == 1);
            offset = offset.saturating_add(own_size(value.node())).saturating_sub(root);
        }
    }
}

impl TryFrom<Tree<Node>> for Document {
    type Error = Error;

    fn try_from(tree: Tree<Node>) -> Result<Self> {
        Self::from_tree(tree)
    }
}

/// Size in bytes of a node without its children: hash, type, and value or count.
fn own_size(node: &Node) -> u64 {
    let value = match &node.value {
        Scalar::Null => 0,
        Scalar::Bool(_) | Scalar::UInt8(_) | Scalar::Int8(_) => 1,
        Scalar::UInt16(_) | Scalar::Int16(_) => 2,
        Scalar::UInt32(_) | Scalar::Int32(_) | Scalar::Float(_) => 4,
        Scalar::UInt64(_) | Scalar::Int64(_) | Scalar::Double(_) => 8,
        Scalar::String(text) => (text.as_bytes().len() as u64).saturating_add(1),
        Scalar::Array | Scalar::Object => 1,
    };
    let head = if node.name.is_some() { 9 } else { 1 };
    value.saturating_add(head)
}
