use super::steps::{self, Draft, Step};
use super::{BuildError, DEBUG_HASH, Document, IntoScalar, ObjectRef, Problem, Scalar, ValueRef};
use crate::bpx::hash;
use bpx_schema::Limits;

/// Builds an object, property by property; `build` reports faults.
///
/// ```
/// use bpx_formats::bpx::sd::ObjectBuilder;
///
/// let document = ObjectBuilder::new()
///     .set("Name", "oak")
///     .set("Rings", 200_u32)
///     .array("Leaves", |leaves| leaves.push(true).push(()))
///     .object("Place", |place| place.set("x", 1.5_f32))
///     .with_debug_names()
///     .build()?;
/// assert_eq!(document.root().get("Rings").and_then(|rings| rings.as_u64()), Some(200));
/// # Ok::<(), bpx_formats::bpx::sd::BuildError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct ObjectBuilder {
    /// The hash and the steps of every property.
    properties: Vec<(u64, Vec<Step>)>,
    debug: bool,
}

/// Builds an array, element by element.
#[derive(Debug, Clone, Default)]
pub struct ArrayBuilder {
    elements: Vec<Step>,
}

/// Returns the steps of a value, which are its beginning, the steps of its parts, and its end.
fn steps_around(first: Draft, below: impl IntoIterator<Item = Step>) -> Vec<Step> {
    [Step::Open(first)].into_iter().chain(below).chain([Step::Close]).collect()
}

/// Returns the steps of a value without parts.
fn scalar_steps(hash: Option<u64>, name: Option<&str>, value: Result<Scalar, Problem>) -> Vec<Step> {
    let (value, problem) = match value {
        Ok(value) => (value, None),
        Err(problem) => (Scalar::Null, Some(Step::Fail(problem))),
    };
    steps_around(Draft { hash, name: name.map(str::to_owned), value, debug: false }, problem)
}

impl ObjectBuilder {
    /// Creates an object without properties.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives a property a value. Replaces the last property of this name, or adds a property at the end.
    #[must_use]
    pub fn set(self, name: &str, value: impl IntoScalar) -> Self {
        let hash = hash(name.as_bytes());
        self.put_property(hash, scalar_steps(Some(hash), Some(name), value.into_scalar()))
    }

    /// Sets a property as [`Self::set`] does, by the hash of a name that is not known.
    #[must_use]
    pub fn set_hash(self, hash: u64, value: impl IntoScalar) -> Self {
        self.put_property(hash, scalar_steps(Some(hash), None, value.into_scalar()))
    }

    /// Adds a property at the end, even if a property of this name exists.
    #[must_use]
    pub fn add(mut self, name: &str, value: impl IntoScalar) -> Self {
        let hash = hash(name.as_bytes());
        self.properties.push((hash, scalar_steps(Some(hash), Some(name), value.into_scalar())));
        self
    }

    /// Gives a property an object.
    #[must_use]
    pub fn object(self, name: &str, build: impl FnOnce(Self) -> Self) -> Self {
        let hash = hash(name.as_bytes());
        let steps = build(Self::new()).into_steps(Some(hash), Some(name));
        self.put_property(hash, steps)
    }

    /// Gives a property an array.
    #[must_use]
    pub fn array(self, name: &str, build: impl FnOnce(ArrayBuilder) -> ArrayBuilder) -> Self {
        let hash = hash(name.as_bytes());
        let steps = build(ArrayBuilder::default()).into_steps(Some(hash), Some(name));
        self.put_property(hash, steps)
    }

    /// Gives a property a value of another document, with all its parts.
    #[must_use]
    pub fn copy(self, name: &str, value: ValueRef<'_>) -> Self {
        let hash = hash(name.as_bytes());
        self.put_property(hash, steps::copy_steps(value, Some(hash), Some(name.to_owned())))
    }

    /// Removes all properties of this name.
    #[must_use]
    pub fn remove(mut self, name: &str) -> Self {
        let hash = hash(name.as_bytes());
        self.properties.retain(|(other, _)| *other != hash);
        self
    }

    /// Lists the names of the properties in `__debug__`, at the end, in this object and in every object below. An
    /// object that already has the property `__debug__` keeps that property.
    #[must_use]
    pub fn with_debug_names(mut self) -> Self {
        self.debug = true;
        self
    }

    /// Returns the object.
    ///
    /// # Errors
    /// Returns an error when a text contains a NUL, an object or array has more than 255 parts, or values nest deeper
    /// than 512 levels.
    pub fn build(self) -> Result<Document, BuildError> {
        steps::build_document(self.into_steps(None, None), &Limits::default())
    }

    fn into_steps(self, hash: Option<u64>, name: Option<&str>) -> Vec<Step> {
        let first = Draft { hash, name: name.map(str::to_owned), value: Scalar::Object, debug: self.debug };
        steps_around(first, self.properties.into_iter().flat_map(|(_, steps)| steps))
    }

    fn put_property(mut self, hash: u64, steps: Vec<Step>) -> Self {
        match self.properties.iter_mut().rev().find(|(other, _)| *other == hash) {
            Some((_, old)) => *old = steps,
            None => self.properties.push((hash, steps)),
        }
        self
    }
}

/// Copies the properties of an object, so that some of them can be changed. Names that `__debug__` lists are kept, and
/// listed again.
impl From<ObjectRef<'_>> for ObjectBuilder {
    fn from(object: ObjectRef<'_>) -> Self {
        let names = object.names();
        let debug = object.get_hash(DEBUG_HASH).is_some_and(ValueRef::is_names);
        let kept = object.iter().filter(|property| !(debug && property.hash == DEBUG_HASH));
        let properties = kept.map(|property| {
            let name = names.get(property.hash).map(str::to_owned);
            (property.hash, steps::copy_steps(property.value, Some(property.hash), name))
        });
        Self { properties: properties.collect(), debug }
    }
}

impl ArrayBuilder {
    /// Adds an element.
    #[must_use]
    pub fn push(self, value: impl IntoScalar) -> Self {
        self.append_steps(scalar_steps(None, None, value.into_scalar()))
    }

    /// Adds an object.
    #[must_use]
    pub fn object(self, build: impl FnOnce(ObjectBuilder) -> ObjectBuilder) -> Self {
        self.append_steps(build(ObjectBuilder::new()).into_steps(None, None))
    }

    /// Adds an array.
    #[must_use]
    pub fn array(self, build: impl FnOnce(Self) -> Self) -> Self {
        self.append_steps(build(Self::default()).into_steps(None, None))
    }

    /// Adds a value of another document, with all its parts.
    #[must_use]
    pub fn copy(self, value: ValueRef<'_>) -> Self {
        self.append_steps(steps::copy_steps(value, None, None))
    }

    fn append_steps(mut self, steps: Vec<Step>) -> Self {
        self.elements.extend(steps);
        self
    }

    fn into_steps(self, hash: Option<u64>, name: Option<&str>) -> Vec<Step> {
        let first = Draft { hash, name: name.map(str::to_owned), value: Scalar::Array, debug: false };
        steps_around(first, self.elements)
    }
}
